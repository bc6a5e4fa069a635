"""The PDF file itself: numbered objects, streams, cross references. Knows nothing of pages or type. Equal calls give equal bytes."""

from __future__ import annotations

import zlib
from collections.abc import Mapping

LEVEL = 6
HEADER = b"%PDF-1.6\n%\xe2\xe3\xcf\xd3\n"
STORED = 65535  # the most that one stored block of deflate holds


def deflate(data: bytes, bucket: int = 0) -> bytes:
    """Data compressed. With a bucket the result's length is a multiple of it, so that it doesn't tell how much there is: blanks follow
    the data, in a stored block of their own."""
    if not bucket:
        return zlib.compress(data, LEVEL)
    maker = zlib.compressobj(LEVEL)
    packed = maker.compress(data) + maker.flush(zlib.Z_SYNC_FLUSH)
    spare = -(len(packed) + 9) % bucket
    blanks = b" " * spare
    block = b"\x01" + spare.to_bytes(2, "little") + (spare ^ STORED).to_bytes(2, "little") + blanks
    return packed + block + zlib.adler32(blanks, zlib.adler32(data)).to_bytes(4, "big")


def words(text: str) -> str:
    """A text string for the document's metadata."""
    return "<FEFF" + text.encode("utf-16-be").hex().upper() + ">"


class File:
    """Objects in the order they were asked for."""

    def __init__(self) -> None:
        self._objects: list[bytes | None] = []

    def later(self) -> int:
        """The number of an object that is put in later."""
        self._objects.append(None)
        return len(self._objects)

    def add(self, body: str | bytes, number: int = 0) -> int:
        """Put an object in (as one that was promised), and get its number."""
        number = number or self.later()
        self._objects[number - 1] = body.encode("ascii") if isinstance(body, str) else body
        return number

    def stream(self, packed: bytes, entries: str = "", number: int = 0) -> int:
        """Put in deflated data as a stream."""
        head = f"<</Filter/FlateDecode/Length {len(packed)}{entries}>>\nstream\n".encode("ascii")
        return self.add(head + packed + b"\nendstream", number)

    def bytes(self, root: int, info: Mapping[str, str], whole: int = 0) -> bytes:
        """The finished file; `whole`: at least so many bytes long, filled with a comment."""
        about = self.add("<<" + "".join(f"/{key} {value}" for key, value in info.items()) + ">>")
        parts, at, places = [HEADER], len(HEADER), []
        for number, body in enumerate(self._objects, 1):
            assert body is not None, number
            part = b"%d 0 obj\n" % number + body + b"\nendobj\n"
            places.append(at)
            parts.append(part)
            at += len(part)
        table = b"".join(b"%010d 00000 n \n" % place for place in places)
        size = len(places) + 1
        tail = b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<</Size %d/Root %d 0 R/Info %d 0 R>>\nstartxref\n%%d\n%%%%%%%%EOF\n" % (
            size,
            table,
            size,
            root,
            about,
        )
        spare = whole - at - len(tail % whole)
        if spare > 1:
            parts.append(b"%" + b" " * (spare - 2) + b"\n")
            at += spare
        return b"".join([*parts, tail % at])
