"""Boxes and their arithmetic, in millimetres from the top left corner of the page. No drawing."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    x: float
    y: float
    w: float
    h: float

    def inset(self, by: float, vertical: float | None = None) -> Box:
        down = by if vertical is None else vertical
        return Box(self.x + by, self.y + down, self.w - 2 * by, self.h - 2 * down)

    def moved(self, x: float, y: float) -> Box:
        return Box(self.x + x, self.y + y, self.w, self.h)

    def holds(self, other: Box, slack: float = 1e-6) -> bool:
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.x + other.w <= self.x + self.w + slack
            and other.y + other.h <= self.y + self.h + slack
        )


A4 = (210.0, 297.0)
LETTER = (215.9, 279.4)
