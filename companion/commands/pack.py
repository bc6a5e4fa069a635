"""yuanzun pack, scan, reveal, verify-deal: paper, back from paper, and the proof of the deal."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from companion import dealing, packs, places, recordfile, recordtext, report, settings, terminal
from companion.commands.deal import asked, one, put, single, wishes
from companion.safefile import Refused as Unwritten
from companion.safefile import folder, read_bytes, reason, wanted, write_bytes, write_text
from companion.stop import SEALED, SYSTEM, UNUSABLE, Stop
from engine.games import game_named
from engine.record import normal
from engine.replay import examine

Plain = Any
MOST_SEALED = 100_000_000  # bytes of a sealed moderator file


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")


def _stamped(function: Any) -> Any:
    """The options that say how to print."""
    for option in reversed(
        (
            click.option("--paper", metavar="纸张", help="A4 或 Letter"),
            click.option("--size", metavar="尺寸", help="poker、bridge、mini、tarot"),
            click.option("--style", metavar="做法", help="fold 对折、long/short 双面、fronts 只印正面"),
            click.option("--offset", metavar="右,下", help="双面时背面的偏移，毫米"),
            click.option("--printer", metavar="名字", help="用这台打印机校准过的偏移"),
            click.option("--sparing/--no-sparing", default=None, help="省墨"),
        )
    ):
        function = option(function)
    return function


def manner(given: Mapping[str, Any]) -> Any:
    """How to print, from flags and settings."""
    from generator import layout, pack

    flags = {key: given.get(key) for key in ("paper", "size", "style", "sparing")}
    try:
        flags["offset"] = settings.pair(given["offset"]) if given.get("offset") else None
    except ValueError:
        raise Stop("--offset 的写法：右,下，例如 0.5,-1（毫米）。") from None
    if flags["offset"] is not None and not settings.fits("offset", flags["offset"]):
        raise Stop(f"偏移不会超过 {settings.MOST_OFFSET:g} 毫米，请再量一次。")
    if flags["offset"] is None and given.get("printer"):
        flags["offset"] = settings.printer_offset(given["printer"])
    chosen = settings.settings(flags)
    try:
        return pack.Manner.named(
            chosen["paper"].value,
            chosen["size"].value,
            chosen["style"].value,
            offset=tuple(float(v) for v in chosen["offset"].value),
            sparing=chosen["sparing"].value,
        )
    except layout.Unknown as no:
        raise Stop(str(no)) from None


@click.command(help="印一局的密封纸包（PDF）：给一份记录，或游戏名加人数现发一局。")
@click.argument("what", metavar="记录|游戏")
@wishes
@_stamped
@click.option("-o", "--output", default="output/", metavar="文件夹", help="放到哪个文件夹（默认 output/），或一个 .pdf 文件")
@click.option("--record", "record_file", metavar="文件", help="另把记录写到文件")
@click.option("--split", is_flag=True, help="分成桌面、主持和每座一份")
@click.option("--blind", is_flag=True, help="主持人也要玩：牌先折后剪，主持页封在另一个文件里")
@click.option("--seat", "seats", multiple=True, type=click.IntRange(1, 99), metavar="座位", help="只重印这个座位的封套和牌（可重复）")
@click.option("--rename", "renames", multiple=True, metavar="座位=名字", help="改这个座位的名字（可重复）")
@click.option("--swap", metavar="座位,座位", help="两个座位的人对调")
@click.option("--spare", is_flag=True, help="另印少一人和多一人的备用包")
@click.option("--count", type=click.IntRange(1, 10_000), default=1, metavar="N", help="印 N 包不同的（俱乐部之夜）")
@click.option("--preview", is_flag=True, help="另存每页的 PNG 和总览图")
@click.option("--anew", is_flag=True, help="印过的牌局也换新的局号和密钥")
@click.option("--force", is_flag=True, help="文件已存在也覆盖")
@click.option("--json", "as_json", is_flag=True, help="一行 JSON：id、files、unlock、commitment")
def pack(what: str, output: str, record_file: str | None, anew: bool, force: bool, as_json: bool, **given: Any) -> int:
    given["json"] = as_json
    how = manner(given)
    _agreed(given, record_file)
    wanted(force, record_file)
    if given["count"] > 1:
        from companion import batch

        if game_named(what) is None:
            raise Stop("--count 每包现发一局：请给游戏名，不要给记录。")
        return batch.run(dealing.game_of(what), asked(dealing.game_of(what), given), how, Path(output), given["count"], as_json)
    record, source = _record(what, given)
    record = _moved(record, given["renames"], given["swap"])
    prints = [(record, source, anew)]
    if given["spare"]:
        prints += [(*spare, True) for spare in _spares(record, source, given)]
    told = [_printed(r, s, how, renew, output, force, given) for r, s, renew in prints]
    if record_file:
        write_text(Path(record_file), recordtext.yaml_of(record), force)
    if as_json:
        first = told[0]
        terminal.answer({**first, "spare": told[1:]} if given["spare"] else first)
    return 0


def _agreed(given: Mapping[str, Any], record_file: str | None) -> None:
    """Stop where two wishes exclude each other."""
    manners = [name for name in ("split", "blind", "seats") if given[name]]
    if len(manners) > 1:
        raise Stop("--split、--blind、--seat 只能选一个。")
    if given["blind"] and (record_file or given["preview"]):
        raise Stop("--blind 不留明文：不能同时用 --record 或 --preview。")
    others = ("renames", "swap", "spare", "preview", *manners)
    if given["count"] > 1 and (record_file or any(given[name] for name in others)):
        raise Stop("--count 一次印很多包，不能同时用 --split、--blind、--seat、--rename、--swap、--spare、--preview 或 --record。")


def _printed(
    record: dict[str, Plain], source: dealing.Source | None, how: Any, anew: bool, output: str, force: bool, given: Mapping[str, Any]
) -> dict[str, Plain]:
    """Print one pack into the folder, and tell about it."""
    built, kept = _built(record, source, how, anew, given)
    paths = []
    for path, content in _targets(output, built.files):
        if not (path.is_file() and not path.is_symlink() and path.read_bytes() == content):
            write_bytes(path, content, force or bool(given["seats"]))
        paths.append(str(path))
    if given["preview"]:
        from companion import preview

        paths += preview.write(Path(paths[0]).parent / f"preview-{built.id}", built.files)
    unlock = None if given["blind"] else built.unlock
    if not given["json"]:
        for path_name in paths:
            terminal.out(path_name)
        terminal.say(f"局号 {built.id}，{built.pages} 页。请按 100% 打印。")
        if unlock:
            terminal.say(f"解封密钥 {unlock}（印在密钥条上，{'本机也记住了' if kept else '请收好'}）。")
        else:
            terminal.say("解封密钥只印在会折起来的密钥条上，本机没有记这一局。主持人用 yuanzun open 打开密封文件。")
    return {"id": built.id, "files": paths, "unlock": unlock, "commitment": built.commitment}


def _targets(output: str, files: Mapping[str, bytes]) -> list[tuple[Path, bytes]]:
    """Where the files go: into a folder, which is made; or one file where its name was given."""
    if output.lower().endswith(".pdf") and len(files) == 1:
        return [(Path(output), content) for content in files.values()]
    paths = [(Path(output) / name, content) for name, content in files.items()]
    for path, _ in paths:
        folder(path.parent)
    return paths


def _moved(record: dict[str, Plain], renames: Sequence[str], swap: str | None) -> dict[str, Plain]:
    """The record with some seats renamed, or two people changed over. The cards stay with the seats."""
    if not (renames or swap):
        return record
    players = record["players"]
    names = list(players) if isinstance(players, list) else [f"{seat} 号" for seat in range(1, players + 1)]
    for typed in renames:
        seat, mark, name = typed.replace("＝", "=").partition("=")
        if not mark:
            raise Stop(f"“{terminal.clean(typed)}”写法不对，应为：座位=名字。")
        names[_seat(seat, len(names))] = name.strip()
    if swap:
        parts = swap.replace("，", ",").split(",")
        if len(parts) != 2 or not isinstance(players, list):
            raise Stop("--swap 的写法：座位,座位，例如 3,5；记录里要有名字才能对调。")
        a, b = (_seat(part, len(names)) for part in parts)
        if a == b:
            raise Stop("--swap 要两个不同的座位。")
        names[a], names[b] = names[b], names[a]
    return {**record, "players": dealing.checked(names)}


def _seat(typed: str, count: int) -> int:
    text = typed.strip()
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= count):
        raise Stop(f"没有“{terminal.clean(typed)}”这个座位，只有 1 到 {count}。")
    return int(text) - 1


def _spares(
    record: dict[str, Plain], source: dealing.Source | None, given: Mapping[str, Any]
) -> list[tuple[dict[str, Plain], dealing.Source]]:
    """Fresh deals for one player less and one more, without names."""
    game = dealing.game_of(str(record["game"]))
    players = record["players"]
    here = len(players) if isinstance(players, list) else players
    low, high = game.players
    found = []
    for count in (here - 1, here + 1):
        if not low <= count <= high:
            terminal.say(f"{game.name}没有 {count} 人局，不印这份备用包。")
            continue
        wish = {**(source.wish if source is not None else {"options": dict(record.get("options") or {})}), "players": count}
        spare = dealing.Source(secrets.token_hex(20), wish)
        found.append((one(game, spare, quiet=True), spare))
    return found


_WISHES = ("players", "names_file", "name", "newcomers", "board", "roster", "more", "less", "key_card", "options", "seed", "words")


def _record(what: str, given: Mapping[str, Any]) -> tuple[dict[str, Plain], dealing.Source | None]:
    """The record to print with its source, dealt now or read."""
    if game_named(what) is not None and not Path(what).is_file():
        game = dealing.game_of(what)
        source = asked(game, given)
        return one(game, source), source
    if not (what == "-" or Path(what).exists()):
        raise Stop(f"“{terminal.short(what)}”既不是文件，也不是游戏。")
    wished = [key for key in _WISHES if given.get(key) not in (None, False, ())]
    if wished:
        raise Stop("给了记录就不再发牌，请去掉发牌的选项。")
    data = single(what)
    replay = examine(data)
    if replay.answer.verdict == "invalid":
        for line in report.readable(replay, terminal.clean(what)):
            terminal.say(line)
        raise Stop("记录不能用，先改好上面这些。", UNUSABLE, "invalid")
    return normal(data), dealing.recall(places.there(places.keys), data)


def _built(record: dict[str, Plain], source: dealing.Source | None, how: Any, anew: bool, given: Mapping[str, Any]) -> tuple[Any, bool]:
    """The pack of a record, and is it remembered; the same one again where this machine has printed it. A blind pack never is."""
    from generator import draw, keys
    from generator import pack as packing

    kept = None if anew or given["blind"] else packs.of(places.there(places.packs), record)
    secret = bytes.fromhex(kept.secret) if kept is not None else secrets.token_bytes(keys.SECRET)
    plain = report.plain(asdict(source)) if source is not None else kept.deal if kept is not None else None
    deal = packing.Deal(**plain) if plain else None
    try:
        if given["seats"]:
            players = record["players"]
            count = len(players) if isinstance(players, list) else players
            built = packing.reprint(record, secret, deal, how, [_seat(str(seat), count) + 1 for seat in dict.fromkeys(given["seats"])])
        else:
            make = packing.split if given["split"] else packing.blinded if given["blind"] else packing.build
            built = make(record, secret, deal, how)
    except (draw.Unprintable, packing.Unfit) as no:
        raise Stop(str(no), UNUSABLE, "unprintable") from None
    return built, not given["blind"] and _keep(packs.Kept(built.id, secret.hex(), record, plain, _now()))


def _keep(kept: packs.Kept) -> bool:
    """Remember pack and key on this machine; a folder that cannot be written is told, and stops nothing."""
    from companion import keyring
    from generator import keys

    players = kept.record.get("players")
    label = f"{kept.record.get('game')} {len(players) if isinstance(players, list) else players} 人"
    key = keyring.Key(kept.id, keys.unlock_key(bytes.fromhex(kept.secret)), kept.secret, label, kept.time)
    try:
        packs.remember(places.packs(), kept)
        keyring.remember(places.keys(), key)
    except (OSError, Unwritten) as no:
        terminal.say(f"（本机没能记住密钥，请收好密钥条：{reason(no)}）")
        return False
    return True


# --- back from paper


@click.command(help="从照片、扫描件或 PDF 读回记录。本机印过或读过的包不用再输密钥。")
@click.argument("pictures", metavar="照片|PDF…", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--unlock", metavar="密钥", help="密钥条上的十六个字符")
@click.option("--unlock-file", metavar="文件", type=click.Path(path_type=Path), help="密钥放在文件里（- 为标准输入）")
@click.option("--json", "as_json", is_flag=True, help="记录为一行 JSON")
@click.option("-o", "--output", metavar="文件", help="写到文件（- 为标准输出）")
@click.option("--force", is_flag=True, help="文件已存在也覆盖")
def scan(pictures: Sequence[Path], unlock: str | None, unlock_file: Path | None, as_json: bool, output: str | None, force: bool) -> int:
    wanted(force, output)
    kept = restored(pictures, _typed(unlock, unlock_file))
    terminal.say(f"局号 {kept.id}。")
    put(kept.record, output, force, as_json)
    return 0


def _typed(unlock: str | None, file: Path | None) -> str | None:
    if unlock is not None or file is None:
        return unlock
    raw = sys.stdin.read(1000).encode("utf-8", "surrogatepass") if str(file) == "-" else read_bytes(file, 1000)
    try:
        text = recordfile.text_of(raw[:1000])
    except recordfile.Unreadable:
        raise Stop(f"{terminal.short(file)} 里没有解封密钥：应是一行字，密钥条上的十六个字符。", SEALED, "badkey") from None
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


def restored(pictures: Sequence[Path], unlock: str | None) -> packs.Kept:
    """The pack on some pictures; Stop (4) where it cannot be opened."""
    from companion.scan import PictureError, scan_paths
    from generator import envelope, keys

    try:
        sealed = scan_paths(list(pictures))
        kept = _opened(sealed, unlock)
    except (envelope.SealError, keys.BadKey) as no:
        raise Stop(str(no), SEALED, type(no).__name__.lower()) from None
    except PictureError as no:
        raise Stop(str(no), SYSTEM, type(no).__name__.lower()) from None
    _keep(kept)
    return kept


def _opened(sealed: bytes, unlock: str | None) -> packs.Kept:
    """Open with the key given, else with the keys known here, else with one that is asked for."""
    from companion import keyring
    from generator import envelope, keys

    if unlock is not None:
        return _with(sealed, unlock)
    for key in keyring.known(places.there(places.keys)):
        try:
            return _with(sealed, key.unlock)
        except (envelope.WrongKey, keys.BadKey):
            continue
    if not terminal.is_terminal(sys.stdin):
        raise Stop("本机没有这份记录的密钥。请加 --unlock 密钥（密钥条上的十六个字符）。", SEALED, "nokey")
    return _with(sealed, _ask_key())


def _ask_key() -> str:
    sys.stderr.write("解封密钥（密钥条上的十六个字符）：")
    sys.stderr.flush()
    return sys.stdin.readline().strip()


def _with(sealed: bytes, unlock: str) -> packs.Kept:
    from generator import keys
    from generator import pack as packing

    record, deal, secret = packing.opened(sealed, unlock)
    return packs.Kept(keys.pack_id(secret), secret.hex(), normal(record), deal.plain() if deal else None, _now())


@click.command("open", help="打开密封的主持文件（pack --blind 写出的 .sealed）。")
@click.argument("sealed_file", metavar="文件", type=click.Path(path_type=Path))
@click.option("--unlock", metavar="密钥", help="密钥条上的十六个字符")
@click.option("--unlock-file", metavar="文件", type=click.Path(path_type=Path), help="密钥放在文件里（- 为标准输入）")
@click.option("-o", "--output", metavar="文件", help="写到哪个 PDF（默认同名 .pdf 前加“主持-”）")
@click.option("--force", is_flag=True, help="文件已存在也覆盖")
def open_(sealed_file: Path, unlock: str | None, unlock_file: Path | None, output: str | None, force: bool) -> int:
    from generator import envelope, keys

    data = read_bytes(sealed_file, MOST_SEALED)
    path = Path(output) if output else sealed_file.with_name(f"主持-{sealed_file.stem}.pdf")
    wanted(force, path)
    if not data.startswith(envelope.FILE):
        raise Stop(f"{terminal.short(sealed_file)} 不是密封的主持文件（应是 pack --blind 写出的 .sealed）。", SEALED, "foreign")
    typed = _typed(unlock, unlock_file)
    if typed is None:
        if not terminal.is_terminal(sys.stdin):
            raise Stop("请加 --unlock 密钥（密钥条上的十六个字符）。", SEALED, "nokey")
        typed = _ask_key()
    try:
        plain = envelope.open_file(data, typed)
    except (envelope.SealError, keys.BadKey) as no:
        raise Stop(str(no), SEALED, type(no).__name__.lower()) from None
    write_bytes(path, plain, force)
    terminal.say(f"写好了 {path}。")
    return 0


command = {"pack": pack, "open": open_, "scan": scan}
