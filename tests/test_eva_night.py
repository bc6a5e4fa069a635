"""EVA by night: who may act, what is void, information, protections, damage, relic, flips, the end."""

from __future__ import annotations

from tests.evagame import Game as Played
from tests.evagame import game, quiet, record

D1 = "第1天: 藏匿 >2"
EMPTY = "第2天:"


# --- order, ownership, uses (R9, R11, R25, R60)


def test_entries_stand_in_any_order_and_are_settled_by_place() -> None:
    written = game(D1, "第1夜: 突击 3>13; 防反 13>14; 陷阱 14>5; 侦测 2>16; 圣光 2>5")
    turned = game(D1, "第1夜: 圣光 2>5; 侦测 2>16; 陷阱 14>5; 防反 13>14; 突击 3>13")
    assert written.table == turned.table and written.seat(5) == turned.seat(5)


def test_one_use_a_phase_and_放弃_is_none() -> None:
    g = game(D1, "第1夜: 侦测 2; 侦测 2>3; 侦测 2>4; 侦测 2")
    assert g.verdicts == ["ok", "ok", "illegal", "illegal"] and g.results == [None, "否", None, None]


def test_a_limited_skill_is_spent_for_good_even_void() -> None:
    g = game(D1, "第1夜: 牵制 3>2; 圣光 2>5", EMPTY, "第2夜: 圣光 2>5; 圣光 2")
    assert g.phase("第1夜").entries[1][1].verdict == "ok" and g.verdicts == ["illegal", "illegal"]
    assert g.seat(2)["限定已用"] == ["圣光"]


def test_illegal_uses_spend_nothing_and_given_up_neither() -> None:
    g = game(D1, "第1夜: 突击 3; 突击 3>4,5; 突击 3>6")
    assert g.verdicts == ["ok", "illegal", "ok"] and g.seat(3)["限定已用"] == ["突击"]


def test_skills_of_others_wrong_phases_and_stray_keys_are_illegal() -> None:
    g = game(D1, "第1夜: 侦测 3>5; 投票 5>6; 潜行 14>5; 侦测 2>5 阵营; 告死 15; 虚体 17; 探查 14>5; 探查 14>5 别的")
    assert g.verdicts == ["illegal"] * 8
    assert g.phase("第1夜").entries[0][1].rule[0] == "EVA/牧师/侦测"


def test_a_missing_word_and_an_unknown_one_are_told_apart() -> None:
    g = game(D1, "第1夜: 探查 14>3; 探查 14>3 别的; 探查 14>3 阵营")
    assert [r.why[0].code for _, r in g.last.entries[:2]] == ["未写选择", "不认识的选择"] and g.verdicts[2] == "ok"


def test_挂机_and_out_roles_choose_nothing() -> None:
    g = game("第1天: 藏匿 >9", "第1夜: 突击 3>2", EMPTY, "第2夜: 侦测 2>5; 安葬 1; 挂机 >1; 安葬 1>2")
    assert g.verdicts == ["illegal", "ok", "ok", "illegal"]


def test_only_the_seat_that_was_given_a_list_takes_a_skill_from_it() -> None:
    g = game(D1, "第1夜: 拓印 17>13; 拓印 5 防反; 拓印 17 剑痕")
    assert g.verdicts == ["ok", "illegal", "ok"] and g.seat(17)["拓印技能"] == "剑痕"
    assert g.phase("第1夜").seats[5]["拓印技能"] is None


def test_a_stray_draw_lifts_no_挂机() -> None:
    g = game(D1, "第1夜: 挂机 >3; 挂机 >4; 突击 3>9 !5; 牵制 >5 !5; 牵制 4>5 !5")
    assert g.verdicts == ["ok", "ok", "illegal", "illegal", "illegal"] and g.seat(9)["存活"]


def test_a_role_flipped_by_诅咒_acts_with_its_new_identity_and_not_its_old() -> None:
    g = game("第1天: 藏匿 >16", "第1夜: 权势 16>5; 流言 16>6; 初拥 16>7")
    assert g.verdicts == ["illegal", "ok", "ok"] and g.seat(7)["身份"] == "腐尸"


def test_a_role_flipped_later_in_the_night_may_still_send_but_in_vain() -> None:
    g = game("第1天: 藏匿 >16", "第1夜: 安魂 15>16 =贵族; 初拥 16>7; 流言 16>8", EMPTY)
    assert g.phase("第1夜").entries[1][1].verdict == "ok"
    assert list(g.phase("第1夜").seats[16]["限定已用"]) == ["初拥"]
    assert g.seat(7)["存活"] and g.table["票数"] == {"8": 2}


def test_限定_is_not_fresh_after_flip_and_return() -> None:
    g = game("第1天: 藏匿 >3", "第1夜: 突击 4>5", EMPTY, "第2夜: 安魂 15>3 =民兵; 突击 3>6", "第3天:", "第3夜: 突击 3>6; 突击 4>7")
    assert g.phase("第2夜").entries[1][1].verdict == "illegal"  # still 活尸 right after (0)
    assert g.verdicts[-1] == "illegal"


# --- (1) 牵制, (2) 潜行


def test_牵制_once_in_each_pair_of_nights_so_2_and_3_may_both_have_one() -> None:
    g = game(D1, "第1夜: 牵制 >5", EMPTY, "第2夜: 牵制 3>5", "第3天:", "第3夜: 牵制 3>5", "第4天:", "第4夜: 牵制 >5")
    assert [g.phase(f"第{n}夜").entries[0][1].verdict for n in (1, 2, 3, 4)] == ["ok", "illegal", "ok", "illegal"]
    late = game(D1, "第1夜:", EMPTY, "第2夜: 牵制 3>5; 牵制 4>6", "第3天:", "第3夜: 牵制 3>5")
    assert [r.verdict for _, r in late.phase("第2夜").entries] == ["ok", "illegal"] and late.verdicts == ["ok"]


