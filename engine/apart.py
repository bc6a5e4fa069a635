"""Rules that can be thought away: which, by what they are cited, and what would stand in their place.

Declared by a game in `apart.py`, as data. Nothing here changes anything: whoever asks "what if this rule were not" (drills) swaps the
named attribute for the time of one question.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Apart:
    """name: a word for it (key of drills.toml); cite: places and rulings; where: (module, attribute) that carry it; change: old -> new.

    works: the rule changes what it is handed (a desk); asking it twice would do its work twice.
    """

    name: str
    cite: tuple[str, ...]
    where: tuple[tuple[str, str], ...]
    change: Callable[[Any], Any] = field(compare=False)
    works: bool = False


def left_out(name: str) -> Callable[[Any], Any]:
    """Of a tuple of rules (or of pairs with a rule in them): the one of this name does nothing."""

    def change(rules: Any) -> Any:
        return tuple(r for r in rules if getattr(r[-1] if isinstance(r, tuple) else r, "__name__", "") != name)

    return change


def replaced(rule: Any, new: Any) -> Callable[[Any], Any]:
    """Of a tuple of rules (or of pairs with a rule in them): another one in the place of this one."""

    def change(rules: Any) -> Any:
        return tuple((new if r is rule else (*r[:-1], new) if isinstance(r, tuple) and r[-1] is rule else r) for r in rules)

    return change


def idle(name: str) -> Callable[[Any], Any]:
    """The same where the number of rules must stay: the rule of this name becomes one that does nothing."""

    def change(rules: Any) -> Any:
        return tuple((place, nothing) if rule.__name__ == name else (place, rule) for place, rule in rules)

    return change


def nothing(*_: Any) -> None:
    """Does nothing."""


def always(value: Any) -> Callable[[Any], Any]:
    """A rule that always says the same."""
    return lambda old: lambda *args, **more: value


def first_argument(old: Any) -> Any:
    """A rule that leaves the state as it is."""
    return lambda state, *args: state
