"""Deals by the million with numpy (extra `bulk`): matrices of card numbers, a row a deal, a column a card slot.

Random numbers are numpy's (PCG64), not the deal stream: for statistics, not for play. Whole deals: Fisher–Yates column by column over
the rest once the places drawn before play are filled, and rows that break a rule of a seat are thrown away: the plain dealer's law.
Deals under conditions too rare for that: the counted table walked for all rows at once; its shares are floats (off by < 10⁻¹¹).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.model import Model, Place, Rule
from generator.conditions import Condition
from generator.counting import BOUND, Table, counted

Cards = NDArray[np.uint8]
CHUNK = 32_768


def legend(model: Model) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(card names by number, the place of each column), as the matrices have them: places drawn before play first."""
    places = _places(model)
    return tuple(dict.fromkeys(model.cards)), tuple(p.name for p in places for _ in range(p.size))


def _places(model: Model) -> list[Place]:
    return sorted(model.places, key=lambda p: p.seat)


def _starts(model: Model) -> Cards:
    """Every way to fill the places drawn before play, with the rest of the cards behind; each physical way once."""
    number = {card: i for i, card in enumerate(dict.fromkeys(model.cards))}
    often = Counter(model.cards)
    front = sorted(range(len(model.cards)), key=lambda k: -often[model.cards[k]])  # see _shuffle: the commonest card first
    aside = [p for p in _places(model) if not p.seat]
    rows: list[list[int]] = []

    def fill(i: int, chosen: list[int], left: list[int]) -> None:
        if i == len(aside):
            rows.append([number[model.cards[k]] for k in (*chosen, *left)])
            return
        for some in combinations(left, aside[i].size):
            hand = tuple(model.cards[k] for k in some)
            if all(rule.allows(hand) for rule in model.rules if rule.binds(aside[i])):
                fill(i + 1, [*chosen, *some], [k for k in left if k not in some])

    fill(0, [], front)
    return np.array(rows, dtype=np.uint8).T.copy()


def _shuffle(deals: Cards, low: int, high: int, rng: np.random.Generator, alike: int = 1) -> None:
    """Fisher–Yates of the lines low … high-1 in every column, in place; a line holds one slot of all deals.

    Inside out: each line in turn changes places with one of those before it or itself. The first `alike` lines are equal cards:
    to shuffle them among themselves would change nothing.
    """
    rows = deals.shape[1]
    flat, at = deals.reshape(-1), np.arange(rows, dtype=np.int64)
    for i in range(low + alike, high):
        chosen = rng.integers(low, i + 1, rows, dtype=np.uint8).astype(np.int64)
        chosen *= rows
        chosen += at
        taken = flat.take(chosen)
        flat[chosen] = deals[i]
        deals[i] = taken


def _broken(rules: Sequence[Rule], cards: Sequence[str], size: int) -> tuple[Cards, int, list[int]]:
    """(kind of each card to these rules of a seat, how many kinds, the codes of hands of one or two kinds that they forbid)."""
    seen = [tuple(card in group for rule in rules for group in rule.groups) for card in cards]
    kinds = list(dict.fromkeys(seen))
    of = [next(c for c, s in zip(cards, seen, strict=True) if s == kind) for kind in kinds]
    hands = [(a,) for a in of] if size == 1 else [(a, b) for a in of for b in of]
    broken = [code for code, hand in enumerate(hands) if not all(r.allows(hand) for r in rules)]
    return np.array([kinds.index(s) for s in seen], dtype=np.uint8), len(kinds), broken


class Dealer:
    """Whole deals of a model, in chunks."""

    def __init__(self, model: Model, seed: int) -> None:
        self.rng = np.random.Generator(np.random.PCG64(seed))
        self.starts = _starts(model)
        self.aside = sum(p.size for p in model.places if not p.seat)
        self.cards = legend(model)[0]
        (self.size,) = {p.size for p in model.seats}
        rest = self.starts[self.aside :]
        self.alike = int((np.cumprod(rest == rest[0], axis=0).sum(axis=0)).min())
        rules = [r for r in model.rules if r.binds(model.seats[0])]
        self.kinds, self.many, self.broken = _broken(rules, self.cards, self.size)

    def chunk(self, rows: int = CHUNK) -> Cards:
        """About `rows` deals, those that break a rule thrown away; a line a slot, a column a deal."""
        if self.starts.shape[1] == 1:
            deals = np.repeat(self.starts, rows, axis=1)
        else:
            deals = self.starts.take(self.rng.integers(0, self.starts.shape[1], rows), axis=1)
        _shuffle(deals, self.aside, len(deals), self.rng, self.alike)
        if not self.broken:
            return deals
        kinds = self.kinds.take(deals[self.aside :])
        fine = np.ones(rows, dtype=bool)
        for i in range(0, len(kinds), self.size):
            code = kinds[i] if self.size == 1 else kinds[i] * np.uint8(self.many) + kinds[i + 1]
            for bad in self.broken:
                fine &= code != bad
        return deals.compress(fine, axis=1)


