"""Part 一/【3】: what the dice and draws of an entry count as (R33–R38)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.declare import Illegal
from engine.guimi.state import Desk
from engine.guimi.values import still
from engine.record import Why

Plain = Any
Allowed = Callable[[tuple[Plain, ...]], "tuple[Plain, ...] | None"]
"""What may be drawn next after what has been drawn; None: nothing more is drawn."""


@dataclass(frozen=True, slots=True)
class Roll:
    """One die: the seat whose value it changes (0: nobody's) and which value; `free`: R49, it moves nothing."""

    owner: int
    what: str = "理智"
    free: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """What the dice of an entry come to: `faces` delivered or None, `extra` dice left over by [16], `low`/`high` of a roll.

    `idle`: no die can change anything or all are delivered, so `die` may be absent.
    """

    faces: tuple[int | None, ...]
    extra: int
    narrow: bool
    idle: bool

    @property
    def needed(self) -> int:
        return 0 if self.idle else len(self.faces) + self.extra


NO_DICE = Plan((), 0, False, True)


def delivered(desk: Desk, by: int, to: Sequence[int], owner: int) -> int | None:
    """R36: the face that 愚者 has delivered for a die of `owner`, else for the other party."""
    return next((desk.交付[seat] for seat in (owner, by, *to) if seat in desk.交付), None)


def pointless(desk: Desk, roll: Roll) -> bool:
    """Can this die change nothing (理智∞, R49, 神秘学实践 3)?"""
    if roll.free:
        return True
    if roll.owner == 0 or roll.what not in ("理智", "生命"):
        return False
    return still(desk, roll.owner) or (roll.what == "理智" and desk.理智[roll.owner] is None)


def plan_of(desk: Desk, by: int, to: Sequence[int], rolls: Sequence[Roll], own: bool = False) -> Plan:
    """`own`: dice that a delivery doesn't reach (黄昏, 愚者's own two)."""
    if not rolls:
        return NO_DICE
    has = desk.被动[by] if by and (own or rolls[0].owner) else frozenset()  # R33: a roll for nobody is nobody's
    faces = tuple(None if own or not desk.交付 else delivered(desk, by, to, roll.owner) for roll in rolls)
    idle = all(face is not None or pointless(desk, roll) for face, roll in zip(faces, rolls, strict=True))
    return Plan(faces, faces.count(None) if 16 in has else 0, 9 in has, idle)


@dataclass(slots=True)
class Told:
    """What an entry's dice come to, for people: words and citations."""

    whys: list[Why] = field(default_factory=list)
    cite: list[str] = field(default_factory=list)


def counted(plan: Plan, die: Sequence[int], told: Told) -> tuple[int, ...] | None:
    """The faces that count, one for each die; None where dice are missing. A die that isn't there and changes nothing counts 0.

    Raises Illegal for a die that can't be (R34, R36).
    """
    k = len(plan.faces)
    for i, given in enumerate(die[: k + plan.extra]):
        face = plan.faces[i] if i < k else None
        if face is not None and given != face:
            raise Illegal("骰点已交付", "R36", given=given, face=face)
        if face is None and plan.narrow and given in (1, 6):
            raise Illegal("骰点须重掷", "R34", given=given)
    if len(die) < plan.needed:
        return None
    if k:
        _tell(plan, told)
    padded = (*die[:k], *(0,) * k)
    return tuple(padded[i] if face is None else face for i, face in enumerate(plan.faces))


def _tell(plan: Plan, told: Told) -> None:
    rolled = plan.faces.count(None)
    if rolled < len(plan.faces):
        told.whys.append(Why("骰点交付", (("faces", [f for f in plan.faces if f is not None]),)))
        told.cite.append("R36")
    if plan.extra:
        told.whys.append(Why("骰点任选", (("count", rolled),)))
        told.cite += ["二/【16】", "R35"]
    if plan.narrow and rolled:
        told.cite += ["二/【9】", "R34"]


def drawn_of(allowed: Allowed, given: Sequence[Plain], cite: tuple[str, ...]) -> tuple[Plain, ...] | None:
    """What was drawn, as far as it is needed; None where something is missing. Raises Illegal for what can't be drawn."""
    got: tuple[Plain, ...] = ()
    while (values := allowed(got)) is not None:
        if len(got) == len(given):
            return None
        value = given[len(got)]
        if not any(type(value) is type(v) and value == v for v in values):
            raise Illegal("抽不到", *cite, drawn=value)
        got += (value,)
    return got
