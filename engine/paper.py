"""What goes on paper, as data: cards and sheets that a game declares and `generator/` draws. No drawing, no sentences.

A cell or line is either a word or number of the rule book (str, int) or a `Say`: a key in templates/<game>/*.toml with values.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Plain = Any


@dataclass(frozen=True, slots=True)
class Say:
    """A text by its key (`calls.toml`, `sheets.toml`), with values put in for {name}."""

    key: str
    values: tuple[tuple[str, object], ...] = ()


Cell = str | int | Say


@dataclass(frozen=True, slots=True)
class Card:
    """One card. `kind`: "role" (closed, belongs to a seat) or "aux". Text comes from roles.toml[name] / aux.toml[name].

    figures: (word, number) shown small (难度, 信息, …; start values of 诡秘之主). `note`: a Say printed on this very card
    (start values, group members) or None. seat: whose closed card it is, None for aux and spare cards.
    glyph: the one or two characters drawn large. count: printed this many times (aux).
    """

    name: str
    kind: str = "role"
    side: str = ""
    group: str = ""
    glyph: str = ""
    seat: int | None = None
    figures: tuple[tuple[str, int], ...] = ()
    note: Say | None = None
    count: int = 1


@dataclass(frozen=True, slots=True)
class Heading:
    text: Cell


@dataclass(frozen=True, slots=True)
class Para:
    text: Cell


@dataclass(frozen=True, slots=True)
class Call:
    """A line the moderator says: number or step, words, and what to expect (gesture). `note`: small print; `mark`: e.g. 首夜."""

    step: Cell
    say: Cell
    expect: Cell = ""
    note: Cell = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Rows:
    """A table. `widths`: relative column widths; `blank`: that many empty lines more, to write on."""

    columns: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...] = ()
    widths: tuple[float, ...] = ()
    blank: int = 0
    title: Cell = ""


@dataclass(frozen=True, slots=True)
class Boxes:
    """A row of tick boxes with a label: `labels` one box each."""

    title: Cell
    labels: tuple[Cell, ...]


Block = Heading | Para | Call | Rows | Boxes


@dataclass(frozen=True, slots=True)
class Sheet:
    """id: "script", "key", "dice", "settle", "log", "tracker", "announce", "messages", "reference" …

    audience: "host" (secret) · "table" (everybody may see it: no secret) · "seat" (one seat, `seat`).
    as_text: the sheet also makes sense as plain text to paste into a chat (messages, announcements).
    """

    id: str
    title: Cell
    audience: str
    blocks: tuple[Block, ...] = ()
    seat: int | None = None
    as_text: bool = False
    landscape: bool = False
    per: str = ""  # "phase": print one for each phase to come
    extra: tuple[tuple[str, Plain], ...] = field(default=())
