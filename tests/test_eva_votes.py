"""EVA by day: ballots, ties, rights, 流言, 诡辩, 权势, traps, cards."""

from __future__ import annotations

from tests.evagame import Game as Played
from tests.evagame import game, record

D1 = "第1天: 藏匿 >2"


def test_everybody_votes_on_the_first_day_under_both_options() -> None:
    for right in ("全体", "村民"):
        g = game("第1天: 投票 2>7; 投票 18>7", 投票权=right)
        assert g.verdicts == ["ok", "ok"] and g.table["神眷者"] == 7
        assert all(g.seat(n)["投票权"] for n in range(1, 22))


def test_under_村民_only_村民_and_the_神眷者_vote_later() -> None:
    g = game("第1天: 藏匿 >9; 投票 5>2", "第1夜:", "第2天: 投票 2>6; 投票 5>6; 投票 1>6; 投票 9>6", 投票权="村民")
    assert g.verdicts == ["ok", "ok", "illegal", "illegal"]  # 9 has become 腐尸
    assert g.table["票数"] == {"6": 2.5}
    assert [n for n in range(1, 22) if g.seat(n)["投票权"]] == [2, 5, 7, 8, 10, 11, 12]


def test_the_first_night_shows_the_right_of_the_second_day() -> None:
    g = game(D1, "第1夜:", 投票权="村民")
    assert g.seat(1)["投票权"] is False and g.seat(5)["投票权"] is True


def test_nobody_votes_nobody_is_elected_or_sent_out() -> None:
    g = game(D1, "第1夜:", "第2天: 投票结算 =null")
    assert g.phase("第1天").announce == {"神眷者": None}
    assert g.results == [None] and g.news == {"投票出局": [], "虚体": []} and g.table["票数"] == {}


def test_the_神眷者_has_one_and_a_half_only_from_the_second_day() -> None:
    g = game("第1天: 投票 5>6; 投票 6>6; 藏匿 >2", "第1夜:", "第2天: 投票 6>9; 投票 7>10")
    assert g.phase("第1天").table["票数"] == {6: 2}
    assert g.table["票数"] == {"9": 1.5, "10": 1} and g.news["投票出局"] == [{"seat": 9}]


def test_a_later_ballot_replaces_and_takes_the_later_place() -> None:
    g = game("第1天: 投票 5>3; 投票 6>4; 投票 5>3")
    assert g.table["票数"] == {"3": 1, "4": 1} and g.table["神眷者"] == 4


def test_a_ballot_for_nobody_withdraws() -> None:
    g = game("第1天: 投票 5>3; 投票 6>4; 投票 5")
    assert g.verdicts == ["ok"] * 3 and g.table["票数"] == {"4": 1} and g.table["神眷者"] == 4


def test_votes_in_a_map_count_in_ascending_order_of_the_voters() -> None:
    g = game("第1天: 投票 9>3 5>4 7>3 6>4")
    assert g.table["神眷者"] == 4


def test_one_bad_ballot_spoils_the_map() -> None:
    g = game(D1, "第1夜: 突击 3>5", "第2天: 投票 5>6 7>6; 投票 7>5 8>6; 投票 8>6")
    assert g.verdicts == ["illegal", "illegal", "ok"] and g.table["票数"] == {"6": 1}


def test_voting_for_oneself_is_allowed_and_two_targets_are_not() -> None:
    g = game("第1天: 投票 5>5; 投票 6>7,8")
    assert g.verdicts == ["ok", "illegal"]


def test_rumour_stands_from_the_opening_and_wins_ties() -> None:
    g = game(D1, "第1夜: 流言 16>7", "第2天: 投票 5>8; 投票 6>8")
    assert g.table["票数"] == {"7": 2, "8": 2} and g.news["投票出局"] == [{"seat": 7}]


def test_a_ballot_for_the_rumoured_moves_it_behind() -> None:
    g = game(D1, "第1夜: 流言 16>7", "第2天: 投票 5>8; 投票 6>8; 投票 9>8; 投票 10>7")
    assert g.news["投票出局"] == [{"seat": 8}]


