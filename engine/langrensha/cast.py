"""Who may wake in this deal: the seats of each role, and what the 盗贼 may become."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.langrensha.identity import takeable
from engine.record import Record


@dataclass(frozen=True, slots=True)
class Cast:
    """`seats`: role -> seats dealt; `thief`: 盗贼's seat, or None; `taken`: the roles he may take; `spare`: both cards left over."""

    seats: dict[str, list[int]]
    thief: int | None
    taken: tuple[str, ...]
    spare: tuple[str, ...]

    def of(self, roles: Iterable[str]) -> list[int]:
        return sorted(seat for role in roles for seat in self.seats.get(role, ()))

    def may_take(self, roles: Iterable[str]) -> bool:
        """Could 盗贼 become one of these?"""
        return any(role in self.taken for role in roles)

    def plays(self, *roles: str) -> bool:
        """Is the call spoken: is one of these in the game, or left over by 盗贼 (so that nobody learns what he took)?"""
        return any(role in self.seats or role in self.spare for role in roles)


def cast_of(record: Record) -> Cast:
    seats: dict[str, list[int]] = {}
    for seat in record.seats:
        seats.setdefault(record.setup["roles"][seat], []).append(seat)
    spare = tuple(record.setup.get("extra") or ())
    thief = seats.get("盗贼", [None])[0]
    return Cast(seats, thief, tuple(card for card in dict.fromkeys(spare) if takeable(spare, card)), spare)