def test_牵制_without_by_needs_an_owner_at_that_place() -> None:
    g = game(D1, "第1夜: 挂机 >3; 挂机 >4; 牵制 >5; 牵制 3>5")
    assert g.verdicts == ["ok", "ok", "illegal", "illegal"]
    assert game(D1, "第1夜: 挂机 >3; 牵制 >5; 挂机 >4").verdicts == ["ok"] * 3


def test_牵制_voids_普通_and_限定_but_no_强制() -> None:
    g = game(D1, "第1夜: 牵制 >15; 感召 15>5; 安魂 15>16; 虔诚")
    assert g.results == [None, None, None, 0] and g.seat(15)["限定已用"] == ["安魂"]
    assert game(D1, "第1夜: 牵制 >2; 侦测 2>16").results == [None, None]


def test_牵制_comes_before_潜行_and_spends_it() -> None:
    g = game(D1, "第1夜: 牵制 >14; 潜行 14; 突击 3>14")
    assert g.settled == ["突击 3>14 出局"] and g.seat(14)["限定已用"] == ["潜行"]


def test_a_voided_bite_counts_and_a_voided_sneak_counts() -> None:
    bite = game("第1天: 藏匿 >3", "第1夜: 牵制 >3; 啃咬 3>5; 啃咬 3>6")
    assert bite.verdicts == ["ok", "ok", "illegal"] and bite.seat(5)["存活"]
    sneak = game(D1, "第1夜: 牵制 >18; 偷袭 18>5; 偷袭 19>6")
    assert sneak.seat(5)["存活"] and sneak.seat(6)["存活"] and sneak.table["结算"] == []


def test_牵制_voids_灾厄_and_权势() -> None:
    woe = game("第1天: 藏匿 >5", "第1夜: 牵制 >5; 灾厄 5>6")
    assert woe.verdicts == ["ok", "ok"] and woe.table["圣物"]["持有者"] == 5
    power = game(D1, "第1夜: 牵制 >16; 突击 3>16; 权势 16>5")
    assert power.verdicts == ["ok"] * 3 and power.news["权势"] == []


def test_潜行_keeps_out_what_others_aim_and_voids_his_own() -> None:
    h = game(D1, "第1夜: 潜行 14; 侦测 2>14; 拓印 17>14; 突击 3>14; 探查 14>5 阵营; 陷阱 14>6; 感召 15>14; 流言 16>14")
    assert h.results == [None] * 8 and h.settled == ["突击 3>14 潜行"]
    assert h.news["流言"] == [{"to": 14, "votes": 2}] and h.seat(17)["限定已用"] == ["拓印"]


def test_潜行_keeps_the_relic_and_the_blessing_out_but_ballots_of_blessing_count() -> None:
    relic = game("第1天: 投票 5>14; 藏匿 >14", "第1夜: 潜行 14; 诈骗 17>14")
    assert relic.table["圣物"]["持有者"] == 14
    bless = game(D1, "第1夜: 潜行 14; 祝福 5>14 6>14 7>9 8>9 9>14")
    assert bless.table["祝福"] is None


def test_潜行_of_the_blessed_leaves_him_free_for_the_next_night() -> None:
    g = game(D1, "第1夜: 潜行 14; 祝福 5>14 6>14", EMPTY, "第2夜: 祝福 5>14 6>14")
    assert g.table["祝福"] == 14


# --- (3) information


def test_安葬_wants_a_role_that_is_out_and_tells_its_last_identity() -> None:
    g = game("第1天: 藏匿 >5", "第1夜: 突击 3>5; 安葬 1>5; 馈赠 5>2", EMPTY, "第2夜: 安葬 1>5 =腐尸; 安葬 1>6")
    assert g.phase("第1夜").entries[1][1].verdict == "illegal" and g.verdicts == ["ok", "illegal"]


def test_a_scholar_turned_at_3_is_seen_by_探查_but_not_by_侦测() -> None:
    g = game("第1天: 藏匿 >5", "第1夜: 侦测 2>17 =否; 拓印 17>5 =恶灵; 探查 14>17 阵营 =亡灵阵营")
    assert g.verdicts == ["ok"] * 3 and g.table["圣物"]["诅咒"] == 3


def test_探查_of_the_relic_on_oneself_and_on_others() -> None:
    g = game("第1天: 藏匿 >5", "第1夜: 探查 14>5 圣物 =获得", EMPTY, "第2夜: 探查 14>14 圣物")
    assert g.verdicts == ["illegal"] and g.seat(14)["身份"] == "腐尸"  # cursed, so no 探查
    none = game("第1天: 投票 5>14; 藏匿 >14", "第1夜: 探查 14>14 圣物; 探查 14>14 阵营")
    assert none.results == [None, None] and none.verdicts == ["ok", "illegal"]


def test_探查_may_be_given_up_without_a_choice() -> None:
    assert game(D1, "第1夜: 探查 14").verdicts == ["ok"]


def test_拓印_lists_what_is_not_of_a_team() -> None:
    assert game(D1, "第1夜: 拓印 17>2").results == [["神恩", "侦测", "圣光"]]
    assert game(D1, "第1夜: 拓印 17>3").results == [["突击"]]
    assert game(D1, "第1夜: 拓印 17>15").results == [["安魂", "感召"]]
    assert game(D1, "第1夜: 拓印 17>17").verdicts == ["illegal"]


def test_拓印_of_a_使徒_lists_nothing_to_take() -> None:
    g = game(D1, "第1夜: 感召 15>5", EMPTY, "第2夜: 拓印 17>5; 拓印 17 祝福")
    assert g.results == [[], None] and g.verdicts == ["ok", "illegal"]


