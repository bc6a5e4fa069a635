"""狼人杀, the night: identity (R5–R15), steps and skills (R16–R43)."""

from __future__ import annotations

import pytest

from tests.lrs import STANDARD, play

OK, NO = "ok", "illegal"
# seats of STANDARD: 1-3 狼人, 4 预言家, 5 女巫, 6 猎人, 7-9 平民


# --- R5–R15 identity


def test_thief_takes_a_wolf_before_anything_else() -> None:
    board = "狼人 盗贼 预言家 女巫 平民4"
    assert play(board, "选择 2 猎人", extra=["狼人", "猎人"]).verdicts() == [NO]
    assert play(board, "选择 2 狼人", extra=["狼人", "猎人"]).verdicts() == [OK]
    assert play(board, "选择 2 猎人", extra=["猎人", "野孩子"]).verdicts() == [OK]
    assert play(board, "选择 2 白痴", extra=["猎人", "野孩子"]).verdicts() == [NO]


def test_thief_may_take_either_of_two_special_wolves() -> None:
    for pick in ("狼王", "隐狼"):
        assert play("狼人 盗贼 预言家 女巫 平民4", f"选择 2 {pick}", extra=["狼王", "隐狼"]).verdicts() == [OK]


def test_thief_acts_in_the_step_of_the_chosen_role_and_owes_its_musts() -> None:
    game = play("狼人2 盗贼 预言家 女巫 平民3", "选择 3 黑市商人; 幸运儿 3>4 眼镜", "", extra=["黑市商人", "平民"])
    assert game.verdicts(0) == [OK, OK]
    assert play("狼人2 盗贼 预言家 女巫 平民3", "选择 3 黑市商人", "", extra=["黑市商人", "平民"]).errors == ["log/0"]
    assert play("狼人2 盗贼 预言家 女巫 平民3", "刀 >4", "", extra=["野孩子", "平民"]).errors == ["log/0"]


def test_thief_before_the_choice_has_neither_kind_nor_side() -> None:
    seat = play("狼人2 盗贼 预言家 女巫 平民3", "刀 >4", extra=["村长", "平民"]).seat(3)
    assert (seat["role"], seat["kind"], seat["side"], seat["命"], seat["left"]) == ("盗贼", None, None, None, {})
    seat = play("狼人2 盗贼 预言家 女巫 平民3", "选择 3 村长", extra=["村长", "平民"]).seat(3)
    assert (seat["role"], seat["kind"], seat["side"], seat["命"]) == ("村长", "平", "好人", 2)


@pytest.mark.parametrize(
    ("board", "option", "kind"),
    [
        ("狼人2 丘比特 预言家 女巫 平民3", "自动", "神"),
        ("狼人3 丘比特 预言家 女巫 平民3", "自动", "平"),  # equal: ②
        ("狼人3 丘比特 预言家 女巫 平民3", "①", "神"),
        ("狼人2 丘比特 预言家 女巫 平民3", "②", "平"),
        ("狼人2 隐狼 丘比特 预言家 女巫 平民2 野孩子", "自动", "平"),
    ],
)
def test_cupid_is_god_by_the_count_of_the_board_or_the_option(board: str, option: str, kind: str) -> None:
    cupid = board.split().index("丘比特")
    number = 3 if cupid == 1 and "狼人2" in board else 4
    assert play(board, "", 丘比特=option).seat(number)["kind"] == kind


def test_lovers_are_two_different_seats_or_nobody() -> None:
    board = "狼人2 丘比特 预言家 女巫 平民3"
    assert play(board, "情侣 3>3,4").results() == [[3, 4]]
    assert play(board, "情侣 3").results() == [None]
    assert play(board, "情侣 3>4,4").verdicts() == [NO]
    assert play(board, "情侣 3>4").verdicts() == [NO]
    assert play(board, "情侣 3>4,5,6").verdicts() == [NO]
    assert play(board, "情侣 3; 情侣 3>4,5").verdicts() == [OK, NO]


