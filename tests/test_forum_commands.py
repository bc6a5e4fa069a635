"""yuanzun tally and post, in process: the thread read and written, by output and exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import run
from companion.post import opening_post, written
from companion.recordtext import yaml_of
from companion.shorthand import parse
from engine.eva.messages import opening
from engine.replay import examine
from generator.book import book
from tests.evagame import record

NAMES = [f"甲{n}" for n in range(1, 22)]
LOG = ("第1天: 投票 1>6; 藏匿 >9", "第1夜: 突击 3>5; 遗言 5 再会; 流言 16>7", "第2天: 投票 1>8 2>8 3>8", "第2夜: 遗言 8 走了")
PLAYED = record(*LOG) | {"players": NAMES}


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "game.yaml"
    path.write_text(yaml_of(PLAYED), "utf-8")
    return str(path)


def test_tally_prints_entries_one_can_log_and_says_what_it_left(tmp_path: Path, file: str, capsys: pytest.CaptureFixture[str]) -> None:
    thread = tmp_path / "thread.txt"
    thread.write_text("甲2 2024-05-01 20:00\n投甲3\n\n4号 2024-05-01 20:01\n弃票\n\n5号 2024-05-01 20:02\n投谁？\n", "utf-8")
    assert run(["tally", str(thread), "--record", file]) == 1
    shown = capsys.readouterr()
    entries = [parse(line, "eva") for line in shown.out.splitlines()]
    assert entries == [{"skill": "投票", "by": 2, "to": 3}, {"skill": "投票", "by": 4}]
    assert "第 8 行" in shown.err and "数出 2 张票，1 处没有读" in shown.err
    assert run(["tally", str(thread), "--record", file, "--json", "--until", "20:01"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["entries"] == entries and told["unread"][0]["line"] == 8


def test_tally_refuses_what_it_cannot_use(tmp_path: Path, file: str, capsys: pytest.CaptureFixture[str]) -> None:
    thread = tmp_path / "thread.txt"
    thread.write_bytes("大家投三号吧".encode("gbk"))
    assert run(["tally", str(thread), "--record", file]) == 2
    assert "UTF-8" in capsys.readouterr().err
    thread.write_text("2号 20:00\n投 3\n", "utf-8")
    assert run(["tally", str(thread), "--record", file, "--zone", "火星"]) == 2
    assert run(["tally", str(thread), "--record", file, "--until", "晚一点"]) == 2
    assert run(["tally", str(thread), "--record", file]) == 0
    assert run(["tally", str(tmp_path / "none.txt"), "--record", file]) == 5


def test_the_opening_post_in_both_styles(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["post", file, "开帖", "--phase", "第1夜"]) == 0
    plain = capsys.readouterr().out
    assert "【第2天 开门】" in plain and "昨夜出局：5号甲5。" in plain and "5号甲5：“再会”" in plain and "8号" not in plain
    assert run(["post", file, "开帖", "--style", "bbcode"]) == 0
    coded = capsys.readouterr().out
    assert coded.startswith("[b][size=4]第3天 开门[/size][/b]") and "昨日白天出局：8号甲8。" in coded
    night = examine(PLAYED).answer.phases[1]
    assert opening_post(night, "plain", names=NAMES).rstrip("\n") == plain.rstrip("\n")


def test_words_of_players_cannot_become_code() -> None:
    announce = {"投票出局": [], "夜晚出局": [], "神眷者": 1, "流言": [], "剑痕": ["[b]黑[/b]"], "权势": [], "遗言": []}
    post = written(book("eva"), opening(announce, 2, ["[i]甲", *NAMES[1:]]), "bbcode")
    assert "［b］黑［/b］" in post and "1号［i］甲" in post


def test_letters_go_one_a_file_readable_by_their_owner_alone(tmp_path: Path, file: str, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "letters"
    assert run(["post", file, "私信", "-o", str(folder), "--hour", "21:00", "--zone", "北京时间"]) == 0
    files = sorted(folder.iterdir())
    assert [f.name for f in files] == [f"{n:02}.txt" for n in range(1, 22)]
    assert all(f.stat().st_mode & 0o077 == 0 for f in files)
    assert "21:00 关门为止（北京时间）" in files[0].read_text("utf-8")
    assert run(["post", file, "私信", "-o", str(folder)]) != 0
    assert run(["post", file, "私信", "-o", str(folder), "--force", "--phase", "第1夜"]) == 0
    assert "你已出局" in files[4].read_text("utf-8")


def test_the_电梯_leaves_out_who_is_out_and_can_be_repeated(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["post", file, "电梯", "--seed", "甲"]) == 0
    first = capsys.readouterr().out
    assert run(["post", file, "电梯", "--seed", "甲"]) == 0
    assert capsys.readouterr().out == first and len(first.splitlines()) == 20
    assert not {"5号 甲5", "8号 甲8"} & set(first.splitlines()) and "15号 甲15" in first.splitlines()


def test_post_refuses_what_is_not_there(tmp_path: Path, file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["post", file, "开帖", "--phase", "第9夜"]) == 2
    assert run(["post", file, "规则", "--hour", "25点"]) == 2
    fresh = tmp_path / "fresh.yaml"
    fresh.write_text(yaml_of(record()), "utf-8")
    assert run(["post", str(fresh), "开帖"]) == 2
    capsys.readouterr()
    assert run(["post", file, "夜表", "--hour", "23:15"]) == 0
    assert "23:45 前" in capsys.readouterr().out


def test_a_table_in_forum_code_has_no_empty_title(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "eva.yaml"
    assert run(["deal", "EVA", "--seed", "x", "-o", str(path)]) == 0
    capsys.readouterr()
    assert run(["post", str(path), "夜表", "--style", "bbcode"]) == 0
    assert "【】" not in capsys.readouterr().out
    assert run(["post", str(path), "规则", "--zone", "火星"]) == 2
    assert run(["post", str(path), "规则", "--hour", "24:30"]) == 2
    assert "意外" not in capsys.readouterr().err
