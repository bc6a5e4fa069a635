"""分发身份: the 21 fixed identities in random order over the seats. Every order is legal (R1–R3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.deal import Refused, Report
from engine.eva.faults import fault, option_faults, right_players
from engine.eva.roles import COUNTS, GAME
from engine.record import Fault
from engine.stream import Stream

Plain = Any
IDENTITIES = tuple(name for name, count in COUNTS.items() for _ in range(count))


def refusals(wish: Mapping[str, Plain]) -> Iterator[Fault]:
    """Every reason against a wish."""
    players = wish.get("players")
    if not right_players(list(players) if isinstance(players, tuple) else players):
        yield fault("players", "R1", "人数", value=len(players) if isinstance(players, list | tuple) else players)
    yield from option_faults(wish.get("options"))
    for key in wish:
        if key not in ("players", "options"):
            yield fault(str(key), "R1", "不能要求", key=key)


def deal(wish: Mapping[str, Plain], stream: Stream) -> tuple[dict[str, Plain], Report]:
    """A dealt record with an empty log; nothing is ever dealt again. Raises Refused with every reason."""
    wrong = tuple(refusals(wish))
    if wrong:
        raise Refused(wrong)
    players = wish["players"]
    record: dict[str, Plain] = {
        "game": GAME,
        "players": list(players) if isinstance(players, list | tuple) else players,
        "options": dict(wish.get("options") or {}),
        "setup": {"identities": dict(enumerate(stream.shuffled(IDENTITIES), 1))},
        "log": [],
    }
    return record, Report(acceptance=(1, 1))
