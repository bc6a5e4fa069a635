"""A row of the tables as one frozen declaration: where it belongs, who may, what limits it, what it does.

`who` and `limits` look at a hypothetical entry as well: check and prompts ask the same functions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.declare import Done, Illegal
from engine.fengyao.state import State, 受止, 可言, 自由
from engine.record import Entry

Plain = Any
Rule = Callable[[State, Entry], None]  # raises Illegal where it forbids
Do = Callable[[State, Entry], Done[State]]


@dataclass(frozen=True, slots=True)
class Skill:
    """name: of the entry; row: its name among the rows of a phase; of: the card; cite: the place in the tables' last column.

    step: number within the phase. once: "phase" (a row once a phase), "seat" (once a phase and claimant), "" (own limits).
    seats: which seats can act at all, None where nobody acts (the moderator).
    """

    name: str
    kind: str
    step: int
    cite: str
    who: Rule
    do: Do
    row: str = ""
    of: str = ""
    limits: tuple[Rule, ...] = ()
    once: str = "phase"


def spent(skill: Skill, entry: Entry) -> tuple[str, int]:
    """What a use of this row uses up in this phase."""
    return (skill.row or skill.name, entry.by or 0 if skill.once == "seat" else 0)


# who --------------------------------------------------------------------------------------------------------------


def 无人(state: State, entry: Entry) -> None:
    """The moderator's own: nobody acts, a `by` is ignored."""


def 不写席位(state: State, entry: Entry) -> None:
    """The row says: no `by`."""
    if entry.by is not None:
        raise Illegal("不写by", by=entry.by)


def 顶层(card: str, *cite: str) -> Rule:
    """By day: 自由 with this card on top at dawn, and no 深渊 target of 止伐."""

    def who(state: State, entry: Entry) -> None:
        assert entry.by is not None
        seat = state.at(entry.by)
        if seat.top != card or seat.status != 自由:
            raise Illegal("顶层不是", *cite, by=entry.by, card=card)
        if 受止(state, entry.by):
            raise Illegal("止伐中", "佛陀/止伐", "R42", by=entry.by)

    return who


def 持有(card: str, *cite: str) -> Rule:
    """The holder of this card, in whichever layer (R15)."""

    def who(state: State, entry: Entry) -> None:
        assert entry.by is not None
        if state.deal.席.get(card) != entry.by:
            raise Illegal("不持有", *cite, by=entry.by, card=card)

    return who


def 在场(card: str) -> Rule:
    """Only skills of cards in the game."""

    def limit(state: State, entry: Entry) -> None:
        if card not in state.deal.在场:
            raise Illegal("不在场", "R47", card=card)

    return limit


def 有人持有(card: str, *cite: str) -> Rule:
    def limit(state: State, entry: Entry) -> None:
        if not state.deal.held(card):
            raise Illegal("无人持有", *cite, card=card)

    return limit


def 可发言(state: State, entry: Entry) -> None:
    """R46: 自由, or 封印状态 in 戏言; not in the first night after 镇压."""
    assert entry.by is not None
    if not 可言(state, entry.by):
        raise Illegal("不可发言", "玩家状态与行动方式", "R46", by=entry.by)


# limits -----------------------------------------------------------------------------------------------------------


def 不同的自由席(*cite: str) -> tuple[Rule, Rule]:
    """`to`: two different seats, both 自由."""

    def 自由席(state: State, entry: Entry) -> None:
        for seat in entry.to or ():
            if state.at(seat).status != 自由:
                raise Illegal("非自由", *cite, seat=seat)

    def 不同(state: State, entry: Entry) -> None:
        if entry.to is not None and len(set(entry.to)) != len(entry.to):
            raise Illegal("同一席", *cite, seat=entry.to[0])

    return 自由席, 不同


def 抽在(words: tuple[str, ...]) -> Rule:
    """`drawn` out of its set is illegal."""

    def limit(state: State, entry: Entry) -> None:
        word = drawn(entry)
        if word is not None and word not in words:
            raise Illegal("抽不在内", drawn=word, of=words)

    return limit


def drawn(entry: Entry) -> Plain:
    """The one thing drawn, bare or as a list of one."""
    value = entry.drawn
    return value[0] if isinstance(value, list) and len(value) == 1 else value


def effect(entry: Entry) -> tuple[str, str]:
    """(effect, layer) of 验妖 and 鉴仙图; layer "" where there is none."""
    pick = entry.pick
    return (pick[0], pick[1]) if isinstance(pick, list | tuple) and len(pick) == 2 else (str(pick), "")
