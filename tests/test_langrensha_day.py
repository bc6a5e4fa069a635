"""狼人杀, the day and the end (R44–R58), the record and its faults (R59–R62)."""

from __future__ import annotations

import pytest

from tests.lrs import STANDARD, Game, play, record

OK, NO = "ok", "illegal"
# seats of STANDARD: 1-3 狼人, 4 预言家, 5 女巫, 6 猎人, 7-9 平民


# --- R28–R30 shots by day


def test_shot_of_the_night_lapses_with_speech_or_vote_a_tied_one_too() -> None:
    for between in ("发言", "公投 -", "公投 1:7,2:8; 公投 3:7"):
        game = play(STANDARD, "刀 >6", between + "; 开枪 6>1")
        assert game.verdicts()[-1] == NO and game.table()["枪"] == []
    tied = play(STANDARD, "刀 >6", "公投 1:7,2:8")
    assert tied.table()["枪"] == [] and tied.table()["平票"] == [7, 8]


def test_shot_neither_used_nor_declined_stays_pending_to_the_end_of_the_day_and_lapses_then() -> None:
    game = play(STANDARD, "刀 >6", "", "", "开枪 6>1")
    assert game.table(1)["枪"] == [6] and game.table(2)["枪"] == [] and game.verdicts(3) == [NO]
    declined = play(STANDARD, "刀 >6", "开枪 6; 开枪 6>1")
    assert declined.verdicts() == [OK, NO] and declined.results() == [[], None]
    assert declined.table()["枪"] == [] and declined.seat(6)["left"] == {"枪": 0} and declined.news()["亮明"] == {}


def test_exiled_hunter_shoots_in_the_rest_of_the_day() -> None:
    game = play(STANDARD, "", "公投 1:6,2:6; DQ >9; 开枪 6>1")
    assert game.verdicts() == [OK, OK, OK] and game.dead() == {1: "开枪", 6: "公投", 9: "DQ"}
    assert play(STANDARD, "", "公投 1:6", "", "开枪 6>1").verdicts() == [NO]


def test_who_is_shot_does_not_shoot_back() -> None:
    game = play("狼人2 狼王 预言家 女巫 猎人 平民4", "刀 >6", "开枪 6>3; 开枪 3>7")
    assert game.verdicts() == [OK, NO] and game.table()["枪"] == []


def test_two_guns_shoot_one_after_the_other() -> None:
    board = "狼人3 黑市商人 猎人 女巫 平民4"
    game = play(board, "幸运儿 4>5 枪; 刀 >5", "开枪 5>1; 开枪 5>2; 开枪 5>3")
    assert game.verdicts() == [OK, OK, NO] and game.results()[:2] == [[1], [2]]
    one = play(board, "幸运儿 4>5 枪; 刀 >5", "开枪 5")
    assert one.table()["枪"] == [5] and one.seat(5)["left"] == {"枪": 1}


def test_shooter_is_revealed_by_his_role_unless_hunter_and_wolf_king_are_both_held() -> None:
    assert play("狼人3 黑市商人 猎人 女巫 平民4", "幸运儿 4>7 枪; 刀 >7", "开枪 7>1").news()["亮明"] == {"7": "平民"}
    both = "狼人2 狼王 黑市商人 猎人 女巫 平民4"
    assert play(both, "幸运儿 4>7 枪; 刀 >7", "开枪 7>1").news()["亮明"] == {}
    dead_king = play(both, "幸运儿 4>7 枪; 毒药 6>3", "", "刀 >5", "开枪 5>1")
    assert dead_king.news()["亮明"] == {}
    assert play("狼人2 狼王 预言家 女巫 平民4", "", "公投 4:3; 开枪 3>4").news()["亮明"] == {"3": "狼王"}


def test_demon_is_not_shot_at_dawn_but_dies_by_vote_or_after_speech() -> None:
    board = "狼人3 恶魔 女巫 猎人 平民5"
    game = play(board, "刀 >6", "警长竞选 >4; 开枪 6>4")
    assert game.results() == [4, []] and game.seat(6)["left"] == {"枪": 0} and game.news()["亮明"] == {"6": "猎人"}
    assert play(board, "", "公投 5:4").dead() == {4: "公投"}
    assert play(board, "", "公投 1:6; 开枪 6>4").results() == [6, [4]]
    assert play(board, "", "DQ >4").dead() == {4: "DQ"}


def test_demon_survives_the_white_wolf_king_before_speech_only() -> None:
    board = "狼人2 白狼王 恶魔 女巫 猎人 平民4"
    assert play(board, "", "自爆 3>4").results() == [[3]]
    assert play(board, "", "发言; 自爆 3>4").results()[1] == [3, 4]


