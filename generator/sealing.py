"""A record with its deal and the pack secret, sealed and opened again; the commitment to a deal; sealed files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.games import Game, game_named, names
from engine.stream import VERSION
from generator import commitment, envelope, keys
from generator.codec import Vocabulary

Plain = Any
AS_RECORDED = False  # instead of a deal's players: no wish has such ones


@dataclass(frozen=True, slots=True)
class Deal:
    """Where a deal came from, so that it can be dealt again: seed as text, what was asked, version of the stream, players' words."""

    seed: str
    wish: Mapping[str, Plain]
    stream: str = VERSION
    words: str = ""

    def plain(self) -> dict[str, Plain]:
        return {"seed": self.seed, "wish": dict(self.wish), "stream": self.stream, "words": self.words}


def vocabulary(game: Game) -> Vocabulary:
    """The codec's vocabulary of a game."""
    return Vocabulary([n for n, _ in names()].index(game.id) + 1, tuple(dict.fromkeys(game.words)))


def vocabularies() -> dict[int, Vocabulary]:
    """All vocabularies, by number."""
    found = (vocabulary(g) for ident, _ in names() if (g := game_named(ident)) is not None)
    return {v.number: v for v in found}


def sealed(data: Mapping[str, Plain], secret: bytes, deal: Deal | None = None) -> bytes:
    """The record, its deal and the pack secret, sealed."""
    game = game_named(data["game"])
    assert game is not None
    return envelope.seal([dict(data), _short(deal, data) if deal else None], secret, vocabulary(game))


def _short(deal: Deal, data: Mapping[str, Plain]) -> dict[str, Plain]:
    """A deal without the players' names where the record has the same: they would fill half the codes."""
    plain = deal.plain()
    if plain["wish"].get("players") == data.get("players"):
        plain["wish"]["players"] = AS_RECORDED
    return plain


def opened(data: bytes, unlock: str) -> tuple[dict[str, Plain], Deal | None, bytes]:
    """(record, deal, pack secret) of sealed bytes. Raises envelope.SealError, keys.BadKey."""
    found = envelope.open_sealed(data, unlock, vocabularies())
    inside = found.record
    if not (isinstance(inside, list) and len(inside) == 2 and isinstance(inside[0], dict)):
        raise envelope.Damaged("密封记录的内容读不懂：写下它的程序有误")
    deal = inside[1]
    if not isinstance(deal, dict):
        return inside[0], None, found.secret
    known = {k: deal[k] for k in ("seed", "wish", "stream", "words") if k in deal}
    if isinstance(known.get("wish"), dict) and known["wish"].get("players") is AS_RECORDED:
        known["wish"] = {**known["wish"], "players": inside[0].get("players")}
    return inside[0], Deal(**known), found.secret


def committed(data: Mapping[str, Plain], deal: Deal | None, secret: bytes) -> str:
    """The public commitment of a pack: to the deal's seed and wish; to the setup itself where nobody knows the seed."""
    nonce = keys.commitment_nonce(secret)
    options = data.get("options") or {}
    if deal is None:
        return commitment.commit("", data.get("setup"), options, "setup", nonce)
    roster = {"game": data["game"], "wish": dict(deal.wish), "words": deal.words}
    return commitment.commit(deal.seed, roster, options, deal.stream, nonce)
