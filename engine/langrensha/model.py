"""发牌 as a model: a card a seat, and two left over where 盗贼 plays (R3, R7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from engine.langrensha.boards import Cards
from engine.langrensha.dealing import Plan, against, plan
from engine.langrensha.roles import GODS, KNIFE_WOLVES, NAME, OPTION, PLAIN_FOLK, ROLE, ROLES, WOLVES
from engine.langrensha.state import cupid_is_god
from engine.model import Hand, Hands, Model, Place, Rule, Word, seats, word
from engine.stream import Stream

Plain = Any
SPARE = "余牌"
_盗贼 = frozenset(("盗贼",))


def words(cards: Cards, options: Mapping[str, Plain]) -> tuple[Word, ...]:
    """阵营 and kind at the opening (R5, R8); 盗贼 has none before he chooses (R7)."""
    cupid = {"丘比特"}
    god = cupid_is_god(options.get("丘比特", OPTION["丘比特"].default), cards)
    plain = PLAIN_FOLK | {r.name for r in ROLES if r.kind == "平"}
    gods = GODS | cupid if god else GODS
    folk = plain if god else plain | cupid
    good = frozenset(ROLE) - WOLVES - _盗贼
    return (word("狼", WOLVES), word("神", frozenset(gods)), word("平", frozenset(folk)), word("狼人阵营", WOLVES), word("好人", good))


def model(wish: Mapping[str, Plain]) -> Model:
    """The model of a wish. Raises what `deal` raises."""
    wanted = plan(wish)
    thief = "盗贼" in wanted.cards
    places = seats(wanted.players, 1)
    return Model(
        places=(Place(SPARE, 2), *places) if thief else places,
        cards=wanted.cards,
        words=words(wanted.cards, wish.get("options") or {}),
        record=lambda hands, draws, stream: _record(wish, wanted, hands, stream),
        read=read,
        rules=_rules(wanted.cards) if thief else (),
        known=frozenset(ROLE),
        notices=wanted.notices,
    )


def _rules(cards: Cards) -> tuple[Rule, ...]:
    groups = (WOLVES, GODS, PLAIN_FOLK, KNIFE_WOLVES)

    def by(ruling: str) -> Callable[[Hand], bool]:
        return lambda hand: against(list((Counter(cards) - Counter(hand)).elements()), hand) != ruling

    return (
        Rule("R7", (_盗贼,), lambda hand: "盗贼" not in hand, SPARE, again=False),
        Rule("R7", groups, by("R7"), SPARE),
        Rule("R3", groups, by("R3"), SPARE),
    )


def _record(wish: Mapping[str, Plain], wanted: Plan, hands: Hands, stream: Stream) -> dict[str, Plain]:
    setup: dict[str, Plain] = {"roles": {seat: hands[f"{seat}号"][0] for seat in range(1, wanted.players + 1)}}
    if SPARE in hands:
        setup["extra"] = stream.shuffled(hands[SPARE])
    if wanted.board is not None:
        setup["板子"] = wanted.board
    players = wish["players"]
    return {
        "game": NAME,
        "players": list(players) if isinstance(players, list | tuple) else players,
        "options": dict(wish.get("options") or {}),
        "setup": setup,
        "log": [],
    }


def read(record: Mapping[str, Plain]) -> tuple[Hands, Mapping[str, str]]:
    setup = record["setup"]
    hands = {f"{seat}号": (card,) for seat, card in setup["roles"].items()}
    return ({SPARE: tuple(setup["extra"]), **hands} if setup.get("extra") else hands), {}


def wish_of(record: Mapping[str, Plain]) -> dict[str, Plain]:
    """A wish whose model this record is a deal of."""
    hands, _ = read(record)
    cards = [card for hand in hands.values() for card in hand]
    return {"players": record["players"], "options": record.get("options") or {}, "roster": cards}
