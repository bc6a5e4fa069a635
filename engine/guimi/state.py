"""What the 法官 keeps: `Desk` is the working copy of one step, `State` the frozen value between steps that holds one.

Columns have 26 items, item 0 unused, so that a seat is its own index. Mappings and sets are never changed in place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.declare import Owed
from engine.guimi.names import CAMP, COUNT, DEFAULTS, NUMBER, OF_KIND, PLAYERS, known_to, start
from engine.record import Record

if TYPE_CHECKING:
    from engine.guimi.skill import Stored

Plain = Any
Pair = tuple[int, int]
SEATS = range(1, PLAYERS + 1)
无穷 = "∞"


@dataclass(frozen=True, slots=True)
class Board:
    """What never changes in a game. `seat`: 身份 -> its seat, of those there is one of."""

    身份: tuple[str, ...]
    阵营: tuple[str, ...]
    认识: tuple[tuple[int, ...], ...]
    seat: Mapping[str, int]
    options: Mapping[str, Plain]


class Change(NamedTuple):
    """One line of the ledger. `what`: 生命, 理智, 神秘学知识, 护盾, a kind of 精神污染 (by `delta`), or a word for an event (delta 0).

    `source`: the entry that did it as (skill, by), ("", None) where it came by itself. `at`: its log indices.
    """

    phase: str
    seat: int
    what: str
    delta: int
    now: Plain
    cite: tuple[str, ...]
    source: tuple[str, int | None] = ("", None)
    at: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """A carried-out action of 高维俯视者 (R62). `pray`: its result is told only at the phase's end."""

    skill: str
    to: tuple[int, ...]
    result: Plain = None
    pray: bool = False


@dataclass(frozen=True, slots=True)
class Debt:
    """A demanded entry that didn't come: where it sorts in 待定, and what it is."""

    order: tuple[int, int, int, int]
    owed: Owed


