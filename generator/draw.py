"""Drawing on pages: millimetres from the top left corner, type sizes in points. The only module that makes a PDF.

A `Pdf` hands out `Page`s and reusable forms; both have the same drawing methods. Equal calls give equal bytes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from generator import ink
from generator.fonts import CHAINS, Embedded, NoGlyph, Shaped, Unprintable, shape
from generator.layout import A4, Box
from generator.pdf import File, deflate, words
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

Curve = ink.Curve  # ("M", x, y) ("L", x, y) ("C", x1, y1, x2, y2, x, y) ("Z",)


def nums(*values: float) -> str:
    return " ".join([f"{value:.2f}" for value in values])


@lru_cache(1024)
def paint(fill: Colour | None, stroke: Colour | None, line: float, dash: tuple[float, ...]) -> tuple[str, str]:
    """Operators that set the colours, and the one that then paints the path."""
    before = []
    if fill is not None:
        before.append(f"{shade(fill)} rg")
    if stroke is not None:
        before.append(f"{shade(stroke)} RG {line * MM:.3f} w")
        if dash:
            before.append(f"[{nums(*(d * MM for d in dash))}] 0 d")
    operator = {(True, True): "B", (True, False): "f", (False, True): "S", (False, False): "n"}
    return " ".join(before), operator[fill is not None, stroke is not None]


def shade(colour: Colour) -> str:
    return " ".join([f"{share:.3f}" for share in colour])


class Page:
    """Something to draw on: a page of a document or a form."""

    def __init__(self, pdf: Pdf, width: float, height: float, out: list[str] | None = None) -> None:
        self.width, self.height = width, height
        self._pdf, self._top = pdf, height
        self._out: list[str] = [] if out is None else out
        self.meter: list[tuple[float, float]] | None = None  # collects (ink, paper covered) of paths and filled type

    @property
    def box(self) -> Box:
        return Box(0, 0, self.width, self.height)

    def _put(self, *operators: str) -> None:
        self._out.append(" ".join(operators))

    def _at(self, x: float, y: float) -> str:
        return f"{x * MM:.2f} {(self._top - y) * MM:.2f}"

    @property
    def operators(self) -> bytes:
        """All that was drawn."""
        return "\n".join(self._out).encode("ascii")

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
        before, operator = paint(fill, stroke, line, tuple(dash))
        if self.meter is not None:
            curves = list(curves)
            self.meter.append(ink.of_path(curves, fill, stroke, line))
        top = self._top
        parts = ["q", before]
        for kind, *at in curves:
            if kind == "Z":
                parts.append("h")
            elif kind == "C":
                a, b, c, d, x, y = at
                parts.append(f"{a * MM:.2f} {(top - b) * MM:.2f} {c * MM:.2f} {(top - d) * MM:.2f} {x * MM:.2f} {(top - y) * MM:.2f} c")
            else:
                parts.append(f"{at[0] * MM:.2f} {(top - at[1]) * MM:.2f} {'m' if kind == 'M' else 'l'}")
        self._put(*parts, operator, "Q")

    def polygon(self, points: Sequence[tuple[float, float]], **look: Any) -> None:
        first, *rest = points
        self.path([("M", *first), *(("L", *point) for point in rest), ("Z",)], **look)

    def line(
        self, x1: float, y1: float, x2: float, y2: float, *, stroke: Colour = BLACK, line: float = 0.2, dash: Sequence[float] = ()
    ) -> None:
        before, _ = paint(None, stroke, line, tuple(dash))
        self._out.append(f"q {before} {self._at(x1, y1)} m {self._at(x2, y2)} l S Q")

    def lines(self, ends: Iterable[tuple[float, float, float, float]], *, stroke: Colour = BLACK, line: float = 0.2) -> None:
        """Many straight lines of one look."""
        before, _ = paint(None, stroke, line, ())
        self._put("q", before, *[f"{self._at(x1, y1)} m {self._at(x2, y2)} l" for x1, y1, x2, y2 in ends], "S Q")

    def rect(
        self,
        box: Box,
        radius: float = 0.0,
        *,
        fill: Colour | None = None,
        stroke: Colour | None = None,
        line: float = 0.2,
        dash: Sequence[float] = (),
    ) -> None:
        if radius > 0 or self.meter is not None:
            self.path(rounded(box, radius), fill=fill, stroke=stroke, line=line, dash=dash)
            return
        before, operator = paint(fill, stroke, line, tuple(dash))
        self._out.append(f"q {before} {self._at(box.x, box.bottom)} {box.w * MM:.2f} {box.h * MM:.2f} re {operator} Q")

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
        self._put(f"q 0 0 0 rg {module:.4f} 0 0 {module:.4f} {corner} cm", *runs, "f Q")

    def raw(self, x: float, y: float, unit: tuple[float, float], operators: bytes) -> None:
        """Path operators as they are, from (x, y) upwards, `unit` mm to a unit, across and up, filled black."""
        self._put(f"q 0 0 0 rg {unit[0] * MM:.4f} 0 0 {unit[1] * MM:.4f} {self._at(x, y)} cm", operators.decode("ascii"), "Q")

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
        if self.meter is not None:
            self.meter.append(ink.of_text(shaped, lines, size, style.colour))
        before = f"{shade(style.colour)} rg"
        if style.outline:
            before = f"{shade(style.colour)} RG {style.outline * MM:.3f} w 1 j 1 Tr"
        out = ["q", before, "BT"]
        face, x0, y0 = "", 0.0, 0.0
        for (start, end), (x, y) in zip(lines, places, strict=True):
            out.append(f"{nums((x - x0) * MM, (self._top - y) * MM - y0)} Td")
            x0, y0 = x, (self._top - y) * MM
            for name, run in shaped.runs(start, end):
                font = self._pdf.font(name)
                if name != face:
                    out.append(f"/{font.label} {size:.2f} Tf")
                    face = name
                out.append(f"{font.codes(run)} Tj")
        self._put(*out, "ET Q")

    # frames of reference

    @contextmanager
    def turned(self, x: float, y: float, degrees: float) -> Iterator[Page]:
        """Drawing inside is relative to (x, y), turned clockwise around it."""
        a = math.radians(-degrees)
        turn = " ".join(f"{v:.6f}" for v in (math.cos(a), math.sin(a), -math.sin(a), math.cos(a)))
        self._put(f"q {turn} {self._at(x, y)} cm")
        inner = Page(self._pdf, self.width, self.height, self._out)
        inner._top, inner.meter = 0.0, self.meter
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

    def place(self, name: str, form: Form) -> None:
        """Take a form in where it isn't yet, and lay it over the whole page."""
        self.take(name, form)
        self.form(name, 0.0, self._top - form.height)

    def take(self, name: str, form: Form) -> None:
        """Take a form in where it isn't yet."""
        if name not in self._pdf.forms:
            self._pdf.place(name, form)

    def form(self, name: str, x: float, y: float) -> None:
        """Place a form with its top left corner at (x, y)."""
        height = self._pdf.forms[name].height
        self._put(f"q 1 0 0 1 {self._at(x, y + height)} cm /{name} Do Q")


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


