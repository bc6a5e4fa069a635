"""The page's server: routes around page/ (which is pure), the journal that makes each tap durable before it is answered, and the gate.

One process, one table at a time, one writer: requests that change something are taken one after the other.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
import threading
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request as Asked
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from companion import page, restore
from companion.guard import COOKIE, Guard, Tickets
from companion.journal import Journal, Stale
from companion.live import Odd
from companion.page import html
from companion.page.words import word
from companion.restore import NoTable

Plain = Any
THEMES = ("auto", "night", "day")
STATIC = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".txt": "text/plain"}


class Host:
    """The table that is open, and what belongs to this run of the server."""

    def __init__(self, journal: Journal | None = None, lan: Sequence[str] = (), tickets: Tickets | None = None) -> None:
        self.lock = asyncio.Lock()
        self.tickets = tickets or Tickets(False)
        self.lan = tuple(lan)
        self.names: tuple[str, ...] = ()
        self.journal: Journal | None = None
        self.desk = page.Desk()
        self.notices: list[str] = []
        if journal is not None:
            self.take(journal)

    def take(self, journal: Journal) -> None:
        """Open this table instead of the one before."""
        if self.journal is not None:
            self.journal.close()
        self.journal = journal
        self.desk = page.folded(journal.events, page.opened(journal.first["record"]))
        self.notices = list(journal.notices)
        self.warm()

    def warm(self) -> None:
        """Work out beside the requests what the first call will need."""
        threading.Thread(target=_quietly, args=(self.desk,), daemon=True).start()

    def leave(self) -> None:
        if self.journal is not None:
            self.names = tuple(n for n in self.desk.names if n)
            self.journal.close()
        self.journal, self.desk = None, page.Desk()

    def keep(self, events: Sequence[Mapping[str, Plain]]) -> None:
        """Make events durable, one line each. Raises OSError, Stale: then those that were not written have not happened."""
        assert self.journal is not None
        for event in events:
            self.journal.append(event, expected_seq=self.desk.seq, time=restore.now())
            self.desk = page.fold(self.desk, self.journal.events[-1])
            if event["do"] == "setup":
                self.warm()

    def site(self) -> dict[str, Plain]:
        return {
            "lan": bool(self.lan),
            "report": _has("companion.gamereport"),
            "codes": True,
            "key": True,
            "notices": self.notices,
            "word": self.journal.word if self.journal else "",
        }


def _quietly(desk: page.Desk) -> None:
    with contextlib.suppress(Exception):  # whatever is wrong with a record is told where it is asked for
        page.warm(desk)


@lru_cache(maxsize=8)
def _has(module: str) -> bool:
    from importlib.util import find_spec

    return find_spec(module) is not None


# --- small things


def _theme(asked: Asked) -> str:
    chosen = asked.cookies.get("theme", "auto")
    return chosen if chosen in THEMES else "auto"


def _wants_json(asked: Asked) -> bool:
    return "application/json" in asked.headers.get("accept", "")


def _by_htmx(asked: Asked) -> bool:
    return asked.headers.get("hx-request") == "true"


async def _form(asked: Asked) -> dict[str, list[str]]:
    """A plain form. Raises HTTPException 400 for one that is none."""
    kind = asked.headers.get("content-type", "").split(";")[0].strip()
    if kind == "multipart/form-data":
        return dict((await _parts(asked)).text)
    if kind not in ("application/x-www-form-urlencoded", ""):
        raise HTTPException(400)
    try:
        pairs = parse_qsl(
            (await asked.body()).decode("ascii"), keep_blank_values=True, strict_parsing=False, errors="strict", max_num_fields=2000
        )
    except ValueError:
        raise HTTPException(400) from None
    out: dict[str, list[str]] = {}
    for key, value in pairs:
        out.setdefault(key, []).append(value)
    return out


@dataclass(frozen=True, slots=True)
class Parts:
    """A multipart form: text by name, and files (name, content) by name."""

    text: Mapping[str, list[str]]
    files: Mapping[str, list[tuple[str, bytes]]]

    def one(self, name: str) -> str:
        return (self.text.get(name) or [""])[0]


async def _parts(asked: Asked) -> Parts:
    """Raises HTTPException 400 for a body that is none."""
    text: dict[str, list[str]] = {}
    held: dict[str, list[tuple[str, bytes]]] = {}
    try:
        async with asked.form(max_files=24, max_fields=200, max_part_size=64 * 1024) as form:
            for key, value in form.multi_items():
                if isinstance(value, str):
                    text.setdefault(key, []).append(value)
                elif content := await value.read():
                    held.setdefault(key, []).append(((value.filename or "")[:80], content))
    except HTTPException:
        raise
    except Exception:  # what a broken multipart body makes the parser raise is not a closed list
        raise HTTPException(400) from None
    return Parts(text, held)


def _answer(asked: Asked, body: str, status: int = 200, goto: str = "/", verdict: Mapping[str, Plain] | None = None) -> Response:
    """One answer for all comers: JSON for programs, the page with its address for htmx, a redirect after a plain form that went well."""
    if _wants_json(asked):
        return JSONResponse(dict(verdict or {}), status_code=status)
    if asked.method == "POST" and not _by_htmx(asked) and status == 200 and (verdict or {}).get("done") == "yes":
        return RedirectResponse(goto, status_code=303)
    headers = {"HX-Push-Url": goto} if asked.method == "POST" and _by_htmx(asked) else {}
    return HTMLResponse(body, status_code=status, headers=headers)


# --- the table


def _request(asked: Asked, host: Host, form: Mapping[str, Sequence[str]] | None = None) -> page.Request:
    try:
        query = dict(parse_qsl(asked.scope["query_string"].decode("ascii"), errors="strict", max_num_fields=50))
    except ValueError:
        raise HTTPException(400) from None
    method = "GET" if asked.method == "HEAD" else asked.method
    bare = _wants_json(asked)
    return page.Request(method, asked.url.path, query, form or {}, secrets.token_bytes(32), _theme(asked), bare, host.site())


async def table(asked: Asked) -> Response:
    """Everything the pure page answers."""
    host: Host = asked.app.state.host
    form = await _form(asked) if asked.method == "POST" else {}
    async with host.lock:
        if host.journal is None:
            return RedirectResponse("/", 303) if asked.url.path != "/" else _welcome(asked, host)
        request = _request(asked, host, form)
        if request.bare and request.method == "GET":
            leaf = host.desk.leaf
            return JSONResponse({"seq": host.desk.seq, "phase": leaf.name if leaf else None, "word": host.journal.word})
        reply = page.handle(host.desk, request)
        try:
            host.keep(reply.events)
        except (OSError, Stale, Odd) as bad:
            return _unkept(asked, host, bad)
        host.notices = []
    return _answer(asked, reply.html, reply.status, reply.goto, reply.verdict)


def _unkept(asked: Asked, host: Host, bad: Exception) -> Response:
    """Nothing happened: the disk did not take it. The page stands as it was, and says so."""
    reason = bad.strerror or str(bad) if isinstance(bad, OSError) else str(bad)
    site = {**host.site(), "notices": [word("满盘", reason=reason)]}
    again = page.Request("GET", "/", {}, {}, secrets.token_bytes(32), _theme(asked), False, site)
    body = page.handle(host.desk, again).html
    return _answer(asked, body, 507, "/", {"seq": host.desk.seq, "done": "no", "error": reason})


# --- opening, leaving


def _welcome(asked: Asked, host: Host, error: str = "", status: int = 200, held: Sequence[str] = ()) -> Response:
    from engine.games import names

    body = html.page(
        "restore",
        f=None,
        theme=_theme(asked),
        path="/",
        stale=False,
        error=error,
        given={},
        fresh=lambda: "",
        site=host.site(),
        held=" ".join(t.replace(" ", "_") for t in held),
        tables=restore.kept(),
        games=names(),
        people="\n".join(host.names),
    )
    return _answer(asked, body, status, "/", {"done": "no", "error": error})


def _opened(asked: Asked, host: Host, make: Callable[[], Journal]) -> Response:
    """Open a table, or say why not."""
    try:
        journal = make()
    except NoTable as no:
        return _welcome(asked, host, str(no), 422 if not no.held else 200, no.held)
    except OSError as bad:
        return _welcome(asked, host, word("满盘", reason=bad.strerror or str(bad)), 507)
    host.take(journal)
    return RedirectResponse("/", status_code=303)


def _held(text: str) -> list[str]:
    return [t.replace("_", " ") for t in text.split() if t][:255]


async def reopen(asked: Asked) -> Response:
    """Photos, a record file, or the codes that were read before, with the key typed since."""
    host: Host = asked.app.state.host
    found = await _parts(asked)
    typed, held = found.one("unlock"), _held(found.one("held"))
    photos, records = found.files.get("photo", []), found.files.get("file", [])
    async with host.lock:
        if records and not photos:
            return await asyncio.to_thread(_opened, asked, host, lambda: restore.from_text(records[0][1], records[0][0]))
        if not photos and not held:
            return _welcome(asked, host, word("恢复_空"), 422)

        def make() -> Journal:
            return restore.from_codes([*held, *restore.texts_on(photos)], typed)

        return await asyncio.to_thread(_opened, asked, host, make)


async def frame(asked: Asked) -> Response:
    """One picture of the live camera: were there codes, and can they be opened without typing?"""
    found = await _parts(asked)
    try:
        texts = await asyncio.to_thread(restore.texts_on, found.files.get("photo", []))
        if not texts:
            return JSONResponse({})
        await asyncio.to_thread(restore.unsealed, texts, "")
    except NoTable as no:
        held = " ".join(t.replace(" ", "_") for t in no.held)
        return JSONResponse({"found": held, "ready": False, "say": str(no)} if held else {"say": str(no)})
    return JSONResponse({"found": " ".join(t.replace(" ", "_") for t in texts), "ready": True})


async def kept(asked: Asked) -> Response:
    """A table of this machine again."""
    host: Host = asked.app.state.host
    form = await _form(asked)
    async with host.lock:
        return await asyncio.to_thread(_opened, asked, host, lambda: restore.by_ident((form.get("table") or [""])[0]))


async def deal(asked: Asked) -> Response:
    """A fresh deal, with the names in the form."""
    host: Host = asked.app.state.host
    form = await _form(asked)
    people = [n for line in form.get("people", []) for n in (part.strip()[:40] for part in line.splitlines()) if n]
    count = (form.get("count") or [""])[0]
    game = (form.get("game") or [""])[0]
    async with host.lock:
        number = int(count) if count.isdigit() and len(count) < 4 else 0
        return await asyncio.to_thread(_opened, asked, host, lambda: restore.dealt(game, people, number))


def _current(form: Mapping[str, Sequence[str]], host: Host) -> bool:
    return (form.get("seq") or [""])[0] == str(host.desk.seq)


async def leave(asked: Asked) -> Response:
    """Next game with the same people, another table, or this one forgotten."""
    host: Host = asked.app.state.host
    form = await _form(asked)
    async with host.lock:
        if host.journal is None:
            return RedirectResponse("/", 303)
        if not _current(form, host):
            reply = page.handle(host.desk, _request(asked, host, {"seq": ["-"]}))
            return _answer(asked, reply.html, 409, "/", {"seq": host.desk.seq, "done": "stale"})
        if asked.url.path == "/forget":
            if "sure" not in form:
                return RedirectResponse("/forget", 303)
            gone = host.journal
            host.leave()
            host.names = ()
            await asyncio.to_thread(restore.forget, gone)
        else:
            host.leave()
            if asked.url.path == "/close":
                host.names = ()
        return RedirectResponse("/", 303)


# --- what may be carried away


def _attached(content: bytes, kind: str, name: str) -> Response:
    return Response(content, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


async def export(asked: Asked) -> Response:
    """The record, or the report of the game."""
    host: Host = asked.app.state.host
    async with host.lock:
        if host.journal is None:
            raise HTTPException(404)
        record = host.journal.live.export()
        if asked.path_params["name"] == "record.yaml":
            from companion.recordtext import yaml_of
            from engine.record import normal

            return _attached(yaml_of(normal(record)).encode("utf-8"), "application/yaml", "record.yaml")
        if asked.path_params["name"] == "report.pdf" and host.site()["report"]:
            from companion.gamereport import pdf

            return _attached(await asyncio.to_thread(pdf, record), "application/pdf", "report.pdf")
    raise HTTPException(404)


def _svg(text: str) -> str:
    """A code as one SVG path."""
    from generator import qr

    rows = qr.matrix(text)
    return _drawn("".join(f"M{x + 4} {y + 4}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark), len(rows) + 8)


def _drawn(path: str, size: int) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" role="img" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path d="{path}"/></svg>'
    )


async def aside(asked: Asked) -> Response:
    """Codes of the whole record, the key slip, a ticket for another device."""
    from markupsafe import Markup

    host: Host = asked.app.state.host
    async with host.lock:
        if host.journal is None:
            return RedirectResponse("/", 303)
        path = asked.url.path
        values: dict[str, Plain] = {"codes": [], "key": None, "ticket": "", "address": ""}
        if path == "/codes":
            texts = await asyncio.to_thread(restore.codes_of, host.journal)
            values["codes"] = [Markup(_svg(text)) for text in texts]
        elif path == "/key":
            values["key"] = restore.key_for(host.journal)
        elif host.lan:
            address = f"{host.lan[0]}/door?t={host.tickets.issue()}"
            values |= {"address": address, "ticket": Markup(_plain_svg(address))}
        else:
            raise HTTPException(404)
        body = page.aside(host.desk, _request(asked, host), path.strip("/"), values)
    return _answer(asked, body)


def _plain_svg(text: str) -> str:
    """A code of any text (an address)."""
    from qrcode.constants import ERROR_CORRECT_M
    from qrcode.main import QRCode

    code = QRCode(error_correction=ERROR_CORRECT_M, border=4)
    code.add_data(text)
    code.make(fit=True)
    rows = code.get_matrix()
    path = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    size = len(rows)
    return _drawn(path, size)


# --- the door, the looks, the files


async def door(asked: Asked) -> Response:
    """A ticket changed for a cookie; the way in is a link of our own, so that a strict cookie comes along."""
    host: Host = asked.app.state.host
    given = host.tickets.change(asked.query_params.get("t", ""))
    if given is None:
        return HTMLResponse(html.page("door", ticket=False), status_code=401)
    answer = HTMLResponse(html.page("door", ticket=True))
    answer.set_cookie(COOKIE, given, max_age=16 * 3600, httponly=True, samesite="strict")
    return answer


async def look(asked: Asked) -> Response:
    form = await _form(asked)
    chosen = (form.get("theme") or ["auto"])[0]
    answer = RedirectResponse("/more", status_code=303)
    answer.set_cookie("theme", chosen if chosen in THEMES else "auto", max_age=365 * 86400, httponly=True, samesite="strict")
    return answer


@lru_cache(maxsize=32)
def _static(name: str) -> tuple[bytes, str] | None:
    stem, dot, end = name.rpartition(".")
    if stem.startswith("ring-") and end == "css" and stem[5:].isdigit() and 1 <= int(stem[5:]) <= 60:
        return ring_css(int(stem[5:])).encode(), "text/css"
    kind = STATIC.get(dot + end)
    if kind is None or not stem.replace("-", "").replace(".", "").isalnum() or not name.isascii():
        return None
    path = files("templates").joinpath("page", "static", name)
    return (path.read_bytes(), kind) if path.is_file() else None


def ring_css(count: int) -> str:
    """Places of `count` seats on the ring, clockwise from the top, at equal distances along it."""
    from math import cos, hypot, pi, sin

    wide, high = (42.0, 43.0) if count <= 14 else (43.0, 45.0)
    steps = 2000
    points = [(50 + wide * sin(2 * pi * i / steps), 50 - high * cos(2 * pi * i / steps)) for i in range(steps + 1)]
    tall = 1.08 if count <= 14 else 1.45
    far = [0.0]
    for (x1, y1), (x2, y2) in pairwise(points):
        far.append(far[-1] + hypot(x2 - x1, (y2 - y1) * tall))
    out = [f".ring-{count}{{--shape:1/{tall}}}"]
    at = 0
    for seat in range(count):
        while far[at] < far[-1] * seat / count:
            at += 1
        out.append(f".ring-{count} .place-{seat + 1}{{left:{points[at][0]:.2f}%;top:{points[at][1]:.2f}%}}")
    if count > 14:
        out.append(f".ring-{count} .spot{{width:3.1rem;min-height:3.1rem}}.ring-{count} .spot i{{font-size:.6875rem;max-width:2.9rem}}")
    return "\n".join(out)


async def static(asked: Asked) -> Response:
    found = _static(asked.path_params["name"])
    if found is None:
        raise HTTPException(404)
    return Response(found[0], media_type=found[1] + "; charset=utf-8", headers={"Cache-Control": "max-age=600"})


async def _wrong(asked: Asked, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    text = {400: "坏请求", 404: "没有这一页", 405: "坏请求", 413: "太大"}.get(status, "出错")
    if _wants_json(asked):
        return JSONResponse({"error": word(text)}, status_code=status)
    return HTMLResponse(html.page("plain", text=word(text)), status_code=status)


ROUTES = [
    Route("/static/{name}", static),
    Route("/door", door),
    Route("/look", look, methods=["POST"]),
    Route("/restore", reopen, methods=["POST"]),
    Route("/frame", frame, methods=["POST"]),
    Route("/kept", kept, methods=["POST"]),
    Route("/deal", deal, methods=["POST"]),
    Route("/next", leave, methods=["POST"]),
    Route("/close", leave, methods=["POST"]),
    Route("/forget", leave, methods=["POST"]),
    Route("/export/{name}", export),
    Route("/codes", aside),
    Route("/key", aside),
    Route("/device", aside),
    Route("/{path:path}", table, methods=["GET", "POST"]),
]


def app(host: Host, hosts: Sequence[str]) -> Guard:
    """The application behind its gate. `hosts`: allowed values of the Host header."""

    @contextlib.asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        yield
        host.leave()

    inner = Starlette(routes=ROUTES, exception_handlers={HTTPException: _wrong, Exception: _wrong}, lifespan=life)
    inner.state.host = host
    return Guard(inner, frozenset(h.lower() for h in hosts), host.tickets)


# --- serving


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
    import uvicorn

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
    hosts = [f"{name}:{number}" for name in ("127.0.0.1", "localhost", *addresses)]
    own = f"http://127.0.0.1:{number}/" + (f"door?t={host.tickets.issue()}" if lan else "")
    say(f"页面：{own}")
    for notice in host.notices:
        say(notice)
    if lan:
        _invite(host, say)
    config = uvicorn.Config(
        app(host, hosts),
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
    running = uvicorn.Server(config)
    if browser:
        _open_later(own)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(running.serve([server]))


def _invite(host: Host, say: Callable[[str], None]) -> None:
    """The code for another device, on the terminal."""
    if not host.lan:
        say(word("没有网络"))
        return
    address = f"{host.lan[0]}/door?t={host.tickets.issue()}"
    from qrcode.main import QRCode

    code = QRCode(border=2)
    code.add_data(address)
    code.make(fit=True)
    rows = code.get_matrix()
    rows = [*rows, [False] * len(rows[0])] if len(rows) % 2 else rows
    pairs = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}
    for above, below in zip(rows[::2], rows[1::2], strict=True):
        say("".join(pairs[(a, b)] for a, b in zip(above, below, strict=True)))
    say(address)
    say(word("设备_注"))


def _open_later(address: str) -> None:
    import webbrowser

    threading.Timer(0.4, lambda: webbrowser.open(address)).start()
