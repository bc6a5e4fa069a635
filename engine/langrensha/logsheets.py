"""Sheets to write on: the logs of a 夜 and a 天, the dawn's announcement, and the trackers of the whole game."""

from __future__ import annotations

from collections.abc import Iterator

from engine.langrensha.cast import Cast
from engine.langrensha.script import GIFT, GUNS, day_wanted, say
from engine.langrensha.state import Board
from engine.langrensha.steps import DAY_STEPS, NIGHT_STEPS
from engine.paper import Block, Boxes, Cell, Para, Rows, Sheet

COLUMNS = ("日志/技能", "日志/谁", "日志/目标", "日志/选择", "日志/所示", "日志/速记")
WIDTHS = (1.4, 0.9, 1.8, 1.4, 1.5, 3.6)


def log_sheets(board: Board, cast: Cast) -> tuple[Sheet, ...]:
    """One for 第1夜, one for every later 夜, one for every 天, each shaped like the record."""
    return (_night(cast, "首夜", True), _night(cast, "夜", False), _day(board, cast))


def night_skills(cast: Cast, first: bool) -> Iterator[str]:
    """The skills that can stand in the log of such a night, in the order of the steps."""
    for step in NIGHT_STEPS:
        if step.first and not first:
            continue
        if cast.plays(*step.roles) or step.name == "夜·狼人":
            yield from (skill for skill in step.skills)
        elif step.name in GIFT and cast.plays("黑市商人"):
            yield {"毒药": "毒药", "眼镜": "查验", "枪": "状态"}[GIFT[step.name]]


def _table(skills: list[str]) -> Rows:
    rows = tuple((skill, "", "", "", "", say(f"速记/{skill}")) for skill in skills)
    return Rows(tuple(say(name) for name in COLUMNS), rows, WIDTHS, 2)


def _night(cast: Cast, kind: str, first: bool) -> Sheet:
    blocks: list[Block] = [
        Para(say(f"日志/{kind}头")),
        _table(list(night_skills(cast, first))),
        Para(say("日志/夜尾")),
        Para(say("日志/速记说明")),
    ]
    return Sheet(f"log-{kind}", say(f"日志/{kind}"), "host", tuple(blocks), landscape=True, per="" if first else "phase")


def _day(board: Board, cast: Cast) -> Sheet:
    wanted = [step for step in DAY_STEPS if day_wanted(board, cast, step)]
    seats: tuple[Cell, ...] = tuple(range(1, board.players + 1))
    ballots = ("日志/竞选票",) if board.options["警长"] else ()
    rows = tuple((say(name),) for name in (*ballots, "日志/公投票", "日志/重投票", "日志/得票"))
    blocks: list[Block] = [
        Para(say("日志/天头")),
        _table([s for s in dict.fromkeys(skill for step in wanted for skill in step.skills) if s != "翻牌" or cast.plays("花蝴蝶")]),
        Rows((say("日志/投票人"), *seats), rows, title=say("日志/票")),
        Para(say("日志/天尾")),
        Para(say("日志/速记说明")),
    ]
    return Sheet("log-天", say("日志/天"), "host", tuple(blocks), landscape=True, per="phase")


def dawn_sheet(board: Board, cast: Cast) -> Sheet:
    """What is read aloud in the morning and after the vote, with room to fill in, in the order in which it is said."""
    lines = [name for name, role in (("熊", "熊"), ("死讯", ""), ("禁言", "禁言长老"), ("遗言", "")) if not role or cast.plays(role)]
    if board.options["警长"]:
        lines.insert(0, "警长")
    blocks: list[Block] = [Para(say("天亮/说明"))]
    blocks += [Rows((say("天亮/念"), say("天亮/填")), tuple((say(f"天亮/{name}"), "") for name in lines), (3, 3))]
    blocks += [Rows((say("天亮/念"), say("天亮/填")), tuple((say(f"天亮/{n}"), "") for n in ("放逐", "亮明", "DQ")), (3, 3))]
    return Sheet("dawn", say("天亮/标题"), "host", tuple(blocks), per="phase")


# --- trackers


def tracker_sheet(board: Board, cast: Cast) -> Sheet:
    """What has to be remembered from phase to phase, seat by seat, and every use."""
    columns = ["座位", "出局", "死因", "情侣", "幸运儿", "票权", "警徽", "备注"]
    absent = {"情侣": "丘比特", "幸运儿": "黑市商人", "票权": "白痴"}
    wanted = [c for c in columns if cast.plays(absent.get(c, "")) or c not in absent]
    if not board.options["警长"]:
        wanted.remove("警徽")
    rows: tuple[tuple[Cell, ...], ...] = tuple((seat,) for seat in range(1, board.players + 1))
    widths = tuple({"座位": 0.7, "备注": 2.4}.get(name, 1.2) for name in wanted)
    blocks: list[Block] = [Rows(tuple(say(f"追踪/{name}") for name in wanted), rows, widths), *_boxes(cast)]
    return Sheet("tracker", say("追踪/标题"), "host", (*blocks, Para(say("追踪/说明"))))


USES = (
    ("女巫", "追踪/解药", 1), ("女巫", "追踪/毒药", 1), ("花蝴蝶", "追踪/抱", 2), ("潜行者", "追踪/暗杀", 1), ("村长", "追踪/命", 2),
)  # fmt: skip
NIGHTLY = (("守卫", "追踪/守护"), ("花蝴蝶", "追踪/抱过"), ("狼美人", "追踪/魅惑"), ("禁言长老", "追踪/禁言"))


def _boxes(cast: Cast) -> Iterator[Block]:
    for role, title, count in USES:
        if cast.plays(role):
            yield Boxes(say(title), tuple(range(1, count + 1)))
    if cast.plays(*GUNS):
        yield Boxes(say("追踪/枪"), tuple(role for role in ("猎人", "狼王") if cast.plays(role)) + _gift(cast))
    if cast.plays("黑市商人"):
        yield Boxes(say("追踪/赠"), ("眼镜", "毒药", "枪"))
    nightly = [title for role, title in NIGHTLY if cast.plays(role)]
    if nightly:
        nights: tuple[Cell, ...] = tuple(say("追踪/夜", n=n) for n in range(1, 9))
        yield Rows((say("追踪/每夜"), *nights), tuple((say(title),) for title in nightly), title=say("追踪/不连续"))


def _gift(cast: Cast) -> tuple[Cell, ...]:
    return (say("稿/幸运儿"),) if cast.plays("黑市商人") else ()
