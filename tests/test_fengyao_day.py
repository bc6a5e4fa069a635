"""封妖, R25 to R45: the 白昼, how it is settled, and what its skills do. One test a ruling or a corner of one."""

from __future__ import annotations

from typing import Any

import pytest

from engine.fengyao import GAME
from engine.fengyao.settle import 一层, 牵连, 白昼结算, 结算白昼, 起意, 阻止
from engine.fengyao.state import Aim, Link, State, but
from engine.record import normal, record_of
from engine.stream import Stream
from tests.fengyaogame import HANDS, Told, game, played

Plain = Any
STARS = {"星象图1": "双妖众", "星象图2": "单妖众", "星象图3": "双将领", "星象图4": "妖首"}
# 影妖 on top, so that there are two seals a 白昼.
EDGE = {**HANDS, 6: ["影妖", "妖首"]}


def day2(*entries: Plain, night: tuple[Plain, ...] = (), **more: Plain) -> Told:
    return played([], night, entries, **more)


def test_R25_nothing_is_sealed_in_白昼1() -> None:
    told = played(["生死链 1>2,3 生链", "血祭 2>3", "封妖 4>3", "背刺 6>3"], hands=EDGE)
    assert told.verdicts("白昼1") == ["illegal"] * 4
    assert told["白昼1"]["announce"] == {}
    assert all(told.seat("白昼1", seat)["sealed"] == [] for seat in HANDS)


def test_R25_steps_of_白昼1_go_in_order() -> None:
    told = played(["验妖 5>1 ①", "星空仙人确认", "化形 =灾厄"])
    assert told.verdicts("白昼1") == ["ok", "illegal", "illegal"]
    told = played(["化形 =灾厄", "星空仙人确认", "星空仙人确认"])
    assert told.verdicts("白昼1") == ["ok", "ok", "illegal"]


def test_R26_who_opens_eyes_first() -> None:
    assert played(["星空仙人确认"]).results("白昼1") == [[3, 4]]
    five = {1: ["影妖", "妖众"], 2: ["妖众", "圣贤"], 3: ["妖众", "仙子"], 4: ["妖首", "妖首"], 5: ["星君", "妖众"]}
    assert played(["星空仙人确认"], hands=five, 化形=("魔罗", "鬼巫"), 星象图=STARS).results("白昼1") == [[3, 5]]


def test_R27_who_opens_eyes_later() -> None:
    hands = {**HANDS, 3: ["圣贤", "妖众"], 7: ["妖众", "佛陀"]}
    told = played(
        [],
        [],
        ["星空仙人行动", "封妖 4>3"],
        [],
        ["星空仙人行动", "封妖 4>7"],
        [],
        ["星空仙人行动", "封妖 4>7"],
        [],
        ["星空仙人行动"],
        hands=hands,
    )
    assert [told.results(f"白昼{n}")[0] for n in (2, 3, 4, 5)] == [[3, 4], [3, 4], [3, 4, 7], [3, 4, 7]]
    assert told.seat("白昼4", 7)["status"] == "镇压"


def test_R28_a_card_aimed_at_still_acts_and_the_one_below_does_not_yet() -> None:
    told = day2("封妖 4>6", "背刺 6>5", "验妖 5>6 ①", "验妖 6>1 ①", hands=EDGE)
    assert told.verdicts("白昼2") == ["ok", "ok", "ok", "illegal"]
    assert told.results("白昼2")[2] == "深渊"
    assert told.lost("白昼2") == [5, 6]


MARKED = {**HANDS, 5: ["妖首", "妖众"], 6: ["妖首", "影妖"], 7: ["怪煞", "妖众"], 3: ["圣贤", "妖众"]}


def test_R29_an_end_at_S0_is_at_once() -> None:
    """5's 妖首 was voted off; a false 崩灭 marks 6's."""
    told = day2(
        "血祭 2>6", "验妖 6>1 ①", {"skill": "裁定", "set": {}}, night=("崩灭 6>1 d6", "投票 1>5"), hands=MARKED, 化形=("灾厄", "鬼巫")
    )
    assert told.verdicts("白昼2") == ["illegal"] * 3
    assert told.winner == "星空" and told.lost("白昼2") == [6]
    assert "封妖/R29" in told.rules("白昼2", 0)


def test_R29_what_does_not_end_the_game_waits_and_can_be_prevented() -> None:
    told = day2("血祭 2>6", night=("崩灭 6>1 d6",), hands=MARKED, 化形=("灾厄", "鬼巫"))
    assert told.lost("白昼2") == [] and told.winner is None
    assert told.marks("白昼2", 6) == ["祭品"]


