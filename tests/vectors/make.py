"""Writes the vectors beside it. Run once for each version of the format; what is committed stays as it is.

python -m tests.vectors.make      # writes only files that are not there yet
"""

import json
import zlib
from pathlib import Path
from typing import Any

from generator import codec, envelope, keys, qr
from generator.codec import Vocabulary

HERE = Path(__file__).parent
WORDS = ("game", "players", "setup", "hands", "log", "封妖", "妖首", "妖众", "圣贤", "仙子")
BOOK = Vocabulary(7, WORDS)
SECRET = bytes(range(16))
OTHER = bytes(range(16, 32))
RECORD: dict[str, Any] = {
    "game": "封妖",
    "players": ["张三", "𠮷野家", "Alice", "龘", "=1+1"],
    "setup": {"hands": {1: ["妖首", "妖众"], 2: ["妖首", "圣贤"], 3: ["妖众", "仙子"]}, "note": None},
    "log": [{"die": 6, "to": [1, 300], "said": True, "x": -5, "y": 0.5, "seed": "é" * 3}],
}
LONG = {"game": "封妖", "log": [{"skill": f"验妖{i}", "by": i % 7 + 1, "to": i % 5 + 1} for i in range(60)]}


def fixed(body: bytes) -> bytes:
    return body + zlib.crc32(body).to_bytes(4, "big")


def text(frame: bytes) -> str:
    return qr.PREFIX + qr.base45(frame)


def raw_inside(inside: bytes, version: int = 1) -> bytes:
    """A frame with this plaintext, sealed by hand."""
    salt, head = bytes(range(100, 112)), bytes((version,))
    hidden = envelope.cipher(keys.unlock_key(SECRET), salt).encrypt(bytes(12), inside, envelope.associated(head))
    return fixed(head + salt + hidden)


def positive() -> dict[str, Any]:
    sealed, long = envelope.seal(RECORD, SECRET, BOOK), envelope.seal(LONG, SECRET, BOOK)
    plain, parts = envelope.seal({"a": [1, 2]}, SECRET), envelope.split(long)
    spoiled = sealed[:20] + bytes((sealed[20] ^ 1,)) + sealed[21:]
    return {
        "record": ([text(sealed)], RECORD),
        "no-vocabulary": ([text(plain)], {"a": [1, 2]}),
        "two-copies": ([text(sealed), text(sealed)], RECORD),
        "beside-a-foreign-code": (["https://example.org/", text(sealed)], RECORD),
        "beside-a-damaged-copy": ([text(spoiled), text(sealed)], RECORD),
        "parts-in-order": ([text(part) for part in parts], LONG),
        "parts-backwards": ([text(part) for part in reversed(parts)], LONG),
        "parts-twice": ([text(part) for part in (*parts, *parts)], LONG),
    }


def negative() -> dict[str, Any]:
    return {**broken_frames(), **broken_parts(), **broken_insides(), **wrong_keys(), **broken_texts()}


