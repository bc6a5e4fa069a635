"""阵营: who is what, and whose victory is whose (R5–R15). Read from the seats at every moment, never stored."""

from __future__ import annotations

from engine.langrensha.roles import ROLE, WOLVES
from engine.langrensha.state import Seat, State

SHARING = frozenset({"丘比特", "混血儿", "盗贼"})  # whose side is not told by kind alone
CHANGING = frozenset({"野孩子", "丘比特", "盗贼"})


def kind_of(state: State, seat: Seat) -> str | None:
    """平, 神 or 狼 (R5); None for a 盗贼 who has not chosen (R7)."""
    if seat.role not in CHANGING:
        return ROLE[seat.role].kind
    if seat.role == "野孩子":
        return "狼" if seat.觉醒 else "平"
    if seat.role == "丘比特":
        return "神" if state.board.丘神 else "平"
    return None


def kind(state: State, number: int) -> str | None:
    return kind_of(state, state.at(number))


def is_wolf(state: State, number: int) -> bool:
    return kind(state, number) == "狼"


def pair(state: State) -> tuple[int, int] | None:
    """情侣 (R9): the dead keep counting."""
    for number, seat in enumerate(state.seats, 1):
        if seat.情侣 is not None:
            return number, seat.情侣
    return None


def mixed(state: State, number: int) -> bool:
    """R10: is this seat one of two lovers of whom exactly one is of kind 狼?"""
    other = state.at(number).情侣
    return other is not None and is_wolf(state, number) != is_wolf(state, other)


def side(state: State, number: int) -> str | None:
    """Whose victory a seat shares at this moment (R5, R10–R12, R15); None for a 盗贼 who has not chosen."""
    seat = state.at(number)
    if seat.情侣 is None and seat.role not in SHARING:
        return "狼人" if kind_of(state, seat) == "狼" else "好人"
    if seat.role == "盗贼":
        return None
    if seat.情侣 is not None and mixed(state, number):
        return "人狼恋"
    if seat.role == "丘比特":
        return cupid_side(state)
    if seat.role == "混血儿" and seat.榜样 is not None:
        return model_side(state, seat.榜样)
    return "狼人" if kind_of(state, seat) == "狼" else "好人"


def cupid_side(state: State) -> str:
    """R11: under ① the lovers' side, whatever it is now; under ② 好人."""
    lovers = pair(state)
    if not state.board.丘神 or lovers is None:
        return "好人"
    wolves = sum(is_wolf(state, number) for number in lovers)
    return ("好人", "人狼恋", "狼人")[wolves]


def model_side(state: State, model: int) -> str | None:
    """R12: the side of the 榜样; two 混血儿 cannot look at each other (only 裁定 could make them)."""
    return "好人" if state.at(model).role == "混血儿" and not mixed(state, model) else side(state, model)


def looks_wolf(state: State, number: int) -> bool:
    """What 查验 and the 熊 find: kind, but 隐狼 looks 好人 (R5, R15)."""
    return is_wolf(state, number) and state.at(number).role != "隐狼"


def knifers(state: State) -> list[int]:
    """R21: who takes part in the 刀 of this night; R15: 隐狼 last of all."""
    wolves = [n for n in state.numbers if n in state.dusk and is_wolf(state, n)]
    armed = [n for n in wolves if state.at(n).role != "隐狼"]
    together = [n for n in armed if state.at(n).role != "狼美人"] if state.opt("狼美人") == "②" else armed
    if together or armed:
        return together or armed
    return wolves if state.opt("隐狼带刀") else []


def special(role: str) -> bool:
    return role in WOLVES and role != "狼人"


def takeable(extra: tuple[str, ...], role: str) -> bool:
    """R6: a special wolf before 狼人 before anything else."""
    if any(special(card) for card in extra):
        return special(role)
    return role == "狼人" or "狼人" not in extra
