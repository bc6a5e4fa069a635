"""The second screen: one page and its stream, behind tickets of its own that open nothing else."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from urllib.parse import parse_qs

from markupsafe import Markup

from companion.guard import SCREEN, Receive, Scope, Send
from companion.page import html, public
from companion.page.look import is_dim, look
from companion.web.answers import HTML, Answer, Wrong
from companion.web.host import Host

MOST = 16  # screens at once
PAUSE, BREATH = 0.25, 60  # seconds between two looks; looks between two signs of life


def _theme(host: Host) -> str:
    desk = host.desk
    return "night" if desk.leaf is None or is_dim(look(desk).game, desk.leaf.name) else "day"


def _left(host: Host) -> int:
    return max(0, round(host.clock - time.time()))


def _body(host: Host) -> str:
    return public.body(host.desk if host.journal is not None else None)


async def screen(host: Host, scope: Scope) -> Answer:
    """The page, or the way in with a ticket."""
    if scope["path"] == "/screen/door":
        return _door(host, scope)
    if scope["path"] != "/screen":
        raise Wrong(404)
    async with host.lock:
        values = {"size": host.desk.size, "theme": _theme(host), "left": _left(host), "body": Markup(_body(host))}
    return Answer(200, html.page("screen", **values).encode())


def _door(host: Host, scope: Scope) -> Answer:
    ticket = (parse_qs(scope["query_string"].decode("latin-1")).get("t") or [""])[0]
    cookie = host.screens.change(ticket)
    if cookie is None:
        return Answer(401, html.page("door", ticket=False).encode())
    kept = f"{SCREEN}={cookie}; Path=/screen; Max-Age={16 * 3600}; HttpOnly; SameSite=Strict"
    return Answer(200, html.page("door", ticket=True, goto="/screen").encode(), HTML, {"set-cookie": kept})


async def stream(host: Host, receive: Receive, send: Send) -> None:
    """Server-sent events: the screen whenever it becomes another. An entry that changes nothing public sends nothing."""
    if host.watching >= MOST:
        raise Wrong(503)
    host.watching += 1
    gone = asyncio.ensure_future(_gone(receive))
    try:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/event-stream; charset=utf-8")]})
        before, looks = "", 0
        while not gone.done():
            async with host.lock:
                told = json.dumps({"size": host.desk.size, "theme": _theme(host), "clock": host.clock, "body": _body(host)})
            if told != before:
                out = json.dumps({**json.loads(told), "left": _left(host)}, ensure_ascii=False)
                await send({"type": "http.response.body", "body": f"event: page\ndata: {out}\n\n".encode(), "more_body": True})
            elif looks % BREATH == 0:
                await send({"type": "http.response.body", "body": b": \n\n", "more_body": True})
            before, looks = told, looks + 1
            if looks % BREATH == 0:
                host.tidy()
            await asyncio.wait({gone}, timeout=PAUSE)
    finally:
        host.watching -= 1
        gone.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await gone


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
