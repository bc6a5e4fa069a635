"""The sealed cover of a seat: one strip, three panels, two side tabs, one strip of tape.

From the top: the *front* (seat and name, printed side out), the *inside* panels that close over the cards (covering pattern, printed
side in). The front folds back behind the first inside panel, so that on the closed card no printed pattern can be photographed.

        ┌────────┐
        │ front  │   seat number, name, folding steps
        ├────────┤   mountain fold
        │pattern │
        ├────────┤   valley fold: the cards lie between the two patterns
   ┌────┤pattern ├────┐
   │tab │        │tab │
   └────┤        ├────┘
        └────────┘
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.stream import Stream
from generator.draw import Drawing, Page, Style, drawn, grey
from generator.layout import MARGIN, Box, Paper, Size
from generator.look import Look, paler
from generator.pattern import cell, operators

SLACK = 2.0  # mm a panel is taller than the card
WIDER = 4.0  # mm a panel is wider
TAB = 12.0
GAP = 6.0
LINE = grey(0.25)
ROUND = 1.0  # mm around a cover's drawing


@dataclass(frozen=True, slots=True)
class Cover:
    """Measures of a cover in mm. `front`: height of the front panel, as tall as the page leaves room for."""

    panel_w: float
    panel_h: float
    front: float
    columns: int
    paper: Paper

    @property
    def width(self) -> float:
        return self.panel_w + 2 * TAB

    @property
    def height(self) -> float:
        return self.front + 2 * self.panel_h


def cover_for(paper: Paper, size: Size) -> Cover:
    """The cover of a card size; the page's head stands at the left edge."""
    w, h = size.width + WIDER, size.height + SLACK
    room = paper.height - 2 * MARGIN
    front = min(h, room - 2 * h)
    columns = max(1, int((paper.width - 2 * MARGIN - 9.0 + GAP) // (w + 2 * TAB + GAP)))
    return Cover(w, h, front, columns, paper)


def place_of(cover: Cover, place: int) -> Box:
    """Bounding box of the cover at `place` on its page."""
    total = cover.columns * cover.width + (cover.columns - 1) * GAP
    left = 9.0 + (cover.paper.width - 9.0 - total) / 2
    top = (cover.paper.height - cover.height) / 2
    return Box(left + place * (cover.width + GAP), top, cover.width, cover.height)


def outline(cover: Cover, box: Box) -> list[tuple[float, float]]:
    """The line to cut along."""
    left, right = box.x + TAB, box.right - TAB
    low = box.y + cover.front + cover.panel_h
    slope = 5.0
    return [
        (left, box.y),
        (right, box.y),
        (right, low),
        (box.right, low + slope),
        (box.right, box.bottom - slope),
        (right, box.bottom),
        (left, box.bottom),
        (box.x, box.bottom - slope),
        (box.x, low + slope),
        (left, low),
    ]


@dataclass(frozen=True, slots=True)
class Label:
    """What stands on the front of a cover. `steps`: how to fold; `called`: the seat in words; `where`: with the name, for a refusal."""

    seat: int
    name: str
    game: str
    pack: str
    called: str
    steps: str
    where: str = ""


def cover_drawing(cover: Cover, look: Look, label: Label, seed: bytes, sparing: bool = False) -> Drawing:
    """One cover, with ROUND mm around it. `seed` makes its two patterns; nothing of it depends on a role."""
    w, h = cover.width + 2 * ROUND, cover.height + 2 * ROUND
    return drawn(w, h, lambda page: _cover(page, cover, Box(ROUND, ROUND, cover.width, cover.height), look, label, seed, sparing))


def _cover(page: Page, cover: Cover, box: Box, look: Look, label: Label, seed: bytes, sparing: bool) -> None:
    x, w = box.x + TAB, cover.panel_w
    first = box.y + cover.front
    second = first + cover.panel_h
    for i, top in enumerate((first, second)):
        hatch(page, Box(x, top, w, cover.panel_h), Stream(seed + bytes([i])))
    page.polygon(outline(cover, box), stroke=LINE, line=0.2)
    ends = [(x, first, x + w, first), (x, second, x + w, second), *((edge, second, edge, box.bottom) for edge in (x, x + w))]
    for end in ends:
        page.line(*end, stroke=grey(0.55), line=0.25, dash=(2.0, 1.2))
    _front(page, Box(x, box.y, w, cover.front), look, label, sparing)


def hatch(page: Page, box: Box, stream: Stream) -> None:
    """The covering pattern over a panel, inside a margin of 1 mm for the fold."""
    inner = box.inset(1.0)
    with page.clipped(inner):
        page.raw(inner.x, inner.bottom, cell(inner.w, inner.h), operators(inner.w, inner.h, stream))


def _front(page: Page, box: Box, look: Look, label: Label, sparing: bool = False) -> None:
    tone = paler(look.main, 0.15)
    inner = box.inset(3.0)
    page.rect(inner, radius=2.5, stroke=tone, line=0.4)
    steps = inner.h > 60
    middle = inner.x + inner.w / 2
    tall = inner.h - (24.0 if steps else 6.0)
    page.text(inner.x + 3, inner.y + 6, label.game, Style(face="serif", size=10, colour=tone))
    page.text(inner.right - 3, inner.y + 6, label.pack, Style(face="sans", size=7, colour=grey(0.4), align="right"))
    outline = 0.25 if sparing else 0.0
    number = Style(face="serif", size=min(54.0, tall * 1.5), colour=grey(0.1), align="centre", outline=outline)
    page.text(middle, inner.y + tall * (0.58 if label.name else 0.72), str(label.seat), number)
    if label.name:
        style = Style(face="bold", size=16, floor=8.0, colour=grey(0.1), align="centre", valign="middle", leading=1.15)
        page.block(Box(inner.x + 2, inner.y + tall * 0.66, inner.w - 4, tall * 0.3), label.name, style, label.where)
    if steps:
        small = Style(face="sans", size=7.0, floor=4.5, leading=1.35, colour=grey(0.3))
        page.block(Box(inner.x + 3, inner.bottom - 21, inner.w - 6, 20), label.steps, small)
