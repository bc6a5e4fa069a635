"""What the page says: entries, rulings, announcements and seats in words, from templates/ alone."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from companion.page.look import View
from engine.record import Why
from engine.replay import Ruling
from generator.book import Book, filled, shown, table

Plain = Any


@cache
def _words() -> Mapping[str, str]:
    return tomllib.loads((Path(__file__).parent.parent.parent / "templates" / "page" / "words.toml").read_text("utf-8"))


def word(code: str, **values: object) -> str:
    """A sentence of the page itself."""
    return filled(_words().get(code, code), values.items())


VERDICTS = ("ok", "mismatch", "illegal", "needs", "struck", "ruled")


def seat_word(view: View, seat: int) -> str:
    name = view.seat_name(seat)
    return f"{seat} 号 {name}" if name else f"{seat} 号"


def votes_word(votes: Mapping[Plain, Plain]) -> str:
    if not votes:
        return word("无人投票")
    return "；".join(f"{seat}→{shown(given)}" for seat, given in votes.items())


def _set_word(values: Mapping[Plain, Plain]) -> str:
    parts = []
    for seat, fields in values.items():
        inside = "，".join(f"{k}＝{shown(v)}" for k, v in fields.items()) if isinstance(fields, Mapping) else shown(fields)
        parts.append(f"{seat} 号 {inside}")
    return "；".join(parts)


def entry_word(entry: Mapping[str, Plain]) -> str:
    """An entry in one line, without what it gave."""
    out = f"{entry['by']} 号 " if entry.get("by") is not None else ""
    out += str(entry["skill"])
    if entry.get("to") is not None:
        out += f" → {shown(entry['to'])}"
    if entry.get("pick") is not None:
        out += f"（{shown(entry['pick'])}）"
    if entry.get("die") is not None:
        out += f" 骰 {shown(entry['die'])}"
    if entry.get("drawn") is not None:
        out += f" 抽 {shown(entry['drawn'])}"
    if isinstance(entry.get("votes"), Mapping):
        out += f" {votes_word(entry['votes'])}"
    if isinstance(entry.get("set"), Mapping):
        out += f" {_set_word(entry['set'])}"
    return out


def cites(texts: Book, places: Iterable[str]) -> list[dict[str, str]]:
    """Places and rulings with their texts, as the page shows them."""
    out = []
    for place in places:
        short = place.removeprefix(texts.name + "/")
        out.append({"place": short, "text": texts.place(place) or ""})
    return out


def whys(texts: Book, reasons: Iterable[Why]) -> list[str]:
    return [texts.why(why) for why in reasons]


def ruling_plain(texts: Book, ruling: Ruling) -> dict[str, Plain]:
    return {
        "verdict": ruling.verdict,
        "verdict_word": word("判_" + ruling.verdict),
        "result": ruling.result,
        "result_word": shown(ruling.result) if ruling.result is not None else "",
        "rule": cites(texts, ruling.rule),
        "why": whys(texts, ruling.why),
    }


def announced(game_id: str, announce: Mapping[str, Plain]) -> list[dict[str, Plain]]:
    """What to read aloud, key by key, in the words of the game's calls.toml, else key and value.

    宣布/<key>, 宣布/<key>/空 for nobody, 宣布/<key>/<word> for one word; 宣布/<key>/项: how one row is said of
    a list of maps, or of a map of maps of numbers (what, seat, count).
    """
    calls = table(game_id, "calls")
    out = []
    for key, value in announce.items():
        row = calls.get(f"宣布/{key}/项")
        value = [filled(str(row), line.items()) for line in _rows(value)] if row else value
        empty = value is None or value in ([], {}, ())
        text = calls.get(f"宣布/{key}/空") if empty else calls.get(f"宣布/{key}")
        if text is None and not empty and isinstance(value, str):
            text = calls.get(f"宣布/{key}/{value}")
        said = filled(str(text), (("value", value), (key, value))) if text else f"{key}：{_listed(value)}"
        out.append({"key": str(key), "say": said, "aloud": not said.startswith("（")})
    return out


def _rows(value: Plain) -> Iterator[Mapping[str, Plain]]:
    if isinstance(value, Mapping):
        yield from ({"what": k, "seat": seat, "count": n} for k, of in value.items() for seat, n in (of or {}).items())
    else:
        yield from value or ()


def _listed(value: Plain) -> str:
    if isinstance(value, list | tuple) and value and all(isinstance(v, int) for v in value):
        return "、".join(f"{v} 号" for v in value)
    if isinstance(value, list | tuple) and value and all(isinstance(v, Mapping) for v in value):
        return "；".join(shown(v) for v in value)
    return shown(value)


def winner_word(winner: Plain) -> str:
    return "、".join(map(str, winner)) if isinstance(winner, list | tuple) else str(winner)


def field_word(value: Plain) -> str:
    """A seat's field, short; "" where there is nothing to tell."""
    if value is None or value is False or value in ([], {}, "", ()):
        return ""
    return shown(value)
