"""Templates -> HTML. Everything that stands in a page comes through here, escaped."""

from __future__ import annotations

import contextlib
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket

from companion.page.words import word

FOLDER = Path(__file__).parent.parent.parent / "templates" / "page"


class Compiled(BytecodeCache):
    """Compiled templates in a folder of the user's own; a copy that is missing, old or broken is made again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def load_bytecode(self, bucket: Bucket) -> None:
        with contextlib.suppress(OSError):
            bucket.bytecode_from_string((self.folder / bucket.key).read_bytes())

    def dump_bytecode(self, bucket: Bucket) -> None:
        with contextlib.suppress(OSError):
            whole = self.folder / (bucket.key + ".new")
            whole.write_bytes(bucket.bytecode_to_string())
            whole.replace(self.folder / bucket.key)


@cache
def _pages() -> Environment:
    env = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    env.globals["w"] = word
    return env


def remember(folder: Path) -> None:
    """Keep compiled templates here for the next start."""
    _pages().bytecode_cache = Compiled(folder)


def warm() -> None:
    """Compile what was not asked for yet."""
    for path in sorted(FOLDER.glob("*.html")):
        _pages().get_template(path.name)


def page(name: str, /, **values: Any) -> str:
    """The page `name`.html with these values."""
    return _pages().get_template(name + ".html").render(values)
