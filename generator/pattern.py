"""The covering pattern inside a cover: random cells that no lamp can see through, and the same ink on every panel.

Two scales at once. Small cells (1.2 mm, the stroke spacing of small text) hide text; blocks of cells, dark or light, hide the large
glyph, whose shape small cells alone would let through. Exactly half of the blocks are dark, each row of a block has a fixed number of
black cells: every panel carries the same ink to the cell. Nothing of it depends on a role; it comes from the pack secret and the seat.
"""

from __future__ import annotations

from functools import cache

from engine.stream import Stream

CELL = 1.2  # mm
_WIDE = 8  # cells of a block's row: one byte
_TALL = 6  # rows of a block
DARK, LIGHT = 7, 1  # black cells of 8 in a row of a dark and of a light block


@cache
def _bytes_with(ones: int) -> tuple[int, ...]:
    return tuple(b for b in range(256) if b.bit_count() == ones)


@cache
def _fragment(byte: int, column: int) -> bytes:
    """PDF rectangles of the black runs of eight cells at block column `column`, on row 0, in cell units.

    They overlap the next row a little, so that no hairline shows between rows.
    """
    out: list[str] = []
    x = 0
    while x < 8:
        if byte >> (7 - x) & 1:
            end = x
            while end < 8 and byte >> (7 - end) & 1:
                end += 1
            out.append(f"{column * 8 + x} 0 {end - x} 1.04 re")
            x = end
        else:
            x += 1
    return ("\n".join(out) + "\n").encode() if out else b""


def rows(width: float, height: float, stream: Stream) -> list[bytes]:
    """The panel as rows of bytes (a bit a cell, 1 black), bottom row first, for a panel of width × height mm."""
    columns, blocks = max(1, int(width / CELL) // _WIDE + 1), max(1, int(height / CELL) // _TALL + 1)
    shades = stream.shuffled([DARK, LIGHT] * (columns * blocks // 2) + [DARK] * (columns * blocks % 2))
    dark, light = _bytes_with(DARK), _bytes_with(LIGHT)
    out: list[bytes] = []
    for block in range(blocks):
        row = shades[block * columns : (block + 1) * columns]
        for _ in range(_TALL):
            dice = stream.take(columns)
            out.append(bytes((dark if shade == DARK else light)[die % len(dark)] for shade, die in zip(row, dice, strict=True)))
    return out


def operators(width: float, height: float, stream: Stream) -> bytes:
    """The pattern as PDF operators in cell units from the lower left corner, to be clipped to the panel by the caller."""
    parts: list[bytes] = []
    for row in rows(width, height, stream):
        parts.extend(_fragment(byte, column) for column, byte in enumerate(row))
        parts.append(b"f\n1 0 0 1 0 1 cm\n")
    return b"".join(parts)
