"""Drills: the rules that are said to matter do, the engine is whole again afterwards, sets teach, papers and quiz work."""

from __future__ import annotations

import io
import json
import re
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.cli import run
from companion.drillsheet import Teacher, right
from companion.report import plain
from engine.games import game_named, games
from engine.paper import Say
from engine.replay import examine
from engine.stream import Stream
from generator import drills, drillsearch
from generator.book import book


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YUANZUN_DATA", str(tmp_path / "data"))


@pytest.mark.parametrize("name", ["封妖", "狼人杀", "EVA", "诡秘之主"])
def test_what_can_be_thought_away_exists_changes_and_comes_back(name: str) -> None:
    game = game_named(name)
    assert game is not None
    names = [a.name for a in drills.aparts(game)]
    assert len(set(names)) == len(names) >= 10
    for apart in drills.aparts(game):
        before = [getattr(import_module(module), attribute) for module, attribute in apart.where]
        with drills.without(apart):
            inside = [getattr(import_module(module), attribute) for module, attribute in apart.where]
            assert all(a is not b for a, b in zip(before, inside, strict=True)), apart.name
            assert all(not isinstance(a, tuple) or a != b for a, b in zip(before, inside, strict=True)), apart.name
        assert [getattr(import_module(module), attribute) for module, attribute in apart.where] == before
        assert any(book(name).place(cite) for cite in apart.cite), apart.name


def test_the_engine_is_whole_again_after_an_error() -> None:
    from engine.fengyao import settle

    game = game_named("封妖")
    assert game is not None
    before = settle.白昼结算
    with pytest.raises(ZeroDivisionError), drills.without(drills.aparts(game)[0]):
        raise ZeroDivisionError
    assert settle.白昼结算 is before


@pytest.mark.parametrize("name", ["封妖", "狼人杀", "EVA", "诡秘之主"])
def test_twelve_nights_teach_what_they_say(name: str) -> None:
    """Every night replays without fault, and what was answered by hand is what `check` answers; each cites rulings with a text."""
    game = game_named(name)
    assert game is not None
    made = drills.shipped(game)
    assert [file for file, _ in made] == [f"{n:02}" for n in range(1, 13)]
    assert len({drill.kind for _, drill in made}) == 12
    for file, drill in made:
        assert drill.night is not None and drill.night.ask and drill.night.lesson and drill.night.rules
        answer = examine(dict(drill.record)).answer
        assert not answer.errors, (name, file)
        assert {ruling.verdict for phase in answer.phases[:-1] for _, ruling in phase.entries} <= {"ok"}, (name, file)
        assert {ruling.verdict for _, ruling in answer.phases[-1].entries} <= {"ok", "illegal"}, (name, file)
        assert not answer.phases[-1].table.get("待定"), (name, file)
        for what, by_hand in drill.night.ask.items():
            assert plain(drills.told(answer.phases[-1], what)) == by_hand, (name, file, what)
        for cite in drill.night.rules:
            assert book(name).place(cite), (name, file, cite)
        assert all(m.otherwise for m in drill.matters)
    assert len({rule for _, drill in made for rule in drill.rules}) >= 30


def test_a_question_within_a_question_is_refused_and_leaves_the_engine_whole() -> None:
    from engine.fengyao import settle

    game = game_named("封妖")
    assert game is not None
    before = settle.白昼结算
    one, two = drills.aparts(game)[:2]
    with pytest.raises(RuntimeError), drills.without(one), drills.without(two):
        pytest.fail("not reached")
    assert settle.白昼结算 is before
    with drills.without(two):
        assert settle.白昼结算 is not before
    assert settle.白昼结算 is before


def test_a_rule_that_cannot_be_worked_out_changes_nothing() -> None:
    from engine.apart import Apart
    from engine.fengyao import settle

    def broken(old: object) -> object:
        raise ZeroDivisionError

    before = settle.白昼结算
    where = (("engine.fengyao.settle", "白昼结算"), ("engine.fengyao.settle", "天亮胜者"))
    with pytest.raises(ZeroDivisionError), drills.without(Apart("x", (), where, broken)):
        pytest.fail("not reached")
    assert settle.白昼结算 is before


@pytest.mark.parametrize("name, players", [("封妖", 8), ("狼人杀", 12), ("EVA", 21), ("诡秘之主", 25)])
def test_what_is_watched_is_what_matters(name: str, players: int) -> None:
    """Rules that were not consulted, or said nothing else than would be said without them, do not matter: tried one by one."""
    game = game_named(name)
    assert game is not None
    for moment, first, _ in drillsearch.moments(game, drillsearch.dealt(game, {"players": players}, Stream(b"w1")), Stream(b"x1")):
        alone = moment._alone(first.record["log"][-1]["do"])
        whole = [m for apart in drills.aparts(game) if (m := drills.matter(moment, alone, first.answer, apart)) is not None]
        assert [m.apart.name for m in first.matters] == [m.apart.name for m in whole]


@pytest.mark.parametrize("name, players, level", [("封妖", 8, "难"), ("狼人杀", 12, "易"), ("EVA", 21, "中"), ("诡秘之主", 25, "难")])
def test_drawn_drills_are_of_their_level_whole_and_as_short_as_can_be(name: str, players: int, level: str) -> None:
    game = game_named(name)
    assert game is not None
    made = drillsearch.drawn(game, {"players": players}, Stream(b"drill"), level, 2, 40)
    low, high = drillsearch.LEVELS[level]
    assert len(made.drills) == len({d.kind for d in made.drills}) == 2
    assert not drillsearch.alike(*made.drills) and drillsearch.alike(made.drills[0], made.drills[0])
    for drill in made.drills:
        assert low <= len(drill.matters) <= high
        answer = examine(dict(drill.record)).answer
        assert answer.verdict in ("ok", "incomplete") and {ruling.verdict for _, ruling in answer.phases[-1].entries} == {"ok"}
        assert drillsearch.shrunk(game, drill).record == drill.record
        assert all(m.otherwise and all(now != other for _, now, other in m.otherwise) for m in drill.matters)