@dataclass(frozen=True, slots=True)
class Form:
    """Something drawn once and placed many times: its size in mm, its operators deflated, and the characters it needs, by face."""

    width: float
    height: float
    packed: bytes
    uses: tuple[tuple[str, str], ...]


class Pdf:
    """A document in the making. Metadata are neutral; viewers are told not to scale it."""

    def __init__(self, size: tuple[float, float] = A4, title: str = "源尊", duplex: str = "") -> None:
        """`duplex`: how a viewer is to set the printer (Simplex, DuplexFlipLongEdge, DuplexFlipShortEdge)."""
        self.size, self.title, self.duplex = size, title, duplex
        self.forms: dict[str, Form] = {}
        self._fonts: dict[str, Embedded] = {}
        self._pages: list[tuple[Page, int]] = []

    def font(self, name: str) -> Embedded:
        if name not in self._fonts:
            self._fonts[name] = Embedded(name)
        return self._fonts[name]

    def reserve(self, text: str, face: str = "sans") -> None:
        """Embed these characters whether they are drawn or not, so that a font doesn't tell what is on the pages."""
        for name, run in shape(text, face).runs():
            self.font(name).used.update(run.replace("\n", ""))

    def page(self, size: tuple[float, float] | None = None, bucket: int = 0) -> Page:
        """A new page, behind the one before. With a bucket the length of what is on it is rounded up to a multiple."""
        width, height = size or self.size
        page = Page(self, width, height)
        self._pages.append((page, bucket))
        return page

    def form(self, name: str, width: float, height: float, draw: Callable[[Page], object], bucket: int = 0) -> None:
        """Define something to be placed many times."""
        self.forms[name] = made(width, height, draw, bucket)
        self.place(name)

    def place(self, name: str, form: Form | None = None) -> None:
        """Take in a form that was made before, for any document."""
        if form is not None:
            self.forms[name] = form
        for face, chars in self.forms[name].uses:
            self.font(face).used.update(chars)

    def bytes(self, whole: int = 0) -> bytes:
        """The finished file; `whole`: filled up to so many bytes."""
        file = File()
        root, tree, resources = file.later(), file.later(), file.later()
        fonts = {name: self._fonts[name].put(file) for name in CHAINS if name in self._fonts and self._fonts[name].used}
        forms = {
            name: file.stream(
                form.packed,
                f"/Type/XObject/Subtype /Form/BBox[0 0 {nums(form.width * MM, form.height * MM)}]/Resources {resources} 0 R",
            )
            for name, form in self.forms.items()
        }
        kids = []
        for page, bucket in self._pages:
            content = file.stream(deflate(page.operators, bucket))
            box = nums(0, 0, page.width * MM, page.height * MM)
            kids.append(file.add(f"<</Type/Page/Parent {tree} 0 R/MediaBox[{box}]/Resources {resources} 0 R/Contents {content} 0 R>>"))
        listed = "".join(f"/Y{name} {number} 0 R" for name, number in fonts.items())
        placed = "".join(f"/{name} {number} 0 R" for name, number in forms.items())
        file.add(f"<</Font<<{listed}>>/XObject<<{placed}>>>>", resources)
        file.add(f"<</Type/Pages/Count {len(kids)}/Kids[{' '.join(f'{kid} 0 R' for kid in kids)}]>>", tree)
        wish = f"/Duplex /{self.duplex}" if self.duplex else ""
        file.add(f"<</Type/Catalog/Pages {tree} 0 R/Lang(zh-Hans)/ViewerPreferences<</PrintScaling /None{wish}>>>>", root)
        ours = words("源尊")
        info = {"Title": words(self.title), **dict.fromkeys(("Author", "Subject", "Creator", "Producer"), ours)}
        return file.bytes(root, info, whole)


