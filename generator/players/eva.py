"""Players of EVA. Both models go through 总体流程 row by row; whoever owns a skill is asked, what he may not do the engine refuses.

随机: every skill half of the time, at a random living seat; every ballot at random.
常人: harm goes to who is not of one's own, protection to one's own; 亡灵 spare 亡灵, 恶徒 spare 恶徒, 民兵 spare 民兵; 牧师 tells the table
      whom he has found to be 亡灵, and ballots go there, else they gather; skills that serve once are used one night of three.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.eva.limits import has_right, totals_of
from engine.eva.phase import advance
from engine.eva.roles import 亡灵
from engine.eva.rows import NIGHT, PLACES, Row
from engine.eva.state import State
from engine.record import Entry
from generator.players.table import Mind, entry, models

Plain = Any
HARM = frozenset(("牵制", "陷阱", "防反", "流言", "诡辩", "圣光", "突击", "蓄力斩", "偷袭", "啃咬", "初拥", "腐化"))
HELP = frozenset(("祝福", "安魂", "感召", "馈赠", "传承", "灾厄"))
ONCE = frozenset(("潜行", "圣光", "突击", "偷袭", "初拥", "安魂", "诈骗", "拓印", "死灵咒"))
SILENT = frozenset(("剑痕", "遗言", "权势", "祝福", "腐化", "馈赠", "传承", "灾厄"))  # asked apart, or only words
BANDS = ("恶徒", "民兵")


class Village(Mind):
    """known: seats the table knows to be 亡灵. cleared: seats that 牧师 has found to be 人类."""

    state: State

    def living(self, but: int | None = None) -> list[int]:
        return [n for n, seat in enumerate(self.state.seats, 1) if seat.出局 is None and n != but]

    def friends(self, by: int, seats: list[int]) -> list[int]:
        """Of these, whom this seat knows to be of its own."""
        me = self.state.seat(by)
        if me.阵营 == 亡灵:
            return [n for n in seats if self.state.seat(n).阵营 == 亡灵]
        if me.原身份 in BANDS:
            return [n for n in seats if self.state.seat(n).身份 == me.身份]
        return [n for n in seats if n in self.cleared]

    def foe(self, by: int) -> int:
        """Whom a seat would harm: a known 亡灵 if it is 人类, else anybody but its own."""
        seats = self.living(by) or [by]
        if not self.thinks:
            return self.pick(seats)
        known = [n for n in seats if n in self.known] if self.state.seat(by).人类 else []
        mine = set(self.friends(by, seats))
        return self.pick(known or [n for n in seats if n not in mine] or seats)

    def friend(self, by: int) -> int:
        seats = self.living(by) or [by]
        return self.among(self.friends(by, seats), seats)

    def heard(self, given: Entry, result: Plain) -> None:
        if given.skill == "侦测" and given.to and result in ("是", "否"):
            (self.known if result == "是" else self.cleared).add(given.to[0])


def propose(mind: Village) -> Iterator[Entry]:
    return night(mind) if mind.state.night else day(mind)


# --- 夜


def night(mind: Village) -> Iterator[Entry]:
    for row in NIGHT:
        if row.step == "14":
            break
        if row.tell is None and row.step != "随时":
            yield from asked(mind, row)
    yield from handed_on(mind)
    holder = mind.state.持有者
    if holder and mind.state.alive(holder) and not mind.state.seat(holder).人类 and mind.chance(50):
        yield entry("灾厄", by=holder, to=mind.foe(holder))


def asked(mind: Village, row: Row) -> Iterator[Entry]:
    """Everybody who owns a skill, or the group that does."""
    if row.skill == "祝福":
        yield from blessings(mind)
        return
    if row.skill == "腐化" and mind.state.decayed:
        yield entry("腐化", by=mind.state.decayed, to=mind.foe(mind.state.decayed))
    if row.skill in SILENT or row.key:
        return
    if row.skill == "蓄力斩" and mind.state.number % 2:
        return
    owners = [n for n in mind.living() if mind.state.dawn[n - 1].owns(row.skill) and row.skill not in mind.state.seat(n).限定已用]
    for by in owners[:1] if row.by == "群" else owners:
        if mind.chance(33 if row.skill in ONCE and mind.thinks else 50 if not mind.thinks else 90):
            yield from used(mind, row, by)


def used(mind: Village, row: Row, by: int) -> Iterator[Entry]:
    """One seat's use of a skill; 拓印 goes on to the choice."""
    keys: dict[str, Plain] = {} if row.by == "群" else {"by": by}
    if row.high:
        seats = targets(mind, row, by)
        if not seats:
            return
        keys["to"] = seats[0] if len(seats) == 1 else seats
    if row.pick:
        keys["pick"] = mind.pick(row.pick)
    yield entry(row.skill, **keys)
    if row.skill == "拓印" and mind.stood and mind.state.dark.offer:
        yield entry("拓印", by=by, pick=mind.pick(mind.state.dark.offer))