# --- R38 hug by day


def test_hugged_white_wolf_king_takes_nobody_before_speech() -> None:
    board = "狼人2 白狼王 花蝴蝶 女巫 猎人 平民4"
    assert play(board, "抱 4>3", "自爆 3>5").verdicts() == [NO]
    assert play(board, "抱 4>3", "自爆 3").verdicts() == [OK]
    assert play(board, "抱 4>3", "发言; 自爆 3>5").verdicts() == [OK, OK]
    assert play(board, "抱 4>3", "公投 1:5,2:6; 公投 -; 自爆 3>5").verdicts() == [OK, OK, OK]


def test_hug_does_not_outlast_the_vote_for_an_exiled_hunter() -> None:
    game = play("狼人3 花蝴蝶 女巫 猎人 平民4", "抱 4>6", "公投 1:6; 开枪 6>1")
    assert game.verdicts() == [OK, OK]


# --- R44 the order of a day


def test_steps_of_the_day_do_not_go_back() -> None:
    game = play(STANDARD, "刀 >6", "死讯; 警长竞选 >4; 开枪 6>1; 死讯; 发言; 发言")
    assert game.verdicts() == [OK, NO, OK, NO, OK, NO]
    assert play(STANDARD, "刀 >7", "死讯; 死讯").verdicts() == [OK, OK]
    assert play(STANDARD, "", "公投 -; 发言").verdicts() == [OK, NO]


# --- R45 公投


def test_vote_weighs_the_badge_and_forbids_dead_and_revealed() -> None:
    votes = {1: "7", 1.5: "平票", 2: "7"}
    for weight in (1, 1.5, 2):
        game = play(STANDARD, "", "警长竞选 >1; 公投 1:7,4:8,5:8", 警长票=weight)
        assert game.results()[1] == {1: 8, 1.5: 8, 2: "平票"}[weight], votes
    assert play(STANDARD, "刀 >7", "公投 7:1").verdicts() == [NO]
    assert play(STANDARD, "刀 >7", "公投 1:7").verdicts() == [NO]
    assert play(STANDARD, "", "警长竞选 >1; 公投 1:7,4:8", 警长票=1.5).results()[1] == 7


def test_no_vote_exiles_nobody_and_a_second_decided_vote_is_illegal() -> None:
    game = play(STANDARD, "", "公投 -; 公投 1:7")
    assert game.results() == ["无人出局", None] and game.verdicts() == [OK, NO] and game.news()["公投"] is None


def test_tie_is_voted_again_among_the_tied_who_do_not_vote() -> None:
    tie = "公投 1:7,2:8; "
    assert play(STANDARD, "", tie + "公投 7:8").verdicts() == [OK, NO]
    assert play(STANDARD, "", tie + "公投 3:9").verdicts() == [OK, NO]
    assert play(STANDARD, "", tie + "公投 3:8").results() == ["平票", 8]
    assert play(STANDARD, "", tie + "公投 3:8,4:7").results() == ["平票", "无人出局"]
    assert play(STANDARD, "", tie + "公投 -").results() == ["平票", "无人出局"]
    once = play(STANDARD, "", tie + "公投 3:8", 平票="无人出局")
    assert once.results() == ["无人出局", None] and once.table()["平票"] == []


def test_while_a_second_ballot_is_due_everything_else_is_illegal() -> None:
    game = play(STANDARD, "", "公投 1:7,2:8; 自爆 1; DQ >9; 发言; 公投 3:8")
    assert game.verdicts() == [OK, NO, NO, NO, OK]


# --- R46 自爆, R51 遗言


def test_who_may_explode() -> None:
    board = "狼人 狼王 白狼王 隐狼 狼美人 恶魔 预言家 女巫 猎人 平民5"
    for seat, verdict in ((1, OK), (2, OK), (3, OK), (4, NO), (5, NO), (6, NO), (7, NO)):
        assert play(board, "", f"自爆 {seat}").verdicts() == [verdict]
    assert play(board, "", "自爆 2; 开枪 2>7").verdicts() == [OK, NO]
    assert play(board, "", "自爆 1>7").verdicts() == [NO]
    assert play(board, "", "自爆 3>3").results() == [[3]]


def test_after_an_explosion_only_shots_cards_badge_and_dq() -> None:
    game = play(STANDARD, "刀 >6", "自爆 1; 死讯; 公投 4:2; 自爆 2; 发言; 开枪 6>3; DQ >9")
    assert game.verdicts() == [OK, NO, NO, NO, NO, OK, OK]
    assert game.news()["亮明"] == {"1": "狼人", "6": "猎人"}


