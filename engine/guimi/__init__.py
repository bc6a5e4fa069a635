"""诡秘之主 V1.0."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.deal import Report
from engine.declare import Closed, Done, Event, Owed
from engine.guimi import act, close, deal, events, overrule, prompts, setup, state
from engine.guimi.names import OPTIONS, PLAYERS, ROLES, WORDS
from engine.guimi.state import State
from engine.guimi.steps import DICE, SCHEDULE
from engine.paper import Card, Sheet
from engine.prompt import Prompt
from engine.record import Entry, Fault, Record
from engine.stream import Stream

Plain = Any


class 诡秘之主:
    """The game as the house sees it: a value without state of its own."""

    id = "guimi"
    name = "诡秘之主"
    editions = ("V1.0",)
    players = (PLAYERS, PLAYERS)
    roles = ROLES
    options = OPTIONS
    schedule = SCHEDULE
    dice = DICE
    vote = "放逐投票"
    wishes = deal.WISHES
    settable = ("信仰", "精神污染", "生命", "理智", "神秘学知识", "护盾", "alive", "死因", "遗言", "获胜")
    words = WORDS

    def faults(self, data: Mapping[str, Plain]) -> Iterable[Fault]:
        return tuple(setup.faults(data))

    def open(self, record: Record) -> State:
        return state.opened(record)

    def begin(self, now: State, phase: str) -> State:
        return state.begun(now, phase)

    def phase_after(self, phase: str | None) -> str:
        if phase is None:
            return setup.phase_name(0)
        return setup.phase_name(2 * int(phase[1:-1]) - (1 if phase.endswith("夜") else 0))

    def may_end(self, now: State) -> tuple[bool, tuple[str, ...]]:
        """What the rules still demand is told in 待定; it stops nobody (record.md)."""
        return True, ()

    def arrange(self, now: State, entries: Sequence[Entry]) -> Iterable[int]:
        return range(len(entries))

    def cite(self, now: State, entry: Entry) -> tuple[str, ...]:
        return act.cite(now, entry)

    def act(self, now: State, entry: Entry) -> Done[State]:
        return act.act(now, entry)

    def overrule(self, now: State, entry: Entry) -> State:
        return overrule.overrule(now, entry)

    def close(self, now: State) -> Closed[State]:
        return close.close(now)

    def late(self, now: State, phase: int) -> Iterable[Fault]:
        return ()

    def owes(self, now: State) -> Iterable[Owed]:
        """What 待定 would tell if the phase ended now."""
        return close.owed_of(close.ended(now))

    def prompts(self, now: State) -> tuple[Prompt, ...]:
        return prompts.prompts(now)

    def deal(self, wish: Mapping[str, Plain], stream: Stream) -> tuple[dict[str, Plain], Report]:
        return deal.deal(wish, stream)

    def cards(self, record: Record) -> tuple[Card, ...]:
        from engine.guimi.paper import cards

        return cards(record)

    def key(self, record: Record) -> dict[int, dict[str, Plain]]:
        """The adjudication key as data."""
        from engine.guimi.keysheet import key

        return key(record)

    def script(self, record: Record) -> Sheet:
        from engine.guimi.paper import script

        return script(record)

    def sheets(self, record: Record) -> tuple[Sheet, ...]:
        from engine.guimi.paper import sheets

        return sheets(record)

    def events(self, now: State) -> tuple[Event, ...]:
        return events.events(now)


GAME = 诡秘之主()
