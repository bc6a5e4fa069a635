"""狼人杀 as the house knows a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.deal import Report
from engine.declare import Closed, Die, Done, Event, Option, Owed, Role, Step
from engine.games import Game
from engine.langrensha.close import close
from engine.langrensha.dawn import daybreak, nightfall
from engine.langrensha.faults import faults, phase_name
from engine.langrensha.overrule import overrule
from engine.langrensha.roles import MUSTS, NAME, OPTIONS, ROLES
from engine.langrensha.skills import done, own_places
from engine.langrensha.state import State, opening
from engine.langrensha.steps import SCHEDULE, SKILL
from engine.langrensha.words import WORDS
from engine.paper import Card, Sheet
from engine.prompt import Prompt
from engine.record import Entry, Fault, Record, Why
from engine.stream import Stream

Plain = Any


def owed(state: State) -> list[Owed]:
    """R59: the 必须 of 第1夜 that have no legal entry yet, in the order of the steps."""
    skills = dict(zip(MUSTS, ("选择", "幸运儿", "榜样", "榜样"), strict=True))
    return [
        Owed(skills[role], by, fatal=True, cite="R59")
        for role in MUSTS
        for by in state.holders(role)
        if not state.acted(skills[role], by) and (skills[role] != "榜样" or state.at(by).榜样 is None)
    ]


class LangRenSha:
    """The game as a value without state of its own (engine.games.Game)."""

    id = "langrensha"
    name = NAME
    editions: tuple[str, ...] = ()
    players = (8, 18)
    roles: tuple[Role, ...] = ROLES
    options: tuple[Option, ...] = OPTIONS
    schedule: tuple[Step, ...] = SCHEDULE
    dice: tuple[Die, ...] = ()
    words = WORDS
    wishes: tuple[str, ...] = ("board", "roster", "with", "without")
    vote = "公投"

    def faults(self, data: Mapping[str, Plain]) -> Iterable[Fault]:
        return faults(data)

    def open(self, record: Record) -> State:
        return opening(record)

    def begin(self, state: State, phase: str) -> State:
        number = int(phase[1:-1])
        return nightfall(state, phase, number) if phase.endswith("夜") else daybreak(state, phase, number)

    def phase_after(self, phase: str | None) -> str:
        return phase_name(0 if phase is None else 2 * int(phase[1:-1]) - phase.endswith("夜"))

    def may_end(self, state: State) -> tuple[bool, tuple[str, ...]]:
        still = self.owes(state)
        return not any(o.fatal for o in still), tuple(o.cite for o in still)

    def arrange(self, state: State, entries: Sequence[Entry]) -> Iterable[int]:
        return range(len(entries))

    def cite(self, state: State, entry: Entry) -> tuple[str, ...]:
        skill = SKILL.get(entry.skill)
        return own_places(state, skill, entry) if skill is not None else ("法官",)

    def act(self, state: State, entry: Entry) -> Done[State]:
        return done(state, SKILL[entry.skill], entry)

    def overrule(self, state: State, entry: Entry) -> State:
        return overrule(state, entry)

    def close(self, state: State) -> Closed[State]:
        return close(state)

    def late(self, state: State, phase: int) -> Iterable[Fault]:
        if phase:
            return ()
        return tuple(Fault("log/0", "R59", Why("必须未做", (("skill", o.skill), ("by", o.by)))) for o in owed(state))

    def owes(self, state: State) -> tuple[Owed, ...]:
        if state.夜:
            return tuple(owed(state)) if state.number == 1 else ()
        return (Owed("公投", to=state.day.平票, cite="R45"),) if state.day.平票 else ()

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        from engine.langrensha.prompts import prompts

        return prompts(state)

    def events(self, state: State) -> tuple[Event, ...]:
        return state.events

    def deal(self, wish: Mapping[str, Plain], stream: Stream) -> tuple[dict[str, Plain], Report]:
        from engine.langrensha.dealing import deal

        return deal(wish, stream)

    def key(self, record: Record) -> dict[str, Plain]:
        """The adjudication key as plain data."""
        from engine.langrensha.key import key

        return key(record)

    def cards(self, record: Record) -> tuple[Card, ...]:
        from engine.langrensha.paper import cards

        return cards(record)

    def script(self, record: Record) -> Sheet:
        from engine.langrensha.paper import script

        return script(record)

    def sheets(self, record: Record) -> tuple[Sheet, ...]:
        from engine.langrensha.paper import sheets

        return sheets(record)


GAME: Game = LangRenSha()
