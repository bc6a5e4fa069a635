"""Dealing (R1, R2): who sits where, and what 民边 believe; uniform over all deals the wish allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import comb
from typing import Any

from engine.deal import Impossible, Refused, Report
from engine.guimi.names import COUNT, 十六神, 外神, 正神
from engine.guimi.setup import faults
from engine.record import Fault, Why, brief
from engine.stream import Stream

Plain = Any
WISHES = ("roster", "with", "without")
民边信仰 = ((正神, 6, "正神信仰"), (外神, 2, "外神信仰"))


def deal(wish: Mapping[str, Plain], stream: Stream) -> tuple[dict[str, Plain], Report]:
    """A record with an empty log. `with`, `without`: gods that a 民边 seat must, or mustn't, believe in (R2)."""
    wanted, unwanted = _gods(wish, "with"), _gods(wish, "without")
    refused = [*_refused(wish), *_unknown(wish)]
    if refused:
        raise Refused(refused)
    conflict = [why for gods, count, _ in 民边信仰 for why in _conflict(gods, count, wanted, unwanted)]
    if conflict:
        raise Impossible(conflict)
    names = stream.shuffled([name for name, count in COUNT.items() for _ in range(count)])
    identities = dict(enumerate(names, 1))
    believed: dict[int, str] = {}
    for gods, count, name in 民边信仰:
        seats = [seat for seat, own in identities.items() if own == name]
        believed |= dict(zip(seats, _drawn(gods, count, wanted, unwanted, stream), strict=True))
    record = {
        "game": "诡秘之主",
        "players": wish.get("players", 25),
        "options": dict(wish.get("options") or {}),
        "setup": {"身份": identities, "信仰": dict(sorted(believed.items()))},
        "log": [],
    }
    return record, Report(acceptance=_share(wanted, unwanted))


def _gods(wish: Mapping[str, Plain], key: str) -> frozenset[str]:
    given = wish.get(key) or ()
    items = [given] if isinstance(given, str) else given
    return frozenset(god for god in items if isinstance(god, str) and god in 十六神)


def _refused(wish: Mapping[str, Plain]) -> Iterator[Fault]:
    for fault in faults({"players": wish.get("players"), "options": wish.get("options"), "setup": {"身份": {}, "信仰": {}}}):
        if not fault.at.startswith("setup"):
            yield fault
    roster = wish.get("roster")
    if roster is not None and _counted(roster) != COUNT:
        yield Fault("roster", "R1", Why("名单固定"))


def _counted(roster: Plain) -> dict[str, int]:
    if isinstance(roster, Mapping):
        return {str(name): count for name, count in roster.items() if count != 0}
    return dict(Counter(str(name) for name in roster)) if isinstance(roster, Sequence) else {}


def _unknown(wish: Mapping[str, Plain]) -> Iterator[Fault]:
    for key in ("with", "without"):
        given = wish.get(key) or ()
        for god in [given] if isinstance(given, str) else given:
            if not (isinstance(god, str) and god in 十六神):
                yield Fault(key, "R2", Why("不是可信的神", (("value", brief(god)),)))


def _conflict(gods: Sequence[str], count: int, wanted: frozenset[str], unwanted: frozenset[str]) -> Iterator[Why]:
    """The conditions that exclude each other, for one kind of god."""
    both = [god for god in gods if god in wanted and god in unwanted]
    if both:
        yield Why("又要又不要", (("gods", both),))
        return
    want = [god for god in gods if god in wanted]
    free = [god for god in gods if god not in unwanted]
    if len(want) > count:
        yield Why("要的神太多", (("gods", want), ("count", count)))
    if len(free) < count:
        yield Why("剩的神太少", (("gods", free), ("count", count)))


def _drawn(gods: Sequence[str], count: int, wanted: frozenset[str], unwanted: frozenset[str], stream: Stream) -> list[str]:
    """`count` different gods in random order: uniform over the sets and orders allowed."""
    want = [god for god in gods if god in wanted]
    free = [god for god in gods if god not in wanted and god not in unwanted]
    return stream.shuffled([*want, *stream.sample(free, count - len(want))])


def _share(wanted: frozenset[str], unwanted: frozenset[str]) -> tuple[int, int]:
    """The exact share of all deals of R2 that the wish allows."""
    fits = whole = 1
    for gods, count, _ in 民边信仰:
        want = sum(god in wanted for god in gods)
        fits *= comb(len(gods) - want - sum(god in unwanted for god in gods), count - want)
        whole *= comb(len(gods), count)
    return fits, whole
