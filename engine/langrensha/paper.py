"""狼人杀 on paper, as data: the cards of a deal, and the sheets for the 法官 and for the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.langrensha.boards import counted
from engine.langrensha.cast import Cast, cast_of
from engine.langrensha.close import seat_fields
from engine.langrensha.key import key
from engine.langrensha.logsheets import dawn_sheet, log_sheets, tracker_sheet
from engine.langrensha.roles import OPTIONS, ROLE
from engine.langrensha.script import say, script_sheet
from engine.langrensha.state import Board, board_of, opening
from engine.paper import Block, Card, Cell, Heading, Para, Rows, Sheet
from engine.record import Record

Plain = Any
NOTED = {"女巫": "女巫自救", "狼美人": "狼美人", "禁言长老": "禁言信息", "隐狼": "隐狼带刀"}  # role -> the option printed on its card


# --- cards


def cards(record: Record) -> tuple[Card, ...]:
    """A closed card for each seat, the two for 盗贼, the seats' numbers and the badge."""
    board = board_of(record)
    closed = tuple(_role(board, role, seat) for seat, role in enumerate(board.roles, 1))
    spare = tuple(_role(board, role, None) for role in board.extra)
    numbers = tuple(Card("号码牌", "aux", glyph=str(seat)) for seat in record.seats)
    badge = (Card("警徽", "aux"),) if board.options["警长"] else ()
    return (*closed, *spare, *numbers, *badge)


def _role(board: Board, name: str, seat: int | None) -> Card:
    role = ROLE[name]
    note = None
    if name == "丘比特":
        note = say("牌/丘比特/①" if board.丘神 else "牌/丘比特/②")
    elif name in NOTED and say_of(board, NOTED[name]) is not None:
        note = say(f"牌/{name}/{say_of(board, NOTED[name])}")
    return Card(name, "role", role.side, role.kind, seat=seat, note=note)


def say_of(board: Board, option: str) -> str | None:
    """The value of an option as it stands in a key of sheets.toml; None where nothing needs to be said."""
    value = board.options[option]
    if value is False or value == "不报":
        return None
    return "开" if value is True else str(value)


# --- sheets


def script(record: Record) -> Sheet:
    """The script alone."""
    return script_sheet(board_of(record), cast_of(record))


def sheets(record: Record) -> tuple[Sheet, ...]:
    """Everything on paper besides the cards, in the order in which a 法官 needs it."""
    board, cast = board_of(record), cast_of(record)
    return (
        public_sheet(record, board),
        seat_sheet(record, cast),
        script_sheet(board, cast),
        dawn_sheet(board, cast),
        settle_sheet(board, cast),
        key_sheet(key(record)),
        tracker_sheet(board, cast),
        *log_sheets(board, cast),
    )


def public_sheet(record: Record, board: Board) -> Sheet:
    """What everybody may know: the cards of the board, and the options in force."""
    all_cards = (*board.roles, *board.extra)
    rows: list[tuple[Cell, ...]] = [
        (say(f"公开/{kind}"), "、".join(counted(c for c in all_cards if ROLE[c].kind == kind)))
        for kind in ("狼", "平", "神", "平/神", "平/狼", "平/神/狼")
        if any(ROLE[c].kind == kind for c in all_cards)
    ]
    options: list[tuple[Cell, ...]] = [(option.name, say(f"选项/{option.name}/{shown(board, option.name)}")) for option in OPTIONS]
    wanted = {"女巫自救": "女巫", "丘比特": "丘比特", "狼美人": "狼美人", "禁言信息": "禁言长老", "隐狼带刀": "隐狼"}
    options = [row for row in options if str(row[0]) not in wanted or wanted[str(row[0])] in all_cards]
    name: tuple[Block, ...] = (Para(say("公开/板子", board=record.setup["板子"])),) if "板子" in record.setup else ()
    blocks: list[Block] = [
        *name,
        Rows((say("公开/类别"), say("公开/牌")), tuple(rows), (1, 6)),
        Para(say("公开/多牌" if board.extra else "公开/人数", n=record.players, sum=len(all_cards))),
        Rows((say("公开/选项"), say("公开/怎么算")), tuple(options), (1, 5)),
        *(Para(say(f"公开/{part}")) for part in ("胜负", "夜", "天")),
    ]
    return Sheet("announce", say("公开/标题"), "table", tuple(blocks), as_text=True)


