"""One line an entry, in the rule book's words, at the pace of the table. The same for every game.

    # 黑夜1                      a phase begins
    验妖 2>3 ① =深渊             skill, by>to, choice, =announced
    业火 4>1,5 d3 =有            several targets; d: the die (d3,5: several)
    投票 1>3,3 2>3               ballots: seat>seats (投票 is the game's vote)
    骨筹 抽:3,5,大于2             what was drawn
    黎明 3:缄默 5:戏言            a choice by seats
    化形 撤                      taken back
    封妖 2>4 注:犹豫了很久         a note
    // words after two strokes are passed over

Whatever fits none of these is written 键:值 (由 向 选 骰 抽 票 说 撤 设 注) with the value as in YAML's flow style.
`parse` and `show` are each other's inverse on entries.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from companion import recordfile
from companion.recordfile import Unreadable
from companion.recordtext import flow
from companion.terminal import short
from engine.games import Game, game_named
from engine.record import normal

Plain = Any
_KEYS = ("by", "to", "pick", "die", "drawn", "votes", "said", "struck", "set", "note")
CHINESE = dict(zip(_KEYS, "由向选骰抽票说撤设注", strict=True))
WORDS = dict(zip(_KEYS, ("发动者", "目标", "选择", "骰点", "抽到的", "票", "宣布的", "撤", "裁定", "备注"), strict=True))
KEYS = {word: key for key, word in CHINESE.items()} | {key: key for key in _KEYS}
BALLOTS, NO_BALLOTS = "票", "无票"
HAND_RULED = "裁定"

_SEATS = re.compile(r"(\d{1,6})?(?:[>＞→](.*))?\Z", re.DOTALL)
_BALLOT = re.compile(r"(\d{1,6})[>＞→](.*)\Z", re.DOTALL)
_BY_SEAT = re.compile(r"(\d{1,6})[:：](.*)\Z", re.DOTALL)
_ARROW_LEFT = re.compile(r"\d{0,6}[>＞→]\Z")  # `4>` or `>` alone: what it points at comes next
_ARROW = ">＞→"
_TOO_LONG = re.compile(r"\d{7,}[>＞→:：]")
_KEYED = re.compile(r"(\w+)[:：](.*)\Z", re.DOTALL)
_DIE = re.compile(r"[dD]([\d,，、\[\]]+)\Z")
_BARE = re.compile(r"[\w①-⑳☯][\w①-⑳☯.（）/·+-]*\Z")
_OPEN, _CLOSE = "[{(", "]})"


class Odd(Exception):
    """A line that cannot be read; the message says why. `column` counts from 1."""

    def __init__(self, message: str, column: int = 1) -> None:
        super().__init__(message)
        self.column = column


# --- words of a game


@lru_cache(maxsize=8)
def skills_of(ident: str) -> tuple[str, ...]:
    """All skills and procedures of a game, in the order of its schedule."""
    game = game_named(ident)
    return tuple(dict.fromkeys(s for step in game.schedule for s in step.skills)) if game else ()


@lru_cache(maxsize=8)
def vote_of(ident: str) -> str | None:
    """The skill of which a line is ballots, where the game declares one."""
    vote: str | None = getattr(game_named(ident), "vote", None)
    return vote


def skill_named(typed: str, ident: str) -> str:
    """The skill that was meant: by its whole name, as the vote, or by a part that only one has; else what was typed."""
    skills = skills_of(ident)
    if typed in skills or typed == HAND_RULED:
        return typed
    vote = vote_of(ident)
    if typed == "投票" and vote:
        return vote
    for fits in (str.startswith, str.endswith, str.__contains__):
        found = [s for s in skills if fits(s, typed)]
        if len(found) == 1:
            return found[0]
    return typed


# --- reading


def tokens(line: str) -> Iterator[tuple[str, int]]:
    """Words of a line with their columns; brackets and quotes hold together what has spaces in it."""
    at, end = 0, len(line)
    while at < end:
        if line[at].isspace():
            at += 1
            continue
        if line.startswith("//", at):
            return
        start = at
        at = _end_of_word(line, at)
        yield line[start:at], start + 1


def _end_of_word(line: str, at: int) -> int:
    depth, quote, end = 0, "", len(line)
    start = at
    while at < end:
        sign = line[at]
        if quote:
            at += sign == "\\" and quote == '"'
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        elif sign in _OPEN:
            depth += 1
        elif sign in _CLOSE:
            depth -= 1
        elif sign.isspace() and depth <= 0:
            break
        at += 1
    if quote or depth > 0:
        raise Odd("引号或括号没有关上。", start + 1)
    return at


def value(text: str, column: int = 1) -> Plain:
    """A value as in YAML's flow style; `3,5` is a list."""
    if '"' not in text and "'" not in text:
        text = text.translate(_NARROW)
    try:
        if "," in text and text[0] not in "[{\"'":
            text = f"[{text}]"
        return recordfile.parse_yaml("- " + text).data[0]
    except (Unreadable, TypeError, IndexError):
        raise Odd(f"“{short(text)}”这个值写法不对。", column) from None


