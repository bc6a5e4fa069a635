"""What dealing has in common: refusals with every reason, and the report of redeals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.record import Fault, Why


class Refused(Exception):
    """A roster, board or wish the rules refuse (exit status 2). `faults`: every reason; `at` names the wish (players, roster, board …)."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(", ".join(f.at for f in self.faults))


class Impossible(Exception):
    """Proved: no deal satisfies what was asked (exit status 3). `conflict`: a smallest set of conditions that exclude each other."""

    def __init__(self, conflict: Iterable[Why]) -> None:
        self.conflict = tuple(conflict)
        super().__init__("no deal satisfies what was asked")


@dataclass(frozen=True, slots=True)
class Report:
    """tries: deals drawn in all; rejected: rule -> how many it threw away; assigned: drawn from the valid ones after R8's limit.

    acceptance: exact share of acceptable deals as (numerator, denominator) where it is known in closed form.
    """

    tries: int = 1
    rejected: dict[str, int] = field(default_factory=dict)
    assigned: bool = False
    acceptance: tuple[int, int] | None = None
    notices: tuple[Why, ...] = ()
