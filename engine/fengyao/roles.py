"""阵营划分: the cards of V1.4.0 as facts of the roster. 殃祸 has no text in this version and is no card (R4)."""

from __future__ import annotations

from engine.declare import Role

星空, 深渊 = "星空", "深渊"
将领, 妖众 = "将领", "妖众"
顶层, 底层 = "顶层", "底层"
大数, 小数 = "大数", "小数"

_FIGURES = ("难度", "信息", "轮次", "扰控")


def _深渊(name: str, *figures: int, most: int = 1) -> Role:
    return Role(name, 深渊, 将领, most, tuple(zip(_FIGURES, figures, strict=False)))


def _星空(name: str, *figures: int) -> Role:
    return Role(name, 星空, 将领, 1, tuple(zip(_FIGURES, figures, strict=False)))


ROLES: tuple[Role, ...] = (
    _深渊("妖首", most=2),
    Role("妖众", 深渊, 妖众, 26),
    _深渊("影妖", 1, 0, 5, 0),
    _深渊("血俑", 1, 1, 3, 1),
    _深渊("魔罗", 1, 2, 1, 2),
    _深渊("鬼巫", 5, 5, 0, 0),
    _深渊("凶祟", 2, 4, 1, 0),
    _深渊("灾厄", 2, 3, 2, 0),
    _深渊("怪煞", 2, 1, 4, 0),
    _深渊("纸人", 4, 4, 1, 0),
    _深渊("枯骨", 1, 5, 0, 0),
    _深渊("树精", 1, 4, 0, 1),
    _星空("仙子"),
    _星空("仙童", 2, 3, 0, 2),
    _星空("佛陀", 3, 0, 1, 4),
    _星空("神女", 1, 0, 4, 1),
    _星空("圣贤", 4, 2, 2, 1),
    _星空("星君", 3, 3, 0, 2),
)

CARDS: frozenset[str] = frozenset(r.name for r in ROLES)
星空牌: frozenset[str] = frozenset(r.name for r in ROLES if r.side == 星空)
# What may be drawn as [化形] (R5).
深渊将领: frozenset[str] = frozenset(r.name for r in ROLES if r.side == 深渊 and r.kind == 将领 and r.name != "妖首")
# What may be the 关键仙人 (R11).
他仙: frozenset[str] = 星空牌 - {"仙子"}
# What 招魂 may name, when it is in the game (R53).
将领牌: frozenset[str] = frozenset(r.name for r in ROLES if r.kind == 将领)


def 阵营(card: str) -> str:
    """The printed 阵营 of a card (R12)."""
    return 星空 if card in 星空牌 else 深渊
