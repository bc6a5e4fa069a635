"""The condition language: text in the rule book's words -> a syntax tree, with errors that point at the character.

    3号 是 圣贤                 小红 持有 妖首              难度(2号) <= 3
    相邻(狼, 预言家) 或 非 有人 是 双妖众                   数(此席 是 星空 且 信息(此席) > 2) = 1

Words of the game come from its model, names of players from the wish, named conditions from TOML files.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

from engine.model import Model

Plain = Any
KEYWORDS = ("或", "且", "非", "是", "持有", "在", "张", "号", "相邻", "同一人", "数", "和", "距离", "座号", "此席", "有人", "无人", "人人")
_WIDE = str.maketrans("（），＜＞＝＋－！０１２３４５６７８９“”", '(),<>=+-!0123456789""')
_DEEPEST = 40
FIGURES = ("难度", "信息", "轮次", "扰控", "生命", "理智")  # of some game's cards


class BadCondition(Exception):
    """A condition that cannot be read. `at`: index of the character in `text`; `near`: what was probably meant."""

    def __init__(self, text: str, at: int, message: str, near: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.text, self.at, self.message, self.near = text, at, message, tuple(near)

    def lines(self) -> list[str]:
        """The condition, a caret under the character, and what is wrong."""
        pad = "".join("　" if ord(sign) > 0x2E7F else " " for sign in self.text[: self.at])
        hint = f"是不是“{'”“'.join(self.near)}”？" if self.near else ""
        return [f"  {self.text}", f"  {pad}^", f"  第 {self.at + 1} 个字：{self.message}{hint}"]


@dataclass(frozen=True, slots=True)
class Named:
    """A named condition: its text, and what it means in plain words."""

    name: str
    when: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition as typed, and its tree (names replaced by what they stand for)."""

    text: str
    tree: Tree[Token] = field(compare=False)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a table, kind -> words."""

    words: Mapping[str, tuple[str, ...]]
    named: Mapping[str, Named]

    def all(self) -> list[str]:
        return [*KEYWORDS, *(word for group in self.words.values() for word in group)]


def vocabulary(model: Model, players: Sequence[str] = (), named: Iterable[Named] = ()) -> Vocabulary:
    """The words that conditions on this model may use. A player's name that is a word of the game is only understood in quotes."""
    own = {
        "CARD": tuple(sorted({*model.cards, *model.known})),
        "WORD": tuple(w.name for w in model.words),
        "FIGURE": tuple(model.figures),
        "PLACE": tuple(p.name for p in model.places if not p.seat),
        "DRAW": tuple(d.name for d in model.draws),
        "LAYER": model.layers.names if model.layers else (),
    }
    taken = {word for group in own.values() for word in group} | set(KEYWORDS)
    shown = tuple(p for p in players if p not in taken and '"' not in p)
    table = {n.name: n for n in named}
    quoted = tuple(f'"{p}"' for p in players)
    return Vocabulary({**own, "PLAYER": (*shown, *quoted), "NAMED": tuple(table)}, table)


_TITLES = {
    "CARD": "牌名", "WORD": "阵营或类别", "FIGURE": "数值名", "PLACE": "牌堆", "DRAW": "抽定的项目", "LAYER": "上下层",
    "PLAYER": "玩家", "NAMED": "已命名的条件", "SEAT": "座位（如 3号）", "SELF": "此席", "EVERY": "有人/无人/人人", "NUMBER": "数字",
    "COMPARE": "比较号", "LPAR": "（", "RPAR": "）", "COMMA": "，", "PLUS": "+", "MINUS": "-", "$END": "结束", "_OR": "或",
    "_AND": "且", "_NOT": "非", "_IS": "是", "_HAS": "持有", "_PIECES": "张", "_IN": "在", "_ADJACENT": "相邻",
    "_TOGETHER": "同一人", "_COUNT": "数", "_TOTAL": "和", "_DISTANCE": "距离", "_SEATNO": "座号",
}  # fmt: skip


@cache
def _grammar() -> str:
    return files("generator").joinpath("conditions.lark").read_text("utf-8")


@cache
def _parser(words: tuple[tuple[str, tuple[str, ...]], ...]) -> Lark:
    """The parser for one set of words: the longest word that stands there is meant, and words go before keywords."""
    lines = [_grammar()]
    every = [word for _, group in words for word in group]
    for kind, group in words:
        either = "|".join(_pattern(word, every) for word in sorted(group, key=len, reverse=True)) or r"\x00"
        lines.append(f"{kind}.2: /{either}/")
    return Lark("\n".join(lines), parser="lalr", lexer="contextual", propagate_positions=True, maybe_placeholders=False)


def _pattern(word: str, every: Sequence[str]) -> str:
    """This word, and not the beginning of a longer one."""
    tails = "|".join(_escaped(other[len(word) :]) for other in every if other != word and other.startswith(word))
    return _escaped(word) + (f"(?!{tails})" if tails else "")


def _escaped(text: str) -> str:
    return re.escape(text).replace("/", r"\/")


