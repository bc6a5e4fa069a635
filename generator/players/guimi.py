"""Players of 诡秘之主. Both models go through a phase place by place and fill in dice and draws as they fall.

随机: every living seat does something of its own or 传教, at random seats; two ballots at random.
常人: 狼边 spare whom they know, the others go for whom 知识与智慧之神 has found (he tells the table), else for anybody; nobody pays who
      has little 理智 left; ballots gather.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.declare import Illegal
from engine.guimi import day as days
from engine.guimi import passive, sharing
from engine.guimi.act import arrive, puts_off, read
from engine.guimi.dice import Plan, plan_of
from engine.guimi.names import 最初造物主, 群
from engine.guimi.names import 狼边 as WOLVES
from engine.guimi.skill import Act
from engine.guimi.state import Debt, Desk, State
from engine.guimi.work import reach
from engine.record import Entry
from engine.stream import Stream
from generator.players.table import Mind, entry, models, most_first

Plain = Any
ENOUGH = 6  # 理智 below which people who think pay nothing
# 身份 -> (place in the night, pick, seats, at a foe?); the order of 总体流程
OWN: Mapping[str, tuple[tuple[int, Plain, int, bool], ...]] = {
    "不息的呓语": ((1, None, 1, True),),
    "不定之雾": ((2, None, 1, True),),
    "愚者": ((3, None, 2, False),),
    "永恒烈阳": ((5, 1, 1, False),),
    "黑夜女神": ((6, None, 1, True),),
    "风暴之主": ((6, None, 1, True),),
    "知识与智慧之神": ((6, None, 1, True),),
    "蒸汽与机械之神": ((6, "问答题", 0, True), (6, "选择题", 0, True), (6, "判断题", 0, True)),
    "大地母神": ((6, 1, 1, True),),
    "远古太阳神": ((6, 1, 1, False), (7, 2, 2, True)),
    "堕落母神": ((6, 1, 2, True), (6, 2, 1, True)),
    "欲望母树": ((6, None, 1, True),),
    "高维俯视者": ((6, None, 1, True),),
}


class Village(Mind):
    """known: seats the table knows to be 狼边; cleared: seats it knows not to be."""

    state: State

    def __init__(self, stream: Stream, thinks: bool) -> None:
        super().__init__(stream, thinks)
        self.striker = 0  # 主刀手 of this night

    @property
    def desk(self) -> Desk:
        return self.state.desk

    def others(self, by: int) -> list[int]:
        return [n for n in self.desk.present() if n != by] or [by]

    def foe(self, by: int) -> int:
        seats, board = self.others(by), self.desk.board
        if not self.thinks:
            return self.pick(seats)
        if board.阵营[by] == "狼边":
            return self.pick([n for n in seats if n not in board.认识[by]] or seats)
        known = [n for n in seats if n in self.known]
        return self.pick(known or [n for n in seats if n not in self.cleared] or seats)

    def friend(self, by: int) -> int:
        seats = self.others(by)
        mine = self.desk.board.认识[by] if self.desk.board.阵营[by] == "狼边" else self.cleared
        return self.among([n for n in seats if n in mine], seats)

    def two(self, by: int, foes: bool) -> list[int]:
        one = self.foe(by) if foes else self.friend(by)
        rest = [n for n in self.others(by) if n != one]
        return [one, self.pick(rest)] if rest else [one]

    def poor(self, seat: int) -> bool:
        return self.thinks and self.desk.low(seat, ENOUGH)

    def locked(self, seat: int) -> bool:
        """No 主动技能 with little 理智 (R22)."""
        return self.desk.low(seat, ENOUGH) and 11 not in self.desk.被动[seat]

    def heard(self, given: Entry, result: Plain) -> None:
        if isinstance(result, str) and given.to and self.desk.board.身份[given.by or 0] == "知识与智慧之神":
            (self.known if result in WOLVES else self.cleared).update(given.to)

    def dice(self, plan: Plan) -> list[int]:
        low, count = (2, 4) if plan.narrow else (1, 6)
        rolled = [low + self.stream.below(count) if face is None else face for face in plan.faces]
        return rolled + [low + self.stream.below(count) for _ in range(plan.extra)]


def filled(mind: Village, skill: str, **keys: Plain) -> Entry:
    """The entry with the dice and the draws that the rules want of it."""
    given = entry(skill, **keys)
    desk = mind.desk.copy()
    try:
        what = read(desk, given)
        arrive(desk, what)
        if (not what.to and what.skill.seats[0]) or puts_off(desk, what):
            return given
        plan = plan_of(desk, what.by, what.to, what.skill.rolls(desk, what), what.skill.own)
    except Illegal:
        return given  # the engine says so too
    if plan.needed:
        keys["die"] = mind.dice(plan)
    drawn = _drawn(mind, desk, what)
    return entry(skill, **keys, **({"drawn": list(drawn)} if drawn else {}))


def _drawn(mind: Village, desk: Desk, what: Act) -> tuple[Plain, ...]:
    got: tuple[Plain, ...] = ()
    while values := what.skill.draws(desk, what, got):
        got = (*got, mind.pick(values))
    return got


def propose(mind: Village) -> Iterator[Entry]:
    return night(mind) if mind.desk.night else day(mind)


# --- 夜


def night(mind: Village) -> Iterator[Entry]:
    mind.striker = mind.pick([n for n in mind.desk.present() if mind.desk.board.身份[n] in 群] or [0])
    plans = [plan for by in mind.desk.present() if (plan := wish(mind, by)) is not None]
    plans += [(stored.skill.place, stored.by, "下一晚结算", {}) for stored in mind.desk.延迟]
    for _, by, skill, keys in sorted(plans, key=lambda plan: plan[:2]):
        if mind.desk.playing(by):
            yield filled(mind, skill, by=by, **keys)
    yield from struck(mind)
    yield from healed(mind)


def wish(mind: Village, by: int) -> tuple[int, int, str, dict[str, Plain]] | None:
    """What a seat does tonight: (place, seat, skill, the rest); None: nothing."""
    name = mind.desk.board.身份[by]
    if name == 最初造物主:
        return 6, by, "传教", {"to": mind.stream.sample(mind.others(by), min(3, len(mind.others(by))))}
    if name in OWN and mind.chance(80) and not mind.locked(by) and not (name == "欲望母树" and mind.desk.living("堕落母神")):
        place, pick, seats, foes = mind.pick(OWN[name])
        keys: dict[str, Plain] = {} if pick is None else {"pick": pick}
        if seats:
            keys["to"] = mind.two(by, foes) if seats == 2 else mind.foe(by) if foes else mind.friend(by)
        else:
            keys["votes"] = {n: mind.pick(("对", "错")) for n in mind.others(by)}
        return place, by, "主动技能", keys
    if by == mind.striker and (name != "欲望母树" or mind.desk.living("堕落母神")):
        return 6, by, "群技能", {"to": mind.foe(by)}
    return public(mind, by)


def public(mind: Village, by: int) -> tuple[int, int, str, dict[str, Plain]] | None:
    """A skill of everybody: the dearest 神秘学实践 there is knowledge for, 传教, 祈祷, or nothing."""
    known = mind.desk.神秘学知识[by]
    if known >= 16 and mind.chance(70):
        return 6, by, "神秘学实践", {"pick": 4, "to": mind.foe(by)}
    if known >= 4 and mind.chance(20):
        return 6, by, "神秘学实践", {"pick": 1, "to": mind.friend(by)}
    if mind.chance(50):
        return 6, by, "传教", {"to": mind.foe(by) if mind.chance(50) else mind.friend(by)}
    if not mind.poor(by) and mind.chance(30):
        return (6, by, "祈祷", {}) if mind.chance(50) else (6, by, "祈求注视", {"to": mind.friend(by)})
    return None


def struck(mind: Village) -> Iterator[Entry]:
    """凌晨: the 被动 and the sharing that are demanded."""
    desk = mind.desk.copy()
    reach(desk, 8)
    for debt in list(passive.欠被动(desk)):
        yield filled(mind, "被动", by=debt.owed.by, to=_seat(debt), pick=debt.owed.pick)
    desk = mind.desk.copy()
    reach(desk, 9)
    for debt in list(passive.欠均分(desk)):
        yield filled(mind, "被动技能", by=debt.owed.by, to=_seat(debt))


def _seat(debt: Debt) -> int:
    assert debt.owed.to
    return debt.owed.to[0]


def healed(mind: Village) -> Iterator[Entry]:
    """大地母神 at the end of the night: one of those she is told of, if she has not acted."""
    by = mind.desk.living("大地母神")
    if by and not mind.poor(by) and not mind.desk.已行动.get(by):
        desk = mind.desk.copy()
        reach(desk, 10)
        dying = [n for n in desk.present() if desk.生命[n] < 1]
        if dying:
            yield filled(mind, "主动技能", by=by, pick=2, to=mind.pick(dying))


# --- 天


def day(mind: Village) -> Iterator[Entry]:
    for place, pick, number in ((1, "愚者", sharing.位[1]), (2, "不定之雾", sharing.位[2])):
        for by in list(sharing.holders(mind.desk, number)):
            desk = mind.desk.copy()
            reach(desk, place, by)
            if sharing.needs_draw(desk, number, by):
                yield filled(mind, "被动", by=by, pick=pick)
    desk = mind.desk.copy()
    reach(desk, 3)
    for debt in list(days.欠变更(desk)):
        yield filled(mind, "信仰变更", to=_seat(debt))
    won = mind.desk.获胜
    if won and mind.desk.alive[won] and not mind.desk.已随机传教:
        yield filled(mind, "随机传教", by=won)
    yield filled(mind, "放逐投票", votes=ballots(mind))
    desk = mind.desk.copy()
    reach(desk, 6)
    if days.处决反噬(desk):
        yield filled(mind, "被动技能", by=mind.desk.board.seat["黑夜女神"])


def ballots(mind: Village) -> dict[int, list[int]]:
    """Two votes a seat, one after the other; people who think go with the crowd half of the time, where they may wish it."""
    votes: dict[int, list[int]] = {}
    count: dict[int, int] = {}
    board, desk = mind.desk.board, mind.desk.copy()
    reach(desk, 5)
    here = desk.present()
    for by in here:
        row = [to for to in (mind.foe(by), mind.foe(by)) if to in here]
        if mind.thinks and count and mind.chance(50):
            mine = board.认识[by] if board.阵营[by] == "狼边" else ()
            crowd = [n for n in most_first(count) if n != by and n not in mine]
            row = (crowd[:2] * 2)[:2] or row
        votes[by] = row
        for to in row:
            count[to] = count.get(to, 0) + 1
    return votes


MODELS = models(Village, propose)
