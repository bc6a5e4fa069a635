"""A replay -> the JSON answer of rules/RECORD.md, and the same for people, with seats, names and citations."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from companion.terminal import clean, paint
from engine.record import Entry, Fault, Why
from engine.replay import PhaseAnswer, Replay, Ruling
from generator.book import book, shown

Plain = Any
Where = Callable[[str], tuple[int, int]]


def plain(value: Plain) -> Plain:
    """As JSON has it: mapping keys are strings, tuples lists, sets ascending lists."""
    kind = type(value)
    if kind is str or kind is int or value is None:
        return value
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    if isinstance(value, set | frozenset):
        return sorted(plain(v) for v in value)
    return value


def entry_json(entry: Entry, ruling: Ruling) -> dict[str, Plain]:
    """An entry's keys as recorded (`to` ascending), with what the rules say to it."""
    out = {str(k): plain(v) for k, v in entry.raw.items()}
    to = out.get("to")
    if isinstance(to, list) and all(type(s) is int for s in to):
        to.sort()
    out["verdict"] = ruling.verdict
    out["result"] = plain(ruling.result)
    out["rule"] = list(ruling.rule)
    return out


def phase_json(phase: PhaseAnswer) -> dict[str, Plain]:
    return {
        "entries": [entry_json(entry, ruling) for entry, ruling in phase.entries],
        "announce": plain(phase.announce),
        "seats": plain(phase.seats),
        "table": plain(phase.table),
        "winner": plain(phase.winner),
    }


def fault_json(game: str, fault: Fault, where: Where | None = None) -> dict[str, Plain]:
    """One fault, worded, with its place in the file where it came from one."""
    out: dict[str, Plain] = {"at": fault.at, "rule": rule_of(game, fault.rule), "message": book(game).fault(fault.why)}
    if where is not None:
        out["line"], out["column"] = where(fault.at)
    return out


def rule_of(game: str, rule: str) -> str:
    """A rule with the game's name in front, wherever the game is known."""
    return rule if not game or rule.startswith(game + "/") else f"{game}/{rule}"


def answer_json(replay: Replay, where: Where | None = None) -> dict[str, Plain]:
    """The answer of RECORD.md as plain data; `where` gives faults their line and column."""
    answer = replay.answer
    return {
        "game": answer.game,
        "verdict": answer.verdict,
        "errors": [fault_json(answer.game, fault, where) for fault in answer.errors],
        "phases": {phase.name: phase_json(phase) for phase in answer.phases},
        "winner": plain(answer.winner),
    }


def unreadable_json(message: str, line: int, column: int) -> dict[str, Plain]:
    """The answer to a file that is no record at all."""
    error: dict[str, Plain] = {"at": "", "rule": "record", "message": message}
    if line:
        error["line"], error["column"] = line, column
    return {"game": "", "verdict": "invalid", "errors": [error], "phases": {}, "winner": None}


STATUS = {"ok": 0, "mismatch": 1, "incomplete": 1, "invalid": 2}


def worded(game: str, whys: Iterable[Why]) -> list[str]:
    """Reasons in sentences."""
    texts = book(game)
    return [texts.why(why) for why in whys]


# --- for people


class Readable:
    """The words for one replay: names by seat, rules with our text for them."""

    def __init__(self, replay: Replay, where: Where | None = None) -> None:
        self.replay = replay
        self.where = where
        self.book = book(replay.answer.game)
        names = replay.record.names if replay.record else ()
        self.names = dict(enumerate((clean(n) for n in names), 1))

    def seat(self, seat: Plain) -> str:
        """`3号` or `3号小红`."""
        return f"{seat}号{self.names.get(seat, '')}" if type(seat) is int else clean(shown(seat))

    def what(self, entry: Entry) -> str:
        """An entry as a host would say it."""
        raw = entry.raw
        parts = [clean(entry.skill)]
        if entry.by is not None:
            parts.append(self.seat(entry.by))
        if entry.to is not None:
            parts.append("→ " + "、".join(self.seat(s) for s in entry.to))
        if "pick" in raw:
            parts.append(clean(shown(raw["pick"])))
        if "die" in raw:
            parts.append("骰点 " + clean(shown(raw["die"])))
        if "drawn" in raw:
            parts.append("抽到 " + clean(shown(raw["drawn"])))
        if isinstance(entry.votes, Mapping):
            parts.append("票 " + (" ".join(f"{k}→{clean(shown(v))}" for k, v in entry.votes.items()) or "无人投"))
        if isinstance(raw.get("set"), Mapping):
            parts.append("；".join(self.made(seat, fields) for seat, fields in raw["set"].items()))
        return " ".join(parts)

    def made(self, seat: Plain, fields: Plain) -> str:
        """`3号 顶层 影妖，已封印 妖众`: what a 裁定 makes of a seat."""
        stands = (
            "，".join(f"{clean(self.book.field(str(k)))} {clean(shown(plain(v)))}" for k, v in fields.items())
            if isinstance(fields, Mapping)
            else ""
        )
        return f"{self.seat(seat)} {stands}".rstrip()

    def rules(self, rule: Sequence[str], told: set[str] | None = None) -> str:
        """`〔封妖/R36：我们的话〕`: all the rules, with the text of the last, the most particular one (once, where `told` is kept)."""
        if not rule:
            return ""
        last = next((r for r in reversed(rule) if self.book.place(r)), rule[-1])
        text = None if told is not None and last in told else self.book.place(last)
        if told is not None:
            told.add(last)
        others = "；另见 " + "、".join(r for r in rule if r != last) if len(rule) > 1 else ""
        body = "：" + (text.rstrip("。") if others else text) if text else ""
        return f"〔{last}{body}{others}〕"

    def entry(self, phase: PhaseAnswer, number: int, entry: Entry, ruling: Ruling) -> list[str]:
        """Two lines: what happened, and why."""
        verdict = ruling.verdict
        head = f"{clean(phase.name)} 第 {number} 条 {self.what(entry)}："
        reasons = "".join(self.book.why(w) for w in ruling.why)
        if verdict == "mismatch":
            tail = _differs(entry.said, plain(ruling.result))
        elif verdict == "illegal":
            tail = "不合规则，不生效。"
        elif verdict == "needs":
            tail = "还缺结果。"
        elif verdict == "ruled":
            tail = "主持人裁定，以下按裁定后的局面核对。"
        else:
            tail = f"{clean(shown(plain(ruling.result)))}。"
        how = {"mismatch": "bad", "illegal": "bad", "needs": "warn", "ruled": "warn"}.get(verdict, "good")
        return [paint(MARKS[verdict], how) + " " + head + tail, "    " + reasons + self.rules(ruling.rule)]

    def fault(self, fault: Fault, name: str) -> list[str]:
        place = ""
        if self.where is not None:
            line, column = self.where(fault.at)
            place = f":{line}:{column}"
        rule = rule_of(self.replay.answer.game, fault.rule)
        text = self.book.place(rule) if self.replay.answer.game else None
        said = clean(self.book.fault(fault.why))
        where = f"{name}{place} " if name or place else ""
        lines = [f"{paint('✗', 'bad')} {where}{clean(fault.at) or '（整份）'}：{said}"]
        if text:
            lines.append(f"    〔{rule}：{text}〕")
        return lines


