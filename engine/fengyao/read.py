"""视为: what 验妖 reads (R18 to R24). No other skill reads through these glasses (R19)."""

from __future__ import annotations

from engine.fengyao.roles import 底层, 星空, 星空牌, 深渊, 阵营
from engine.fengyao.setup import 另一张
from engine.fengyao.state import State, 已封

Read = tuple[str, tuple[str, ...]]


def 读阵营(state: State, seat: int) -> Read:
    """验妖③: the player's 阵营."""
    if _佛陀双仙(state, seat):
        return 深渊, ("佛陀/☯/②", "R22")
    return state.deal.归属[seat], ("R12",)


def 读牌(state: State, seat: int, layer: str) -> Read:
    """验妖① and ②: a card that lies there, as it is viewed."""
    if _佛陀双仙(state, seat):
        return 深渊, ("佛陀/☯/②", "R22")
    now = state.at(seat)
    if layer == 底层:
        assert now.bottom is not None
        return (星空, ("佛陀/☯/①", "R21")) if _佛陀在顶(state, seat) else (阵营(now.bottom), ())
    assert now.top is not None
    return _读顶(state, seat, now.top)


def _读顶(state: State, seat: int, top: str) -> Read:
    hand = state.deal.hands[seat]
    if hand[0] in 星空牌 and hand[1] in 星空牌:
        return 深渊, ("化形/①", "R20")
    if _佛陀在顶(state, seat):
        return 深渊, ("佛陀/☯/①", "R21")
    if _神域下(state, seat):
        return 星空 if state.deal.神域抽 == seat else 深渊, ("神女/神域", "R23")
    return 阵营(top), ()


def _佛陀双仙(state: State, seat: int) -> bool:
    """佛陀☯②: in 白昼1, 佛陀 with a 星空 card beside it in either layer."""
    hand = state.deal.hands[seat]
    return state.kind == "首昼" and state.deal.关键 == "佛陀" and "佛陀" in hand and 另一张(hand, "佛陀") in 星空牌


def _佛陀在顶(state: State, seat: int) -> bool:
    """佛陀☯①: opening top over a 深渊 card."""
    hand = state.deal.hands[seat]
    return state.deal.关键 == "佛陀" and hand[0] == "佛陀" and hand[1] not in 星空牌


def _神域下(state: State, seat: int) -> bool:
    """神域 sits on the opening tops of these seats till the card, or 神女, is sealed."""
    if seat not in state.deal.神域 or 已封(state, "神女"):
        return False
    now, opening = state.at(seat), state.deal.hands[seat][0]
    return now.top == opening and opening not in now.sealed
