"""How a game looks: palette, crests and emblem from its look.toml, with a neutral look behind it. Pure data and small vector shapes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from generator.book import table

Colour = tuple[float, float, float]
Point = tuple[float, float]
NEUTRAL = "#595959"


def colour(value: str) -> Colour:
    """`#0072B2` as three shares of 1."""
    plain = value.lstrip("#")
    return (int(plain[0:2], 16) / 255, int(plain[2:4], 16) / 255, int(plain[4:6], 16) / 255)


def paler(base: Colour, by: float) -> Colour:
    """`base` mixed with white: by=0 is itself, by=1 is white."""
    r, g, b = base
    return (r + (1 - r) * by, g + (1 - g) * by, b + (1 - b) * by)


def luminance(base: Colour) -> float:
    """Relative luminance (WCAG), 0 … 1."""
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in base)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def deep(base: Colour) -> Colour:
    """A side's colour, no lighter than a line or a crest may be (contrast ≥ 3:1)."""
    out = base
    while luminance(out) > 0.299:
        out = (out[0] * 0.94, out[1] * 0.94, out[2] * 0.94)
    return out


def star(n: int, inner: float, turn: float = -90.0) -> tuple[Point, ...]:
    """A star of n points around (0, 0), outer radius 1."""
    return tuple(
        (r * math.cos(a), r * math.sin(a))
        for i in range(2 * n)
        for r in ((1.0, inner)[i % 2],)
        for a in (math.radians(turn + 180 * i / n),)
    )


def ring(n: int, turn: float = -90.0) -> tuple[Point, ...]:
    """A regular polygon around (0, 0), radius 1."""
    return tuple((math.cos(math.radians(turn + 360 * i / n)), math.sin(math.radians(turn + 360 * i / n))) for i in range(n))


CRESTS: dict[str, tuple[Point, ...]] = {
    "circle": ring(36),
    "square": ring(4, -45.0),
    "diamond": ring(4),
    "triangle": ring(3),
    "hexagon": ring(6),
    "star": star(5, 0.42),
}


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """palette and crest by side; `emblem`: the character on the backs; `main`: the game's own colour."""

    palette: Mapping[str, Colour]
    crest: Mapping[str, str]
    emblem: str
    main: Colour

    def colour(self, side: str) -> Colour:
        return self.palette.get(side, self.main)

    def shape(self, side: str) -> tuple[Point, ...]:
        return CRESTS[self.crest.get(side, "circle")]


@cache
def look(game: str) -> Look:
    """The look of a game, by name or id."""
    raw: Mapping[str, Any] = table(game, "look")
    palette = {k: colour(v) for k, v in raw.get("palette", {}).items()}
    back = raw.get("back", {})
    return Look(
        palette,
        {k: v for k, v in raw.get("crest", {}).items() if v in CRESTS},
        str(back.get("emblem", "尊")),
        colour(str(back.get("colour", NEUTRAL))),
    )
