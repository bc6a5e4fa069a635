"""投票 and the day's end; 判罚 and 挂机, which come whenever they come."""

from __future__ import annotations

from collections.abc import Mapping

from engine.declare import Done, Illegal
from engine.eva.damage import strike, traps
from engine.eva.limits import living, no, totals_of, voter
from engine.eva.roles import CARDS
from engine.eva.state import State, leave, where
from engine.record import Entry, Why

PENALTY = "判罚制度"


# --- 判罚, 挂机


def 判罚(state: State, entry: Entry) -> Done[State]:
    """Three 蓝牌 make a 黄牌, three 黄牌 a 红牌, at once; a 红牌 puts the seat in 挂机 (R58)."""
    assert entry.target is not None
    seat = state.seat(entry.target)
    counts = {card: getattr(seat, card) for card in CARDS}
    card = entry.pick
    counts[card] += 1
    for small, big in (("蓝牌", "黄牌"), ("黄牌", "红牌")):
        if counts[small] == 3:
            counts[small], card = 0, big
            counts[big] += 1
    state = state.change(entry.target, **counts).note(entry.target, Why("得牌", (("card", card),)), (PENALTY, "R58"), where(entry))
    why = (Why("得牌", (("card", card),)),)
    return Done(hang(state, entry.target, where(entry)) if card == "红牌" else state, card, ("R58",), why)


def 挂机(state: State, entry: Entry) -> Done[State]:
    assert entry.target is not None
    return Done(hang(state, entry.target, where(entry)), None, ("R57",))


def hang(state: State, n: int, at: int) -> State:
    """挂机 from this place in the log on (R57)."""
    if state.seat(n).挂机 is not None:
        return state
    return state.change(n, 挂机=at).note(n, Why("挂机"), ("挂机状态", "R57"), at)


# --- 白天


def 陷阱(state: State, entry: Entry) -> Done[State]:
    """Armed for this day or night (R34)."""
    assert entry.by is not None and entry.target is not None
    return Done(state._replace(陷阱=(*state.陷阱, (entry.by, entry.target))), None, ("R34",))


def ballots_of(entry: Entry) -> list[tuple[int, int | None]]:
    """(voter, target) in the order they count as posted."""
    if entry.votes is not None:
        return sorted((int(by), int(to)) for by, to in entry.votes.items())
    assert entry.by is not None
    return [(entry.by, entry.to[0] if entry.to else None)]


def bad_ballot(state: State, entry: Entry) -> Illegal | None:
    """One bad ballot makes the whole entry illegal."""
    for by, to in ballots_of(entry):
        wrong = voter(state, by, where(entry)) or (living(state, entry, to) if to is not None else None)
        if wrong is not None:
            return wrong
    return None


def 投票(state: State, entry: Entry) -> Done[State]:
    """The last ballot of a seat counts and takes its place in time; one for nobody withdraws (R16)."""
    ballots = state.day.ballots
    for by, to in ballots_of(entry):
        ballots = tuple(b for b in ballots if b[0] != by)
        if to is not None:
            ballots = (*ballots, (by, to))
    return Done(state.today(ballots=ballots), None, ("R16",))


def 改判(state: State, entry: Entry) -> Done[State]:
    """诡辩 by day: a role with at least one vote goes instead (R19)."""
    assert entry.target is not None
    if totals_of(state).get(entry.target, 0) < 1:
        return Done(state, None, ("R19",), (Why("诡辩无票"),))
    return Done(state.today(trick=entry.target), "出局", ("R19",), (Why("诡辩改判", (("seat", entry.target),)),))


def top(state: State) -> int | None:
    """最先高票者: of those with most votes the one that first reached its final count (R17)."""
    totals = totals_of(state)
    best = max(totals.values(), default=0)
    reached: dict[int, int] = {}
    for i, to in enumerate((*state.流言, *(to for _, to in state.day.ballots))):
        reached[to] = i
    return min((n for n, v in totals.items() if v == best), key=lambda n: reached[n], default=None)


def 投票结算(state: State) -> State:
    """D3: 第1天 elects the 神眷者; later the top role, or the one 诡辩 names, goes 出局, then its 陷阱."""
    tally = tuple(totals_of(state).items())
    if state.number == 1:
        n = top(state)
        state = state.today(voted=n, tally=tally)._replace(神眷者=n)
        return state.note(n, Why("成神眷者"), ("总体流程/1", "R17")) if n else state
    n = state.day.trick or top(state)
    state = state.today(voted=n, tally=tally)
    if n is None:
        return state
    state = leave(state, n, "诡辩" if state.day.trick else "投票", ("投票", "R19" if state.day.trick else "R17"))
    state = state._replace(结算=(("投票", None, n, "出局"),), decayed=n if state.seat(n).身份 == "腐尸" else None)
    return strike(state, traps(state, n))


def elected(state: State) -> int | None:
    return state.day.voted


def 虚体(state: State, entry: Entry) -> Done[State]:
    assert entry.by is not None
    state = state.change(entry.by, 虚体=True).today(虚体=(*state.day.虚体, entry.by))
    return Done(state.note(entry.by, Why("虚体"), ("恶灵/虚体", "R53"), where(entry)), "恶灵", ("R53",))


def votes_of(entry: Entry) -> Mapping[int, int]:
    return entry.votes or {}


def wrong_votes(entry: Entry) -> Illegal | None:
    """Either `by` and `to`, or `votes`."""
    if entry.votes is not None and (entry.by is not None or entry.to is not None):
        return no("票写法不合", "R16")
    return None