def test_sides_of_lovers_follow_their_kinds_at_every_moment() -> None:
    board = "狼人2 丘比特 预言家 野孩子 平民4"
    both = play(board, "情侣 3>1,5; 榜样 5>4; 刀 >4", "", "")
    assert [both.seat(n, 0)["side"] for n in (1, 3, 5)] == ["人狼恋"] * 3
    assert [both.seat(n, 2)["side"] for n in (1, 3, 5)] == ["狼人"] * 3  # 野孩子 awoke: no pair of both kinds any more
    good = play(board, "情侣 3>5,6; 榜样 5>4; 刀 >4", "", "")
    assert [good.seat(n, 0)["side"] for n in (3, 5, 6)] == ["好人"] * 3
    assert [good.seat(n, 2)["side"] for n in (3, 5, 6)] == ["人狼恋"] * 3


def test_cupid_under_two_is_plain_and_good_unless_a_lover_of_a_wolf() -> None:
    board = "狼人2 丘比特 预言家 女巫 平民3"
    game = play(board, "情侣 3>1,4", 丘比特="②")
    assert (game.seat(3)["kind"], game.seat(3)["side"]) == ("平", "好人")
    assert play(board, "情侣 3>1,3", 丘比特="②").seat(3)["side"] == "人狼恋"


def test_mixed_blood_shares_the_side_of_its_model_dead_or_alive() -> None:
    board = "狼人2 丘比特 预言家 混血儿 平民4"
    game = play(board, "情侣 3>1,6; 榜样 5>6", "公投 4:6")
    assert (game.seat(5, 0)["kind"], game.seat(5, 0)["side"]) == ("平", "人狼恋")
    assert game.dead() == {1: "殉情", 6: "公投"}
    assert game.seat(5)["side"] == "人狼恋"
    assert play(board, "").seat(5)["side"] == "好人"
    own = play(board, "情侣 3>1,5; 榜样 5>4")
    assert own.seat(5)["side"] == "人狼恋"


def test_mixed_blood_of_an_unchosen_thief_has_no_side() -> None:
    game = play("狼人2 盗贼 预言家 混血儿 女巫 平民2", "榜样 5>3", extra=["猎人", "平民"])
    assert game.seat(5)["side"] is None


def test_unchosen_thief_counts_as_no_wolf_for_a_pair() -> None:
    game = play("狼人2 盗贼 丘比特 预言家 女巫 平民2", "情侣 4>1,3", extra=["猎人", "平民"])
    assert game.seat(1)["side"] == "人狼恋" and game.seat(3)["side"] is None


def test_wild_child_awakes_in_the_night_after_the_death_and_joins_the_knife() -> None:
    board = "狼人2 野孩子 预言家 女巫 平民4"
    game = play(board, "榜样 3>4; 刀 >4", "自爆 3", "刀 3:6,1:6,2:6", "自爆 3")
    assert game.verdicts(1) == [NO]
    assert game.seat(3, 1)["kind"] == "平"
    assert game.results(2) == [6] and game.seat(3, 2)["kind"] == "狼"
    assert game.verdicts(3) == [OK]


def test_dead_wild_child_never_awakes() -> None:
    game = play("狼人2 野孩子 预言家 女巫 平民4", "榜样 3>4; 刀 >3", "公投 5:4", "", "")
    assert game.seat(3)["kind"] == "平"


def test_model_is_another_seat_and_a_must() -> None:
    board = "狼人2 野孩子 混血儿 预言家 女巫 平民3"
    assert play(board, "榜样 3>3; 榜样 4>4").verdicts() == [NO, NO]
    assert play(board, "", "").errors == ["log/0", "log/0"]
    assert play(board, "榜样 4>1", "").errors == ["log/0"]
    assert play(board, "").errors == []


def test_hidden_wolf_knifes_only_by_option_when_the_others_are_gone() -> None:
    board = "狼人 隐狼 预言家 女巫 猎人 平民4"
    days = ("", "公投 3:1", "刀 >9", "自爆 2")
    assert play(board, *days).verdicts(2) == [NO]
    game = play(board, *days, 隐狼带刀=True)
    assert game.results(2) == [9]
    assert game.verdicts(3) == [NO]
    assert play(board, "刀 1:9,2:9", 隐狼带刀=True).verdicts() == [NO]
    assert play(board, "刀 >2").results() == [2]


# --- R16–R18, R41: order, who acts, who is aimed at


def test_a_lower_step_after_a_higher_one_is_illegal_and_an_illegal_entry_does_not_advance_the_step() -> None:
    assert play(STANDARD, "查验 4>1; 死亡信息 5; 刀 >7").verdicts() == [OK, NO, NO]
    assert play(STANDARD, "查验 7>1; 刀 >7").verdicts() == [NO, OK]