def shown(board: Board, option: str) -> str:
    value = board.options[option]
    return "开" if value is True else "关" if value is False else str(value)


def seat_sheet(record: Record, cast: Cast) -> Sheet:
    """The secret of the deal: who holds what, and which class and side that is at the opening."""
    state = opening(record)
    columns = tuple(say(f"座位/{name}") for name in ("座位", "姓名", "身份", "类别", "阵营", "后来"))
    rows = tuple(_seat(record, seat, seat_fields(state, seat)) for seat in record.seats)
    blocks: list[Block] = [Rows(columns, rows, (0.8, 2.4, 1.8, 1, 1.4, 3))]
    if cast.thief is not None:
        blocks.append(Para(say("座位/多牌", cards=cast.spare, taken=cast.taken, seat=cast.thief)))
    if "上轮首刀" in record.setup:
        blocks.append(Para(say("座位/上轮首刀", seat=record.setup["上轮首刀"])))
    return Sheet("seats", say("座位/标题"), "host", tuple(blocks))


def _seat(record: Record, seat: int, fields: Mapping[str, Plain]) -> tuple[Cell, ...]:
    name = record.names[seat - 1] if record.names else ""
    return (seat, name, fields["role"], fields["kind"] or say("座位/未定"), fields["side"] or say("座位/未定"), "")


def settle_sheet(board: Board, cast: Cast) -> Sheet:
    """Settle in this order: the night's end, what follows a death, who may shoot, and who has won."""
    wanted: dict[str, tuple[tuple[str, str], ...]] = {
        "夜末": (("刀", ""), ("村长", "村长"), ("毒", "女巫"), ("暗杀", "潜行者"), ("商人", "黑市商人"), ("不死", "恶魔"), ("早晨", "")),
        "死后": (("魅惑", "狼美人"), ("殉情", "丘比特"), ("胜负", ""), ("失技", "村长")),
        "枪": (("能", ""), ("不能", ""), ("何时", ""), ("亮明", "")),
    }
    blocks: list[Block] = []
    for part, lines in wanted.items():
        if part == "枪" and not cast.plays("猎人", "狼王", "黑市商人"):
            continue
        blocks.append(Heading(say(f"结算/{part}")))
        blocks += [Para(say(f"结算/{part}/{line}")) for line, role in lines if not role or cast.plays(role)]
    wins = ["好人", *(["人狼恋"] if cast.plays("丘比特") else []), board.options["胜利条件"], *(["绑票"] if board.options["绑票"] else [])]
    blocks += [Heading(say("结算/胜负")), *(Para(say(f"结算/胜负/{name}")) for name in wins)]
    return Sheet("settle", say("结算/标题"), "host", tuple(blocks))


def key_sheet(answers: Mapping[str, Plain]) -> Sheet:
    """All answers that a 法官 without a device needs; columns that nobody asks for are left out."""
    found = [(seat, row) for seat, rows in answers["座位"].items() for row in rows]
    columns = ["身份", "类别", *(name for name in ("何时", "查验", "验", "熊") if any(row[name] for _, row in found))]
    table = tuple((seat, *(_told(name, row[name]) for name in columns)) for seat, row in found)
    blocks: list[Block] = [Para(say("答案/说明"))]
    if "熊" in columns:
        blocks.append(Para(say("答案/说明熊")))
    blocks.append(Rows((say("答案/座位"), *(say(f"答案/{name}") for name in columns)), table, (0.7, *(1.5 for _ in columns))))
    for bear in answers["首夜熊"]:
        blocks.append(
            Para(
                say(
                    "答案/首夜熊盗贼" if bear["盗贼"] else "答案/首夜熊",
                    bear=bear["熊"],
                    seats=bear["邻座"],
                    answer=bear["答"],
                    card=bear["盗贼"],
                )
            )
        )
    if answers["丘比特"] is not None:
        blocks.append(Para(say(f"答案/丘比特/{answers['丘比特']}")))
    return Sheet("key", say("答案/标题"), "host", tuple(blocks))


def _told(column: str, value: str | None) -> Cell:
    if column == "何时" and value:
        return say("答案/选了", card=value) if value in ROLE else say(f"答案/{value}")
    return value if value is not None else "－"
