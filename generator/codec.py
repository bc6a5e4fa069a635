"""Plain data to few bytes and back: None, truth values, numbers, text, bytes, lists and mappings.

A vocabulary lends its words one byte each (two beyond the first 112); any other text is spelled. Seats are mappings
with the keys 1, 2, 3 … and cost no keys; lists of one length under them (hands) cost no lengths either. What is read is
bounded: no length is believed beyond the bytes there are, depth is limited, and nothing may be left over.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

# first byte                        then
WORD = 0x00  # … 0x6f               a word of the vocabulary
SMALL = 0x70  # … 0x8f              0 … 31
LIST = 0x90  # … 0x9f               a list of up to 15
MAP = 0xA0  # … 0xaf                a mapping of up to 15: key, value, …
SEATS = 0xB0  # … 0xbf              keys 1 … n: values
NONE, FALSE, TRUE, INT, NEGATIVE, FLOAT, UTF8, GB, BYTES, LONG_WORD, LONG_LIST, LONG_MAP, LONG_SEATS, GRID = range(0xC0, 0xCE)

WORDS, SMALLS, SHORT = SMALL - WORD, LIST - SMALL, 16
DEPTH = 24
INT_BYTES = 32


class CodecError(ValueError):
    """Data that can't be written, or bytes that are no data."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A numbered list of words, frozen for ever: a changed list gets a new number."""

    number: int
    words: tuple[str, ...]
    index: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not 0 <= self.number <= 255 or len(set(self.words)) != len(self.words):
            raise ValueError("a vocabulary has a number of one byte and no word twice")
        object.__setattr__(self, "index", {word: i for i, word in enumerate(self.words)})


PLAIN = Vocabulary(0, ())


def encode(data: Any, vocabulary: Vocabulary = PLAIN) -> bytes:
    """The bytes of plain data. CodecError for what is not plain, deeper than 24 or a number beyond 32 bytes."""
    out = bytearray()
    write(data, vocabulary.index, out, DEPTH)
    return bytes(out)


def write(data: Any, index: Mapping[str, int], out: bytearray, depth: int) -> None:
    if depth == 0:
        raise CodecError("too deep")
    if data is None or isinstance(data, bool):
        out.append(NONE if data is None else TRUE if data else FALSE)
    elif isinstance(data, int):
        write_int(data, out)
    elif isinstance(data, str):
        write_text(data, index, out)
    elif isinstance(data, float):
        out += bytes((FLOAT,)) + struct.pack(">d", data)
    elif isinstance(data, bytes):
        out.append(BYTES)
        varint(len(data), out)
        out += data
    elif isinstance(data, list | tuple):
        head(len(data), LIST, LONG_LIST, out)
        for item in data:
            write(item, index, out, depth - 1)
    elif isinstance(data, Mapping):
        write_map(data, index, out, depth)
    else:
        raise CodecError(f"not plain data: {type(data).__name__}")


def head(count: int, short: int, long: int, out: bytearray) -> None:
    if count < SHORT:
        out.append(short + count)
    else:
        out.append(long)
        varint(count, out)


def write_int(number: int, out: bytearray) -> None:
    if 0 <= number < SMALLS:
        out.append(SMALL + number)
        return
    if abs(number).bit_length() > 7 * INT_BYTES:
        raise CodecError("a number too large")
    out.append(INT if number >= 0 else NEGATIVE)
    varint(number if number >= 0 else -1 - number, out)


def varint(number: int, out: bytearray) -> None:
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)


def write_text(text: str, index: Mapping[str, int], out: bytearray) -> None:
    place = index.get(text)
    if place is not None and place < WORDS:
        out.append(WORD + place)
        return
    if place is not None:
        out.append(LONG_WORD)
        varint(place - WORDS, out)
        return
    try:
        forms = ((text.encode("utf-8"), UTF8), (text.encode("gb18030"), GB))
    except UnicodeEncodeError as error:
        raise CodecError("text with half a character") from error
    raw, kind = min(forms, key=lambda form: len(form[0]))
    out.append(kind)
    varint(len(raw), out)
    out += raw


