"""Drills: moments out of random games in which rules meet. A rule matters where the phase would end otherwise without it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from importlib import import_module
from threading import RLock
from typing import Any

from engine.apart import Apart
from engine.games import Game
from engine.record import Record, normal, record_of
from engine.replay import PhaseAnswer, replay, run_phase
from engine.stream import Stream
from generator.play import random_game

Plain = Any
LEVELS = {"易": (1, 1), "中": (2, 2), "难": (3, 99)}
GAMES = 400  # random games at most, for one set
ILLEGAL = "不合规则"
_ALONE = RLock()
_asked: list[str] = []  # the rule thought away just now


@dataclass(frozen=True, slots=True)
class Matter:
    """A rule that matters here, and what would stand without it: (what, with the rule, without it)."""

    apart: Apart
    otherwise: tuple[tuple[str, Plain, Plain], ...]


@dataclass(frozen=True, slots=True)
class Night:
    """What people add to a drill of a teaching set: ask: what is asked and, written by hand, its answer. show: seats in the table."""

    title: str
    ask: Mapping[str, Plain]
    lesson: str
    rules: tuple[str, ...]
    show: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Drill:
    """record: as plain data, its last phase is the question. before: the seats as they stood; answer: of the last phase."""

    record: Mapping[str, Plain]
    before: Mapping[int, Mapping[str, Plain]]
    answer: PhaseAnswer
    matters: tuple[Matter, ...]
    night: Night | None = None

    @property
    def rules(self) -> frozenset[str]:
        """Every place and ruling of the answer, and those of the rules that matter."""
        own = {rule for _, ruling in self.answer.entries for rule in ruling.rule}
        cited = {cite for m in self.matters for cite in m.apart.cite} | set(self.night.rules if self.night else ())
        return frozenset(own | {f"{self.record['game']}/{cite}" for cite in cited})

    @property
    def kind(self) -> tuple[object, ...]:
        """Two drills of one kind teach the same."""
        if self.night is not None:
            return (self.night.title,)
        skills = tuple(sorted({entry.skill for entry, _ in self.answer.entries}))
        return tuple(sorted(m.apart.name for m in self.matters)), skills


def aparts(game: Game) -> tuple[Apart, ...]:
    """The rules of a game that can be thought away."""
    found: tuple[Apart, ...] = import_module(f"engine.{game.id}.apart").APART
    return found


@contextmanager
def without(apart: Apart) -> Iterator[None]:
    """The engine as if this rule were not, for the time of a question.

    The engine calls its rules by their module's name for them, so that name is what changes: for this whole process. Therefore one
    question at a time (a lock; a second thread waits, a question within a question is refused), everything to put in place is worked out
    before anything changes, and whatever happens the old rules are put back. Not while another thread replays a record.
    """
    with _ALONE:
        if _asked:
            raise RuntimeError("one rule at a time")
        places = [(import_module(module), name) for module, name in apart.where]
        before = [getattr(module, name) for module, name in places]
        instead = [apart.change(old) for old in before]
        _asked.append(apart.name)
        try:
            for (module, name), new in zip(places, instead, strict=True):
                setattr(module, name, new)
            yield
        finally:
            _asked.clear()
            for (module, name), old in zip(places, before, strict=True):
                setattr(module, name, old)


def drill_of(game: Game, data: Mapping[str, Plain]) -> Drill | None:
    """The drill that a record's last phase makes; None where the record does not get there or no rule matters."""
    drill = _asked_of(game, data, ("ok", "incomplete"))
    return drill if drill is not None and drill.matters else None


def _asked_of(game: Game, data: Mapping[str, Plain], verdicts: tuple[str, ...]) -> Drill | None:
    """The record's last phase with the rules that matter in it; None where the record does not get there."""
    record = record_of(normal(data))
    done = replay(game, record).answer
    if len(done.phases) != len(record.log) or not done.phases or done.verdict not in verdicts:
        return None
    last = done.phases[-1]
    closed: Any = game.open(record)
    for phase in record.log[:-1]:
        closed = game.close(run_phase(game, game.begin(closed, phase.name), phase)[0]).state
    head = _Head(game, closed)
    alone = Record(record.game, record.players, record.names, record.options, record.setup, record.log[-1:])
    matters = tuple(m for apart in aparts(game) if (m := _matter(head, alone, last, apart)) is not None)
    before = done.phases[-2].seats if len(done.phases) > 1 else {}
    return Drill(data, before, last, matters)


