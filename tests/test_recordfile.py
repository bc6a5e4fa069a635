"""Record files: scalars mean what people wrote, faults have a place, hostile files are refused quickly."""

from __future__ import annotations

import json
import os
import random
import re
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from companion import recordfile
from companion.cli import run
from companion.keyring import Key, find, forget, known, remember
from companion.recordfile import Unreadable, parse, parse_yaml, text_of
from companion.recordtext import yaml_of
from companion.safefile import Refused, write_text

SAMPLE = """\
format: 1
game: 封妖
players: 7
options: {}
setup:
  hands: {1: [影妖, 妖众], 2: [妖首, 妖众]}
  关键仙人: 圣贤
log:
- phase: 白昼1
  do:
  - {skill: 验妖, by: 2, to: 3, pick: ①, said: 深渊}
- phase: 黑夜1
  do:
  - {skill: 业火, by: 4, to: [1, 5], die: 3, said: 有}
  - {skill: 诛仙投票, votes: {1: [3, 3], 2: [3]}}
"""


def test_only_plain_words_and_numbers_are_more_than_text() -> None:
    text = (
        "a: [true, false, null, ~, 0, 12, -3, 1.5, no, on, Yes, 017, 12:30:00, 1e3, 0x1F, 1_000, 2026-01-02, .5, NaN, True, '1', \"null\"]"
    )
    assert parse_yaml(text).data["a"] == [
        *(True, False, None, None, 0, 12, -3, 1.5),
        *("no", "on", "Yes", "017", "12:30:00", "1e3", "0x1F", "1_000", "2026-01-02", ".5", "NaN", "True", "1", "null"),
    ]


def test_names_of_players_stay_as_written() -> None:
    text = "players: [no, on, 12:30:00, 017, 3.10, 7, true, 0x1F, '', 阿明]"
    assert parse_yaml(text).data["players"] == ["no", "on", "12:30:00", "017", "3.10", "7", "true", "0x1F", "", "阿明"]
    assert parse_yaml("players: 7").data == {"players": 7}


def test_keys_are_words_or_seats() -> None:
    assert parse_yaml("{1: a, no: b, '2': c, 017: d, true: e}").data == {1: "a", "no": "b", "2": "c", "017": "d", "true": "e"}


@pytest.mark.parametrize(
    ("at", "place"),
    [
        ("", (1, 1)),
        ("setup", (5, 1)),
        ("setup/hands", (6, 3)),
        ("setup/hands/2", (6, 24)),
        ("setup/hands/2/1", (6, 32)),
        ("setup/hands/9", (6, 3)),
        ("log/1", (12, 3)),
        ("log/1/do/0/die", (14, 36)),
        ("log/1/do/1", (15, 5)),
        ("log/7", (8, 1)),
    ],
)
def test_a_path_has_its_line_and_column(at: str, place: tuple[int, int]) -> None:
    assert parse_yaml(SAMPLE).where(at) == place


def test_json_has_places_too() -> None:
    text = json.dumps(parse_yaml(SAMPLE).data, ensure_ascii=False, indent=1)
    (found,) = parse(text)
    assert found.kind == "json"
    for at, sign in (("game", '"game"'), ("setup/hands/2", '"2"'), ("log/1/do/0/die", '"die"')):
        line, column = found.where(at)
        assert text.splitlines()[line - 1][column - 1 :].startswith(sign)
    line, column = found.where("log/1/do/1/votes/1/1")
    assert text.splitlines()[line - 1][column - 1 :] == "3"
    assert found.where("log/9")[0] == next(i for i, row in enumerate(text.splitlines(), 1) if '"log"' in row)


def test_json_lines_are_records_one_by_one() -> None:
    line = json.dumps(parse_yaml(SAMPLE).data, ensure_ascii=False)
    found = parse(line + "\n\n" + line + "\n")
    assert len(found) == 2 and found[0].data == found[1].data
    assert found[1].where("game")[0] == 3


def test_utf8_marks_utf16_and_windows_lines_are_read() -> None:
    for raw in (b"\xef\xbb\xbf" + SAMPLE.encode(), SAMPLE.encode("utf-16"), SAMPLE.replace("\n", "\r\n").encode()):
        assert parse(text_of(raw))[0].data == parse_yaml(SAMPLE).data


