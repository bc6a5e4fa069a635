"""yuanzun reveal, verify-deal: the proof of the deal."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from companion import packs, places, terminal
from companion.commands.deal import put, single
from companion.commands.pack import restored
from companion.safefile import wanted
from companion.stop import FOUND, UNUSABLE, Stop


@click.command(help="局后打开发牌的公证：种子、配置和随机数，任何人都能据此核对。给局号、记录或照片。")
@click.argument("what", metavar="局号|记录|照片…", nargs=-1, required=True)
@click.option("--unlock", metavar="密钥", help="密钥条上的十六个字符")
@click.option("-o", "--output", metavar="文件", help="写到文件（- 为标准输出）")
@click.option("--force", is_flag=True, help="文件已存在也覆盖")
@click.option("--json", "as_json", is_flag=True, help="一行 JSON")
def reveal(what: Sequence[str], unlock: str | None, output: str | None, force: bool, as_json: bool) -> int:
    wanted(force, output)
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
        raise Stop(f"“{terminal.short(missing[0])}”不是本机知道的局号，也不是文件。", UNUSABLE, "unknown")
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
        terminal.out(json.dumps({"ok": fine, "committed": found.committed, "dealt": found.dealt}, ensure_ascii=False))
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


command = {"reveal": reveal, "verify-deal": verify_deal}