def write_map(data: Mapping[Any, Any], index: Mapping[str, int], out: bytearray, depth: int) -> None:
    count = len(data)
    keys = list(data)
    if count and keys == list(range(1, count + 1)) and not any(isinstance(key, bool) for key in keys):
        rows = list(data.values())
        if all(isinstance(row, list | tuple) for row in rows) and len({len(row) for row in rows}) == 1 and depth > 1:
            out.append(GRID)
            varint(count, out)
            varint(len(rows[0]), out)
            for row in rows:
                for item in row:
                    write(item, index, out, depth - 2)
            return
        head(count, SEATS, LONG_SEATS, out)
    else:
        head(count, MAP, LONG_MAP, out)
        for key, value in data.items():
            if isinstance(key, bool) or not isinstance(key, str | int):
                raise CodecError("a key that is neither text nor a number")
            write(key, index, out, depth - 1)
            write(value, index, out, depth - 1)
        return
    for value in data.values():
        write(value, index, out, depth - 1)


def decode(raw: bytes, vocabulary: Vocabulary = PLAIN) -> Any:
    """The data of bytes that `encode` made with the same vocabulary. CodecError for anything else."""
    reader = Reader(raw, vocabulary.words)
    data = reader.value(DEPTH)
    if reader.place != len(raw):
        raise CodecError("bytes left over")
    return data


@dataclass(slots=True)
class Reader:
    raw: bytes
    words: tuple[str, ...]
    place: int = 0

    def take(self, count: int) -> bytes:
        if count > len(self.raw) - self.place:
            raise CodecError("cut off")
        self.place += count
        return self.raw[self.place - count : self.place]

    def varint(self) -> int:
        number = 0
        for shift in range(0, 7 * INT_BYTES, 7):
            byte = self.take(1)[0]
            number |= (byte & 0x7F) << shift
            if byte < 0x80:
                return number
        raise CodecError("a number too large")

    def count(self, least: int = 1) -> int:
        """A count of things of at least so many bytes each."""
        count = self.varint()
        if count * least > len(self.raw) - self.place:
            raise CodecError("cut off")
        return count

    def word(self, place: int) -> str:
        if place >= len(self.words):
            raise CodecError("a word not in the vocabulary")
        return self.words[place]

    def value(self, depth: int) -> Any:
        if depth <= 0:
            raise CodecError("too deep")
        kind = self.take(1)[0]
        if kind < SMALL:
            return self.word(kind - WORD)
        if kind < LIST:
            return kind - SMALL
        if kind < MAP:
            return self.items(kind - LIST, depth)
        if kind < SEATS:
            return self.mapping(kind - MAP, depth)
        if kind < NONE:
            return self.seats(kind - SEATS, depth)
        return self.scalar(kind) if kind <= LONG_WORD else self.large(kind, depth)

    def scalar(self, kind: int) -> Any:
        match kind:
            case 0xC0 | 0xC1 | 0xC2:
                return (None, False, True)[kind - NONE]
            case 0xC3:
                return self.varint()
            case 0xC4:
                return -1 - self.varint()
            case 0xC5:
                return struct.unpack(">d", self.take(8))[0]
            case 0xC6 | 0xC7:
                return self.text("utf-8" if kind == UTF8 else "gb18030")
            case 0xC8:
                return self.take(self.count())
        return self.word(self.varint() + WORDS)

    def text(self, codec: str) -> str:
        try:
            return self.take(self.count()).decode(codec)
        except UnicodeDecodeError as error:
            raise CodecError("no text") from error

    def large(self, kind: int, depth: int) -> Any:
        if kind == LONG_LIST:
            return self.items(self.count(), depth)
        if kind == LONG_MAP:
            return self.mapping(self.count(2), depth)
        if kind == LONG_SEATS:
            return self.seats(self.count(), depth)
        if kind == GRID:
            return self.grid(depth)
        raise CodecError("an unknown kind")

    def items(self, count: int, depth: int) -> list[Any]:
        return [self.value(depth - 1) for _ in range(count)]

    def seats(self, count: int, depth: int) -> dict[int, Any]:
        return {seat: self.value(depth - 1) for seat in range(1, count + 1)}

    def grid(self, depth: int) -> dict[int, list[Any]]:
        count, width = self.varint(), self.varint()
        if count * max(width, 1) > max(len(self.raw) - self.place, 255):
            raise CodecError("cut off")
        return {seat: [self.value(depth - 2) for _ in range(width)] for seat in range(1, count + 1)}

    def mapping(self, count: int, depth: int) -> dict[Any, Any]:
        found: dict[Any, Any] = {}
        for _ in range(count):
            key = self.value(depth - 1)
            if isinstance(key, bool) or not isinstance(key, str | int) or key in found:
                raise CodecError("no key, or a key twice")
            found[key] = self.value(depth - 1)
        return found