def test_拓印_takes_one_of_the_list_once_and_only_with_a_list() -> None:
    g = game(D1, "第1夜: 拓印 17 突击; 拓印 17>3; 拓印 17 牵制; 拓印 17>4 突击; 拓印 17 突击")
    assert g.verdicts == ["ok", "ok", "illegal", "illegal", "illegal"]  # the last is a second choice
    assert game(D1, "第1夜: 拓印 17 突击").verdicts == ["illegal"]
    assert game(D1, "第1夜: 牵制 >17; 拓印 17>3; 拓印 17 突击").verdicts == ["ok", "ok", "illegal"]


def test_a_copy_is_not_owned_before_the_next_day() -> None:
    g = game("第1天: 藏匿 >2", "第1夜: 拓印 17>1; 拓印 17 长寿; 突击 3>17")
    assert g.settled == ["突击 3>17 出局"]
    later = game("第1天: 藏匿 >2", "第1夜: 拓印 17>1; 拓印 17 长寿", EMPTY, "第2夜: 突击 3>17")
    assert later.settled == ["突击 3>17 长寿"] and later.seat(17)["长寿已耗"]


def test_a_copied_神恩_protects_from_the_curse() -> None:
    g = game("第1天: 藏匿 >16", "第1夜: 拓印 17>2; 拓印 17 神恩; 灾厄 16>17", EMPTY, "第2夜:")
    assert g.seat(17)["身份"] == "学者" and g.table["圣物"] == {"持有者": 17, "诅咒": 2, "夜数": 1}


def test_拓印_voids_every_other_skill_of_the_night_also_on_a_hidden_target() -> None:
    g = game(D1, "第1夜: 潜行 14; 拓印 17>14; 诡辩 17>5; 诈骗 17>2", "第2天: 投票 1>5; 诡辩 17>5")
    assert g.phase("第1夜").table["诡辩"] is None and g.phase("第1夜").table["圣物"]["持有者"] == 2
    assert list(g.phase("第1夜").seats[17]["限定已用"]) == ["拓印", "诈骗"] and g.verdicts[-1] == "illegal"


def test_灾厄_is_void_on_the_night_of_拓印() -> None:
    h = game("第1天: 投票 6>17; 藏匿 >17", "第1夜: 拓印 17>16; 灾厄 17>5")
    assert h.verdicts == ["ok", "illegal"]  # a 人类 holder
    turned = game("第1天: 投票 6>17; 藏匿 >5", "第1夜:", EMPTY, "第2夜: 诈骗 17>5", "第3天:", "第3夜: 拓印 17>5; 灾厄 17>6")
    assert turned.results[0] == "恶灵" and turned.verdicts == ["ok", "ok"]
    assert turned.table["圣物"]["持有者"] == 17


def test_a_copy_is_lost_by_a_flip_but_流言_stays() -> None:
    lost = game(
        "第1天: 藏匿 >3", "第1夜: 拓印 17>13; 拓印 17 防反", EMPTY, "第2夜: 探查 14>3 圣物; 诈骗 17>14", "第3天:", "第3夜: 防反 17>5"
    )
    assert lost.seat(17)["身份"] == "恶灵" and lost.seat(17)["拓印技能"] is None and lost.verdicts == ["illegal"]
    kept = game("第1天: 藏匿 >3", "第1夜: 拓印 17>16; 拓印 17 流言", EMPTY, "第2夜: 诈骗 17>3", "第3天:", "第3夜: 流言 17>5")
    assert kept.seat(17)["身份"] == "恶灵" and kept.seat(17)["拓印技能"] == "流言" and kept.verdicts == ["ok"]


def test_a_copied_感召_makes_the_target_learn_or_turn() -> None:
    g = game(D1, "第1夜: 拓印 17>15; 拓印 17 感召", EMPTY, "第2夜: 感召 17>6; 感召 15>5; 感召 17>7")
    assert g.results == ["使徒", "使徒", None] and g.verdicts == ["ok", "ok", "illegal"]
    assert g.seat(5)["身份"] == "使徒" and g.seat(6)["身份"] == "村民"  # the original first
    dead = game(D1, "第1夜: 拓印 17>15; 拓印 17 感召", EMPTY, "第2夜: 感召 17>6; 感召 15>5; 突击 3>5")
    assert dead.seat(6)["身份"] == "使徒"


# --- (4)


def test_祝福_needs_two_and_strictly_the_most() -> None:
    assert game(D1, "第1夜: 祝福 5>9").table["祝福"] is None
    assert game(D1, "第1夜: 祝福 5>9 6>9 7>10 8>10").table["祝福"] is None
    assert game(D1, "第1夜: 祝福 5>13 6>13").table["祝福"] == 13


def test_a_blessing_cancels_one_damage_and_not_two_nights_running() -> None:
    g = game(D1, "第1夜: 祝福 5>9 6>9", EMPTY, "第2夜: 祝福 5>9 6>9; 突击 3>9; 祝福 7>10", "第3天:", "第3夜: 祝福 5>10 6>10")
    assert g.phase("第1夜").table["祝福"] == 9 and g.phase("第2夜").table["祝福"] is None
    assert not g.seat(9)["存活"] and g.table["祝福"] == 10
    again = game(D1, "第1夜: 祝福 5>9 6>9", EMPTY, "第2夜: 祝福 5>9 6>9", "第3天:", "第3夜: 祝福 5>9 6>9")
    assert again.table["祝福"] == 9


def test_the_repeat_shuts_out_the_second_best_too() -> None:
    g = game(D1, "第1夜: 祝福 5>9 6>9", EMPTY, "第2夜: 祝福 5>9 6>9 7>9 8>10 10>10")
    assert g.table["祝福"] is None


