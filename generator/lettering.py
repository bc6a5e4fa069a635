"""Which characters the fonts of a game's packs carry: all its words, dealt or not.

So a font tells nothing of a deal, and every pack of a club night takes in the same one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from engine.games import game_named
from generator import fonts, keys
from generator.book import book, table

Plain = Any
SIGNS = "0123456789 /·-_" + keys.ALPHABET  # of numbers, ids and keys


@cache
def words(game: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """(face, characters) of all that a game's cards and sheets may say."""
    found: dict[str, set[str]] = {
        "sans": set(map(chr, range(32, 127))),
        "bold": set(SIGNS),
        "serif": set(SIGNS),
        "brush": set("0123456789"),
    }
    for part in ("roles", "aux", "calls", "sheets"):
        for key, value in _texts(table(game, part)):
            found["sans"].update(value)
            if part == "calls":
                found["bold"].update(value)
            if len(value) <= 14:
                found["bold"].update(value)
                found["serif"].update(value)
            if key == "glyph" or part in ("roles", "aux"):
                found["brush" if key == "glyph" else "serif"].update(value if key == "glyph" else key)
    of_game = game_named(game)
    assert of_game is not None
    for role in of_game.roles:
        told = {role.name, role.side, role.kind, *(word for word, _ in getattr(role, "figures", ()))}
        for face in ("sans", "bold", "serif"):
            found[face].update("".join(told))
        found["brush"].update(str(book(game).role(role.name).get("glyph", role.name[:1])))
    out: dict[str, set[str]] = {}
    for face, chars in found.items():
        for name, run in fonts.shape("".join(sorted(c for c in chars if fonts.printable(c, face))), face).runs():
            out.setdefault(name, set()).update(run)
    return tuple((face, frozenset(chars)) for face, chars in sorted(out.items()))


def _texts(data: Mapping[str, Plain], above: str = "") -> Iterable[tuple[str, str]]:
    for key, value in data.items():
        if isinstance(value, Mapping):
            yield key, key
            yield from _texts(value, key)
        elif isinstance(value, str):
            yield key, value
