"""What every page has: game, pack id, page n/m, 「print at 100 %」 and a 50 mm ruler; and the marks to cut and fold by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from generator.draw import Form, Page, Style, grey, made
from generator.layout import HEAD, MARGIN, Box, Grid, crop_marks

SMALL = Style(face="sans", size=7.5, floor=5.0, colour=grey(0.25))
TINY = Style(face="sans", size=6.0, colour=grey(0.35))


@dataclass(frozen=True, slots=True)
class Plan:
    """One page to be drawn: `edge`: where its head stands (top, left, right, bottom); `audience`: host, table, seat; `seat`: whose page.

    `bucket`: the length of its content is rounded up to a multiple, so that it doesn't tell what is on it."""

    draw: Callable[[Page], None]
    title: str
    audience: str = "host"
    seat: int | None = None
    edge: str = "top"
    landscape: bool = False
    part: str = ""
    bucket: int = 0


def blank(title: str) -> Plan:
    """An empty page: the other side of something."""
    return Plan(lambda page: None, title, "table", part="blank")


def head(page: Page, line: str, plea: str, edge: str) -> None:
    """The head of a page along one of its edges: who and which page, and how to print."""
    if edge == "top":
        _head(page, page.width, line, plea)
        return
    x, y, turn, width = {
        "left": (0.0, page.height, -90.0, page.height),
        "right": (page.width, 0.0, 90.0, page.height),
        "bottom": (page.width, page.height, 180.0, page.width),
    }[edge]
    with page.turned(x, y, turn) as inner:
        _head(inner, width, line, plea)


def _head(page: Page, width: float, line: str, plea: str) -> None:
    y = MARGIN + 3.2
    page.text(MARGIN + 2, y, line, SMALL)
    right = width - MARGIN - 2
    page.take("ruler", ruler())
    page.form("ruler", right - 51, y - 4)
    page.text(right - 53, y, plea, Style(face="sans", size=7.0, colour=grey(0.35), align="right"))


@cache
def ruler() -> Form:
    """The ruler of every page."""
    return made(52, 6, lambda page: scale(page, 1, 2.8))


def scale(page: Page, x: float, y: float, length: int = 50) -> None:
    """A ruler in millimetres: a tick each, longer at 5 and 10."""
    ink = grey(0.35)
    ticks = ((x + mm, y, x + mm, y + (2.0 if mm % 10 == 0 else 1.4 if mm % 5 == 0 else 0.8)) for mm in range(length + 1))
    page.lines([(x, y, x + length, y), *ticks], stroke=ink, line=0.12)
    page.text(x + length, y - 0.5, f"{length} mm", Style(face="sans", size=5.5, colour=ink, align="right"))


def cutting(page: Page, grid: Grid, used: int) -> None:
    """Crop marks around the cells that are used: an unfinished last row moves the lower marks up to it."""
    low, bottom = grid.cell(used - 1).bottom, grid.block.bottom
    marks = []
    for x0, y0, x1, y1 in crop_marks(grid):
        upright = x0 == x1
        if upright and y0 > bottom:
            y0, y1 = y0 - bottom + low, y1 - bottom + low
        elif not upright and y0 > low + 0.01:
            continue
        marks.append((x0, y0, x1, y1))
    page.lines(marks, stroke=grey(0.2), line=0.15)


def fold(page: Page, x0: float, y0: float, x1: float, y1: float) -> None:
    """A fold line, dashed, outside of what is cut out only at its ends."""
    page.line(x0, y0, x1, y1, stroke=grey(0.45), line=0.15, dash=(1.2, 0.8))


def body(page: Page, side: bool = False) -> Box:
    """Where a sheet's text may stand."""
    edge = MARGIN + 7.5
    if side:
        return Box(edge + HEAD, edge, page.width - 2 * edge - HEAD, page.height - 2 * edge)
    return Box(edge, MARGIN + HEAD + 3, page.width - 2 * edge, page.height - MARGIN - HEAD - 3 - edge)
