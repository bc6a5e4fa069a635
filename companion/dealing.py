"""Deals from what a host asked: seeds and streams, names from a file, rosters and options as typed, deals remembered for packing."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from companion import recordfile, terminal
from companion.safefile import read_bytes, write_text
from companion.stop import Stop
from engine.deal import Report
from engine.games import Game, game_named, names
from engine.record import Why
from engine.stream import VERSION, Stream
from generator.book import book

Plain = Any
LONGEST_NAME = 60
MOST_NAMES = 60
_HEADINGS = ("姓名", "名字", "玩家", "昵称", "name", "player")
_UNSEEN = re.compile("[\t\r\n\x80-\x9f\xad\u115f\u1160\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff]")
_FORMULA = "=+-@＝＋－＠\t\r"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a deal came from, so that it can be dealt again."""

    seed: str
    wish: Mapping[str, Plain]
    stream: str = VERSION
    words: str = ""


def stream_of(seed: str, words: str = "") -> Stream:
    """The stream of a seed, with the words that players chose mixed in."""
    return Stream(seed.encode("utf-8", "surrogatepass") + (b"\0" + words.encode("utf-8", "surrogatepass") if words else b""))


def numbered(seed: str, number: int) -> str:
    """The seed of the n-th deal of a series: the first is the seed itself, so that any one of them can be dealt alone."""
    return f"{seed}#{number}" if number else seed


def dealt(game: Game, source: Source) -> tuple[dict[str, Plain], Report]:
    """The deal of a source. Raises engine.deal.Refused or engine.deal.Impossible."""
    return game.deal(source.wish, stream_of(source.seed, source.words))


def game_of(word: str) -> Game:
    """The game of this name or id; Stop for another one."""
    game = game_named(word)
    if game is None:
        raise Stop(f"没有“{terminal.short(word)}”这个游戏。可用：{'、'.join(name for _, name in names())}。")
    return game


def report_lines(game: Game, report: Report) -> list[str]:
    """The redeal report, in words."""
    texts = book(game.id)
    lines = [texts.why(notice) for notice in report.notices]
    thrown = "、".join(f"{count} 次因 {rule}" for rule, count in report.rejected.items())
    if thrown:
        tail = "，连续犯禁后由程序从合规的发法中均匀指定一种" if report.assigned else ""
        lines.append(f"发了 {report.tries} 次：{thrown} 作废{tail}。")
    if report.acceptance is not None and report.acceptance[0] != report.acceptance[1]:
        share, whole = report.acceptance
        lines.append(f"这套配置一次发成的概率是 {share / whole:.4f}（{share}/{whole}）。")
    return lines


def reasons(game: Game, whys: Iterable[Why]) -> list[str]:
    texts = book(game.id)
    return [texts.why(why) for why in whys]


# --- names


def names_from(path: Path) -> list[str]:
    """Names from a file: one a line, or the first (or so headed) column of a CSV. UTF-8 or GB 18030."""
    raw = read_bytes(path, 1_000_000)
    if len(raw) > 1_000_000:
        raise Stop(f"{path} 太大，不像名单。")
    text = _decoded(raw, path)
    sign = "\t" if "\t" in text and "," not in text else ","
    try:
        rows = [row for row in csv.reader(io.StringIO(text), delimiter=sign) if any(cell.strip() for cell in row)]
    except csv.Error:
        raise Stop(f"{path} 读不成名单：请每行写一个名字。") from None
    if not rows:
        raise Stop(f"{path} 里没有名字。")
    if len(rows) == 1 and len(rows[0]) > 1:
        return checked([cell.strip() for cell in rows[0]])
    head = [cell.strip().lower() for cell in rows[0]]
    column = next((head.index(h) for h in _HEADINGS if h in head), None)
    if column is not None:
        rows = rows[1:]
    return checked([row[column or 0].strip() if len(row) > (column or 0) else "" for row in rows])


def _decoded(raw: bytes, path: Path) -> str:
    for code in ("utf-16",) if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "gb18030"):
        try:
            return raw.decode(code)
        except UnicodeDecodeError:
            continue
    raise Stop(f"{path} 的编码认不出来，请另存为 UTF-8。")


def checked(found: Sequence[str]) -> list[str]:
    """Names that can be told apart and printed; Stop with the reason otherwise."""
    out = []
    for number, name in enumerate(found, 1):
        if len(name) > 1 and name[0] == "'" and name[1] in _FORMULA:
            name = name[1:]  # a spreadsheet's guard against formulas
        name = name.strip(" \u3000")
        if not name:
            raise Stop(f"第 {number} 个名字是空的。")
        if len(name) > LONGEST_NAME:
            raise Stop(f"第 {number} 个名字有 {len(name)} 个字，太长（最多 {LONGEST_NAME}）。")
        if recordfile._BAD_SIGN.search(name) or _UNSEEN.search(name):
            raise Stop(f"第 {number} 个名字里有看不见的控制字符。")
        if name in out:
            raise Stop(f"有两位玩家都叫“{name}”，请加以区分。")
        out.append(name)
    if len(out) > MOST_NAMES:
        raise Stop(f"有 {len(out)} 个名字，太多了。")
    return out


