"""致死伤害结算流程: one ladder of numbered steps, one chain of 防反 and 陷阱. By night and by day; a preview of it is 告死."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.eva.roles import FLIPS
from engine.eva.state import State, flip, leave
from engine.flow import chain, ladder
from engine.record import Why

PROCEDURE = "致死伤害结算流程"


@dataclass(frozen=True, slots=True)
class Hit:
    """One [致死伤害]. After a redirect skill and user stay what they were."""

    skill: str
    by: int
    to: int


@dataclass(frozen=True, slots=True)
class Landed:
    """What a rung made of a hit: the state, the word for 结算, the place, and what follows at once."""

    state: State
    result: str
    cite: tuple[str, ...]
    next: tuple[Hit, ...] = ()


def 已出局(state: State, hit: Hit) -> Landed | None:
    return None if state.alive(hit.to) else Landed(state, "已出局", ("出局", "R31"))


def 潜行(state: State, hit: Hit) -> Landed | None:
    return Landed(state, "潜行", ("游荡者/潜行", "R28")) if hit.to in state.dark.潜行 else None


def 不朽(state: State, hit: Hit) -> Landed | None:
    return Landed(state, "不朽", (PROCEDURE + "/1", "告死者/不朽")) if state.owns(hit.to, "不朽") else None


def 圣光(state: State, hit: Hit) -> Landed | None:
    lit = any(to == hit.to and state.owns(by, "圣光") for by, to in state.dark.圣光)
    return Landed(state, "圣光", (PROCEDURE + "/1", "牧师/圣光", "R29")) if lit else None


def 祝福(state: State, hit: Hit) -> Landed | None:
    if state.dark.祝福 != hit.to or state.dark.祝福已用:
        return None
    return Landed(state.tonight(祝福已用=True), "祝福", (PROCEDURE + "/2", "村民/祝福", "R30"))


def 长寿(state: State, hit: Hit) -> Landed | None:
    if state.seat(hit.to).长寿已耗 or not state.owns(hit.to, "长寿"):
        return None
    return Landed(state.change(hit.to, 长寿已耗=True), "长寿", (PROCEDURE + "/3", "村长/长寿", "R32"))


def 防反(state: State, hit: Hit) -> Landed | None:
    guard = next((g for g in state.dark.防反 if g[0] == hit.to), None)
    if guard is None or not state.owns(hit.to, "防反"):
        return None
    spent = state.tonight(防反=tuple(g for g in state.dark.防反 if g != guard))
    spent = spent.tell(hit.to, "听·防反")
    return Landed(spent, "防反", (PROCEDURE + "/3", "剑士/防反", "R33"), (replace(hit, to=guard[1]),))


def 腐化与初拥(state: State, hit: Hit) -> Landed | None:
    seat = state.seat(hit.to)
    if not state.night or not seat.人类 or not (seat.腐化 or hit.skill == "初拥"):
        return None
    word, place = ("腐化", "腐尸/腐化") if seat.腐化 else ("初拥", "血族/初拥")
    cite = (PROCEDURE + "/4", place, "R41" if hit.skill == "初拥" else "R37")
    return Landed(flip(state, hit.to, word, cite), word, cite)


def 死灵咒(state: State, hit: Hit) -> Landed | None:
    if state.dark.死灵咒 != hit.to or not state.seat(hit.to).人类:
        return None
    cite = (PROCEDURE + "/5", "告死者/死灵咒", "R36")
    return Landed(flip(state, hit.to, "死灵咒", cite), "死灵咒", cite)


def 出局(state: State, hit: Hit) -> Landed | None:
    cite = (PROCEDURE + "/6", "出局")
    return Landed(leave(state, hit.to, hit.skill, cite), "出局", cite, traps(state, hit.to))


致死伤害 = (已出局, 潜行, 不朽, 圣光, 祝福, 长寿, 防反, 腐化与初拥, 死灵咒, 出局)


def traps(state: State, n: int) -> tuple[Hit, ...]:
    """The 陷阱 that seat n's 出局 sets off, at once (R34)."""
    return tuple(Hit("陷阱", by, to) for by, to in state.陷阱 if by == n and state.owns(by, "陷阱"))


def land(state: State, hit: Hit) -> tuple[State, tuple[Hit, ...]]:
    """One hit down the ladder, told in 结算."""
    landed = ladder(致死伤害, state, hit)
    assert landed is not None
    state = landed.state
    if landed.result != "出局":
        why = Why("受击", (("skill", hit.skill), ("by", hit.by), ("result", landed.result)))
        state = state.note(hit.to, why, landed.cite)
    return state._replace(结算=(*state.结算, (hit.skill, hit.by, hit.to, landed.result))), landed.next


def strike(state: State, hits: tuple[Hit, ...]) -> State:
    """Hits one after the other, each with all it causes before the next."""
    return chain(land, state, hits)


# --- the night's (13)


def burn(state: State) -> State:
    """圣光 on 亡灵: the first events of (13); no protection helps (R29)."""
    for by, to in state.dark.burnt:
        if state.alive(to):
            state = leave(state, to, "圣光", ("牧师/圣光", "R29"))
            state = strike(state._replace(结算=(*state.结算, ("圣光", by, to, "出局"))), traps(state, to))
    return state


def settle(state: State, spell: int | None) -> State:
    """(13): 圣光, then the damages of (6)–(10), then 感召's change. `spell`: 死灵咒's target."""
    state = burn(state.tonight(死灵咒=spell))
    sneaks = sum(skill == "偷袭" for skill, _ in state.used)
    for skill, by, to in state.dark.damages:
        if state.owns(by, skill) and not (skill == "偷袭" and sneaks != 1):
            state = strike(state, (Hit(skill, by, to),))
    return state


def 感召之变(state: State) -> State:
    """After (13): the first pending 感召 that can still be carried out makes a 使徒 (R44)."""
    for by, to in state.dark.感召:
        seat = state.seat(to)
        if not state.使徒 and seat.存活 and seat.身份 == "村民" and state.owns(by, "感召"):
            state = state.change(to, 身份="使徒", 原身份="使徒")._replace(使徒=True).tell(to, "听·翻转", identity="使徒")
            state = state.note(to, Why("翻转", (("from", "村民"), ("to", "使徒"), ("by", "感召"))), ("慰魂师/感召", "R44"))
    return state


def doomed(state: State) -> tuple[int, ...]:
    """告死: whom (13) would send out without 死灵咒, ascending (R35)."""
    return tuple(sorted(settle(state, None).outs))


def would_flip(state: State, spell: int) -> str | None:
    """The identity 死灵咒 on this seat gives it, None where it changes nothing (R36, R61)."""
    hit = any(event[2:] == (spell, "死灵咒") for event in settle(state, spell).结算)
    return FLIPS[state.seat(spell).身份] if hit else None