def _differs(said: Plain, result: Plain) -> str:
    """What was said and what should have been, told apart even where both read the same."""
    mine, right = clean(shown(said)), clean(shown(result))
    if result is None:
        return f"说的是“{mine}”，按规则这里没有要告知的结果。"
    if mine == right:
        return f"写的是 {clean(json.dumps(plain(said), ensure_ascii=False))}，应写 {clean(json.dumps(result, ensure_ascii=False))}。"
    return f"说的是“{mine}”，应为“{right}”。"


MARKS = {"ok": "✓", "mismatch": "✗", "illegal": "✗", "needs": "？", "struck": "－", "ruled": "裁"}
VERDICTS = {"ok": "全部相符", "mismatch": "有与规则不符之处", "incomplete": "还缺骰点或抽取结果", "invalid": "记录不能用"}


def readable(replay: Replay, name: str = "", where: Where | None = None, cap: int | None = None) -> list[str]:
    """Lines for people: every fault or every entry that is not plainly ok, then the verdict. `cap`: this many at most."""
    words = Readable(replay, where)
    answer = replay.answer
    found: list[list[str]] = [words.fault(fault, name) for fault in answer.errors]
    for phase in answer.phases:
        for number, (entry, ruling) in enumerate(phase.entries, 1):
            if ruling.verdict not in ("ok", "struck"):
                found.append(words.entry(phase, number, entry, ruling))
    lines = [line for group in found[:cap] for line in group]
    if cap is not None and len(found) > cap:
        lines.append(f"    …… 还有 {len(found) - cap} 条，加 --all 全部列出。")
    return [*lines, _verdict(replay, name, len(found))]


def _verdict(replay: Replay, name: str, count: int) -> str:
    answer = replay.answer
    how = {"ok": "good", "incomplete": "warn"}.get(answer.verdict, "bad")
    tail = ""
    if replay.record is not None and answer.verdict != "invalid":
        entries = sum(len(p.entries) for p in answer.phases)
        tail = f"{answer.game} {replay.record.players} 人，{len(answer.phases)} 个阶段 {entries} 条"
        tail += f"；胜者：{shown(plain(answer.winner))}" if answer.winner is not None else "；未分胜负"
        tail = f"（{tail}）"
    number = f"，{count} 处" if count else ""
    return f"{name + '：' if name else ''}{paint(VERDICTS[answer.verdict], how)}{number}{tail}"


def fate_json(replay: Replay, seat: int) -> list[dict[str, Plain]]:
    """The same as `fate`, as data: what bore on a seat, in order."""
    if replay.game is None or replay.closed is None:
        return []
    texts = book(replay.answer.game)
    events = (event for event in replay.game.events(replay.closed) if event.seat == seat)
    return [{"phase": e.phase, "text": texts.why(e.why), "rule": [rule_of(replay.answer.game, c) for c in e.cite]} for e in events]


def fate(replay: Replay, seat: int) -> list[str]:
    """What bore on a seat through the game: what aimed at it, what prevented it, by which rule; and how it stands."""
    words = Readable(replay)
    if replay.game is None or replay.record is None or replay.closed is None:
        return []
    if seat not in replay.record.seats:
        return [f"没有 {seat} 号：这局有 {replay.record.players} 个座位。"]
    lines = [paint(f"{words.seat(seat)} 的经过：", "head")]
    told: set[str] = set()
    for event in replay.game.events(replay.closed):
        if event.seat == seat:
            rules = words.rules([rule_of(replay.answer.game, c) for c in event.cite], told)
            lines.append(f"  {event.phase or '开局'}：{words.book.why(event.why)}{rules}")
    if len(lines) == 1:
        lines.append("  没有什么落到这个座位上。")
    if replay.answer.phases:
        state = replay.answer.phases[-1].seats.get(seat, {})
        shape = "，".join(f"{words.book.field(k)} {shown(plain(v))}" for k, v in state.items())
        lines.append(f"  {replay.answer.phases[-1].name}结束时：{shape}")
    return lines
