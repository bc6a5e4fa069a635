"""Conditions, exact counts and uniform scenarios: against enumeration, against the plain dealer, and by what a host types."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from companion.cli import run
from engine.games import game_named, model_of
from engine.model import Draw, Model, Place, Rule, seats, word
from engine.record import normal
from engine.stream import Stream
from generator import conditions
from generator.compiling import holds
from generator.conditions import BadCondition, Named, parse, vocabulary
from generator.counting import compiled, counted
from generator.odds import odds
from generator.scenario import estimated, prepared

Hands = dict[str, tuple[str, ...]]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YUANZUN_DATA", str(tmp_path / "data"))


def every(model: Model) -> Iterator[Hands]:
    """All distributions of the physical cards (each as often as it comes), rules applied: written without the counter's ideas."""

    def deal(i: int, left: tuple[int, ...]) -> Iterator[Hands]:
        if i == len(model.places):
            yield {}
            return
        place = model.places[i]
        for some in combinations(left, place.size):
            hand = tuple(model.cards[k] for k in some)
            if all(r.allows(hand) for r in model.rules if r.binds(place)):
                for rest in deal(i + 1, tuple(k for k in left if k not in some)):
                    yield {place.name: hand, **rest}

    yield from deal(0, tuple(range(len(model.cards))))


def toy() -> Model:
    """Four seats of two and two cards aside, one pair of cards that may not meet, one draw."""
    cards = ("甲", "甲", "乙", "丙", "丁", "戊", "戊", "戊", "己", "庚")
    return Model(
        places=(Place("底牌", 2), *seats(4, 2)),
        cards=cards,
        words=(word("红", frozenset("乙丙")), word("黑", frozenset("丁己"))),
        record=lambda hands, draws, stream: {"hands": dict(hands), "draws": dict(draws)},
        read=lambda record: (record["hands"], record["draws"]),
        rules=(
            Rule("一", (frozenset("甲"),), lambda hand: "甲" not in hand, "底牌", again=False),
            Rule("二", (frozenset("甲"), frozenset("乙")), lambda hand: not ("甲" in hand and "乙" in hand)),
        ),
        draws=(Draw("主牌", ("乙", "丙", "丁")),),
        figures={"点": {"乙": 1, "丙": 2, "丁": 3, "己": 5}},
    )  # fmt: skip


def near(hands: Hands, one: str, two: str) -> bool:
    at = {c: [i for i in range(4) if c in hands[f"{i + 1}号"]] for c in (one, two)}
    return any((a - b) % 4 in (1, 3) for a in at[one] for b in at[two])


POINTS = {"乙": 1, "丙": 2, "丁": 3, "己": 5}


def points(hand: tuple[str, ...]) -> int:
    return sum(POINTS.get(card, 0) for card in hand)


SEATS = ("1号", "2号", "3号", "4号")
PAIRS: tuple[tuple[str, Callable[[Hands], bool]], ...] = (
    ("2号 是 乙", lambda h: "乙" in h["2号"]),
    ("2号 是 红 且 非 3号 持有 丁", lambda h: bool({"乙", "丙"} & set(h["2号"])) and "丁" not in h["3号"]),
    ("有人 持有 2张 甲", lambda h: any(h[s] == ("甲", "甲") for s in SEATS)),
    ("无人 持有 2张 戊 或 丁 在 底牌", lambda h: all(h[s].count("戊") < 2 for s in SEATS) or "丁" in h["底牌"]),
    ("人人 是 红", lambda h: False),
    ("相邻(甲, 乙)", lambda h: near(h, "甲", "乙")),
    ("相邻(甲, 甲) 且 点(1号) >= 3", lambda h: near(h, "甲", "甲") and points(h["1号"]) >= 3),
    ("数(此席 是 红 或 点(此席) > 3) = 2", lambda h: sum(bool({"乙", "丙"} & set(h[s])) or points(h[s]) > 3 for s in SEATS) == 2),
    ("和(点, 此席 是 黑) - 1 < 点(4号)", lambda h: sum(points(h[s]) for s in SEATS if {"丁", "己"} & set(h[s])) - 1 < points(h["4号"])),
    ("距离(庚, 3号) <= 1", lambda h: any("庚" in h[s] for s in ("2号", "3号", "4号"))),
    ("座号(戊) = 2", lambda h: "戊" in h["2号"] and "戊" not in h["1号"]),
    ("同一人(戊, 庚)", lambda h: any({"戊", "庚"} <= set(h[s]) for s in SEATS)),
)  # fmt: skip


