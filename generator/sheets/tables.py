"""Sheets of text and tables (engine/paper.py data) flowed over pages: headings, paragraphs, calls, tables, tick boxes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from engine.paper import Block, Boxes, Call, Cell, Heading, Para, Rows, Sheet
from generator.book import Book
from generator.draw import Fitted, Page, Style, fit, grey
from generator.layout import Box, Paper
from generator.look import Colour, Look, paler
from generator.sheets.furniture import Plan, body

HEADING = Style(face="serif", size=12.5, floor=9.0, colour=grey(0.05), valign="middle")
TEXT = Style(face="sans", size=9.5, leading=1.45, colour=grey(0.1))
SAYING = Style(face="bold", size=10.5, leading=1.4, colour=grey(0.05))
EXPECT = Style(face="sans", size=9.0, leading=1.35, colour=grey(0.2))
NOTE = Style(face="sans", size=8.0, leading=1.35, colour=grey(0.35))
CELL = Style(face="sans", size=9.0, floor=6.5, leading=1.3, colour=grey(0.1))
HEADER = Style(face="bold", size=8.5, floor=6.5, leading=1.25, colour=grey(0.1))
RULE = grey(0.62)
BLANK_ROW = 8.5
TALL = 10_000.0
BOX_SIGNS = str.maketrans({"☐": "□", "☑": "■", "☒": "■"})  # the faces have only these

Draw = Callable[[Page], None]


@dataclass(slots=True)
class Flow:
    """Pieces with a height, put one under the other; a piece that doesn't fit begins a new page."""

    width: float
    height: float
    pages: list[list[tuple[float, Draw | Callable[[Page, float], None]]]] = field(default_factory=lambda: [[]])
    y: float = 0.0

    def put(self, height: float, draw: Callable[[Page, float], None], after: float = 0.0, keep: float = 0.0) -> bool:
        """Place a piece; `keep`: room that must be left under it too. True where it began a new page."""
        turned = False
        if self.y > 0 and self.y + height + keep > self.height + 1e-6:
            self.pages.append([])
            self.y = 0.0
            turned = True
        self.pages[-1].append((self.y, draw))
        self.y += height + after
        return turned

    def room(self) -> float:
        return self.height - self.y


