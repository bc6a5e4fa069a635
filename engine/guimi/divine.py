"""Part 四: the 主动技能 of the eight gods of 神边."""

from __future__ import annotations

from typing import Any

from engine.declare import Illegal
from engine.guimi.dice import Roll, Told
from engine.guimi.limits import 两位不同, 主动限, 可提问, 命悬, 在群聊, 未连守, 点名其一, 非自指
from engine.guimi.names import CAMP_ORDER, IDENTITY_ORDER, NUMBER, 正神
from engine.guimi.skill import Act, Sermon, Skill
from engine.guimi.state import Desk
from engine.guimi.values import change_life, gain_sanity, lose_sanity, still, wound
from engine.record import brief

Plain = Any
Faces = tuple[int, ...]


def 自理智(desk: Desk, act: Act) -> tuple[Roll, ...]:
    return (Roll(act.by),)


def 自理智他生命(desk: Desk, act: Act) -> tuple[Roll, ...]:
    return (Roll(act.by), Roll(act.target, "生命"))


# 【1】
def 黑夜女神(desk: Desk, act: Act, faces: Faces, told: Told) -> list[int]:
    """R50: all whom that seat aimed at in the night before."""
    lose_sanity(desk, act.by, faces[0], "四/【1】")
    return sorted(desk.昨夜操作.get(act.target, ()))


# 【2】
def 风暴骰(desk: Desk, act: Act) -> tuple[Roll, ...]:
    """R51: the third die where the target believes a 正神."""
    return (*自理智他生命(desk, act), *((Roll(act.by),) if desk.信仰[act.target] in 正神 else ()))


def 风暴之主(desk: Desk, act: Act, faces: Faces, told: Told) -> None:
    lose_sanity(desk, act.by, faces[0], "四/【2】")
    wound(desk, act.by, act.target, faces[1], "四/【2】")
    for face in faces[2:]:
        lose_sanity(desk, act.by, face, "四/【2】", "R51")


# 【3】
def 知识与智慧之神(desk: Desk, act: Act, faces: Faces, told: Told) -> str:
    gain_sanity(desk, act.by, faces[0], "四/【3】")
    return desk.board.身份[act.target]


# 【4】
def 护盾骰(desk: Desk, act: Act) -> tuple[Roll, ...]:
    return (Roll(act.target, "护盾"),)


def 护盾(desk: Desk, act: Act, faces: Faces, told: Told) -> None:
    desk.护盾[act.target] += faces[0]
    desk.note(act.target, "护盾", faces[0], desk.护盾[act.target], "四/【4】/1", "R52")
    desk.守护 |= {(act.by, act.target)}


def 建群(desk: Desk, act: Act, faces: Faces, told: Told) -> None:
    """With one of the two dropped (R71) there is nobody to talk to."""
    if len(act.to) == 2:
        desk.群聊 |= {(act.by, act.to[0], act.to[1])}


def 信息(desk: Desk, act: Act, faces: Faces, told: Told) -> None:
    """R53: each payment gives 永恒烈阳 one."""
    payee = next(pair[0] for pair in sorted(desk.群聊) if act.by in pair[1:] and act.target in pair[1:])
    payers = (act.by,) if act.pick == "拒收" else (act.by, act.target)
    for seat in payers:
        lose_sanity(desk, seat, 1, "四/【4】/2", "R53")
        gain_sanity(desk, payee, 1, "四/【4】/2", "R53")


# 【5】
def answered(act: Act, word: str) -> list[int]:
    return sorted(seat for seat, given in act.votes.items() if given == word)


def 答案(desk: Desk, act: Act) -> None:
    """R48: 对 or 错, of living seats but the asker."""
    if act.by in act.votes:
        raise Illegal("自己不答", "四/【5】", "R48", seat=act.by)
    for seat, given in act.votes.items():
        if not (isinstance(given, str) and given in ("对", "错")):
            raise Illegal("答案有误", "四/【5】", "R48", seat=seat, value=brief(given))


def 传给答错(desk: Desk, act: Act) -> tuple[Sermon, ...]:
    """R47: paid 0, 2, 4 …; a payment that takes 理智 below 1 is the last."""
    sermons: list[Sermon] = []
    sanity = None if still(desk, act.by) else desk.理智[act.by]
    for i, seat in enumerate(answered(act, "错")):
        sermons.append((act.by, seat))
        if sanity is not None:
            sanity -= 2 * i
            if i and sanity < 1:
                break
    return tuple(sermons)


def 答错传来(desk: Desk, act: Act) -> tuple[Sermon, ...]:
    return tuple((seat, act.by) for seat in answered(act, "错"))


def _asked(desk: Desk) -> None:
    desk.问题 -= 1
    desk.已问 = True


def 问答题(desk: Desk, act: Act, faces: Faces, told: Told) -> list[str]:
    _asked(desk)
    for i, _ in enumerate(传给答错(desk, act)):
        lose_sanity(desk, act.by, 2 * i, "四/【5】/问答题", "R47")
    return sorted((desk.board.身份[s] for s in answered(act, "对")), key=IDENTITY_ORDER.__getitem__)


def 选择题(desk: Desk, act: Act, faces: Faces, told: Told) -> list[str]:
    _asked(desk)
    return sorted((desk.board.阵营[s] for s in answered(act, "对")), key=CAMP_ORDER.__getitem__)


def 判断骰(desk: Desk, act: Act) -> tuple[Roll, ...]:
    return (Roll(act.by),) * 2 if answered(act, "错") else ()


