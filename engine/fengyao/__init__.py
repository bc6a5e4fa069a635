"""封妖 (《仙妖斗法：封妖》 V1.4.0)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.declare import Closed, Done, Event, Option, Owed
from engine.fengyao.faults import faults
from engine.fengyao.phase import act, begin, cite, close, overrule, owes
from engine.fengyao.roles import ROLES
from engine.fengyao.shapes import phase_after
from engine.fengyao.state import State, opened
from engine.fengyao.steps import DICE, SCHEDULE
from engine.fengyao.words import WORDS
from engine.record import Entry, Fault, Record

if TYPE_CHECKING:
    from engine.deal import Report
    from engine.paper import Card, Sheet
    from engine.prompt import Offer, Prompt
    from engine.stream import Stream

Plain = Any


class 封妖:
    """The game as the house sees it: a value without state of its own."""

    id = "fengyao"
    name = "封妖"
    editions: tuple[str, ...] = ("V1.4.0",)
    players: tuple[int, int] = (5, 12)
    roles = ROLES
    options: tuple[Option, ...] = (Option("源尊显圣", (False, True), False, "R83"),)
    schedule = SCHEDULE
    dice = DICE
    words = WORDS
    wishes: tuple[str, ...] = ("roster", "with", "without", "key_card", "newcomers")
    vote = "诛仙投票"

    def faults(self, data: Mapping[str, Plain]) -> tuple[Fault, ...]:
        return faults(data)

    def phase_after(self, phase: str | None) -> str:
        return phase_after(phase)

    def open(self, record: Record) -> State:
        return opened(record)

    def begin(self, state: State, phase: str) -> State:
        return begin(state, phase)

    def may_end(self, state: State) -> tuple[bool, tuple[str, ...]]:
        """A 黑夜 needs its vote."""
        owed = owes(state)
        return not owed, tuple(o.cite for o in owed)

    def arrange(self, state: State, entries: Sequence[Entry]) -> range:
        return range(len(entries))

    def cite(self, state: State, entry: Entry) -> tuple[str, ...]:
        return cite(state, entry)

    def act(self, state: State, entry: Entry) -> Done[State]:
        return act(state, entry)

    def overrule(self, state: State, entry: Entry) -> State:
        return overrule(state, entry)

    def close(self, state: State) -> Closed[State]:
        return close(state)

    def late(self, state: State, phase: int) -> tuple[Fault, ...]:
        """Nothing: a 黑夜 without its vote is found before the replay."""
        return ()

    def owes(self, state: State) -> tuple[Owed, ...]:
        return owes(state)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        from engine.fengyao.prompts import prompts

        return prompts(state)

    def events(self, state: State) -> tuple[Event, ...]:
        return state.events

    def deal(self, wish: Mapping[str, Plain], stream: Stream) -> tuple[dict[str, Plain], Report]:
        from engine.fengyao.deal import deal

        return deal(wish, stream)

    def walk(self, record: Mapping[str, Plain]) -> dict[int, tuple[Offer, ...]]:
        """What each seat may do with its dealt hand; {} where nothing is left to order."""
        from engine.fengyao.deal import walk

        return walk(record)

    def order(self, record: Mapping[str, Plain], layers: Mapping[int, Sequence[str]]) -> dict[str, Plain]:
        """The players' own ordering of a dealt record (R9, R10); raises engine.deal.Refused with every reason."""
        from engine.fengyao.deal import order

        return order(record, layers)

    def key(self, record: Record) -> dict[str, Plain]:
        """The adjudication key as plain data (also of a record that is only dealt)."""
        from engine.fengyao.key import key

        return key(record)

    def cards(self, record: Record) -> tuple[Card, ...]:
        from engine.fengyao.paper import cards

        return cards(record)

    def script(self, record: Record) -> Sheet:
        from engine.fengyao.paper import script

        return script(record)

    def sheets(self, record: Record) -> tuple[Sheet, ...]:
        from engine.fengyao.paper import sheets

        return sheets(record)


GAME = 封妖()
