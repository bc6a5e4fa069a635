"""What a second screen in the room may show: nothing that a player may not know.

It is told from phases that are over and announced, never from an entry of the open phase: whatever the host taps there, it does not move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.page import html, seats, words
from companion.page.desk import Desk
from companion.page.look import View, look, manner, to_order
from engine.replay import PhaseAnswer

Plain = Any


def announced(view: View) -> Sequence[PhaseAnswer]:
    """The phases whose results everybody has heard."""
    phases = view.replay.answer.phases
    if view.leaf is None or not phases:
        return ()
    if over(view):
        return phases
    return phases[: len(phases) - (1 if _heard(view) else 2)] if len(phases) > 1 else ()


def over(view: View) -> bool:
    """Has the host told who won?"""
    return view.winner is not None and view.at > len(view.calls)


def _heard(view: View) -> bool:
    """Has the announcement been read that the phase before left for this one?"""
    due = manner(view.game).get("aloud") or ()
    spots = [i for i, call in enumerate(view.calls) if call.step.name in due]
    return view.at > spots[0] if spots and view.announcement else view.at >= 0 or not view.opens_aloud


def screen(desk: Desk) -> Mapping[str, Plain]:
    """What the screen shows, as plain data."""
    view = look(desk)
    phases = announced(view)
    said = [a["say"] for a in words.announced(view.game.id, phases[-1].announce) if a["aloud"]] if phases else []
    return {
        "game": view.game.name,
        "phase": view.leaf.name if view.leaf else "",
        "walking": view.leaf is None and bool(to_order(view.game, desk.record())),
        "of": phases[-1].name if phases else "",
        "said": said,
        "seats": seats.ring_after(view, phases),
        "winner": words.winner_word(view.winner) if over(view) else "",
    }


def body(desk: Desk | None) -> str:
    """The inside of the screen; without a table, only that none is open."""
    return html.page("screen-body", s=screen(desk) if desk is not None and desk.head else None)