def 判断题(desk: Desk, act: Act, faces: Faces, told: Told) -> list[str]:
    """R48: one 2D6 for all."""
    _asked(desk)
    lose_sanity(desk, act.by, sum(faces), "四/【5】/判断题", "R48")
    return sorted((desk.信仰[s] for s in answered(act, "对")), key=NUMBER.__getitem__)


# 【6】
def 大地母神(desk: Desk, act: Act, faces: Faces, told: Told) -> None:
    lose_sanity(desk, act.by, faces[0], "四/【6】/1")
    wound(desk, act.by, act.target, faces[1], "四/【6】/1")


def 将死(desk: Desk) -> list[int]:
    """R54: the seats with 生命<1, told at 凌晨."""
    return [seat for seat in desk.present() if desk.生命[seat] < 1]


def 救治骰(desk: Desk, act: Act) -> tuple[Roll, ...]:
    return (Roll(act.by, "生命"), Roll(act.target, "生命")) if act.to else ()


def 救治(desk: Desk, act: Act, faces: Faces, told: Told) -> list[int]:
    dying = 将死(desk)
    if act.to:
        change_life(desk, act.by, -faces[0], "四/【6】/2")
        change_life(desk, act.target, faces[1], "四/【6】/2")
    return dying


# 【7】
def 愚者骰(desk: Desk, act: Act) -> tuple[Roll, ...]:
    return (Roll(0, "交付"),) * len(act.to)


def 愚者(desk: Desk, act: Act, faces: Faces, told: Told) -> None:
    """R36: the faces hold for the rest of the night. R37: equal ones may give one of the two one more action."""
    if act.pick is not None and len(faces) == 2:
        if faces[0] != faces[1]:
            raise Illegal("点数不同", "四/【7】", "R37", faces=list(faces))
        desk.额外 = {**desk.额外, act.pick: desk.额外.get(act.pick, 0) + 1}
        told.cite.append("R37")
    desk.交付 = {**desk.交付, **dict(zip(act.to, faces, strict=True))}
    for seat, face in zip(act.to, faces, strict=True):
        desk.note(seat, "交付", 0, face, "四/【7】", "R36")


# 【8】
def 双理智(desk: Desk, act: Act) -> tuple[Roll, ...]:
    return (Roll(act.by), Roll(act.target))


def 远古太阳神(desk: Desk, act: Act, faces: Faces, told: Told) -> None:
    lose_sanity(desk, act.by, faces[0], "四/【8】/1")
    gain_sanity(desk, act.target, faces[1], "四/【8】/1", "R55")


def 存在指向(desk: Desk, act: Act) -> bool:
    """R55: 夜间指定 between the two, either way."""
    return len(act.to) == 2 and bool({act.to, act.to[::-1]} & desk.指定)


def 指向骰(desk: Desk, act: Act) -> tuple[Roll, ...]:
    return (Roll(act.by),) if 存在指向(desk, act) else ()


def 问指向(desk: Desk, act: Act, faces: Faces, told: Told) -> str:
    gain_sanity(desk, act.by, sum(faces), "四/【8】/2")
    return "存在指向" if 存在指向(desk, act) else "不存在指向"


def _own(of: str, cite: str, place: int, do: Any, **more: Any) -> Skill:
    return Skill("主动技能", cite, place, do, "主动", of=of, limits=(*主动限, *more.pop("limits", ())), **more)


一位: dict[str, Any] = {"seats": (1, 1)}
两位: dict[str, Any] = {"seats": (2, 2), "aims": (两位不同,)}
提问: dict[str, Any] = {"limits": (可提问,), "aims": (答案,), "votes": True, "rest": ("R48",)}

DIVINE = (
    _own("黑夜女神", "四/【1】", 6, 黑夜女神, rolls=自理智, rest=("R50",), **一位),
    _own("风暴之主", "四/【2】", 6, 风暴之主, rolls=风暴骰, **一位),
    _own("知识与智慧之神", "四/【3】", 6, 知识与智慧之神, rolls=自理智, **一位),
    _own("永恒烈阳", "四/【4】/1", 5, 护盾, pick=1, rolls=护盾骰, seats=(1, 1), aims=(未连守,)),
    _own("永恒烈阳", "四/【4】/2", 6, 建群, pick=2, rest=("R53",), seats=(2, 2), aims=(两位不同,)),
    Skill("信息", "四/【4】/2", 6, 信息, "信息", seats=(1, 1), has=(在群聊,), picks=(None, "拒收"), rest=("R53",)),
    _own("蒸汽与机械之神", "四/【5】/问答题", 6, 问答题, pick="问答题", sermons=传给答错, **提问),
    _own("蒸汽与机械之神", "四/【5】/选择题", 6, 选择题, pick="选择题", sermons=答错传来, **提问),
    _own("蒸汽与机械之神", "四/【5】/判断题", 6, 判断题, pick="判断题", sermons=答错传来, rolls=判断骰, **提问),
    _own("大地母神", "四/【6】/1", 6, 大地母神, pick=1, rolls=自理智他生命, **一位),
    _own("大地母神", "四/【6】/2", 10, 救治, pick=2, rolls=救治骰, seats=(0, 1), aims=(命悬,), rest=("R54",)),
    _own("愚者", "四/【7】", 3, 愚者, rolls=愚者骰, own=True, seats=(2, 2), picks=(), aims=(两位不同, 点名其一), rest=("R36",)),
    _own("远古太阳神", "四/【8】/1", 6, 远古太阳神, pick=1, rolls=双理智, **一位),
    _own("远古太阳神", "四/【8】/2", 7, 问指向, pick=2, rolls=指向骰, seats=(2, 2), aims=(两位不同, 非自指), rest=("R55",)),
)
