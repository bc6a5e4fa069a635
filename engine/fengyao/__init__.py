"""封妖 (《仙妖斗法：封妖》 V1.4.0)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.deal import Report
from engine.declare import Option
from engine.fengyao.faults import faults
from engine.fengyao.roles import ROLES
from engine.fengyao.shapes import phase_after
from engine.fengyao.steps import DICE, SCHEDULE
from engine.fengyao.words import WORDS
from engine.paper import Card, Sheet
from engine.record import Fault, Record
from engine.stream import Stream

Plain = Any


class 封妖:
    """The game as the house sees it: a value without state of its own."""

    id = "fengyao"
    name = "封妖"
    editions = ("V1.4.0",)
    players = (5, 12)
    roles = ROLES
    options = (Option("源尊显圣", (False, True), False, "R83"),)
    schedule = SCHEDULE
    dice = DICE
    words = WORDS
    wishes = ("roster", "with", "without", "key_card", "newcomers")

    def faults(self, data: Mapping[str, Plain]) -> tuple[Fault, ...]:
        return faults(data)

    def phase_after(self, phase: str | None) -> str:
        return phase_after(phase)

    def deal(self, wish: Mapping[str, Plain], stream: Stream) -> tuple[dict[str, Plain], Report]:
        from engine.fengyao.deal import deal

        return deal(wish, stream)

    def order(self, record: Mapping[str, Plain], layers: Mapping[int, Sequence[str]]) -> dict[str, Plain]:
        """The players' own ordering of a dealt record (R9, R10); raises engine.deal.Refused with every reason."""
        from engine.fengyao.deal import order

        return order(record, layers)

    def cards(self, record: Record) -> tuple[Card, ...]:
        from engine.fengyao.paper import cards

        return cards(record)

    def sheets(self, record: Record) -> tuple[Sheet, ...]:
        from engine.fengyao.paper import sheets

        return sheets(record)


GAME = 封妖()
