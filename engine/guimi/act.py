"""One entry: which row it is, whether the rules allow it, what it does, and what is remembered of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.declare import Done, Illegal, Needs
from engine.guimi.day import DAY
from engine.guimi.dice import Told, counted, drawn_of, plan_of
from engine.guimi.divine import DIVINE
from engine.guimi.foreign import FOREIGN
from engine.guimi.names import CAMP, PLACE_OF, 变成, 造物主
from engine.guimi.passive import PASSIVE
from engine.guimi.public import PUBLIC
from engine.guimi.sharing import SHARING
from engine.guimi.skill import X可变, Act, Skill, Stored
from engine.guimi.state import Change, Desk, Seen, State, sealed
from engine.guimi.values import add_weight, may_become
from engine.guimi.work import reach_for
from engine.record import Entry, Why, brief

Plain = Any
TABLE: tuple[Skill, ...] = (*DIVINE, *FOREIGN, *PUBLIC, *PASSIVE, *SHARING, *DAY)
"""All rows, chapter by chapter."""
BY_NAME = {skill.name: tuple(s for s in TABLE if s.name == skill.name) for skill in TABLE}
ROWS = {(name, who): tuple(s for s in rows if s.of in ("", who)) for name, rows in BY_NAME.items() for who in ("", *CAMP)}
"""(name, 身份) -> the rows that this 身份 has."""
PLACES = {"主动技能": "四", "被动": "二", "神秘学实践": "三/【3】", "被动技能": "六/【6】", "下一晚结算": "六/【8】"}
无座 = ("法官",)
数值 = ("生命", "理智", "神秘学知识", "护盾")


def rows_of(desk: Desk, name: str, by: int | None) -> tuple[Skill, ...]:
    """The rows of this name that the seat's 身份 has."""
    return ROWS.get((name, desk.board.身份[by] if by else ""), ())


def cite(state: State, entry: Entry) -> tuple[str, ...]:
    """The row's own place; where there is none, that of the chapter or of the 身份."""
    desk = state.desk
    by = entry.by if isinstance(entry.by, int) and 0 < entry.by < len(desk.alive) else None
    if entry.skill == "下一晚结算":
        stored = next((s for s in desk.延迟 if s.by == by), None)
        return ("六/【8】", stored.skill.cite) if stored else ("六/【8】",)
    rows = rows_of(desk, entry.skill, by)
    found = next((skill for skill in rows if skill.takes(entry.pick)), None)
    if found:
        return (found.cite,)
    if rows and entry.skill in ("主动技能", "被动技能"):
        return (rows[0].cite.rpartition("/")[0] if rows[0].cite.count("/") > 1 else rows[0].cite,)
    if entry.skill == "主动技能" and by:
        return (PLACE_OF[desk.board.身份[by]],)
    named = BY_NAME.get(entry.skill)
    return (PLACES.get(entry.skill) or (named[0].cite if named else "二"),)


def row_of(desk: Desk, entry: Entry) -> Skill:
    rows = rows_of(desk, entry.skill, entry.by)
    if not rows:
        raise Illegal("没有此技能", "record", skill=entry.skill, by=entry.by, name=desk.board.身份[entry.by or 0])
    found = next((skill for skill in rows if skill.takes(entry.pick)), None)
    if found is None:
        if entry.pick is None:
            raise Illegal("未写选择", "record", skill=entry.skill)
        raise Illegal("选择有误", "record", pick=brief(entry.pick))
    return found


