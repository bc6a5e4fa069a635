"""yuanzun log, yuanzun step: a game typed as it is played, and what may come next."""

from __future__ import annotations

import json
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from companion import places, prompting, recordtext, report, shorthand, terminal
from companion.commands.check import documents
from companion.commands.deal import single
from companion.journal import Busy, Journal
from companion.safefile import allowed, write_text
from companion.stop import SYSTEM, UNUSABLE, Stop
from companion.table import HELP, LEAVE, Table, journal_for
from engine.games import game_named
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
    if output and output != "-":
        allowed(Path(output), force)
    journal = _opened(record)
    table = Table(journal, _now)
    asking = terminal.is_terminal(sys.stdin)
    for notice in journal.notices:
        terminal.say(notice)
    if journal.seq:
        terminal.say(f"接着上次：{journal.live.phase or '还没开始'}，日志里有 {journal.seq} 条。")
    if asking:
        terminal.say(HELP)
    try:
        refused = _loop(table, asking)
    finally:
        _save(table, record, output, force)
        journal.close()
    return UNUSABLE if refused and not asking else 0


def _opened(name: str) -> Journal:
    found = documents(name)[0]
    try:
        if found.kind == "journal":
            return Journal.open(Path(name))
        data = single(name)
        game = game_named(data.get("game"))
        if game is None:
            raise Stop(f"不认识的游戏“{terminal.clean(data.get('game'))}”。")
        return journal_for(places.journals(), game, data, _now())
    except Busy as busy:
        raise Stop(str(busy), SYSTEM, "busy") from None


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
            terminal.say(f"没有记下：磁盘写不进去（{error.strerror}）。之前的都在；腾出空间后可以接着记。")


def _save(table: Table, name: str, output: str | None, force: bool) -> None:
    """Write the record where it came from, or where it was asked for."""
    data: dict[str, Plain] = normal(table.journal.live.export())
    if output == "-":
        terminal.out(recordtext.yaml_of(data).rstrip("\n"))
        return
    target = Path(output) if output else Path(name)
    if not output and target.suffix == ".jsonl":
        return
    write_text(target, _as_before(target, name, data), force or not output)
    terminal.say(f"写好了 {target}（{sum(len(p['do']) for p in data['log'])} 条）。")


def _as_before(target: Path, name: str, data: dict[str, Plain]) -> str:
    if target.suffix == ".json":
        return json.dumps(report.plain(data), ensure_ascii=False, indent=1) + "\n"
    if target == Path(name) and documents(name)[0].kind == "shorthand":
        return shorthand.write_lines(data, recordtext.yaml_of({k: v for k, v in data.items() if k != "log"}))
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
