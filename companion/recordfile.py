"""Files of people <-> plain data: YAML, JSON, JSON Lines and shorthand records, with line and column; careful writing.

Scalars mean what RECORD.md's readers expect and nothing more: `true` `false`, `null` `~`, whole numbers without leading zeros,
plain decimal fractions. `no`, `on`, `017`, `12:30:00` stay text, and so does every player's name, whatever it looks like.
Anchors, tags, doubled keys, NUL, bombs of depth or size are refused with their place.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from yaml._yaml import CParser  # libyaml: every wheel of PyYAML has it
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from companion.safefile import read_bytes

Plain = Any
Place = tuple[int, int]
LARGEST = 2_000_000  # bytes of a record file; a long evening takes 50,000
DEEPEST = 32
DIGITS = 15

_BAD_SIGN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_INT = re.compile(r"-?(?:0|[1-9][0-9]*)\Z")
_FLOAT = re.compile(r"-?(?:0|[1-9][0-9]*)\.[0-9]+\Z")
_WORDS: dict[str, Plain] = {"true": True, "false": False, "null": None, "~": None, "": None}


class Unreadable(Exception):
    """A file or text that is no record at all. `line` and `column` count from 1; 0 where the file has no places. `name`: of the file."""

    def __init__(self, message: str, line: int = 0, column: int = 0, name: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.name = name
        self.line = line
        self.column = column


@dataclass(frozen=True, slots=True)
class Document:
    """One record out of a file. `where(at)`: (line, column) of a path into it, of the nearest node above where that is missing."""

    data: Plain
    where: Callable[[str], Place]
    kind: str  # yaml · json · jsonl · shorthand · journal
    notices: tuple[str, ...] = ()


def read(path: Path) -> list[Document]:
    """All records of a file (only JSON Lines hold several). Raises OSError, or Unreadable."""
    return of_bytes(read_bytes(path, LARGEST * 8), path.suffix.lower())


def text_in(path: Path, most: int = LARGEST) -> str:
    """A text file as people save one. Raises OSError, or Unreadable with its name."""
    raw = read_bytes(path, most)
    try:
        if len(raw) > most:
            raise Unreadable(f"文件超过 {most:,} 字节，太大。")
        return text_of(raw)
    except Unreadable as bad:
        bad.name = bad.name or path.name
        raise


def of_bytes(raw: bytes, suffix: str = "") -> list[Document]:
    """All records in a file's bytes. A journal is read as bytes: power may have failed in the middle of a sign."""
    from companion import journal

    if len(raw) <= LARGEST * 8 and journal.is_journal(raw[:300].decode("utf-8", "replace")):
        return [journal.document(raw)]
    return parse(text_of(raw), suffix)


def text_of(raw: bytes) -> str:
    """Bytes of a file as text: UTF-8 with or without a mark, or UTF-16 with one."""
    if len(raw) > LARGEST * 8:
        raise Unreadable(f"文件超过 {LARGEST * 8:,} 字节，太大，不会是一份记录。")
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        try:
            return raw.decode("utf-16")
        except UnicodeDecodeError:
            raise Unreadable("文件开头说是 UTF-16，后面却不是。请另存为 UTF-8。", 1, 1) from None
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as bad:
        before = raw[: bad.start].decode("utf-8", "replace")
        raise Unreadable("文件不是 UTF-8 编码。请用编辑器另存为 UTF-8。", *place_in(before)) from None


def place_in(before: str) -> Place:
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


def parse(text: str, suffix: str = "") -> list[Document]:
    """All records in a text. `suffix` (".json", ".yaml" …) only decides how a broken one is explained."""
    from companion import journal

    if journal.is_journal(text[:300]):
        return [journal.document(text)]
    bad = _BAD_SIGN.search(text)
    if bad:
        raise Unreadable(f"文件里有不可见的控制字符 U+{ord(bad[0]):04X}，请删去。", *place_in(text[: bad.start()]))
    start = text.lstrip()
    if start.startswith("{"):
        from companion.recordjson import as_json

        found = as_json(text, suffix)
        if found is not None:
            return found
    if len(text) > LARGEST:
        raise Unreadable(f"文件有 {len(text):,} 字，太大，不会是一份记录。")
    head, line = _split_shorthand(text)
    if line:
        from companion.shorthandfile import read_lines

        document = parse_yaml(head)
        return [read_lines(document, text, line)]
    return [parse_yaml(text)]


def _split_shorthand(text: str) -> tuple[str, int]:
    """(YAML head, number of the first line after a `---` alone on its line below the head); (text, 0) where there is none."""
    at = 0
    seen = False
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        if line.rstrip() == "---" and seen:
            return text[:at], number + 1
        seen = seen or bool(line.strip() and not line.lstrip().startswith("#"))
        at += len(line)
    return text, 0


# --- YAML


class _Composer(CParser):
    """libyaml's composer without YAML 1.1's guesses: a node keeps the tag that was written, and nothing else."""

    def resolve(self, kind: Plain, value: Plain, implicit: Plain) -> str:
        return ""

    def descend_resolver(self, parent: Plain, index: Plain) -> None: ...

    def ascend_resolver(self) -> None: ...