@dataclass
class Desk:
    """The table as it stands in an open phase. 理智 None is ∞. Changed only by the step that copied it."""

    board: Board
    生命: list[int]
    理智: list[int | None]
    神秘学知识: list[int]
    护盾: list[int]
    信仰: list[str]
    精神污染: list[Mapping[str, int]]
    alive: list[bool]
    死因: list[str | None]
    遗言: list[bool | None]
    # --- the game
    遗言名额: int = 8
    问题: int = 3
    获胜: int = 0  # the seat that has won by R65, 0 for none
    已恢复: bool = False  # 黑夜女神's restore is spent
    已得一命: frozenset[int] = frozenset()  # R29
    被动: tuple[frozenset[int], ...] = ()  # whose 被动 each seat has now, by number (R12, R13)
    ledger: tuple[Change, ...] = ()
    # --- the phase
    phase: str = "开局"
    n: int = 0
    night: bool = False
    place: int = 0
    holder: int = 0  # within the places of 被动 愚者 and 不定之雾: the holder that has come
    stage: int = 0  # automatic work done so far
    done: frozenset[tuple[Plain, ...]] = frozenset()  # 被动 and 被动技能 entries of this phase: (by, to, pick)
    debts: tuple[Debt, ...] = ()
    deaths: tuple[int, ...] = ()
    # --- this night and, for the sharing at 警情通报, the night before
    指定: frozenset[Pair] = frozenset()  # 夜间指定 (R14)
    操作: Mapping[int, frozenset[int]] = field(default_factory=dict)
    昨夜操作: Mapping[int, frozenset[int]] = field(default_factory=dict)
    所见: tuple[Seen, ...] = ()
    昨夜所见: tuple[Seen, ...] = ()
    主宰在: bool = False  # 超星主宰 alive when the night began
    公开: tuple[Seen, ...] = ()  # what 玩家群 hears at 入夜 (R62)
    所增: frozenset[int] = frozenset()  # who gained 神秘学知识 in this night
    昨夜所增: int = 0
    守护: frozenset[Pair] = frozenset()
    昨夜守护: frozenset[Pair] = frozenset()
    延迟: tuple[Stored, ...] = ()  # put off last night, to be settled in this
    推迟: tuple[Stored, ...] = ()  # put off in this night
    诅咒: Mapping[int, int] = field(default_factory=dict)  # practice 4 begun tonight: seat -> how many
    旧诅咒: Mapping[int, int] = field(default_factory=dict)  # begun the night before
    入夜信仰: tuple[str, ...] = ()  # as the night began (R13)
    入夜污染: tuple[Mapping[str, int], ...] = ()
    # --- this night alone
    入夜: tuple[Mapping[str, Plain] | None, ...] = ()
    入夜生命: tuple[int, ...] = ()
    黄昏锁: frozenset[int] = frozenset()
    锁: frozenset[int] = frozenset()
    已行动: Mapping[int, int] = field(default_factory=dict)
    额外: Mapping[int, int] = field(default_factory=dict)
    传教数: Mapping[int, int] = field(default_factory=dict)
    传教过: frozenset[Pair] = frozenset()
    主刀: frozenset[int] = frozenset()
    公共: frozenset[int] = frozenset()
    已问: bool = False
    黄昏扣: tuple[Pair, ...] = ()  # (seat, 理智 to be returned)
    均分者: frozenset[int] = frozenset()  # seats designated by 不息的呓语
    交付: Mapping[int, int] = field(default_factory=dict)  # seat -> face delivered by 愚者
    静止: frozenset[str] = frozenset()  # 信仰 that practice 3 holds still
    群聊: frozenset[tuple[int, int, int]] = frozenset()  # (永恒烈阳, a, b)
    雾中: frozenset[int] = frozenset()
    # --- this day alone
    放逐: Mapping[str, Plain] | None = None
    处决: frozenset[int] = frozenset()
    已随机传教: bool = False
    # --- who is speaking: the entry being worked on
    source: tuple[str, int | None] = ("", None)
    at: tuple[int, int] | None = None
    fresh: list[Change] = field(default_factory=list)  # ledger lines of this step

    def copy(self) -> Desk:
        """A copy to work on."""
        new = object.__new__(Desk)
        old = self.__dict__
        new.__dict__.update(old)
        for name in COLUMNS:
            new.__dict__[name] = old[name].copy()
        new.fresh = []
        return new

    def note(self, seat: int, what: str, delta: int, now: Plain, *cite: str) -> None:
        """Write a line of the ledger."""
        self.fresh.append(Change(self.phase, seat, what, delta, now, cite, self.source, self.at))

    def playing(self, seat: int) -> bool:
        """Alive and not removed by R65."""
        return self.alive[seat] and seat != self.获胜

    def present(self) -> list[int]:
        """All seats that are playing."""
        won = self.获胜
        return [seat for seat in SEATS if self.alive[seat] and seat != won]

    def frail(self) -> list[int]:
        """The seats in play with 生命<1 or 理智<1."""
        life, sanity = self.生命, self.理智
        return [s for s in self.present() if life[s] < 1 or ((value := sanity[s]) is not None and value < 1)]

    def living(self, name: str) -> int:
        """The seat of this 身份 if it is alive, else 0."""
        seat = self.board.seat[name]
        return seat if self.alive[seat] else 0

    def low(self, seat: int, limit: int) -> bool:
        """理智 below `limit`? ∞ never is (R5)."""
        value = self.理智[seat]
        return value is not None and value < limit


COLUMNS = ("生命", "理智", "神秘学知识", "护盾", "信仰", "精神污染", "alive", "死因", "遗言")


@dataclass(frozen=True, slots=True)
class State:
    """An open phase. `desk` is never changed: whoever works on it copies it."""

    desk: Desk


def sealed(desk: Desk) -> State:
    """The desk as a value, its ledger lines added to the game's."""
    if desk.fresh:
        desk.ledger += tuple(desk.fresh)
        desk.fresh = []
    desk.source, desk.at = ("", None), None
    return State(desk)


