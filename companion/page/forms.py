"""Fields of a prompt <-> widgets of a form. A widget is plain data for the template; every widget works without script.

Names in a form: the field's key (`to`, `pick` …), with `.n` behind it for the n-th part. Values are JSON, so that what comes back is
what was offered and nothing else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.prompt import After, Const, Dice, Draws, Field, Offer, OneOf, Prompt, Row, Seats, Table, Text, beside
from engine.stream import Stream
from generator.book import Book, shown

Plain = Any
Form = Mapping[str, Sequence[str]]
Namer = Callable[[int], str]
CHANCE = ("die", "drawn")  # what the page may roll or draw
ROWS = 4  # ordered choices up to this many are asked one by one, more of them as boxes with an order


class Absent:
    """Nothing was filled in."""


ABSENT = Absent()


class Unfilled(Exception):
    """A form that cannot be read. `code`: its words in templates/page/words.toml."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values_ = values


def code_of(value: Plain) -> str:
    """A value as a form carries it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _value_of(text: str) -> Plain:
    try:
        return json.loads(text)
    except ValueError:
        raise Unfilled("表单不认识", value=text[:40]) from None


def _option(offer: Offer, texts: Book, seat: Namer | None = None) -> dict[str, Plain]:
    label = str(offer.value) if seat else shown(offer.value)
    name = seat(offer.value) if seat and isinstance(offer.value, int) else ""
    why = texts.why(offer.why) if offer.why else ""
    return {"value": code_of(offer.value), "label": label, "name": name, "ok": offer.ok, "why": why, "cite": list(offer.cite)}


def _seats(what: Seats, name: str, texts: Book, seat: Namer) -> dict[str, Plain]:
    options = [_option(o, texts, seat) for o in what.offers]
    high = min(what.high, len(what.allowed()))
    base = {"name": name, "options": options, "low": what.low, "high": high, "several": what.several}
    if what.groups is not None:
        combos = [{"value": code_of(list(g)), "label": " · ".join(map(str, g)), "name": "", "ok": True, "why": ""} for g in what.groups]
        return {**base, "kind": "chips", "options": combos, "pairs": True}
    if what.high == 1:
        return {**base, "kind": "seat"}
    if what.ordered and what.high <= ROWS:
        rows = [{**base, "kind": "seat", "name": f"{name}.{i}", "nth": i + 1, "blank": i >= what.low} for i in range(high)]
        return {**base, "kind": "row", "parts": rows}
    return {**base, "kind": "seats", "ordered": what.ordered}


def _table(what: Table, name: str, texts: Book, seat: Namer) -> dict[str, Plain]:
    numbers = all(isinstance(o.value, int) for o in what.of)
    options = [_option(o, texts, seat if numbers else None) for o in what.of]
    rows = [
        {"seat": s, "name": seat(s), "fields": [f"{name}.{s}.{k}" for k in range(most)], "most": most}
        for s, most in sorted(what.most.items())
        if most > 0
    ]
    mute = [s for s, most in sorted(what.most.items()) if most <= 0]
    return {"kind": "table", "name": name, "options": options, "rows": rows, "mute": mute, "numbers": numbers, "low": what.low}


def widget(what: Field, name: str, texts: Book, seat: Namer, blank: bool = False) -> dict[str, Plain]:
    """The widget of a field. `blank`: it may be left out."""
    made: dict[str, Plain]
    if isinstance(what, Seats):
        made = _seats(what, name, texts, seat)
    elif isinstance(what, OneOf):
        made = {"kind": "chips", "name": name, "options": [_option(o, texts) for o in what.offers]}
    elif isinstance(what, Draws):
        made = widget(what.row(), name, texts, seat)
    elif isinstance(what, Row):
        low = len(what.fields) if what.low is None else what.low
        parts = [widget(f, f"{name}.{i}", texts, seat, i >= low) for i, f in enumerate(what.fields)]
        made = {"kind": "row", "name": name, "parts": parts}
    elif isinstance(what, Dice):
        made = {"kind": "dice", "name": name, "count": what.count, "faces": list(range(what.low, what.high + 1))}
    elif isinstance(what, Table):
        made = _table(what, name, texts, seat)
    elif isinstance(what, Const):
        made = {"kind": "const", "name": name, "label": shown(what.value)}
    else:
        assert isinstance(what, Text)
        made = {"kind": "text", "name": name, "example": what.example}
    return {"nth": 0, **made, "blank": blank or made.get("blank", False)}


def widgets(prompt: Prompt, texts: Book, seat: Namer, given: Form | None = None) -> tuple[list[dict[str, Plain]], bool]:
    """The widgets of a prompt, in the order of its fields; and whether more may be asked once these are filled.

    A field that depends on earlier keys is shown as soon as what was `given` before settles it.
    """
    out, later, entry = [], False, dict[str, Plain]()
    for key, what in prompt.fields:
        if isinstance(what, After) and not _settled(prompt, key, entry):
            later = True
            continue
        then = what if isinstance(what, Table) else beside(what, entry)
        if then is None:
            continue
        out.append({**widget(then, key, texts, seat, key in prompt.maybe), "key": key})
        try:
            value = read(then, key, given or {})
        except Unfilled:
            value = ABSENT
        if value is not ABSENT and _holds(then, value):
            entry[key] = value
    return out, later


def _settled(prompt: Prompt, key: str, entry: Mapping[str, Plain]) -> bool:
    """Is everything known that stands before `key` and must be there?"""
    before = [k for k, _ in prompt.fields[: [k for k, _ in prompt.fields].index(key)]]
    return all(k in entry or k in prompt.maybe for k in before if k not in CHANCE) and (bool(entry) or not before)


# --- reading a form


def _one(form: Form, name: str) -> Plain:
    given = [v for v in form.get(name, ()) if v != ""]
    return _value_of(given[0]) if given else ABSENT


def _read_seats(what: Seats, name: str, form: Form) -> Plain:
    if what.groups is not None:
        value = _one(form, name)
        return value[0] if isinstance(value, list) and len(value) == 1 and not what.several else value
    if what.high == 1:
        value = _one(form, name)
        return [value] if what.several and value is not ABSENT else value
    if what.ordered and what.high <= ROWS:
        seats = [v for i in range(what.high) if (v := _one(form, f"{name}.{i}")) is not ABSENT]
    else:
        seats = [_value_of(v) for v in form.get(name, ()) if v != ""]
        order = re.findall(r"\d{1,3}", " ".join(form.get(f"{name}.order", ())))
        if what.ordered and order:
            seats = [int(n) for n in order]
        elif not what.ordered:
            seats.sort()
    if not seats:
        return [] if what.low == 0 and f"{name}.none" in form else ABSENT
    return seats[0] if len(seats) == 1 and not what.several else seats


def _read_dice(what: Dice, name: str, form: Form) -> Plain:
    rolls = [v for i in range(what.count) if (v := _one(form, f"{name}.{i}")) is not ABSENT]
    if not rolls:
        return ABSENT
    if len(rolls) < what.count:
        raise Unfilled("骰子不齐", count=what.count)
    return rolls[0] if what.count == 1 else rolls


def _read_table(what: Table, name: str, form: Form) -> Plain:
    out: dict[int, Plain] = {}
    for seat, most in sorted(what.most.items()):
        row = [v for k in range(most) if (v := _one(form, f"{name}.{seat}.{k}")) is not ABSENT]
        if row:
            out[seat] = row[0] if most == 1 else row
    return out


def read(what: Field, name: str, form: Form) -> Plain:
    """What a form gives for a field; ABSENT where it was left blank. Raises Unfilled."""
    if isinstance(what, Seats):
        return _read_seats(what, name, form)
    if isinstance(what, OneOf):
        return _one(form, name)
    if isinstance(what, Draws):
        return read(what.row(), name, form)
    if isinstance(what, Row):
        parts = [read(f, f"{name}.{i}", form) for i, f in enumerate(what.fields)]
        while parts and parts[-1] is ABSENT:
            parts.pop()
        if any(p is ABSENT for p in parts):
            raise Unfilled("次序中有空")
        return parts or ABSENT
    if isinstance(what, Dice):
        return _read_dice(what, name, form)
    if isinstance(what, Table):
        return _read_table(what, name, form)
    if isinstance(what, Const):
        return what.value
    assert isinstance(what, Text)
    words = "".join(form.get(name, ())).strip()
    return words if words else ABSENT


def entry_of(prompt: Prompt, form: Form, stream: Stream) -> dict[str, Plain]:
    """The entry that a filled form means. `skip`: leave out what may be left out; `roll`: the page rolls and draws what was left blank.

    Raises Unfilled with what is missing or does not fit.
    """
    skip, roll = "skip" in form, "roll" in form
    entry: dict[str, Plain] = {"skill": prompt.skill}
    if prompt.by is not None:
        entry["by"] = prompt.by
    for key, what in prompt.fields:
        if skip and key in prompt.maybe:
            continue
        then = beside(what, entry)
        if then is None:
            continue
        value = read(then, key, form)
        if value == {} and key in prompt.maybe and f"{key}.none" not in form:
            value = ABSENT  # no vote was held, unless it is said that all abstained
        if value is ABSENT and roll and key in CHANCE:
            value = then.sample(stream)
        if value is ABSENT:
            if key in prompt.maybe:
                continue
            raise Unfilled("还缺_" + key if key in ("to", "pick", "die", "drawn", "votes") else "还缺", key=key)
        if not _holds(then, value):
            raise Unfilled("不在其中", value=shown(value))
        entry[key] = value
    return entry


def _holds(what: Field, value: Plain) -> bool:
    try:
        return not isinstance(what, After) and what.holds(value)
    except TypeError:  # a list where a word belongs
        return False


def said_of(text: str, result: Plain) -> Plain:
    """What the host typed as their ruling, read with the rules' own answer beside it: the same words mean the same value."""
    words = text.strip()
    if _bare(words) == _bare(shown(result)):
        return result
    if words in ("", "无", "没有", "空", "null"):
        return [] if isinstance(result, list | tuple) else None
    if words in ("是", "否") and isinstance(result, bool):
        return words == "是"
    numbers = re.fullmatch(r"[\d\s,，、和\[\]]+", words)
    if numbers:
        found = [int(n) for n in re.findall(r"\d+", words)]
        if isinstance(result, list | tuple) or len(found) > 1:
            return sorted(found)
        return found[0] if found else None
    return words


def _bare(text: str) -> str:
    return re.sub(r"[\s,，、。：:【】\[\]]+", "", text)
