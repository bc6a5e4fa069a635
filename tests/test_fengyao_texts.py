"""The words of 封妖: every ruling, card and call has its own, short enough for a card, and none of them is the rule book's sentence."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.fengyao.roles import ROLES
from engine.fengyao.steps import DICE, SCHEDULE
from engine.games import game_named
from engine.record import Why
from engine.replay import examine
from generator.book import book, table
from tests.fengyaogame import game

Plain = Any
TEMPLATES = Path(__file__).parent.parent / "templates" / "fengyao"
RULES = Path(__file__).parent.parent.parent / "shared" / "rules" / "fengyao" / "rulebook.txt"
PARTS = ("places", "rulings", "roles", "aux", "calls", "sheets", "reasons")


def texts(value: Plain) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inside in value.values():
            yield from texts(inside)


def test_every_ruling_has_a_text() -> None:
    rulings = tomllib.loads((TEMPLATES / "rulings.toml").read_text("utf-8"))
    assert list(rulings) == [f"R{i}" for i in range(1, 87)]
    assert all(20 <= len(text) <= 170 for text in rulings.values())


@pytest.mark.parametrize("role", [r.name for r in ROLES])
def test_every_card_has_a_text_short_enough_for_it(role: str) -> None:
    found = book("fengyao").role(role)
    assert 10 < len(found["text"]) <= 120 and len(found["short"]) <= 16 and len(found["glyph"]) == 1


def test_steps_and_dice_have_words() -> None:
    calls, sheets = table("fengyao", "calls"), table("fengyao", "sheets")
    assert all(step.line in calls for step in SCHEDULE)
    for step in SCHEDULE:
        assert book("fengyao").has_own(step.cite), step.cite
    for die in DICE:
        assert sorted(face for faces, _ in die.rows for face in faces) == [1, 2, 3, 4, 5, 6]
        assert f"骰表/{die.title}" in sheets and all(f"骰表/{word}" in sheets for _, word in die.rows)
        assert book("fengyao").has_own(die.cite)


def test_every_skill_of_the_schedule_has_a_place_of_its_own() -> None:
    places = list(table("fengyao", "places"))
    for step in SCHEDULE:
        for skill in step.skills:
            group = {"星空仙人确认": "首个白昼/3", "星空仙人行动": "其他白昼/3", "黎明": "黑夜黎明"}.get(skill, skill)
            assert any(key == group or key.endswith(f"/{group}") or key.startswith(group) for key in places), skill


def test_both_sides_have_a_colour_and_a_crest() -> None:
    look = tomllib.loads((TEMPLATES / "look.toml").read_text("utf-8"))
    sides = {r.side for r in game_named("fengyao").roles}  # type: ignore[union-attr]
    assert sides <= set(look["palette"]) and sides == set(look["crest"]) and len(set(look["crest"].values())) == 2


@pytest.mark.skipif(not RULES.is_file(), reason="the rule book is not at hand")
@pytest.mark.parametrize("part", PARTS)
def test_no_sentence_of_the_rule_book_is_copied(part: str) -> None:
    def bare(text: str) -> str:
        return "".join(re.findall(r"[\u4e00-\u9fff]+", text))

    rules = bare(RULES.read_text("utf-8"))
    runs = {rules[i : i + 14] for i in range(len(rules) - 13)}
    for text in texts(tomllib.loads((TEMPLATES / f"{part}.toml").read_text("utf-8"))):
        plain = bare(text)
        assert not [plain[i : i + 14] for i in range(len(plain) - 13) if plain[i : i + 14] in runs], text


def test_every_reason_the_rules_give_is_worded() -> None:
    """Codes as they stand in the sources; those put together from parts by their ends."""
    reasons = table("fengyao", "reasons")
    codes: set[str] = {"业火点燃", "业火业火", "窥念0", "窥念1", "窥念2", "结生链", "结死链"}
    for file in sorted((Path(__file__).parent.parent / "engine" / "fengyao").glob("*.py")):
        text = file.read_text("utf-8")
        codes |= set(re.findall(r'(?:Illegal|Why)\(\s*"([^"]+)"', text))
        codes |= {"缺" + what for what in re.findall(r'Needs\(\s*"([^"]+)"', text)}
        codes |= set(re.findall(r'(?:记\(state|记\(but|_told\(case)(?:[^"()]|\([^()]*\))*"([^"{]+)"', text))
        codes |= set(re.findall(r'tell\((?:[^()]|\([^()]*\))*?, "(?:R\d+|record|游戏流程)", "([^"]+)"', text))
    assert len(codes) > 150
    assert {code for code in codes if code not in reasons} == set()


def test_what_is_told_names_marks_skills_and_fields_as_people_do() -> None:
    words = book("fengyao")
    answer = examine(game([], ["崩灭 6>4 d6"], [])).answer
    assert words.why(answer.phases[2].why[0]) == "[崩灭]指向6号的顶层。"
    assert words.why(Why("业火真", (("lit", ()),))).endswith("目标：无。")
    assert words.why(Why("被裁定", (("seat", 3), ("fields", {"top": "影妖", "mode": None})))) == "主持人裁定3号：顶层：影妖，黎明：无。"


def test_the_target_of_止伐_is_told_when_its_round_is_over() -> None:
    """R44: at the opening of 黑夜n the target chosen in 白昼(n-1), whose round has just ended."""
    calls = table("fengyao", "calls")
    assert calls["宣布/止伐"].startswith("上一轮") and calls["黑夜·止伐"].startswith("上一轮")
