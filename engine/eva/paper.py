"""EVA on paper, as data: sealed letters of identity, the 导演's secret sheets, and what everybody may read."""

from __future__ import annotations

from collections.abc import Iterator

from engine.eva.forms import log_sheets, night_form, tracker_sheet
from engine.eva.key import key_sheet
from engine.eva.messages import hours, letters, rules_post
from engine.eva.roles import FLIPS, GROUPS, ROLES, SIDE, SKILLS
from engine.paper import Block, Card, Cell, Heading, Para, Rows, Say, Sheet
from engine.record import Record

ORDER = tuple(r.name for r in ROLES)
PROTECTIONS = ("已出局", "潜行", "1", "2", "3", "4", "5", "6")
DAMAGES = ("圣光", "突击", "蓄力斩", "偷袭", "啃咬", "初拥")


def identities(record: Record) -> dict[int, str]:
    given = record.setup["identities"]
    return {n: given[n] for n in record.seats}


def partners(dealt: dict[int, str], n: int) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The groups that seat n opens the game in, with the seats in each, its own too."""
    mine = [(name, skill) for name, skill in GROUPS if skill in SKILLS[dealt[n]]]
    return tuple((name, tuple(m for m, other in dealt.items() if skill in SKILLS[other])) for name, skill in mine)


# --- cards


def cards(record: Record) -> tuple[Card, ...]:
    """21 closed letters, then the moderator's tokens."""
    dealt = identities(record)
    return (*(_letter(dealt, n) for n in record.seats), Card("亡灵圣物", "aux"), Card("神眷者", "aux"), Card("腐化", "aux", count=2))


def _letter(dealt: dict[int, str], n: int) -> Card:
    group = next((seats for _, seats in partners(dealt, n) if len(seats) > 1), ())
    note = Say("牌/同群", (("seats", tuple(m for m in group if m != n)),)) if group else None
    return Card(dealt[n], "role", SIDE[dealt[n]], "人类", seat=n, note=note)


# --- sheets


def sheets(record: Record) -> tuple[Sheet, ...]:
    """Everything on paper besides the cards, in the order in which it is needed."""
    when = hours()
    return (
        rules_post(when),
        seat_sheet(record),
        night_form(record, when),
        settle_sheet(),
        key_sheet(record),
        tracker_sheet(record),
        *log_sheets(),
        *letters(record, when),
    )


def seat_sheet(record: Record) -> Sheet:
    """The secret of the deal, seat by seat."""
    columns: tuple[Cell, ...] = tuple(Say(f"座位/{c}") for c in ("座位", "姓名", "身份", "阵营", "翻转为", "技能"))
    rows = tuple(_seat_row(record, n, name) for n, name in identities(record).items())
    return Sheet("seats", Say("座位/标题"), "host", (Rows(columns, rows, (0.8, 2.4, 1.4, 1.6, 1.4, 4)), *_by_identity(record)))


def _seat_row(record: Record, n: int, identity: str) -> tuple[Cell, ...]:
    name = record.names[n - 1] if record.names else ""
    return (n, name, identity, SIDE[identity], FLIPS[identity], "、".join(SKILLS[identity]))


def _by_identity(record: Record) -> Iterator[Block]:
    dealt = identities(record)
    yield Heading(Say("座位/按身份"))
    for identity in ORDER:
        seats = tuple(n for n, name in dealt.items() if name == identity)
        if seats:
            yield Para(Say("座位/一行", (("identity", identity), ("seats", seats))))


def settle_sheet() -> Sheet:
    """Settle in this order: the damages, the procedure of each, (14), and who has won."""
    blocks: list[Block] = [Heading(Say("结算/伤害")), *(Para(Say(f"结算/伤害/{name}")) for name in DAMAGES), Para(Say("结算/伤害/说明"))]
    blocks += [Heading(Say("结算/流程")), *(Para(Say(f"结算/流程/{step}")) for step in PROTECTIONS), Para(Say("结算/流程/陷阱"))]
    blocks += [Heading(Say("结算/夜末")), *(Para(Say(f"结算/夜末/{i}")) for i in range(1, 5))]
    blocks += [Heading(Say("结算/胜负")), *(Para(Say(f"结算/胜负/{i}")) for i in range(1, 5))]
    return Sheet("settle", Say("结算/标题"), "host", tuple(blocks))
