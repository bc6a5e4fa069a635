"""封妖, R1 to R24: rosters, hands, what they fix, and what 验妖 reads. One test a ruling, named by what must come out."""

from __future__ import annotations

from typing import Any

import pytest

from engine.fengyao.setup import 合量天池, 神域席, 量天人数
from tests.fengyaogame import HANDS, Told, answer, do, faults, game, played

Plain = Any
STARS = {"星象图1": "双妖众", "星象图2": "单妖众", "星象图3": "双将领", "星象图4": "妖首"}


def crowd(players: int) -> dict[int, list[str]]:
    """A legal table of so many seats."""
    hands = {1: ["影妖", "妖众"], 2: ["血俑", "妖众"], 3: ["圣贤", "妖众"], 4: ["妖众", "仙子"], 5: ["妖首", "妖首"]}
    return {seat: hands.get(seat, ["妖众", "妖众"]) for seat in range(1, players + 1)}


def changed(seat: int, *hand: Plain) -> dict[str, Plain]:
    record = game()
    record["setup"]["hands"][seat] = list(hand)
    return record


@pytest.mark.parametrize("players", range(3, 15))
def test_R1_five_to_twelve_players(players: int) -> None:
    told = faults(game(hands=crowd(players), 化形=("魔罗", "鬼巫")))
    if 5 <= players <= 12:
        assert told == []
    else:
        assert told[0] == ("players", "封妖/R1")


@pytest.mark.parametrize("value", ["7", None, True, 7.0, [1, None], {}, -5, 10**400])
def test_R1_players_of_no_use(value: Plain) -> None:
    assert ("players", "封妖/R1") in faults({**game(), "players": value})


def test_R3_two_妖首_one_仙子_a_second_星空_and_no_将领_twice() -> None:
    assert faults(changed(6, "影妖", "妖众")) == [("setup/hands", "封妖/R3")]
    assert faults(changed(7, "妖首", "妖众")) == [("setup/hands", "封妖/R3")]
    assert faults(changed(4, "妖众", "妖众")) == [("setup/hands", "封妖/R3")]
    assert faults(changed(7, "妖众", "仙子")) == [("setup/hands", "封妖/R3")]
    assert faults(changed(7, "血俑", "妖众")) == [("setup/hands", "封妖/R3")]
    assert faults(changed(3, "妖众", "妖众")) == [("setup/hands", "封妖/R3"), ("setup/关键仙人", "封妖/R11")]


def test_R4_a_card_of_no_text_is_no_card() -> None:
    for card in ("殃祸", "猫", 7, None, ["妖众"]):
        assert faults(changed(7, "妖众", card)) == [("setup/hands/7", "封妖/R4")]


@pytest.mark.parametrize(
    "pair", [["灾厄"], ["灾厄"] * 2, ["灾厄", "妖首"], ["灾厄", "妖众"], ["灾厄", "圣贤"], ["灾厄", "血俑"], "灾厄", None, [["灾厄"], 1]]
)
def test_R5_化形_is_two_unheld_深渊_将领(pair: Plain) -> None:
    assert faults({**game(), "setup": {**game()["setup"], "化形": pair}}) == [("setup/化形", "封妖/R5")]


def test_R6_one_化形_to_星空_and_both_to_a_double_妖首() -> None:
    hands = {**HANDS, 5: ["妖首", "妖首"], 6: ["妖众", "影妖"]}
    told = played(["化形 =怪煞", "化形", "化形 5", "化形 6"], hands=hands)
    assert told.results("白昼1") == ["怪煞", None, ["灾厄", "怪煞"], None]
    assert told.verdicts("白昼1") == ["ok", "illegal", "ok", "illegal"]
    told = played(["化形", "化形 =血俑", "化形 5 =灾厄"], hands=hands)
    assert told.verdicts("白昼1") == ["needs", "illegal", "illegal"]


def test_R7_化形_void_when_星空_holds_a_深渊_将领() -> None:
    told = played(["化形", "化形 =灾厄"], hands={**HANDS, 3: ["圣贤", "鬼巫"]})
    assert told.verdicts("白昼1") == ["ok", "illegal"] and told.results("白昼1") == [None, None]
    assert played(["化形"]).verdicts("白昼1") == ["needs"]


def test_R8_妖首_with_星空_in_either_layer() -> None:
    for hand in (("妖首", "圣贤"), ("圣贤", "妖首")):
        record = game()
        record["setup"]["hands"].update({5: list(hand), 3: ["妖众", "妖众"]})
        assert faults(record) == [("setup/hands/5", "封妖/R8")]