def test_village_head_taken_by_white_wolf_king_dies_at_once_without_taking_skills() -> None:
    game = play("狼人2 白狼王 村长 女巫 猎人 平民4", "", "自爆 3>4")
    assert game.dead() == {3: "自爆", 4: "自爆"} and game.seat(4)["命"] == 0 and not game.seat(5)["失去技能"]


def test_explosion_takes_the_wolfs_chain_before_the_target() -> None:
    board = "狼人2 白狼王 丘比特 女巫 猎人 平民4"
    game = play(board, "情侣 4>3,7", "自爆 3>7")
    assert game.dead() == {3: "自爆", 7: "殉情"} and game.results() == [[3, 7]]


def test_last_words_by_option() -> None:
    board = "狼人2 狼王 丘比特 女巫 猎人 平民5"
    night, day, late = "情侣 4>6,7; 刀 >7", "公投 4:3; 开枪 3>8; 自爆 1; DQ >9", "刀 >10"
    expected = {"首夜": ([6, 7], [3], []), "全部": ([6, 7], [3, 8], [10]), "无": ([], [], [])}
    for option, words in expected.items():
        game = play(board, night, day, late, 遗言=option, 绑票=False)
        assert tuple(game.news(i)["遗言"] for i in range(3)) == words, option


def test_nobody_dying_from_an_explosion_on_has_last_words() -> None:
    game = play(STANDARD, "刀 >6", "自爆 1; 开枪 6>2", 遗言="全部")
    assert game.news()["遗言"] == []
    before = play(STANDARD, "", "公投 1:6; 开枪 6>7; 自爆 1", 遗言="全部")
    assert before.news()["遗言"] == [6, 7]


# --- R47 警长


def test_election_of_one_needs_no_vote_and_dead_of_the_night_may_stand() -> None:
    game = play(STANDARD, "刀 >7", "警长竞选 >7; 警徽 7>4; 公投 4:1,5:8,6:9")
    assert game.results()[:2] == [7, 4] and game.table()["警长"] == 4
    assert play(STANDARD, "", "警长竞选").results() == ["无警长"]
    assert play(STANDARD, "", "警长竞选 >4,5").results() == ["无警长"]
    assert play(STANDARD, "", "警长竞选 >4,4").results() == [4]


def test_candidates_do_not_vote_and_only_candidates_are_voted_for() -> None:
    assert play(STANDARD, "", "警长竞选 >4,5 4:5").verdicts() == [NO]
    assert play(STANDARD, "", "警长竞选 >4,5 6:7").verdicts() == [NO]
    assert play(STANDARD, "", "警长竞选 >4 6:4").results() == [4]


def test_tied_election_is_voted_once_more_among_the_tied() -> None:
    tie = "警长竞选 >4,5,6 1:4,2:5; "
    assert play(STANDARD, "", tie).results() == ["平票"]
    assert play(STANDARD, "", tie + "警长竞选 >4,5 6:4").results() == ["平票", 4]
    assert play(STANDARD, "", tie + "警长竞选 >5,4,5 6:4,1:5").results() == ["平票", "无警长"]
    assert play(STANDARD, "", tie + "警长竞选 >4,5").results() == ["平票", "无警长"]
    assert play(STANDARD, "", tie + "警长竞选 >4,5,6 1:4").verdicts() == [OK, NO]
    assert play(STANDARD, "", tie + "警长竞选 >4,5 4:5").verdicts() == [OK, NO]
    assert play(STANDARD, "", tie + "DQ >4; 警长竞选 >4,5 6:5").verdicts() == [OK, OK, NO]
    assert play(STANDARD, "", tie + "DQ >9; 警长竞选 >4,5 6:5").results() == ["平票", [9], 5]


def test_second_election_day_only_after_an_explosion_without_result() -> None:
    assert play(STANDARD, "", "自爆 1", "", "警长竞选 >4").verdicts() == [OK]
    assert play(STANDARD, "", "警长竞选 >4,5 1:4,2:5; 自爆 1", "", "警长竞选 >4").verdicts() == [OK]
    assert play(STANDARD, "", "警长竞选; 自爆 1", "", "警长竞选 >4").verdicts() == [NO]
    assert play(STANDARD, "", "", "", "警长竞选 >4").verdicts() == [NO]
    assert play(STANDARD, "", "自爆 1", "", "自爆 2", "", "警长竞选 >4", 绑票=False).verdicts() == [NO]
    assert play(STANDARD, "", "警长竞选 >4", 警长=False).verdicts() == [NO]


