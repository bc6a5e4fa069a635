"""A record and its pack secret, sealed: bytes to print as a code, and back.

    sealed  = version(1) · salt(12) · ciphertext · tag(16) · checksum(4)
    inside  = pack secret(16) · number of the vocabulary(1) · the record as codec.py writes it · 0x80 · zeros
    salt    = HMAC-SHA256(pack secret, version · inside)[:12]
    key     = HKDF-SHA256(unlock key, salt); ChaCha20-Poly1305 with nonce 0, since a key seals one text only

The checksum is CRC-32 of all before it, in every version to come as well. What is longer than one code goes into parts:

    part    = version|0x80(1) · index(1) · count(1) · checksum that ends the whole(4) · piece · checksum(4)
"""

from __future__ import annotations

import hmac
import re
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from generator import codec, keys, qr
from generator.codec import Vocabulary

VERSION = 1
PARTED = 0x80
SALT, TAG, CHECK = 12, 16, 4
OUTSIDE = 1 + SALT + TAG + CHECK
LEAST = OUTSIDE + keys.SECRET + 3
END = b"\x80"
MOST = 60_000
ROOM = 250
PART_HEAD = 7


class SealError(Exception):
    """A sealed record that can't be opened. The message is for people."""

    status = 4


class Damaged(SealError):
    def __init__(self, what: str = "密封记录已损坏：校验和不符，请换另一份二维码，或者靠近一些重拍") -> None:
        super().__init__(what)


class Truncated(Damaged):
    def __init__(self) -> None:
        super().__init__("密封记录不完整：后面的内容缺失，请重新扫描")


class WrongKey(SealError):
    def __init__(self) -> None:
        super().__init__("打不开：解封密钥与这份记录不符，或者记录被改动过。请核对密钥条上的局号与印页上的是否一致")


class Foreign(SealError):
    def __init__(self) -> None:
        super().__init__("这不是源尊的二维码")


class OtherVersion(SealError):
    def __init__(self) -> None:
        super().__init__("这份密封记录是另一个版本的源尊写的，请升级后再试")


class TwoPacks(SealError):
    """`names`: of two files that don't belong together, where that is known."""

    def __init__(self, names: tuple[str, ...] = ()) -> None:
        told = f"（{' 和 '.join(names)} 不是同一局）" if names else ""
        super().__init__(f"这里有两份不同的密封记录{told}，请每次只扫一份")


class NoCode(SealError):
    def __init__(self) -> None:
        super().__init__("没有找到能读的二维码：请让一个二维码占满画面，对好焦，避开反光和折痕，再拍一张")


class MissingParts(SealError):
    """Some of a record's numbered parts were not shown. `lost` counts from 1."""

    def __init__(self, lost: tuple[int, ...], count: int) -> None:
        self.lost, self.count = lost, count
        names = "、".join(str(number) for number in lost)
        super().__init__(f"这份记录共有 {count} 个二维码，还缺第 {names} 个，请一起扫描")


@dataclass(frozen=True, slots=True)
class Opened:
    record: Any
    secret: bytes


def checksum(data: bytes) -> bytes:
    return zlib.crc32(data).to_bytes(CHECK, "big")


def cipher(unlock: str, salt: bytes) -> ChaCha20Poly1305:
    derived = HKDF(algorithm=SHA256(), length=32, salt=salt, info=b"yuanzun seal 1").derive(keys.normal(unlock).encode("ascii"))
    return ChaCha20Poly1305(derived)


def associated(version: bytes) -> bytes:
    return qr.PREFIX.encode("ascii") + version


def seal(record: Any, secret: bytes, vocabulary: Vocabulary = codec.PLAIN) -> bytes:
    """Plain data, sealed under the unlock key of a pack secret. CodecError for data that is not plain."""
    inside = filled(secret + bytes((vocabulary.number,)) + codec.encode(record, vocabulary) + END)
    version = bytes((VERSION,))
    salt = hmac.digest(secret, version + inside, "sha256")[:SALT]
    hidden = cipher(keys.unlock_key(secret), salt).encrypt(bytes(12), inside, associated(version))
    body = version + salt + hidden
    return body + checksum(body)


def open_sealed(sealed: bytes, unlock: str, vocabularies: Mapping[int, Vocabulary]) -> Opened:
    """The record and the pack secret. `vocabularies` by number; the empty one is always known.

    SealError (Truncated, Damaged, OtherVersion, WrongKey), keys.BadKey for a key that is none.
    """
    version = checked(sealed)
    if version != VERSION:
        raise OtherVersion
    if len(sealed) < LEAST:
        raise Truncated
    salt, hidden = sealed[1 : 1 + SALT], sealed[1 + SALT : -CHECK]
    try:
        inside = cipher(unlock, salt).decrypt(bytes(12), hidden, associated(sealed[:1]))
    except InvalidTag:
        raise WrongKey from None
    secret, number = inside[: keys.SECRET], inside[keys.SECRET]
    rest, end, _ = inside[keys.SECRET + 1 :].rpartition(END)
    vocabulary = codec.PLAIN if number == codec.PLAIN.number else vocabularies.get(number)
    if vocabulary is None:
        raise OtherVersion
    try:
        if not end:
            raise codec.CodecError("no end")
        return Opened(codec.decode(rest, vocabulary), secret)
    except codec.CodecError:
        raise Damaged("密封记录的内容读不懂：写下它的程序有误") from None


def filled(inside: bytes) -> bytes:
    """Zeros up to what the code holds anyway, so that a length says less about a deal."""
    size = len(inside) + OUTSIDE
    return inside if size > ROOM else inside.ljust(min(qr.full(size), ROOM) - OUTSIDE, b"\0")


