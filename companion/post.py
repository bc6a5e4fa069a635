"""What a host posts or sends, as text: plain for a chat, BBCode for a forum. Made of sheets with `as_text`, and of nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from companion import sheettext
from companion.stop import UNUSABLE, Stop
from engine.games import Game, game_named
from engine.paper import Block, Cell, Heading, Para, Say, Sheet
from engine.replay import PhaseAnswer
from generator.book import Book, book

Plain = Any
STYLES = ("plain", "bbcode")


def forum_of(game: Game) -> Any:
    """The messages of a game that is played in writing. Stop for the others."""
    forum = getattr(game, "forum", None)
    if forum is None:
        raise Stop(f"{game.name}没有帖子和私信可写。", UNUSABLE, "no-forum")
    return forum


def opening_post(answer_phase: PhaseAnswer, style: str = "plain", game: str = "EVA", names: Sequence[str] = ()) -> str:
    """The post that opens the day after this night, from its `announce` alone."""
    found = game_named(game)
    assert found is not None
    if not answer_phase.name.endswith("夜"):
        raise Stop(f"开帖公示写在夜晚之后，{answer_phase.name}不是夜晚。", UNUSABLE, "phase")
    day = int(answer_phase.name[1:-1]) + 1
    return written(book(found.id), forum_of(found).opening(answer_phase.announce, day, names), style)


def written(texts: Book, sheet: Sheet, style: str = "plain") -> str:
    """A sheet as text. In BBCode the words of players cannot become code."""
    if style == "bbcode":
        return "\n".join(_bbcode(texts, sheet)) + "\n"
    return "\n".join(sheettext.lines(texts, sheet)) + "\n"


def _bbcode(texts: Book, sheet: Sheet) -> Iterator[str]:
    yield f"[b][size=4]{_tame(texts, sheet.title)}[/size][/b]"
    for block in sheet.blocks:
        yield from _coded(texts, block)


def _coded(texts: Book, block: Block) -> Iterator[str]:
    if isinstance(block, Heading):
        yield ""
        yield f"[b]{_tame(texts, block.text)}[/b]"
    elif isinstance(block, Para):
        yield _tame(texts, block.text)
    else:
        _, *lines = sheettext.lines(texts, Sheet("", "", "table", (block,)))  # without the line of its title, which it has not
        yield from lines


def _tame(texts: Book, cell: Cell) -> str:
    """The words of a cell, with square brackets of values made harmless."""
    if not isinstance(cell, Say):
        return texts.say(cell)
    return texts.say(replace(cell, values=tuple((key, _harmless(value)) for key, value in cell.values)))


def _harmless(value: object) -> object:
    if isinstance(value, str):
        return value.replace("[", "［").replace("]", "］")
    return [_harmless(v) for v in value] if isinstance(value, list | tuple) else value
