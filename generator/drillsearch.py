"""Looking for drills: phases of random games, changed entry by entry until rules meet in them.

Random play alone seldom lets three rules meet. So each phase's beginning is tried several times, what its prompts offer is kept, and the
phase climbs: an entry in, out or replaced, aimed by preference at seats that others aim at; a change stays where more rules matter, and
rules that have not mattered in this set yet count more. Every entry comes from a prompt and every phase is one the engine accepts whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.deal import Impossible, Refused
from engine.games import Game, model_of_record
from engine.prompt import Prompt
from engine.record import normal, record_of
from engine.stream import Stream
from generator.drills import Drill, Moment, aparts, moment_of
from generator.play import random_game

Plain = Any
Entries = list[dict[str, Plain]]
LEVELS = {"易": (1, 1), "中": (2, 2), "难": (3, 99)}
GAMES = 400  # games at most, for one set
PHASES = 7  # of a game, the questions among them
MOMENTS = 2  # moments of one game with a question, at most
CLIMBS = 2  # questions out of one moment at most, with different rules in them
STEPS = 100  # changes tried in one phase
PATIENCE = 30  # changes after which a phase must be near its level
OFFERS = 14  # entries kept of each prompt
ENTRIES = 14  # in a question, more or less
EACH = 8  # drills of a set in which the same rules alone may matter once more


@dataclass(slots=True)
class Set:
    """Drills in the making: no two of a kind."""

    drills: list[Drill] = field(default_factory=list)
    kinds: set[tuple[object, ...]] = field(default_factory=set)
    mattered: Counter[str] = field(default_factory=Counter)
    together: Counter[frozenset[str]] = field(default_factory=Counter)

    def take(self, drill: Drill) -> bool:
        """Put it in, unless there is one of its kind, or one with much the same entries in the same night."""
        if drill.kind in self.kinds or any(alike(drill, other) for other in self.drills):
            return False
        self.drills.append(drill)
        self.kinds.add(drill.kind)
        names = frozenset(m.apart.name for m in drill.matters)
        self.mattered.update(names)
        self.together[names] += 1
        return True

    def often(self, drill: Drill) -> bool:
        """Have these rules met as often as they may? Once, and again for every few drills there are: single rules are soon used up."""
        return self.together[frozenset(m.apart.name for m in drill.matters)] > len(self.drills) // EACH

    def wants(self, drill: Drill, level: tuple[int, int]) -> bool:
        """Of this level, of a kind there is not yet, of rules that have not met too often."""
        low, high = level
        return low <= len(drill.matters) <= high and drill.kind not in self.kinds and not self.often(drill)

    def worth(self, drill: Drill, level: tuple[int, int]) -> float:
        """Rules that matter, up to as many as the level wants; seldom ones count more, reading counts against."""
        low, high = level
        count = len(drill.matters)
        fit = count if count <= high else high - 2 * (count - high)
        names = frozenset(m.apart.name for m in drill.matters)
        rare = sum(1 / (1 + self.mattered[name]) for name in names)
        return min(fit, low + 1) + rare - 2 * (drill.kind in self.kinds or self.often(drill)) - 0.03 * len(drill.answer.entries)


def alike(one: Drill, two: Drill) -> bool:
    """Questions out of one moment of one game that share half of their entries."""
    if one.record["setup"] != two.record["setup"] or one.record["log"][:-1] != two.record["log"][:-1]:
        return False
    a, b = one.record["log"][-1]["do"], two.record["log"][-1]["do"]
    return 2 * sum(entry in b for entry in a) >= min(len(a), len(b))


class Offers:
    """What the prompts of a phase have offered: (skill, by) -> entries, and the place of each skill in the phase."""

    def __init__(self, game: Game, stream: Stream) -> None:
        self.stream = stream
        self.steps = {step.name: at for at, step in enumerate(game.schedule)}
        self.entries: dict[tuple[str, int | None], Entries] = {}
        self.rank: dict[tuple[str, int | None], int] = {}

    def look(self, _: Any, prompts: tuple[Prompt, ...]) -> None:
        for prompt in prompts:
            kept = self.entries.setdefault((prompt.skill, prompt.by), []) if prompt.ok else None
            if kept is not None and len(kept) < OFFERS:
                kept.append(prompt.sample(self.stream))
                self.rank.setdefault((prompt.skill, prompt.by), self.steps.get(prompt.step, len(self.steps)))

    def place(self, entry: Mapping[str, Plain]) -> int:
        return self.rank.get((entry["skill"], entry.get("by")), -1)

    def pick(self, keys: Sequence[tuple[str, int | None]], hot: frozenset[int]) -> dict[str, Plain]:
        """One of what these offer; of a few drawn, the one that touches most of the seats that matter."""
        drawn = [self.stream.choice(self.entries[self.stream.choice(keys)]) for _ in range(5)]
        return max(drawn, key=lambda entry: len(seats_of(entry) & hot))


def seats_of(entry: Mapping[str, Plain]) -> frozenset[int]:
    """The seats an entry is about."""
    to = entry.get("to")
    named = to if isinstance(to, list) else [to]
    return frozenset(seat for seat in (entry.get("by"), *named) if isinstance(seat, int))


def changed(do: Entries, offers: Offers) -> Entries:
    """One entry in, out, or another in its place."""
    stream = offers.stream
    hot = frozenset(seat for entry in do for seat in seats_of(entry))
    keys = [key for key, entries in offers.entries.items() if entries]
    how = stream.below(10)
    if do and how < 2:
        at = stream.below(len(do))
        return do[:at] + do[at + 1 :]
    if do and how < 6:
        at = stream.below(len(do))
        key = (do[at]["skill"], do[at].get("by"))
        alike = [key] if offers.entries.get(key) else [k for k in keys if k[0] == key[0]] or keys
        return [*do[:at], offers.pick(alike, hot), *do[at + 1 :]]
    new = offers.pick(keys, hot)
    at = next((i for i, entry in enumerate(do) if offers.place(entry) > offers.place(new)), len(do))
    return [*do[:at], new, *do[at:]]


def climbed(moment: Moment, first: Drill, offers: Offers, made: Set, level: tuple[int, int]) -> Drill:
    """From these entries on, one change after the other that does not make it worse."""
    best, worth = first, made.worth(first, level)
    for step in range(STEPS):
        if made.wants(best, level) or (step == PATIENCE and len(best.matters) + 1 < level[0]):
            break
        now = best.record["log"][-1]["do"]
        do = changed(now, offers)
        do = changed(do, offers) if offers.stream.below(3) == 0 else do
        other = moment.asked(do, whole=True) if 0 < len(do) <= max(ENTRIES, len(now)) else None
        if other is not None and (value := made.worth(other, level)) >= worth:
            best, worth = other, value
    return best


def shrunk(game: Game, drill: Drill) -> Drill:
    """The same lesson with as few entries as can be: what can be left out while the same rules matter, is."""
    *log, last = drill.record["log"]
    moment = moment_of(game, {**drill.record, "log": log})
    assert moment is not None
    names = {m.apart.name for m in drill.matters}
    do = list(last["do"])
    for at in reversed(range(len(do))):
        fewer = do[:at] + do[at + 1 :]
        smaller = moment.asked(fewer, whole=True) if fewer else None
        if smaller is not None and {m.apart.name for m in smaller.matters} == names:
            do, drill = fewer, smaller
    return drill


def found(game: Game, wish: Mapping[str, Plain], stream: Stream, level: str, made: Set, games: int = GAMES) -> Iterator[Drill]:
    """Drills of this level, as they come; `made` says what they should add to."""
    low, high = LEVELS[level]
    for _ in range(games):
        fine = 0
        for moment, first, offers in moments(game, dealt(game, wish, stream), stream):
            start: Drill | None = first
            for again in range(CLIMBS):
                drill = climbed(moment, start, offers, made, (low, high)) if start is not None else None
                if drill is None or not low <= len(drill.matters) <= high or (again and not made.wants(drill, (low, high))):
                    break
                fine += not again
                small = shrunk(game, drill)
                yield small
                asked = small.record["log"][-1]["do"]
                start = moment.asked([entry for entry in first.record["log"][-1]["do"] if entry not in asked], whole=True)
            if fine == MOMENTS:
                break


def moments(game: Game, record: Mapping[str, Plain], stream: Stream) -> Iterator[tuple[Moment, Drill, Offers]]:
    """The phases of one random game, as drills to begin with, and what was offered in them."""
    odds = 70 if len(record_of(normal(dict(record))).seats) <= 12 else 40  # many seats have much to do anyway
    for at in range(PHASES):
        offers = Offers(game, stream)
        moment = moment_of(game, record)
        play = random_game(game, record, stream, phases=at + 1, look=offers.look, odds=lambda prompt: odds)
        first = moment.asked(play.record["log"][-1]["do"], whole=True) if moment is not None else None
        if moment is not None and first is not None and any(offers.entries.values()):
            yield moment, first, offers
        record = play.record
        if play.winner is not None or moment is None:
            return


def dealt(game: Game, wish: Mapping[str, Plain], stream: Stream) -> dict[str, Plain]:
    """A deal of the wish; where it leaves the cards open, with some of those whose rules can meet. Hands are ordered at random."""
    record, _ = game.deal(_rich(game, wish, stream), stream)
    order = getattr(game, "order", None)
    if order is None:
        return record
    layers = model_of_record(game, record).layers
    assert layers is not None
    return dict(order(record, {seat: stream.choice(layers.orders(tuple(hand))) for seat, hand in record["setup"]["dealt"].items()}))


def _rich(game: Game, wish: Mapping[str, Plain], stream: Stream) -> Mapping[str, Plain]:
    """The wish with up to four cards that rules speak of which can be thought away, where the rules let them in."""
    if "with" not in game.wishes or any(wish.get(key) for key in ("roster", "board", "with", "without", "newcomers")):
        return wish
    names = {role.name for role in game.roles}
    cards = sorted({word for apart in aparts(game) for cite in apart.cite if (word := cite.split("/")[0]) in names})
    more: list[str] = []
    for card in stream.sample(cards, min(4, len(cards))):
        try:
            game.deal({**wish, "with": [*more, card]}, Stream(b""))
        except (Refused, Impossible):
            continue
        more.append(card)
    return {**wish, "with": more}


def drawn(game: Game, wish: Mapping[str, Plain], stream: Stream, level: str, count: int, games: int = GAMES) -> Set:
    """A set of up to `count` drills."""
    made = Set()
    for drill in found(game, wish, stream, level, made, games):
        if made.take(drill) and len(made.drills) == count:
            break
    return made
