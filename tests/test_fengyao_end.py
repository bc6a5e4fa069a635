"""封妖, R76 to R86, and 裁定: how games end."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fengyaogame import HANDS, faults, game, played

Plain = Any
EDGE = {**HANDS, 6: ["影妖", "妖首"]}


def ruled(**seats: dict[str, Plain]) -> dict[str, Plain]:
    """`ruled(s3={"top": …})`."""
    return {"skill": "裁定", "set": {int(seat[1:]): fields for seat, fields in seats.items()}}


# 5 and 6 hold the 妖首 on top; 3 the 关键仙人 on top; 4 仙子 below.
LAST = {**HANDS, 2: ["影妖", "血俑"], 6: ["妖首", "妖众"]}


def test_R76_星空_wins_by_the_vote_and_at_the_end_of_a_白昼() -> None:
    assert played([], ["投票 1>5 2>6", "招魂 1 妖首"]).winner == "星空"
    told = played([], ["投票 1>5"], ["封妖 4>6"])
    assert told.winner == "星空" and told["白昼2"]["winner"] == "星空"
    assert played([], ["投票 1>5"]).winner is None


def test_R76_深渊_wins_by_仙子_and_the_关键仙人() -> None:
    told = played([], ["投票 1>3"], ["背刺 2>4"], ["投票 1>4"], hands=LAST)
    assert told.winner == "深渊" and told["黑夜2"]["winner"] == "深渊"
    assert played([], ["投票 1>4"], ["背刺 2>4"], hands=LAST).winner is None


def test_R77_both_in_a_黑夜_is_星空s() -> None:
    told = played([], ["投票 1>5 2>4"], ["背刺 2>7"], ["投票 1>3,4 2>6"], hands=LAST)
    assert sorted(told.lost("黑夜2")) == [3, 4, 6] and told.winner == "星空"


def test_R77_both_at_S0_is_星空s() -> None:
    hands = {**HANDS, 1: ["怪煞", "妖众"], 2: ["影妖", "血俑"], 6: ["妖首", "妖众"]}
    night = ["崩灭 3>1 d6", "崩灭 6>1 d6", "投票 1>4 2>5"]
    told = played([], night, ["背刺 2>4"], ["崩灭 6>1 d6", "崩灭 4>1 d6", "投票 1>7"], [], hands=hands, 化形=("灾厄", "鬼巫"))
    assert told.winner == "星空" and told.lost("白昼2") == [3, 6]
    told = played(
        [], ["投票 1>4 2>5"], [], ["崩灭 3>1 d6", "崩灭 4>1 d6", "崩灭 6>1 d6", "投票 1>7"], [], hands=hands, 化形=("灾厄", "鬼巫")
    )
    assert told.lost("白昼3") == [3, 4, 6] and told.winner == "星空"


def test_R77_both_at_the_end_of_a_白昼_is_深渊s_though_an_aim_came_from_S0() -> None:
    hands = {**HANDS, 1: ["怪煞", "妖众"], 2: ["影妖", "血俑"], 6: ["妖首", "妖众"]}
    told = played([], ["投票 1>4 2>5"], [], ["崩灭 3>1 d6", "崩灭 4>1 d6", "投票 1>7"], ["封妖 4>6"], hands=hands, 化形=("灾厄", "鬼巫"))
    assert told.winner == "深渊" and told.lost("白昼3") == [3, 4]  # S0 alone ended it
    told = played([], ["投票 1>4 2>5"], [], ["崩灭 3>1 d6", "投票 1>7"], ["封妖 4>6", "背刺 2>4"], hands=hands, 化形=("灾厄", "鬼巫"))
    assert told.winner == "深渊" and told.lost("白昼3") == [3, 4, 6]


CHAIN = {**HANDS, 2: ["影妖", "血俑"], 6: ["妖首", "妖众"], 7: ["妖众", "妖众"]}


def test_R78_what_came_only_through_死链_is_left_out() -> None:
    before = [], ["投票 1>4 2>5"], ["生死链 1", "背刺 2>4"], []
    told = played(*before, ["生死链 1>3,6 死链", "背刺 2>3"], hands=CHAIN)
    assert told.lost("白昼3") == [3, 6] and told.winner == "星空"
    told = played(*before, ["生死链 1>3,6 死链", "封妖 4>6", "背刺 2>3"], hands=CHAIN)
    assert told.lost("白昼3") == [3, 6] and told.winner == "深渊"
    told = played(*before, ["生死链 1>3,6 死链", "封妖 4>6"], hands=CHAIN)
    assert told.lost("白昼3") == [3, 6] and told.winner == "星空"
    told = played(*before, ["生死链 1>3,7 死链", "封妖 4>6", "背刺 2>3"], hands=CHAIN)
    assert told.lost("白昼3") == [3, 6, 7] and told.winner == "深渊"


SEER: dict[str, Plain] = {
    "hands": {**HANDS, 1: ["仙童", "妖众"], 2: ["影妖", "血俑"], 6: ["妖首", "妖众"], 7: ["魔罗", "妖众"]},
    "化形": ("灾厄", "怪煞"),
}
RIGHT = {"skill": "天眼", "by": 1, "pick": {5: ["顶层"], 6: "顶层"}}
WRONG = {"skill": "天眼", "by": 1, "pick": {5: ["顶层"], 6: ["底层"]}}
LOST = [], ["投票 2>3"], ["背刺 2>4"]


def test_R79_天眼_after_the_vote_that_loses() -> None:
    assert played(*LOST, ["投票 2>4", RIGHT], **SEER).winner == "星空"
    told = played(*LOST, ["投票 2>4", WRONG, RIGHT], **SEER)
    assert told.winner == "深渊" and told.verdicts("黑夜2") == ["ok", "ok", "illegal"] and told.results("黑夜2")[1] == "深渊"
    assert played(*LOST, ["投票 2>4"], **SEER).winner == "深渊"
    told = played(*LOST, [RIGHT, "投票 2>4", {**RIGHT, "by": 3}, RIGHT], **SEER)
    assert told.verdicts("黑夜2") == ["illegal", "ok", "illegal", "ok"] and told.winner == "星空"


def test_R79_天眼_at_the_end_of_a_白昼_and_after_an_end_at_S0() -> None:
    told = played([], ["投票 2>3"], ["背刺 2>4"], [], ["背刺 2>4", RIGHT, "背刺 2>4"], **SEER)
    assert told.verdicts("白昼3") == ["ok", "ok", "illegal"] and told.winner == "星空" and told.lost("白昼3") == [4]
    assert played([], ["投票 2>3"], ["背刺 2>4"], [], [RIGHT], **SEER).verdicts("白昼3") == ["illegal"]
    hands = {**SEER["hands"], 7: ["怪煞", "妖众"]}
    night = ["崩灭 4>1 d6", "投票 2>7"]
    told = played([], ["投票 2>3"], ["背刺 2>4"], night, ["背刺 2>1", RIGHT], hands=hands, 化形=("灾厄", "鬼巫"))
    assert told.verdicts("白昼3") == ["illegal", "ok"] and told.winner == "星空"


def test_R79_all_of_it_must_be_right_and_仙童_may_be_sealed() -> None:
    sealed = [], ["投票 2>3,1"], ["背刺 2>4"], ["投票 2>4 6>1", RIGHT]
    told = played(*sealed, **SEER)
    assert told.seat("黑夜2", 1)["status"] == "讼罪" and told.winner == "星空"
    for pick in ({}, {5: ["顶层"]}, {5: ["顶层"], 6: ["顶层", "底层"]}, {5: [], 6: ["顶层"]}, {5: "顶层", 4: "顶层"}):
        assert played(*LOST, ["投票 2>4", {**RIGHT, "pick": pick}], **SEER).winner == "深渊"
    double = {**SEER["hands"], 5: ["妖首", "妖首"], 6: ["凶祟", "妖众"]}
    told = played(*LOST, ["投票 2>4", {**RIGHT, "pick": {5: ["底层", "顶层"], 6: []}}], hands=double, 化形=("灾厄", "怪煞"))
    assert told.winner == "星空"
    below = {**SEER["hands"], 1: ["妖众", "仙童"]}
    assert played(*LOST, ["投票 2>4", RIGHT], hands=below, 化形=("灾厄", "怪煞")).verdicts("黑夜2")[1] == "illegal"


GODDESS: dict[str, Plain] = {"hands": {**HANDS, 3: ["神女", "妖众"], 2: ["影妖", "血俑"], 6: ["妖首", "妖众"]}, "关键": "神女", "神域": 3}


def test_R80_two_more_phases_from_a_黑夜() -> None:
    told = played([], ["投票 1>3"], ["背刺 2>4"], ["投票 1>4"], ["背刺 2>7"], ["投票 1>7"], [], **GODDESS)
    assert told.winner == "深渊" and "白昼4" not in told.answer["phases"]
    phases = ("黑夜1", "白昼2", "黑夜2", "白昼3", "黑夜3")
    assert [told.table(phase, "额外") for phase in phases] == [None, None, 2, 1, None]


def test_R80_two_more_phases_from_a_白昼_and_星空_may_win_in_them() -> None:
    start = [], ["投票 1>3,4"], ["背刺 2>4"]
    told = played(*start, [], [], **GODDESS)
    assert told.winner == "深渊" and [told.table(p, "额外") for p in ("白昼2", "黑夜2", "白昼3")] == [2, 1, None]
    assert played(*start, ["投票 1>5 2>6"], **GODDESS).winner == "星空"
    told = played(*start, ["投票 1>5"], ["封妖 4>6"], **GODDESS)
    assert told.winner == "星空"
    assert played(*start, [], ["背刺 2>1"], **GODDESS).verdicts("白昼3") == ["ok"]


def test_R80_the_phase_after_the_defeat_shows_1_even_where_星空_wins_in_it() -> None:
    told = played([], ["投票 1>3,4"], ["背刺 2>4"], ["投票 1>5 2>6"], **GODDESS)
    assert told.winner == "星空" and [told.table(p, "额外") for p in ("白昼2", "黑夜2")] == [2, 1]


def test_R80_not_if_仙子_was_sealed_in_an_earlier_phase() -> None:
    told = played([], ["投票 1>4"], ["背刺 2>4"], ["投票 1>3"], **GODDESS)
    assert told.winner == "深渊" and told.table("黑夜2", "额外") is None
    same = played([], ["投票 1>4"], [], ["投票 1>3 2>4"], **GODDESS)
    assert same.winner is None and same.table("黑夜2", "额外") == 2


def test_R80_a_prolonged_defeat_is_no_end_at_S0() -> None:
    hands = {**GODDESS["hands"], 7: ["怪煞", "妖众"]}
    start = [], ["投票 1>3"], ["背刺 2>4"], ["崩灭 4>1 d6"]
    told = played(*start, ["血祭 2>4", "背刺 2>1"], hands=hands, 关键="神女", 神域=3, 化形=("灾厄", "鬼巫"))
    assert told.verdicts("白昼3") == ["illegal", "ok"] and told.table("白昼3", "额外") == 2
    assert told.lost("白昼3") == [1, 4]


def test_R80_not_if_both_are_met_and_注4_gives_it_to_深渊() -> None:
    told = played([], ["投票 1>3,4 2>5"], ["封妖 4>6", "背刺 2>4"], **GODDESS)
    assert told.lost("白昼2") == [4, 6] and told.winner == "深渊" and told.table("白昼2", "额外") is None
    told = played([], ["投票 1>4 2>5"], [], ["投票 1>3,4 2>6"], **GODDESS)
    assert told.lost("黑夜2") == [3, 4, 6] and told.winner == "星空"


def test_R80_the_last_night_without_a_vote_is_深渊s_and_天眼_is_open() -> None:
    hands = {**GODDESS["hands"], 1: ["仙童", "妖众"], 7: ["魔罗", "妖众"]}
    more = {"hands": hands, "关键": "神女", "神域": 3}
    start = [], ["投票 2>3"], ["背刺 2>4"], ["投票 2>4", RIGHT], [RIGHT]
    told = played(*start, [RIGHT, "投票 2>5 6>6"], **more)
    assert told.verdicts("黑夜2") == ["ok", "illegal"] and told.verdicts("白昼3") == ["illegal"]
    assert told.verdicts("黑夜3") == ["ok", "illegal"] and told.winner == "星空"
    assert played(*start, [], **more).winner == "深渊"
    dawn = {"skill": "黎明", "pick": {4: "戏言"}}
    assert played(*start, ["投票 2>1", dawn, WRONG], **more).verdicts("黑夜3") == ["ok", "ok", "ok"]


@pytest.mark.parametrize(
    ("five", "six", "one", "told"),
    [
        (["妖首", "妖众"], ["妖首", "影妖"], ["妖众", "仙童"], "2上"),
        (["妖众", "妖首"], ["影妖", "妖首"], ["妖众", "仙童"], "2下"),
        (["妖首", "妖首"], ["妖众", "影妖"], ["妖众", "仙童"], "1上1下"),
        (["妖首", "妖众"], ["影妖", "妖首"], ["仙童", "佛陀"], "1上1下"),
        (["妖首", "妖众"], ["影妖", "妖首"], ["仙童", "妖众"], None),
    ],
)
def test_R81_天眼_of_白昼1(five: list[str], six: list[str], one: list[str], told: Plain) -> None:
    found = played(["天眼", "天眼"], hands={**HANDS, 5: five, 6: six, 1: one})
    assert found.results("白昼1") == [told, None] and found.verdicts("白昼1") == ["ok", "illegal"]
    pointed = [{"skill": "天眼", "by": 1}, {"skill": "天眼", "pick": {5: "顶层"}}]
    assert played(pointed, hands={**HANDS, 1: ["妖众", "仙童"]}).verdicts("白昼1") == ["illegal"] * 2
    assert played(["天眼"]).verdicts("白昼1") == ["illegal"]


def test_R82_nothing_after_the_end() -> None:
    told = played([], ["投票 1>5 2>6", "投票 1>1", {"skill": "黎明", "pick": {}}, ruled(s1={"top": None})], [])
    assert told.verdicts("黑夜1") == ["ok"] + ["illegal"] * 3 and list(told.answer["phases"]) == ["白昼1", "黑夜1"]
    assert told.answer["verdict"] == "mismatch"


def test_R84_and_R85_源尊显圣_changes_no_table() -> None:
    hands = {**HANDS, 2: ["鬼巫", "妖众"]}
    told = played(["请邪 2 邪神牌1,邪神牌2,是"], ["请邪 2 是 =邪神牌3", "请邪 2 是", "请邪 2 是 =邪神牌1"], hands=hands, 显圣=True)
    assert told.verdicts("黑夜1") == ["illegal", "needs", "ok"]


# 裁定 -------------------------------------------------------------------------------------------------------------


def test_裁定_sets_what_stands_from_here_on() -> None:
    told = played([], [ruled(s5={"top": "妖众", "bottom": None, "sealed": ["妖首"]}), "投票 1>6"], [])
    assert told.answer["phases"]["黑夜1"]["entries"][0]["rule"] == ["封妖/裁定"]
    assert told.verdicts("黑夜1") == ["ruled", "ok"] and told.winner == "星空"
    assert told.seat("黑夜1", 5)["sealed"] == ["妖首"]


def test_裁定_victory_is_looked_at_where_the_game_next_looks() -> None:
    both = ruled(s5={"sealed": ["妖首"], "top": "妖众", "bottom": None}, s6={"sealed": ["妖首"], "top": "影妖", "bottom": None})
    told = played([], ["投票 1>1", both], ["验妖 5>1 ①"])
    assert told["黑夜1"]["winner"] is None and told.winner == "星空" and told.verdicts("白昼2") == ["illegal"]


def test_裁定_victory_is_looked_at_at_the_end_of_白昼1_too() -> None:
    both = ruled(s5={"sealed": ["妖首"], "top": "妖众", "bottom": None}, s6={"sealed": ["妖首"], "top": "影妖", "bottom": None})
    told = played([both], [])
    assert told.winner == "星空" == told["白昼1"]["winner"] and told["白昼1"]["announce"] == {} and "黑夜1" not in told.answer["phases"]


def test_裁定_of_marks_rights_and_states() -> None:
    marks = ["点燃", "崩灭牌", "祭品", "止伐", "鉴仙图"]
    night = [ruled(s6={"marks": marks, "mode": "戏言"}, s7={"marks": ["鉴仙图"]}), "鉴仙图 7>1 ①", "投票 6>1"]
    told = played([], night, ["血祭 2>6"], [], hands=EDGE)
    assert told.verdicts("黑夜1") == ["ruled", "illegal", "ok"] and told.table("黑夜1", "票数") == {}
    assert told.marks("黑夜1", 6) == marks and told.seat("黑夜1", 6)["mode"] == "戏言"
    assert told.lost("白昼2") == [6] and told.marks("白昼2", 6) == ["祭品", "血祭已尽", "鉴仙图"]
    told = played(["止伐 3>6", ruled(s6={"marks": []})], ["投票 6>1"], hands={**EDGE, 3: ["佛陀", "妖众"]}, 关键="佛陀")
    assert told.table("黑夜1", "票数") == {"1": 1} and told.table("黑夜1", "止伐") == [6]
    closed = {"top": None, "bottom": None, "sealed": ["魔罗", "妖众"], "status": "镇压", "mode": "缄默"}
    told = played([], [], [ruled(s1=closed)], ["投票 1>2"], [], ["投票 1>2"])
    assert told.seat("白昼2", 1)["votes"] == 0 and told.verdicts("黑夜2")[0] == "illegal"
    assert told.seat("黑夜2", 1)["votes"] == 1


def test_裁定_镇压_counts_from_where_it_is_set_and_讼罪_has_no_silent_night() -> None:
    closed = {"top": None, "bottom": None, "sealed": ["魔罗", "妖众"], "status": "镇压", "mode": "缄默"}
    told = played([], [], [ruled(s1=closed), ruled(s1={"status": "讼罪"})], ["投票 1>2"])
    assert told.seat("白昼2", 1)["votes"] == 1 and told.lost("黑夜2") == [2]
    told = played([], [ruled(s1={**closed, "status": "讼罪"})], [ruled(s1={"status": "镇压"})], ["投票 1>2"])
    assert told.seat("黑夜1", 1)["votes"] == 1 and told.seat("白昼2", 1)["votes"] == 0
    assert told.verdicts("黑夜2") == ["illegal"]


def test_星君_sealed_by_裁定_is_shown_in_the_next_白昼_only() -> None:
    stars = {"星象图1": "双妖众", "星象图2": "单妖众", "星象图3": "双将领", "星象图4": "妖首"}
    sealed = ruled(s1={"top": "妖众", "bottom": None, "sealed": ["星君"]})
    told = played([], [], [sealed, "星象"], [], ["星象"], [], ["星象"], hands={**EDGE, 1: ["星君", "妖众"]}, 关键="星君", 星象图=stars)
    assert [told.results(phase)[-1] for phase in ("白昼2", "白昼3", "白昼4")] == [None, "星象图4", None]


@pytest.mark.parametrize(
    "fields",
    [
        {"camp": "星空"},
        {"top": "猫"},
        {"sealed": "妖众"},
        {"sealed": ["殃祸"]},
        {"status": "死"},
        {"status": None},
        {"mode": "x"},
        {"marks": ["痛"]},
        3,
    ],
)
def test_裁定_out_of_range_is_a_fault(fields: Plain) -> None:
    assert faults(game([ruled(s3=fields)])) == [("log/0/do/0/set", "封妖/record")]


def test_裁定_of_no_seat_or_no_map() -> None:
    for wrong in ({9: {}}, [], "x", {"a": {}}, None):
        assert faults(game([{"skill": "裁定", "set": wrong}])) == [("log/0/do/0/set", "封妖/record")]
    assert faults(game([{"skill": "裁定"}])) == [("log/0/do/0", "封妖/record")]
    assert faults(game([{"skill": "裁定", "set": {}, "note": "x"}])) == []