def checked(data: bytes) -> int:
    """The first byte of something with a good checksum."""
    if len(data) <= CHECK:
        raise Truncated
    if len(data) > MOST or checksum(data[:-CHECK]) != data[-CHECK:]:
        raise Damaged
    return data[0]


def split(sealed: bytes, room: int = ROOM) -> tuple[bytes, ...]:
    """What goes into one code each: the whole, or numbered parts of at most `room` bytes."""
    if len(sealed) <= room:
        return (sealed,)
    piece = room - PART_HEAD - CHECK
    count = -(-len(sealed) // piece)
    if count > 255:
        raise codec.CodecError("a record too long to print")
    even = -(-len(sealed) // count)
    bodies = [bytes((VERSION | PARTED, i, count)) + sealed[-CHECK:] + sealed[i * even : (i + 1) * even] for i in range(count)]
    return tuple(body + checksum(body) for body in bodies)


@dataclass(frozen=True, slots=True)
class Part:
    """What one code holds: piece `index` of `count` of the record whose checksum is `whole`."""

    whole: bytes
    index: int
    count: int
    piece: bytes


def part(frame: bytes) -> Part:
    """A frame taken apart. Damaged, Truncated, OtherVersion."""
    version = checked(frame)
    if version == VERSION:
        return Part(frame[-CHECK:], 0, 1, frame)
    if version != VERSION | PARTED:
        raise OtherVersion
    if len(frame) <= PART_HEAD + CHECK:
        raise Truncated
    index, count = frame[1], frame[2]
    if index >= count:
        raise Damaged
    return Part(frame[3:PART_HEAD], index, count, frame[PART_HEAD:-CHECK])


def gather(frames: Iterable[bytes]) -> bytes:
    """The one sealed record of some codes: copies count once, parts come in any order, damaged ones are passed over.

    Damaged, Truncated or OtherVersion if nothing good is there, TwoPacks, MissingParts.
    """
    found: dict[int, dict[int, bytes]] = {}
    names: set[bytes] = set()
    failure: SealError = NoCode()
    for frame in dict.fromkeys(frames):
        try:
            this = part(frame)
        except SealError as error:
            failure = error
            continue
        pieces = found.setdefault(this.count, {})
        names.add(this.whole)
        if len(names) > 1 or pieces.setdefault(this.index, this.piece) != this.piece:
            raise TwoPacks
    if not found:
        raise failure
    return joined(found)


def joined(found: Mapping[int, Mapping[int, bytes]]) -> bytes:
    """The record of its pieces, by count and index."""
    for count, pieces in sorted(found.items()):
        if len(pieces) == count:
            return b"".join(pieces[i] for i in range(count))
    count, pieces = next(iter(sorted(found.items())))
    raise MissingParts(tuple(i + 1 for i in range(count) if i not in pieces), count)


def written(sealed: bytes) -> tuple[str, ...]:
    """The texts of the codes that carry a sealed record."""
    return tuple(qr.PREFIX + qr.base45(frame) for frame in split(sealed))


def read(texts: Iterable[str]) -> bytes:
    """The one sealed record among the texts of some codes. Foreign codes are passed over if there is one of ours.

    NoCode, Foreign, OtherVersion, Damaged, Truncated, TwoPacks, MissingParts.
    """
    frames: list[bytes] = []
    failure: SealError = NoCode()
    for text in dict.fromkeys(texts):
        try:
            frames.append(frame_of(text))
        except SealError as error:
            if not isinstance(error, Foreign) or isinstance(failure, NoCode):
                failure = error
    if not frames:
        raise failure
    return gather(frames)


def frame_of(text: str) -> bytes:
    """The bytes behind the prefix. Foreign, OtherVersion, Damaged."""
    if not text.startswith(qr.PREFIX):
        raise OtherVersion if re.match(rf"{qr.MARK}[0-9]{{1,2}}:", text) else Foreign
    try:
        return qr.unbase45(text[len(qr.PREFIX) :])
    except ValueError:
        raise Damaged from None


# --- files

FILE = b"YZF1"


def seal_file(data: bytes, secret: bytes) -> bytes:
    """A file sealed under the unlock key of a pack secret: mark, salt, text of the cipher, checksum. Equal input, equal bytes."""
    salt = hmac.digest(secret, FILE + data, "sha256")[:SALT]
    body = FILE + salt + file_cipher(keys.unlock_key(secret), salt).encrypt(bytes(12), data, FILE)
    return body + checksum(body)


def open_file(sealed: bytes, unlock: str) -> bytes:
    """The file again. SealError (Foreign, Damaged, WrongKey), keys.BadKey for a key that is none."""
    if not sealed.startswith(FILE):
        raise Foreign
    body, check = sealed[:-CHECK], sealed[-CHECK:]
    if len(sealed) < len(FILE) + SALT + 16 + CHECK or checksum(body) != check:
        raise Damaged
    salt = body[len(FILE) : len(FILE) + SALT]
    try:
        return file_cipher(unlock, salt).decrypt(bytes(12), body[len(FILE) + SALT :], FILE)
    except InvalidTag:
        raise WrongKey from None


def file_cipher(unlock: str, salt: bytes) -> ChaCha20Poly1305:
    derived = HKDF(algorithm=SHA256(), length=32, salt=salt, info=b"yuanzun file 1").derive(keys.normal(unlock).encode("ascii"))
    return ChaCha20Poly1305(derived)