def test_badge_goes_on_or_is_torn_or_is_gone_with_the_day() -> None:
    assert play(STANDARD, "", "警长竞选 >4; 公投 1:4; 警徽 4>5").table()["警长"] == 5
    assert play(STANDARD, "", "警长竞选 >4; 公投 1:4; 警徽 4; 警徽 4>5").verdicts() == [OK, OK, OK, NO]
    assert play(STANDARD, "", "警长竞选 >4; 公投 1:4").table()["警长"] is None
    night = play(STANDARD, "", "警长竞选 >4", "刀 >4", "")
    assert night.table(2)["警长"] == 4 and night.table(3)["警长"] is None
    assert play(STANDARD, "", "警长竞选 >4; 警徽 4>5").verdicts() == [OK, NO]
    assert play(STANDARD, "", "警长竞选 >4; 公投 1:4; 警徽 4>4").verdicts()[-1] == NO
    disqualified = play(STANDARD, "", "警长竞选 >4; DQ >4; 警徽 4>5")
    assert disqualified.verdicts() == [OK, OK, NO] and disqualified.table()["警长"] is None
    assert disqualified.news()["警长"] == 4


def test_badge_may_be_handed_on_twice_in_a_day() -> None:
    game = play(STANDARD, "刀 >6", "警长竞选 >6; 警徽 6>7; 开枪 6>7; 警徽 7>8")
    assert game.verdicts() == [OK] * 4 and game.table()["警长"] == 8


# --- R49 白痴


def test_idiot_lives_once_without_vote_and_keeps_the_badge() -> None:
    board = "狼人3 预言家 女巫 白痴 平民3"
    game = play(board, "", "警长竞选 >6; 公投 1:6 亮明身份", "", "公投 1:6 亮明身份; 公投 1:6")
    assert game.table(1)["警长"] == 6 and game.news(1)["公投"] == 6
    assert game.verdicts(3) == [NO, OK] and game.dead() == {6: "公投"} and game.seat(6)["投票权"] is False
    assert play(board, "", "公投 1:6").dead() == {6: "公投"}
    assert play(board, "", "公投 1:7 亮明身份").verdicts() == [NO]
    assert play(board, "", "公投 1:7,2:6 亮明身份").verdicts() == [NO]
    assert play(board, "", "公投 1:7,2:6; 公投 3:6 亮明身份").results() == ["平票", 6]


def test_revealed_idiot_may_stand_but_not_vote_in_an_election() -> None:
    board = "狼人3 预言家 女巫 白痴 平民3"
    day = "公投 1:6 亮明身份; 自爆 1"
    assert play(board, "", day, "", "警长竞选 >4,5 6:4", 绑票=False).verdicts() == [NO]
    assert play(board, "", day, "", "警长竞选 >6", 绑票=False).results() == [6]


def test_idiot_without_skill_cannot_show_himself() -> None:
    board = "狼人2 村长 女巫 预言家 白痴 平民3"
    game = play(board, "", "公投 1:3", "", "公投 1:6 亮明身份; 公投 1:6", 绑票=False)
    assert game.seat(6, 1)["失去技能"] and game.verdicts() == [NO, OK] and game.dead()[6] == "公投"


# --- R37, R48 by day


def test_exile_and_shot_of_the_head_take_the_skills_dq_does_not() -> None:
    board = "狼人2 村长 女巫 预言家 猎人 平民3"
    assert play(board, "", "公投 1:3").seat(6)["left"] == {"枪": 0}
    shot = play(board, "刀 >6", "开枪 6>3")
    assert shot.seat(4)["失去技能"] and not shot.seat(6)["失去技能"]
    assert not play(board, "", "DQ >3").seat(4)["失去技能"]


# --- R52 DQ


def test_dq_gives_no_shot_and_takes_the_lover() -> None:
    board = "狼人2 丘比特 预言家 女巫 猎人 平民4"
    game = play(board, "情侣 3>6,7", "DQ >6; 开枪 6>1; DQ >6", 遗言="全部")
    assert game.results() == [[6, 7], None, None] and game.verdicts() == [OK, NO, NO]
    assert game.news()["DQ"] == [6] and game.news()["死讯"] == [6, 7] and game.news()["遗言"] == [7]
    assert play(board, "DQ >6").verdicts() == [NO]


