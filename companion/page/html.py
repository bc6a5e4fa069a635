"""Templates -> HTML. Everything that stands in a page comes through here, escaped."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from companion.page.words import word


@cache
def _pages() -> Environment:
    folder = str(files("templates").joinpath("page"))
    env = Environment(loader=FileSystemLoader(folder), autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
    env.globals["w"] = word
    return env


def page(name: str, /, **values: Any) -> str:
    """The page `name`.html with these values."""
    return _pages().get_template(name + ".html").render(values)
