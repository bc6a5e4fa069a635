"""What the page knows of one game: a fold of the journal's events. Pure; the record is read off it, never the other way round.

Events are those of live.py (phase, unphase, entry, strike, unstrike, setup, options, rename, swap, note); the page adds keys of its own:

    any       id                the tap's own number, so that a double tap counts once
    entry     step, turn        the step it was entered at, and that step's index among the phase's calls
              hears             who learns of the result, as the prompt says
              upsets            earlier entries whose result it changed
    strike    turn              the call to go back to
    page      turn: n           the host moved on to another call (-1: the announcement before the first); nothing for the record
              told: [i, j]      what this entry gave has been shown to a player
              verify: bool      the host rules and the page verifies, or the other way round
              layer: [seat, …]  one seat's order while the host walks round (a draft, sealed by `setup`)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.record import normal

Plain = Any
Event = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Mark:
    """An entry as recorded (without `struck`), the step it was entered at, who hears its result ("by", "all", "": nobody, "?": unknown),
    whether it was shown to them, and `upsets`: earlier entries whose result became another by this one."""

    data: Mapping[str, Plain]
    step: str = ""
    struck: bool = False
    told: bool = False
    hears: str = ""
    upsets: tuple[tuple[int, int], ...] = ()

    def plain(self) -> dict[str, Plain]:
        return {**self.data, "struck": True} if self.struck else dict(self.data)


@dataclass(frozen=True, slots=True)
class Leaf:
    """A phase as played. `at`: index of the call the host is at (-1: the announcement)."""

    name: str
    do: tuple[Mark, ...] = ()
    at: int = -1
    note: Plain = None

    def live(self) -> list[int]:
        return [j for j, mark in enumerate(self.do) if not mark.struck]


@dataclass(frozen=True, slots=True)
class Desk:
    """`head`: the record without its log, normal plain data throughout (engine.record.normal). `leaves`: the phases that stand;
    `shelf`: those withdrawn after them. `seq`: events folded. `undone`: what redo would bring back, the last step at the end."""

    head: Mapping[str, Plain] = field(default_factory=dict)
    leaves: tuple[Leaf, ...] = ()
    shelf: tuple[Leaf, ...] = ()
    undone: tuple[Mapping[str, Plain], ...] = ()
    draft: Mapping[int, Plain] = field(default_factory=dict)
    ids: frozenset[str] = frozenset()
    seq: int = 0
    verify: bool = False

    @property
    def leaf(self) -> Leaf | None:
        return self.leaves[-1] if self.leaves else None

    @property
    def size(self) -> int:
        players = self.head.get("players")
        return len(players) if isinstance(players, list) else int(players or 0)

    @property
    def names(self) -> tuple[str, ...]:
        """One name a seat; "" where there is none."""
        players = self.head.get("players")
        if not isinstance(players, list):
            return ("",) * self.size
        return tuple("" if str(p) == str(n) else str(p) for n, p in enumerate(players, 1))

    def record(self) -> dict[str, Plain]:
        """The record as normal plain data, as it stands."""
        log = []
        for leaf in self.leaves:
            phase: dict[str, Plain] = {"phase": leaf.name, "do": [mark.plain() for mark in leaf.do]}
            if leaf.note is not None:
                phase["note"] = leaf.note
            log.append(phase)
        return {**self.head, "log": log}


def opened(record: Mapping[str, Plain]) -> Desk:
    """The desk of a record that was just opened."""
    record = normal(dict(record))
    leaves = []
    for phase in record.get("log") or ():
        marks = []
        for entry in phase.get("do") or ():
            data = {k: v for k, v in entry.items() if k != "struck"}
            marks.append(Mark(data, struck=entry.get("struck") is True, hears="?"))
        leaves.append(Leaf(str(phase["phase"]), tuple(marks), 10_000 if marks else -1, phase.get("note")))
    return Desk(head={k: v for k, v in record.items() if k != "log"}, leaves=tuple(leaves))


def _with_leaf(desk: Desk, leaf: Leaf) -> Desk:
    return replace(desk, leaves=(*desk.leaves[:-1], leaf))


def _with_mark(desk: Desk, at: Iterable[int], **change: Plain) -> Desk:
    i, j = at
    leaf = desk.leaves[i]
    do = tuple(replace(mark, **change) if k == j else mark for k, mark in enumerate(leaf.do))
    return replace(desk, leaves=(*desk.leaves[:i], replace(leaf, do=do), *desk.leaves[i + 1 :]))


def _phase(desk: Desk, event: Event) -> Desk:
    name = str(event["name"])
    redone = desk.undone[:-1] if desk.undone and desk.undone[-1] == {"do": "phase", "name": name} else ()
    if desk.shelf and desk.shelf[0].name == name:
        return replace(desk, leaves=(*desk.leaves, replace(desk.shelf[0], at=-1)), shelf=desk.shelf[1:], undone=redone)
    return replace(desk, leaves=(*desk.leaves, Leaf(name)), shelf=(), undone=redone)


def _unphase(desk: Desk, event: Event) -> Desk:
    last = desk.leaves[-1]
    undone = (*desk.undone, {"do": "phase", "name": last.name})
    return replace(desk, leaves=desk.leaves[:-1], shelf=(last, *desk.shelf), undone=undone)


def _entry(desk: Desk, event: Event) -> Desk:
    leaf = desk.leaves[-1]
    data = {k: v for k, v in normal(dict(event["entry"])).items() if k != "struck"}
    struck = event["entry"].get("struck") is True
    upsets = tuple((int(i), int(j)) for i, j in event.get("upsets") or ())
    mark = Mark(data, str(event.get("step", "")), struck, hears=str(event.get("hears", "?")), upsets=upsets)
    grown = replace(leaf, do=(*leaf.do, mark), at=int(event.get("turn", leaf.at)))
    return replace(_with_leaf(desk, grown), undone=())


def _strike(desk: Desk, event: Event) -> Desk:
    at = [int(n) for n in event["at"]]
    struck = _with_mark(desk, at, struck=True)
    if event.get("turn") is not None:
        struck = _with_leaf(struck, replace(struck.leaves[-1], at=int(event["turn"])))
    return replace(struck, undone=(*desk.undone, {"do": "unstrike", "at": at}))


def _unstrike(desk: Desk, event: Event) -> Desk:
    at = [int(n) for n in event["at"]]
    redone = desk.undone[:-1] if desk.undone and desk.undone[-1] == {"do": "unstrike", "at": at} else ()
    return replace(_with_mark(desk, at, struck=False), undone=redone)


def _set(part: str) -> Any:
    def act(desk: Desk, event: Event) -> Desk:
        merged = {**(desk.head.get(part) or {}), **normal(dict(event["set"]))}
        head = {**desk.head, part: {k: v for k, v in merged.items() if v is not None}}
        return replace(desk, head=head, draft={} if part == "setup" else desk.draft)

    return act


def _listed(desk: Desk) -> list[str]:
    players = desk.head.get("players")
    return [str(p) for p in players] if isinstance(players, list) else [str(n) for n in range(1, desk.size + 1)]


def _rename(desk: Desk, event: Event) -> Desk:
    names = _listed(desk)
    names[int(event["seat"]) - 1] = str(event["name"])
    return replace(desk, head={**desk.head, "players": names})


def _swap(desk: Desk, event: Event) -> Desk:
    names = _listed(desk)
    a, b = (int(n) - 1 for n in event["seats"])
    names[a], names[b] = names[b], names[a]
    return replace(desk, head={**desk.head, "players": names})


def _note(desk: Desk, event: Event) -> Desk:
    at, text = event.get("at") or [], str(event["text"])
    if len(at) == 2:
        i, j = at
        return _with_mark(desk, at, data={**desk.leaves[i].do[j].data, "note": text})
    if len(at) == 1:
        i = int(at[0])
        return replace(desk, leaves=(*desk.leaves[:i], replace(desk.leaves[i], note=text), *desk.leaves[i + 1 :]))
    return replace(desk, head={**desk.head, "note": text})


def _page(desk: Desk, event: Event) -> Desk:
    if "told" in event:
        return _with_mark(desk, [int(n) for n in event["told"]], told=True)
    if "verify" in event:
        return replace(desk, verify=bool(event["verify"]))
    if "layer" in event:
        seat, layers = event["layer"]
        draft = {**desk.draft, int(seat): layers}
        return replace(desk, draft={k: v for k, v in draft.items() if v is not None})
    return _with_leaf(desk, replace(desk.leaves[-1], at=int(event["turn"])))


_FOLDS = {
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


def fold(desk: Desk, event: Event) -> Desk:
    """One event more. Raises KeyError for an event of an unknown kind."""
    after: Desk = _FOLDS[event["do"]](desk, event)
    ident = event.get("id")
    return replace(after, seq=desk.seq + 1, ids=after.ids | {ident} if ident else after.ids)


def folded(events: Iterable[Event], desk: Desk | None = None) -> Desk:
    """All events, from nothing or from `desk` on."""
    out = desk or Desk()
    for event in events:
        out = fold(out, event)
    return out


def back(desk: Desk) -> Event | None:
    """The event that takes one step back; None where there is nothing to take back."""
    leaf = desk.leaf
    if leaf is None:
        return None
    live = leaf.live()
    return {"do": "strike", "at": [len(desk.leaves) - 1, live[-1]]} if live else {"do": "unphase"}
