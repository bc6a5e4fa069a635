"""Deals by the million: the same law as the plain dealer's, by chi-square; and built ones against enumeration."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from companion.cli import run
from engine.games import game_named, model_of
from generator.conditions import parse, vocabulary
from generator.counting import counted
from tests.test_scenario import chi_square, every, near, points, toy

np = pytest.importorskip("numpy")
bulk = pytest.importorskip("generator.bulk")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YUANZUN_DATA", str(tmp_path / "data"))


def hands_of(model: object, matrix: object) -> list[str]:
    """Each row as sorted hands in one text."""
    cards, places = bulk.legend(model)
    out = []
    for row in matrix:  # type: ignore[attr-defined]
        found: dict[str, list[str]] = {}
        for place, card in zip(places, row, strict=True):
            found.setdefault(place, []).append(cards[card])
        out.append(str(sorted((p, sorted(h)) for p, h in found.items())))
    return out


def key(hands: dict[str, tuple[str, ...]]) -> str:
    return str(sorted((p, sorted(h)) for p, h in hands.items()))


def test_bulk_deals_are_those_of_enumeration() -> None:
    model = toy()
    whole = Counter(str(sorted((p, sorted(h)) for p, h in hands.items() if p in ("底牌", "1号"))) for hands in every(model))
    rows = hands_of(model, bulk.deals(model, 20_000, 5))
    seen = Counter(str([pair for pair in eval(text) if pair[0] in ("底牌", "1号")]) for text in rows)
    truth = {k: n / whole.total() for k, n in whole.items()}
    assert abs(chi_square(seen, truth)) < 4.5


@pytest.mark.parametrize(
    ("name", "wish"), [("封妖", {"players": 7}), ("狼人杀", {"players": 12, "board": "盗贼丘比特"}), ("EVA", {"players": 21})]
)
def test_every_card_is_where_the_exact_odds_say(name: str, wish: dict[str, object]) -> None:
    game = game_named(name)
    assert game is not None
    model = model_of(game, wish)
    ((_, table),) = counted(model, [], apart=True).tables
    chances = table.chances()
    matrix = bulk.deals(model, 60_000, 11)
    cards, places = bulk.legend(model)
    assert [cards[k] for k in np.sort(matrix[0])] == sorted(model.cards, key=cards.index)
    for place in dict.fromkeys(places):
        columns = [i for i, p in enumerate(places) if p == place]
        for number, card in enumerate(cards):
            share = float((matrix[:, columns] == number).any(axis=1).mean())
            truth = float(chances[place].get(card, 0))
            assert abs(share - truth) <= 5 * (truth * (1 - truth) / 60_000) ** 0.5, (place, card)


def test_built_in_bulk_is_uniform_by_chi_square() -> None:
    model = toy()
    words = vocabulary(model)
    conditions = [parse("相邻(甲, 乙)", words), parse("点(1号) = 5", words)]
    whole = Counter(key(h) for h in every(model) if near(h, "甲", "乙") and points(h["1号"]) == 5)
    rows = hands_of(model, bulk.Builder(model, conditions, (), 3).deals(12 * len(whole)))
    assert abs(chi_square(Counter(rows), {k: n / whole.total() for k, n in whole.items()})) < 4.5


def test_a_draw_in_a_condition_is_weighed() -> None:
    model = toy()
    conditions = [parse("1号 持有 主牌 且 1号 是 红", vocabulary(model))]
    whole = [h for h in every(model) for card in ("乙", "丙", "丁") if card in h["1号"] and {"乙", "丙"} & set(h["1号"])]
    truth = sum("乙" in h["1号"] for h in whole) / len(whole)
    rows = hands_of(model, bulk.Builder(model, conditions, (), 3).deals(6000))
    share = sum("乙" in dict(eval(row))["1号"] for row in rows) / 6000
    assert abs(share - truth) < 5 * (truth * (1 - truth) / 6000) ** 0.5


def test_bulk_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "a.npz"
    assert run(["scenario", "封妖", "--players", "8", "--where", "1号 持有 2张 妖首", "--count", "500", "--bulk", str(out)]) == 0
    data = np.load(out)
    cards, places = list(data["cards"]), list(data["places"])
    assert data["deals"].shape == (500, 18)
    assert (data["deals"][:, [i for i, p in enumerate(places) if p == "1号"]] == cards.index("妖首")).all()
    assert run(["scenario", "封妖", "--players", "8", "--bulk", str(tmp_path / "a.csv")]) == 2
    assert ".npz" in capsys.readouterr().err