def test_a_voided_blessing_is_not_counted_and_a_bad_part_spoils_the_map() -> None:
    assert game(D1, "第1夜: 牵制 >6; 祝福 5>9 6>9").table["祝福"] is None
    g = game(D1, "第1夜: 祝福 5>9; 祝福 5>9 6>9; 祝福 6>9 3>9; 祝福 6>9")
    assert g.verdicts == ["ok", "illegal", "illegal", "ok"] and g.table["祝福"] == 9


def test_剑痕_is_published_from_the_grave_but_not_after_a_flip_or_a_蓄力斩() -> None:
    assert game(D1, "第1夜: 剑痕 13 雪落; 突击 3>13").news["剑痕"] == ["雪落"]
    bitten = game("第1天: 藏匿 >16", "第1夜: 剑痕 13 雪落; 初拥 16>13")
    assert bitten.seat(13)["身份"] == "活尸" and bitten.news["剑痕"] == []
    cut = game(D1, "第1夜:", EMPTY, "第2夜: 牵制 >13; 剑痕 13 雪落; 蓄力斩 13>5")
    assert cut.news["剑痕"] == [] and cut.seat(5)["存活"]


def test_剑痕_has_a_hundred_signs_at_most() -> None:
    g = game(D1, "第1夜: 剑痕 13 " + "雪" * 101 + "; 剑痕 13 " + "雪" * 100)
    assert g.verdicts == ["illegal", "ok"] and len(g.news["剑痕"][0]) == 100


def test_剑痕_original_before_copy() -> None:
    g = game(D1, "第1夜: 拓印 17>13; 拓印 17 剑痕", EMPTY, "第2夜: 剑痕 17 后; 剑痕 13 先")
    assert g.news["剑痕"] == ["先", "后"]


def test_安魂_gives_back_the_last_human_identity() -> None:
    g = game("第1天: 藏匿 >5", "第1夜: 安魂 15>5 =村民; 感召 15>5 =使徒")
    assert g.verdicts == ["ok", "ok"] and g.seat(5)["身份"] == "使徒" and g.seat(5)["原身份"] == "使徒"
    human = game(D1, "第1夜: 安魂 15>5")
    assert human.results == [None] and human.seat(15)["限定已用"] == ["安魂"]


def test_感召_is_lost_with_life_and_never_twice() -> None:
    g = game(D1, "第1夜: 感召 15>5; 突击 3>5", EMPTY, "第2夜: 感召 15>6", "第3天:", "第3夜: 感召 15>7; 感召 15>6")
    assert g.phase("第1夜").entries[0][1].result == "使徒" and g.phase("第1夜").table["使徒"] is False
    assert g.phase("第2夜").table["使徒"] is True and g.results == [None, None] and g.verdicts == ["ok", "illegal"]
    known = game(D1, "第1夜: 感召 15>6", EMPTY, "第2夜: 感召 15>6")
    assert known.results == ["获知"]


def test_the_new_使徒_blesses_this_night_and_hears_虔诚() -> None:
    g = game(D1, "第1夜: 感召 15>5; 祝福 5>9 6>9; 突击 3>15; 虔诚 =0")
    assert g.table["祝福"] == 9 and g.verdicts[-1] == "ok" and g.seat(5)["群"] == ["慰魂师"]


def test_诈骗_takes_one_or_two_different_targets_and_tells_nothing() -> None:
    g = game("第1天: 藏匿 >2", "第1夜: 诈骗 17>2,2; 诈骗 17>1,2,3; 诈骗 17>2 =获得")
    assert g.verdicts == ["illegal", "illegal", "mismatch"] and g.table["圣物"]["持有者"] == 17


def test_腐化_marks_for_good_and_only_人类_by_night() -> None:
    g = game(
        "第1天: 藏匿 >5", "第1夜:", "第2天: 投票 6>5; 馈赠 5>2", "第2夜: 腐化 5>12; 腐化 5>11; 突击 3>12",
        "第3天:", "第3夜: 安魂 15>12; 突击 4>12",
    )  # fmt: skip
    assert [r.verdict for _, r in g.phase("第2夜").entries] == ["ok", "illegal", "ok"]
    assert g.settled == ["突击 4>12 腐化"] and g.seat(12)["腐化"]


def test_腐化_is_for_those_voted_out_as_腐尸_the_day_before() -> None:
    assert game(D1, "第1夜:", "第2天: 投票 6>5", "第2夜: 腐化 5>12").verdicts == ["illegal"]
    late = game("第1天: 藏匿 >5", "第1夜:", "第2天: 投票 6>5; 馈赠 5>2", "第2夜:", "第3天:", "第3夜: 腐化 5>12")
    assert late.verdicts == ["illegal"]


# --- (5)–(13)


def test_圣光_sends_亡灵_out_first_whatever_protects() -> None:
    g = game("第1天: 藏匿 >16", "第1夜: 突击 3>5; 祝福 5>16 6>16; 圣光 2>16; 馈赠 16>7")
    assert g.settled == ["圣光 2>16 出局", "突击 3>5 出局"] and g.table["告死"] == [5, 16]
    assert g.table["圣物"]["持有者"] == 7


def test_圣光_is_judged_after_安魂() -> None:
    g = game("第1天: 藏匿 >16", "第1夜: 安魂 15>16; 圣光 2>16; 突击 3>16")
    assert g.settled == ["突击 3>16 圣光"]


