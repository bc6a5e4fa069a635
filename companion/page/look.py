"""A desk looked at: its record replayed, what may be entered, the calls of the open phase. Everything a view or a move needs to know.

A whole game replays in a few milliseconds, so nothing but the last look is kept between two requests.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from companion.page.desk import Desk, Leaf
from engine.declare import Step
from engine.games import Game, game_named
from engine.paper import Call, Cell, Say
from engine.prompt import Offer, Prompt
from engine.record import Entry, entry_of, normal, record_of
from engine.replay import PhaseAnswer, Replay, Ruling, examine, examined
from generator.book import Book, book, table

Plain = Any


@dataclass(frozen=True, slots=True)
class Spoken:
    """One call of the open phase: the step, the moderator's lines, and the prompts that belong to it (with their index)."""

    step: Step
    lines: tuple[Mapping[str, str], ...]
    prompts: tuple[tuple[int, Prompt], ...] = ()
    done: tuple[int, ...] = ()

    @property
    def open(self) -> bool:
        return any(p.ok for _, p in self.prompts)


@dataclass(frozen=True, slots=True)
class View:
    """`replay`: of everything on the desk, struck trailing phases included. `closed`: the open phase as if it ended now."""

    desk: Desk
    game: Game
    texts: Book
    replay: Replay
    prompts: tuple[Prompt, ...] = ()
    calls: tuple[Spoken, ...] = ()
    anytime: tuple[tuple[int, Prompt], ...] = ()
    closed: PhaseAnswer | None = None
    rulings: tuple[tuple[tuple[Entry, Ruling], ...], ...] = field(default=())

    @property
    def leaf(self) -> Leaf | None:
        return self.desk.leaf

    @property
    def winner(self) -> Plain:
        return self.replay.answer.winner

    @property
    def at(self) -> int:
        """Where the host is: -1 the announcement, 0 … a call, len(calls) the end of the phase, beyond it the end of the game."""
        leaf = self.desk.leaf
        if leaf is None:
            return -1
        last = len(self.calls) + (1 if self.winner is not None else 0)
        at = min(leaf.at, last)
        return 0 if at < 0 and not self.opens_aloud else at

    @property
    def opens_aloud(self) -> bool:
        """Does the phase open with an announcement of its own?"""
        due = manner(self.game).get("aloud") or ()
        return bool(self.announcement) and not any(c.step.name in due for c in self.calls)

    @property
    def announcement(self) -> Mapping[str, Plain]:
        """What the phase before leaves to be announced now."""
        phases = self.replay.answer.phases
        return phases[-2].announce if len(phases) > 1 else {}

    @property
    def decided(self) -> bool:
        """Has the game ended for good (nothing more may be entered)?"""
        return self.winner is not None and not any(p.ok for p in self.prompts)

    def seat_name(self, seat: int) -> str:
        names = self.desk.names
        return names[seat - 1] if 0 < seat <= len(names) else ""


def kind_of(phase: str) -> str:
    """第1夜 -> 夜, 白昼2 -> 白昼."""
    return re.sub(r"第|\d", "", phase)


def manner(game: Game) -> Mapping[str, Plain]:
    """How a game is shown (look.toml [page]); {} where it says nothing.

    `open`: fields of a seat that everybody may see; `quiet`: values of them not worth a badge; `out`: field -> values of a seat out
    of the game; `dim`: kinds of phase in which eyes are closed (else those with 夜 in their name); `aloud`: names of the steps at which
    the announcement is due (else before the first call); `labels`: field of a seat -> its name for people.
    """
    found = table(game.id, "look").get("page")
    return found if isinstance(found, Mapping) else {}


def is_dim(game: Game, phase: str) -> bool:
    """Are eyes closed in this phase, so that the screen must not light faces?"""
    kinds = manner(game).get("dim")
    return kind_of(phase) in kinds if kinds is not None else "夜" in phase


def to_order(game: Game, head: Mapping[str, Plain]) -> Mapping[int, tuple[Offer, ...]]:
    """What the table must settle seat by seat before the first phase (the game's capability `walk`): seat -> the orders it may take."""
    walk = getattr(game, "walk", None)
    return walk(head) if walk else {}