def test_R8_redeals_are_counted_to_three() -> None:
    assert [faults(game(重发=n)) for n in (0, 3)] == [[], []]
    for wrong in (4, -1, True, "1", None, 10**30):
        assert faults(game(重发=wrong)) == [("setup/重发", "封妖/R8")]


def test_R9_仙子_below_and_神女_on_top() -> None:
    assert faults(changed(4, "仙子", "妖众")) == [("setup/hands/4", "封妖/R9")]
    assert faults(game(hands={**HANDS, 7: ["妖众", "神女"]}, 神域=7)) == [("setup/hands/7", "封妖/R9")]
    assert faults(game(hands={**HANDS, 4: ["神女", "仙子"]})) == []


def test_R10_a_deal_without_order_is_fine_till_there_is_a_log() -> None:
    record = game()
    record["setup"] = {"dealt": record["setup"].pop("hands"), **record["setup"]}
    assert answer(record) == {"game": "封妖", "verdict": "ok", "errors": [], "phases": {}, "winner": None}
    record.pop("log")
    assert answer(record)["verdict"] == "ok"
    record["setup"]["dealt"][4] = ["仙子", "妖众"]
    assert faults(record) == []
    record["log"] = [{"phase": "白昼1", "do": []}]
    assert faults(record) == [("setup/hands", "封妖/R10")]


def test_R10_hands_are_the_cards_dealt() -> None:
    record = game()
    record["setup"]["dealt"] = {seat: hand[::-1] for seat, hand in HANDS.items()}
    assert faults(record) == []
    record["setup"]["dealt"][2] = ["血俑", "血俑"]
    del record["setup"]["dealt"][7]
    assert faults(record) == [("setup/hands/2", "封妖/R10"), ("setup/hands/7", "封妖/R10")]


def test_R10_every_seat_once_with_two_cards() -> None:
    record = game()
    record["setup"]["hands"].update({2: ["血俑"], 9: ["妖众", "妖众"], "x": ["妖众", "妖众"]})
    del record["setup"]["hands"][7]
    assert faults(record) == [(f"setup/hands/{k}", "封妖/R10") for k in (2, 9, "x", 7)]


def test_R3_and_R59_are_counted_over_all_the_hands_there_are() -> None:
    hands = {**HANDS, 1: ["树精", "妖众"], 8: ["妖首", "妖众"], 5: ["纸人", "妖众"]}
    assert faults({**game(hands=hands, 量天={"顶层": [2, 3, 7]}), "players": 7}) == [("setup/hands/8", "封妖/R10")]
    record = game(hands=hands, 量天={"顶层": [2, 3, 7, 8]})
    del record["setup"]["hands"][2]
    assert faults({**record, "players": 8}) == [("setup/hands/2", "封妖/R10")]


def test_R11_the_关键仙人_is_a_held_星空_card() -> None:
    for key in ("仙子", "佛陀", "妖首", None, 3, ["圣贤"]):
        assert faults({**game(), "setup": {**game()["setup"], "关键仙人": key}}) == [("setup/关键仙人", "封妖/R11")]


def test_R12_a_player_with_one_星空_card_is_星空_for_good() -> None:
    told = played([], [], ["背刺 6>3"], [{"skill": "诛仙投票", "votes": {}}], [], hands={**HANDS, 6: ["影妖", "妖首"]})
    assert [told.seat("白昼3", s)["camp"] for s in range(1, 8)] == ["深渊", "深渊", "星空", "星空", "深渊", "深渊", "深渊"]
    assert told.seat("白昼3", 3)["sealed"] == ["圣贤"]


def test_R13_every_card_but_妖众_is_a_将领() -> None:
    hands = {**HANDS, 7: ["灾厄", "妖众"]}
    told = played([], ["业火 7>3,4 d6", "业火 1>3,4 d6"], hands=hands, 化形=("鬼巫", "怪煞"))
    assert told.marks("黑夜1", 3) == ["点燃"] and told.marks("黑夜1", 4) == []
    assert told.results("黑夜1") == ["有", "无"]


def test_R15_choices_of_白昼1_are_the_holders_in_either_layer() -> None:
    hands = {**HANDS, 7: ["妖众", "鬼巫"], 1: ["妖众", "枯骨"]}
    told = played(
        ["骨筹 1 =将领", "请邪 7 邪神牌1,邪神牌2,否", "窥念 2>3"],
        hands=hands,
        化形=("灾厄", "魔罗"),
        骸骨牌="将骸",
    )
    assert told.results("白昼1") == ["将骸", None, None]
    assert told.verdicts("白昼1") == ["ok", "ok", "illegal"]
    assert told.table("白昼1", "邪神牌") == {"邪神牌1": "无意义", "邪神牌2": "否", "邪神牌3": "是", "邪神牌4": "是"}