def test_圣光_ends_when_the_priest_loses_it_but_not_when_he_dies() -> None:
    flipped = game("第1天: 藏匿 >16", "第1夜: 灾厄 16>5", EMPTY, "第2夜: 圣光 2>6; 突击 3>6; 初拥 16>2; 啃咬 5>6")
    assert flipped.verdicts[-1] == "illegal"
    dead = game(D1, "第1夜: 圣光 2>6; 突击 3>2; 馈赠 2>7; 偷袭 18>6")
    assert dead.settled == ["突击 3>2 出局", "偷袭 18>6 圣光"]
    marked = game(
        "第1天: 藏匿 >5", "第1夜:", "第2天: 投票 6>5; 馈赠 5>14", "第2夜: 腐化 5>2; 圣光 2>6; 突击 3>2; 突击 4>6",
    )  # fmt: skip
    assert marked.settled == ["突击 3>2 腐化", "突击 4>6 出局"] and marked.seat(2)["身份"] == "恶灵"


def test_only_the_first_protection_is_spent() -> None:
    g = game(D1, "第1夜: 祝福 5>1 6>1; 圣光 2>1; 突击 3>1", EMPTY, "第2夜: 突击 4>1")
    assert g.phase("第1夜").table["结算"][0]["result"] == "圣光" and g.settled == ["突击 4>1 长寿"]
    two = game(D1, "第1夜: 祝福 5>1 6>1; 突击 3>1; 突击 4>1; 偷袭 18>1")
    assert two.settled == ["突击 3>1 祝福", "突击 4>1 长寿", "偷袭 18>1 出局"]


def test_a_second_hit_after_a_flip_kills_and_a_hit_on_the_dead_is_told() -> None:
    g = game("第1天: 藏匿 >16", "第1夜: 初拥 16>5; 偷袭 18>6; 突击 3>6; 突击 4>6")
    assert g.settled == ["突击 3>6 出局", "突击 4>6 已出局", "偷袭 18>6 已出局", "初拥 16>5 初拥"]


def test_防反_on_oneself_and_on_one_another() -> None:
    self_aimed = game(D1, "第1夜: 防反 13>13; 突击 3>13")
    assert self_aimed.settled == ["突击 3>13 防反", "突击 3>13 出局"]
    pair = game(D1, "第1夜: 拓印 17>13; 拓印 17 防反", EMPTY, "第2夜: 防反 13>17; 防反 17>13; 突击 3>13")
    assert pair.settled == ["突击 3>13 防反", "突击 3>17 防反", "突击 3>13 出局"]


def test_a_redirected_初拥_flips_the_bearer_and_keeps_its_user() -> None:
    g = game("第1天: 藏匿 >16", "第1夜: 防反 13>5; 初拥 16>13")
    assert g.settled == ["初拥 16>13 防反", "初拥 16>5 初拥"] and g.seat(5)["身份"] == "腐尸"


def test_防反_to_one_already_out_loses_the_damage() -> None:
    g = game(D1, "第1夜: 突击 3>5; 防反 13>5; 突击 4>13")
    assert g.settled == ["突击 3>5 出局", "突击 4>13 防反", "突击 4>5 已出局"]


def test_a_trap_needs_a_death_and_goes_with_the_skill() -> None:
    g = game("第1天: 藏匿 >16", "第1夜: 陷阱 14>5; 初拥 16>14")
    assert g.settled == ["初拥 16>14 初拥"]
    chain = game(D1, "第1夜: 拓印 17>14; 拓印 17 陷阱", EMPTY, "第2夜: 陷阱 14>17; 陷阱 17>6; 突击 3>14; 突击 4>7")
    assert chain.settled == ["突击 3>14 出局", "陷阱 14>17 出局", "陷阱 17>6 出局", "突击 4>7 出局"]
    assert chain.table["告死"] == [6, 7, 14, 17]


def test_damage_of_a_user_flipped_before_its_turn_is_void() -> None:
    g = game(
        "第1天: 藏匿 >5", "第1夜:", "第2天: 投票 6>5; 馈赠 5>14", "第2夜: 腐化 5>18; 突击 3>18; 偷袭 18>6; 蓄力斩 13>7",
    )  # fmt: skip
    assert g.settled == ["突击 3>18 腐化", "蓄力斩 13>7 出局"] and g.seat(18)["限定已用"] == ["偷袭"]


def test_damage_of_a_user_killed_before_its_turn_still_comes() -> None:
    g = game(D1, "第1夜: 突击 3>18; 偷袭 18>6")
    assert g.settled == ["突击 3>18 出局", "偷袭 18>6 出局"]


def test_蓄力斩_only_in_even_nights() -> None:
    assert game(D1, "第1夜: 蓄力斩 13>5").verdicts == ["illegal"]
    assert game(D1, "第1夜:", EMPTY, "第2夜: 蓄力斩 13>5").settled == ["蓄力斩 13>5 出局"]


def test_two_偷袭_do_nothing_and_are_spent_the_copy_counts() -> None:
    g = game(D1, "第1夜: 偷袭 18>5; 偷袭 19>6")
    assert g.table["结算"] == [] and g.seat(18)["限定已用"] == ["偷袭"] == g.seat(19)["限定已用"]
    copy = game(D1, "第1夜: 拓印 17>18; 拓印 17 偷袭", EMPTY, "第2夜: 偷袭 17>5; 偷袭 18>6")
    assert copy.table["结算"] == [] and copy.seat(17)["限定已用"] == ["拓印", "偷袭"]


