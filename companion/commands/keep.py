"""yuanzun forget, yuanzun config: what this machine keeps, and how it is set."""

from __future__ import annotations

import json

import click

from companion import dealing, journal, keyring, packs, places, settings, terminal
from companion.stop import SYSTEM, Stop


@click.command(help="列出本机记着的日志、纸包和密钥；给名字或局号就删掉它，--all 全删。")
@click.argument("names", metavar="名字|局号…", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="全部删掉")
@click.option("--json", "as_json", is_flag=True, help="一行 JSON")
def forget(names: tuple[str, ...], everything: bool, as_json: bool) -> int:
    logs = {path.stem: path for path in journal.remembered(places.journals())}
    known = {kept.id: kept for kept in packs.known(places.packs())}
    keys = {key.id: key for key in keyring.known(places.keys())}
    if not names and not everything:
        return _listed(list(logs), [*known, *(k for k in keys if k not in known)], as_json)
    wanted = [*logs, *known, *keys] if everything else list(names)
    used = [name for name in dict.fromkeys(wanted) if name in logs and journal.in_use(logs[name])]
    if used:
        raise Stop(f"日志 {'、'.join(used)} 正被另一个程序打开着，什么都没有删。先在那边退出。", SYSTEM, "busy")
    gone = []
    for name in dict.fromkeys(wanted):
        dropped = [keyring.forget(places.keys(), name), packs.forget(places.packs(), name)]
        if name in known:
            dealing.forget(places.keys(), known[name].record)
        if name in logs:
            logs[name].unlink()
            logs[name].with_suffix(".pack").unlink(missing_ok=True)
            dropped.append(True)
        if not any(dropped):
            raise Stop(f"本机没有记着“{terminal.short(name)}”。不带名字的 yuanzun forget 列出全部。")
        gone.append(name)
    if everything:
        _swept()
    if as_json:
        terminal.answer({"forgotten": gone})
    else:
        terminal.say(f"删掉了 {len(gone)} 项。")
    return 0


def _swept() -> None:
    """Whatever else lies in our folders: seeds of deals, plans of batches, files that cannot be read, leftovers of a killed program."""
    for folder in (places.journals(), places.keys(), places.packs(), places.compiled()):
        for path in folder.iterdir():
            if path.is_symlink() or path.is_file():
                path.unlink(missing_ok=True)


def _listed(logs: list[str], ids: list[str], as_json: bool) -> int:
    if as_json:
        terminal.answer({"journals": logs, "packs": ids})
        return 0
    for title, rows in (("日志", logs), ("纸包和密钥", ids)):
        terminal.out(f"{title}：" + ("无" if not rows else ""))
        for row in rows:
            terminal.out(f"  {row}")
    return 0


@click.command(help="看现在的设置和来处。设置写在 yuanzun.toml（当前文件夹）或用户的 config.toml 里。")
@click.option("--json", "as_json", is_flag=True, help="一行 JSON")
def config(as_json: bool) -> int:
    found = settings.settings()
    if as_json:
        terminal.answer({k: {"value": s.value, "origin": s.origin} for k, s in found.items()})
        return 0
    for key, setting in found.items():
        terminal.out(f"{key} = {json.dumps(setting.value)}    # {settings.MEANING[key]}；来自{setting.origin}")
    terminal.out(f"# 用户的设置文件：{places.config_file()}")
    terminal.out(f"# 本机的数据：{places.data_folder()}")
    return 0


command = {"forget": forget, "config": config}
