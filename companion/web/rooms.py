"""What is asked now and then: opening and leaving tables, what may be carried away, the door. With Starlette, loaded on first use."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request as Asked
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from companion.guard import COOKIE
from companion.page import html
from companion.web import answers, carrying, opening
from companion.web.answers import THEMES, Answer, Wrong
from companion.web.host import Host
from companion.web.opening import form_of, given


async def door(asked: Asked) -> Response:
    """A ticket changed for a cookie; the way in is a link of our own, so that a strict cookie comes along."""
    host: Host = asked.app.state.host
    cookie = host.tickets.change(asked.query_params.get("t", ""))
    if cookie is None:
        return given(Answer(401, html.page("door", ticket=False).encode()))
    answer = given(Answer(200, html.page("door", ticket=True, goto="/").encode()))
    answer.set_cookie(COOKIE, cookie, max_age=16 * 3600, httponly=True, samesite="strict")
    return answer


async def look(asked: Asked) -> Response:
    form = await form_of(asked)
    chosen = (form.get("theme") or ["auto"])[0]
    answer = RedirectResponse("/more", status_code=303)
    answer.set_cookie("theme", chosen if chosen in THEMES else "auto", max_age=365 * 86400, httponly=True, samesite="strict")
    return answer


async def _wrong(asked: Asked, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else error.status if isinstance(error, Wrong) else 500
    return given(answers.wrong(asked.scope, status))


ROUTES = [
    Route("/door", door),
    Route("/look", look, methods=["POST"]),
    Route("/restore", opening.reopen, methods=["POST"]),
    Route("/frame", opening.frame, methods=["POST"]),
    Route("/kept", opening.kept, methods=["POST"]),
    Route("/deal", opening.deal, methods=["POST"]),
    Route("/next", opening.leave, methods=["POST"]),
    Route("/close", opening.leave, methods=["POST"]),
    Route("/forget", opening.leave, methods=["POST"]),
    Route("/export/{name}", carrying.export),
    Route("/codes", carrying.codes),
    Route("/key", carrying.key),
    Route("/device", carrying.device),
    Route("/display", carrying.display),
]


def rooms(host: Host) -> Starlette:
    inner = Starlette(routes=ROUTES, exception_handlers={HTTPException: _wrong, Wrong: _wrong, Exception: _wrong})
    inner.state.host = host
    return inner
