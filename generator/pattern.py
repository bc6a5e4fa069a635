"""The covering pattern inside a cover: random cells that no lamp can see through, and the same ink on every panel.

Two scales at once. Blocks of cells, black or light, hide the large glyph and where a text ends, which small cells alone would let
through; small cells (1.2 mm, the stroke spacing of small text) break up what can be read in a light block. Black blocks without holes
leave a matched filter two thirds of what holes in them would. Exactly half of the blocks are black, each row of a light block has a fixed
number of black cells: every panel carries the same ink to the cell. Nothing of it depends on a role; it comes from the pack secret and
the seat.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from engine.stream import Stream

CELL = 1.2  # mm
_WIDE = 8  # cells of a block's row: one byte
_TALL = 8  # rows of a block
DARK, LIGHT = 8, 2  # black cells of 8 in a row of a dark and of a light block


@cache
def _bytes_with(ones: int) -> tuple[int, ...]:
    return tuple(b for b in range(256) if b.bit_count() == ones)


@cache
def _fragment(byte: int, column: int) -> bytes:
    """PDF rectangles of the black runs of eight cells at block column `column`, on row 0, in cell units.

    They overlap the next row a little, so that no hairline shows between rows.
    """
    runs = ((i, len(run)) for i, run in _runs(f"{byte:08b}"))
    return "".join(f"{column * _WIDE + start} 0 {length} 1.04 re\n" for start, length in runs).encode()


def _runs(bits: str) -> Iterator[tuple[int, str]]:
    """Where the ones stand together."""
    return ((found.start(), found[0]) for found in re.finditer("1+", bits))


def _blocks(width: float, height: float) -> tuple[int, int]:
    """Whole blocks only, so that nothing of the even ink is cut off: across and down."""
    return max(1, round(width / CELL / _WIDE)), max(1, round(height / CELL / _TALL))


def cell(width: float, height: float) -> tuple[float, float]:
    """The size of a cell on this panel, in mm."""
    columns, blocks = _blocks(width, height)
    return width / (columns * _WIDE), height / (blocks * _TALL)


def rows(width: float, height: float, stream: Stream) -> list[tuple[int, ...]]:
    """The panel as rows of bytes (a bit a cell, 1 black), bottom row first, for a panel of width × height mm."""
    columns, blocks = _blocks(width, height)
    shades = stream.shuffled([DARK, LIGHT] * (columns * blocks // 2) + [DARK] * (columns * blocks % 2))
    ways = {shade: _bytes_with(shade) for shade in (DARK, LIGHT)}
    dice = stream.take(columns * blocks * _TALL)
    out = []
    for row in range(blocks * _TALL):
        shade = shades[row // _TALL * columns : (row // _TALL + 1) * columns]
        thrown = dice[row * columns : (row + 1) * columns]
        out.append(tuple([ways[s][d % len(ways[s])] for s, d in zip(shade, thrown, strict=True)]))
    return out


def operators(width: float, height: float, stream: Stream) -> bytes:
    """The pattern as PDF operators in cell units from the lower left corner, to be clipped to the panel by the caller."""
    parts: list[bytes] = []
    for row in rows(width, height, stream):
        parts += [_fragment(byte, column) for column, byte in enumerate(row)]
        parts.append(b"f\n1 0 0 1 0 1 cm\n")
    return b"".join(parts)
