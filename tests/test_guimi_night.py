"""诡秘之主 by night: actions, costs, dice, public skills and 神边 (R3–R5, R14–R18, R20, R22–R24, R30–R37, R44–R56)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.guimigame import e, ruled, told

造 = "造物主"


# --- start and numbers


def test_start_values_and_acquaintances() -> None:
    first = told([])
    values = {seat: (first.seat(seat)["生命"], first.seat(seat)["理智"]) for seat in range(1, 26)}
    assert values[1] == (4, 12 + 1)  # [1] at 入夜
    assert [values[s] for s in (5, 6, 7, 8, 9, 15, 17, 21, 25)] == [
        (6, 10), (12, 6), (6, 12), (4, 15), (4, 12), (6, 10), (8, 15), (6, 12), (8, "∞")
    ]  # fmt: skip
    assert [first.seat(s)["认识"] for s in (17, 18, 22, 23, 24, 25)] == [[], [17, 19, 20, 21], [17], [17, 20], [17], []]
    assert first.seat(15)["阵营"] == "民边" and first.seat(25)["阵营"] == "三方" and first.seat(25)["信仰"] == 造
    assert first.last["announce"] == {"死亡": [], "遗言": [], "高维俯视者": []}
    assert first.last["table"] == {"遗言名额": 8, "问题": 3, "神秘学实践": {}, "延迟": [], "待定": []}


def test_nothing_is_capped_or_floored() -> None:
    told_ = told([e("传教", 2, [9, 10, 11, 12, 13])])
    assert told_.seat(2)["理智"] == 12 - 20 and told_.seat(2)["神秘学知识"] == 20
    assert told([e("主动技能", 8, 8, 1, [1, 6])]).seat(8)["理智"] == 20


def test_endless_sanity_pays_for_nothing() -> None:
    table = told([e("主动技能", 22, 25), e("传教", 25, [9, 10], drawn=["愚者", "愚者"]), e("主动技能", 17, [25, 9], 1, [6, 2])])
    assert table.verdicts() == ["ok", "ok", "ok"]
    assert (table.seat(25)["理智"], table.seat(25)["神秘学知识"]) == ("∞", 0)
    assert table.seat(9)["理智"] == 11  # 命运女神: 2 - 1


# --- order and actions


def test_an_entry_too_late_for_its_place_is_illegal() -> None:
    table = told(
        [e("祈祷", 9, die=2), e("主动技能", 24, 3), e("主动技能", 7, [1, 2], die=[1, 2]), e("主动技能", 22, 9, die=1), e("祈祷", 10, die=1)]
    )
    assert table.verdicts() == ["ok", "illegal", "illegal", "illegal", "ok"]


def test_an_entry_that_needs_or_gives_up_moves_the_night_on_but_an_illegal_one_does_not() -> None:
    late = e("主动技能", 24, 3)
    assert told([e("祈祷", 9), late]).verdicts() == ["needs", "illegal"]
    assert told([e("传教", 9), late]).verdicts() == ["ok", "illegal"]
    assert told([e("祈祷", 9, 3, die=1), late]).verdicts() == ["illegal", "ok"]
    assert told([e("祈祷", 9, die=1, struck=True), late]).verdicts() == ["struck", "ok"]


def test_places_of_the_day_are_illegal_by_night_and_the_other_way_round() -> None:
    assert (
        told([e("放逐投票"), e("信仰变更", to=3, drawn="愚者"), e("被动技能", 1, die=2), e("被动", 3, pick="愚者")]).verdicts()
        == ["illegal"] * 4
    )
    assert (
        told([], [e("祈祷", 3, die=2), e("被动技能", 22, 3), e("被动", 17, 3, "堕落母神", 2), e("下一晚结算", 3)]).verdicts()
        == ["illegal"] * 4
    )


def test_one_action_a_night_and_all_传教_are_one() -> None:
    table = told([e("传教", 2, 9), e("祈祷", 2, die=1), e("传教", 2, 10), e("主动技能", 2, 17, die=[1, 1])])
    assert table.verdicts() == ["ok", "illegal", "ok", "illegal"]
    assert table.seat(2)["理智"] == 10  # 0 + 2
    again = told([e("祈祷", 2, die=1), e("传教", 2, 9), e("祈祷", 2, die=1)])
    assert again.verdicts() == ["ok", "illegal", "illegal"]


def test_giving_up_spends_nothing() -> None:
    table = told([e("传教", 2), e("祈求注视", 2), e("主动技能", 2), e("群技能", 18), e("主动技能", 2, 17, die=[1, 1])])
    assert table.verdicts() == ["ok"] * 5 and table.results()[:4] == [None] * 4
    assert table.seat(2)["理智"] == 11


@pytest.mark.parametrize(
    "entry",
    [
        e("主动技能", 9, 3),  # 民边 have none
        e("主动技能", 25, 3),
        e("主动技能", 21, 3, die=2),  # 堕落母神 lives
        e("群技能", 22, 3, die=2),
        e("主动技能", 4, 3, die=2),  # pick missing
        e("主动技能", 4, 3, 3, 2),
        e("主动技能", 4, 3, "1", 2),
        e("主动技能", 4, 3, True, 2),
        e("主动技能", 1, 3, 1, 2),
        e("主动技能", 1, [3, 4], die=2),
        e("主动技能", 17, 3, 1, [1, 2]),
        e("主动技能", 17, [3, 3], 1, [1, 2]),
        e("主动技能", 7, [3, 3], die=[1, 2]),
        e("主动技能", 8, [8, 3], 2, 2),
        e("主动技能", 5, 3, "问答题"),
        e("主动技能", 5, pick="填空题"),
        e("主动技能", 5, pick="问答题", votes={5: "对"}),
        e("主动技能", 5, pick="问答题", votes={3: "不知道"}),
        e("祈祷", 9, 3, die=1),
        e("祈祷", 25, die=1),
        e("祈求注视", 25, 3, die=[1, 1]),
        e("神秘学实践", 25, 3, 1),
        e("神秘学实践", 9, 3, 1),  # no 神秘学知识
        e("神秘学实践", 9, 3, 5),
        e("神秘学实践", 9),
        e("祈求注视", 9, 9, die=[1, 1]),
        e("传教", 9, [10, 9]),
        e("传教", 9, 10, "A"),
        e("信息", 9, 10),
        e("被动", 17, 9, "堕落母神", 2),
        e("被动技能", 22, 9, drawn="生命"),
        e("下一晚结算", 9),
    ],
)
def test_what_the_rules_forbid_changes_nothing(entry: dict[str, Any]) -> None:
    table = told([entry])
    assert table.verdicts() == ["illegal"] and table.results() == [None]
    assert table.last["seats"] == told([]).last["seats"]
    assert table.last["entries"][0]["rule"][0].startswith("诡秘之主/")


def test_illegal_goes_before_needs_and_mismatch() -> None:
    table = told(
        [
            e("祈求注视", 15, 9, die=[6]),  # [9]: never 6, and one die short
            e("祈求注视", 15, 25, die=[2], drawn=["宿命之环"]),  # one die short, and an X he has
            e("祈祷", 9, 3, said="x"),
            e("祈求注视", 15, 25, die=[2]),
            e("祈祷", 9, die=2, said={"生命": 4, "理智": 10}),
            e("祈祷", 10, die=2, said={"生命": 4, "理智": 9}),
        ]
    )
    assert table.verdicts() == ["illegal", "illegal", "illegal", "needs", "ok", "mismatch"]
    assert table.answer["verdict"] == "mismatch"


def test_nobody_gives_up_what_is_not_theirs() -> None:
    foreign = [
        e("祈求注视", 25),
        e("神秘学实践", 25, pick=1),
        e("群技能", 22),
        e("主动技能", 21),
        e("主动技能", 9),
        e("信息", 9),
        e("被动", 9, pick="堕落母神"),
    ]
    assert told(foreign).verdicts() == ["illegal"] * 7


# --- 入夜


def test_入夜_is_after_黄昏_and_the_blessing_of_the_first_god() -> None:
    table = told([e("主动技能", 22, 1, die=6), e("主动技能", 22, 9)], beliefs={9: "黑夜女神"})
    assert table.seat(1)["入夜"] == {"神秘学知识": 6, "理智<6": False, "信仰": "黑夜女神"}
    assert table.seat(9)["理智"] == 13
    locked = told([e("主动技能", 22, 6, die=6), e("祈祷", 9, die=1), e("主动技能", 6, 9, 1, [1, 1])])
    assert locked.seat(6)["入夜"]["理智<6"] is True  # 6 - 6
    assert locked.verdicts() == ["ok", "ok", "illegal"]
    assert (locked.seat(6)["理智"], locked.seat(6)["神秘学知识"]) == (9, 6)  # back at 凌晨, then halves of 12 + 6


def test_黄昏_is_returned_and_the_knowledge_kept() -> None:
    table = told([e("主动技能", 22, 25)], [])
    assert table.seat(25)["神秘学知识"] == 0
    table = told([e("主动技能", 22, 10, die=5)])  # 4 + 12 is even: halves of 8
    assert (table.seat(10)["生命"], table.seat(10)["理智"]) == (8, 8)
    assert table.seat(10)["神秘学知识"] == 5 + 1 + 4 + 1  # the die, then 12 -> 8 by 均分, [3] adds one to each gain


def test_the_lock_of_黄昏_is_measured_when_the_night_begins() -> None:
    low = [ruled(s22={"理智": 5, "精神污染": {"不息的呓语": 1}})]
    assert told(low, [], [e("主动技能", 22, 9, die=1)]).verdicts() == ["ok"]  # [11] is not locked
    freed = [ruled(s22={"理智": 5, "信仰": "愚者", "精神污染": {"愚者": 1}})]
    assert told(freed, [], [e("主动技能", 22, 9, die=1), e("祈祷", 22, die=1)]).verdicts() == ["illegal", "ok"]
    now = [ruled(s22={"理智": 5, "信仰": "愚者", "精神污染": {"愚者": 1}}), e("主动技能", 22, 9, die=1)]
    assert told(now).verdicts() == ["ruled", "ok"]


def test_群技能_and_public_skills_are_never_locked() -> None:
    table = told([ruled(s18={"理智": 3}), e("群技能", 18, 9, die=2)])
    assert table.verdicts() == ["ruled", "ok"] and table.seat(18)["入夜"]["理智<6"] is True


def test_知识与智慧之神_hears_how_many_gained_knowledge_last_night() -> None:
    table = told(
        [e("祈祷", 9, die=1), e("祈祷", 10, die=1), e("祈祷", 12, die=6)],
        [e("放逐投票", votes={1: [2, 3]}, die=[1, 1, 1], drawn=[2, 3])],
        [],
    )
    assert table.night(1)["seats"]["3"]["入夜"]["昨夜获得神秘学知识"] == 0
    assert table.night(2)["seats"]["3"]["入夜"]["昨夜获得神秘学知识"] == 2  # 12 paid nothing; the day doesn't count
    assert "昨夜获得神秘学知识" not in table.night(2)["seats"]["2"]["入夜"]


# --- dice


def test_a_holder_of_the_ninth_never_rolls_one_or_six() -> None:
    table = told([e("祈祷", 18, die=1), e("祈祷", 18, die=6), e("祈祷", 18, die=[2, 6])])
    assert table.verdicts() == ["illegal", "illegal", "ok"]  # what is not needed is not looked at


def test_a_holder_of_the_sixteenth_has_twice_the_dice() -> None:
    table = told([e("祈求注视", 16, 9, die=[6, 6, 1]), e("祈求注视", 16, 9, die=[1, 1, 6, 6])])
    assert table.verdicts() == ["needs", "ok"] and table.seat(16)["理智"] == 8
    both = [ruled(s16={"精神污染": {"命运女神": 1, "宿命之环": 1}})]
    table = told(both, [], [e("祈祷", 16, die=[2, 6]), e("祈祷", 16, die=[2, 5])])
    assert table.verdicts() == ["illegal", "ok"]
    assert "骰点任选" in table.whys(2, 1)


def test_the_passive_rolls_with_the_dice_of_the_holder() -> None:
    table = told([e("群技能", 19, 11, die=[3]), e("群技能", 19, 11, die=[3, 6])])
    assert table.verdicts() == ["needs", "ok"] and table.seat(11)["生命"] == 1


def test_delivered_dice_belong_to_the_seat_whose_value_changes() -> None:
    give = e("主动技能", 7, [2, 17], die=[6, 3])
    assert told([give, e("主动技能", 2, 17)]).seat(17)["生命"] == 5
    table = told([give, e("主动技能", 2, 9)])  # 9 has no face: the other party's, thrice
    assert (table.seat(2)["理智"], table.seat(9)["生命"]) == (0, -2)
    table = told([give, e("主动技能", 2, 9, die=[6, 5, 6])])
    assert table.verdicts() == ["ok", "illegal"]
    table = told([give, e("主动技能", 17, [9, 2], 1)])  # neither 17's: 9 takes its by's face, less one
    assert (table.seat(9)["理智"], table.seat(2)["理智"]) == (12 - 2, 12 - 5)
    table = told([give, e("祈求注视", 2, 10)])
    assert table.seat(2)["理智"] == 0  # 2D6 is twice the face
    table = told([give, e("主动技能", 8, 2, 1)])
    assert (table.seat(8)["理智"], table.seat(2)["理智"]) == (9, 18)


def test_no_roll_takes_place_where_dice_are_delivered() -> None:
    table = told([e("主动技能", 7, [15, 16], die=[6, 1]), e("祈祷", 15), e("祈祷", 16, die=1)])
    assert table.verdicts() == ["ok"] * 3
    assert (table.seat(15)["理智"], table.seat(16)["理智"]) == (4, 9)


def test_黄昏_comes_before_any_delivery_and_the_fool_rolls_for_himself() -> None:
    table = told([e("主动技能", 22, 9, die=2), e("主动技能", 7, [7, 9], die=[4, 4], pick=7), e("主动技能", 7, [1, 2], die=[5, 6])])
    assert table.verdicts() == ["ok"] * 3


def test_equal_dice_give_one_of_the_two_one_more_action() -> None:
    table = told(
        [
            e("主动技能", 7, [9, 10], 9, [3, 3]),
            e("祈祷", 9),
            e("传教", 9, 1),
            e("传教", 9, 2),
            e("祈祷", 9),
            e("祈祷", 10),
            e("传教", 10, 1),
        ]
    )
    assert table.verdicts() == ["ok", "ok", "ok", "ok", "illegal", "ok", "illegal"]
    table = told([e("主动技能", 7, [9, 10], 9, [3, 4]), e("主动技能", 7, [9, 10], 11, [3, 3]), e("主动技能", 7, [9, 10], 9, [3])])
    assert table.verdicts() == ["illegal", "illegal", "needs"]
    two = told([e("主动技能", 7, [5, 10], 5, [3, 3]), *(e("主动技能", 5, pick=pick) for pick in ("问答题", "选择题"))])
    assert two.verdicts() == ["ok", "ok", "illegal"]  # one question a night


def test_a_die_that_can_change_nothing_may_be_left_out() -> None:
    table = told([e("主动技能", 17, 25, 2), e("主动技能", 17, [25, 9], 1)])
    assert table.verdicts() == ["needs", "needs"]  # 生命 is not ∞
    table = told([ruled(s12={"神秘学知识": 12, "信仰": "堕落母神"}), e("神秘学实践", 12, pick=3), e("主动技能", 17, [25, 12], 1)])
    assert table.verdicts() == ["ruled", "ok", "ok"]
    assert told([e("祈祷", 12), e("祈求注视", 12, 3)]).verdicts() == ["ok", "illegal"]  # R49: paid for nothing


# --- public skills


def test_祈祷_tells_the_values_of_the_phases_end() -> None:
    table = told([e("祈祷", 9, die=2), e("主动技能", 17, 9, 2, 6)])
    assert table.results()[0] == {"生命": -1, "理智": 10}
    assert table.seat(9)["alive"] is False


def test_祈求注视_lets_the_other_preach() -> None:
    table = told([e("祈求注视", 9, 15, die=[1, 2])])
    assert table.seat(9)["精神污染"] == {"风暴之主": 1, "宿命之环": 1} and table.seat(9)["理智"] == 9
    assert table.seat(15)["理智"] == 10
    table = told(
        [
            e("祈求注视", 9, 25, die=[1, 2]),
            e("祈求注视", 9, 25, die=[1, 2], drawn=["风暴之主"]),
            e("祈求注视", 9, 25, die=[1, 2], drawn="愚者"),
        ]
    )
    assert table.verdicts() == ["needs", "illegal", "ok"] and table.seat(9)["精神污染"] == {"风暴之主": 1, "造物主（愚者）": 1}


def rich(*seats: int, lore: int = 40) -> dict[str, Any]:
    return ruled(**{f"s{seat}": {"神秘学知识": lore} for seat in seats})


def test_practice_one_is_free_for_the_other() -> None:
    table = told([rich(9, lore=4), e("神秘学实践", 9, 10, 1), e("神秘学实践", 9, 9, 1)])
    assert table.verdicts() == ["ruled", "ok", "illegal"]
    assert table.seat(9)["神秘学知识"] == 0 and table.seat(9)["精神污染"] == {"风暴之主": 1, "知识与智慧之神": 1}


def test_practice_two_hints_at_the_neighbours() -> None:
    def hint(seat: int, side: str, **more: Any) -> Any:
        return told([*more.get("before", []), rich(seat), e("神秘学实践", seat, pick=2, drawn=[side])]).results()[-1]

    assert [hint(15, side) for side in ("上", "下", "两侧")] == ["信仰正神", "信仰外神", "信仰正神和外神"]
    assert hint(24, "下") == "信仰正神和外神"  # 造物主 counts as both
    assert hint(1, "上") == "信仰正神和外神"  # round the table
    assert hint(16, "上", before=[ruled(s15={"alive": False})]) == "信仰正神"
    assert told([rich(9), e("神秘学实践", 9, pick=2)]).verdicts() == ["ruled", "needs"]
    assert told([rich(9), e("神秘学实践", 9, pick=2, drawn=["左"])]).verdicts() == ["ruled", "illegal"]


def test_practice_three_stills_all_of_one_belief() -> None:
    table = told(
        [
            rich(13),
            e("神秘学实践", 13, pick=3),
            e("主动技能", 6, 9, 1, [3, 3]),
            e("主动技能", 2, 6, die=[2]),
            e("主动技能", 2, 6, die=[2, 4, 1]),
        ]
    )
    assert table.verdicts() == ["ruled", "ok", "ok", "needs", "ok"]
    assert (table.seat(6)["理智"], table.seat(6)["生命"], table.seat(9)["生命"]) == (6, 12, 1)
    assert table.seat(6)["神秘学知识"] == 0 and table.seat(13)["神秘学知识"] == 28
    assert "记理智不动" in table.whys(0, 2)


def test_practice_three_leaves_黄昏s_return_and_a_护盾_and_stops_rescues() -> None:
    table = told([e("主动技能", 22, 14, die=4), rich(8), e("神秘学实践", 8, pick=3), e("主动技能", 4, 14, 1, 3), e("主动技能", 17, 14, 2)])
    assert table.verdicts() == ["ok", "ruled", "ok", "ok", "ok"]
    assert (table.seat(14)["理智"], table.seat(14)["护盾"], table.seat(14)["生命"]) == (12, 3, 4)
    table = told([rich(8), e("神秘学实践", 8, pick=3), ruled(s14={"生命": 0}), e("被动技能", 22, 14, drawn="生命")])
    assert table.verdicts() == ["ruled", "ok", "ruled", "illegal"]
    assert table.seat(14)["alive"] is False and table.seat(14)["生命"] == 0  # [8] is stopped


def test_practice_four_takes_six_two_nights() -> None:
    table = told([rich(9, 10), e("神秘学实践", 9, 18, 4), e("神秘学实践", 10, 18, 4)], [], [], [])
    assert table.night(1)["seats"]["18"]["理智"] == 0 and table.night(1)["table"]["神秘学实践"] == {"18": 2}
    assert table.day(1)["table"]["神秘学实践"] == {"18": 2} and table.night(2)["table"]["神秘学实践"] == {}
    assert table.night(1)["seats"]["18"]["alive"] is False and table.night(2)["seats"]["18"]["理智"] == 0
    alive = told([rich(9), e("神秘学实践", 9, 17, 4)], [], [])
    assert alive.seat(17)["理智"] == 3 and alive.seat(17)["神秘学知识"] == 12


def test_传教_is_paid_by_its_number_in_the_night() -> None:
    table = told([e("传教", 9, [10, 10, 12]), e("传教", 9, 10)])
    assert table.seat(9)["理智"] == 12 - 0 - 2 - 4 - 6
    assert table.seat(10)["精神污染"] == {"风暴之主": 3, "知识与智慧之神": 1}


def test_the_first_night_is_free_for_holders_of_the_fifth_but_not_their_questions() -> None:
    table = told(
        [e("传教", 12, [1, 2, 3]), e("主动技能", 5, pick="问答题", votes={1: "错", 2: "错", 3: "对"})], [], [e("传教", 12, [1, 2])]
    )
    assert table.night(1)["seats"]["12"]["理智"] == 12 and table.night(1)["seats"]["5"]["理智"] == 8
    assert table.seat(12)["理智"] == 10


# --- 造物主


def test_造物主_preaches_what_the_target_has_not() -> None:
    table = told(
        [
            e("传教", 25, [9, 9], drawn=["愚者", "宿命之环"]),
            e("传教", 25, [9, 10], drawn=["愚者"]),
            e("传教", 25, [9, 10], drawn=["愚者", "愚者"]),
        ]
    )
    assert table.verdicts() == ["illegal", "needs", "ok"]
    table = told(
        [
            e("传教", 25, 9, drawn="愚者"),
            e("传教", 25, 9, drawn="宿命之环"),
            e("传教", 25, 10, drawn="造物主"),
            e("传教", 25, 10, drawn="知识与智慧之神"),
        ]
    )
    assert table.verdicts() == ["ok", "illegal", "illegal", "illegal"]
    nine = told([e("传教", 25, [1, 2, 3, 4, 5, 6, 8, 9, 10], drawn=["愚者"] * 9)])
    assert nine.verdicts() == ["illegal"]


def test_a_believer_of_造物主_draws_whatever_the_preaching_comes_from() -> None:
    converted = ruled(s2={"信仰": 造}, s18={"信仰": 造})
    table = told(
        [converted, e("传教", 2, [9, 10]), e("传教", 2, [9, 9], drawn=["愚者", "愚者"]), e("传教", 2, [9, 9], drawn=["愚者", "宿命之环"])]
    )
    assert table.verdicts() == ["ruled", "needs", "illegal", "ok"] and table.seat(2)["理智"] == 10
    assert table.seat(9)["精神污染"] == {"风暴之主": 1, "造物主（愚者）": 1, "造物主（宿命之环）": 1}
    table = told([converted, e("群技能", 18, 9, die=2), e("群技能", 18, 9, drawn="愚者"), e("群技能", 18, 9, die=2, drawn="愚者")])
    assert table.verdicts() == ["ruled", "needs", "needs", "ok"]


def test_nothing_left_to_draw_means_no_draw_and_no_effect() -> None:
    turned = ["黑夜女神", "知识与智慧之神", "永恒烈阳", "蒸汽与机械之神", "大地母神", "愚者", "远古太阳神"]
    full = {f"造物主（{god}）": 1 for god in turned}
    full |= dict.fromkeys(
        ["风暴之主", "宿命之环", "堕落母神", "不息的呓语", "欲望母树", "不定之雾", "超星主宰", "高维俯视者", "命运女神"], 1
    )
    table = told([ruled(s9={"精神污染": full}), e("传教", 25, [9, 10], drawn=["愚者"])])
    assert table.verdicts() == ["ruled", "ok"] and table.seat(9)["精神污染"] == full


# --- 神边


def test_黑夜女神_sees_the_targets_of_last_night() -> None:
    table = told([e("主动技能", 22, 5, die=2), e("传教", 22, 9), e("主动技能", 1, 22, die=1)], [], [e("主动技能", 1, 22, die=2)])
    assert table.verdicts(0) == ["ok", "illegal", "ok"]
    assert table.results(0)[2] == [] and table.results(2) == [[5]]
    many = told([e("传教", 9, [12, 3]), e("传教", 9, 1)], [], [e("主动技能", 1, 9, die=2)])
    assert many.results() == [[1, 3, 12]]


def test_风暴之主_pays_again_by_the_belief_of_the_target() -> None:
    table = told([e("主动技能", 2, 15, die=[2, 1])])
    assert table.verdicts() == ["ok"] and table.seat(2)["理智"] == 10
    assert told([e("主动技能", 2, 14, die=[2, 1])]).verdicts() == ["needs"]
    assert told([e("主动技能", 2, 25, die=[2, 1])]).verdicts() == ["ok"]
    lore = told([e("主动技能", 2, 14, die=[2, 1, 3])], beliefs={}).seat(2)
    assert (lore["理智"], lore["神秘学知识"]) == (7, 5)


def test_知识与智慧之神_learns_and_recovers() -> None:
    table = told([e("主动技能", 3, 24, die=6)])
    assert table.results() == ["不定之雾"] and table.seat(3)["理智"] == 18 and table.seat(3)["神秘学知识"] == 0


def test_护盾_adds_up_takes_what_others_do_and_not_what_one_does() -> None:
    table = told([e("主动技能", 4, 2, 1, 3), e("主动技能", 2, 2, die=[1, 4, 1])])
    assert (table.seat(2)["生命"], table.seat(2)["护盾"]) == (0, 3) and table.seat(2)["alive"] is False
    assert told([e("主动技能", 4, 2, 1, 3), e("主动技能", 2, 2, die=[1, 4, 1])], []).seat(2)["护盾"] == 3  # the dead keep theirs
    table = told([e("主动技能", 7, [4, 9], 4, [2, 2]), e("主动技能", 4, 9, 1), e("主动技能", 4, 9, 1), e("群技能", 18, 9)])
    assert table.verdicts() == ["ok"] * 4
    assert (table.seat(9)["生命"], table.seat(9)["护盾"]) == (4, 2)


def test_护盾_not_two_nights_running_but_after_one_between() -> None:
    shield = e("主动技能", 4, 9, 1, 1)
    other = e("主动技能", 4, 10, 1, 1)
    assert told([shield], [], [shield]).verdicts() == ["illegal"]
    assert told([shield], [], [other], [], [shield]).verdicts() == ["ok"]
    assert told([shield], [], [], [], [shield]).verdicts() == ["ok"]


def test_messages_cost_both_and_pay_永恒烈阳() -> None:
    table = told(
        [
            e("信息", 9, 10),
            e("主动技能", 4, [9, 10], 2),
            e("信息", 9, 10),
            e("信息", 10, 9, "拒收"),
            e("信息", 9, 11),
            e("信息", 9, 9),
            e("信息", 9, 10, "x"),
            e("祈祷", 9, die=1),
        ]
    )
    assert table.verdicts() == ["illegal", "ok", "ok", "ok", "illegal", "illegal", "illegal", "ok"]
    assert (table.seat(9)["理智"], table.seat(10)["理智"], table.seat(4)["理智"]) == (10, 10, 15)
    assert table.seat(10)["神秘学知识"] == 4  # [3]: one more for each of two gains
    assert told([e("主动技能", 4, [9, 10], 2)], [], [e("信息", 9, 10)]).verdicts() == ["illegal"]


def test_问答题_ends_with_the_payment_that_takes_the_last_sanity() -> None:
    wrong = dict.fromkeys((1, 2, 3, 4, 6, 7), "错") | {9: "对", 10: "对", 20: "对"}
    table = told([e("主动技能", 5, pick="问答题", votes=wrong)])
    assert table.results() == [["正神信仰", "正神信仰", "超星主宰"]]
    assert table.seat(5)["理智"] == 10 - 2 - 4 - 6  # the fourth still counts
    preached = [s for s in (1, 2, 3, 4, 6, 7) if "蒸汽与机械之神" in table.seat(s)["精神污染"]]
    assert preached == [1, 2, 3, 4] and table.last["table"]["问题"] == 2


def test_选择题_and_判断题_are_answered_in_the_books_order() -> None:
    votes = {25: "对", 18: "对", 9: "对", 2: "对", 10: "错", 15: "错"}
    table = told([e("主动技能", 5, pick="选择题", votes=votes)])
    assert table.results() == [["神边", "民边", "狼边", "三方"]]
    assert table.seat(5)["精神污染"] == {"蒸汽与机械之神": 1, "知识与智慧之神": 1, "宿命之环": 1} and table.seat(5)["理智"] == 10
    assert told([e("主动技能", 5, pick="判断题", votes=votes)]).verdicts() == ["needs"]
    table = told([e("主动技能", 5, pick="判断题", votes=votes, die=[2, 3])])
    assert table.results() == [["风暴之主", "风暴之主", "宿命之环", "造物主"]] and table.seat(5)["理智"] == 5
    assert told([e("主动技能", 5, pick="判断题", votes={3: "对"})]).verdicts() == ["ok"]
    assert told([e("主动技能", 5, pick="判断题")]).results() == [[]]


def test_what_an_earlier_wrong_answer_preached_cannot_be_drawn_for_a_later_one() -> None:
    believer = ruled(s10={"信仰": "造物主"})
    ask = {"pick": "选择题", "votes": {3: "错", 10: "错"}}
    table = told([believer, e("主动技能", 5, drawn=["知识与智慧之神"], **ask), e("主动技能", 5, drawn=["愚者"], **ask)])
    assert table.verdicts() == ["ruled", "illegal", "ok"]
    assert table.seat(5)["精神污染"] == {"蒸汽与机械之神": 1, "知识与智慧之神": 1, "造物主（愚者）": 1}
    later = told([ruled(s2={"信仰": "造物主"}), e("主动技能", 5, drawn=["知识与智慧之神"], pick="选择题", votes={2: "错", 3: "错"})])
    assert later.verdicts() == ["ruled", "ok"]
    assert later.seat(5)["精神污染"] == {"蒸汽与机械之神": 1, "造物主（知识与智慧之神）": 1, "知识与智慧之神": 1}


def test_questions_are_three_in_the_game_and_no_designation() -> None:
    ask = [e("主动技能", 5, pick="选择题", votes={17: "对"})]
    table = told(ask, [], ask, [], ask, [], ask)
    assert table.verdicts() == ["illegal"] and table.last["table"]["问题"] == 0
    assert told([*ask, e("主动技能", 8, [5, 17], 2)]).results()[1] == "不存在指向"


def test_大地母神_two_is_told_after_the_first_rescue_and_spends_the_action() -> None:
    down = ruled(s14={"生命": 0}, s9={"生命": -1}, s6={"理智": 12})
    table = told(
        [down, e("主动技能", 6, 14, 2, [1, 1]), e("主动技能", 6, 9, 2), e("主动技能", 6, 9, 2, [1, 6]), e("主动技能", 6, 9, 2, [1, 1])]
    )
    assert table.verdicts() == ["ruled", "illegal", "needs", "ok", "illegal"]
    assert table.results()[3] == [9] and table.seat(9)["生命"] == 5 and table.seat(6)["生命"] == 11
    assert told([down, e("主动技能", 6, 9, 1, [1, 1]), e("主动技能", 6, pick=2)]).verdicts() == ["ruled", "ok", "illegal"]
    own = told([ruled(s6={"生命": 0, "理智": 12}), e("主动技能", 6, 6, 2, [1, 3])])
    assert own.seat(6)["生命"] == 2 and own.seat(6)["alive"] is True


def test_远古太阳神_heals_and_asks_who_points_at_whom() -> None:
    table = told([e("主动技能", 8, 9, 1, [4, 2])])
    assert (table.seat(8)["理智"], table.seat(9)["理智"]) == (11, 14)
    point = [e("传教", 9, 10)]
    assert told([*point, e("主动技能", 8, [10, 9], 2)]).verdicts() == ["ok", "needs"]
    table = told([*point, e("主动技能", 8, [10, 9], 2, 3)])
    assert table.results()[1] == "存在指向" and table.seat(8)["理智"] == 18
    assert told([e("主动技能", 22, 9, die=2), e("主动技能", 8, [22, 9], 2)]).results()[1] == "不存在指向"  # 黄昏 is none
    assert told([e("群技能", 18, 9, die=2), e("主动技能", 8, [9, 18], 2, 1)]).results()[1] == "存在指向"
