"""A pasted forum thread -> ballots in the order posted. What cannot be read is listed, never guessed.

One post a block; blocks are parted by blank lines or rules of signs. A block begins with a line that names the poster, by seat
(`3号`) or name, and a time; a block without such a line goes on with the post before it.

A ballot is a clause of its own: `投 3` `投３号` `投小明` `改投 5号` `我投@小明`; `弃票` `撤票` withdraw. Quoted and struck-out words do not
count. A ballot in a post that was edited counts from the time of the edit. Talk about voting (如果投3…, 不投3, 投谁？) is listed as unread.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

from engine.games import game_named

Plain = Any

_RULE = re.compile(r"\s*[-=_*—─＝]{3,}\s*\Z")
_DAY = r"(?:(?P<year>\d{4})[-/.年])?(?P<month>\d{1,2})[-/.月](?P<day>\d{1,2})日?"
_ZONE = r"(?P<zone>Z|(?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?)?(?![\d:])"
_TIME = re.compile(
    rf"(?:{_DAY}[T\s,，]*)?(?P<half>上午|下午|晚上|凌晨|中午)?\s*(?P<h>\d{{1,2}}):(?P<m>\d{{2}})(?::(?P<s>\d{{2}}))?\s*{_ZONE}"
)
_EDITED = re.compile(
    r"[\[(（【]?\s*(?:本帖)?(?:最后由.{0,40}?(?:于|在)|最后编辑|编辑于|最后修改|修改于)[:：\s]*(?P<when>[^\])）】]*?)\s*(?:编辑|修改)?\s*[\])）】]?\s*\Z"
)
_QUOTES = re.compile(r"\[quote[^\]]*\].*?\[/quote\]|<blockquote.*?</blockquote>|「引用」.*?「/引用」", re.S | re.I)
_STRUCK = re.compile(r"\[(s|del|strike)\].*?\[/\1\]|<(s|del|strike)>.*?</\2>|~~.*?~~", re.S | re.I)
_TAGS = re.compile(r"\[/?[A-Za-z]+(?:=[^\]]*)?\]|</?[A-Za-z]+[^>]*>|\*\*|__")
_SENTENCE = re.compile(r"[^。！!？?\n]+[。！!？?]*")
_DELIM = r"\s，,。.!！；;、：:~～…)）】\]》」”\""
_START = re.compile(r"(?:\A|(?<=[，,；;、：:\s（(【「“—…~～]))")
_PREFIX = r"(?:我|本人|今天|今日|最终|最后|正式|决定|那|所以|于是|现在|就|还是|先|暂时|更改|改票|改|重新)*"
_NONE = re.compile(rf"{_PREFIX}(?:弃票|弃权|撤票|撤回(?:投?票)?|取消投票|投?空票)(?=[{_DELIM}]|\Z)")
_TALK = re.compile(r"投|票|弃权|撤回")
_DOUBT = re.compile(
    r"如果|要是|假如|假设|倘若|除非|万一|否则|不然|若是|昨天|昨日|前天|上一?轮|建议|考虑|打算|准备|也许|可能|大概|不要|别|不想|吗|么|呢"
)
_ONES = "零一二三四五六七八九"


@dataclass(frozen=True, slots=True)
class Unread:
    """What a host has to look at. `line` counts from 1; `why` a code; `counted`: a ballot was written all the same (a notice)."""

    line: int
    who: str
    text: str
    why: str
    counted: bool = False


@dataclass(slots=True)
class Post:
    line: int
    who: str
    seat: int | None
    time: datetime | None
    dated: bool
    body: list[tuple[int, str]] = field(default_factory=list)
    odd: str = ""
    edited: bool = False


@dataclass(frozen=True, slots=True)
class Ballot:
    seat: int
    to: int | None
    line: int
    text: str


class UnknownZone(ValueError):
    """A zone that is neither an offset (+8, UTC+08:00) nor a name of the time zone data base."""


def zone_of(text: str) -> tzinfo:
    found = re.fullmatch(r"\s*(?:UTC|GMT)?\s*([+-]?)(\d{1,2})(?::?(\d{2}))?\s*", text, re.I)
    if found:
        minutes = int(found[2]) * 60 + int(found[3] or 0)
        if minutes <= 14 * 60:
            return timezone(timedelta(minutes=-minutes if found[1] == "-" else minutes))
    if text.strip().upper() in ("Z", "UTC", "GMT"):
        return UTC
    if text in ("北京时间", "中国标准时间"):
        return timezone(timedelta(hours=8))
    try:
        return ZoneInfo(text.strip())
    except (KeyError, ValueError, OSError) as wrong:
        raise UnknownZone(text) from wrong


def tally(
    text: str, record: Mapping[str, Plain], zone: str = "UTC+8", until: str | None = None
) -> tuple[list[dict[str, Plain]], list[Unread]]:
    """(one 投票 entry a ballot in posting order, what was not read). `until`: closing, HH:MM or a date and time; later posts are listed.

    Raises UnknownZone; ValueError for an `until` that is no time.
    """
    game = game_named(record.get("game"))
    skill = str(getattr(game, "vote", "投票"))
    players = players_of(record)
    home = zone_of(zone)
    posts = list(_posts(text, players, home))
    unread: list[Unread] = []
    read: list[tuple[Post, list[Ballot]]] = []
    for post in posts:
        ballots, odd = _read(post, players, home)
        unread += odd
        read += _kept(post, ballots, unread)
    closing = _closing(until, home)
    if closing is not None:
        read = [pair for pair in read if _in_time(pair, closing, unread)]
    entries = [_entry(skill, ballot) for _, ballots in _ordered(read, unread) for ballot in ballots]
    return entries, sorted(unread, key=lambda u: u.line)


def _entry(skill: str, ballot: Ballot) -> dict[str, Plain]:
    entry: dict[str, Plain] = {"skill": skill, "by": ballot.seat}
    return entry if ballot.to is None else entry | {"to": ballot.to}


# --- players


def same(text: str) -> str:
    """A name as it is compared: width and case do not matter."""
    return unicodedata.normalize("NFKC", text).casefold().strip()


@dataclass(frozen=True, slots=True)
class Players:
    """`names`: name -> seat; None for a name that two players share, or that could be another's seat number."""

    names: Mapping[str, int | None]
    count: int


