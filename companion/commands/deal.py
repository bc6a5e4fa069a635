"""yuanzun deal, yuanzun order: a record with an empty log, and the players' ordering of it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from companion import dealing, places, recordtext, terminal
from companion.commands.check import documents
from companion.report import plain, rule_of
from companion.safefile import Refused as Unwritten
from companion.safefile import reason, wanted, write_text
from companion.stop import IMPOSSIBLE, UNUSABLE, Stop
from engine.deal import Impossible, Refused
from engine.games import Game
from generator.book import book

Plain = Any


def wishes(function: Any) -> Any:
    """The options that say what to deal; shared by deal and pack."""
    for option in reversed(
        (
            click.option("--players", type=click.IntRange(1, 99), metavar="N", help="人数"),
            click.option("--names", "names_file", type=click.Path(path_type=Path), metavar="名单", help="名单文件：每行一名，或 CSV"),
            click.option("--name", "name", multiple=True, metavar="名字", help="一位玩家的名字，按座位顺序重复"),
            click.option("--newcomers", is_flag=True, help="规则书给新手的替换"),
            click.option("--board", metavar="板子", help="预设板子的名字"),
            click.option("--roster", type=click.Path(path_type=Path), metavar="文件", help="自定配置：每行一张，或 YAML"),
            click.option("--with", "more", multiple=True, metavar="牌", help="加一张（可重复）"),
            click.option("--without", "less", multiple=True, metavar="牌", help="去一张（可重复）"),
            click.option("--key-card", metavar="牌", help="指定关键仙人"),
            click.option("--option", "options", multiple=True, metavar="名=值", help="规则的选择项（可重复）"),
            click.option("--seed", metavar="文字", help="可重现的发牌；知道它的人就知道全部身份"),
            click.option("--words", metavar="文字", help="玩家们当场说的话，混进种子里"),
        )
    ):
        function = option(function)
    return function


def asked(game: Game, given: Mapping[str, Any]) -> dealing.Source:
    """The source of a deal from the options of `wishes`."""
    names = list(given["name"])
    if given["names_file"] is not None:
        names = dealing.names_from(given["names_file"]) + names
    players: Plain = dealing.checked(names) if names else given["players"]
    if names and given["players"] not in (None, len(names)):
        raise Stop(f"名字有 {len(names)} 个，--players 却是 {given['players']}。")
    if players is None:
        low, high = game.players
        if low != high:
            raise Stop(f"请给出人数：--players N（{low} 到 {high}），或名单 --names 文件。")
        players = low
    wish = dealing.wish_of(
        game,
        players,
        dict(dealing.option_of(game, typed) for typed in given["options"]),
        **{
            "newcomers": given["newcomers"],
            "board": given["board"],
            "roster": dealing.roster_from(given["roster"]) if given["roster"] else None,
            "with": list(given["more"]),
            "without": list(given["less"]),
            "key_card": given["key_card"],
        },
    )
    seed = given["seed"]
    if seed is not None:
        terminal.say("注意：用了 --seed，这次发牌可以重现，知道这段文字的人就知道全部身份。正式开局请不要用。")
    return dealing.Source(secrets.token_hex(20) if seed is None else seed, wish, words=given["words"] or "")


def one(game: Game, source: dealing.Source, quiet: bool = False) -> dict[str, Plain]:
    """Deal once, telling the redeal report; a refusal ends the command with every reason."""
    try:
        record, report = dealing.dealt(game, source)
    except Refused as no:
        texts = book(game.id)
        lines = [f"  {terminal.clean(f.at)}：{terminal.clean(texts.fault(f.why))}〔{rule_of(game.name, f.rule)}〕" for f in no.faults]
        raise Stop("\n".join(["这样发不了：", *lines]), UNUSABLE, "refused") from None
    except Impossible as no:
        lines = [f"  {terminal.clean(line)}" for line in dealing.reasons(game, no.conflict)]
        raise Stop("\n".join(["没有一种发法能同时满足：", *lines]), IMPOSSIBLE, "impossible") from None
    if not quiet:
        for line in dealing.report_lines(game, report):
            terminal.say(line)
    return record


def put(record: Mapping[str, Plain], output: str | None, force: bool, as_json: bool) -> None:
    """A record to where it was wanted: a file, or standard output."""
    text = terminal.json_line(plain(record)) + "\n" if as_json else recordtext.yaml_of(record)
    if output and output != "-":
        write_text(Path(output), text, force)
        terminal.say(f"写好了 {output}。")
    else:
        terminal.out(text.rstrip("\n"))


@click.command(help="按规则发一局牌，得到一份空日志的记录。")
@click.argument("game", metavar="游戏")
@wishes
@click.option("--count", type=click.IntRange(1, 1_000_000), default=1, metavar="N", help="发 N 局（要 --json）")
@click.option("--json", "as_json", is_flag=True, help="每局一行 JSON，就是记录本身")
@click.option("-o", "--output", metavar="文件", help="写到文件（YAML；- 为标准输出）")
@click.option("--force", is_flag=True, help="文件已存在也覆盖")
def deal(game: str, count: int, as_json: bool, output: str | None, force: bool, **given: Any) -> int:
    found = dealing.game_of(game)
    if count > 1 and not as_json:
        raise Stop("一次发多局要用 --json（每行一局）。")
    wanted(force, output)
    source = asked(found, given)
    if count > 1:
        return _series(found, source, count, output, force)
    record = one(found, source)
    put(record, output, force, as_json)
    try:
        dealing.remember(places.keys(), record, source)
    except (OSError, Unwritten) as no:
        terminal.say(f"（没能记住这次发牌的种子，以后打包时只能对牌局本身做公证：{reason(no)}）")
    return 0


def _series(game: Game, source: dealing.Source, count: int, output: str | None, force: bool) -> int:
    lines = []
    for number in range(count):
        this = dealing.Source(dealing.numbered(source.seed, number), source.wish, source.stream, source.words)
        line = terminal.json_line(plain(one(game, this, quiet=number > 0)))
        if output and output != "-":
            lines.append(line)
        else:
            terminal.out(line)
    if lines:
        write_text(Path(str(output)), "\n".join(lines) + "\n", force)
    return 0


def single(name: str, quiet: bool = False) -> dict[str, Plain]:
    """The one record of a file, as plain data; Stop for none, several, or something else. What was odd about it is told."""
    found = documents(name)
    if len(found) != 1:
        raise Stop(f"{name} 里有 {len(found)} 份记录，这里只能用一份。")
    data = found[0].data
    if not isinstance(data, dict):
        raise Stop(f"{name} 不是一份记录。")
    for told in () if quiet else found[0].notices:
        terminal.say(told)
    return data


@click.command(help="记下每位玩家怎么排自己的牌：座位=上/下。只有一种排法的手牌可以不写。")
@click.argument("record", metavar="记录")
@click.argument("layers", metavar="座位=上/下…", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="一行 JSON")
@click.option("-o", "--output", metavar="文件", help="写到文件（- 为标准输出）")
@click.option("--force", is_flag=True, help="文件已存在也覆盖")
def order(record: str, layers: tuple[str, ...], as_json: bool, output: str | None, force: bool) -> int:
    wanted(force, output)
    data = single(record)
    game = dealing.game_of(str(data.get("game")))
    arrange = getattr(game, "order", None)
    if arrange is None:
        raise Stop(f"{game.name}没有要排上下的牌。")
    given: dict[int, list[str]] = {}
    for typed in layers:
        seat, mark, cards = typed.replace("＝", "=").partition("=")
        if not (mark and seat.isascii() and seat.isdigit()):
            raise Stop(f"“{terminal.clean(typed)}”写法不对，应为：座位=上/下，例如 1=影妖/妖众。")
        if int(seat) in given:
            raise Stop(f"{seat} 号写了两次。")
        given[int(seat)] = [card.strip() for card in cards.replace("／", "/").split("/")]
    try:
        done = arrange(data, given)
    except Refused as no:
        texts = book(game.id)
        lines = [f"  {terminal.clean(texts.fault(f.why))}〔{rule_of(game.name, f.rule)}〕" for f in no.faults]
        raise Stop("\n".join(["还排不了：", *lines]), UNUSABLE, "refused") from None
    put(done, output, force, as_json)
    return 0


command = {"deal": deal, "order": order}
