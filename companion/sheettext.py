"""A sheet of paper as plain text: the same blocks that are drawn, for a terminal or a chat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.paper import Block, Boxes, Call, Cell, Heading, Para, Rows, Sheet
from generator.book import Book

Plain = Any


def lines(book: Book, sheet: Sheet) -> Iterator[str]:
    """The lines of a sheet: its title, then block by block."""
    yield f"【{_text(book, sheet.title)}】"
    for block in sheet.blocks:
        yield from _block(book, block)


def _text(book: Book, cell: Cell) -> str:
    return " ".join(book.say(cell).split("\n"))


def _block(book: Book, block: Block) -> Iterator[str]:
    if isinstance(block, Heading):
        yield ""
        yield f"■ {_text(book, block.text)}"
    elif isinstance(block, Para):
        yield book.say(block.text)
    elif isinstance(block, Call):
        yield f"{_text(book, block.step)}  {_text(book, block.say)}"
        for more in (block.expect, block.note):
            if more != "":
                yield f"    {_text(book, more)}"
    elif isinstance(block, Rows):
        yield from _rows(book, block)
    elif isinstance(block, Boxes):
        yield f"{_text(book, block.title)}  " + "  ".join(f"□ {_text(book, label)}" for label in block.labels)


def _rows(book: Book, block: Rows) -> Iterator[str]:
    if block.title != "":
        yield f"· {_text(book, block.title)}"
    yield " | ".join(_text(book, cell) for cell in block.columns)
    for row in block.rows:
        yield " | ".join(_text(book, cell) for cell in row)


def data(book: Book, sheet: Sheet) -> dict[str, Plain]:
    """A sheet as plain data, its cells in words."""
    return {"id": sheet.id, "title": book.say(sheet.title), "blocks": [_data(book, block) for block in sheet.blocks]}


def _data(book: Book, block: Block) -> dict[str, Plain]:
    if isinstance(block, Rows):
        return {
            "rows": [[book.say(cell) for cell in row] for row in block.rows],
            "columns": [book.say(cell) for cell in block.columns],
            "title": book.say(block.title),
        }
    if isinstance(block, Call):
        return {"step": book.say(block.step), "say": book.say(block.say), "expect": book.say(block.expect), "note": book.say(block.note)}
    if isinstance(block, Boxes):
        return {"title": book.say(block.title), "boxes": [book.say(label) for label in block.labels]}
    return {"heading" if isinstance(block, Heading) else "text": book.say(block.text)}
