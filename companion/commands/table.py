"""yuanzun table: the companion page."""

from __future__ import annotations

import gc
from pathlib import Path

import click

from companion import settings, terminal
from companion.safefile import Trouble
from companion.stop import FINE, SYSTEM, UNUSABLE, Stop

PORT = 8627


@click.command(help="陪主持人走完一局：在浏览器里打开伴侣页面。不给记录就从照片、文件或上次的桌开始。")
@click.argument("record", metavar="[记录]", required=False)
@click.option("--port", metavar="端口", type=click.IntRange(0, 65535), default=None, help=f"端口，默认 {PORT}，被占用就另找一个")
@click.option("--no-browser", "quiet", is_flag=True, help="不打开浏览器，只显示地址")
@click.option("--lan", is_flag=True, help="让同一网络的手机也能用：显示一次性门票；普通 http 可能被人听到")
def command(record: str | None, port: int | None, quiet: bool, lan: bool) -> int:
    gc.disable()  # no page shall wait for a collection: the server collects between two answers
    from companion import web
    from companion.restore import NoTable

    path = Path(record) if record else None
    chosen = settings.settings({"port": port})["port"]
    exact = chosen.origin != settings.DEFAULT
    at = chosen.value if exact else PORT
    try:
        web.serve(path, at, lan=lan, browser=not quiet, say=terminal.say, exact=exact)
    except NoTable as no:
        raise Stop(str(no), UNUSABLE, "no_table") from None
    except OSError as bad:
        if path is not None and bad.filename:
            raise
        if isinstance(bad, Trouble):
            raise
        raise Stop(f"端口 {at} 用不了：多半被别的程序占着，或没有权限。换一个：--port 0 由系统挑。", SYSTEM, "port") from None
    finally:
        gc.enable()
    return FINE
