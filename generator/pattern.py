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
NEXT_ROW = b"f\n1 0 0 1 0 1 cm\n"
DARK, LIGHT = 8, 2  # black cells of 8 in a row of a dark and of a light block


@cache
def _bytes_with(ones: int) -> tuple[int, ...]:
    return tuple(b for b in range(256) if b.bit_count() == ones)


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
    dice = stream.take(columns * blocks * _TALL)
    thrown = {shade: dice.translate(_thrown(shade)) for shade in (DARK, LIGHT)}
    strips = []
    for column in range(columns):
        ways = {shade: cells[column::columns] for shade, cells in thrown.items()}
        turns = enumerate(shades[column::columns])
        strips.append(b"".join([ways[shade][block * _TALL : (block + 1) * _TALL] for block, shade in turns]))
    return list(zip(*strips, strict=True))


@cache
def _thrown(shade: int) -> bytes:
    """The byte of a shade that a die of 256 faces gives."""
    ways = _bytes_with(shade)
    return bytes(ways[d % len(ways)] for d in range(256))


def operators(width: float, height: float, stream: Stream) -> bytes:
    """The pattern as PDF operators in cell units from the lower left corner, to be clipped to the panel by the caller."""
    ready = _fragments(_blocks(width, height)[0])
    return b"".join([b"".join(map(dict.__getitem__, ready, row)) + NEXT_ROW for row in rows(width, height, stream)])


@cache
def _fragments(columns: int) -> tuple[dict[int, bytes], ...]:
    """The rectangles of every byte that a row may have, by block column."""
    return tuple({byte: _fragment(byte, column) for shade in (DARK, LIGHT) for byte in _bytes_with(shade)} for column in range(columns))
