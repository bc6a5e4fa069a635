"""警长竞选 and 公投 (R45, R47, R49): ballots, ties and what they decide."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.change import changed
from engine.declare import Done, Illegal
from engine.langrensha.death import kill, spoken
from engine.langrensha.skills import Ask, Skill, 目标在世
from engine.langrensha.state import State
from engine.langrensha.win import weight
from engine.record import Entry, Why

Ballots = Mapping[int, int]


def ballots(entry: Entry) -> Ballots:
    return entry.votes or {}


def counted(votes: Ballots, weights: Mapping[int, int]) -> dict[int, int]:
    """Seat -> weight of the votes for it, in half votes."""
    sums: dict[int, int] = {}
    for voter, target in votes.items():
        sums[target] = sums.get(target, 0) + weights[voter]
    return sums


def leaders(sums: Mapping[int, int]) -> tuple[int, ...]:
    """Who has most, ascending; nobody where no vote was given."""
    most = max(sums.values(), default=0)
    return tuple(sorted(seat for seat, votes in sums.items() if votes == most))


def shown(sums: Mapping[int, int]) -> dict[int, float | int]:
    """The count as people read it."""
    return {seat: halves / 2 if halves % 2 else halves // 2 for seat, halves in sorted(sums.items())}


# --- 警长竞选


def election_due(state: State) -> bool:
    """R47: 第1天; 第2天 iff 第1天 saw a 自爆 and no result."""
    return bool(state.opt("警长")) and not state.竞选已定 and (state.number == 1 or (state.number == 2 and state.首日自爆))


def 可竞选(state: State, entry: Entry) -> None:
    if not election_due(state):
        raise Illegal("不能竞选", "法官", "R47")


def stands(state: State, seat: int) -> bool:
    """R44, R62: alive when the night before began, and not dead of this day."""
    return seat in state.dusk and all(death.seat != seat for death in state.fallen)


def 候选人(state: State, entry: Entry) -> None:
    named = frozenset(entry.to or ())
    for seat in sorted(named):
        if not stands(state, seat):
            raise Illegal("不能参选", "法官", "R47", seat=seat)
    if state.day.竞选平票 and named != frozenset(state.day.竞选平票):
        raise Illegal("只在平票者中再投", "R47", seats=state.day.竞选平票)


def 竞选票(state: State, entry: Entry) -> None:
    """No candidate votes, nor a revealed 白痴, nor who is out; votes for candidates only."""
    named = frozenset(entry.to or ())
    for voter, target in ballots(entry).items():
        if voter in named or not stands(state, voter) or not state.at(voter).投票权:
            raise Illegal("没有竞选票", "R47", seat=voter)
        if target not in named:
            raise Illegal("不是候选人", "R47", seat=target)


def elected(state: State, entry: Entry) -> tuple[int, ...]:
    """The one elected, several tied, or nobody."""
    named = sorted(set(entry.to or ()))
    votes = ballots(entry)
    return tuple(named) if len(named) == 1 else leaders(counted(votes, dict.fromkeys(votes, 2)))


def 警长竞选(state: State, entry: Entry) -> Done[State]:
    votes = ballots(entry)
    first = elected(state, entry)
    why = (Why("得票", (("votes", shown(counted(votes, dict.fromkeys(votes, 2)))),)),) if votes else ()
    if len(first) > 1 and not state.day.竞选平票:
        return Done(state.today(竞选平票=first), "平票", ("R47",), why)
    if len(first) != 1:
        return Done(changed(state, 竞选已定=True), "无警长", ("R47",), why)
    (seat,) = first
    after = changed(state.today(警长=seat), 竞选已定=True, 警长=seat).tell(seat, "当选警长", "法官", "R47")
    return Done(after, seat, ("R47",), why)


# --- 公投


def 一日一投(state: State, entry: Entry) -> None:
    if state.day.已投:
        raise Illegal("公投已定", "R45")


def 可投(state: State, seat: int) -> None:
    if not state.at(seat).alive:
        raise Illegal("已出局", "R45", seat=seat)
    if not state.at(seat).投票权:
        raise Illegal("没有投票权", "白痴", "R49", seat=seat)
    if seat in state.day.平票:
        raise Illegal("平票者不投", "R45", seat=seat)


def 公投票(state: State, entry: Entry) -> None:
    """Living seats with 投票权 vote for living seats; a 重投 among the tied, who do not vote."""
    for voter, target in ballots(entry).items():
        可投(state, voter)
        if not state.at(target).alive:
            raise Illegal("目标已出局", "R17", seat=target)
        if state.day.平票 and target not in state.day.平票:
            raise Illegal("只投平票者", "R45", seat=target)


def tally(state: State, entry: Entry) -> dict[int, int]:
    votes = ballots(entry)
    return counted(votes, {voter: weight(state, voter) for voter in votes})


def reveals(state: State, seat: int) -> bool:
    """R49: a 白痴 who has 投票权 and his skill may 亮明身份."""
    idiot = state.at(seat)
    return idiot.role == "白痴" and idiot.投票权 and not idiot.失去技能


def 可亮明(state: State, entry: Entry) -> None:
    if entry.pick is None:
        return
    most = leaders(tally(state, entry))
    if len(most) != 1 or not reveals(state, most[0]):
        raise Illegal("不能亮明身份", "白痴", "R49")


def 公投(state: State, entry: Entry) -> Done[State]:
    """A tied 公投 is one too (R62). The votes are remembered for 潜行者 (R35)."""
    sums = tally(state, entry)
    most, again = leaders(sums), bool(state.day.平票)
    why = (Why("得票", (("votes", shown(sums)),)),) if sums else (Why("无人投票"),)
    votes = {**state.day.投, **ballots(entry)}
    if len(most) > 1 and not again and state.opt("平票") == "重投":
        return Done(spoken(state, 投=votes, 平票=most), "平票", ("R45",), why)
    if len(most) != 1:
        return Done(spoken(state, 投=votes, 平票=(), 已投=True), "无人出局", ("R45",), why)
    (seat,) = most
    if entry.pick is not None:
        state = revealed(spoken(state, 投=votes, 平票=(), 已投=True, 公投=seat), seat)
        return Done(state, seat, ("R45", "白痴", "R49"), (*why, Why("白痴亮明", (("seat", seat),))))
    state, died = kill(spoken(state, 投=votes, 平票=(), 已投=True, 公投=seat, 放逐=seat), (seat, "公投"))
    return Done(state, seat, ("R45", *chain_cite(died)), (*why, Why("放逐", (("seat", seat), ("died", died)))))


def revealed(state: State, seat: int) -> State:
    state = state.set(seat, 投票权=False).today(亮明=(*state.day.亮明, (seat, "白痴")))
    return state.tell(seat, "白痴亮明", "白痴", "R49")


def chain_cite(died: Iterable[int]) -> tuple[str, ...]:
    """The rulings of a death that took others along."""
    return ("R42", "R50") if len(list(died)) > 1 else ()


ELECTION = Ask(to="seats", votes=True)
POLL = Ask(votes=True, pick=("亮明身份",), must=frozenset({"votes"}))

SKILLS: tuple[Skill, ...] = (
    Skill("警长竞选", "法官", False, 1, ELECTION, 警长竞选, may=(可竞选,), aim=(候选人, 竞选票), told="all"),
    Skill("公投", "法官", False, 7, POLL, 公投, may=(一日一投,), aim=(目标在世, 公投票, 可亮明), told="all"),
)
