"""JSON and JSON Lines as records, with the place of every fault and of every node."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from companion.recordfile import DEEPEST, DIGITS, LARGEST, Document, Place, Unreadable, place_in

Plain = Any


def as_json(text: str, suffix: str) -> list[Document] | None:
    """Records of a JSON or JSON Lines text; None where it is neither and may be YAML's flow style."""
    lines = text.split("\n")
    first = next((i for i, line in enumerate(lines) if line.strip()), 0)
    if suffix == ".jsonl" or (_is_object(lines[first]) and any(line.strip() for line in lines[first + 1 :])):
        return [_json(line, i, "jsonl") for i, line in enumerate(lines) if line.strip()]
    if len(text) > LARGEST:
        raise Unreadable(f"文件有 {len(text):,} 字，太大，不会是一份记录。")
    try:
        return [_json(text, 0, "json")]
    except Unreadable as bad:
        if suffix != ".json" and bad.line and not text.lstrip().startswith('{"'):
            return None
        raise


def _is_object(line: str) -> bool:
    line = line.strip()
    return line.startswith("{") and line.endswith("}") and _try_json(line)


def _try_json(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _json(text: str, skipped: int, kind: str) -> Document:
    def pairs(items: list[tuple[str, Plain]]) -> dict[str, Plain]:
        out = dict(items)
        if len(out) != len(items):
            raise Unreadable(*_doubled(text, items, skipped))
        return out

    def whole(digits: str) -> int:
        if len(digits) > DIGITS:
            raise Unreadable(f"数字有 {len(digits)} 位，太长。", *_token(text, digits, skipped))
        return int(digits)

    def fraction(digits: str) -> float:
        if abs(found := float(digits)) < 10**DIGITS:
            return found
        raise Unreadable(f"数字 {digits[:20]} 太大。", *_token(text, digits, skipped))

    def never(word: str) -> Plain:
        raise Unreadable(f"JSON 里不能写 {word}。", *_token(text, word, skipped))

    try:
        data = json.loads(text, object_pairs_hook=pairs, parse_int=whole, parse_float=fraction, parse_constant=never)
    except json.JSONDecodeError as bad:
        raise Unreadable("JSON 写法有误：多半是缺了逗号、引号或括号。", skipped + bad.lineno, bad.colno) from None
    except RecursionError:
        raise Unreadable("嵌套太深。", skipped + 1, 1) from None
    _refuse_depth(data, skipped)
    return Document(data, lambda at: _find_json(text, at, skipped), kind)


def _token(text: str, word: str, skipped: int) -> Place:
    """Where this number or word stands."""
    at = next((token.start() for token in _TOKEN.finditer(text) if token[0] == word), 0)
    line, column = place_in(text[:at])
    return skipped + line, column


def _doubled(text: str, items: list[tuple[str, Plain]], skipped: int) -> tuple[str, int, int]:
    """Which key stands twice in one object, and where it does so again."""
    names = [k for k, _ in items]
    twice = next(k for k in names if names.count(k) > 1)
    seen: set[tuple[str, ...]] = set()
    again = 0
    for path, offset in _json_places(text):
        if tuple(path) in seen and path[-1] == twice:
            again = offset
            break
        seen.add(tuple(path))
    line, column = place_in(text[:again])
    return f"键“{twice[:40]}”写了两次。", skipped + line, column


def _refuse_depth(data: Plain, skipped: int) -> None:
    level = [data]
    for _ in range(DEEPEST + 1):
        level = [v for node in level if isinstance(node, dict | list) for v in (node.values() if isinstance(node, dict) else node)]
        if not level:
            return
    raise Unreadable(f"嵌套超过 {DEEPEST} 层。", skipped + 1, 1)


_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+')


def _find_json(text: str, at: str, skipped: int) -> Place:
    """Place of a path in JSON that has been parsed: of the key, or of the item."""
    best = 0
    want = at.split("/") if at else []
    for path, offset in _json_places(text):
        if path == want[: len(path)]:
            best = offset
            if len(path) == len(want):
                break
    line, column = place_in(text[:best])
    return skipped + line, column


def _json_places(text: str) -> Iterator[tuple[list[str], int]]:
    """(path, offset) of every node, a node before what lies inside it."""
    path: list[str] = []
    kinds: list[str] = []
    key: tuple[str, int] | None = None
    fresh = True  # a value may begin here
    for token in _TOKEN.finditer(text):
        word = token[0]
        if word in "]}" and kinds:
            kinds.pop()
            if path:
                path.pop()
            fresh = False
        elif word == ",":
            fresh = True
        elif word == ":":
            continue
        elif kinds and kinds[-1] == "{" and key is None and fresh:
            key = (json.loads(word), token.start())
        else:
            if kinds and kinds[-1] == "[":
                path[-1] = str(int(path[-1]) + 1)
                yield list(path), token.start()
            elif kinds:
                assert key is not None
                path[-1] = key[0]
                yield list(path), key[1]
            else:
                yield [], token.start()
            key = None
            fresh = word in "[{"
            if fresh:
                kinds.append(word)
                path.append("-1" if word == "[" else "")
