"""The table as it stands: seats, the relic, and what this day or night has seen. Values; every change is a new one.

Named tuples, because a night makes hundreds of them and `_replace` is many times faster there than a dataclass's.
Seats are 1 … 21. A phase's own memory (`Day`, `Night`, `used`, `outs` …) is laid out anew when the next phase begins.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.declare import Event
from engine.eva.roles import FLIPS, IMMUNE, SIDE, SKILLS, TEAM
from engine.record import Entry, Why

Plain = Any
LATER = 1_000_000  # log index of an entry that stands in no log


class Seat(NamedTuple):
    """One role. `挂机`: the log index in this phase from which it counts, -1 from earlier on, None: not at all."""

    身份: str
    原身份: str
    出局: str | None = None
    挂机: int | None = None
    蓝牌: int = 0
    黄牌: int = 0
    红牌: int = 0
    腐化: bool = False
    虚体: bool = False
    长寿已耗: bool = False
    限定已用: tuple[str, ...] = ()
    拓印技能: str | None = None
    新拓印: str | None = None  # chosen tonight, owned from the next day on

    @property
    def 存活(self) -> bool:
        return self.出局 is None

    @property
    def 人类(self) -> bool:
        return self.身份 in FLIPS

    @property
    def 阵营(self) -> str:
        return SIDE[self.身份]

    def skills(self) -> tuple[str, ...]:
        """All that `owns` says yes to."""
        kept = TEAM[self.原身份] if self.身份 == "活尸" else ()
        return tuple(dict.fromkeys((*SKILLS[self.身份], *kept, *((self.拓印技能,) if self.拓印技能 else ()))))

    def owns(self, skill: str) -> bool:
        """The one rule of ownership: the identity's skills, a copy, and what 伪装 keeps."""
        return skill in SKILLS[self.身份] or skill == self.拓印技能 or (self.身份 == "活尸" and skill in TEAM[self.原身份])


class Day(NamedTuple):
    ballots: tuple[tuple[int, int], ...] = ()  # final ones (voter, target), in order of posting
    trick: int | None = None  # whom 诡辩 sends out instead
    voted: int | None = None  # 因投票出局 today; on 第1天 the 神眷者
    tally: tuple[tuple[int, float], ...] = ()
    虚体: tuple[int, ...] = ()


class Night(NamedTuple):
    诅咒: tuple[int, str] | None = None
    追踪: int | None = None
    holding: int | None = None  # who held the relic as a living 人类 right after (0)
    牵制: int | None = None
    潜行: tuple[int, ...] = ()
    offer: tuple[str, ...] | None = None  # what 拓印 may take tonight
    blessings: tuple[tuple[int, int], ...] = ()
    祝福: int | None = None
    祝福已用: bool = False
    防反: tuple[tuple[int, int], ...] = ()  # not yet spent
    剑痕: tuple[tuple[int, str], ...] = ()
    感召: tuple[tuple[int, int], ...] = ()
    流言: tuple[int, ...] = ()
    诡辩: tuple[int, int] | None = None
    圣光: tuple[tuple[int, int], ...] = ()  # on 人类: immunity
    burnt: tuple[tuple[int, int], ...] = ()  # 圣光 on 亡灵
    damages: tuple[tuple[str, int, int], ...] = ()
    死灵咒: int | None = None
    告死: tuple[int, ...] = ()
    遗言: tuple[tuple[int, str], ...] = ()
    权势: frozenset[int] = frozenset()
    认主: int | None = None
    虔诚: int | None = None


