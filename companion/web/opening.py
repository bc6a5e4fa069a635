"""Opening a table (photos, files, codes, one of this machine, a fresh deal), and leaving it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from starlette.requests import Request as Asked
from starlette.responses import JSONResponse, RedirectResponse, Response

from companion import page, restore
from companion.journal import Journal
from companion.page.words import word
from companion.restore import NoTable
from companion.web import taps
from companion.web.answers import Answer, Wrong, page_for, welcome
from companion.web.host import Host


@dataclass(frozen=True, slots=True)
class Parts:
    """A multipart form: text by name, and files (name, content) by name."""

    text: Mapping[str, list[str]]
    files: Mapping[str, list[tuple[str, bytes]]]

    def one(self, name: str) -> str:
        return (self.text.get(name) or [""])[0]


def given(answer: Answer) -> Response:
    return Response(answer.body, answer.status, dict(answer.headers), answer.kind)


async def form_of(asked: Asked) -> Mapping[str, list[str]]:
    """A form, plain or in parts. Raises Wrong for one that is none."""
    if asked.headers.get("content-type", "").startswith("multipart/form-data"):
        return (await _parts(asked)).text
    return await taps.form_of(asked.scope, asked.receive)


async def _parts(asked: Asked) -> Parts:
    """Raises Wrong for a body that is none."""
    text: dict[str, list[str]] = {}
    held: dict[str, list[tuple[str, bytes]]] = {}
    try:
        async with asked.form(max_files=24, max_fields=200, max_part_size=64 * 1024) as form:
            for key, value in form.multi_items():
                if isinstance(value, str):
                    text.setdefault(key, []).append(value)
                elif content := await value.read():
                    held.setdefault(key, []).append(((value.filename or "")[:80], content))
    except Exception:  # what a broken multipart body makes the parser raise is not a closed list
        raise Wrong(400) from None
    return Parts(text, held)


def _opened(asked: Asked, host: Host, make: Callable[[], Journal]) -> Response:
    """Open a table, or say why not."""
    try:
        journal = make()
    except NoTable as no:
        return given(welcome(asked.scope, host, str(no), 422 if not no.held else 200, no.held))
    except OSError as bad:
        return given(welcome(asked.scope, host, word("满盘", reason=bad.strerror or str(bad)), 507))
    host.take(journal)
    return RedirectResponse("/", status_code=303)


def _held(text: str) -> list[str]:
    return [t.replace("_", " ") for t in text.split() if t][:255]


def _one(form: Mapping[str, Sequence[str]], name: str) -> str:
    return (form.get(name) or [""])[0]


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
            return given(welcome(asked.scope, host, word("恢复_空"), 422))

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
    form = await form_of(asked)
    async with host.lock:
        return await asyncio.to_thread(_opened, asked, host, lambda: restore.by_ident(_one(form, "table")))


async def deal(asked: Asked) -> Response:
    """A fresh deal, with the names in the form."""
    host: Host = asked.app.state.host
    form = await form_of(asked)
    people = [n for line in form.get("people", []) for n in (part.strip()[:40] for part in line.splitlines()) if n]
    count, game = _one(form, "count"), _one(form, "game")
    async with host.lock:
        number = int(count) if count.isascii() and count.isdigit() and len(count) < 4 else 0
        return await asyncio.to_thread(_opened, asked, host, lambda: restore.dealt(game, people, number))


async def leave(asked: Asked) -> Response:
    """Next game with the same people, another table, or this one forgotten."""
    host: Host = asked.app.state.host
    form = await form_of(asked)
    async with host.lock:
        if host.journal is None:
            return RedirectResponse("/", 303)
        if _one(form, "seq") != str(host.desk.seq):
            reply = page.handle(host.desk, taps.request_of(asked.scope, host, {"seq": ["-"]}))
            return given(page_for(asked.scope, reply.html, 409, "/", {"seq": host.desk.seq, "done": "stale"}))
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
