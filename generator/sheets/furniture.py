"""What every page has: game, pack id, page n/m, 「print at 100 %」 and a 50 mm ruler; and the marks to cut and fold by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from generator.draw import Page, Style, grey
from generator.layout import HEAD, MARGIN, Box, Grid, crop_marks

SMALL = Style(face="sans", size=7.5, floor=5.0, colour=grey(0.25))
TINY = Style(face="sans", size=6.0, colour=grey(0.35))


@dataclass(frozen=True, slots=True)
class Plan:
    """One page to be drawn: `side`: its head stands along the left edge; `audience`: host, table, seat; `seat`: whose page."""

    draw: Callable[[Page], None]
    title: str
    audience: str = "host"
    seat: int | None = None
    side: bool = False
    landscape: bool = False
    part: str = ""


def head(page: Page, line: str, plea: str, side: bool) -> None:
    """The head of a page, along the top or (turned) along the left edge: who and which page, and how to print."""
    if not side:
        _head(page, 0.0, page.width, line, plea)
        return
    with page.turned(0.0, page.height, -90.0) as inner:
        _head(inner, 0.0, page.height, line, plea)


def _head(page: Page, top: float, width: float, line: str, plea: str) -> None:
    y = top + MARGIN + 3.2
    page.text(MARGIN + 2, y, line, SMALL)
    right = width - MARGIN - 2
    ruler(page, right - 50, y - 1.2)
    page.text(right - 53, y, plea, Style(face="sans", size=7.0, colour=grey(0.35), align="right"))


def ruler(page: Page, x: float, y: float, length: int = 50) -> None:
    """A ruler in millimetres: a tick each, longer at 5 and 10."""
    ink = grey(0.35)
    page.line(x, y, x + length, y, stroke=ink, line=0.15)
    for mm in range(length + 1):
        tall = 2.0 if mm % 10 == 0 else 1.4 if mm % 5 == 0 else 0.8
        page.line(x + mm, y, x + mm, y + tall, stroke=ink, line=0.1)
    page.text(x + length, y - 0.5, f"{length} mm", Style(face="sans", size=5.5, colour=ink, align="right"))


def cutting(page: Page, grid: Grid, used: int) -> None:
    """Crop marks around the cells that are used: an unfinished last row moves the lower marks up to it."""
    low, bottom = grid.cell(used - 1).bottom, grid.block.bottom
    for x0, y0, x1, y1 in crop_marks(grid):
        upright = x0 == x1
        if upright and y0 > bottom:
            y0, y1 = y0 - bottom + low, y1 - bottom + low
        elif not upright and y0 > low + 0.01:
            continue
        page.line(x0, y0, x1, y1, stroke=grey(0.2), line=0.15)


def fold(page: Page, x0: float, y0: float, x1: float, y1: float) -> None:
    """A fold line, dashed, outside of what is cut out only at its ends."""
    page.line(x0, y0, x1, y1, stroke=grey(0.45), line=0.15, dash=(1.2, 0.8))


def body(page: Page, side: bool = False) -> Box:
    """Where a sheet's text may stand."""
    edge = MARGIN + 7.5
    if side:
        return Box(edge + HEAD, edge, page.width - 2 * edge - HEAD, page.height - 2 * edge)
    return Box(edge, MARGIN + HEAD + 3, page.width - 2 * edge, page.height - MARGIN - HEAD - 3 - edge)