def read(desk: Desk, entry: Entry) -> Act:
    """The entry as an act of the row it belongs to; Illegal where there is no such row or its shape is wrong."""
    if entry.skill == "下一晚结算":
        return _settling(desk, entry).act()
    skill = row_of(desk, entry)
    to = entry.to or ()
    if len(to) > skill.seats[1] or 0 < len(to) < skill.seats[0]:
        raise Illegal("人数有误", "record", count=len(to), low=skill.seats[0], high=skill.seats[1])
    if entry.votes and not skill.votes:
        raise Illegal("不用票", "record")
    if entry.by and skill.kind in 无座:
        raise Illegal("不写行动者", "record", skill=skill.name)
    by = entry.by or 0
    first = desk.传教数.get(by, 0) + 1 if skill.name == "传教" else 0
    numbers = tuple(range(first, first + len(to))) if first else (0,) * len(to)
    return Act(skill, by, to, entry.pick, entry.votes or {}, numbers)


def _settling(desk: Desk, entry: Entry) -> Stored:
    """R63: the oldest outstanding action of this seat."""
    if entry.to or entry.pick is not None or entry.votes:
        raise Illegal("只补骰点", "六/【8】", "R63")
    stored = next((s for s in desk.延迟 if s.by == entry.by), None)
    if stored is None:
        raise Illegal("没有延迟", "六/【8】", "R63", seat=entry.by)
    return stored


def act(state: State, entry: Entry) -> Done[State]:
    """Carry an entry out. Raises Illegal; or Needs, whose `state` holds the automatic work up to its place."""
    desk = state.desk.copy()
    what = read(desk, entry)
    arrive(desk, what)
    desk.source, desk.at = (entry.skill, entry.by), entry.place
    mark = len(desk.fresh)
    judge(desk, what, entry)
    if not what.to and what.skill.seats[0]:
        return Done(sealed(desk), None, (), (Why("放弃"),))
    check(desk, what)
    if puts_off(desk, what):
        return _put_off(desk, what)
    told = Told()
    faces, drawn = chances(desk, what, entry, told)
    if faces is None or drawn is None:
        want = Needs("die", *what.skill.rest) if faces is None else Needs("drawn", *what.skill.rest, *what.skill.draw_cite)
        want.state = sealed(desk)
        raise want
    result = carry_out(desk, replace(what, drawn=drawn) if drawn else what, faces, told)
    remember(desk, what, result)
    own = desk.fresh[mark:]
    whys = (*told.whys, *(told_of(change) for change in own if change.what != "被指定"))
    rests = dict.fromkeys((*what.skill.rest, *told.cite, *(place for change in own for place in change.cite)))
    if what.settled:
        rests["R63"] = None
    return Done(sealed(desk), result, tuple(rests), whys)


def arrive(desk: Desk, what: Act) -> None:
    """The automatic work up to the place of the act."""
    if what.skill.night != desk.night:
        raise Illegal("不是此阶段", "record", skill=what.skill.name, phase=desk.phase)
    reach_for(desk, what.skill, what.by)


def judge(desk: Desk, what: Act, entry: Entry) -> None:
    """Dead seats and one removed by R65 neither act nor are named; nobody acts with what isn't theirs."""
    if what.skill.kind not in ("亡", "获胜") and entry.by and not desk.playing(entry.by):
        raise Illegal("出局", "record", seat=entry.by)
    for seat in (*what.to, *what.votes):
        if not desk.playing(seat):
            raise Illegal("出局", "record", seat=seat)
    for limit in () if what.settled else what.skill.has:
        limit(desk, what)


def check(desk: Desk, what: Act) -> None:
    """Every limit of the row; of a settled one only what it costs (R63)."""
    skill = what.skill
    for limit in skill.dues if what.settled else (*skill.limits, *skill.aims):
        limit(desk, what)


def puts_off(desk: Desk, what: Act) -> bool:
    """R63: does 不定之雾 put it off? 信息 never (R71)."""
    return bool(what.to) and what.by in desk.雾中 and what.skill.designates and not what.settled


def _put_off(desk: Desk, what: Act) -> Done[State]:
    desk.推迟 += (Stored(what.skill, what.by, what.to, what.pick, what.numbers),)
    spend(desk, what)
    desk.note(what.by, "推迟", 0, list(what.to), "六/【8】", "R63")
    return Done(sealed(desk), None, ("六/【8】", "R63"), (Why("推迟", (("seat", what.by), ("to", list(what.to)))),))


