"""Player models for studies: how people without faces act. Each says what it knows and does (`text` in templates/common/study.toml).

A model plays one game to its end on the real engine: what it proposes goes through `step`, and only what the engine accepts happens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from engine.games import Game
from engine.stream import Stream
from generator.play import random_game

Plain = Any
PHASES = 80  # at most; a game that goes on longer has no winner


@dataclass(frozen=True, slots=True)
class Played:
    """winner: a side, several, or None where the bound was reached. sides: each seat's side at the end, seat 1 first."""

    winner: Plain
    phases: int
    entries: int
    sides: tuple[str, ...]


Model = Callable[[Game, Mapping[str, Plain], bytes], Played]


def sides_of(seats: Mapping[int, Mapping[str, Plain]]) -> tuple[str, ...]:
    """Each seat's side, as the game calls it in its answer."""
    keys = ("camp", "side", "阵营")
    return tuple(str(next((state[k] for k in keys if k in state), "")) for _, state in sorted(seats.items()))


def prompted(game: Game, record: Mapping[str, Plain], seed: bytes) -> Played:
    """Random legal play through the game's prompts: any game, slowly."""
    play = random_game(game, record, Stream(seed), phases=PHASES)
    log = play.record["log"]
    return Played(play.winner, len(log), sum(len(p["do"]) for p in log), sides_of(play.seats))


def models(game: Game) -> dict[str, Model]:
    """The models there are for a game: its own fast ones, or the one that any game has."""
    if find_spec(f"generator.players.{game.id}") is not None:
        found: dict[str, Model] = import_module(f"generator.players.{game.id}").MODELS
        return found
    return {"随机": prompted}