def opened(record: Record) -> State:
    """The table before 第1夜 (R3, R6)."""
    names = ("", *(record.setup["身份"][seat] for seat in SEATS))
    seat_of = {name: seat for seat, name in enumerate(names) if COUNT.get(name) == 1}
    known = ((), *(tuple(sorted(seat_of[other] for other in known_to(name))) for name in names[1:]))
    board = Board(names, ("", *(CAMP[n] for n in names[1:])), known, seat_of, {**DEFAULTS, **record.options})
    believed = record.setup["信仰"]
    gods = ["", *(believed[s] if CAMP[names[s]] == "民边" else _own(names[s]) for s in SEATS)]
    begins = [start(name) for name in names]
    desk = Desk(
        board=board,
        生命=[life for life, _ in begins],
        理智=[sanity for _, sanity in begins],
        神秘学知识=[0] * (PLAYERS + 1),
        护盾=[0] * (PLAYERS + 1),
        信仰=gods,
        精神污染=[{god: 1} for god in gods],
        alive=[True] * (PLAYERS + 1),
        死因=[None] * (PLAYERS + 1),
        遗言=[None] * (PLAYERS + 1),
        遗言名额=board.options["遗言名额"],
    )
    for seat in SEATS:
        _first_lines(desk, seat)
    return sealed(desk)


def _own(name: str) -> str:
    return "造物主" if name == "最初造物主" else name


def _first_lines(desk: Desk, seat: int) -> None:
    desk.note(seat, "生命", desk.生命[seat], desk.生命[seat], "R3")
    sanity = desk.理智[seat]
    desk.note(seat, "理智", sanity or 0, 无穷 if sanity is None else sanity, "R3")
    desk.note(seat, desk.信仰[seat], 1, 1, "R8")


def begun(state: State, phase: str) -> State:
    """A phase opened: what lasted one night or one day is over."""
    desk = state.desk.copy()
    desk.phase, desk.n, desk.night = phase, int(phase[1:-1]), phase.endswith("夜")
    desk.place = desk.holder = desk.stage = 0
    desk.done, desk.debts, desk.deaths = frozenset(), (), ()
    desk.静止, desk.交付 = frozenset(), {}
    desk.放逐, desk.处决, desk.已随机传教 = None, frozenset(), False
    if desk.night:
        _new_night(desk)
    else:
        desk.入夜 = ()
    return sealed(desk)


@lru_cache(maxsize=4096)
def _numbers(kinds: tuple[str, ...]) -> frozenset[int]:
    """Whose 被动 these kinds give (R16)."""
    return frozenset(NUMBER[OF_KIND[kind]] for kind in kinds)


def held_passives(desk: Desk) -> tuple[frozenset[int], ...]:
    """R12, R16: whose 被动 each seat has as things stand; one removed by R65 has none (R66)."""
    if desk.board.options["被动范围"] == "信仰":
        found = [_numbers((god,)) for god in desk.信仰[1:]]
    else:
        found = [_numbers((god, *tainted)) for god, tainted in zip(desk.信仰[1:], desk.精神污染[1:], strict=True)]
    if desk.获胜:
        found[desk.获胜 - 1] = frozenset()
    return (frozenset(), *found)


def _new_night(desk: Desk) -> None:
    desk.被动 = held_passives(desk)
    desk.入夜信仰, desk.入夜污染 = tuple(desk.信仰), tuple(desk.精神污染)
    desk.昨夜操作, desk.操作, desk.指定 = desk.操作, {}, frozenset()
    desk.昨夜所见, desk.所见, desk.主宰在 = desk.所见, (), bool(desk.living("超星主宰"))
    desk.昨夜所增, desk.所增 = len(desk.所增), frozenset()
    desk.昨夜守护, desk.守护 = desk.守护, frozenset()
    desk.延迟, desk.推迟 = still_standing(desk), ()
    desk.旧诅咒, desk.诅咒 = desk.诅咒, {}
    desk.入夜, desk.入夜生命, desk.锁 = (), (), frozenset()
    desk.黄昏锁 = frozenset(s for s in SEATS if desk.low(s, 6))
    desk.已行动, desk.额外, desk.传教数, desk.传教过 = {}, {}, {}, frozenset()
    desk.主刀, desk.公共, desk.已问 = frozenset(), frozenset(), False
    desk.黄昏扣, desk.均分者 = (), frozenset()
    desk.群聊, desk.雾中 = frozenset(), frozenset()


def still_standing(desk: Desk, put_off: tuple[Stored, ...] | None = None) -> tuple[Stored, ...]:
    """R63: what was put off in the last night, without out actors and out targets."""
    found = []
    for stored in desk.推迟 if put_off is None else put_off:
        kept = [(t, k) for t, k in zip(stored.to, stored.numbers, strict=True) if desk.playing(t)]
        if desk.playing(stored.by) and kept:
            found.append(stored.to_only(kept))
    return tuple(found)