def parse(text: str, words: Vocabulary, _inside: tuple[str, ...] = ()) -> Condition:
    """A condition. Raises BadCondition."""
    plain = text.translate(_WIDE)
    if not plain.strip():
        raise BadCondition(text, 0, "条件是空的。")
    try:
        tree = _parser(tuple(words.words.items())).parse(plain)
    except UnexpectedInput as bad:
        raise _explained(text, plain, bad, words) from None
    if sum(1 for _ in tree.iter_subtrees()) > 400:
        raise BadCondition(text, 0, "这个条件太长。")
    return Condition(text, _spelled(tree, text, words, _inside))


def _spelled(tree: Any, text: str, words: Vocabulary, inside: tuple[str, ...]) -> Tree[Token]:
    """The same with named conditions put in. Raises BadCondition where names go round in a circle."""
    if not isinstance(tree, Tree):
        return tree  # type: ignore[no-any-return]
    if tree.data == "named":
        token = tree.children[0]
        assert isinstance(token, Token)
        name = str(token)
        if name in inside or len(inside) > _DEEPEST:
            raise BadCondition(text, token.start_pos or 0, f"“{name}”绕了一圈又用到自己。")
        try:
            return parse(words.named[name].when, words, (*inside, name)).tree
        except BadCondition as bad:
            if inside:
                raise
            raise BadCondition(bad.text, bad.at, f"（已命名的条件“{name}”里）{bad.message}", bad.near) from None
    return Tree(tree.data, [_spelled(c, text, words, inside) for c in tree.children], tree.meta)


def _explained(text: str, plain: str, bad: UnexpectedInput, words: Vocabulary) -> BadCondition:
    """What is wrong, where, and what may have been meant."""
    if isinstance(bad, UnexpectedEOF) or (isinstance(bad, UnexpectedToken) and bad.token.type == "$END"):
        expected = bad.accepts if isinstance(bad, UnexpectedToken) and bad.accepts else getattr(bad, "expected", ())
        return BadCondition(text, len(text.rstrip()), f"到这里还没说完，后面应是{_options(expected)}。")
    if isinstance(bad, UnexpectedToken):
        at = bad.token.start_pos or 0
        expected = bad.accepts or bad.expected
        hint = "两条都要满足就写“且”，或分成两个 --where。" if str(bad.token) == "," and "_AND" in expected else ""
        return BadCondition(text, at, f"“{bad.token}”不该在这里，这里应是{_options(expected)}。{hint}")
    assert isinstance(bad, UnexpectedCharacters)
    at = bad.pos_in_stream or 0
    known = [w for w in words.all() if plain.startswith(w, at)]
    if known:
        word = max(known, key=len)
        return BadCondition(text, at, f"“{word}”不该在这里，这里应是{_options(bad.allowed or ())}。")
    run = re.match(r"[^\s(),<>=+\-!≤≥≠]+", plain[at:])
    word = run[0] if run else plain[at]
    if word in FIGURES:
        figures = "、".join(words.words["FIGURE"])
        return BadCondition(text, at, f"这个游戏的牌没有“{word}”" + (f"，有的是：{figures}。" if figures else "，也没有别的数值。"))
    before = re.search(r"[^\s()（）,，<>=+\-!]*$", plain[:at])
    return BadCondition(text, at, f"不认识“{word}”。", _near(word, words) or _near((before[0] if before else "") + word, words))


def _near(word: str, words: Vocabulary) -> list[str]:
    """Words like this one, or like its beginning (where no space stood between two words)."""
    pool = list(dict.fromkeys(w for w in words.all() if len(w) > 1))
    for end in range(len(word), 1, -1):
        found = get_close_matches(word[:end], pool, 3, 0.5)
        if found:
            return found
    return []


def _options(kinds: Iterable[str]) -> str:
    seen = dict.fromkeys(_TITLES.get(kind, "") for kind in sorted(kinds))
    return "、".join(k for k in seen if k) or "别的写法"


# --- named conditions


def shipped(game: str) -> list[Named]:
    """The named conditions that come with a game (by id)."""
    path = files("templates").joinpath(game, "conditions.toml")
    return named_of(tomllib.loads(path.read_text("utf-8"))) if path.is_file() else []


def named_from(path: Path) -> list[Named]:
    """Named conditions of a host's own file. Raises OSError, ValueError (not TOML, not UTF-8, not of this shape)."""
    return named_of(tomllib.loads(path.read_text(encoding="utf-8-sig")))


def named_of(data: Mapping[str, Plain]) -> list[Named]:
    """`名字 = "条件"`, or a table with `when` and `text`. Raises ValueError."""
    found = []
    for name, value in data.items():
        if isinstance(value, str):
            found.append(Named(name, value))
        elif isinstance(value, Mapping) and isinstance(value.get("when"), str):
            found.append(Named(name, value["when"], str(value.get("text", ""))))
        else:
            raise ValueError(f'“{name}”要写成 {name} = "条件"，或一个带 when 的表。')
        if re.search(r"[\s()（）,，<>=+\-]", name):
            raise ValueError(f"“{name}”作名字不行：名字里不能有空白、括号、逗号和运算符。")
    return found
