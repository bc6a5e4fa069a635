"""yuanzun tally, yuanzun post: the thread a game is played in, read and written."""

from __future__ import annotations

import re
import secrets
import sys
from pathlib import Path
from typing import Any

import click

from companion import post, shorthand, terminal
from companion.commands.check import documents
from companion.commands.key import usable
from companion.safefile import folder, read_bytes, write_text
from companion.stop import FOUND, UNUSABLE, Stop
from companion.tally import UnknownZone, Unread, tally, zone_of
from engine.games import Game, game_named
from engine.record import Record
from engine.replay import Replay, examine
from engine.stream import Stream
from generator.book import book

Plain = Any
WHY = {
    "读不出": "像在说投票，但读不出是投谁",
    "不像是投票": "带着假设、疑问或别人的话，没有当作投票",
    "不认识的发帖人": "认不出是谁发的",
    "没有发帖人": "前面没有发帖人和时间",
    "座位与名字不符": "座位号和名字对不上",
    "重名": "这个名字对得上不止一人",
    "没有这个座位": "没有这个座位",
    "时间不对": "时间不成立",
    "没有时间": "没有时间，不知道先后",
    "时间写法不一": "有的帖写了日期，有的没写，不知道先后",
    "编辑过": "编辑过，按编辑的时间算",
    "关门之后": "关门之后才发",
}


@click.command(name="tally", help="从贴来的讨论帖里按发帖先后数票；读不出的逐条列出，不猜。")
@click.argument("thread", metavar="帖子文本")
@click.option("--record", "record", required=True, metavar="记录", help="这一局的记录（座位与名字）")
@click.option("--zone", default="UTC+8", show_default=True, metavar="时区", help="帖中时间的时区")
@click.option("--until", metavar="时间", help="关门时间（22:00，或带日期）：之后的票不算，另列出来")
@click.option("--json", "as_json", is_flag=True, help="一行 JSON")
def tally_command(thread: str, record: str, zone: str, until: str | None, as_json: bool) -> int:
    data = documents(record)[0].data
    game = game_named(data.get("game")) if isinstance(data, dict) else None
    if game is None or not hasattr(game, "forum"):
        raise Stop("只有在论坛里进行的游戏才从帖子数票。", UNUSABLE, "no-forum")
    try:
        entries, unread = tally(_text_of(thread), data, zone, until)
    except UnknownZone:
        raise Stop(ZONES.format(terminal.short(zone))) from None
    except ValueError:
        raise Stop(f"不认识的时间“{terminal.short(until)}”。写 22:00，或 2024-05-01 22:00。") from None
    missed = [u for u in unread if not u.counted]
    if as_json:
        terminal.answer({"entries": entries, "unread": [_plain(u) for u in unread]})
        return FOUND if missed else 0
    for entry in entries:
        terminal.out(terminal.clean(shorthand.show(entry, game.id)))
    for item in unread:
        mark = "注意" if item.counted else "没有读"
        terminal.say(terminal.clean(f"{mark}：第 {item.line} 行 {item.who}“{item.text}”：{WHY.get(item.why, item.why)}。"))
    terminal.say(f"数出 {len(entries)} 张票，{len(missed)} 处没有读。")
    return FOUND if missed else 0


def _text_of(name: str) -> str:
    raw = sys.stdin.buffer.read(MOST + 1) if name == "-" else read_bytes(Path(name), MOST)
    if len(raw) > MOST:
        raise Stop(f"帖子超过 {MOST // 1_000_000} MB，太大。请只贴这一天的。")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Stop("帖子不是 UTF-8 文本，请另存为 UTF-8。") from None


def _plain(item: Unread) -> dict[str, Plain]:
    why = WHY.get(item.why, item.why)
    return {"line": item.line, "who": item.who, "text": item.text, "code": item.why, "why": why, "counted": item.counted}


MOST = 5_000_000  # bytes of a pasted thread
ZONES = "不认识的时区“{}”。写 UTC+8、+08:00 或 Asia/Shanghai。"
KINDS = ("开帖", "规则", "电梯", "私信", "夜表")


