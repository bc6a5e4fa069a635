"""The adjudication key of a deal: what 查验, 恶魔's 验 and the 熊 answer for every seat.

Nothing is computed here: each answer is the result of a hypothetical entry, put to the game on a hypothetical table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engine.declare import Illegal
from engine.langrensha.close import close
from engine.langrensha.dawn import daybreak, neighbours, nightfall
from engine.langrensha.identity import is_wolf, kind_of, takeable
from engine.langrensha.overrule import overrule
from engine.langrensha.skills import done
from engine.langrensha.state import State, opening
from engine.langrensha.steps import SKILL
from engine.record import Entry, Record

Plain = Any


def put(state: State, skill: str, by: int | None, to: int | None = None, pick: str | None = None) -> tuple[State, Plain]:
    """One hypothetical entry: the state after it and its result; None as result where the rules forbid it."""
    entry = Entry(skill, by, None if to is None else (to,), pick)
    try:
        out = done(state, SKILL[skill], entry)
    except Illegal:
        return state, None
    return out.state, out.result


def first_nights(record: Record) -> dict[str, State]:
    """第1夜 as it opens; where a seat is 盗贼, once for each card he may take."""
    night = nightfall(opening(record), "第1夜", 1)
    thieves = night.holders("盗贼")
    if not thieves:
        return {"": night}
    picks = [card for card in dict.fromkeys(night.board.extra) if takeable(night.board.extra, card)]
    return {card: put(night, "选择", thieves[0], pick=card)[0] for card in picks}


def checkers(state: State) -> Iterator[tuple[State, int]]:
    """Tables on which somebody can 查验: 预言家, else somebody to whom 黑市商人 gave 眼镜, or gives it now."""
    yield from ((state, seer) for seer in state.holders("预言家"))
    yield from ((state, n) for n in state.numbers if state.at(n).幸运儿 == "眼镜")
    for merchant in state.holders("黑市商人"):
        lucky = next((n for n in state.numbers if n != merchant and not is_wolf(state, n)), None)
        if lucky is not None:
            yield put(state, "幸运儿", merchant, lucky, "眼镜")[0], lucky


def checked(state: State, seat: int) -> str | None:
    """What 查验 of the seat answers; None where nobody can ask."""
    return next((put(table, "查验", by, seat)[1] for table, by in checkers(state)), None)


def godly(state: State, seat: int) -> str | None:
    """What 恶魔's 验 answers; None where there is none, or he may not ask."""
    return next((put(state, "验", demon, seat)[1] for demon in state.holders("恶魔")), None)


def beside_bear(state: State, seat: int) -> str | None:
    """What is announced when this seat alone is left beside the 熊."""
    bears = [bear for bear in state.holders("熊") if bear != seat]
    if not bears:
        return None
    gone = {n: {"alive": False} for n in state.numbers if n not in (seat, bears[0])}
    return str(close(overrule(state, Entry("裁定", set=gone))).announce["熊"])


def awake(state: State, seat: int) -> State | None:
    """The night in which a 野孩子 has awoken: its 榜样 was put out in 第1天; None where that always ends the game."""
    ready = next(checkers(state), (state, seat))[0]
    for model in state.numbers:
        chosen, _ = put(ready, "榜样", seat, model)
        if chosen is ready:
            continue
        day, _ = put(daybreak(close(chosen).state, "第1天", 1), "DQ", None, model)
        night = nightfall(close(day).state, "第2夜", 2)
        if night.winner is None and (checked(night, seat) is None) == (checked(state, seat) is None):
            return night
    return None


def row(state: State, seat: int, when: str = "") -> dict[str, Plain]:
    held = state.at(seat)
    return {
        "身份": held.role,
        "何时": when,
        "类别": kind_of(state, held),
        "查验": checked(state, seat),
        "验": godly(state, seat),
        "熊": beside_bear(state, seat),
    }


def rows(nights: dict[str, State], seat: int) -> Iterator[dict[str, Plain]]:
    """One row for every state of this seat in which an answer differs."""
    own = {card: night for card, night in nights.items() if night.board.roles[seat - 1] == "盗贼"}
    for card, night in own.items() or [("", _telling(nights.values(), seat))]:
        yield row(night, seat, card)
        if night.at(seat).role == "野孩子":
            later = awake(night, seat)
            if later is not None:
                yield row(later, seat, "觉醒后")


def _telling(nights: Iterable[State], seat: int) -> State:
    """The table that answers most about a seat: what 盗贼 takes changes who can ask, not what is answered."""
    return max(nights, key=lambda night: _answers(night, seat))


def _answers(state: State, seat: int) -> int:
    """How many of the questions about a seat can be put."""
    return sum(answer(state, seat) is not None for answer in (checked, godly, beside_bear))


def _bear(card: str, night: State, bear: int) -> dict[str, Plain]:
    """What the first morning says, for the seats that sit beside the 熊 then."""
    return {"熊": bear, "盗贼": card, "邻座": sorted(neighbours(night, bear)), "答": close(night).announce["熊"]}


def key(record: Record) -> dict[str, Plain]:
    """The whole key as plain data."""
    nights = first_nights(record)
    first = next(iter(nights.values()))
    bears = [_bear(card, night, bear) for card, night in nights.items() for bear in night.holders("熊")]
    return {
        "players": record.players,
        "丘比特": ("①" if first.board.丘神 else "②") if any(n.holders("丘比特") for n in nights.values()) else None,
        "座位": {seat: list(rows(nights, seat)) for seat in record.seats},
        "首夜熊": bears,
    }
