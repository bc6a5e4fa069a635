"""What happens by itself, in the order of record.md: 入夜, 凌晨 and 警情通报 between the places, and the reckonings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.declare import Illegal, Owed
from engine.guimi import day, passive, sharing
from engine.guimi.skill import Skill
from engine.guimi.state import SEATS, Debt, Desk, held_passives
from engine.guimi.values import change_life, gain_sanity, still

Plain = Any
Work = Callable[[Desk], None]
END = 99


def 入夜(desk: Desk) -> None:
    """R22, R23: [1] first, then everybody is told, and 理智<6 and 生命 are noted. R62: so is 玩家群, if 超星主宰 is there now."""
    for seat in desk.present():
        if 1 in desk.被动[seat]:
            gain_sanity(desk, seat, 1, "二/【1】")
    desk.入夜生命 = tuple(desk.生命)
    desk.锁 = frozenset(seat for seat in SEATS if desk.low(seat, 6))
    desk.入夜 = (None, *(_told(desk, seat) for seat in SEATS))
    desk.公开 = desk.昨夜所见 if desk.living("超星主宰") else ()


def _told(desk: Desk, seat: int) -> dict[str, Plain] | None:
    if not desk.playing(seat):
        return None
    told: dict[str, Plain] = {"神秘学知识": desk.神秘学知识[seat], "理智<6": seat in desk.锁, "信仰": desk.信仰[seat]}
    if desk.board.身份[seat] == "知识与智慧之神":
        told["昨夜获得神秘学知识"] = desk.昨夜所增
    return told


def 最后挽救(desk: Desk) -> None:
    """R27: 黑夜女神's restore, then [11], then [8], seat by seat; practice 3 stops them (R71)."""
    for seat in desk.frail():
        if not still(desk, seat):
            _rescue(desk, seat)


def _rescue(desk: Desk, seat: int) -> None:
    if desk.board.身份[seat] == "黑夜女神" and not desk.已恢复 and desk.low(seat, 1):
        desk.已恢复 = True
        gain_sanity(desk, seat, 12 - (desk.理智[seat] or 0), "四/【1】", "R27")
    sanity = desk.理智[seat]
    if 11 in desk.被动[seat] and sanity is not None and sanity < 0:
        gain_sanity(desk, seat, -sanity, "二/【11】", "R28")
        change_life(desk, seat, sanity, "二/【11】", "R28")
    if 8 in desk.被动[seat] and desk.生命[seat] < 1 and seat not in desk.已得一命:
        desk.已得一命 |= {seat}
        change_life(desk, seat, 1, "二/【8】", "R29")


def 结算死亡(desk: Desk) -> None:
    """R24, R25: who is out, of what, and with 遗言 or not."""
    for seat in desk.frail():
        # R28: a holder of [11] never dies of 理智.
        mad = desk.low(seat, 1) and 11 not in desk.被动[seat]
        if mad or desk.生命[seat] < 1:
            _die(desk, seat, "理智" if mad else "生命")


def _die(desk: Desk, seat: int, cause: str) -> None:
    speaks = cause == "生命" and desk.遗言名额 > 0
    desk.遗言名额 -= speaks
    desk.alive[seat], desk.死因[seat], desk.遗言[seat] = False, cause, speaks
    desk.deaths += (seat,)
    desk.note(seat, "出局", 0, cause, "一/【1】", "R25")


def 放逐后死亡(desk: Desk) -> None:
    """R43: who dies now of what 放逐投票 took is 处决."""
    结算死亡(desk)
    desk.处决 = frozenset(set(desk.deaths) & day.voted_out(desk))


def 护盾消失(desk: Desk) -> None:
    """R21, R71: a dead seat's stays as it was."""
    for seat in SEATS:
        if desk.护盾[seat] and desk.alive[seat]:
            desk.note(seat, "护盾", -desk.护盾[seat], 0, "四/【4】/1", "R21")
            desk.护盾[seat] = 0


