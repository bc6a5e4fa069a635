"""Seats in view: the ring that everybody may see, one seat held, why a seat is as it is, what 裁定 may set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.page import words
from companion.page.look import View, is_dim, manner
from engine.replay import PhaseAnswer
from generator.book import shown

Plain = Any


def ring(view: View) -> list[dict[str, Plain]]:
    """The ring without secrets: number, name, what everybody may see, who is out."""
    phases = view.replay.answer.phases
    if view.leaf is not None and is_dim(view.game, view.leaf.name):
        phases = phases[:-1]  # what happens while eyes are closed is nobody's business yet
    return ring_after(view, phases)


def ring_after(view: View, phases: Sequence[PhaseAnswer]) -> list[dict[str, Plain]]:
    """The ring as it stood when the last of these phases was over."""
    shown_at = phases[-1].seats if phases else {}
    ring = manner(view.game)
    out = []
    for seat in range(1, view.desk.size + 1):
        fields = shown_at.get(seat) or {}
        gone = any(fields.get(k) in v for k, v in (ring.get("out") or {}).items() if k in fields)
        badges = [_badge(k, fields[k], ring.get("labels") or {}) for k in ring.get("open") or () if k in fields]
        quiet = set(ring.get("quiet") or ())
        badges = [b for b in badges if b and b not in quiet]
        out.append({"seat": seat, "name": view.seat_name(seat), "gone": gone, "badges": badges})
    return out


def _badge(key: str, value: Plain, labels: Mapping[str, str]) -> str:
    """A field as the ring shows it: a count by its name, and none where there is nothing to count."""
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{labels.get(key, key)}{value}" if value else ""
    return words.field_word(value)


def held(view: View, seat: int) -> dict[str, Plain]:
    """All that is known of a seat: only for a screen that hides it again."""
    phases = view.replay.answer.phases
    fields: Mapping[str, Plain] = (phases[-1].seats.get(seat) or {}) if phases else {}
    if not fields:
        fields = dict(dealt(view, seat))
    labels = manner(view.game).get("labels") or {}
    rows = [{"key": labels.get(k, k), "value": shown(v)} for k, v in fields.items() if v not in (None, [], {}, False, ())]
    return {"seat": seat, "name": view.seat_name(seat), "rows": rows}


def dealt(view: View, seat: int) -> list[tuple[str, Plain]]:
    """What the setup itself says of a seat: every mapping in it that has the seat as a key."""
    out = []
    for key, value in (view.desk.head.get("setup") or {}).items():
        if isinstance(value, Mapping):
            for k, v in value.items():
                if str(k) == str(seat):
                    out.append((str(key), v))
    return out


def one(view: View, number: int) -> dict[str, Plain]:
    """One seat: what bore on it so far, in order, with rules; no card is named here that the words themselves don't name."""
    events = [e for e in (view.game.events(view.replay.state) if view.replay.state is not None else ()) if e.seat == number]
    return {
        "seat": number,
        "name": view.seat_name(number),
        "events": [{"phase": e.phase, "why": view.texts.why(e.why), "cite": words.cites(view.texts, e.cite)} for e in events],
        "next": number % view.desk.size + 1,
        "before": (number - 2) % view.desk.size + 1,
    }


def settable(view: View, number: int) -> list[dict[str, Plain]]:
    """Fields of a seat as the page offers them for 裁定, with what they are now."""
    phases = view.replay.answer.phases
    fields: Mapping[str, Plain] = (phases[-1].seats.get(number) or {}) if phases else {}
    declared = getattr(view.game, "settable", None)
    labels = manner(view.game).get("labels") or {}
    names = [k for k in fields if declared is None or k in declared]
    out = []
    for name in names:
        value = fields[name]
        kind = (
            "flag"
            if isinstance(value, bool)
            else "number"
            if isinstance(value, int)
            else "list"
            if isinstance(value, list | tuple)
            else "text"
        )
        if isinstance(value, Mapping):
            continue
        text = "、".join(map(str, value)) if kind == "list" else "" if value is None else str(value)
        out.append({"name": name, "label": labels.get(name, name), "kind": kind, "value": text, "on": value is True})
    return out
