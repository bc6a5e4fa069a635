"""Odds of a wish: of a redeal, of each condition, of each card in each place. Exact where the deals can be counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.stream import Stream
from generator.conditions import Condition
from generator.counting import TooWide, counted
from generator.scenario import SAMPLE, Chance, Scenario, estimated, exactly


@dataclass(frozen=True, slots=True)
class Odds:
    """redeal: a fresh deal is thrown away. each: every condition by itself; all: together. table: place -> card -> chance,
    given the conditions. count, valid: deals that fit, deals the rules allow (None: not counted)."""

    redeal: Fraction
    each: tuple[tuple[Condition, Chance], ...]
    all: Chance
    table: Mapping[str, Mapping[str, Chance]]
    cards: tuple[tuple[str, int], ...]
    count: int | None
    valid: int


def odds(scenario: Scenario, stream: Stream, tries: int = SAMPLE) -> Odds:
    """All odds of a scenario that some deal fits."""
    whole = scenario.count()
    each = tuple((c, scenario.chance(stream, (c,), tries)) for c in scenario.conditions)
    together = each[0][1] if len(each) == 1 else scenario.chance(stream, None, tries)
    cards = tuple(Counter(scenario.model.cards).items())
    valid = scenario.valid() * (whole.choices if whole else 1)
    table = _exact(scenario) or _sampled(scenario, stream, tries)
    return Odds(1 - scenario.accepted(), each, together, table, cards, whole.count if whole else None, valid)


def _exact(scenario: Scenario) -> Mapping[str, Mapping[str, Chance]] | None:
    """Chances from the counts of every place and card; draws that matter are weighed by their counts."""
    try:
        found = counted(scenario.model, scenario.conditions, scenario.players, bound=scenario.bound, apart=True)
    except TooWide:
        return None
    sums: dict[str, dict[str, Fraction]] = {p.name: {} for p in scenario.model.places}
    for _, table in found.tables:
        if table.count:
            for place, row in table.chances().items():
                for card, share in row.items():
                    sums[place][card] = sums[place].get(card, Fraction(0)) + share * Fraction(table.count, found.count)
    return {place: {card: exactly(share) for card, share in row.items()} for place, row in sums.items()}


def _sampled(scenario: Scenario, stream: Stream, tries: int) -> Mapping[str, Mapping[str, Chance]]:
    """The same from deals, where there are too many states to count."""
    hits: Counter[tuple[str, str]] = Counter()
    seen = 0
    for _ in range(tries):
        record, _report = scenario.game.deal(scenario.wish, stream)
        if all(scenario.fits(record)):
            seen += 1
            hits.update({(place, card) for place, hand in scenario.model.read(record)[0].items() for card in hand})
    cards = dict.fromkeys(scenario.model.cards)
    return {p.name: {card: estimated(hits[p.name, card], seen) for card in cards} if seen else {} for p in scenario.model.places}
