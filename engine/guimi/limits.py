"""Who may do what to whom (R22, R44, R57, R63 …): one function a limit, read by `check` and by the prompts alike."""

from __future__ import annotations

from engine.declare import Illegal
from engine.guimi.names import 最初造物主, 群
from engine.guimi.skill import Act, Limit
from engine.guimi.state import Desk
from engine.record import brief


def 未锁(desk: Desk, act: Act) -> None:
    """R22: 理智<6 locks the 主动技能, but not of a holder of [11]."""
    locked = desk.黄昏锁 if act.skill.place == 1 else desk.锁
    if act.by in locked and 11 not in desk.被动[act.by]:
        raise Illegal("理智不足", "一/【1】", "R22", seat=act.by)


def 有行动(desk: Desk, act: Act) -> None:
    """R44, R37: one action a night; all 传教 of a night are one."""
    if act.skill.name == "传教" and desk.传教数.get(act.by):
        return
    if desk.已行动.get(act.by, 0) > desk.额外.get(act.by, 0):
        raise Illegal("已行动", "三", "R44", seat=act.by)


def 非主刀(desk: Desk, act: Act) -> None:
    if act.by in desk.主刀:
        raise Illegal("主刀手不用公共技能", "六/【2-5】", "R44", seat=act.by)


def 群员(desk: Desk, act: Act) -> None:
    """R57, R59: who may be 主刀手."""
    name = desk.board.身份[act.by]
    if name not in 群:
        raise Illegal("不在群内", "六/【2-5】", "R57", seat=act.by)
    if name == "欲望母树" and not desk.living("堕落母神"):
        raise Illegal("已退群", "六/【5】", "R59", seat=act.by)


def 可主刀(desk: Desk, act: Act) -> None:
    """R57, R44: once a night, and no public skill beside it."""
    if desk.主刀:
        raise Illegal("群技能已用", "六/【2-5】", "R57")
    if act.by in desk.公共:
        raise Illegal("主刀手不用公共技能", "六/【2-5】", "R44", seat=act.by)


def 已建新群(desk: Desk, act: Act) -> None:
    if desk.living("堕落母神"):
        raise Illegal("堕落母神在场", "六/【5】", "R59", seat=act.by)


def 非造物主(desk: Desk, act: Act) -> None:
    """R64: no public skill but 传教."""
    if desk.board.身份[act.by] == 最初造物主:
        raise Illegal("只能传教", "七", "R64", seat=act.by)


def 至多八位(desk: Desk, act: Act) -> None:
    """R64: at most 8 传教 a night, to different seats."""
    if desk.board.身份[act.by] != 最初造物主:
        return
    if desk.传教数.get(act.by, 0) + max(len(act.to), 1) > 8:
        raise Illegal("至多八位", "七", "R64")
    if len(set(act.to)) != len(act.to) or any((act.by, seat) in desk.传教过 for seat in act.to):
        raise Illegal("已传教", "七", "R64", seats=list(act.to))


def 非自指(desk: Desk, act: Act) -> None:
    if act.by in act.to:
        raise Illegal("不能自指", "R56", seat=act.by)


def 两位不同(desk: Desk, act: Act) -> None:
    if len(set(act.to)) != len(act.to):
        raise Illegal("须两位不同", "record", seat=act.to[0])


def 未连守(desk: Desk, act: Act) -> None:
    """R52: not the seat shielded the night before."""
    if any((act.by, seat) in desk.昨夜守护 for seat in act.to):
        raise Illegal("连续守护", "四/【4】/1", "R52", seat=act.target)


def 可提问(desk: Desk, act: Act) -> None:
    """R48, R71: three in the game, one a night."""
    if desk.问题 < 1:
        raise Illegal("提问用尽", "四/【5】", "R48")
    if desk.已问:
        raise Illegal("今夜已问", "四/【5】", "R48", "R71")


def 在群聊(desk: Desk, act: Act) -> None:
    """R53: only between the two, only in this night."""
    if not any(act.by in pair[1:] and (not act.to or act.target in pair[1:]) for pair in desk.群聊) or act.by in act.to:
        raise Illegal("没有群聊", "四/【4】/2", "R53", seat=act.by)


def 点名其一(desk: Desk, act: Act) -> None:
    """R37: the seat given one more action is one of the two."""
    if act.pick is not None and not any(type(act.pick) is int and act.pick == seat for seat in act.to):
        raise Illegal("选择有误", "四/【7】", "R37", pick=brief(act.pick))


def 知识够(amount: int) -> Limit:
    """R46: enough 神秘学知识."""

    def limit(desk: Desk, act: Act) -> None:
        if desk.神秘学知识[act.by] < amount:
            raise Illegal("知识不足", "三/【3】", "R46", seat=act.by, have=desk.神秘学知识[act.by], need=amount)

    return limit


def 命悬(desk: Desk, act: Act) -> None:
    """R54: only a seat she was told of."""
    if any(desk.生命[seat] >= 1 for seat in act.to):
        raise Illegal("生命未尽", "四/【6】/2", "R54", seat=act.target)


主动限 = (未锁, 有行动)
公共限 = (非主刀, 有行动)
