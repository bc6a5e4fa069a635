"""Whole records in shorthand: a YAML head, a line of ---, then a line an entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion import shorthand
from companion.recordfile import Document, Unreadable
from companion.shorthand import Odd

Plain = Any


def read_lines(head: Document, text: str, first: int) -> Document:
    """A record whose log is lines of shorthand from line `first` (from 1) on, below a head that has no log of its own."""
    if not isinstance(head.data, dict):
        raise Unreadable("“---”前面应是记录的开头（game、players、setup …）。", 1, 1)
    if head.data.get("log"):
        raise Unreadable("开头已经有 log 了，“---”后面不能再写一遍。", *head.where("log"))
    ident = str(head.data.get("game") or "")
    log: list[dict[str, Plain]] = []
    lines: dict[str, int] = {"log": first}
    for number, line in enumerate(text.splitlines()[first - 1 :], first):
        try:
            _read_line(line, ident, log, lines, number)
        except Odd as odd:
            raise Unreadable(str(odd), number, odd.column) from None
    return Document({**head.data, "log": log}, _places(head, lines), "shorthand")


def _read_line(line: str, ident: str, log: list[dict[str, Plain]], lines: dict[str, int], number: int) -> None:
    if not line.strip() or line.lstrip().startswith("//"):
        return
    phase = shorthand.phase_named(line)
    if phase is not None:
        lines[f"log/{len(log)}"] = number
        log.append({"phase": phase, "do": []})
    elif not log:
        raise Odd("先写阶段，例如：# 白昼1")
    else:
        entry = shorthand.parse(line, ident)
        lines[f"log/{len(log) - 1}/do/{len(log[-1]['do'])}"] = number
        log[-1]["do"].append(entry)


def _places(head: Document, lines: Mapping[str, int]) -> Callable[[str], tuple[int, int]]:
    def where(at: str) -> tuple[int, int]:
        inside = at
        while inside:
            if inside in lines:
                return lines[inside], 1
            inside = inside.rpartition("/")[0]
        return head.where(at)

    return where


def write_lines(record: Mapping[str, Plain], head: str) -> str:
    """A record in shorthand: `head` is its YAML without the log. Notes on phases have no place here and stay out."""
    ident = str(record.get("game") or "")
    parts = [head.rstrip("\n"), "---"]
    for phase in record.get("log") or ():
        parts.append(f"# {phase['phase']}")
        parts += [shorthand.show(entry, ident) for entry in phase.get("do") or ()]
    return "\n".join(parts) + "\n"