_NARROW = str.maketrans({"，": ",", "、": ","})


def parse(line: str, ident: str = "") -> dict[str, Plain]:
    """The entry of a line. Raises Odd."""
    words = list(tokens(line))
    if not words:
        raise Odd("这一行是空的。")
    name, column = words[0]
    skill = value(name, column) if name[0] in "\"'" else skill_named(name, ident)
    entry: dict[str, Plain] = {"skill": skill}
    voting = vote_of(ident) == skill
    first = True
    for word, column in _pointed(words[1:], voting):
        if word == BALLOTS:
            voting = True
            entry.setdefault("votes", {})
        elif word == NO_BALLOTS:
            voting = False
        else:
            _take(entry, word, column, first, voting, ident)
            first = False
    if voting:
        entry.setdefault("votes", {})
    return entry


_MORE = ("die", "drawn", "said", "note")


def completion(line: str, ident: str = "") -> dict[str, Plain]:
    """What a line without a skill adds to the entry before it: `d3`, `抽:3,5`, `=有`, `注:…`; {} for any other line."""
    words = list(tokens(line))
    known = all(word[0] in "=＝" or _DIE.match(word) or ((k := _KEYED.match(word)) and KEYS.get(k[1]) in _MORE) for word, _ in words)
    if not words or not known or words[0][0] in skills_of(ident):
        return {}
    entry: dict[str, Plain] = {"skill": ""}
    for word, column in words:
        _take(entry, word, column, False, False, ident)
    del entry["skill"]
    return entry


def _pointed(words: list[tuple[str, int]], voting: bool) -> list[tuple[str, int]]:
    """Spaces around an arrow mean nothing: `4 > 2` is `4>2`; so is `4 >2` at the beginning and in ballots."""
    out: list[tuple[str, int]] = []
    for word, column in words:
        before = out[-1][0] if out else ""
        joins = word[0] in _ARROW and before.isdecimal() and (voting or len(out) == 1)
        if joins or _ARROW_LEFT.match(before):
            out[-1] = (before + word, out[-1][1])
        else:
            out.append((word, column))
    return out


def _take(entry: dict[str, Plain], word: str, column: int, first: bool, voting: bool, ident: str) -> None:
    """One word after the skill's name into the entry."""
    if _TOO_LONG.match(word):
        raise Odd(f"“{short(word)}”里的座位号太大。", column)
    if word == "撤":
        _put(entry, "struck", True, column)
    elif word[0] in "=＝":
        _put(entry, "said", value(word[1:], column), column)
    elif word[0] in "\"'":
        _put(entry, "pick", value(word, column), column)
    elif word[0] == "{" and entry["skill"] == HAND_RULED:
        _put(entry, "set", made_of(value(word, column), ident), column)
    elif (die := _DIE.match(word)) is not None:
        _put(entry, "die", value(die[1], column), column)
    elif voting and (ballot := _BALLOT.match(word)) is not None:
        _ballot(entry, int(ballot[1]), value(ballot[2], column), column)
    elif first and (seats := _SEATS.match(word)) is not None:
        if seats[1]:
            _put(entry, "by", int(seats[1]), column)
        if seats[2] is not None:
            _put(entry, "to", value(seats[2], column), column)
    elif word[0] in _ARROW:
        _put(entry, "to", value(word[1:], column), column)
    else:
        _take_choice(entry, word, column)


def _take_choice(entry: dict[str, Plain], word: str, column: int) -> None:
    by_seat = _BY_SEAT.match(word)
    keyed = _KEYED.match(word)
    if by_seat is not None:
        seat = int(by_seat[1])
        choices = entry.setdefault("pick", {})
        if not isinstance(choices, dict) or seat in choices:
            raise Odd(f"{seat} 号的选择写了两次，或前面已有别的选择。", column)
        choices[seat] = value(by_seat[2], column)
    elif keyed is not None:
        _put(entry, KEYS.get(keyed[1], keyed[1]), value(keyed[2], column), column)
    else:
        _put(entry, "pick", value(word, column), column)