def test_lover_dead_by_dq_is_out_of_the_election() -> None:
    board = "狼人2 丘比特 预言家 女巫 猎人 平民4"
    for election in ("警长竞选 >7", "警长竞选 >4,5 7:4", "警长竞选 >6"):
        assert play(board, "情侣 3>6,7", "DQ >6; " + election).verdicts()[-1] == NO


# --- R53–R58 victory


def test_good_wins_with_the_last_wolf_and_nothing_later_is_legal() -> None:
    game = play("狼人2 预言家 女巫 猎人 平民3", "毒药 4>1", "公投 3:2; 警长竞选; DQ >3; 自爆 2", "刀 >3")
    assert game.winner == "好人" and game.names == ["第1夜", "第1天"]
    assert game.verdicts() == [OK, NO, NO, NO]


def test_knife_comes_first_when_poison_would_end_the_wolves_in_the_same_night() -> None:
    board = "狼人 狼王 预言家 女巫 平民4"
    game = play(board, "毒药 4>1", "公投 5:3", "", "公投 5:6", "刀 >4", 警长=False)
    assert game.winner == "狼人" and game.names[-1] == "第3夜"
    both = play("狼人 隐狼 女巫 熊 平民5", "刀 >4", "公投 9:2", "刀 >3; 毒药 3>1", 女巫自救="①")
    assert both.winner == "狼人" and both.dead() == {1: "毒药", 2: "公投", 3: "刀", 4: "刀"}


def test_white_wolf_king_as_last_wolf_loses_though_he_takes_the_last_god() -> None:
    game = play("白狼王 狼人 女巫 平民6", "毒药 3>2", "自爆 1>3")
    assert game.winner == "好人" and game.dead() == {1: "自爆", 2: "毒药", 3: "自爆"}


def test_deaths_due_in_the_same_chain_happen_though_the_game_is_decided() -> None:
    game = play("狼人2 丘比特 女巫 平民5", "情侣 3>4,5; 刀 >4", 丘比特="②")
    assert game.winner == "狼人" and game.dead() == {4: "刀", 5: "殉情"}


def test_fall_is_carried_out_though_the_game_is_decided() -> None:
    game = play("狼人2 狼王 村长 女巫 猎人 预言家 白痴", "", "公投 1:4")
    assert game.winner == "狼人" and game.seat(6)["失去技能"] and game.seat(5)["left"] == {"解药": 0, "毒药": 0}


def test_decided_game_has_no_shot_and_no_tie_left() -> None:
    game = play("狼人2 预言家 女巫 猎人 平民3", "刀 >6", "公投 1:7", "刀 >8")
    assert game.winner == "狼人" and game.table()["枪"] == []
    game = play("狼人3 预言家 女巫 猎人 平民2 村长", "刀 >7", "公投 1:6; 开枪 6>8; 开枪 6>1", 胜利条件="屠边")
    assert game.winner is None


@pytest.mark.parametrize(("option", "winner"), [("屠边", "狼人"), ("屠城", None)])
def test_massacre_of_a_side_or_of_the_town(option: str, winner: str | None) -> None:
    game = play("狼人2 预言家 女巫 猎人 平民3", "刀 >6", "公投 1:7", "刀 >8", "", 胜利条件=option, 绑票=False)
    assert game.winner == winner


def test_mixed_lovers_win_when_only_their_side_lives() -> None:
    board = "狼人 隐狼 丘比特 女巫 平民5"
    game = play(board, "情侣 3>1,9; 刀 >5; 毒药 4>6", "公投 1:2", "刀 >7", "公投 1:4", "刀 >8")
    assert game.winner == "人狼恋" and game.names[-1] == "第3夜"
    assert play(board, "情侣 3>1,9; 刀 >5; 毒药 4>6", "公投 1:2", "刀 >7", "公投 1:4", "刀 >8", 丘比特="②").winner is None


def test_wolves_all_of_the_mixed_side_do_not_win_by_massacre() -> None:
    game = play("狼人 隐狼 丘比特 女巫 平民5", "情侣 3>1,2; 刀 >4", 丘比特="②")
    assert game.winner == "狼人"
    mixed = play("狼人 隐狼 丘比特 女巫 平民5", "情侣 3>1,9; 毒药 4>2", "公投 1:4", 丘比特="②")
    assert mixed.winner is None and mixed.seat(1)["side"] == "人狼恋"