def deals(model: Model, count: int, seed: int) -> Cards:
    """`count` deals, each as likely as the plain dealer's: shape (count, slots)."""
    dealer, found, have = Dealer(model, seed), [], 0
    while have < count:
        found.append(dealer.chunk())
        have += found[-1].shape[1]
    return np.concatenate(found, axis=1)[:, :count].T


class Builder:
    """Deals that satisfy conditions, built from the counted table for all rows at once."""

    def __init__(self, model: Model, conditions: Sequence[Condition], players: Sequence[str], seed: int, bound: int = 4 * BOUND) -> None:
        self.model = model
        self.rng = np.random.Generator(np.random.PCG64(seed))
        self.names = legend(model)[0]
        whole = counted(model, conditions, players, bound=bound, apart=True)
        self.walks = [(draws, _Walk(model, table, self.names)) for draws, table in whole.tables if table.count]
        self.shares = [table.count / whole.count for _, table in whole.tables if table.count]

    def chunks(self, rows: int = CHUNK) -> Iterator[tuple[dict[str, str], Cards]]:
        """Without end: (values of the draws that conditions speak of, deals as lines of slots)."""
        while True:
            for (draws, walk), many in zip(self.walks, self.rng.multinomial(rows, self.shares), strict=True):
                if many:
                    yield dict(draws), walk.deals(int(many), self.rng)

    def deals(self, count: int) -> Cards:
        """`count` deals, shape (count, slots), columns as in `legend`."""
        found: list[Cards] = []
        have = 0
        for _, chunk in self.chunks(min(CHUNK, max(1024, count))):
            found.append(chunk)
            have += chunk.shape[1]
            if have >= count:
                break
        mixed = np.concatenate(found, axis=1).T
        return mixed[self.rng.permutation(len(mixed))[:count]] if len(self.walks) > 1 else mixed[:count]


class _Walk:
    """One counted table as arrays: for each layer, where every state's steps begin and their summed shares."""

    def __init__(self, model: Model, table: Table, names: Sequence[str]) -> None:
        classes = table.stages[0].classes
        number = {card: i for i, card in enumerate(names)}
        self.members = np.array([number[card] for cards in classes for card in cards], dtype=np.uint8)
        self.begins = np.cumsum([0, *(len(cards) for cards in classes)])
        self.layers: list[tuple[NDArray[Any], NDArray[Any], NDArray[Any]]] = []
        ids = {table.stages[0].start(): 0}
        for i in range(len(table.places)):
            ids = self._layer(table, i, ids)
        order = [i for p in _places(model) for i in self._slots(table, p)]
        self.order = np.array(order)

    @staticmethod
    def _slots(table: Table, place: Place) -> range:
        begin = 0
        for other in table.places:
            if other is place:
                return range(begin, begin + place.size)
            begin += other.size
        raise AssertionError(place)

    def _layer(self, table: Table, i: int, ids: dict[int, int]) -> dict[int, int]:
        after: dict[int, int] = {}
        edges: list[float] = []
        targets: list[int] = []
        takes: list[Sequence[int]] = []
        for state, at in ids.items():
            total, whole = 0, table.worths[i][state]
            for step in table.layers[i][state]:
                total += step.ways * table.worths[i + 1][step.target]
                edges.append(at + total / whole)
                targets.append(after.setdefault(step.target, len(after)))
                takes.append(step.takes)
            edges[-1] = at + 1.0
        self.layers.append((np.array(edges), np.array(targets), np.array(takes, dtype=np.int64)))
        return after

    def deals(self, rows: int, rng: np.random.Generator) -> Cards:
        pool = np.repeat(self.members[:, None], rows, axis=1)
        for low, high in zip(self.begins, self.begins[1:], strict=False):
            if high - low > 1 and len(set(self.members[low:high].tolist())) > 1:
                _shuffle(pool, int(low), int(high), rng)
        used: NDArray[Any] = np.repeat(self.begins[:-1, None], rows, axis=1)
        state, at, lines = np.zeros(rows, dtype=np.int64), np.arange(rows, dtype=np.int64), []
        for edges, targets, takes in self.layers:
            step = np.searchsorted(edges, state + rng.random(rows), side="right")
            for kinds in takes.take(step, axis=0).T:
                index = kinds * rows + at
                where = used.reshape(-1).take(index)
                used.reshape(-1)[index] += 1
                lines.append(pool.reshape(-1).take(where * rows + at))
            state = targets.take(step)
        found: Cards = np.stack(lines)[self.order]
        return found
