"""诡秘之主 by day: sharing, 信仰, nine kinds, 放逐投票, 处决, and what a host may overrule (R8–R11, R16, R38–R43, R65–R67, R71)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.guimi import GAME
from engine.prompt import offered
from engine.record import entry_of
from tests.guimigame import e, record, ruled, state_of, told

造 = "造物主"
九 = ["黑夜女神", "风暴之主", "知识与智慧之神", "永恒烈阳", "蒸汽与机械之神", "大地母神", "愚者", "远古太阳神", "宿命之环"]


def owed(table: Any, phase: int = -1) -> list[tuple[Any, ...]]:
    return [(o["skill"], o["pick"], o["by"], o["to"]) for o in table.phases[phase]["table"]["待定"]]


def taint(**maps: dict[str, int]) -> dict[str, Any]:
    return ruled(**{seat: {"精神污染": own} for seat, own in maps.items()})


# --- 信仰


def test_a_tie_with_the_belief_changes_nothing_and_a_single_winner_takes_it() -> None:
    table = told([taint(s9={"风暴之主": 2, "愚者": 2}, s10={"知识与智慧之神": 1, "愚者": 2, "大地母神": 1})], [])
    assert table.seat(9)["信仰"] == "风暴之主" and table.seat(10)["信仰"] == "愚者"
    assert table.seat(10)["精神污染"] == {"知识与智慧之神": 1, "愚者": 2, "大地母神": 1}


def test_beliefs_change_only_at_警情通报() -> None:
    table = told([e("传教", 2, [10, 10]), e("传教", 10, 3)], [])
    assert table.night(1)["seats"]["10"]["信仰"] == "知识与智慧之神"
    assert table.seat(10)["信仰"] == "风暴之主" and table.seat(3)["精神污染"] == {"知识与智慧之神": 2}


def test_constant_beliefs_bear_weights_all_the_same() -> None:
    table = told([e("传教", 2, [7, 7, 17]), e("传教", 9, [17, 25, 25])], [])
    assert [table.seat(s)["信仰"] for s in (7, 17, 25)] == ["愚者", "堕落母神", 造]
    assert table.seat(7)["精神污染"] == {"风暴之主": 2, "愚者": 1}
    assert told([e("传教", 2, [7, 7])], [e("信仰变更", to=7, drawn="风暴之主")]).verdicts() == ["illegal"]


def test_an_empty_map_keeps_the_belief() -> None:
    assert told([taint(s9={})], []).seat(9)["信仰"] == "风暴之主"


def test_the_family_of_造物主_counts_together() -> None:
    one = {"风暴之主": 1, "造物主（愚者）": 1, "造物主（宿命之环）": 1}
    assert told([taint(s9=one)], []).seat(9)["信仰"] == 造
    tie = {"风暴之主": 1, "造物主（愚者）": 1, "造物主（宿命之环）": 1, "愚者": 2}
    table = told(
        [taint(s9=tie)], [e("信仰变更", to=9, drawn="造物主（愚者）"), e("信仰变更", to=9, drawn="愚者"), e("信仰变更", to=9, drawn=造)]
    )
    assert table.verdicts() == ["illegal", "ok", "illegal"] and table.results()[1] == "愚者"
    # a believer of 造物主 stays one while the family is not outweighed; X alone is not added to by 造物主（X）
    kept = {造: 1, "造物主（愚者）": 1, "愚者": 2}
    assert told([ruled(s9={"信仰": 造, "精神污染": kept})], []).seat(9)["信仰"] == 造


def test_信仰变更_is_a_draw_among_the_tied_and_demanded() -> None:
    tie = [taint(s9={"风暴之主": 1, "愚者": 2, "大地母神": 2, 造: 1})]
    table = told(tie, [])
    assert owed(table) == [("信仰变更", None, None, 9)] and table.seat(9)["信仰"] == "风暴之主"
    table = told(
        tie,
        [e("信仰变更", to=9), e("信仰变更", to=9, drawn=造), e("信仰变更", to=10, drawn="愚者"), e("信仰变更", to=9, drawn=["大地母神"])],
    )
    assert table.verdicts() == ["needs", "illegal", "illegal", "ok"] and owed(table) == []


# --- sharing


def test_愚者_shares_the_weights_between_those_met() -> None:
    table = told([e("传教", 9, 7), e("传教", 10, 7)], [])
    assert owed(table) == [("被动", "愚者", 7, None)]
    assert table.seat(9)["精神污染"] == {"风暴之主": 1}
    draw = e("被动", 7, pick="愚者", drawn=[9, 10])  # 风暴之主 1, 知识与智慧之神 1 over two seats: one each
    table = told([e("传教", 9, 7), e("传教", 10, 7)], [draw])
    assert table.verdicts() == ["ok"]
    assert table.seat(9)["精神污染"] == {"风暴之主": 1} and table.seat(10)["精神污染"] == {"知识与智慧之神": 1}
    cross = e("被动", 7, pick="愚者", drawn=[10, 10])
    table = told([e("传教", 9, 7), e("传教", 10, 7)], [cross])
    assert table.seat(9)["精神污染"] == {} and table.seat(9)["信仰"] == "风暴之主"  # R11
    assert table.seat(10)["信仰"] == "知识与智慧之神"


def test_the_rest_is_drawn_kind_after_kind_in_order_of_names() -> None:
    first = [taint(s9={"风暴之主": 4, "愚者": 2, "造物主（黑夜女神）": 1}), e("传教", 9, 7), e("传教", 10, 7), e("传教", 12, 7)]
    # over 9, 10, 12: 风暴之主 4 = 1 each + 1; 知识 1; 蒸汽 1; 愚者 2; 造物主（黑夜女神） 1
    good = [9, 10, 12, 9, 10, 12]
    table = told(
        first,
        [
            e("被动", 7, pick="愚者", drawn=good[:5]),
            e("被动", 7, pick="愚者", drawn=[9, 10, 12, 9, 9, 12]),
            e("被动", 7, pick="愚者", drawn=good),
        ],
    )
    assert table.verdicts() == ["needs", "illegal", "ok"]
    assert table.seat(9)["精神污染"] == {"风暴之主": 2, "愚者": 1}
    assert table.seat(10)["精神污染"] == {"风暴之主": 1, "知识与智慧之神": 1, "愚者": 1}
    assert table.seat(12)["精神污染"] == {"风暴之主": 1, "蒸汽与机械之神": 1, "造物主（黑夜女神）": 1}


def test_sharing_without_rest_comes_by_itself_and_needs_two() -> None:
    table = told(
        [taint(s9={"风暴之主": 2}, s10={"知识与智慧之神": 2}), e("传教", 9, 7), e("传教", 10, 7)], [e("被动", 7, pick="愚者", drawn=[9])]
    )
    assert table.verdicts() == ["illegal"] and table.seat(9)["精神污染"] == {"风暴之主": 1, "知识与智慧之神": 1}
    assert told([e("传教", 9, 7)], []).seat(9)["精神污染"] == {"风暴之主": 1}
    # the holder himself only by 自指: 愚者 names himself and another
    table = told([e("主动技能", 7, [7, 9], die=[1, 2])], [])
    assert owed(table) == [("被动", "愚者", 7, None)]


def test_only_the_living_share_and_only_for_a_living_holder() -> None:
    table = told([e("传教", 9, 7), e("传教", 10, 7), ruled(s10={"生命": 0})], [])
    assert table.night(1)["announce"]["死亡"] == [10] and owed(table) == []
    table = told([e("传教", 9, 7), e("传教", 10, 7), ruled(s7={"理智": 0})], [])
    assert owed(table) == []


def test_不定之雾_shares_the_knowledge_and_that_is_no_gain() -> None:
    first = [ruled(s9={"神秘学知识": 7}, s10={"神秘学知识": 2}), e("传教", 9, 24), e("传教", 10, 24)]
    table = told(first, [])
    assert owed(table) == [("被动", "不定之雾", 24, None)] and table.seat(9)["神秘学知识"] == 7
    table = told(first, [e("被动", 24, pick="不定之雾", drawn=[10])], [])
    assert (table.seat(9)["神秘学知识"], table.seat(10)["神秘学知识"]) == (4, 5)
    assert table.seat(3)["入夜"]["昨夜获得神秘学知识"] == 0


def test_sharing_goes_by_holders_and_out_of_order_is_illegal() -> None:
    night = [taint(s2={"风暴之主": 1, "愚者": 1}), e("传教", 9, [7, 2]), e("传教", 10, [7, 2])]
    first = [taint(s2={"风暴之主": 1, "愚者": 1})]
    second = [e("传教", 9, [7, 2]), e("传教", 10, [7, 2])]
    by_seven, by_two = e("被动", 7, pick="愚者", drawn=[9, 10]), e("被动", 2, pick="愚者", drawn=[9, 10])
    table = told(first, [], second, [by_seven, by_two])
    assert table.verdicts() == ["ok", "illegal"] and owed(table) == [("被动", "愚者", 2, None)]
    assert told(first, [], second, [by_two, by_seven]).verdicts() == ["ok", "ok"]
    assert owed(told(night, [])) == [("被动", "愚者", 7, None)]  # R13: as of the night's beginning
    late = [e("被动", 7, pick="愚者"), by_seven, e("放逐投票"), by_seven]
    assert told(first, [], second, late).verdicts() == ["needs", "ok", "ok", "illegal"]


def test_a_holder_whose_draw_was_lacking_still_owes_it() -> None:
    table = told([e("传教", 9, 7), e("传教", 10, 7)], [e("被动", 7, pick="愚者"), e("放逐投票")])
    assert table.verdicts() == ["needs", "ok"] and owed(table) == [("被动", "愚者", 7, None)]


# --- 最初造物主 wins


def nine(count: int = 9) -> dict[str, Any]:
    kinds = dict.fromkeys(九[: count // 2], 1) | {f"造物主（{god}）": 1 for god in 九[count // 2 : count]}
    return taint(s25={造: 1, **kinds})


def test_nine_kinds_win_at_警情通报_and_the_game_goes_on() -> None:
    assert told([nine(8)], []).seat(25)["获胜"] is False
    table = told(
        [nine()],
        [e("随机传教", 25, drawn=[9, "愚者"])],
        [e("传教", 9, 25), e("传教", 25, 9, drawn="宿命之环"), e("祈祷", 9, die=1)],
        [e("放逐投票", votes={9: 25})],
    )
    assert table.night(1)["seats"]["25"]["获胜"] is False and table.day(1)["seats"]["25"]["获胜"] is True
    assert table.answer["winner"] is None and table.verdicts(2) == ["illegal", "illegal", "ok"] and table.verdicts(3) == ["illegal"]
    assert table.night(2)["seats"]["25"]["入夜"] is None and table.seat(25)["alive"] is True
    assert table.day(1)["seats"]["9"]["精神污染"] == {"风暴之主": 1, "造物主（愚者）": 1}


def test_the_dead_do_not_win() -> None:
    table = told([nine(), ruled(s25={"生命": 0})], [])
    assert table.seat(25)["获胜"] is False and table.seat(25)["死因"] == "生命"


def test_随机传教_every_day_from_then_on() -> None:
    assert owed(told([nine()], [])) == [("随机传教", None, 25, None)]
    table = told(
        [nine()],
        [
            e("随机传教", 25),
            e("随机传教", 25, drawn=[9]),
            e("随机传教", 25, drawn=[25, "愚者"]),
            e("随机传教", 25, drawn=[9, "风暴之主"]),
            e("随机传教", 25, drawn=[9, "愚者"]),
            e("随机传教", 25, drawn=[9, "大地母神"]),
        ],
        [],
        [],
    )
    assert table.verdicts(1) == ["needs", "needs", "illegal", "illegal", "ok", "illegal"] and owed(table) == [("随机传教", None, 25, None)]
    two = told(
        [nine()],
        [
            e("随机传教", 25, drawn=[9, "愚者"]),
            e("随机传教", 25, drawn=[9, "愚者", 9, "大地母神"]),
            e("随机传教", 25, drawn=[9, "愚者", 10, "愚者"]),
        ],
        随机传教人数=2,
    )
    assert two.verdicts() == ["needs", "illegal", "ok"]
    assert told([], [e("随机传教", 25, drawn=[9, "愚者"]), e("随机传教", 9, drawn=[9, "愚者"])]).verdicts() == ["illegal", "illegal"]


def test_随机传教_after_警情通报_gives_its_passive_only_later() -> None:
    table = told([nine()], [e("随机传教", 25, drawn=[10, "不息的呓语"]), e("放逐投票", votes={1: [9, 10], 2: 9}, die=[1, 6, 6])])
    assert table.seat(10)["死因"] == "理智"


def test_a_winner_has_no_passives_and_shares_the_victory() -> None:
    table = told([nine()], [ruled(**{f"s{s}": {"生命": -1} for s in range(1, 9)})], 遗言名额=3)
    assert table.answer["winner"] == ["狼边", "三方"]
    table = told([nine()], [ruled(**{f"s{s}": {"生命": -1} for s in range(17, 25)})])
    assert table.answer["winner"] == ["神边", "民边", "三方"]


# --- 放逐投票


def vote(votes: dict[int, Any], die: Any = None, drawn: Any = None) -> dict[str, Any]:
    return e("放逐投票", votes=votes, die=die, drawn=drawn)


def losses(table: Any) -> Any:
    return table.results()[-1]


@pytest.mark.parametrize(("face", "loss"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (6, 4)])
def test_life_loss_is_one_and_half_a_die(face: int, loss: int) -> None:
    table = told([], [vote({1: [17, 17]}, face)])
    assert losses(table) == {"生命": {"17": loss}, "理智": None} and table.seat(17)["生命"] == 8 - loss


def test_most_votes_life_second_most_sanity() -> None:
    table = told([], [vote({1: [17, 20], 5: 17}, [1, 6, 5])])
    assert losses(table) == {"生命": {"17": 1}, "理智": {"20": 12}}
    assert told([], [vote({1: [17, 20], 5: 17}, [1, 6])]).verdicts() == ["needs"]
    assert losses(told([], [vote({})])) == {"生命": None, "理智": None}
    assert losses(told([], [e("放逐投票")])) == {"生命": None, "理智": None}
    assert losses(told([], [vote({1: []})])) == {"生命": None, "理智": None}


def test_votes_of_the_second_are_one_and_a_half_rounded_down_by_candidate() -> None:
    # 2 and 9 have it: 17 has 1.5 + 1.5, 20 has 2.5, 18 has 2
    table = told([], [vote({2: [17, 20], 9: 17, 1: [20, 18], 3: 18}, [1, 1, 1], [20])])
    assert losses(table) == {"生命": {"17": 1}, "理智": {"20": 3}}
    tied = [vote({2: [17, 20], 9: 17, 1: [20, 18], 3: [18, 18]}, [1, 1, 1], drawn) for drawn in ([18], [18, 20], [18, 17])]
    assert told([], tied).verdicts() == ["needs", "illegal", "ok"]
    plain = told([], [vote({2: [17, 20], 1: [20, 18]}, [1, 1, 1], [17])])  # 20: 2.5 -> 2; 17: 1; 18: 1
    assert losses(plain) == {"生命": {"20": 1}, "理智": {"17": 3}}


def test_ties_are_drawn_life_first() -> None:
    tie = {1: [17, 18], 3: [17, 18], 5: 19}
    assert told([], [vote(tie, [1, 1, 1], [17])]).verdicts() == ["needs"]
    assert told([], [vote(tie, [1, 1, 1], [17, 17])]).verdicts() == ["illegal"]
    assert told([], [vote(tie, [1, 1, 1], [17, 19])]).verdicts() == ["illegal"]
    assert losses(told([], [vote(tie, [1, 1, 1], [18, 17])])) == {"生命": {"18": 1}, "理智": {"17": 3}}
    assert losses(told([], [vote(tie)], 平票="无人")) == {"生命": None, "理智": None}
    second = {1: [17, 17], 3: [18, 19]}
    assert losses(told([], [vote(second, 1)], 平票="无人")) == {"生命": {"17": 1}, "理智": None}
    assert losses(told([], [vote(second, [1, 1, 1], [19])])) == {"生命": {"17": 1}, "理智": {"19": 3}}


def test_three_dice_even_for_the_endless() -> None:
    assert told([], [vote({1: [17, 17], 3: 25}, [1])]).verdicts() == ["needs"]
    table = told([], [vote({1: [17, 17], 3: 25}, [1, 2, 2])])
    assert losses(table) == {"生命": {"17": 1}, "理智": {"25": 5}} and table.seat(25)["理智"] == "∞"


def test_two_votes_a_seat_once_a_day_among_the_living() -> None:
    table = told(
        [ruled(s9={"生命": 0})], [vote({1: [2, 2, 2]}), vote({9: 2}), vote({1: 9}), vote({1: 2}), vote({1: 2}, 1), vote({1: 2}, 1)]
    )
    assert table.verdicts() == ["illegal", "illegal", "illegal", "needs", "ok", "illegal"]


def test_exile_dice_are_nobodys_and_a_护盾_is_gone() -> None:
    table = told([e("主动技能", 4, 18, 1, 6)], [vote({1: [18, 18]}, 6)])
    assert table.seat(18)["死因"] == "生命"  # 1 and 6 count though 18 has [9]
    assert table.seat(18)["护盾"] == 0


def test_the_days_dead_are_announced_with_the_losses() -> None:
    table = told([], [vote({1: [9, 9], 3: 10}, [6, 6, 6])])
    assert table.last["announce"] == {"死亡": [9, 10], "遗言": [9], "放逐": {"生命": {"9": 4}, "理智": {"10": 13}}}
    assert told([], []).last["announce"] == {"死亡": [], "遗言": [], "放逐": None}


def test_the_day_is_reckoned_without_a_vote_too() -> None:
    assert told([], [ruled(s9={"生命": 0})]).last["announce"]["死亡"] == [9]


def test_黑夜女神_executed_takes_one_die_from_all_living_神边() -> None:
    first = [ruled(s1={"生命": 1})]
    table = told(first, [vote({2: [1, 1]}, 1)])
    assert owed(table) == [("被动技能", None, 1, None)]
    curse = e("被动技能", 1, die=6)
    table = told(first, [curse, vote({2: [1, 1]}, 1), e("被动技能", 1), curse, curse])
    assert table.verdicts() == ["illegal", "ok", "needs", "ok", "illegal"]
    assert [table.seat(s)["理智"] for s in (2, 5, 6, 9)] == [6, 4, 0, 12]
    assert table.last["announce"]["死亡"] == [1, 6] and table.seat(6)["死因"] == "理智"
    by_night = told([ruled(s1={"生命": 0})], [curse])
    assert by_night.verdicts() == ["illegal"] and owed(by_night) == []


def test_the_roll_after_an_execution_is_nobodys() -> None:
    """R33: neither the doubled dice of 命运女神 nor the narrowed ones of 宿命之环 in her map reach it."""
    for kind in ("命运女神", "宿命之环"):
        pollution = {"黑夜女神": 1, kind: 1}
        first = [ruled(s1={"生命": 1, "精神污染": pollution}), ruled(s2={"理智": 12})]
        for face in (1, 6):
            table = told(first, [vote({2: [1, 1]}, 3), e("被动技能", 1, die=face)])
            assert table.verdicts() == ["ok", "ok"], kind
            assert table.seat(2)["理智"] == 12 - face


def test_by_sanity_is_execution_too() -> None:
    table = told([ruled(s1={"理智": -3})], [ruled(s1={"理智": 3}), vote({2: [9, 9], 3: 1}, [1, 1, 1]), e("被动技能", 1, die=1)])
    assert table.seat(1)["死因"] == "理智" and table.verdicts() == ["ruled", "ok", "ok"]


# --- 裁定 and the rest of the house


def test_裁定_stands_from_there_on_and_what_it_sets_is_shown() -> None:
    table = told(
        [ruled(s9={"生命": 2, "理智": 3, "神秘学知识": 9, "护盾": 1, "信仰": "愚者", "精神污染": {"愚者": 2}}), e("祈祷", 9, die=1)]
    )
    assert table.verdicts() == ["ruled", "ok"] and table.results()[1] == {"生命": 2, "理智": 2}
    assert table.seat(9)["信仰"] == "愚者" and table.seat(9)["护盾"] == 1 and table.last["entries"][0]["rule"] == ["诡秘之主/裁定"]
    dead = told([ruled(s9={"alive": False})], [ruled(s9={"alive": True})])
    assert dead.night(1)["seats"]["9"]["遗言"] is False and dead.night(1)["announce"]["死亡"] == []
    assert dead.seat(9)["alive"] is True and dead.seat(9)["遗言"] is None


def test_the_state_before_an_entry_is_never_changed_by_it() -> None:
    state = state_of(record([e("祈祷", 9, die=2)]))
    before = state.desk.copy()
    for raw in (
        e("传教", 25, [9, 10], drawn=["愚者", "愚者"]),
        e("主动技能", 2, 17, die=[1, 1]),
        e("主动技能", 4, 9, 1, 2),
        e("主动技能", 8, [1, 2], 2),
    ):
        try:
            GAME.act(state, entry_of(raw))
        except Exception as no:
            assert type(no).__name__ == "Illegal"
    GAME.close(state)
    GAME.prompts(state)
    assert state.desk == before


def test_what_nobody_does_has_nobody_beside_it() -> None:
    vote = {"votes": {1: 9}, "die": [1]}
    table = told([], [e("放逐投票", 3, **vote), e("放逐投票", **vote)])
    assert table.verdicts() == ["illegal", "ok"] and table.seat(9)["生命"] == 3
    asked = GAME.prompts(state_of(record([], [])))
    assert offered(asked, entry_of(e("放逐投票", **vote))) and not offered(asked, entry_of(e("放逐投票", 3, **vote)))
    tied = [ruled(s9={"精神污染": {"愚者": 2, "风暴之主": 1, "大地母神": 2}})]
    table = told([], [*tied, e("信仰变更", 9, 9, drawn="愚者"), e("信仰变更", to=9, drawn="愚者")])
    assert table.verdicts() == ["ruled", "illegal", "ok"]
    asked = GAME.prompts(state_of(record([], tied)))
    assert [offered(asked, entry_of(e("信仰变更", by, 9, drawn="愚者"))) for by in (9, None)] == [False, True]


def test_dice_that_nobody_needs_are_offered_only_as_they_can_be() -> None:
    fool = e("主动技能", 7, [2, 17], die=[6, 3])

    def is_offered(raw: dict[str, Any], *before: dict[str, Any]) -> bool:
        return offered(GAME.prompts(state_of(record([*before]))), entry_of(raw))

    assert is_offered(e("主动技能", 17, 9, 2), fool) and is_offered(e("主动技能", 17, 9, 2, 3), fool)
    assert not is_offered(e("主动技能", 17, 9, 2, 4), fool)  # 愚者 gave 17 a 3
    still = [ruled(s15={"神秘学知识": 12}), e("神秘学实践", 15, pick=3)]
    assert is_offered(e("祈祷", 18), *still) and is_offered(e("祈祷", 18, die=2), *still)
    assert not is_offered(e("祈祷", 18, die=6), *still)  # [9]


def test_more_dice_than_needed_may_stand_whatever_they_show() -> None:
    assert offered(GAME.prompts(state_of(record([]))), entry_of(e("祈祷", 15, die=[2, 6])))
    assert not offered(GAME.prompts(state_of(record([]))), entry_of(e("祈祷", 15, die=[6, 2])))


def test_owes_tells_what_待定_would() -> None:
    state = state_of(record([e("传教", 21, [9, 10])]))
    assert [(o.skill, o.pick, o.by, o.to) for o in GAME.owes(state)] == [("被动", "欲望母树", 21, (9,)), ("被动", "欲望母树", 21, (10,))]


def test_every_change_says_where_it_comes_from() -> None:
    table = told([e("传教", 20, [10])], [])
    events = [ev for ev in GAME.events(table.replay.closed) if ev.seat == 10 and dict(ev.why.values)["what"] == "理智"]
    start, taken = events
    assert start.cite == ("R3",) and dict(taken.why.values)["delta"] == -1 and "二/【14】" in taken.cite
    gained = next(ev for ev in GAME.events(table.replay.closed) if ev.seat == 10 and dict(ev.why.values)["what"] == "神秘学知识")
    assert dict(gained.why.values)["delta"] == 2 and gained.cite == ("R30", "二/【3】", "R31")
