"""夜 and 天 in the book's order (R16, R44): the steps as data, and the skills that stand in them."""

from __future__ import annotations

from engine.declare import Step
from engine.langrensha import day, night, vote
from engine.langrensha.skills import Skill

SKILL: dict[str, Skill] = {skill.name: skill for skill in (*night.SKILLS, *vote.SKILLS, *day.SKILLS)}


def _夜(name: str, skills: tuple[str, ...], *roles: str, first: bool | None = None) -> Step:
    return Step(f"夜·{name}", roles[0], "夜", skills, roles, f"夜·{name}", first)


def _天(name: str, cite: str, skills: tuple[str, ...], *roles: str, free: bool = False) -> Step:
    return Step(f"天·{name}", cite, "天", skills, roles, f"天·{name}", free=free)


WOLF_CALL = ("狼人", "狼王", "白狼王", "狼美人", "恶魔", "野孩子", "隐狼")

SCHEDULE: tuple[Step, ...] = (
    _夜("盗贼", ("选择",), "盗贼", first=True),
    _夜("黑市商人", ("幸运儿",), "黑市商人", first=True),
    _夜("丘比特", ("情侣",), "丘比特", first=True),
    _夜("野孩子", ("榜样",), "野孩子", first=True),
    _夜("混血儿", ("榜样",), "混血儿", first=True),
    _夜("花蝴蝶", ("抱",), "花蝴蝶"),
    _夜("守卫", ("守护",), "守卫"),
    _夜("狼人", ("刀",), *WOLF_CALL),
    _夜("狼美人", ("魅惑",), "狼美人"),
    _夜("恶魔", ("验",), "恶魔"),
    _夜("女巫信息", ("死亡信息",), "女巫"),
    _夜("女巫", ("解药", "毒药"), "女巫"),
    _夜("预言家", ("查验",), "预言家"),
    _夜("潜行者", ("暗杀",), "潜行者"),
    _夜("禁言长老", ("禁言",), "禁言长老"),
    _夜("状态", ("状态",), "猎人", "狼王"),
    _天("警长竞选", "R47", ("警长竞选",)),
    _天("熊", "熊", ("熊",), "熊"),
    _天("死讯", "法官", ("死讯",)),
    _天("禁言信息", "禁言长老", ("禁言信息",), "禁言长老"),
    _天("夜枪", "R29", ("开枪", "翻牌"), "猎人", "狼王", "黑市商人"),
    _天("发言", "法官", ("发言",)),
    _天("公投", "R45", ("公投",)),
    _天("票枪", "R29", ("开枪",), "猎人", "狼王", "黑市商人"),
    _天("自爆", "狼人", ("自爆",), "狼人", "狼王", "白狼王", "野孩子", free=True),
    _天("警徽", "R47", ("警徽",), free=True),
    _天("DQ", "R52", ("DQ",), free=True),
)

NIGHT_STEPS = tuple(step for step in SCHEDULE if step.phase == "夜")
DAY_STEPS = tuple(step for step in SCHEDULE if step.phase == "天")
