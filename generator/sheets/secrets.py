"""The moderator's secret pages: the sealed record as codes, each twice, and the key slip that is cut off and kept apart."""

from __future__ import annotations

from collections.abc import Sequence

from generator import qr
from generator.draw import Page, Style, grey
from generator.layout import Box
from generator.sheets.furniture import body

MODULE = 0.6  # mm, least side of a module
PAGE = 6  # codes a page, each twice

KeyLines = list[tuple[str, Style]]


def shares(texts: Sequence[str]) -> list[range]:
    """Which codes go on each page, as evenly as may be: a page holds so many that both copies of all have room."""
    pages = max(1, -(-len(texts) // PAGE))
    each = -(-len(texts) // pages)
    return [range(start, min(start + each, len(texts))) for start in range(0, len(texts), each)]


def draw_codes(page: Page, title: str, note: str, ident: str, texts: Sequence[str], share: range) -> None:
    """A page's share of the sealed record, every code twice, on different parts of the sheet."""
    box = body(page)
    page.text(box.x, box.y + 6, title, Style("serif", 17.0))
    page.block(Box(box.x, box.y + 10, box.w, 14), note, Style("sans", 9.5, leading=1.4))
    room, many = (box.h - 34) / 2, len(share)
    each = min((box.w - 8 * (many - 1)) / many, room - 8, 70.0) if many <= 2 else 46.0
    per_row = max(1, int((box.w + 8) // (each + 8)))
    for copy in range(2):
        for i, number in enumerate(share):
            rows = qr.matrix(texts[number])
            side = min(each, max(30.0, len(rows) * MODULE))
            row, column = divmod(i, per_row)
            x = box.x + 6 + column * (each + 8) if copy == 0 else box.right - 6 - side - column * (each + 8)
            y = box.y + 30 + copy * room + row * (each + 10)
            page.qr(x, y, side, rows)
            label = f"{ident} · 第 {number + 1}/{len(texts)} 块" if len(texts) > 1 else ident
            page.text(x, y + side + 6.5, label, Style("sans", 7.5, colour=grey(0.3)))


def draw_slip(page: Page, lines: KeyLines) -> None:
    """The key slip: to be cut off and kept apart."""
    box = body(page)
    slip = Box(box.x, box.y, box.w, 62)
    page.rect(slip, radius=3, stroke=grey(0.3), line=0.3, dash=(2, 1.2))
    y = slip.y + 6
    for text, style in lines:
        fitted = page.block(Box(slip.x + 6, y, slip.w - 12, 20), text, style)
        y += fitted.height + 6


def key_lines(about: str, key: str, note: str) -> KeyLines:
    return [
        (about, Style("serif", 13)),
        (key, Style("bold", 27, align="centre")),
        (note, Style("sans", 9.5, leading=1.4, colour=grey(0.2))),
    ]