def test_antidote_and_poison_stand_in_one_step_in_either_order() -> None:
    board = "狼人3 黑市商人 女巫 猎人 平民4"
    night = "幸运儿 4>7 毒药; 刀 >8; "
    one = play(board, night + "解药 5>8; 毒药 7>9")
    two = play(board, night + "毒药 7>9; 解药 5>8")
    assert one.verdicts() == two.verdicts() == [OK] * 4
    assert one.phase()["seats"] == two.phase()["seats"] and one.news() == two.news()


def test_day_skills_are_illegal_by_night_and_the_other_way_round() -> None:
    game = play(STANDARD, "公投 1:2; 发言; 死讯", "刀 >4; 查验 4>1")
    assert game.verdicts(0) == [NO] * 3 and game.verdicts(1) == [NO] * 2


def test_first_night_skills_are_illegal_later() -> None:
    game = play("狼人2 丘比特 预言家 女巫 平民3", "", "", "情侣 3>4,5")
    assert game.verdicts() == [NO]


def test_who_is_alive_at_nightfall_acts_and_is_aimed_at_all_night() -> None:
    board = "狼人3 预言家 女巫 守卫 平民4"
    game = play(board, "守护 6; 刀 >4; 毒药 5>4; 查验 4>4", "", "刀 >4; 查验 4>1; 毒药 5>4; 守护 6>4")
    assert game.verdicts(0) == [OK] * 4
    assert game.verdicts(2) == [NO] * 4


def test_leaving_the_target_out_is_no_seat_and_spends_nothing() -> None:
    board = "狼人2 花蝴蝶 潜行者 女巫 预言家 守卫 平民3"
    game = play(board, "抱 3; 守护 7; 刀; 解药 5; 毒药 5; 查验 6; 暗杀 4")
    assert game.verdicts() == [OK] * 7
    assert game.results() == [None, None, "空刀", None, None, None, None]
    assert game.seat(3)["left"] == {"抱": 2} and game.seat(4)["left"] == {"暗杀": 1}
    assert game.seat(5)["left"] == {"解药": 1, "毒药": 1}
    assert {key: v for key, v in game.table().items() if v} == {}


def test_one_entry_of_a_skill_a_night_a_pass_counts() -> None:
    board = "狼人2 花蝴蝶 守卫 女巫 预言家 平民3"
    game = play(board, "抱 3; 抱 3>4; 守护 4; 守护 4>5; 刀; 刀 >7; 死亡信息 5; 死亡信息 5; 毒药 5; 毒药 5>7; 查验 6; 查验 6>1")
    assert game.verdicts() == [OK, NO] * 6


# --- R19–R22 刀


def test_differing_voices_are_an_empty_knife_and_silent_wolves_go_along() -> None:
    assert play(STANDARD, "刀 1:7,2:8").results() == ["空刀"]
    assert play(STANDARD, "刀 1:7").results() == [7]
    assert play(STANDARD, "刀 -").results() == ["空刀"]
    assert play(STANDARD, "刀 1:7,4:7").verdicts() == [NO]
    assert play(STANDARD, "刀 1:2,2:2,3:2").dead() == {2: "刀"}


def test_last_games_first_victim_is_not_knifed_in_the_first_night_only() -> None:
    game = play(STANDARD, "刀 >7; 死亡信息 5 =无", "", "刀 >7", first_knife=7)
    assert game.results(0) == ["空刀", "无"] and game.table(0)["刀"] is None
    assert game.results(2) == [7]


def test_wolf_beauty_takes_part_by_option() -> None:
    board = "狼人2 狼美人 预言家 女巫 猎人 平民3"
    assert play(board, "刀 3:7,1:7").results() == [7]
    assert play(board, "刀 3:7,1:7", 狼美人="②").verdicts() == [NO]
    alone = "狼人 狼美人 预言家 女巫 猎人 平民4"
    assert play(alone, "", "公投 3:1", "刀 >6", 狼美人="②").results() == [6]
    assert play(alone, "", "公投 3:1", "刀 >2", 狼美人="②").verdicts() == [NO]