def players_of(record: Mapping[str, Plain]) -> Players:
    players = record.get("players")
    out: dict[str, int | None] = {}
    for seat, name in enumerate(players if isinstance(players, list) else (), 1):
        key = same(str(name))
        other_seat = key.isdigit() and int(key) != seat
        out[key] = None if key in out or other_seat else seat
    count = len(players) if isinstance(players, list) else int(players or 0)
    return Players({name: seat for name, seat in out.items() if name}, count)


# --- posts


def _posts(text: str, players: Players, home: tzinfo) -> Iterator[Post]:
    """The posts of a thread, each with its body lines."""
    post: Post | None = None
    fresh = True  # at the beginning of a block
    for number, line in enumerate(unicodedata.normalize("NFKC", text).splitlines(), 1):
        if not line.strip() or _RULE.match(line):
            fresh = True
            if post is not None:
                post.body.append((number, ""))
            continue
        head = _head(number, line, players, home) if fresh or post is None else None
        fresh = False
        if head is not None:
            if post is not None:
                yield post
            post = head
        elif post is None:
            post = Post(number, "", None, None, False, [(number, line)], "没有发帖人")
        else:
            post.body.append((number, line))
    if post is not None:
        yield post


def _head(number: int, line: str, players: Players, home: tzinfo) -> Post | None:
    """A line that says who posted when; what follows the time on the line is body."""
    when = _TIME.search(line)
    if when is None or _EDITED.search(line):
        return _timeless(number, line, players)
    who, rest = line[: when.start()], line[when.end() :]
    seat, odd = _author(who, players)
    if seat is None and not odd and not re.search(r"\w", who):
        seat, odd = _author(rest, players)
        who, rest = (rest, "") if seat is not None else (who, rest)
    time, dated, wrong = _moment(when, home)
    body = [(number, rest)] if rest.strip(" 　|·-:：,，)）]】") else []
    return Post(number, who.strip(), seat, time, dated, body, odd or wrong or ("" if seat is not None else "不认识的发帖人"))


def _timeless(number: int, line: str, players: Players) -> Post | None:
    """`3号:` or `小明：投 3` at the beginning of a block, without a time."""
    found = re.match(r"\s*[#【\[(]?\s*(?P<who>[^:：]{1,40}?)\s*[】\])]?\s*[:：]\s*(?P<rest>.*)\Z", line)
    if found is None:
        seat, odd = _author(line, players) if len(line.strip()) <= 30 and not _TALK.search(line) else (None, "")
        return Post(number, line.strip(), seat, None, False, [], odd) if seat is not None else None
    seat, odd = _author(found["who"], players)
    if seat is None and not odd:
        return None
    return Post(number, found["who"], seat, None, False, [(number, found["rest"])] if found["rest"] else [], odd)


