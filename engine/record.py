"""The table record as frozen values, from plain data and back. Source: rules/RECORD.md.

Plain data are what YAML or JSON give: dict, list, str, int, float, bool, None. Seats as mapping keys may be integers or
their decimal strings; `normal` makes them integers before anything looks at them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Plain = Any
FORMAT = 1
TOP_KEYS = ("format", "game", "edition", "players", "options", "setup", "log", "note")
ENTRY_KEYS = ("skill", "by", "to", "pick", "die", "drawn", "votes", "said", "struck", "set", "note")


@dataclass(frozen=True, slots=True)
class Why:
    """A reason for people, as a place in templates (`reasons.toml`) and the values it speaks of; worded by `book.py`."""

    code: str
    values: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that makes a record unusable. `at`: path into the record; `rule`: place or ruling with the game's name."""

    at: str
    rule: str
    why: Why


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing the moderator did. `to` is always a tuple of seats, or None where nobody was named.

    `pick`, `drawn`, `votes`, `said`, `set` are plain data as recorded (normalised keys). `raw` is the entry as recorded, to be
    echoed in the answer. `place`: its log indices (i, j); None for an entry that stands in no log (a hypothetical one comes last).
    """

    skill: str
    by: int | None = None
    to: tuple[int, ...] | None = None
    pick: Plain = None
    die: tuple[int, ...] | None = None
    drawn: Plain = None
    votes: Mapping[int, Plain] | None = None
    said: Plain = None
    struck: bool = False
    set: Mapping[Plain, Plain] | None = None
    raw: Mapping[str, Plain] = field(default_factory=dict, compare=False)
    place: tuple[int, int] | None = field(default=None, compare=False)

    @property
    def target(self) -> int | None:
        """The one seat aimed at; None where there is none or several."""
        return self.to[0] if self.to and len(self.to) == 1 else None

    def has(self, key: str) -> bool:
        """Is `key` written in the entry (even as null)?"""
        return key in self.raw

    def list_of(self, key: str) -> tuple[Plain, ...] | None:
        """The value under `key` as a tuple, a single value as a tuple of one; None where it is absent."""
        value = self.raw.get(key)
        if value is None:
            return None
        return tuple(value) if isinstance(value, list | tuple) else (value,)


@dataclass(frozen=True, slots=True)
class Phase:
    name: str
    do: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """A whole record whose shape has been examined. `players`: N; `names`: N names or ()."""

    game: str
    players: int
    names: tuple[str, ...]
    options: Mapping[str, Plain]
    setup: Mapping[str, Plain]
    log: tuple[Phase, ...]

    @property
    def seats(self) -> range:
        return range(1, self.players + 1)


def _key(key: Plain) -> Plain:
    return int(key) if isinstance(key, str) and key.isascii() and key.isdigit() and (key == "0" or key[0] != "0") and len(key) < 7 else key


def normal(data: Plain) -> Plain:
    """The same plain data with decimal-string mapping keys as integers. A key that would then stand twice is left as it is."""
    if isinstance(data, dict):
        out: dict[Plain, Plain] = {}
        for key, value in data.items():
            new = _key(key)
            out[key if new in out or (new is not key and new in data) else new] = normal(value)
        return out
    if isinstance(data, list | tuple):
        return [normal(v) for v in data]
    return data


def is_int(value: Plain) -> bool:
    """An integer, and not a truth value (Python counts True among the integers)."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_seat(value: Plain, players: int) -> bool:
    return is_int(value) and 1 <= value <= players


def brief(value: Plain) -> Plain:
    """A recorded value cut short, to be spoken of in a reason; what lies deeper is not shown."""
    if isinstance(value, list | tuple):
        return [brief(v) if not isinstance(v, list | tuple | dict) else "…" for v in value[:5]]
    return "…" if isinstance(value, dict) else value[:40] if isinstance(value, str) else value


def _tuple(value: Plain) -> tuple[Plain, ...] | None:
    if value is None:
        return None
    return tuple(value) if isinstance(value, list | tuple) else (value,)


def entry_of(raw: Mapping[str, Plain], place: tuple[int, int] | None = None) -> Entry:
    """An entry whose shape has been examined (schema faults are the games' matter). Of a struck one nothing is examined."""
    if raw.get("struck") is True:
        return Entry(skill=str(raw.get("skill", "")), struck=True, raw=raw, place=place)
    return Entry(
        skill=raw.get("skill", ""),
        by=raw.get("by"),
        to=_tuple(raw.get("to")),
        pick=raw.get("pick"),
        die=_tuple(raw.get("die")),
        drawn=raw.get("drawn"),
        votes=raw.get("votes"),
        said=raw.get("said"),
        set=raw.get("set"),
        raw=raw,
        place=place,
    )


def record_of(data: Mapping[str, Plain]) -> Record:
    """A record from normalised plain data that has no faults."""
    players = data["players"]
    names = tuple(str(p) for p in players) if isinstance(players, list) else ()
    log = tuple(
        Phase(p["phase"], tuple(entry_of(e, (i, j)) for j, e in enumerate(p.get("do") or ()))) for i, p in enumerate(data.get("log") or ())
    )
    return Record(
        game=data["game"],
        players=len(names) if names else players,
        names=names,
        options=data.get("options") or {},
        setup=data.get("setup") or {},
        log=log,
    )


def paths(data: Plain, at: str = "") -> Iterator[tuple[str, Plain]]:
    """Every node of plain data with its path, a node before what lies inside it, in the order written."""
    yield at, data
    if isinstance(data, dict):
        for key, value in data.items():
            yield from paths(value, f"{at}/{key}" if at else str(key))
    elif isinstance(data, list):
        for i, value in enumerate(data):
            yield from paths(value, f"{at}/{i}" if at else str(i))