NASTY = {
    "anchor": ("a: &x [1]\nb: *x", 1),
    "alias": ("a: 1\nb: *x", 2),
    "tag": ("a: 1\nb: !!python/object:os.system {}", 2),
    "own tag": ("a: !x 1", 1),
    "deep flow": ("a: " + "[" * 5000, 1),
    "deep flow behind quotes": ("a: '" + "]" * 5000 + "'\nb: " + "['', " * 90_000, 2),
    "deep blocks on a line": ("- " * 90_000, 1),
    "deep keys on a line": ("a: " + "? " * 90_000, 1),
    "deep but legal": ("a: " + "[" * 40 + "]" * 40, 1),
    "deep maps": ("{a: " * 500 + "1" + "}" * 500, 1),
    "long int": ("a: 1\nb: " + "9" * 10_000, 2),
    "nul": ("a: 1\nb: x\0y", 2),
    "twice": ("a: 1\nb: 2\na: 3", 3),
    "twice inside": ("s:\n  hands: {1: [a], '1': [b]}", 2),
    "two documents": ("a: 1\n--- {b: 2}\n", 2),
    "key is a list": ("? [a]\n: 1", 1),
    "tab": ("a:\n\t- 1", 2),
    "open bracket": ("a: [1, 2\nb: 3\n", 2),
    "open quote": ('a: "x\nb: 3\n', 3),
    "empty": ("", 1),
    "only a comment": ("# x\n", 1),
    "colon": ("a: b: c", 1),
    "json twice": ('{"a": 1, "a": 2}', 1),
    "json deep": ('{"a":' * 5000, 1),
    "json deep but legal": ('{"a":' + "[" * 60 + "]" * 60 + "}", 1),
    "json nan": ('{"a": NaN}', 1),
    "json long int": ('{"a": ' + "1" * 5000 + "}", 1),
}


@pytest.mark.parametrize("name", NASTY)
def test_a_nasty_file_is_refused_with_its_place_and_at_once(name: str) -> None:
    text, line = NASTY[name]
    began = time.process_time()
    with pytest.raises(Unreadable) as told:
        parse(text)
    assert time.process_time() - began < 0.4
    assert told.value.line == line and told.value.column >= 1
    assert re.search("[一-鿿]", told.value.message)


def test_an_alias_bomb_is_refused_before_it_grows() -> None:
    text = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"{chr(98 + i)}: &{chr(98 + i)} [{','.join(['*' + chr(97 + i)] * 9)}]\n" for i in range(9)
    )
    with pytest.raises(Unreadable):
        parse(text)


def test_a_file_that_is_not_utf8_says_where() -> None:
    with pytest.raises(Unreadable) as told:
        text_of("game: 封妖\nplayers: 张三".encode("gb18030"))
    assert told.value.line == 1 and "UTF-8" in told.value.message


def test_a_file_too_large_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "big.yaml"
    with path.open("wb") as file:
        file.truncate(recordfile.LARGEST * 9)
    with pytest.raises(Unreadable):
        recordfile.read(path)


def test_a_thousand_broken_records_never_raise_anything_else() -> None:
    rng = random.Random(7)
    pieces = [
        "&x ",
        "*x",
        "!!int ",
        "\0",
        "\t",
        "{",
        "}",
        "[",
        "]",
        ": ",
        "- ",
        '"',
        "'",
        "\n",
        "#",
        "|",
        ">",
        "---\n",
        "﻿",
        "no",
        "1e9",
        "\ud800",
        "%",
    ]
    began = time.process_time()
    for _ in range(1000):
        text = SAMPLE
        for _ in range(rng.randint(1, 6)):
            at = rng.randrange(len(text))
            text = text[:at] + rng.choice([rng.choice(pieces), "", rng.choice(SAMPLE)]) + text[at + rng.randint(0, 3) :]
        try:
            parse(text)
        except Unreadable as told:
            assert told.line >= 1 and told.column >= 1
    assert time.process_time() - began < 5


