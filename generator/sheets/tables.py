"""Sheets of text and tables (engine/paper.py data) flowed over pages: headings, paragraphs, calls, tables, tick boxes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate

from engine.paper import Block, Boxes, Call, Cell, Heading, Para, Rows, Sheet
from generator.book import Book
from generator.draw import Fitted, Page, Style, Text, fit, grey
from generator.layout import Box, Paper
from generator.look import Colour, Look, deep, paler
from generator.sheets.furniture import Plan, body

HEADING = Style(face="serif", size=12.5, floor=9.0, colour=grey(0.05), valign="middle")
TEXT = Style(face="sans", size=9.5, leading=1.45, colour=grey(0.1))
ENTRY = Style(face="sans", size=10.0, leading=1.32, colour=grey(0.05))
SAYING = Style(face="bold", size=10.5, leading=1.4, colour=grey(0.05))
EXPECT = Style(face="sans", size=9.0, leading=1.35, colour=grey(0.2))
NOTE = Style(face="sans", size=8.0, leading=1.35, colour=grey(0.35))
CELL = Style(face="sans", size=9.0, floor=6.5, leading=1.3, colour=grey(0.1))
HEADER = Style(face="bold", size=8.5, floor=6.5, leading=1.25, colour=grey(0.1))
RULE = grey(0.62)
BLANK_ROW = 8.5
SCANT = 0.12  # of a page: so little doesn't get one of its own
TALL = 10_000.0
BOX_SIGNS = str.maketrans({"☐": "□", "☑": "■", "☒": "■", "✓": "√", "✗": "×"})  # the faces have only these

Draw = Callable[[Page, float], None]


@dataclass(slots=True)
class Piece:
    """Something with a height. `after`: room under it; `tied`: not parted from the next piece; `header`: drawn above it where it begins a
    page; `blank`: an empty row that may be repeated to fill a page."""

    height: float
    draw: Draw
    after: float = 0.0
    tied: bool = False
    header: Piece | None = None
    blank: bool = False


@dataclass(slots=True)
class Flow:
    """Pieces one under the other, parted into pages: what is tied together stays together as long as it fits on a page at all."""

    width: float
    height: float
    pieces: list[Piece] = field(default_factory=list)

    def put(self, height: float, draw: Draw, after: float = 0.0, tied: bool = False) -> None:
        self.pieces.append(Piece(height, draw, after, tied))

    def _groups(self) -> list[list[Piece]]:
        groups: list[list[Piece]] = []
        open_ = False
        for piece in self.pieces:
            if open_ and sum(p.height + p.after for p in groups[-1]) + piece.height <= self.height:
                groups[-1].append(piece)
            else:
                groups.append([piece])
            open_ = piece.tied
        return groups

    def pages(self) -> list[list[tuple[float, Draw]]]:
        """(y, piece) of every page."""
        pages: list[list[tuple[float, Draw]]] = [[]]
        y = 0.0
        for group in self._groups():
            tall = sum(p.height + p.after for p in group) - group[-1].after
            if y > 0 and y + tall > self.height + 1e-6:
                pages.append([])
                y = 0.0
                if (header := group[0].header) is not None:
                    pages[-1].append((y, header.draw))
                    y += header.height
            for piece in group:
                pages[-1].append((y, piece.draw))
                y += piece.height + piece.after
        return pages

    def tighten(self) -> None:
        """Less room between the pieces where that saves a last page with hardly anything on it."""
        pages = self.pages()
        if len(pages) < 2 or pages[-1][-1][0] > SCANT * self.height:
            return
        for share in (0.8, 0.6):
            closer = [replace(piece, after=piece.after * share) for piece in self.pieces]
            if len(Flow(self.width, self.height, closer).pages()) < len(pages):
                self.pieces = closer
                return

    def fill(self) -> None:
        """More empty rows, so that a sheet to write on fills its page; every table with empty rows gets its share."""
        last = [i for i, p in enumerate(self.pieces) if p.blank and not (i + 1 < len(self.pieces) and self.pieces[i + 1].blank)]
        if not last or len(self.pages()) > 1:
            return
        room = self.height - sum(p.height + p.after for p in self.pieces)
        count = int((room + self.pieces[-1].after) // BLANK_ROW)
        for turn, i in reversed(list(enumerate(last))):
            share = count // len(last) + (1 if turn < count % len(last) else 0)
            self.pieces[i + 1 : i + 1] = [replace(self.pieces[i], after=0.0)] * share
            if share:
                self.pieces[i], self.pieces[i + share] = replace(self.pieces[i], after=0.0), self.pieces[i]


class Writer:
    """Turns the blocks of a sheet into page plans."""

    def __init__(self, book: Book, look: Look, paper: Paper, landscape: bool = False, scale: float = 1.0, sparing: bool = False) -> None:
        self.book, self.look, self.scale, self.sparing = book, look, scale, sparing
        w, h = (paper.height, paper.width) if landscape else (paper.width, paper.height)
        self.box = body(_Blank(w, h))
        self.flow = Flow(self.box.w, self.box.h)
        self.landscape = landscape
        self.spare = False  # the next table gets an empty row even where it asks for none

    def styled(self, style: Style) -> Style:
        """A style as large as this sheet wants it."""
        return style if self.scale == 1.0 else replace(style, size=style.size * self.scale)

    def words(self, cell: Cell) -> str:
        return self.book.say(cell).translate(BOX_SIGNS)

    def plans(self, sheet: Sheet, tail: Callable[[Writer], None] | None = None) -> list[Plan]:
        """The pages of one sheet. `tail` writes something more behind it."""
        title = self.words(sheet.title)
        self.spare = sheet.id.startswith("log")
        self.heading(title, big=True)
        for block in sheet.blocks:
            self.block(block)
        if tail is not None:
            tail(self)
        self.flow.fill()
        return self.finished(title, sheet.audience, sheet.seat, sheet.id)

    def together(self, title: str, sheets: Sequence[Sheet], lead: str = "", tail: str = "") -> list[Plan]:
        """Short sheets of one kind, as many on a page as go whole. `lead` stands below the title before them, `tail` behind them."""
        if lead:
            self.heading(title, big=True)
            self.para(lead, TEXT)
        for sheet in sheets:
            first = len(self.flow.pieces)
            self.heading(self.words(sheet.title))
            for block in sheet.blocks:
                self.block(block)
            own = self.flow.pieces[first:]
            self.flow.pieces[first:] = [replace(piece, tied=piece is not own[-1]) for piece in own]
        if tail:
            self.para(tail, TEXT)
        return self.finished(title, sheets[0].audience, part=sheets[0].id)

    def finished(self, title: str, audience: str, seat: int | None = None, part: str = "") -> list[Plan]:
        """What was written, as plans of pages."""
        self.flow.tighten()
        return [Plan(self._drawer(pieces), title, audience, seat, landscape=self.landscape, part=part) for pieces in self.flow.pages()]

    def _drawer(self, pieces: Sequence[tuple[float, Draw]]) -> Callable[[Page], None]:
        top = self.box.y

        def draw(page: Page) -> None:
            for y, piece in pieces:
                piece(page, top + y)

        return draw

    def block(self, block: Block) -> None:
        if isinstance(block, Heading):
            self.heading(self.words(block.text))
        elif isinstance(block, Para):
            self.para(self.words(block.text), TEXT)
        elif isinstance(block, Call):
            self._call(block)
        elif isinstance(block, Rows):
            self._rows(block)
        else:
            self._boxes(block)

    def _fit(self, text: Text, width: float, style: Style) -> Fitted:
        return fit(text, width, TALL, style, text[:12] if isinstance(text, str) else "")

    def heading(self, text: str, big: bool = False) -> None:
        style = self.styled(Style(face="serif", size=17.0 if big else 12.5, colour=grey(0.05), leading=1.25))
        fitted = self._fit(text, self.box.w - 5, style)
        tone = self.look.main
        before = 0.0 if big else 2.5

        def draw(page: Page, y: float) -> None:
            page.rect(Box(self.box.x, y + before, 1.6, fitted.height + 0.6), fill=tone)
            page.fitted(Box(self.box.x + 4, y + before, self.box.w - 5, fitted.height), fitted, style)

        self.flow.put(fitted.height + before, draw, 3.0 if big else 2.0, tied=True)

    def para(self, text: str, style: Style) -> None:
        style = self.styled(style)
        for part in text.split("\n"):
            if part.strip():
                self._piece(part, style, self.box.x, self.box.w, 1.6)

    def _piece(self, text: Text, style: Style, x: float, width: float, after: float, tied: bool = False) -> None:
        fitted = self._fit(text, width, style)

        def draw(page: Page, y: float) -> None:
            page.fitted(Box(x, y, width, fitted.height), fitted, style)

        self.flow.put(fitted.height, draw, after, tied)

    def side(self, name: str) -> None:
        """A side's name beside its crest, over its roles."""
        fitted = self._fit(name, self.box.w - 8, HEADING)

        def draw(page: Page, y: float) -> None:
            points = [(self.box.x + 2.4 + 2.1 * x, y + 4.6 + 2.1 * py) for x, py in self.look.shape(name)]
            page.polygon(points, fill=deep(self.look.colour(name)))
            page.fitted(Box(self.box.x + 6.5, y + 2.4, self.box.w - 8, fitted.height), fitted, HEADING)

        self.flow.put(fitted.height + 2.4, draw, 1.8, tied=True)

    def entry(self, name: str, text: str) -> None:
        """A role and its text."""
        self._piece([("bold", f"{name}　"), ("sans", text)], ENTRY, self.box.x, self.box.w, 1.7)

    def promise(self, title: str, code: str, notes: Sequence[str]) -> None:
        """A commitment, all of it on one page."""
        self.flow.put(3.0, lambda page, y: None, tied=True)
        self.heading(title)
        self._piece(code, Style("sans", 14.0, leading=1.5, align="centre"), self.box.x, self.box.w, 4.0, tied=True)
        for i, note in enumerate(notes):
            self._piece(note, replace(TEXT, size=10.5), self.box.x, self.box.w, 1.6, tied=i < len(notes) - 1)

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
        tone, mark_style = paler(self.look.main, 0.55), Style("bold", 8.0, 5.0, 1.2, grey(0.2), align="centre", valign="middle")
        mark = self._fit(call.mark, mark_w - 3.2, mark_style) if call.mark else None
        height = max(height, mark.height + 1.6 if mark is not None else 0.0)

        def draw(page: Page, y: float) -> None:
            page.line(self.box.x, y - 1.1, self.box.right, y - 1.1, stroke=grey(0.8), line=0.12)
            page.fitted(Box(self.box.x, y + 0.4, left - 3, step.height), step, step_style)
            at = y
            for fitted, style in parts:
                page.fitted(Box(self.box.x + left, at, wide, fitted.height), fitted, style)
                at += fitted.height + 1.0
            if mark is not None:
                tag = Box(self.box.right - mark_w + 2, y, mark_w - 2, max(4.4, mark.height + 1.6))
                page.rect(tag, radius=1.0, stroke=tone, line=0.25)
                page.fitted(tag.inset(0.6, 0.5), mark, mark_style)

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
            self.heading(self.words(rows.title))
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
            edges = [left, *accumulate(self.widths, initial=left)][1:]
            flat = [(left, at, left + self.writer.box.w, at) for at in (y, y + height)]
            page.lines([*flat, *((at, y, at, y + height) for at in edges)], stroke=RULE, line=0.15)
            for i, width in enumerate(self.widths):
                fitted = cells[i] if i < len(cells) else None
                if fitted is not None:
                    page.fitted(Box(x + self.PAD, y + self.PAD, width - 2 * self.PAD, fitted.height), fitted, style)
                x += width

        return draw

    def flow(self) -> None:
        """Rows as pieces. A table that fits on half a page stays in one; of a longer one no row stands alone at either end."""
        header = None
        header_style, cell_style = self.writer.styled(HEADER), self.writer.styled(CELL)
        tint = None if self.writer.sparing else paler(self.writer.look.main, 0.86)
        if self.rows.columns and any(self.writer.words(c) for c in self.rows.columns):
            cells, tall = self._measure(self.rows.columns, header_style)
            header = Piece(tall, self._line(cells, tall, header_style, tint), tied=True)
        measured = [self._measure(r, cell_style) for r in self.rows.rows]
        pieces = [Piece(t, self._line(c, t, cell_style, None), header=header) for c, t in measured]
        blanks = self.rows.blank or int(self.writer.spare)
        self.writer.spare = False
        pieces += [Piece(BLANK_ROW, self._line([], BLANK_ROW, cell_style, None), header=header, blank=True)] * blanks
        if not pieces:
            pieces = [header] if header else []
        elif header is not None:
            pieces = [header, *pieces]
        if not pieces:
            return
        short = sum(p.height for p in pieces) <= self.writer.flow.height / 2
        last = len(pieces) - 1
        tied = [i < last and (short or i < 2 or i == last - 1) for i in range(len(pieces))]
        self.writer.flow.pieces += [replace(p, tied=tied[i], after=3.0 if i == last else 0.0) for i, p in enumerate(pieces)]
