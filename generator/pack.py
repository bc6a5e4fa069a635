"""Record -> PDF files. A function of the record, the pack secret and the manner of printing: equal input, equal bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from generator import envelope, keys
from generator.builder import Builder, Manner, Unfit
from generator.sealing import Deal, committed, opened, sealed, vocabularies, vocabulary
from generator.sheets.furniture import Plan, blank

__all__ = [
    "Deal",
    "Manner",
    "Pack",
    "Unfit",
    "blinded",
    "build",
    "committed",
    "opened",
    "reprint",
    "sealed",
    "split",
    "vocabularies",
    "vocabulary",
]

Plain = Any
STEP = 1024  # the length of a seat's file is a multiple of it


@dataclass(frozen=True, slots=True)
class Pack:
    """What came out. `files`: name -> bytes; `pages`: number of pages of the whole."""

    id: str
    unlock: str
    commitment: str
    files: Mapping[str, bytes]
    pages: int


def _pack(b: Builder, files: Mapping[str, bytes], pages: int) -> Pack:
    return Pack(b.id, keys.unlock_key(b.secret), committed(b.data, b.deal, b.secret), files, pages)


def _even(plans: Sequence[Plan], duplex: bool) -> list[Plan]:
    """Printed on both sides, a part begins on a new sheet."""
    return [*plans, blank(plans[-1].title)] if duplex and len(plans) % 2 else list(plans)


def build(data: Mapping[str, Plain], secret: bytes, deal: Deal | None = None, manner: Manner | None = None) -> Pack:
    """The whole pack as one file. Raises draw.TooLong and draw.NoGlyph (both Unprintable), naming what doesn't go on paper."""
    b = Builder(data, secret, deal, manner or Manner())
    parts = (b.public(), b.closed(), b.sleeves(), b.aux(), b.letters(), b.host())
    plans = [p for part in parts for p in _even(part, b.manner.duplex)]
    return _pack(b, {f"{b.game.id}-{b.id}.pdf": b.pdf(plans).bytes()}, len(plans))


def _seat_plans(b: Builder, seat: int) -> list[Plan]:
    """One seat's cover, cards and letters."""
    parts = (b.sleeves([seat]), b.closed([seat]), b.letters([seat]))
    return [replace(p, seat=seat) for part in parts for p in _even(part, b.manner.duplex)]


def reprint(data: Mapping[str, Plain], secret: bytes, deal: Deal | None, manner: Manner, seats: Sequence[int]) -> Pack:
    """Some seats' covers and cards once more, a file each."""
    return _by_seat(Builder(data, secret, deal, manner), seats)


def split(data: Mapping[str, Plain], secret: bytes, deal: Deal | None = None, manner: Manner | None = None) -> Pack:
    """A file for the table, one for the moderator, one for each seat; those of the seats have the same length to the byte."""
    b = Builder(data, secret, deal, manner or Manner())
    seats = _by_seat(b, list(b.record.seats))
    table, host = [*b.public(), *b.aux()], [*b.closed([None]), *b.host()]
    files = {f"{b.game.id}-{b.id}/桌面.pdf": b.pdf(table).bytes(), f"{b.game.id}-{b.id}/主持.pdf": b.pdf(host).bytes()}
    return replace(seats, files={**files, **seats.files}, pages=seats.pages + len(table) + len(host))


def _by_seat(b: Builder, wanted: Sequence[int]) -> Pack:
    plans = {seat: _seat_plans(b, seat) for seat in b.record.seats}
    most = max(map(len, plans.values()))
    made = {}
    for seat, own in plans.items():
        filler = replace(blank(own[0].title), seat=seat, bucket=512)
        made[seat] = b.pdf([*own, *[filler] * (most - len(own))])
    longest = max(len(pdf.bytes()) for pdf in made.values())
    whole = -(-(longest + 2) // STEP) * STEP
    files = {f"{b.game.id}-{b.id}/座位-{seat:02}.pdf": made[seat].bytes(whole) for seat in wanted}
    return _pack(b, files, most * len(wanted))


def blinded(data: Mapping[str, Plain], secret: bytes, deal: Deal | None = None, manner: Manner | None = None) -> Pack:
    """For a host who plays: strips that are folded before they are cut, and the moderator's pages in a sealed file."""
    b = Builder(data, secret, deal, manner or Manner())
    shown = [*b.public(), *b.strips(), *b.aux(), *b.codes()]
    hidden = [*b.closed([None]), *b.letters(), *b.host()]
    files = {
        f"{b.game.id}-{b.id}.pdf": b.pdf(shown).bytes(),
        f"{b.game.id}-{b.id}.sealed": envelope.seal_file(b.pdf(hidden).bytes(), secret),
    }
    return _pack(b, files, len(shown) + len(hidden))
