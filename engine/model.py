"""A deal as a distribution of cards over places: what may be counted, asked of and built without shuffling.

`Game.model(wish)` says the same as `Game.deal(wish, stream)` in another way: every distribution of the physical cards over the
places that all rules allow is equally likely, and so is every value of each draw, by itself. Tests compare the two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.record import Why
from engine.stream import Stream

Plain = Any
Hand = tuple[str, ...]
Hands = Mapping[str, Hand]  # name of a place -> its cards, in no order that means anything
Group = frozenset[str]


@dataclass(frozen=True, slots=True)
class Place:
    """Where `size` cards go. `seat`: its number; 0: no seat (cards drawn before play, cards left over)."""

    name: str
    size: int
    seat: int = 0


@dataclass(frozen=True, slots=True)
class Word:
    """A word for a hand (阵营, kind …). Two cards that lie in the same of its groups are alike to it.

    needs: no hand without a card of these answers to it; None: nothing of the kind is known.
    """

    name: str
    groups: tuple[Group, ...]
    holds: Callable[[Hand], bool] = field(compare=False)
    needs: Group | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """What the rules say of one place at a time: of every seat, or of the place named `where`.

    again: the dealer deals again where it is broken; else it never happens.
    """

    cite: str
    groups: tuple[Group, ...]
    allows: Callable[[Hand], bool] = field(compare=False)
    where: str = ""
    again: bool = True

    def binds(self, place: Place) -> bool:
        return place.name == self.where if self.where else place.seat > 0


@dataclass(frozen=True, slots=True)
class Draw:
    """Drawn by itself, each value equally likely."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Layers:
    """Hands that the players order: `orders(hand)` are the ways allowed, top first; `names`: the words for top and bottom."""

    names: tuple[str, ...]
    groups: tuple[Group, ...]
    orders: Callable[[Hand], list[list[str]]] = field(compare=False)


@dataclass(frozen=True, slots=True)
class Model:
    """cards: all of them, one by one, as many as the places hold. figures: figure -> card -> number (0 where it has none).

    known: cards of the game that are not in this deal (they may be asked for; nobody has them).
    record: (hands, draws, stream) -> the dealt record with whatever else is drawn before play; read: the other way round.
    """

    places: tuple[Place, ...]
    cards: tuple[str, ...]
    words: tuple[Word, ...]
    record: Callable[[Hands, Mapping[str, str], Stream], dict[str, Plain]] = field(compare=False)
    read: Callable[[Mapping[str, Plain]], tuple[Hands, Mapping[str, str]]] = field(compare=False)
    rules: tuple[Rule, ...] = ()
    draws: tuple[Draw, ...] = ()
    figures: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    layers: Layers | None = None
    known: Group = frozenset()
    notices: tuple[Why, ...] = ()

    @property
    def seats(self) -> tuple[Place, ...]:
        return tuple(p for p in self.places if p.seat)

    def place(self, name: str) -> Place:
        return next(p for p in self.places if p.name == name)


def seat_name(number: int) -> str:
    return f"{number}号"


def seats(players: int, size: int) -> tuple[Place, ...]:
    """Places 1号 … N号."""
    return tuple(Place(seat_name(n), size, n) for n in range(1, players + 1))


def has(group: Group) -> Callable[[Hand], bool]:
    """Is a card of the group among the hand?"""
    return lambda hand: any(card in group for card in hand)


def word(name: str, group: Group) -> Word:
    """A word that a hand answers to with any card of the group."""
    return Word(name, (group,), has(group), group)
