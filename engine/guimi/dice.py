"""Part 一/【3】: what the dice and draws of an entry count as (R33–R38)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.declare import Illegal, Needs
from engine.guimi.names import 变成, 造物主
from engine.guimi.state import Desk
from engine.guimi.values import add_weight, may_become, still
from engine.record import Entry, Why


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
    has = desk.被动[by] if by else frozenset()
    faces = tuple(None if own or not desk.交付 else delivered(desk, by, to, roll.owner) for roll in rolls)
    idle = all(face is not None or pointless(desk, roll) for face, roll in zip(faces, rolls, strict=True))
    return Plan(faces, faces.count(None) if 16 in has else 0, 9 in has, idle)


@dataclass
class Hand:
    """The dice and draws of one entry, used up in order; what is missing is told at the end, after everything illegal."""

    desk: Desk
    die: tuple[int, ...]
    drawn: tuple[object, ...]
    lacking: str = ""
    lack_cite: tuple[str, ...] = ()
    used: int = 0
    whys: list[Why] = field(default_factory=list)
    cite: list[str] = field(default_factory=list)

    def roll(self, by: int, to: Sequence[int], *rolls: Roll, own: bool = False) -> tuple[int, ...]:
        """The faces that count, one for each die. A die that isn't there and changes nothing counts 0."""
        plan = plan_of(self.desk, by, to, rolls, own)
        self._examine(plan)
        if len(self.die) < plan.needed:
            self.lack("die", *(("R35",) if plan.extra else ()))
        counted = zip(plan.faces, (*self.die[: len(rolls)], *(0,) * len(rolls)), strict=False)
        return tuple(given if face is None else face for face, given in counted)

    def _examine(self, plan: Plan) -> None:
        """R34, R36: a die that can't be."""
        for i, given in enumerate(self.die[: len(plan.faces) + plan.extra]):
            face = plan.faces[i] if i < len(plan.faces) else None
            if face is not None:
                if given != face:
                    raise Illegal("骰点已交付", "R36", given=given, face=face)
            elif plan.narrow and given in (1, 6):
                raise Illegal("骰点须重掷", "R34", given=given)
        if any(face is not None for face in plan.faces):
            self.whys.append(Why("骰点交付", (("faces", [f for f in plan.faces if f is not None]),)))
            self.cite.append("R36")
        elif plan.extra and plan.faces:
            self.whys.append(Why("骰点任选", (("count", len(plan.faces)),)))
            self.cite.append("R35")
        if plan.narrow and plan.faces and None in plan.faces:
            self.cite.append("R34")

    def draw(self, *cite: str) -> object | None:
        """The next thing drawn; None (and lacking) where there is none."""
        if self.used >= len(self.drawn):
            self.lack("drawn", *cite)
            return None
        self.used += 1
        return self.drawn[self.used - 1]

    def lack(self, what: str, *cite: str) -> None:
        if not self.lacking:
            self.lacking, self.lack_cite = what, cite

    def preach(self, preacher: int, target: int, *cite: str) -> None:
        """R18: one 传教; of a believer of 造物主 by R17."""
        god = self.desk.信仰[preacher]
        if god != 造物主:
            add_weight(self.desk, target, god, 1, "R8", *cite)
            return
        allowed = may_become(self.desk, target)
        if not allowed:
            return
        drawn = self.draw("R17")
        if drawn is None:
            return
        if drawn not in allowed:
            raise Illegal("不能变成", "二/【17】", "R17", seat=target, drawn=drawn)
        add_weight(self.desk, target, 变成[str(drawn)], 1, "二/【17】", "R17", *cite)

    def settle(self) -> None:
        """Everything was legal: is everything there?"""
        if self.lacking:
            raise Needs(self.lacking, *self.lack_cite)


def hand_of(desk: Desk, entry: Entry) -> Hand:
    drawn = entry.drawn
    items = () if drawn is None else tuple(drawn) if isinstance(drawn, list | tuple) else (drawn,)
    return Hand(desk, entry.die or (), items)
