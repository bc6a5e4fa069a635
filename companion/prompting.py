"""Prompts in words: what may be entered next, as a line of shorthand with blanks, and as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from companion.recordtext import flow
from engine.games import Game
from engine.paper import Say
from engine.prompt import Const, Dice, Field, OneOf, Prompt, Row, Seats, Table, Text
from engine.record import Why
from generator.book import Book, book

Plain = Any


def among(what: Field, by: int | None = None) -> str:
    """What may stand there, on one line; `by`: who acts."""
    if isinstance(what, Seats):
        return _seats(what, by)
    if isinstance(what, OneOf):
        return "|".join(flow(o.value) for o in what.offers if o.ok) or "（现在没有）"
    if isinstance(what, Row):
        return ",".join(f"({inner})" if "|" in (inner := among(f, by)) else inner for f in what.fields)
    if isinstance(what, Dice):
        return ",".join(f"{what.low}–{what.high}" for _ in range(what.count))
    if isinstance(what, Table):
        return _table(what)
    if isinstance(what, Const):
        return flow(what.value) if what.value not in ([], ()) else ""
    return "“话”" if isinstance(what, Text) else "…"


def _seats(what: Seats, by: int | None) -> str:
    if what.groups is not None:
        shown = [",".join(map(str, g)) for g in what.groups]
        return "|".join(shown[:24]) + ("|…" if len(shown) > 24 else "")
    text = several(what.allowed(), by)
    if what.high == 1 or not text:
        return text
    return f"{text}（{what.low if what.low == what.high else f'{what.low}–{what.high}'} 个）"


RUN = 4  # seats in a row from which a range is shorter to read


def several(seats: Sequence[int], by: int | None = None) -> str:
    """Seats to choose from: 1/3/7, 1–9/12, and 1–25 除自己 where only who acts is left out."""
    runs = _runs(seats)
    if by is not None and by not in seats and len(seats) >= RUN:
        with_self = _runs([*seats, by])
        if len(with_self) <= len(runs):
            return f"{'/'.join(with_self)} 除自己"
    return "/".join(runs)


def _runs(seats: Sequence[int]) -> list[str]:
    runs: list[list[int]] = []
    for seat in sorted(seats):
        if runs and seat == runs[-1][-1] + 1:
            runs[-1].append(seat)
        else:
            runs.append([seat])
    return [f"{r[0]}–{r[-1]}" if len(r) >= RUN else "/".join(map(str, r)) for r in runs]


def _table(what: Table) -> str:
    free = [o.value for o in what.of if o.ok]
    values = several(free) if all(type(v) is int for v in free) else "/".join(map(flow, free))
    counts = dict.fromkeys(what.most.values())
    parts = [several([s for s, m in what.most.items() if m == most]) + (f"（各 {most} 个）" if most > 1 else "") for most in sorted(counts)]
    rows = "、".join(parts)
    return f"{rows} 各选 {values}" if rows else "（无人）"


_LEAD = {"to": ">", "die": "d", "said": "=", "pick": "", "drawn": "抽:", "votes": "票 ", "set": "设:"}


def template(prompt: Prompt) -> str:
    """`验妖 2 >3/4/5 ①|②`: skill, who, and what may stand for each key; in brackets what may be left out."""
    return _template(prompt, str(prompt.by) if prompt.by is not None else "")


def _template(prompt: Prompt, by: str) -> str:
    parts = [prompt.skill, by] if by else [prompt.skill]
    for key, what in prompt.fields:
        inside = among(what, prompt.by)
        if not inside:
            continue  # nothing to choose
        text = _LEAD.get(key, key + ":") + inside
        parts.append(f"[{text}]" if key in prompt.maybe else text)
    return " ".join(parts)


def lines(game: Game, prompts: Iterable[Prompt], every: bool = False) -> list[str]:
    """What may be entered, the impossible with its reason only where `every` is asked. Seats that may do the same share a line."""
    texts = book(game.id)
    rows: dict[tuple[str, str, str], list[int]] = {}
    for prompt in prompts:
        title = f"（{prompt.title}）" if prompt.title else ""
        if prompt.ok:
            text = _template(prompt, _BY if prompt.by is not None else "")
            row = ("必 " if prompt.must else "  ", text, "" if prompt.title in text.split() else title)
        elif every:
            said = reason(texts, prompt.why, prompt.cite)
            who = f" {_BY}" if prompt.by is not None else ""
            row = ("× ", f"{prompt.skill}{who}{title}", "：" + (said.replace(f"{prompt.by}号", f"{_BY}号") if who else said))
        else:
            continue
        rows.setdefault(row, []).extend([prompt.by] if prompt.by is not None else [])
    return [mark + (text + tail).replace(_BY, several(list(dict.fromkeys(who)))) for (mark, text, tail), who in rows.items()]


_BY = "\x00"  # stands for who acts until all who may are known


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