def 白天被动(desk: Desk) -> None:
    """R13: from now to the day's end as 警情通报 left them."""
    desk.被动 = held_passives(desk)


def _owe(debts: Iterable[Debt], desk: Desk) -> None:
    desk.debts += tuple(debts)


def 记欠被动(desk: Desk) -> None:
    _owe(passive.欠被动(desk), desk)


def 记欠均分(desk: Desk) -> None:
    _owe(passive.欠均分(desk), desk)


def 记欠变更(desk: Desk) -> None:
    _owe(day.欠变更(desk), desk)


def 记欠随机传教(desk: Desk) -> None:
    _owe(day.欠随机传教(desk), desk)


def 记欠反噬(desk: Desk) -> None:
    _owe(day.欠反噬(desk), desk)


def 记欠延迟(desk: Desk) -> None:
    """What was put off last night and not settled lapses (R71)."""
    for stored in desk.延迟:
        _owe([Debt((stored.skill.place, stored.by, 0, 0), Owed("下一晚结算", stored.by, None, None, cite="六/【8】"))], desk)


def 分配愚者(desk: Desk) -> None:
    _owe(sharing.up_to(desk, 1, END), desk)
    desk.holder = 0


def 分配不定之雾(desk: Desk) -> None:
    _owe(sharing.up_to(desk, 2, END), desk)
    desk.holder = 0


NIGHT: tuple[tuple[int, Work], ...] = (
    (2, 入夜),
    (8, passive.黄昏返还),
    (8, passive.诅咒损失),
    (8, passive.永恒烈阳),
    (8, passive.大地母神),
    (8, passive.超星主宰),
    (8, passive.高维俯视者),
    (9, 记欠被动),
    (9, passive.自动均分),
    (10, 记欠均分),
    (10, 最后挽救),
    (END, 最后挽救),
    (END, 记欠延迟),
    (END, 结算死亡),
)
DAY: tuple[tuple[int, Work], ...] = (
    (1, 护盾消失),
    (2, 分配愚者),
    (3, 分配不定之雾),
    (3, day.自动变更),
    (4, 记欠变更),
    (4, day.集齐),
    (4, 白天被动),
    (5, 记欠随机传教),
    (6, 最后挽救),
    (6, 放逐后死亡),
    (END, 记欠反噬),
    (END, 最后挽救),
    (END, 结算死亡),
)
"""(done as soon as this place is reached, what): written once, in the book's order."""


def reach(desk: Desk, place: int, holder: int = 0) -> None:
    """Do the automatic work up to this place of the phase."""
    if (place, holder) < (desk.place, desk.holder) if place <= 2 and not desk.night else place < desk.place:
        raise Illegal("太迟", "R20" if desk.night else "R21", place=place)
    works = NIGHT if desk.night else DAY
    while desk.stage < len(works) and works[desk.stage][0] <= place:
        works[desk.stage][1](desk)
        desk.stage += 1
    desk.place = place
    if not desk.night and place <= 2:
        _owe(sharing.up_to(desk, place, holder), desk)
        desk.holder = holder


def reach_for(desk: Desk, skill: Skill, by: int) -> None:
    reach(desk, skill.place, by if skill.kind == "被动" and not skill.night else 0)


def winner(desk: Desk) -> Plain:
    """R32: looked at when a phase ends, in this order; with R66's winner beside."""
    third = ["三方"] if desk.获胜 else []
    if desk.board.options["胜负"] == "不判":
        return None
    if not _standing(desk, "狼边"):
        return ["神边", "民边", *third]
    fallen = [not _standing(desk, "神边"), not _standing(desk, "民边")]
    if any(fallen) if desk.board.options["胜负"] == "屠边" else all(fallen):
        return ["狼边", *third] if third else "狼边"
    return None


def _standing(desk: Desk, camp: str) -> bool:
    return any(desk.alive[seat] and desk.board.阵营[seat] == camp for seat in SEATS)
