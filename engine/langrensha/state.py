"""The state of a game: the board, the seats, this night, this day. Frozen; changed by named methods that give a new value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from engine.change import changed
from engine.declare import Event
from engine.langrensha.roles import OPTION, USES, WOLVES
from engine.record import Entry, Record, Why

Plain = Any
NOTHING: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Board:
    """What is fixed before play. `丘神`: 丘比特 is 神 and shares the lovers' side (R8)."""

    players: int
    options: Mapping[str, Plain]
    roles: tuple[str, ...]
    extra: tuple[str, ...]
    首刀: int | None
    丘神: bool


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat. kind and side are not stored: identity.py reads them (R5, R10)."""

    role: str
    alive: bool = True
    cause: str | None = None
    情侣: int | None = None
    榜样: int | None = None
    幸运儿: str | None = None
    命: int | None = None
    投票权: bool = True
    失去技能: bool = False
    left: Mapping[str, int] = field(default_factory=lambda: NOTHING)
    觉醒: bool = False

    def spent(self, key: str, count: int = 1) -> Seat:
        """With `count` uses less (more, if negative) of `key`."""
        return changed(self, left={**self.left, key: self.left.get(key, 0) - count})


@dataclass(frozen=True, slots=True)
class Night:
    """What was done in a night; from `咆哮` on, what its end left for the morning."""

    刀: int | None = None
    守护: int | None = None
    抱: int | None = None
    魅惑: int | None = None
    禁言: int | None = None
    救: bool = False
    毒: tuple[int, ...] = ()
    暗杀: int | None = None
    商人: int | None = None
    咆哮: bool = False
    报禁: int | None = None
    无声: int | None = None
    死讯: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Day:
    """What was done in a day. `未发言`: hugs and 恶魔's immunity hold still; `投`: whom each seat voted for last (R35)."""

    警长: int | None = None
    竞选平票: tuple[int, ...] = ()
    公投: int | None = None
    已投: bool = False
    平票: tuple[int, ...] = ()
    放逐: int | None = None
    投: Mapping[int, int] = field(default_factory=dict)
    亮明: tuple[tuple[int, str], ...] = ()
    DQ: tuple[int, ...] = ()
    自爆: bool = False
    未发言: bool = True


@dataclass(frozen=True, slots=True)
class Death:
    """Somebody is to die, or has died. `爆后`: in a day, from a 自爆 on (R51)."""

    seat: int
    cause: str
    爆后: bool = False


@dataclass(frozen=True, slots=True)
class May:
    """A choice somebody now has: `of` 夜 (step 5) or 公投 (step 8)."""

    seat: int
    skill: str
    of: str
    cite: str


@dataclass(frozen=True, slots=True)
class State:
    """`dusk`: who was alive when the latest night began; `night`: that night (in a day the one just over), `last`: the one before it."""

    board: Board
    seats: tuple[Seat, ...]
    phase: str = ""
    number: int = 0
    夜: bool = False
    step: int = 0
    dusk: frozenset[int] = frozenset()
    night: Night = Night()
    last: Night = Night()
    day: Day = Day()
    警长: int | None = None
    竞选已定: bool = False
    首日自爆: bool = False
    may: tuple[May, ...] = ()
    past: tuple[Entry, ...] = ()
    fallen: tuple[Death, ...] = ()
    winner: str | None = None
    won: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()

    def at(self, seat: int) -> Seat:
        return self.seats[seat - 1]

    def opt(self, name: str) -> Plain:
        return self.board.options[name]

    @property
    def numbers(self) -> range:
        return range(1, len(self.seats) + 1)

    def living(self) -> list[int]:
        return [n for n, seat in enumerate(self.seats, 1) if seat.alive]

    def holders(self, role: str) -> list[int]:
        """Seats whose role is `role`, alive or not."""
        return [n for n, seat in enumerate(self.seats, 1) if seat.role == role]

    def put(self, number: int, seat: Seat) -> State:
        return changed(self, seats=(*self.seats[: number - 1], seat, *self.seats[number:]))

    def set(self, number: int, **changes: Plain) -> State:
        """The seat with these fields changed."""
        return self.put(number, changed(self.at(number), **changes))

    def tonight(self, **changes: Plain) -> State:
        return changed(self, night=changed(self.night, **changes))

    def today(self, **changes: Plain) -> State:
        return changed(self, day=changed(self.day, **changes))

    def leaves(self, to: int, code: str, *cite: str, by: int | None, spends: str = "", **night: Plain) -> State:
        """What a skill of the night leaves: one use less for the actor, a note in the night's record, and the event of its target."""
        seats = self.seats
        if by is not None and spends:
            seats = (*seats[: by - 1], seats[by - 1].spent(spends), *seats[by:])
        event = Event(self.phase, to, Why(code, (("seat", to), ("by", by))), cite)
        return changed(self, seats=seats, night=changed(self.night, **night), events=(*self.events, event))

    def tell(self, seat: int, code: str, /, *cite: str, **values: object) -> State:
        """Remember something that bore on a seat, for `why`."""
        event = Event(self.phase, seat, Why(code, (("seat", seat), *values.items())), cite)
        return changed(self, events=(*self.events, event))

    def acted(self, skill: str, by: int | None) -> bool:
        """Is there a legal entry of this skill by this seat in the phase?"""
        return any(entry.skill == skill and entry.by == by for entry in self.past)


def fresh(role: str) -> Seat:
    """A seat that holds this role from now on."""
    return Seat(role, 命=2 if role == "村长" else None, left=USES.get(role, NOTHING))


def cupid_is_god(option: str, cards: tuple[str, ...]) -> bool:
    """R8: 自动 counts the whole board; more 平 than 狼 -> ①."""
    if option != "自动":
        return option == "①"
    plain = sum(card in ("平民", "混血儿", "村长", "野孩子") for card in cards)
    return plain > sum(card in WOLVES for card in cards)


def board_of(record: Record) -> Board:
    options = {name: record.options.get(name, option.default) for name, option in OPTION.items()}
    roles = tuple(record.setup["roles"][seat] for seat in record.seats)
    extra = tuple(record.setup.get("extra") or ())
    return Board(record.players, options, roles, extra, record.setup.get("上轮首刀"), cupid_is_god(options["丘比特"], roles + extra))


def opening(record: Record) -> State:
    """The state before 第1夜."""
    board = board_of(record)
    return State(board, tuple(fresh(role) for role in board.roles))
