"""狼人杀 on paper: cards of the deal, sheets for exactly its roles, all in words; the key agrees with check."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from companion.shorthand import parse
from engine.langrensha.boards import PRESETS
from engine.langrensha.faults import faults
from engine.langrensha.key import key
from engine.langrensha.paper import cards, sheets
from engine.paper import Boxes, Call, Heading, Para, Rows, Say, Sheet
from engine.record import Record, normal, record_of
from engine.replay import examine
from engine.stream import Stream
from generator.book import book, table
from tests.lrs import record
from tests.lrs_walk import GAME, board

Plain = Any
BOOK = book("langrensha")
MANY = "狼人2 恶魔 狼美人 隐狼 盗贼 丘比特 野孩子 混血儿 黑市商人 熊 花蝴蝶 村长 女巫 平民2"
WISHES: list[dict[str, Plain]] = [{"players": count, "board": name} for count, name in PRESETS]
WISHES += [{"players": 14, "roster": MANY}, {"players": list("甲乙丙丁戊己庚辛"), "options": {"警长": False, "胜利条件": "屠城"}}]
WISHES += [{"players": 16, "with": ["禁言长老", "潜行者", "隐狼"], "options": {"隐狼带刀": True, "禁言信息": "报", "女巫自救": "③"}}]


def made(wish: dict[str, Plain]) -> dict[str, Plain]:
    return GAME.deal(wish, Stream(b"paper"))[0]


DEALS = [made(wish) for wish in WISHES]


def deal_id(data: dict[str, Plain]) -> str:
    return f"{len(data['setup']['roles'])}{data['setup'].get('板子', '')}"


def read(data: dict[str, Plain]) -> Record:
    return record_of(normal(data))


def cells(sheet: Sheet) -> Iterator[Plain]:
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


@pytest.mark.parametrize("data", DEALS, ids=deal_id)
def test_everything_on_paper_has_words(data: dict[str, Plain]) -> None:
    known = {**table("langrensha", "sheets"), **table("langrensha", "calls")}
    for sheet in sheets(read(data)):
        for cell in cells(sheet):
            assert not isinstance(cell, Say) or cell.key in known, cell
        assert "{" not in words(sheet), sheet.id
    for card in cards(read(data)):
        assert BOOK.role(card.name) and (card.note is None or card.note.key in known)


@pytest.mark.parametrize("data", DEALS, ids=deal_id)
def test_cards_are_the_cards_of_the_deal(data: dict[str, Plain]) -> None:
    closed = [card for card in cards(read(data)) if card.kind == "role"]
    assert {card.seat: card.name for card in closed if card.seat} == data["setup"]["roles"]
    assert [card.name for card in closed if card.seat is None] == data["setup"].get("extra", [])
    badge = any(card.name == "警徽" for card in cards(read(data)))
    assert badge == data["options"].get("警长", True)


@pytest.mark.parametrize("data", DEALS, ids=deal_id)
def test_script_calls_exactly_the_roles_of_the_deal_in_order(data: dict[str, Plain]) -> None:
    script = next(sheet for sheet in sheets(read(data)) if sheet.id == "script")
    called = [block.say.key for block in script.blocks if isinstance(block, Call) and isinstance(block.say, Say)]
    held = {*data["setup"]["roles"].values(), *data["setup"].get("extra", ())}
    for role, line in {
        "盗贼": "夜·盗贼",
        "守卫": "夜·守卫",
        "女巫": "夜·女巫",
        "恶魔": "夜·恶魔",
        "熊": "天·熊",
        "花蝴蝶": "夜·花蝴蝶",
    }.items():
        assert (line in called) == (role in held)
    assert ("天·警长竞选" in called) == data["options"].get("警长", True) and called.count("天·天亮") == 1
    assert {line for line in called if line.startswith("夜·状态")} == {f"夜·状态/{role}" for role in ("猎人", "狼王") if role in held}
    order = [line for line in table("langrensha", "calls") if line in called]
    assert [line for line in called if "幸运儿/" not in line] == [line for line in order if "幸运儿/" not in line]
    marks = {block.say.key: block.mark for block in script.blocks if isinstance(block, Call) and isinstance(block.say, Say)}
    assert all((marks[line] == "首夜") == line.startswith(("夜·盗贼", "夜·黑市", "夜·丘比特", "夜·野孩子", "夜·混血儿")) for line in marks)


@pytest.mark.parametrize("data", DEALS, ids=deal_id)
def test_what_everybody_sees_does_not_tell_who_holds_what(data: dict[str, Plain]) -> None:
    again = {
        **data,
        "setup": {**data["setup"], "roles": dict(zip(data["setup"]["roles"], reversed(data["setup"]["roles"].values()), strict=True))},
    }
    for one, two in zip(sheets(read(data)), sheets(read(again)), strict=True):
        if one.audience != "host":
            assert words(one) == words(two)


@pytest.mark.parametrize("data", DEALS, ids=deal_id)
def test_shorthand_on_the_log_sheets_is_read_as_entries_of_the_right_shape(data: dict[str, Plain]) -> None:
    for sheet in sheets(read(data)):
        for block in sheet.blocks:
            for row in block.rows if isinstance(block, Rows) else ():
                if isinstance(row[-1], Say) and row[-1].key.startswith("速记/"):
                    for line in BOOK.say(row[-1]).split("　"):
                        phase = "第1天" if sheet.id == "log-天" else "第1夜"
                        log = [{"phase": "第1夜", "do": []}, {"phase": "第1天", "do": []}][: 2 if phase == "第1天" else 1]
                        log[-1]["do"] = [parse(line, "langrensha")]
                        assert faults(normal({**data, "log": log})) == [], line
                        assert log[-1]["do"][0]["skill"] == row[0]


# --- the key


def answers(data: dict[str, Plain], skill: str, by: int, seat: int) -> Plain:
    """What check answers to this entry in 第1夜, 盗贼 having chosen as the key's first table has it."""
    thief = [s for s, r in data["setup"]["roles"].items() if r == "盗贼"]
    first = key(read(data))["座位"][thief[0]][0]["何时"] if thief else None
    do = [{"skill": "选择", "by": thief[0], "pick": first}] if thief else []
    replay = examine({**data, "log": [{"phase": "第1夜", "do": [*do, {"skill": skill, "by": by, "to": seat}]}]})
    return replay.answer.phases[0].entries[-1][1].result