def test_rumour_alone_carries_the_day_and_two_make_four() -> None:
    g = game("第1天: 藏匿 >2", "第1夜: 拓印 17>16; 拓印 17 流言", "第2天:", "第2夜: 流言 17>7; 流言 16>7", "第3天:")
    assert g.phase("第2夜").announce["流言"] == [{"to": 7, "votes": 2}] * 2
    assert g.table["票数"] == {"7": 4} and g.news["投票出局"] == [{"seat": 7}]


def test_rumour_of_the_original_stands_before_the_copy() -> None:
    g = game("第1天: 藏匿 >2", "第1夜: 拓印 17>16; 拓印 17 流言", "第2天:", "第2夜: 流言 17>7; 流言 16>8", "第3天:")
    assert g.phase("第2夜").announce["流言"] == [{"to": 8, "votes": 2}, {"to": 7, "votes": 2}]
    assert g.news["投票出局"] == [{"seat": 8}]


def test_rumour_on_a_role_out_at_the_opening_is_dropped() -> None:
    g = game(D1, "第1夜: 流言 16>7; 突击 3>7", "第2天:")
    assert g.phase("第1夜").announce["流言"] == [] and g.table["票数"] == {}


def test_诡辩_needs_its_target_at_the_top_and_a_vote_on_the_named() -> None:
    night = "第1夜: 诡辩 17>7"
    assert game(D1, night, "第2天: 投票 5>8; 诡辩 17>8").verdicts == ["ok", "illegal"]
    tied = game(D1, night, "第2天: 投票 5>8; 投票 6>7; 诡辩 17>7 =出局")
    assert tied.verdicts[-1] == "ok" and tied.news["投票出局"] == [{"seat": 7}]
    none = game(D1, night, "第2天: 投票 6>7; 诡辩 17>9; 投票结算 =7")
    assert none.verdicts == ["ok", "ok", "ok"] and none.results[1] is None
    given_up = game(D1, night, "第2天: 投票 6>7; 诡辩 17; 诡辩 17>9")
    assert given_up.verdicts == ["ok", "ok", "ok"] and given_up.news["投票出局"] == [{"seat": 7}]
    assert game(D1, night, "第2天: 诡辩 17>7").verdicts == ["illegal"]


def test_诡辩_stands_in_any_place_of_the_log_and_counts_all_ballots() -> None:
    g = game(D1, "第1夜: 诡辩 17>7", "第2天: 诡辩 17>8; 投票 5>8; 投票 6>7")
    assert g.verdicts == ["ok", "ok", "ok"] and g.news["投票出局"] == [{"seat": 8}]


def test_诡辩_is_gone_with_its_user_or_his_skill() -> None:
    out = game(D1, "第1夜: 诡辩 17>7; 突击 3>17", "第2天: 投票 6>7; 诡辩 17>7")
    assert out.phase("第1夜").table["诡辩"] is None and out.verdicts[-1] == "illegal"
    hung = game(D1, "第1夜: 诡辩 17>7", "第2天: 投票 6>7; 挂机 >17; 诡辩 17>7")
    assert hung.phase("第1夜").table["诡辩"] == 7 and hung.verdicts[-1] == "illegal"


def test_诡辩_does_not_exist_on_the_first_day() -> None:
    assert game("第1天: 诡辩 17>7").verdicts == ["illegal"]


def test_权势_turns_the_right_round_for_one_day() -> None:
    g = game(D1, "第1夜: 突击 3>16; 权势 16>5,6,5", "第2天: 投票 5>6; 投票 7>8", "第2夜:", "第3天: 投票 5>6")
    assert g.phase("第1夜").announce["权势"] == [5, 6]
    assert g.phase("第1夜").seats[5]["投票权"] is False
    assert [r.verdict for _, r in g.phase("第2天").entries] == ["illegal", "ok"]
    assert g.verdicts == ["ok"]


def test_权势_gives_a_right_under_村民_but_none_to_挂机() -> None:
    g = game(D1, "第1夜: 挂机 >13; 突击 3>16; 权势 16>1,13,5", "第2天: 投票 1>6; 投票 13>6; 投票 5>6", 投票权="村民")
    assert g.verdicts == ["ok", "illegal", "illegal"]


