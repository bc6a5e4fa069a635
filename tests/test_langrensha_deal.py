"""Dealing 狼人杀: presets and other boards, every refusal at once, R7 with its exact share, all seats alike."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from engine.deal import Impossible, Refused
from engine.langrensha.boards import PRESETS, cards_of, presets
from engine.langrensha.dealing import deal, plan, share_allowed
from engine.langrensha.roles import ROLE, WOLVES
from engine.replay import examine
from engine.stream import Stream
from generator.book import book

Plain = Any
THIEF = {"players": 8, "roster": "狼人3 盗贼 预言家 女巫 平民4"}


def refused(**wish: Plain) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as no:
        deal(wish, Stream(b"no"))
    words = book("langrensha")
    assert all("{" not in words.why(fault.why) and words.place(fault.rule) for fault in no.value.faults)
    return [(fault.at, fault.why.code) for fault in no.value.faults]


@pytest.mark.parametrize(("players", "name"), PRESETS)
def test_every_preset_is_dealt_without_fault_and_is_named(players: int, name: str) -> None:
    data, report = deal({"players": players, "board": name}, Stream(name.encode()))
    assert examine(data).answer.verdict == "ok"
    assert data["setup"]["板子"] == name and data["log"] == [] and list(data) == ["game", "players", "options", "setup", "log"]
    assert Counter([*data["setup"]["roles"].values(), *data["setup"].get("extra", ())]) == Counter(PRESETS[players, name])
    assert report.tries == 1 + sum(report.rejected.values())


def test_every_count_has_a_board_and_every_role_is_on_one() -> None:
    assert all(presets(players) for players in range(8, 19))
    assert {card for cards in PRESETS.values() for card in cards} == set(ROLE)


def test_the_usual_board_is_dealt_where_none_is_named() -> None:
    assert [deal({"players": n}, Stream(b"x"))[0]["setup"]["板子"] for n in (8, 12, 18)] == ["预女猎", "预女猎白", "狼王白狼王熊"]


def test_names_options_and_seed_are_kept() -> None:
    names = list("甲乙丙丁戊己庚辛")
    one = deal({"players": names, "options": {"警长": False}}, Stream(b"seed"))[0]
    assert one["players"] == names and one["options"] == {"警长": False}
    assert one == deal({"players": tuple(names), "options": {"警长": False}}, Stream(b"seed"))[0]
    assert one != deal({"players": names, "options": {"警长": False}}, Stream(b"other"))[0]


def test_cards_are_exchanged_for_plain_ones_and_told() -> None:
    wanted = plan({"players": 12, "with": ["狼王", "守卫"], "without": ["白痴"]})
    assert Counter(wanted.cards) == Counter(cards_of("狼人3 狼王 平民4 预言家 女巫 猎人 守卫")) and wanted.board is None
    assert [why.code for why in wanted.notices] == ["补上", "换下", "换下"]
    thief = plan({"players": 12, "with": ["盗贼"]})
    assert Counter(thief.cards) == Counter(cards_of("狼人4 平民5 预言家 女巫 猎人 白痴 盗贼"))
    back = plan({"players": 12, "board": "盗贼丘比特", "without": ["盗贼", "丘比特"]})
    assert Counter(back.cards) == Counter(cards_of("狼人4 平民5 预言家 女巫 猎人"))


def test_a_roster_may_be_a_list_a_map_or_a_line() -> None:
    for roster in (
        "狼人×2 预言家 女巫 平民4",
        {"狼人": 2, "预言家": 1, "女巫": 1, "平民": 4},
        ["狼人", "狼人", "预言家", "女巫", *["平民"] * 4],
    ):
        assert plan({"players": 8, "roster": roster}).cards == cards_of("狼人2 预言家 女巫 平民4")


def test_every_reason_is_told_at_once() -> None:
    assert refused(players=7, options={"平票": 1, "x": 2}) == [("players", "人数"), ("options/平票", "选项取值"), ("options/x", "未知选项")]
    doubled = refused(players=8, roster=["预言家"] * 2 + ["狼王"] * 2 + ["平民"])
    assert doubled[:3] == [("roster", "张数不符"), ("roster", "超出张数"), ("roster", "超出张数")]
    assert refused(players=8, roster=["狼人"] * 8) == [("roster", "缺平民"), ("roster", "缺神民"), ("roster", "狼人过半")]
    assert refused(players=12, board="狼王") == [("board", "没有这个板子")] == refused(players=12, board=["狼王守卫"])
    assert refused(players=12, board="狼王守卫", roster=["狼人"]) == [("board", "板子与牌表只用其一")]
    assert refused(players=8, **{"with": ["村民", "神"]}) == [("roster", "没有这个身份")] * 2
    assert refused(players=8, roster={"狼人": -1, "女巫": True}) == [("roster", "张数不对")] * 2
    assert refused(players=8, roster=5) == [("roster", "须是列表")]
    assert refused(players=12, **{"with": ["猎人"]}) == [("roster", "超出张数")]


def test_wishes_that_exclude_each_other_are_proved_impossible() -> None:
    with pytest.raises(Impossible) as no:
        deal({"players": 12, "with": ["熊"], "without": ["熊"]}, Stream(b"x"))
    assert [why.code for why in no.value.conflict] == ["要有此牌", "不要此牌"]
    with pytest.raises(Impossible):
        deal({"players": 8, "roster": "盗贼 狼人5 平民 预言家 女巫 猎人"}, Stream(b"x"))


def test_thief_is_always_seated_and_never_leaves_two_wolves() -> None:
    stream, rejected, tries = Stream(b"thief"), Counter[str](), 0
    spare: Counter[bool] = Counter()
    for _ in range(4000):
        data, report = deal(THIEF, stream)
        extra = data["setup"]["extra"]
        assert "盗贼" in data["setup"]["roles"].values() and not all(card in WOLVES for card in extra)
        spare[any(card in WOLVES for card in extra)] += 1
        rejected.update(report.rejected)
        tries += report.tries
    share = share_allowed(cards_of("狼人3 盗贼 预言家 女巫 平民4"))
    assert share == Fraction(32, 36) == Fraction(*report.acceptance)  # of 36 pairs 3 are two wolves, 1 leaves no 神 seated
    assert set(rejected) == {"狼人杀/R7", "狼人杀/R3"}
    assert abs(4000 / tries - float(share)) < 0.02
    assert abs(spare[True] / 4000 - 18 / 32) < 0.04


def test_every_role_comes_to_every_seat_equally_often() -> None:
    stream, at = Stream(b"even"), Counter[tuple[str, int]]()
    deals = 6000
    for _ in range(deals):
        at.update((role, seat) for seat, role in deal({"players": 8}, stream)[0]["setup"]["roles"].items())
    for role, count in (("预言家", 1), ("女巫", 1), ("猎人", 1), ("狼人", 2), ("平民", 3)):
        expected = deals * count / 8
        chi = sum((at[role, seat] - expected) ** 2 / expected for seat in range(1, 9))
        assert chi < 24.3  # one in a thousand with seven degrees of freedom
