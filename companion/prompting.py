"""Prompts in words: what may be entered next, as a line of shorthand with blanks, and as plain data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from typing import Any

from companion.recordtext import flow
from engine.games import Game
from engine.paper import Say
from engine.prompt import Const, Dice, Field, OneOf, Prompt, Row, Seats, Table, Text
from engine.record import Why
from generator.book import Book, book

Plain = Any


def among(what: Field) -> str:
    """What may stand there, on one line."""
    if isinstance(what, Seats):
        return _seats(what)
    if isinstance(what, OneOf):
        return "|".join(flow(o.value) for o in what.offers if o.ok) or "（现在没有）"
    if isinstance(what, Row):
        return ",".join(f"({inner})" if "|" in (inner := among(f)) else inner for f in what.fields)
    if isinstance(what, Dice):
        return ",".join(f"{what.low}–{what.high}" for _ in range(what.count))
    if isinstance(what, Table):
        return _table(what)
    if isinstance(what, Const):
        return flow(what.value)
    return "“话”" if isinstance(what, Text) else ""


def _seats(what: Seats) -> str:
    if what.groups is not None:
        shown = [",".join(map(str, g)) for g in what.groups]
        return "|".join(shown[:24]) + ("|…" if len(shown) > 24 else "")
    text = "/".join(str(s) for s in what.allowed())
    if what.high == 1:
        return text
    return f"{text}（{what.low if what.low == what.high else f'{what.low}–{what.high}'} 个）"


def _table(what: Table) -> str:
    values = "/".join(flow(o.value) for o in what.of if o.ok)
    rows = "、".join(f"{seat}（{most}）" if most > 1 else str(seat) for seat, most in sorted(what.most.items()))
    return f"{rows} 各选 {values}" if rows else "（无人）"


_LEAD = {"to": ">", "die": "d", "said": "="}


def template(prompt: Prompt) -> str:
    """`验妖 2 >3/4/5 ①|②`: skill, who, and what may stand for each key; in brackets what may be left out."""
    parts = [prompt.skill]
    if prompt.by is not None:
        parts.append(str(prompt.by))
    for key, what in prompt.fields:
        lead = _LEAD.get(key, "" if key == "pick" else {"drawn": "抽:", "votes": "票 ", "set": "设:"}.get(key, key + ":"))
        text = lead + among(what)
        parts.append(f"[{text}]" if key in prompt.maybe else text)
    return " ".join(parts)


def lines(game: Game, prompts: Iterable[Prompt], every: bool = False) -> list[str]:
    """What may be entered, the impossible with its reason only where `every` is asked."""
    texts = book(game.id)
    out = []
    for prompt in prompts:
        if prompt.ok:
            mark = "必 " if prompt.must else "  "
            title = f"（{prompt.title}）" if prompt.title else ""
            out.append(f"{mark}{template(prompt)}{title}")
        elif every:
            who = f" {prompt.by}" if prompt.by is not None else ""
            out.append(f"× {prompt.skill}{who}：{reason(texts, prompt.why, prompt.cite)}")
    return out


def reason(texts: Book, why: Why | None, cite: Iterable[str]) -> str:
    said = texts.why(why) if why is not None else "现在不能"
    rules = "、".join(f"{texts.name}/{c}" if not c.startswith(texts.name + "/") else c for c in cite)
    return said + (f"〔{rules}〕" if rules else "")


def call(game: Game, prompt: Prompt) -> str:
    """The moderator's words for a prompt; "" where there are none."""
    if not prompt.line:
        return ""
    said = book(game.id).say(Say(prompt.line), "calls")
    return "" if said == prompt.line else said


def data(game: Game, prompt: Prompt) -> dict[str, Plain]:
    """A prompt as plain data, reasons in words."""
    texts = book(game.id)
    out: dict[str, Plain] = {"step": prompt.step, "skill": prompt.skill, "by": prompt.by, "ok": prompt.ok, "must": prompt.must}
    if prompt.title:
        out["title"] = prompt.title
    out["line"] = template(prompt)
    out["call"] = call(game, prompt)
    if not prompt.ok:
        out["why"] = reason(texts, prompt.why, prompt.cite)
    out["fields"] = {key: {**_data(texts, what), "optional": key in prompt.maybe} for key, what in prompt.fields}
    return out


def _data(texts: Book, value: Plain) -> Plain:
    if isinstance(value, Why):
        return texts.why(value)
    if is_dataclass(value) and not isinstance(value, type):
        inside = {f.name: _data(texts, getattr(value, f.name)) for f in fields(value)}
        return inside if f"{type(value).__name__}" == "Offer" else {"kind": type(value).__name__.lower(), **inside}
    if isinstance(value, list | tuple):
        return [_data(texts, v) for v in value]
    if hasattr(value, "items"):
        return {str(k): _data(texts, v) for k, v in value.items()}
    return value if isinstance(value, str | int | float | bool | None) else None
