"""What has borne on each seat so far, from the ledger: each change of a number with its rule, and what aimed at it or held it."""

from __future__ import annotations

from engine.declare import Event
from engine.guimi.act import told_of
from engine.guimi.state import Change, State
from engine.record import Why


def events(state: State) -> tuple[Event, ...]:
    """Oldest first. `why.values` hold what, delta and now: the deltas of a seat and word add up to its number."""
    return tuple(_event(change) for change in state.desk.ledger)


def _event(change: Change) -> Event:
    why = told_of(change)
    skill, by = change.source
    told = Why(why.code, (*why.values, ("skill", skill), ("by", by)))
    return Event(change.phase, change.seat, told, change.cite, change.at)
