"""What people see: data on stdout, talk on stderr, no control characters out of files, colour only where it is wanted."""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
from functools import cache
from typing import TextIO

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_BREAK = re.compile("[\x7f-\x9f\u2028\u2029]")
_CODES = {"bad": "31", "good": "32", "warn": "33", "dim": "2", "head": "1"}


def clean(text: object) -> str:
    """Text from a file, safe on a terminal: control and direction signs become visible."""
    return _CONTROL.sub(lambda m: f"\\u{ord(m[0]):04x}", str(text))


def short(text: object, most: int = 60) -> str:
    """The same of what somebody typed, cut where it is long."""
    whole = clean(text).replace("\n", "\\n")
    return whole if len(whole) <= most else f"{whole[: most - 20]}…{whole[-10:]}"


def coloured(stream: TextIO) -> bool:
    """Is colour wanted on this stream? NO_COLOR and TERM=dumb say no, FORCE_COLOR says yes, else a terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return os.environ.get("TERM") != "dumb" and is_terminal(stream) and (os.name != "nt" or _windows_colours())


@cache
def _windows_colours() -> bool:
    """Windows' own console shows colours only after it was told to understand them."""
    try:
        import ctypes

        kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
        handles = [kernel.GetStdHandle(number) for number in (-11, -12)]
        modes = [ctypes.c_ulong() for _ in handles]
        known = [kernel.GetConsoleMode(handle, ctypes.byref(mode)) for handle, mode in zip(handles, modes, strict=True)]
        return any(k and kernel.SetConsoleMode(h, m.value | 4) for h, m, k in zip(handles, modes, known, strict=True))
    except (ImportError, AttributeError, OSError):
        return False


def is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:
        return False


def paint(text: str, how: str, stream: TextIO | None = None) -> str:
    """`text` in a colour ("bad", "good", "warn", "dim", "head"), where colour is wanted."""
    return f"\x1b[{_CODES[how]}m{text}\x1b[0m" if coloured(stream or sys.stdout) else text


def out(text: str) -> None:
    """A line of data."""
    sys.stdout.write(text + "\n")


def json_line(data: object) -> str:
    """JSON that is one line for every reader, those too that end a line at U+0085, U+2028 or U+2029."""
    return _BREAK.sub(lambda m: f"\\u{ord(m[0]):04x}", json.dumps(data, ensure_ascii=False))


def answer(data: object) -> None:
    """A line of data as JSON."""
    out(json_line(data))


def say(text: str) -> None:
    """A line of talk. Where nobody listens the work goes on all the same."""
    sys.stdout.flush()
    try:
        sys.stderr.write(text + "\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        silence(2)


def silence(stream: int) -> None:
    """Send what is still written to this stream (1 data, 2 talk) nowhere."""
    with contextlib.suppress(OSError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream)
        os.close(null)


def prepare() -> None:
    """Three streams to work with (a console that was closed takes and gives nothing), in UTF-8 everywhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    use_utf8()


def use_utf8() -> None:
    """UTF-8 on every console, Windows' old ones too; a sign it cannot show is escaped, never an error."""
    for stream in (sys.stdout, sys.stderr):
        again = getattr(stream, "reconfigure", None)
        if again is not None:
            again(encoding="utf-8", errors="backslashreplace")
    again = getattr(sys.stdin, "reconfigure", None)
    if again is not None and not is_terminal(sys.stdin):
        again(encoding="utf-8", errors="surrogateescape")