def test_wolves_cannot_knife_beauty_or_demon_of_their_own_group() -> None:
    board = "狼人 狼美人 恶魔 预言家 女巫 猎人 平民4"
    assert play(board, "刀 >2").verdicts() == [NO]
    assert play(board, "刀 >3").verdicts() == [NO]
    assert play(board, "刀 1:3,2:3").verdicts() == [NO]
    assert play(board, "刀 1:3,2:7").results() == ["空刀"]
    under = play(board, "刀 >2", 狼美人="②")
    assert under.results() == [2] and under.dead() == {2: "刀"}
    assert play(board, "刀 >3", 狼美人="②").verdicts() == [NO]


def test_without_a_wolf_who_can_knife_the_knife_is_illegal() -> None:
    assert play("狼人 隐狼 预言家 女巫 猎人 平民4", "", "公投 3:1", "刀").verdicts() == [NO]


# --- R23–R26 守卫, 女巫


def test_guard_stops_only_the_knife_and_never_twice_running() -> None:
    board = "狼人2 守卫 女巫 预言家 平民4"
    game = play(board, "守护 3>3; 刀 >3", "", "守护 3>3; 守护 3; 刀 >3", "")
    assert game.dead(0) == {} and game.verdicts(2) == [NO, OK, OK] and game.dead(2) == {3: "刀"}
    again = play(board, "守护 3>6", "", "守护 3", "", "守护 3>6; 刀 >6")
    assert again.verdicts() == [OK, OK] and again.dead() == {}


def test_witch_is_told_the_guarded_and_the_twice_living_too() -> None:
    board = "狼人2 守卫 女巫 村长 平民4"
    assert play(board, "守护 3>6; 刀 >6; 死亡信息 4").results()[-1] == 6
    assert play(board, "刀 >5; 死亡信息 4").results()[-1] == 5
    assert play(board, "死亡信息 4").results() == ["无"]
    assert play(board, "刀 >6; 解药 4>6; 死亡信息 4").verdicts()[-1] == NO
    assert play(board, "刀 >6; 死亡信息 4; 解药 4>6", "", "刀 >6; 死亡信息 4").results() == [6, None]


def test_antidote_only_for_the_seat_hit() -> None:
    assert play(STANDARD, "刀 >7; 解药 5>8").verdicts() == [OK, NO]
    assert play(STANDARD, "解药 5>8").verdicts() == [NO]
    assert play(STANDARD, "刀 >7; 解药 5>7").dead() == {}


@pytest.mark.parametrize(("option", "first", "second"), [("①", NO, NO), ("②", OK, NO), ("③", OK, OK)])
def test_witch_saves_herself_by_option(option: str, first: str, second: str) -> None:
    assert play(STANDARD, "刀 >5; 解药 5>5", 女巫自救=option).verdicts()[-1] == first
    assert play(STANDARD, "", "", "刀 >5; 解药 5>5", 女巫自救=option).verdicts()[-1] == second


def test_under_three_a_guard_in_the_game_forbids_it_alive_or_dead() -> None:
    board = "狼人2 守卫 女巫 预言家 平民4"
    assert play(board, "刀 >4; 解药 4>4", 女巫自救="③").verdicts()[-1] == NO
    assert play(board, "刀 >3", "", "刀 >4; 解药 4>4", 女巫自救="③").verdicts()[-1] == NO
    left_over = play("狼人2 盗贼 女巫 预言家 平民4", "选择 3 平民; 刀 >4; 解药 4>4", extra=["平民", "守卫"], 女巫自救="③")
    assert left_over.verdicts()[-1] == OK


def test_one_potion_a_night_whichever() -> None:
    assert play(STANDARD, "刀 >7; 毒药 5>1; 解药 5>7").verdicts() == [OK, OK, NO]
    assert play(STANDARD, "刀 >7; 毒药 5>1; 解药 5").verdicts() == [OK, OK, OK]
    game = play("狼人3 黑市商人 女巫 猎人 平民4", "幸运儿 4>5 毒药; 毒药 5>1; 毒药 5>2", "", "毒药 5>2", "", "毒药 5>3")
    assert game.verdicts(0) == [OK, OK, NO] and game.verdicts(2) == [OK]
    assert game.seat(5, 0)["left"] == {"解药": 1, "毒药": 1} and game.seat(5, 2)["left"] == {"解药": 1, "毒药": 0}
    assert game.verdicts(4) == [NO]