def _author(text: str, players: Players) -> tuple[int | None, str]:
    """(seat, what is odd). Seat and name, where both stand there, must agree."""
    plain = re.sub(r"(?:发表于|发布于|发表|回复于|楼主|only|[#＃]?\d+\s*(?:楼|L\b|#|F\b))", " ", text, flags=re.I)
    seats = {int(s) for s in re.findall(r"(?<![\d:.-])(\d{1,2})\s*号", plain)}
    words = {same(w) for w in re.split(r"[\s()（）\[\]【】|·:：,，<>《》@]+", re.sub(r"\d{1,2}\s*号", " ", plain)) if w}
    whole = same(re.sub(r"\d{1,2}\s*号", " ", plain))
    named = {players.names[w] for w in (*words, whole) if w in players.names}
    if None in named:
        return None, "重名"
    both = seats | {s for s in named if s is not None}
    if len(both) > 1:
        return None, "座位与名字不符"
    seat = next(iter(both), None)
    return (seat, "") if seat is None or 1 <= seat <= players.count else (None, "没有这个座位")


def _moment(found: re.Match[str], home: tzinfo) -> tuple[datetime | None, bool, str]:
    """(the moment in the home zone, has it a date, what is odd)."""
    hour, dated = int(found["h"]), found["month"] is not None
    if found["half"] in ("下午", "晚上") and hour < 12:
        hour += 12
    zone = zone_of(found["zone"]) if found["zone"] else home
    try:
        day = (int(found["year"] or 2000), int(found["month"] or 1), int(found["day"] or 1))
        moment = datetime(*day, hour, int(found["m"]), int(found["s"] or 0), tzinfo=zone)
    except ValueError:
        return None, dated, "时间不对"
    return moment.astimezone(home), dated, ""


# --- ballots in a post


def _read(post: Post, players: Players, home: tzinfo) -> tuple[list[Ballot], list[Unread]]:
    """The ballots of a post, and the lines that speak of voting and are none."""
    text, lines = _own_words(post, home)
    ballots: list[Ballot] = []
    odd: list[Unread] = []
    for sentence in _SENTENCE.finditer(text):
        found, left = _ballots(sentence[0], players)
        number = lines[text.count("\n", 0, sentence.start())] if lines else post.line
        shown = sentence[0].strip()
        if found and not left:
            ballots += [Ballot(post.seat or 0, to, number, shown) for to in found]
        elif left:
            odd.append(Unread(number, post.who, shown, left))
    return ballots, odd


def _own_words(post: Post, home: tzinfo) -> tuple[str, list[int]]:
    """A post's text without quotes, struck words, tags and the mark of an edit, line for line, with their numbers."""
    kept = []
    for _, line in post.body:
        mark = _EDITED.search(line)
        if mark is not None and (when := _TIME.search(mark["when"])) is not None:
            moment, dated, wrong = _moment(when, home)
            if moment is not None and not wrong:
                post.time, post.dated, post.edited = moment, dated, True
            line = line[: mark.start()]
        kept.append("" if re.match(r"\s*(?:>|引用[:：])", line) else line)
    text = "\n".join(kept)
    for pattern in (_QUOTES, _STRUCK):
        text = pattern.sub(lambda m: "\n" * m[0].count("\n"), text)
    return _TAGS.sub("", text), [number for number, _ in post.body]


def _ballots(sentence: str, players: Players) -> tuple[list[int | None], str]:
    """Ballots of one sentence in order, or why it can't be read ("" if it doesn't speak of voting)."""
    if not _TALK.search(sentence):
        return [], ""
    rest, found = sentence, []
    for start in _START.finditer(sentence):
        none = _NONE.match(sentence, start.start())
        hit = (none.end(), None, "") if none else _aimed(sentence, start.start(), players)
        if hit is None:
            continue
        end, to, wrong = hit
        if wrong:
            return [], wrong
        found.append(to)
        rest = rest.replace(sentence[start.start() : end], "", 1)
    if not found:
        return [], "读不出"
    if re.search(r"[?？]", sentence) or _DOUBT.search(rest):
        return [], "不像是投票"
    return (found, "") if not re.search(r"投", rest) else ([], "读不出")


