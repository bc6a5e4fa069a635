"""The page, its forms and its files: what is asked all evening, answered by plain ASGI. The rest goes to the rooms."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl

from companion import page
from companion.guard import App, Guard, Message, Receive, Scope, Send, header
from companion.journal import Stale
from companion.live import Odd
from companion.page.words import word
from companion.web import answers, files, screen
from companion.web.answers import Answer, Wrong
from companion.web.host import Host

Plain = Any
ROOMS = {
    "GET": frozenset({"door", "export", "codes", "key", "device", "display"}),
    "POST": frozenset({"look", "restore", "frame", "kept", "deal", "next", "close", "forget"}),
}


class Taps:
    """The application inside the gate."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.rooms: App | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._living(receive, send)
            return
        first = scope["path"].split("/")[1]
        if first in ROOMS["GET" if scope["method"] == "HEAD" else scope["method"]]:
            await self._room()(scope, receive, send)
            return
        try:
            if scope["path"] == "/screen/stream" and scope["method"] == "GET":
                await screen.stream(self.host, receive, send)
                return
            answer = await self._answer(scope, receive, first)
        except Wrong as bad:
            answer = answers.wrong(scope, bad.status)
        except Exception:
            await _sent(send, answers.wrong(scope, 500))
            raise
        await _sent(send, answer)
        self.host.answered()

    async def _answer(self, scope: Scope, receive: Receive, first: str) -> Answer:
        if first == "static":
            return files.file(scope["path"].removeprefix("/static/"))
        if first == "screen":
            return await screen.screen(self.host, scope)
        if scope["path"] == "/clock" and scope["method"] == "POST":
            return await clock(self.host, scope, receive)
        return await table(self.host, scope, receive)

    def _room(self) -> App:
        if self.rooms is None:
            from companion.web.rooms import rooms

            self.rooms = rooms(self.host)
        return self.rooms

    async def _living(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.shutdown":
                self.host.leave()
            await send({"type": message["type"] + ".complete"})
            if message["type"] == "lifespan.shutdown":
                return


def app(host: Host, hosts: Sequence[str]) -> Guard:
    """The application behind its gate. `hosts`: allowed values of the Host header."""
    return Guard(Taps(host), frozenset(h.lower() for h in hosts), host.tickets, host.screens)


async def _sent(send: Send, answer: Answer) -> None:
    more = [(k.lower().encode("latin-1"), v.encode("latin-1")) for k, v in answer.headers.items()]
    headers = [(b"content-type", answer.kind.encode("latin-1")), (b"content-length", b"%d" % len(answer.body)), *more]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body})


async def body_of(receive: Receive) -> bytes:
    parts: list[bytes] = []
    while True:
        message: Message = await receive()
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)


def _pairs(text: bytes, most: int) -> list[tuple[str, str]]:
    try:
        return parse_qsl(text.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=most)
    except ValueError:
        raise Wrong(400) from None


async def form_of(scope: Scope, receive: Receive) -> dict[str, list[str]]:
    """A plain form. Raises Wrong for one that is none."""
    kind = (header(scope, b"content-type") or "").split(";")[0].strip()
    if kind not in ("application/x-www-form-urlencoded", ""):
        raise Wrong(400)
    out: dict[str, list[str]] = {}
    for key, value in _pairs(await body_of(receive), 2000):
        out.setdefault(key, []).append(value)
    return out


def request_of(scope: Scope, host: Host, form: Mapping[str, Sequence[str]] | None = None) -> page.Request:
    query = dict(_pairs(scope["query_string"], 50))
    method = "GET" if scope["method"] == "HEAD" else scope["method"]
    bare = answers.wants_json(scope)
    return page.Request(method, scope["path"], query, form or {}, secrets.token_bytes(32), answers.theme(scope), bare, host.site())


async def table(host: Host, scope: Scope, receive: Receive) -> Answer:
    """Everything the pure page answers."""
    form = await form_of(scope, receive) if scope["method"] == "POST" else {}
    async with host.lock:
        if host.journal is None:
            return answers.elsewhere("/") if scope["path"] != "/" else answers.welcome(scope, host)
        request = request_of(scope, host, form)
        if request.bare and request.method == "GET":
            leaf = host.desk.leaf
            return answers.as_json({"seq": host.desk.seq, "phase": leaf.name if leaf else None, "word": host.journal.word})
        reply = page.handle(host.desk, request)
        try:
            host.keep(reply)
        except (OSError, Stale, Odd) as bad:
            return _unkept(scope, host, bad)
        host.notices = []
    return answers.page_for(scope, reply.html, reply.status, reply.goto, reply.verdict)


async def clock(host: Host, scope: Scope, receive: Receive) -> Answer:
    """The time given to a speaker, for the second screen; nothing that is kept."""
    seconds = ((await form_of(scope, receive)).get("seconds") or [""])[0]
    if not (seconds.isascii() and seconds.isdigit() and len(seconds) < 5):
        raise Wrong(400)
    host.clock = time.time() + int(seconds) if int(seconds) else 0.0
    return Answer(204, b"")


def _unkept(scope: Scope, host: Host, bad: Exception) -> Answer:
    """Nothing happened: the disk did not take it. The page stands as it was, and says so."""
    reason = bad.strerror or str(bad) if isinstance(bad, OSError) else str(bad)
    site = {**host.site(), "notices": [word("满盘", reason=reason)]}
    again = page.Request("GET", "/", {}, {}, secrets.token_bytes(32), answers.theme(scope), False, site)
    body = page.handle(host.desk, again).html
    return answers.page_for(scope, body, 507, "/", {"seq": host.desk.seq, "done": "no", "error": reason})
