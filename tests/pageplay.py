"""A player who has nothing but the pages: reads the HTML as a browser without script does, follows links, fills forms, presses buttons."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx

from companion import web
from companion.page.look import look
from engine.prompt import Prompt
from engine.record import entry_of, normal
from tests.pagewalk import form_of

Plain = Any
PORT = "127.0.0.1:8000"


@dataclass
class Form:
    """A form as it stands: what is sent unasked, what may be chosen (name -> enabled values), what may be typed, its buttons."""

    action: str
    sent: list[tuple[str, str]] = field(default_factory=list)
    choices: dict[str, list[str]] = field(default_factory=dict)
    many: set[str] = field(default_factory=set)
    typed: set[str] = field(default_factory=set)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    def names(self) -> set[str]:
        return {n for n, _ in self.sent} | set(self.choices) | self.typed


class Read(HTMLParser):
    """Forms and links of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: list[str] = []
        self._form: Form | None = None
        self._area = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {k: v or "" for k, v in attrs}
        if tag == "a" and "href" in at:
            self.links.append(at["href"])
        if tag == "form":
            self._form = Form(at.get("action", ""))
            self.forms.append(self._form)
        form = self._form
        if form is None or "disabled" in at:
            return
        name, value, kind = at.get("name", ""), at.get("value", ""), at.get("type", "text")
        if tag == "button":
            form.buttons.append((name, value))
        elif tag in ("textarea", "select"):
            form.typed.add(name)
        elif tag == "input" and kind in ("radio", "checkbox"):
            form.choices.setdefault(name, []).append(value)
            if kind == "checkbox":
                form.many.add(name)
            if "checked" in at:
                form.sent.append((name, value))
        elif tag == "input" and kind == "hidden":
            form.sent.append((name, value))
        elif tag == "input" and kind != "file":
            form.typed.add(name)
            form.sent.append((name, value))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None

    def form(self, action: str, **holding: str) -> Form | None:
        """The form that goes there and holds these values."""
        return next((f for f in self.forms if f.action == action and set(holding.items()) <= set(f.sent)), None)