def test_R29_looks_without_the_links_to_come() -> None:
    """The marks of S0 alone make no end; that they would with 死链 is no matter at dawn."""
    told = day2("生死链 1>6,3 死链", "血祭 2>1", night=("崩灭 3>1 d6", "投票 1>5"), hands=MARKED, 化形=("灾厄", "鬼巫"))
    assert told.lost("白昼2") == [3, 6] and told.winner == "星空"


def test_R30_the_order_of_the_pipe() -> None:
    assert 白昼结算 == (起意, 牵连, 阻止, 一层)


def test_R30_one_layer_a_白昼_however_many_aims() -> None:
    told = day2("封妖 4>2", "封妖 4>2", "背刺 6>2", hands=EDGE)
    assert told.verdicts("白昼2") == ["ok"] * 3
    assert told.lost("白昼2") == [2] and told.seat("白昼2", 2)["top"] == "妖众"


def test_R30_an_aim_at_a_seat_without_a_card_is_nothing() -> None:
    told = played([], [], ["封妖 4>2", "封妖 4>2"], [], ["封妖 4>2"], [], ["封妖 4>2"], hands=EDGE)
    assert told.lost("白昼3") == [2] and told.seat("白昼3", 2)["status"] == "镇压"
    assert told.verdicts("白昼4") == ["ok"] and told.lost("白昼4") == []


def test_R31_both_linked_by_生链_and_aimed_at_lose_a_layer() -> None:
    assert day2("生死链 1>2,3 生链", "封妖 4>2", "背刺 6>3", hands=EDGE).lost("白昼2") == [2, 3]
    assert day2("生死链 1>2,3 生链", "封妖 4>2", "封妖 4>2", hands=EDGE).lost("白昼2") == [3]


def test_R31_the_other_one_protected_or_神女_loses_nothing() -> None:
    assert day2("生死链 1>2,3 生链", "血祭 2>3", "封妖 4>2", hands=EDGE).lost("白昼2") == []
    assert day2("生死链 1>2,3 生链", "血祭 2>2", "封妖 4>2", hands=EDGE).lost("白昼2") == [3]
    hands = {**EDGE, 7: ["神女", "妖众"]}
    assert day2("生死链 1>2,7 生链", "封妖 4>2", hands=hands, 神域=7).lost("白昼2") == []
    assert day2("生死链 1>2,7 生链", "封妖 4>7", hands=hands, 神域=7).lost("白昼2") == [2]


def test_R32_死链_spreads_an_aim_that_is_then_prevented() -> None:
    assert day2("生死链 1>2,3 死链", "血祭 2>2", "封妖 4>2", hands=EDGE).lost("白昼2") == [3]
    assert day2("生死链 1>2,3 死链", "血祭 2>3", "封妖 4>2", hands=EDGE).lost("白昼2") == [2]
    hands = {**EDGE, 7: ["神女", "妖众"]}
    assert day2("生死链 1>2,7 死链", "封妖 4>7", hands=hands, 神域=7).lost("白昼2") == [2]
    assert day2("生死链 1>2,7 死链", "封妖 4>2", hands=hands, 神域=7).lost("白昼2") == [2]


def test_R33_血祭_protects_from_marks_and_reading_too() -> None:
    told = day2("血祭 2>7", night=("鉴仙图 7>3 ④",), hands=EDGE)
    assert told.lost("白昼2") == [] and told.table("白昼2", "读条") == []
    assert told.marks("白昼2", 7) == ["祭品", "鉴仙图"]


def test_R33_the_second_血祭_is_used_up_even_if_prevented() -> None:
    hands = {**EDGE, 7: ["神女", "妖众"]}
    told = played([], [], ["血祭 2>7"], [], ["血祭 2>7"], [], ["血祭 2>7", "血祭 2"], hands=hands, 神域=7)
    assert told.lost("白昼3") == [] and told.marks("白昼3", 7) == ["祭品", "血祭已尽"]
    assert told.verdicts("白昼4") == ["illegal", "ok"]
    assert told.table("白昼4", "血祭") == 2


def test_R33_血俑_may_choose_himself_and_祭品_outlives_him() -> None:
    told = played([], [], ["血祭 2>2", "封妖 4>2"], [], ["封妖 4>2"], [], ["血祭 2>2"], hands=EDGE)
    assert told.lost("白昼2") == [] and told.lost("白昼3") == [2]
    assert told.marks("白昼3", 2) == ["祭品"] and told.verdicts("白昼4") == ["illegal"]