@pytest.fixture(scope="module")
def whole() -> list[Hands]:
    return list(every(toy()))


@pytest.mark.parametrize(("text", "truth"), PAIRS, ids=[text for text, _ in PAIRS])
def test_counts_are_those_of_enumeration(text: str, truth: Callable[[Hands], bool], whole: list[Hands]) -> None:
    model = toy()
    found = counted(model, [parse(text, vocabulary(model))])
    assert found.count == sum(map(truth, whole))
    assert counted(model, []).count == len(whole)


def test_several_conditions_and_a_draw_count_together(whole: list[Hands]) -> None:
    model = toy()
    words = vocabulary(model)
    found = counted(model, [parse("1号 持有 主牌", words), parse("非 主牌 是 丁", words), parse("相邻(主牌, 甲)", words)])
    truth = sum(card in h["1号"] and near(h, card, "甲") for h in whole for card in ("乙", "丙"))
    assert found.count == truth
    assert found.choices == 3


def test_each_number_is_a_deal_of_its_own_and_all_fit(whole: list[Hands]) -> None:
    model = toy()
    condition = parse("1号 是 乙 且 2号 持有 2张 戊", vocabulary(model))
    ((_, table),) = counted(model, [condition]).tables
    built = Counter(tuple(sorted((p, tuple(sorted(h))) for p, h in table.deal(i).items())) for i in range(table.count))
    truth = Counter(
        tuple(sorted((p, tuple(sorted(h))) for p, h in hands.items()))
        for hands in whole
        if "乙" in hands["1号"] and hands["2号"] == ("戊", "戊")
    )
    assert built == truth


def chi_square(seen: Mapping[object, int], truth: Mapping[object, float]) -> float:
    """How many standard deviations the statistic lies above its mean."""
    total = sum(seen.values())
    assert set(seen) <= set(truth)
    stat = sum((seen.get(k, 0) - total * p) ** 2 / (total * p) for k, p in truth.items())
    freedom = len(truth) - 1
    return (stat - freedom) / math.sqrt(2 * freedom)


def test_built_deals_are_uniform_by_chi_square(whole: list[Hands]) -> None:
    model = toy()
    found = counted(model, [parse("相邻(甲, 乙) 且 点(1号) = 5", vocabulary(model))])
    fits = Counter(str(sorted(h.items())) for h in map(_sorted, whole) if near(h, "甲", "乙") and points(h["1号"]) == 5)
    stream = Stream(b"chi")
    seen = Counter(str(sorted(_sorted(found.deal(stream, model)[0]).items())) for _ in range(12 * len(fits)))
    share = {k: n / fits.total() for k, n in fits.items()}
    assert abs(chi_square(seen, share)) < 4.5


def _sorted(hands: Mapping[str, tuple[str, ...]]) -> Hands:
    return {p: tuple(sorted(h)) for p, h in hands.items()}


WISHES = {"封妖": {"players": 5}, "狼人杀": {"players": 12, "board": "盗贼丘比特"}, "EVA": {"players": 21}, "诡秘之主": {"players": 25}}


@pytest.mark.parametrize("name", WISHES)
def test_model_and_plain_dealer_agree(name: str) -> None:
    """Marginals of 1500 plain deals against the exact ones, and a built deal is a record without faults."""
    game = game_named(name)
    assert game is not None
    model = model_of(game, WISHES[name])
    ((_, table),) = counted(model, [], apart=True).tables
    truth = table.chances()
    stream = Stream(b"agree" + name.encode())
    seen: Counter[tuple[str, str]] = Counter()
    for _ in range(1500):
        record, _report = game.deal(WISHES[name], stream)
        hands = model.read(normal(record))[0]
        seen.update((place, card) for place, hand in hands.items() for card in set(hand))
    worst = max(
        abs(seen[p, c] - 1500 * float(share)) / math.sqrt(1500 * float(share) * (1 - float(share)))
        for p, row in truth.items()
        for c, share in row.items()
        if 0 < share < 1
    )
    assert worst < 5
    assert all(seen[p, c] in (0, 1500) for p, row in truth.items() for c, share in row.items() if share in (0, 1))
    hands, draws = counted(model, []).deal(stream, model)
    made = model.record(hands, draws, stream)
    assert not list(game.faults(normal(made)))
    assert {p: sorted(h) for p, h in model.read(normal(made))[0].items()} == {p: sorted(h) for p, h in hands.items()}


