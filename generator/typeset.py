"""How type looks, and how text is broken and shrunk into a place. Arithmetic; knows the fonts, but no page."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from generator.fonts import Shaped, Unprintable, join, shape
from generator.lines import break_lines

MM = 72 / 25.4
STEP = 0.25  # points by which type shrinks

Colour = tuple[float, float, float]
Text = str | Sequence[tuple[str, str]]  # plain, or (face, text) after (face, text)


def grey(share: float) -> Colour:
    """A grey: 0 is black, 1 is white."""
    return (share, share, share)


BLACK = grey(0)
WHITE = grey(1)


def named(what: str) -> str:
    """The beginning of a refusal: whose text it is, where that is known."""
    return f"{what}：" if what else ""


class TooLong(Unprintable):
    """A text that doesn't fit its place at the smallest size allowed."""

    def __init__(self, what: str, text: str) -> None:
        self.what, self.text = what, text
        short = text if len(text) <= 24 else text[:22] + "……"
        super().__init__(f"{named(what)}「{short}」太长，缩到最小的字号也放不下，请写短一些")


class NotOneLine(Unprintable):
    """A text with a line break where one line is wanted."""

    def __init__(self, what: str, text: str) -> None:
        self.what, self.text = what, text
        super().__init__(f"{named(what)}「{' ⏎ '.join(text.splitlines())}」要写在一行里，请去掉换行")


@dataclass(frozen=True, slots=True)
class Style:
    """How type looks. `outline`: draw the edge of the letters, that many mm wide, instead of filling them."""

    face: str = "sans"
    size: float = 9.0
    floor: float | None = None
    leading: float = 1.4
    colour: Colour = BLACK
    align: Literal["left", "centre", "right"] = "left"
    valign: Literal["top", "middle", "bottom"] = "top"
    outline: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """Text broken into lines at the size at which it fits; `height` in mm."""

    shaped: Shaped
    size: float
    lines: tuple[tuple[int, int], ...]
    height: float


def shaped_text(text: Text, style: Style, where: str) -> Shaped:
    if isinstance(text, str):
        return shape(text, style.face, where)
    return join(shape(part, face, where) for face, part in text)


def one_line(text: Text, style: Style, where: str) -> Shaped:
    shaped = shaped_text(text, style, where)
    if "\n" in shaped.text:
        raise NotOneLine(where, shaped.text)
    return shaped


def sizes(style: Style) -> Iterator[float]:
    """From the size of a style down to its floor."""
    floor = style.size if style.floor is None else style.floor
    size = style.size
    while size > floor:
        yield size
        size -= STEP
    yield floor


def fit(text: Text, width: float, height: float, style: Style, what: str = "") -> Fitted:
    """Break a text into a box, shrinking it as far as the style allows; TooLong (named by `what`) beyond."""
    return _fit(text if isinstance(text, str) else tuple(text), width, height, style, what)


@lru_cache(1536)
def _fit(text: str | tuple[tuple[str, str], ...], width: float, height: float, style: Style, what: str) -> Fitted:
    shaped = shaped_text(text, style, what)
    for size in sizes(style):
        lines = break_lines(shaped.text, shaped.widths, width * MM / size)
        tall = (len(lines) - 1) * size * style.leading + size
        wide = max(sum(shaped.widths[a:b]) for a, b in lines) * size
        if tall <= height * MM + 1e-6 and wide <= width * MM + 1e-6:
            return Fitted(shaped, size, tuple(lines), tall / MM)
    raise TooLong(what, shaped.text)


def fit_line(text: Text, width: float, style: Style, what: str = "") -> Fitted:
    """One line of text, shrunk to a width; TooLong (named by `what`) beyond the floor, NotOneLine."""
    shaped = one_line(text, style, what)
    floor = style.size if style.floor is None else style.floor
    natural = shaped.width() or 1e-9
    size = min(style.size, math.floor(width * MM / natural / STEP * (1 + 1e-9)) * STEP)
    if size < floor:
        raise TooLong(what, shaped.text)
    return Fitted(shaped, size, ((0, len(shaped.text)),), size / MM)