@dataclass(frozen=True, slots=True)
class Drawing:
    """Something drawn apart from any document: its operators, the ink it takes and the paper it covers (mm² of black, mm²), the
    characters it needs, by face."""

    width: float
    height: float
    operators: bytes
    ink: float
    covered: float
    uses: tuple[tuple[str, str], ...]

    def over(self, other: Drawing) -> Drawing:
        """This drawing on top of another one of the same size."""
        operators = other.operators + b"\n" + self.operators
        return Drawing(self.width, self.height, operators, self.ink + other.ink, self.covered + other.covered, self.uses + other.uses)

    def form(self, bucket: int = 0) -> Form:
        """With a bucket, as long as a multiple of it."""
        return Form(self.width, self.height, deflate(self.operators, bucket), self.uses)


def drawn(width: float, height: float, draw: Callable[[Page], object]) -> Drawing:
    """What a function draws on a sheet of its own. Clipped drawing counts as if it weren't, and forms not at all."""
    scrap = Pdf()
    page = Page(scrap, width, height)
    meter: list[tuple[float, float]] = []
    page.meter = meter
    draw(page)
    uses = tuple((name, "".join(sorted(font.used))) for name, font in sorted(scrap._fonts.items()))
    return Drawing(width, height, page.operators, sum(m[0] for m in meter), sum(m[1] for m in meter), uses)


def made(width: float, height: float, draw: Callable[[Page], object], bucket: int = 0) -> Form:
    """A form on its own, to be placed in many documents."""
    return drawn(width, height, draw).form(bucket)


def alike(drawings: Sequence[Drawing], step: int = 256) -> list[Form]:
    """Forms of these drawings, all of the same length in a file."""
    bare = max((len(deflate(d.operators, 1)) for d in drawings), default=0)
    return [d.form(-(-bare // step) * step) for d in drawings]
