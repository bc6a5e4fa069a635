"""How much ink a drawing takes, in mm² of full black, reckoned without rendering it."""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Iterable, Sequence
from functools import cache

from generator import fonts
from generator.fonts import Shaped
from generator.typeset import MM, Colour

Curve = tuple[str, *tuple[float, ...]]


def darkness(colour: Colour) -> float:
    """What a colour takes of black (luma)."""
    r, g, b = colour
    return 1.0 - (0.299 * r + 0.587 * g + 0.114 * b)


@cache
def _shares(face: str) -> array[int]:
    """Of each glyph of a face, the share of its em square it covers, in 1/65535."""
    shares = array("H", (fonts.FOLDER / f"{face}.ink").read_bytes())
    if sys.byteorder == "little":
        shares.byteswap()
    return shares


@cache
def _share(face: str, char: str) -> float:
    return _shares(face)[fonts.face(face).glyphs[char]] / 65535


def of_text(shaped: Shaped, lines: Iterable[tuple[int, int]], size: float, colour: Colour) -> tuple[float, float]:
    """(ink, paper covered) of filled type, `size` in points."""
    em = sum(_share(shaped.faces[i], shaped.text[i]) for start, end in lines for i in range(start, end))
    area = em * (size / MM) ** 2
    return area * darkness(colour), area


def of_path(curves: Sequence[Curve], fill: Colour | None, stroke: Colour | None, line: float) -> tuple[float, float]:
    """(ink, paper covered) of one outline, filled, stroked or both."""
    length = area = 0.0
    x = y = x0 = y0 = 0.0
    for kind, *at in curves:
        if kind == "M":
            x, y = x0, y0 = at[0], at[1]
            continue
        ends = [(x0, y0)] if kind == "Z" else list(zip(at[::2], at[1::2], strict=True))
        if kind == "C":  # as the middle of its chord and its handles
            handles = [(x, y), *ends]
            chord = math.dist((x, y), ends[-1])
            length += (chord + sum(math.dist(a, b) for a, b in zip(handles, ends, strict=False))) / 2 - chord
            ends = [_on(handles, t / 4) for t in range(1, 5)]
            length += chord - sum(math.dist(a, b) for a, b in zip([(x, y), *ends], ends, strict=False))
        for px, py in ends:
            length += math.dist((x, y), (px, py))
            area += x * py - px * y
            x, y = px, py
    parts = [(abs(area) / 2, fill), (length * line, stroke)]
    return sum(a * darkness(c) for a, c in parts if c is not None), sum(a for a, c in parts if c is not None)


def _on(handles: Sequence[tuple[float, float]], t: float) -> tuple[float, float]:
    """The point of a Bézier curve at t."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = handles
    u = 1 - t
    p, q, r, s = u**3, 3 * u * u * t, 3 * u * t * t, t**3
    return (p * ax + q * bx + r * cx + s * dx, p * ay + q * by + r * cy + s * dy)
