"""诡秘之主 on paper, as data: the cards of a deal, and the sheets for the 法官 and for the table."""

from __future__ import annotations

from engine.guimi.keysheet import key_sheet
from engine.guimi.ledger import ledger_sheets, say, total_sheet
from engine.guimi.messages import announce_text, messages
from engine.guimi.names import CAMP, DEFAULTS, ROLES, known_to, start, 群, 阵营序
from engine.guimi.state import SEATS, opened
from engine.guimi.steps import DICE, SCHEDULE
from engine.paper import Block, Call, Card, Cell, Heading, Para, Rows, Say, Sheet
from engine.record import Record

公开 = ("祈祷", "祈求注视", "神秘学实践", "传教", "票")


# --- cards


def cards(record: Record) -> tuple[Card, ...]:
    """25 closed cards with what each is told at the start, and the open ones."""
    closed = tuple(_card(record, seat) for seat in SEATS)
    return (*closed, *(Card(name, "aux") for name in 公开))


def _card(record: Record, seat: int) -> Card:
    name = record.setup["身份"][seat]
    life, sanity = start(name)
    figures = (("生命", life), *(() if sanity is None else (("理智", sanity),)))
    return Card(name, "role", CAMP[name], seat=seat, figures=figures, note=_note(record, seat, name))


def _note(record: Record, seat: int, name: str) -> Say:
    life, sanity = start(name)
    shown = "∞" if sanity is None else sanity
    if CAMP[name] == "民边":
        return say("牌/民边", god=record.setup["信仰"][seat], life=life, sanity=shown)
    if known_to(name):
        return say("牌/认识", life=life, sanity=shown, known=_known(record, name))
    return say("牌/起点", life=life, sanity=shown)


def _known(record: Record, name: str) -> list[str]:
    """R6: the 群 shows its members, not who of them is who."""
    fellows = sorted(_seat_of(record, other) for other in known_to(name) if other in 群 and name in 群)
    others = [f"{other}{_seat_of(record, other)}号" for other in known_to(name) if not (other in 群 and name in 群)]
    return [*others, *([f"同群{'、'.join(map(str, fellows))}号"] if fellows else [])]


def _seat_of(record: Record, name: str) -> int:
    return next(seat for seat in SEATS if record.setup["身份"][seat] == name)


# --- sheets


def script(record: Record) -> Sheet:
    """The script alone."""
    return script_sheet(record)


def sheets(record: Record) -> tuple[Sheet, ...]:
    """Everything on paper besides the cards, in the order in which a 法官 needs it."""
    return (
        public_sheet(record),
        seat_sheet(record),
        script_sheet(record),
        dice_sheet(),
        settle_sheet(),
        key_sheet(record),
        total_sheet(record),
        *messages(record),
        announce_text(record),
        *log_sheets(),
        *ledger_sheets(record),
    )


def public_sheet(record: Record) -> Sheet:
    """What everybody may know."""
    options = {**DEFAULTS, **record.options}
    rows = tuple((camp, "、".join(_counted(role.name, role.most) for role in ROLES if role.side == camp)) for camp in 阵营序)
    lines = [say("公开/名单"), say("公开/民边"), say("公开/数值"), say("公开/信仰"), say("公开/技能")]
    lines += [
        say(f"公开/胜负/{options['胜负']}"),
        say("公开/三方"),
        say("公开/遗言", n=options["遗言名额"]),
        say(f"公开/平票/{options['平票']}"),
    ]
    blocks: list[Block] = [Rows((say("公开/边"), say("公开/身份")), rows, (1, 7)), *(Para(line) for line in lines)]
    return Sheet("announce", say("公开/标题"), "table", tuple(blocks), as_text=True)


def _counted(name: str, count: int) -> str:
    return name if count == 1 else f"{name}×{count}"


