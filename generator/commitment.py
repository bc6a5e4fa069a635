"""A public commitment to a deal, printed before the game and opened after it.

It shows that seed, roster, options and stream version were fixed when it was printed. It shows nothing about how the
seed was chosen, nor that nobody who knew it spoke.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Any

LABEL = b"yuanzun deal 1\n"
NONCE = 32


def canonical(data: Any) -> str:
    """JSON that is the same wherever it is made: sorted keys, all of them text, no spaces."""
    return json.dumps(plain(data), ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def plain(data: Any) -> Any:
    if isinstance(data, Mapping):
        named = {str(key): plain(value) for key, value in data.items()}
        if len(named) != len(data):
            raise ValueError("two keys that read alike")
        return named
    if isinstance(data, list | tuple):
        return [plain(item) for item in data]
    if data is None or isinstance(data, str | int | float | bool):
        return data
    raise TypeError(f"not plain data: {type(data).__name__}")


def commit(seed: str, roster: Any, options: Mapping[str, Any], stream: str, nonce: bytes) -> str:
    """64 hexadecimal signs. The nonce (32 bytes, from the pack secret) keeps the deal from being guessed and tried."""
    if len(nonce) != NONCE:
        raise ValueError(f"a commitment needs a nonce of {NONCE} bytes")
    deal = {"options": options, "roster": roster, "seed": seed, "stream": stream}
    return hashlib.sha256(LABEL + nonce + canonical(deal).encode("utf-8")).hexdigest()


def verify(commitment: str, seed: str, roster: Any, options: Mapping[str, Any], stream: str, nonce: bytes) -> bool:
    """Is this the deal that was committed to? Case and spaces of the printed signs don't matter."""
    shown = "".join(commitment.split()).replace("-", "").lower()
    return hmac.compare_digest(shown.encode("utf-8"), commit(seed, roster, options, stream, nonce).encode("ascii"))