def broken_frames() -> dict[str, Any]:
    sealed = envelope.seal(RECORD, SECRET, BOOK)
    found: dict[str, Any] = {}
    for place in (0, 1, 12, 13, 40, len(sealed) // 2, len(sealed) - 21, len(sealed) - 5, len(sealed) - 1):
        mutant = sealed[:place] + bytes((sealed[place] ^ 0x40,)) + sealed[place + 1 :]
        found[f"flipped-bit-in-byte-{place:03d}"] = ([text(mutant)], "Damaged")
        if place < len(sealed) - 4:
            error = "WrongKey" if place else "OtherVersion"
            found[f"flipped-bit-in-byte-{place:03d}-checksum-repaired"] = ([text(fixed(mutant[:-4]))], error)
    for length in (0, 1, 3, 4):
        found[f"cut-to-{length}"] = ([text(sealed[:length])], "Truncated")
    for length in (5, 13, 29, 48, len(sealed) - 1):
        found[f"cut-to-{length}"] = ([text(sealed[:length])], "Damaged")
    for length in (1, 13, 29, 45):
        found[f"cut-to-{length}-checksum-repaired"] = ([text(fixed(sealed[:length]))], "Truncated")
    found["one-byte-more"] = ([text(sealed + b"\0")], "Damaged")
    found["one-byte-more-checksum-repaired"] = ([text(fixed(sealed[:-4] + b"\0"))], "WrongKey")
    for version in (0, 2, 127, 128, 130, 255):
        found[f"version-{version}"] = ([text(fixed(bytes((version,)) + sealed[1:-4]))], "OtherVersion")
    return found


def broken_parts() -> dict[str, Any]:
    parts = envelope.split(envelope.seal(LONG, SECRET, BOOK))
    other = envelope.split(envelope.seal(LONG, OTHER, BOOK))
    sealed = envelope.seal(RECORD, SECRET, BOOK)
    swapped = fixed(parts[0][:1] + bytes((1,)) + parts[0][2:-4])
    return {
        "parts-first-missing": ([text(part) for part in parts[1:]], "MissingParts"),
        "parts-last-missing": ([text(part) for part in parts[:-1]], "MissingParts"),
        "parts-one-only": ([text(parts[1])], "MissingParts"),
        "parts-of-two-packs": ([text(parts[0]), text(other[1])], "TwoPacks"),
        "parts-one-damaged": ([text(parts[0][:-1] + b"\0"), *(text(part) for part in parts[1:])], "MissingParts"),
        "parts-one-renumbered": ([text(swapped), *(text(part) for part in parts)], "TwoPacks"),
        "parts-index-beyond-count": ([text(fixed(parts[0][:1] + bytes((9, 3)) + parts[0][3:-4]))], "Damaged"),
        "parts-without-a-piece": ([text(fixed(parts[0][:7]))], "Truncated"),
        "parts-and-another-record": ([text(sealed), text(parts[0])], "TwoPacks"),
        "two-records-of-one-pack": ([text(sealed), text(envelope.seal({"a": 1}, SECRET))], "TwoPacks"),
        "two-packs": ([text(sealed), text(envelope.seal(RECORD, OTHER, BOOK))], "TwoPacks"),
    }


def broken_insides() -> dict[str, Any]:
    def sealed(data: bytes, number: int = 0, end: bytes = b"\x80") -> list[str]:
        return [text(raw_inside(SECRET + bytes((number,)) + data + end))]

    deep = bytes((codec.LIST + 1,)) * 40 + bytes((codec.NONE,))
    twice = bytes((codec.MAP + 2, codec.SMALL + 1, codec.NONE, codec.SMALL + 1, codec.NONE))
    return {
        "inside-unknown-vocabulary": (sealed(b"\xc0", 99), "OtherVersion"),
        "inside-no-end": (sealed(b"\xc0\0\0", end=b""), "Damaged"),
        "inside-bytes-left-over": (sealed(b"\xc0\xc0"), "Damaged"),
        "inside-word-not-in-vocabulary": (sealed(b"\x6f", 7), "Damaged"),
        "inside-word-far-beyond": (sealed(b"\xc9\xff\xff\x03", 7), "Damaged"),
        "inside-too-deep": (sealed(deep), "Damaged"),
        "inside-list-longer-than-bytes": (sealed(bytes((codec.LONG_LIST,)) + b"\xff\xff\xff\x7f"), "Damaged"),
        "inside-grid-of-millions": (sealed(bytes((codec.GRID,)) + b"\xff\xff\xff\x7f\x00"), "Damaged"),
        "inside-endless-number": (sealed(bytes((codec.INT,)) + b"\xff" * 60), "Damaged"),
        "inside-bad-utf8": (sealed(bytes((codec.UTF8, 2)) + b"\xc3\x28"), "Damaged"),
        "inside-key-twice": (sealed(twice), "Damaged"),
        "inside-key-is-a-list": (sealed(bytes((codec.MAP + 1, codec.LIST, codec.NONE))), "Damaged"),
        "inside-unknown-kind": (sealed(b"\xfe"), "Damaged"),
    }


def wrong_keys() -> dict[str, Any]:
    good = [text(envelope.seal(RECORD, SECRET, BOOK))]
    right = keys.unlock_key(SECRET)
    swapped = right[1] + right[0] + right[2:]
    return {
        "key-of-another-pack": (good, "WrongKey", keys.unlock_key(OTHER)),
        "key-with-two-signs-swapped": (good, "WrongKey", swapped),
        "key-too-short": (good, "BadKey", right[:-1]),
        "key-with-a-zero": (good, "BadKey", "0" + right[1:]),
        "key-empty": (good, "BadKey", ""),
    }


def broken_texts() -> dict[str, Any]:
    good = text(envelope.seal(RECORD, SECRET, BOOK))
    return {
        "text-none": ([], "NoCode"),
        "text-a-web-address": (["https://example.org/YZ1:"], "Foreign"),
        "text-empty": ([""], "Foreign"),
        "text-lower-case-prefix": (["yz1:" + good[4:]], "Foreign"),
        "text-other-version": (["YZ2:" + good[4:]], "OtherVersion"),
        "text-prefix-only": (["YZ1:"], "Truncated"),
        "text-sign-not-in-base-45": ([good[:50] + "é" + good[51:]], "Damaged"),
        "text-group-too-large": (["YZ1:" + ":::" + good[7:]], "Damaged"),
        "text-one-sign-left": (["YZ1:" + "0" * 100], "Damaged"),
    }


def main() -> None:
    right = keys.unlock_key(SECRET)
    cases = {name: {"texts": case[0], "unlock": right, "record": case[1]} for name, case in positive().items()}
    for name, (texts, error, *key) in negative().items():
        cases[name] = {"texts": texts, "unlock": key[0] if key else right, "error": error}
    words = HERE / "words.json"
    if not words.exists():
        words.write_text(json.dumps({str(BOOK.number): WORDS}, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")
    for name, case in cases.items():
        path = HERE / f"v1-{name}.json"
        if not path.exists():
            path.write_text(json.dumps(case, ensure_ascii=False, indent=1) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
