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
from companion.safefile import allowed, write_bytes, write_text
from companion.stop import FOUND, SEALED, SYSTEM, UNUSABLE, Stop
from engine.games import game_named
from engine.record import normal
from engine.replay import examine

Plain = Any


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
@click.option("--anew", is_flag=True, help="印过的牌局也换新的局号和密钥")
@click.option("--force", is_flag=True, help="文件已存在也覆盖")
@click.option("--json", "as_json", is_flag=True, help="一行 JSON：id、files、unlock、commitment")
def pack(what: str, output: str, record_file: str | None, anew: bool, force: bool, as_json: bool, **given: Any) -> int:
    how = manner(given)
    record, source = _record(what, given)
    if record_file:
        allowed(Path(record_file), force)
    built = _built(record, source, how, anew)
    if record_file:
        write_text(Path(record_file), recordtext.yaml_of(record), force)
    paths = []
    for path, content in _targets(output, built.files):
        if not (path.is_file() and not path.is_symlink() and path.read_bytes() == content):
            write_bytes(path, content, force)
        paths.append(str(path))
    told = {"id": built.id, "files": paths, "unlock": built.unlock, "commitment": built.commitment}
    if as_json:
        terminal.answer(told)
        return 0
    for path_name in paths:
        terminal.out(path_name)
    terminal.say(f"局号 {built.id}，{built.pages} 页。请按 100% 打印。")
    terminal.say(f"解封密钥 {built.unlock}（印在密钥条上，本机也记住了）。")
    return 0


def _targets(output: str, files: Mapping[str, bytes]) -> list[tuple[Path, bytes]]:
    """Where the files go: into a folder, which is made; or one file where its name was given."""
    if output.lower().endswith(".pdf") and len(files) == 1:
        return [(Path(output), content) for content in files.values()]
    folder = Path(output)
    folder.mkdir(parents=True, exist_ok=True)
    return [(folder / name, content) for name, content in files.items()]


_WISHES = ("players", "names_file", "name", "newcomers", "board", "roster", "more", "less", "key_card", "options", "seed", "words")


def _record(what: str, given: Mapping[str, Any]) -> tuple[dict[str, Plain], dealing.Source | None]:
    """The record to print with its source, dealt now or read."""
    if game_named(what) is not None and not Path(what).is_file():
        game = dealing.game_of(what)
        source = asked(game, given)
        return one(game, source), source
    if not (what == "-" or Path(what).exists()):
        raise Stop(f"“{terminal.clean(what)}”既不是文件，也不是游戏。")
    wished = [key for key in _WISHES if given.get(key) not in (None, False, ())]
    if wished:
        raise Stop("给了记录就不再发牌，请去掉发牌的选项。")
    data = single(what)
    replay = examine(data)
    if replay.answer.verdict == "invalid":
        for line in report.readable(replay, terminal.clean(what)):
            terminal.say(line)
        raise Stop("记录不能用，先改好上面这些。", UNUSABLE, "invalid")
    return normal(data), dealing.recall(places.keys(), data)


def _built(record: dict[str, Plain], source: dealing.Source | None, how: Any, anew: bool) -> Any:
    """The pack of a record; the same one again where this machine has printed it."""
    from generator import draw, keys
    from generator import pack as packing

    kept = None if anew else packs.of(places.packs(), record)
    secret = bytes.fromhex(kept.secret) if kept is not None else secrets.token_bytes(keys.SECRET)
    plain = report.plain(asdict(source)) if source is not None else kept.deal if kept is not None else None
    try:
        built = packing.build(record, secret, packing.Deal(**plain) if plain else None, how)
    except draw.Unprintable as no:
        raise Stop(str(no), UNUSABLE, "unprintable") from None
    _keep(packs.Kept(built.id, secret.hex(), record, plain, _now()))
    return built


def _keep(kept: packs.Kept) -> None:
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
        terminal.say(f"（本机没能记住密钥，请收好密钥条：{no}）")


# --- back from paper


