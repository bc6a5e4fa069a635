"""Part 二: the 被动 of the night's end, 凌晨. What needs no die and no draw comes by itself; the rest is demanded as entries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.declare import Illegal, Owed
from engine.guimi.dice import Roll, Told, pointless
from engine.guimi.names import start, 外神, 女, 男, 造物主
from engine.guimi.skill import Act, Sermon, Skill
from engine.guimi.state import SEATS, Debt, Desk, Pair
from engine.guimi.values import add_weight, change_life, gain_sanity, lose_sanity, may_become, still, wound

Plain = Any
Faces = tuple[int, ...]
凌晨被动 = ("堕落母神", "欲望母树", "永恒烈阳", "高维俯视者")
"""In the order of the rows (R71)."""
NUMBER_OF = {"永恒烈阳": 4, "堕落母神": 10, "欲望母树": 12, "高维俯视者": 15}


def pairs_of(desk: Desk, number: int) -> list[Pair]:
    """R14: each (holder, designated) once, ascending; who is out by 裁定 before 凌晨 neither acts nor changes any more."""
    return sorted(pair for pair in desk.指定 if number in desk.被动[pair[0]] and all(map(desk.playing, pair)))


def has_kind(desk: Desk, seat: int, kinds: frozenset[str]) -> bool:
    """R13, R15, R16: believed or bore one of these kinds when the night began."""
    return desk.入夜信仰[seat] in kinds or not kinds.isdisjoint(desk.入夜污染[seat])


# --- by itself
def 黄昏返还(desk: Desk) -> None:
    """R61: comes back whatever stands still (R46)."""
    for seat, amount in desk.黄昏扣:
        value = desk.理智[seat]
        if value is not None and desk.playing(seat):
            desk.理智[seat] = value + amount
            desk.note(seat, "理智", amount, value + amount, "六/【6】", "R61")


def 诅咒损失(desk: Desk) -> None:
    """三/【3】/4: 6 理智 for each use, tonight's and last night's."""
    for seat in SEATS:
        for _ in range(desk.诅咒.get(seat, 0) + desk.旧诅咒.get(seat, 0)):
            if desk.playing(seat):
                lose_sanity(desk, seat, 6, "三/【3】/4", "R46")


def 永恒烈阳(desk: Desk) -> None:
    for holder, seat in pairs_of(desk, 4):
        if desk.信仰[seat] in 外神 and desk.信仰[holder] != 造物主:
            add_weight(desk, seat, desk.信仰[holder], 1, "二/【4】", "R69")


def 大地母神(desk: Desk) -> None:
    """R68: 生命 at 入夜 other than at the start."""
    for _, seat in pairs_of(desk, 6):
        if desk.入夜生命[seat] != start(desk.board.身份[seat])[0]:
            change_life(desk, seat, 1, "二/【6】", "R68")


def 超星主宰(desk: Desk) -> None:
    for _, seat in pairs_of(desk, 14):
        lose_sanity(desk, seat, 1, "二/【14】")


def mutual(desk: Desk) -> list[Pair]:
    """[15]: (holder, the other) where both designated each other."""
    return [(holder, seat) for holder, seat in pairs_of(desk, 15) if (seat, holder) in desk.指定]


def 高维俯视者(desk: Desk) -> None:
    for holder, seat in mutual(desk):
        if desk.信仰[seat] != 造物主:
            add_weight(desk, holder, desk.信仰[seat], 1, "二/【15】", "R69")


# --- 夜-8
def strikes(desk: Desk, pick: str) -> list[Pair]:
    """The (holder, seat) for which an entry 被动 of this pick may be written."""
    if pick == "堕落母神":
        return [(h, s) for h, s in pairs_of(desk, 10) if has_kind(desk, s, 女)]
    if pick == "欲望母树":
        return [(h, s) for h, s in pairs_of(desk, 12) if has_kind(desk, s, 男)]
    if pick == "永恒烈阳":
        return [(h, s) for h, s in pairs_of(desk, 4) if desk.信仰[h] == 造物主 and desk.信仰[s] in 外神]
    return [(h, s) for h, s in mutual(desk) if desk.信仰[s] == 造物主]


def 须有此被动(desk: Desk, act: Act) -> None:
    pick = act.skill.pick
    if any((act.by, seat) not in strikes(desk, pick) for seat in act.to):
        raise Illegal("被动不触发", f"二/【{NUMBER_OF[pick]}】", "R13", "R14", by=act.by, seat=act.target, pick=pick)


def 有此被动(desk: Desk, act: Act) -> None:
    number = NUMBER_OF[act.skill.pick]
    if number not in desk.被动[act.by]:
        raise Illegal("没有被动", f"二/【{number}】", "R12", "R13", seat=act.by, pick=act.skill.pick)


def 未结算(desk: Desk, act: Act) -> None:
    if (act.by, act.to, act.pick) in desk.done:
        raise Illegal("已结算", "record", by=act.by)


def 半骰(desk: Desk, act: Act) -> tuple[Roll, ...]:
    return (Roll(act.target, "生命"),)


def 全骰(desk: Desk, act: Act) -> tuple[Roll, ...]:
    return (Roll(act.target),)


def 承受生命(desk: Desk, act: Act, faces: Faces, told: Told) -> None:
    """R38: half the die, rounded down; the 护盾 helps (R52)."""
    wound(desk, act.by, act.target, faces[0] // 2, "二/【10】", "R38")


def 承受理智(desk: Desk, act: Act, faces: Faces, told: Told) -> None:
    lose_sanity(desk, act.target, faces[0], "二/【12】")


def 无他(desk: Desk, act: Act, faces: Faces, told: Told) -> None:
    """All there is to it is the 传教."""


def 额外传教(desk: Desk, act: Act) -> tuple[Sermon, ...]:
    return ((act.by, act.target),)


def 他来传教(desk: Desk, act: Act) -> tuple[Sermon, ...]:
    return ((act.target, act.by),)


def _passive(pick: str, do: Any, *rest: str, **more: Any) -> Skill:
    aims = (须有此被动, 未结算)
    return Skill("被动", f"二/【{NUMBER_OF[pick]}】", 8, do, "被动", pick=pick, seats=(1, 1), has=(有此被动,), aims=aims, rest=rest, **more)


def 欠被动(desk: Desk) -> Iterator[Debt]:
    """The demanded entries of 夜-8 that haven't come."""
    for row, pick in enumerate(凌晨被动):
        for holder, seat in strikes(desk, pick):
            if (holder, (seat,), pick) not in desk.done and not _changes_nothing(desk, pick, holder, seat):
                yield Debt((8, holder, seat, row), Owed("被动", holder, pick, (seat,), cite=f"二/【{NUMBER_OF[pick]}】"))


