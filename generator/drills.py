"""Drills: moments out of random games in which rules meet. A rule matters where the phase would end otherwise without it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from functools import wraps
from importlib import import_module
from threading import RLock
from typing import Any

from engine.apart import Apart
from engine.games import Game
from engine.record import Phase, Record, entry_of, normal, record_of
from engine.replay import PhaseAnswer, Ruling, replay

Plain = Any
Seats = Mapping[int, Mapping[str, Plain]]
SIDES = ("camp", "side", "kind", "阵营")
ILLEGAL = "不合规则"
BROKEN = (AssertionError, LookupError, RuntimeError, TypeError, AttributeError, ValueError)  # without a rule a game may be nonsense
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
    """record: as plain data, its last phase is the question. before, table: the seats and the table as they stood; answer: of it."""

    record: Mapping[str, Plain]
    before: Seats
    table: Mapping[str, Plain]
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
        """Two drills of one kind teach the same: the same rules matter, and the entries are judged by the same."""
        if self.night is not None:
            return (self.night.title,)
        judged = frozenset(rule for _, ruling in self.answer.entries for rule in ruling.rule)
        return frozenset(m.apart.name for m in self.matters), judged


def aparts(game: Game) -> tuple[Apart, ...]:
    """The rules of a game that can be thought away."""
    found: tuple[Apart, ...] = import_module(f"engine.{game.id}.apart").APART
    return found


@contextmanager
def swapped(name: str, places: Sequence[tuple[Any, str, Any]]) -> Iterator[None]:
    """The engine with other things at these places (module, attribute, instead), for the time of a question.

    The engine calls its rules by their module's name for them, so that name is what changes: for this whole process. Therefore one
    question at a time (a lock; a second thread waits, a question within a question is refused), everything to put in place is worked out
    before anything changes, and whatever happens the old rules are put back. Not while another thread replays a record.
    """
    with _ALONE:
        if _asked:
            raise RuntimeError("one rule at a time")
        before = [getattr(module, attribute) for module, attribute, _ in places]
        _asked.append(name)
        try:
            for module, attribute, instead in places:
                setattr(module, attribute, instead)
            yield
        finally:
            _asked.clear()
            for (module, attribute, _), old in zip(places, before, strict=True):
                setattr(module, attribute, old)


def without(apart: Apart) -> AbstractContextManager[None]:
    """The engine as if this rule were not."""
    places = [(import_module(module), attribute) for module, attribute in apart.where]
    return swapped(apart.name, [(module, attribute, apart.change(getattr(module, attribute))) for module, attribute in places])


def watched(rules: Sequence[Apart], told: Callable[[str], object]) -> AbstractContextManager[None]:
    """The engine as it is, telling of each rule that was consulted and said something else than would be said without it."""
    now: dict[tuple[str, str], Any] = {}
    for apart in rules:
        for where in apart.where:
            old = getattr(import_module(where[0]), where[1])
            now[where] = _telling(apart, old, now.get(where, old), told)
    return swapped("watched", [(import_module(module), attribute, new) for (module, attribute), new in now.items()])


def _telling(apart: Apart, old: Any, now: Any, told: Callable[[str], object]) -> Any:
    """`now`: `old`, a rule or a tuple of rules (or of pairs with one), perhaps watched already; to be watched for this one too."""
    new = apart.change(old)
    if not isinstance(old, tuple):
        return _compared(apart, now, new, told)
    instead = new if len(new) == len(old) else (None,) * len(old)
    kept = {id(_rule(item)) for item in new} if len(new) != len(old) else set()
    return tuple(
        item if one is two or id(one) in kept else _with_rule(item, _compared(apart, _rule(item), two, told))
        for item, one, two in zip(now, map(_rule, old), map(_rule, instead), strict=True)
    )


def _rule(item: Any) -> Any:
    return item[-1] if isinstance(item, tuple) else item


def _with_rule(item: Any, rule: Any) -> Any:
    return (*item[:-1], rule) if isinstance(item, tuple) else rule


def _compared(apart: Apart, old: Any, new: Any, told: Callable[[str], object]) -> Any:
    """new None: as if the rule were left out, which is to say nothing or to give back the state it was given."""

    @wraps(old)
    def rule(*args: Any, **more: Any) -> Any:
        if apart.works:
            told(apart.name)
            return old(*args, **more)
        said = old(*args, **more)
        try:
            other = (said if said is None else args[0]) if new is None else new(*args, **more)
        except BROKEN:
            other = rule
        if said is not other and said != other:
            told(apart.name)
        return said

    return rule


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a phase begins. data: the record up to it; before, table: the seats and the table as they stand."""

    game: Game
    data: Mapping[str, Plain]
    record: Record
    head: Any  # the game, opening where this phase begins
    name: str
    before: Seats
    table: Mapping[str, Plain]

    def asked(self, do: Sequence[Mapping[str, Plain]], whole: bool = False) -> Drill | None:
        """These entries as the question, with the rules that matter in it.

        whole: None where an entry is not accepted as it stands, or where the phase may not end there.
        """
        alone = self._alone(do)
        used: set[str] = set()
        with watched(aparts(self.game), used.add):
            done = replay(self.head, alone)
        if whole and (done.answer.verdict != "ok" or (done.answer.winner is None and not self.game.may_end(done.state)[0])):
            return None
        last = done.answer.phases[-1]
        consulted = [apart for apart in aparts(self.game) if apart.name in used]
        matters = tuple(m for apart in consulted if (m := matter(self, alone, last, apart)) is not None)
        return Drill(self._with(do), self.before, self.table, last, matters)

    def _alone(self, do: Sequence[Mapping[str, Plain]]) -> Record:
        at = len(self.record.log)
        parsed = tuple(entry_of(normal(raw), (at, j)) for j, raw in enumerate(do))
        return replace(self.record, log=(Phase(self.name, parsed),))

    def _with(self, do: Sequence[Mapping[str, Plain]]) -> dict[str, Plain]:
        return {**self.data, "log": [*self.data["log"], {"phase": self.name, "do": list(do)}]}


