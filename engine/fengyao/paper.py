"""封妖 on paper, as data: the cards of a deal, and the sheets for the moderator and for the table."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.fengyao.key import first_day, key
from engine.fengyao.keysheet import key_sheet
from engine.fengyao.logsheets import log_sheets, tracker_sheet
from engine.fengyao.roles import ROLES, 星空, 阵营
from engine.fengyao.script import script_sheet
from engine.fengyao.setup import 星象图, 邪神牌, 骸骨牌
from engine.fengyao.steps import DICE
from engine.paper import Block, Boxes, Card, Cell, Heading, Para, Rows, Say, Sheet
from engine.record import Record

Plain = Any
角色 = {r.name: r for r in ROLES}
_WITH = {"鬼巫": 邪神牌, "枯骨": 骸骨牌, "星君": 星象图, "纸人": ("成功", "失败")}


def hands_of(record: Record) -> dict[int, list[str]]:
    """Both cards of each seat; [top, bottom] where the hands are ordered."""
    held = record.setup.get("hands") or record.setup["dealt"]
    return {seat: list(held[seat]) for seat in record.seats}


def in_game(record: Record) -> Counter[str]:
    """How many of each card are in the game, [化形] included, in the order of the rule book."""
    count = Counter(card for hand in hands_of(record).values() for card in hand) + Counter(record.setup["化形"])
    return Counter({r.name: count[r.name] for r in ROLES if count[r.name]})


# --- cards


def cards(record: Record) -> tuple[Card, ...]:
    """Each seat's closed cards, the two [化形], and what lies on the table."""
    关键 = record.setup["关键仙人"]
    closed = [_role(card, seat, 关键) for seat, hand in hands_of(record).items() for card in hand]
    away = [_role(card, None, 关键) for card in record.setup["化形"]]
    return (*closed, *away, *_aux(record))


def _role(name: str, seat: int | None, 关键: str) -> Card:
    role = 角色[name]
    note = None
    if name == 关键:
        note = Say(f"牌/☯{name}" if name in ("佛陀", "神女", "星君") else "牌/关键")
    return Card(name, "role", role.side, role.kind, seat=seat, figures=role.figures, note=note)


def _aux(record: Record) -> tuple[Card, ...]:
    game = in_game(record)
    numbers = [Card("号码牌", "aux", glyph=str(seat)) for seat in record.seats]
    extra = [Card(name, "aux") for role, names in _WITH.items() if role in game for name in names]
    seals = [Card(name, "aux", count=record.players) for name in ("镇压", "讼罪")]
    return (*numbers, *extra, *seals, Card("四方鉴仙图", "aux"))


# --- sheets


def script(record: Record) -> Sheet:
    """The script alone."""
    return script_sheet(record, in_game(record), {"首昼": first_day(record)})


def sheets(record: Record) -> tuple[Sheet, ...]:
    """Everything on paper besides the cards, in the order in which a moderator needs it."""
    answers = key(record)
    return (
        public_sheet(record),
        seat_sheet(record),
        script_sheet(record, in_game(record), answers),
        dice_sheet(record),
        settle_sheet(),
        key_sheet(record, answers),
        tracker_sheet(record, in_game(record)),
        *log_sheets(record, in_game(record)),
    )


def _say(name: str, **values: object) -> Say:
    return Say(name, tuple(values.items()))


def public_sheet(record: Record) -> Sheet:
    """What everybody may know: the cards in the game (not which of them are [化形]), the 关键仙人, and the common rules."""
    game = in_game(record)
    rows: list[tuple[Cell, ...]] = [
        (side, "、".join(name if count == 1 else f"{name}×{count}" for name, count in game.items() if 阵营(name) == side))
        for side in ("深渊", 星空)
    ]
    blocks: list[Block] = [
        Rows((_say("公开/阵营"), _say("公开/牌")), tuple(rows), (1, 7)),
        Para(_say("公开/人数", n=record.players, sum=2 * record.players + 2)),
        Para(_say("公开/关键", card=record.setup["关键仙人"])),
        *(Para(_say(f"公开/{name}")) for name in ("胜负", "行动", "封印", "投票", "平局", "鉴仙图")),
    ]
    return Sheet("announce", _say("公开/标题"), "table", tuple(blocks), as_text=True)