class Player:
    """One browser, one table."""

    def __init__(self, host: web.Host) -> None:
        self.host = host
        self.app = web.app(host, [PORT])
        self.html = ""
        self.status = 0
        self.taps = 0

    def ask(self, method: str, path: str, pairs: list[tuple[str, str]] | None = None) -> Read:
        return asyncio.run(self._asked(method, path, pairs))

    async def _asked(self, method: str, path: str, pairs: list[tuple[str, str]] | None) -> Read:
        headers = {"origin": f"http://{PORT}", "content-type": "application/x-www-form-urlencoded"}
        transport = httpx.ASGITransport(self.app)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{PORT}", follow_redirects=True) as session:
            answer = await session.request(method, path, content=urlencode(pairs or []), headers=headers)
        self.html, self.status, self.taps = answer.text, answer.status_code, self.taps + 1
        assert self.status in (200, 422), (method, path, pairs, self.status)
        return Read(self.html)

    def get(self, path: str) -> Read:
        return self.ask("GET", path)

    def press(self, form: Form, values: Mapping[str, list[str]] | None = None, button: tuple[str, str] | None = None) -> Read:
        """Fill a form with what it lets one choose, and press a button of it."""
        values = {k: v for k, v in (values or {}).items() if k in form.names()}
        for name, chosen in values.items():
            if name in form.choices:
                assert set(chosen) <= set(form.choices[name]), (name, chosen, form.choices[name])
                assert len(chosen) == 1 or name in form.many, name
        if button is not None:
            assert button in form.buttons, (button, form.buttons)
        kept = [(k, v) for k, v in form.sent if k not in values]
        pairs = [*kept, *((k, v) for k, vs in values.items() for v in vs), *([button] if button and button[0] else [])]
        return self.ask("POST", form.action, pairs)

    # --- what a host does

    def walk(self, hands: Mapping[int, Plain]) -> None:
        """Round the table: tap every seat's order, then seal."""
        from companion.page.forms import code_of

        for seat, layers in hands.items():
            form = self.get(f"/walk?seat={seat}").form("/layer", seat=str(seat), layers=code_of(list(layers)))
            if form is not None:  # else there is but one way
                self.press(form)
        form = self.get("/walk").form("/seal")
        assert form is not None and form.buttons, self.html
        self.press(form)

    def next_phase(self) -> None:
        """By the button that is there: of the start, or of the end of the phase."""
        form = (self.get("/?call=end") if self.host.desk.leaves else self.get("/")).form("/phase")
        assert form is not None, self.html
        before = self.host.desk.seq
        self.press(form)
        assert self.host.desk.seq > before, self.html

    def enter(self, entry: Mapping[str, Plain], said: Callable[[Form], Mapping[str, list[str]]] | None = None) -> Read:
        """Find the entry's form by links alone, fill it, press 记下; fill what it asks besides, and press again."""
        plain = normal(dict(entry))
        meant = entry_of(plain)
        prompts = look(self.host.desk).prompts
        index, prompt = next((i, p) for i, p in enumerate(prompts) if p.ok and p.holds(meant))
        values = form_of(prompt, plain)
        return self.fill(prompt, self.find(index, prompt), values, said)

    def fill(
        self, prompt: Prompt, form: Form, values: Mapping[str, list[str]], said: Callable[[Form], Mapping[str, list[str]]] | None = None
    ) -> Read:
        before = self.host.desk.seq
        for _ in range(4):
            page = self.press(form, {**values, **(said(form) if said else {})})
            if self.host.desk.seq > before or any(f.sent and ("sure", "1") in f.sent for f in page.forms):
                return page
            assert self.status == 422, self.html
            again = self._entry_form(page, prompt)
            assert again is not None and again.names() - form.names(), (values, self.html)
            form = again
        raise AssertionError(self.html)

    def _entry_form(self, page: Read, prompt: Prompt) -> Form | None:
        index = look(self.host.desk).prompts.index(prompt)
        return page.form("/enter", p=str(index))

    def find(self, index: int, prompt: Prompt) -> Form:
        """The form of a prompt, by links alone: its call, then skill, seat and variant as the page offers them."""
        view = look(self.host.desk)
        call = next((str(n) for n, c in enumerate(view.calls) if any(i == index for i, _ in c.prompts)), "any")
        wanted = {"skill": prompt.skill, "by": str(prompt.by or 0), "v": str(index)}
        start = f"/?call={call}" + (f"&skill={prompt.skill}" if call == "any" else "")
        page, seen = self.get(start), {start}
        for _ in range(5):
            form = page.form("/enter", p=str(index))
            if form is not None:
                return form
            path = next((p for p in _ways(page.links, call, wanted) if p not in seen), None)
            assert path is not None, (prompt, self.html)
            seen.add(path)
            page = self.get(path)
        raise AssertionError(self.html)

    def undo(self) -> None:
        form = self.get("/").form("/undo")
        assert form is not None
        before = self.host.desk.seq
        page = self.press(form)
        if self.host.desk.seq == before:  # asked first: somebody was told
            sure = next(f for f in page.forms if f.action == "/undo" and ("sure", "1") in [*f.sent, *f.buttons])
            self.press(sure, button=("sure", "1") if ("sure", "1") in sure.buttons else None)
        assert self.host.desk.seq == before + 1, self.html

    def redo(self) -> None:
        form = self.get("/").form("/redo")
        assert form is not None, self.html
        self.press(form)

    def mode(self, verify: bool) -> None:
        form = self.get("/more").form("/verify")
        assert form is not None
        self.press(form, button=("on", "1" if verify else "0"))
        assert self.host.desk.verify is verify

    def exported(self) -> Plain:
        from companion import recordfile

        self.get("/export/record.yaml")
        return recordfile.parse(self.html)[0].data


def _ways(links: list[str], call: str, wanted: Mapping[str, str]) -> Iterator[str]:
    """Links of this call that choose nothing but what is wanted, the farthest first."""
    found = []
    for link in links:
        query = dict(parse_qsl(urlsplit(link).query))
        if link.startswith("/?") and query.get("call") == call and len(query) > 1:
            chosen = {k: v for k, v in query.items() if k != "call"}
            if all(wanted.get(k) == v for k, v in chosen.items()):
                found.append((len(chosen), link))
    return (link for _, link in sorted(found, reverse=True))