def test_redeal_odds_are_the_closed_form() -> None:
    from engine.fengyao.rosters import acceptance

    game = game_named("封妖")
    assert game is not None
    for players, stars in ((5, 2), (8, 3), (12, 5)):
        answer = odds(prepared(game, {"players": players}, [], []), Stream(b""))
        assert answer.redeal == 1 - acceptance(players, stars)
        assert sum(c.exact or 0 for c in answer.table["化形"].values()) == 2


def test_odds_of_seats_given_conditions_are_those_of_enumeration(whole: list[Hands]) -> None:
    model = toy()
    game = game_named("封妖")
    assert game is not None
    answer = odds(prepared(game, {}, ["相邻(甲, 主牌)"], [], model=model), Stream(b""))
    fits = [h for h in whole for card in ("乙", "丙", "丁") if near(h, "甲", card)]
    for place, row in answer.table.items():
        for card, chance in row.items():
            assert chance.exact == Fraction(sum(card in h[place] for h in fits), len(fits)), (place, card)
    assert answer.all.exact == Fraction(len(fits), 3 * len(whole))


def test_too_wide_is_estimated_and_the_interval_holds_the_truth() -> None:
    game = game_named("封妖")
    assert game is not None
    texts = ["相邻(仙子, 妖首)"]
    narrow = prepared(game, {"players": 6}, texts, [])
    wide = prepared(game, {"players": 6}, texts, [], bound=40)
    chance = wide.chance(Stream(b"w"), tries=1500)
    assert chance.exact is None
    assert chance.low < narrow.chance(Stream(b"")).about < chance.high
    assert estimated(0, 100).low == 0 and 0.03 < estimated(0, 100).high < 0.04


def test_rare_and_common_scenarios_fit_and_choose_their_way() -> None:
    game = game_named("封妖")
    assert game is not None
    for texts, built in ((["相邻(仙子, 妖首)"], False), (["1号 持有 2张 妖首", "2号 是 圣贤"], True)):
        wanted = prepared(game, {"players": 7}, texts, [])
        assert wanted.built() is built
        deals = wanted.deals(Stream(b"s"), 1000)
        for _ in range(20):
            record = normal(next(deals))
            assert all(wanted.fits(record)) and not list(game.faults(record))


TYPOS = (
    ("3号 是 圣先", 5, "不认识“圣先”", "圣贤"),
    ("3号是圣先", 3, "不认识“圣先”", "圣贤"),
    ("双要首同一人", 0, "不认识", "双妖首同一人"),
    ("3号 圣贤", 3, "这里应是", ""),
    ("数(此席 是 星空", 9, "还没说完", ""),
    ("难度(2号) <= ", 8, "", ""),
    ("9号 是 圣贤", 0, "没有 9号", ""),
    ("此席 是 圣贤", 0, "此席", ""),
    ("数(3号 是 圣贤) = 1", 2, "此席", ""),
    ("", 0, "空", ""),
)


@pytest.mark.parametrize(("text", "at", "says", "near_word"), TYPOS, ids=[t[0] or "空" for t in TYPOS])
def test_a_typo_is_pointed_at(text: str, at: int, says: str, near_word: str) -> None:
    game = game_named("封妖")
    assert game is not None
    with pytest.raises(BadCondition) as bad:
        prepared(game, {"players": 8}, [text], conditions.shipped("fengyao"))
    if text != "难度(2号) <= ":
        assert bad.value.at == at
    assert says in bad.value.message
    assert not near_word or near_word in bad.value.near


