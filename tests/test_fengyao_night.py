"""封妖, R46 to R75: claims, standing skills, the vote and the dawn. One test a ruling or a corner of one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fengyaogame import HANDS, faults, game, played

Plain = Any
STARS = {"星象图1": "双妖众", "星象图2": "单妖众", "星象图3": "双将领", "星象图4": "妖首"}
# 灾厄 and 怪煞 in hands.
FIRE: dict[str, Plain] = {"hands": {**HANDS, 1: ["灾厄", "妖众"], 2: ["怪煞", "妖众"]}, "化形": ("魔罗", "鬼巫")}
GHOST: dict[str, Plain] = {"hands": {**HANDS, 1: ["纸人", "妖众"], 2: ["鬼巫", "妖众"]}, "化形": ("魔罗", "怪煞")}
MEANINGS = "请邪 2 邪神牌1,邪神牌2,是"  # 1 means nothing, 2 是, 3 and 4 否


def test_R46_who_may_claim() -> None:
    """3 falls in 白昼3: silent in 黑夜3, then as it chose."""
    claim = "业火 3>1,5 d6"
    fall = [], [], ["封妖 4>3"], [], ["封妖 4>3"]
    for mode, verdict in (("戏言", "ok"), ("缄默", "illegal"), (None, "illegal")):
        dawn = {"skill": "黎明", "pick": {3: mode} if mode else {}}
        told = played(*fall, [claim, "投票 5>1", dawn], [], [claim], **FIRE)
        assert told.verdicts("黑夜3")[0] == "illegal" and told.verdicts("黑夜4") == [verdict]


def test_R46_a_seat_voted_off_this_night_claims_no_more() -> None:
    told = played([], ["投票 5>3", "业火 3>1,5 d6"], **FIRE)
    assert told.verdicts("黑夜1") == ["ok", "illegal"]


def test_R47_once_a_night_skill_and_player() -> None:
    night = ["业火 3>1,5 d6", "业火 3>1,5 d6", "崩灭 3>1 d2", "业火 5>1,2 d5"]
    told = played([], night, [], ["业火 3>1,5 d6", "业火 1>5,6"], **FIRE)
    assert told.verdicts("黑夜1") == ["ok", "illegal", "ok", "ok"] and told.verdicts("黑夜2") == ["ok", "ok"]


def test_R47_鉴仙图_once_a_game_whatever_came_of_it() -> None:
    told = played([], ["鉴仙图 3 ③", "鉴仙图 5>1 ④", "鉴仙图 7>1 ①"], [], ["鉴仙图 3>1 ①", "鉴仙图 5>1 ① d1", "鉴仙图 7 ③"])
    assert told.verdicts("黑夜1") == ["ok"] * 3 and told.verdicts("黑夜2") == ["illegal"] * 3
    assert all("鉴仙图" in told.marks("黑夜2", seat) for seat in (3, 5, 7))


def test_R47_only_skills_of_cards_in_the_game() -> None:
    night = ["业火 3>1,5 d6", "崩灭 3>1 d1", "招魂 3 妖首 d1 =成功", "请邪 3 是 =邪神牌1", "骨筹 =1,2,小于3", "量天 =1", "星象"]
    assert played([], night[-3:] + night[:-3], 化形=("魔罗", "鬼巫"), hands={**HANDS, 1: ["影妖", "妖众"], 6: ["妖首", "凶祟"]}).verdicts(
        "黑夜1"
    ) == ["illegal"] * 6 + ["ok"]


def test_R48_true_is_the_card_on_top_now() -> None:
    told = played([], ["业火 1>5,6"], ["封妖 4>1"], ["业火 1>5,6", "业火 1>5,6 d5"], **FIRE)
    assert told.verdicts("黑夜1") == ["ok"] and told.verdicts("黑夜2") == ["needs", "ok"]
    assert told.results("黑夜2") == [None, "无"]
    below = {**FIRE["hands"], 1: ["妖众", "灾厄"]}
    assert played([], ["业火 1>5,6"], hands=below, 化形=("魔罗", "鬼巫")).verdicts("黑夜1") == ["needs"]


@pytest.mark.parametrize(("face", "told"), [(1, "有"), (2, "有"), (3, "有"), (4, "有"), (5, "无"), (6, "无")])
def test_R49_a_false_业火_is_answered_by_the_die(face: int, told: str) -> None:
    found = played([], [f"业火 3>5,6 d{face}"], **FIRE)
    assert found.results("黑夜1") == [told] and found.marks("黑夜1", 5) == []


def test_R49_true_业火() -> None:
    told = played([], ["业火 1>5,7"], [], ["业火 1>7,4"], [], ["业火 1>1,5"], ["血祭 2>5"], **FIRE)
    assert [told.results(f"黑夜{n}")[0] for n in (1, 2, 3)] == ["有", "无", "有"]
    assert told.marks("黑夜1", 5) == ["点燃"] and told.marks("黑夜2", 7) == [] == told.marks("黑夜2", 4)
    assert told.marks("黑夜3", 1) == ["点燃"] and told.marks("黑夜3", 5) == ["点燃", "业火"]
    assert told.lost("白昼4") == [5] and told.marks("白昼4", 5) == []
    assert played([], ["业火 1>5,5"], **FIRE).verdicts("黑夜1") == ["illegal"]


def test_R49_the_flame_outlives_灾厄_and_a_mark_prevented() -> None:
    hands = {**FIRE["hands"], 6: ["神女", "影妖"], 4: ["妖众", "仙子"], 7: ["妖首", "妖众"]}
    again = ["业火 1>6,7"]
    told = played([], again, [], again, [], [], hands=hands, 化形=("魔罗", "鬼巫"), 神域=6)
    assert told.lost("白昼3") == [7] and told.marks("白昼3", 6) == ["点燃"]
    told = played([], again, [], again, [], again, [], hands=hands, 化形=("魔罗", "鬼巫"), 神域=6)
    assert told.marks("黑夜3", 6) == ["点燃", "业火"] and told.marks("黑夜3", 7) == []


@pytest.mark.parametrize("face", range(1, 7))
def test_R50_true_崩灭_by_the_table(face: int) -> None:
    hands = {**FIRE["hands"], 3: ["妖众", "凶祟"], 1: ["圣贤", "妖众"]}
    more = {"hands": hands, "化形": ("魔罗", "鬼巫")}
    told = played([], [f"崩灭 2>3 d{face}"], **more)
    assert told.results("黑夜1") == [None]
    assert told.marks("黑夜1", 3) == (["崩灭玩家"] if face < 3 else []) and told.marks("黑夜1", 2) == []
    told = played([], [f"崩灭 2>7 d{face}"], **more)
    assert told.marks("黑夜1", 7) == (["崩灭玩家"] if face < 3 else [])
    assert told.marks("黑夜1", 2) == (["崩灭玩家"] if face > 4 else [])


def test_R50_a_将领_on_top_needs_no_die() -> None:
    told = played([], ["崩灭 2>3"], [], ["崩灭 2>5"], **FIRE)
    assert told.verdicts("黑夜1") == ["ok"] and told.marks("黑夜1", 3) == ["崩灭玩家"]
    assert told.marks("黑夜2", 5) == [] and told.marks("黑夜2", 2) == ["崩灭玩家"]
    assert told.lost("白昼2") == [3]


def test_R50_needs_a_die_and_another_player() -> None:
    told = played([], ["崩灭 2>2", "崩灭 2>7", "崩灭 2>4"], **FIRE)
    assert told.verdicts("黑夜1") == ["illegal", "needs", "needs"]


@pytest.mark.parametrize(("hand", "night", "mark"), [(["妖众", "妖众"], "崩灭 2>7 d6", ["崩灭玩家"]), (["凶祟", "妖众"], "崩灭 2>7", [])])
def test_R50_a_target_without_a_card(hand: list[str], night: str, mark: list[str]) -> None:
    hands = {**FIRE["hands"], 7: hand, 1: ["灾厄", "血俑"]}
    told = played([], [], ["封妖 4>7"], [], ["封妖 4>7"], [night], hands=hands, 化形=("魔罗", "鬼巫"))
    assert told.verdicts("黑夜3") == ["ok"] and told.marks("黑夜3", 2) == mark and told.marks("黑夜3", 7) == []


def test_R51_false_崩灭_six_marks_the_claimants_own_card() -> None:
    told = played([], ["崩灭 5>1 d6", "崩灭 6>1 d5", "崩灭 3>1"], **FIRE)
    assert told.marks("黑夜1", 5) == ["崩灭牌"] and told.marks("黑夜1", 6) == []
    assert told.verdicts("黑夜1") == ["ok", "ok", "needs"]


def test_R52_on_the_player_or_on_the_card() -> None:
    told = played([], ["崩灭 2>3", "崩灭 5>1 d6", "投票 1>3 7>5"], [], **FIRE)
    assert told.marks("黑夜1", 3) == ["崩灭玩家"] and told.marks("黑夜1", 5) == []
    assert told.lost("白昼2") == [3] and told["白昼2"]["announce"]["抗辩"] == [3]
    last = played([], ["投票 1>3"], [], ["崩灭 2>3 d1", "投票 1>3"], [], **FIRE)
    assert last.marks("黑夜2", 3) == ["崩灭玩家"] and last.seat("黑夜2", 3)["status"] == "讼罪"
    assert last.lost("白昼3") == [] and last.marks("白昼3", 3) == []


def test_R53_what_true_招魂_answers() -> None:
    ask = [[f"招魂 1 {card}"] for card in ("魔罗", "仙子", "妖首")]
    told = played([], ask[0], [], ask[1], ["封妖 4>5"], ask[2], **GHOST)
    assert [told.results(f"黑夜{n}")[0] for n in (1, 2, 3)] == ["成功", "失败", "成功"]
    for card in ("妖众", "佛陀", "殃祸", "猫"):
        assert played([], [f"招魂 1 {card}"], **GHOST).verdicts("黑夜1") == ["illegal"]


def test_R53_false_招魂() -> None:
    told = played(
        [], ["招魂 3 妖首 d6 =失败", "招魂 5 妖首 d5 =成功", "招魂 6 妖首 d1", "招魂 7 妖首 =成功", "招魂 7 妖首 d1 =有"], **GHOST
    )
    assert told.verdicts("黑夜1") == ["ok", "ok", "needs", "needs", "illegal"]
    assert told.results("黑夜1")[:2] == ["失败", "成功"]
    assert told.marks("黑夜1", 3) == ["招魂"] and told.marks("黑夜1", 5) == []


def test_R54_精魄() -> None:
    hands = {seat: hand for seat, hand in GHOST["hands"].items() if seat < 7}
    ask = ["招魂 1 魔罗"], []
    told = played([], *ask, *ask, ["招魂 1 妖众 d1", "招魂 1 仙子"], [], hands=hands, 化形=("魔罗", "怪煞"))
    assert [told.table(f"黑夜{n}", "精魄") for n in (1, 2, 3)] == [3, 0, 0]
    assert told.marks("黑夜2", 1) == [] and told.marks("黑夜3", 1) == ["招魂"]
    assert told.results("黑夜3") == [None, "失败"] and told.lost("白昼4") == [1]
    told = played([], ["投票 5>1"], [], ["招魂 1 妖首 d1 =成功"], **GHOST)
    assert told.table("黑夜2", "精魄") == 7


def test_R55_meanings_by_鬼巫s_holder() -> None:
    told = played(["请邪 1 邪神牌1,邪神牌2,是", "请邪 2 邪神牌1,邪神牌1,是", MEANINGS, MEANINGS], **GHOST)
    assert told.verdicts("白昼1") == ["illegal", "illegal", "ok", "illegal"]
    assert told.table("白昼1", "邪神牌") == {"邪神牌1": "无意义", "邪神牌2": "是", "邪神牌3": "否", "邪神牌4": "否"}


def test_R55_without_鬼巫_held_the_card_means_nothing() -> None:
    told = played([], ["请邪 1 是 =邪神牌1", "请邪 3 是"], 化形=("鬼巫", "怪煞"))
    assert told.verdicts("黑夜1") == ["ok", "needs"] and told.results("黑夜1") == [None, None]
    assert told.table("黑夜1", "无意义") is None
    told = played([], ["请邪 2 是 =邪神牌1", "请邪 3 是 =邪神牌1"], **GHOST)
    assert told.verdicts("黑夜1") == ["needs", "ok"]


def test_R56_true_请邪_is_right_or_means_nothing_and_safe_the_third_time() -> None:
    nothing = ["请邪 2 是 =邪神牌1"], []
    told = played([MEANINGS], *nothing, *nothing, ["请邪 2 否 =邪神牌1", "请邪 2 否 =邪神牌2", "请邪 2 否 =邪神牌4"], [], *nothing, **GHOST)
    assert [told.table(f"黑夜{n}", "无意义") for n in (1, 2, 3, 4)] == [1, 2, 0, 1]
    assert told.verdicts("黑夜3") == ["illegal", "illegal", "ok"] and told.results("黑夜3")[2] == "否"


def test_R56_a_right_answer_before_that_leaves_the_count_and_false_ones_show_anything() -> None:
    told = played([MEANINGS], ["请邪 2 是 =邪神牌1"], [], ["请邪 2 是 =邪神牌2", "请邪 3 是 =邪神牌1", "请邪 5 是 =邪神牌3"], **GHOST)
    assert told.results("黑夜2") == ["是", "无意义", "否"] and told.table("黑夜2", "无意义") == 1
    assert played([MEANINGS], ["请邪 3 是 =邪神牌5"], **GHOST).verdicts("黑夜1") == ["illegal"]
    assert faults(game([], [{"skill": "请邪", "by": 2, "drawn": "邪神牌1"}], **GHOST)) == [("log/1/do/0", "封妖/record")]


BONES: dict[str, Plain] = {"hands": {**HANDS, 2: ["枯骨", "妖众"]}, "骸骨牌": "将骸"}


def test_R57_骨筹_counts_five_cards_by_the_nights_number() -> None:
    told = played(["骨筹 2 将领"], ["骨筹 =2,7"], [], [], [], ["骨筹 =3,6"], **BONES)
    assert told.results("黑夜1") == ["小于3"]  # 枯骨, 将骸
    assert told.results("黑夜3") == ["大于2"]  # 圣贤, 妖首, 影妖, 将骸
    assert [told.table(phase, "骨筹")["计"] for phase in ("白昼1", "黑夜1", "白昼2", "黑夜2")] == ["将领", "妖众", "妖众", "将领"]
    assert told.table("黑夜3", "骨筹")["已抽"] == [2, 3, 6, 7]


def test_R57_top_picks_and_bottom_is_shown() -> None:
    told = played(["骨筹 2", "骨筹 2 =将领", "骨筹 2 妖众"], **BONES)
    assert told.verdicts("白昼1") == ["illegal", "illegal", "ok"] and told.results("白昼1")[2] is None
    below = {**BONES, "hands": {**HANDS, 2: ["妖众", "枯骨"]}}
    told = played(["骨筹 2 将领", "骨筹 2", "骨筹 2 =有", "骨筹 2 =将领"], **below)
    assert told.verdicts("白昼1") == ["illegal", "needs", "illegal", "ok"] and told.results("白昼1")[3] == "将骸"


def test_R57_without_a_first_kind_骨筹_needs_it() -> None:
    assert played([], ["骨筹 =2,7", "骨筹"], **BONES).verdicts("黑夜1") == ["needs", "needs"]


def test_R58_random_once_sealed_or_under_止伐_and_over_without_cards() -> None:
    told = played(["骨筹 2 将领"], ["投票 5>2"], [], ["骨筹 =2,7", "骨筹 =2,7,有", "骨筹 =2,7,大于2"], **BONES)
    assert told.verdicts("黑夜2") == ["needs", "illegal", "ok"] and told.results("黑夜2")[2] == "大于2"
    hands = {**BONES["hands"], 3: ["佛陀", "妖众"]}
    told = played(["骨筹 2 将领", "止伐 3>2"], ["骨筹 =2,7"], hands=hands, 骸骨牌="将骸", 关键="佛陀")
    assert told.verdicts("黑夜1") == ["needs"]
    hands[2] = ["妖众", "枯骨"]
    told = played(["骨筹 2 =将领", "止伐 3>2"], ["骨筹 =2,7"], hands=hands, 骸骨牌="将骸", 关键="佛陀")
    assert told.verdicts("黑夜1") == ["ok"]


def test_R58_a_number_card_is_used_once() -> None:
    night = ["骨筹 =1,2"], [], ["骨筹 =2,3", "骨筹 =3,3", "骨筹 =3,4"], [], ["骨筹 =5,6"], [], ["骨筹 =7,1"]
    told = played(["骨筹 2 将领"], *night, **BONES)
    assert told.verdicts("黑夜2") == ["illegal", "illegal", "ok"] and told.verdicts("黑夜4") == ["illegal"]


TREE: dict[str, Plain] = {"hands": {**HANDS, 1: ["树精", "妖众"]}, "量天": {"顶层": [2, 3, 7]}}


def test_R60_distance_by_the_card_beside_树精() -> None:
    told = played([], ["量天", "量天 =5", "量天 =7"], [], ["量天 =7", "量天 =3"], [], ["量天 =2"], [], ["量天 =7"], **TREE)
    assert told.verdicts("黑夜1") == ["needs", "illegal", "ok"] and told.results("黑夜1")[2] == 1
    assert told.verdicts("黑夜2") == ["illegal", "ok"] and told.results("黑夜2")[1] == 5
    assert told.table("黑夜2", "量天") == {"池": [2, 3, 7], "已抽": [3, 7], "已报": [1, 5]}
    assert told.table("黑夜3", "量天") == {"池": [2, 3, 7], "已抽": [], "已报": []}
    assert told.results("黑夜4") == [1]
    up = {"hands": {**HANDS, 1: ["影妖", "树精"], 6: ["妖首", "妖众"]}, "量天": {"底层": [2, 3, 7]}}
    assert played([], ["量天 =7"], **up).results("黑夜1") == [6]


def test_R60_random_numbers_differ_within_a_round() -> None:
    told = played([], ["量天 =7", "投票 5>1"], [], ["量天 =1", "量天 =7", "量天 =6"], [], ["量天 =6", "量天 =2"], [], ["量天 =1"], **TREE)
    assert told.results("黑夜1")[0] == 1
    assert told.verdicts("黑夜2") == ["illegal", "illegal", "ok"]
    assert told.verdicts("黑夜3") == ["illegal", "ok"] and told.verdicts("黑夜4") == ["ok"]


def test_R60_not_held_a_round_has_half_the_players() -> None:
    told = played([], ["量天 =6"], [], ["量天 =5"], [], ["量天 =4"], 化形=("树精", "怪煞"))
    assert told.table("黑夜2", "量天") == {"池": [], "已抽": [], "已报": [6, 5]}
    assert told.table("黑夜3", "量天") == {"池": [], "已抽": [], "已报": []}
    assert played([], ["量天 =7"], 化形=("树精", "怪煞")).verdicts("黑夜1") == ["illegal"]


def sky(hand: list[str], 关键: str = "圣贤") -> dict[str, Plain]:
    return {"hands": {**HANDS, 3: hand, 2: ["圣贤", "影妖"], 6: ["妖首", "血俑"]}, "星象图": STARS, "关键": 关键}


def test_R61_what_an_opening_hand_means() -> None:
    nights = [["星象"], []] * 7
    told = played(["星象 3>1 大数"], *nights, **sky(["星君", "妖众"]))
    assert [told.results(f"黑夜{n}")[0] for n in range(1, 8)] == [
        "星象图2",
        "星象图3",
        "星象图2",
        "星象图2",
        "星象图4",
        "星象图4",
        "星象图1",
    ]
    assert told.table("黑夜7", "星象") == {"目标": 1, "方向": "大数"}


def test_R62_the_course_from_below_leads_away() -> None:
    tries = ["星象 3>4 小数", "星象 3>2 大数", "星象 3>5 大数", "星象 3>2 小数"]
    told = played(tries, ["星象"], [], ["星象"], [], ["星象"], **sky(["妖众", "星君"]))
    assert told.verdicts("白昼1") == ["illegal"] * 3 + ["ok"]
    assert [told.results(f"黑夜{n}")[0] for n in (1, 2, 3)] == ["星象图3", "星象图2", "星象图1"]
    assert played([], ["星象"], **sky(["妖众", "星君"])).verdicts("黑夜1") == ["needs"]


@pytest.mark.parametrize(
    ("hand", "key", "first", "later"),
    [
        (["星君", "妖众"], "圣贤", "星象图1", None),
        (["星君", "妖众"], "星君", "星象图1", "星象图4"),
        (["妖众", "星君"], "圣贤", None, None),
        (["妖众", "星君"], "星君", "星象图1", None),
    ],
)
def test_R63_who_learns_which_image(hand: list[str], key: str, first: Plain, later: Plain) -> None:
    more = sky(hand, key)
    start = ["星象 3>4 大数", "星象", "星象"]
    told = played(start, [], ["星象", "封妖 4>3"], [], ["星象", "封妖 4>3"], [], ["星象"], [], ["星象"], **more)
    assert told.results("白昼1") == [first, first, None] and told.verdicts("白昼1") == ["ok", "ok", "illegal"]
    assert [told.results(f"白昼{n}")[0] for n in (2, 3, 4)] == [None, later, None]
    told = played(start, ["投票 5>3"], ["星象"], [], ["星象"], **more)
    assert [told.results(f"白昼{n}")[0] for n in (2, 3)] == [later, None]


def test_R64_a_double_妖众_stays_true_in_any_state() -> None:
    fall = [], [], ["封妖 4>7"], [], ["封妖 4>7"], ["投票 5>1", {"skill": "黎明", "pick": {7: "戏言"}}]
    told = played(*fall, [], ["鉴仙图 7>5 ①", "鉴仙图 4>5 ①"])
    assert told.results("黑夜4") == ["是", None] and told.verdicts("黑夜4") == ["ok", "needs"]


@pytest.mark.parametrize(("target", "answer_"), [(1, "否"), (4, "是"), (5, "是"), (6, "是"), (3, "否")])
def test_R65_the_first_effect(target: int, answer_: str) -> None:
    assert played([], [f"鉴仙图 7>{target} ①"]).results("黑夜1") == [answer_]
    assert played([], ["投票 5>3"], [], ["鉴仙图 7>3 ①"]).results("黑夜2") == ["是"]
    below = {**HANDS, 1: ["魔罗", "佛陀"]}
    assert played([], ["鉴仙图 7>1 ①"], hands=below).results("黑夜1") == ["否"]


@pytest.mark.parametrize("face", range(1, 7))
def test_R65_and_R66_false_answers(face: int) -> None:
    told = played([], [f"鉴仙图 5>1 ① d{face}", f"鉴仙图 6>1 ②顶 d{face}"])
    assert told.results("黑夜1") == ["是" if face < 5 else "否", "是" if face < 3 else "否"]


@pytest.mark.parametrize(
    ("seat", "layer", "told"), [(5, "顶", "是"), (5, "底", "是"), (4, "顶", "否"), (4, "底", "否"), (1, "顶", "否"), (6, "底", "否")]
)
def test_R66_the_second_effect_by_double_妖众(seat: int, layer: str, told: str) -> None:
    assert played([], [f"鉴仙图 7>{seat} ②{layer}"]).results("黑夜1") == [told]


def test_R66_an_unsealed_card_is_named() -> None:
    told = played([], ["投票 5>1"], [], ["鉴仙图 7>1 ②底", "鉴仙图 5>1 ②底 d1", "鉴仙图 7>1 ②顶"])
    assert told.verdicts("黑夜2") == ["illegal", "illegal", "ok"] and told.results("黑夜2")[2] == "是"


def test_R66_and_R70_圣贤_asked_and_asking() -> None:
    assert played([], ["鉴仙图 7>3 ②底", "鉴仙图 3>4 ②底"]).results("黑夜1") == ["是", "是"]
    assert played([], ["鉴仙图 3>4 ②顶"]).results("黑夜1") == ["否"]
    told = played([], ["投票 5>3"], [], ["鉴仙图 7>3 ②顶", "鉴仙图 3>4 ②底 d6"])
    assert told.results("黑夜2") == ["否", "否"]
    below = {**HANDS, 3: ["妖众", "圣贤"]}
    assert played([], ["鉴仙图 7>3 ②底", "鉴仙图 3>4 ②底"], hands=below).verdicts("黑夜1") == ["ok", "needs"]


def test_R67_the_third_effect_doubles_once_and_gives_no_ballot() -> None:
    hands = {**HANDS, 1: ["妖众", "妖众"]}
    told = played([], ["鉴仙图 7 ③", "鉴仙图 1 ③", "投票 7>5,6 1>5 3>6 4>6"], hands=hands)
    assert told.table("黑夜1", "票数") == {"5": 4, "6": 5}
    told = played([], ["鉴仙图 6 ③", "投票 7>5"], hands=hands)
    assert told.table("黑夜1", "票数") == {"5": 1}
    fall = [], [], ["封妖 4>7"], [], ["封妖 4>7"], ["投票 5>2", {"skill": "黎明", "pick": {7: "缄默"}}], []
    told = played(*fall, ["鉴仙图 1 ③", "投票 7>5"], hands=hands)
    assert told.table("黑夜4", "票数") == {"5": 2}


READ = {**HANDS, 6: ["影妖", "妖首"]}


def test_R68_读条_runs_its_three_白昼() -> None:
    told = played([], ["鉴仙图 7>5 ④"], [], [], [], [], [], hands=READ)
    assert [told.lost(f"白昼{n}") for n in (2, 3, 4)] == [[7], [7], [5]]
    bars = [told.table(phase, "读条") for phase in ("黑夜1", "白昼2", "黑夜2", "白昼3", "白昼4")]
    assert [bar[0]["白昼"] if bar else None for bar in bars] == [0, 1, 1, 2, None]


def test_R68_broken_by_a_vote_in_any_night_till_then() -> None:
    assert played([], ["鉴仙图 7>5 ④", "投票 1>7"], [], hands=READ).lost("白昼2") == []
    told = played([], ["鉴仙图 7>5 ④"], [], ["投票 1>7"], [], hands=READ)
    assert told.table("黑夜2", "读条") == [] and told.lost("白昼3") == []


def test_R68_any_loss_in_the_白昼_will_do() -> None:
    told = played([], ["鉴仙图 7>5 ④"], ["血祭 2>7", "背刺 6>7"], [], [], hands=READ)
    assert told.lost("白昼2") == [] and told.table("白昼2", "读条") == []
    told = played([], ["鉴仙图 7>5 ④"], ["生死链 1>7,3 生链", "封妖 4>3"], hands=READ)
    assert told.lost("白昼2") == [3, 7] and told.table("白昼2", "读条") == [{"by": 7, "to": 5, "白昼": 1}]
    told = played([], ["鉴仙图 7>5 ④"], ["生死链 1>7,3 生链"], hands=READ)
    assert told.lost("白昼2") == [3] and told.table("白昼2", "读条") == []


def test_R68_needs_two_unsealed_cards() -> None:
    told = played([], ["投票 5>7"], [], ["鉴仙图 7>5 ④"], [], hands=READ)
    assert told.marks("黑夜2", 7) == ["鉴仙图"] and told.table("黑夜2", "读条") == [] and told.lost("白昼3") == []
    assert played([], ["鉴仙图 5>1 ④"], [], hands=READ).table("黑夜1", "读条") == []


def test_R68_圣贤s_own_goes_on_after_she_is_sealed() -> None:
    told = played([], ["鉴仙图 3>5 ④"], [], [], [], [], [], hands={**READ, 1: ["魔罗", "仙童"]}, 关键="仙童")
    assert [told.lost(f"白昼{n}") for n in (2, 3, 4)] == [[3], [3], [5]]


FORCED = [], ["鉴仙图 7>3 ④"], [], [], [], []


def test_R69_forced_against_血祭_and_生链_and_spreading_by_死链() -> None:
    target = {**READ, 3: ["佛陀", "妖众"]}
    assert played(*FORCED, ["血祭 2>3"], hands=target, 关键="佛陀").lost("白昼4") == [3]
    assert played(*FORCED, ["生死链 1>3,2 生链"], hands=target, 关键="佛陀").lost("白昼4") == [3]
    assert played(*FORCED, ["生死链 1>3,2 生链", "背刺 6>3"], hands=target, 关键="佛陀").lost("白昼4") == [2, 3]
    assert played(*FORCED, ["生死链 1>3,2 死链", "血祭 2>3"], hands=target, 关键="佛陀").lost("白昼4") == [2, 3]
    assert played(*FORCED, ["背刺 6>3"], hands=target, 关键="佛陀").lost("白昼4") == [3]
    goddess = {**READ, 3: ["神女", "妖众"], 2: ["血俑", "圣贤"]}
    assert played(*FORCED, [], hands=goddess, 神域=3).lost("白昼4") == [3]


def test_R69_no_forced_aim_at_圣贤_and_nothing_spreads() -> None:
    told = played(*FORCED, ["生死链 1>3,2 死链"], hands=READ)
    assert told.lost("白昼4") == [] and told.table("白昼4", "读条") == []
    told = played(*FORCED[:-1], ["投票 1>3"], [], hands=READ)
    assert told.lost("白昼4") == [3]


def test_R71_ballots() -> None:
    told = played([], ["投票 1>2,2,2", "投票 1>1,2 4>3", "投票 1>2"])
    assert told.verdicts("黑夜1") == ["illegal", "ok", "illegal"]
    assert told.table("黑夜1", "票数") == {"1": 1, "2": 1, "3": 1} and told.results("黑夜1")[1] == [1, 2, 3]
    assert told.seat("黑夜1", 1)["votes"] == 1 and told.seat("黑夜1", 4)["votes"] == 2
    assert played([], [{"skill": "诛仙投票", "votes": {3: []}}]).verdicts("黑夜1") == ["ok"]


def test_R72_the_highest_lose_at_once_and_what_lies_below_is_top() -> None:
    told = played([], ["投票 1>5 2>6", {"skill": "黎明", "pick": {}}])
    assert told.results("黑夜1")[0] == [5, 6] and told.winner == "星空" and told.verdicts("黑夜1")[1] == "illegal"
    told = played([], ["投票 1>3 2>7", {"skill": "黎明", "pick": {}}])
    assert told.verdicts("黑夜1") == ["ok", "ok"]
    assert told.seat("黑夜1", 3)["top"] == "妖众" and told.seat("黑夜1", 3)["bottom"] is None


def test_R73_and_R74_封印状态_and_the_choice_at_dawn() -> None:
    dawn = {"skill": "黎明", "pick": {3: "戏言", 7: "缄默"}}
    night = ["投票 1>3 2>7", dawn, {"skill": "黎明", "pick": {3: "戏言"}}]
    told = played([], ["投票 1>3 2>7", {"skill": "黎明", "pick": {3: "戏言"}}], [], night, [], [{"skill": "诛仙投票", "votes": {7: 1}}])
    assert told.verdicts("黑夜1") == ["ok", "illegal"] and told.verdicts("黑夜2") == ["ok", "ok", "illegal"]
    assert told["黑夜2"]["announce"] == {"封印": [3, 7], "讼罪": [3, 7], "抗辩": [3, 7]}
    assert [told.seat("黑夜3", seat)["mode"] for seat in (3, 7)] == ["戏言", "缄默"]
    assert [told.seat("白昼3", seat)["votes"] for seat in (3, 7)] == [0, 1]
    assert told.seat("黑夜3", 7)["status"] == "讼罪" and told.table("黑夜3", "票数") == {"1": 1}


def test_R75_抗辩_after_a_vote_and_a_白昼() -> None:
    told = played([], ["投票 1>3"], ["封妖 4>3"])
    assert told["白昼2"]["announce"] == {"封印": [3], "镇压": [3], "抗辩": [3]}
    told = played([], [], ["封妖 4>3"], [], ["封妖 4>3"])
    assert told["白昼3"]["announce"] == {"封印": [3], "镇压": [3], "抗辩": []}