@click.command(help="从照片、扫描件或 PDF 读回记录。本机印过或读过的包不用再输密钥。")
@click.argument("pictures", metavar="照片|PDF…", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--unlock", metavar="密钥", help="密钥条上的十六个字符")
@click.option("--unlock-file", metavar="文件", type=click.Path(path_type=Path), help="密钥放在文件里（- 为标准输入）")
@click.option("--json", "as_json", is_flag=True, help="记录为一行 JSON")
@click.option("-o", "--output", metavar="文件", help="写到文件（- 为标准输出）")
@click.option("--force", is_flag=True, help="文件已存在也覆盖")
def scan(pictures: Sequence[Path], unlock: str | None, unlock_file: Path | None, as_json: bool, output: str | None, force: bool) -> int:
    kept = restored(pictures, _typed(unlock, unlock_file))
    terminal.say(f"局号 {kept.id}。")
    put(kept.record, output, force, as_json)
    return 0


def _typed(unlock: str | None, file: Path | None) -> str | None:
    if unlock is not None or file is None:
        return unlock
    text = sys.stdin.read(1000) if str(file) == "-" else recordfile.text_of(file.read_bytes()[:1000])
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
    for key in keyring.known(places.keys()):
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


# --- the proof


@click.command(help="局后打开发牌的公证：种子、配置和随机数，任何人都能据此核对。给局号、记录或照片。")
@click.argument("what", metavar="局号|记录|照片…", nargs=-1, required=True)
@click.option("--unlock", metavar="密钥", help="密钥条上的十六个字符")
@click.option("-o", "--output", metavar="文件", help="写到文件（- 为标准输出）")
@click.option("--force", is_flag=True, help="文件已存在也覆盖")
@click.option("--json", "as_json", is_flag=True, help="一行 JSON")
def reveal(what: Sequence[str], unlock: str | None, output: str | None, force: bool, as_json: bool) -> int:
    kept = _known(what, unlock)
    opened = packs.opening(kept)
    put(opened, output, force, as_json)
    if kept.deal is None:
        terminal.say("这局的种子没有人知道（记录不是本机发的），公证的是牌局本身。")
    return 0


def _known(what: Sequence[str], unlock: str | None) -> packs.Kept:
    ident = what[0].strip().upper()
    kept = packs.find(places.packs(), ident) if len(what) == 1 else None
    if kept is not None:
        return kept
    if len(what) == 1 and Path(what[0]).suffix.lower() in (".yaml", ".yml", ".json"):
        kept = packs.of(places.packs(), single(what[0]))
        if kept is None:
            raise Stop("本机没有印过或读过这份记录的纸包。请给印页的照片。", UNUSABLE, "unknown")
        return kept
    missing = [name for name in what if not Path(name).exists()]
    if missing:
        raise Stop(f"“{terminal.clean(missing[0])}”不是本机知道的局号，也不是文件。", UNUSABLE, "unknown")
    return restored([Path(name) for name in what], unlock)


@click.command("verify-deal", help="核对公证：承诺是否相符，并按种子重发一遍来比。给 reveal 写出的文件。")
@click.argument("opening", metavar="公证文件")
@click.option("--commitment", default="", metavar="承诺", help="开局前印给大家的那一串；不写则只与文件自己写的相比")
@click.option("--json", "as_json", is_flag=True, help="一行 JSON")
def verify_deal(opening: str, commitment: str, as_json: bool) -> int:
    data = single(opening)
    try:
        found = packs.verify(data, commitment)
    except packs.BadOpening as bad:
        raise Stop(str(bad), UNUSABLE, "opening") from None
    fine = found.committed and found.dealt is not False
    if as_json:
        terminal.answer({"ok": fine, "committed": found.committed, "dealt": found.dealt})
    else:
        for line in _verified(found, bool(commitment)):
            terminal.out(line)
    return 0 if fine else FOUND


def _fits(fits: bool) -> str:
    return terminal.paint("相符", "good") if fits else terminal.paint("不符", "bad")


def _verified(found: packs.Verified, printed: bool) -> list[str]:
    against = "开局前印出的承诺" if printed else "文件里写的承诺（请与开局前印出的那一串对一遍）"
    lines = [f"与{against}{_fits(found.committed)}。"]
    if found.dealt is None:
        lines.append("种子没有公开，只能证明牌局在印承诺时已经定下。")
    else:
        lines.append(f"按种子重发一遍，与记录{_fits(found.dealt)}。")
    return lines


command = {"pack": pack, "scan": scan, "reveal": reveal, "verify-deal": verify_deal}
