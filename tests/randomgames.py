"""Random games of any kind, for tests: dealt, ordered where the game wants it, and played through its own prompts."""

from __future__ import annotations

from typing import Any

from engine.games import game_named
from engine.stream import Stream
from generator.play import Odds, random_game, usual

Plain = Any


def dealt(name: str, seed: bytes, players: Plain = None) -> dict[str, Plain]:
    """A deal of 7 players or as few as there may be, as it is before the walk round the table."""
    game = game_named(name)
    assert game is not None
    low, high = game.players
    return game.deal({"players": players or min(max(low, 7), high), "options": {}}, Stream(seed))[0]


def ordered(name: str, deal: dict[str, Plain]) -> dict[str, Plain]:
    """The same, every hand in the first order it may have."""
    game = game_named(name)
    walk = getattr(game, "walk", None)
    asked = walk(deal) if walk else {}
    return game.order(deal, {s: next(o.value for o in offers if o.ok) for s, offers in asked.items()}) if asked else deal  # type: ignore[union-attr]


def played(name: str, seed: bytes, players: Plain = None, phases: int = 80, odds: Odds = usual) -> dict[str, Plain]:
    """A played record."""
    game = game_named(name)
    assert game is not None
    return random_game(game, ordered(name, dealt(name, seed, players)), Stream(seed + b"play"), phases=phases, odds=odds).record