def test_victory_is_looked_at_after_each_death_of_a_night() -> None:
    # the 刀 takes the last 神 while 隐狼, poisoned in the same night, is alive still
    game = play("狼人 隐狼 丘比特 女巫 平民5", "情侣 3>1,4; 刀 >4; 毒药 4>2", 丘比特="②")
    assert game.winner == "狼人" and game.dead() == {1: "殉情", 2: "毒药", 4: "刀"}
    # no wolf of 狼人's side is left: the last 神 falls, then the last wolf after him
    mixed = play("狼人 隐狼 丘比特 女巫 平民5", "情侣 3>1,4; 毒药 4>2", "", "刀 >4", 丘比特="②")
    assert mixed.winner == "好人" and mixed.dead() == {1: "殉情", 2: "毒药", 4: "刀"}
    pair = play("狼人2 丘比特 女巫 平民5", "情侣 3>1,4; 刀 >4", 丘比特="②")
    assert pair.winner == "狼人" and pair.dead() == {1: "殉情", 4: "刀"}


def test_kidnapping_needs_no_election_no_shot_no_lovers_no_weapons() -> None:
    board = "狼人3 预言家 守卫 猎人 平民3"
    assert play(board, "刀 >7", "公投 1:6; 开枪 6>8", "", 警长=False).winner == "狼人"
    assert play(board, "刀 >7", "公投 1:6; 开枪 6>8", "", 警长=False).names == ["第1夜", "第1天"]
    pending = play(board, "刀 >7", "公投 1:6", "", 警长=False)
    assert pending.winner is None  # 3 against 4: no
    armed = play(board, "刀 >7", "公投 1:8", 警长=False)
    assert armed.winner is None  # 猎人 has his gun
    weapons_gone = play("狼人3 预言家 守卫 潜行者 平民3", "刀 >6", "公投 1:7", "刀 >8", 警长=False, 绑票=True)
    assert weapons_gone.winner == "狼人" and weapons_gone.names[-1] == "第2夜"
    assert play("狼人3 预言家 守卫 潜行者 平民3", "刀 >6", "公投 1:7", "刀 >8", 警长=False, 绑票=False).winner is None


def test_kidnapping_waits_for_an_election_and_counts_the_badge() -> None:
    board = "狼人3 预言家 守卫 白痴 平民2"
    assert play(board, "刀 >4").winner is None
    elected = play(board, "刀 >4", "警长竞选 >6; 公投 1:7")
    assert elected.winner is None or elected.winner == "狼人"
    assert play(board, "刀 >4", "警长竞选 >6").winner is None  # 3 against 3 and a half more
    assert play(board, "刀 >4", "警长竞选 >1").winner is None  # 3.5 against 4
    assert play(board, "刀 >4", "警长竞选 >1", "刀 >6").winner == "狼人"
    assert play(board, "刀 >4", "警长竞选 >6; 公投 1:7", 警长票=1).winner == "狼人"
    assert play(board, "刀 >4", "警长竞选 >6; 公投 1:7", 警长票=1.5).winner is None


def test_kidnapping_waits_on_the_second_day_where_the_election_is_still_to_come() -> None:
    board = "狼人4 预言家 守卫 白痴 平民3"
    after = play(board, "刀 >5", "自爆 1", "刀 >8", "自爆 2", 胜利条件="屠城")
    assert after.phase(2)["winner"] is None and after.names[-1] == "第2天"


def test_pending_shot_at_the_days_end_holds_kidnapping_off() -> None:
    board = "狼人3 预言家 守卫 猎人 平民3"
    game = play(board, "", "公投 1:7", "刀 >8", "公投 1:6", "", 警长=False)
    assert game.phase(3)["winner"] is None and game.table(3)["枪"] == [6] and game.names[-1] == "第3夜" and game.winner == "狼人"


# --- R59–R62 the record


def test_must_of_a_thief_alone() -> None:
    board = "狼人2 盗贼 预言家 女巫 平民3"
    assert play(board, "", "", extra=["猎人", "平民"]).errors == ["log/0"]
    assert play(board, "选择 3 猎人", "", extra=["猎人", "平民"]).errors == []
    struck = record(board, "选择 3 猎人", "", extra=["猎人", "平民"])
    struck["log"][0]["do"][0]["struck"] = True
    assert Game(struck).errors == ["log/0"]


def test_said_is_compared_with_seats_in_any_order_and_null_with_null() -> None:
    data = record(STANDARD, "刀 >7; 查验 4", "死讯; 公投 -")
    data["log"][0]["do"][1]["said"] = None
    data["log"][1]["do"][0]["said"] = [7]
    data["log"][1]["do"][1]["said"] = "平票"
    assert Game(data).verdicts(0) == [OK, OK] and Game(data).verdicts(1) == [OK, "mismatch"]
    told = record(STANDARD, "刀 >7; 毒药 5>1", "死讯")
    for said, verdict in (([7, 1], OK), ([1, 7], OK), ([1], "mismatch"), ([1, 7, 7], "mismatch"), ("1,7", "mismatch"), (None, "mismatch")):
        told["log"][1]["do"][0]["said"] = said
        assert Game(told).verdicts() == [verdict], said


