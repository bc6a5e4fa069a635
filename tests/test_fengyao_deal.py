"""Dealing 封妖: rosters, refusals, the forbidden hands of R8, the draws before play, and the players' ordering."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import sqrt

import pytest

from engine.deal import Impossible, Refused
from engine.fengyao.deal import assigned, deal, order, orders, 有犯禁, 量天池
from engine.fengyao.roles import 他仙, 妖众, 星空牌, 深渊将领
from engine.fengyao.rosters import acceptance, plan, recommended
from engine.fengyao.setup import 合量天池, 神域席
from engine.replay import Answer, examine
from engine.stream import Stream

DEALS = 200_000


def spread(counts, expected):
    """How far counts lie from what was expected, as a z of the chi-square with len-1 degrees of freedom."""
    chi = sum((c - e) ** 2 / e for c, e in zip(counts, expected, strict=True))
    free = len(counts) - 1
    return (chi - free) / sqrt(2 * free)


def refused(wish):
    with pytest.raises(Refused) as caught:
        plan(wish)
    return [(f.at, f.rule, f.why.code) for f in caught.value.faults]


# --- rosters


@pytest.mark.parametrize(
    ("players", "printed", "kept"), [(5, 12, 4), (6, 14, 6), (7, 17, 6), (8, 18, 8), (9, 21, 8), (10, 23, 9), (11, 26, 10), (12, 26, 12)]
)
def test_recommended_rosters_are_trimmed_in_妖众_and_say_so(players, printed, kept):
    wanted = plan({"players": players})
    assert len(recommended(players)) == printed
    assert len(wanted.cards) == 2 * players + 2
    assert wanted.cards.count(妖众) == kept
    told = {why.code: dict(why.values) for why in wanted.notices}
    assert ("减妖众" in told) == (printed > 2 * players + 2)
    if "减妖众" in told:
        assert told["减妖众"] == {"cut": printed - 2 * players - 2, "left": kept, "sum": printed, "need": 2 * players + 2}
    assert ("十三人借用" in told) == (players == 12)


def test_newcomers_get_枯骨_and_树精_for_鬼巫_and_灾厄():
    plain, easy = plan({"players": 8}).cards, plan({"players": 8, "newcomers": True}).cards
    assert Counter(easy) == Counter(plain) - Counter(["鬼巫", "灾厄"]) + Counter(["枯骨", "树精"])


def test_with_and_without_change_the_recommended_roster():
    cards = plan({"players": 7, "with": ["佛陀"], "without": ["灾厄"]}).cards
    assert "佛陀" in cards and "灾厄" not in cards and len(cards) == 16


def test_a_roster_may_be_a_list_or_a_map_and_loses_only_surplus_妖众():
    as_map = {"妖首": 2, "影妖": 1, "血俑": 1, "妖众": 9, "仙子": 1, "佛陀": 1}
    as_list = [card for card, count in as_map.items() for _ in range(count)]
    assert plan({"players": 5, "roster": as_map}) == plan({"players": 5, "roster": as_list})
    assert plan({"players": 5, "roster": as_map}).cards.count(妖众) == 6


def test_a_roster_without_妖众_is_legal():
    others = ["妖首", "妖首", "影妖", "血俑", "魔罗", "鬼巫", "灾厄", "怪煞", "仙子", "佛陀", "神女", "圣贤"]
    assert plan({"players": 5, "roster": others}).cards == tuple(others)


def test_every_reason_against_a_roster_is_told_at_once():
    bad = ["妖首", "殃祸", "影妖", "影妖", "仙子", "仙子", "妖众"]
    assert refused({"players": 5, "roster": bad, "key_card": "仙子", "without": ["血俑"]}) == [
        ("without/血俑", "封妖/R3", "配置中没有"),
        ("roster/殃祸", "封妖/R4", "未知的牌"),
        ("roster/妖首", "封妖/R3", "妖首张数"),
        ("roster/仙子", "封妖/R3", "仙子张数"),
        ("roster", "封妖/R3", "缺第二星空"),
        ("roster", "封妖/R3", "化形不足"),
        ("roster/影妖", "封妖/R3", "将领重复"),
        ("roster", "封妖/R3", "牌数不足"),
        ("key_card", "封妖/R11", "关键仙人不行"),
    ]


def test_more_named_cards_than_seats_hold_are_refused_though_all_妖众_went():
    assert refused({"players": 5, "with": ["魔罗", "怪煞", "纸人", "枯骨", "树精", "凶祟"]}) == [("roster", "封妖/R3", "牌数过多")]


def test_a_card_taken_out_without_another_leaves_too_few():
    assert refused({"players": 6, "without": ["灾厄"]}) == [("roster", "封妖/R3", "牌数不足")]
    assert len(plan({"players": 6, "without": ["灾厄"], "with": [妖众]}).cards) == 14


@pytest.mark.parametrize("players", [4, 13, "七", None, True, 7.0])
def test_other_numbers_of_players_are_refused(players):
    assert refused({"players": players}) == [("players", "封妖/R1", "人数")]


def test_源尊显圣_is_not_dealt_by_chance():
    assert refused({"players": 7, "options": {"源尊显圣": True}}) == [("options/源尊显圣", "封妖/R83", "显圣不发牌")]


@pytest.mark.parametrize(
    ("wish", "codes"),
    [
        ({"players": 7, "key_card": "佛陀"}, ["要作关键仙人", "配置无此牌"]),
        ({"players": 7, "key_card": "星君", "without": ["星君"], "with": [妖众]}, ["要作关键仙人", "不要此牌"]),
        ({"players": 7, "with": ["佛陀"], "without": ["佛陀"]}, ["要有此牌", "不要此牌"]),
    ],
)
def test_wishes_that_exclude_each_other_are_impossible_and_named(wish, codes):
    with pytest.raises(Impossible) as caught:
        plan(wish)
    assert [why.code for why in caught.value.conflict] == codes


# --- R8


def test_share_of_allowed_deals_equals_brute_force_on_small_boards():
    for players in (3, 4, 5, 6):
        for stars in range(2, min(6, 2 * players - 2) + 1):
            good = total = 0
            places = range(2 * players)
            for one, two in combinations(places, 2):
                rest = [p for p in places if p not in (one, two)]
                for chosen in combinations(rest, stars):
                    total += 1
                    good += one ^ 1 not in chosen and two ^ 1 not in chosen
            assert acceptance(players, stars) == Fraction(good, total), (players, stars)


def test_assigned_hands_are_uniform_among_all_valid_deals():
    cards = ["妖首", "妖首", "仙子", "圣贤", "影妖", "血俑"]
    valid = {row for row in permutations(cards) if not 有犯禁(row)}
    stream = Stream(b"assigned")
    seen = Counter(tuple(assigned(cards, 3, stream)) for _ in range(60_000))
    assert set(seen) == valid
    assert abs(spread([seen[row] for row in valid], [60_000 / len(valid)] * len(valid))) < 4


def test_the_most_星空_still_leave_a_deal_and_it_is_found():
    stars = ["仙子", "仙童", "佛陀", "神女", "圣贤", "星君"]
    wish = {"players": 5, "roster": ["妖首", "妖首", *stars, "影妖", "血俑", 妖众, 妖众]}
    stream = Stream(b"stars")
    reports = [deal(wish, stream)[1] for _ in range(400)]
    assert reports[0].acceptance == (1, 7)
    assert sum(r.assigned for r in reports) > 200


@pytest.fixture(scope="module")
def many():
    """200,000 deals of 7 players, counted: 重发, where each card lay, 化形, 关键仙人."""
    stream = Stream(b"uniform")
    again, place, away, key = Counter(), Counter(), Counter(), Counter()
    wish = {"players": 7}
    for _ in range(DEALS):
        setup = deal(wish, stream)[0]["setup"]
        again[setup["重发"]] += 1
        away[frozenset(setup["化形"])] += 1
        key[setup["关键仙人"]] += 1
        at = 0
        for hand in setup["dealt"].values():
            place[hand[0], at] += 1
            place[hand[1], at + 1] += 1
            at += 2
    return again, place, away, key


def test_forbidden_deals_come_as_often_as_the_closed_form_says(many):
    p = float(acceptance(7, 3))
    expected = [p, (1 - p) * p, (1 - p) ** 2 * p, (1 - p) ** 3]
    assert abs(spread([many[0][k] for k in range(4)], [DEALS * e for e in expected])) < 4


def test_every_card_lies_in_every_place_equally_often(many):
    table = many[1]
    for card in {card for card, _ in table}:
        row = [table[card, at] for at in range(14)]
        assert abs(spread(row, [sum(row) / 14] * 14)) < 4, card


def test_化形_and_关键仙人_are_drawn_evenly(many):
    assert len(many[2]) == 10 and abs(spread(list(many[2].values()), [DEALS / 10] * 10)) < 4
    assert set(many[3]) == {"圣贤", "星君"} and abs(spread(list(many[3].values()), [DEALS / 2] * 2)) < 4


# --- what is drawn with the deal


@pytest.mark.parametrize("players", range(5, 13))
@pytest.mark.parametrize("newcomers", [False, True])
def test_a_deal_has_what_the_record_asks_and_nothing_else(players, newcomers):
    stream = Stream(f"{players}{newcomers}".encode())
    wish = {"players": players, "newcomers": newcomers}
    for _ in range(150):
        record, report = deal(wish, stream)
        setup = record["setup"]
        hands = setup["dealt"]
        held = [card for hand in hands.values() for card in hand]
        assert Counter(held) + Counter(setup["化形"]) == Counter(plan(wish).cards)
        assert set(setup["化形"]) <= 深渊将领 and len(set(setup["化形"])) == 2 and not set(setup["化形"]) & set(held)
        assert not 有犯禁(held) and setup["关键仙人"] in 他仙 and setup["关键仙人"] in held
        assert ("骸骨牌" in setup) == newcomers and ("星象图" in setup) == ("星君" in held)
        assert ("量天" in setup) == ("树精" in held)
        over = [hand for hand in hands.values() if "神女" in hand and len(星空牌.intersection(hand)) == 1]
        assert ("神域" in setup) == bool(over) and (not over or setup["神域"] in 神域席(hands))
        assert report.tries == setup["重发"] + 1 and report.assigned == (setup["重发"] == 3)
        assert report.rejected == ({"封妖/R8": setup["重发"]} if setup["重发"] else {})
        assert record["log"] == []


@pytest.mark.parametrize(
    "rest",
    [
        [[妖众, 妖众], [妖众, "影妖"], [妖众, "仙子"], ["妖首", 妖众], ["妖首", "圣贤"]],
        [[妖众, 妖众], [妖众, 妖众], [妖众, 妖众], [妖众, 妖众], ["妖首", 妖众]],
        [["影妖", "血俑"], [妖众, "魔罗"], ["妖首", "妖首"], ["仙子", "圣贤"], ["佛陀", "神女"]],
        [["影妖", "血俑"], ["怪煞", "魔罗"], ["妖首", "妖首"], ["仙子", "圣贤"], ["佛陀", "神女"]],
    ],
)
def test_量天_pools_are_even_among_those_allowed(rest):
    hands = dict(enumerate([["树精", 妖众], *rest], 1))
    stream = Stream(b"pools")
    for layer in ("顶层", "底层"):
        seen = Counter(tuple(量天池(hands, 1, layer, stream)) for _ in range(3000))
        allowed = {pool for k in range(7) for pool in combinations(range(1, 7), k) if 合量天池(hands, 1, layer, pool)}
        assert set(seen) == allowed
        if len(allowed) > 1:
            assert abs(spread(list(seen.values()), [3000 / len(allowed)] * len(allowed))) < 4


def test_names_stay_and_the_same_seed_deals_the_same():
    names = ["甲", "乙", "丙", "丁", "戊", "己", "庚"]
    one = deal({"players": names}, Stream(b"seed"))[0]
    assert one == deal({"players": names}, Stream(b"seed"))[0]
    assert one["players"] == names and one["setup"] == deal({"players": 7}, Stream(b"seed"))[0]["setup"]
    assert one["setup"] != deal({"players": 7}, Stream(b"other"))[0]["setup"]


def test_the_stream_is_used_as_pinned():
    assert deal({"players": 5, "newcomers": True}, Stream(b"yuanzun"))[0]["setup"] == PINNED


def test_the_关键仙人_asked_for_is_taken():
    assert {deal({"players": 9, "key_card": "神女"}, Stream(bytes([i])))[0]["setup"]["关键仙人"] for i in range(20)} == {"神女"}


@pytest.mark.parametrize("players", range(5, 13))
@pytest.mark.parametrize("wish", [{}, {"newcomers": True}, {"with": ["神女", "佛陀", "仙童"]}, {"with": ["枯骨", "树精", "凶祟"]}])
def test_every_deal_and_every_ordering_of_it_passes_the_check(players, wish):
    if wish.get("with"):
        more = [card for card in wish["with"] if card not in recommended(players)]
        wish = {"with": more, "without": ["妖众"] * len(more)}
    stream = Stream(f"check {players} {wish}".encode())
    for _ in range(25):
        record = deal({"players": players, **wish}, stream)[0]
        assert examine(record).answer == Answer("封妖", "ok")
        ways = {seat: stream.choice(orders(hand)) for seat, hand in record["setup"]["dealt"].items()}
        ordered = order(record, ways)
        assert examine(ordered).answer.verdict == "ok" and ordered["setup"]["hands"] == ways
        first = examine({**ordered, "log": [{"phase": "白昼1"}]}).answer
        assert first.verdict == "ok" and [first.phases[0].seats[s]["top"] for s in ways] == [way[0] for way in ways.values()]


# --- ordering


def dealt():
    hands = {1: ["仙子", "神女"], 2: [妖众, 妖众], 3: ["影妖", 妖众], 4: ["妖首", 妖众], 5: ["树精", "妖首"]}
    pools = {"顶层": [2, 4], "底层": [3, 4]}
    setup = {"dealt": hands, "化形": ["灾厄", "血俑"], "关键仙人": "神女", "量天": pools, "重发": 0}
    return {"game": "封妖", "players": 5, "options": {}, "setup": setup, "log": []}


def test_ordering_keeps_dealt_and_pools_and_fills_in_hands_with_one_order():
    record = order(dealt(), {3: [妖众, "影妖"], 4: ["妖首"], 5: ["妖首", "树精"]})
    assert record["setup"]["hands"] == {1: ["神女", "仙子"], 2: [妖众, 妖众], 3: [妖众, "影妖"], 4: ["妖首", 妖众], 5: ["妖首", "树精"]}
    assert record["setup"]["dealt"] == dealt()["setup"]["dealt"] and record["setup"]["量天"] == dealt()["setup"]["量天"]


def test_every_fault_of_an_ordering_is_told_at_once():
    with pytest.raises(Refused) as caught:
        order(dealt(), {1: ["仙子", "神女"], 3: ["影妖", "影妖"], 4: ["妖首"], 9: ["妖首"]})
    assert [(f.at, f.rule, f.why.code) for f in caught.value.faults] == [
        ("setup/hands/9", "封妖/R10", "没有这个座位"),
        ("setup/hands/1", "封妖/R9", "仙子在上"),
        ("setup/hands/3", "封妖/R10", "不是发到的牌"),
        ("setup/hands/5", "封妖/R10", "没有定上下"),
    ]


def test_a_record_with_a_log_or_without_a_deal_is_not_ordered():
    for spoil in ({"log": [{"phase": "白昼1"}]}, {"setup": {}}):
        with pytest.raises(Refused):
            order({**dealt(), **spoil}, {})


@pytest.mark.parametrize(
    ("cards", "ways"),
    [
        (["仙子", 妖众], [[妖众, "仙子"]]),
        ([妖众, "神女"], [["神女", 妖众]]),
        (["仙子", "神女"], [["神女", "仙子"]]),
        ([妖众, 妖众], [[妖众, 妖众]]),
        (["影妖", 妖众], [["影妖", 妖众], [妖众, "影妖"]]),
    ],
)
def test_仙子_lies_below_and_神女_above(cards, ways):
    assert orders(cards) == ways


PINNED = {
    "dealt": {1: ["妖首", "枯骨"], 2: ["妖众", "妖众"], 3: ["仙子", "血俑"], 4: ["妖众", "圣贤"], 5: ["妖首", "妖众"]},
    "化形": ["树精", "影妖"],
    "关键仙人": "圣贤",
    "骸骨牌": "将骸",
    "重发": 0,
}


def test_a_refused_order_names_its_seat_on_the_walk_round_the_table():
    from engine.fengyao.deal import walk
    from generator.book import book

    found = walk({"setup": {"dealt": {"3": ["仙子", "妖众"], 4: ["妖众", "神女"]}}})
    words = {seat: [book("封妖").why(o.why) for o in offers if o.why] for seat, offers in found.items()}
    assert all("{" not in line for lines in words.values() for line in lines)
    assert words[3][0].startswith("3号") and words[4][0].startswith("4号")