@click.command(name="post", help="写要发的帖子和私信：开帖公示、规则帖、电梯楼、每人的私信、导演的夜表。")
@click.argument("record", metavar="记录")
@click.argument("kind", metavar="种类", type=click.Choice(KINDS))
@click.option("--phase", metavar="阶段", help="哪一夜之后（默认记录里最后一夜；私信默认开局）")
@click.option("--style", type=click.Choice(post.STYLES), default="plain", show_default=True, help="纯文本或论坛代码")
@click.option("--hour", default="22:00", show_default=True, metavar="时:分", help="关门时间")
@click.option("--open", "opens", default="08:00", show_default=True, metavar="时:分", help="开门时间")
@click.option("--zone", default="UTC+8", show_default=True, metavar="时区", help="写在帖里的时区")
@click.option("--seed", metavar="文字", help="电梯楼的次序可重现")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="文件或文件夹", help="私信写进文件夹，每人一份")
@click.option("--force", is_flag=True, help="文件已存在也覆盖")
def post_command(record: str, kind: str, output: Path | None, force: bool, **given: Plain) -> int:
    game, found = usable(record)
    forum = post.forum_of(game)
    replay = examine(_cut(documents(record)[0].data, given["phase"]))
    try:
        zone_of(given["zone"])
    except UnknownZone:
        raise Stop(ZONES.format(terminal.short(given["zone"]))) from None
    when = forum.hours(_minutes(given["hour"]), _minutes(given["opens"]), given["zone"])
    texts = book(game.id)
    sheets = _sheets(game, found, replay, kind, when, given)
    if kind == "私信" and output is not None:
        for sheet in sheets:
            _write(output / f"{sheet.seat:02}.txt", post.written(texts, sheet, given["style"]), force, 0o600)
        terminal.say(f"写好了 {len(sheets)} 份私信，在 {output}。")
        return 0
    whole = "\n".join(post.written(texts, sheet, given["style"]) for sheet in sheets)
    if output is None:
        for line in whole.rstrip("\n").split("\n"):
            terminal.out(terminal.clean(line))
    else:
        _write(output, whole, force, 0o600 if kind in ("私信", "夜表") else 0o644)
        terminal.say(f"写好了 {output}。")
    return 0


def _sheets(game: Game, found: Record, replay: Replay, kind: str, when: Plain, given: dict[str, Plain]) -> list[Plain]:
    forum = post.forum_of(game)
    phases = replay.answer.phases
    if kind == "规则":
        return [forum.rules_post(when)]
    if kind == "夜表":
        return [forum.night_form(found, when)]
    if kind == "电梯":
        out = [n for n, seat in (phases[-1].seats if phases else {}).items() if not seat["存活"]]
        seed = secrets.token_bytes(20) if given["seed"] is None else given["seed"].encode("utf-8", "surrogatepass")
        return [forum.elevator(found, Stream(seed), out)]
    if kind == "私信":
        return list(forum.night_letters(found, replay.state, when) if phases and given["phase"] else forum.letters(found, when))
    nights = [p for p in phases if p.name.endswith("夜")]
    if not nights or (given["phase"] and nights[-1].name != given["phase"]):
        raise Stop("记录里还没有可以公示的夜晚。", UNUSABLE, "phase")
    return [forum.opening(nights[-1].announce, int(nights[-1].name[1:-1]) + 1, found.names)]


def _cut(data: Plain, phase: str | None) -> Plain:
    """The record up to and with this phase."""
    if phase is None:
        return data
    log = data.get("log") or []
    at = next((i for i, p in enumerate(log) if p.get("phase") == phase), None)
    if at is None:
        raise Stop(f"记录里没有“{terminal.short(phase)}”。", UNUSABLE, "phase")
    return {**data, "log": log[: at + 1]}


def _minutes(text: str) -> int:
    found = re.fullmatch(r"(\d{1,2})[:：](\d{2})", text.strip())
    if found is None or int(found[2]) > 59 or int(found[1]) * 60 + int(found[2]) > 24 * 60:
        raise Stop(f"不认识的时间“{terminal.short(text)}”。写 22:00 这样的时:分。")
    return int(found[1]) * 60 + int(found[2])


def _write(path: Path, text: str, force: bool, mode: int) -> None:
    folder(path.parent)
    write_text(path, text, force=force, mode=mode)


command = {"tally": tally_command, "post": post_command}
