"""The table: what the hands fix for good (Deal), a seat, and the state that a replay carries from entry to entry.

Seat and State are frozen, but without slots: `but` copies their dictionary, which is measured to be several times faster than
`dataclasses.replace` on so many fields; a record of 200 entries copies some 500 times.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from engine.declare import Event
from engine.fengyao import setup as 局
from engine.fengyao.roles import 妖众, 星空, 深渊, 阵营, 顶层
from engine.record import Record, Why

Plain = Any
T = TypeVar("T")

自由, 镇压, 讼罪 = "自由", "镇压", "讼罪"
戏言, 缄默 = "戏言", "缄默"
# Marks on the card on top: they go with it (R49, R52).
牌上 = frozenset(("点燃", "业火", "崩灭牌", "招魂", "窥念"))
# Marks that S0 of the next 白昼 turns into aims, and wipes off.
待发 = frozenset(("业火", "崩灭玩家", "崩灭牌", "招魂", "窥念"))
标记序 = ("点燃", "业火", "崩灭玩家", "崩灭牌", "招魂", "窥念", "祭品", "血祭已尽", "止伐", "鉴仙图")


def but(value: T, **changes: object) -> T:
    """The same value with some fields changed."""
    new = object.__new__(type(value))
    fields = value.__dict__.copy()
    fields.update(changes)
    object.__setattr__(new, "__dict__", fields)
    return new


@dataclass(frozen=True, slots=True)
class Deal:
    """What the setup fixes for the whole game."""

    players: int
    hands: Mapping[int, tuple[str, str]]
    化形: tuple[str, str]
    关键: str
    显圣: bool
    席: Mapping[str, int]  # card -> seat that holds it; 妖首 and 妖众 left out
    在场: frozenset[str]  # cards in the game
    归属: Mapping[int, str]  # seat -> the player's 阵营
    验妖: tuple[str, ...]
    神域: frozenset[int]
    神域抽: int | None
    骸骨: str
    星图: Mapping[str, str]  # meaning -> 星象图
    池: tuple[int, ...]
    轮长: int  # how many numbers a round of 量天 has

    def held(self, card: str) -> bool:
        return card in self.席

    def hand_of(self, card: str) -> tuple[str, str] | None:
        """The opening hand that has this card."""
        seat = self.席.get(card)
        return None if seat is None else self.hands[seat]

    def top_at_opening(self, card: str) -> bool:
        hand = self.hand_of(card)
        return hand is not None and hand[0] == card

    def 双妖众(self, seat: int) -> bool:
        return self.hands[seat] == (妖众, 妖众)


def deal_of(record: Record) -> Deal:
    setup = record.setup
    hands = {seat: (hand[0], hand[1]) for seat, hand in sorted((setup.get("hands") or setup["dealt"]).items())}
    held = {card: seat for seat, hand in hands.items() for card in hand if card not in ("妖首", 妖众)}
    pool: Sequence[int] = ()
    if "树精" in held:
        layers = setup["量天"]
        pool = sorted(layers.get(顶层 if hands[held["树精"]][0] == "树精" else "底层", ()))
    inside = frozenset(held) | frozenset(setup["化形"]) | {"妖首"} | {c for hand in hands.values() for c in hand}
    return Deal(
        players=len(hands),
        hands=hands,
        化形=(setup["化形"][0], setup["化形"][1]),
        关键=setup["关键仙人"],
        显圣=record.options.get("源尊显圣") is True,
        席=held,
        在场=inside,
        归属={seat: 局.隶属(hand) for seat, hand in hands.items()},
        验妖=局.验妖效果(hands),
        神域=frozenset(局.神域席(hands)),
        神域抽=setup.get("神域"),
        骸骨=setup.get("骸骨牌", ""),
        星图={meaning: image for image, meaning in (setup.get("星象图") or {}).items()},
        池=tuple(pool),
        轮长=len(pool) or len(hands) // 2,
    )


@dataclass(frozen=True)
class Seat:
    """A player now. 止伐: the 轮 in which 止伐 holds here; 镇压于: the 白昼 that brought 镇压."""

    top: str | None
    bottom: str | None
    sealed: tuple[str, ...] = ()
    status: str = 自由
    mode: str | None = None
    marks: frozenset[str] = frozenset()
    止伐: int = 0
    镇压于: int = 0


@dataclass(frozen=True, slots=True)
class Aim:
    """起意: something would seal a layer of this seat at the end of the 白昼. forced: 鉴仙图④'s third 白昼."""

    seat: int
    source: str
    forced: bool = False
    at: tuple[int, int] | None = None  # log index of the entry it came from


@dataclass(frozen=True, slots=True)
class 读条:
    by: int
    to: int
    白昼: int = 0


@dataclass(frozen=True, slots=True)
class Link:
    """生死链 of one 白昼."""

    pick: str
    seats: tuple[int, int]
    day: int


