"""Plain data of a record -> YAML as people write it: phases as blocks, one entry a line, hands in one map.

What is written means the same to this program, to YAML 1.1 and to YAML 1.2: a word any of them could take for something else is quoted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

Plain = Any
WIDE = 132
ORDER = ("format", "game", "edition", "players", "options", "setup", "log", "note")

_SAFE = re.compile(r"[\w☯①-⑳][\w☯①-⑳.（）()、，。·/+-]*(?: [\w☯①-⑳（(][\w☯①-⑳.（）()、，。·/+-]*)*\Z")
_MEANS_MORE = re.compile(
    r"(?:y|n|yes|no|on|off|true|false|null|none|nan|inf)\Z"  # YAML 1.1's words, in any case
    r"|[-+.]?[0-9][0-9_,.:/xXoObeE+-]*(?:[ tT][0-9:.+-]*)?[0-9a-fA-F_zZ]*\Z",  # numbers, base 60, times
    re.IGNORECASE,
)
_HARD = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def scalar(value: Plain) -> str:
    """One value on one line. Raises ValueError for what a record cannot hold."""
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        text = repr(value)
        if not re.fullmatch(r"-?\d+\.\d+", text):
            raise ValueError(f"a record cannot hold {value!r}")
        return text
    if isinstance(value, str):
        return word(value)
    raise ValueError(f"a record cannot hold {type(value).__name__}")


def word(text: str) -> str:
    """A text, bare where nobody could misread it."""
    if _SAFE.match(text) and not _MEANS_MORE.match(text):
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return _HARD.sub(lambda m: f"\\u{ord(m[0]):04x}", quoted)


def _key(key: Plain) -> str:
    return str(key) if isinstance(key, int) and not isinstance(key, bool) else word(str(key))


def flow(value: Plain) -> str:
    """Any value on one line, in flow style."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(k)}: {flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow(v) for v in value) + "]"
    return scalar(value)


def _block(key: Plain, value: Plain, indent: str) -> Iterator[str]:
    """A key with its value: on one line where it fits, else a line for each part."""
    line = f"{indent}{_key(key)}: {flow(value)}"
    if len(line) <= WIDE or not value or not isinstance(value, Mapping | list | tuple):
        yield line
    elif isinstance(value, Mapping):
        yield f"{indent}{_key(key)}:"
        for inner, what in value.items():
            yield from _block(inner, what, indent + "  ")
    else:
        yield f"{indent}{_key(key)}:"
        for item in value:
            yield f"{indent}- {flow(item)}"


def _log(log: list[Plain]) -> Iterator[str]:
    yield "log:"
    for phase in log:
        if not isinstance(phase, Mapping) or not phase:
            yield f"- {flow(phase)}"
            continue
        lead = "- "
        for key, value in phase.items():
            if isinstance(value, list) and value:
                yield f"{lead}{_key(key)}:"
                yield from (f"  - {flow(entry)}" for entry in value)
            else:
                yield f"{lead}{_key(key)}: {flow(value)}"
            lead = "  "


def yaml_of(data: Mapping[Plain, Plain]) -> str:
    """A whole record as YAML text; known keys in RECORD.md's order, others after them."""
    keys = [k for k in ORDER if k in data] + [k for k in data if k not in ORDER]
    lines: list[str] = []
    for key in keys:
        value = data[key]
        if key == "log" and isinstance(value, list) and value:
            lines.extend(_log(value))
        elif key == "setup" and isinstance(value, Mapping) and value:
            lines.append("setup:")
            for inner, what in value.items():
                lines.extend(_block(inner, what, "  "))
        else:
            lines.extend(_block(key, value, ""))
    return "\n".join(lines or ["{}"]) + "\n"
