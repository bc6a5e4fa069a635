"""What may be entered next: every row of the open phase, asked of the state its place would see, by the limits `act` uses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from engine.eva.limits import living, owner_at_dawn, voter
from engine.eva.nighttime import bad_blessing
from engine.eva.phase import act, actor_forbidden, advance, order, pick_forbidden, shape
from engine.eva.rows import PLACES, TEXT, Row, rows
from engine.eva.state import LATER, State
from engine.prompt import Field, Offer, OneOf, Prompt, Seats, Table, Text
from engine.record import Entry, Why, entry_of

Plain = Any
Makers = Iterator[Prompt]
Fits = Callable[[Mapping[str, Plain]], bool]
LIVING = (living,)


def prompts(state: State) -> tuple[Prompt, ...]:
    """All that could still be entered, in the order of settlement; () once a side has won."""
    if state.winner is not None or state.opened is None:
        return ()
    return tuple(_walk(state.opened._replace(opened=state.opened), state.taken))


def _walk(state: State, taken: tuple[Entry, ...]) -> Makers:
    """Each row on the state that the entries up to its place leave: originals first, then a copy's turn."""
    waiting = sorted((order(state, entry), i) for i, entry in enumerate(taken) if entry.skill != "裁定")
    owners = owners_at_dawn(state)
    for place, row in enumerate(rows(state.night)):
        for copy in (False, True):
            while waiting and waiting[0][0][:2] <= (place, copy):
                state = act(state, taken[waiting.pop(0)[1]]).state
            state = advance(state, PLACES[state.night][row.name])
            yield from asked(state, row, copy, owners)


def asked(state: State, row: Row, copy: bool, owners: dict[str, list[int]]) -> Makers:
    if row.by == "座":
        for n in candidates(state, row, owners):
            if (state.seat(n).拓印技能 == row.skill) == copy:
                yield from by_seat(state, row, n)
    elif not copy:
        if row.by == "票":
            yield from by_table(state, row)
        yield from by_nobody(state, row)


# --- who


_SPECIAL: dict[str, Callable[[State], tuple[int | None, ...]]] = {
    "虚体": lambda s: (s.day.voted,),
    "馈赠": lambda s: (s.失主,),
    "传承": lambda s: (s.失眷,),
    "腐化": lambda s: (s.decayed,),
    "遗言": lambda s: (*s.yesterday, *s.outs),
    "权势": lambda s: tuple(n for n in (*s.yesterday, *s.outs) if s.owns(n, "权势")),
    "灾厄": lambda s: (s.持有者,),
    "拓印选择": lambda s: tuple(n for skill, n in s.used if skill == "拓印"),
}


def owners_at_dawn(state: State) -> dict[str, list[int]]:
    """skill -> the living seats that own it tonight or today."""
    owners: dict[str, list[int]] = {}
    for n, seat in enumerate(state.dawn, 1):
        for skill in seat.skills() if seat.存活 else ():
            owners.setdefault(skill, []).append(n)
    return owners


def candidates(state: State, row: Row, owners: dict[str, list[int]]) -> list[int]:
    """The seats a row could concern at all; which of them may is for the limits to say."""
    if row.name in _SPECIAL:
        return [n for n in _SPECIAL[row.name](state) if n is not None]
    return owners.get(row.skill, [])


def by_seat(state: State, row: Row, n: int) -> Makers:
    wrong = actor_forbidden(state, row, Entry(row.skill, n))
    if wrong is None:
        yield from offers(state, row, n)
    elif not row.drawn:
        yield Prompt(step_of(row), row.skill, n, line=row.name, ok=False, why=wrong.why, cite=wrong.cite, told=row.told)
    if row.drawn and actor_forbidden(state, row, Entry(row.skill, n, drawn=(n,))) is None:
        yield from draw(state, row, n)


def by_nobody(state: State, row: Row) -> Makers:
    """Rows the moderator or a group acts in."""
    if row.by == "票":
        return
    wrong = actor_forbidden(state, row, Entry(row.skill))
    if wrong is None and row.tell is not None and any(e.skill == row.skill for e in state.taken):
        yield Prompt(step_of(row), row.skill, line=row.name, ok=False, why=Why("已记"), told=row.told)
    elif wrong is None:
        yield from offers(state, row, None)
    elif row.name not in ("藏匿",) or state.number == 1:
        yield Prompt(step_of(row), row.skill, line=row.name, ok=False, why=wrong.why, cite=wrong.cite, told=row.told)
    if row.drawn and actor_forbidden(state, row, Entry(row.skill, drawn=(1,))) is None:
        yield from draw(state, row, None)


