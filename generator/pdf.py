"""The PDF file itself, put together from reportlab's parts: numbered objects, streams, cross references.

Knows nothing of pages or type. Equal calls give equal bytes."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reportlab.pdfbase import pdfdoc

LEVEL = 6
STORED = 65535  # the most that one stored block of deflate holds
TAIL = 9  # bytes of an empty stored block and of the checksum behind it


def deflate(data: bytes, bucket: int = 0) -> bytes:
    """Data compressed. With a bucket the result's length is a multiple of it, so that it doesn't tell how much there is."""
    return squeezed(data).filled(bucket) if bucket else zlib.compress(data, LEVEL)


@dataclass(frozen=True, slots=True)
class Squeezed:
    """Deflated data whose end is open, and the checksum of what was deflated."""

    packed: bytes
    check: int

    @property
    def least(self) -> int:
        """How long it is with nothing to fill it up."""
        return len(self.packed) + TAIL

    def filled(self, bucket: int) -> bytes:
        """Closed, its length a multiple of a bucket: blanks follow the data, in a stored block of their own."""
        spare = -self.least % bucket
        blanks = b" " * spare
        block = b"\x01" + spare.to_bytes(2, "little") + (spare ^ STORED).to_bytes(2, "little") + blanks
        return self.packed + block + zlib.adler32(blanks, self.check).to_bytes(4, "big")


def squeezed(data: bytes) -> Squeezed:
    maker = zlib.compressobj(LEVEL)
    return Squeezed(maker.compress(data) + maker.flush(zlib.Z_SYNC_FLUSH), zlib.adler32(data))


def words(text: str) -> str:
    """A text string for the document's metadata."""
    return "<FEFF" + text.encode("utf-16-be").hex().upper() + ">"


class _Plain:
    """No encryption, as reportlab's objects ask for it."""

    def register(self, number: int, version: int) -> None:
        """Nothing to remember."""


class File:
    """Objects in the order they were asked for."""

    def __init__(self) -> None:
        self._objects: list[Any] = []
        self.encrypt = _Plain()
        self.idToObjectNumberAndVersion: dict[int, tuple[int, int]] = {}  # the three names by which reportlab's parts know a document
        self.idToOffset: dict[int, int] = {}

    def later(self) -> int:
        """The number of an object that is put in later."""
        self._objects.append(None)
        number = len(self._objects)
        self.idToObjectNumberAndVersion[number] = (number, 0)
        return number

    def add(self, body: str | bytes, number: int = 0) -> int:
        """Put an object in (as one that was promised), and get its number."""
        number = number or self.later()
        self._objects[number - 1] = body
        return number

    def stream(self, packed: bytes, entries: str = "", number: int = 0) -> int:
        """Put in deflated data as a stream."""
        head = f"<</Filter/FlateDecode/Length {len(packed)}{entries}>>\nstream\n".encode("ascii")
        return self.add(head + packed + b"\nendstream", number)

    def bytes(self, root: int, info: Mapping[str, str], whole: int = 0) -> bytes:
        """The finished file; `whole`: at least so many bytes long, filled with a comment."""
        about = self.add("<<" + "".join(f"/{key} {value}" for key, value in info.items()) + ">>")
        out, ids = pdfdoc.PDFFile((1, 6)), list(self.idToObjectNumberAndVersion)
        for number in ids:
            self.idToOffset[number] = out.add(pdfdoc.PDFIndirectObject(number, self._objects[number - 1]).format(self))
        table = pdfdoc.PDFCrossReferenceTable()
        table.addsection(0, ids)
        references = table.format(self)
        size, top = len(ids) + 1, [pdfdoc.PDFObjectReference(number) for number in (root, about)]
        tail = pdfdoc.PDFTrailer(startxref=max(whole, out.offset), Size=size, Root=top[0], Info=top[1]).format(self)
        spare = whole - out.offset - len(references) - len(tail)
        if spare > 1:
            out.add(b"%" + b" " * (spare - 2) + b"\n")
        at = out.add(references)
        out.add(pdfdoc.PDFTrailer(startxref=at, Size=size, Root=top[0], Info=top[1]).format(self))
        data: bytes = out.format(self)
        self._objects.pop()
        del self.idToObjectNumberAndVersion[about]
        return data
