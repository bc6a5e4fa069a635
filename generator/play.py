"""Random games through the prompts: the walk of the tests, and the raw matter of drills. No rules here: a prompt is taken or passed by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.games import Game
from engine.prompt import Prompt
from engine.record import Entry, Phase, Record, entry_of, normal, record_of
from engine.replay import run_phase, step
from engine.stream import Stream

Plain = Any
Odds = Callable[[Prompt], int]
Look = Callable[[Any, tuple[Prompt, ...]], None]


@dataclass(slots=True)
class Play:
    """A game played: `record` with its log, `winner` (None: the bound was reached), how often each (skill, verdict) was met.

    seats: as the answer shows them at the end of the last phase.
    """

    record: dict[str, Plain]
    winner: Plain = None
    met: Counter[tuple[str, str]] = field(default_factory=Counter)
    seats: Mapping[int, Mapping[str, Plain]] = field(default_factory=dict)


def usual(prompt: Prompt) -> int:
    """Of a hundred times, how often a prompt is taken when it comes up."""
    return 75


def random_game(
    game: Game,
    data: Mapping[str, Plain],
    stream: Stream,
    *,
    odds: Odds = usual,
    phases: int = 80,
    entries: int = 60,
    look: Look | None = None,
) -> Play:
    """Play a record without faults on from where its log ends, entry by entry, each drawn from what the game's prompts offer.

    `phases`, `entries`: bounds, on the phases in all and on the entries of one; `look` sees every open state with its prompts.
    """
    play = Play({**data, "log": list(data.get("log") or ())})
    closed, name, play.winner = _so_far(game, record_of(normal(play.record)))
    for index in range(len(play.record["log"]), phases if play.winner is None else 0):
        name = game.phase_after(name)
        opened = game.begin(closed, name)
        done: list[dict[str, Plain]] = []
        play.record["log"].append({"phase": name, "do": done})
        end = game.close(_phase(game, opened, name, index, done, play, _Chooser(stream, odds), entries, look))
        closed, play.winner, play.seats = end.state, end.winner, end.seats
        if play.winner is not None:
            break
    return play


def _so_far(game: Game, record: Record) -> tuple[Any, str | None, Plain]:
    """The state after the log there is, its last phase, and a winner."""
    closed, name, winner = game.open(record), None, None
    for phase in record.log:
        end = game.close(run_phase(game, game.begin(closed, phase.name), phase)[0])
        closed, name, winner = end.state, phase.name, end.winner
    return closed, name, winner


def _phase(
    game: Game,
    opened: Any,
    name: str,
    index: int,
    done: list[dict[str, Plain]],
    play: Play,
    chooser: _Chooser,
    bound: int,
    look: Look | None,
) -> Any:
    """One phase: prompts, a choice, the entry, and again. Gives the open state at its end."""
    parsed: list[Entry] = []
    state, in_order = opened, True
    for _ in range(bound):
        prompts = game.prompts(state)
        if look is not None:
            look(state, prompts)
        prompt = chooser.choose(prompts, may_end=game.may_end(state)[0])
        if prompt is None:
            break
        raw = prompt.sample(chooser.stream)
        done.append(raw)
        parsed.append(entry_of(normal(raw), (index, len(done) - 1)))
        in_order = in_order and list(game.arrange(opened, parsed)) == list(range(len(parsed)))
        if in_order:
            state, last = step(game, state, parsed[-1])
        else:
            state, rulings = run_phase(game, opened, Phase(name, tuple(parsed)))
            last = rulings[-1]
        play.met[prompt.skill, "ok" if isinstance(last, tuple) else last.verdict] += 1
    return state


class _Chooser:
    """Goes through the prompts in their order; one passed by in a phase does not come up again in it."""

    def __init__(self, stream: Stream, odds: Odds) -> None:
        self.stream = stream
        self.odds = odds
        self.passed: set[tuple[Plain, ...]] = set()
        self.taken: Counter[tuple[Plain, ...]] = Counter()

    def choose(self, prompts: tuple[Prompt, ...], may_end: bool) -> Prompt | None:
        """The prompt to enter next; None: the phase ends here."""
        open_ones = [p for p in prompts if p.ok]
        for prompt in open_ones:
            key = (prompt.step, prompt.skill, prompt.by, prompt.title)
            if prompt.must and not self.taken[key]:
                return self._take(prompt, key)
            if key in self.passed:
                continue
            if self.taken[key] < 4 and self.stream.below(100) * (1 + self.taken[key]) < self.odds(prompt):
                return self._take(prompt, key)
            self.passed.add(key)
        if may_end or not open_ones:
            return None
        return self.stream.choice([p for p in open_ones if p.must] or open_ones)

    def _take(self, prompt: Prompt, key: tuple[Plain, ...]) -> Prompt:
        self.taken[key] += 1
        return prompt