@pytest.mark.parametrize(
    ("five", "six", "effects"),
    [
        (["妖首", "妖众"], ["影妖", "妖首"], ["①"]),
        (["妖众", "妖首"], ["影妖", "妖首"], ["①"]),
        (["妖首", "妖众"], ["妖首", "影妖"], ["①", "②"]),
        (["妖首", "妖首"], ["妖众", "影妖"], ["①", "②", "③"]),
    ],
)
def test_R16_the_effects_of_验妖_are_fixed_at_the_opening(five: list[str], six: list[str], effects: list[str]) -> None:
    told = played([], [], ["封妖 4>5"], [], hands={**HANDS, 5: five, 6: six})
    assert told.table("黑夜2", "验妖") == effects
    tries = ["验妖 5>1 ③", "验妖 5>1 ②底", "验妖 5>1 ①"]
    told = played(tries, hands={**HANDS, 5: five, 6: six})
    allowed = [five[0] == "妖首" and effect in effects for effect in ("③", "②", "①")]
    first = allowed.index(True) if any(allowed) else 3
    assert told.verdicts("白昼1") == ["ok" if i == first else "illegal" for i in range(3)]


def test_R17_验妖_once_a_白昼_by_a_top_妖首_awake_at_dawn() -> None:
    hands = {**HANDS, 6: ["影妖", "妖首"]}
    told = played(["验妖 6>1 ①", "验妖 5>1 ①", "验妖 5>1 ①"], [], ["封妖 4>6", "验妖 6>1 ①"], [], ["验妖 6>1 ①"], hands=hands)
    assert told.verdicts("白昼1") == ["illegal", "ok", "illegal"]
    assert told.verdicts("白昼2") == ["ok", "illegal"]
    assert told.verdicts("白昼3") == ["ok"]
    assert played(["验妖 5", "验妖 6>1 ①"]).verdicts("白昼1") == ["ok", "illegal"]
    assert played(["验妖 5"]).rules("白昼1", 0)[0] == "封妖/妖首/验妖"


def sealed_three(*last: Plain, hands: dict[int, list[str]] | None = None) -> Told:
    """圣贤's holder 3 loses one layer in 白昼2 and the last in 白昼3."""
    return played([], [], ["封妖 4>3"], [], ["封妖 4>3"], [], last, hands=hands or {**HANDS, 5: ["妖首", "妖首"], 6: ["影妖", "妖众"]})


def test_R18_reading_needs_a_card_there_but_the_player_may_be_read() -> None:
    below = "验妖 5>3 ②底"
    above = "验妖 5>3 ②顶"
    assert sealed_three("验妖 5>3 ①", above, below, "验妖 5>3 ③").verdicts("白昼4") == ["illegal", "illegal", "illegal", "ok"]
    assert sealed_three("验妖 5>3 ③").results("白昼4") == ["星空"]
    told = played([], [], ["封妖 4>3"], [], [below, "验妖 5>5 ①"], hands={**HANDS, 5: ["妖首", "妖首"], 6: ["影妖", "妖众"]})
    assert told.verdicts("白昼3") == ["illegal", "ok"] and told.results("白昼3") == [None, "深渊"]


def test_R19_only_验妖_reads_viewed_as() -> None:
    hands = {**HANDS, 3: ["圣贤", "仙童"], 7: ["妖众", "妖众"]}
    told = played(["验妖 5>3 ①"], ["鉴仙图 7>3 ①", "崩灭 1>2 d1"], hands=hands)
    assert told.results("白昼1") == ["深渊"]
    assert told.results("黑夜1")[0] == "否"  # 圣贤's own answer, not a reading
    told = played([], ["鉴仙图 7>3 ②底"], hands={**HANDS, 3: ["星君", "仙童"]}, 关键="仙童", 星象图=STARS)
    assert told.results("黑夜1")[0] == "否"


def test_R20_a_double_星空_hand_reads_深渊_on_top_whichever_card_lies_there() -> None:
    hands = {**HANDS, 3: ["圣贤", "仙童"]}
    below = "验妖 5>3 ②底"
    told = played(["验妖 5>3 ①"], [], ["封妖 4>3", below], [], ["验妖 5>3 ①"], hands=hands)
    assert [told.results(f"白昼{n}")[-1] for n in (1, 2, 3)] == ["深渊", "星空", "深渊"]
    double = {**HANDS, 5: ["妖首", "妖首"], 6: ["影妖", "妖众"], 3: ["圣贤", "仙童"]}
    assert played(["验妖 5>3 ③"], hands=double).results("白昼1") == ["星空"]


