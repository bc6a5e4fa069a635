"""裁定: the seats' fields as the table played them (RECORD.md). kind and side follow from the others and are not set."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.change import changed
from engine.declare import Illegal
from engine.langrensha.roles import CAUSES, GIFTS, LEFT_KEYS, ROLE
from engine.langrensha.state import Seat, State, fresh
from engine.record import Entry, is_int, is_seat

Plain = Any
Allowed = Callable[[Plain, int], bool]


def one_of(*words: str) -> Allowed:
    return lambda value, _: isinstance(value, str) and value in words


def flag(value: Plain, _: int) -> bool:
    return isinstance(value, bool)


def seat_or_nobody(value: Plain, players: int) -> bool:
    return value is None or is_seat(value, players)


def uses(value: Plain, _: int) -> bool:
    return isinstance(value, Mapping) and all(k in LEFT_KEYS and is_int(v) and 0 <= v <= 2 for k, v in value.items())


def or_null(allowed: Allowed) -> Allowed:
    return lambda value, players: value is None or allowed(value, players)


FIELDS: dict[str, Allowed] = {
    "role": one_of(*ROLE),
    "alive": flag,
    "cause": or_null(one_of(*CAUSES)),
    "情侣": seat_or_nobody,
    "榜样": seat_or_nobody,
    "幸运儿": or_null(one_of(*GIFTS)),
    "命": lambda value, _: value is None or (is_int(value) and 0 <= value <= 2),
    "投票权": flag,
    "失去技能": flag,
    "left": uses,
}


def settable(value: Plain, players: int) -> bool:
    """Is this a `set` of 裁定: seat -> fields in their range?"""
    return isinstance(value, Mapping) and all(
        is_seat(seat, players) and isinstance(fields, Mapping) and all(_fits(k, v, seat, players) for k, v in fields.items())
        for seat, fields in value.items()
    )


def _fits(key: Plain, value: Plain, seat: int, players: int) -> bool:
    if not isinstance(key, str) or key not in FIELDS or not FIELDS[key](value, players):
        return False
    return key not in ("情侣", "榜样") or value != seat


def _seat(seat: Seat, fields: Mapping[str, Plain]) -> Seat:
    """One seat as set. A new role comes with its own uses and lives; life or death settles the cause."""
    if "role" in fields and fields["role"] != seat.role:
        new = fresh(fields["role"])
        seat = changed(seat, role=new.role, 命=new.命, left=new.left)
    plain = {key: value for key, value in fields.items() if key != "role"}
    seat = changed(seat, **plain)
    if seat.alive:
        return changed(seat, cause=None)
    return changed(seat, 命=None if seat.命 is None else 0)


def _bound(state: State, number: int, lover: int | None) -> State:
    """情侣 of one seat: the other follows, an earlier lover is free."""
    old = state.at(number).情侣
    for freed in (old, None if lover is None else state.at(lover).情侣):
        if freed is not None:
            state = state.set(freed, 情侣=None)
    state = state.set(number, 情侣=lover)
    return state if lover is None else state.set(lover, 情侣=number)


def overrule(state: State, entry: Entry) -> State:
    """From here on these fields stand as played; illegal after the end of the game."""
    if state.winner is not None:
        raise Illegal("胜负已分", *state.won, "R53", winner=state.winner)
    for number, fields in (entry.set or {}).items():
        if "情侣" in fields:
            state = _bound(state, number, fields["情侣"])
        state = state.put(number, _seat(state.at(number), {k: v for k, v in fields.items() if k != "情侣"}))
        state = state.tell(number, "裁定", "裁定", fields=dict(fields))
    living = frozenset(state.living())
    may = tuple(m for m in state.may if m.seat not in living and state.at(m.seat).left.get("枪", 0) > 0)
    return changed(state, dusk=living if state.夜 else state.dusk, may=may, past=(*state.past, entry))
