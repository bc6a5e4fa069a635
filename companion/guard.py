"""The page's gate: who may ask, how much, how long. Plain ASGI, before anything else sees the request.

Only known hosts (a foreign name that resolves here is refused), only our own pages may post, on a network only devices with a ticket;
bodies are bounded and must keep coming; nothing is cached, framed, or loaded from elsewhere.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any

from companion.page.words import word

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

COOKIE, SCREEN = "yuanzun", "yuanzun-screen"
SMALL = 256 * 1024  # bytes of an ordinary form
LARGE = 40 * 1024 * 1024  # bytes of photos
MANY, LONG = 100, 16 * 1024  # headers, bytes of them
PATIENCE, LONG_PATIENCE, WHOLE = 0.8, 8.0, 60.0  # seconds without a byte; for photos; in all
PHOTOS = ("/restore", "/frame")
OPEN = ("/static/",)
DOORS = ("/door", "/screen/door")
SHOWN = ("/screen", "/screen/stream")

POLICY = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(self), microphone=(), geolocation=()"),
]


class Tickets:
    """One-time tickets and the cookies they were changed for. Only where a network may knock; else everybody on this machine may in."""

    def __init__(self, wanted: bool) -> None:
        self.wanted = wanted
        self._tickets: set[str] = set()
        self._cookies: set[str] = set()

    def issue(self) -> str:
        ticket = secrets.token_urlsafe(16)
        self._tickets.add(ticket)
        return ticket

    def change(self, ticket: str) -> str | None:
        """The cookie for a ticket, which is used up by it."""
        found = next((t for t in self._tickets if secrets.compare_digest(t, ticket)), None) if ticket.isascii() else None
        if found is None:
            return None
        self._tickets.discard(found)
        cookie = secrets.token_urlsafe(24)
        self._cookies.add(cookie)
        return cookie

    def known(self, cookie: str) -> bool:
        return not self.wanted or (cookie.isascii() and any(secrets.compare_digest(c, cookie) for c in self._cookies))


def header(scope: Scope, name: bytes) -> str | None:
    """A header's one value; None where it is missing or stands twice."""
    found = [v for k, v in scope["headers"] if k == name]
    return found[0].decode("latin-1") if len(found) == 1 else None


def cookie(scope: Scope, name: str) -> str:
    try:
        jar = SimpleCookie(header(scope, b"cookie") or "")
    except CookieError:
        return ""
    return jar[name].value if name in jar else ""


class Refused(Exception):
    def __init__(self, status: int, code: str) -> None:
        super().__init__(code)
        self.status = status
        self.code = code


class Guard:
    """Wraps the application. `hosts`: the values of Host that are ours; `screens`: tickets that let a second screen see itself alone."""

    def __init__(self, app: App, hosts: frozenset[str], tickets: Tickets, screens: Tickets) -> None:
        self.app = app
        self.hosts = hosts
        self.tickets = tickets
        self.screens = screens

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        sender = _Answering(send)
        try:
            self._may(scope)
            body = await _body(scope, receive) if scope["method"] == "POST" else b""
            await self.app(scope, _once(body, receive), sender)
        except Refused as no:
            await _refuse(sender, no)
        except Exception:
            # The page has answered 500 by now. A host is told on the page, not by a traceback.
            if os.environ.get("YUANZUN_DEBUG"):
                raise

    def _may(self, scope: Scope) -> None:
        if scope["method"] not in ("GET", "HEAD", "POST"):
            raise Refused(405, "坏请求")
        if len(scope["headers"]) > MANY or sum(len(k) + len(v) for k, v in scope["headers"]) > LONG:
            raise Refused(400, "坏请求")
        host = header(scope, b"host")
        if host is None or host.lower() not in self.hosts:
            raise Refused(403, "坏请求")
        if scope["method"] == "POST":
            origin = header(scope, b"origin")
            if origin != f"http://{host}" or header(scope, b"sec-fetch-site") not in (None, "same-origin"):
                raise Refused(403, "坏请求")
        path = scope["path"]
        if path in DOORS or path.startswith(OPEN) or self.tickets.known(cookie(scope, COOKIE)):
            return
        if not (path in SHOWN and self.screens.known(cookie(scope, SCREEN))):
            raise Refused(401, "门_注")


async def _body(scope: Scope, receive: Receive) -> bytes:
    photos = scope["path"] in PHOTOS
    most, patience = (LARGE, LONG_PATIENCE) if photos else (SMALL, PATIENCE)
    length = header(scope, b"content-length")
    if length is not None and (not length.isdigit() or int(length) > most):
        raise Refused(413 if length.isdigit() else 400, "太大")
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(WHOLE if photos else PATIENCE * 4):
            while True:
                message = await asyncio.wait_for(receive(), patience)
                if message["type"] == "http.disconnect":
                    raise Refused(400, "坏请求")
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                if size > most:
                    raise Refused(413, "太大")
                if not message.get("more_body"):
                    return b"".join(parts)
    except TimeoutError:
        raise Refused(408 if photos else 400, "太慢") from None


def _once(body: bytes, receive: Receive) -> Receive:
    """The body that was read, then whatever else comes (a disconnect)."""
    given = False

    async def again() -> Message:
        nonlocal given
        if not given:
            given = True
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return again


class _Answering:
    """Sends, with our headers on every answer."""

    def __init__(self, send: Send) -> None:
        self.send = send
        self.closing = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {k.lower() for k, _ in message.get("headers", [])}
            more = HEADERS + ([] if b"cache-control" in present else [(b"cache-control", b"no-store")])
            more = more + ([(b"connection", b"close")] if self.closing else [])
            message = {**message, "headers": [*message.get("headers", []), *more]}
        await self.send(message)


async def _refuse(sender: _Answering, no: Refused) -> None:
    sender.closing = True
    text = word("门_题") + "\n" + word("门_注") if no.status == 401 else word(no.code)
    body = f'<!doctype html><html lang="zh-Hans"><meta charset="utf-8"><title>源尊</title><pre>{text}</pre></html>'.encode()
    headers = [(b"content-type", b"text/html; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await sender({"type": "http.response.start", "status": no.status, "headers": headers})
    await sender({"type": "http.response.body", "body": body})