def _strings(value: Plain) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for k, v in value.items():
            yield from _strings(k)
            yield from _strings(v)
    elif isinstance(value, list | tuple):
        for v in value:
            yield from _strings(v)


@lru_cache(maxsize=16)
def _script(game_id: str, head: str) -> Mapping[str, tuple[Call, ...]]:
    """The lines of the game's printed script of this record, by the step (its `line`) at which they are spoken; {} where it prints none.

    A line of no step belongs to the one before it in the same chapter; what opens a chapter stands under the chapter's name.
    """
    game = game_named(game_id)
    assert game is not None
    record = record_of(normal(json.loads(head)))
    lines = sorted({s.line for s in game.schedule if s.line}, key=len, reverse=True)
    out: dict[str, tuple[Call, ...]] = {}
    home, chapter = "", ""
    for call in (b for b in game.script(record).blocks if isinstance(b, Call)):
        key = call.say.key if isinstance(call.say, Say) else ""
        if _chapter(key) != chapter:
            home = chapter = _chapter(key)
        home = next((at for at in lines if key == at or key.startswith(at + "/")), home)
        out[home] = (*out.get(home, ()), call)
    return out


def _chapter(key: str) -> str:
    return re.split(r"[·/]", key, maxsplit=1)[0]


def _frozen(desk: Desk) -> str:
    """What the script depends on: the record without its log and without names."""
    return json.dumps({**desk.head, "players": desk.size, "note": None, "log": []}, ensure_ascii=False, sort_keys=True)


def warm(desk: Desk) -> None:
    """Work the script of this deal out before it is asked for."""
    if desk.head:
        game = game_named(desk.head["game"])
        if game is not None and not to_order(game, desk.record()) and not examine({**desk.head, "log": []}).answer.errors:
            _script(game.id, _frozen(desk))


Printed = Mapping[str, tuple[Call, ...]]


def lines_of(game: Game, texts: Book, printed: Printed, step: Step, opens: bool = False) -> tuple[dict[str, str], ...]:
    """What the moderator says at a step: from the printed script of this very deal, else from the texts alone.

    `opens`: the first call of a phase, at which what opens the chapter is said too.
    """
    if not step.line:
        return ()
    calls = (*(printed.get(_chapter(step.line), ()) if opens else ()), *printed.get(step.line, ()))
    if calls:
        return tuple({"say": _said(texts, c.say), "expect": _said(texts, c.expect), "note": _said(texts, c.note)} for c in calls)
    words = table(game.id, "calls")
    if step.line not in words:
        return ()
    told = {part: str(words.get(step.line + tail, "")) for part, tail in (("say", ""), ("expect", "/候"), ("note", "/注"))}
    return (told,)


def _said(texts: Book, cell: Cell) -> str:
    return texts.say(cell, "calls") if cell else ""


def steps_of(game: Game, desk: Desk, wanted: Iterable[str] = ()) -> list[Step]:
    """The steps spoken in the open phase: of its kind, first or later, for the roles of this game; and any that is `wanted`."""
    leaf = desk.leaf
    if leaf is None:
        return []
    kind = kind_of(leaf.name)
    first = not any(kind_of(other.name) == kind for other in desk.leaves[:-1])
    there = set(_strings(desk.head.get("setup") or {}))
    roles = {r.name for r in game.roles}
    asked = set(wanted)
    out = []
    for step in game.schedule:
        if step.free or step.phase != kind or (step.first is not None and step.first != first):
            continue
        named = [r for r in step.roles if r in roles]
        if not named or any(r in there for r in named) or step.name in asked:
            out.append(step)
    return out


def _done_at(leaf: Leaf, step: Step) -> tuple[int, ...]:
    return tuple(j for j, m in enumerate(leaf.do) if m.step == step.name or (not m.step and m.data.get("skill") in step.skills))


def _calls(game: Game, desk: Desk, texts: Book, prompts: tuple[Prompt, ...]) -> tuple[tuple[Spoken, ...], tuple[tuple[int, Prompt], ...]]:
    leaf = desk.leaf
    if leaf is None:
        return (), ()
    steps = steps_of(game, desk, (p.step for p in prompts))
    names = {s.name for s in steps}
    printed = _script(game.id, _frozen(desk))
    calls = []
    for n, step in enumerate(steps):
        mine = tuple((i, p) for i, p in enumerate(prompts) if p.step == step.name)
        calls.append(Spoken(step, lines_of(game, texts, printed, step, n == 0), mine, _done_at(leaf, step)))
    loose = tuple((i, p) for i, p in enumerate(prompts) if p.step not in names)
    return tuple(calls), loose