def test_R34_饥渴献祭_only_at_the_first_血祭_that_named_somebody() -> None:
    told = played([], [], ["血祭 2"], [], ["血祭 2>3 饥渴献祭"], [], ["血祭 2>3"], [], ["血祭 2>1 饥渴献祭", "血祭 2>3"], hands=EDGE)
    assert told.lost("白昼3") == [3] and told.marks("白昼3", 3) == []
    assert told.marks("白昼4", 3) == ["祭品"] and told.lost("白昼4") == []
    assert told.verdicts("白昼5") == ["illegal", "ok"] and told.lost("白昼5") == [3]
    assert told.table("白昼5", "血祭") == 3
    left = played([], [], ["血祭 2 饥渴献祭"], hands=EDGE)
    assert left.verdicts("白昼2") == ["ok"] and left.table("白昼2", "血祭") == 0


def test_R35_oneself_and_a_封印状态_player_may_be_named() -> None:
    gone = ["封妖 4>3"], [], ["封妖 4>3"], []
    told = played([], [], *gone, ["血祭 2>3", "封妖 4>3", "背刺 6>3"], hands=EDGE)
    assert told.verdicts("白昼4") == ["ok"] * 3
    assert told.marks("白昼4", 3) == ["祭品"]
    told = played([], [], *gone, ["生死链 1>3,2 生链", "血祭 2>2", "封妖 4>4", "背刺 6>6"], hands=EDGE)
    assert told.verdicts("白昼4") == ["illegal", "ok", "ok", "ok"] and told.lost("白昼4") == [4, 6]


def test_R36_not_twice_running_by_the_same_effect() -> None:
    told = played([], [], ["生死链 1>1,2 生链"], [], ["生死链 1>2,3 生链", "生死链 1>2,3 死链"], [], ["生死链 1>1,2 生链"], hands=EDGE)
    assert [told.verdicts(f"白昼{n}") for n in (2, 3, 4)] == [["ok"], ["illegal", "ok"], ["ok"]]
    told = played([], [], ["生死链 1>1,2 生链"], [], ["生死链 1"], [], ["生死链 1>1,2 生链"], hands=EDGE)
    assert told.verdicts("白昼4") == ["ok"]
    assert told.table("白昼3", "生死链") is None
    assert day2("生死链 1>2,2 生链", hands=EDGE).verdicts("白昼2") == ["illegal"]


def test_R37_a_second_封妖_after_an_all_zero_vote_lapses_with_the_白昼() -> None:
    told = played([], ["投票 5>3"], ["封妖 4>1", "封妖 4>1"], [], [], ["投票 5>7"], ["封妖 4>1", "封妖 4>1"], hands=EDGE)
    assert told.verdicts("白昼2") == ["ok", "illegal"]
    assert [told.table(phase, "封妖") for phase in ("黑夜1", "白昼2", "黑夜2", "白昼3", "黑夜3")] == [1, 1, 2, 1, 1]
    assert told.verdicts("白昼4") == ["ok", "illegal"]
    assert day2("封妖 4", "封妖 4", "封妖 4>1", hands=EDGE).verdicts("白昼2") == ["ok", "ok", "illegal"]


def test_R37_an_illegal_vote_is_no_all_zero_vote() -> None:
    told = played([], ["投票 7>1,1,1"], ["封妖 4>1", "封妖 4>1"], hands=EDGE)
    assert told.verdicts("黑夜1") == ["illegal"] and told.table("黑夜1", "票数") is None
    assert told.verdicts("白昼2") == ["ok", "illegal"]


def test_R38_圣陨_once_a_game_with_圣贤_sealed_at_dawn() -> None:
    last = ["封妖 4 圣陨", "封妖 4>1 圣陨", "封妖 4>1"]
    told = played([], ["投票 5>1"], ["封妖 4>3", "封妖 4>1 圣陨"], ["投票 5>2"], last, ["投票 5>6"], ["封妖 4>2 圣陨"], hands=EDGE)
    assert told.verdicts("白昼2") == ["ok", "illegal"] and told.verdicts("白昼3") == ["illegal", "ok", "ok"]
    assert told.verdicts("白昼4") == ["illegal"]
    assert [told.table(phase, "圣陨") for phase in ("白昼1", "白昼2", "白昼3")] == ["无效", "可用", "已用"]
    told = played([], [], ["封妖 4>7 圣陨"], hands={**EDGE, 3: ["佛陀", "妖众"]}, 关键="佛陀")
    assert told.verdicts("白昼2") == ["illegal"] and told.table("白昼2", "圣陨") is None


