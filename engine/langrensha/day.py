"""天: what the 法官 announces, 开枪, 翻牌, 自爆, 警徽 and DQ (R44). Everything here happens at once."""

from __future__ import annotations

from engine.change import changed
from engine.declare import Done, Illegal
from engine.langrensha.death import DENIED, kill, spoken
from engine.langrensha.identity import is_wolf
from engine.langrensha.night import ALONE, AT, actor
from engine.langrensha.skills import Ask, Skill, told, 目标在世
from engine.langrensha.state import May, State
from engine.langrensha.vote import chain_cite
from engine.record import Entry, Why

# --- the news of the morning


def 有熊(state: State, entry: Entry) -> None:
    if not state.holders("熊"):
        raise Illegal("本局没有", "熊", "R32", role="熊")


def 有长老(state: State, entry: Entry) -> None:
    if not state.holders("禁言长老"):
        raise Illegal("本局没有", "禁言长老", "R34", role="禁言长老")


def 熊(state: State, entry: Entry) -> Done[State]:
    return told("咆哮" if state.night.咆哮 else "没有咆哮", state, "R32")


def 死讯(state: State, entry: Entry) -> Done[State]:
    return told(frozenset(state.night.死讯), state, "R40")


def 禁言信息(state: State, entry: Entry) -> Done[State]:
    return told(state.night.报禁, state, "R34")


# --- 发言


def 一日一次(state: State, entry: Entry) -> None:
    if any(e.skill == "发言" for e in state.past):
        raise Illegal("今日已发言", "法官")


def 发言(state: State, entry: Entry) -> Done[State]:
    """Who may speak (R34); hugs and 恶魔's immunity end, a shot not used lapses (R29, R38, R39)."""
    return told(frozenset(n for n in state.living() if n != state.night.无声), spoken(state), "R29", "R39", "R34")


# --- 开枪, 翻牌


def pending(state: State, entry: Entry) -> May | None:
    return next((m for m in state.may if m.seat == entry.by), None)


def 开枪之序(state: State, entry: Entry) -> int:
    shot = pending(state, entry)
    return 8 if shot is not None and shot.of == "公投" else 5


def 有枪待开(state: State, entry: Entry) -> None:
    """Else with the rule that denied this very shot, where one did."""
    if pending(state, entry) is None:
        denied = next((e for e in reversed(state.events) if e.seat == entry.by and e.why.code in DENIED), None)
        code, cite = ("无枪可开", ("猎人", "R28", "R29")) if denied is None else (denied.why.code, denied.cite)
        raise Illegal(code, *cite, seat=entry.by)


def hides(state: State) -> bool:
    """R30: with 猎人 and 狼王 both held, alive or dead, no shooter is revealed."""
    return bool(state.holders("猎人")) and bool(state.holders("狼王"))


def 开枪(state: State, entry: Entry) -> Done[State]:
    """R28, R29: one shot, worked out at once with its chain; 双枪 leaves a second."""
    by, to = actor(entry), entry.target
    seat = state.at(by).spent("枪")
    state = state.put(by, seat)
    if seat.left["枪"] < 1:
        state = changed(state, may=tuple(m for m in state.may if m.seat != by))
    if to is None:
        return Done(state, frozenset(), ("R28", "R41"), (Why("放弃开枪", (("seat", by),)),))
    if not hides(state):
        state = state.today(亮明=(*state.day.亮明, (by, seat.role)))
    state, died = kill(state.tell(to, "被枪", "猎人", "R28", by=by), (to, "开枪"))
    why = Why("枪杀" if died else "枪未杀", (("to", to), ("died", died)))
    cite = ("R30", "R29", "R28", *chain_cite(died), *(() if died else ("恶魔", "R39")))
    return Done(state, frozenset(died), cite, (why,))


def 被抱被刀(state: State, entry: Entry) -> None:
    """R38: 猎人 hugged and dead by 刀 in the night."""
    by = actor(entry)
    if state.night.抱 != by or by not in state.night.死讯 or state.at(by).cause != "刀":
        raise Illegal("不能翻牌", "花蝴蝶", "R38", seat=by)


