"""分发身份 as a model: one identity a seat (R1–R3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.deal import Refused
from engine.eva.deal import IDENTITIES, refusals
from engine.eva.roles import COUNTS, GAME, PLAYERS, SIDE, SIDES
from engine.model import Hands, Model, seats, word

Plain = Any
WORDS = tuple(word(side, frozenset(n for n in COUNTS if SIDE[n] == side)) for side in SIDES if any(SIDE[n] == side for n in COUNTS))


def model(wish: Mapping[str, Plain]) -> Model:
    """The model of a wish. Raises what `deal` raises."""
    wrong = tuple(refusals(wish))
    if wrong:
        raise Refused(wrong)
    return Model(
        places=seats(PLAYERS, 1),
        cards=IDENTITIES,
        words=WORDS,
        record=lambda hands, draws, stream: _record(wish, hands),
        read=read,
        known=frozenset(SIDE),
    )


def _record(wish: Mapping[str, Plain], hands: Hands) -> dict[str, Plain]:
    players = wish["players"]
    return {
        "game": GAME,
        "players": list(players) if isinstance(players, list | tuple) else players,
        "options": dict(wish.get("options") or {}),
        "setup": {"identities": {seat: hands[f"{seat}号"][0] for seat in range(1, PLAYERS + 1)}},
        "log": [],
    }


def read(record: Mapping[str, Plain]) -> tuple[Hands, Mapping[str, str]]:
    return {f"{seat}号": (name,) for seat, name in record["setup"]["identities"].items()}, {}


def wish_of(record: Mapping[str, Plain]) -> dict[str, Plain]:
    """A wish whose model this record is a deal of."""
    return {"players": record["players"], "options": record.get("options") or {}}
