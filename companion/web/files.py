"""Scripts, looks and the ring."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, pi, sin
from pathlib import Path

from companion.web.answers import Answer, Wrong

KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".txt": "text/plain"}
FOLDER = Path(__file__).parent.parent.parent / "templates" / "page" / "static"


@lru_cache(maxsize=32)
def _found(name: str) -> tuple[bytes, str] | None:
    stem, dot, end = name.rpartition(".")
    if stem.startswith("ring-") and end == "css" and stem[5:].isdigit() and 1 <= int(stem[5:]) <= 60:
        return ring_css(int(stem[5:])).encode(), "text/css"
    kind = KINDS.get(dot + end)
    if kind is None or not stem.replace("-", "").replace(".", "").isalnum() or not name.isascii():
        return None
    path = FOLDER / name
    return (path.read_bytes(), kind) if path.is_file() else None


def file(name: str) -> Answer:
    """One of ours. Raises Wrong."""
    found = _found(name)
    if found is None:
        raise Wrong(404)
    return Answer(200, found[0], found[1] + "; charset=utf-8", {"cache-control": "max-age=600"})


def ring_css(count: int) -> str:
    """Places of `count` seats on the ring, clockwise from the top, at equal distances along it."""
    wide, high = (42.0, 43.0) if count <= 14 else (43.0, 45.0)
    steps = 2000
    points = [(50 + wide * sin(2 * pi * i / steps), 50 - high * cos(2 * pi * i / steps)) for i in range(steps + 1)]
    tall = 1.08 if count <= 14 else 1.45
    far = [0.0]
    for (x1, y1), (x2, y2) in pairwise(points):
        far.append(far[-1] + hypot(x2 - x1, (y2 - y1) * tall))
    out = [f".ring-{count}{{--shape:1/{tall}}}"]
    at = 0
    for seat in range(count):
        while far[at] < far[-1] * seat / count:
            at += 1
        out.append(f".ring-{count} .place-{seat + 1}{{left:{points[at][0]:.2f}%;top:{points[at][1]:.2f}%}}")
    if count > 14:
        out.append(f".ring-{count} .spot{{width:3.1rem;min-height:3.1rem}}.ring-{count} .spot i{{font-size:.6875rem;max-width:2.9rem}}")
    return "\n".join(out)