def moment_of(game: Game, data: Mapping[str, Plain]) -> Moment | None:
    """The phase after this record's last; None where the record does not get there."""
    record = record_of(normal(data))
    done = replay(game, record)
    answer, log = done.answer, record.log
    if answer.verdict not in ("ok", "incomplete") or answer.winner is not None:
        return None
    closed = done.closed if log else game.open(record)
    if log and game.late(closed, len(log) - 1):
        return None
    before, table = (answer.phases[-1].seats, answer.phases[-1].table) if answer.phases else ({}, {})
    return Moment(game, data, record, _Head(game, closed), game.phase_after(log[-1].name if log else None), before, table)


def drill_of(game: Game, data: Mapping[str, Plain]) -> Drill | None:
    """The drill that a record's last phase makes; None where the record does not get there or no rule matters."""
    drill = _asked_of(game, data)
    return drill if drill is not None and drill.matters else None


def _asked_of(game: Game, data: Mapping[str, Plain]) -> Drill | None:
    """The record's last phase with the rules that matter in it; None where the record does not get there."""
    *log, last = data["log"]
    moment = moment_of(game, {**data, "log": log})
    return moment.asked(last["do"]) if moment is not None and moment.name == last["phase"] else None


def matter(moment: Moment, alone: Record, last: PhaseAnswer, apart: Apart) -> Matter | None:
    """Does this rule matter in the last phase? The phases before were played with it."""
    try:
        with without(apart):
            other = replay(moment.head, alone)
    except BROKEN:
        return None  # a game without this rule cannot even be carried out: no lesson
    if not other.answer.phases:
        return None
    found = tuple(_differences(last, other.answer.phases[-1], moment.before))
    return Matter(apart, found) if found else None


class _Head:
    """A game that opens where another stands: one phase can be replayed alone."""

    def __init__(self, game: Any, closed: Any) -> None:
        self._game, self._closed = game, closed

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def open(self, record: Record) -> Any:
        return self._closed


def _differences(with_it: PhaseAnswer, without_it: PhaseAnswer, before: Seats) -> Iterator[tuple[str, Plain, Plain]]:
    """What differs, most telling first: winner, announcements, results, seats. A side that stood before is no answer of this phase."""
    if with_it.winner != without_it.winner:
        yield "胜者", with_it.winner, without_it.winner
    for key in with_it.announce:
        if with_it.announce[key] != without_it.announce.get(key):
            yield key, with_it.announce[key], without_it.announce.get(key)
    for number, ((entry, one), (_, two)) in enumerate(zip(with_it.entries, without_it.entries, strict=True), 1):
        if (one.verdict, one.result) != (two.verdict, two.result) and two.verdict != "needs":
            yield f"第 {number} 条 {entry.skill}", _said(one), _said(two)
    for seat, state in with_it.seats.items():
        other = without_it.seats.get(seat, {})
        for key, value in state.items():
            told = key in SIDES and before.get(seat, {}).get(key) == value
            if value != other.get(key) and not told:
                yield f"{seat}号 {key}", value, other.get(key)


def _said(ruling: Ruling) -> Plain:
    return ILLEGAL if ruling.verdict == "illegal" else ruling.result


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
            drill = _asked_of(game, data["record"])
            assert drill is not None, file.name
            night = Night(data["title"], data["ask"], data["lesson"], tuple(data["rules"]), tuple(data["show"]))
            out.append((file.name.removesuffix(".json"), replace(drill, night=night)))
    return out