def _aimed(sentence: str, at: int, players: Players) -> tuple[int, int | None, str] | None:
    """A ballot that begins here: (its end, seat, what is odd); None where there is none."""
    verb = re.compile(rf"{_PREFIX}投(?:票)?(?:给)?\s*[:：]?\s*@?\s*[【\[(（「“\"]?").match(sentence, at)
    if verb is None:
        return None
    tail = sentence[verb.end() :]
    for name in sorted(players.names, key=len, reverse=True):
        if same(tail[: len(name)]) == name and re.match(rf"[{_DELIM}]|\Z|[(（]", tail[len(name) :]):
            return _named(players.names[name], tail[len(name) :], verb.end() + len(name))
    number = re.match(r"(\d{1,2}|[一二三四五六七八九十]{1,3})\s*(?:号|號)?", tail)
    if number is None:
        return None
    after = tail[number.end() :]
    seat = _number(number[1])
    for name, owner in players.names.items():
        if same(after[: len(name)]) == name and re.match(rf"[{_DELIM}]|\Z", after[len(name) :]):
            return verb.end() + number.end() + len(name), seat, "" if owner == seat else "座位与名字不符"
    if not re.match(rf"[{_DELIM}]|\Z", after):
        return None
    return verb.end() + number.end(), seat, "" if 1 <= seat <= players.count else "没有这个座位"


def _named(seat: int | None, after: str, end: int) -> tuple[int, int | None, str]:
    """A ballot by name, perhaps with the seat in brackets behind it."""
    if seat is None:
        return end, None, "重名"
    beside = re.match(r"\s*[(（]\s*(\d{1,2})\s*号?\s*[)）]", after)
    if beside and int(beside[1]) != seat:
        return end, None, "座位与名字不符"
    return end + (beside.end() if beside else 0), seat, ""


def _number(text: str) -> int:
    if text.isdigit():
        return int(text)
    tens, _, ones = text.rpartition("十") if "十" in text else ("零", "", text)
    value = 10 * (_ONES.index(tens) if tens else 1) if len(tens) <= 1 else 99
    return value + (_ONES.index(ones) if len(ones) == 1 else 0 if not ones else 99)


# --- which count, and in what order


def _kept(post: Post, ballots: Sequence[Ballot], unread: list[Unread]) -> list[tuple[Post, list[Ballot]]]:
    """Ballots of posts whose poster is known; the others are listed."""
    if not ballots:
        return []
    if post.seat is None or post.odd:
        unread += [Unread(b.line, post.who, b.text, post.odd or "不认识的发帖人") for b in ballots]
        return []
    if post.edited:
        unread += [Unread(b.line, post.who, b.text, "编辑过", True) for b in ballots]
    return [(post, list(ballots))]


def _ordered(read: list[tuple[Post, list[Ballot]]], unread: list[Unread]) -> list[tuple[Post, list[Ballot]]]:
    """By time, as pasted where times are equal. Without all times the pasted order holds if the times there are don't gainsay it."""
    timed = [post for post, _ in read if post.time is not None]
    alike = len({post.dated for post in timed}) < 2
    if alike and len(timed) == len(read):
        return sorted(read, key=lambda pair: pair[0].time or datetime.min)
    rising = alike and all(a.time <= b.time for a, b in pairwise(timed) if a.time and b.time)
    out = []
    for post, ballots in read:
        unsure = post.time is None or not alike
        why = "没有时间" if post.time is None else "时间写法不一"
        unread += [Unread(b.line, post.who, b.text, why, rising) for b in ballots if unsure]
        if rising or not unsure:
            out.append((post, ballots))
    return out if rising else sorted(out, key=lambda pair: pair[0].time or datetime.min)


def _closing(until: str | None, home: tzinfo) -> tuple[datetime, bool] | None:
    if until is None:
        return None
    found = _TIME.fullmatch(until.strip())
    moment, dated, wrong = _moment(found, home) if found else (None, False, "x")
    if moment is None or wrong:
        raise ValueError(until)
    return moment, dated


def _in_time(pair: tuple[Post, list[Ballot]], closing: tuple[datetime, bool], unread: list[Unread]) -> bool:
    """Posted before closing? What comes later is listed; what can't be told is too."""
    post, ballots = pair
    limit, dated = closing
    if post.time is None:
        return True
    late = post.time > limit if dated and post.dated else post.time.time() > limit.time()
    if late:
        unread += [Unread(b.line, post.who, b.text, "关门之后") for b in ballots]
    return not late