def _put(entry: dict[str, Plain], key: str, what: Plain, column: int) -> None:
    if key in entry:
        raise Odd(f"{WORDS.get(key, key)}写了两次：第二次是{_quoted(what)}。", column)
    entry[key] = what


def _quoted(what: Plain) -> str:
    return f"“{short(what if isinstance(what, str) else flow(what), 30)}”"


def made_of(made: Plain, ident: str) -> Plain:
    """What a 裁定 sets, with the fields under the record's names where they were typed as people call them (顶层 for top)."""
    from generator.book import book

    game = game_named(ident)
    if not isinstance(made, dict) or game is None:
        return made
    known = {label: name for name, label in book(game.id).labels().items()}
    return {seat: {known.get(k, k): v for k, v in what.items()} if isinstance(what, dict) else what for seat, what in made.items()}


def _ballot(entry: dict[str, Plain], seat: int, what: Plain, column: int) -> None:
    votes = entry.setdefault("votes", {})
    if seat in votes:
        raise Odd(f"{seat} 号的票写了两次。", column)
    votes[seat] = what


# --- writing


def show(entry: Mapping[str, Plain], ident: str = "") -> str:
    """The line of an entry: in its shortest form where that reads back the same, else with every key named."""
    whole: dict[str, Plain] = normal(dict(entry))
    line = _short(whole, ident)
    try:
        if parse(line, ident) == whole:
            return line
    except Odd:
        pass
    return _long(whole, ident)


def _name(skill: str, ident: str) -> str:
    bare = _BARE.match(skill) and skill_named(skill, ident) == skill
    return skill if bare else json.dumps(skill, ensure_ascii=False)


def _short(entry: Mapping[str, Plain], ident: str) -> str:
    skill = str(entry["skill"])
    left = {k: v for k, v in entry.items() if k != "skill"}
    unvoted = [NO_BALLOTS] if vote_of(ident) == skill and not isinstance(left.get("votes"), dict) else []
    seats = list(_seats_shown(left))
    return " ".join([_name(skill, ident), *unvoted, *seats, *_votes_shown(left, vote_of(ident) == skill), *_rest_shown(left, skill)])


def _long(entry: Mapping[str, Plain], ident: str) -> str:
    skill = str(entry["skill"])
    keyed = [f"{CHINESE.get(key, key)}:{held(what)}" for key, what in entry.items() if key != "skill"]
    unvoted = [NO_BALLOTS] if vote_of(ident) == skill and "votes" not in entry else []
    return " ".join([_name(skill, ident), *keyed, *unvoted])


def _is_seat(what: Plain) -> bool:
    return type(what) is int and what >= 0


def held(what: Plain) -> str:
    """A value in flow style that no space breaks apart."""
    text = flow(what)
    return json.dumps(what, ensure_ascii=False) if isinstance(what, str) and " " in text and text[0] != '"' else text


def listed(what: Plain) -> str:
    """A value, a list of words or seats with commas only."""
    if isinstance(what, list) and len(what) > 1:
        return ",".join(held(v) for v in what)
    return held(what)


def _seats_shown(left: dict[str, Plain]) -> Iterator[str]:
    by = str(left.pop("by")) if _is_seat(left.get("by")) else ""
    to = ">" + listed(left.pop("to")) if left.get("to") is not None else ""
    if by or to:
        yield by + to


def _votes_shown(left: dict[str, Plain], is_vote: bool) -> Iterator[str]:
    votes = left.get("votes")
    if isinstance(votes, dict):
        if not is_vote:
            yield BALLOTS
        yield from (f"{seat}>{listed(seats)}" for seat, seats in votes.items())
        del left["votes"]


def _rest_shown(left: dict[str, Plain], skill: str) -> Iterator[str]:
    for key, what in left.items():
        if key == "pick" and isinstance(what, dict) and what:
            yield from (f"{seat}:{listed(choice)}" for seat, choice in what.items())
        elif key == "pick" and isinstance(what, str | list):
            yield listed(what)
        elif key == "die":
            yield "d" + listed(what)
        elif key == "said":
            yield "=" + listed(what)
        elif key == "struck" and what is True:
            yield "撤"
        elif key == "set" and skill == HAND_RULED:
            yield flow(what)
        else:
            yield f"{CHINESE.get(key, key)}:{listed(what)}"


# --- what a line begins with


def phase_named(line: str) -> str | None:
    """The phase that a line begins; None where it is an entry."""
    return line.lstrip()[1:].strip() or None if line.lstrip().startswith(("#", "＃")) else None


def known(game: Game) -> Iterable[str]:
    """What may stand first on a line, for help."""
    return (*skills_of(game.id), HAND_RULED)
