"""What of a sum can still matter: states that no card to come can tell apart are made one.

Each function takes a condition's sums, shortens some of them, and changes no outcome. `dealt`: the seats that have their hands, as bits.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from typing import Any

from lark import Token, Tree

Node = Tree[Token]
Reducer = Callable[[MutableSequence[int], int], None]


def kinds(node: Node) -> bool:
    """Are the groups named here kinds of cards, none of them a seat?"""
    kids: Any = node.children
    return all(kid.children[0].type not in ("SEAT", "PLAYER") for kid in kids)


def compared(left: Node, sign: str, right: Node, at: int, seats: int) -> Reducer | None:
    """What matters of a sum that stands at the left and is compared with a number. at: the last slot, which is the sum's own."""
    if right.data != "number" or left.data in ("number", "plus", "minus"):
        return None
    number = int(str(right.children[0]))
    if left.data in ("count", "figure", "total"):
        return clipped(at, number)
    if not kinds(left):
        return None
    if left.data == "seat_number":
        return lowest(at)
    limit = number - 1 if sign in ("<", ">=", "≥") else number
    return near(at - 1, at, seats, limit, limit if sign not in ("=", "==", "!=", "≠") else -1)


def clipped(slot: int, most: int) -> Reducer:
    """A sum that is compared with one number: everything above it is the same."""

    def reduce(sums: MutableSequence[int], dealt: int) -> None:
        sums[slot] = min(sums[slot], most + 1)

    return reduce


def lowest(slot: int) -> Reducer:
    """Seats of which only the first counts."""

    def reduce(sums: MutableSequence[int], dealt: int) -> None:
        sums[slot] &= -sums[slot]

    return reduce


def beside(one: int, two: int, seats: int) -> Reducer:
    """Two kinds of seats that are or are not neighbours: only seats next to one without a hand count, until a pair is found."""
    whole = (1 << seats) - 1

    def around(bits: int) -> int:
        return (bits << 1 | bits >> (seats - 1) | bits >> 1 | bits << (seats - 1)) & whole

    def reduce(sums: MutableSequence[int], dealt: int) -> None:
        a, b = sums[one], sums[two]
        pairs = dealt & around(dealt)
        if around(a) & b and seats > 2:
            first = pairs & -pairs
            beside_it = around(first) & dealt
            sums[one], sums[two] = first, beside_it & -beside_it
        else:
            open_ = around(whole & ~dealt)
            sums[one], sums[two] = a & open_, b & open_

    return reduce


def near(one: int, two: int, seats: int, limit: int, enough: int) -> Reducer:
    """Two kinds of seats and the steps between the nearest, where more than `limit` are all the same, and so are `enough` or fewer."""
    known: dict[tuple[int, int, int], tuple[int, int]] = {}

    def steps(a: int, b: int) -> int:
        return min(abs(a - b), seats - abs(a - b))

    def list_of(bits: int) -> list[int]:
        return [n for n in range(seats) if bits >> n & 1]

    def shortest(a: list[int], b: list[int]) -> tuple[int, int, int] | None:
        return min(((steps(x, y), x, y) for x in a for y in b), default=None)

    def kept(mine: list[int], free: list[int], below: int) -> int:
        """The fewest of these, about, that are as near to every seat without a hand, as far as being near matters."""
        bits = 0
        for seat in free:
            best = min(((steps(seat, x), x) for x in mine), default=None)
            if best is not None and best[0] < below:
                bits |= 1 << best[1]
        return bits

    def work(a: int, b: int, dealt: int) -> tuple[int, int]:
        left, right, free = list_of(a), list_of(b), list_of(~dealt & ((1 << seats) - 1))
        pair = shortest(left, right)
        if pair is not None and pair[0] <= enough:
            return dealt & -dealt, dealt & -dealt
        below = min(pair[0] if pair else limit + 1, limit + 1)
        c, d = kept(left, free, below), kept(right, free, below)
        if pair is not None:
            c, d = (c | 1 << pair[1], d | 1 << pair[2]) if pair[0] <= limit else (c, d)
        return c or a & -a, d or b & -b

    def reduce(sums: MutableSequence[int], dealt: int) -> None:
        key = (sums[one], sums[two], dealt)
        if key not in known:
            known[key] = work(*key)
        sums[one], sums[two] = known[key]

    return reduce