class State(NamedTuple):
    seats: tuple[Seat, ...]
    村民票: bool = False
    phase: str = ""
    number: int = 0
    nth: int = -1  # index of the phase in the log
    night: bool = False
    winner: str | None = None
    # what lasts
    持有者: int | None = None
    诅咒: int = 3
    夜数: int = 0
    already: bool = False  # 认主 has come for this holding
    认主: tuple[tuple[int, str, str], ...] = ()
    神眷者: int | None = None
    使徒: bool = False
    流言: tuple[int, ...] = ()
    诡辩: tuple[int, int] | None = None
    权势: frozenset[int] = frozenset()
    blessed: int | None = None  # last night
    block: int = 0  # the pair of nights that has had its 牵制
    decayed: int | None = None  # the 腐尸 因投票出局 yesterday
    yesterday: tuple[int, ...] = ()  # 出局 of the day before this night, in order
    events: tuple[Event, ...] = ()
    # of this phase
    heard: tuple[tuple[int, Why], ...] = ()  # what a seat is told, in order
    opened: State | None = None  # this very phase before its first entry
    dawn: tuple[Seat, ...] = ()  # the seats right after (0): who may choose tonight (R11)
    done: int = 0  # automatic work up to this row of the phase
    taken: tuple[Entry, ...] = ()
    used: tuple[tuple[str, int | None], ...] = ()
    outs: tuple[int, ...] = ()
    陷阱: tuple[tuple[int, int], ...] = ()
    结算: tuple[tuple[str, int | None, int, str], ...] = ()
    held: int | None = None  # the holder when the phase began
    失主: int | None = None  # the holder that went 出局 in this phase
    失眷: int | None = None
    day: Day = Day()
    dark: Night = Night()

    def seat(self, n: int) -> Seat:
        return self.seats[n - 1]

    def alive(self, n: int) -> bool:
        return self.seats[n - 1].出局 is None

    def living(self) -> list[int]:
        return [n for n, s in enumerate(self.seats, 1) if s.出局 is None]

    def owns(self, n: int, skill: str) -> bool:
        return self.seats[n - 1].owns(skill)

    def hung(self, n: int, at: int) -> bool:
        """Is the seat in 挂机 for an entry at this log index?"""
        since = self.seats[n - 1].挂机
        return since is not None and since < at

    def change(self, n: int, **values: Plain) -> State:
        """Seat n with other values."""
        seats = list(self.seats)
        seats[n - 1] = seats[n - 1]._replace(**values)
        return self._replace(seats=tuple(seats))

    def tonight(self, **values: Plain) -> State:
        return self._replace(dark=self.dark._replace(**values))

    def today(self, **values: Plain) -> State:
        return self._replace(day=self.day._replace(**values))

    def tell(self, n: int, code: str, **values: object) -> State:
        """Seat n is told something, and nobody else."""
        return self._replace(heard=(*self.heard, (n, Why(code, tuple(values.items())))))

    def note(self, n: int, why: Why, cite: tuple[str, ...], at: int | None = None) -> State:
        """Something bore on seat n: for `why SEAT`."""
        place = None if at is None or at == LATER else (self.nth, at)
        return self._replace(events=(*self.events, Event(self.phase, n, why, cite, place)))


def where(entry: Entry) -> int:
    """The entry's index in its phase."""
    return entry.place[1] if entry.place else LATER


def counted(state: State, side: str) -> int:
    """Living roles of a side, those in 挂机 too."""
    return sum(s.出局 is None and SIDE[s.身份] == side for s in state.seats)


def immune(state: State, n: int) -> bool:
    """神恩 and 虔诚: 诅咒 can't touch this seat."""
    seat = state.seat(n)
    return seat.身份 in IMMUNE or state.神眷者 == n or seat.拓印技能 == "神恩"


def flip(state: State, n: int, why: str, cite: tuple[str, ...]) -> State:
    """翻转身份: 人类 to its 亡灵 identity, 亡灵 back to its own last 人类 one (R4, R5); a copy is lost, 流言 stays (R8)."""
    seat = state.seat(n)
    new = FLIPS.get(seat.身份, seat.原身份)
    kept = {"拓印技能": _kept(seat.拓印技能), "新拓印": _kept(seat.新拓印)}
    state = state.change(n, 身份=new, **kept).note(n, Why("翻转", (("from", seat.身份), ("to", new), ("by", why))), cite)
    state = state.tell(n, "听·翻转", identity=new)
    return state._replace(诅咒=state.诅咒 + 1) if new == "恶灵" else state


def _kept(copy: str | None) -> str | None:
    return copy if copy == "流言" else None


def leave(state: State, n: int, why: str, cite: tuple[str, ...]) -> State:
    """出局, with the relic and the 神眷者 mark falling free."""
    state = state.change(n, 出局=state.phase).note(n, Why("出局", (("by", why),)), cite)
    state = state._replace(outs=(*state.outs, n))
    if state.持有者 == n:
        state = state._replace(持有者=None, 失主=n).tell(n, "听·馈赠")
    if state.神眷者 == n:
        state = state._replace(神眷者=None, 失眷=n).tell(n, "听·传承")
    return state


def hand(state: State, n: int, cite: tuple[str, ...]) -> State:
    """The relic comes to seat n. Whether a holding is unbroken is looked at when the night ends (R61)."""
    return state if state.持有者 == n else state._replace(持有者=n).note(n, Why("得圣物"), cite)
