"""A strip for a host who wants to play: cover and cards of a seat in one piece, folded face-in before anything is cut.

        ┌──────────────┐
        │    label     │   seat and name; folds back, printed side out
        ├──────────────┤   ② mountain fold
        │   pattern    │
        ├──────────────┤   ① valley fold: the pattern covers the faces
        │ face │ face  │
        ├──────────────┤   ③ mountain fold: the backs lie outside
        │ back │ back  │
        └──────────────┘

The sheet leaves the printer face down; it is folded along ① before it is turned over, and cut out folded.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.stream import Stream
from generator.draw import Page, Style, grey
from generator.layout import BLEED, MARGIN, Box, Paper, Size
from generator.look import Look, paler
from generator.sheets.covers import Label, hatch
from generator.sheets.imposing import Placed, place_card

LEAST_LABEL = 5.5  # mm
LEFT = 9.0  # the head of the page stands there


def fits(paper: Paper, size: Size, count: int) -> bool:
    """Does a strip of so many cards go on this paper?"""
    tall = LEAST_LABEL + 3 * size.height <= paper.height - 2 * MARGIN
    return tall and count * size.width <= paper.width - LEFT - 2 * MARGIN - 2 * BLEED


def draw_blind(page: Page, paper: Paper, size: Size, cards: Sequence[Placed], back: str, look: Look, label: Label, seed: bytes) -> None:
    """One seat's strip, in the middle of its page."""
    w, h = max(1, len(cards)) * size.width, size.height
    tall = min(30.0, paper.height - 2 * MARGIN - 3 * h)
    x = LEFT + (paper.width - LEFT - w) / 2
    top = (paper.height - tall - 3 * h) / 2
    _label(page, Box(x, top, w, tall), look, label)
    hatch(page, Box(x, top + tall, w, h), Stream(seed))
    face = top + tall + h
    for i, card in enumerate(cards):
        place_card(page, Box(x + i * size.width, face, size.width, h), card)
        with (
            page.clipped(Box(x + i * size.width, face + h, size.width, h)),
            page.turned(x + (i + 1) * size.width, face + 2 * h, 180.0) as over,
        ):
            over.form(back, -BLEED, -BLEED)
    page.rect(Box(x, top, w, tall + 3 * h), stroke=grey(0.25), line=0.2)
    for y in (top + tall, face, face + h):
        page.line(x - 4, y, x + w + 4, y, stroke=grey(0.45), line=0.25, dash=(2.0, 1.2))
    for number, y in (("②", top + tall), ("①", face), ("③", face + h)):
        page.text(x + w + 5, y + 1, number, Style("sans", 8.0, colour=grey(0.3)))


def _label(page: Page, box: Box, look: Look, label: Label) -> None:

    if box.h < 16:
        line = f"{label.called}　{label.name}　·　{label.game}　{label.pack}"
        page.label(box.inset(2, 0.8), line, Style("bold", 10.0, 6.0, align="centre", valign="middle"), label.where)
        return
    inner = box.inset(2.0)
    page.rect(inner, radius=2, stroke=paler(look.main, 0.15), line=0.4)
    page.text(inner.x + 14, inner.y + inner.h * 0.68, str(label.seat), Style("serif", 30.0, colour=grey(0.1), align="centre"))
    name = Style("bold", 13.0, 7.0, colour=grey(0.1), align="left", valign="middle", leading=1.15)
    page.block(Box(inner.x + 27, inner.y + 1, max(20.0, inner.w - 29), inner.h * 0.5), label.name or label.called, name, label.where)
    page.block(
        Box(inner.x + 27, inner.y + inner.h * 0.52, max(20.0, inner.w - 29), inner.h * 0.46),
        label.steps,
        Style("sans", 6.5, 4.5, 1.25, grey(0.3)),
    )


def draw_key(page: Page, box: Box, lines: Sequence[tuple[str, Style]], seed: bytes) -> None:
    """A key slip that folds shut: the pattern above, the words below."""
    half = box.h / 2
    hatch(page, Box(box.x, box.y, box.w, half), Stream(seed))
    page.rect(box, stroke=grey(0.25), line=0.2)
    page.line(box.x - 4, box.y + half, box.right + 4, box.y + half, stroke=grey(0.45), line=0.25, dash=(2.0, 1.2))
    y = box.y + half + 8
    for text, style in lines:
        fitted = page.block(Box(box.x + 6, y, box.w - 12, 20), text, style)
        y += fitted.height + 5
