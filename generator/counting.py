"""Exact numbers of deals, place by place, and any one of them by its number.

A state is the cards still to be dealt, by class (cards that nothing still to be looked at tells apart are one class), and what the
conditions have added up so far; both packed into one integer, so that dealing a hand is an addition. The weight of a hand is the number
of ways to take it from the physical cards: the counts are of physical deals, among which the plain dealer is uniform. Places that a
condition names come first; what is settled then leaves the state.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, combinations, product
from math import comb, factorial, prod
from typing import NamedTuple

from lark import Token

from engine.model import Hand, Model, Place, Rule
from engine.stream import Stream
from generator.compiling import Compiler, Draws, Program
from generator.conditions import Condition
from generator.merging import Reducer

BOUND = 150_000  # states
STEPS = 6  # from a state, on the average: what takes the time
Pools = tuple[tuple[str, ...], ...]


class TooWide(Exception):
    """More states than the bound: the condition does not decompose well enough to be counted."""


class Step(NamedTuple):
    """A hand of classes, the ways to take it, and the state it leads to."""

    takes: tuple[int, ...]  # class of each card, ascending
    ways: int
    target: int


class Stage:
    """One place on the way: the classes of cards it sees, the fields of the state, the hands it may hold.

    alive: the conditions not yet settled when this place is dealt.
    """

    def __init__(self, model: Model, place: Place | None, alive: Sequence[Program], rules: Sequence[Rule], apart: bool) -> None:
        self.model, self.place, self.alive, self.rules = model, place, alive, rules
        self.classes = self._classes(apart)
        self.of = {card: i for i, cards in enumerate(self.classes) for card in cards}
        self.shifts: list[tuple[int, int]] = []
        at = 0
        for cards in self.classes:
            width = len(cards).bit_length()
            self.shifts.append((at, (1 << width) - 1))
            at += width
        self.fields: list[list[tuple[int, int]]] = []
        for program in alive:
            self.fields.append([])
            for slot in program.slots:
                width = slot.width(len(model.seats))
                self.fields[-1].append((at, (1 << width) - 1))
                at += width
        self.moves = self._moves(place) if place else []

    def _classes(self, apart: bool) -> list[tuple[str, ...]]:
        """Cards by what is still looked at. `apart`: every card of several copies by itself."""
        groups = [g for program in self.alive for g in program.groups] + [g for rule in self.rules for g in rule.groups]
        tables = [self.model.figures[f] for f in dict.fromkeys(f for program in self.alive for f in program.figures)]
        found: dict[tuple[object, ...], list[str]] = {}
        for card in self.model.cards:
            seen: tuple[object, ...] = (*(card in g for g in groups), *(t.get(card, 0) for t in tables))
            if apart and self.model.cards.count(card) > 1:
                seen = (*seen, card)
            found.setdefault(seen, []).append(card)
        return [tuple(cards) for cards in found.values()]

    def _moves(self, place: Place) -> list[tuple[tuple[tuple[int, int, int], ...], tuple[int, ...], int]]:
        """Every hand of classes this place may hold: (what it needs of each class, its classes, what it adds to the state)."""
        moves = []
        for counts in _splits(place.size, [len(c) for c in self.classes]):
            hand = tuple(card for cards, k in zip(self.classes, counts, strict=True) for card in cards[:k])
            if not all(rule.allows(hand) for rule in self.rules if rule.binds(place)):
                continue
            delta = sum(-k << self.shifts[i][0] for i, k in enumerate(counts) if k)
            for program, fields in zip(self.alive, self.fields, strict=True):
                delta += sum(slot.adds(place, hand) << at for slot, (at, _) in zip(program.slots, fields, strict=True))
            takes = tuple(i for i, k in enumerate(counts) for _ in range(k))
            moves.append((tuple((*self.shifts[i], k) for i, k in enumerate(counts) if k), takes, delta))
        return moves

    def start(self) -> int:
        return sum(len(cards) << at for cards, (at, _) in zip(self.classes, self.shifts, strict=True))

    def steps(self, state: int) -> Iterator[tuple[tuple[int, ...], int, int]]:
        """(classes taken, ways, state after it, in this stage's fields)."""
        for needs, takes, delta in self.moves:
            ways = 1
            for shift, mask, k in needs:
                left = state >> shift & mask
                if left < k:
                    break
                ways *= left if k == 1 else comb(left, k)
            else:
                yield takes, ways, state + delta

    def bridge(self, after: Stage) -> Bridge:
        kept = {id(program): i for i, program in enumerate(after.alive)}
        settled, moved = [], []
        for program, fields in zip(self.alive, self.fields, strict=True):
            if id(program) in kept:
                moved += [(at, mask, to) for (at, mask), (to, _) in zip(fields, after.fields[kept[id(program)]], strict=True)]
            else:
                settled.append((program, fields))
        into = [after.of[cards[0]] for cards in self.classes]
        moved += [(at, mask, after.shifts[j][0]) for (at, mask), j in zip(self.shifts, into, strict=True)]
        return Bridge(tuple(into), len(after.classes), tuple(moved), tuple(settled), after.early(), after.merged())

    def merged(self) -> tuple[tuple[Sequence[Reducer], list[tuple[int, int]]], ...]:
        """Conditions of whose sums only a part matters from here on: (how to shorten them, their fields)."""
        return tuple((p.reducers, fields) for p, fields in zip(self.alive, self.fields, strict=True) if p.reducers)

    def early(self) -> tuple[tuple[Program, int, list[tuple[int, int]]], ...]:
        """Conditions that are decided once certain cards are dealt: (condition, the bits that count those cards, its fields)."""
        found = []
        for program, fields in zip(self.alive, self.fields, strict=True):
            needs = program.needs()
            if needs is not None and fields:
                bits = sum(mask << at for cards, (at, mask) in zip(self.classes, self.shifts, strict=True) if needs & set(cards))
                found.append((program, bits, fields))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Bridge:
    """From one stage's fields to the next one's: settled conditions are tested and left behind, classes flow together."""

    into: tuple[int, ...]
    classes: int
    moved: tuple[tuple[int, int, int], ...]
    settled: tuple[tuple[Program, list[tuple[int, int]]], ...]
    early: tuple[tuple[Program, int, list[tuple[int, int]]], ...]
    merged: tuple[tuple[Sequence[Reducer], list[tuple[int, int]]], ...]
    dealt: int = 0  # the seats that have their hands, as bits

    def state(self, state: int) -> int | None:
        """None where a condition that is settled now does not hold."""
        for program, fields in self.settled:
            if not program.test([state >> at & mask for at, mask in fields]):
                return None
        new = 0
        for at, mask, to in self.moved:
            new += (state >> at & mask) << to
        for reducers, fields in self.merged:
            old = [new >> at & mask for at, mask in fields]
            short = list(old)
            for reduce in reducers:
                reduce(short, self.dealt)
            new += sum((b - a) << at for a, b, (at, _) in zip(old, short, fields, strict=True) if a != b)
        for program, cards, fields in self.early:
            if not new & cards:
                sums = tuple(new >> at & mask for at, mask in fields)
                if not program.test(sums):
                    return None
                program.met = program.met or sums
                new += sum((met - was) << at for met, was, (at, _) in zip(program.met, sums, fields, strict=True))
        return new

    def pools(self, pools: list[list[str]]) -> list[list[str]]:
        if self.classes == len(pools):
            return pools
        joined: list[list[str]] = [[] for _ in range(self.classes)]
        for pool, to in zip(pools, self.into, strict=True):
            joined[to] += pool
        return joined


class Table:
    """All deals of a model that satisfy rules and conditions, for one value of each draw: counted, numbered, built by number."""

    def __init__(
        self, model: Model, programs: Sequence[Program], rules: Sequence[Rule] | None = None, bound: int = BOUND, apart: bool = False
    ) -> None:
        self.model = model
        rules = tuple(model.rules if rules is None else rules)
        self.places = _order(model, programs)
        self.stages = self._stages(programs, rules, apart)
        bits = accumulate(1 << (place.seat - 1) if place.seat else 0 for place in self.places)
        self.bridges = [replace(a.bridge(b), dealt=bit) for a, b, bit in zip(self.stages, self.stages[1:], bits, strict=False)]
        self.layers = self._forward(bound)
        self.worths = self._backward()
        self.count = self.worths[0].get(self.stages[0].start(), 0)
        self._ranked: list[dict[int, tuple[list[int], list[Step]]]] = [{} for _ in self.places]

    def _stages(self, programs: Sequence[Program], rules: Sequence[Rule], apart: bool) -> list[Stage]:
        stages = []
        for i, place in enumerate([*self.places, None]):
            left = self.places[i:]
            names = {p.name for p in left}
            alive = [p for p in programs if (left if p.places() is None else (p.places() or set()) & names)]
            if i == 0:
                alive = list(programs)
            bound = [r for r in rules if any(r.binds(p) for p in left)]
            if apart:
                bound, kept = list(rules), programs
                alive = list(kept) if place else []
            stages.append(Stage(self.model, place, alive, bound, apart))
        return stages

    def _forward(self, bound: int) -> list[dict[int, list[Step]]]:
        layers: list[dict[int, list[Step]]] = []
        now: dict[int, list[Step]] = {self.stages[0].start(): []}
        total = work = 0
        for stage, bridge in zip(self.stages, self.bridges, strict=False):
            known: dict[int, int | None] = {}
            after: dict[int, list[Step]] = {}
            for state, steps in now.items():
                for takes, ways, raw in stage.steps(state):
                    if raw not in known:
                        known[raw] = bridge.state(raw)
                    target = known[raw]
                    if target is not None:
                        steps.append(Step(takes, ways, target))
                        after.setdefault(target, [])
                work += len(steps)
                if total + len(known) > bound or work > STEPS * bound:
                    raise TooWide(total)
            total += len(known)
            layers.append(now)
            now = after
        self.last = now
        return layers

    def _backward(self) -> list[dict[int, int]]:
        """Ways to go on from each state to a deal that satisfies everything; steps that lead nowhere are dropped."""
        worth = dict.fromkeys(self.last, 1)
        worths = [worth]
        for layer in reversed(self.layers):
            before: dict[int, int] = {}
            for state, steps in layer.items():
                steps[:] = [s for s in steps if worth[s.target]]
                before[state] = sum(s.ways * worth[s.target] for s in steps)
            worth = before
            worths.append(worth)
        worths.reverse()
        return worths

    # --- one deal by its number

    def deal(self, number: int) -> dict[str, Hand]:
        """The deal of this number, 0 … count-1. Different numbers give different physical deals."""
        pools = [list(cards) for cards in self.stages[0].classes]
        state, hands = self.stages[0].start(), {}
        for i, place in enumerate(self.places):
            sums, steps = self._ranked[i].get(state) or self._ranks(i, state)
            which = bisect_right(sums, number) if len(steps) > 1 else 0
            if which:
                number -= sums[which - 1]
            takes, _, state = steps[which]
            way, number = divmod(number, self.worths[i + 1][state])
            hands[place.name] = _taken(pools, takes, way)
            pools = self.bridges[i].pools(pools)
        return hands

    def _ranks(self, i: int, state: int) -> tuple[list[int], list[Step]]:
        """The steps from a state with their worths summed up, kept for the next time."""
        steps, worth, total, sums = self.layers[i][state], self.worths[i + 1], 0, []
        for step in steps:
            total += step.ways * worth[step.target]
            sums.append(total)
        self._ranked[i][state] = (sums, steps)
        return sums, steps

    def chances(self) -> dict[str, dict[str, Fraction]]:
        """place -> card -> chance that the place has it (of a card of several copies: one at least). Needs `apart`."""
        reach: dict[int, int] = {self.stages[0].start(): 1}
        out: dict[str, dict[str, Fraction]] = {}
        for i, place in enumerate(self.places):
            classes = self.stages[i].classes
            weights = [0] * len(classes)
            after: dict[int, int] = {}
            for state, ways in reach.items():
                for takes, each, target in self.layers[i].get(state, ()):
                    flow = ways * each
                    after[target] = after.get(target, 0) + flow
                    for kind in set(takes):
                        alike = len(set(classes[kind])) == 1
                        weights[kind] += flow * self.worths[i + 1][target] * (1 if alike else takes.count(kind))
            reach = after
            out[place.name] = {
                card: Fraction(w, self.count * (1 if len(set(cards)) == 1 else len(cards)))
                for cards, w in zip(classes, weights, strict=True)
                for card in dict.fromkeys(cards)
            }
        return {p.name: out[p.name] for p in self.model.places}


def _order(model: Model, programs: Iterable[Program]) -> tuple[Place, ...]:
    """Places drawn before play, then those that conditions name, then the others."""
    named = {slot.at for program in programs for slot in program.slots}
    return tuple(sorted(model.places, key=lambda p: (p.seat > 0, p.name not in named)))


def _splits(size: int, limits: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All ways to write `size` as a sum with at most limits[i] in place i."""
    if not limits:
        if size == 0:
            yield ()
        return
    for k in range(min(size, limits[0]) + 1):
        for rest in _splits(size - k, limits[1:]):
            yield (k, *rest)


_PAIRS: dict[tuple[int, int], list[tuple[int, ...]]] = {}


def _taken(pools: list[list[str]], takes: tuple[int, ...], way: int) -> Hand:
    """Cards of these classes out of the pools, the `way`-th of all combinations."""
    if len(takes) == 1 or (len(takes) == 2 and takes[0] != takes[1]):
        hand = []
        for kind in takes:
            pool = pools[kind]
            way, at = divmod(way, len(pool))
            pool[at], pool[-1] = pool[-1], pool[at]
            hand.append(pool.pop())
        return tuple(hand)
    found: list[str] = []
    for kind in dict.fromkeys(takes):
        pool, k = pools[kind], takes.count(kind)
        ways = _PAIRS.setdefault((len(pool), k), list(combinations(range(len(pool)), k)))
        way, at = divmod(way, len(ways))
        chosen = ways[at]
        found += [pool[i] for i in chosen]
        for i in reversed(chosen):
            del pool[i]
    return tuple(found)


def every_deal(model: Model) -> int:
    """The number of all distributions of the physical cards over the places, whatever the rules."""
    return factorial(len(model.cards)) // prod(factorial(p.size) for p in model.places)


@dataclass(frozen=True, slots=True)
class Counted:
    """All tables of a set of conditions, one for each value of the draws they speak of.

    count: physical deals, those values included. choices: how many values of draws there are.
    """

    tables: tuple[tuple[Draws, Table], ...]
    unseen: tuple[str, ...]  # draws that the conditions do not look at
    count: int
    choices: int

    def deal(self, stream: Stream, model: Model) -> tuple[dict[str, Hand], dict[str, str]]:
        """A deal drawn uniformly."""
        number = stream.below(self.count)
        rest = {d.name: stream.choice(d.values) for d in model.draws if d.name in self.unseen}
        for draws, table in self.tables:
            if number < table.count:
                return table.deal(number), {**draws, **rest}
            number -= table.count
        raise AssertionError("a number past the count")


def mentioned(model: Model, conditions: Iterable[Condition]) -> tuple[str, ...]:
    """Draws that the conditions look at."""
    seen = {str(t) for c in conditions for t in c.tree.scan_values(lambda v: isinstance(v, Token) and v.type == "DRAW")}
    return tuple(d.name for d in model.draws if d.name in seen)


def compiled(model: Model, conditions: Iterable[Condition], players: Sequence[str], draws: Draws) -> list[Program]:
    """The programs of some conditions where these draws came. Raises Misplaced."""
    compiler = Compiler(model, players, draws)
    return [program for condition in conditions for program in compiler.compile(condition)]


def counted(
    model: Model,
    conditions: Sequence[Condition],
    players: Sequence[str] = (),
    rules: Sequence[Rule] | None = None,
    bound: int = BOUND,
    apart: bool = False,
) -> Counted:
    """The number of deals under these conditions, exactly. Raises TooWide, Misplaced."""
    seen = mentioned(model, conditions)
    values = [[(d.name, v) for v in d.values] for d in model.draws if d.name in seen]
    first = {d.name: d.values[0] for d in model.draws}
    tables: list[tuple[Draws, Table]] = []
    for choice in product(*values):
        programs = compiled(model, conditions, players, {**first, **dict(choice)})
        tables.append((dict(choice), Table(model, programs, rules, bound, apart)))
    unseen = tuple(d.name for d in model.draws if d.name not in seen)
    return Counted(tuple(tables), unseen, sum(t.count for _, t in tables), len(tables))