def _matter(head: Any, alone: Record, last: PhaseAnswer, apart: Apart) -> Matter | None:
    """Does this rule matter in the last phase? The phases before were played with it."""
    try:
        with without(apart):
            other = replay(head, alone)
    except (AssertionError, LookupError, RuntimeError, TypeError, AttributeError):
        return None  # a game without this rule cannot even be carried out: no lesson
    if not other.answer.phases:
        return None
    found = tuple(_differences(last, other.answer.phases[-1]))
    return Matter(apart, found) if found else None


class _Head:
    """A game that opens where another stands: one phase can be replayed alone."""

    def __init__(self, game: Any, closed: Any) -> None:
        self._game, self._closed = game, closed

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def open(self, record: Record) -> Any:
        return self._closed


def _differences(with_it: PhaseAnswer, without_it: PhaseAnswer) -> Iterator[tuple[str, Plain, Plain]]:
    """What differs, most telling first: winner, announcements, results, seats."""
    if with_it.winner != without_it.winner:
        yield "胜者", with_it.winner, without_it.winner
    for key in with_it.announce:
        if with_it.announce[key] != without_it.announce.get(key):
            yield key, with_it.announce[key], without_it.announce.get(key)
    for number, ((entry, one), (_, two)) in enumerate(zip(with_it.entries, without_it.entries, strict=True), 1):
        if (one.verdict, one.result) != (two.verdict, two.result):
            yield f"第 {number} 条 {entry.skill}", one.result, two.result if two.verdict == one.verdict else two.verdict
    for seat, state in with_it.seats.items():
        other = without_it.seats.get(seat, {})
        for key, value in state.items():
            if value != other.get(key):
                yield f"{seat}号 {key}", value, other.get(key)


def shrunk(game: Game, drill: Drill) -> Drill:
    """The same lesson with as few entries as can be: what can be left out while the same rules matter, is."""
    names = {m.apart.name for m in drill.matters}
    for at in reversed(range(len(drill.record["log"][-1]["do"]))):
        *log, last = drill.record["log"]
        fewer = [entry for i, entry in enumerate(last["do"]) if i != at]
        smaller = drill_of(game, {**drill.record, "log": [*log, {**last, "do": fewer}]})
        if fewer and smaller is not None and {m.apart.name for m in smaller.matters} == names:
            drill = smaller
    return drill


@dataclass(slots=True)
class Set:
    """Drills in the making: no two of a kind, each new one the one that shows most rules not yet shown."""

    drills: list[Drill] = field(default_factory=list)
    kinds: set[tuple[object, ...]] = field(default_factory=set)
    rules: Counter[str] = field(default_factory=Counter)

    def take(self, drill: Drill) -> None:
        self.drills.append(drill)
        self.kinds.add(drill.kind)
        self.rules.update(drill.rules)

    def best(self, game: Game, batch: list[Drill]) -> list[Drill]:
        """Take the most telling of these, shrunk; gives the others that still teach something else."""
        chosen = max(batch, key=self.news)
        small = shrunk(game, chosen)
        if small.kind not in self.kinds:
            self.take(small)
        self.kinds.add(chosen.kind)
        return [d for d in batch if d.kind not in self.kinds]

    def news(self, drill: Drill) -> tuple[int, int]:
        """(rules that matter and have not mattered yet, rules not yet shown)."""
        mattered = {m.apart.name for d in self.drills for m in d.matters}
        return len({m.apart.name for m in drill.matters} - mattered), len(drill.rules - self.rules.keys())


