"""EVA: every fault of a record, in order, from any plain data, without an exception."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from engine.eva.faults import faults
from engine.record import normal
from engine.replay import examine
from engine.stream import Stream
from tests.evagame import NAMES, record


def errors(data: dict[str, Any]) -> list[str]:
    answer = examine(data).answer
    assert (answer.verdict == "invalid") == bool(answer.errors)
    if answer.errors:
        assert answer.phases == () and answer.winner is None
    return [f.at for f in answer.errors]


def with_(**changes: Any) -> dict[str, Any]:
    return {**record("第1天: 藏匿 >2"), **changes}


def test_names_are_21_texts() -> None:
    assert errors(with_(players=[f"玩家{n}" for n in range(21)])) == []
    for bad in (20, 22, True, "21", 21.0, None, ["x"] * 20, [1] * 21, {}, []):
        assert errors(with_(players=bad)) == ["players"], bad


def test_with_wrong_players_the_identities_are_not_examined_but_the_log_is() -> None:
    data = with_(players=7, setup={"identities": {1: "狼人"}, "board": 1}, log=[{"phase": "第2天"}])
    assert errors(data) == ["players", "setup/board", "log/0/phase"]


def test_options_by_key() -> None:
    assert errors(with_(options={"投票权": "村民"})) == [] == errors(with_(options=None))
    assert errors(with_(options={"投票权": "无", "遗言": 1})) == ["options/投票权", "options/遗言"]
    assert errors(with_(options={"投票权": ["全体"]})) == ["options/投票权"]
    assert errors(with_(options=[])) == ["options"]


def test_every_edition_is_unknown() -> None:
    assert errors(with_(edition="V1", players=3)) == ["edition"]


def test_identities_by_ascending_seat_then_seats_that_are_none() -> None:
    given = dict(enumerate(NAMES, 1))
    del given[4]
    given |= {20: "血族", 3: "使徒", 11: 5, 22: "村民", 0: "村民"}  # type: ignore[dict-item]
    want = [
        "setup/identities/3",
        "setup/identities/4",
        "setup/identities/11",
        "setup/identities/20",
        "setup/identities/0",
        "setup/identities/22",
    ]
    assert errors(with_(setup={"identities": given})) == want


def test_headcounts_only_where_no_seat_is_faulty() -> None:
    assert errors(with_(setup={"identities": dict.fromkeys(range(1, 22), "村民")})) == ["setup/identities"]
    assert errors(with_(setup={})) == ["setup/identities"] == errors(with_(setup={"identities": None}))
    assert errors(with_(setup={"identities": dict(enumerate(NAMES, 1)), "电梯": []})) == ["setup/电梯"]


def test_seat_keys_may_be_text() -> None:
    assert errors(with_(setup={"identities": {str(n): name for n, name in enumerate(NAMES, 1)}})) == []


def test_only_the_first_wrong_phase_is_told_and_all_entries_are_examined() -> None:
    log = [{"phase": "第1天", "do": [{"skill": "藏匿", "to": 2}]}, {"phase": "第2天", "do": [{"skill": "验妖"}]}, {"phase": "第2天"}]
    assert errors(with_(log=log)) == ["log/1/phase", "log/1/do/0/skill"]
    assert errors(with_(log=[{"do": []}])) == ["log/0/phase"]


@pytest.mark.parametrize(
    ("entry", "at"),
    [
        ({"skill": "侦测"}, ["by"]),
        ({"skill": "侦测", "by": 22, "to": 0}, ["by", "to"]),
        ({"skill": "侦测", "by": True, "to": [1, "2"]}, ["by", "to"]),
        ({"skill": "侦测", "by": 2, "to": {}, "goal": 1}, ["to", "goal"]),
        ({"skill": "侦测", "by": 2, "pick": 3}, ["pick"]),
        ({"by": 2, "to": 99}, ["skill", "to"]),
        ({"skill": "血祭", "by": 2}, ["skill"]),
        ({"skill": "投票"}, ["by"]),
        ({"skill": "投票", "votes": {1: 22}}, ["votes"]),
        ({"skill": "投票", "votes": {1: [2]}}, ["votes"]),
        ({"skill": "投票", "votes": [1]}, ["votes"]),
        ({"skill": "祝福"}, ["by"]),
        ({"skill": "藏匿", "drawn": 33}, ["drawn"]),
        ({"skill": "藏匿", "to": 5, "struck": "yes"}, ["struck"]),
        ({"skill": "藏匿", "to": 5, "die": "a"}, ["die"]),
        ({"skill": "藏匿", "to": 5, "set": {1: {"存活": True}}}, ["set"]),
        ({"skill": "裁定"}, ["set"]),
        ({"skill": "啃咬", "to": 5}, ["by"]),
        ({"skill": "侦测", "by": 10**30}, ["by"]),
    ],
)
def test_entry_faults(entry: dict[str, Any], at: list[str]) -> None:
    assert errors(with_(log=[{"phase": "第1天", "do": [entry]}])) == [f"log/0/do/0/{key}" for key in at]


@pytest.mark.parametrize(
    "entry",
    [
        {"skill": "牵制", "to": 5},
        {"skill": "追踪"},
        {"skill": "藏匿", "to": 5},
        {"skill": "判罚", "to": 5, "pick": "蓝牌"},
        {"skill": "挂机", "to": [5]},
        {"skill": "侦测", "by": 2, "to": None, "said": None, "note": "x", "die": [3]},
        {"skill": "告死"},
    ],
)
def test_what_is_no_fault(entry: dict[str, Any]) -> None:
    assert errors(with_(log=[{"phase": "第1天", "do": [entry]}])) == []


def test_wrong_shapes_of_the_log() -> None:
    assert errors(with_(log={})) == ["log"]
    assert errors(with_(log=[3])) == ["log/0"]
    assert errors(with_(log=[{"phase": "第1天", "do": {}}])) == ["log/0/do"]
    assert errors(with_(log=[{"phase": "第1天", "do": [3], "x": 1}])) == ["log/0/x", "log/0/do/0"]
    assert errors(with_(log=None)) == []


def test_unknown_key_at_the_top() -> None:
    assert errors(with_(roster=[])) == ["roster"]


JUNK: list[Any] = [
    None,
    True,
    0,
    -1,
    22,
    10**40,
    1.5,
    "",
    "村民",
    "第1夜",
    [],
    [[]],
    {},
    {1: 2},
    {"1": {}},
    {"a": []},
    [1, "x"],
    float("nan"),
]


def _spoil(data: Any, stream: Stream) -> Any:
    """Plain data with one node replaced, added or taken away."""
    data = copy.deepcopy(data)
    node = data
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        if not keys:
            return data
        key = stream.choice(keys)
        if isinstance(node[key], dict | list) and node[key] and stream.below(3):
            node = node[key]
            continue
        if stream.below(4) == 0 and isinstance(node, dict):
            node[stream.choice(["x", 7, "3", True, None, ""])] = stream.choice(JUNK)
        elif stream.below(5) == 0:
            del node[key]
        else:
            node[key] = stream.choice(JUNK)
        return data


def test_no_plain_data_raises() -> None:
    whole = record(
        "第1天: 投票 5>6 7>6; 藏匿 >2; 判罚 >5 蓝牌", "第1夜: 侦测 2>5; 祝福 5>6 6>7; 探查 14>2 圣物; 遗言 5 再会", "第2天: 馈赠 5 !6"
    )
    whole["log"][1]["do"].append({"skill": "裁定", "set": {5: {"存活": True, "限定已用": []}}})
    stream = Stream(b"spoiled records")
    seen = set()
    for _ in range(1500):
        data = whole
        for _ in range(1 + stream.below(3)):
            data = _spoil(data, stream)
        answer = examine(data).answer
        seen.add(answer.verdict)
        list(faults(normal(data)))
    assert "invalid" in seen and seen - {"invalid"}
