"""A game being logged: lines typed at the table -> events of a durable journal, each answered at once by the rules."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion import prompting, report, shorthand
from companion.journal import Busy, Journal
from companion.live import Odd
from companion.recordfile import Unreadable
from companion.safefile import newest, reason
from companion.terminal import clean, paint
from engine.games import Game, game_named
from engine.replay import Replay, examine
from generator.book import book, shown

Plain = Any

HELP = """\
一行一条：技能 发动者>目标 选择 d骰点 抽:抽到的 =宣布的     例：验妖 2>3 ① =深渊   业火 4>1,5 d3   投票 1>3,3 2>3
# 白昼2 开始一个阶段      下 开始下一个阶段      撤 取消上一条      复 恢复刚取消的
? 现在可以记什么         ?? 连不能的和原因      看 3 说明 3 号的经过   局 看全场      完 存盘退出"""


def same_record(a: Plain, b: Plain) -> bool:
    """Are two records the same, however their keys are written?"""
    return _canonical(a) == _canonical(b)


def _canonical(data: Plain) -> str:
    log = [dict(p) | {"do": p.get("do") or []} for p in data.get("log") or ()]
    return json.dumps(report.plain({**data, "log": log}), ensure_ascii=False, sort_keys=True)


def _name(game: Game, record: Mapping[str, Plain]) -> str:
    what = json.dumps(report.plain([game.id, record.get("setup")]), ensure_ascii=False, sort_keys=True)
    return f"{game.id}-{hashlib.sha256(what.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"


def journal_for(folder: Path, game: Game, record: Mapping[str, Plain], time: str = "") -> Journal:
    """The journal of a record: the one that began with it or that it was written from, else a new one. Raises Busy."""
    base = _name(game, record)
    unread = []
    for path in newest(folder.glob(base + "*.jsonl")):
        try:
            journal = Journal.open(path)
        except (Unreadable, OSError) as bad:
            unread.append(f"这副牌有一份日志读不了，没有动它：{path}（{bad.message if isinstance(bad, Unreadable) else reason(bad)}）")
            continue
        if same_record(journal.first["record"], record) or same_record(journal.live.export(), record):
            return journal
        journal.close()
    for number in range(1, 1000):
        path = folder / (f"{base}.jsonl" if number == 1 else f"{base}-{number}.jsonl")
        with contextlib.suppress(FileExistsError):
            journal = Journal.create(path, dict(record), time)
            journal.notices += unread
            return journal
    raise Busy("这份记录的日志太多了，请用 yuanzun forget 清理。")


class Table:
    """Lines in, answers out. `clock` tells the time written beside each event."""

    def __init__(self, journal: Journal, clock: Callable[[], str] = lambda: "") -> None:
        self.journal = journal
        self.clock = clock
        found = game_named(journal.live.head.get("game"))
        assert found is not None
        self.game: Game = found
        self.undone: list[dict[str, Plain]] = []
        self.replay = self._replayed()

    def _replayed(self) -> Replay:
        return examine(self.journal.live.record())

    def take(self, line: str) -> list[str]:
        """Answer one line. Raises shorthand.Odd for one that cannot be taken; nothing has happened then."""
        word, _, rest = line.strip().partition(" ")
        act = _COMMANDS.get(word)
        if act is not None:
            return act(self, rest.strip())
        phase = shorthand.phase_named(line)
        if phase is not None:
            return self.begin(phase)
        return self.enter(shorthand.parse(line, self.game.id))

    def _append(self, event: dict[str, Plain]) -> None:
        try:
            self.journal.append(event, time=self.clock())
        except Odd as odd:
            raise shorthand.Odd(str(odd)) from None
        self.replay = self._replayed()

    def _tried(self, event: dict[str, Plain]) -> Replay:
        """What the record would be; raises shorthand.Odd with the first fault that this event brings."""
        live = self.journal.live.copy()
        live.apply(event)
        tried = examine(live.record())
        known = {fault.at for fault in self.replay.answer.errors}
        new = [fault for fault in tried.answer.errors if fault.at not in known]
        if new:
            texts = book(self.game.id)
            raise shorthand.Odd("".join(clean(texts.why(f.why)) + f"〔{report.rule_of(self.game.name, f.rule)}〕" for f in new))
        return tried

    def begin(self, phase: str) -> list[str]:
        """Open a phase."""
        if self.replay.answer.winner is not None:
            raise shorthand.Odd(f"这局已经结束，胜者：{shown(report.plain(self.replay.answer.winner))}。")
        event = {"do": "phase", "name": phase}
        self._tried(event)
        self._append(event)
        self.undone.clear()
        return [paint(f"— {clean(phase)} —", "head"), *self._announced()]

    def _announced(self) -> list[str]:
        """What the phase before has to announce."""
        phases = self.replay.answer.phases
        before = phases[-2].announce if len(phases) > 1 else {}
        text = "；".join(f"{k}：{shown(report.plain(v))}" for k, v in before.items())
        return [f"  公布：{clean(text)}"] if text else []

    def next_name(self) -> str:
        return self.game.phase_after(self.journal.live.phase)

    def enter(self, entry: dict[str, Plain]) -> list[str]:
        """Record an entry and tell what the rules say to it."""
        told: list[str] = []
        if self.journal.live.phase is None:
            told = self.begin(self.next_name())
        event = {"do": "entry", "entry": report.plain(entry)}
        self._tried(event)
        self._append(event)
        self.undone.clear()
        return [*told, *self._ruled()]

    def _ruled(self) -> list[str]:
        if not self.replay.answer.phases or self.replay.answer.phases[-1].name != self.journal.live.phase:
            return ["记下了。"]
        phase = self.replay.answer.phases[-1]
        words = report.Readable(self.replay)
        entry, ruling = phase.entries[-1]
        lines = words.entry(phase, len(phase.entries), entry, ruling)
        if ruling.verdict == "ok":
            told = f" {clean(shown(report.plain(ruling.result)))}" if ruling.result is not None else ""
            lines = [paint("✓", "good") + told]
        if phase.winner is not None:
            lines.append(paint(f"胜者：{shown(report.plain(phase.winner))}", "head"))
        return lines

    # --- words that are no entries

    def next(self, rest: str) -> list[str]:
        return self.begin(self.next_name())

    def undo(self, rest: str) -> list[str]:
        event = self.journal.live.undo()
        if event is None:
            raise shorthand.Odd("没有可以取消的了。")
        what = self._named(event)
        self._append(event)
        self.undone.append(event)
        return [f"取消了：{what}"]

    def redo(self, rest: str) -> list[str]:
        if not self.undone:
            raise shorthand.Odd("没有刚取消的。")
        event = self.undone.pop()
        if event["do"] == "unphase":
            name = self.journal.live.phases[self.journal.live.open]["phase"]
            self._append({"do": "phase", "name": name})
            return [f"恢复了：# {clean(name)}"]
        self._append({"do": "unstrike", "at": event["at"]})
        return [f"恢复了：{self._named(event)}", *self._ruled()]

    def _named(self, event: Mapping[str, Plain]) -> str:
        if event["do"] == "unphase":
            return f"# {clean(self.journal.live.phase)}"
        i, j = event["at"]
        entry = {k: v for k, v in self.journal.live.phases[i]["do"][j].items() if k != "struck"}
        return clean(shorthand.show(entry, self.game.id))

    def ask(self, every: bool = False) -> list[str]:
        """What may be entered now."""
        if self.replay.answer.verdict == "invalid":
            return report.readable(self.replay)
        state = self._open_state()
        name = self.journal.live.phase
        lines = prompting.lines(self.game, self.game.prompts(state), every) if name else []
        head = paint(f"{clean(name)}，可以记：" if name else "还没有开始。", "head")
        done = not name or self.game.may_end(state)[0]
        if self.replay.answer.winner is not None:
            return [paint(f"已分胜负：{shown(report.plain(self.replay.answer.winner))}", "head"), *lines]
        return [head, *lines, f"  下 → {clean(self.next_name())}" + ("" if done else "（这个阶段还缺必须记的）")]

    def _open_state(self) -> Plain:
        return self.replay.state

    def look(self, rest: str) -> list[str]:
        if not rest.isascii() or not rest.isdigit():
            raise shorthand.Odd("写法：看 3")
        return report.fate(self.replay, int(rest))

    def whole(self, rest: str) -> list[str]:
        """Every seat as it stands."""
        if not self.replay.answer.phases:
            return report.readable(self.replay)
        words = report.Readable(self.replay)
        last = self.replay.answer.phases[-1]
        return [
            f"  {words.seat(s)}：" + "，".join(f"{k} {shown(report.plain(v))}" for k, v in row.items()) for s, row in last.seats.items()
        ]


_COMMANDS: dict[str, Callable[[Table, str], list[str]]] = {
    **dict.fromkeys(("撤", "undo"), Table.undo),
    **dict.fromkeys(("复", "redo"), Table.redo),
    **dict.fromkeys(("下", "next"), Table.next),
    **dict.fromkeys(("看", "why"), Table.look),
    **dict.fromkeys(("局", "table"), Table.whole),
    **dict.fromkeys(("?", "？"), lambda table, rest: table.ask()),
    **dict.fromkeys(("??", "？？"), lambda table, rest: table.ask(True)),
    **dict.fromkeys(("帮助", "help"), lambda table, rest: HELP.splitlines()),
}
LEAVE = ("完", "exit", "quit")