def test_R21_关键_佛陀_over_a_深渊_card() -> None:
    hands = {**HANDS, 3: ["佛陀", "妖众"], 5: ["妖首", "妖首"], 6: ["影妖", "妖众"]}
    below = "验妖 5>3 ②底"
    told = played(["验妖 5>3 ①"], [], [below], [], ["验妖 5>3 ③"], hands=hands, 关键="佛陀")
    assert [told.results(f"白昼{n}")[0] for n in (1, 2, 3)] == ["深渊", "星空", "星空"]
    told = played([], [], ["封妖 4>3"], [], ["验妖 5>3 ①"], hands=hands, 关键="佛陀")
    assert told.results("白昼3") == ["深渊"]
    told = played(["验妖 5>3 ①"], hands={**hands, 7: ["圣贤", "妖众"]}, 关键="圣贤")
    assert told.results("白昼1") == ["星空"]


def test_R21_not_when_佛陀_lies_below() -> None:
    hands = {**HANDS, 3: ["妖众", "佛陀"], 5: ["妖首", "妖首"], 6: ["影妖", "妖众"]}
    above = "验妖 5>3 ②顶"
    below = "验妖 5>3 ②底"
    assert played([above], [], [below], hands=hands, 关键="佛陀").results("白昼1") == ["深渊"]
    assert played([above], [], [below], hands=hands, 关键="佛陀").results("白昼2") == ["星空"]


@pytest.mark.parametrize("hand", [["佛陀", "圣贤"], ["圣贤", "佛陀"]])
def test_R22_关键_佛陀_beside_星空_reads_深渊_in_白昼1(hand: list[str]) -> None:
    hands = {**HANDS, 3: hand, 5: ["妖首", "妖首"], 6: ["影妖", "妖众"]}
    below = "验妖 5>3 ②底"
    for what in ("验妖 5>3 ①", "验妖 5>3 ③", below):
        assert played([what], hands=hands, 关键="佛陀").results("白昼1") == ["深渊"]
    told = played([], [], ["验妖 5>3 ③"], [], [below], [], ["验妖 5>3 ①"], hands=hands, 关键="佛陀")
    assert [told.results(f"白昼{n}")[0] for n in (2, 3, 4)] == ["星空", "星空", "深渊"]


def test_R23_the_seats_of_神域() -> None:
    hands = {1: ["神女", "妖众"], 2: ["妖首", "妖众"], 3: ["圣贤", "妖众"], 4: ["影妖", "妖众"], 5: ["妖首", "妖众"], 6: ["妖众", "仙子"]}
    assert 神域席(hands) == (1, 4)  # found both ways
    assert 神域席({**hands, 4: ["妖首", "影妖"]}) == (1,)
    assert 神域席({**hands, 6: ["灾厄", "妖众"]}) == (1, 4, 6)
    for seat, fine in ((1, True), (4, True), (5, False), (6, False), (None, False), (True, False)):
        record = game(hands=hands, 化形=("血俑", "魔罗"), 神域=seat)
        assert (faults(record) == []) == fine
    record["setup"].pop("神域")
    assert faults(record) == [("setup/神域", "封妖/R23")]


def test_R23_神域_sits_on_opening_tops_and_ends_with_神女() -> None:
    hands = {**HANDS, 3: ["神女", "妖众"], 2: ["影妖", "妖众"], 7: ["圣贤", "妖众"], 6: ["妖首", "血俑"]}
    three = ["验妖 5>3 ①"], [], ["封妖 4>2", "验妖 5>2 ①"], [], ["验妖 5>2 ①"]
    told = played(*three, hands=hands, 神域=3)
    assert [told.results(f"白昼{n}")[-1] for n in (1, 2, 3)] == ["星空", "深渊", "深渊"]
    told = played(*three, hands=hands, 神域=2)
    assert [told.results(f"白昼{n}")[-1] for n in (1, 2, 3)] == ["深渊", "星空", "深渊"]
    gone = played([], ["投票 1>3"], ["验妖 5>2 ①"], hands=hands, 神域=2)
    assert gone.results("白昼2") == ["深渊"]


def test_R23_over_a_星空_card_nobody_is_drawn() -> None:
    hands = {**HANDS, 4: ["神女", "仙子"]}
    assert faults(game(hands=hands, 神域=4)) == [("setup/神域", "封妖/R23")]
    assert played(["验妖 5>4 ①"], hands=hands).results("白昼1") == ["深渊"]


