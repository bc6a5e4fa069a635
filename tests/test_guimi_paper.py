"""Dealing 诡秘之主 and what is printed of it: uniform deals, the key against the rules, messages and ledgers against the answer."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from engine.deal import Impossible, Refused
from engine.guimi import GAME
from engine.guimi.names import COUNT, 外神, 正神
from engine.paper import Heading, Para, Rows, Say, Sheet
from engine.record import normal, record_of
from engine.replay import examine
from engine.stream import Stream
from generator.book import book
from tests.guimigame import e, record, ruled, told


def dealt(seed: str, **wish: Any) -> dict[str, Any]:
    return GAME.deal({"players": 25, **wish}, Stream(seed.encode()))[0]


def sheets(data: dict[str, Any], ident: str) -> list[Sheet]:
    return [sheet for sheet in GAME.sheets(record_of(normal(data))) if sheet.id == ident]


def words(sheet: Sheet) -> list[str]:
    return [book("guimi").say(block.text) for block in sheet.blocks if isinstance(block, Heading | Para)]


# --- dealing


def test_a_deal_is_a_record_without_faults_and_of_different_gods() -> None:
    for seed in range(50):
        data = dealt(str(seed))
        assert examine(data).answer.verdict == "ok" and data["log"] == []
        assert Counter(data["setup"]["身份"].values()) == Counter(COUNT)
        assert len(set(data["setup"]["信仰"].values())) == 8
    assert dealt("x") == dealt("x") != dealt("y")


def test_every_seat_and_every_god_comes_as_often_as_it_should() -> None:
    first: Counter[str] = Counter()
    gods: Counter[str] = Counter()
    pairs: Counter[tuple[str, ...]] = Counter()
    n = 4000
    for seed in range(n):
        setup = dealt(f"u{seed}")["setup"]
        first[setup["身份"][1]] += 1
        gods.update(setup["信仰"].values())
        pairs[tuple(sorted(set(正神) - set(setup["信仰"].values())))] += 1
    assert len(pairs) == 28
    assert sum((v - n / 28) ** 2 / (n / 28) for v in pairs.values()) < 60  # 27 degrees of freedom, p < 0.0003
    assert sum((first[name] - n * c / 25) ** 2 / (n * c / 25) for name, c in COUNT.items()) < 48  # 18 degrees
    assert sum((gods[god] - n / 4) ** 2 / (n / 4) for god in 外神) < 30


def test_wishes_for_gods_and_their_exact_share() -> None:
    data, report = GAME.deal({"players": 25, "with": ["愚者", "命运女神"], "without": ["风暴之主"]}, Stream(b"w"))
    believed = set(data["setup"]["信仰"].values())
    assert {"愚者", "命运女神"} <= believed and "风暴之主" not in believed
    true = [set(c) for c in combinations(正神, 6)]
    foreign = [set(c) for c in combinations(外神, 2)]
    fits = sum("愚者" in c and "风暴之主" not in c for c in true) * sum("命运女神" in c for c in foreign)
    assert report.acceptance is not None and Fraction(*report.acceptance) == Fraction(fits, len(true) * len(foreign))


def test_refusals_tell_every_reason_and_impossible_wishes_their_conflict() -> None:
    with pytest.raises(Refused) as refused:
        GAME.deal({"players": 24, "options": {"胜负": "x", "平票": "y"}, "with": ["造物主"], "roster": ["愚者"]}, Stream(b""))
    assert [f.at for f in refused.value.faults] == ["players", "options/胜负", "options/平票", "roster", "with"]
    for wish, codes in (
        ({"with": ["愚者"], "without": ["愚者"]}, ["又要又不要"]),
        ({"with": ["宿命之环", "堕落母神", "命运女神"]}, ["要的神太多"]),
        ({"without": list(正神[:3])}, ["剩的神太少"]),
    ):
        with pytest.raises(Impossible) as no:
            GAME.deal({"players": 25, **wish}, Stream(b""))
        assert [why.code for why in no.value.conflict] == codes


# --- cards


def test_each_seat_has_one_card_that_tells_its_start_and_no_secret_of_others() -> None:
    data = dealt("cards")
    cards = [card for card in GAME.cards(record_of(normal(data))) if card.kind == "role"]
    assert [(card.seat, card.name) for card in cards] == list(data["setup"]["身份"].items())
    notes = {card.name: book("guimi").say(card.note) for card in cards if card.note}
    assert len(cards) == 25 and "∞" in notes["最初造物主"] and "认识" not in notes["堕落母神"]
    at = {name: seat for seat, name in data["setup"]["身份"].items()}
    assert f"堕落母神{at['堕落母神']}号" in notes["宿命之环"] and "命运女神" not in notes["宿命之环"]
    for card in cards:
        if card.seat in data["setup"]["信仰"]:
            assert card.note and data["setup"]["信仰"][card.seat] in book("guimi").say(card.note)


# --- the key


def test_the_key_says_what_check_says() -> None:
    data = dealt("key")
    key = GAME.key(record_of(normal(data)))
    at = {name: seat for seat, name in data["setup"]["身份"].items()}
    for seat in range(1, 26, 3):
        do = [e("主动技能", at["知识与智慧之神"], seat, die=3), e("群技能", at["超星主宰"], seat, die=3)]
        answer = examine({**data, "log": [{"phase": "第1夜", "do": do}]}).answer.phases[0].entries
        assert key[seat]["查身份"] == answer[0][1].result
        assert key[seat]["群技能"] == (answer[1][1].result or "掷骰")
        for count, want in ((key[seat]["风暴"], "ok"), (key[seat]["风暴"] - 1, "needs")):
            entry = e("主动技能", at["风暴之主"], seat, die=[3] * count)
            assert examine({**data, "log": [{"phase": "第1夜", "do": [entry]}]}).answer.phases[0].entries[0][1].verdict == want
        for side in ("上", "下", "两侧"):
            if data["setup"]["身份"][seat] == "最初造物主":
                assert key[seat][side] is None
                continue
            do = [{"skill": "裁定", "set": {seat: {"神秘学知识": 8}}}, e("神秘学实践", seat, pick=2, drawn=[side])]
            assert key[seat][side] == examine({**data, "log": [{"phase": "第1夜", "do": do}]}).answer.phases[0].entries[1][1].result
        owed = [e("传教", at["堕落母神"], seat)] if seat != at["堕落母神"] else [e("主动技能", at["堕落母神"], seat, 2, 3)]
        table = examine({**data, "log": [{"phase": "第1夜", "do": owed}]}).answer.phases[0].table["待定"]
        assert key[seat]["十"] == any(item["pick"] == "堕落母神" and item["to"] == seat for item in table)


def test_the_key_lives_on_with_the_dead_left_out() -> None:
    data = record([ruled(s3={"生命": 0}, s9={"生命": 0})], [])
    key = GAME.key(record_of(normal(data)))
    assert 9 not in key and key[10]["查身份"] is None and key[10]["群技能"] == "掷骰"


# --- messages


def test_dusk_messages_are_the_answers_入夜() -> None:
    data = record([e("祈祷", 9, die=6), e("传教", 20, 10)], [], [e("祈祷", 10, die=1)])
    texts = words(sheets(data, "messages")[0])
    told_ = told(*[p["do"] for p in data["log"]]).night(2)["seats"]
    for seat in range(1, 26):
        shown = told_[str(seat)]["入夜"]
        line = texts[texts.index(f"{seat}号") + 1]
        assert f"你有{shown['神秘学知识']}点" in line and f"你信{shown['信仰']}" in line
        assert ("理智不足6" in line) == shown["理智<6"]
    assert "昨夜有3人得了神秘学知识。" in texts or f"昨夜有{told_['3']['入夜']['昨夜获得神秘学知识']}人得了神秘学知识。" in texts


def test_messages_before_the_first_night_and_to_holders_of_the_eleventh() -> None:
    assert "1号" in words(sheets(record(), "messages")[0])
    data = record([ruled(s22={"理智": 3}, s9={"生命": 0})], [])
    texts = words(sheets(data, "messages")[0])
    assert "仍可用主动技能" in texts[texts.index("22号") + 1] and "9号" not in texts


def test_dawn_messages_tell_the_prayers_and_超星主宰() -> None:
    data = record([e("祈祷", 9, die=6), e("主动技能", 23, 9)])
    texts = words(sheets(data, "dawn")[0])
    assert texts[texts.index("9号") + 1] == "祈祷的结果：生命4，理智6。"
    assert "主动技能 9 身份 正神信仰" in texts[texts.index("20号") + 1]


def test_the_announcement_tells_deaths_losses_and_what_高维俯视者_did() -> None:
    vote = e("放逐投票", votes={1: [9, 9], 3: 10}, die=[6, 6, 6])
    assert len(words(sheets(record(), "announcement")[0])) == 1
    day = words(sheets(record([e("主动技能", 23, 9)], [vote]), "announcement")[0])
    assert "放逐：9号失去4点生命。" in day and "今天出局：9、10号。" in day and "有遗言：9号。" in day
    night = words(sheets(record([e("主动技能", 23, 9)], [], []), "announcement")[0])
    assert "玩家群：有人用了主动技能，目标9号。" in night and "昨夜平安，没有人出局。" in night


# --- ledgers


def test_a_ledger_sheet_for_each_seat_ends_on_its_numbers() -> None:
    phases = (
        [e("祈祷", 9, die=6), e("传教", 20, [9, 10]), e("主动技能", 4, 9, 1, 2), e("群技能", 19, 9, die=[5, 1])],
        [e("放逐投票", votes={1: 9}, die=1)],
    )
    found = sheets(record(*phases), "ledger")
    assert [dict(sheet.extra)["seat"] for sheet in found] == list(range(1, 26))
    answer = told(*phases)
    for seat in (4, 9, 10, 20):
        table = next(block for block in found[seat - 1].blocks if isinstance(block, Rows))
        for column, key in ((3, "生命"), (4, "理智"), (5, "神秘学知识"), (6, "护盾")):
            values = [str(row[column]) for row in table.rows if row[column] != ""]
            assert int(values[-1] if values else 0) == answer.seat(seat)[key], (seat, key)
        assert all(row[2] for row in table.rows)  # each by its rule


def test_paper_for_the_table_and_the_messages_hold_no_secret() -> None:
    data = {**dealt("secret"), "players": [f"玩家{i}" for i in range(1, 26)]}
    for sheet in GAME.sheets(record_of(normal(data))):
        if sheet.audience == "table":
            text = repr(sheet)
            assert not any(f"玩家{i}" in text for i in range(1, 26)) and "信仰=" not in text
    assert {sheet.audience for sheet in GAME.sheets(record_of(normal(data)))} == {"host", "table"}
    assert all(isinstance(sheet.title, Say) for sheet in GAME.sheets(record_of(normal(data))))
