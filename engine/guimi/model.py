"""Dealing as a model: a 身份 a seat, and of eight 正神信仰 and eight 外神信仰 the six and two that are dealt (R1, R2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.guimi.deal import deal
from engine.guimi.names import CAMP, COUNT, PLAYERS, start, 十六神, 外神, 正神, 民边, 阵营序
from engine.model import Hand, Hands, Model, Place, Rule, Word, has, seats, word
from engine.stream import Stream

Plain = Any
余 = {"正神信仰": "余正神", "外神信仰": "余外神"}
信 = {kind: tuple(f"{kind}·{god}" for god in gods) for kind, gods in (("正神信仰", 正神), ("外神信仰", 外神))}
余数 = {kind: len(cards) - COUNT[kind] for kind, cards in 信.items()}
CARDS = (*(name for name in COUNT if name not in 民边), *(card for kind in 民边 for card in 信[kind]))


def 身份(card: str) -> str:
    return card.partition("·")[0]


def _of(camp: str) -> frozenset[str]:
    return frozenset(card for card in CARDS if CAMP[身份(card)] == camp)


WORDS: tuple[Word, ...] = (
    *(word(camp, _of(camp)) for camp in 阵营序),
    *(word(kind, frozenset(信[kind])) for kind in 民边),
    *(word(f"{god}信徒", frozenset(card for card in CARDS if card == god or card.endswith(f"·{god}"))) for god in 十六神),
)
FIGURES = {
    figure: {card: value for card in CARDS if (value := start(身份(card))[which]) is not None}
    for which, figure in enumerate(("生命", "理智"))
}


def model(wish: Mapping[str, Plain]) -> Model:
    """The model of a wish. Raises what `deal` raises. 最初造物主's 理智 (∞) counts as 0."""
    deal(wish, Stream(b""))
    return Model(
        places=(*(Place(余[kind], 余数[kind]) for kind in 民边), *seats(PLAYERS, 1)),
        cards=CARDS,
        words=WORDS,
        record=lambda hands, draws, stream: _record(wish, hands),
        read=read,
        rules=(*_undealt(), *_wished(wish)),
        figures=FIGURES,
    )


def _undealt() -> Iterable[Rule]:
    for kind in 民边:
        mine = frozenset(信[kind])
        yield Rule("R2", (mine,), lambda hand, mine=mine: mine >= set(hand), 余[kind], again=False)  # type: ignore[misc]


def _wished(wish: Mapping[str, Plain]) -> Iterable[Rule]:
    """`with`: these gods are believed in by some 民边 seat; `without`: by none."""
    for key in ("with", "without"):
        given = wish.get(key) or ()
        gods = [given] if isinstance(given, str) else list(given)
        cards = frozenset(card for kind in 民边 for card in 信[kind] if card.partition("·")[2] in gods)
        inside = has(cards)
        for where in (*余.values(),) if key == "with" else ("",):
            yield Rule("R2", (cards,), lambda hand, inside=inside: not inside(hand), where, again=False)  # type: ignore[misc]


def _record(wish: Mapping[str, Plain], hands: Hands) -> dict[str, Plain]:
    dealt: dict[int, Hand] = {seat: hands[f"{seat}号"] for seat in range(1, PLAYERS + 1)}
    players = wish.get("players", PLAYERS)
    return {
        "game": "诡秘之主",
        "players": list(players) if isinstance(players, list | tuple) else players,
        "options": dict(wish.get("options") or {}),
        "setup": {
            "身份": {seat: 身份(card) for seat, (card,) in dealt.items()},
            "信仰": {seat: card.partition("·")[2] for seat, (card,) in dealt.items() if "·" in card},
        },
        "log": [],
    }


def read(record: Mapping[str, Plain]) -> tuple[Hands, Mapping[str, str]]:
    """Hands of a record. Where two 民边 seats believe the same god (R2 allows it by hand), that card lies twice."""
    setup = record["setup"]
    believed = setup["信仰"]
    hands = {f"{s}号": (f"{name}·{believed[s]}" if name in 民边 else name,) for s, name in setup["身份"].items()}
    out = {card for (card,) in hands.values()}
    return {**{余[kind]: tuple(c for c in 信[kind] if c not in out) for kind in 民边}, **hands}, {}


def wish_of(record: Mapping[str, Plain]) -> dict[str, Plain]:
    """A wish whose model this record is a deal of."""
    return {"players": record["players"], "options": record.get("options") or {}}
