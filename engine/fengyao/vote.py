"""黑夜讨论 4 and 5: 诛仙投票 and 黎明 (R71 to R74)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.declare import Done, Illegal
from engine.fengyao.day import ROWS as DAY
from engine.fengyao.skill import Skill, 无人
from engine.fengyao.state import State, but, 受止, 失层, 封时后, 票权, 自由, 记, 讼罪
from engine.fengyao.win import 延, 胜者
from engine.record import Entry, Why

K = "黑夜"


def 选票(entry: Entry) -> Mapping[int, tuple[int, ...]]:
    """seat -> the seats it votes for, once for each ballot."""
    votes = entry.votes or {}
    return {seat: tuple(given) if isinstance(given, list | tuple) else (given,) for seat, given in votes.items()}


def 票不过权(state: State, entry: Entry) -> None:
    for seat, given in 选票(entry).items():
        right = 票权(state.at(seat), state.n)
        if len(given) > right:
            raise Illegal("票过多", "诛仙投票", "R71", seat=seat, right=right, given=len(given))


def 只投自由(state: State, entry: Entry) -> None:
    for seat, given in 选票(entry).items():
        for target in given:
            if state.at(target).status != 自由:
                raise Illegal("投非自由", "诛仙投票", "R71", seat=seat, target=target)


def 票重(state: State, seat: int) -> int:
    """What a ballot of this seat counts: 0 under 止伐, 2 by a true 鉴仙图③ (R42, R67)."""
    if 受止(state, seat):
        return 0
    return 2 if state.加票 and (state.deal.双妖众(seat) or state.at(seat).top == "圣贤") else 1


def 计票(state: State, entry: Entry) -> dict[int, int]:
    """seat -> counted votes, only those above 0, ascending."""
    count: dict[int, int] = {}
    for seat, given in 选票(entry).items():
        weight = 票重(state, seat)
        for target in given if weight else ():
            count[target] = count.get(target, 0) + weight
    return dict(sorted(count.items()))


def 诛仙投票(state: State, entry: Entry) -> Done[State]:
    """All with the highest count lose their top at once; nobody above 0: nobody does (R72)."""
    count = 计票(state, entry)
    most = max(count.values(), default=0)
    hit = tuple(seat for seat, votes in count.items() if votes == most and state.at(seat).top is not None)
    seats = list(state.seats)
    events = state.events
    for seat in hit:
        events = 记(but(state, events=events), seat, "投票封", "诛仙投票", "R72", card=seats[seat - 1].top, votes=most)
        seats[seat - 1] = 失层(seats[seat - 1], 讼罪)
    bars = tuple(bar for bar in state.读条 if bar.by not in hit)
    times = 封时后(state, hit, seats)
    winner = 胜者(state, seats, times)
    state = but(
        state,
        seats=tuple(seats),
        封时=times,
        读条=bars,
        票数=count,
        票封=frozenset(hit),
        over=None if winner == 延 else winner,
        延=winner == 延,
        events=events,
    )
    return Done(state, list(hit), ("R72",), (Why("票封" if hit else "零票", (("seats", hit), ("most", most))),))


def 只封印状态(state: State, entry: Entry) -> None:
    for seat in entry.pick or ():
        if state.at(seat).status == 自由:
            raise Illegal("非封印状态", "黑夜黎明", "R74", seat=seat)


def 黎明(state: State, entry: Entry) -> Done[State]:
    seats = list(state.seats)
    for seat, mode in entry.pick.items():
        seats[seat - 1] = but(seats[seat - 1], mode=mode)
    return Done(but(state, seats=tuple(seats)), None, ("R74",), (Why("黎明定"),))


天眼 = next(skill for skill in DAY if skill.name == "天眼")

ROWS: tuple[Skill, ...] = (
    Skill("诛仙投票", K, 4, "诛仙投票", 无人, 诛仙投票, limits=(只投自由, 票不过权)),
    Skill("黎明", K, 5, "黑夜黎明", 无人, 黎明, limits=(只封印状态,)),
    Skill("天眼", K, 9, 天眼.cite, 天眼.who, 天眼.do, "", 天眼.of, 天眼.limits),
)
