"""诡秘之主: 狼边, what is put off, 被动, rescues and deaths at 凌晨 (R6, R12–R15, R24–R31, R38, R39, R57–R63, R68–R71)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.guimigame import e, ruled, told

造 = "造物主"


def owed(table: Any, phase: int = -1) -> list[tuple[Any, ...]]:
    return [(o["skill"], o["pick"], o["by"], o["to"]) for o in table.phases[phase]["table"]["待定"]]


# --- 狼边


def test_命运女神_takes_one_from_each_die_of_堕落母神() -> None:
    table = told([e("主动技能", 17, [9, 12], 1, [1, 6])])
    assert (table.seat(9)["理智"], table.seat(12)["理智"]) == (11, 7)
    table = told([ruled(s19={"alive": False}), e("主动技能", 17, [9, 12], 1, [1, 6])])
    assert (table.seat(9)["理智"], table.seat(12)["理智"]) == (11, 6)
    assert told([e("主动技能", 17, 17, 2, 1)]).seat(17)["生命"] == 7


def test_群技能_once_a_night_by_one_of_the_four() -> None:
    table = told([e("群技能", 18, 9), e("群技能", 19, 9, die=[1, 1]), e("群技能", 20, 10, die=1), e("传教", 19, 3)])
    assert table.verdicts() == ["needs", "ok", "illegal", "illegal"]
    assert told([e("传教", 19, 3), e("群技能", 19, 9, die=[1, 1])]).verdicts() == ["ok", "illegal"]
    extra = [e("主动技能", 7, [19, 9], 19, [2, 2])]
    assert told([*extra, e("群技能", 19, 9), e("祈祷", 19)]).verdicts() == ["ok", "ok", "illegal"]
    assert told([*extra, e("祈祷", 19), e("群技能", 19, 9)]).verdicts() == ["ok", "ok", "illegal"]


def test_群技能_learns_instead_of_wounding_only_while_宿命之环_lives() -> None:
    table = told([e("群技能", 20, 17)])
    assert table.results() == ["堕落母神"] and table.seat(17)["生命"] == 8
    assert table.seat(17)["精神污染"] == {"堕落母神": 1, "超星主宰": 1}
    assert told([e("群技能", 20, 15)]).verdicts() == ["needs"]  # 民边, whatever they believe
    dead = ruled(s18={"alive": False})
    assert told([dead, e("群技能", 20, 17)]).verdicts() == ["ruled", "needs"]
    assert told([dead, e("群技能", 20, 17, die=3)]).results() == [None, None]


def test_欲望母树_leaves_the_group_when_堕落母神_is_out() -> None:
    dead = ruled(s17={"alive": False})
    table = told([dead, e("群技能", 21, 9, die=2), e("主动技能", 21, 9, die=2)])
    assert table.verdicts() == ["ruled", "illegal", "ok"] and table.seat(9)["生命"] == 2
    table = told([], [ruled(s17={"生命": 0})], [e("群技能", 21, 9, die=2), e("主动技能", 21, 9, die=2)])
    assert table.day(1)["announce"]["死亡"] == [17] and table.verdicts() == ["illegal", "ok"]
    assert told([dead, ruled(s21={"理智": 5}), e("主动技能", 21, 9, die=2)]).verdicts() == ["ruled", "ruled", "illegal"]


def test_不息的呓语_halves_each_seat_apart() -> None:
    table = told([e("传教", 22, [9, 3])])
    assert (table.seat(9)["生命"], table.seat(9)["理智"], table.seat(9)["神秘学知识"]) == (8, 8, 4)
    assert table.verdicts() == ["ok"] and owed(table) == []
    odd = [ruled(s9={"理智": 13}), e("传教", 22, 9)]
    table = told(odd)
    assert owed(table) == [("被动技能", None, 22, 9)] and table.seat(9)["生命"] == 4
    table = told(
        [
            *odd,
            e("被动技能", 22, 9),
            e("被动技能", 22, 9, drawn="运气"),
            e("被动技能", 22, 9, drawn=["理智"]),
            e("被动技能", 22, 9, drawn=["理智"]),
        ]
    )
    assert table.verdicts() == ["ruled", "ok", "needs", "illegal", "ok", "illegal"] and owed(table) == []
    assert (table.seat(9)["生命"], table.seat(9)["理智"], table.seat(9)["神秘学知识"]) == (8, 9, 4)


def test_均分_rounds_down_below_nought_and_raises_without_knowledge() -> None:
    table = told([ruled(s9={"生命": -7, "理智": 2}), e("传教", 22, 9), e("被动技能", 22, 9, drawn="生命")])
    assert (table.seat(9)["生命"], table.seat(9)["理智"]) == (-2, -3)
    table = told([ruled(s9={"生命": 12, "理智": 2}), e("传教", 22, 9)])
    assert (table.seat(9)["生命"], table.seat(9)["理智"], table.seat(9)["神秘学知识"]) == (7, 7, 0)


def test_均分_is_not_for_the_endless_nor_for_a_护盾() -> None:
    table = told([e("主动技能", 4, 9, 1, 5), e("主动技能", 22, 9, die=1)])
    assert table.verdicts() == ["ok", "illegal"]
    table = told([ruled(s9={"护盾": 3, "生命": 10, "理智": 4}), e("传教", 22, [9, 25]), e("被动技能", 22, 25, drawn="生命")])
    assert table.verdicts() == ["ruled", "ok", "illegal"]
    assert (table.seat(9)["生命"], table.seat(9)["护盾"]) == (7, 3)


def test_高维俯视者_is_told_to_超星主宰_and_to_all_a_night_later() -> None:
    table = told([e("主动技能", 23, 9)], [], [e("祈祷", 23, die=2)], [], [])
    whole = {"身份": "正神信仰", "信仰": "风暴之主", "精神污染": {"风暴之主": 1}}
    assert table.results(0) == [whole]
    assert table.night(1)["seats"]["20"]["得知"] == [{"skill": "主动技能", "to": [9], "result": whole}]
    assert "得知" not in table.night(1)["seats"]["23"] and "得知" not in table.day(1)["seats"]["20"]
    assert table.night(2)["announce"]["高维俯视者"] == [{"skill": "主动技能", "to": [9]}]
    assert table.night(2)["seats"]["20"]["得知"] == [{"skill": "祈祷", "to": [], "result": {"生命": 4, "理智": 10}}]
    assert table.night(3)["announce"]["高维俯视者"] == [{"skill": "祈祷", "to": []}]


def test_a_dead_超星主宰_learns_nothing_and_nothing_is_passed_on() -> None:
    look = e("主动技能", 23, 9)
    table = told([look, ruled(s20={"理智": 0})], [], [look], [])
    assert table.night(1)["seats"]["20"]["alive"] is False and len(table.night(1)["seats"]["20"]["得知"]) == 1
    assert table.night(2)["announce"]["高维俯视者"] == [] and table.night(2)["seats"]["20"]["得知"] == []


def test_what_高维俯视者_did_is_passed_on_if_超星主宰_is_there_at_入夜() -> None:
    look, dusk = e("主动技能", 23, 9), e("主动技能", 22, 9, die=1)
    gone, back = ruled(s20={"alive": False}), ruled(s20={"alive": True})
    passed = [{"skill": "主动技能", "to": [9]}]
    assert told([look], [], [dusk, gone]).last["announce"]["高维俯视者"] == []
    assert told([look], [gone], [dusk, back]).last["announce"]["高维俯视者"] == passed
    assert told([look], [], [e("祈祷", 2, die=1), gone]).last["announce"]["高维俯视者"] == passed


# --- put off


def mist(seat: int, *more: dict[str, Any]) -> list[dict[str, Any]]:
    return [e("主动技能", 24, seat), *more]


def test_what_is_put_off_has_no_dice_no_cost_and_no_designation_tonight() -> None:
    table = told(mist(2, e("主动技能", 2, 17, die=[6, 6]), e("祈祷", 2, die=1), e("主动技能", 8, [2, 17], 2)))
    assert table.verdicts() == ["ok", "ok", "illegal", "ok"]
    assert table.results()[3] == "不存在指向" and table.seat(2)["理智"] == 12
    free = told(mist(2, e("祈祷", 2, die=1)))
    assert free.results()[1] == {"生命": 4, "理智": 11} and free.last["table"]["延迟"] == []


def test_what_is_put_off_is_settled_with_the_next_nights_dice_and_designations() -> None:
    table = told(
        mist(2, e("主动技能", 2, 17)),
        [],
        [e("下一晚结算", 2), e("下一晚结算", 2, 3), e("下一晚结算", 2, die=[3, 4]), e("主动技能", 8, [2, 17], 2, 1)],
    )
    assert table.verdicts() == ["needs", "illegal", "ok", "ok"] and table.results()[3] == "存在指向"
    owing = told(mist(2, e("主动技能", 2, 17)), [], [])
    assert owed(owing) == [("下一晚结算", None, 2, None)] and owing.last["table"]["延迟"] == []
    late = told(mist(2, e("主动技能", 2, 17)), [], [], [], [e("下一晚结算", 2, die=[3, 4])])
    assert late.verdicts() == ["illegal"]


def test_the_place_is_that_of_what_is_settled() -> None:
    first = mist(4, e("主动技能", 4, 9, 1, 3))
    assert told(first, [], [e("祈祷", 9, die=1), e("下一晚结算", 4, die=3)]).verdicts() == ["ok", "illegal"]
    table = told(first, [], [e("下一晚结算", 4, die=3), e("主动技能", 4, 9, 1, 2)])
    assert table.verdicts() == ["ok", "ok"] and table.seat(9)["护盾"] == 5


def test_out_actors_and_targets_are_dropped() -> None:
    two = mist(17, e("主动技能", 17, [9, 10], 1))
    table = told(two, [ruled(s9={"生命": 0})], [e("下一晚结算", 17, die=[4])])
    assert table.night(1)["table"]["延迟"] == [{"skill": "主动技能", "by": 17, "to": [9, 10]}]
    assert table.day(1)["table"]["延迟"] == [{"skill": "主动技能", "by": 17, "to": [10]}]
    assert table.verdicts() == ["ok"] and table.seat(10)["理智"] == 9
    gone = told(two, [ruled(s17={"理智": 0})], [e("下一晚结算", 17, die=[4, 4])])
    assert gone.day(1)["table"]["延迟"] == [] and gone.verdicts() == ["illegal"]
    none = told(mist(17, e("主动技能", 17, 9, 2)), [ruled(s9={"生命": 0})], [])
    assert none.day(1)["table"]["延迟"] == [] and owed(none) == []


def test_传教_keeps_the_number_of_its_night() -> None:
    table = told(
        mist(9, e("传教", 9, [1, 2]), e("传教", 9, [3])),
        [ruled(s1={"生命": 0, "理智": 99})],
        [e("下一晚结算", 9), e("下一晚结算", 9), e("传教", 9, 10)],
    )
    assert table.night(1)["table"]["延迟"] == [{"skill": "传教", "by": 9, "to": [1, 2]}, {"skill": "传教", "by": 9, "to": [3]}]
    assert table.verdicts() == ["ok", "ok", "ok"] and table.seat(9)["理智"] == 12 - 2 - 4 - 0


def test_the_first_nights_grace_is_over_for_what_is_put_off() -> None:
    table = told(mist(12, e("祈求注视", 12, 9)), [], [e("下一晚结算", 12), e("下一晚结算", 12, die=[2, 2])])
    assert table.verdicts() == ["needs", "ok"] and table.seat(12)["理智"] == 8


def test_knowledge_is_looked_at_twice_and_the_lock_once() -> None:
    first = [ruled(s9={"神秘学知识": 4}), *mist(9, e("神秘学实践", 9, 10, 1))]
    table = told(first, [], [ruled(s9={"神秘学知识": 3}), e("下一晚结算", 9)])
    assert table.verdicts() == ["ruled", "illegal"] and owed(table) == [("下一晚结算", None, 9, None)]
    assert told(first, [], [e("下一晚结算", 9)]).seat(9)["神秘学知识"] == 0
    table = told(mist(2, e("主动技能", 2, 17)), [], [ruled(s2={"理智": 3}), e("下一晚结算", 2, die=[1, 1])])
    assert table.verdicts() == ["ruled", "ok"]


def test_a_put_off_群技能_is_used_tonight_and_not_tomorrow() -> None:
    table = told(
        mist(18, e("群技能", 18, 9), e("群技能", 20, 9, die=1)),
        [],
        [e("下一晚结算", 18, die=2), e("群技能", 20, 10, die=1), e("传教", 18, 3)],
    )
    assert table.verdicts(0) == ["ok", "ok", "illegal"] and table.verdicts() == ["ok", "ok", "ok"]
    assert table.seat(9)["生命"] == 2 and table.seat(9)["精神污染"] == {"风暴之主": 1, "宿命之环": 1}


def test_信息_is_not_put_off_and_the_mist_spares_those_who_acted_before() -> None:
    table = told([e("主动技能", 24, 9), e("主动技能", 4, [9, 10], 2), e("信息", 9, 10), e("传教", 9, 10)])
    assert table.verdicts() == ["ok"] * 4 and table.seat(9)["理智"] == 11
    assert table.last["table"]["延迟"] == [{"skill": "传教", "by": 9, "to": [10]}]
    assert told([e("主动技能", 22, 9, die=2), e("主动技能", 24, 22)]).last["table"]["延迟"] == []
    assert (
        told([ruled(s6={"理智": 12}, s9={"生命": 0}), e("主动技能", 24, 6), e("主动技能", 6, 9, 2, [1, 2])]).seat(9)["生命"] == 2
    )  # 凌晨 is not 夜间


def test_高维俯视者_under_mist_is_told_by_the_name_of_what_he_did() -> None:
    table = told(mist(23, e("主动技能", 23, 9)), [], [e("下一晚结算", 23)], [], [])
    assert table.night(1)["seats"]["20"]["得知"] == []
    assert table.night(2)["seats"]["20"]["得知"][0]["skill"] == "主动技能"
    assert table.night(3)["announce"]["高维俯视者"] == [{"skill": "主动技能", "to": [9]}]


# --- 被动 of 凌晨


def test_永恒烈阳_preaches_to_believers_of_外神_once_a_pair() -> None:
    table = told([e("传教", 11, [15, 15, 9, 25])])
    assert table.seat(15)["精神污染"] == {"宿命之环": 1, "永恒烈阳": 3}
    assert table.seat(9)["精神污染"] == {"风暴之主": 1, "永恒烈阳": 1} and table.seat(25)["精神污染"] == {造: 1, "永恒烈阳": 1}


def test_大地母神_mends_who_was_not_at_the_start_value_at_入夜() -> None:
    table = told([e("传教", 13, [9, 10])], [ruled(s9={"生命": 3}, s10={"生命": 6})], [e("传教", 13, [9, 10, 12])])
    assert table.night(1)["seats"]["9"]["生命"] == 4
    assert [table.seat(s)["生命"] for s in (9, 10, 12)] == [4, 7, 4]


def test_超星主宰_takes_one() -> None:
    table = told([e("传教", 20, [9, 10, 9])])
    assert (table.seat(9)["理智"], table.seat(10)["理智"], table.seat(10)["神秘学知识"]) == (11, 11, 2)


def test_高维俯视者_is_preached_to_by_whom_he_meets() -> None:
    table = told([e("主动技能", 23, 9), e("传教", 9, 23)])
    assert table.seat(23)["精神污染"] == {"高维俯视者": 1, "风暴之主": 2}
    assert told([e("主动技能", 23, 9)]).seat(23)["精神污染"] == {"高维俯视者": 1}
    assert told([e("主动技能", 23, 23)]).seat(23)["精神污染"] == {"高维俯视者": 2}  # 自指


def test_堕落母神_wounds_by_half_a_die_and_the_護_helps() -> None:
    point = [ruled(s16={"护盾": 1}), e("主动技能", 17, [16, 9], 1, [1, 1])]
    table = told(point)
    assert owed(table) == [("被动", "堕落母神", 17, 16)]
    strike = e("被动", 17, 16, "堕落母神", 5)
    table = told([*point, strike, strike, e("被动", 17, 9, "堕落母神", 5), e("被动", 16, 17, "堕落母神", 5)])
    assert table.verdicts() == ["ruled", "ok", "ok", "illegal", "illegal", "illegal"] and owed(table) == []
    assert (table.seat(16)["生命"], table.seat(16)["护盾"]) == (5, 0)
    assert told([*point, e("被动", 17, 16, "堕落母神", 1)]).seat(16)["生命"] == 6


def test_the_genders_are_those_before_night() -> None:
    table = told([e("传教", 1, 9), e("主动技能", 17, [9, 12], 1, [1, 1])])
    assert owed(table) == []  # tonight's 黑夜女神 doesn't count
    table = told([e("传教", 1, 9)], [], [e("主动技能", 17, [9, 12], 1, [1, 1])])
    assert owed(table) == [("被动", "堕落母神", 17, 9)]
    table = told([e("传教", 25, 9, drawn="大地母神")], [], [e("主动技能", 17, [9, 12], 1, [1, 1])])
    assert owed(table) == [("被动", "堕落母神", 17, 9)]  # 造物主（X） has the gender of X
    table = told([ruled(s17={"信仰": 造, "精神污染": {"堕落母神": 1}})], [], [e("传教", 17, [21, 25], drawn=["愚者", "愚者"])])
    assert owed(table) == [("被动", "堕落母神", 17, 21)]  # 欲望母树 is both, 造物主 a man


def test_欲望母树_takes_a_die_of_sanity_from_believers_of_men() -> None:
    table = told([e("传教", 21, [9, 16, 25, 21])])
    assert table.verdicts() == ["illegal"]
    table = told([e("传教", 21, [9, 16, 25])])
    assert owed(table) == [("被动", "欲望母树", 21, 9)]  # ∞ can lose nothing; 16 believes in a woman
    table = told([e("传教", 21, [9, 25]), e("被动", 21, 25, "欲望母树"), e("被动", 21, 9, "欲望母树"), e("被动", 21, 9, "欲望母树", 4)])
    assert table.verdicts() == ["ok", "ok", "needs", "ok"] and table.seat(9)["理智"] == 8


def test_被动_of_造物主s_believers_are_drawn() -> None:
    first = [ruled(s11={"信仰": 造, "精神污染": {造: 1, "永恒烈阳": 1}})]
    table = told(
        first,
        [],
        [e("传教", 11, [16, 9], drawn=["愚者", "愚者"]), e("被动", 11, 9, "永恒烈阳", drawn="宿命之环"), e("被动", 11, 16, "永恒烈阳")],
    )
    assert table.verdicts() == ["ok", "illegal", "needs"] and owed(table) == [("被动", "永恒烈阳", 11, 16)]
    table = told(
        first,
        [],
        [e("传教", 11, 16, drawn="愚者"), e("被动", 11, 16, "永恒烈阳", drawn="愚者"), e("被动", 11, 16, "永恒烈阳", drawn="宿命之环")],
    )
    assert table.verdicts() == ["ok", "illegal", "ok"]
    assert table.seat(16)["精神污染"] == {"命运女神": 1, "造物主（愚者）": 1, "造物主（宿命之环）": 1}
    meet = [e("主动技能", 23, 25), e("传教", 25, 23, drawn="愚者")]
    assert owed(told(meet)) == [("被动", "高维俯视者", 23, 25)]
    table = told([*meet, e("被动", 23, 25, "高维俯视者", drawn="愚者"), e("被动", 23, 25, "高维俯视者", drawn="宿命之环")])
    assert table.verdicts() == ["ok", "ok", "illegal", "ok"]


def test_待定_is_in_order_of_place_by_to_and_row() -> None:
    first = [ruled(s17={"精神污染": {"堕落母神": 1, "欲望母树": 1}}, s9={"理智": 14})]
    second = [*mist(2, e("主动技能", 2, 17)), e("主动技能", 17, [21, 9], 1, [1, 1]), e("传教", 21, [20, 9]), e("传教", 22, 9)]
    table = told(first, [], second, [], [])
    assert owed(table, 2) == [
        ("被动", "欲望母树", 17, 9),
        ("被动", "堕落母神", 17, 21),
        ("被动", "欲望母树", 17, 21),
        ("被动", "欲望母树", 21, 9),
        ("被动", "欲望母树", 21, 20),
        ("被动技能", None, 22, 9),
    ]
    assert owed(table, 4) == [("下一晚结算", None, 2, None)]


def test_option_被动范围_leaves_the_passive_of_the_belief_alone() -> None:
    first = [e("传教", 3, 9)]
    assert told(first, [], [e("祈祷", 9, die=2)]).seat(9)["神秘学知识"] == 3
    assert told(first, [], [e("祈祷", 9, die=2)], 被动范围="信仰").seat(9)["神秘学知识"] == 2
    tainted = told([e("传教", 1, 9)], [], [e("主动技能", 17, [9, 12], 1, [1, 1])], 被动范围="信仰")
    assert owed(tainted) == [("被动", "堕落母神", 17, 9)]  # the target's gender asks for both all the same


# --- rescues and deaths


def test_黑夜女神_comes_back_once() -> None:
    table = told([ruled(s1={"理智": -5})], [], [ruled(s1={"理智": -5})])
    assert table.night(1)["seats"]["1"]["理智"] == 12
    assert table.seat(1)["alive"] is False and table.seat(1)["死因"] == "理智" and table.seat(1)["遗言"] is False


def test_the_eleventh_pays_with_life_and_dies_of_life_alone() -> None:
    table = told([ruled(s22={"理智": -3, "生命": 5})])
    assert (table.seat(22)["理智"], table.seat(22)["生命"], table.seat(22)["alive"]) == (0, 2, True)
    table = told([ruled(s22={"理智": -3, "生命": 3})])
    assert table.seat(22)["死因"] == "生命" and table.seat(22)["遗言"] is True and table.seat(22)["生命"] == 0
    assert told([ruled(s22={"理智": 0})]).seat(22)["alive"] is True


def test_order_of_the_rescues_of_one_seat() -> None:
    table = told([ruled(s22={"精神污染": {"不息的呓语": 1, "远古太阳神": 1}})], [], [ruled(s22={"理智": -3, "生命": 3})])
    assert (table.seat(22)["生命"], table.seat(22)["alive"]) == (1, True)  # [11] first, then [8]
    goddess = told([ruled(s1={"精神污染": {"黑夜女神": 1, "不息的呓语": 1}, "理智": -3})], [])
    assert (goddess.seat(1)["理智"], goddess.seat(1)["生命"]) == (12, 4)


def test_the_eighth_gives_one_once_even_if_it_is_not_enough() -> None:
    table = told([ruled(s8={"生命": -3})])
    assert table.seat(8)["生命"] == -2 and table.seat(8)["alive"] is False
    table = told([ruled(s8={"生命": 0})], [], [ruled(s8={"生命": 0})])
    assert table.night(1)["seats"]["8"]["生命"] == 1 and table.seat(8)["alive"] is False


def test_both_at_nought_is_reckoned_by_sanity_without_last_words() -> None:
    table = told([ruled(s9={"生命": 0, "理智": 0}, s10={"生命": 0}, s12={"生命": 0})], 遗言名额=1)
    assert [table.seat(s)["死因"] for s in (9, 10, 12)] == ["理智", "生命", "生命"]
    assert [table.seat(s)["遗言"] for s in (9, 10, 12)] == [False, True, False]
    assert table.last["announce"]["死亡"] == [9, 10, 12] and table.last["announce"]["遗言"] == [10]
    assert table.last["table"]["遗言名额"] == 0


def test_nobody_is_out_before_the_reckoning() -> None:
    table = told([e("主动技能", 17, 9, 2, 6), e("传教", 9, 10), e("传教", 10, 9), e("祈祷", 9, die=1)])
    assert table.verdicts() == ["ok", "ok", "ok", "illegal"] and table.seat(9)["alive"] is False
    after = told([ruled(s9={"生命": 0})], [], [e("传教", 9, 10), e("传教", 10, 9), e("传教", 10, [12, 9])])
    assert after.verdicts() == ["illegal"] * 3 and after.seat(9)["入夜"] is None


@pytest.mark.parametrize(("mode", "dead", "want"), [
    ("屠边", range(17, 25), ["神边", "民边"]),
    ("屠边", range(1, 9), "狼边"),
    ("屠边", range(9, 17), "狼边"),
    ("屠边", range(1, 25), ["神边", "民边"]),
    ("屠城", range(1, 9), None),
    ("屠城", range(1, 17), "狼边"),
    ("不判", range(1, 25), None),
])  # fmt: skip
def test_winners(mode: str, dead: range, want: Any) -> None:
    table = told([ruled(**{f"s{seat}": {"alive": False} for seat in dead})], [], 胜负=mode)
    assert table.answer["winner"] == want
    assert len(table.phases) == (2 if want is None else 1)


def test_who_is_ruled_out_in_the_night_has_no_凌晨_any_more() -> None:
    out = ruled(s22={"alive": False}, s9={"alive": False})
    table = told([ruled(s10={"理智": 13}), e("传教", 22, [10, 12]), out])
    assert owed(table) == [] and [table.seat(12)[k] for k in ("生命", "理智")] == [4, 12]
    dusk = told([e("主动技能", 22, 9, die=4), e("传教", 22, 9), out])
    assert [dusk.seat(9)[k] for k in ("生命", "理智")] == [4, 8]
    star = told([e("传教", 20, [9, 10]), out])
    assert star.seat(9)["理智"] == 12 and star.seat(10)["理智"] == 11


def test_a_target_ruled_out_before_the_settlement_is_dropped() -> None:
    first = [e("主动技能", 24, 17), e("主动技能", 17, [9, 10], 1)]
    table = told(first, [], [ruled(s9={"alive": False}), e("下一晚结算", 17, die=[4])])
    assert table.verdicts() == ["ruled", "ok"] and table.seat(9)["理智"] == 12 and table.seat(10)["理智"] == 9
    none = told(first, [], [ruled(s9={"alive": False}, s10={"alive": False}), e("下一晚结算", 17, die=[4])])
    assert none.verdicts() == ["ruled", "illegal"] and owed(none) == []