@dataclass(frozen=True)
class State:
    deal: Deal
    seats: tuple[Seat, ...]  # seat 1 first
    # where we are
    kind: str = ""  # 首昼, 白昼 or 黑夜
    n: int = 0
    step: int = 0  # the last step an accepted entry belonged to
    used: frozenset[tuple[str, int]] = frozenset()  # rows (and claimants) of this phase that are spent
    over: str | None = None  # the winner, decided within the phase
    s0: bool = False  # … and that at S0
    指认: str | None = None  # what 天眼① came to
    # this 白昼
    aims: tuple[Aim, ...] = ()
    护: frozenset[int] = frozenset()
    封次: int = 0
    # this 黑夜
    加票: bool = False
    票数: Mapping[int, int] | None = None
    票封: frozenset[int] = frozenset()
    延: bool = False  # a defeat that R80 prolongs was met in this phase
    # the whole game
    链: Link | None = None  # the last 生死链
    血祭数: int = 0
    圣陨: bool = False
    加封: bool = False
    止伐史: tuple[tuple[int, int], ...] = ()  # (白昼, seat)
    读条: tuple[读条, ...] = ()
    精魄: int = 0
    无意义: int = 0
    邪神牌: Mapping[str, str] | None = None
    骨筹: str | None = None
    骨筹抽: tuple[int, ...] = ()
    量天抽: tuple[int, ...] = ()
    量天报: tuple[int, ...] = ()
    星象: tuple[int, str] | None = None
    上票: frozenset[int] = frozenset()  # who lost a layer by the last vote
    封时: Mapping[str, int] = ()  # type: ignore[assignment]  # sealed card but 妖众 and 妖首 -> the phase in which
    额外: int = 0  # R80: phases still to come
    events: tuple[Event, ...] = ()
    shown: tuple[tuple[Seat, Mapping[str, Plain]], ...] = ()  # each seat at the end of the last phase, and as the answer shows it

    def at(self, seat: int) -> Seat:
        return self.seats[seat - 1]

    def set(self, seat: int, now: Seat) -> tuple[Seat, ...]:
        """All seats, one of them changed."""
        return (*self.seats[: seat - 1], now, *self.seats[seat:])

    @property
    def phase(self) -> str:
        return f"{'黑夜' if self.kind == '黑夜' else '白昼'}{self.n}"

    @property
    def clock(self) -> int:
        """The number of the phase: 白昼n is 2n, 黑夜n is 2n+1."""
        return 2 * self.n + (self.kind == "黑夜")


def opened(record: Record) -> State:
    """Before 白昼1."""
    deal = deal_of(record)
    seats = tuple(Seat(*deal.hands[seat]) for seat in sorted(deal.hands))
    return State(deal, seats, 封时={}, 精魄=deal.players)


# questions --------------------------------------------------------------------------------------------------------


def 席位(state: State) -> range:
    return range(1, state.deal.players + 1)


def 已封(state: State, card: str) -> bool:
    """Is this card sealed? 妖首: is either?"""
    if card == "妖首":
        return any(card in seat.sealed for seat in state.seats)
    return card in state.封时


def 受止(state: State, seat: int) -> bool:
    """Is this a 深渊 player under 止伐: in 黑夜n and 白昼(n+1) after the choice in 白昼n (R41 to R43)?"""
    chosen = state.n if state.kind == "黑夜" else state.n - 1
    return state.seats[seat - 1].止伐 == chosen > 0 and state.deal.归属[seat] == 深渊


def 张数(seat: Seat) -> int:
    """Unsealed cards."""
    return (seat.top is not None) + (seat.bottom is not None)


def 票权(seat: Seat, night: int) -> int:
    """Ballots in the vote of 黑夜 `night` (R71)."""
    if seat.status == 自由:
        return 张数(seat)
    return int(seat.mode == 缄默 and seat.镇压于 != night)


def 可言(state: State, seat: int) -> bool:
    """May this seat speak in step 3 of this 黑夜 (R46)?"""
    now = state.at(seat)
    return now.status == 自由 or (now.mode == 戏言 and now.镇压于 != state.n)


def 星众(state: State) -> Iterable[int]:
    """星空 players, ascending."""
    return (seat for seat in 席位(state) if state.deal.归属[seat] == 星空)


def 顶为星空(seat: Seat) -> bool:
    return seat.top is not None and 阵营(seat.top) == 星空


# changes ----------------------------------------------------------------------------------------------------------


def 标(state: State, seat: int, mark: str) -> tuple[Seat, ...]:
    """All seats, one of them with a mark more. A seat without a card gets no mark that is pending; none is doubled."""
    now = state.seats[seat - 1]
    if (mark in 待发 and now.top is None) or mark in now.marks:
        return state.seats
    return state.set(seat, but(now, marks=now.marks | {mark}))


def 失层(seat: Seat, status: str, night: int = 0) -> Seat:
    """One layer less: the card below comes up; the last one lost gives `status`, 镇压 in 白昼 `night`."""
    assert seat.top is not None
    last = seat.bottom is None
    return but(
        seat,
        top=seat.bottom,
        bottom=None,
        sealed=(*seat.sealed, seat.top),
        marks=seat.marks - 牌上,
        status=status if last else seat.status,
        镇压于=night if last else seat.镇压于,
    )


def 封时后(state: State, lost: Sequence[int], seats: Sequence[Seat]) -> Mapping[str, int]:
    """When which card was sealed, after these seats lost their tops in this phase."""
    if not lost:
        return state.封时
    times = dict(state.封时)
    for seat in lost:
        times[seats[seat - 1].sealed[-1]] = state.clock
    return times


def 记(state: State, seat: int, code: str, *cite: str, **values: object) -> tuple[Event, ...]:
    """All events, and one more."""
    return (*state.events, Event(state.phase, seat, Why(code, (("seat", seat), *values.items())), cite))
