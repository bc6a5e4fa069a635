"""Part 一/【1】 and part 二: every change of a number, the one place where 生命, 理智, 神秘学知识, 护盾 and weights move."""

from __future__ import annotations

from engine.guimi.names import NUMBER, OF_KIND, 十六神, 变成, 外神, 恒定信仰, 造物主, 造物主族
from engine.guimi.state import Desk


def still(desk: Desk, seat: int) -> bool:
    """三/【3】/3: does this seat's 生命 and 理智 stand still for the rest of the night?"""
    return desk.信仰[seat] in desk.静止


def lose_sanity(desk: Desk, seat: int, amount: int, *cite: str) -> int:
    """R30: a single reduction of 理智, with the 神秘学知识 it brings. What was really lost."""
    value = desk.理智[seat]
    if amount <= 0 or value is None:
        return 0
    if still(desk, seat):
        desk.note(seat, "理智不动", 0, amount, "三/【3】/3", *cite)
        return 0
    desk.理智[seat] = value - amount
    desk.note(seat, "理智", -amount, value - amount, *cite)
    gained = amount + (1 if 3 in desk.被动[seat] else 0)
    desk.神秘学知识[seat] += gained
    desk.note(seat, "神秘学知识", gained, desk.神秘学知识[seat], *(("R30", "二/【3】", "R31") if gained > amount else ("R30",)))
    if desk.night:
        desk.所增 |= {seat}
    return amount


def gain_sanity(desk: Desk, seat: int, amount: int, *cite: str) -> None:
    value = desk.理智[seat]
    if amount and value is not None and not still(desk, seat):
        desk.理智[seat] = value + amount
        desk.note(seat, "理智", amount, value + amount, *cite)


def change_life(desk: Desk, seat: int, amount: int, *cite: str) -> None:
    """生命 up or down, with no 护盾 between."""
    if not amount:
        return
    if still(desk, seat):
        desk.note(seat, "生命不动", 0, amount, "三/【3】/3", *cite)
        return
    desk.生命[seat] += amount
    desk.note(seat, "生命", amount, desk.生命[seat], *cite)


def wound(desk: Desk, by: int, seat: int, amount: int, *cite: str) -> None:
    """R52: a 生命 loss that `by` causes; the 护盾 takes what others do."""
    taken = min(amount, desk.护盾[seat]) if by != seat and not still(desk, seat) else 0
    if taken:
        desk.护盾[seat] -= taken
        desk.note(seat, "护盾", -taken, desk.护盾[seat], "R52", *cite)
    change_life(desk, seat, taken - amount, *cite)


def pay_knowledge(desk: Desk, seat: int, amount: int, *cite: str) -> None:
    """三/【3】: 神秘学知识 spent."""
    desk.神秘学知识[seat] -= amount
    desk.note(seat, "神秘学知识", -amount, desk.神秘学知识[seat], *cite)


def add_weight(desk: Desk, seat: int, kind: str, amount: int, *cite: str) -> None:
    """R8: weight of a kind up or down; a kind without weight leaves the map."""
    if not amount:
        return
    weight = desk.精神污染[seat].get(kind, 0) + amount
    tainted = {**desk.精神污染[seat], kind: weight}
    if not weight:
        del tainted[kind]
    desk.精神污染[seat] = tainted
    desk.note(seat, kind, amount, weight, *cite)


def may_become(desk: Desk, seat: int) -> tuple[str, ...]:
    """R17: the X that `造物主（X）` may be for this seat now."""
    tainted = desk.精神污染[seat]
    return tuple(god for god in 十六神 if god not in tainted and 变成[god] not in tainted)


def weight_of(desk: Desk, seat: int, god: str) -> int:
    """R9, R16: the weight a 信仰 counts with; 造物主 is the sum of its family."""
    tainted = desk.精神污染[seat]
    if god == 造物主:
        return sum(weight for kind, weight in tainted.items() if kind in 造物主族)
    return tainted.get(god, 0)


def heaviest(desk: Desk, seat: int) -> tuple[str, ...]:
    """R9: the kinds that share the greatest weight where it is above that of the current 信仰; () where 信仰 stays (R10, R11)."""
    if (len(desk.精神污染[seat]) < 2 and desk.信仰[seat] in desk.精神污染[seat]) or desk.board.身份[seat] in 恒定信仰:
        return ()
    gods = {造物主 if kind in 造物主族 else kind for kind in desk.精神污染[seat]}
    weights = {god: weight_of(desk, seat, god) for god in gods}
    most = max(weights.values(), default=0)
    if most <= weight_of(desk, seat, desk.信仰[seat]):
        return ()
    return tuple(sorted((god for god, weight in weights.items() if weight == most), key=NUMBER.__getitem__))


def believes_foreign(desk: Desk, seat: int) -> bool:
    return desk.信仰[seat] in 外神


def tainted_by(desk: Desk, seat: int) -> frozenset[str]:
    """The gods a seat believes in or bears 精神污染 of, by R16."""
    return frozenset(OF_KIND[kind] for kind in (desk.信仰[seat], *desk.精神污染[seat]))