@pytest.mark.parametrize(
    "game, text, says",
    [
        ("狼人杀", "难度(1号) > 2", "没有“难度”"),
        ("狼人杀", "1号 是 狼人,2号 是 女巫", "两个 --where"),
        ("封妖", "3号 是 圣贤贤", "是不是“圣贤”"),
        ("封妖", "理智(3号) > 3", "有的是"),
    ],
)
def test_what_was_meant_is_guessed(game: str, text: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["scenario", game, "--players", "8", "--where", text]) == 2
    assert says in capsys.readouterr().err


def test_full_width_signs_names_and_named_conditions_are_read() -> None:
    model = toy()
    words = vocabulary(model, ("小红", "乙", "阿 明", "丁丁"), [Named("二乙", "2号 是 乙"), Named("圈", "非 圈")])
    same = ("2号 是 乙", "乙 是 乙".replace("乙 是", '"乙" 是'), "二乙", "（2号 是 乙）", "２号 是 乙")
    counts = {counted(model, [parse(text, words)], ("小红", "乙", "阿 明", "丁丁")).count for text in same}
    assert len(counts) == 1
    assert counted(model, [parse("小红 是 乙", words)], ("小红", "乙", "阿 明", "丁丁")).count in counts
    with pytest.raises(BadCondition, match="绕"):
        parse("圈", words)


def test_every_shipped_condition_can_be_met() -> None:
    for name in WISHES:
        game = game_named(name)
        assert game is not None
        shipped = conditions.shipped(game.id)
        assert shipped
        wish = {"players": 9 if game.players[0] < 9 else game.players[0]}
        for named in shipped:
            wanted = prepared(game, wish, [named.name], shipped)
            assert wanted.fits(normal(next(wanted.deals(Stream(b"shipped"), 2000)))) == [True], named.name


