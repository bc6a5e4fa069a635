"""Faults found so far, and the record's own order of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.record import TOP_KEYS, Fault, Why, is_int

Plain = Any
Path = tuple[Plain, ...]
SETUP_KEYS = ("dealt", "hands", "化形", "关键仙人", "骸骨牌", "星象图", "量天", "神域", "重发")


class Found:
    """Faults by path; the first told of a path stays."""

    def __init__(self, data: Mapping[str, Plain]) -> None:
        self.data = data
        self.at: dict[Path, tuple[str, Why]] = {}

    def tell(self, path: Path, rule: str, code: str, **values: object) -> None:
        self.at.setdefault(path, (rule, Why(code, tuple(values.items()))))

    def faults(self) -> tuple[Fault, ...]:
        paths = sorted(self.at, key=lambda path: _rank(self.data, path))
        return tuple(Fault("/".join(map(str, path)), "封妖/" + self.at[path][0], self.at[path][1]) for path in paths)


def _rank(data: Plain, path: Path) -> tuple[tuple[int, int], ...]:
    """Where a path stands in the record: as the keys stand in the file, a missing one after its present siblings."""
    rank: list[tuple[int, int]] = []
    node: Plain = data
    for key in path:
        if isinstance(node, Mapping):
            keys = list(node)
            here = next((i for i, k in enumerate(keys) if k is key or (type(k) is type(key) and k == key)), None)
            rank.append((len(keys), _missing(key)) if here is None else (here, 0))
            node = None if here is None else node[keys[here]]
        elif isinstance(node, list) and is_int(key):
            rank.append((key, 0))
            node = node[key]
        else:
            rank.append((0, _missing(key)))
            node = None
    return tuple(rank)


def _missing(key: Plain) -> int:
    if is_int(key):
        return int(key)
    for order in (SETUP_KEYS, TOP_KEYS):
        if key in order:
            return order.index(key)
    return 0
