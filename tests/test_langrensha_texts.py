"""The words of 狼人杀: every place, ruling, reason, card and call has its own, and none of them is the rule book's sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import engine.langrensha
from companion.page.words import announced
from engine.langrensha.roles import OPTIONS, ROLES
from engine.langrensha.state import State
from engine.langrensha.steps import SCHEDULE, SKILL
from engine.langrensha.words import WORDS
from engine.prompt import Prompt
from engine.replay import examine
from generator.book import book, table
from tests.caserun import HERE, load
from tests.lrs import STANDARD, Game, play, record
from tests.lrs_walk import walk

Plain = Any
BOOK = book("langrensha")
SOURCE = "".join(path.read_text("utf-8") for path in Path(engine.langrensha.__file__).parent.glob("*.py"))
RULES = HERE.parent.parent / "shared" / "rules" / "langrensha" / "rulebook.txt"
PARTS = ("places", "rulings", "roles", "aux", "calls", "sheets", "reasons")
WALKED = [walk(f"texts {n}").record for n in range(12)]


def texts(value: Plain) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inside in value.values():
            yield from texts(inside)


def test_every_ruling_has_a_text() -> None:
    rulings = table("langrensha", "rulings")
    assert list(rulings) == [f"R{i}" for i in range(1, 63)]
    assert all(15 <= len(text) <= 170 for text in rulings.values())


@pytest.mark.parametrize("role", [r.name for r in ROLES])
def test_every_card_has_a_text_short_enough_for_it(role: str) -> None:
    found = BOOK.role(role)
    assert 10 < len(found["text"]) <= 120 and len(found["short"]) <= 16 and 1 <= len(found["glyph"]) <= 2
    assert BOOK.has_own(role)


def test_every_step_and_skill_has_words() -> None:
    calls, sheets = table("langrensha", "calls"), table("langrensha", "sheets")
    for step in SCHEDULE:
        assert step.line in calls and f"{step.line}/候" in calls and BOOK.place(step.cite), step
    assert {skill for step in SCHEDULE for skill in step.skills} == set(SKILL)
    assert all(f"速记/{skill}" in sheets and BOOK.place(SKILL[skill].cite) for skill in SKILL)


def test_every_cited_place_in_the_source_has_its_own_text() -> None:
    cited = set(re.findall(r'"(R\d+)"', SOURCE)) | {option.cite for option in OPTIONS} | {"record", "裁定", "女巫/①", "女巫/②", "女巫/③"}
    cited |= {"丘比特/①", "丘比特/②", "狼美人/①", "狼美人/②"}
    assert not [place for place in cited if not BOOK.has_own(place)]


def test_every_reason_written_in_the_source_has_a_sentence() -> None:
    codes = set(re.findall(r'(?:Illegal|Why)\(\s*"([^"]+)"', SOURCE)) | set(
        re.findall(r'(?:tell|leaves)\([^,()]+(?:\(\w+\))?, "([^"]+)"', SOURCE)
    )
    reasons = table("langrensha", "reasons")
    assert not [code for code in codes if code not in reasons and not code.endswith("·")]


def said(data: dict[str, Plain]) -> Iterator[tuple[Plain, tuple[str, ...]]]:
    """Every reason and rule of an answer: with its entries, settlements and events."""
    replay = examine(data)
    for phase in replay.answer.phases:
        yield from ((why, ruling.rule) for _, ruling in phase.entries for why in (*ruling.why, None))
        yield from ((why, ()) for why in phase.why)
    for event in replay.closed.events if replay.closed else ():
        yield event.why, event.cite


def test_all_that_is_said_of_whole_games_has_words_without_holes() -> None:
    cases = [load(file)["record"] for file in sorted((HERE / "cases" / "langrensha").glob("*.yaml"))]
    for data in (*WALKED, *cases):
        for why, cite in said(data):
            assert why is None or ("{" not in BOOK.why(why) and "=" not in BOOK.why(why)), why
            assert all(BOOK.place(place) for place in cite), cite


def test_reasons_of_greyed_seats_have_words_without_holes() -> None:
    seen: set[str] = set()

    def look(state: State, prompts: tuple[Prompt, ...]) -> None:
        for prompt in prompts:
            offers = [o for _, f in prompt.fields for o in getattr(f, "offers", ())]
            for why, cite in [(prompt.why, prompt.cite), *((o.why, o.cite) for o in offers)]:
                if why is not None:
                    seen.add(why.code)
                    assert "{" not in BOOK.why(why) and all(BOOK.place(place) for place in cite)
            assert prompt.line in table("langrensha", "calls")

    for n in range(8):
        walk(f"grey {n}", look)
    assert len(seen) >= 8


@pytest.mark.parametrize(
    "changes",
    [
        {"players": 3},
        {"options": {"x": 1, "平票": 2}},
        {"setup": {"y": 1, "上轮首刀": 0, "板子": "x"}},
        {"log": [{"phase": "第1夜", "do": [{"skill": "幸运儿", "z": 1}]}]},
    ],
)
def test_faults_are_told_in_words(changes: dict[str, Plain]) -> None:
    for error in Game({**record(STANDARD), **changes}).answer["errors"]:
        assert len(error["message"]) > 5 and "{" not in error["message"] and BOOK.place(error["rule"]), error


# --- what the answer explains


def test_every_denied_shot_names_its_reason() -> None:
    hugged = "狼人3 花蝴蝶 女巫 猎人 平民4"
    head = "狼人2 村长 女巫 预言家 猎人 平民3"
    for code, game in {
        "中毒无枪": play(STANDARD, "刀 >6; 毒药 5>6", "开枪 6>1"),
        "死因无枪·毒药": play(STANDARD, "毒药 5>6", "开枪 6>1"),
        "被抱无枪": play(hugged, "抱 4>6; 刀 >6", "开枪 6>1"),
        "失技无枪": play(head, "毒药 4>3; 刀 >7", "", "刀 >6", "开枪 6>1"),
        "死因无枪·DQ": play(STANDARD, "", "DQ >6; 开枪 6>1"),
        "枪过时": play(STANDARD, "刀 >6", "发言; 开枪 6>1"),
    }.items():
        assert game.verdicts()[-1] == "illegal" and game.why(-1, -1) in ([code], ["次序已过"]), code
        assert code in {event.why.code for event in game.replay.closed.events}


def test_every_death_is_told_with_all_its_causes() -> None:
    game = play("狼人2 丘比特 女巫 预言家 平民4", "情侣 3>6,7; 刀 >6; 毒药 4>6")
    told = [BOOK.why(why) for why in game.replay.answer.phases[0].why]
    assert "6 号死，死因：刀。" in told and "7 号死，死因：殉情。" in told and "6 号已死，又中“毒药”，仍按第一个死因。" in told


def test_the_winner_is_told_with_the_condition() -> None:
    assert play("狼人2 预言家 女巫 平民4", "毒药 4>1", "公投 3:2").replay.answer.phases[-1].why[-1].code == "胜·R54"
    assert play("狼人2 女巫 平民5", "刀 >3; 解药 3").replay.answer.phases[-1].why[-1].code == "胜·R55·屠边"


def test_the_morning_says_the_熊_in_a_whole_sentence_and_nothing_of_an_empty_禁言() -> None:
    said = {row["key"]: row["say"] for row in announced("langrensha", {"熊": "没有咆哮", "死讯": [3], "禁言": None})}
    assert said["熊"] == "昨夜熊没有咆哮。" and "3 号" in said["死讯"] and said["禁言"].startswith("（")


def test_a_second_刀_is_refused_without_a_seat() -> None:
    game = play(STANDARD, "刀 >6; 刀 >7")
    assert BOOK.why(game.replay.answer.phases[0].entries[1][1].why[0]) == "今夜的“刀”已经做过一次，一夜只能一次。"


# --- the vocabulary and the looks


def test_words_hold_every_key_and_value_of_a_record_once() -> None:
    assert len(set(WORDS)) == len(WORDS)
    wanted = {role.name for role in ROLES} | set(SKILL) | {option.name for option in OPTIONS}
    wanted |= {str(value) for option in OPTIONS for value in option.values if isinstance(value, str)}
    wanted |= {word for skill in SKILL.values() for word in skill.ask.pick}
    assert wanted <= set(WORDS)


def test_every_side_has_a_colour_and_a_crest() -> None:
    look = table("langrensha", "look")
    assert {"好人", "狼人", "人狼恋"} <= set(look["palette"]) and len(set(look["crest"].values())) == 3


@pytest.mark.skipif(not RULES.is_file(), reason="the rule book is not at hand")
@pytest.mark.parametrize("part", PARTS)
def test_no_sentence_of_the_rule_book_is_copied(part: str) -> None:
    def bare(text: str) -> str:
        return "".join(re.findall(r"[\u4e00-\u9fff]+", text))

    rules = bare(RULES.read_text("utf-8"))
    runs = {rules[i : i + 14] for i in range(len(rules) - 13)}
    for text in texts(table("langrensha", part)):
        plain = bare(text)
        assert not [plain[i : i + 14] for i in range(len(plain) - 13) if plain[i : i + 14] in runs], text