class Writer:
    """Turns the blocks of a sheet into page plans."""

    def __init__(self, book: Book, look: Look, paper: Paper, landscape: bool = False) -> None:
        self.book, self.look = book, look
        w, h = (paper.height, paper.width) if landscape else (paper.width, paper.height)
        self.box = body(_Blank(w, h))
        self.flow = Flow(self.box.w, self.box.h)
        self.landscape = landscape

    def words(self, cell: Cell) -> str:
        return self.book.say(cell).translate(BOX_SIGNS)

    def plans(self, sheet: Sheet) -> list[Plan]:
        """The pages of one sheet."""
        title = self.words(sheet.title)
        self._heading(title, big=True)
        for block in sheet.blocks:
            self.block(block)
        return [
            Plan(self._drawer(pieces), title, sheet.audience, sheet.seat, landscape=self.landscape, part=sheet.id)
            for pieces in self.flow.pages
        ]

    def _drawer(self, pieces: Sequence[tuple[float, Callable[..., None]]]) -> Draw:
        top = self.box.y

        def draw(page: Page) -> None:
            for y, piece in pieces:
                piece(page, top + y)

        return draw

    def block(self, block: Block) -> None:
        if isinstance(block, Heading):
            self._heading(self.words(block.text))
        elif isinstance(block, Para):
            self._para(self.words(block.text), TEXT)
        elif isinstance(block, Call):
            self._call(block)
        elif isinstance(block, Rows):
            self._rows(block)
        else:
            self._boxes(block)

    def _fit(self, text: str, width: float, style: Style) -> Fitted:
        return fit(text, width, TALL, style, text[:12])

    def _heading(self, text: str, big: bool = False) -> None:
        style = Style(face="serif", size=17.0 if big else 12.5, colour=grey(0.05), leading=1.25)
        fitted = self._fit(text, self.box.w - 5, style)
        tone = self.look.main
        before = 0.0 if big or self.flow.y == 0 else 2.5

        def draw(page: Page, y: float) -> None:
            page.rect(Box(self.box.x, y + before, 1.6, fitted.height + 0.6), fill=tone)
            page.fitted(Box(self.box.x + 4, y + before, self.box.w - 5, fitted.height), fitted, style)

        self.flow.put(fitted.height + before, draw, 3.0 if big else 2.0, keep=14.0)

    def _para(self, text: str, style: Style) -> None:
        for part in text.split("\n"):
            if not part.strip():
                continue
            fitted = self._fit(part, self.box.w, style)

            def draw(page: Page, y: float, fitted: Fitted = fitted) -> None:
                page.fitted(Box(self.box.x, y, self.box.w, fitted.height), fitted, style)

            self.flow.put(fitted.height, draw, 1.6)

    def _call(self, call: Call) -> None:
        """Step at the left, the words to say in bold, then what to expect; small print under it."""
        left, mark_w = 27.0, 13.0
        wide = self.box.w - left - mark_w
        parts: list[tuple[Fitted, Style]] = []
        for cell, style in ((call.say, SAYING), (call.expect, EXPECT), (call.note, NOTE)):
            words = self.words(cell)
            if words:
                parts.append((self._fit(words, wide, style), style))
        step_style = Style(face="bold", size=9.5, floor=7.0, leading=1.25, colour=paler(self.look.main, 0.0))
        step = self._fit(self.words(call.step) or " ", left - 3, step_style)
        height = max(step.height, sum(f.height + 1.0 for f, _ in parts))
        tone, mark = paler(self.look.main, 0.55), call.mark

        def draw(page: Page, y: float) -> None:
            page.line(self.box.x, y - 1.1, self.box.right, y - 1.1, stroke=grey(0.8), line=0.12)
            page.fitted(Box(self.box.x, y + 0.4, left - 3, step.height), step, step_style)
            at = y
            for fitted, style in parts:
                page.fitted(Box(self.box.x + left, at, wide, fitted.height), fitted, style)
                at += fitted.height + 1.0
            if mark:
                tag = Box(self.box.right - mark_w + 2, y, mark_w - 2, 4.4)
                page.rect(tag, radius=1.0, stroke=tone, line=0.25)
                page.label(tag.inset(0.6, 0.5), mark, Style("bold", 8.0, 5.0, colour=grey(0.2), align="centre", valign="middle"))

        self.flow.put(height, draw, 2.2)

    def _boxes(self, boxes: Boxes) -> None:
        """A label and a row of tick boxes, as many lines as needed."""
        label = self.words(boxes.title)
        labels = [self.words(c) for c in boxes.labels]
        wide = max([8.0, *(len(t) * 3.3 + 7.5 for t in labels)])
        left = min(60.0, len(label) * 3.4 + 6) if label else 0.0
        each = max(1, int((self.box.w - left) // wide))
        lines = [labels[i : i + each] for i in range(0, len(labels), each)] or [[]]

        def draw(page: Page, y: float) -> None:
            if label:
                page.label(Box(self.box.x, y + 0.4, left - 2, 4.5), label, Style("bold", 9.5, 6.5, colour=grey(0.1), valign="middle"))
            for i, line in enumerate(lines):
                for j, text in enumerate(line):
                    x, top = self.box.x + left + j * wide, y + i * 6.6
                    page.rect(Box(x, top + 0.4, 4.2, 4.2), radius=0.6, stroke=grey(0.3), line=0.25)
                    page.label(Box(x + 5.4, top + 0.4, wide - 6.2, 4.4), text or " ", Style("sans", 9.0, 6.0, valign="middle"))

        self.flow.put(6.6 * len(lines), draw, 1.6)

    def _rows(self, rows: Rows) -> None:
        if rows.title:
            self._heading(self.words(rows.title))
        table = _Table(self, rows)
        table.flow()


class _Blank(Page):
    """A page size without a document, for measuring."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height


class _Table:
    """One table: measured rows, the header drawn again on each new page."""

    PAD = 1.1

    def __init__(self, writer: Writer, rows: Rows) -> None:
        self.writer, self.rows = writer, rows
        count = len(rows.columns) or max((len(r) for r in rows.rows), default=1)
        shares = rows.widths or self._natural(count)
        total = sum(shares)
        self.widths = [writer.box.w * s / total for s in shares]

    def _natural(self, count: int) -> tuple[float, ...]:
        """Column widths by the longest cell, within bounds."""
        longest = [4.0] * count
        for row in (self.rows.columns, *self.rows.rows):
            for i, cell in enumerate(row[:count]):
                words = self.writer.words(cell)
                longest[i] = max(longest[i], min(26.0, float(max((len(p) for p in words.split("\n")), default=0))))
        return tuple(longest)

    def _measure(self, row: Iterable[Cell], style: Style) -> tuple[list[Fitted | None], float]:
        cells: list[Fitted | None] = []
        for width, cell in zip(self.widths, row, strict=False):
            words = self.writer.words(cell)
            cells.append(self.writer._fit(words, width - 2 * self.PAD, style) if words else None)
        return cells, max([4.2, *(f.height for f in cells if f)]) + 2 * self.PAD

    def _line(self, cells: list[Fitted | None], height: float, style: Style, tint: Colour | None) -> Callable[[Page, float], None]:
        left = self.writer.box.x

        def draw(page: Page, y: float) -> None:
            x = left
            if tint is not None:
                page.rect(Box(left, y, self.writer.box.w, height), fill=tint)
            for i, width in enumerate(self.widths):
                page.rect(Box(x, y, width, height), stroke=RULE, line=0.15)
                fitted = cells[i] if i < len(cells) else None
                if fitted is not None:
                    page.fitted(Box(x + self.PAD, y + self.PAD, width - 2 * self.PAD, fitted.height), fitted, style)
                x += width

        return draw

    def flow(self) -> None:
        flow = self.writer.flow
        header = None
        if self.rows.columns and any(self.writer.words(c) for c in self.rows.columns):
            cells, tall = self._measure(self.rows.columns, HEADER)
            header = (tall, self._line(cells, tall, HEADER, paler(self.writer.look.main, 0.86)))
            flow.put(header[0], header[1], keep=BLANK_ROW)
        measured = [self._measure(r, CELL) for r in self.rows.rows]
        lines = [(t, self._line(c, t, CELL, None)) for c, t in measured]
        lines += [(BLANK_ROW, self._line([], BLANK_ROW, CELL, None))] * self.rows.blank
        for tall, draw in lines:
            if header is not None and flow.y > 0 and tall > flow.room():
                flow.pages.append([])
                flow.y = 0.0
                flow.put(header[0], header[1])
            flow.put(tall, draw)
        flow.y += 3.0