def targets(mind: Village, row: Row, by: int) -> list[int]:
    state = mind.state
    if row.skill == "安葬":
        gone = [n for n in range(1, len(state.seats) + 1) if not state.alive(n)]
        return [mind.pick(gone)] if gone else []
    if row.skill == "死灵咒":
        listed = [n for n in state.dark.告死 if state.seat(n).人类]
        return [mind.pick(listed)] if listed else []
    if row.skill in HARM:
        return [mind.foe(by)]
    if row.skill in HELP:
        return [mind.friend(by)]
    fresh = [n for n in mind.living(by) if n not in mind.known and n not in mind.cleared]
    return [mind.among(fresh, mind.living(by) or [by])]


def blessings(mind: Village) -> Iterator[Entry]:
    """村民 bless one of those the table trusts; people who think follow each other two times of three."""
    votes: dict[int, int] = {}
    for by in mind.living():
        if mind.state.dawn[by - 1].owns("祝福"):
            last = list(votes.values())
            votes[by] = last[-1] if last and mind.thinks and mind.chance(67) else mind.friend(by)
    if votes:
        yield entry("祝福", votes=votes)


def handed_on(mind: Village) -> Iterator[Entry]:
    """What a seat that has just gone 出局 must hand on, once the phase's damage is done."""
    state = mind.state = advance(mind.state, PLACES[mind.state.night]["馈赠"])
    for skill, by, held in (("馈赠", state.失主, state.持有者), ("传承", state.失眷, state.神眷者)):
        if by and held is None and mind.living(by):
            yield entry(skill, by=by, to=mind.friend(by))


# --- 天


def day(mind: Village) -> Iterator[Entry]:
    state = mind.state
    for by in mind.living():
        if state.seat(by).owns("陷阱"):
            yield entry("陷阱", by=by, to=mind.foe(by))
    votes = ballots(mind)
    if votes:
        yield entry("投票", votes=votes)
    trick = mind.state.诡辩
    totals = totals_of(mind.state)
    if trick and mind.state.number > 1 and totals and totals.get(trick[1], 0) == max(totals.values()):
        yield entry("诡辩", by=trick[0], to=mind.pick([n for n in totals if n != trick[1]] or list(totals)))
    yield entry("投票结算")
    out = mind.state.day.voted
    if out and mind.state.number > 1 and mind.state.seat(out).身份 == "恶灵":
        yield entry("虚体", by=out)
    yield from handed_on(mind)
    if mind.state.number == 1 and mind.state.持有者 is None:
        yield entry("藏匿", to=mind.pick([n for n in mind.living() if mind.state.seat(n).身份 != "恶徒"]))


def ballots(mind: Village) -> dict[int, int]:
    """Each after the other; people who think go with the crowd two times of three, where it is not one of their own."""
    votes: dict[int, int] = {}
    count: dict[int, int] = {}
    seats = mind.living()
    for by in seats:
        if not has_right(mind.state, by):
            continue
        to = mind.with_crowd(mind.foe(by), count, {by, *mind.friends(by, seats)})
        votes[by] = to
        count[to] = count.get(to, 0) + 1
    return votes


MODELS = models(Village, propose)