# --- at whom, which


def offers(state: State, row: Row, by: int | None) -> Makers:
    """One prompt with its fields; a row with words to choose may be given up whole in a second."""
    fields: list[tuple[str, Field]] = []
    maybe = set()
    if row.high:
        several = row.high > 2
        seats = Seats(targets(state, row, by), 0 if several else row.low, row.high, several=several)
        if row.drawn and not seats.possible():
            return
        fields.append(("to", seats))
        if not row.drawn and row.step != "随时":
            maybe.add("to")
    if row.pick is TEXT:
        fields.append(("pick", Text()))
        maybe.add("pick")
    elif row.pick or row.name == "拓印选择":
        words = state.dark.offer or () if row.name == "拓印选择" else row.pick
        fields.append(("pick", OneOf(tuple(Offer(word) for word in words))))
        if not words:
            return
    whole = fitting(state, row, by)
    yield Prompt(step_of(row), row.skill, by, tuple(fields), frozenset(maybe), row.drawn, row.name, told=row.told, fits=whole)
    if "to" in maybe and row.pick:
        yield Prompt(step_of(row), row.skill, by, line=row.name, title="放弃", told=row.told)


def draw(state: State, row: Row, by: int | None) -> Makers:
    """A <强制> choice that the 导演 draws (R23), while there is anybody to draw."""
    field = Seats(targets(state, row, by), several=True)
    if field.possible():
        whole = fitting(state, row, by)
        yield Prompt(step_of(row), row.skill, by, (("drawn", field),), must=True, line=row.name, title="抽取", told=row.told, fits=whole)


def fitting(state: State, row: Row, by: int | None) -> Fits | None:
    """What the fields alone don't settle: a text that stands, one of `to` and `drawn`, and who speaks for a group or for nobody."""
    if by is not None and not row.drawn and row.pick is not TEXT:
        return None

    def fits(raw: Mapping[str, Plain]) -> bool:
        entry = entry_of(raw)
        if shape(row, entry) is not None or (by is None and entry.by is not None and actor_forbidden(state, row, entry) is not None):
            return False
        return row.pick is not TEXT or pick_forbidden(state, row, entry) is None

    return fits


def targets(state: State, row: Row, by: int | None) -> tuple[Offer, ...]:
    """Every seat, with the reason where it may not be named."""
    if row.whom == LIVING:
        return living_offers(tuple(s.出局 is None for s in state.seats))
    return tuple(_offer(state, row, Entry(row.skill, by), n) for n in range(1, len(state.seats) + 1))


@lru_cache(maxsize=512)
def living_offers(alive: tuple[bool, ...]) -> tuple[Offer, ...]:
    """Every seat, the living ones to be chosen."""
    cite = ("出局", "R26")
    return tuple(Offer(n) if a else Offer(n, False, Why("目标已出局", (("seat", n),)), cite) for n, a in enumerate(alive, 1))


def _offer(state: State, row: Row, entry: Entry, n: int) -> Offer:
    for limit in row.whom:
        wrong = limit(state, entry, n)
        if wrong is not None:
            return Offer(n, False, wrong.why, wrong.cite)
    return Offer(n)


# --- 投票, 祝福


def by_table(state: State, row: Row) -> Makers:
    """All ballots in one map, and each seat's by itself."""
    alive = targets(state, row, None)
    first = next(o.value for o in alive if o.ok)
    able = [n for n in range(1, len(state.seats) + 1) if may_hand_in(state, row, n, first)]
    if able:
        votes = Table(dict.fromkeys(able, 1), alive)
        yield Prompt(step_of(row), row.skill, None, (("votes", votes),), line=row.name, told=row.told, fits=fitting(state, row, None))
    for n in able:
        field = Seats(alive)
        yield Prompt(step_of(row), row.skill, n, (("to", field),), frozenset({"to"}), line=row.name, title="单票", told=row.told)


def may_hand_in(state: State, row: Row, n: int, to: int) -> bool:
    if row.skill == "投票":
        return voter(state, n, LATER) is None
    return owner_at_dawn(state, Entry(row.skill, n)) is None and bad_blessing(state, Entry(row.skill, votes={n: to})) is None


def step_of(row: Row) -> str:
    return f"{row.step} {row.skill}"
