"""Plots as a list of shapes, written as SVG or painted as PNG: one drawing, two files that look the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from importlib.resources import as_file, files
from io import BytesIO
from pathlib import Path

from generator.look import Look

INK, FAINT, GRID, PAPER = "#23242b", "#6d6f7a", "#e3e1da", "#fffdf8"
FACE = "'Noto Sans SC','Source Han Sans SC','PingFang SC','Microsoft YaHei',sans-serif"


@dataclass(frozen=True, slots=True)
class Shape:
    """kind: rect · line · text · dot. Lengths in px; `size`: of text, radius of a dot, width of a line."""

    kind: str
    x: float
    y: float
    w: float = 0.0
    h: float = 0.0
    fill: str = INK
    size: float = 1.0
    text: str = ""
    anchor: str = "start"
    bold: bool = False
    round: float = 0.0
    tip: str = ""


@dataclass(slots=True)
class Drawing:
    width: float
    height: float
    title: str
    shapes: list[Shape] = field(default_factory=list)

    def rect(self, x: float, y: float, w: float, h: float, fill: str, round: float = 0.0, tip: str = "") -> None:
        self.shapes.append(Shape("rect", x, y, w, h, fill, round=round, tip=tip))

    def line(self, x: float, y: float, x2: float, y2: float, fill: str = GRID, size: float = 1.0) -> None:
        self.shapes.append(Shape("line", x, y, x2, y2, fill, size))

    def dot(self, x: float, y: float, size: float, fill: str) -> None:
        self.shapes.append(Shape("dot", x, y, fill=fill, size=size))

    def text(self, x: float, y: float, text: str, size: float = 13, fill: str = INK, anchor: str = "start", bold: bool = False) -> None:
        """`y` is the middle of the line."""
        self.shapes.append(Shape("text", x, y, fill=fill, size=size, text=text, anchor=anchor, bold=bold))

    # --- as files

    def svg(self) -> str:
        out = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} {self.height:g}" width="{self.width:g}" '
            f'height="{self.height:g}" font-family="{FACE}" role="img">',
            f"<title>{escape(self.title)}</title>",
            f'<rect width="{self.width:g}" height="{self.height:g}" fill="{PAPER}"/>',
            *(_svg(shape) for shape in self.shapes),
            "</svg>",
        ]
        return "\n".join(out) + "\n"

    def png(self, scale: float = 2.0) -> bytes:
        from PIL import Image, ImageDraw

        image = Image.new("RGB", (round(self.width * scale), round(self.height * scale)), PAPER)
        pen = ImageDraw.Draw(image)
        fonts = _Fonts(scale)
        for shape in self.shapes:
            _paint(pen, shape, scale, fonts)
        out = BytesIO()
        image.save(out, "PNG", optimize=True)
        return out.getvalue()

    def written(self, path: Path) -> bytes:
        """The file's bytes, by its ending. Raises ValueError for another one than .svg and .png."""
        if path.suffix.lower() == ".png":
            return self.png()
        if path.suffix.lower() == ".svg":
            return self.svg().encode("utf-8")
        raise ValueError(path.suffix)


def _svg(s: Shape) -> str:
    if s.kind == "line":
        return f'<line x1="{s.x:.1f}" y1="{s.y:.1f}" x2="{s.w:.1f}" y2="{s.h:.1f}" stroke="{s.fill}" stroke-width="{s.size:g}"/>'
    if s.kind == "dot":
        return f'<circle cx="{s.x:.1f}" cy="{s.y:.1f}" r="{s.size:g}" fill="{s.fill}"/>'
    if s.kind == "text":
        weight = ' font-weight="600"' if s.bold else ""
        place = f'x="{s.x:.1f}" y="{s.y + s.size * 0.36:.1f}" font-size="{s.size:g}" text-anchor="{s.anchor}" fill="{s.fill}"{weight}'
        return f"<text {place}>{escape(s.text)}</text>"
    tip = f"<title>{escape(s.tip)}</title>" if s.tip else ""
    box = f'x="{s.x:.1f}" y="{s.y:.1f}" width="{max(0, s.w):.1f}" height="{s.h:.1f}" rx="{s.round:g}" fill="{s.fill}"'
    return f"<rect {box}>{tip}</rect>" if tip else f"<rect {box}/>"