def test_权势_may_be_empty_or_given_up_and_needs_living_seats() -> None:
    data = record(D1, "第1夜: 突击 3>16; 突击 4>5; 权势 16; 权势 16>5")
    data["log"][1]["do"].append({"skill": "权势", "by": 16, "to": []})
    g = Played(data)
    assert g.verdicts[2:] == ["ok", "illegal", "ok"] and g.news["权势"] == []


def test_权势_is_not_of_the_血族_and_not_of_the_living() -> None:
    g = game("第1天: 藏匿 >16", "第1夜: 突击 3>16; 权势 16>5")
    assert g.seat(16)["身份"] == "血族" and g.verdicts == ["ok", "illegal"]
    assert game(D1, "第1夜: 权势 16>5").verdicts == ["illegal"]


def test_权势_of_a_贵族_voted_out_comes_the_following_night_and_only_then() -> None:
    g = game(D1, "第1夜:", "第2天: 投票 5>16", "第2夜: 权势 16>7", "第3天: 投票 7>8", "第3夜: 权势 16>7")
    assert g.phase("第2夜").announce["权势"] == [7]
    assert g.phase("第3天").entries[0][1].verdict == "illegal" and g.verdicts == ["illegal"]


def test_a_trap_by_day_follows_the_vote_in_one_list() -> None:
    g = game(D1, "第1夜:", "第2天: 投票 5>14; 陷阱 14>6")
    assert g.settled == ["投票 >14 出局", "陷阱 14>6 出局"]
    assert g.news["投票出局"] == [{"seat": 14}, {"seat": 6}]
    assert g.seat(6)["出局"] == "第2天"


def test_by_day_长寿_holds_and_the_腐化_mark_does_not() -> None:
    long = game(D1, "第1夜:", "第2天: 投票 5>14; 陷阱 14>1")
    assert long.settled[-1] == "陷阱 14>1 长寿" and long.seat(1)["长寿已耗"]
    mark = game("第1天: 藏匿 >5", "第1夜:", "第2天: 投票 6>5; 馈赠 5>2", "第2夜: 腐化 5>12", "第3天: 投票 6>14; 陷阱 14>12")
    assert mark.settled[-1] == "陷阱 14>12 出局" and mark.seat(12)["身份"] == "村民"


def test_a_trap_is_armed_once_a_phase_and_only_for_it() -> None:
    g = game(D1, "第1夜:", "第2天: 陷阱 14>6; 陷阱 14>7", "第2夜: 突击 3>14")
    assert [r.verdict for _, r in g.phase("第2天").entries] == ["ok", "illegal"]
    assert g.settled == ["突击 3>14 出局"]


def test_a_trap_victim_of_the_day_has_neither_虚体_nor_腐化() -> None:
    g = game("第1天: 藏匿 >5", "第1夜:", "第2天: 投票 6>14; 陷阱 14>5; 馈赠 5>6", "第2夜: 腐化 5>12")
    assert g.verdicts == ["illegal"]
    wraith = game("第1天: 藏匿 >17", "第1夜: 灾厄 17>18", "第2天: 投票 6>14; 陷阱 14>17; 虚体 17")
    assert wraith.verdicts[-1] == "illegal"


def test_虚体_only_for_an_恶灵_voted_out_today() -> None:
    g = game("第1天: 藏匿 >17", "第1夜: 灾厄 17>18", "第2天: 投票 6>17; 虚体 17 =恶灵; 虚体 17")
    assert g.verdicts == ["ok", "ok", "illegal"]
    assert g.news == {"投票出局": [{"seat": 17}], "虚体": [{"seat": 17, "身份": "恶灵"}]}
    assert g.seat(17)["虚体"] and not g.seat(17)["存活"]
    assert game(D1, "第1夜:", "第2天: 投票 6>17; 虚体 17").verdicts[-1] == "illegal"


def test_馈赠_and_传承_by_day_come_before_the_night() -> None:
    g = game("第1天: 投票 5>6; 藏匿 >6", "第1夜:", "第2天: 投票 7>6; 馈赠 6>8; 传承 6>8", "第2夜:")
    assert g.phase("第2天").table["神眷者"] == 8
    assert g.table["圣物"] == {"持有者": 8, "诅咒": 3, "夜数": 1}  # the new 神眷者 is immune


