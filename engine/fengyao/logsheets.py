"""Sheets to write on: a log sheet for each kind of phase, shaped like the record, and the tracker of the whole game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.fengyao.steps import SCHEDULE
from engine.paper import Block, Boxes, Cell, Heading, Para, Rows, Say, Sheet
from engine.record import Record

Game = Mapping[str, int]
拥有 = {
    "骨筹": "枯骨", "星象": "星君", "天眼": "仙童", "止伐": "佛陀", "请邪": "鬼巫", "窥念": "凶祟", "生死链": "魔罗", "血祭": "血俑",
    "背刺": "影妖", "量天": "树精", "业火": "灾厄", "崩灭": "怪煞", "招魂": "纸人",
}  # fmt: skip
_COLUMNS = ("日志/步", "日志/谁", "日志/目标", "日志/选择", "日志/骰抽", "日志/结果", "日志/速记")
_WIDTHS = (2.2, 0.9, 1.6, 2.0, 1.6, 1.6, 3.6)
宣称 = 9  # lines for the claims of one night


def log_sheets(record: Record, game: Game) -> tuple[Sheet, ...]:
    """One to print for the first 白昼, one for every later 白昼, one for every 黑夜."""
    return (_day(game, "首昼"), _day(game, "白昼"), _night(record, game))


def _steps(game: Game, kind: str) -> Iterator[tuple[str, str]]:
    """(step, skill) of all rows of a kind of phase in this game, in the order of the schedule."""
    for step in SCHEDULE:
        where, _, name = step.name.partition("·")
        if where == kind:
            yield from ((name, skill) for skill in step.skills if 拥有.get(skill, "妖首") in game)


def _row(kind: str, step: str, skill: str) -> tuple[Cell, ...]:
    again = f"·{step}" if (kind, step) == ("首昼", "星空仙人") and skill in ("化形", "星象") else ""
    return (skill, "", "", "", "", "", Say(f"速记/{kind}·{skill}{again}"))


def _table(rows: list[tuple[Cell, ...]], blank: int = 0) -> Rows:
    return Rows(tuple(Say(c) for c in _COLUMNS), tuple(rows), _WIDTHS, blank)


def _day(game: Game, kind: str) -> Sheet:
    rows = [_row(kind, step, skill) for step, skill in _steps(game, kind)]
    if kind == "白昼":
        at = next(i for i, row in enumerate(rows) if row[0] == "封妖")
        rows.insert(at + 1, rows[at])
    blocks: list[Block] = [
        Para(Say("日志/首昼头" if kind == "首昼" else "日志/白昼头")),
        _table(rows),
        Para(Say("日志/速记说明")),
        Para(Say("日志/首昼尾" if kind == "首昼" else "日志/白昼尾")),
    ]
    return Sheet(f"log-{kind}", Say(f"日志/{kind}"), "host", tuple(blocks), landscape=True, per="" if kind == "首昼" else "phase")


def _night(record: Record, game: Game) -> Sheet:
    steps = list(_steps(game, "黑夜"))
    standing = [_row("黑夜", step, skill) for step, skill in steps if step == "恒定"]
    claims = tuple(dict.fromkeys(skill for step, skill in steps if step == "讨论"))
    seats: tuple[Cell, ...] = tuple(record.seats)
    blocks: list[Block] = [Para(Say("日志/黑夜头"))]
    if standing:
        blocks.append(_table(standing))
    blocks += [
        Heading(Say("日志/宣称")),
        Para(Say("日志/宣称说明", (("skills", claims),))),
        _table([], blank=宣称),
        *(Para(Say(f"速记/黑夜·{skill}")) for skill in claims),
        Rows((Say("日志/投票人"), *seats), ((Say("日志/第一票"),), (Say("日志/第二票"),), (Say("日志/得票"),)), title="诛仙投票"),
        Para(Say("速记/黑夜·诛仙投票")),
        Rows((Say("日志/封印者"), *seats), ((Say("日志/黎明选"),),), title="黎明"),
        Para(Say("速记/黑夜·黎明")),
        Para(Say("日志/速记说明")),
    ]
    return Sheet("log-黑夜", Say("日志/黑夜"), "host", tuple(blocks), per="phase")


# --- tracker


def tracker_sheet(record: Record, game: Game) -> Sheet:
    """What has to be remembered from phase to phase, seat by seat and for the whole table."""
    columns = ("座位", "失一层", "失二层", "状态", "黎明", "待落标记", "点燃", "祭品", "止伐", "鉴仙图")
    wanted = [c for c in columns if {"点燃": "灾厄", "祭品": "血俑", "止伐": "佛陀"}.get(c, "妖首") in game]
    rows: tuple[tuple[Cell, ...], ...] = tuple((seat,) for seat in record.seats)
    widths = tuple(0.7 if c == "座位" else 2.0 if c in ("待落标记", "黎明") else 1.2 for c in wanted)
    blocks: list[Block] = [Rows(tuple(Say(f"追踪/{c}") for c in wanted), rows, widths), *_boxes(record, game)]
    blocks += [Para(Say(f"追踪/说明/{i}")) for i in (1, 2)]
    return Sheet("tracker", Say("追踪/标题"), "host", tuple(blocks))


def _boxes(record: Record, game: Game) -> Iterator[Boxes]:
    n = record.players
    if "枯骨" in game:
        yield Boxes(Say("追踪/骨筹"), tuple(range(1, n + 1)))
    for layer, pool in record.setup.get("量天", {}).items():
        if "hands" not in record.setup or _lies(record, layer):
            yield Boxes(Say("追踪/量天", (("layer", layer),)), tuple(pool))
    if "星君" in game:
        yield Boxes(Say("追踪/星象"), tuple(Say("追踪/夜", (("n", k),)) for k in range(1, n + 1)))
    if "纸人" in game:
        yield Boxes(Say("追踪/精魄"), tuple(range(n, 0, -1)))
    if "鬼巫" in game:
        yield Boxes(Say("追踪/无意义"), (1, 2))
    if "圣贤" in game:
        yield Boxes(Say("追踪/圣陨"), (Say("追踪/可用"), Say("追踪/已用")))
    if "血俑" in game:
        yield Boxes(Say("追踪/饥渴献祭"), (Say("追踪/首次"),))
    yield Boxes(Say("追踪/封妖"), tuple(Say("追踪/夜", (("n", k),)) for k in range(1, 7)))
    yield Boxes(Say("追踪/读条"), (Say("追踪/读条/1"), Say("追踪/读条/2"), Say("追踪/读条/3")))


def _lies(record: Record, layer: str) -> bool:
    """Does 树精 lie in this layer?"""
    at = ("顶层", "底层").index(layer)
    return any(hand[at] == "树精" for hand in record.setup["hands"].values())
