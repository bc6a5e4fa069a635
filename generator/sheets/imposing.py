"""Cards on their pages: fold-over strips, fronts and backs, and what stands beside them outside the trim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.draw import Page, Style, grey
from generator.layout import BLEED, Box, Grid, Size
from generator.sheets.furniture import cutting, fold


@dataclass(frozen=True, slots=True)
class Placed:
    """A card ready for a page: the name of its form, and the line at its foot (seat and pack)."""

    form: str
    foot: str = ""
    seat: str = ""


FOOT = Style(face="sans", size=5.5, colour=grey(0.5), align="centre")


def place_card(page: Page, box: Box, card: Placed) -> None:
    page.form(card.form, box.x, box.y)
    page.text(box.x + box.w / 2, box.bottom - 4.7, card.foot, FOOT)


def draw_strip(page: Page, cell: Box, card: Placed, size: Size, back: str, turned: bool) -> None:
    """A fold-over strip in its cell: the back above the face (or left of it, turned), head to head along the fold."""
    x, y, turn = (cell.x, cell.bottom, -90.0) if turned else (cell.x, cell.y, 0.0)
    with page.turned(x, y, turn) as inner:
        half_strip(inner, size, back)
        place_card(inner, Box(0, size.height, size.width, size.height), card)
        for left in (-BLEED - 3.5, size.width + BLEED + 0.5):
            fold(inner, left, size.height, left + 3.0, size.height)


def half_strip(page: Page, size: Size, back: str) -> None:
    """A back on its head from (0, 0) down to the fold, with its bleed but for the fold's side."""
    with (
        page.clipped(Box(-BLEED, -BLEED, size.width + 2 * BLEED, size.height + BLEED)),
        page.turned(size.width, size.height, 180.0) as over,
    ):
        over.form(back, -BLEED, -BLEED)


def draw_strips(page: Page, grid: Grid, cards: Sequence[Placed], size: Size, back: str) -> None:
    """One page of fold-over strips."""
    for place, card in enumerate(cards):
        draw_strip(page, grid.cell(place), card, size, back, grid.turned)
    cutting(page, grid, len(cards))


def draw_fronts(page: Page, grid: Grid, cards: Sequence[Placed], size: Size) -> None:
    """One page of fronts, for duplex printing or opaque sleeves."""
    for place, card in enumerate(cards):
        place_card(page, grid.cell(place), card)
    cutting(page, grid, len(cards))
    _row_marks(page, grid, [grid.cell(i) for i in range(len(cards))], cards, grid.block.x - BLEED - 1.0)


def draw_backs(
    page: Page, grid: Grid, cards: Sequence[Placed], size: Size, back: str, edge: str, offset: tuple[float, float] = (0.0, 0.0)
) -> None:
    """The other side of a page of fronts, in the places the turned sheet needs, moved by the printer's offset (mm right, mm down)."""
    boxes = [grid.behind(place, edge).moved(*offset) for place in range(len(cards))]
    for box in boxes:
        with page.clipped(box.grown(BLEED if grid.gap else 0.0)):
            if edge == "short":
                with page.turned(box.right, box.bottom, 180.0) as over:
                    over.form(back, -BLEED, -BLEED)
            else:
                page.form(back, box.x - BLEED, box.y - BLEED)
    left = min(b.x for b in boxes) if edge == "short" else max(b.right for b in boxes) + 2 * BLEED + 1.6
    _row_marks(page, grid, boxes, cards, left - BLEED - 1.0)


def _row_marks(page: Page, grid: Grid, boxes: Sequence[Box], cards: Sequence[Placed], x: float) -> None:
    """Outside the trim, beside each row: whose cards lie in it, the same on both sides of the sheet."""
    for start in range(0, len(cards), grid.columns):
        row = "·".join(c.seat for c in cards[start : start + grid.columns] if c.seat)
        if row:
            with page.turned(x, boxes[start].y + boxes[start].h / 2, -90.0) as inner:
                inner.text(0, 0, row, Style(face="sans", size=5.5, colour=grey(0.4), align="centre"))