def test_illegal_entry_has_no_result_and_what_was_said_is_not_looked_at() -> None:
    game = play(STANDARD, "查验 7>1 =狼人")
    assert game.verdicts() == [NO] and game.results() == [None] and game.answer["verdict"] == "mismatch"


def test_ruling_sets_fields_and_kind_and_side_follow() -> None:
    data = record(STANDARD, "刀 >7", "")
    data["log"][1]["do"] = [{"skill": "裁定", "set": {7: {"alive": True}, 4: {"role": "隐狼"}, "5": {"left": {"毒药": 1}}}}]
    game = Game(data)
    assert game.verdicts() == ["ruled"] and game.seat(7)["alive"] and game.seat(7)["cause"] is None
    assert (game.seat(4)["kind"], game.seat(4)["side"]) == ("狼", "狼人") and game.seat(5)["left"] == {"毒药": 1}
    for wrong in ({"kind": "神"}, {"side": "好人"}, {"alive": 1}, {"role": "村民"}, {"情侣": 7}, {"命": 3}, {"left": {"x": 1}}):
        data["log"][1]["do"] = [{"skill": "裁定", "set": {7: wrong}}]
        assert Game(data).errors == ["log/1/do/0/set"], wrong


def test_ruled_pair_is_a_pair_for_both() -> None:
    data = record(STANDARD, "刀 >7")
    data["log"][0]["do"].insert(0, {"skill": "裁定", "set": {7: {"情侣": 1}}})
    assert Game(data).dead() == {1: "殉情", 7: "刀"}


def test_ruled_loss_of_skills_takes_the_shot_away() -> None:
    data = record(STANDARD, "", "公投 6:1 2:6 3:6")
    assert Game(data).table()["枪"] == [6]
    data["log"][1]["do"].insert(0, {"skill": "裁定", "set": {6: {"失去技能": True}}})
    assert Game(data).table()["枪"] == [] and Game(data).seat(6)["cause"] == "公投"


# --- faults


def faults(**changes: object) -> list[str]:
    data = record(STANDARD)
    data.update(changes)
    return Game(data).errors


def test_faults_come_in_the_order_of_the_rows() -> None:
    seats = dict.fromkeys(range(1, 9), "预言家") | {9: "村民"}
    setup = {"x": 1, "roles": seats, "extra": ["狼人"], "板子": "不知", "上轮首刀": 10, "y": 2}
    log = [{"phase": "第1夜", "do": [{"skill": "刀", "to": 12}]}, {"phase": "第2夜"}]
    got = faults(zzz=1, options={"b": 1, "平票": "x", "警长票": True}, setup=setup, log=log)
    assert got == [
        "zzz", "options/b", "options/平票", "options/警长票", "setup/x", "setup/y", "setup/roles/9", "setup/roles", "setup/extra",
        "setup/板子", "setup/上轮首刀", "log/0/do/0/to", "log/1/phase",
    ]  # fmt: skip


@pytest.mark.parametrize("players", [7, 19, True, "9", None, 9.0, ["a"] * 9, ["a", 1, *"bcdefgh"], [], {}, 10**40])
def test_players_of_the_wrong_kind_are_the_only_fault_after_the_keys(players: object) -> None:
    assert faults(players=players, options={"x": 1}, q=1) == ["q", "players"]


def test_board_faults_are_all_told() -> None:
    assert faults(setup={"roles": dict.fromkeys(range(1, 10), "狼人")}) == ["setup/roles"] * 3
    assert faults(setup={"roles": dict.fromkeys(range(1, 10), "隐狼")}) == ["setup/roles"]
    assert faults(setup={}) == faults(setup={"roles": [1]}) == faults(setup=None) == ["setup/roles"]
    doubled = {**dict.fromkeys(range(1, 4), "狼人"), 4: "预言家", 5: "预言家", 6: "女巫", 7: "女巫", 8: "平民", 9: "平民"}
    assert faults(setup={"roles": doubled}) == ["setup/roles", "setup/roles"]
    thief = {**dict.fromkeys(range(1, 5), "狼人"), 5: "盗贼", 6: "女巫", 7: "平民", 8: "平民", 9: "平民"}
    assert faults(setup={"roles": thief}) == ["setup/extra"]
    assert faults(setup={"roles": thief, "extra": ["平民", "猎人"]}) == []
    assert faults(setup={"roles": thief, "extra": ["狼人", "猎人"]}) == ["setup/roles"]
    assert faults(setup={"roles": thief, "extra": ["盗贼", "猎人"]}) == ["setup/roles", "setup/extra"]
    assert faults(setup={"roles": thief, "extra": ["女巫", "猎人"]}) == ["setup/roles"]


