"""What is sent back, whoever makes it: a page for all comers, the welcome, a refusal in words. Asked of the bare ASGI scope."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.guard import Scope, cookie, header
from companion.page import html
from companion.page.words import word
from companion.web.host import Host

Plain = Any
THEMES = ("auto", "night", "day")
HTML = "text/html; charset=utf-8"


class Answer(NamedTuple):
    """`headers` beside the type and the length."""

    status: int
    body: bytes
    kind: str = HTML
    headers: Mapping[str, str] = {}


class Wrong(Exception):
    """A request that can't be taken."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def theme(scope: Scope) -> str:
    chosen = cookie(scope, "theme")
    return chosen if chosen in THEMES else "auto"


def wants_json(scope: Scope) -> bool:
    return "application/json" in (header(scope, b"accept") or "")


def by_htmx(scope: Scope) -> bool:
    return header(scope, b"hx-request") == "true"


def as_json(data: Mapping[str, Plain], status: int = 200) -> Answer:
    return Answer(status, json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode(), "application/json")


def elsewhere(path: str) -> Answer:
    return Answer(303, b"", HTML, {"location": path})


def page_for(scope: Scope, body: str, status: int = 200, goto: str = "/", verdict: Mapping[str, Plain] | None = None) -> Answer:
    """One answer for all comers: JSON for programs, the page with its address for htmx, a redirect after a plain form that went well."""
    if wants_json(scope):
        return as_json(dict(verdict or {}), status)
    posted = scope["method"] == "POST"
    if posted and not by_htmx(scope) and status == 200 and (verdict or {}).get("done") == "yes":
        return elsewhere(goto)
    return Answer(status, body.encode(), HTML, {"HX-Push-Url": goto} if posted and by_htmx(scope) else {})


def welcome(scope: Scope, host: Host, error: str = "", status: int = 200, held: Sequence[str] = ()) -> Answer:
    """The page before a table is open."""
    from companion import restore
    from engine.games import names

    body = html.page(
        "restore",
        f=None,
        theme=theme(scope),
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
    return page_for(scope, body, status, "/", {"done": "no", "error": error})


def wrong(scope: Scope, status: int) -> Answer:
    """What went wrong, in words."""
    text = word({400: "坏请求", 404: "没有这一页", 405: "坏请求", 413: "太大"}.get(status, "出错"))
    return as_json({"error": text}, status) if wants_json(scope) else Answer(status, html.page("plain", text=text).encode())