def test_the_smallest_conflict_is_named_with_the_rule(capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--where", "1号 是 星空", "--where", "2号 是 圣贤", "--where", "1号 持有 妖首", "--where", "数(此席 是 双妖众) >= 0"]
    assert run(["scenario", "封妖", "--players", "6", *where]) == 3
    told = capsys.readouterr().err
    assert "1号 是 星空" in told and "1号 持有 妖首" in told and "封妖/R8" in told
    assert "2号 是 圣贤" not in told and "双妖众" not in told.replace("【", "")


def test_not_found_is_told_from_impossible(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    import generator.scenario as made

    monkeypatch.setattr(made.Scenario, "count", lambda self, conditions=None: None)
    assert run(["scenario", "封妖", "--players", "8", "--where", "1号 持有 2张 妖首", "--where", "2号 持有 2张 妖首", "--tries", "50"]) == 6
    assert "没有证明不可能" in capsys.readouterr().err


def test_scenarios_go_into_a_folder_and_explain_themselves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--where", "双妖首同一人", "--where", "3号 是 圣贤", "--where", "难度(2号) <= 3"]
    assert run(["scenario", "封妖", "--players", "8", *where, "--count", "3", "-o", str(tmp_path / "out")]) == 0
    made = sorted((tmp_path / "out").iterdir())
    assert [f.name for f in made] == ["fengyao-1.yaml", "fengyao-2.yaml", "fengyao-3.yaml"]
    assert "811/68880" in capsys.readouterr().err
    assert run(["scenario", "封妖", "--explain", str(made[0]), *where]) == 0
    assert run(["scenario", "封妖", "--explain", str(made[0]), "--where", "无人 持有 2张 妖首", "--json"]) == 1
    (row,) = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert row["holds"] is False and "妖首 在" in row["parts"][0]["facts"]


def test_odds_as_table_json_and_plots(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "封妖", "--players", "6", "--where", "相邻(仙子, 妖首)", "--json", "--plot", str(tmp_path / "a.svg")]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["places"]["3号"]["仙子"]["exact"] == "1/6"
    assert data["conditions"][0]["exact"] is not None
    svg = (tmp_path / "a.svg").read_text("utf-8")
    assert svg.startswith("<svg") and "仙子" in svg
    assert run(["odds", "狼人杀", "--players", "9", "--plot", str(tmp_path / "b.png")]) == 0
    assert (tmp_path / "b.png").read_bytes()[:4] == b"\x89PNG"
    assert "每座" in capsys.readouterr().out
    assert run(["odds", "封妖", "--players", "6", "--plot", str(tmp_path / "c.pdf")]) == 2


def ring() -> Model:
    """Seven seats of one card: three 狼, three 民 (one of them marked), one 神."""
    return Model(
        places=seats(7, 1),
        cards=("狼", "狼", "狼", "民", "民", "村", "神"),
        words=(word("人", frozenset("民村")), word("外", frozenset("狼神"))),
        record=lambda hands, draws, stream: {"hands": dict(hands)},
        read=lambda record: (record["hands"], {}),
        figures={"点": {"狼": 2, "村": 1, "神": 5}},
    )


def asked(stream: Stream, deep: int = 0) -> str:
    """A condition at random on who sits where."""
    if deep < 2 and stream.below(3) == 0:
        return f"({asked(stream, deep + 1)}) {stream.choice(('且', '或'))} {stream.choice(('', '非 '))}({asked(stream, deep + 1)})"
    one, two = (stream.choice(("狼", "民", "村", "神", "人", "外", "3号")) for _ in range(2))
    sign, number = stream.choice(("<=", "<", "=", "!=", ">", ">=")), stream.below(5)
    return stream.choice(
        (
            f"相邻({one}, {two})",
            f"距离({one}, {two}) {sign} {number}",
            f"座号({one}) {sign} {number}",
            f"数(此席 是 {'人' if one == '3号' else one}) {sign} {number}",
            f"和(点, 此席 是 外) {sign} {number * 3}",
            f"点(2号) + 点(3号) {sign} {number}",
            f"2号 是 {'神' if two == '3号' else two}",
        )
    )


def test_what_is_merged_changes_no_count() -> None:
    """States that are made one: hundreds of conditions on a ring, against every deal looked at whole."""
    model, stream = ring(), Stream(b"ring")
    words = vocabulary(model)
    whole = Counter(tuple(hands[f"{n}号"] for n in range(1, 8)) for hands in every(model))
    shares = set()
    for _ in range(250):
        condition = parse(asked(stream), words)
        programs = compiled(model, (condition,), (), {})
        truth = sum(n for row, n in whole.items() if holds(programs, model, {f"{i}号": hand for i, hand in enumerate(row, 1)}))
        assert counted(model, (condition,)).count == truth, condition.text
        shares.add(truth)
    assert len(shares) > 20


def test_deals_out_of_merged_states_are_uniform_by_chi_square() -> None:
    model = ring()
    condition = parse("相邻(狼, 神) 且 距离(村, 狼) <= 2 且 非 相邻(民, 民)", vocabulary(model))
    programs = compiled(model, (condition,), (), {})

    def row(hands: Mapping[str, tuple[str, ...]]) -> str:
        return "".join(hands[f"{n}号"][0] for n in range(1, 8))

    fit = Counter(row(hands) for hands in every(model) if holds(programs, model, hands))
    found, stream = counted(model, (condition,)), Stream(b"x")
    drawn = Counter(row(found.deal(stream, model)[0]) for _ in range(6000))
    assert set(drawn) == set(fit) and found.count == sum(fit.values())
    chi = sum((drawn[k] - 6000 * w / found.count) ** 2 / (6000 * w / found.count) for k, w in fit.items())
    freedom = len(fit) - 1
    assert chi < freedom + 5 * math.sqrt(2 * freedom)


@pytest.mark.parametrize(
    "name, players, texts",
    [
        ("EVA", 21, ("距离(村长, 牧师) <= 3", "非 相邻(恶徒, 恶徒)", "座号(贵族) <= 15")),
        ("诡秘之主", 25, ("非 相邻(狼边, 狼边)", "相邻(愚者, 神边)")),
        ("狼人杀", 18, ("狼不相邻", "预女相邻", "狼围预言家", "座号(猎人) <= 4")),
    ],
)
def test_many_seats_are_counted_exactly(name: str, players: int, texts: tuple[str, ...]) -> None:
    game = game_named(name)
    assert game is not None
    made = prepared(game, {"players": players}, texts, conditions.shipped(game.id))
    found = made.count()
    assert found is not None and 0 < made.share(found) < 1
    share, stream = float(made.share(found)), Stream(b"many")
    hits = sum(all(made.fits(game.deal({"players": players}, stream)[0])) for _ in range(1500))
    assert abs(hits - 1500 * share) < 5 * math.sqrt(1500 * share * (1 - share)) + 2
