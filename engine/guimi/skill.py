"""What an entry may be: a `Skill` is one row of record.md's table, an `Act` is one use of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.guimi.dice import Roll, Told
from engine.guimi.names import 夜间, 造物主
from engine.guimi.state import Desk
from engine.guimi.values import may_become

Plain = Any
Sermon = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Act:
    """Who does what to whom. `by` 0: nobody. `numbers`: for 传教 the number of each in its night.

    `settled`: by 下一晚结算. `drawn`: what was drawn, once it is known.
    """

    skill: Skill
    by: int = 0
    to: tuple[int, ...] = ()
    pick: Plain = None
    votes: Mapping[int, Plain] = field(default_factory=dict)
    numbers: tuple[int, ...] = ()
    settled: bool = False
    drawn: tuple[Plain, ...] = ()

    @property
    def target(self) -> int:
        return self.to[0]


Limit = Callable[[Desk, Act], None]
"""Raises Illegal where the rules forbid it."""


def 无骰(desk: Desk, act: Act) -> tuple[Roll, ...]:
    return ()


def 无传教(desk: Desk, act: Act) -> tuple[Sermon, ...]:
    return ()


def X可变(desk: Desk, act: Act, got: tuple[Plain, ...]) -> tuple[Plain, ...] | None:
    """R17: the X of the next 传教 of a believer of 造物主, after those drawn; a target with none left has no draw.

    What the 传教 before it in the same entry have given, drawn or not, its target has already.
    """
    given: dict[int, tuple[Plain, ...]] = {}
    left = iter(got)
    for preacher, target in act.skill.sermons(desk, act):
        before = given.get(target, ())
        if desk.信仰[preacher] != 造物主:
            given[target] = (*before, desk.信仰[preacher])
            continue
        allowed = tuple(god for god in may_become(desk, target) if god not in before)
        if allowed:
            drawn = next(left, None)
            if drawn is None:
                return allowed
            given[target] = (*before, drawn)
    return None


@dataclass(frozen=True, slots=True)
class Skill:
    """One row: `of` the 身份 that has it ("" any), `pick` what must be picked, `seats` how many seats.

    kind    主动 公共 群 信息 被动 均分 …: what the general rules make of it
    has     is it the actor's at all (asked of 放弃 too); `limits` may it be used now; `aims` about the seats named;
            `dues` also when it is settled the night after
    rolls   the dice, `sermons` the 传教 it makes, in order; `own`: dice that no delivery reaches
    draws   what may be drawn next after what has been drawn (None: no more)
    do      what it does, given the faces that count; the result
    """

    name: str
    cite: str
    place: int
    do: Callable[[Desk, Act, tuple[int, ...], Told], Plain]
    kind: str
    of: str = ""
    pick: Plain = None
    seats: tuple[int, int] = (0, 0)
    has: tuple[Limit, ...] = ()
    limits: tuple[Limit, ...] = ()
    aims: tuple[Limit, ...] = ()
    dues: tuple[Limit, ...] = ()
    rolls: Callable[[Desk, Act], tuple[Roll, ...]] = 无骰
    sermons: Callable[[Desk, Act], tuple[Sermon, ...]] = 无传教
    draws: Callable[[Desk, Act, tuple[Plain, ...]], tuple[Plain, ...] | None] = X可变
    own: bool = False
    night: bool = True
    picks: tuple[Plain, ...] = (None,)  # what may stand under `pick` where `pick` is None; (): the aims say
    votes: bool = False
    rest: tuple[str, ...] = ()  # rulings that decide it
    draw_cite: tuple[str, ...] = ("二/【17】", "R17")

    def takes(self, pick: Plain) -> bool:
        """Is this a `pick` of this row? (Python counts True among the integers.)"""
        allowed = self.picks if self.pick is None else (self.pick,)
        return not allowed or any(type(pick) is type(p) and pick == p for p in allowed)

    @property
    def designates(self) -> bool:
        """R14: does it make 夜间指定?"""
        return self.night and self.place in 夜间 and self.kind != "信息"


@dataclass(frozen=True, slots=True)
class Stored:
    """R63: an action put off to the next night."""

    skill: Skill
    by: int
    to: tuple[int, ...]
    pick: Plain
    numbers: tuple[int, ...]

    def to_only(self, kept: list[tuple[int, int]]) -> Stored:
        return replace(self, to=tuple(t for t, _ in kept), numbers=tuple(k for _, k in kept))

    def act(self) -> Act:
        return Act(self.skill, self.by, self.to, self.pick, {}, self.numbers, True)