def seat_sheet(record: Record) -> Sheet:
    """The secret of the deal: both cards of each seat with a place to tick the layer, and all that was drawn."""
    ordered = "hands" in record.setup
    first, second = ("座位/顶层", "座位/底层") if ordered else ("座位/甲", "座位/乙")
    columns = tuple(_say(c) for c in ("座位/座位", "座位/姓名", first, second, "座位/哪张在上", "座位/阵营"))
    rows = tuple(_seat_row(record, seat, hand, ordered) for seat, hand in hands_of(record).items())
    blocks: list[Block] = [Rows(columns, rows, (1, 2.4, 1.6, 1.6, 2.6, 1.2))]
    if not ordered:
        blocks.append(Para(_say("座位/说明")))
    blocks += [Para(text) for text in _drawn(record)]
    return Sheet("seats", _say("座位/标题"), "host", tuple(blocks))


def _seat_row(record: Record, seat: int, hand: list[str], ordered: bool) -> tuple[Cell, ...]:
    name = record.names[seat - 1] if record.names else ""
    side = 星空 if any(阵营(card) == 星空 for card in hand) else "深渊"
    return (seat, name, *hand, _tick(hand, ordered), side)


def _tick(hand: list[str], ordered: bool) -> Cell:
    if ordered or hand[0] == hand[1]:
        return _say("座位/已定")
    if "神女" in hand:
        return _say("座位/只能", card="神女")
    if "仙子" in hand:
        return _say("座位/只能", card=hand[1 - hand.index("仙子")])
    return f"☐ {hand[0]}　☐ {hand[1]}"


def _drawn(record: Record) -> list[Say]:
    setup = record.setup
    lines = [_say("座位/化形", cards=setup["化形"]), _say("座位/关键", card=setup["关键仙人"])]
    if "骸骨牌" in setup:
        lines.append(_say("座位/骸骨牌", card=setup["骸骨牌"]))
    if "星象图" in setup:
        lines.append(_say("座位/星象图", map=setup["星象图"]))
    for layer, pool in setup.get("量天", {}).items():
        lines.append(_say("座位/量天", layer=layer, pool=pool))
    if "神域" in setup:
        lines.append(_say("座位/神域", seat=setup["神域"]))
    if "重发" in setup:
        lines.append(_say("座位/指定" if setup["重发"] == 3 else "座位/重发", n=setup["重发"]))
    return lines


def dice_sheet(record: Record) -> Sheet:
    """The die tables of the skills that may be claimed in this game, false claims and true ones."""
    game = in_game(record)
    blocks: list[Block] = [Para(_say("骰表/说明"))]
    for die in DICE:
        owner = die.cite.split("/")[0]
        if owner in game or owner == "鉴仙图":
            rows = tuple(("、".join(str(face) for face in faces), _say(f"骰表/{word}")) for faces, word in sorted(die.rows))
            blocks.append(Rows((_say("骰表/点"), _say("骰表/结果")), rows, (1, 4), title=_say(f"骰表/{die.title}")))
    if "怪煞" in game:
        blocks.append(Para(_say("骰表/崩灭③")))
    return Sheet("dice", _say("骰表/标题"), "host", tuple(blocks))


def settle_sheet() -> Sheet:
    """Settle in this order: R29 at dawn, R30 at the end of the 白昼, and who has won."""
    blocks: list[Block] = []
    for part, count in (("天亮", 2), ("白昼末", 4), ("投票后", 3), ("胜负", 4)):
        blocks.append(Heading(_say(f"结算/{part}")))
        blocks += [Para(_say(f"结算/{part}/{i}")) for i in range(1, count + 1)]
    blocks.append(Boxes(_say("结算/落点"), tuple(_say(f"结算/落点/{i}") for i in range(1, 8))))
    return Sheet("settle", _say("结算/标题"), "host", tuple(blocks))
