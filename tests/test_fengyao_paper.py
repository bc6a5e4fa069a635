"""封妖 on paper: the cards of a deal, and sheets for exactly its cards, all in words, no secret on what everybody sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from engine.fengyao.deal import deal, order, orders
from engine.fengyao.paper import cards, in_game, sheets
from engine.fengyao.roles import ROLES
from engine.fengyao.steps import SCHEDULE
from engine.paper import Boxes, Call, Heading, Para, Rows, Say, Sheet
from engine.record import Record, normal, record_of
from engine.stream import Stream
from generator.book import book, table

Plain = Any
BOOK = book("fengyao")
EVERY = [r.name for r in ROLES if r.name not in ("妖众", "妖首")]
WISHES: list[dict[str, Plain]] = [
    {"players": 5},
    {"players": 7, "newcomers": True},
    {"players": 10, "roster": [*EVERY, "妖首", "妖首", *["妖众"] * 5], "key_card": "佛陀"},
    {"players": 12, "with": ["凶祟"], "key_card": "星君"},
    {"players": ["甲", "乙", "丙", "丁", "戊", "己"], "with": ["神女"], "key_card": "神女"},
]


def record(wish: dict[str, Plain], ordered: bool = False, seed: bytes = b"paper") -> Record:
    data = deal(wish, Stream(seed))[0]
    if ordered:
        data = order(data, {seat: orders(hand)[-1] for seat, hand in data["setup"]["dealt"].items()})
    return record_of(normal(data))


RECORDS = [pytest.param(record(wish, way), id=f"{len(record(wish).seats)}-{way}") for wish in WISHES for way in (False, True)]


def cells(sheet: Sheet) -> Iterator[Plain]:
    """Every cell of a sheet."""
    yield sheet.title
    for block in sheet.blocks:
        if isinstance(block, Heading | Para):
            yield block.text
        elif isinstance(block, Call):
            yield from (block.step, block.say, block.expect, block.note)
        elif isinstance(block, Rows):
            yield from (block.title, *block.columns, *(cell for row in block.rows for cell in row))
        elif isinstance(block, Boxes):
            yield from (block.title, *block.labels)


def words(sheet: Sheet) -> str:
    return "\n".join(BOOK.say(cell) for cell in cells(sheet))


@pytest.mark.parametrize("made", RECORDS)
def test_every_key_has_its_words_and_every_hole_is_filled(made: Record) -> None:
    known = {**table("fengyao", "calls"), **table("fengyao", "sheets")}
    for sheet in sheets(made):
        for cell in cells(sheet):
            if isinstance(cell, Say):
                assert cell.key in known, cell.key
                assert "{" not in BOOK.say(cell), cell.key
    for card in cards(made):
        assert BOOK.role(card.name).get("text"), card.name
        assert card.note is None or card.note.key in known


@pytest.mark.parametrize("made", RECORDS)
def test_cards_are_those_of_the_deal_and_what_lies_on_the_table(made: Record) -> None:
    held = made.setup.get("hands") or made.setup["dealt"]
    found = cards(made)
    for seat in made.seats:
        assert Counter(c.name for c in found if c.seat == seat) == Counter(held[seat])
    assert [c.name for c in found if c.kind == "role" and c.seat is None] == made.setup["化形"]
    assert [c.name for c in found if c.note] == [made.setup["关键仙人"]]
    aux = Counter(c.name for c in found if c.kind == "aux")
    game = in_game(made)
    assert [c.glyph for c in found if c.name == "号码牌"] == [str(seat) for seat in made.seats]
    assert aux["四方鉴仙图"] == 1 and {c.name: c.count for c in found if c.name in ("镇压", "讼罪")} == dict.fromkeys(
        ("镇压", "讼罪"), made.players
    )
    for role, prefix, count in (("鬼巫", "邪神牌", 4), ("星君", "星象图", 4), ("枯骨", "", 2), ("纸人", "", 2)):
        names = {"枯骨": ("妖骸", "将骸"), "纸人": ("成功", "失败")}.get(role) or [n for n in aux if n.startswith(prefix)]
        assert sum(aux[n] for n in names) == (count if role in game else 0)


@pytest.mark.parametrize("made", RECORDS)
def test_the_script_calls_every_card_of_the_game_in_the_books_order_and_no_other(made: Record) -> None:
    game = in_game(made)
    script = next(s for s in sheets(made) if s.id == "script")
    said = [b.say.key for b in script.blocks if isinstance(b, Call) and isinstance(b.say, Say)]
    flows = [s for s in SCHEDULE if s.skills and s.roles and s.name.partition("·")[2] not in ("星空仙人", "恒定", "讨论")]
    for step in flows:
        assert (step.line in said) == any(role in game for role in step.roles), step.name
    spoken = [step.line for step in SCHEDULE if step.line in said and not step.line.startswith("黑夜·恒定")]
    assert [key for key in said if key in spoken] == spoken
    for card, skill in (
        ("灾厄", "业火"),
        ("怪煞", "崩灭"),
        ("纸人", "招魂"),
        ("鬼巫", "请邪"),
        ("枯骨", "骨筹"),
        ("树精", "量天"),
        ("星君", "星象"),
    ):
        assert (f"黑夜·{skill}" in said) == (card in game)
    named = "\n".join(BOOK.say(b.say) + BOOK.say(b.expect) for b in script.blocks if isinstance(b, Call))
    for card in EVERY:
        assert card in game or f"【{card}】" not in named, card


def test_what_everybody_sees_does_not_depend_on_the_deal() -> None:
    wish = {"players": 9, "key_card": "圣贤"}
    pages = {tuple(s for s in sheets(record(wish, seed=bytes([i]))) if s.audience == "table") for i in range(6)}
    assert len(pages) == 1
    assert {s.audience for s in sheets(record(wish))} == {"host", "table"}


@pytest.mark.parametrize("made", RECORDS)
def test_the_seat_table_shows_both_cards_and_a_place_to_tick(made: Record) -> None:
    seats = next(s for s in sheets(made) if s.id == "seats")
    rows = next(b for b in seats.blocks if isinstance(b, Rows)).rows
    held = made.setup.get("hands") or made.setup["dealt"]
    for seat, row in zip(made.seats, rows, strict=True):
        assert row[0] == seat and list(row[2:4]) == held[seat]
        free = "hands" not in made.setup and len(orders(held[seat])) == 2
        assert (isinstance(row[4], str) and row[4].count("☐") == 2) == free
    text = words(seats)
    assert all(card in text for card in made.setup["化形"]) and made.setup["关键仙人"] in text
    for layer, pool in made.setup.get("量天", {}).items():
        assert f"在{layer}时：{'、'.join(map(str, pool))} 号" in text


@pytest.mark.parametrize("made", RECORDS)
def test_die_tables_are_those_of_the_skills_that_may_be_claimed(made: Record) -> None:
    titles = [
        b.title.key for b in next(s for s in sheets(made) if s.id == "dice").blocks if isinstance(b, Rows) and isinstance(b.title, Say)
    ]
    game = in_game(made)
    owners = {"业火": "灾厄", "崩灭": "怪煞", "招魂": "纸人"}
    for skill, owner in owners.items():
        assert any(skill in title for title in titles) == (owner in game)
    assert sum("鉴仙图" in title for title in titles) == 2


@pytest.mark.parametrize("made", RECORDS)
def test_log_sheets_have_a_row_for_each_flow_of_the_game(made: Record) -> None:
    game = in_game(made)
    logs = {s.id: s for s in sheets(made) if s.id.startswith("log-")}
    assert set(logs) == {"log-首昼", "log-白昼", "log-黑夜"} and logs["log-白昼"].per == logs["log-黑夜"].per == "phase"
    for kind, skill, owner in (("首昼", "请邪", "鬼巫"), ("白昼", "生死链", "魔罗"), ("白昼", "背刺", "影妖"), ("黑夜", "量天", "树精")):
        rows = [row[0] for b in logs[f"log-{kind}"].blocks if isinstance(b, Rows) for row in b.rows]
        assert rows.count(skill) == (owner in game)
    day = [row[0] for b in logs["log-白昼"].blocks if isinstance(b, Rows) for row in b.rows]
    assert day.count("封妖") == 2 and day.count("验妖") == 1


def test_shorthand_samples_are_lines_that_the_log_reads() -> None:
    shorthand = pytest.importorskip("companion.shorthand")
    skills = {skill for step in SCHEDULE for skill in step.skills}
    for key, samples in table("fengyao", "sheets").items():
        if key.startswith("速记/"):
            for line in str(samples).split("　"):
                entry = shorthand.parse(line, "封妖")
                assert entry["skill"] in skills and entry["skill"] == key.split("·")[1], line
