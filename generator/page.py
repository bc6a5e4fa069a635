"""Drawing on a page or a form: millimetres from the top left corner, type sizes in points, written out as PDF operators.

Knows no document but by what it asks of one: the faces in use and the forms that may be placed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from generator import fonts, ink
from generator.fonts import Embedded, Shaped
from generator.layout import Box
from generator.typeset import BLACK, MM, Colour, Fitted, Style, Text, fit, fit_line, one_line

RISE = 0.86  # of a size: from the top of a line of type to its baseline
ROUND = 0.5523  # handle length of a quarter circle
DARK = re.compile(rb"\x01+")
SHARE = {"left": 0.0, "centre": 0.5, "right": 1.0}

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


@dataclass(frozen=True, slots=True)
class Form:
    """Something drawn once and placed many times: its size in mm, its operators deflated, and the characters it needs, by face."""

    width: float
    height: float
    packed: bytes
    uses: tuple[tuple[str, str], ...]


class Carrier(Protocol):
    """What a page asks of its document."""

    forms: dict[str, Form]

    def font(self, name: str) -> Embedded: ...

    def place(self, name: str, form: Form | None = None) -> None: ...


class Page:
    """Something to draw on: a page of a document or a form."""

    def __init__(self, pdf: Carrier, width: float, height: float, out: list[str] | None = None) -> None:
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
        self._put(f"q 0 0 0 rg {module:.4f} 0 0 {module:.4f} {corner} cm", _modules(tuple(map(bytes, rows))), "f Q")

    def raw(self, x: float, y: float, unit: tuple[float, float], operators: bytes) -> None:
        """Path operators as they are, from (x, y) upwards, `unit` mm to a unit, across and up, filled black."""
        self._put(f"q 0 0 0 rg {unit[0] * MM:.4f} 0 0 {unit[1] * MM:.4f} {self._at(x, y)} cm", operators.decode("ascii"), "Q")

    # text

    def text(self, x: float, y: float, text: Text, style: Style, where: str = "") -> float:
        """One line with its baseline at y and its left end, middle or right end at x, as aligned. Returns its mm."""
        line, width = _line(text if isinstance(text, str) else tuple(text), style, where)
        self._lines(line, x - SHARE[style.align] * width, y)
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
        lines = _block(fitted, style, box.w if style.align != "left" else 0.0)
        self._lines(lines, box.x + lines.right, top + RISE * fitted.size / MM)

    def _lines(self, lines: Lines, x: float, y: float) -> None:
        """Lines of type, the first with its baseline's left end at (x, y)."""
        if self.meter is not None:
            self.meter.append(lines.ink)
        for face, chars in lines.uses:
            self._pdf.font(face).used.update(chars)
        self._out.append(f"{lines.before} {self._at(x, y)} Td {lines.operators} ET Q")

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


@dataclass(frozen=True, slots=True)
class Lines:
    """Type set once and drawn wherever it is wanted: operators before and after the first line's place (which begins `right` mm from the
    left), the characters by face, the ink it takes."""

    before: str
    operators: str
    right: float
    uses: tuple[tuple[str, frozenset[str]], ...]
    ink: tuple[float, float]


@lru_cache(256)
def _line(text: str | tuple[tuple[str, str], ...], style: Style, where: str) -> tuple[Lines, float]:
    """A text as one line, and its width in mm."""
    shaped = one_line(text, style, where)
    return _set(shaped, ((0, len(shaped.text)),), style.size, style, 0.0), shaped.width() * style.size / MM


@lru_cache(1536)
def _block(fitted: Fitted, style: Style, width: float) -> Lines:
    return _set(fitted.shaped, fitted.lines, fitted.size, style, width)


def _set(shaped: Shaped, lines: Sequence[tuple[int, int]], size: float, style: Style, width: float) -> Lines:
    """One text object for all lines, aligned within a width."""
    before = f"q {shade(style.colour)} rg BT"
    if style.outline:
        before = f"q {shade(style.colour)} RG {style.outline * MM:.3f} w 1 j 1 Tr BT"
    share = SHARE[style.align]
    places = [share * (width - sum(shaped.widths[a:b]) * size / MM) if width else 0.0 for a, b in lines]
    out: list[str] = []
    face, found = "", dict[str, set[str]]()
    for i, (start, end) in enumerate(lines):
        if i:
            out.append(f"{nums((places[i] - places[i - 1]) * MM, -style.leading * size)} Td")
        for name, run in shaped.runs(start, end):
            found.setdefault(name, set()).update(run)
            if name != face:
                out.append(f"/{fonts.label(name)} {size:.2f} Tf")
                face = name
            out.append(f"{fonts.codes(name, run)} Tj")
    uses = tuple((name, frozenset(chars)) for name, chars in found.items())
    return Lines(before, " ".join(out), places[0] if places else 0.0, uses, ink.of_text(shaped, lines, size, style.colour))


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


@lru_cache(8)
def _modules(rows: tuple[bytes, ...]) -> str:
    """A rectangle for each dark run, a unit to a module, from the lower left corner."""
    runs = ((found, len(rows) - 1 - i) for i, row in enumerate(rows) for found in DARK.finditer(row))
    return " ".join([f"{found.start()} {y} {len(found[0])} 1 re" for found, y in runs])