def test_R23_does_not_touch_the_bottom_or_the_player() -> None:
    hands = {**HANDS, 3: ["神女", "妖众"], 5: ["妖首", "妖首"], 6: ["影妖", "圣贤"], 2: ["血俑", "妖众"]}
    below = "验妖 5>2 ②底"
    told = played([below], [], ["验妖 5>2 ③"], [], ["验妖 5>3 ③"], hands=hands, 神域=2)
    assert [told.results(f"白昼{n}")[0] for n in (1, 2, 3)] == ["深渊", "深渊", "星空"]


def test_R57_and_R61_settings_wanted_and_not_wanted() -> None:
    with_bones = {**HANDS, 7: ["枯骨", "妖众"]}
    assert faults(game(hands=with_bones)) == [("setup/骸骨牌", "封妖/R57")]
    assert faults(game(化形=("枯骨", "灾厄"))) == [("setup/骸骨牌", "封妖/R57")]
    assert faults(game(骸骨牌="妖骸")) == []
    assert faults(game(骸骨牌="骨")) == [("setup/骸骨牌", "封妖/R57")]
    with_stars = {**HANDS, 7: ["星君", "妖众"]}
    assert faults(game(hands=with_stars)) == [("setup/星象图", "封妖/R61")]
    assert faults(game(hands=with_stars, 星象图=STARS)) == []
    assert faults(game(星象图=STARS)) == [("setup/星象图", "封妖/R61")]
    for wrong in ({**STARS, "星象图1": "妖首"}, {}, [], {**STARS, "星象图5": "x"}, {**STARS, "星象图1": ["双妖众"]}):
        assert faults(game(hands=with_stars, 星象图=wrong)) == [("setup/星象图", "封妖/R61")]


def test_R59_the_size_and_the_seats_of_量天s_pools() -> None:
    assert [量天人数(d, h, layer, 7) for d, h, layer in ((1, 6, "底层"), (1, 6, "顶层"), (5, 6, "顶层"), (0, 2, "底层"))] == [3, 3, 5, 2]
    hands = {**HANDS, 1: ["树精", "妖众"], 2: ["妖众", "妖众"], 7: ["血俑", "妖众"]}
    assert 合量天池(hands, 1, "顶层", [2, 5, 7]) and not 合量天池(hands, 1, "顶层", [3, 5, 7])
    assert 合量天池(hands, 1, "底层", [3, 5, 7])
    for wrong in ([2, 5], [2, 5, 5], [2, 5, 6], [1, 2, 5], [2, 5, 7, 3], []):
        assert not 合量天池(hands, 1, "顶层", wrong)


def test_R59_the_pool_of_树精s_layer_is_wanted_and_the_other_may_stand() -> None:
    hands = {**HANDS, 1: ["树精", "妖众"]}
    top, bottom = {"顶层": [2, 3, 7]}, {"底层": [2, 3, 5]}
    assert faults(game(hands=hands, 量天=top)) == [] == faults(game(hands=hands, 量天={**top, **bottom}))
    for wrong in (bottom, {}, None, {**top, "底层": [2]}, {"顶层": [2, 3, 8]}, {"顶层": "2"}, {**top, "中层": []}):
        assert faults(game(hands=hands, 量天=wrong)) == [("setup/量天", "封妖/R59")]
    assert faults(game(量天=top)) == [("setup/量天", "封妖/R59")]
    record = game(hands=hands, 量天=top)
    record["setup"]["dealt"] = record["setup"].pop("hands")
    assert faults(record) == [("setup/量天", "封妖/R59")]


def test_R83_源尊显圣_has_no_redeals() -> None:
    assert faults(game(显圣=True)) == []
    assert faults(game(显圣=True, 重发=0)) == [("setup/重发", "封妖/R8")]
    assert faults({**game(), "options": {"源尊显圣": 1, "x": True}}) == [("options/源尊显圣", "封妖/record"), ("options/x", "封妖/record")]


def test_faults_come_in_the_records_own_order() -> None:
    record = {"zzz": 1, **game()}
    record["setup"] = {"x": 1, "化形": ["灾厄", "灾厄"], "hands": {3: ["圣贤", "妖首"], 1: ["殃祸"]}, "关键仙人": "圣贤"}
    record["log"] = [{"phase": "白昼1", "do": do("跳舞 1", "背刺 9>1")}, {"phase": "白昼2", "do": []}]
    found = [at for at, _ in faults(record)]
    missing = [f"setup/hands/{seat}" for seat in (2, 4, 5, 6, 7)]
    hands = ["setup/hands", "setup/hands/3", "setup/hands/1", *missing]
    assert found == ["zzz", "setup/x", "setup/化形", *hands, "log/0/do/0", "log/0/do/1", "log/1"]