def found(game: Game, wish: Mapping[str, Plain], stream: Stream, level: str, games: int = GAMES, entries: int = 90) -> Iterator[Drill]:
    """Drills of this level out of random games, as they come."""
    low, high = LEVELS[level]
    order = getattr(game, "order", None)
    for _ in range(games):
        record, _report = game.deal(wish, stream)
        if order is not None:
            record = order(record, _orders(game, record, stream))
        log = random_game(game, record, stream, phases=8, odds=lambda prompt: 85).record["log"]
        for end in range(1, len(log) + 1):
            if 2 <= len(log[end - 1]["do"]) <= entries:
                drill = drill_of(game, {**record, "log": log[:end]})
                if drill is not None and low <= len(drill.matters) <= high:
                    yield drill


def _orders(game: Game, record: Mapping[str, Plain], stream: Stream) -> dict[int, list[str]]:
    """Each hand in one of the orders the players may give it."""
    from engine.games import model_of_record

    layers = model_of_record(game, record).layers
    assert layers is not None
    return {seat: stream.choice(layers.orders(tuple(hand))) for seat, hand in record["setup"]["dealt"].items()}


def drawn(game: Game, wish: Mapping[str, Plain], stream: Stream, level: str, count: int, games: int = GAMES) -> Set:
    """A set of up to `count` drills: batches of candidates, the most telling of each."""
    made, batch = Set(), list[Drill]()
    for drill in found(game, wish, stream, level, games):
        if drill.kind in made.kinds:
            continue
        batch.append(drill)
        if len(batch) >= 6:
            batch = made.best(game, batch)
        if len(made.drills) == count:
            return made
    while batch and len(made.drills) < count:
        batch = made.best(game, batch)
    return made


def teaching(game: Game, wish: Mapping[str, Plain], stream: Stream, count: int = 12, games: int = GAMES) -> list[Drill]:
    """A set to learn by: first one drill for each rule that can matter, then those in which most rules meet; short ones preferred."""
    best: dict[str, Drill] = {}
    more: list[Drill] = []
    for level in LEVELS:
        for drill in found(game, wish, stream, level, max(1, games // len(LEVELS))):
            more.append(drill)
            for m in drill.matters:
                if m.apart.name not in best or _weight(drill) < _weight(best[m.apart.name]):
                    best[m.apart.name] = drill
    made = Set()
    for drill in sorted([*best.values()], key=lambda d: (len(d.matters), _weight(d))) + sorted(
        more, key=lambda d: (-len(d.matters), _weight(d))
    ):
        small = shrunk(game, drill) if len(made.drills) < count else drill
        if small.kind not in made.kinds and len(made.drills) < count:
            made.take(small)
    return sorted(made.drills, key=lambda d: (len(d.matters), _weight(d)))


def _weight(drill: Drill) -> int:
    """How much there is to read."""
    return len(drill.answer.entries) + 2 * len(drill.record["log"])


def told(answer: PhaseAnswer, what: str) -> Plain:
    """What a phase's answer says to a question: `胜者`, a key of the announcement or of the table, `第 2 条 验妖`, `3号 marks`."""
    if what == "胜者":
        return answer.winner
    if what.startswith("第 "):
        entry, ruling = answer.entries[int(what.split()[1]) - 1]
        assert what.endswith(f" {entry.skill}"), what
        return ILLEGAL if ruling.verdict == "illegal" else ruling.result
    if "号 " in what:
        seat, key = what.split("号 ")
        return answer.seats[int(seat)][key]
    return answer.announce[what] if what in answer.announce else answer.table[what]


def shipped(game: Game) -> list[tuple[str, Drill]]:
    """The teaching set that comes with a game: (name, drill)."""
    import json
    from importlib.resources import files

    folder = files("templates").joinpath(game.id, "drills")
    if not folder.is_dir():
        return []
    out = []
    for file in sorted(folder.iterdir(), key=lambda f: f.name):
        if file.name.endswith(".json"):
            data = json.loads(file.read_text("utf-8"))
            drill = _asked_of(game, data["record"], ("ok", "incomplete", "mismatch"))
            assert drill is not None, file.name
            night = Night(data["title"], data["ask"], data["lesson"], tuple(data["rules"]), tuple(data["show"]))
            out.append((file.name.removesuffix(".json"), replace(drill, night=night)))
    return out
