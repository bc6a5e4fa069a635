"""Taps for tests: a form filled as a record's entry says, and a visitor of the pure page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion import page
from companion.page.forms import ROWS, code_of
from companion.page.look import look
from engine.prompt import Const, Dice, Draws, Field, OneOf, Prompt, Row, Seats, Table, beside
from engine.record import entry_of, normal

Plain = Any
CHANCE = bytes(range(32))


def _several(value: Plain) -> list[Plain]:
    return list(value) if isinstance(value, list | tuple) else [value]


def filled(what: Field, name: str, value: Plain) -> dict[str, list[str]]:
    """The form fields that a person fills in for `value`."""
    if isinstance(what, Seats):
        if what.groups is not None:
            seats = _several(value)
            group = next(g for g in what.groups if list(g) == seats or (not what.ordered and sorted(g) == sorted(seats)))
            return {name: [code_of(list(group))]}
        seats = _several(value)
        if what.high == 1:
            return {name: [code_of(s) for s in seats]} if seats else {f"{name}.none": ["1"]}
        if what.ordered and what.high <= ROWS:
            return {f"{name}.{i}": [code_of(s)] for i, s in enumerate(seats)}
        out = {name: [code_of(s) for s in seats]} if seats else {f"{name}.none": ["1"]}
        return {**out, f"{name}.order": [" ".join(map(str, seats))]} if what.ordered else out
    if isinstance(what, OneOf):
        return {name: [code_of(value)]}
    if isinstance(what, Draws):
        return filled(what.row(), name, value)
    if isinstance(what, Row):
        out = {}
        for i, (part, given) in enumerate(zip(what.fields, _several(value), strict=False)):
            out |= filled(part, f"{name}.{i}", given)
        return out
    if isinstance(what, Dice):
        return {f"{name}.{i}": [code_of(v)] for i, v in enumerate(_several(value)[: what.count])}
    if isinstance(what, Table) and not value:
        return {f"{name}.none": ["1"]}
    if isinstance(what, Table):
        return {f"{name}.{seat}.{k}": [code_of(v)] for seat, given in value.items() for k, v in enumerate(_several(given))}
    if isinstance(what, Const):
        return {}
    return {name: [str(value)]}


def form_of(prompt: Prompt, entry: Mapping[str, Plain]) -> dict[str, list[str]]:
    """The whole form for an entry."""
    out: dict[str, list[str]] = {}
    for key, what in prompt.fields:
        then = beside(what, entry)
        if key in entry and then is not None:
            out |= filled(then, key, entry[key])
    return out


class Visitor:
    """Somebody who taps: keeps the desk as the server would."""

    def __init__(self, record: Mapping[str, Plain]) -> None:
        self.desk = page.opened(record)
        self.events: list[Mapping[str, Plain]] = []
        self.taps = 0

    def get(self, path: str, **query: str) -> page.Reply:
        return page.handle(self.desk, page.Request("GET", path, query, {}, CHANCE))

    def post(self, path: str, form: Mapping[str, Plain] | None = None, **more: Plain) -> page.Reply:
        self.taps += 1
        sent = {k: v if isinstance(v, list) else [str(v)] for k, v in {**(form or {}), **more}.items()}
        sent.setdefault("id", [f"tap{self.taps}"])
        sent.setdefault("seq", [str(self.desk.seq)])
        reply = page.handle(self.desk, page.Request("POST", path, {}, sent, CHANCE))
        self.desk = page.folded(reply.events, self.desk)
        self.events += reply.events
        return reply

    def enter(self, entry: Mapping[str, Plain], **more: Plain) -> page.Reply:
        """Tap an entry in, by the first prompt that offers it."""
        plain = normal(dict(entry))
        meant = entry_of(plain)
        prompts = look(self.desk).prompts
        index = next(i for i, p in enumerate(prompts) if p.ok and p.holds(meant))
        return self.post("/enter", {"p": str(index), **form_of(prompts[index], plain)}, **more)
