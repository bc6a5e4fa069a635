"""yuanzun drill: exercises for a 源尊, on paper with a key, as records for `check`, and as a quiz."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from companion import dealing, recordtext, terminal
from companion.commands.deal import asked, wishes
from companion.drillsheet import Teacher, right
from companion.report import plain
from companion.safefile import folder as made_folder
from companion.safefile import write_bytes, write_text
from companion.stop import UNFOUND, Stop
from engine.games import Game
from generator import drills, drillsearch

Plain = Any


@click.command(help="练习题：随机对局里规则相遇的时刻，附答案和依据。--teach 用随软件来的教学题。")
@click.argument("game", metavar="游戏")
@wishes
@click.option("--count", type=click.IntRange(1, 200), default=10, metavar="N", help="几题（平常 10）")
@click.option(
    "--level",
    type=click.Choice(tuple(drillsearch.LEVELS)),
    default="中",
    metavar="易|中|难",
    help="去掉几条规则会改变结果：一、二、三条以上",
)
@click.option("--teach", is_flag=True, help="教学题：每位主持人都该见过的夜晚")
@click.option("--quiz", is_flag=True, help="在终端里一题一题地答")
@click.option("--search", type=click.IntRange(1, 100_000), default=drillsearch.GAMES, metavar="N", help="最多随机打几局来找题")
@click.option("--json", "as_json", is_flag=True, help="每题一行 JSON")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="文件夹", help="卷子（PDF）和每题的记录写进这个文件夹")
@click.option("--force", is_flag=True, help="文件已存在也覆盖")
def command(game: str, **given: Any) -> int:
    found = dealing.game_of(game)
    made = taught(found) if given["teach"] else drawn(found, given)
    short = 0 if given["teach"] or len(made) == given["count"] else UNFOUND
    teacher = Teacher(found)
    if given["quiz"]:
        return quiz(teacher, made)
    if given["as_json"]:
        for drill in made:
            terminal.out(json.dumps(as_data(teacher, drill), ensure_ascii=False))
    elif given["output"] is None:
        for n, drill in enumerate(made, 1):
            for line in (*teacher.lines(n, drill), "", *teacher.solution(drill), ""):
                terminal.out(terminal.clean(line))
    if given["output"] is not None:
        write(teacher, made, given["output"], given["force"])
    terminal.say(teacher.coverage(made))
    if short:
        terminal.say(f"打了 {given['search']} 局，只找到 {len(made)} 道不重样的题，要的是 {given['count']} 道。加大 --search 可以再找。")
    return short


def taught(game: Game) -> list[drills.Drill]:
    made = [drill for _, drill in drills.shipped(game)]
    if not made:
        raise Stop(f"{game.name}没有现成的教学题。")
    return made


def drawn(game: Game, given: Mapping[str, Any]) -> list[drills.Drill]:
    """As many as wanted, or as the search finds; Stop where it finds none at all."""
    seed = given["seed"] or secrets.token_hex(16)
    source = asked(game, {**given, "seed": None, "players": given["players"] or usual(game)})
    made = drillsearch.drawn(game, source.wish, dealing.stream_of(seed), given["level"], given["count"], given["search"])
    if not made.drills:
        raise Stop(f"打了 {given['search']} 局，没有找到这个难度的题。换个难度，或加大 --search。", UNFOUND, "unfound")
    return made.drills


def usual(game: Game) -> int:
    low, high = game.players
    return min(high, max(low, 8 if low < 8 else 12))


def as_data(teacher: Teacher, drill: drills.Drill) -> dict[str, Plain]:
    return {
        "title": drill.night.title if drill.night else None,
        "asked": dict(teacher.asked(drill)),
        "record": plain(drill.record),
        "matters": [{"name": m.apart.name, "rules": list(m.apart.cite), "otherwise": plain(m.otherwise)} for m in drill.matters],
        "announce": plain(drill.answer.announce),
        "winner": plain(drill.answer.winner),
        "results": [plain(ruling.result) for _, ruling in drill.answer.entries],
        "rules": sorted(drill.rules),
        "explained": teacher.solution(drill),
    }


def write(teacher: Teacher, made: list[drills.Drill], folder: Path, force: bool) -> None:
    made_folder(folder)
    name = teacher.game.id
    write_bytes(folder / f"{name}-drills.pdf", teacher.pdf(made), force, 0o644)
    for n, drill in enumerate(made, 1):
        write_text(folder / f"{name}-drill-{n:02}.yaml", recordtext.yaml_of(plain_keys(drill.record)), force, 0o644)
    terminal.say(f"写好了 {len(made)} 题，在 {folder}：{name}-drills.pdf（题在前，答案另页），每题一份记录可用 yuanzun check 核对。")


def plain_keys(record: Mapping[str, Plain]) -> dict[str, Plain]:
    return {key: value for key, value in record.items() if key != "note"}


def quiz(teacher: Teacher, made: list[drills.Drill]) -> int:
    """0: all right; 1: something was wrong."""
    asked_all = good = 0
    for n, drill in enumerate(made, 1):
        for line in teacher.lines(n, drill):
            terminal.out(line)
        for what, truth in teacher.asked(drill):
            sys.stdout.write(f"{teacher.what(what)}？ ")
            sys.stdout.flush()
            typed = sys.stdin.readline()
            if not typed:
                raise EOFError
            asked_all += 1
            fine = right(typed, truth)
            good += fine
            terminal.out(terminal.paint("对。" if fine else "不对。", "good" if fine else "bad"))
        for line in teacher.solution(drill):
            terminal.out("  " + terminal.clean(line))
        terminal.out("")
    terminal.out(f"{asked_all} 问，对 {good} 问。")
    return 0 if good == asked_all else 1
