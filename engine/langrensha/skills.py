"""What a skill of 狼人杀 is, and what all of them have in common (record.md §7).

One declaration for check, schema, prompts and citations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.change import changed
from engine.declare import Done, Illegal
from engine.langrensha.identity import kind
from engine.langrensha.state import Seat, State
from engine.record import Entry, is_int

Plain = Any
Rule = Callable[[State, Entry], None]  # raises Illegal


@dataclass(frozen=True, slots=True)
class Ask:
    """The shape of an entry. `to`: "" (no such key), "seat", "seats"; `must`: the required keys; `pick`: its vocabulary."""

    by: bool = False
    to: str = ""
    pick: tuple[str, ...] = ()
    votes: bool = False
    must: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Skill:
    """`of`: roles that have it; `gift`: the 幸运儿's word for it; `uses`: its key in `left`; `may`: limits on whether the actor may act
    at all; `aim`: limits on what the entry names; `do`: what it does. `step` 0: no step, fits anywhere (R44, R46)."""

    name: str
    cite: str
    night: bool
    step: int | Callable[[State, Entry], int]
    ask: Ask
    do: Callable[[State, Entry], Done[State]]
    of: tuple[str, ...] = ()
    gift: str = ""
    uses: str = ""
    may: tuple[Rule, ...] = ()
    aim: tuple[Rule, ...] = ()
    first: bool = False
    dead: bool = False  # may be done by the dead
    stripped: bool = False  # may be done without skills (失去技能) and with none left
    hugged: bool = False  # may be done when hugged
    once: bool = True  # a second entry by the same seat in a night is illegal
    told: str = "by"

    def step_of(self, state: State, entry: Entry) -> int:
        return self.step(state, entry) if callable(self.step) else self.step

    def actors(self, state: State) -> list[int]:
        """Seats that have it, by role or gift, whatever hinders them."""
        return [n for n, seat in enumerate(state.seats, 1) if self.held(seat)]

    def held(self, seat: Seat) -> bool:
        return seat.role in self.of or (self.gift != "" and seat.幸运儿 == self.gift)


def told(result: Plain, state: State, *cite: str) -> Done[State]:
    """An entry that only tells."""
    return Done(state, result, cite)


# --- 通则: common to all, in the order in which record.md §7 lists them


def 未分胜负(state: State, skill: Skill, entry: Entry) -> None:
    if state.winner is not None:
        raise Illegal("胜负已分", *state.won, "R53", winner=state.winner)


def 当其阶段(state: State, skill: Skill, entry: Entry) -> None:
    if skill.night is not state.夜:
        raise Illegal("非此阶段", "R16" if skill.night else "R44", skill=skill.name, phase=state.phase)
    if skill.first and state.number != 1:
        raise Illegal("仅首夜", "R16", skill=skill.name)


def 待重投(state: State, skill: Skill, entry: Entry) -> None:
    if not state.夜 and state.day.平票 and skill.name != "公投":
        raise Illegal("正待重投", "R45", "R46", seats=state.day.平票)


def 自爆之后(state: State, skill: Skill, entry: Entry) -> None:
    if not state.夜 and state.day.自爆 and skill.name not in ("开枪", "翻牌", "警徽", "DQ"):
        raise Illegal("自爆之后", "狼人", "R46", skill=skill.name)


def 当其次序(state: State, skill: Skill, entry: Entry) -> None:
    step = skill.step_of(state, entry)
    if step and step < state.step:
        raise Illegal("次序已过", "R16" if state.夜 else "R44", skill=skill.name)


def 持有(state: State, skill: Skill, entry: Entry) -> None:
    """The game's one rule of ownership: role or gift, uses left, skills not lost (R48)."""
    if not (skill.of or skill.gift) or entry.by is None:
        return
    seat = state.at(entry.by)
    if not skill.held(seat):
        raise Illegal("无此技能", *(skill.of or (skill.cite,)), seat=entry.by, skill=skill.name)
    if skill.stripped:
        return
    if seat.失去技能:
        raise Illegal("技能已失", "村长", "R48", seat=entry.by, skill=skill.name)
    key = skill.uses or (skill.gift if seat.role not in skill.of else "")
    if key and seat.left.get(key, 0) < 1:
        raise Illegal("已无次数", "R62", seat=entry.by, skill=skill.name)


def 在世(state: State, skill: Skill, entry: Entry) -> None:
    if entry.by is None or skill.dead:
        return
    if entry.by not in state.dusk if state.夜 else not state.at(entry.by).alive:
        raise Illegal("已出局", "R17", seat=entry.by)


def 未被抱(state: State, skill: Skill, entry: Entry) -> None:
    """R38: no skill of steps after 花蝴蝶 in that night."""
    if state.夜 and entry.by is not None and state.night.抱 == entry.by and not skill.hugged:
        raise Illegal("被抱不能用", "花蝴蝶", "R38", seat=entry.by, skill=skill.name)


def 一夜一次(state: State, skill: Skill, entry: Entry) -> None:
    """R41: a 放弃 counts as one."""
    if state.夜 and skill.once and state.acted(skill.name, entry.by):
        raise Illegal("今夜已用", "R41", seat=entry.by, skill=skill.name)


通则: tuple[Callable[[State, Skill, Entry], None], ...] = (
    未分胜负, 当其阶段, 当其次序, 持有, 在世, 未被抱, 一夜一次, 自爆之后, 待重投,
)  # fmt: skip


def may(state: State, skill: Skill, entry: Entry) -> None:
    """May this actor do this at all now? Raises Illegal."""
    for common in 通则:
        common(state, skill, entry)
    for rule in skill.may:
        rule(state, entry)


def aim(state: State, skill: Skill, entry: Entry) -> None:
    """May the entry name what it names? Raises Illegal."""
    for rule in skill.aim:
        rule(state, entry)


def done(state: State, skill: Skill, entry: Entry) -> Done[State]:
    """The entry carried out, remembered, and the step gone on to (R16, R44)."""
    may(state, skill, entry)
    aim(state, skill, entry)
    step = skill.step_of(state, entry)
    out = skill.do(state, entry)
    after = changed(out.state, past=(*out.state.past, entry), step=max(step, state.step))
    return Done(after, out.result, out.cite, out.why)


# --- limits that several skills share


def standing(state: State, number: int) -> bool:
    """Alive (夜: when it began, R17; 天: now)."""
    return number in state.dusk if state.夜 else state.at(number).alive


def 目标在世(state: State, entry: Entry) -> None:
    for number in entry.to or ():
        if not standing(state, number):
            raise Illegal("目标已出局", "R17", seat=number)


def 他人(state: State, entry: Entry) -> None:
    if entry.by is not None and entry.by in (entry.to or ()):
        raise Illegal("不能是自己", "R18", seat=entry.by)


def 不连续(what: str, ruling: str) -> Rule:
    """Not the seat chosen in the night directly before."""

    def 不连续(state: State, entry: Entry) -> None:
        before = getattr(state.last, what)
        if before is not None and entry.target == before:
            raise Illegal("不能连续两晚", ruling, seat=before, skill=what)

    return 不连续


def own_places(state: State, skill: Skill, entry: Entry) -> tuple[str, ...]:
    """The skill's own place: the actor's role, 黑市商人 for a gift, else the skill's."""
    if entry.by is not None and is_int(entry.by) and entry.by in state.numbers:
        seat = state.at(entry.by)
        if seat.role in skill.of:
            return (seat.role,)
        if skill.held(seat):
            return ("黑市商人", skill.cite)
    return (skill.cite,)


def known_kind(state: State, number: int) -> str:
    return kind(state, number) or "未定"
