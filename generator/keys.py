"""The pack secret and what comes from it: pack id, unlock key, commitment nonce."""

from __future__ import annotations

import unicodedata

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # no 0 and O, no 1 and I
SECRET = 16
SIGNS = 16
GROUP = 4
DASHES = dict.fromkeys(map(ord, " -_.·‐‑‒–—―−~"))


class BadKey(ValueError):
    """What was typed can't be an unlock key."""

    status = 4


def derive(secret: bytes, label: str, length: int) -> bytes:
    """Key material for one purpose."""
    if len(secret) != SECRET:
        raise ValueError(f"a pack secret has {SECRET} bytes")
    info = f"yuanzun pack 1 {label}".encode()
    return HKDF(algorithm=SHA256(), length=length, salt=None, info=info).derive(secret)


def signs(raw: bytes) -> str:
    """Five bits a sign; the length must be a multiple of five bytes."""
    number, count = int.from_bytes(raw, "big"), len(raw) * 8 // 5
    return "".join(ALPHABET[number >> 5 * i & 31] for i in reversed(range(count)))


def grouped(text: str) -> str:
    return "-".join(text[i : i + GROUP] for i in range(0, len(text), GROUP))


def pack_id(secret: bytes) -> str:
    """Eight signs that tell packs apart, as printed on every page. Says nothing about the rest."""
    return grouped(signs(derive(secret, "id", 5)))


def unlock_key(secret: bytes) -> str:
    """Sixteen signs, eighty bits, in four groups."""
    return grouped(signs(derive(secret, "unlock", 10)))


def commitment_nonce(secret: bytes) -> bytes:
    return derive(secret, "commitment", 32)


def normal(typed: str) -> str:
    """The sixteen signs of a key as somebody typed it; BadKey where it can't be one."""
    plain = unicodedata.normalize("NFKC", typed).upper().translate(DASHES)
    plain = "".join(plain.split())
    wrong = sorted({sign for sign in plain if sign not in ALPHABET})
    if wrong:
        raise BadKey(f"解封密钥里没有「{'」「'.join(wrong)}」：密钥只用 2–9 和 I、O 以外的字母，请重新输入")
    if len(plain) != SIGNS:
        raise BadKey(f"解封密钥是 {SIGNS} 个字符（四组，每组四个），这里有 {len(plain)} 个，请重新输入")
    return plain