def test_guarded_and_saved_together_dies_of_the_knife_and_may_shoot() -> None:
    board = "狼人2 守卫 女巫 猎人 平民4"
    game = play(board, "守护 3>5; 刀 >5; 解药 4>5")
    assert game.dead() == {5: "刀"} and game.table()["枪"] == [5]


# --- R27 查验, R36 黑市商人


def test_seer_with_glasses_checks_twice_in_one_night() -> None:
    board = "狼人3 黑市商人 预言家 女巫 平民4"
    gift = "幸运儿 4>5 眼镜; "
    game = play(board, gift + "查验 5>1; 查验 5>1; 查验 5>2", "", "查验 5>2; 查验 5>3")
    assert game.verdicts(0) == [OK, OK, OK, NO] and game.verdicts(2) == [OK, NO]
    assert game.seat(5, 0)["left"] == {"眼镜": 0}
    passes = play(board, gift + "查验 5; 查验 5>1; 查验 5; 查验 5>2; 查验 5")
    assert passes.verdicts() == [OK, OK, OK, OK, OK, NO]
    assert play(board, gift + "查验 5; 查验 5>1").seat(5)["left"] == {"眼镜": 1}


def test_lucky_one_has_one_check_in_the_game() -> None:
    board = "狼人3 黑市商人 预言家 女巫 平民4"
    game = play(board, "幸运儿 4>7 眼镜; 查验 7", "", "查验 7>1; 查验 7>2", "", "查验 7; 查验 7>2")
    assert game.verdicts(0) == [OK, OK] and game.verdicts(2) == [OK, NO] and game.verdicts(4) == [NO, NO]
    assert game.results(2) == ["狼人", None]


def test_merchant_who_chooses_a_wolf_dies_at_dawn_and_nobody_gets_anything() -> None:
    board = "狼人2 隐狼 黑市商人 守卫 女巫 平民4"
    for wolf in (1, 3):
        game = play(board, f"幸运儿 4>{wolf} 枪; 守护 5>4; 刀 >7", "死讯")
        assert game.results(0)[0] is None and game.verdicts(0)[0] == OK
        assert game.dead() == {4: "黑市商人", 7: "刀"} and game.results() == [[4, 7]]
        assert game.seat(wolf)["幸运儿"] is None and game.seat(wolf)["left"] == {}
    knifed = play(board, "幸运儿 4>1 枪; 刀 >4; 解药 6>4")
    assert knifed.dead() == {4: "黑市商人"}
    assert play(board, "幸运儿 4>1 枪; 刀 >4").dead() == {4: "刀"}


def test_merchant_may_not_choose_himself_and_must_choose() -> None:
    board = "狼人2 黑市商人 守卫 女巫 平民4"
    assert play(board, "幸运儿 3>3 枪").verdicts() == [NO]
    assert play(board, "", "").errors == ["log/0"]


def test_gift_stands_beside_the_holders_own_skills() -> None:
    game = play("狼人3 黑市商人 猎人 女巫 平民4", "幸运儿 4>5 枪")
    assert game.results() == ["枪"] and game.seat(5)["幸运儿"] == "枪" and game.seat(5)["left"] == {"枪": 2}
    assert game.seat(5)["kind"] == "神" and game.seat(5)["side"] == "好人"


# --- R28–R31 枪


def test_poisoned_hunter_never_shoots_knifed_in_the_same_night_too() -> None:
    game = play(STANDARD, "刀 >6; 毒药 5>6; 状态 6 =不可开枪", "开枪 6>1")
    assert game.dead(0) == {6: "刀"} and game.table(0)["枪"] == [] and game.verdicts(1) == [NO]
    assert play(STANDARD, "毒药 5>6", "开枪 6>1").verdicts() == [NO]


def test_assassinated_hunter_does_not_shoot_and_his_state_does_not_show_it() -> None:
    board = "狼人3 潜行者 女巫 猎人 平民4"
    day = "公投 4:6,1:7,2:7"
    game = play(board, "", day, "暗杀 4>6; 状态 6 =可开枪", "开枪 6>1")
    assert game.dead() == {6: "暗杀", 7: "公投"} and game.verdicts(2) == [OK, OK] and game.verdicts(3) == [NO]
    both = play(board, "", day, "刀 >6; 暗杀 4>6")
    assert both.dead()[6] == "刀" and both.table()["枪"] == [6]


