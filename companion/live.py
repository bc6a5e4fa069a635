"""The record as it grows: events of a journal folded into plain data. Nothing is erased: undone entries are struck.

An event is a map with the key `do`:
  phase     name                          a phase begins (one that was withdrawn comes back with its history)
  unphase                                 the last phase is withdrawn
  entry     entry                         an entry at the end of the open phase
  strike    at: [i, j]                    an entry is taken back
  unstrike  at: [i, j]                    … and stands again
  setup     set: {key: value or null}     keys of the setup are set (null takes one away)
  options   set: {key: value}             likewise for the options
  rename    seat, name                    a player's name
  swap      seats: [a, b]                 two players change names (the cards stay where they lie)
  note      text, at: [] · [i] · [i, j]   free words on the record, a phase, an entry
  page      …                             what only the page keeps (page/desk.py): nothing for the record
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Plain = Any


class Odd(Exception):
    """An event that cannot be applied; the message says why."""


class Live:
    """A record in play. `record()`: as it stands, for replay and prompts. `export()`: as it is written to a file."""

    def __init__(self, record: Mapping[str, Plain]) -> None:
        self.head = {k: v for k, v in record.items() if k != "log"}
        self.phases: list[dict[str, Plain]] = [{**p, "do": list(p.get("do") or ())} for p in record.get("log") or ()]
        self.open = len(self.phases)
        self.lines: dict[str, int] = {}  # path into the exported record -> journal line

    def copy(self) -> Live:
        """Another one, to try an event on: entries are never changed in place, so lists are all that is copied."""
        other = Live({})
        other.head = dict(self.head)
        other.phases = [{**p, "do": list(p["do"])} for p in self.phases]
        other.open = self.open
        return other

    def apply(self, event: Mapping[str, Plain], line: int = 0) -> None:
        """Take one event in. Raises Odd, and then nothing has changed."""
        act = _ACTS.get(event.get("do", ""))
        if act is None:
            raise Odd(f"不认识的事件“{event.get('do')}”。")
        try:
            act(self, event, line)
        except (KeyError, TypeError, IndexError, ValueError) as bad:
            raise Odd(f"事件“{event.get('do')}”缺了内容或写法不对（{bad}）。") from None

    @property
    def phase(self) -> str | None:
        """Name of the open phase; None before the first."""
        return self.phases[self.open - 1]["phase"] if self.open else None

    def names(self) -> list[str]:
        """Names by seat; a seat without one has its number."""
        players = self.head.get("players")
        return [str(p) for p in players] if isinstance(players, list) else [str(s) for s in range(1, int(players or 0) + 1)]

    def record(self) -> dict[str, Plain]:
        """Plain data of the record as it stands, with the open phase though it be empty."""
        return {**self.head, "log": self.phases[: self.open]}

    def export(self) -> dict[str, Plain]:
        """Plain data for a file: a trailing phase with nothing but struck entries is left out."""
        shown = self.open
        while shown and self.phases[shown - 1]["do"] and all(e.get("struck") is True for e in self.phases[shown - 1]["do"]):
            shown -= 1
        return {**self.head, "log": self.phases[:shown]}

    def standing(self) -> list[tuple[int, int]]:
        """Places of the entries of the open phases that are not struck, oldest first."""
        return [(i, j) for i, p in enumerate(self.phases[: self.open]) for j, e in enumerate(p["do"]) if e.get("struck") is not True]

    def undo(self) -> dict[str, Plain] | None:
        """The event that takes the last thing back: strikes the open phase's last entry, or withdraws the phase; None at the beginning."""
        if not self.open:
            return None
        here = [at for at in self.standing() if at[0] == self.open - 1]
        return {"do": "strike", "at": list(here[-1])} if here else {"do": "unphase"}

    def _entry(self, at: Plain) -> dict[str, Plain]:
        i, j = at
        if not (0 <= i < self.open and j >= 0):
            raise IndexError(f"没有第 {i} 阶段第 {j} 条")
        entry: dict[str, Plain] = self.phases[i]["do"][j]
        return entry

    def _put(self, at: Plain, entry: dict[str, Plain]) -> None:
        self.phases[at[0]]["do"][at[1]] = entry


def _phase(live: Live, event: Mapping[str, Plain], line: int) -> None:
    name = event["name"]
    if not isinstance(name, str):
        raise TypeError("name")
    if live.open < len(live.phases) and live.phases[live.open]["phase"] == name:
        live.open += 1
        return
    del live.phases[live.open :]
    live.phases.append({"phase": name, "do": []})
    live.open += 1
    live.lines[f"log/{live.open - 1}"] = line


def _unphase(live: Live, event: Mapping[str, Plain], line: int) -> None:
    if not live.open:
        raise IndexError("还没有阶段")
    live.open -= 1


def _entry(live: Live, event: Mapping[str, Plain], line: int) -> None:
    entry = event["entry"]
    if not isinstance(entry, Mapping) or not live.open:
        raise TypeError("entry")
    do = live.phases[live.open - 1]["do"]
    do.append(dict(entry))
    live.lines[f"log/{live.open - 1}/do/{len(do) - 1}"] = line


def _strike(live: Live, event: Mapping[str, Plain], line: int) -> None:
    live._put(event["at"], {**live._entry(event["at"]), "struck": True})


def _unstrike(live: Live, event: Mapping[str, Plain], line: int) -> None:
    entry = live._entry(event["at"])
    live._put(event["at"], {k: v for k, v in entry.items() if k != "struck"})


def _set(part: str) -> Any:
    def act(live: Live, event: Mapping[str, Plain], line: int) -> None:
        merged = {**(live.head.get(part) or {}), **event["set"]}
        live.head[part] = {k: v for k, v in merged.items() if v is not None}

    return act


def _rename(live: Live, event: Mapping[str, Plain], line: int) -> None:
    names = live.names()
    seat, name = event["seat"], event["name"]
    if not (isinstance(name, str) and 1 <= seat <= len(names)):
        raise ValueError("seat")
    names[seat - 1] = name
    live.head["players"] = names


def _swap(live: Live, event: Mapping[str, Plain], line: int) -> None:
    names = live.names()
    a, b = event["seats"]
    if not (1 <= a <= len(names) and 1 <= b <= len(names)):
        raise ValueError("seats")
    names[a - 1], names[b - 1] = names[b - 1], names[a - 1]
    live.head["players"] = names


def _note(live: Live, event: Mapping[str, Plain], line: int) -> None:
    at, text = event.get("at") or [], event["text"]
    if not isinstance(text, str):
        raise TypeError("text")
    if len(at) == 2:
        live._put(at, {**live._entry(at), "note": text})
    elif len(at) == 1:
        if not 0 <= at[0] < live.open:
            raise IndexError("at")
        live.phases[at[0]] = {"phase": live.phases[at[0]]["phase"], "note": text, "do": live.phases[at[0]]["do"]}
    else:
        live.head["note"] = text


def _page(live: Live, event: Mapping[str, Plain], line: int) -> None:
    """Nothing for the record."""


_ACTS = {
    "phase": _phase,
    "unphase": _unphase,
    "entry": _entry,
    "strike": _strike,
    "unstrike": _unstrike,
    "setup": _set("setup"),
    "options": _set("options"),
    "rename": _rename,
    "swap": _swap,
    "note": _note,
    "page": _page,
}
