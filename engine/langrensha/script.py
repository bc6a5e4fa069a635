"""The 法官's script for exactly the roles of this deal, in order. The calls of the dead, and of what 盗贼 left, are spoken all the same."""

from __future__ import annotations

from collections.abc import Iterator

from engine.declare import Step
from engine.langrensha.cast import Cast
from engine.langrensha.state import Board
from engine.langrensha.steps import DAY_STEPS, NIGHT_STEPS
from engine.paper import Block, Call, Cell, Heading, Para, Say, Sheet

MORE = {  # a second call within a step
    "夜·黑市商人": ("夜·黑市商人/幸运儿",),
    "夜·丘比特": ("夜·丘比特/情侣",),
    "夜·花蝴蝶": ("夜·花蝴蝶/被抱",),
    "夜·女巫": ("夜·女巫/毒药",),
    "天·警长竞选": ("天·警长竞选/平票",),
    "天·公投": ("天·公投/平票", "天·公投/遗言"),
}
GIFT = {"夜·女巫": "毒药", "夜·预言家": "眼镜", "夜·状态": "枪"}
GUNS = ("猎人", "狼王", "黑市商人")


def say(name: str, **values: object) -> Say:
    return Say(name, tuple(values.items()))


def script_sheet(board: Board, cast: Cast) -> Sheet:
    blocks: list[Block] = [Para(say("稿/说明")), Heading(say("稿/夜")), Call("", say("夜·入夜"))]
    for step in NIGHT_STEPS:
        blocks += night_calls(board, cast, step)
    blocks += [Call("", say("夜·天亮")), Heading(say("稿/天")), Call("", say("天·天亮"))]
    for step in DAY_STEPS:
        if day_wanted(board, cast, step):
            blocks += calls(step, "", step.name.removeprefix("天·"))
    blocks.append(Call("", say("天·胜负"), say("天·胜负/候")))
    return Sheet("script", say("稿/标题"), "host", tuple(blocks))


def roles_of(board: Board, step: Step) -> tuple[str, ...]:
    """Who opens his eyes in a step: the wolves as the options have it (R15, R21)."""
    if step.name != "夜·狼人":
        return step.roles
    beauty = ("狼美人",) if board.options["狼美人"] == "①" else ()
    return ("狼人", "狼王", "白狼王", "恶魔", *beauty)


def night_calls(board: Board, cast: Cast, step: Step) -> Iterator[Call]:
    """A step's calls, and the 幸运儿's in the same place."""
    roles = roles_of(board, step)
    mark = "首夜" if step.first else ""
    if step.name == "夜·状态":
        yield from apart(cast, step)
    elif step.name == "夜·狼人" or cast.plays(*roles):
        yield Call(step.name.removeprefix("夜·"), say(step.line), expected(cast, step, roles), noted(board, cast, step), mark)
        for name in MORE.get(step.name, ()):
            yield Call("", say(name), say(f"{name}/候"), mark=mark)
    if step.name in GIFT and cast.plays("黑市商人"):
        yield Call(say("稿/幸运儿"), say(f"夜·幸运儿/{GIFT[step.name]}"), say("稿/候幸运儿", gift=GIFT[step.name]))


def apart(cast: Cast, step: Step) -> Iterator[Call]:
    """A call for each role of the step: who opens his eyes alone sees nobody of the other side."""
    for role in step.roles:
        if cast.plays(role):
            yield Call(step.name.removeprefix("夜·"), say(f"{step.line}/{role}"), expected(cast, step, (role,)))


def expected(cast: Cast, step: Step, roles: tuple[str, ...]) -> Cell:
    """Which seats answer, and by what gesture."""
    seats = cast.of(roles)
    if not seats:
        return say("稿/候盗贼" if cast.may_take(roles) else "稿/候无人", seat=cast.thief)
    return say(f"{step.line}/候", seats=seats)


def noted(board: Board, cast: Cast, step: Step) -> Cell:
    """Small print: what 盗贼 or 野孩子 may add, and the options in force."""
    thief = cast.thief is not None and bool(cast.of(roles_of(board, step))) and cast.may_take(roles_of(board, step))
    if step.name == "夜·狼人" and cast.plays("野孩子"):
        return say("稿/注野孩子与盗贼" if thief else "稿/注野孩子", seat=cast.thief)
    if thief:
        return say("稿/注盗贼", seat=cast.thief)
    if step.name == "夜·女巫":
        return say(f"稿/注自救{board.options['女巫自救']}")
    return ""


def day_wanted(board: Board, cast: Cast, step: Step) -> bool:
    if step.name in ("天·警长竞选", "天·警徽"):
        return bool(board.options["警长"])
    if step.name in ("天·夜枪", "天·票枪"):
        return cast.plays(*GUNS)
    return cast.plays(*step.roles) if step.skills[0] in ("熊", "禁言信息") else True


def calls(step: Step, mark: str, label: str) -> Iterator[Call]:
    yield Call(label, say(step.line), say(f"{step.line}/候"), mark=mark)
    for name in MORE.get(step.name, ()):
        yield Call("", say(name), say(f"{name}/候"), mark=mark)
