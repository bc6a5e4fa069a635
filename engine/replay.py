"""Replay: a record -> the Answer of rules/RECORD.md, and the open state that prompts are asked of.

Illegal and Needs end in `step`, and in `told`, which asks a hypothetical entry for its result alone. There is no other engine: check,
table, key and drills all come here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.declare import Done, Illegal, Needs, Owed
from engine.games import Game, game_named
from engine.record import FORMAT, TOP_KEYS, Entry, Fault, Phase, Record, Why, is_int, normal, record_of

Plain = Any
HAND_RULED = "裁定"


@dataclass(frozen=True, slots=True)
class Ruling:
    """verdict: ok · mismatch · illegal · needs · struck · ruled. `rule`: places and rulings with the game's name, own place first."""

    verdict: str
    result: Plain = None
    rule: tuple[str, ...] = ()
    why: tuple[Why, ...] = ()


@dataclass(frozen=True, slots=True)
class PhaseAnswer:
    name: str
    entries: tuple[tuple[Entry, Ruling], ...]
    announce: Mapping[str, Plain]
    seats: Mapping[int, Mapping[str, Plain]]
    table: Mapping[str, Plain]
    winner: Plain
    why: tuple[Why, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """verdict: invalid · mismatch · incomplete · ok."""

    game: str
    verdict: str
    errors: tuple[Fault, ...] = ()
    phases: tuple[PhaseAnswer, ...] = ()
    winner: Plain = None


@dataclass(frozen=True, slots=True)
class Replay:
    """`state`: open state of the last phase, before it is closed (None for an invalid record); `closed`: after each phase."""

    answer: Answer
    game: Game | None = None
    record: Record | None = None
    state: Any = None
    ends: tuple[Any, ...] = ()

    @property
    def closed(self) -> Any:
        """The state after the last phase."""
        return self.ends[-1] if self.ends else self.state


def _cited(game: Game, places: tuple[str, ...]) -> tuple[str, ...]:
    return _named(game.name, places)


@lru_cache(4096)
def _named(name: str, places: tuple[str, ...]) -> tuple[str, ...]:
    """Places and rulings with the game's name, each once."""
    return tuple(dict.fromkeys(f"{name}/{place}" for place in places))


def step(game: Game, state: Any, entry: Entry) -> tuple[Any, Ruling | tuple[Done[Any], tuple[str, ...]]]:
    """One entry on an open state -> the new state and its ruling; where the result is told only at the phase's end, the Done."""
    if entry.struck:
        return state, Ruling("struck", None, _cited(game, tuple(game.cite(state, entry))))
    if entry.skill == HAND_RULED:
        try:
            return game.overrule(state, entry), Ruling("ruled", None, _cited(game, (HAND_RULED,)))
        except Illegal as no:
            return state, Ruling("illegal", None, _cited(game, (HAND_RULED, *no.cite)), (no.why,))
    own = game.cite(state, entry)
    try:
        done = game.act(state, entry)
    except Illegal as no:
        return state, Ruling("illegal", None, _cited(game, (*own, *no.cite)), (no.why,))
    except Needs as want:
        stands = state if want.state is None else want.state
        return stands, Ruling("needs", None, _cited(game, (*own, *want.cite)), (want.why,))
    rule = _cited(game, (*own, *done.cite))
    if callable(done.result):
        return done.state, (done, rule)
    return done.state, judged(entry, done.result, rule, done.why)


def told(game: Game, state: Any, entry: Entry) -> Plain:
    """The result of an entry that stands in no log; None where it is not to be had, or only at the phase's end."""
    try:
        result = game.act(state, entry).result
    except (Illegal, Needs):
        return None
    return None if callable(result) else result


def judged(entry: Entry, result: Plain, rule: tuple[str, ...], why: tuple[Why, ...] = ()) -> Ruling:
    """ok or mismatch, by what the moderator said."""
    fits = not entry.has("said") or same(entry.said, result)
    return Ruling("ok" if fits else "mismatch", result, rule, why)


def same(a: Plain, b: Plain) -> bool:
    """Equal as JSON would be: 1 is not true, a list is a tuple, mapping keys meet as strings. A set of seats is a list in any order."""
    if isinstance(b, frozenset):
        return isinstance(a, list | tuple) and len(a) == len(b) and all(is_int(x) for x in a) and b == set(a)
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        left, right = {str(k): v for k, v in a.items()}, {str(k): v for k, v in b.items()}
        return left.keys() == right.keys() and all(same(left[k], right[k]) for k in left)
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    return bool(a == b)


def run_phase(game: Game, state: Any, phase: Phase) -> tuple[Any, list[Ruling | tuple[Done[Any], tuple[str, ...]]]]:
    """All entries of a phase, in the order the game settles them; rulings in the log's order."""
    rulings: list[Any] = [None] * len(phase.do)
    for j in game.arrange(state, phase.do):
        state, rulings[j] = step(game, state, phase.do[j])
    return state, rulings


def replay(game: Game, record: Record, before: Replay | None = None, same: int = 0) -> Replay:
    """Replay a record without faults. A demand still owing when a later phase begins makes it invalid after all.

    `before`: the replay of a record with the same head and the `same` first phases, which are not run again: a replay is a fold over
    the phases, and its states never change. The last phase always is, since its open state is wanted.
    """
    phases = list(before.answer.phases[: max(0, min(same, len(record.log) - 1))]) if before is not None else []
    while phases and phases[-1].winner is not None:
        phases.pop()
    known = len(phases)
    ends = list(before.ends[:known]) if before is not None else []
    state = closed = ends[-1] if ends else game.open(record)
    for i, phase in enumerate(record.log[known:], known):
        if i:
            late = game.late(closed, i - 1)
            if late:
                return Replay(Answer(game.name, "invalid", tuple(late)), game, record)
        state = game.begin(closed, phase.name)
        state, rulings = run_phase(game, state, phase)
        end = game.close(state)
        closed = end.state
        final = tuple(
            (entry, r if isinstance(r, Ruling) else judged(entry, r[0].result(closed), r[1], r[0].why))
            for entry, r in zip(phase.do, rulings, strict=True)
        )
        phases.append(PhaseAnswer(phase.name, final, end.announce, end.seats, end.table, end.winner, end.why))
        ends.append(closed)
        if end.winner is not None:
            break
    answer = Answer(game.name, verdict_of(phases), (), tuple(phases), phases[-1].winner if phases else None)
    return Replay(answer, game, record, state, tuple(ends))


def verdict_of(phases: Iterable[PhaseAnswer]) -> str:
    found = {ruling.verdict for phase in phases for _, ruling in phase.entries}
    if found & {"mismatch", "illegal"}:
        return "mismatch"
    return "incomplete" if "needs" in found else "ok"


def envelope_faults(data: Plain) -> tuple[Fault, ...]:
    """Faults of the envelope that are told alone: not a map, a later format, an unknown game or edition."""
    if not isinstance(data, dict):
        return (Fault("", "record", Why("不是记录")),)
    form = data.get("format", FORMAT)
    if not (isinstance(form, int) and not isinstance(form, bool) and form == FORMAT):
        return (Fault("format", "record", Why("格式版本", (("value", form),))),)
    game = game_named(data.get("game"))
    if game is None:
        return (Fault("game", "record", Why("未知游戏", (("value", data.get("game")),))),)
    if "edition" in data and data["edition"] not in game.editions:
        return (Fault("edition", "record", Why("未知版本", (("value", data["edition"]),))),)
    return ()


def unknown_top_keys(data: Mapping[str, Plain]) -> list[str]:
    return [str(k) for k in data if k not in TOP_KEYS]


def examine(data: Plain, before: Replay | None = None, same: int = 0) -> Replay:
    """Plain data of a whole record -> its replay; every fault that can be found where there are any. `before`, `same`: as for `replay`."""
    alone = envelope_faults(data)
    if alone:
        game = game_named(data.get("game")) if isinstance(data, dict) else None
        return Replay(Answer(game.name if game else "", "invalid", alone), game)
    game = game_named(data["game"])
    assert game is not None
    return examined(game, normal(data), before, same)


def examined(game: Game, plain: Mapping[str, Plain], before: Replay | None = None, same: int = 0) -> Replay:
    """The same for normal plain data in a sound envelope."""
    faults = tuple(game.faults(plain))
    if faults:
        return Replay(Answer(game.name, "invalid", faults), game)
    return replay(game, record_of(plain), before, same)


def states_owed(game: Game, state: Any) -> tuple[Owed, ...]:
    return tuple(game.owes(state))
