"""place -> text, from templates/. Text lives once: cards, sheets, page and `check` read it here.

templates/<id>/
  places.toml    place of the rule book (without the game's name) -> our words for it
  rulings.toml   R1 … -> our words for the ruling
  roles.toml     [name] text = …, short = … (key words for small cards), glyph = … (optional)
  aux.toml       [name] the same for aux cards
  reasons.toml   code of a Why -> a sentence with {values}
  calls.toml     key -> the moderator's words
  sheets.toml    key -> words on sheets
  look.toml      palette and crests
templates/common/{reasons,calls,sheets,keys}.toml stand behind every game's own; keys: a record's keys as people call them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from engine.games import names
from engine.paper import Say
from engine.record import Why

Plain = Any
_IDS = {name: ident for ident, name in names()} | {ident: ident for ident, _ in names()} | {"": "common", "common": "common"}
_TEMPLATES = Path(__file__).parent.parent / "templates"
_HOLE = re.compile(r"\{(\w+)\}")


@cache
def _read(folder: str, part: str) -> Mapping[str, Plain]:
    path = _TEMPLATES / folder / (part + ".toml")
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


@cache
def table(game: str, part: str) -> Mapping[str, Plain]:
    """One whole file of a game's texts (by name or id), its own over the common ones."""
    own = _read(_IDS[game], part)
    common = _read("common", part)
    return {**common, **own} if common else own


def shown(value: object) -> str:
    """A value as people read it: seats as numbers, lists joined, nothing as 无."""
    if value is None:
        return "无"
    if value is True:
        return "是"
    if value is False:
        return "否"
    if isinstance(value, Say):
        return value.key
    if isinstance(value, Mapping):
        return "，".join(f"{shown(k)}：{shown(v)}" for k, v in value.items()) or "无"
    if isinstance(value, set | frozenset):
        value = sorted(value)
    if isinstance(value, list | tuple):
        return "、".join(shown(v) for v in value) or "无"
    return str(value)


LONG = 80  # signs of a value that was written in a record


def written(value: object) -> str:
    """A value of a record as it stands there, to tell what is wrong with it: true, not 是; cut where it is long."""
    if value is None:
        return "空"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        text = "，".join(f"{written(k)}：{written(v)}" for k, v in value.items()) or "{}"
    elif isinstance(value, list | tuple | set | frozenset):
        text = "、".join(written(v) for v in value) or "[]"
    else:
        text = shown(value)
    return cut(text, LONG)


def cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 20]}…（共 {len(text)} 字）"


def told(value: object) -> str:
    """A value as people read it, cut where it is very long."""
    return cut(shown(value), 4 * LONG)


def filled(text: str, values: Iterable[tuple[str, object]], worded: Callable[[object], str] = shown) -> str:
    """`text` with {name} replaced by its value; a hole without a value stays visible."""
    if "{" not in text:
        return text
    known = dict(values)
    return _HOLE.sub(lambda m: worded(known[m[1]]) if m[1] in known else m[0], text)


class Book:
    """All texts of one game."""

    def __init__(self, game: str) -> None:
        self.id = _IDS[game]
        self.name = dict(names()).get(self.id, "")

    def place(self, cited: str) -> str | None:
        """Our words for a cited place or ruling, with or without the game's name in front; the nearest place above it where it has none."""
        key = cited.removeprefix(self.name + "/")
        if re.fullmatch(r"R\d+", key):
            text = table(self.id, "rulings").get(key)
            return str(text) if text is not None else None
        places = table(self.id, "places")
        while key:
            if key in places:
                return str(places[key])
            key = key.rpartition("/")[0]
        return None

    def has_own(self, cited: str) -> bool:
        """Has exactly this place or ruling a text?"""
        key = cited.removeprefix(self.name + "/")
        return key in table(self.id, "rulings") or key in table(self.id, "places")

    def why(self, why: Why) -> str:
        """A reason in a sentence. A code without a text is told as it is, with its values."""
        text = table(self.id, "reasons").get(why.code)
        if text is None:
            tail = "，".join(f"{k}={shown(v)}" for k, v in why.values)
            return f"{why.code}（{tail}）" if tail else why.code
        return filled(str(text), ((k, self._named(v) if k == "fields" else v) for k, v in why.values), told)

    def _named(self, fields: object) -> object:
        """Fields of a seat under the names that people call them by."""
        return {self.field(str(name)): value for name, value in fields.items()} if isinstance(fields, Mapping) else fields

    def fault(self, why: Why) -> str:
        """What is wrong with a record, in a sentence: its values as they are written, its keys with what people call them."""
        text = table(self.id, "reasons").get(why.code)
        if text is None:
            return self.why(why)
        keys = table(self.id, "keys")
        values = ((k, f"{v}（{keys[v]}）" if k == "key" and isinstance(v, str) and v in keys else v) for k, v in why.values)
        return filled(str(text), ((k, self._named(v) if k == "fields" else v) for k, v in values), written)

    def say(self, cell: str | int | Say, part: str = "sheets") -> str:
        """A cell of a sheet in words. Its key stands in sheets or calls, or is `牌面/<role>` or `规则书/<place>`; values may be Says."""
        if not isinstance(cell, Say):
            return str(cell)
        values = tuple((k, self.say(v, part) if isinstance(v, Say) else v) for k, v in cell.values)
        return filled(self._text(cell.key, part), values)

    def _text(self, key: str, part: str) -> str:
        for name in (part, "calls", "sheets"):
            text = table(self.id, name).get(key)
            if text is not None:
                return str(text)
        kind, _, name = key.partition("/")
        if kind == "牌面":
            return str(self.role(name).get("text", key))
        return (self.place(name) or key) if kind == "规则书" else key

    def field(self, name: str) -> str:
        """A field of a seat as people call it (look.toml [page] labels): top -> 顶层."""
        return str(self.labels().get(name, name))

    def labels(self) -> Mapping[str, str]:
        """The fields of a seat that people call otherwise than the record does."""
        found: Mapping[str, str] = table(self.id, "look").get("page", {}).get("labels", {})
        return found

    def role(self, name: str) -> Mapping[str, Plain]:
        """texts of a role or aux card: text, short, glyph …; {} where there is none."""
        found = table(self.id, "roles").get(name) or table(self.id, "aux").get(name) or {}
        return found if isinstance(found, Mapping) else {"text": str(found)}


@cache
def book(game: str) -> Book:
    """The book of a game, by name or id; of no game ("") where only what all games share can be said."""
    return Book(game)