def test_a_choice_still_owing_stops_the_log() -> None:
    g = game("第1天:", "第1夜:")
    assert g.answer.verdict == "invalid" and g.errors == ["log/0"] and g.answer.phases == ()
    assert game("第1天:").table["待定"] == [{"skill": "藏匿", "by": None}]
    both = game("第1天: 投票 5>6; 藏匿 >6", "第1夜:", "第2天: 投票 7>6; 传承 6")
    assert both.verdicts == ["ok", "needs"] and both.answer.verdict == "incomplete"
    assert both.table["待定"] == [{"skill": "馈赠", "by": 6}, {"skill": "传承", "by": 6}]
    assert both.table["圣物"]["持有者"] is None and both.table["神眷者"] is None


def test_a_drawn_seat_stands_for_a_choice_also_of_one_in_挂机() -> None:
    g = game("第1天: 藏匿 !6", "第1夜:", "第2天: 投票 7>6; 挂机 >6; 馈赠 6>8; 馈赠 6 !9")
    assert g.verdicts[2:] == ["illegal", "ok"] and g.table["圣物"]["持有者"] == 9


def test_a_drawn_seat_must_be_legal_and_stand_alone() -> None:
    g = game("第1天: 藏匿 !18; 藏匿 >5 !5; 藏匿 18 !5; 藏匿 >6")
    assert g.verdicts == ["illegal", "illegal", "ok", "illegal"] and g.table["圣物"]["持有者"] == 5


def test_藏匿_comes_from_a_恶徒_or_from_nobody_in_particular() -> None:
    assert game("第1天: 藏匿 5>6; 藏匿 18>6").verdicts == ["illegal", "ok"]
    assert game("第1天: 挂机 >18; 藏匿 18>6; 藏匿 >6").verdicts == ["ok", "illegal", "ok"]
    assert game("第1天: 藏匿").verdicts == ["needs"]
    assert game(D1, "第1夜:", "第2天: 藏匿 >6").verdicts == ["illegal"]


def test_cards_merge_at_once_and_a_red_one_silences() -> None:
    g = game("第1天: 判罚 >5 蓝牌; 判罚 >5 蓝牌; 判罚 >5 蓝牌 =黄牌; 判罚 >5 黄牌; 判罚 >5 黄牌 =红牌; 投票 5>6")
    assert g.results == ["蓝牌", "蓝牌", "黄牌", "黄牌", "红牌", None]
    assert g.verdicts[-1] == "illegal"
    assert {k: g.seat(5)[k] for k in ("蓝牌", "黄牌", "红牌", "挂机", "投票权", "群")} == {
        "蓝牌": 0, "黄牌": 0, "红牌": 1, "挂机": True, "投票权": False, "群": [],
    }  # fmt: skip


def test_two_yellow_and_two_blue_become_red_by_a_third_blue() -> None:
    g = game("第1天: 判罚 >5 黄牌; 判罚 >5 黄牌; 判罚 >5 蓝牌; 判罚 >5 蓝牌; 判罚 >5 蓝牌 =红牌")
    assert g.verdicts[-1] == "ok" and g.seat(5)["红牌"] == 1 and g.seat(5)["黄牌"] == 0


def test_cards_may_go_to_roles_that_are_out_but_挂机_may_not() -> None:
    g = game(D1, "第1夜: 突击 3>5", "第2天: 判罚 >5 红牌; 挂机 >5; 判罚 >6 紫牌")
    assert g.verdicts == ["ok", "illegal", "illegal"] and g.seat(5)["挂机"]


def test_挂机_works_from_its_place_in_the_log_on() -> None:
    g = game("第1天: 投票 5>6; 挂机 >5; 投票 5>7; 投票 8>5")
    assert g.verdicts == ["ok", "ok", "illegal", "ok"] and g.table["票数"] == {"5": 1, "6": 1}
    assert game("第1天: 藏匿 >2; 挂机 >5", "第1夜: 祝福 5>6").verdicts == ["illegal"]


def test_an_out_seat_neither_votes_nor_is_voted_for() -> None:
    g = game(D1, "第1夜: 突击 3>5", "第2天: 投票 5>6; 投票 6>5")
    assert g.verdicts == ["illegal", "illegal"]
