"""yuanzun rules: the reference, in our own words."""

from __future__ import annotations

import re
from difflib import get_close_matches

import click

from companion import dealing, terminal
from companion.stop import Stop
from engine.games import Game
from generator.book import Book, book, table


@click.command(help="查规则：身份、位置（如 妖首/验妖）或裁决（如 R36）；不写则列出全部。")
@click.argument("game", metavar="游戏")
@click.argument("what", metavar="[身份|位置|R<n>]", required=False)
@click.option("--json", "as_json", is_flag=True, help="一行 JSON：位置 → 文字")
def command(game: str, what: str | None, as_json: bool) -> int:
    found = dealing.game_of(game)
    texts = looked_up(found, what)
    if not texts:
        known = [*table(found.id, "places"), *(r.name for r in found.roles)]
        near = get_close_matches(what or "", known, 3, 0.4)
        raise Stop(f"没有“{terminal.short(what)}”。" + (f"是不是：{'、'.join(near)}？" if near else f"全部见 yuanzun rules {found.name}。"))
    if as_json:
        terminal.answer(texts)
        return 0
    for place, text in texts.items():
        terminal.out(f"{terminal.paint(place, 'head')}\n    {text}")
    return 0


def looked_up(game: Game, what: str | None) -> dict[str, str]:
    """Texts by place (rulings as `封妖/R36`): all, one role's with its places, one place's with what lies below it, one ruling's."""
    texts = book(game.id)
    key = (what or "").removeprefix(game.name + "/").removeprefix(game.id + "/")
    if re.fullmatch(r"[Rr]\d+", key):
        text = texts.place(key.upper())
        return {f"{game.name}/{key.upper()}": text} if text else {}
    places = {p: str(t) for p, t in table(game.id, "places").items()}
    rulings = {r: str(t) for r, t in table(game.id, "rulings").items()}
    if not key:
        roles = {r.name: text for r in game.roles if (text := _role(texts, r.name))}
        every = {**{f"{n}（身份）": t for n, t in roles.items()}, **places, **rulings}
    else:
        every = {p: t for p, t in places.items() if p == key or p.startswith(key + "/")}
        own = _role(texts, key)
        if own:
            every = {f"{key}（身份）": own, **every}
        if not every:
            every = {p: t for p, t in {**places, **rulings}.items() if key in p.split("/") or key in t}
    return {f"{game.name}/{place}": text for place, text in every.items()}


def _role(texts: Book, name: str) -> str:
    return str(texts.role(name).get("text", ""))
