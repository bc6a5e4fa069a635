"""The books: an overview of all seats, and for each seat a sheet with every change so far and room for more.

The same ledger lines feed `why SEAT`, these sheets and the page.
"""

from __future__ import annotations

from itertools import groupby

from engine.guimi.names import KIND_ORDER
from engine.guimi.state import SEATS, Change, Desk, State
from engine.paper import Block, Boxes, Cell, Para, Rows, Say, Sheet
from engine.record import Record

NUMBERS = ("生命", "理智", "神秘学知识", "护盾")
BLANK = 6


def say(key: str, /, **values: object) -> Say:
    return Say(key, tuple(values.items()))


def state_of(record: Record) -> State:
    """The table at the end of the record's log."""
    from engine.games import game_named
    from engine.replay import replay

    game = game_named("guimi")
    assert game is not None
    closed: State = replay(game, record).closed
    return closed


def total_sheet(record: Record) -> Sheet:
    """One line a seat, one column a night."""
    nights = tuple(say("总账/夜", n=n) for n in range(1, 8))
    desk = state_of(record).desk
    rows: list[tuple[Cell, ...]] = [(seat, desk.board.身份[seat], *("",) * len(nights)) for seat in SEATS]
    table = Rows((say("座位/座位"), say("座位/身份"), *nights), tuple(rows), (1, 2.6, *(1.6,) * len(nights)))
    quota = tuple(range(1, min(desk.board.options["遗言名额"], 25) + 1))
    blocks: list[Block] = [
        Para(say("总账/说明")),
        Boxes(say("总账/名额"), quota),
        Boxes(say("总账/提问"), (1, 2, 3)),
        Para(say("总账/一次")),
        table,
    ]
    return Sheet("tracker", say("总账/标题"), "host", tuple(blocks))


def ledger_sheets(record: Record) -> tuple[Sheet, ...]:
    desk = state_of(record).desk
    return tuple(_sheet(record, desk, seat) for seat in SEATS)


def _sheet(record: Record, desk: Desk, seat: int) -> Sheet:
    head = ("阶段", "事由", "依据", "生命", "理智", "知识", "护盾", "污染")
    columns = tuple(say(f"分户/{word}") for word in head)
    rows = tuple(lines_of(desk, seat))
    table = Rows(columns, rows, (1.5, 2.4, 2.2, 1, 1, 1, 1, 3.6), blank=max(4, BLANK - len(rows)))
    name = record.names[seat - 1] if record.names else ""
    owner = Para(say("分户/头", identity=desk.board.身份[seat], camp=desk.board.阵营[seat]))
    return Sheet("ledger", say("分户/标题", seat=seat, name=name), "host", (owner, table), extra=(("seat", seat),))


def lines_of(desk: Desk, seat: int) -> list[tuple[Cell, ...]]:
    """A row for each thing that changed the seat's numbers: when, what, by which rule, and what they are then."""
    own = [c for c in desk.ledger if c.seat == seat and (c.delta or c.what in ("信仰", "理智"))]
    standing: dict[str, object] = {}
    rows: list[tuple[Cell, ...]] = []
    for _, group in groupby(own, key=lambda c: (c.phase, c.source, c.at)):
        changes = list(group)
        standing |= {c.what: c.now for c in changes}
        changed = {c.what for c in changes}
        cites = list(dict.fromkeys(place for c in changes for place in c.cite))
        first = changes[0]
        numbers = tuple(str(standing[what]) if what in changed else "" for what in NUMBERS)
        rows.append((first.phase, _reason(first), "、".join(cites), *numbers, _kinds(changes)))
    return rows


def _reason(change: Change) -> Cell:
    skill, by = change.source
    if not skill:
        return "" if change.phase == "开局" else say("分户/自动")
    return skill if by is None else say("分户/由", skill=skill, by=by)


def _kinds(changes: list[Change]) -> str:
    words = [f"{c.what} {c.now}" for c in changes if c.what in KIND_ORDER]
    words += [f"→{c.now}" for c in changes if c.what == "信仰"]
    return "，".join(words)