def test_hugged_hunter_is_told_so_turns_his_card_and_does_not_shoot() -> None:
    board = "狼人3 花蝴蝶 女巫 猎人 平民4"
    game = play(board, "抱 4>6; 刀 >6; 状态 6 =不可开枪", "翻牌 6; 翻牌 6; 开枪 6>1; 发言; 翻牌 6")
    assert game.dead(0) == {6: "刀"} and game.table(0)["枪"] == []
    assert game.verdicts() == [OK, OK, NO, OK, NO]
    assert game.results()[0] == "猎人" and game.news()["亮明"] == {"6": "猎人"}
    assert play(board, "刀 >6", "翻牌 6").verdicts() == [NO]
    assert play(board, "抱 4>6; 毒药 5>6", "翻牌 6").verdicts() == [NO]


def test_state_is_told_to_the_wolf_king_and_the_lucky_one() -> None:
    board = "狼人2 狼王 黑市商人 女巫 平民5"
    game = play(board, "幸运儿 4>6 枪; 毒药 5>3; 状态 3 =不可开枪; 状态 6 =可开枪; 状态 7")
    assert game.verdicts() == [OK, OK, OK, OK, NO]


# --- R32–R35


def test_bear_roars_for_the_nearest_living_at_nightfall() -> None:
    board = "熊 狼人2 预言家 女巫 平民4"
    game = play(board, "刀 >4", "熊 =咆哮")
    assert game.news(0)["熊"] == "咆哮" and game.verdicts(1) == [OK]
    # the wolf beside it dies in this night: it still roared; the neighbour is another one the night after
    dies = play(board, "毒药 5>2", "", "", "")
    assert dies.news(0)["熊"] == "咆哮" and dies.news(2)["熊"] == "咆哮"
    gone = play(board, "毒药 5>2", "公投 1:3", "刀 >9", 绑票=False)
    assert gone.news(0)["熊"] == "咆哮"
    dead = play(board, "刀 >1", "熊", "")
    assert dead.news(0)["熊"] == "没有咆哮" and dead.results(1) == ["没有咆哮"] and dead.news(2)["熊"] == "没有咆哮"


def test_bear_does_not_hear_hidden_wolf_or_sleeping_wild_child_and_roars_when_hugged() -> None:
    game = play("熊 隐狼 预言家 狼人 花蝴蝶 女巫 平民2 野孩子", "榜样 9>8; 抱 5>1; 刀 >8", "", "")
    assert game.news(0)["熊"] == "没有咆哮"
    assert game.news(2)["熊"] == "咆哮"
    hugged = play("熊 狼人 预言家 狼人 花蝴蝶 女巫 平民3", "抱 5>1")
    assert hugged.news()["熊"] == "咆哮"


def test_bear_entry_needs_a_bear_at_the_table() -> None:
    assert play(STANDARD, "", "熊; 禁言信息").verdicts() == [NO, NO]
    assert "熊" not in play(STANDARD, "").news() and "禁言" not in play(STANDARD, "").news()


def test_charm_holds_for_the_next_day_only_and_by_vote_or_gun_only() -> None:
    board = "狼人2 狼美人 预言家 女巫 猎人 平民4"
    assert play(board, "魅惑 3>7", "公投 4:3").dead() == {3: "公投", 7: "殉情"}
    assert play(board, "刀 >6; 魅惑 3>7", "开枪 6>3").results() == [[3, 7]]
    assert play(board, "魅惑 3>7; 毒药 5>3").dead() == {3: "毒药"}
    assert play(board, "魅惑 3>7", "DQ >3").dead() == {3: "DQ"}
    assert play(board, "魅惑 3>7", "", "", "公投 4:3").dead() == {3: "公投"}
    assert play(board, "魅惑 3>3", "公投 4:3").dead() == {3: "公投"}
    assert play(board, "魅惑 3>7", "", "魅惑 3>7").verdicts() == [NO]
    assert play(board, "魅惑 3>7", "", "魅惑 3", "", "魅惑 3>7").verdicts() == [OK]


def test_charm_and_love_go_on_through_both_links() -> None:
    board = "狼人2 狼美人 丘比特 女巫 猎人 平民4"
    game = play(board, "情侣 4>7,8; 魅惑 3>7", "公投 4:3")
    assert game.dead() == {3: "公投", 7: "殉情", 8: "殉情"}


