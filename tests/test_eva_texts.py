"""EVA in words: everything cited, asked or told has a text of our own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.page.words import announced
from engine.eva.roles import IDENTITIES, SKILLS
from engine.eva.rows import DAY, KNOWN, NIGHT
from engine.games import game_named
from engine.paper import Boxes, Call, Cell, Heading, Para, Rows, Say, Sheet
from engine.record import normal, record_of
from engine.replay import examine
from engine.stream import Stream
from generator.book import book, table
from tests.caserun import HERE, load
from tests.evagame import record

BOOK = book("eva")
GAME = game_named("EVA")
SOURCES = sorted((HERE.parent / "engine" / "eva").glob("*.py"))
RULEBOOK = HERE.parent.parent / "shared" / "rules" / "eva" / "rulebook.txt"
SAY_THEMSELVES = ("判罚", "藏匿", "馈赠", "传承", "灾厄", "安葬", "侦测", "拓印", "探查", "安魂", "感召", "圣光", "诈骗", "死灵咒")
PLACE = re.compile(r'"((?:R\d+)|(?:[^"/{}\s]+/[^"{}\s]+))"')


def cited() -> set[str]:
    """Every place and ruling that stands as a literal in the rules."""
    found = {row.cite for row in (*DAY, *NIGHT)} | {f"致死伤害结算流程/{n}" for n in range(1, 7)}
    rules = ("limits", "damage", "relic", "daytime", "nighttime", "phase")
    for name in rules:
        text = (HERE.parent / "engine" / "eva" / f"{name}.py").read_text("utf-8")
        found |= {place for place in PLACE.findall(text) if not place.startswith(("/", "\\["))}
    return found


def test_every_cited_place_and_ruling_has_its_own_text() -> None:
    missing = sorted(place for place in cited() if not BOOK.has_own(place))
    assert missing == []
    assert {f"R{n}" for n in range(1, 62)} == set(table("eva", "rulings"))


def test_every_rule_of_every_case_has_a_text() -> None:
    for file in sorted((HERE / "cases" / "eva").glob("*.yaml")):
        for phase in examine(load(file)["record"]).answer.phases:
            for entry, ruling in phase.entries:
                assert ruling.rule and ruling.rule[0].startswith("EVA/")
                assert all(BOOK.has_own(rule) for rule in ruling.rule), (entry, ruling.rule)
                assert ruling.why, entry


def codes() -> set[str]:
    found = {f"做·{row.skill}" for row in (*DAY, *NIGHT) if row.skill not in SAY_THEMSELVES}
    for file in SOURCES:
        text = file.read_text("utf-8")
        found |= set(re.findall(r'\b(?:no|Why)\(\s*"([^"]+)"', text)) | set(re.findall(r'code="([^"]+)"', text))
        found |= set(re.findall(r'return "(受牵制|[潜拓]\w之夜|技能已失)"', text))
        found |= set(re.findall(r'fault\(\s*[^,]+, "[^"]+", "([^"]+)"', text))
    return (found - {"做·"}) | {"被指", "被指·群", "被指·废", "被指·群·废"}


def test_every_reason_has_a_sentence_and_every_sentence_a_use() -> None:
    reasons = table("eva", "reasons")
    assert sorted(code for code in codes() if code not in reasons) == []


def test_no_reason_is_left_with_a_hole() -> None:
    """Reasons of real rulings, worded: no value is missing."""
    for file in sorted((HERE / "cases" / "eva").glob("*.yaml")):
        replay = examine(load(file)["record"])
        for phase in replay.answer.phases:
            for why in (*(w for _, r in phase.entries for w in r.why), *phase.why):
                assert "{" not in BOOK.why(why), why
        if replay.closed is not None and GAME is not None:
            for event in GAME.events(replay.closed):
                assert "{" not in BOOK.why(event.why) and event.why.code in table("eva", "reasons"), event


def test_every_identity_has_a_card_and_every_skill_a_text_and_a_call() -> None:
    for name in IDENTITIES:
        texts = BOOK.role(name)
        assert set(texts) == {"glyph", "short", "text"} and len(texts["text"]) <= 130, name
        for skill in SKILLS[name]:
            assert f"[{skill}]" in texts["text"], (name, skill)
    for skill in KNOWN:
        assert skill in table("eva", "calls"), skill


def cells(sheet: Sheet) -> Iterator[Cell]:
    yield sheet.title
    for block in sheet.blocks:
        if isinstance(block, Heading | Para):
            yield block.text
        elif isinstance(block, Call):
            yield from (block.step, block.say, block.expect, block.note)
        elif isinstance(block, Rows):
            yield from (*block.columns, *(c for row in block.rows for c in row), block.title)
        else:
            assert isinstance(block, Boxes)
            yield from (block.title, *block.labels)


@pytest.fixture(scope="module")
def dealt() -> Any:
    assert GAME is not None
    return record_of(normal(GAME.deal({"players": [f"甲{n}" for n in range(21)]}, Stream(b"texts"))[0]))


def test_every_cell_of_every_sheet_has_words(dealt: Any) -> None:
    assert GAME is not None
    known = {**table("eva", "sheets"), **table("eva", "calls")}
    for sheet in GAME.sheets(dealt):
        for cell in cells(sheet):
            text = BOOK.say(cell)
            assert "{" not in text, (sheet.id, text)
            if isinstance(cell, Say):
                assert cell.key in known, (sheet.id, cell.key)
    for card in GAME.cards(dealt):
        assert BOOK.role(card.name)["text"] and (card.note is None or "{" not in BOOK.say(card.note))


def _chinese(text: str) -> Iterator[str]:
    for run in re.findall(r"[一-鿿，。、；：]{14,}", text):
        yield from (run[i : i + 14] for i in range(len(run) - 13))


@pytest.mark.skipif(not RULEBOOK.exists(), reason="the rule book is not at hand")
def test_no_sentence_of_the_rule_book_stands_in_our_texts() -> None:
    theirs = set(_chinese(RULEBOOK.read_text("utf-8")))
    folder: Path = HERE.parent / "templates" / "eva"
    for file in sorted(folder.glob("*.toml")):
        ours = set(_chinese(file.read_text("utf-8")))
        assert not ours & theirs, (file.name, sorted(ours & theirs))


def test_why_of_illegal_entries_is_a_sentence() -> None:
    data = record("第1天: 藏匿 >18; 诡辩 17>5; 投票 5>6,7; 馈赠 5>6; 判罚 >5 黑牌; 投票结算 5", "第1夜: 侦测 3>5")
    data["log"].pop()
    for entry, ruling in examine(data).answer.phases[0].entries:
        assert ruling.verdict == "illegal" and len(BOOK.why(ruling.why[0])) >= 6, entry
        assert json.dumps(list(ruling.rule), ensure_ascii=False)


def test_the_opening_is_read_aloud_without_names_of_fields() -> None:
    news = {"投票出局": [{"seat": 3}, {"seat": 8}], "流言": [{"to": 5, "votes": 2}], "遗言": [{"seat": 3, "text": "再会"}], "权势": []}
    said = {row["key"]: row["say"] for row in announced("eva", news)}
    assert said["投票出局"] == "白天出局的，按先后：3 号、8 号。" and said["流言"] == "开门已有票数：5 号 2 票。"
    assert said["遗言"].endswith("3 号说“再会”") and said["权势"].startswith("（")


def test_a_vote_is_told_without_a_seat_that_did_it() -> None:
    first = ("第1天: 投票 1>2; 藏匿 >5", "第1夜: ", "第2天: 投票 1>6; 投票 2>6")
    why = examine(record(*first)).answer.phases[2].why
    assert BOOK.why(why[0]) == "投票→6号：出局"
