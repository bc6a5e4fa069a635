"""Boxes, paper, card sizes and imposition: arithmetic only, in millimetres from the page's top left corner.

A *cell* is what is cut out in one piece: a card (duplex, fronts) or a strip of front and back (fold). Cells stand in a grid in
the middle of the live area. Neighbours keep two bleeds' distance where that costs no cell a page; else they touch and share a cut.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

BLEED = 3.0
MARGIN = 4.5  # what home printers cannot reach
HEAD = 9.0  # the line with game, pack id, n/m and the ruler
MARK = 3.0  # length of a crop mark


class Unknown(ValueError):
    """A paper, size or style nobody knows. `what`: 纸张, 尺寸, 做法; `known`: what there is."""

    def __init__(self, what: str, given: str, known: tuple[str, ...]) -> None:
        super().__init__(f"不认识的{what}“{given}”，可用：{'、'.join(known)}。")
        self.what, self.given, self.known = what, given, known


@dataclass(frozen=True, slots=True)
class Paper:
    name: str
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Size:
    """A card's trim size. `full`: carries the whole role text (else glyph, name and key words)."""

    name: str
    width: float
    height: float
    full: bool = True


@dataclass(frozen=True, slots=True)
class Box:
    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    def inset(self, by: float, vertical: float | None = None) -> Box:
        down = by if vertical is None else vertical
        return Box(self.x + by, self.y + down, self.w - 2 * by, self.h - 2 * down)

    def grown(self, by: float) -> Box:
        return self.inset(-by)

    def moved(self, x: float, y: float) -> Box:
        return Box(self.x + x, self.y + y, self.w, self.h)

    def holds(self, other: Box, slack: float = 1e-6) -> bool:
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def meets(self, other: Box, slack: float = 1e-6) -> bool:
        """Do the two overlap (touching is no overlap)?"""
        across = other.x < self.right - slack and self.x < other.right - slack
        return across and other.y < self.bottom - slack and self.y < other.bottom - slack


A4 = (210.0, 297.0)
LETTER = (215.9, 279.4)
PAPERS = (Paper("A4", *A4), Paper("Letter", *LETTER))
SIZES = (
    Size("poker", 63.0, 88.0),
    Size("bridge", 57.0, 89.0, full=False),
    Size("mini", 44.0, 68.0, full=False),
    Size("tarot", 70.0, 120.0),
)
STYLES = ("fold", "long", "short", "fronts")


def _pick(what: str, given: str, known: tuple[str, ...]) -> int:
    wanted = given.strip().casefold()
    for i, name in enumerate(known):
        if name.casefold() == wanted:
            return i
    raise Unknown(what, given, known)


def paper_named(name: str) -> Paper:
    """`A4`, `a4`, `A4 ` or `Letter`; Unknown for any other."""
    return PAPERS[_pick("纸张", name, tuple(p.name for p in PAPERS))]


def size_named(name: str) -> Size:
    return SIZES[_pick("卡牌尺寸", name, tuple(s.name for s in SIZES))]


def style_named(name: str) -> str:
    return STYLES[_pick("做法", name, STYLES)]


@dataclass(frozen=True, slots=True)
class Grid:
    """Where the cells of a page lie. `turned`: the cell's content is drawn turned by 90°; `gap`: between neighbours.

    `side`: the page's head stands along its left edge, because a line on top would cost cells.
    """

    paper: Paper
    cell_w: float
    cell_h: float
    columns: int
    rows: int
    gap: float
    turned: bool = False
    side: bool = False

    @property
    def per_page(self) -> int:
        return self.columns * self.rows

    @property
    def block(self) -> Box:
        """The trim boxes of all cells together."""
        w = self.columns * self.cell_w + (self.columns - 1) * self.gap
        h = self.rows * self.cell_h + (self.rows - 1) * self.gap
        left, low = (HEAD, 0.0) if self.side else (0.0, HEAD)
        return Box(left + (self.paper.width - left - w) / 2, low + (self.paper.height - low - h) / 2, w, h)

    def cell(self, place: int) -> Box:
        """Trim box of the cell at `place` (0 … per_page-1), row by row from the top left."""
        row, column = divmod(place, self.columns)
        block = self.block
        return Box(block.x + column * (self.cell_w + self.gap), block.y + row * (self.cell_h + self.gap), self.cell_w, self.cell_h)

    def behind(self, place: int, edge: str) -> Box:
        """Where the back of the cell at `place` is printed on the sheet's other side, turned over its long or short edge.

        Turning over the long edge mirrors left and right; over the short edge it mirrors top and bottom (and the back stands on its head).
        """
        box = self.cell(place)
        if edge == "long":
            return Box(self.paper.width - box.right, box.y, box.w, box.h)
        return Box(box.x, self.paper.height - box.bottom, box.w, box.h)

    def pages(self, count: int) -> Iterator[range]:
        """Index ranges of the cells of each page."""
        for start in range(0, count, self.per_page):
            yield range(start, min(count, start + self.per_page))


def _fits(room: float, cell: float, gap: float) -> int:
    """Cells of a length in a room that also needs a bleed at both ends."""
    return max(0, int((room - 2 * BLEED + gap + 1e-9) // (cell + gap)))


def grid(paper: Paper, width: float, height: float, turnable: bool = True) -> Grid:
    """The grid with the most cells a page; of equal ones the one with its head on top, then upright, then with gaps."""
    best: Grid | None = None
    for side, turned, gap in product((False, True), (False, True) if turnable else (False,), (2 * BLEED, 0.0)):
        w, h = (height, width) if turned else (width, height)
        room_w = paper.width - 2 * MARGIN - (HEAD if side else 0)
        room_h = paper.height - 2 * MARGIN - (0 if side else HEAD)
        found = Grid(paper, w, h, _fits(room_w, w, gap), _fits(room_h, h, gap), gap, turned, side)
        if found.per_page and (best is None or found.per_page > best.per_page):
            best = found
    if best is None:
        raise Unknown("能放下的尺寸", f"{width:g}×{height:g} mm", (paper.name,))
    return best


def card_grid(paper: Paper, size: Size, style: str) -> Grid:
    """The grid of cards: strips of front and back beside each other (fold; long edges meet nowhere, the fold is a short edge), or cards."""
    if style == "fold":
        return grid(paper, size.width, 2 * size.height)
    return grid(paper, size.width, size.height, turnable=False)


def crop_marks(grid: Grid) -> Iterator[tuple[float, float, float, float]]:
    """Lines (x0, y0, x1, y1) outside the block at every cut, never through a card or its bleed."""
    block = grid.block
    off = BLEED + 0.5
    xs = sorted({e for c in range(grid.columns) for e in (grid.cell(c).x, grid.cell(c).right)})
    ys = sorted({e for r in range(grid.rows) for e in (grid.cell(r * grid.columns).y, grid.cell(r * grid.columns).bottom)})
    for x in xs:
        yield x, block.y - off, x, block.y - off - MARK
        yield x, block.bottom + off, x, block.bottom + off + MARK
    for y in ys:
        yield block.x - off, y, block.x - off - MARK, y
        yield block.right + off, y, block.right + off + MARK, y