def test_silence_needs_the_elder_alive_and_is_announced_by_option() -> None:
    board = "狼人3 禁言长老 女巫 猎人 平民4"
    game = play(board, "禁言 4>7", "禁言信息 =7; 发言")
    assert game.news(0)["禁言"] == 7 and game.verdicts(1) == [OK, OK] and 7 not in game.results(1)[1]
    assert game.table(0)["禁言"] == 7
    for option, told in (("报", 7), ("不报", None)):
        dead_elder = play(board, "刀 >4; 禁言 4>7", "禁言信息; 发言", 禁言信息=option)
        assert dead_elder.news(0)["禁言"] == told and dead_elder.results(1)[0] == told
        assert 7 in dead_elder.results(1)[1]  # announced or not, nobody is silenced by a dead elder
        silent_dead = play(board, "刀 >7; 禁言 4>7", "禁言信息", 禁言信息=option)
        assert silent_dead.results() == [told] and silent_dead.news(0)["禁言"] == told
    assert play(board, "禁言 4", "禁言信息").results() == [None]
    assert play(board, "禁言 4>4", "", "禁言 4>4; 禁言 4>5").verdicts() == [NO, OK]
    assert play(board, "禁言 4>7", "警长竞选 >7; 公投 7:1").verdicts() == [OK, OK]


def test_stalker_kills_whom_he_voted_for_in_vain_in_the_very_next_night() -> None:
    board = "狼人3 潜行者 女巫 守卫 平民4"
    vote = "公投 4:1,5:7,6:7"
    assert play(board, "", vote, "守护 6>1; 暗杀 4>1").dead() == {1: "暗杀", 7: "公投"}
    assert play(board, "", vote, "暗杀 4>2").verdicts() == [NO]
    assert play(board, "", "公投 4:7", "暗杀 4>7").verdicts() == [NO]
    assert play(board, "", vote, "", "", "暗杀 4>1").verdicts() == [NO]
    assert play(board, "", vote, "暗杀 4", "公投 4:2,5:8,6:8", "暗杀 4>2; 暗杀 4>2").verdicts() == [OK, NO]
    assert play(board, "", vote, "暗杀 4>1", "公投 4:2,5:8,6:8", "暗杀 4>2").verdicts() == [NO]


def test_stalker_goes_by_the_last_ballot_in_which_he_voted() -> None:
    board = "狼人3 潜行者 女巫 白痴 平民4"
    tie = "公投 4:1,5:7"
    assert play(board, "", tie + "; 公投 4:7,5:7", "暗杀 4>1").verdicts() == [NO]
    assert play(board, "", tie + "; 公投 5:7", "暗杀 4>1").verdicts() == [OK]
    assert play(board, "", "公投 4:6 亮明身份", "暗杀 4>6").verdicts() == [OK]


# --- R37–R43


def test_village_head_has_two_lives_for_the_knife_only() -> None:
    board = "狼人2 村长 女巫 守卫 预言家 平民3"
    assert play(board, "守护 5>3; 刀 >3").seat(3)["命"] == 2
    both = play(board, "守护 5>3; 刀 >3; 解药 4>3")
    assert both.seat(3)["命"] == 1 and both.seat(3)["alive"]
    saved = play(board, "刀 >3", "", "刀 >3; 解药 4>3")
    assert saved.seat(3)["命"] == 1 and saved.dead() == {}
    dead = play(board, "刀 >3", "", "守护 5>3; 刀 >3; 解药 4>3")
    assert dead.dead() == {3: "刀"} and dead.seat(3)["命"] == 0 and not dead.seat(6)["失去技能"]


def test_poisoned_head_falls_with_all_lives_and_takes_the_skills() -> None:
    board = "狼人2 村长 女巫 守卫 熊 猎人 平民3"
    game = play(board, "刀 >3; 毒药 4>3", "熊", "守护 5; 死亡信息 4; 状态 7 =不可开枪; 毒药 4")
    assert game.dead(0) == {3: "毒药"} and game.seat(3, 0)["命"] == 0
    assert [game.seat(n, 0)["失去技能"] for n in range(4, 8)] == [True] * 4
    assert game.seat(4, 0)["left"] == {"解药": 0, "毒药": 0} and game.seat(4, 0)["kind"] == "神"
    assert game.results(1) == ["没有咆哮"]
    assert game.verdicts(2) == [NO, OK, OK, NO] and game.results(2)[1] is None


