"""黑夜讨论 2: the standing skills 骨筹, 量天 and 星象, night by night (R57 to R63)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.declare import Done, Illegal, Needs
from engine.fengyao import setup as 局
from engine.fengyao.roles import 大数, 妖众, 将领
from engine.fengyao.skill import Skill, drawn, 在场, 无人, 有人持有
from engine.fengyao.state import State, but, 受止, 已封, 席位
from engine.record import Entry, Why

K = "黑夜"
小于3, 大于2 = "小于3", "大于2"


def 随机(state: State, card: str) -> bool:
    """Sealed, not held, or on top under 止伐: the answer is random (R42, R58, R60)."""
    seat = state.deal.席.get(card)
    if seat is None or 已封(state, card):
        return True
    return state.at(seat).top == card and 受止(state, seat)


# 骨筹 -------------------------------------------------------------------------------------------------------------


def 计(state: State, night: int) -> str | None:
    """The kind counted in this 黑夜 (R57)."""
    if state.骨筹 is None or night % 2:
        return state.骨筹
    return 妖众 if state.骨筹 == 将领 else 将领


def 骨筹和(state: State, a: int, b: int, kind: str) -> int:
    """How many of the five cards are of this kind."""
    cards = (*state.deal.hands[a], *state.deal.hands[b], 妖众 if state.deal.骸骨 == "妖骸" else 将领)
    crowd = sum(card == 妖众 for card in cards)
    return crowd if kind == 妖众 else 5 - crowd


def 号码剩(state: State, entry: Entry) -> None:
    if state.deal.players - len(state.骨筹抽) < 2:
        raise Illegal("骨筹停止", "枯骨/骨筹", "R58")


def 骨筹抽限(state: State, entry: Entry) -> None:
    if entry.drawn is None:
        return
    a, b = entry.drawn[:2]
    if a == b:
        raise Illegal("同一席", "R58", seat=a)
    for seat in (a, b):
        if seat in state.骨筹抽:
            raise Illegal("号码已抽", "枯骨/骨筹", "R58", seat=seat)
    for word in entry.drawn[2:]:
        if word not in (小于3, 大于2):
            raise Illegal("抽不在内", "R58", drawn=word, of=(小于3, 大于2))


def 骨筹(state: State, entry: Entry) -> Done[State]:
    if entry.drawn is None:
        raise Needs("drawn", "R58")
    a, b, *word = entry.drawn
    if 随机(state, "枯骨"):
        if not word:
            raise Needs("drawn", "R58")
        result, why, cite = word[0], Why("骨筹随机", (("a", a), ("b", b))), ("R58",)
    else:
        kind = 计(state, state.n)
        if kind is None:
            raise Needs("骨筹", "R57")
        count = 骨筹和(state, a, b, kind)
        result, why, cite = 小于3 if count < 3 else 大于2, Why("骨筹真", (("kind", kind), ("count", count))), ("R57",)
    return Done(but(state, 骨筹抽=tuple(sorted((*state.骨筹抽, a, b)))), result, cite, (why,))


# 量天 -------------------------------------------------------------------------------------------------------------


def 量天随机(state: State) -> bool:
    return not state.deal.池 or 随机(state, "树精")


def 量天可抽(state: State) -> Sequence[int]:
    """Seats, or numbers, that may be drawn in this 黑夜 (R60)."""
    if 量天随机(state):
        return [number for number in range(1, state.deal.players) if number not in state.量天报]
    return [seat for seat in state.deal.池 if seat not in state.量天抽]


def 量天抽限(state: State, entry: Entry) -> None:
    if entry.drawn is not None and drawn(entry) not in 量天可抽(state):
        raise Illegal("量天不可抽", "树精/量天", "R60", drawn=drawn(entry), of=tuple(量天可抽(state)))


def 距离(state: State, target: int) -> int:
    """From 树精 in 大数 direction with a 将领 beside it, in 小数 with 妖众."""
    tree = state.deal.席["树精"]
    far = target - tree if 局.另一张(state.deal.hands[tree], "树精") != 妖众 else tree - target
    return far % state.deal.players


def 量天(state: State, entry: Entry) -> Done[State]:
    target = drawn(entry)
    if target is None:
        raise Needs("drawn", "R60")
    taken = state.量天抽
    if 量天随机(state):
        result, why = target, Why("量天随机")
    else:
        result, why = 距离(state, target), Why("量天真", (("to", target),))
        taken = tuple(sorted((*taken, target)))
    told = (*state.量天报, result)
    full = len(told) >= state.deal.轮长
    state = but(state, 量天抽=() if full else taken, 量天报=() if full else told)
    return Done(state, result, ("R60",), (why,))


# 星象 -------------------------------------------------------------------------------------------------------------


def 星象目标(state: State, night: int) -> int | None:
    """The seat shown in this 黑夜: the start, then one step a night (R62)."""
    if state.星象 is None:
        return None
    start, direction = state.星象
    return 局.下一席(start, (night - 1) * (1 if direction == 大数 else -1), state.deal.players)


def 星象(state: State, entry: Entry) -> Done[State]:
    seat = 星象目标(state, state.n)
    if seat is None:
        raise Needs("星象", "R62")
    meaning = 局.星象含义(state.deal.hands[seat])
    return Done(state, state.deal.星图[meaning], ("R61", "R62"), (Why("星象指", (("to", seat), ("meaning", meaning))),))


def 全部号码(state: State) -> list[int]:
    return [seat for seat in 席位(state) if seat not in state.骨筹抽]


ROWS: tuple[Skill, ...] = (
    Skill("骨筹", K, 2, "枯骨/骨筹", 无人, 骨筹, "", "枯骨", (在场("枯骨"), 号码剩, 骨筹抽限)),
    Skill("量天", K, 2, "树精/量天", 无人, 量天, "", "树精", (在场("树精"), 量天抽限)),
    Skill("星象", K, 2, "星君/星象", 无人, 星象, "", "星君", (有人持有("星君", "R47"),)),
)
