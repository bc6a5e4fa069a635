"""The companion page as a pure function: `handle(desk, request) -> Reply(events, html …)`.

Nothing here reads a clock, a file or a random source; what a request needs of chance comes with it (`entropy`). Whoever calls makes the
events durable before the HTML is sent, and throws both away where that fails.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlsplit

from companion.page import forms, html, moves, public, seats, views, words
from companion.page.desk import Desk, fold, folded, opened
from companion.page.look import View, look, to_order, warm
from companion.page.moves import Move

__all__ = ["Desk", "Reply", "Request", "aside", "fold", "folded", "handle", "opened", "public", "warm"]

Plain = Any


@dataclass(frozen=True, slots=True)
class Request:
    """`path`, `query`, `form` as sent (decoded); `entropy`: 32 bytes of chance; `theme`: day · night · auto;
    `bare`: a program asks, who wants no HTML; `site`: what the server offers."""

    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    form: Mapping[str, Sequence[str]] = field(default_factory=dict)
    entropy: bytes = b""
    theme: str = "auto"
    bare: bool = False
    site: Mapping[str, Plain] = field(default_factory=dict)


class Reply(NamedTuple):
    """`events` to be made durable first, then `html` with `status`; `goto`: the address this page has; `desk`: the table after them."""

    events: tuple[dict[str, Plain], ...]
    html: str
    status: int = 200
    goto: str = "/"
    verdict: Mapping[str, Plain] = {}
    desk: Desk | None = None


def _fresh(entropy: bytes) -> Callable[[], str]:
    """Numbers for the forms of one page: no two alike, none to be guessed."""

    def numbers() -> Iterator[str]:
        n = 0
        while True:
            n += 1
            yield hashlib.sha256(b"form" + entropy + n.to_bytes(4, "big")).hexdigest()[:20]

    made = numbers()
    return lambda: next(made)


SITE: Mapping[str, Plain] = {"lan": False, "report": False, "codes": False, "key": False, "notices": (), "word": ""}


def _draw(name: str, view: View, request: Request, /, **values: Any) -> str:
    common = {"error": "", "given": {}, "refusal": None, "stale": False, "site": {**SITE, **request.site}, "theme": request.theme}
    frame = views.frame(view)
    return html.page(name, **{**common, "fresh": _fresh(request.entropy), "f": frame, "path": request.path, **values})


def _main(view: View, request: Request, extra: Mapping[str, Plain]) -> str:
    query = {**request.query, **extra.get("query", {})}
    side = {"seats": seats.ring(view), "recent": views.log(view, 1)}
    rest = {k: v for k, v in extra.items() if k != "query"}
    if view.replay.answer.errors and view.replay.state is None:
        faults = [{"at": f.at, "why": view.texts.fault(f.why)} for f in view.replay.answer.errors]
        return _draw("broken", view, request, faults=faults, **rest)
    if view.leaf is None:
        if to_order(view.game, view.desk.record()):
            return _walk(view, request, rest)
        return _draw("start", view, request, first=view.game.phase_after(None), **side, **rest)
    strip = views.strip(view)
    if "call" not in query and view.at > len(view.calls):
        return _draw("over", view, request, end=views.ending(view), text=views.summary(view), strip=strip, **side, **rest)
    asked = query.get("call", "")
    if view.at < 0 and not asked:
        return _draw("announce", view, request, said=views.announcement(view), strip=strip, **side, **rest)
    if asked == "end" or (view.at >= len(view.calls) and not asked) or not view.calls:
        strip = views.strip(view, len(view.calls))
        return _draw("end", view, request, end=views.ending(view), strip=strip, anytime=views.anytime(view), **side, **rest)
    call = views.call(view, query, extra.get("given", {}))
    strip = views.strip(view, int(call["index"]) if call["index"].isdigit() else -1)
    more = {"anytime": views.anytime(view), "demands": views.demands(view, passed=True)}
    return _draw("call", view, request, call=call, strip=strip, spot=query, **more, **side, **rest)


def _walk(view: View, request: Request, extra: Mapping[str, Plain]) -> str:
    asked = to_order(view.game, view.desk.record())
    wanted = request.query.get("seat", "")
    left = [s for s in asked if s not in view.desk.draft and sum(o.ok for o in asked[s]) != 1]
    here = int(wanted) if wanted.isdigit() and int(wanted) in asked else (left[0] if left else 0)
    ring = seats.ring(view)
    for seat in ring:
        seat["badges"] = ["✓"] if seat["seat"] not in left else []
    offers = [
        {
            "code": forms.code_of(o.value),
            "layers": list(o.value),
            "ok": o.ok,
            "why": view.texts.why(o.why) if o.why else "",
            "chosen": view.desk.draft.get(here) == o.value,
        }
        for o in asked.get(here, ())
    ]
    sole = len(asked.get(here, ())) == 1
    name = view.seat_name(here) if here else ""
    values = {"here": here, "name": name, "offers": offers, "sole": sole, "left": left, "seats": ring, "asked": sorted(asked)}
    return _draw("walk", view, request, **values, **extra)


def _rule(view: View, request: Request, extra: Mapping[str, Plain]) -> str:
    cited = request.query.get("c", "")[:80]
    return _draw("rule", view, request, rules=words.cites(view.texts, [cited]), **extra)


def _show(view: View, request: Request, extra: Mapping[str, Plain]) -> str:
    i, _, j = request.query.get("at", "").partition(".")
    if not (i.isdigit() and j.isdigit() and int(i) < len(view.desk.leaves) and int(j) < len(view.desk.leaves[int(i)].do)):
        return _main(view, request, extra)
    return _draw("show", view, request, shown=views.done(view, int(i), int(j)), seconds=8)


def _seat(view: View, request: Request, extra: Mapping[str, Plain]) -> str:
    number = int(request.path.split("/")[2])
    held = seats.held(view, number) if request.query.get("reveal") == "1" else None
    return _draw("seat", view, request, seat=seats.one(view, number), held=held, **extra)


def _hand(view: View, request: Request, extra: Mapping[str, Plain]) -> str:
    asked = request.query.get("seat", "")
    number = int(asked) if asked.isdigit() and 1 <= int(asked) <= view.desk.size else 0
    fields = seats.settable(view, number) if number else []
    return _draw("hand", view, request, number=number, fields=fields, words_=list(view.game.words), seats=seats.ring(view), **extra)


def _undo(view: View, request: Request, extra: Mapping[str, Plain]) -> str:
    move = moves.undo(view.desk, {})
    return _draw("undo", view, request, told=move.values.get("told"), **extra)


PAGES: dict[str, Callable[[View, Request, Mapping[str, Plain]], str]] = {
    "/": _main,
    "/walk": lambda v, r, x: _walk(v, r, x) if to_order(v.game, v.desk.record()) and not v.desk.leaves else _main(v, r, x),
    "/ring": lambda v, r, x: _draw("ring", v, r, seats=seats.ring(v), **x),
    "/log": lambda v, r, x: _draw(
        "log", v, r, phases=views.log(v), notes=[n for n in str(v.desk.head.get("note") or "").split("\n") if n], **x
    ),
    "/rule": _rule,
    "/show": _show,
    "/more": lambda v, r, x: _draw("more", v, r, **x),
    "/people": lambda v, r, x: _draw("people", v, r, seats=seats.ring(v), **x),
    "/summary": lambda v, r, x: _draw("summary", v, r, text=views.summary(v), **x),
    "/hand": _hand,
    "/undo": _undo,
    "/forget": lambda v, r, x: _draw("forget", v, r, **x),
}

MOVES: dict[str, Callable[..., Move]] = {
    "/turn": moves.turn,
    "/phase": moves.phase,
    "/undo": moves.undo,
    "/redo": moves.redo,
    "/told": moves.told,
    "/verify": moves.verify,
    "/layer": moves.layer,
    "/seal": moves.seal,
    "/people": moves.people,
    "/hand": moves.hand,
    "/note": moves.note,
}


def _seat_path(path: str, size: int) -> bool:
    parts = path.split("/")
    return len(parts) in (3, 4) and parts[1] == "seat" and parts[2].isdigit() and 1 <= int(parts[2][:4]) <= size


def _get(view: View, request: Request, extra: Mapping[str, Plain]) -> tuple[str, int]:
    if _seat_path(request.path, view.desk.size):
        if request.path.endswith("/peek"):
            return html.page("peek", held=seats.held(view, int(request.path.split("/")[2]))), 200
        return _seat(view, request, extra), 200
    page = PAGES.get(request.path)
    if page is None:
        return _draw("gone", view, request), 404
    return page(view, request, extra), 200


def _at(request: Request, goto: str) -> Request:
    """The same visitor at another address."""
    parts = urlsplit(goto)
    return replace(request, method="GET", path=parts.path, query=dict(parse_qsl(parts.query)), form={})


def _seen(desk: Desk, request: Request, goto: str, extra: Mapping[str, Plain]) -> tuple[str, int]:
    """The page a visitor sees after a tap."""
    return ("", 200) if request.bare else _get(look(desk), _at(request, goto), extra)


def _post(desk: Desk, request: Request) -> Reply:
    ident, seq = moves.one(request.form, "id")[:64], moves.one(request.form, "seq")
    if ident and ident in desk.ids:
        return Reply((), _seen(desk, request, "/", {})[0], 200, "/", {"seq": desk.seq, "done": "before"})
    if seq != str(desk.seq):
        return Reply((), _seen(desk, request, "/", {"stale": True})[0], 409, "/", {"seq": desk.seq, "done": "stale"})
    if request.path != "/enter" and request.path not in MOVES:
        return Reply((), _seen(desk, request, "/nowhere", {})[0], 404, "/", {"seq": desk.seq, "done": "no"})
    if request.path == "/enter":
        move = moves.enter(desk, request.form, request.entropy)
    else:
        move = MOVES[request.path](desk, request.form)
    return _after(desk, request, move, ident)


def _after(desk: Desk, request: Request, move: Move, ident: str) -> Reply:
    """What a move leads to: its events, numbered, and the page they leave."""
    events = move.events
    if events and ident:
        events = ({**events[0], "id": ident}, *events[1:])
    after = folded(events, desk) if events else desk
    verdict = {"seq": after.seq, "done": "yes" if events else "no", "error": move.values.get("error", "")}
    if move.page and not request.bare:
        return Reply((), _draw(move.page, look(after), request, **move.values), move.status, request.path, verdict)
    body, status = _seen(after, request, move.goto, move.values)
    return Reply(events, body, move.status if move.status != 200 else status, move.goto, verdict, after)


def aside(desk: Desk, request: Request, name: str, values: Mapping[str, Plain]) -> str:
    """A page beside the game (codes, key, device), with what the server made for it."""
    return _draw(name, look(desk), request, **values)


def handle(desk: Desk, request: Request) -> Reply:
    """The page of a running table. Pure."""
    if request.method == "POST":
        return _post(desk, request)
    body, status = _get(look(desk), request, {})
    return Reply((), body, status, request.path)
