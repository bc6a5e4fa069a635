"""yuanzun log, yuanzun step: a game typed as it is played, and what may come next."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

import click

from companion import places, prompting, recordtext, report, shorthand, shorthandfile, terminal
from companion.commands.check import documents
from companion.commands.deal import single
from companion.journal import LARGEST, Busy, Journal
from companion.recordfile import Unreadable
from companion.safefile import Refused, read_bytes, reason, wanted, write_text
from companion.stop import SYSTEM, UNUSABLE, Stop
from companion.table import HELP, LEAVE, Table, journal_for, same_record
from engine.games import game_named, names
from engine.record import normal
from engine.replay import examine
from generator.book import shown

Plain = Any


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")


@click.command(help="一行一条记下这局的经过，立即给出裁定；每条先存进日志再回答，退出时写回记录。")
@click.argument("record", metavar="记录")
@click.option("-o", "--output", metavar="文件", help="写到另一个文件（- 为标准输出）")
@click.option("--force", is_flag=True, help="文件已存在也覆盖")
def log(record: str, output: str | None, force: bool) -> int:
    if record == "-":
        raise Stop("标准输入要用来打字，记录请给文件名。")
    wanted(force, output)
    journal, before = _opened(record)
    table = Table(journal, _now)
    asking = terminal.is_terminal(sys.stdin)
    for notice in journal.notices:
        terminal.say(notice)
    if journal.seq:
        terminal.say(f"接着上次：{journal.live.phase or '还没开始'}，日志里有 {journal.seq} 条。")
    for line in table.trouble():
        terminal.say(line)
    if asking:
        terminal.say(HELP)
    try:
        refused = _loop(table, asking)
    finally:
        try:
            _save(table, before, output, force)
        finally:
            journal.close()
    return UNUSABLE if refused and not asking else 0


@dataclass(frozen=True, slots=True)
class Before:
    """The file that was opened, as it was."""

    name: str
    kind: str
    raw: bytes
    data: Plain


def _opened(name: str) -> tuple[Journal, Before]:
    data = single(name, quiet=True)
    before = Before(name, documents(name)[0].kind, read_bytes(Path(name), LARGEST), data)
    game = game_named(data.get("game"))
    if game is None:
        raise Stop(f"不认识的游戏“{terminal.short(data.get('game'))}”。可用：{'、'.join(shown for _, shown in names())}。")
    try:
        if before.kind == "journal":
            return _reopened(Path(name)), before
        return journal_for(places.journals(), game, data, _now()), before
    except Busy as busy:
        raise Stop(str(busy), SYSTEM, "busy") from None


def _reopened(path: Path) -> Journal:
    try:
        return Journal.open(path)
    except Unreadable as bad:
        bad.name = terminal.short(path)
        raise


def _loop(table: Table, asking: bool) -> int:
    refused = 0
    while True:
        if asking:
            sys.stderr.write(f"{terminal.clean(table.journal.live.phase or '开局前')}> ")
            sys.stderr.flush()
        line = sys.stdin.readline()
        if not line or line.strip() in LEAVE:
            return refused
        if not line.strip() or line.lstrip().startswith("//"):
            continue
        try:
            for answer in table.take(line):
                terminal.out(answer)
            sys.stdout.flush()
        except shorthand.Odd as odd:
            refused += 1
            terminal.say(f"没有记下：{odd}")
        except OSError as error:
            refused += 1
            terminal.say(f"没有记下：日志写不进去（{reason(error).rstrip('。')}）。之前的都在；排除后可以接着记。")


def _save(table: Table, before: Before, output: str | None, force: bool) -> None:
    """Write the record where it came from, or where it was asked for. What cannot be written is in the journal all the same."""
    data: dict[str, Plain] = normal(table.journal.live.export())
    if output == "-":
        terminal.out(recordtext.yaml_of(data).rstrip("\n"))
        return
    if not output and (before.kind == "journal" or same_record(before.data, data)):
        return
    target = Path(output or before.name)
    try:
        if not output and read_bytes(target, LARGEST) != before.raw:
            target = _beside(target)
            terminal.say(f"{before.name} 在这期间被改过，没有覆盖它，另写一份。")
        write_text(target, _as_before(target, before, data), force or not output)
    except (OSError, Refused) as bad:
        again = f"日志里都在：腾出地方后再运行 yuanzun log {before.name}，或加 -o 写到别处；也可以直接核对 {table.journal.path}。"
        raise Stop(f"没能写回 {target}：{reason(bad).rstrip('。')}。{again}", SYSTEM, "file") from None
    terminal.say(f"写好了 {target}（{sum(len(p['do']) for p in data['log'])} 条）。")


def _beside(path: Path) -> Path:
    """A free name next to this one."""
    return next(free for n in count(2) if not (free := path.with_name(f"{path.stem}-{n}{path.suffix}")).exists())


def _as_before(target: Path, before: Before, data: dict[str, Plain]) -> str:
    if target.suffix == ".json":
        return json.dumps(report.plain(data), ensure_ascii=False, indent=1) + "\n"
    if before.kind == "shorthand" and target.suffix == Path(before.name).suffix:
        return shorthandfile.write_lines(data, recordtext.yaml_of({k: v for k, v in data.items() if k != "log"}))
    return recordtext.yaml_of(data)


@click.command(help="现在可以记什么：谁、对谁、怎么选；--all 连不能的和原因。")
@click.argument("record", metavar="记录")
@click.option("--all", "everything", is_flag=True, help="连现在不能的也列出，带原因")
@click.option("--json", "as_json", is_flag=True, help="一行 JSON")
def step(record: str, everything: bool, as_json: bool) -> int:
    data = single(record)
    result = examine(data)
    if result.answer.verdict == "invalid" or result.game is None or result.record is None:
        for line in report.readable(result, terminal.clean(record)):
            terminal.say(line)
        raise Stop("记录不能用，先改好上面这些。", UNUSABLE, "invalid")
    game, state = result.game, result.state
    phase = result.record.log[-1].name if result.record.log else None
    over = result.answer.winner
    prompts = game.prompts(state) if phase is not None else ()
    ends, cite = game.may_end(state) if phase is not None else (True, ())
    after = game.phase_after(phase)
    if as_json:
        told = {
            "game": game.name,
            "phase": phase,
            "next": None if over is not None else after,
            "may_end": ends,
            "winner": report.plain(over),
            "prompts": [prompting.data(game, p) for p in prompts if everything or p.ok],
        }
        terminal.answer(told)
        return 0
    terminal.out(terminal.paint(f"{terminal.clean(phase)}，可以记：" if phase else "还没有开始。", "head"))
    for line in prompting.lines(game, prompts, everything):
        terminal.out(terminal.clean(line))
    if over is not None:
        terminal.out(f"已分胜负：{shown(report.plain(over))}")
    else:
        missing = "" if ends else f"（先记完必须的〔{'、'.join(game.name + '/' + c for c in cite)}〕）"
        terminal.out(f"  下一阶段：# {after}{missing}")
    return 0


command = {"log": log, "step": step}