def test_啃咬_needs_its_sender_and_two_from_three_pack_members() -> None:
    faulty = record("第1天: 藏匿 >3", "第1夜: 啃咬 >5")
    assert Played(faulty).errors == ["log/1/do/0/by"]
    one = game("第1天: 藏匿 >3", "第1夜: 啃咬 3; 啃咬 3>5; 啃咬 3; 啃咬 3>6")
    assert one.verdicts == ["ok", "ok", "illegal", "illegal"]
    two = game(
        "第1天: 藏匿 >3", "第1夜: 灾厄 3>4", EMPTY, "第2夜: 灾厄 4>13", "第3天:", "第3夜: 啃咬 3>5; 啃咬 3>6; 啃咬 4>7",
    )  # fmt: skip
    assert two.verdicts == ["ok", "ok", "illegal"]
    healed = game(
        "第1天: 藏匿 >3", "第1夜: 灾厄 3>4", EMPTY, "第2夜: 灾厄 4>13", "第3天:", "第3夜: 安魂 15>13; 啃咬 3>5; 啃咬 3>6",
    )  # fmt: skip
    assert healed.verdicts == ["ok", "ok", "illegal"]


def test_告死_lists_chains_but_no_flips_and_is_computed_without_a_reader() -> None:
    g = game("第1天: 藏匿 >16", "第1夜: 初拥 16>5; 突击 3>14; 陷阱 14>6; 告死")
    assert g.table["告死"] == [6, 14] and g.verdicts[-1] == "illegal"


def _herald(*phases: str) -> Played:
    """15 has become 告死者 in 第1夜."""
    return game("第1天: 藏匿 >16", "第1夜: 初拥 16>15", *phases)


def test_告死_looks_at_the_place_of_the_entry() -> None:
    g = _herald(EMPTY, "第2夜: 告死; 挂机 >15; 告死; 突击 3>5; 死灵咒 15>5")
    assert g.verdicts == ["ok", "ok", "illegal", "ok", "illegal"] and g.results[0] == [5]


def test_死灵咒_needs_the_list_and_saves_人类_once() -> None:
    g = _herald(EMPTY, "第2夜: 突击 3>5; 死灵咒 15>6; 死灵咒 15>5 =腐尸; 突击 4>5")
    assert g.verdicts == ["ok", "illegal", "ok", "ok"]
    assert g.settled == ["突击 3>5 死灵咒", "突击 4>5 出局"]


def test_死灵咒_on_亡灵_or_on_one_flipped_before_changes_nothing() -> None:
    dead = _herald(EMPTY, "第2夜: 圣光 2>16; 死灵咒 15>16; 馈赠 16>5")
    assert dead.results[1] is None and not dead.seat(16)["存活"] and dead.seat(15)["限定已用"] == ["死灵咒"]
    flipped = _herald(
        "第2天:", "第2夜: 灾厄 16>5", "第3天:", "第3夜:", "第4天: 投票 6>5; 馈赠 5>14", "第4夜: 腐化 5>7; 突击 3>7; 突击 4>7; 死灵咒 15>7",
    )  # fmt: skip
    assert flipped.settled == ["突击 3>7 腐化", "突击 4>7 出局"] and flipped.table["告死"] == [7]
    assert flipped.verdicts[-1] == "ok" and flipped.results[-1] is None


def test_the_trap_of_a_saved_role_stays_shut() -> None:
    g = _herald(EMPTY, "第2夜: 突击 3>14; 陷阱 14>5; 死灵咒 15>14")
    assert g.table["告死"] == [5, 14] and g.settled == ["突击 3>14 死灵咒"] and g.seat(5)["存活"]


def test_不朽_holds_against_damage_but_not_against_圣光() -> None:
    g = _herald(EMPTY, "第2夜: 突击 3>15; 圣光 2>15; 死灵咒 15>15")
    assert g.settled == ["圣光 2>15 出局", "突击 3>15 已出局"] and g.table["告死"] == [15]


def test_the_告死者_hears_nothing_after_安魂() -> None:
    g = game(
        "第1天: 藏匿 >16", "第1夜: 拓印 17>15; 拓印 17 安魂; 初拥 16>15", EMPTY,
        "第2夜: 安魂 17>15 =慰魂师; 突击 3>5; 告死; 死灵咒 15>5; 虔诚 =1",
    )  # fmt: skip
    assert g.verdicts == ["ok", "ok", "illegal", "ok", "ok"] and not g.seat(5)["存活"]


# --- (14), relic


def test_遗言_is_read_in_the_order_of_出局_and_refuses_code() -> None:
    g = game(
        D1, "第1夜:", "第2天: 投票 5>6", "第2夜: 遗言 7 晚; 遗言 6 [b]早; 遗言 6 早; 突击 3>7; 遗言 8 不; 遗言 6 再",
    )  # fmt: skip
    assert g.verdicts == ["ok", "illegal", "ok", "ok", "illegal", "illegal"]
    assert g.news["遗言"] == [{"seat": 6, "text": "早"}, {"seat": 7, "text": "晚"}]


def test_遗言_allows_brackets_that_are_no_code() -> None:
    for text, fine in (("[你好]", True), ("[/size]", False), ("[size=5]", False), ("a[1]", True), ("[]", True), ("[url=http://x]", False)):
        assert game(D1, f"第1夜: 突击 3>5; 遗言 5 {text}").verdicts[-1] == ("ok" if fine else "illegal"), text


def test_遗言_is_barred_by_挂机() -> None:
    assert game(D1, "第1夜: 突击 3>5; 挂机 >6; 判罚 >5 红牌; 遗言 5 啊").verdicts[-1] == "illegal"


def test_night_馈赠_and_传承_name_the_living() -> None:
    g = game("第1天: 投票 5>6; 藏匿 >6", "第1夜: 突击 3>6; 突击 4>7; 馈赠 6>7; 馈赠 6>8; 传承 6>9; 馈赠 6>9")
    assert g.verdicts == ["ok", "ok", "illegal", "ok", "ok", "illegal"]
    assert g.news["神眷者"] == 9 and g.table["圣物"]["持有者"] == 8