def seat_sheet(record: Record) -> Sheet:
    """The secret of the deal."""
    desk = opened(record).desk
    columns = tuple(say(f"座位/{c}") for c in ("座位", "姓名", "身份", "信仰", "阵营", "生命", "理智", "认识"))
    rows: list[tuple[Cell, ...]] = []
    for seat in SEATS:
        sanity = desk.理智[seat]
        known = "、".join(map(str, desk.board.认识[seat])) or "—"
        name = record.names[seat - 1] if record.names else ""
        values = (desk.生命[seat], "∞" if sanity is None else sanity)
        rows.append((seat, name, desk.board.身份[seat], desk.信仰[seat], desk.board.阵营[seat], *values, known))
    table = Rows(columns, tuple(rows), (1, 2.2, 2.6, 2.6, 1.2, 1, 1, 2.4))
    return Sheet("seats", say("座位/标题"), "host", (table,))


def script_sheet(record: Record) -> Sheet:
    """The night order sheet: every step, its words, what to wait for, and whose it is."""
    blocks: list[Block] = [Para(say("稿/说明"))]
    kind = ""
    for number, step in enumerate(SCHEDULE, 1):
        if step.phase != kind:
            kind = step.phase
            blocks.append(Heading(say(f"稿/{kind}")))
        seats = sorted(_seat_of(record, name) for name in step.roles)
        mark = "、".join(map(str, seats)) + "号" if seats else ""
        note = say(f"{step.line}/注") if step.line in 有注 else ""
        blocks.append(Call(number, say(step.line), say(f"{step.line}/候"), note, mark))
    return Sheet("script", say("稿/标题"), "host", tuple(blocks))


夜注 = (
    "黄昏",
    "入夜",
    "不定之雾",
    "愚者",
    "静止",
    "永恒烈阳",
    "蒸汽与机械之神",
    "堕落母神",
    "群技能",
    "高维俯视者",
    "公共技能",
    "凌晨",
    "救治",
    "天亮",
)
有注 = frozenset((*(f"夜·{name}" for name in 夜注), "天·放逐投票"))
"""Steps with small print."""


def dice_sheet() -> Sheet:
    blocks: list[Block] = [Para(say("骰表/说明"))]
    for die in DICE:
        rows = tuple(("、".join(map(str, faces)), say(f"骰表/{word}")) for faces, word in die.rows)
        blocks.append(Rows((say("骰表/点"), say("骰表/结果")), rows, (2, 3), title=say(f"骰表/{die.title}")))
    blocks += [Para(say("骰表/理智")), Para(say("骰表/十六")), Para(say("骰表/交付"))]
    return Sheet("dice", say("骰表/标题"), "host", tuple(blocks))


def settle_sheet() -> Sheet:
    """The 'settle in this order' card."""
    blocks: list[Block] = []
    for part, count in (("凌晨", 8), ("通报", 4), ("放逐", 3)):
        blocks.append(Heading(say(f"结算/{part}")))
        blocks += [Para(say(f"结算/{part}/{i}")) for i in range(1, count + 1)]
    blocks.append(Para(say("结算/一次")))
    return Sheet("settle", say("结算/标题"), "host", tuple(blocks))


def log_sheets() -> tuple[Sheet, ...]:
    """One for a night, one for a day, with room for every entry."""
    columns = (say("记录/条"), say("记录/骰"), say("记录/结果"), say("记录/变化"))
    night = Rows(columns, (), (4, 2, 2, 3), blank=22)
    day = Rows(columns, (), (4, 2, 2, 3), blank=6)
    ballots = Rows((say("座位/座位"), say("记录/票")), tuple((seat, "") for seat in SEATS), (1, 5))
    return (
        Sheet("log", say("记录/夜"), "host", (Para(say("记录/说明")), night), per="phase"),
        Sheet(
            "log",
            say("记录/天"),
            "host",
            (Para(say("记录/说明")), day, Heading(say("记录/投票")), ballots, Para(say("记录/放逐"))),
            per="phase",
        ),
    )
