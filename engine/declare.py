"""What a game declares, as frozen values. One declaration, many readers: check, prompts, script, key, citations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from engine.record import Entry, Why

S = TypeVar("S")
Plain = Any


class Illegal(Exception):
    """The rules forbid this entry. `code` names the reason's text in reasons.toml; `cite` are places and rulings without the game."""

    def __init__(self, code: str, *cite: str, **values: object) -> None:
        super().__init__(code)
        self.why = Why(code, tuple(values.items()))
        self.cite = cite


class Needs(Exception):
    """A die, a draw or a choice that the result depends on is missing. `what`: the key (die, drawn, to …).

    `state`: what stands all the same (the automatic work up to the entry's place); None where nothing has changed.
    """

    state: Any = None

    def __init__(self, what: str, *cite: str, **values: object) -> None:
        super().__init__(what)
        self.what = what
        self.why = Why("缺" + what, tuple(values.items()))
        self.cite = cite


@dataclass(frozen=True, slots=True)
class Done(Generic[S]):
    """What an entry did. `result` may be a function of the closing state (told only when the phase ends).

    `cite`: places and rulings that decided, without the game's name, the skill's own place not among them.
    `why`: words for the host about what happened ("爻" codes in reasons.toml), in order.
    """

    state: S
    result: Plain | Callable[[S], Plain] = None
    cite: tuple[str, ...] = ()
    why: tuple[Why, ...] = ()


@dataclass(frozen=True, slots=True)
class Role:
    """A fact of the roster, no behaviour. `kind`: the game's own word (将领, 妖众; 平, 神, 狼 …); `most`: cards at most in a game."""

    name: str
    side: str
    kind: str
    most: int = 1
    figures: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """A choice (选择项) of the rule text. `values`: all allowed values, the default first named by `default`."""

    name: str
    values: tuple[Plain, ...]
    default: Plain
    cite: str


@dataclass(frozen=True, slots=True)
class Die:
    """A die table as data: faces -> what happens, in the rule book's words. Covers 1–6 exactly once."""

    title: str
    cite: str
    rows: tuple[tuple[tuple[int, ...], str], ...]

    def of(self, face: int) -> str:
        return next(word for faces, word in self.rows if face in faces)


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the schedule: who wakes, what is asked. `line`: key of the moderator's words in calls.toml.

    `phase`: the kind of phase ("白昼", "夜" …). `free`: nobody calls it; it may happen at any moment of the phase.
    """

    name: str
    cite: str
    phase: str
    skills: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    line: str = ""
    first: bool | None = None  # True: only in the first phase of its kind; False: only in later ones; None: in all
    free: bool = False


@dataclass(frozen=True, slots=True)
class Closed(Generic[S]):
    """The end of a phase: what the answer shows of it, and the state that the next phase begins with."""

    state: S
    announce: Mapping[str, Plain] = field(default_factory=dict)
    seats: Mapping[int, Mapping[str, Plain]] = field(default_factory=dict)
    table: Mapping[str, Plain] = field(default_factory=dict)
    winner: Plain = None
    why: tuple[Why, ...] = ()  # settlement step by step, for people


@dataclass(frozen=True, slots=True)
class Owed:
    """What the rules still demand. `fatal`: a log may not go on without it (fault at `at`)."""

    skill: str
    by: int | None = None
    pick: Plain = None
    to: tuple[int, ...] | None = None
    fatal: bool = False
    cite: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that bore on a seat, for `why SEAT`: `what` aimed, prevented or changed it; `cite` says by which rule."""

    phase: str
    seat: int
    why: Why
    cite: tuple[str, ...] = ()
    at: tuple[int, int] | None = None  # log index of the entry, where one did it


Act = Callable[[S, Entry], Done[S]]