def 翻牌(state: State, entry: Entry) -> Done[State]:
    by = actor(entry)
    return told("猎人", state.today(亮明=(*state.day.亮明, (by, "猎人"))), "R38")


# --- 自爆


def 可自爆(state: State, entry: Entry) -> None:
    """R46: kind 狼, not 隐狼, 狼美人, 恶魔."""
    by = actor(entry)
    role = state.at(by).role
    if not is_wolf(state, by) or role in ("隐狼", "狼美人", "恶魔"):
        raise Illegal("不能自爆", role, "R46", seat=by)


def 可带人(state: State, entry: Entry) -> None:
    """Only 白狼王 takes somebody along, and not when hugged, until 发言 (R38)."""
    if entry.to is None:
        return
    by = actor(entry)
    if state.at(by).role != "白狼王":
        raise Illegal("只有白狼王带人", "白狼王", "R46", seat=by)
    if state.night.抱 == by and state.day.未发言:
        raise Illegal("被抱不能用", "花蝴蝶", "R38", seat=by, skill="自爆")


def 自爆(state: State, entry: Entry) -> Done[State]:
    """R42, R46: the wolf and its chain, then 白狼王's target and its chain; the day is over."""
    by = actor(entry)
    state = state.today(自爆=True, 亮明=(*state.day.亮明, (by, state.at(by).role)))
    state = changed(state, 首日自爆=state.首日自爆 or state.number == 1)
    state, died = kill(state, *((seat, "自爆") for seat in (by, *(entry.to or ()))))
    return Done(state, frozenset(died), ("R46", *chain_cite(died)), (Why("自爆", (("seat", by), ("died", died))),))


# --- 警徽, DQ


def 持徽而死(state: State, entry: Entry) -> None:
    """R47: the dead 警长 of this day or the night before (an older badge is gone, a DQed one too)."""
    by = actor(entry)
    if state.警长 != by:
        raise Illegal("不是警长", "R47", seat=by)
    if state.at(by).alive:
        raise Illegal("警长在世", "R47", seat=by)


def 警徽(state: State, entry: Entry) -> Done[State]:
    to = entry.target
    after = changed(state, 警长=to)
    if to is None:
        return Done(after, None, ("R47",), (Why("撕警徽"),))
    return Done(after.tell(to, "得警徽", "法官", "R47", by=entry.by), to, ("R47",))


def DQ(state: State, entry: Entry) -> Done[State]:
    """R52: dead at once, without shot, 魅惑 or R48; the badge is gone."""
    seat = entry.target
    assert seat is not None
    state = state.today(DQ=(*state.day.DQ, seat))
    if state.警长 == seat:
        state = changed(state, 警长=None)
    state, died = kill(state, (seat, "DQ"))
    return Done(state, frozenset(died), ("R52", *chain_cite(died)), (Why("DQ", (("seat", seat), ("died", died))),))


BARE = Ask()

SKILLS: tuple[Skill, ...] = (
    Skill("熊", "熊", False, 2, BARE, 熊, may=(有熊,), told="all"),
    Skill("死讯", "法官", False, 3, BARE, 死讯, told="all"),
    Skill("禁言信息", "禁言长老", False, 4, BARE, 禁言信息, may=(有长老,), told="all"),
    Skill("开枪", "猎人", False, 开枪之序, AT, 开枪, may=(有枪待开,), aim=(目标在世,), dead=True, told="all"),
    Skill("翻牌", "花蝴蝶", False, 5, ALONE, 翻牌, of=("猎人",), may=(被抱被刀,), dead=True, told="all"),
    Skill("发言", "法官", False, 6, BARE, 发言, may=(一日一次,), told="all"),
    Skill("自爆", "狼人", False, 0, AT, 自爆, may=(可自爆,), aim=(目标在世, 可带人), told="all"),
    Skill("警徽", "法官", False, 0, AT, 警徽, may=(持徽而死,), aim=(目标在世,), dead=True, told="all"),
    Skill("DQ", "法官", False, 0, Ask(to="seat", must=frozenset({"to"})), DQ, aim=(目标在世,), told="all"),
)