_PROBLEMS = (
    ("exceeded max", "嵌套太深。"),
    ("could not find expected ':'", "键后面缺了冒号和空格（中文冒号“：”不算）。"),
    ("mapping values are not allowed", "这里不该有“: ”。多半是缩进不对，或一行里写了两个键。"),
    ("found character that cannot start", "有一个不能放在开头的字符（制表符不能用来缩进；@ 和 ` 开头的字要加引号）。"),
    ("did not find expected ',' or", "花括号或方括号里缺了逗号或右括号（中文逗号“，”不算）。"),
    ("did not find expected '-' indicator", "列表的缩进不齐，或少了开头的“- ”。"),
    ("did not find expected key", "缩进不齐，或多了一个括号、引号。"),
    ("did not find expected node content", "多了一个逗号，或括号里缺了内容。"),
    ("did not find the expected comment or line break", "这一行后面多了字。"),
    ("unexpected end of stream", "引号没有关上。"),
    ("unexpected document indicator", "引号没有关上。"),
    ("undefined alias", "不支持引用（*名）。请把内容写全。"),
    ("found duplicate anchor", "不支持锚点（&名）。请把内容写全。"),
    ("escape character", "双引号里的反斜杠写法不认识。"),
    ("expected a single document", "一个文件只能有一份记录：多了一个“---”。"),
    ("undefined tag handle", "不支持标签（!名）。请删去。"),
)


def _explained(problem: str) -> str:
    for sign, words in _PROBLEMS:
        if sign in problem:
            return "YAML 写法有误：" + words
    return "YAML 写法有误：多半是缩进、括号或引号不对。"


def parse_yaml(text: str) -> Document:
    """One YAML record. Raises Unreadable with line and column."""
    if "&" in text or "*" in text:
        _refuse_anchors(text)
    if _may_be_deep(text):
        _refuse_depth(text)
    try:
        node = _Composer(text).get_single_node()
    except yaml.MarkedYAMLError as bad:
        mark = bad.problem_mark or bad.context_mark
        place = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise Unreadable(_explained(f"{bad.context or ''} {bad.problem or ''}"), *place) from None
    except yaml.YAMLError as bad:
        raise Unreadable(_explained(str(bad)), 1, 1) from None
    if node is None:
        raise Unreadable("文件是空的。", 1, 1)
    return Document(_value(node, 0), lambda at: _find(node, at), "yaml")


def _refuse_anchors(text: str) -> None:
    try:
        for event in yaml.parse(text, Loader=yaml.CLoader):
            if getattr(event, "anchor", None) is not None:
                raise Unreadable("不支持锚点和引用（&名、*名）。请把内容写全；字面上的 & 和 * 请加引号。", *_mark(event))
    except yaml.YAMLError:
        return  # told by the composer, with its place


_NESTED = re.compile(r"(?:[-?:] +){64}")
_BRACKETS = re.compile(r"[\[\]{}]")


def _may_be_deep(text: str) -> bool:
    """Is there nesting that a libyaml without a limit of its own might not survive? Brackets in quotes may mislead either way:
    yes costs a little time, and no is never said of more than two thousand."""
    many = text.count("[") + text.count("{")
    if many > 2000:
        return True
    depth = 0
    for sign in _BRACKETS.finditer(text) if many > 64 else ():
        depth += 1 if sign[0] in "[{" else -1
        if depth > 64:
            return True
    return _NESTED.search(text) is not None


def _refuse_depth(text: str) -> None:
    depth = 0
    try:
        for event in yaml.parse(text, Loader=yaml.CLoader):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > DEEPEST:
                raise Unreadable(f"嵌套超过 {DEEPEST} 层。", *_mark(event))
    except yaml.YAMLError:
        return  # told by the composer, with its place


def _mark(node: Plain) -> Place:
    return node.start_mark.line + 1, node.start_mark.column + 1


def _scalar(node: ScalarNode) -> Plain:
    text: str = node.value
    if node.style:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in "-0123456789":
        if _INT.match(text):
            if len(text) > DIGITS:
                raise Unreadable(f"数字有 {len(text)} 位，太长；若是名字请加引号。", *_mark(node))
            return int(text)
        if len(text) <= 2 * DIGITS and _FLOAT.match(text):
            return float(text)
    return text


def _key(node: Node) -> Plain:
    if not isinstance(node, ScalarNode):
        raise Unreadable("映射的键必须是一个词或数字，不能是列表或映射。", *_mark(node))
    text = node.value
    if not node.style and _INT.match(text) and len(text) <= DIGITS:
        return int(text)
    return text


def _value(node: Node, depth: int) -> Plain:
    """Plain data of a node; `players`' list keeps every name as it is written."""
    if node.tag and node.tag != "tag:yaml.org,2002:str":
        raise Unreadable("不支持标签（!名）。请删去。", *_mark(node))
    if isinstance(node, ScalarNode):
        return node.value if node.tag else _scalar(node)
    if depth >= DEEPEST:
        raise Unreadable(f"嵌套超过 {DEEPEST} 层。", *_mark(node))
    if isinstance(node, SequenceNode):
        return [_value(item, depth + 1) for item in node.value]
    out: dict[Plain, Plain] = {}
    seen: set[str] = set()
    for key_node, value_node in node.value:
        key = _key(key_node)
        if str(key) in seen:
            raise Unreadable(f"键“{str(key)[:40]}”写了两次。", *_mark(key_node))
        seen.add(str(key))
        if depth == 0 and key == "players" and isinstance(value_node, SequenceNode):
            out[key] = [_name(item) for item in value_node.value]
        else:
            out[key] = _value(value_node, depth + 1)
    return out


def _name(node: Node) -> Plain:
    if isinstance(node, ScalarNode) and not node.style and node.value not in ("", "~", "null"):
        return node.value
    return _value(node, 2)


def _find(node: Node, at: str) -> Place:
    """Place of a path: of the key in a mapping, of the item in a list."""
    place = _mark(node)
    for part in at.split("/") if at else ():
        if isinstance(node, SequenceNode) and part.isdecimal() and int(part) < len(node.value):
            node = node.value[int(part)]
            place = _mark(node)
        elif isinstance(node, MappingNode):
            pair = next((p for p in node.value if p[0].value == part), None)
            if pair is None:
                break
            node = pair[1]
            place = _mark(pair[0])
        else:
            break
    return place
