"""胜利条件: looked at after every single death and at the end of each phase (R53–R58)."""

from __future__ import annotations

from collections.abc import Callable

from engine.change import changed
from engine.langrensha.identity import kind_of, side
from engine.langrensha.state import State

Living = dict[int, str | None]  # living seat -> kind


def 好人胜(state: State, living: Living) -> str | None:
    """R54: no seat of kind 狼 alive; an empty table is theirs (R58)."""
    return None if "狼" in living.values() else "好人"


def 人狼恋胜(state: State, living: Living) -> str | None:
    """R56: everybody alive is of their side."""
    return "人狼恋" if all(side(state, n) == "人狼恋" for n in living) else None


def 狼人胜(state: State, living: Living) -> str | None:
    """R55: 屠边 or 屠城, with a wolf alive whose side is 狼人."""
    gone = {"平", "神"} - {*living.values()}
    done = bool(gone) if state.opt("胜利条件") == "屠边" else len(gone) == 2
    return "狼人" if done and any(k == "狼" and side(state, n) == "狼人" for n, k in living.items()) else None


def kinds(state: State) -> Living:
    return {n: kind_of(state, seat) for n, seat in enumerate(state.seats, 1) if seat.alive}


Condition = Callable[[State, Living], "str | None"]
胜利条件: tuple[tuple[Condition, str], ...] = ((好人胜, "R54"), (人狼恋胜, "R56"), (狼人胜, "R55"))


def judged(state: State, *cite: str) -> State:
    """The first condition met decides, once and for all (R53, R58)."""
    if state.winner is not None:
        return state
    living = kinds(state)
    for condition, ruling in 胜利条件:
        winner = condition(state, living)
        if winner is not None:
            return changed(state, winner=winner, won=("胜利条件", ruling, *cite))
    return state


def weight(state: State, number: int) -> int:
    """A living seat's weight in 公投, in half votes (R45, R47)."""
    if not state.at(number).投票权:
        return 0
    return int(2 * state.opt("警长票")) if state.警长 == number else 2


def election_ahead(state: State) -> bool:
    """Can a 警长竞选 still be held after this phase (R47)?"""
    if not state.opt("警长") or state.竞选已定:
        return False
    return (state.夜 and state.number == 1) or (state.首日自爆 and state.phase in ("第1天", "第2夜"))


def 绑票(state: State) -> bool:
    """R57: no vote can remove a wolf any more, and nothing else can kill one."""
    if not state.opt("绑票") or state.may or election_ahead(state):
        return False
    living = kinds(state)
    wolves = [n for n in living if living[n] == "狼"]
    others = [n for n in living if living[n] != "狼"]
    return (
        not any(side(state, n) == "人狼恋" for n in living)
        and not any(state.at(n).left.get(key, 0) > 0 for n in others for key in ("毒药", "枪", "暗杀"))
        and sum(weight(state, n) for n in wolves) >= sum(weight(state, n) for n in others)
    )


def judged_at_end(state: State) -> State:
    """The check at the end of a phase: R54–R56 as ever, then R57."""
    state = judged(state)
    if state.winner is None and 绑票(state):
        return changed(state, winner="狼人", won=("法官", "R57"))
    return state
