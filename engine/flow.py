"""Three ways in which rules follow each other. Order is a tuple, written once, in the rule book's order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import TypeVar

S = TypeVar("S")
T = TypeVar("T")
A = TypeVar("A")
E = TypeVar("E")


def pipe(rules: Iterable[Callable[[S], S]], state: S) -> S:
    """Every rule in turn, each on what the one before it left."""
    for rule in rules:
        state = rule(state)
    return state


def ladder(rules: Iterable[Callable[[S, T], A | None]], state: S, matter: T) -> A | None:
    """The first rule that answers decides; None where none does."""
    for rule in rules:
        answer = rule(state, matter)
        if answer is not None:
            return answer
    return None


def chain(settle: Callable[[S, E], tuple[S, Iterable[E]]], state: S, happenings: Iterable[E], bound: int = 10_000) -> S:
    """Take one happening, settle it, put what it causes in front; until none is left.

    Raises RuntimeError past `bound` happenings: a chain of the rule books is finite.
    """
    queue = deque(happenings)
    for _ in range(bound):
        if not queue:
            return state
        state, caused = settle(state, queue.popleft())
        queue.extendleft(reversed(list(caused)))
    raise RuntimeError("a chain of happenings does not end")
