"""The server: a listening socket, the ways in, and uvicorn until somebody interrupts."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Callable
from pathlib import Path

from companion import places, restore
from companion.guard import Tickets
from companion.page import html
from companion.page.words import word
from companion.web.host import Host
from companion.web.taps import app


def own_addresses() -> list[str]:
    """This machine's addresses on the network, the likeliest first; nothing is sent."""
    found: dict[str, None] = {}
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        found[probe.getsockname()[0]] = None
    with contextlib.suppress(OSError):
        for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            found[str(entry[4][0])] = None
    return [a for a in found if not a.startswith("127.")]


def bound(port: int, lan: bool, exact: bool = True) -> socket.socket:
    """A listening socket; not `exact`: another port where this one is taken."""
    server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        server.bind(("0.0.0.0" if lan else "127.0.0.1", port))
        server.listen(128)
    except OSError:
        server.close()
        if exact or not port:
            raise
        return bound(0, lan)
    return server


def serve(
    record: Path | None = None,
    port: int = 0,
    lan: bool = False,
    browser: bool = True,
    say: Callable[[str], None] = print,
    exact: bool = True,
) -> None:
    """Serve until interrupted. Raises NoTable, OSError."""
    journal = restore.from_file(record) if record is not None else None
    try:
        server = bound(port, lan, exact)
    except OSError:
        if journal is not None:
            journal.close()
        raise
    number = server.getsockname()[1]
    addresses = own_addresses() if lan else []
    host = Host(journal, [f"http://{a}:{number}" for a in addresses], Tickets(lan))
    own = f"http://127.0.0.1:{number}/" + (f"door?t={host.tickets.issue()}" if lan else "")
    say(f"页面：{own}")
    for notice in host.notices:
        say(notice)
    if lan:
        _invite(host, say)
    if browser:
        _open_later(own)
    _run(host, [f"{name}:{number}" for name in ("127.0.0.1", "localhost", *addresses)], server)


def _run(host: Host, hosts: list[str], server: socket.socket) -> None:
    import uvicorn

    with contextlib.suppress(OSError):  # without a place for them, templates are compiled at every start
        html.remember(places.compiled())
    config = uvicorn.Config(
        app(host, hosts),
        loop="asyncio",
        log_config=None,
        log_level="error",
        access_log=False,
        http="h11",
        ws="none",
        lifespan="on",
        server_header=False,
        date_header=False,
        timeout_keep_alive=75,
        h11_max_incomplete_event_size=16 * 1024,
        limit_concurrency=200,
        timeout_graceful_shutdown=2,
    )
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(uvicorn.Server(config).serve([server]))


def _invite(host: Host, say: Callable[[str], None]) -> None:
    """The code for another device, on the terminal."""
    if not host.lan:
        say(word("没有网络"))
        return
    from companion.web.carrying import address_rows

    address = f"{host.lan[0]}/door?t={host.tickets.issue()}"
    rows = address_rows(address, 2)
    rows = [*rows, [False] * len(rows[0])] if len(rows) % 2 else rows
    pairs = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}
    for above, below in zip(rows[::2], rows[1::2], strict=True):
        say("".join(pairs[(a, b)] for a, b in zip(above, below, strict=True)))
    say(address)
    say(word("设备_注"))


def _open_later(address: str) -> None:
    import webbrowser

    threading.Timer(0.4, lambda: webbrowser.open(address)).start()