def test_the_same_seed_finds_the_same_drills() -> None:
    game = game_named("封妖")
    assert game is not None
    one, two = (drillsearch.drawn(game, {"players": 8}, Stream(b"again"), "中", 2, 20) for _ in range(2))
    assert [d.record for d in one.drills] == [d.record for d in two.drills]


def test_taking_the_rule_out_changes_what_it_is_said_to_change() -> None:
    """By hand: 生链 carries the aim from 3 to 5."""
    game = game_named("封妖")
    assert game is not None
    for _, drill in drills.shipped(game):
        for matter in drill.matters:
            what, now, other = matter.otherwise[0]
            assert now != other
            if what in drill.answer.announce:
                assert drill.answer.announce[what] == now


def test_the_sheet_keeps_answers_on_other_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    assert run(["drill", "封妖", "--teach", "-o", str(tmp_path / "out")]) == 0
    assert "条规则" in capsys.readouterr().err
    pages = [page.get_textpage().get_text_range() for page in pdfium.PdfDocument((tmp_path / "out" / "fengyao-drills.pdf").read_bytes())]
    first = next(i for i, text in enumerate(pages) if "答案" in text and "练习" in text and i > 0)
    starts = r"(?:封妖 练习|第 ?\d+ ?题)"  # a question or an answer is never torn: every page begins with one
    assert all(re.match(starts, text) for text in pages), pages
    assert all("记住" not in text for text in pages[:first]) and any("记住" in text for text in pages[first:])
    records = sorted((tmp_path / "out").glob("*.yaml"))
    assert records
    assert run(["check", str(records[0])]) in (0, 1)


@pytest.mark.parametrize("name", ["封妖", "狼人杀", "EVA", "诡秘之主"])
def test_sheets_speak_the_hosts_words(name: str) -> None:
    """No key of the answer's format is left in the questions, the answers or the quiz."""
    game = game_named(name)
    assert game is not None
    teacher = Teacher(game)
    for n, (_, drill) in enumerate(drills.shipped(game), 1):
        text = "\n".join((*teacher.lines(n, drill), *teacher.solution(drill), *(teacher.what(what) for what, _ in teacher.asked(drill))))
        assert not re.findall(r"(?<![A-Za-z0-9])[a-z]{2,}", text), text


def test_json_says_what_matters(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["drill", "狼人杀", "--teach", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(line["title"] and line["explained"] and line["record"]["log"] for line in lines)


def test_a_set_that_stays_short_is_shown_and_says_so_with_status_six(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["drill", "狼人杀", "--players", "9", "--level", "易", "--count", "30", "--search", "3", "--seed", "s", "--json"]) == 6
    shown = capsys.readouterr()
    found = len(shown.out.splitlines())
    assert 0 < found < 30
    assert f"只找到 {found} 道" in shown.err and "要的是 30 道" in shown.err


def test_the_quiz_counts_right_answers(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    game = game_named("封妖")
    assert game is not None
    teacher = Teacher(game)
    from generator.book import shown

    truths = [truth for _, drill in drills.shipped(game) for _, truth in teacher.asked(drill)]
    answers = ["无" if truth in (None, [], {}) else shown(truth) for truth in truths]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(answers) + "\n"))
    assert run(["drill", "封妖", "--teach", "--quiz"]) == 0
    assert f"对 {len(truths)} 问" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO("错\n" * len(truths)))
    assert run(["drill", "封妖", "--teach", "--quiz"]) == 1
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert run(["drill", "封妖", "--teach", "--quiz"]) == 130


def test_answers_may_be_written_in_many_ways() -> None:
    assert right("3 5", [3, 5]) and right("3、5号", [3, 5]) and right("无", []) and right("是", True)
    assert not right("3", [3, 5]) and not right("", [3])


def test_every_game_is_among_the_taught() -> None:
    assert all(drills.aparts(game) for game in games())


def test_the_same_rule_alone_may_come_again_after_some_drills_in_another_light() -> None:
    def drill(rule: str, seed: int) -> Any:
        record = {"setup": {"n": seed}, "log": [{"do": [{"skill": "甲"}]}]}
        matter = SimpleNamespace(apart=SimpleNamespace(name=rule))
        return SimpleNamespace(matters=[matter], record=record, kind=(rule, seed), answer=SimpleNamespace(entries=[]))

    made = drillsearch.Set()
    assert made.wants(drill("血祭", 0), (1, 1)) and made.take(drill("血祭", 0))
    assert not made.wants(drill("血祭", 1), (1, 1))  # other rules first
    for n in range(1, drillsearch.EACH):
        assert made.take(drill(f"第{n}条", n))
    assert made.wants(drill("血祭", drillsearch.EACH), (1, 1)) and not made.wants(drill("血祭", 0), (1, 1))
    assert made.worth(drill("血祭", drillsearch.EACH), (1, 1)) > made.worth(drill("血祭", 0), (1, 1))


def test_the_rules_of_a_set_are_all_named() -> None:
    rules = [f"封妖/R{n}" for n in range(1, 200)]
    said = book("封妖").say(Say("覆盖", (("list", "、".join(rules)),)), "drill")
    assert said.endswith(rules[-1])
