"""What may be carried away: the record, the report, the whole record as codes, the key slip, a ticket for another device."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from markupsafe import Markup
from starlette.requests import Request as Asked
from starlette.responses import RedirectResponse, Response

from companion import page, restore
from companion.journal import Journal
from companion.web import taps
from companion.web.answers import Wrong, page_for
from companion.web.host import Host
from companion.web.opening import given

Plain = Any


def _attached(content: bytes, kind: str, name: str) -> Response:
    return Response(content, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


async def export(asked: Asked) -> Response:
    """The record, or the report of the game."""
    host: Host = asked.app.state.host
    async with host.lock:
        if host.journal is None:
            raise Wrong(404)
        record = host.journal.live.export()
        if asked.path_params["name"] == "record.yaml":
            from companion.recordtext import yaml_of
            from engine.record import normal

            return _attached(yaml_of(normal(record)).encode("utf-8"), "application/yaml", "record.yaml")
        if asked.path_params["name"] == "report.pdf" and host.site()["report"]:
            from companion.gamereport import pdf

            return _attached(await asyncio.to_thread(pdf, record), "application/pdf", "report.pdf")
    raise Wrong(404)


def drawn(rows: Sequence[Sequence[bool]], quiet: int = 4) -> Markup:
    """A code as one SVG path."""
    size = len(rows) + 2 * quiet
    path = "".join(f"M{x + quiet} {y + quiet}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" role="img" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path d="{path}"/></svg>'
    )


def address_rows(text: str, border: int) -> list[list[bool]]:
    """A code of any text (an address)."""
    from qrcode.main import QRCode

    code = QRCode(border=border)
    code.add_data(text)
    code.make(fit=True)
    rows: list[list[bool]] = code.get_matrix()
    return rows


async def _aside(asked: Asked, name: str, values: Callable[[Host, Journal], Mapping[str, Plain]]) -> Response:
    """A page beside the game, with what is made for it."""
    host: Host = asked.app.state.host
    async with host.lock:
        if host.journal is None:
            return RedirectResponse("/", 303)
        made = await asyncio.to_thread(values, host, host.journal)
        body = page.aside(host.desk, taps.request_of(asked.scope, host), name, made)
    return given(page_for(asked.scope, body))


async def codes(asked: Asked) -> Response:
    from generator import qr

    return await _aside(asked, "codes", lambda _, journal: {"codes": [drawn(qr.matrix(t)) for t in restore.codes_of(journal)]})


async def key(asked: Asked) -> Response:
    return await _aside(asked, "key", lambda _, journal: {"key": restore.key_for(journal)})


async def device(asked: Asked) -> Response:
    def values(host: Host, _: Journal) -> Mapping[str, Plain]:
        if not host.lan:
            raise Wrong(404)
        address = f"{host.lan[0]}/door?t={host.tickets.issue()}"
        return {"address": address, "ticket": drawn(address_rows(address, 4), 0)}

    return await _aside(asked, "device", values)


async def display(asked: Asked) -> Response:
    """The way to a second screen: a link here, and on a network a code for it."""

    def values(host: Host, _: Journal) -> Mapping[str, Plain]:
        if not host.lan:
            return {"address": "", "ticket": ""}
        address = f"{host.lan[0]}/screen/door?t={host.screens.issue()}"
        return {"address": address, "ticket": drawn(address_rows(address, 4), 0)}

    return await _aside(asked, "display", values)
