"""Seed -> versioned stream of unbiased integers: SHA-256 in counter mode, rejection, no modulo bias.

Version `deal/v1`: block i = SHA-256("yuanzun deal/v1" ‖ 0x00 ‖ seed ‖ i as 8 bytes big-endian); bytes are used in order.
`below(n)` takes the fewest whole bytes that hold n-1, masks the top bits away and throws a number ≥ n away.
The stream is pinned by vectors in tests; a change of a single draw is a new version.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

VERSION = "deal/v1"
T = TypeVar("T")


class Stream:
    """A stream of integers. The same seed gives the same stream on every machine."""

    __slots__ = ("_at", "_block", "_count", "_head")

    def __init__(self, seed: bytes) -> None:
        self._head = hashlib.sha256(b"yuanzun " + VERSION.encode() + b"\0" + seed)
        self._count = 0
        self._block = b""
        self._at = 0

    def take(self, size: int) -> bytes:
        """The next `size` bytes."""
        out = self._block[self._at : self._at + size]
        self._at += size
        while len(out) < size:
            block = self._head.copy()
            block.update(self._count.to_bytes(8, "big"))
            self._count += 1
            self._block = block.digest()
            self._at = size - len(out)
            out += self._block[: self._at]
        return out

    def below(self, n: int) -> int:
        """A uniform integer in 0 … n-1."""
        if n < 2:
            return 0
        bits = (n - 1).bit_length()
        mask = (1 << bits) - 1
        if bits <= 8:
            return self._byte_below(n, mask)
        size = (bits + 7) // 8
        while True:
            value = int.from_bytes(self.take(size), "big") & mask
            if value < n:
                return value

    def _byte_below(self, n: int, mask: int) -> int:
        """The same for one byte at a time: nearly all draws of a deal come here."""
        while True:
            if self._at < len(self._block):
                value = self._block[self._at] & mask
                self._at += 1
            else:
                value = self.take(1)[0] & mask
            if value < n:
                return value

    def choice(self, items: Sequence[T]) -> T:
        """One of `items`, uniformly."""
        return items[self.below(len(items))]

    def sample(self, items: Sequence[T], k: int) -> list[T]:
        """`k` different places of `items` in random order, uniformly."""
        pool = list(items)
        for i in range(k):
            j = i + self.below(len(pool) - i)
            pool[i], pool[j] = pool[j], pool[i]
        return pool[:k]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """All of `items` in random order, uniformly (Fisher–Yates)."""
        return self.sample(items, len(items))
