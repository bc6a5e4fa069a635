"""A small reader and subsetter of the TrueType fonts in assets/fonts.

Only what those files have (see assets/build_fonts.py): a private character map, outlines in `glyf`, no composites.
No PDF and no drawing here.
"""

from __future__ import annotations

import struct
import sys
from array import array
from dataclasses import dataclass


def words(code: str, data: bytes) -> array[int]:
    """Big-endian numbers as a native array."""
    values = array(code, data)
    if sys.byteorder == "little":
        values.byteswap()
    return values


def packed(code: str, values: array[int]) -> bytes:
    copy = array(code, values)
    if sys.byteorder == "little":
        copy.byteswap()
    return copy.tobytes()


@dataclass(frozen=True, slots=True)
class Face:
    """One font file. Lengths are in 1/1000 em."""

    tables: dict[str, bytes]
    glyphs: dict[str, int]
    advances: array[int]
    places: array[int]
    box: tuple[int, int, int, int]
    ascent: int
    descent: int

    def width(self, char: str) -> int:
        return self.advances[self.glyphs[char]]

    def subset(self, chosen: list[int]) -> bytes:
        """A font file with these glyphs, in this order, behind glyph 0."""
        order = [0, *chosen]
        outlines = [self.tables["glyf"][self.places[g] : self.places[g + 1]] for g in order]
        places = array("I", [0])
        for outline in outlines:
            places.append(places[-1] + len(outline))
        metrics = b"".join(self.tables["hmtx"][4 * g : 4 * g + 4] for g in order)
        new = {
            "glyf": b"".join(outlines),
            "loca": packed("I", places),
            "hmtx": metrics,
            "head": self.tables["head"][:50] + b"\0\1" + self.tables["head"][52:],
            "hhea": self.tables["hhea"][:34] + struct.pack(">H", len(order)),
            "maxp": self.tables["maxp"][:4] + struct.pack(">H", len(order)) + self.tables["maxp"][6:],
        }
        return assemble(new)


def checksum(data: bytes) -> int:
    padded = data + b"\0" * (-len(data) % 4)
    return sum(words("I", padded)) & 0xFFFFFFFF


def assemble(tables: dict[str, bytes]) -> bytes:
    """Tables as one font file, with right checksums."""
    count = len(tables)
    power = 1 << (count.bit_length() - 1)
    head = struct.pack(">IHHHH", 0x00010000, count, power * 16, power.bit_length() - 1, count * 16 - power * 16)
    offset = 12 + 16 * count
    entries, bodies = [], []
    tables = tables | {"head": tables["head"][:8] + b"\0\0\0\0" + tables["head"][12:]}
    for tag in sorted(tables):
        data = tables[tag]
        entries.append(struct.pack(">4sIII", tag.encode(), checksum(data), offset, len(data)))
        bodies.append(data + b"\0" * (-len(data) % 4))
        offset += len(bodies[-1])
    whole = head + b"".join(entries) + b"".join(bodies)
    place = whole.index(tables["head"], 12 + 16 * count) + 8
    return whole[:place] + struct.pack(">I", (0xB1B0AFBA - checksum(whole)) & 0xFFFFFFFF) + whole[place + 4 :]


def directory(data: bytes) -> dict[str, bytes]:
    count = struct.unpack_from(">H", data, 4)[0]
    tables = {}
    for i in range(count):
        tag, _, offset, length = struct.unpack_from(">4sIII", data, 12 + 16 * i)
        tables[tag.decode("latin-1")] = data[offset : offset + length]
    return tables


def character_map(tables: dict[str, bytes]) -> dict[str, int]:
    """Character to glyph, from the private tables the build script adds."""
    return dict(zip(tables["YZch"].decode("utf-32-be"), words("H", tables["YZgi"]), strict=True))


def read(data: bytes) -> Face:
    """A face from the bytes of a font file."""
    tables = directory(data)
    head, hhea = tables["head"], tables["hhea"]
    scale = struct.unpack_from(">H", head, 18)[0]
    long_metrics = struct.unpack_from(">H", hhea, 34)[0]
    count = struct.unpack_from(">H", tables["maxp"], 4)[0]
    metrics = words("H", tables["hmtx"][: 4 * long_metrics])
    advances = array("H", metrics[::2])
    if long_metrics < count:
        advances.extend([advances[-1]] * (count - long_metrics))
        bearings = words("H", tables["hmtx"][4 * long_metrics : 4 * long_metrics + 2 * (count - long_metrics)])
        pairs = array("H", metrics)
        for bearing in bearings:
            pairs.extend((advances[-1], bearing))
        tables["hmtx"] = packed("H", pairs)
    if scale != 1000:
        raise ValueError("a font of 1000 units an em is wanted")
    if struct.unpack_from(">h", head, 50)[0]:
        places = words("I", tables["loca"])
    else:
        places = array("I", (2 * place for place in words("H", tables["loca"])))
    ascent, descent = struct.unpack_from(">hh", hhea, 4)
    box = struct.unpack_from(">hhhh", head, 36)
    return Face(tables, character_map(tables), advances, places, box, ascent, descent)