# --- wishes


def roster_from(path: Path) -> Plain:
    """A roster from a file: a YAML or JSON list or map card -> count, or one card a line."""
    text = recordfile.text_in(path, 1_000_000)
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    if not any(sign in line for line in lines for sign in ":：[]{},") and not any(line.lstrip().startswith("- ") for line in lines):
        data: Plain = [word for line in lines for word in line.split()]
        if not data:
            raise Stop(f"{path} 里没有牌名。")
        return data
    try:
        data = recordfile.parse_yaml(text).data
    except recordfile.Unreadable as bad:
        bad.name = path.name
        raise
    if isinstance(data, Mapping) and set(data) == {"roster"}:
        data = data["roster"]
    if isinstance(data, list) and (not data or not all(isinstance(card, str) for card in data)):
        raise Stop(f"{path} 读不成配置：列表里每一项应是一个牌名。")
    if isinstance(data, Mapping) and not (data and all(isinstance(card, str) for card in data)):
        raise Stop(f"{path} 读不成配置：应写成“牌名: 张数”。")
    return data


def option_of(game: Game, typed: str) -> tuple[str, Plain]:
    """`名=值` as an option of the game; Stop with what there is otherwise."""
    key, mark, value = typed.replace("＝", "=").partition("=")
    known = {option.name: option for option in game.options}
    if not mark or key not in known:
        raise Stop(f"没有“{terminal.short(key)}”这个选择项。{game.name}的选择项：{'、'.join(known) or '无'}；写法：名=值。")
    option = known[key]
    words = {"true": True, "false": False, "是": True, "否": False}
    for allowed in option.values:
        if value == str(allowed) or (isinstance(allowed, bool) and words.get(value) is allowed):
            return key, allowed
    number = recordfile.parse_yaml(value or "~").data
    if not option.values and number is not None:
        return key, number
    if any(type(number) is type(a) is int for a in option.values) and number not in option.values:
        return key, number  # a range the rules know; the deal refuses it with its reason
    shown = "、".join("true" if a is True else "false" if a is False else str(a) for a in option.values)
    raise Stop(f"选择项“{key}”可用的值：{shown}。")


def wish_of(game: Game, players: Plain, options: Mapping[str, Plain], **more: Plain) -> dict[str, Plain]:
    """A wish for `game.deal`; Stop for what this game cannot be asked."""
    wish: dict[str, Plain] = {"players": players, "options": dict(options)}
    for key, value in more.items():
        if value is None or value is False or value == []:
            continue
        if key not in game.wishes:
            raise Stop(f"{game.name}发牌不支持 --{key.replace('_', '-')}。")
        wish[key] = value
    return wish


# --- deals remembered, so that a pack of the record can commit to its seed


def _digest(record: Mapping[str, Plain]) -> str:
    setup = {str(k): v for k, v in (record.get("setup") or {}).items() if k != "hands"}
    what = json.dumps([record.get("game"), setup], ensure_ascii=False, sort_keys=True, default=str, skipkeys=True)
    return hashlib.sha256(what.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _strings(data: Plain) -> Plain:
    if isinstance(data, Mapping):
        return {str(k): _strings(v) for k, v in data.items()}
    return [_strings(v) for v in data] if isinstance(data, list | tuple) else data


def remember(folder: Path, record: Mapping[str, Plain], source: Source) -> None:
    """Keep a deal's source beside the keys, for `pack` and `verify-deal` on this machine."""
    text = json.dumps(asdict(source), ensure_ascii=False) + "\n"
    write_text(folder / f"deal-{_digest(_strings(record))}.json", text, force=True)


def recall(folder: Path, record: Mapping[str, Plain]) -> Source | None:
    """The source of a record that was dealt on this machine."""
    try:
        source = Source(**json.loads((folder / f"deal-{_digest(_strings(record))}.json").read_text("utf-8")))
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    fine = isinstance(source.wish, Mapping) and all(isinstance(text, str) for text in (source.seed, source.stream, source.words))
    return source if fine else None


def forget(folder: Path, record: Mapping[str, Plain]) -> None:
    """Drop a deal's source."""
    (folder / f"deal-{_digest(_strings(record))}.json").unlink(missing_ok=True)
