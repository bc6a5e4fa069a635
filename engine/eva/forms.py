"""Sheets to work from and to write on: the night form with its deadlines, the log sheets shaped like the record, the tracker."""

from __future__ import annotations

from engine.eva.messages import Hours
from engine.eva.roles import SKILLS
from engine.eva.rows import NIGHT, Row, rows
from engine.paper import Block, Boxes, Call, Cell, Heading, Para, Rows, Say, Sheet
from engine.record import Record

# steps whose choices are due at the same time; None: no choice of a player
DUE = {"1": "30", "2": "30", "3": "45", "12": "死灵咒", "14": "开门"}
UNHEARD = ("判罚", "挂机")


def due(row: Row) -> str:
    """The key of the deadline of a row of the night: 30, 45 or 60 minutes after closing, after feedback, before opening."""
    if row.tell is not None:
        return ""
    return DUE.get(row.step, "60")


def owners(record: Record, row: Row) -> tuple[int, ...]:
    """The seats that own the skill as dealt."""
    given = record.setup["identities"]
    return tuple(n for n in record.seats if row.skill in SKILLS[given[n]])


def night_form(record: Record, when: Hours) -> Sheet:
    """Steps (0)–(14) in order: whom to ask, until when, what to tell. Used every night."""
    blocks: list[Block] = [Para(Say("夜表/头", when.values()))]
    step = ""
    for row in NIGHT:
        if row.skill in UNHEARD:
            continue
        if row.step != step:
            step = row.step
            blocks.append(Heading(Say(f"夜表/步/{step}", when.values())))
        blocks.append(_call(record, row, when))
    blocks += [Heading(Say("夜表/开门")), *(Para(Say(f"夜表/开门/{i}", when.values())) for i in range(1, 4))]
    return Sheet("script", Say("夜表/标题"), "host", tuple(blocks), per="phase")


def _call(record: Record, row: Row, when: Hours) -> Call:
    seats = owners(record, row)
    who: Cell = Say("夜表/谁", (("seats", seats),)) if seats else Say("夜表/视情") if due(row) else Say("夜表/自动")
    note: Cell = Say(f"夜表/时限/{due(row)}", when.values()) if due(row) else ""
    return Call(f"({row.step}) {row.skill}", Say(row.name), who, note)


# --- log sheets


def log_sheets() -> tuple[Sheet, ...]:
    """One for each day, one for each night."""
    return (_log(False, "天"), _log(True, "夜"))


def _log(night: bool, kind: str) -> Sheet:
    columns: tuple[Cell, ...] = tuple(Say(f"日志/{c}") for c in ("步", "技能", "谁", "目标", "选择", "结果", "速记"))
    lines = tuple((row.step, row.skill, "", "", "", "", Say("速记/" + row.name)) for row in rows(night) if row.skill not in UNHEARD)
    blocks: list[Block] = [Para(Say(f"日志/{kind}头")), Rows(columns, lines, (0.7, 1.2, 0.8, 1.2, 1.6, 1.6, 3), blank=2)]
    if not night:
        blocks.append(Rows((Say("日志/投票人"), *range(1, 22)), ((Say("日志/末票"),), (Say("日志/先后"),), (Say("日志/得票"),))))
    blocks.append(Para(Say("日志/说明")))
    return Sheet(f"log-{kind}", Say(f"日志/{kind}"), "host", tuple(blocks), landscape=not night, per="phase")  # a night is longer than wide


# --- tracker


def tracker_sheet(record: Record) -> Sheet:
    """What has to be remembered from phase to phase."""
    columns: tuple[Cell, ...] = tuple(Say(f"追踪/{c}") for c in ("座位", "身份", "现身份", "出局", "挂机", "牌", "限定", "标记"))
    given = record.setup["identities"]
    lines = tuple((n, given[n], "", "", "", "", "", "") for n in record.seats)
    boxes = (
        Boxes(Say("追踪/诅咒"), tuple(range(1, 6))),
        Boxes(Say("追踪/夜数"), tuple(range(1, 9))),
        Boxes(Say("追踪/牵制"), tuple(f"{n}–{n + 1}" for n in range(1, 16, 2))),
        Boxes(Say("追踪/祝福"), tuple(range(1, 9))),
        Boxes(Say("追踪/使徒"), (Say("追踪/已产生"),)),
    )
    notes = tuple(Para(Say(f"追踪/说明/{i}")) for i in (1, 2, 3))
    return Sheet("tracker", Say("追踪/标题"), "host", (Rows(columns, lines, (0.7, 1.2, 1.2, 1, 0.8, 1.2, 2, 2)), *boxes, *notes))
