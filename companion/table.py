"""A game being logged: lines typed at the table -> events of a durable journal, each answered at once by the rules."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Mapping
from difflib import get_close_matches
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
下 开始下一个阶段（或写 # 白昼2）    撤 取消上一条    复 恢复刚取消的    d3、抽:…、=… 补上一条还缺的
? 现在可以记什么    ?? 连不能的和原因    看 3 说明 3 号的经过    局 看全场    裁定 {3: {状态: 自由}} 主持人改座位
帮助 再看这几行    完 存盘退出（Ctrl-C 也会存盘）"""


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

    def trouble(self) -> list[str]:
        """What the host must know before the evening begins: a record with faults gets no rulings."""
        if self.replay.answer.verdict != "invalid":
            return []
        return [*report.readable(self.replay), "这样还不能裁定：请先退出（完），改好记录再来；现在记下的也会保留。"]

    def take(self, line: str) -> list[str]:
        """Answer one line. Raises shorthand.Odd for one that cannot be taken; nothing has happened then."""
        word, _, rest = line.strip().partition(" ")
        act = _COMMANDS.get(word)
        if act is not None:
            if rest.strip() and act is not Table.look:
                raise shorthand.Odd(f"“{word}”后面不要再写字。")
            return act(self, rest.strip())
        phase = shorthand.phase_named(line) or (line.strip() if line.strip() in self._phases() else None)
        if phase is not None:
            return self.begin(phase)
        more = shorthand.completion(line, self.game.id)
        if more:
            return self.complete(more)
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
            told = [clean(texts.fault(f.why)) + f"〔{report.rule_of(self.game.name, f.rule)}〕" for f in new]
            raise shorthand.Odd("\n".join([*told, *self._hint(event.get("entry"))]))
        return tried

    def _hint(self, entry: Plain) -> list[str]:
        """How to write it: the lines that this skill may take now, or the skills that were meant."""
        if not isinstance(entry, dict):
            return []
        skill, by = entry.get("skill"), entry.get("by")
        names = shorthand.skills_of(self.game.id)
        if skill == shorthand.HAND_RULED:
            labels = "，".join(f"{name} {label}" for name, label in book(self.game.id).labels().items())
            return ["  写法：裁定 {座位: {改什么: 改成什么}}" + (f"。中文也行：{labels}。" if labels else "。")]
        if skill not in names:
            own = [s for step in self.game.schedule if skill in step.roles for s in step.skills]
            near = list(dict.fromkeys(own)) or get_close_matches(str(skill), names, 3, 0.3)
            return [f"  是不是：{'、'.join(near)}？" if near else "  现在可以记什么，打 ? 看。"]
        if self.journal.live.phase is None or self.replay.answer.verdict == "invalid":
            return []
        fits = [p for p in self.game.prompts(self.replay.state) if p.ok and p.skill == skill]
        own_lines = prompting.lines(self.game, [p for p in fits if p.by == by] or fits)
        return [f"  可以写：{line.strip().removeprefix('必 ')}" for line in own_lines[:4]]

    def complete(self, more: dict[str, Plain]) -> list[str]:
        """What the last entry still lacked: it is taken back and stands again, whole."""
        standing = [at for at in self.journal.live.standing() if at[0] == self.journal.live.open - 1]
        if not standing:
            raise shorthand.Odd("这个阶段还没有可以补的一条。")
        i, j = standing[-1]
        before = self.journal.live.phases[i]["do"][j]
        twice = [shorthand.WORDS.get(key, key) for key in more if key in before]
        if twice:
            raise shorthand.Odd(f"上一条已经写了{'、'.join(twice)}：{self._line(before)}。要改，先“撤”再重打。")
        spare = [shorthand.WORDS[key] for key in ("die", "drawn") if key in more and not self._lacking(j)]
        if spare:
            raise shorthand.Odd(f"上一条不缺{'、'.join(spare)}：{self._line(before)}。")
        whole = {**before, **report.plain(more)}
        self._tried({"do": "entry", "entry": whole})
        self._append({"do": "strike", "at": [i, j]})
        self._append({"do": "entry", "entry": whole})
        self.undone.clear()
        return [f"补上了：{self._line(whole)}", *self._ruled()]

    def _lacking(self, number: int) -> bool:
        """Does this entry of the open phase still lack a die or a draw?"""
        phases = self.replay.answer.phases
        return bool(phases) and phases[-1].name == self.journal.live.phase and phases[-1].entries[number][1].verdict == "needs"

    def _line(self, entry: Mapping[str, Plain]) -> str:
        return clean(shorthand.show({k: v for k, v in entry.items() if k != "struck"}, self.game.id))

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

    def _phases(self) -> list[str]:
        """Names that a host may type without # as well."""
        return [self.next_name(), *(str(p["phase"]) for p in self.journal.live.phases)]

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

    def _ruled(self, at: int | None = None) -> list[str]:
        """What the rules say to an entry of the open phase, the last one where none is named."""
        if not self.replay.answer.phases or self.replay.answer.phases[-1].name != self.journal.live.phase:
            return ["记下了，没有裁定：记录还有别的问题，打 ? 看。"]
        phase = self.replay.answer.phases[-1]
        words = report.Readable(self.replay)
        number = len(phase.entries) if at is None else at + 1
        entry, ruling = phase.entries[number - 1]
        if ruling.verdict == "struck":
            return ["－ 记下了，当作已取消的。"]
        lines = words.entry(phase, number, entry, ruling)
        if ruling.verdict == "needs":
            lines.append("    补法：再打一行，例如 d3，或 抽:3。")
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
        return [f"恢复了：{self._named(event)}", *self._ruled(event["at"][1])]

    def _named(self, event: Mapping[str, Plain]) -> str:
        if event["do"] == "unphase":
            return f"# {clean(self.journal.live.phase)}"
        i, j = event["at"]
        return self._line(self.journal.live.phases[i]["do"][j])

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
        typed = rest.removesuffix("号").strip()
        seats = [n for n, name in enumerate(self.journal.live.names(), 1) if name == rest]
        if len(seats) != 1 and not (typed.isascii() and typed.isdigit() and len(typed) < 4):
            raise shorthand.Odd("写法：看 3，或看一位玩家的名字。")
        return report.fate(self.replay, seats[0] if len(seats) == 1 else int(typed))

    def whole(self, rest: str) -> list[str]:
        """Every seat as it stands."""
        if not self.replay.answer.phases:
            return report.readable(self.replay)
        words = report.Readable(self.replay)
        last = self.replay.answer.phases[-1]
        return [
            f"  {words.seat(s)}：" + "，".join(f"{words.book.field(k)} {clean(shown(report.plain(v)))}" for k, v in row.items())
            for s, row in last.seats.items()
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
