"""yuanzun key: the adjudication key of a deal, for a moderator without any device."""

from __future__ import annotations

import click

from companion import report, sheettext, terminal
from companion.commands.deal import single
from companion.stop import UNUSABLE, Stop
from engine.games import Game, game_named
from engine.record import Record, normal, record_of
from engine.replay import examine
from generator.book import book


def usable(name: str) -> tuple[Game, Record]:
    """The record of a file, without faults; Stop with every fault otherwise."""
    data = single(name)
    replay = examine(data)
    game = game_named(data.get("game"))
    if game is None or replay.answer.errors:
        for line in report.readable(replay, terminal.clean(name)):
            terminal.say(line)
        raise Stop("记录不能用，先改好上面这些。", UNUSABLE, "invalid")
    return game, record_of(normal(data))


@click.command(help="这局牌的裁决表：每个座位在每种局面下各该怎么答，全由规则推演得出。")
@click.argument("record", metavar="记录")
@click.option("--json", "as_json", is_flag=True, help="一行 JSON")
def command(record: str, as_json: bool) -> int:
    game, found = usable(record)
    texts = book(game.id)
    sheets = [sheet for sheet in game.sheets(found) if sheet.id == "key"]
    if as_json:
        own = getattr(game, "key", None)
        told = own(found) if own is not None else {"sheets": [sheettext.data(texts, sheet) for sheet in sheets]}
        terminal.answer(report.plain(told))
        return 0
    if not sheets:
        raise Stop(f"{game.name}没有裁决表。", UNUSABLE, "no-key")
    for sheet in sheets:
        for line in sheettext.lines(texts, sheet):
            terminal.out(terminal.clean(line))
    return 0
