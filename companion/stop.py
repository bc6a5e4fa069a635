"""The one way a command ends early: a message for the host, an exit status of RECORD.md, and a stable code for programs."""

from __future__ import annotations

FINE, FOUND, UNUSABLE, IMPOSSIBLE, SEALED, SYSTEM, UNFOUND, INTERRUPTED = 0, 1, 2, 3, 4, 5, 6, 130


class Stop(Exception):
    """`status`: exit status. `code`: what went wrong, for programs (`--json` prints it)."""

    def __init__(self, message: str, status: int = UNUSABLE, code: str = "usage") -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