SIGNS = "abnoyNf019 .,:;-_#&*!|>'\"%@`{}[]?~=<\\/()\n\t（）①☯封妖🐺𠮷é\x85\u2028\u00a0\ufeff"
WORDS = st.text(SIGNS, max_size=8) | st.sampled_from(
    [
        "no",
        "on",
        "12:30:00",
        "017",
        "3.10",
        "",
        " ",
        "~",
        "null",
        "a: b",
        "- x",
        "#",
        "①",
        "造物主（X）",
        "神女☯",
        "1e3",
        "2026-01-01",
        "=",
        "<<",
        "x #y",
    ]
)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS.filter(lambda w: not w.isdigit()), inner, max_size=3),
    max_leaves=12,
)


def _no_control(value: Any) -> bool:
    return recordfile._BAD_SIGN.search(json.dumps(value, ensure_ascii=False)) is None


@given(st.dictionaries(st.sampled_from(["game", "setup", "options", "log", "note", "x"]), PLAIN.filter(_no_control)))
def test_what_is_written_reads_back_the_same_here_and_elsewhere(data: dict[str, Any]) -> None:
    text = yaml_of(data)
    again = parse_yaml(text).data
    assert again == data
    assert yaml_of(again) == text
    assert yaml.safe_load(text) == data


def test_the_written_style_is_the_specs() -> None:
    assert yaml_of(parse_yaml(SAMPLE).data) == SAMPLE


def test_writing_never_overwrites_unasked_nor_through_a_link(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    write_text(path, "1")
    with pytest.raises(Refused):
        write_text(path, "2")
    assert path.read_text() == "1"
    write_text(path, "2", force=True)
    assert path.read_text() == "2" and len(list(tmp_path.iterdir())) == 1
    with pytest.raises(Refused):
        write_text(tmp_path / "no" / "a", "1")
    with pytest.raises(Refused):
        write_text(tmp_path, "1", force=True)
    if os.name == "posix":
        (tmp_path / "link").symlink_to(path)
        with pytest.raises(Refused):
            write_text(tmp_path / "link", "3", force=True)
        assert path.stat().st_mode & 0o777 == 0o600 and path.read_text() == "2"


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.yaml"
    write_text(path, "old")

    def full(handle: int) -> None:
        raise OSError(28, "full")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError):
        write_text(path, "new", force=True)
    assert path.read_text() == "old" and len(list(tmp_path.iterdir())) == 1


def test_check_answers_a_file_it_cannot_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("game: [封妖\n", "utf-8")
    assert run(["check", "--json", str(bad)]) == 2
    assert run(["check", "--json", str(tmp_path / "none.yaml"), str(bad)]) == 5
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [a["verdict"] for a in answers] == ["invalid"] * 3
    assert [len(a["errors"]) for a in answers] == [1, 1, 1] and answers[0]["errors"][0]["at"] == ""
    assert answers[0]["errors"][0]["line"] == 2


def test_keys_are_remembered_and_forgotten(tmp_path: Path) -> None:
    remember(tmp_path, Key("abc123", "AAAA-BBBB-CCCC-DDDD", "00ff", "封妖 7 人", "t"))
    remember(tmp_path, Key("abc123", "AAAA-BBBB-CCCC-DDDD"))
    assert find(tmp_path, "abc123") == Key("abc123", "AAAA-BBBB-CCCC-DDDD", "00ff", "封妖 7 人", "t")
    (tmp_path / "broken.json").write_text("{", "utf-8")
    assert [k.id for k in known(tmp_path)] == ["abc123"]
    assert find(tmp_path, "../abc123") is None
    assert forget(tmp_path, "abc123") and not forget(tmp_path, "abc123") and find(tmp_path, "abc123") is None


@pytest.mark.parametrize("number", ["1e999", "-1e400", "1e15"])
def test_json_numbers_beyond_reason_are_refused(number: str) -> None:
    with pytest.raises(Unreadable, match="太大"):
        parse('{"game": "封妖", "players": ' + number + "}")


def test_json_lines_end_at_newlines_and_at_no_other_sign() -> None:
    line = '{"game": "封妖", "note": "一\u2028二\u0085三"}'
    found = parse(line + "\n" + line + "\n", ".jsonl")
    assert [d.data["note"] for d in found] == ["一\u2028二\u0085三"] * 2
