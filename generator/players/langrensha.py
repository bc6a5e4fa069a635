"""Players of 狼人杀. Both models call the night and the day in the host's order; what somebody may not do, the engine refuses.

随机: every skill at a random living seat, every ballot at random.
常人: wolves knife who is not of them, first who has spoken up as 预言家; 预言家 looks at strangers and tells the table, which believes him;
      女巫 saves in 第1夜 and poisons whom the table knows as a wolf; ballots go to a known wolf, else they gather.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.langrensha.identity import is_wolf, knifers, special
from engine.langrensha.roles import GIFTS
from engine.langrensha.state import State
from engine.langrensha.vote import election_due, leaders, reveals, tally
from engine.record import Entry
from engine.stream import Stream
from generator.players.table import Mind, entry, models

Plain = Any


class Village(Mind):
    """known: seats the table takes for wolves. cleared: for good ones. speaker: who has spoken up as 预言家."""

    state: State

    def __init__(self, stream: Stream, thinks: bool) -> None:
        super().__init__(stream, thinks)
        self.looked: dict[int, bool] = {}
        self.speaker: int | None = None

    def holder(self, role: str) -> int | None:
        """The living holder of a role."""
        return next((n for n, seat in enumerate(self.state.seats, 1) if seat.role == role and seat.alive), None)

    def living(self, *but: int | None) -> list[int]:
        return [n for n in self.state.living() if n not in but] or self.state.living()

    def others(self, by: int | None) -> list[int]:
        """Who is no wolf: what wolves know of each other."""
        return [n for n in self.living(by) if not is_wolf(self.state, n)]

    def victim(self, by: int | None = None) -> int:
        """For a wolf."""
        if self.thinks and self.speaker in self.living() and self.chance(67):
            return int(self.speaker or 0)
        return self.among(self.others(by), self.living(by))

    def suspect(self, by: int) -> int:
        """For anybody else: a known wolf, or one who is not cleared."""
        seats = self.living(by)
        known = [n for n in seats if n in self.known]
        return self.among(known or [n for n in seats if n not in self.cleared and n != self.speaker], seats)

    def goes_for(self, by: int) -> int:
        return self.victim(by) if is_wolf(self.state, by) else self.suspect(by)

    def heard(self, given: Entry, result: Plain) -> None:
        if given.skill == "查验" and given.to:
            self.looked[given.to[0]] = result == "狼人"

    def speak(self) -> None:
        """By day 预言家 tells what he has seen, and nobody else says he is one."""
        seer = self.holder("预言家")
        if seer is not None:
            self.speaker = seer
            self.known |= {n for n, wolf in self.looked.items() if wolf}
            self.cleared |= {n for n, wolf in self.looked.items() if not wolf}


def propose(mind: Village) -> Iterator[Entry]:
    yield from night(mind) if mind.state.夜 else day(mind)


# --- 夜


def night(mind: Village) -> Iterator[Entry]:
    if mind.state.winner is not None:
        return
    if mind.state.number == 1:
        yield from first_night(mind)
    yield from before_the_knife(mind)
    if knifers(mind.state):
        yield entry("刀", to=mind.victim())
    yield from after_the_knife(mind)


def first_night(mind: Village) -> Iterator[Entry]:
    state = mind.state
    thief = mind.holder("盗贼")
    if thief:
        cards = sorted(state.board.extra, key=lambda card: (not special(card), card != "狼人"))
        yield entry("选择", by=thief, pick=cards[0])
    merchant = mind.holder("黑市商人")
    if merchant:
        yield entry("幸运儿", by=merchant, to=mind.pick(mind.living(merchant)), pick=mind.pick(GIFTS))
    cupid = mind.holder("丘比特")
    if cupid:
        yield entry("情侣", by=cupid, to=sorted(mind.stream.sample(mind.living(), 2)))
    for role in ("野孩子", "混血儿"):
        by = mind.holder(role)
        if by:
            yield entry("榜样", by=by, to=mind.pick(mind.living(by)))


def before_the_knife(mind: Village) -> Iterator[Entry]:
    by = mind.holder("花蝴蝶")
    if by and mind.chance(50):
        yield entry("抱", by=by, to=mind.pick(mind.living(by)))
    by = mind.holder("守卫")
    if by:
        last = mind.state.last.守护
        trusted = [n for n in (mind.speaker,) if n in mind.living() and n != last]
        yield entry("守护", by=by, to=mind.among([int(n) for n in trusted if n], mind.living(last)))


def after_the_knife(mind: Village) -> Iterator[Entry]:
    by = mind.holder("狼美人")
    if by:
        yield entry("魅惑", by=by, to=mind.among(mind.others(mind.state.last.魅惑), mind.living(mind.state.last.魅惑)))
    by = mind.holder("恶魔")
    if by and mind.others(by):
        yield entry("验", by=by, to=mind.pick(mind.others(by)))
    yield from potions(mind)
    yield from looks(mind)
    by = mind.holder("潜行者")
    voted = mind.state.day.投.get(by) if by else None
    if by and voted and (voted in mind.known or mind.chance(40)):
        yield entry("暗杀", by=by, to=voted)
    by = mind.holder("禁言长老")
    if by:
        yield entry("禁言", by=by, to=mind.suspect(by))
    for role in ("猎人", "狼王"):
        by = mind.holder(role)
        if by:
            yield entry("状态", by=by)


def potions(mind: Village) -> Iterator[Entry]:
    """女巫: saves in 第1夜, else one time of two; poisons a known wolf, later on a suspect too. Any other holder of poison likewise."""
    by, hit = mind.holder("女巫"), mind.state.night.刀
    if by:
        yield entry("死亡信息", by=by)
        if hit and mind.state.at(by).left.get("解药") and mind.chance(100 if mind.thinks and mind.state.number == 1 else 50):
            yield entry("解药", by=by, to=hit)
            if mind.stood:
                return
    for by in mind.living():
        if mind.state.at(by).left.get("毒药") and mind.state.number > 1:
            known = [n for n in mind.living(by) if n in mind.known]
            if known or mind.chance(25):
                yield entry("毒药", by=by, to=mind.suspect(by))


def looks(mind: Village) -> Iterator[Entry]:
    """预言家: somebody he has not looked at. So does one with 眼镜."""
    for by in mind.living():
        seat = mind.state.at(by)
        if seat.role == "预言家" or seat.left.get("眼镜"):
            new = [n for n in mind.living(by) if n not in mind.looked]
            yield entry("查验", by=by, to=mind.among(new, mind.living(by)))


# --- 天


def day(mind: Village) -> Iterator[Entry]:
    yield from morning(mind)
    yield from shots(mind)
    yield from badge(mind)
    mind.speak()
    if mind.state.winner is None:
        yield entry("发言")
        yield from vote(mind)
        yield from shots(mind)
        yield from badge(mind)


def morning(mind: Village) -> Iterator[Entry]:
    if mind.state.winner is None and election_due(mind.state):
        yield from election(mind)
    if mind.state.winner is None:
        if mind.state.holders("熊"):
            yield entry("熊")
        yield entry("死讯")
        if mind.state.holders("禁言长老"):
            yield entry("禁言信息")


def election(mind: Village) -> Iterator[Entry]:
    """预言家 stands, and two others; people who think vote for 预言家 two times of three, wolves for one of their own."""
    here = sorted(mind.state.dusk)
    seer = next((n for n in mind.state.holders("预言家") if n in here), None)
    stand = {*mind.stream.sample(here, min(2, len(here))), *((seer,) if seer and mind.thinks else ())}
    named = sorted(stand)
    for _ in range(2):
        votes = {n: _badge_vote(mind, n, named, seer) for n in here if n not in named and mind.state.at(n).投票权}
        yield entry("警长竞选", to=named, votes=votes)
        named = list(mind.state.day.竞选平票)
        if not named or mind.state.竞选已定:
            return


def _badge_vote(mind: Village, by: int, named: list[int], seer: int | None) -> int:
    wolves = [n for n in named if is_wolf(mind.state, n)]
    if is_wolf(mind.state, by):
        return mind.among(wolves, named)
    return mind.among([n for n in named if n == seer] if mind.chance(67) else named, named)


def shots(mind: Village) -> Iterator[Entry]:
    for may in mind.state.may:
        if mind.state.winner is None:
            yield entry("开枪", by=may.seat, to=mind.goes_for(may.seat))


def badge(mind: Village) -> Iterator[Entry]:
    """A dead 警长 hands the badge on."""
    holder = mind.state.警长
    if mind.state.winner is None and holder is not None and not mind.state.at(holder).alive:
        heirs = [n for n in mind.living() if n == mind.speaker or n in mind.cleared]
        yield entry("警徽", by=holder, to=mind.among(heirs, mind.living()))


def vote(mind: Village) -> Iterator[Entry]:
    """公投, and once more where it is tied."""
    for _ in range(2):
        if mind.state.winner is not None or mind.state.day.已投:
            return
        votes = ballots(mind)
        most = leaders(tally(mind.state, entry("公投", votes=votes)))
        shown = {"pick": "亮明身份"} if len(most) == 1 and reveals(mind.state, most[0]) else {}
        yield entry("公投", votes=votes, **shown)


def ballots(mind: Village) -> dict[int, int]:
    """Each after the other: whom the seat goes for, or, two times of three, who has most votes and is no friend."""
    tied = mind.state.day.平票
    seats = list(tied) or mind.living()
    votes: dict[int, int] = {}
    count: dict[int, int] = {}
    for by in mind.living():
        if by in tied or not mind.state.at(by).投票权:
            continue
        to = mind.goes_for(by) if mind.thinks else mind.pick(seats)
        if to not in seats:
            to = mind.pick(seats)
        spared = {by} if is_wolf(mind.state, by) else {by, *mind.cleared}
        to = mind.with_crowd(to, count, spared)
        votes[by] = to
        count[to] = count.get(to, 0) + 1
    return votes


MODELS = models(Village, propose)