def chances(desk: Desk, what: Act, entry: Entry, told: Told) -> tuple[tuple[int, ...] | None, tuple[Plain, ...] | None]:
    """The dice that count and what was drawn, None where something is missing; illegal ones are found first."""
    skill = what.skill
    plan = plan_of(desk, what.by, what.to, skill.rolls(desk, what), skill.own)
    faces = counted(plan, entry.die or (), told)
    if skill.draws is X可变 and not any(desk.信仰[preacher] == 造物主 for preacher, _ in skill.sermons(desk, what)):
        return faces, ()
    given = entry.drawn
    items = () if given is None else tuple(given) if isinstance(given, list | tuple) else (given,)
    return faces, drawn_of(lambda got: skill.draws(desk, what, got), items, skill.draw_cite)


def carry_out(desk: Desk, what: Act, faces: tuple[int, ...], told: Told) -> Plain:
    """The row's work: its effect, then the 传教 it makes (R18)."""
    skill = what.skill
    sermons = skill.sermons(desk, what)
    result = skill.do(desk, what, faces, told)
    left = iter(what.drawn)
    for preacher, target in sermons:
        god = desk.信仰[preacher]
        if god != 造物主:
            add_weight(desk, target, god, 1, skill.cite, "R8")
        elif may_become(desk, target):
            add_weight(desk, target, 变成[next(left)], 1, skill.cite, "二/【17】", "R17")
    return result


def spend(desk: Desk, what: Act) -> None:
    """R44: what it takes of tonight's action."""
    skill, by = what.skill, what.by
    if what.settled or skill.kind not in ("主动", "公共", "群"):
        return
    if not (skill.name == "传教" and desk.传教数.get(by)):
        desk.已行动 = {**desk.已行动, by: desk.已行动.get(by, 0) + 1}
    if skill.kind == "公共":
        desk.公共 |= {by}
    if skill.kind == "群":
        desk.主刀 |= {by}
    if skill.name == "传教":
        desk.传教数 = {**desk.传教数, by: desk.传教数.get(by, 0) + len(what.to)}
        desk.传教过 |= {(by, seat) for seat in what.to}


def remember(desk: Desk, what: Act, result: Plain) -> None:
    """Who has acted, at whom (R14, R50), and what 超星主宰 learns (R62)."""
    skill, by = what.skill, what.by
    spend(desk, what)
    if what.settled:
        oldest = next(s for s in desk.延迟 if s.by == by)
        desk.延迟 = tuple(s for s in desk.延迟 if s is not oldest)
    if skill.kind in ("被动", "亡"):
        desk.done |= {(by, what.to, what.pick)}
    if not desk.night:
        return
    identity = desk.board.身份[by]
    if what.to:
        desk.操作 = {**desk.操作, by: desk.操作.get(by, frozenset()) | set(what.to)}
    if what.to and skill.designates:
        desk.指定 |= {(by, seat) for seat in what.to}
        for seat in what.to:
            desk.note(seat, "被指定", 0, by, "R14", skill.cite)
    if identity == "不息的呓语" and skill.place < 8 and skill.kind != "信息":
        desk.均分者 |= set(what.to)
    if identity == "高维俯视者" and skill.kind in ("主动", "公共"):
        pray = callable(result)
        desk.所见 += (Seen(skill.name, tuple(sorted(what.to)), None if pray else result, pray),)


def told_of(change: Change) -> Why:
    """A line of the ledger in words: what it is tells which sentence."""
    words = (("seat", change.seat), ("what", change.what), ("delta", change.delta), ("now", change.now))
    if not change.delta:
        return Why("记" + change.what, words)
    weight = "" if change.what in 数值 else "权重"
    return Why(f"记{weight}{'增' if change.delta > 0 else '减'}", words)