def test_preset_must_be_known_for_the_count_and_be_its_cards() -> None:
    seats = record(STANDARD)["setup"]["roles"]
    assert faults(setup={"roles": seats, "板子": "预女猎"}) == []
    assert faults(setup={"roles": seats, "板子": "预女猎白"}) == ["setup/板子"]
    assert faults(setup={"roles": {**seats, 9: "村长"}, "板子": "预女猎"}) == ["setup/板子"]
    assert faults(setup={"roles": seats, "板子": ["预女猎"]}) == ["setup/板子"]


@pytest.mark.parametrize(
    ("entry", "keys"),
    [
        ({"by": 1}, ["skill"]),
        ("刀", ["skill"]),
        ({"skill": ["刀"]}, ["skill"]),
        ({"skill": "封妖", "x": 1}, ["skill"]),
        ({"skill": "刀", "by": 1}, ["by"]),
        ({"skill": "刀", "to": 7, "votes": {1: 7}}, ["votes"]),
        ({"skill": "刀", "to": None}, ["to"]),
        ({"skill": "刀", "to": [7]}, ["to"]),
        ({"skill": "刀", "votes": {1: "7"}}, ["votes"]),
        ({"skill": "查验"}, ["by"]),
        ({"skill": "查验", "by": True}, ["by"]),
        ({"skill": "榜样", "by": 4}, ["to"]),
        ({"skill": "幸运儿", "die": 1, "votes": {}}, ["by", "to", "pick", "votes", "die"]),
        ({"skill": "幸运儿", "by": 1, "to": 2, "pick": "解药"}, ["pick"]),
        ({"skill": "选择", "by": 1, "pick": "村民"}, ["pick"]),
        ({"skill": "情侣", "by": 1, "to": 2}, ["to"]),
        ({"skill": "情侣", "by": 1, "to": [2, "3"]}, ["to"]),
        ({"skill": "公投"}, ["votes"]),
        ({"skill": "公投", "votes": []}, ["votes"]),
        ({"skill": "公投", "votes": {}, "pick": "平票"}, ["pick"]),
        ({"skill": "公投", "votes": {True: 2}}, ["votes"]),
        ({"skill": "DQ", "to": 10**30}, ["to"]),
        ({"skill": "发言", "drawn": 1, "set": {}, "note": 1}, ["drawn", "set"]),
        ({"skill": "发言", "struck": 1}, ["struck"]),
        ({"skill": "裁定"}, ["set"]),
        ({"skill": "裁定", "set": {}, "by": 1}, ["by"]),
        ({"skill": "裁定", "die": 1, "set": {99: {}}, "to": 2, "by": 1}, ["by", "to", "die", "set"]),
    ],
)
def test_shape_of_an_entry(entry: object, keys: list[str]) -> None:
    assert faults(log=[{"phase": "第1夜", "do": [entry]}]) == [f"log/0/do/0/{key}" for key in keys]


def test_struck_entry_is_passed_over_whatever_it_holds() -> None:
    assert faults(log=[{"phase": "第1夜", "do": [{"struck": True, "by": "x"}, {"skill": 7, "struck": True}]}]) == []


def test_log_of_the_wrong_kind() -> None:
    assert faults(log={}) == ["log"]
    assert faults(log=[{"phase": "第1夜", "do": 3}, {"phase": "第1天", "do": None}]) == ["log/0/do"]
    assert faults(log=[3]) == faults(log=[{}]) == faults(log=[{"phase": ["第1夜"]}]) == ["log/0/phase"]
    assert faults(log=None) == []


def test_edition_and_format_are_told_alone() -> None:
    assert faults(edition="1", zzz=1) == ["edition"] and faults(format=2, zzz=1) == ["format"]


def test_later_phases_of_a_decided_game_are_examined_but_not_replayed() -> None:
    board, night = "狼人2 预言家 女巫 猎人 平民3", "毒药 4>1"
    assert play(board, night, "公投 3:2", "刀 >99").errors == ["log/2/do/0/to"]
    decided = play(board, night, "公投 3:2", "刀 >3", "公投 -")
    assert decided.names == ["第1夜", "第1天"] and decided.answer["verdict"] == "ok"
