"""The table that is open. One process, one table at a time, one writer: what changes something is taken one after the other."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import threading
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from companion import page, restore
from companion.guard import Tickets
from companion.journal import Journal
from companion.page import html

Plain = Any


class Host:
    """The table that is open, and what belongs to this run of the server."""

    def __init__(self, journal: Journal | None = None, lan: Sequence[str] = (), tickets: Tickets | None = None) -> None:
        self.lock = asyncio.Lock()
        self.tickets = tickets or Tickets(False)
        self.screens = Tickets(self.tickets.wanted)
        self.watching = 0  # second screens
        self.answers = 0
        self.clock = 0.0  # when the time that was given to a speaker is over
        self.lan = tuple(lan)
        self.names: tuple[str, ...] = ()
        self.journal: Journal | None = None
        self.desk = page.Desk()
        self.notices: list[str] = []
        self.cold = True
        if journal is not None:
            self.take(journal)

    def take(self, journal: Journal) -> None:
        """Open this table instead of the one before."""
        if self.journal is not None:
            self.journal.close()
        self.journal = journal
        self.desk = page.folded(journal.events, page.opened(journal.first["record"]))
        self.notices = list(journal.notices)
        self.cold = True

    def leave(self) -> None:
        if self.journal is not None:
            self.names = tuple(n for n in self.desk.names if n)
            self.journal.close()
        self.journal, self.desk = None, page.Desk()

    def keep(self, reply: page.Reply) -> None:
        """Make its events durable, one line each. Raises OSError, Stale: then those that were not written have not happened.

        The table is what the journal tells; where the page has looked at the very same one already, it need not look again.
        """
        assert self.journal is not None
        for event in reply.events:
            self.journal.append(event, expected_seq=self.desk.seq, time=restore.now())
            self.desk = page.fold(self.desk, self.journal.events[-1])
            self.cold = self.cold or event["do"] == "setup"
        if reply.desk == self.desk:
            self.desk = reply.desk

    def answered(self) -> None:
        """A page has gone out: while it is read, get ready what the next one will need."""
        if self.cold:
            self.cold = False
            threading.Thread(target=_warmed, args=(self.desk,), daemon=True).start()
        else:
            self.tidy()

    def tidy(self) -> None:
        """Where nothing is collected in passing (`yuanzun table`), collect now, while nobody waits: the young mostly, all now and then."""
        if not gc.isenabled():
            self.answers += 1
            gc.collect(0 if self.answers % 200 else 2)

    def site(self) -> dict[str, Plain]:
        return {
            "lan": bool(self.lan),
            "report": _has("companion.gamereport"),
            "codes": True,
            "key": True,
            "notices": self.notices,
            "word": self.journal.word if self.journal else "",
        }


def _warmed(desk: page.Desk) -> None:
    with contextlib.suppress(Exception):  # whatever is wrong with a record is told where it is asked for
        page.warm(desk)
        html.warm()
        from companion.web import rooms

        assert rooms
    if not gc.isenabled():
        gc.collect()
        gc.freeze()  # what was loaded stays, and need not be looked through again


@lru_cache(maxsize=8)
def _has(module: str) -> bool:
    from importlib.util import find_spec

    return find_spec(module) is not None