def test_R39_神女_stands_by_day_but_not_in_the_vote() -> None:
    hands = {**EDGE, 7: ["神女", "妖众"]}
    told = played([], ["崩灭 7>1 d6"], ["血祭 2>7 饥渴献祭", "封妖 4>7", "背刺 6>7"], ["投票 1>7"], ["背刺 6>7"], hands=hands, 神域=7)
    assert told.marks("黑夜1", 7) == ["崩灭牌"]
    assert told.lost("白昼2") == [] and told.marks("白昼2", 7) == []
    assert told.lost("黑夜2") == [7] and told.lost("白昼3") == [7]


SPY = {**HANDS, 6: ["凶祟", "妖首"]}


def test_R40_窥念_counts_the_opening_hand() -> None:
    told = played(["窥念 6>7"], ["投票 1>7"], ["窥念 6>7"], [], ["窥念 6>3"], [], ["窥念 6"], hands=SPY)
    assert [told.results(f"白昼{n}")[0] for n in (1, 2, 3, 4)] == [2, 2, 1, None]
    assert told.lost("白昼2") == [7] and told.seat("白昼2", 7)["status"] == "镇压"
    assert told.marks("白昼1", 6) == [] and told.lost("白昼3") == [] == told.lost("白昼4")


def test_R40_窥念_of_none_marks_凶祟s_own_card() -> None:
    hands = {**SPY, 2: ["血俑", "影妖"]}
    told = played([], [], ["窥念 6>2"], [], ["血祭 2>6"], hands=hands)
    assert told.marks("白昼2", 6) == ["窥念"] == told.marks("黑夜2", 6)
    assert told.lost("白昼3") == [] and told.marks("白昼3", 6) == ["祭品"]
    assert played([], [], ["窥念 6>2"], [], [], hands=hands).lost("白昼3") == [6]
    gone = played([], [], ["窥念 6>2"], ["投票 1>6"], [], hands=hands)
    assert gone.marks("黑夜2", 6) == [] and gone.lost("白昼3") == []
    same = played([], [], ["封妖 4>6", "窥念 6>2"], [], [], hands=hands)
    assert same.lost("白昼2") == [6] and same.marks("白昼2", 6) == [] and same.lost("白昼3") == []


STOP = {**EDGE, 3: ["佛陀", "妖众"]}


def test_R41_止伐_works_in_the_黑夜_and_the_白昼_after_not_in_this_one() -> None:
    told = played([], [], ["止伐 3>6", "背刺 6>1"], ["投票 6>1"], ["背刺 6>1"], ["投票 6>1"], ["背刺 6>1"], hands=STOP, 关键="佛陀")
    assert told.verdicts("白昼2")[1] == "ok" and told.lost("白昼2") == [1]
    assert told.table("黑夜2", "票数") == {} and told.verdicts("白昼3") == ["illegal"]
    assert told.table("黑夜3", "票数") == {"1": 1} and told.verdicts("白昼4") == ["ok"]
    assert [told.marks(phase, 6) for phase in ("白昼2", "黑夜2", "白昼3")] == [["止伐"], ["止伐"], []]


def test_R41_each_player_once_and_one_a_白昼() -> None:
    told = played(["止伐 3>6", "止伐 3>5"], [], ["止伐 3", "止伐 3>5"], [], ["止伐 3>6", "止伐 3>5"], hands=STOP, 关键="佛陀")
    assert [told.verdicts(f"白昼{n}") for n in (1, 2, 3)] == [["ok", "illegal"], ["ok", "illegal"], ["illegal", "ok"]]
    assert told.table("白昼3", "止伐") == [5, 6]


def test_R42_a_将领_on_top_has_no_skill_and_what_is_set_works_on() -> None:
    hands = {**STOP, 1: ["灾厄", "妖众"]}
    night = ["业火 1>5,6 d6"], ["止伐 3>1"], ["业火 1>5,6 d6"], [], ["业火 1>5,6 d6"]
    told = played([], *night, hands=hands, 关键="佛陀", 化形=("魔罗", "怪煞"))
    assert [told.results(f"黑夜{n}")[0] for n in (1, 2, 3)] == ["有", "无", "有"]
    assert told.marks("黑夜2", 5) == ["点燃"] and told.marks("黑夜3", 5) == ["点燃", "业火"]


def test_R42_double_妖众_is_no_将领() -> None:
    told = played(["止伐 3>7"], ["鉴仙图 7>5 ①", "鉴仙图 1>5 ①"], hands=STOP, 关键="佛陀")
    assert told.results("黑夜1") == ["是", None] and told.verdicts("黑夜1") == ["ok", "needs"]


