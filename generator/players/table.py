"""What the player models share: an entry as a record would hold it, and one game played through proposals to the engine.

A model proposes entries one after the other from the state as it has become; what the engine refuses did not happen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from engine.games import Game
from engine.record import Entry, normal, record_of
from engine.replay import Ruling, step
from engine.stream import Stream
from generator.players import PHASES, Model, Played, sides_of

Plain = Any
T = TypeVar("T")


def entry(skill: str, **keys: Plain) -> Entry:
    """An entry and its raw form, as a record would hold it."""
    to, die = keys.get("to"), keys.get("die")
    return Entry(
        skill,
        keys.get("by"),
        None if to is None else tuple(to) if isinstance(to, list) else (to,),
        keys.get("pick"),
        None if die is None else tuple(die) if isinstance(die, list) else (die,),
        keys.get("drawn"),
        keys.get("votes"),
        raw={"skill": skill, **keys},
    )


def most_first(count: Mapping[int, int]) -> list[int]:
    """Seats by their votes, most first, then by number."""
    return sorted(count, key=lambda n: (-count[n], n))


class Mind:
    """The players of one game. thinks: False, they act at random. state: as it stands now; told: what was answered last.

    known: seats the table takes for the other side; cleared: seats it has found not to be.
    """

    def __init__(self, stream: Stream, thinks: bool) -> None:
        self.stream = stream
        self.thinks = thinks
        self.known: set[int] = set()
        self.cleared: set[int] = set()
        self.state: Any = None
        self.told: Plain = None
        self.stood = False

    def pick(self, items: Sequence[T]) -> T:
        return items[self.stream.below(len(items))]

    def chance(self, of_hundred: int) -> bool:
        return self.stream.below(100) < of_hundred

    def among(self, good: Sequence[T], all_of_them: Sequence[T]) -> T:
        """One of the good where people think and there are any, else anyone."""
        return self.pick(good if self.thinks and good else all_of_them)

    def with_crowd(self, to: int, count: Mapping[int, int], spared: set[int]) -> int:
        """A ballot: whom it is for, or, two times of three where people think and know no better, who has most votes and is not spared."""
        if self.thinks and count and to not in self.known and self.chance(67):
            return next((n for n in most_first(count) if n not in spared), to)
        return to

    def opened(self, state: Any) -> None:
        """A phase begins."""
        self.state = state

    def heard(self, given: Entry, result: Plain) -> None:
        """An entry was accepted, with this result."""


Propose = Callable[[Any], Iterator[Entry]]


def play(game: Game, record: Mapping[str, Plain], mind: Mind, propose: Propose) -> Played:
    """One game to its end, or to the bound."""
    closed = game.open(record_of(normal(dict(record))))
    name: str | None = None
    entries, phases, end = 0, 0, None
    while phases < PHASES:
        phases += 1
        name = game.phase_after(name)
        mind.opened(game.begin(closed, name))
        entries += _phase(game, mind, propose)
        end = game.close(mind.state)
        closed = end.state
        if end.winner is not None:
            break
    assert end is not None
    return Played(end.winner, phases, entries, sides_of(end.seats))


def models(village: Callable[[Stream, bool], Any], propose: Propose) -> dict[str, Model]:
    """The two models of a game that is told by its minds and what they propose."""
    return {name: partial(_one, village, propose, thinks) for name, thinks in (("随机", False), ("常人", True))}


def _one(
    village: Callable[[Stream, bool], Any], propose: Propose, thinks: bool, game: Game, record: Mapping[str, Plain], seed: bytes
) -> Played:
    return play(game, record, village(Stream(seed), thinks), propose)


def _phase(game: Game, mind: Mind, propose: Propose) -> int:
    """The proposals of a phase, those the engine accepts. How many there were."""
    done = 0
    for given in propose(mind):
        state, ruling = step(game, mind.state, given)
        result = ruling.result if isinstance(ruling, Ruling) else None
        mind.stood = not isinstance(ruling, Ruling) or ruling.verdict == "ok"
        mind.told = ruling
        if mind.stood:
            mind.state = state
            done += 1
            mind.heard(given, result)
    return done
