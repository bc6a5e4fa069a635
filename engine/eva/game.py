"""EVA as a Game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.deal import Report
from engine.declare import Closed, Done, Event, Owed
from engine.eva import answer, deal, faults, forum, paper, phase, prompts, relic
from engine.eva.roles import GAME as NAME
from engine.eva.roles import OPTIONS, PLAYERS, ROLES
from engine.eva.rows import KNOWN, SCHEDULE, row_of
from engine.eva.state import Seat, State
from engine.eva.words import WORDS
from engine.paper import Card, Sheet
from engine.prompt import Prompt
from engine.record import Entry, Fault, Record, Why
from engine.stream import Stream

Plain = Any


class Eva:
    """The four-sided forum game of 21."""

    id = "eva"
    name = NAME
    editions: tuple[str, ...] = ()
    players = (PLAYERS, PLAYERS)
    roles = ROLES
    options = OPTIONS
    schedule = SCHEDULE
    dice = ()
    words = WORDS
    wishes: tuple[str, ...] = ()
    vote = "投票"
    forum = forum

    def faults(self, data: Mapping[str, Plain]) -> Iterable[Fault]:
        return faults.faults(data)

    def open(self, record: Record) -> State:
        given = record.setup["identities"]
        seats = tuple(Seat(given[n], given[n]) for n in record.seats)
        return State(seats, record.options.get("投票权") == "村民")

    def begin(self, state: State, name: str) -> State:
        return phase.begin(state, name)

    def phase_after(self, name: str | None) -> str:
        if name is None:
            return "第1天"
        number = int(name[1:-1])
        return f"第{number}夜" if name.endswith("天") else f"第{number + 1}天"

    def may_end(self, state: State) -> tuple[bool, tuple[str, ...]]:
        owed = self.owes(state)
        return not owed, tuple(o.cite for o in owed)

    def arrange(self, state: State, entries: Sequence[Entry]) -> Iterable[int]:
        return phase.arrange(state, entries)

    def cite(self, state: State, entry: Entry) -> tuple[str, ...]:
        row = row_of(state, entry) or KNOWN.get(entry.skill)
        if row is None:
            return ("总体流程",)
        return ("总体流程/1",) if row.skill == "投票结算" and state.number == 1 and not state.night else (row.cite,)

    def act(self, state: State, entry: Entry) -> Done[State]:
        return phase.act(state, entry)

    def overrule(self, state: State, entry: Entry) -> State:
        return phase.ruled(state, entry)

    def close(self, state: State) -> Closed[State]:
        return answer.close(state)

    def late(self, state: State, index: int) -> Iterable[Fault]:
        owed = relic.owing(state)
        if not owed:
            return ()
        return (Fault(f"log/{index}", "R23", Why("尚欠", (("skills", tuple(o.skill for o in owed)),))),)

    def owes(self, state: State) -> tuple[Owed, ...]:
        return relic.owing(phase.ended(state))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return prompts.prompts(state)

    def deal(self, wish: Mapping[str, Plain], stream: Stream) -> tuple[dict[str, Plain], Report]:
        return deal.deal(wish, stream)

    def cards(self, record: Record) -> tuple[Card, ...]:
        return paper.cards(record)

    def script(self, record: Record) -> Sheet:
        from engine.eva.forms import night_form
        from engine.eva.messages import hours

        return night_form(record, hours())

    def sheets(self, record: Record) -> tuple[Sheet, ...]:
        return paper.sheets(record)

    def events(self, state: State) -> tuple[Event, ...]:
        return state.events


GAME = Eva()
