"""A game of two skills and a vote, for tests of what is generic: 灯 (a seat looks at another's colour) and 石 (a die breaks a seat), 投票.

Phases 夜1, 日1, 夜2 …; every seat holds one colour; a seat broken or voted out is out; 红 all out: 蓝 wins, and the other way round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import engine.games
import generator.book
from engine.deal import Report
from engine.declare import Closed, Die, Done, Event, Illegal, Needs, Option, Owed, Role, Step
from engine.paper import Sheet
from engine.prompt import Dice, Offer, OneOf, Prompt, Seats, Table
from engine.record import Entry, Fault, Record, Why, is_int
from engine.stream import Stream

Plain = Any


@dataclass(frozen=True, slots=True)
class State:
    colours: Mapping[int, str]
    out: frozenset[int] = frozenset()
    phase: str = ""
    used: frozenset[str] = frozenset()
    hit: tuple[int, ...] = ()
    voted: bool = False
    events: tuple[Event, ...] = ()

    def living(self) -> list[int]:
        return [s for s in self.colours if s not in self.out]


class Toy:
    id = "toy"
    name = "灯石"
    editions = ()
    players = (3, 12)
    roles = (Role("红", "红", "人", 12), Role("蓝", "蓝", "人", 12))
    options: tuple[Option, ...] = ()
    schedule = (
        Step("灯", "灯", "夜", ("灯",), ("红",), "灯"),
        Step("石", "石", "夜", ("石",), ("蓝",), "石"),
        Step("投票", "投票", "日", ("投票",), (), "投票"),
        Step("翻", "翻", "日", ("翻",), (), "翻", free=True),
    )
    dice = (Die("石", "石", (((1, 2, 3), "碎"), ((4, 5, 6), "不碎"))),)
    words = ("灯", "石", "投票", "翻", "红", "蓝")
    wishes = ()

    def faults(self, data: Mapping[str, Plain]) -> Iterable[Fault]:
        players = data.get("players")
        n = len(players) if isinstance(players, list) else players
        if not is_int(n) or not 3 <= n <= 12:
            return [Fault("players", "灯石/人数", Why("人数"))]
        setup = data.get("setup") or {}
        if "hands" not in setup and "dealt" not in setup:
            return [Fault("setup/hands", "灯石/牌", Why("缺牌"))]
        out = []
        for i, phase in enumerate(data.get("log") or ()):
            if phase.get("phase") != ("夜" if i % 2 == 0 else "日") + str(i // 2 + 1):
                out.append(Fault(f"log/{i}/phase", "灯石/阶段", Why("阶段")))
            for j, entry in enumerate(phase.get("do") or ()):
                if entry.get("skill") not in (*self.words, "裁定"):
                    out.append(Fault(f"log/{i}/do/{j}/skill", "灯石/招", Why("不识", (("skill", entry.get("skill")),))))
                wrong = [k for fields in (entry.get("set") or {}).values() for k in fields if k != "out"]
                if wrong:
                    out.append(Fault(f"log/{i}/do/{j}/set", "灯石/裁定", Why("不可裁")))
        return out

    def open(self, record: Record) -> State:
        hands = record.setup.get("hands") or record.setup["dealt"]
        return State({int(k): v[0] if isinstance(v, list) else v for k, v in hands.items()})

    def begin(self, state: State, phase: str) -> State:
        return replace(state, phase=phase, used=frozenset(), hit=(), voted=False)

    def phase_after(self, phase: str | None) -> str:
        if phase is None:
            return "夜1"
        return f"日{phase[1:]}" if phase[0] == "夜" else f"夜{int(phase[1:]) + 1}"

    def may_end(self, state: State) -> tuple[bool, tuple[str, ...]]:
        return (state.voted, ()) if state.phase[0] == "日" and not state.voted else (True, ())

    def arrange(self, state: State, entries: Sequence[Entry]) -> Iterable[int]:
        return range(len(entries))

    def cite(self, state: State, entry: Entry) -> tuple[str, ...]:
        return (entry.skill,)

    def _limits(self, state: State, entry: Entry) -> None:
        if state.phase[0] != ("夜" if entry.skill in ("灯", "石") else "日"):
            raise Illegal("不在此时", entry.skill)
        if entry.skill in state.used:
            raise Illegal("一晚一次", entry.skill)
        if entry.by is not None and (entry.by in state.out or state.colours[entry.by] != {"灯": "红", "石": "蓝"}.get(entry.skill)):
            raise Illegal("轮不到", entry.skill, seat=entry.by)
        if entry.target is not None and entry.target in state.out:
            raise Illegal("已出局", entry.skill, seat=entry.target)

    def act(self, state: State, entry: Entry) -> Done[State]:
        self._limits(state, entry)
        after = replace(state, used=state.used | {entry.skill})
        if entry.skill == "灯":
            return Done(after, state.colours[entry.target] if entry.target else None, (), (Why("照见"),))
        if entry.skill == "石":
            if not entry.die:
                raise Needs("die", "石")
            broken = entry.die[0] <= 3 and entry.target is not None
            event = Event(state.phase, entry.target or 0, Why("石落"), ("灯石/石",))
            return Done(
                replace(after, hit=(*state.hit, entry.target) if broken else state.hit, events=(*state.events, event)), None, ("R1",)
            )
        if entry.skill == "翻":
            return Done(replace(state, used=state.used), None)
        counts: dict[int, int] = {}
        for given in (entry.votes or {}).values():
            for seat in given if isinstance(given, list) else [given]:
                counts[seat] = counts.get(seat, 0) + 1
        top = [s for s, n in sorted(counts.items()) if n == max(counts.values())]
        gone = top if len(top) == 1 else []
        return Done(replace(after, voted=True, hit=(*state.hit, *gone)), gone)

    def overrule(self, state: State, entry: Entry) -> State:
        out = set(state.out)
        for seat, fields in (entry.set or {}).items():
            (out.add if fields.get("out") else out.discard)(int(seat))
        return replace(state, out=frozenset(out))

    def close(self, state: State) -> Closed[State]:
        out = state.out | set(state.hit)
        after = replace(state, out=out)
        left = {state.colours[s] for s in after.living()}
        winner = next(iter(left)) if len(left) == 1 else None
        seats = {s: {"colour": c, "out": s in out} for s, c in state.colours.items()}
        return Closed(after, {"出局": sorted(set(state.hit))}, seats, {}, winner, (Why("结算"),) if state.hit else ())

    def late(self, state: State, phase: int) -> Iterable[Fault]:
        return ()

    def owes(self, state: State) -> Iterable[Owed]:
        return (Owed("投票", fatal=True),) if state.phase[0] == "日" and not state.voted else ()

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return tuple(self._prompts(state))

    def _prompts(self, state: State) -> Iterator[Prompt]:
        offers = tuple(Offer(s, s not in state.out, Why("已出局") if s in state.out else None, ("灯石/灯",)) for s in state.colours)
        if state.phase[0] == "夜":
            for skill, colour in (("灯", "红"), ("石", "蓝")):
                if skill in state.used:
                    continue
                for by in state.colours:
                    if state.colours[by] == colour:
                        die = (("die", Dice()),) if skill == "石" else ()
                        ok = by not in state.out
                        why = None if ok else Why("已出局", (("seat", by),))
                        fields = (("to", Seats(offers)), *die)
                        hears = "by" if skill == "灯" else ""
                        yield Prompt(skill, skill, by, fields, frozenset({"to"}), line=skill, ok=ok, why=why, told=hears)
        elif not state.voted:
            ballots = {s: 2 if s == 1 else 1 for s in state.living()}
            yield Prompt("投票", "投票", None, (("votes", Table(ballots, offers)),), must=True, line="投票", told="all")
            yield Prompt("翻", "翻", None, (("pick", OneOf((Offer("红"), Offer("蓝")))),), line="翻")

    def events(self, state: State) -> tuple[Event, ...]:
        return state.events

    def deal(self, wish: Mapping[str, Plain], stream: Stream) -> tuple[dict[str, Plain], Report]:
        players = wish["players"]
        n = len(players) if isinstance(players, list) else players
        hands = {s: ["红" if s % 2 else "蓝", "空"] for s in range(1, n + 1)}
        return {"game": self.name, "players": players, "setup": {"dealt": hands}, "log": []}, Report()

    def cards(self, record: Record) -> tuple[()]:
        return ()

    def script(self, record: Record) -> Sheet:
        return Sheet("script", "", "host", ())

    def sheets(self, record: Record) -> tuple[Sheet, ...]:
        return (self.script(record),)

    # --- the walk round the table: a declared capability
    def walk(self, record: Mapping[str, Plain]) -> dict[int, tuple[Offer, ...]]:
        setup = record.get("setup") or {}
        if "hands" in setup:
            return {}
        out = {}
        for seat, cards in setup["dealt"].items():
            ways = (Offer(list(cards)), Offer(cards[::-1], cards[0] != "蓝", Why("蓝在上")))
            out[int(seat)] = ways
        return out

    def order(self, record: Mapping[str, Plain], layers: Mapping[int, Sequence[str]]) -> dict[str, Plain]:
        hands = {int(s): list(layers[int(s)]) for s in record["setup"]["dealt"]}
        return {**record, "setup": {**record["setup"], "hands": hands}}


GAME = Toy()


@contextmanager
def known() -> Iterator[Toy]:
    """The toy among the games, for the length of a test."""
    before = dict(engine.games._MODULES), dict(generator.book._IDS)
    engine.games._MODULES["toy"] = GAME.name
    generator.book._IDS |= {"toy": "toy", GAME.name: "toy"}
    old = engine.games._load
    engine.games._load = lambda ident: GAME if ident == "toy" else old(ident)  # type: ignore[assignment]
    generator.book.book.cache_clear()
    try:
        yield GAME
    finally:
        engine.games._load = old
        engine.games._MODULES.clear()
        engine.games._MODULES.update(before[0])
        generator.book._IDS.clear()
        generator.book._IDS.update(before[1])
        generator.book.book.cache_clear()


def record(n: int = 5, **more: Plain) -> dict[str, Plain]:
    """A record ready for its first phase: odd seats 红, even seats 蓝."""
    hands = {s: ["红" if s % 2 else "蓝", "空"] for s in range(1, n + 1)}
    return {"game": GAME.name, "players": n, "setup": {"hands": hands}, "log": [], **more}