@pytest.mark.parametrize("data", [*DEALS, *(board(Stream(f"key {n}".encode())) for n in range(10))], ids=deal_id)
def test_key_agrees_with_check(data: dict[str, Plain]) -> None:
    found = key(read(data))
    by = {role: seat for seat, role in data["setup"]["roles"].items()}
    for seat, rows in found["座位"].items():
        if "预言家" in by:
            assert rows[0]["查验"] == answers(data, "查验", by["预言家"], seat)
        if "恶魔" in by:
            assert rows[0]["验"] == answers(data, "验", by["恶魔"], seat)
    for bear in found["首夜熊"]:
        look = {found["座位"][n][0]["熊"] for n in bear["邻座"]}
        assert bear["盗贼"] or bear["答"] == ("咆哮" if "咆哮" in look else "没有咆哮")


def test_key_tells_a_wild_child_before_and_after() -> None:
    for asks in ("预言家", "黑市商人"):
        rows = key(read(record(f"狼人2 野孩子 {asks} 女巫 平民4")))["座位"][3]
        assert [(row["何时"], row["类别"], row["查验"]) for row in rows] == [("", "平", "好人"), ("觉醒后", "狼", "狼人")]


def test_key_tells_each_card_the_thief_may_take() -> None:
    data = {**made({"players": 8, "roster": "狼人2 盗贼 预言家 女巫 猎人 平民4"})}
    seat = next(s for s, r in data["setup"]["roles"].items() if r == "盗贼")
    data["setup"] = {**data["setup"], "extra": ["隐狼", "狼王"]}
    rows = key(read(data))["座位"][seat]
    assert [(row["何时"], row["查验"]) for row in rows] == [("隐狼", "好人"), ("狼王", "狼人")]


def test_tracker_has_a_place_for_every_use_of_the_roles_in_the_game() -> None:
    sheet = next(sheet for sheet in sheets(read(DEALS[-3])) if sheet.id == "tracker")
    boxes = Counter(block.title.key for block in sheet.blocks if isinstance(block, Boxes) and isinstance(block.title, Say))
    assert {"追踪/解药", "追踪/毒药", "追踪/抱", "追踪/命", "追踪/枪", "追踪/赠"} == set(boxes)
    assert re.search("第1夜", words(sheet))
