"""注2, 注3: how a 白昼 is settled (R30), and the look at S0 at dawn (R29)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.declare import Event
from engine.fengyao.state import Aim, Link, Seat, State, but, 失层, 封时后, 待发, 读条, 镇压
from engine.fengyao.win import 延, 胜者, 达成
from engine.flow import pipe
from engine.record import Why


@dataclass(frozen=True, slots=True)
class 结算:
    """A 白昼 on its way through the pipe. aims, forced: seat -> where the aims at it came from."""

    state: State
    aims: Mapping[int, tuple[str, ...]]
    forced: Mapping[int, tuple[str, ...]]
    own: frozenset[int] = frozenset()  # seats with an aim of their own before the links
    lost: tuple[int, ...] = ()
    seats: tuple[Seat, ...] = ()
    events: tuple[Event, ...] = ()


def _told(case: 结算, seat: int, code: str, *cite: str, at: tuple[int, int] | None = None, **values: object) -> Event:
    return Event(case.state.phase, seat, Why(code, (("seat", seat), *values.items())), cite, at)


def 起意(case: 结算) -> 结算:
    """Each effect that would seal aims at a seat; nothing aims at a seat without a card; 圣贤 takes no forced one (R30, R69)."""
    state = case.state
    aims: dict[int, tuple[str, ...]] = {}
    forced: dict[int, tuple[str, ...]] = {}
    events: list[Event] = []
    for aim in state.aims:
        top = state.at(aim.seat).top
        if top is None:
            events.append(_told(case, aim.seat, "起意·无牌", "R30", at=aim.at, source=aim.source))
        elif aim.forced and top == "圣贤":
            events.append(_told(case, aim.seat, "起意·圣贤", "R69", at=aim.at, source=aim.source))
        else:
            book = forced if aim.forced else aims
            book[aim.seat] = (*book.get(aim.seat, ()), aim.source)
            events.append(_told(case, aim.seat, "起意·强制" if aim.forced else "起意", "R30", at=aim.at, source=aim.source))
    return replace(case, aims=aims, forced=forced, own=frozenset(aims) | frozenset(forced), events=tuple(events))


def 牵连(case: 结算) -> 结算:
    """生链: ordinary aims change places. 死链: an aim at one gives the other one too. Once, no further (R31, R32)."""
    link = 今链(case.state)
    if link is None:
        return case
    a, b = link.seats
    aims = dict(case.aims)
    events = list(case.events)
    if link.pick == "生链":
        at_a, at_b = aims.pop(a, ()), aims.pop(b, ())
        for seat, came, other in ((a, at_b, b), (b, at_a, a)):
            if came:
                aims[seat] = came
                events.append(_told(case, seat, "生链转来", "魔罗/生死链", "R31", other=other, source=came))
    else:
        hit = {seat for seat in (a, b) if case.aims.get(seat) or case.forced.get(seat)}
        for seat, other in ((a, b), (b, a)):
            if other in hit:
                aims[seat] = (*aims.get(seat, ()), "死链")
                events.append(_told(case, seat, "死链牵连", "魔罗/生死链", "R32", other=other))
    return replace(case, aims=aims, events=tuple(events))


def 阻止(case: 结算) -> 结算:
    """Ordinary aims at a seat under 血祭's protection or with 神女 on top fall away (R33, R39)."""
    aims = dict(case.aims)
    events = list(case.events)
    for seat in case.aims:
        if seat in case.state.护:
            events.append(_told(case, seat, "血祭阻止", "血俑/血祭", "R33", source=aims.pop(seat)))
        elif case.state.at(seat).top == "神女":
            events.append(_told(case, seat, "神域阻止", "神女/神域", "R39", source=aims.pop(seat)))
    return replace(case, aims=aims, events=tuple(events))


def 一层(case: 结算) -> 结算:
    """Every seat with an aim left loses its top, once, however many aims (注2)."""
    state = case.state
    lost = tuple(seat for seat in sorted(set(case.aims) | set(case.forced)) if state.at(seat).top is not None)
    seats = list(state.seats)
    events = list(case.events)
    for seat in lost:
        events.append(_told(case, seat, "失去一层", "游戏流程/注2", "R30", card=seats[seat - 1].top))
        seats[seat - 1] = 失层(seats[seat - 1], 镇压, state.n)
    return replace(case, lost=lost, seats=tuple(seats), events=tuple(events))


白昼结算 = (起意, 牵连, 阻止, 一层)


def 今链(state: State) -> Link | None:
    """生死链 of this very 白昼."""
    return state.链 if state.链 is not None and state.链.day == state.n and state.kind == "白昼" else None


def 结算白昼(state: State) -> 结算:
    """The 白昼 settled as it stands. Pure: may be asked of an unfinished one."""
    case = 结算(state, {}, {}, seats=state.seats)
    return pipe(白昼结算, case) if state.aims else case


def 白昼胜者(state: State, case: 结算) -> str | None:
    """星空, 深渊, 延 or None at the end of the 白昼 (R77, R78)."""
    times = 封时后(state, case.lost, case.seats)
    link = 今链(state)
    without = None
    if link is not None and link.pick == "死链":
        kept = tuple(seat for seat in case.lost if seat in case.own)
        seats = tuple(new if i + 1 in kept else old for i, (old, new) in enumerate(zip(state.seats, case.seats, strict=True)))
        without = 达成(state, seats, 封时后(state, kept, seats))
    return 胜者(state, case.seats, times, without, 白昼末=True)


def 条后(state: State, lost: tuple[int, ...]) -> tuple[读条, ...]:
    """读条 at the end of a 白昼: one more whole 白昼 for a claimant who lost a layer in it, else broken; done after the third (R68)."""
    return tuple(replace(bar, 白昼=bar.白昼 + 1) for bar in state.读条 if bar.白昼 < 2 and bar.by in lost)


# 其他白昼 0 ---------------------------------------------------------------------------------------------------------


def 天亮(state: State) -> State:
    """S0: marks and 读条 become aims, the marks are wiped off; does this alone end the game (R29)?"""
    aims: list[Aim] = []
    seats = list(state.seats)
    for i, seat in enumerate(seats):
        pending = seat.marks & 待发 if seat.marks else ()
        if pending:
            aims += [Aim(i + 1, mark[:2]) for mark in ("业火", "崩灭玩家", "崩灭牌", "招魂", "窥念") if mark in pending]
            seats[i] = but(seat, marks=seat.marks - pending)
    for bar in state.读条:
        aims.append(Aim(bar.to, "鉴仙图④", forced=True) if bar.白昼 == 2 else Aim(bar.by, "读条"))
    if aims:
        state = but(state, aims=tuple(aims), seats=tuple(seats))
    winner = 天亮胜者(state)
    return but(state, over=winner, s0=True) if winner else state


def 天亮胜者(state: State) -> str | None:
    """Who wins if the aims of S0 alone are carried out; None where nobody does, or where R80 prolongs."""
    case = 结算白昼(state)
    found = 胜者(state, case.seats, 封时后(state, case.lost, case.seats))
    return None if found == 延 else found
