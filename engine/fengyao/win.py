"""胜负条件, 注4, 死链 and 神女☯: who has won (R76 to R80)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.fengyao.roles import 星空, 深渊
from engine.fengyao.state import Seat, State

延 = "延"


def 达成(state: State, seats: Sequence[Seat], times: Mapping[str, int]) -> tuple[bool, bool]:
    """(are both 妖首 sealed, are 仙子 and the 关键仙人)."""
    return sum(seat.sealed.count("妖首") for seat in seats) >= 2, "仙子" in times and state.deal.关键 in times


def 可延(state: State, times: Mapping[str, int]) -> bool:
    """神女☯: 仙子 was not sealed in an earlier phase than 神女 (R80)."""
    return state.deal.关键 == "神女" and times["仙子"] >= times["神女"]


def 胜者(
    state: State, seats: Sequence[Seat], times: Mapping[str, int], 死链外: tuple[bool, bool] | None = None, 白昼末: bool = False
) -> str | None:
    """星空, 深渊, 延 (a defeat that R80 prolongs) or None, right after these seals.

    死链外: both conditions if the seals that came only through 死链 are left out (R78).
    """
    star, abyss = 达成(state, seats, times)
    if state.额外:  # R77 is for a defeat that is new
        return 星空 if star else None
    if star and abyss:
        if not 白昼末 or (死链外 is not None and 死链外 != (True, True)):
            return 星空
        return 深渊
    if star:
        return 星空
    if abyss:
        return 延 if 可延(state, times) else 深渊
    return None