class _Fonts:
    """The house's own faces, by size."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self.known: dict[tuple[str, int], object] = {}

    def of(self, size: float, bold: bool) -> object:
        from PIL import ImageFont

        key = ("bold" if bold else "sans", round(size * self.scale))
        if key not in self.known:
            with as_file(files("assets").joinpath("fonts", key[0] + ".ttf")) as path:
                self.known[key] = ImageFont.truetype(BytesIO(path.read_bytes()), key[1])
        return self.known[key]


def _paint(pen: object, s: Shape, k: float, fonts: _Fonts) -> None:
    from PIL import ImageDraw

    assert isinstance(pen, ImageDraw.ImageDraw)
    if s.kind == "line":
        pen.line([s.x * k, s.y * k, s.w * k, s.h * k], fill=s.fill, width=max(1, round(s.size * k)))
    elif s.kind == "dot":
        pen.ellipse([(s.x - s.size) * k, (s.y - s.size) * k, (s.x + s.size) * k, (s.y + s.size) * k], fill=s.fill)
    elif s.kind == "text":
        anchor = {"start": "lm", "middle": "mm", "end": "rm"}[s.anchor]
        pen.text((s.x * k, s.y * k), s.text, fill=s.fill, font=fonts.of(s.size, s.bold), anchor=anchor)  # type: ignore[arg-type]
    elif s.w > 0 and s.h > 0:
        box = [s.x * k, s.y * k, (s.x + s.w) * k - 1, (s.y + s.h) * k - 1]
        pen.rounded_rectangle(box, s.round * k, fill=s.fill) if s.round else pen.rectangle(box, fill=s.fill)


# --- colours


def hexed(colour: Sequence[float]) -> str:
    return "#" + "".join(f"{round(max(0.0, min(1.0, part)) * 255):02x}" for part in colour[:3])


def blend(one: str, two: str, share: float) -> str:
    """From `one` (0) to `two` (1)."""
    a, b = ([int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in (one, two))
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in zip(a, b, strict=True))


def tone(look: Look) -> str:
    return hexed(look.main)


# --- kinds of plots


def wide(text: str, size: float) -> float:
    """About how wide a text is."""
    return sum(1.0 if ord(sign) > 0x2E7F else 0.56 for sign in text) * size


def heatmap(
    drawing: Drawing, x: float, y: float, rows: Sequence[str], columns: Sequence[str], cells: Sequence[Sequence[float]], main: str
) -> None:
    """Shares 0 … 1 as tinted cells with their percentage; columns' names stand over them."""
    most = max((v for row in cells for v in row), default=1.0) or 1.0
    w, h = 50.0, 27.0
    for j, name in enumerate(columns):
        size = min(12.5, 46.0 / max(1.0, wide(name, 1.0)))
        drawing.text(x + j * w + w / 2, y - 12, name, size, INK, "middle")
    for i, name in enumerate(rows):
        drawing.text(x - 10, y + i * h + h / 2, name, 12.5, INK, "end")
        for j, value in enumerate(cells[i]):
            share = (value / most) ** 0.7
            fill = blend("#f3f0e8", main, share)
            drawing.rect(x + j * w + 1, y + i * h + 1, w - 2, h - 2, fill, 3, f"{name} {columns[j]} {value:.4%}")
            ink = "#ffffff" if share > 0.55 else INK if value else "#bbb8ae"
            drawing.text(x + j * w + w / 2, y + i * h + h / 2, f"{value:.1%}" if value else "–", 10.5, ink, "middle")


def bars(
    drawing: Drawing, x: float, y: float, width: float, rows: Sequence[tuple[str, float, float, float, str]], main: str, most: float = 1.0
) -> float:
    """Bars with an interval: (name, value, low, high, words). Names stand over their bars. Gives the y under the last."""
    for name, value, low, high, words in rows:
        drawing.text(x, y + 8, name, 12.5)
        drawing.text(x + width, y + 8, words, 12, FAINT, "end")
        drawing.rect(x, y + 20, width, 12, "#efece3", 6)
        drawing.rect(x, y + 20, max(12.0, width * value / most) if value else 0, 12, main, 6)
        if high > low:
            at = y + 26
            drawing.line(x + width * low / most, at, x + width * high / most, at, INK, 1.4)
            for end in (low, high):
                drawing.line(x + width * end / most, at - 4, x + width * end / most, at + 4, INK, 1.4)
        y += 46
    return y
