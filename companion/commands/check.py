"""yuanzun check: records against the rules."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from companion import recordfile, report, terminal
from companion.safefile import reason
from companion.stop import SYSTEM, UNUSABLE
from engine.replay import examine


@click.command(help="核对记录（YAML、JSON、JSON Lines、简写或日志文件；- 为标准输入）。")
@click.argument("records", metavar="记录…", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="每份记录一行 JSON")
@click.option("--why", "seat", type=click.IntRange(1, 99), metavar="座位", help="说明这个座位一局里遭遇了什么、凭哪条规则")
@click.option("--all", "everything", is_flag=True, help="屏幕上也列出全部问题（平时最多 20 条）")
def command(records: tuple[str, ...], as_json: bool, seat: int | None, everything: bool) -> int:
    status = 0
    for name in records:
        status = max(status, _check(name, as_json, seat, everything))
    return status


def documents(name: str) -> list[recordfile.Document]:
    """The records of a file, or of standard input."""
    try:
        if name == "-":
            return recordfile.of_bytes(sys.stdin.buffer.read(recordfile.LARGEST * 8 + 1))
        return recordfile.read(Path(name))
    except recordfile.Unreadable as bad:
        bad.name = "标准输入" if name == "-" else terminal.short(name)
        raise


def _check(name: str, as_json: bool, seat: int | None, everything: bool) -> int:
    try:
        found = documents(name)
    except OSError as error:
        return _unreadable(name, reason(error), 0, 0, as_json, SYSTEM)
    except recordfile.Unreadable as bad:
        return _unreadable(name, bad.message, bad.line, bad.column, as_json, UNUSABLE)
    status = 0
    for document in found:
        result = examine(document.data)
        status = max(status, report.STATUS[result.answer.verdict])
        if as_json:
            told = {"why": report.fate_json(result, seat)} if seat is not None else {}
            terminal.answer(report.answer_json(result, document.where) | told)
            continue
        for notice in document.notices:
            terminal.say(notice)
        cap = None if everything or not terminal.is_terminal(sys.stdout) else 20
        for line in report.readable(result, terminal.clean(name), document.where, cap):
            terminal.out(line)
        if seat is not None:
            for line in report.fate(result, seat):
                terminal.out(line)
    return status


def _unreadable(name: str, message: str, line: int, column: int, as_json: bool, status: int) -> int:
    if as_json:
        terminal.answer(report.unreadable_json(message, line, column))
    else:
        place = f":{line}:{column}" if line else ""
        terminal.out(f"{terminal.short(name)}{place}：{terminal.paint('读不了', 'bad')}：{message}")
    return status
