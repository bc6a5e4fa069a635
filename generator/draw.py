"""Drawing on pages: millimetres from the top left corner, type sizes in points. The only module that makes a PDF.

A `Pdf` hands out `Page`s and reusable forms; both have the same drawing methods. Equal calls give equal bytes.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from generator.fonts import CHAINS, Embedded, NoGlyph, Shaped, Unprintable, shape
from generator.layout import A4, Box
from generator.typeset import (
    BLACK,
    MM,
    WHITE,
    Colour,
    Fitted,
    NotOneLine,
    Style,
    Text,
    TooLong,
    fit,
    fit_line,
    grey,
    one_line,
)

__all__ = [
    "BLACK",
    "MM",
    "WHITE",
    "Colour",
    "Curve",
    "Fitted",
    "NoGlyph",
    "NotOneLine",
    "Page",
    "Pdf",
    "Style",
    "Text",
    "TooLong",
    "Unprintable",
    "fit",
    "fit_line",
    "grey",
    "rounded",
]

RISE = 0.86  # of a size: from the top of a line of type to its baseline
ROUND = 0.5523  # handle length of a quarter circle

Curve = tuple[str, *tuple[float, ...]]  # ("M", x, y) ("L", x, y) ("C", x1, y1, x2, y2, x, y) ("Z",)


def num(value: float) -> str:
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in {"-0", ""} else text


def nums(*values: float) -> str:
    return " ".join(map(num, values))


def paint(fill: Colour | None, stroke: Colour | None, line: float, dash: Sequence[float]) -> tuple[str, str]:
    """Operators that set the colours, and the one that then paints the path."""
    before = []
    if fill is not None:
        before.append(f"{nums(*fill)} rg")
    if stroke is not None:
        before.append(f"{nums(*stroke)} RG {num(line * MM)} w")
        if dash:
            before.append(f"[{nums(*(d * MM for d in dash))}] 0 d")
    operator = {(True, True): "B", (True, False): "f", (False, True): "S", (False, False): "n"}
    return " ".join(before), operator[fill is not None, stroke is not None]


class Page:
    """Something to draw on: a page of a document or a form."""

    def __init__(self, pdf: Pdf, width: float, height: float) -> None:
        self.width, self.height = width, height
        self._pdf, self._top = pdf, height

    @property
    def box(self) -> Box:
        return Box(0, 0, self.width, self.height)

    def _put(self, *operators: str) -> None:
        self._pdf.canvas.addLiteral(" ".join(part for part in operators if part))

    def _at(self, x: float, y: float) -> str:
        return nums(x * MM, (self._top - y) * MM)

    # shapes

    def path(
        self,
        curves: Iterable[Curve],
        *,
        fill: Colour | None = None,
        stroke: Colour | None = None,
        line: float = 0.2,
        dash: Sequence[float] = (),
    ) -> None:
        """Straight and curved segments, filled (non-zero), stroked, or both."""
        letters = {"M": "m", "L": "l", "C": "c"}
        before, operator = paint(fill, stroke, line, dash)
        parts = []
        for kind, *places in curves:
            points = zip(places[::2], places[1::2], strict=True)
            parts.append("h" if kind == "Z" else " ".join(self._at(x, y) for x, y in points) + " " + letters[kind])
        self._put("q", before, *parts, operator, "Q")

    def polygon(self, points: Sequence[tuple[float, float]], **look: Any) -> None:
        first, *rest = points
        self.path([("M", *first), *(("L", *point) for point in rest), ("Z",)], **look)

    def line(self, x1: float, y1: float, x2: float, y2: float, **look: Any) -> None:
        self.path([("M", x1, y1), ("L", x2, y2)], **{"stroke": BLACK, **look})

    def rect(self, box: Box, radius: float = 0.0, **look: Any) -> None:
        self.path(rounded(box, radius), **look)

    def ellipse(self, x: float, y: float, rx: float, ry: float | None = None, **look: Any) -> None:
        """Around a centre; a circle where only one radius is given."""
        tall = rx if ry is None else ry
        kx, ky = rx * ROUND, tall * ROUND
        self.path(
            [
                ("M", x + rx, y),
                ("C", x + rx, y + ky, x + kx, y + tall, x, y + tall),
                ("C", x - kx, y + tall, x - rx, y + ky, x - rx, y),
                ("C", x - rx, y - ky, x - kx, y - tall, x, y - tall),
                ("C", x + kx, y - tall, x + rx, y - ky, x + rx, y),
                ("Z",),
            ],
            **look,
        )

    def qr(self, x: float, y: float, size: float, rows: Sequence[Sequence[bool]]) -> None:
        """A code, its quiet zone not counted, as one path of one rectangle for each dark run."""
        count = len(rows)
        module = size * MM / count
        corner = self._at(x, y + size)
        runs = [f"{start} {count - 1 - i} {length} 1 re" for i, row in enumerate(rows) for start, length in dark_runs(row)]
        self._put(f"q 0 0 0 rg {num(module)} 0 0 {num(module)} {corner} cm", *runs, "f Q")

    def raw(self, x: float, y: float, unit: float, operators: bytes) -> None:
        """Path operators as they are, from (x, y) upwards, `unit` mm to a unit, filled black."""
        self._put(f"q 0 0 0 rg {num(unit * MM)} 0 0 {num(unit * MM)} {self._at(x, y)} cm", operators.decode("ascii"), "Q")

    # text

    def text(self, x: float, y: float, text: Text, style: Style, where: str = "") -> float:
        """One line with its baseline at y and its left end, middle or right end at x, as aligned. Returns its mm."""
        shaped = one_line(text, style, where)
        width = shaped.width() * style.size / MM
        left = x - {"left": 0.0, "centre": 0.5, "right": 1.0}[style.align] * width
        self._lines(shaped, [(0, len(shaped.text))], style.size, style, [(left, y)])
        return width

    def block(self, box: Box, text: Text, style: Style, what: str = "") -> Fitted:
        """Text broken and shrunk into a box. `what` names it in a refusal."""
        fitted = fit(text, box.w, box.h, style, what)
        self.fitted(box, fitted, style)
        return fitted

    def label(self, box: Box, text: Text, style: Style, what: str = "") -> Fitted:
        """One line shrunk to the width of a box."""
        fitted = fit_line(text, box.w, style, what)
        self.fitted(box, fitted, style)
        return fitted

    def fitted(self, box: Box, fitted: Fitted, style: Style) -> None:
        """Draw a text that was fitted before."""
        spare = box.h - fitted.height
        top = box.y + {"top": 0.0, "middle": 0.5, "bottom": 1.0}[style.valign] * spare
        share = {"left": 0.0, "centre": 0.5, "right": 1.0}[style.align]
        places = []
        for i, (start, end) in enumerate(fitted.lines):
            width = sum(fitted.shaped.widths[start:end]) * fitted.size / MM if share else 0.0
            down = (RISE + i * style.leading) * fitted.size / MM
            places.append((box.x + share * (box.w - width) if share else box.x, top + down))
        self._lines(fitted.shaped, fitted.lines, fitted.size, style, places)

    def _lines(
        self,
        shaped: Shaped,
        lines: Sequence[tuple[int, int]],
        size: float,
        style: Style,
        places: Sequence[tuple[float, float]],
    ) -> None:
        """One text object for all lines."""
        before = f"{nums(*style.colour)} rg"
        if style.outline:
            before = f"{nums(*style.colour)} RG {num(style.outline * MM)} w 1 j 1 Tr"
        out = ["q", before, "BT"]
        face, x0, y0 = "", 0.0, 0.0
        for (start, end), (x, y) in zip(lines, places, strict=True):
            out.append(f"{nums((x - x0) * MM, (self._top - y) * MM - y0)} Td")
            x0, y0 = x, (self._top - y) * MM
            for name, run in shaped.runs(start, end):
                font = self._pdf.font(name)
                if name != face:
                    out.append(f"/{font.label} {num(size)} Tf")
                    face = name
                out.append(f"{font.codes(run)} Tj")
        self._put(*out, "ET Q")

    # frames of reference

    @contextmanager
    def turned(self, x: float, y: float, degrees: float) -> Iterator[Page]:
        """Drawing inside is relative to (x, y), turned clockwise around it."""
        a = math.radians(-degrees)
        turn = nums(math.cos(a), math.sin(a), -math.sin(a), math.cos(a))
        self._put(f"q {turn} {self._at(x, y)} cm")
        inner = Page(self._pdf, self.width, self.height)
        inner._top = 0.0
        yield inner
        self._put("Q")

    @contextmanager
    def clipped(self, box: Box, radius: float = 0.0) -> Iterator[Page]:
        """Nothing drawn inside shows outside the box."""
        self._put("q")
        parts = []
        for kind, *places in rounded(box, radius):
            points = zip(places[::2], places[1::2], strict=True)
            parts.append("h" if kind == "Z" else " ".join(self._at(a, b) for a, b in points) + f" {kind.lower()}")
        self._put(*parts, "W n")
        yield self
        self._put("Q")

    def form(self, name: str, x: float, y: float) -> None:
        """Place a form with its top left corner at (x, y)."""
        height = self._pdf.forms[name]
        self._put(f"q 1 0 0 1 {self._at(x, y + height)} cm")
        self._pdf.canvas.doForm(name)
        self._put("Q")


def rounded(box: Box, radius: float) -> list[Curve]:
    """The outline of a box, its corners rounded."""
    left, top, right, bottom = box.x, box.y, box.x + box.w, box.y + box.h
    if radius <= 0:
        return [("M", left, top), ("L", right, top), ("L", right, bottom), ("L", left, bottom), ("Z",)]
    r = min(radius, box.w / 2, box.h / 2)
    k = r * (1 - ROUND)
    return [
        ("M", left + r, top),
        ("L", right - r, top),
        ("C", right - k, top, right, top + k, right, top + r),
        ("L", right, bottom - r),
        ("C", right, bottom - k, right - k, bottom, right - r, bottom),
        ("L", left + r, bottom),
        ("C", left + k, bottom, left, bottom - k, left, bottom - r),
        ("L", left, top + r),
        ("C", left, top + k, left + k, top, left + r, top),
        ("Z",),
    ]


def dark_runs(row: Sequence[bool]) -> Iterator[tuple[int, int]]:
    start = None
    for i, dark in enumerate([*row, False]):
        if dark and start is None:
            start = i
        elif not dark and start is not None:
            yield start, i - start
            start = None


class _NoFont:
    """Stands where reportlab wants a first font, so that it names none of its own."""

    fontName = "YuanzunNone"
    _dynamicFont, _multiByte = 1, 0

    class face:
        name = "YuanzunNone"


class Pdf:
    """A document in the making. Metadata are neutral; viewers are told not to scale it."""

    def __init__(self, size: tuple[float, float] = A4, title: str = "源尊") -> None:
        pdfmetrics.registerFont(_NoFont)
        self.size = size
        self.forms: dict[str, float] = {}
        self._fonts: dict[str, Embedded] = {}
        self._open = False
        self.canvas: Any = Canvas(
            io.BytesIO(),
            pagesize=(size[0] * MM, size[1] * MM),
            pageCompression=1,
            invariant=1,
            initialFontName=_NoFont.fontName,
            lang="zh-Hans",
        )
        self.canvas.setTitle(title)
        self.canvas.setAuthor("源尊")
        self.canvas.setSubject("源尊")
        self.canvas.setCreator("源尊")
        self.canvas.setProducer("源尊")
        self.canvas.setViewerPreference("PrintScaling", "None")

    def font(self, name: str) -> Embedded:
        if name not in self._fonts:
            self._fonts[name] = Embedded(name)
        return self._fonts[name]

    def reserve(self, text: str, face: str = "sans") -> None:
        """Embed these characters whether they are drawn or not, so that a font doesn't tell what is on the pages."""
        for name, run in shape(text, face).runs():
            self.font(name).used.update(run.replace("\n", ""))

    def page(self, size: tuple[float, float] | None = None) -> Page:
        """A new page, behind the one before."""
        self._close()
        width, height = size or self.size
        self.canvas.setPageSize((width * MM, height * MM))
        self._open = True
        return Page(self, width, height)

    def form(self, name: str, width: float, height: float, draw: Callable[[Page], object]) -> None:
        """Define something to be placed many times. A form may be defined at any time, but not inside another."""
        self.canvas.beginForm(name, 0, 0, width * MM, height * MM)
        draw(Page(self, width, height))
        self.canvas.endForm()
        self.forms[name] = height

    def _close(self) -> None:
        if self._open:
            self.canvas.addLiteral("n")  # an empty page is a page too
            self.canvas.showPage()

    def bytes(self) -> bytes:
        """The finished file."""
        self._close()
        self._open = False
        document = self.canvas._doc
        document.delayedFonts.extend(self._fonts[name] for name in CHAINS if name in self._fonts)
        data: bytes = self.canvas.getpdfdata()
        return data
