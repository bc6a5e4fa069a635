"""Parts 六 and 七: the skills of 狼边, and what 不定之雾 puts off. 最初造物主 only preaches (public.py)."""

from __future__ import annotations

from typing import Any

from engine.guimi.dice import Roll, Told
from engine.guimi.limits import 两位不同, 主动限, 可主刀, 已建新群, 有行动, 群员, 非自指
from engine.guimi.names import KIND_ORDER
from engine.guimi.skill import Act, Sermon, Skill
from engine.guimi.state import Desk
from engine.guimi.values import lose_sanity, wound

Plain = Any
Faces = tuple[int, ...]


def 他理智(desk: Desk, act: Act) -> tuple[Roll, ...]:
    return tuple(Roll(seat) for seat in act.to)


def 他生命(desk: Desk, act: Act) -> tuple[Roll, ...]:
    return tuple(Roll(seat, "生命") for seat in act.to)


# 【1】
def 减一(desk: Desk, face: int, told: Told) -> int:
    """R39: while 命运女神 lives, 堕落母神's dice count one less, at least 1."""
    if not desk.living("命运女神"):
        return face
    told.cite += ["六/【3】", "R39"]
    return max(face - 1, 1)


def 攻击理智(desk: Desk, act: Act, faces: Faces, told: Told) -> None:
    for seat, face in zip(act.to, faces, strict=True):
        lose_sanity(desk, seat, 减一(desk, face, told), "六/【1】/1")


def 攻击生命(desk: Desk, act: Act, faces: Faces, told: Told) -> None:
    wound(desk, act.by, act.target, 减一(desk, faces[0], told), "六/【1】/2")


# 【2-5】
def 改为得知(desk: Desk, act: Act) -> bool:
    """R58: 宿命之环 lives and the target is of 狼边."""
    return bool(desk.living("宿命之环")) and desk.board.阵营[act.target] == "狼边"


def 群骰(desk: Desk, act: Act) -> tuple[Roll, ...]:
    return () if 改为得知(desk, act) else 他生命(desk, act)


def 附带传教(desk: Desk, act: Act) -> tuple[Sermon, ...]:
    return ((act.by, act.target),)


def 群技能(desk: Desk, act: Act, faces: Faces, told: Told) -> str | None:
    if 改为得知(desk, act):
        told.cite += ["六/【2】", "R58"]
        return desk.board.身份[act.target]
    wound(desk, act.by, act.target, faces[0], "六/【2-5】")
    return None


# 【5】
def 欲望母树(desk: Desk, act: Act, faces: Faces, told: Told) -> None:
    wound(desk, act.by, act.target, faces[0], "六/【5】", "R59")


# 【6】
def 黄昏行动(desk: Desk, act: Act, faces: Faces, told: Told) -> None:
    """R61: what is taken now comes back at 凌晨."""
    lost = lose_sanity(desk, act.target, faces[0], "六/【6】", "R61")
    if lost:
        desk.黄昏扣 += ((act.target, lost),)


# 【7】
def 高维俯视者(desk: Desk, act: Act, faces: Faces, told: Told) -> dict[str, Plain]:
    seat = act.target
    tainted = desk.精神污染[seat]
    whole = {kind: tainted[kind] for kind in sorted(tainted, key=KIND_ORDER.__getitem__)}
    return {"身份": desk.board.身份[seat], "信仰": desk.信仰[seat], "精神污染": whole}


# 【8】
def 不定之雾(desk: Desk, act: Act, faces: Faces, told: Told) -> None:
    """R63: from now on tonight that seat's actions at players wait for the next night."""
    desk.雾中 |= {act.target}
    desk.note(act.target, "雾中", 0, act.by, "六/【8】", "R63")


def _own(of: str, cite: str, place: int, do: Any, **more: Any) -> Skill:
    return Skill("主动技能", cite, place, do, "主动", of=of, limits=主动限, **more)


FOREIGN = (
    _own("堕落母神", "六/【1】/1", 6, 攻击理智, pick=1, seats=(2, 2), aims=(两位不同,), rolls=他理智),
    _own("堕落母神", "六/【1】/2", 6, 攻击生命, pick=2, seats=(1, 1), rolls=他生命),
    Skill(
        "群技能",
        "六/【2-5】",
        6,
        群技能,
        "群",
        seats=(1, 1),
        has=(群员,),
        limits=(可主刀, 有行动),
        rolls=群骰,
        sermons=附带传教,
        rest=("R57",),
    ),
    _own("欲望母树", "六/【5】", 6, 欲望母树, seats=(1, 1), has=(已建新群,), rolls=他生命, rest=("R59",)),
    _own("不息的呓语", "六/【6】", 1, 黄昏行动, seats=(1, 1), rolls=他理智, own=True, rest=("R61",)),
    _own("高维俯视者", "六/【7】", 6, 高维俯视者, seats=(1, 1)),
    _own("不定之雾", "六/【8】", 2, 不定之雾, seats=(1, 1), aims=(非自指,), rest=("R63",)),
)