_seen: list[View] = []  # the last look: a tap is looked at before and after, and the page after it once more
_tried: list[tuple[Plain, Replay]] = []  # the last record tried with one entry more, which mostly is the next to be looked at


def look(desk: Desk) -> View:
    """Replay the desk, only for a desk with a record. A desk never changes: what the last look has in common with this one stands."""
    last = _seen[0] if _seen else None
    if last is not None and last.desk is desk:
        return last
    same = shared(last.desk, desk) if last is not None else 0
    if last is not None and same == len(desk.leaves) == len(last.desk.leaves) and last.desk.head.get("setup") is desk.head.get("setup"):
        view = replace(last, desk=desk)
        calls, loose = _calls(view.game, desk, view.texts, view.prompts) if view.prompts or view.rulings else ((), ())
        view = replace(view, calls=calls, anytime=loose)
    else:
        view = _replayed(desk, last.replay if last is not None else None, same)
    _seen[:] = [view]
    return view


def shared(a: Desk, b: Desk) -> int:
    """How many phases two desks have in common from the first, to the very same entries; 0 where the head is another."""
    if any(a.head.get(k) is not b.head.get(k) for k in ("format", "game", "edition", "players", "options", "setup")):
        return 0
    pairs = list(zip(a.leaves, b.leaves, strict=False))
    return next((i for i, (x, y) in enumerate(pairs) if x.do is not y.do or x.name != y.name), len(pairs))


def _replayed(desk: Desk, before: Replay | None, same: int) -> View:
    game = game_named(desk.head["game"])
    assert game is not None
    texts = book(game.id)
    record = desk.record()
    replay = _tried[0][1] if _tried and _tried[0][0] == record else examined(game, record, before, same)
    if replay.state is None or not desk.leaves:
        return View(desk, game, texts, replay)
    prompts = tuple(game.prompts(replay.state))
    calls, loose = _calls(game, desk, texts, prompts)
    rulings = tuple(phase.entries for phase in replay.answer.phases)
    return View(desk, game, texts, replay, prompts, calls, loose, replay.answer.phases[-1], rulings)


@dataclass(frozen=True, slots=True)
class Trial:
    """What an entry would do. `changed`: earlier entries (log index) whose result would become another, with before and after."""

    ruling: Ruling | None
    faults: tuple[str, ...] = ()
    changed: tuple[tuple[int, int, Plain, Plain], ...] = ()


def attempt(view: View, entry: Mapping[str, Plain]) -> Trial:
    """The ruling on an entry put at the end of the open phase; faults in words where it cannot stand in a record at all."""
    data = view.desk.record()
    data["log"][-1]["do"].append(normal(dict(entry)))
    after = examined(view.game, data, view.replay, len(view.desk.leaves) - 1)
    _tried[:] = [(data, after)]
    if after.answer.errors:
        return Trial(None, tuple(view.texts.fault(f.why) for f in after.answer.errors))
    phases = after.answer.phases
    changed = []
    for i, entries in enumerate(view.rulings):
        for j, (_, before) in enumerate(entries):
            if i < len(phases) and phases[i].entries[j][1].result != before.result:
                changed.append((i, j, before.result, phases[i].entries[j][1].result))
    return Trial(phases[-1].entries[-1][1], (), tuple(changed))


def may_close(view: View) -> tuple[bool, tuple[str, ...], tuple[str, ...]]:
    """May the open phase end? With the places that say no, and the words."""
    if view.replay.state is None:
        return False, (), ()
    fine, places = view.game.may_end(view.replay.state)
    owed = [o for o in view.game.owes(view.replay.state) if o.fatal]
    words = tuple(f"{o.skill}{'' if o.by is None else f'（{o.by} 号）'}" for o in owed)
    return (fine and not owed), tuple(places), words


def entry_plain(entry: Mapping[str, Plain]) -> Entry:
    return entry_of(normal(dict(entry)))