def _changes_nothing(desk: Desk, pick: str, holder: int, seat: int) -> bool:
    if pick in ("堕落母神", "欲望母树"):
        return pointless(desk, Roll(seat, "生命" if pick == "堕落母神" else "理智"))
    return not may_become(desk, seat if pick == "永恒烈阳" else holder)


# --- 夜-9
def splits(desk: Desk, seat: int) -> bool:
    """R60, R71: are this seat's 生命 and 理智 to be shared out at all? Not those of one out by 裁定 since."""
    return desk.理智[seat] is not None and not still(desk, seat) and desk.playing(seat)


def shared(desk: Desk) -> list[int]:
    """R60: the seats that 不息的呓语, if still there, has designated."""
    return sorted(desk.均分者) if desk.living("不息的呓语") else []


def odd(desk: Desk, seat: int) -> bool:
    sanity = desk.理智[seat]
    return splits(desk, seat) and sanity is not None and (desk.生命[seat] + sanity) % 2 == 1


def 须均分(desk: Desk, act: Act) -> None:
    if any(seat not in desk.均分者 or not odd(desk, seat) for seat in act.to):
        raise Illegal("无须均分", "六/【6】", "R60", "R71", seat=act.target)


def 均分(desk: Desk, act: Act, faces: Faces, told: Told) -> None:
    share(desk, act.target, act.drawn[0])


def 抽余数(desk: Desk, act: Act, got: tuple[Plain, ...]) -> tuple[Plain, ...] | None:
    return None if got else ("生命", "理智")


def share(desk: Desk, seat: int, more: str = "") -> None:
    """R60: two equal halves, the odd point to `more`; no 护盾 helps (R52)."""
    life, sanity = desk.生命[seat], desk.理智[seat]
    assert sanity is not None
    half = (life + sanity) // 2
    new_life, new_sanity = half + (more == "生命"), half + (more == "理智")
    change_life(desk, seat, new_life - life, "六/【6】", "R60")
    if new_sanity < sanity:
        lose_sanity(desk, seat, sanity - new_sanity, "六/【6】", "R60")
    else:
        gain_sanity(desk, seat, new_sanity - sanity, "六/【6】", "R60")


def 自动均分(desk: Desk) -> None:
    for seat in shared(desk):
        if splits(desk, seat) and not odd(desk, seat):
            share(desk, seat)


def 欠均分(desk: Desk) -> Iterator[Debt]:
    by = desk.board.seat["不息的呓语"]
    for seat in shared(desk):
        if odd(desk, seat) and (by, (seat,), None) not in desk.done:
            yield Debt((9, by, seat, 0), Owed("被动技能", by, None, (seat,), cite="六/【6】"))


PASSIVE = (
    _passive("堕落母神", 承受生命, "R70", rolls=半骰),
    _passive("欲望母树", 承受理智, "R70", rolls=全骰),
    _passive("永恒烈阳", 无他, "R69", sermons=额外传教),
    _passive("高维俯视者", 无他, "R69", sermons=他来传教),
    Skill(
        "被动技能",
        "六/【6】",
        9,
        均分,
        "被动",
        of="不息的呓语",
        seats=(1, 1),
        aims=(须均分, 未结算),
        draws=抽余数,
        draw_cite=("R60",),
        rest=("R60",),
    ),
)
