"""派发 as a model: N hands of two and the two 化形 cards, R8's forbidden hands, the 关键仙人 (R5, R8, R11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.fengyao.deal import drawn, orders
from engine.fengyao.roles import CARDS, ROLES, 妖众, 将领牌, 底层, 星空, 星空牌, 深渊, 深渊将领, 顶层
from engine.fengyao.rosters import Plan, plan
from engine.fengyao.setup import 星象含义, 犯禁, 隶属
from engine.model import Draw, Hands, Layers, Model, Place, Rule, Word, seats, word
from engine.stream import Stream

Plain = Any
_众, _首 = frozenset((妖众,)), frozenset(("妖首",))
_叠 = (_众, _首, frozenset(("仙子",)), frozenset(("神女",)))
WORDS: tuple[Word, ...] = (
    Word(星空, (星空牌,), lambda hand: 隶属(hand) == 星空, 星空牌),
    Word(深渊, (星空牌,), lambda hand: 隶属(hand) == 深渊),
    Word("双妖众", (_众,), lambda hand: hand == (妖众, 妖众), _众),
    Word("单妖众", (_众, _首), lambda hand: 星象含义(hand) == "单妖众", _众),
    Word("双将领", (_众, _首), lambda hand: 星象含义(hand) == "双将领"),
    word("将领", 将领牌),
)
FIGURES: Mapping[str, Mapping[str, int]] = {
    figure: {role.name: number for role in ROLES for name, number in role.figures if name == figure}
    for figure in ("难度", "信息", "轮次", "扰控")
}


RULES = (
    Rule("R5", (深渊将领,), lambda hand: all(card in 深渊将领 for card in hand), "化形", again=False),
    Rule("R8", (_首, 星空牌), lambda hand: not 犯禁(hand)),
)


def model(wish: Mapping[str, Plain]) -> Model:
    """The model of a wish. Raises what `deal` raises."""
    wanted = plan(wish)
    key = (wanted.key_card,) if wanted.key_card else wanted.可作关键
    return Model(
        places=(Place("化形", 2), *seats(wanted.players, 2)),
        cards=wanted.cards,
        words=WORDS,
        record=lambda hands, draws, stream: _record(wish, wanted, hands, draws, stream),
        read=read,
        rules=RULES,
        draws=(Draw("关键仙人", key),),
        figures=FIGURES,
        layers=Layers((顶层, 底层), _叠, orders),
        known=CARDS,
        notices=wanted.notices,
    )


def _record(wish: Mapping[str, Plain], wanted: Plan, hands: Hands, draws: Mapping[str, str], stream: Stream) -> dict[str, Plain]:
    dealt = {seat: stream.shuffled(hands[f"{seat}号"]) for seat in range(1, wanted.players + 1)}
    players = wish["players"]
    setup = {
        "dealt": dealt,
        "化形": stream.shuffled(hands["化形"]),
        "关键仙人": draws["关键仙人"],
        **drawn(wanted.cards, dealt, stream),
        "重发": 0,
    }
    return {
        "game": "封妖",
        "players": list(players) if isinstance(players, list | tuple) else players,
        "options": dict(wish.get("options") or {}),
        "setup": setup,
        "log": [],
    }


def read(record: Mapping[str, Plain]) -> tuple[Hands, Mapping[str, str]]:
    """Hands and draws of a record, ordered or only dealt."""
    setup = record["setup"]
    hands = {f"{seat}号": tuple(hand) for seat, hand in (setup.get("dealt") or setup["hands"]).items()}
    return {"化形": tuple(setup["化形"]), **hands}, {"关键仙人": setup["关键仙人"]}


def wish_of(record: Mapping[str, Plain]) -> dict[str, Plain]:
    """A wish whose model this record is a deal of."""
    hands, draws = read(record)
    cards = [card for hand in hands.values() for card in hand]
    return {"players": record["players"], "options": record.get("options") or {}, "roster": cards, "key_card": draws["关键仙人"]}
