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


def told_to(path: Path, *lines: str) -> list[str]:
    """What the table answers to each line, a refusal too."""
    path.parent.mkdir(exist_ok=True)
    record = parse_yaml(HEAD).data
    answers = []
    with journal_for(path.parent, game_named("封妖"), record) as journal:
        table = Table(journal)
        for line in lines:
            try:
                answers.append("\n".join(table.take(line)))
            except shorthand.Odd as odd:
                answers.append(f"没有记下：{odd}")
    return answers


def test_a_refusal_says_how_it_is_written(tmp_path: Path) -> None:
    told = told_to(tmp_path / "j", "下", "验妖 4>9 ①", "验要 4>2", "灾厄 3", "验妖", "裁定 {3: {顶底: 影妖}}", "看 老张", "撤 3")
    assert "to（目标）" in told[1] and "可以写：验妖 4 >1–5 ①" in told[1]
    assert "是不是：验妖？" in told[2] and "业火" in told[3]
    assert "by（发动者）" in told[4] and "可以写：验妖 4" in told[4]
    assert "top 顶层" in told[5] and "看一位玩家的名字" in told[6] and "后面不要再写字" in told[7]


def test_a_line_as_the_prompt_shows_it_can_be_typed(tmp_path: Path) -> None:
    told = told_to(
        tmp_path / "j", "白昼1", "?", "验妖 4 >2 ①", "撤", "验妖 4 > 2 ①", "撤", "验妖 4→2 ①", "黑夜1", "投票 1 > 4 2 >4,4", "黑夜1"
    )
    assert "验妖 4 >1–5 ①" in told[1] and all("星空" in told[i] for i in (2, 4, 6))
    assert told[8] == "✓ 4" and "这里应是白昼2，却写了黑夜1" in told[9]


def test_what_was_rolled_later_completes_the_entry(tmp_path: Path) -> None:
    told = told_to(tmp_path / "j", "d3", "下", "d3", "确认 =2,3", "下", "业火 3>1,4", "=有", "d3", "d3", "撤", "复", "投票", "d3", "注:慢")
    assert told[0] == told[2] == "没有记下：这个阶段还没有可以补的一条。"
    assert "还缺结果" in told[5] and "d3" in told[5]
    assert "补上了：业火 3>1,4 =有" in told[6] and "补上了：业火 3>1,4 =有 d3\n✓" in told[7]
    assert "已经写了骰点" in told[8] and "取消了：业火 3>1,4 =有 d3" in told[9]
    assert told[12] == "没有记下：上一条不缺骰点：诛仙投票。" and "补上了：诛仙投票 注:慢" in told[13]


def test_a_redo_tells_about_what_came_back(tmp_path: Path) -> None:
    told = told_to(tmp_path / "j", "下", "确认 =2,3", "验妖 4>2 ①", "撤", "撤", "复", "复", "验妖 4>3 ① 撤")
    assert told[5] == "恢复了：星空仙人确认 =2,3\n✓ 2、3" and told[6] == "恢复了：验妖 4>2 ①\n✓ 星空"
    assert told[7] == "－ 记下了，当作已取消的。"


def test_the_whole_table_and_a_ruling_speak_people_s_words(tmp_path: Path) -> None:
    told = told_to(tmp_path / "j", "下", "裁定 {3: {顶层: 影妖, 已封印: [妖众]}}", "局", "看 老王")
    assert "顶层 影妖" in told[2] and "top" not in told[2] and "3号老王 的经过" in told[3]


@pytest.mark.parametrize("game", ["EVA", "诡秘之主", "狼人杀"])
def test_what_may_be_entered_fits_a_screen(game: str, capsys: Caught, tmp_path: Path) -> None:
    path = tmp_path / "r.yaml"
    assert run(["deal", game, "--seed", "x", "-o", str(path), *(["--players", "12"] if game == "狼人杀" else [])]) == 0
    record = parse_yaml(path.read_text("utf-8")).data
    found = game_named(game)
    assert found is not None
    record["log"] = [{"phase": found.phase_after(None), "do": []}]
    path.write_text(yaml_of(record), "utf-8")
    capsys.readouterr()
    assert run(["step", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= 32 and max(map(len, lines)) <= 60
    assert not any(line.rstrip().endswith((" d", "抽:", "[>]", "[]")) for line in lines)


def test_a_record_with_faults_is_told_before_the_evening(tmp_path: Path, monkeypatch: Patch, capsys: Caught) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(HEAD.replace("关键仙人: 圣贤", "关键仙人: 张三"), "utf-8")
    assert typed(monkeypatch, path, "下", "验妖 1>2 ①", "完") == 0
    told = capsys.readouterr()
    assert "还不能裁定" in told.err and "没有裁定" in told.out
