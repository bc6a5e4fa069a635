"""A game typed line by line: answered at once, undone, kept through a kill, written back; and what may come next."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from companion import shorthand
from companion.cli import run
from companion.journal import Journal
from companion.recordfile import parse_yaml
from companion.recordtext import yaml_of
from companion.table import Table, journal_for
from engine.games import game_named
from engine.record import normal
from engine.replay import examine
from tests.caserun import case_files, case_id, load

Patch, Caught = pytest.MonkeyPatch, pytest.CaptureFixture[str]
HEAD = """\
game: 封妖
players: [阿明, 小红, 老王, 小李, 阿强]
setup:
  hands: {1: [魔罗, 妖众], 2: [圣贤, 妖众], 3: [妖众, 仙子], 4: [妖首, 妖众], 5: [影妖, 妖首]}
  化形: [血俑, 灾厄]
  关键仙人: 圣贤
log: []
"""


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("YUANZUN_DATA", str(tmp_path / "data"))


def typed(monkeypatch: Patch, path: Path, *lines: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(line + "\n" for line in lines)))
    return run(["log", str(path)])


def test_a_typed_game_is_answered_undone_and_written(tmp_path: Path, monkeypatch: Patch, capsys: Caught) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(HEAD, "utf-8")
    lines = [
        "确认 =2",
        "验妖 4>2 ①",
        "撤",
        "复",
        "撤",
        "验妖 4>3 ①",
        "下",
        "投票 1>4 2>4,4",
        "看 4",
        "局",
        "?",
        "??",
        "帮助",
        "完",
        "不会读到",
    ]
    assert typed(monkeypatch, path, *lines) == 0
    told = capsys.readouterr()
    assert "应为“2、3”" in told.out and "取消了：验妖 4>2 ①" in told.out and "恢复了" in told.out
    record = parse_yaml(path.read_text("utf-8")).data
    assert record["log"] == [
        {
            "phase": "白昼1",
            "do": [
                {"skill": "星空仙人确认", "said": 2},
                {"skill": "验妖", "by": 4, "to": 2, "pick": "①", "struck": True},
                {"skill": "验妖", "by": 4, "to": 3, "pick": "①"},
            ],
        },
        {"phase": "黑夜1", "do": [{"skill": "诛仙投票", "votes": {1: 4, 2: [4, 4]}}]},
    ]


def test_a_line_without_sense_is_refused_and_not_recorded(tmp_path: Path, monkeypatch: Patch) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(HEAD, "utf-8")
    assert typed(monkeypatch, path, "无此技能 1", "验妖 4>99 ①", "# 黑夜5", "下", "下", "下", "撤", "撤", "撤", "看 x") == 2
    assert parse_yaml(path.read_text("utf-8")).data["log"] == []


def test_after_a_kill_the_journal_goes_on_where_it_was(tmp_path: Path, monkeypatch: Patch, capsys: Caught) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(HEAD, "utf-8")
    game = game_named("封妖")
    assert game is not None
    (tmp_path / "data" / "journals").mkdir(parents=True)
    journal = journal_for(tmp_path / "data" / "journals", game, parse_yaml(HEAD).data)
    Table(journal).take("验妖 4>2 ①")
    journal.close()  # killed before anything was written back
    assert typed(monkeypatch, path, "下") == 0
    assert "接着上次：白昼1" in capsys.readouterr().err
    log = parse_yaml(path.read_text("utf-8")).data["log"]
    assert [p["phase"] for p in log] == ["白昼1", "黑夜1"] and log[0]["do"][0]["skill"] == "验妖"
    assert typed(monkeypatch, path, "投票") == 0
    assert len(list((tmp_path / "data" / "journals").iterdir())) == 1


def test_a_record_changed_by_hand_begins_another_journal(tmp_path: Path, monkeypatch: Patch) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(HEAD, "utf-8")
    assert typed(monkeypatch, path, "验妖 4>2 ①") == 0
    path.write_text(path.read_text("utf-8").replace("by: 4, to: 2", "by: 4, to: 3"), "utf-8")
    assert typed(monkeypatch, path, "下") == 0
    assert parse_yaml(path.read_text("utf-8")).data["log"][0]["do"][0]["to"] == 3
    assert len(list((tmp_path / "data" / "journals").iterdir())) == 2


def test_a_full_disk_is_told_and_the_table_goes_on(tmp_path: Path, monkeypatch: Patch, capsys: Caught) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(HEAD, "utf-8")
    real, calls = Journal.append, []

    def append(self: Journal, *args: Any, **more: Any) -> int:
        calls.append(1)
        if len(calls) == 2:
            raise OSError(28, "full")
        return real(self, *args, **more)

    monkeypatch.setattr(Journal, "append", append)
    assert typed(monkeypatch, path, "# 白昼1", "验妖 4>2 ①", "验妖 4>3 ①") == 2
    assert "没有记下" in capsys.readouterr().err
    assert [e["to"] for e in parse_yaml(path.read_text("utf-8")).data["log"][0]["do"]] == [3]


@pytest.mark.parametrize("file", case_files(), ids=case_id)
def test_every_case_can_be_typed_and_is_the_same_record(file: Path, tmp_path: Path) -> None:
    record = load(file)["record"]
    if examine(record).answer.verdict == "invalid":
        return
    game = game_named(record["game"])
    assert game is not None
    with journal_for(tmp_path, game, {**record, "log": []}) as journal:
        table = Table(journal)
        want = examine(record).answer
        for phase in want.phases:
            table.take(f"# {phase.name}")
            for entry, _ in phase.entries:
                table.take(shorthand.show(entry.raw, game.id))
        got = examine(normal(journal.live.record())).answer
        assert [[r for _, r in p.entries] for p in got.phases] == [[r for _, r in p.entries] for p in want.phases]
        assert got.winner == want.winner
        table.ask(True)


@pytest.mark.parametrize("file", case_files(), ids=case_id)
def test_step_answers_for_every_case(file: Path, tmp_path: Path, capsys: Caught) -> None:
    record = load(file)["record"]
    path = tmp_path / "a.yaml"
    path.write_text(yaml_of(record), "utf-8")
    wrong = examine(record).answer.verdict == "invalid"
    assert run(["step", str(path), "--json", "--all"]) == (2 if wrong else 0)
    told = json.loads(capsys.readouterr().out)
    assert ("error" in told) if wrong else {"game", "phase", "next", "may_end", "winner", "prompts"} == set(told)
    assert run(["step", str(path)]) == (2 if wrong else 0)


def test_a_place_that_cannot_be_written_is_told_before_the_evening_begins(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    taken = tmp_path / "taken.yaml"
    taken.write_text("mine", "utf-8")
    assert run(["log", str(tmp_path / "missing.yaml"), "-o", str(taken)]) == 5
    assert "已经存在" in capsys.readouterr().err and taken.read_text("utf-8") == "mine"