def test_灾厄_of_one_who_became_亡灵_this_night() -> None:
    g = game("第1天: 投票 6>7; 藏匿 >16", "第1夜: 灾厄 16>7", EMPTY, "第2夜: 初拥 16>7; 灾厄 7>8; 灾厄 16>9; 灾厄 7>7")
    assert g.verdicts == ["ok", "ok", "illegal", "illegal"] and g.table["圣物"] == {"持有者": 8, "诅咒": 2, "夜数": 0}


def test_灾厄_needs_another_living_seat() -> None:
    g = game("第1天: 藏匿 >16", "第1夜: 突击 3>5; 灾厄 16>16; 灾厄 16>5; 灾厄 16; 灾厄 16>6")
    assert g.verdicts == ["ok", "illegal", "illegal", "ok", "ok"]


def test_three_curses_then_none_and_an_恶灵_gives_one_back() -> None:
    g = game(
        "第1天: 藏匿 >5", "第1夜: 灾厄 5>6", EMPTY, "第2夜: 灾厄 6>7", "第3天:", "第3夜: 灾厄 7>8", "第4天:", "第4夜:",
        "第5天:", "第5夜: 拓印 17>5", "第6天:", "第6夜:",
    )  # fmt: skip
    assert g.phase("第4夜").table["圣物"] == {"持有者": 8, "诅咒": 0, "夜数": 1} and g.phase("第4夜").table["诅咒"] is None
    assert g.phase("第5夜").table["圣物"]["诅咒"] == 1 and g.table["诅咒"] == {"to": 8, "result": "腐尸"}


def test_追踪_is_silent_with_a_group_holder_and_without_a_group() -> None:
    g = game("第1天: 藏匿 >2", "第1夜: 追踪 18 =2; 追踪 5; 追踪 =2")
    assert g.verdicts == ["ok", "illegal", "ok"]
    inside = game("第1天: 藏匿 >2", "第1夜: 诈骗 17>2", EMPTY, "第2夜: 灾厄 17>18", "第3天:", "第3夜: 追踪 =null")
    assert inside.verdicts == ["ok"] and inside.seat(18)["身份"] == "活尸"


def test_认主_after_two_complete_nights_once_a_holding() -> None:
    g = game(*quiet(4))
    assert g.table["认主"] == [{"seat": 2, "阵营": "莱恩阵营", "phase": "第2夜"}] and g.table["圣物"]["夜数"] == 4


def test_认主_counts_a_holding_broken_by_day_anew() -> None:
    g = game(D1, "第1夜:", "第2天: 投票 5>2; 馈赠 2>15", "第2夜: 认主 =null", "第3天:", "第3夜: 认主 =15")
    assert g.phase("第2夜").table["圣物"] == {"持有者": 15, "诅咒": 3, "夜数": 1} and g.verdicts == ["ok"]
    assert g.winner == "圣殿阵营"


def test_a_relic_lost_and_regained_in_one_night_was_held_the_whole_night() -> None:
    g = game("第1天: 投票 5>17; 藏匿 >17", "第1夜: 探查 14>17 圣物 =获得; 诈骗 17>14")
    assert g.table["圣物"] == {"持有者": 17, "诅咒": 3, "夜数": 1}


def test_a_holder_flipped_and_returned_counts_anew_and_is_not_bound_twice() -> None:
    g = game(
        "第1天: 投票 5>6; 藏匿 >6", "第1夜:", EMPTY, "第2夜:", "第3天: 投票 7>14; 陷阱 14>16",
        "第3夜: 感召 15>16; 权势 16>1", "第4天: 投票 7>6; 馈赠 6>8; 传承 6>9", "第4夜: 安魂 15>8", "第5天:", "第5夜:", "第6天:", "第6夜:",
    )  # fmt: skip
    assert g.phase("第2夜").table["认主"] == [{"seat": 6, "阵营": "莱恩阵营", "phase": "第2夜"}]
    assert [g.phase(f"第{n}夜").table["圣物"]["夜数"] for n in (3, 4, 5)] == [3, 0, 0]
    assert g.phase("第5夜").table["诅咒"] == {"to": 8, "result": "腐尸"}
    data = record("第1天: 投票 5>6; 藏匿 >6", "第1夜:", EMPTY, "第2夜:", "第3天:", "第3夜:", "第4天:", "第4夜:", "第5天:", "第5夜:")
    data["log"][5]["do"].append({"skill": "裁定", "set": {6: {"身份": "腐尸"}}})
    data["log"][7]["do"].append({"skill": "裁定", "set": {6: {"身份": "村民"}}})
    back = Played(data)
    assert [p.table["圣物"]["夜数"] for p in back.answer.phases] == [0, 1, 1, 2, 2, 3, 3, 0, 0, 1]
    assert len(back.table["认主"]) == 1


def test_感召_does_not_break_the_count() -> None:
    g = game("第1天: 投票 1>5; 藏匿 >5", "第1夜: 感召 15>5", EMPTY, "第2夜: 认主 =5")
    assert g.table["认主"] == [{"seat": 5, "阵营": "圣殿阵营", "phase": "第2夜"}] and g.winner == "圣殿阵营"


def test_虔诚_counts_living_亡灵_for_those_who_hear() -> None:
    g = game("第1天: 藏匿 >16", "第1夜: 虔诚 =1", EMPTY, "第2夜: 虔诚; 挂机 >15")
    assert g.verdicts == ["illegal", "ok"] and g.table["虔诚"] is None


# --- flips, groups


def test_伪装_keeps_team_skills_of_民兵_and_恶徒_only() -> None:
    g = game("第1天: 藏匿 >13", "第1夜: 灾厄 13>3", EMPTY, "第2夜: 灾厄 3>18", "第3天:", "第3夜: 牵制 3>5; 突击 3>5; 防反 13>5")
    assert [g.seat(n)["群"] for n in (13, 3, 18)] == [["活尸"], ["民兵", "活尸"], ["恶徒", "活尸"]]
    assert g.verdicts == ["ok", "illegal", "illegal"]


