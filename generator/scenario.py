"""Scenarios: conditions on the deals of a wish, their chance, why they exclude each other, and uniform deals among those that fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import sqrt
from typing import Any

from engine.games import Game, model_of
from engine.model import Model
from engine.stream import Stream
from generator.compiling import Misplaced, Program, holds
from generator.conditions import BadCondition, Condition, Named, parse, vocabulary
from generator.counting import BOUND, Counted, TooWide, compiled, counted
from generator.explaining import explain

Plain = Any
PLENTY = Fraction(1, 100)  # from this chance on deals are drawn and thrown away, below it they are built
SAMPLE = 20_000
Z = 1.959963984540054  # 95 %


class Unfound(Exception):
    """Not proved impossible, yet nothing was found within `tries` deals."""

    def __init__(self, tries: int) -> None:
        super().__init__(f"nothing in {tries} deals")
        self.tries = tries


@dataclass(frozen=True, slots=True)
class Chance:
    """How likely. exact: as a fraction, or None; else `hits` of `tries`, with the 95 % interval `low` … `high` (Wilson)."""

    exact: Fraction | None
    low: float
    high: float
    hits: int = 0
    tries: int = 0

    @property
    def about(self) -> float:
        return float(self.exact) if self.exact is not None else self.hits / max(1, self.tries)


def exactly(share: Fraction) -> Chance:
    return Chance(share, float(share), float(share))


def estimated(hits: int, tries: int) -> Chance:
    """Wilson's interval."""
    p, zz = hits / tries, Z * Z / tries
    middle, half = (p + zz / 2) / (1 + zz), Z * sqrt(p * (1 - p) / tries + zz / tries / 4) / (1 + zz)
    return Chance(None, middle - half if hits else 0.0, middle + half if hits < tries else 1.0, hits, tries)


@dataclass(slots=True)
class Scenario:
    """A wish with conditions."""

    game: Game
    wish: Mapping[str, Plain]
    model: Model
    players: tuple[str, ...]
    conditions: tuple[Condition, ...]
    bound: int = BOUND
    _programs: dict[tuple[tuple[str, str], ...], list[list[Program]]] = field(default_factory=dict)
    _counts: dict[tuple[Condition, ...], Counted | None] = field(default_factory=dict)
    _all: dict[str, int] = field(default_factory=dict)

    # --- exact

    def count(self, conditions: Sequence[Condition] | None = None) -> Counted | None:
        """The deals under these conditions (all of them, if not said), counted; None where there are too many states."""
        key = self.conditions if conditions is None else tuple(conditions)
        if key not in self._counts:
            try:
                self._counts[key] = counted(self.model, key, self.players, bound=self.bound)
            except TooWide:
                self._counts[key] = None
        return self._counts[key]

    def valid(self) -> int:
        """All deals the rules allow."""
        found = self.count(())
        assert found is not None
        return found.count

    def share(self, found: Counted) -> Fraction:
        return Fraction(found.count, self.valid() * found.choices)

    def accepted(self) -> Fraction:
        """The share of all deals that the rules allow, among those the dealer may turn up."""
        firm = [rule for rule in self.model.rules if not rule.again]
        return Fraction(self.valid(), counted(self.model, (), rules=firm).count)

    # --- one deal

    def fits(self, record: Mapping[str, Plain], conditions: Sequence[Condition] | None = None) -> list[bool]:
        """Which conditions hold in a record."""
        hands, draws = self.model.read(record)
        key = tuple(sorted(draws.items()))
        if key not in self._programs:
            self._programs[key] = [compiled(self.model, (c,), self.players, draws) for c in self.conditions]
        return [
            holds(p, self.model, hands)
            for p, c in zip(self._programs[key], self.conditions, strict=True)
            if not conditions or c in conditions
        ]

    def reasons(self, record: Mapping[str, Plain]) -> list[list[tuple[str, bool, str]]]:
        """For each condition, its parts: (in words, does it hold, what the deal shows of it)."""
        hands, draws = self.model.read(record)
        return [explain(self.model, self.players, draws, hands, condition) for condition in self.conditions]

    # --- chances

    def chance(self, stream: Stream, conditions: Sequence[Condition] | None = None, tries: int = SAMPLE) -> Chance:
        """How likely these conditions are among the deals the rules allow: exactly, or estimated from `tries` deals."""
        found = self.count(conditions)
        if found is not None:
            return exactly(self.share(found))
        hits = sum(all(self.fits(self.game.deal(self.wish, stream)[0], conditions)) for _ in range(tries))
        return estimated(hits, tries)

    def conflict(self) -> tuple[Condition, ...] | None:
        """A smallest set of conditions that no deal satisfies; None where that is not proved. () : the rules alone exclude everything."""
        for size in range(1, len(self.conditions) + 1):
            for some in combinations(self.conditions, size):
                found = self.count(some)
                if found is not None and not found.count:
                    return some
        return None

    def by_rules(self, conditions: Sequence[Condition]) -> tuple[str, ...]:
        """Rulings without which these conditions could be met: they belong to the conflict."""
        cites = dict.fromkeys(rule.cite for rule in self.model.rules)
        needed = []
        for cite in cites:
            others = [rule for rule in self.model.rules if rule.cite != cite]
            try:
                if counted(self.model, conditions, self.players, others, self.bound).count:
                    needed.append(cite)
            except TooWide:
                continue
        return tuple(needed)

    # --- deals

    def built(self) -> bool:
        """Are deals built (rare and countable), rather than drawn and thrown away?"""
        found = self.count()
        return found is not None and 0 < self.share(found) < PLENTY

    def deals(self, stream: Stream, tries: int) -> Iterator[dict[str, Plain]]:
        """Deals, each uniform among all that fit. Raises Unfound after `tries` deals in a row that do not."""
        found = self.count()
        if found is not None and self.built():
            while True:
                hands, draws = found.deal(stream, self.model)
                yield self.model.record(hands, draws, stream)
        failed = 0
        while failed < tries:
            record, _ = self.game.deal(self.wish, stream)
            if all(self.fits(record)):
                failed = 0
                yield record
            else:
                failed += 1
        raise Unfound(tries)


def prepared(
    game: Game, wish: Mapping[str, Plain], texts: Sequence[str], named: Sequence[Named], model: Model | None = None, bound: int = BOUND
) -> Scenario:
    """A scenario. Raises BadCondition, engine.deal.Refused, engine.deal.Impossible."""
    model = model_of(game, wish) if model is None else model
    asked = wish.get("players")
    players = tuple(str(p) for p in asked) if isinstance(asked, list | tuple) else ()
    words = vocabulary(model, players, named)
    conditions = tuple(parse(text, words) for text in texts)
    first = {draw.name: draw.values[0] for draw in model.draws}
    for condition in conditions:
        try:
            compiled(model, (condition,), players, first)
        except Misplaced as no:
            raise BadCondition(condition.text, no.at, no.message) from None
    return Scenario(game, wish, model, players, conditions, bound)