def test_R42_ballots_count_nothing_whatever_the_third_effect_adds() -> None:
    told = played(["止伐 3>7"], ["鉴仙图 7 ③", "投票 7>1,1 1>2"], hands=STOP, 关键="佛陀")
    assert told.table("黑夜1", "票数") == {"2": 1} and told.lost("黑夜1") == [2]


def test_R42_the_other_妖首_may_still_读() -> None:
    told = played([], [], ["止伐 3>5"], [], ["验妖 5>1 ①", "验妖 6>1 ①"], hands={**STOP, 6: ["妖首", "影妖"]}, 关键="佛陀")
    assert told.verdicts("白昼3") == ["illegal", "ok"]


def test_R43_止伐_on_星空_is_spent_announced_and_void() -> None:
    told = played(["止伐 3>4"], ["投票 4>1,1"], ["止伐 3>4", "封妖 4>1"], hands=STOP, 关键="佛陀")
    assert told.marks("白昼1", 4) == ["止伐"] and told.table("黑夜1", "票数") == {"1": 2}
    assert told["白昼2"]["announce"]["止伐"] == [4] and told.verdicts("白昼2") == ["illegal", "ok"]


def test_R44_the_target_of_the_轮_before_is_announced() -> None:
    told = played(["止伐 3>6"], [], ["止伐 3>5"], [], [], [], [], hands=STOP, 关键="佛陀")
    assert [told[f"白昼{n}"]["announce"]["止伐"] for n in (2, 3, 4)] == [[6], [5], []]
    assert "止伐" not in played([], [], [])["白昼2"]["announce"]


@pytest.mark.parametrize(("hand", "acts"), [(["佛陀", "妖众"], True), (["妖众", "佛陀"], False)])
def test_R45_佛陀_acts_as_top_or_sealed(hand: list[str], acts: bool) -> None:
    hands = {**STOP, 3: hand}
    told = played(["止伐 3>6"], [], ["封妖 4>3"], [], ["止伐 3>5", "封妖 4>3"], [], ["止伐 3>2"], hands=hands, 关键="佛陀")
    assert told.verdicts("白昼1") == ["ok" if acts else "illegal"]
    assert told.verdicts("白昼3")[0] == "ok" and told.verdicts("白昼4") == ["ok"]
    assert told.seat("白昼4", 3)["status"] == "镇压"


def _again(state: State) -> set[int]:
    """R30 said once more in other words: who loses a layer."""

    def hit(seat: int, forced: bool) -> bool:
        return any(a.seat == seat and a.forced is forced and state.at(seat).top is not None for a in state.aims)

    lost = set()
    for seat in range(1, state.deal.players + 1):
        now, other = state.at(seat), None
        if state.链 is not None and seat in state.链.seats:
            other = next(s for s in state.链.seats if s != seat)
        plain = hit(seat, False)
        if other is not None and state.链 is not None:
            came = hit(other, False)
            plain = came if state.链.pick == "生链" else plain or came or (hit(other, True) and state.at(other).top != "圣贤")
        safe = seat in state.护 or now.top == "神女"
        if now.top is not None and ((hit(seat, True) and now.top != "圣贤") or (plain and not safe)):
            lost.add(seat)
    return lost


def test_R30_settled_another_way_comes_to_the_same() -> None:
    hands = {1: ["魔罗", "妖众"], 2: ["血俑", "妖众"], 3: ["圣贤", "妖众"], 4: ["神女", "仙子"], 5: ["妖首", "妖众"], 6: ["影妖", "妖首"]}
    record = record_of(normal(game(hands=hands)))
    seen = set()
    for number in range(1500):
        stream = Stream(b"settle %d" % number)

        def some(stream: Stream = stream) -> int:
            return 1 + stream.below(6)

        state = GAME.begin(GAME.open(record), "白昼2")
        seats = tuple(but(s, top=None, bottom=None) if stream.below(6) == 0 else s for s in state.seats)
        pair = sorted(stream.sample([s for s in range(1, 7) if seats[s - 1].top], 2)) if sum(s.top is not None for s in seats) > 1 else []
        link = Link(stream.choice(("生链", "死链")), (pair[0], pair[1]), 2) if pair and stream.below(4) else None
        aims = tuple(Aim(some(), "x", stream.below(4) == 0) for _ in range(stream.below(5)))
        guard = frozenset(some() for _ in range(stream.below(3)))
        state = but(state, seats=seats, 链=link, aims=aims, 护=guard)
        case = 结算白昼(state)
        assert set(case.lost) == _again(state)
        seen.add((link.pick if link else "", len(case.lost)))
    assert len(seen) > 10
