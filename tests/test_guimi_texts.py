"""The words of 诡秘之主: every place, ruling, card, reason and call has its own, and none of them is the rule book's sentence."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.guimi import GAME
from engine.guimi.act import TABLE
from engine.guimi.names import CAMP, KINDS, ROLES, SKILLS, WORDS, 身份序
from engine.guimi.steps import step_of
from engine.paper import Say
from engine.record import normal, record_of
from engine.replay import examine
from engine.stream import Stream
from generator.book import book, table

Plain = Any
HERE = Path(__file__).parent.parent
TEMPLATES = HERE / "templates" / "guimi"
RULES = HERE.parent / "shared" / "rules" / "guimi" / "rulebook.txt"
PARTS = ("places", "rulings", "roles", "aux", "calls", "sheets", "reasons")
SOURCES = "\n".join(f.read_text("utf-8") for f in sorted((HERE / "engine" / "guimi").glob("*.py")))


def texts(value: Plain) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inside in value.values():
            yield from texts(inside)


def loaded(part: str) -> dict[str, Plain]:
    return tomllib.loads((TEMPLATES / f"{part}.toml").read_text("utf-8"))


def test_every_ruling_has_a_text() -> None:
    rulings = loaded("rulings")
    assert list(rulings) == [f"R{i}" for i in range(1, 72)]
    assert all(10 <= len(text) <= 170 for text in rulings.values())


@pytest.mark.parametrize("role", 身份序)
def test_every_card_has_a_text_short_enough_for_it(role: str) -> None:
    found = book("guimi").role(role)
    assert 10 < len(found["text"]) <= 120 and len(found["short"]) <= 16 and len(found["glyph"]) == 1


def test_every_place_that_the_engine_cites_has_its_own_text() -> None:
    cited = set(re.findall(r'"((?:[一二三四五六七](?:/[^"\s{]*)?)|R\d+)"', SOURCES))
    assert len(cited) > 80
    words = book("guimi")
    assert sorted(place for place in cited if not words.has_own(place)) == []
    for number in range(1, 18):
        assert words.has_own(f"二/【{number}】")
    assert all(words.has_own(skill.cite) for skill in TABLE)
    assert all(words.has_own(place) for place in ("record", "裁定"))


def test_every_reason_has_a_sentence() -> None:
    codes = set(re.findall(r'(?:Illegal|Why)\("([^"]+)"', SOURCES)) - {"记"}
    codes |= {f"记{what}" for what in re.findall(r'note\([\w.\[\]]+, "([^"]+)", 0', SOURCES)} - {"记理智"}
    codes |= {"记增", "记减", "记权重增", "记权重减", "记理智", "缺身份", "缺信仰"}
    codes |= set(re.findall(r'_fault\([^\n]*?"(?:record|R\d+)", "([^"]+)"', SOURCES)) - {"缺"}
    known = table("guimi", "reasons")
    assert len(codes) > 60 and sorted(code for code in codes if code not in known) == []


def test_steps_and_dice_have_words() -> None:
    calls, sheets = table("guimi", "calls"), table("guimi", "sheets")
    for step in GAME.schedule:
        assert step.line in calls and f"{step.line}/候" in calls
        assert book("guimi").has_own(step.cite), step.cite
    for die in GAME.dice:
        assert sorted(face for faces, _ in die.rows for face in faces) == [1, 2, 3, 4, 5, 6]
        assert f"骰表/{die.title}" in sheets and all(f"骰表/{word}" in sheets for _, word in die.rows)
        assert book("guimi").has_own(die.cite)


def test_every_row_stands_in_a_step_that_calls_it() -> None:
    steps = {step.name: step for step in GAME.schedule}
    for skill in TABLE:
        step = steps[step_of(skill)]
        assert skill.name in step.skills and step.phase == ("夜" if skill.night else "天")
        assert not skill.of or step.roles == (skill.of,)
    assert {name for step in GAME.schedule for name in step.skills} == set(SKILLS)


def test_sides_have_a_colour_and_a_crest() -> None:
    look = loaded("look")
    sides = {role.side for role in ROLES}
    assert sides <= set(look["palette"]) and sides == set(look["crest"]) == set(CAMP.values())
    assert len(set(look["crest"].values())) == len({look["palette"][side] for side in sides}) == 4


def test_the_vocabulary_is_whole_and_has_no_word_twice() -> None:
    assert len(set(WORDS)) == len(WORDS)
    values = {str(v) for option in GAME.options for v in option.values if isinstance(v, str)} | {o.name for o in GAME.options}
    assert {*KINDS, *身份序, *SKILLS, *values, "身份", "信仰", "拒收", "对", "错", "问答题", "两侧"} <= set(WORDS)


def test_all_that_stands_on_paper_has_words() -> None:
    data, _ = GAME.deal({"players": 25}, Stream(b"paper"))
    record = record_of(normal(data))
    known = {**table("guimi", "calls"), **table("guimi", "sheets")}

    def says(value: Plain) -> Iterator[Say]:
        if isinstance(value, Say):
            yield value
        elif isinstance(value, list | tuple):
            for inside in value:
                yield from says(inside)
        elif hasattr(value, "__slots__"):
            for name in value.__slots__:
                yield from says(getattr(value, name))

    found = list(says((GAME.cards(record), GAME.sheets(record))))
    assert len(found) > 300
    assert sorted({say.key for say in found if say.key not in known}) == []
    assert all("{" not in book("guimi").say(say) for say in found)


@pytest.mark.skipif(not RULES.is_file(), reason="the rule book is not at hand")
@pytest.mark.parametrize("part", PARTS)
def test_no_sentence_of_the_rule_book_is_copied(part: str) -> None:
    def bare(text: str) -> str:
        return "".join(re.findall(r"[\u4e00-\u9fff]+", text))

    rules = bare(RULES.read_text("utf-8"))
    runs = {rules[i : i + 14] for i in range(len(rules) - 13)}
    copied = []
    for text in texts(loaded(part)):
        plain = bare(text)
        copied += [plain[i : i + 14] for i in range(len(plain) - 13) if plain[i : i + 14] in runs]
    assert copied == []


@pytest.mark.parametrize(
    ("name", "value", "told"), [("胜负", "x", "屠边、屠城、不判"), ("遗言名额", -1, "不小于0"), ("随机传教人数", 9, "1到8")]
)
def test_a_wrong_option_is_told_with_what_it_may_be(name: str, value: Plain, told: str) -> None:
    found = examine({"game": "诡秘之主", "players": 25, "options": {name: value}}).answer.errors
    assert told in book("guimi").why(next(fault.why for fault in found if fault.at == f"options/{name}"))