def test_head_knifed_out_first_keeps_the_skills_though_poisoned_too() -> None:
    board = "狼人2 村长 女巫 守卫 熊 猎人 平民3"
    game = play(board, "刀 >3", "", "刀 >3; 毒药 4>3")
    assert game.dead() == {3: "刀"} and not game.seat(5)["失去技能"]


def test_fall_of_the_head_leaves_the_dead_their_shot_and_plain_ones_their_gift() -> None:
    board = "狼人3 村长 女巫 猎人 黑市商人 平民5"
    game = play(board, "幸运儿 7>8 枪; 刀 >6; 毒药 5>4", "开枪 6>1; 公投 9:8", "")
    assert game.table(0)["枪"] == [6] and game.verdicts(1) == [OK, OK]
    assert game.seat(8, 0)["left"] == {"枪": 1} and not game.seat(8, 0)["失去技能"]
    assert game.seat(7, 0)["失去技能"] and game.table(1)["枪"] == [8]


def test_hugged_seat_uses_no_skill_but_is_told_and_stays_what_it_is() -> None:
    board = "狼人2 花蝴蝶 女巫 守卫 恶魔 平民4"
    witch = play(board, "抱 3>4; 刀 >7; 死亡信息 4 =7; 解药 4>7; 解药 4; 毒药 4")
    assert witch.verdicts() == [OK, OK, OK, NO, NO, NO]
    assert play(board, "抱 3>5; 守护 5>7; 守护 5").verdicts() == [OK, NO, NO]
    demon = play(board, "抱 3>6; 刀 >7; 验 6>4; 毒药 4>6")
    assert demon.verdicts() == [OK, OK, NO, OK] and demon.results()[1] == "空刀" and demon.dead() == {}


def test_hug_twice_a_game_another_seat_not_twice_running() -> None:
    board = "狼人2 花蝴蝶 女巫 守卫 恶魔 平民4"
    assert play(board, "抱 3>3").verdicts() == [NO]
    game = play(board, "抱 3>4", "", "抱 3>4; 抱 3>5", "", "抱 3>4; 抱 3")
    assert game.verdicts(2) == [NO, OK] and game.verdicts(4) == [NO, NO]
    assert game.seat(3)["left"] == {"抱": 0}


def test_hug_of_any_wolf_empties_the_knife_of_hidden_wolf_too() -> None:
    board = "狼人2 隐狼 花蝴蝶 女巫 守卫 平民4"
    for wolf in (1, 3):
        game = play(board, f"抱 4>{wolf}; 刀 >7; 死亡信息 5 =无")
        assert game.results()[1] == "空刀" and game.table()["刀"] is None and game.verdicts() == [OK] * 3


def test_demon_checks_for_gods_and_nothing_kills_him_by_night() -> None:
    board = "狼人2 隐狼 恶魔 女巫 潜行者 平民4"
    assert play(board, "验 4>5").results() == ["是神民"]
    assert play(board, "验 4>3").results() == ["不是神民"]
    assert play(board, "验 4").results() == [None]
    assert play(board, "验 4>4").verdicts() == [NO] and play(board, "验 4>1").verdicts() == [NO]
    beauty = play("狼人2 狼美人 恶魔 女巫 潜行者 平民4", "验 4>3", 狼美人="②")
    assert beauty.results() == ["不是神民"]
    game = play(board, "毒药 5>4", "公投 6:4,1:8,2:8", "暗杀 6>4")
    assert game.dead() == {8: "公投"} and game.seat(5)["left"]["毒药"] == 0 and game.seat(6)["left"] == {"暗杀": 0}


def test_demons_lover_dies_and_he_does_not_follow_later_either() -> None:
    board = "狼人2 丘比特 恶魔 女巫 猎人 平民4"
    game = play(board, "情侣 3>4,7; 刀 >7", "发言", "", "")
    assert game.dead() == {7: "刀"}


def test_deaths_of_a_night_in_order_keep_the_first_cause() -> None:
    board = "狼人2 丘比特 女巫 预言家 平民4"
    game = play(board, "情侣 3>6,7; 刀 >6; 毒药 4>7", "死讯")
    assert game.dead(0) == {6: "刀", 7: "殉情"} and game.results(1) == [[6, 7]]
