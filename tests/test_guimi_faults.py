"""Faults of a record of 诡秘之主: every one, in the record's own order, whatever stands there."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from engine.replay import examine
from engine.stream import Stream
from tests.guimigame import e, record


def ats(data: Any) -> list[str]:
    answer = examine(data).answer
    assert (answer.verdict == "invalid") == bool(answer.errors)
    return [fault.at for fault in answer.errors]


def test_the_plain_table_is_fine() -> None:
    assert ats(record()) == []
    assert ats({**record(), "players": [f"玩家{i}" for i in range(25)], "note": "x", "edition": "V1.0"}) == []


@pytest.mark.parametrize("players", [24, 26, True, "25", 25.0, None, ["a"] * 24, [[]] * 25, 10**30])
def test_players_are_twenty_five(players: Any) -> None:
    assert ats({**record(), "players": players}) == ["players"]


def test_another_edition_or_format_is_told_alone() -> None:
    assert ats({**record(), "edition": "V2", "players": 3}) == ["edition"]
    assert ats({**record(), "format": 2, "players": 3}) == ["format"]


@pytest.mark.parametrize(
    ("name", "value", "fine"),
    [
        ("胜负", "屠城", True),
        ("胜负", "屠", False),
        ("遗言名额", 0, True),
        ("遗言名额", 10**20, True),
        ("遗言名额", -1, False),
        ("遗言名额", True, False),
        ("平票", "无人", True),
        ("被动范围", "信仰", True),
        ("被动范围", ["信仰"], False),
        ("随机传教人数", 8, True),
        ("随机传教人数", 0, False),
        ("随机传教人数", 9, False),
        ("别的", 1, False),
    ],
)
def test_options(name: str, value: Any, fine: bool) -> None:
    assert ats({**record(), "options": {name: value}}) == ([] if fine else [f"options/{name}"])


def setup_with(**changes: Any) -> dict[str, Any]:
    data = copy.deepcopy(record())
    for path, value in changes.items():
        part, seat = path[:2], int(path[2:])
        if value is None:
            del data["setup"][part][seat]
        else:
            data["setup"][part][seat] = value
    return data


def test_identities() -> None:
    assert ats(setup_with(身份3=None)) == ["setup/身份"]
    assert ats(setup_with(身份3="黑夜女神")) == ["setup/身份"]
    assert ats(setup_with(身份3="旧日")) == ["setup/身份/3"]
    assert ats(setup_with(身份26="愚者")) == ["setup/身份/26"]
    assert ats(setup_with(身份3=None, 身份26="愚者", 身份4=7)) == ["setup/身份", "setup/身份/4", "setup/身份/26"]
    assert ats({**record(), "setup": {"信仰": record()["setup"]["信仰"]}}) == ["setup/身份"]
    assert ats({**record(), "setup": {}}) == ["setup/身份", "setup/信仰"]
    assert ats({**record(), "setup": None}) == ["setup/身份", "setup/信仰"]
    assert ats({"game": "诡秘之主"}) == ["players", "setup/身份", "setup/信仰"]


def test_beliefs() -> None:
    assert ats(setup_with(信仰9="造物主")) == ["setup/信仰/9"]
    assert ats(setup_with(信仰9="宿命之环")) == ["setup/信仰/9"]
    assert ats(setup_with(信仰15="愚者", 信仰16=None)) == ["setup/信仰/15", "setup/信仰/16"]
    assert ats(setup_with(信仰1="黑夜女神")) == ["setup/信仰/1"]
    assert ats(setup_with(信仰9="知识与智慧之神")) == []  # R2: repetition isn't forbidden
    data = record()
    del data["setup"]["信仰"]
    assert ats(data) == ["setup/信仰"]


def test_phases_come_in_order() -> None:
    data = record([], [], [])
    data["log"][1]["phase"] = "第2夜"
    data["log"].append({"do": []})
    assert ats(data) == ["log/1/phase", "log/3/phase"]
    assert ats({**record(), "log": {}}) == ["log"]
    assert ats({**record(), "log": [7]}) == ["log/0"]
    assert ats({**record(), "log": [{"phase": "第1夜", "do": 7, "x": 1}]}) == ["log/0/do", "log/0/x"]


@pytest.mark.parametrize(
    ("entry", "keys"),
    [
        ({"by": 3}, ["skill"]),
        ({"skill": "验人", "by": 3}, ["skill"]),
        ({"skill": "祈祷"}, ["by"]),
        ({"skill": "祈祷", "by": 26, "die": 7, "x": 0}, ["by", "die", "x"]),
        ({"skill": "祈祷", "by": True, "die": [1, 0]}, ["by", "die"]),
        ({"skill": "祈祷", "by": "3", "die": "6"}, ["by", "die"]),
        ({"skill": "传教", "by": 3, "to": [0, 1]}, ["to"]),
        ({"skill": "传教", "by": 3, "to": {"1": 2}}, ["to"]),
        ({"skill": "传教", "by": 3, "to": None, "die": None, "pick": None}, []),
        ({"skill": "放逐投票", "votes": {26: 1}}, ["votes"]),
        ({"skill": "放逐投票", "votes": {1: [2, 26]}}, ["votes"]),
        ({"skill": "放逐投票", "votes": {1: [2, 3, 4]}}, []),
        ({"skill": "放逐投票", "votes": [1, 2]}, ["votes"]),
        ({"skill": "主动技能", "by": 5, "pick": "问答题", "votes": {1: "对", 2: "不知"}}, []),
        ({"skill": "信仰变更", "to": 3, "drawn": ["愚者"]}, []),
        ({"skill": "随机传教", "by": 25, "drawn": [26, "愚者"]}, ["drawn"]),
        ({"skill": "祈祷", "by": 3, "struck": 1}, ["struck"]),
        ({"skill": "??", "by": 99, "struck": True}, []),
        ({"skill": "裁定"}, ["set"]),
        ({"skill": "裁定", "set": {3: {"生命": 5}}}, []),
        ({"skill": "裁定", "set": {3: {"身份": "愚者"}}}, ["set"]),
        ({"skill": "裁定", "set": {3: {"理智": "∞"}}}, ["set"]),
        ({"skill": "裁定", "set": {25: {"理智": 5}}}, ["set"]),
        ({"skill": "裁定", "set": {25: {"理智": "∞", "获胜": True}}}, []),
        ({"skill": "裁定", "set": {3: {"获胜": True}}}, ["set"]),
        ({"skill": "裁定", "set": {3: {"精神污染": {"愚者": 0}}}}, ["set"]),
        ({"skill": "裁定", "set": {0: {"生命": 5}}}, ["set"]),
        ({"skill": "裁定", "set": {3: {"护盾": -1}}}, ["set"]),
    ],
)
def test_entries(entry: dict[str, Any], keys: list[str]) -> None:
    assert ats(record([entry])) == [f"log/0/do/0/{key}" for key in keys]


def test_all_faults_come_at_once_in_the_order_of_the_file() -> None:
    data = {
        "setup": {"信仰": {}, "身份": {1: "x"}},
        "game": "guimi",
        "wish": 1,
        "options": {"胜负": 1, "y": 2},
        "log": [{"phase": "第1天", "do": [e("祈祷", 0), 5]}],
        "players": 3,
    }
    want = ["setup/身份", "setup/身份/1", "wish", "options/胜负", "options/y"]
    assert ats(data) == [*want, "log/0/phase", "log/0/do/0/by", "log/0/do/1", "players"]


JUNK = (None, True, -1, 10**40, 1.5, "", "愚者", [], [[]], {}, {"1": []}, {(1, 2): 3}, [None], b"x")


def test_nothing_makes_it_raise() -> None:
    stream = Stream(b"junk")
    for _ in range(600):
        data = copy.deepcopy(
            record([e("传教", 2, [9, 10]), e("主动技能", 7, [1, 2], die=[3, 3])], [e("放逐投票", votes={1: [2]}, die=[1])])
        )
        node: Any = data
        for _ in range(6):
            keys = list(node) if isinstance(node, dict) else list(range(len(node)))
            if not keys:
                break
            key = stream.choice(keys)
            if isinstance(node[key], dict | list) and stream.below(4):
                node = node[key]
                continue
            if stream.below(4) or isinstance(node, list):
                node[key] = copy.deepcopy(stream.choice(JUNK))
            else:
                node[stream.choice([j for j in JUNK if j.__hash__])] = node.pop(key)
            break
        answer = examine(data).answer
        assert answer.verdict in ("invalid", "ok", "mismatch", "incomplete")
        assert len({f.at for f in answer.errors}) == len(answer.errors)
