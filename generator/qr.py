"""Bytes to QR code: a short clear prefix and base 45, so that any reader of codes gives the text back."""

from __future__ import annotations

from functools import lru_cache

PREFIX = "YZ1:"
MARK = "YZ"  # every version of ours begins so
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
VALUES = {sign: i for i, sign in enumerate(ALPHABET)}
LEAST = 7  # from this version on a code has six alignment patterns, which bent paper needs
MASK = 3  # sealed bytes look random, so no mask is better than another, and a search takes four times as long
MOST = 40

Matrix = tuple[tuple[bool, ...], ...]


def base45(data: bytes) -> str:
    """Base 45: two bytes in three signs, an odd last byte in two."""
    signs = []
    for i in range(0, len(data) - 1, 2):
        rest, low = divmod(data[i] * 256 + data[i + 1], 45)
        signs += [low, rest % 45, rest // 45]
    if len(data) % 2:
        signs += [data[-1] % 45, data[-1] // 45]
    return "".join(ALPHABET[sign] for sign in signs)


def unbase45(text: str) -> bytes:
    """The bytes of a base 45 text; ValueError where it is none."""
    try:
        signs = [VALUES[sign] for sign in text]
    except KeyError as error:
        raise ValueError("not base 45") from error
    data = bytearray()
    for i in range(0, len(signs), 3):
        group = signs[i : i + 3]
        value = sum(sign * 45**place for place, sign in enumerate(group))
        if len(group) == 1 or value >= (1 << 8 * (len(group) - 1)):
            raise ValueError("not base 45")
        data += value.to_bytes(len(group) - 1, "big")
    return bytes(data)


def encode(data: bytes) -> Matrix:
    """The modules of the code that carries the bytes, dark is true, row by row, without a quiet zone."""
    return matrix(PREFIX + base45(data))


@lru_cache(16)
def matrix(text: str) -> Matrix:
    """A code of alphanumeric text: correction level Q, H where it costs no larger code, version 7 at least."""
    from qrcode.main import QRCode
    from qrcode.util import MODE_ALPHA_NUM, QRData

    level, version = choose(len(text))
    code = QRCode(version=version, error_correction=level, mask_pattern=MASK, border=0)
    code.add_data(QRData(text.encode("ascii"), mode=MODE_ALPHA_NUM, check_data=False))
    code.make(fit=False)
    return tuple(tuple(bool(cell) for cell in row) for row in code.get_matrix())


@lru_cache(256)
def choose(length: int) -> tuple[int, int]:
    """(correction level, version) for so many alphanumeric signs; ValueError for too many."""
    from qrcode.constants import ERROR_CORRECT_H, ERROR_CORRECT_Q

    for version in range(LEAST, MOST + 1):
        for level in (ERROR_CORRECT_H, ERROR_CORRECT_Q):
            if room(version, level) >= length:
                return level, version
    raise ValueError("too much for one code")


def full(size: int) -> int:
    """How many bytes the code of so many bytes holds without growing."""
    level, version = choose(len(PREFIX) + signs_of(size))
    groups, rest = divmod(room(version, level) - len(PREFIX), 3)
    return 2 * groups + (1 if rest == 2 else 0)


def signs_of(size: int) -> int:
    return size // 2 * 3 + size % 2 * 2


@lru_cache(128)
def room(version: int, level: int) -> int:
    """How many alphanumeric signs a code holds."""
    from qrcode.base import rs_blocks

    counter = 9 if version < 10 else 11 if version < 27 else 13
    total: int = sum(block.data_count for block in rs_blocks(version, level))
    pairs, rest = divmod(8 * total - 4 - counter, 11)
    return 2 * pairs + (1 if rest >= 6 else 0)