def test_慰魂师_and_使徒_lose_虔诚_and_a_使徒_flips_to_腐尸() -> None:
    g = game("第1天: 藏匿 >16", "第1夜: 感召 15>5", EMPTY, "第2夜: 初拥 16>5")
    assert g.seat(5)["身份"] == "腐尸" and g.seat(5)["原身份"] == "使徒" and g.seat(5)["群"] == []


def test_the_starting_sides_and_identities() -> None:
    g = game("第1天:")
    sides = [g.seat(n)["阵营"] for n in range(1, 22)]
    assert [sides.count(s) for s in ("莱恩阵营", "圣殿阵营", "环蛇阵营", "亡灵阵营")] == [12, 3, 6, 0]


# --- the end


def test_亡灵_win_when_nobody_else_lives_even_with_nobody_at_all() -> None:
    data = record("第1天: 藏匿 >2", "第1夜:")
    data["log"][1]["do"].append({"skill": "裁定", "set": {n: {"存活": False} for n in range(1, 22)}})
    g = Played(data)
    assert g.winner == "亡灵阵营" and g.verdicts == ["ruled"] and g.table["待定"] == []


def test_莱恩_win_without_环蛇_and_亡灵_and_环蛇_goes_first() -> None:
    data = record("第1天: 藏匿 >2", "第1夜:")
    data["log"][1]["do"].append({"skill": "裁定", "set": {n: {"存活": False} for n in range(16, 22)}})
    assert Played(data).winner == "莱恩阵营"


def test_phases_after_the_end_are_not_replayed() -> None:
    data = record("第1天: 藏匿 >15", "第1夜:", "第2天:", "第2夜:", "第3天: 投票 1>1", "第3夜: 侦测 1>2")
    g = Played(data)
    assert g.winner == "圣殿阵营" and [p.name for p in g.answer.phases][-1] == "第2夜"


def test_a_won_game_owes_nothing_but_the_choice_stays_legal() -> None:
    holder = record("第1天: 投票 1>20; 藏匿 >2", "第1夜:", "第2天: 投票 5>20; 传承 20>3; 传承 20>4; 馈赠 20")
    holder["log"][1]["do"].append({"skill": "裁定", "set": {n: {"存活": False} for n in (16, 17, 18, 19, 21)} | {20: {"圣物": True}}})
    over = Played(holder)
    assert over.winner == "莱恩阵营" and over.verdicts == ["ok", "ok", "illegal", "needs"]
    assert over.table["圣物"]["持有者"] is None and over.table["待定"] == []


# --- 裁定, struck


def test_裁定_takes_hold_at_the_end_of_the_phase_wherever_it_stands() -> None:
    data = record(D1, "第1夜: 侦测 2>5 =否", EMPTY, "第2夜: 侦测 2>5 =是")
    data["log"][1]["do"].insert(0, {"skill": "裁定", "set": {5: {"身份": "腐尸"}}})
    g = Played(data)
    assert [r.verdict for _, r in g.phase("第1夜").entries] == ["ruled", "ok"]
    assert g.phase("第1夜").seats[5]["身份"] == "腐尸" and g.verdicts == ["ok"]


def test_裁定_on_a_copied_skill_outlasts_the_choice_of_that_night() -> None:
    data = record(D1, "第1夜: 拓印 17>13; 拓印 17 防反", EMPTY)
    data["log"][1]["do"].append({"skill": "裁定", "set": {17: {"拓印技能": "侦测"}}})
    g = Played(data)
    assert g.phase("第1夜").seats[17]["拓印技能"] == "侦测" and g.seat(17)["拓印技能"] == "侦测"


def test_裁定_refuses_what_is_no_field_or_out_of_range() -> None:
    for bad in (
        {5: {"阵营": "亡灵阵营"}},
        {5: {"身份": "狼人"}},
        {22: {"存活": True}},
        {5: {"蓝牌": 3}},
        {},
        {5: {"圣物": 1}},
        None,
        {5: None},
    ):
        data = record(D1, "第1夜:")
        data["log"][1]["do"].append({"skill": "裁定", "set": bad})
        assert Played(data).errors == ["log/1/do/0/set"], bad


def test_裁定_gives_the_relic_and_fills_what_is_owing() -> None:
    data = record("第1天:", "第1夜:")
    data["log"][0]["do"].append({"skill": "裁定", "set": {5: {"圣物": True}, 6: {"神眷者": True, "挂机": True}}})
    g = Played(data)
    assert g.phase("第1天").table["待定"] == [] and g.seat(5)["身份"] == "腐尸" and g.seat(6)["挂机"]


def test_a_struck_entry_counts_for_nothing_and_may_hold_anything() -> None:
    data = record(D1, "第1夜: 突击 3>5")
    data["log"][1]["do"].insert(0, {"skill": "突击", "by": 3, "to": 6, "struck": True})
    data["log"][1]["do"].append({"skill": 7, "by": "x", "nonsense": [], "struck": True})
    g = Played(data)
    assert g.verdicts == ["struck", "ok", "struck"] and g.seat(6)["存活"] and not g.seat(5)["存活"]
    assert all(r.rule for _, r in g.last.entries)
    owing = record("第1天:", "第1夜:")
    owing["log"][0]["do"].append({"skill": "藏匿", "to": 5, "struck": True})
    assert Played(owing).errors == ["log/0"]


def test_said_null_is_said() -> None:
    assert game(D1, "第1夜: 侦测 2>5 =null").verdicts == ["mismatch"]
    assert game(D1, "第1夜: 安魂 15>5 =null").verdicts == ["ok"]
