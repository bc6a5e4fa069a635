"""What may be entered next, in the order of the places: the same rows and limits that `check` reads, asked seat by seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from engine.declare import Illegal, Owed
from engine.guimi import day, passive, sharing
from engine.guimi.act import TABLE, check, puts_off, read, 无座
from engine.guimi.dice import Told, counted, plan_of
from engine.guimi.limits import 两位不同, 点名其一, 至多八位, 非自指
from engine.guimi.names import 最初造物主
from engine.guimi.skill import X可变, Act, Limit, Skill, Stored, 无传教, 无骰
from engine.guimi.state import SEATS, Desk, State
from engine.guimi.steps import step_of
from engine.guimi.work import reach
from engine.prompt import After, Const, Dice, Draws, Field, Offer, OneOf, Prompt, Row, Seats, Table
from engine.record import Why, entry_of, normal

Plain = Any
Fields = tuple[tuple[str, Field], ...]
PLACES = {place: tuple(s for s in TABLE if s.night and s.place == place) for place in range(1, 11)}
STEP = {id(skill): step_of(skill) for skill in TABLE}
SIMPLE = frozenset((非自指, 两位不同, 点名其一, 至多八位))
"""Limits on seats that, for one seat of anybody but 最初造物主, ask no more than: another seat than one's own?"""
Tried = dict[tuple[Limit, int, bool], Illegal | None]
BY_DAY = {place: tuple(s for s in TABLE if not s.night and s.place == place) for place in range(1, 7)}


def prompts(state: State) -> tuple[Prompt, ...]:
    """Every prompt of the open phase, place by place, each on the table as the automatic work up to it would leave it."""
    desk = state.desk.copy()
    found: list[Prompt] = []
    for place in range(max(desk.place, 1), 11 if desk.night else 7):
        if place > desk.place:
            reach(desk, place)
        here = desk.copy()  # the fields look at it later
        found += _of_night(here, place) if desk.night else _of_day(here, place)
    return tuple(found)


# --- the night
def _of_night(desk: Desk, place: int) -> Iterator[Prompt]:
    yield from (_settling(desk, stored) for stored in _oldest(desk) if stored.skill.place == place)
    if place == 8:
        yield from _passives(desk)
    elif place == 9:
        yield from _splits(desk)
    else:
        rows, tried = PLACES[place], Tried()
        for skill in rows:
            if skill.of or skill.kind in ("群", "信息"):
                yield from (_asked(desk, skill, seat, tried) for seat in _owners(desk, skill))
        common = [skill for skill in rows if skill.kind == "公共"]
        yield from (_asked(desk, skill, seat, tried) for seat in SEATS if desk.playing(seat) for skill in common)


def _owners(desk: Desk, skill: Skill) -> list[int]:
    if skill.kind == "信息":
        return sorted({seat for pair in desk.群聊 for seat in pair[1:]})
    if skill.kind == "群":
        return [seat for name in ("宿命之环", "命运女神", "超星主宰", "欲望母树") if (seat := desk.living(name))]
    seat = desk.living(skill.of)
    return [seat] if seat else []


def _asked(desk: Desk, skill: Skill, by: int, tried: Tried) -> Prompt:
    """A row asked of a seat: not possible now, or with the fields that what is chosen asks for."""
    step = STEP[id(skill)]
    no = _forbidden(desk, skill, by, tried)
    if no:
        return Prompt(step, skill.name, by, line=step, title=_title(skill), told="by", ok=False, why=no.why, cite=no.cite)
    fields = tuple(_fields(desk, skill, by))
    seats = next((f for k, f in fields if k == "to"), None)
    if isinstance(seats, Seats) and not seats.possible() and skill.seats[0]:
        why = Why("无人可指")
        return Prompt(step, skill.name, by, line=step, title=_title(skill), told="by", ok=False, why=why, cite=(skill.cite,))
    true = _true_dice(desk, skill, by)
    return Prompt(step, skill.name, by, fields, _maybe(skill), line=step, title=_title(skill), told="by", fits=true)


def _forbidden(desk: Desk, skill: Skill, by: int, tried: Tried) -> Illegal | None:
    """The first limit that the seat meets; each limit is asked once for all rows that share it."""
    for limit in (*skill.has, *skill.limits):
        key = (limit, by, skill.name == "传教")
        if key not in tried:
            tried[key] = _raised(limit, desk, Act(skill, by, (), skill.pick))
        no = tried[key]
        if no:
            return no
    return None


def _raised(limit: Limit, desk: Desk, what: Act) -> Illegal | None:
    try:
        limit(desk, what)
    except Illegal as no:
        return no
    return None


def _title(skill: Skill) -> str:
    return "" if skill.pick is None else str(skill.pick)


def _maybe(skill: Skill) -> frozenset[str]:
    """放弃 by leaving out `to`; a pick that may be absent."""
    maybe = {"to"} if skill.kind in ("主动", "公共", "群", "信息") else set()
    return frozenset(maybe | ({"pick"} if skill.pick is None and skill.picks != (None,) else set()))


def _fields(desk: Desk, skill: Skill, by: int) -> Iterator[tuple[str, Field]]:
    if skill.pick is not None:
        yield "pick", Const(skill.pick)
    if skill.seats[1]:
        yield "to", _seats(desk, skill, by)
    if skill.votes:
        yield "votes", _ballots(desk, skill, by)
    if skill.rolls is not 无骰:
        yield "die", After(lambda entry: _dice(desk, _seen(desk, skill, by, entry)))
    if skill.draws is not X可变 or skill.sermons is not 无传教:
        yield "drawn", After(lambda entry: _draws(desk, _seen(desk, skill, by, entry)))
    if skill.kind == "信息":
        yield "pick", OneOf((Offer("拒收"),))
    elif not skill.picks:
        yield "pick", After(lambda entry: _one_of_two(desk, _seen(desk, skill, by, entry), entry))


def _seats(desk: Desk, skill: Skill, by: int) -> Seats:
    low, high = skill.seats
    if skill.name == "传教":
        high = 8 - desk.传教数.get(by, 0) if desk.board.身份[by] == 最初造物主 else len(SEATS) - 1
    return Seats(_offers(desk, skill, by), max(low, 1), high, ordered=high > 1)


def _offers(desk: Desk, skill: Skill, by: int) -> tuple[Offer, ...]:
    """Every seat, greyed with the reason where it may not be named."""
    if skill.kind != "信息" and SIMPLE.issuperset(skill.aims) and desk.board.身份[by] != 最初造物主:
        return _playing(tuple(desk.alive), desk.获胜, by if 非自指 in skill.aims else 0)
    return tuple(_offer(desk, Act(skill, by, (seat,), skill.pick)) for seat in SEATS)


@lru_cache(maxsize=512)
def _playing(alive: tuple[bool, ...], won: int, but: int) -> tuple[Offer, ...]:
    """The seats in play, all but one."""
    return tuple(
        Offer(seat, False, Why("出局", (("seat", seat),)), ("record",))
        if not alive[seat] or seat == won
        else Offer(seat, False, Why("不能自指", (("seat", seat),)), ("R56",))
        if seat == but
        else Offer(seat)
        for seat in SEATS
    )


def _offer(desk: Desk, what: Act) -> Offer:
    seat = what.to[0]
    if not desk.playing(seat):
        return Offer(seat, False, Why("出局", (("seat", seat),)), ("record",))
    for aim in (*what.skill.has, *what.skill.aims):
        no = _raised(aim, desk, what)
        if no:
            return Offer(seat, False, no.why, no.cite)
    return Offer(seat)


def _ballots(desk: Desk, skill: Skill, by: int) -> Table:
    living = [seat for seat in SEATS if desk.playing(seat) and seat != by]
    if skill.name == "放逐投票":
        return Table(dict.fromkeys(living, 2), tuple(Offer(seat) for seat in living))
    return Table(dict.fromkeys(living, 1), (Offer("对"), Offer("错")))


# --- what hangs on what has been chosen
def _seen(desk: Desk, skill: Skill, by: int, entry: Mapping[str, Plain]) -> Act | None:
    """The act so far; None where nobody was named (放弃) or 不定之雾 puts it off: nothing is rolled or drawn then."""
    raw: dict[str, Plain] = {"skill": skill.name, "by": by or None}
    raw |= {key: entry[key] for key in ("to", "votes") if entry.get(key) is not None}
    if skill.pick is not None:
        raw["pick"] = skill.pick
    try:
        what = read(desk, entry_of(normal(raw)))
    except Illegal:
        return None
    if (not what.to and skill.seats[0]) or puts_off(desk, what):
        return None
    return what


def _dice(desk: Desk, what: Act | None) -> Field | None:
    if what is None:
        return None
    plan = plan_of(desk, what.by, what.to, what.skill.rolls(desk, what), what.skill.own)
    low, high = (2, 5) if plan.narrow else (1, 6)
    if not plan.needed:
        return None
    if plan.faces.count(None) == len(plan.faces):
        return Dice(plan.needed, low, high)
    left = (Dice(1, low, high),) * plan.extra
    return Row((*(Dice(1, low, high) if face is None else Const(face) for face in plan.faces), *left))


def _nobody(skill: Skill) -> Callable[[Mapping[str, Plain]], bool] | None:
    """信仰变更 and 放逐投票 are nobody's: no `by` beside them."""
    return (lambda entry: entry.get("by") is None) if skill.kind in 无座 else None


def _true_dice(desk: Desk, skill: Skill, by: int) -> Callable[[Mapping[str, Plain]], bool] | None:
    """Dice that needn't be written must be possible all the same where they are (R34, R36)."""
    if skill.rolls is 无骰:
        return None

    def fits(entry: Mapping[str, Plain]) -> bool:
        die = entry.get("die")
        what = None if die is None else _seen(desk, skill, by, entry)
        if what is None:
            return True
        plan = plan_of(desk, what.by, what.to, skill.rolls(desk, what), skill.own)
        try:
            counted(plan, die if isinstance(die, list | tuple) else (die,), Told())
        except Illegal:
            return False
        return True

    return fits


def _draws(desk: Desk, what: Act | None) -> Field | None:
    if what is None or what.skill.draws(desk, what, ()) is None:
        return None
    return Draws(lambda got: what.skill.draws(desk, what, got))


def _one_of_two(desk: Desk, what: Act | None, entry: Mapping[str, Plain]) -> Field | None:
    """R37: only where the dice are equal, so not before they are thrown."""
    if what is None:
        return None
    die = entry.get("die")
    rolled = list(die)[:2] if isinstance(die, list | tuple) else []
    return OneOf(tuple(Offer(seat) for seat in what.to)) if len(rolled) == 2 and rolled[0] == rolled[1] else None


# --- what is demanded
def _oldest(desk: Desk) -> list[Stored]:
    """R63: of each seat the oldest action put off last night."""
    first: dict[int, Stored] = {}
    for stored in desk.延迟:
        first.setdefault(stored.by, stored)
    return list(first.values())


def _settling(desk: Desk, stored: Stored) -> Prompt:
    step, what = step_of(stored.skill), stored.act()
    asked = Prompt(step, "下一晚结算", stored.by, line=step, title=stored.skill.name, told="by")
    try:
        check(desk, what)
    except Illegal as no:
        return replace(asked, ok=False, why=no.why, cite=no.cite)
    found = (("die", _equal(desk, what) if what.pick is not None and len(what.to) == 2 and not stored.skill.picks else _dice(desk, what)),)
    fields = tuple((k, f) for k, f in (*found, ("drawn", _draws(desk, what))) if f is not None)
    return replace(asked, fields=fields, must=True)


def _equal(desk: Desk, what: Act) -> Field:
    """R37: a seat was named beforehand, so only equal dice settle it."""
    plan = plan_of(desk, what.by, what.to, what.skill.rolls(desk, what), True)
    faces = range(2, 6) if plan.narrow else range(1, 7)
    return OneOf(tuple(Offer([face, face, *(face,) * plan.extra]) for face in faces))


def _demand(desk: Desk, skill: Skill, by: int, to: int | None, must: bool = True) -> Prompt:
    fields = tuple((k, f) for k, f in _fields(desk, skill, by) if k != "to")
    named: Fields = (("to", Seats((Offer(to),))),) if to else ()
    title, step = f"{skill.pick or ''}{to or ''}", step_of(skill)
    true = _true_dice(desk, skill, by) or _nobody(skill)
    return Prompt(step, skill.name, by or None, (*named, *fields), must=must, line=step, title=title, told="by", fits=true)


def _passives(desk: Desk) -> Iterator[Prompt]:
    owed = {(o.by, o.pick, o.to) for o in (debt.owed for debt in passive.欠被动(desk))}
    for skill in PLACES[8]:
        for holder, seat in passive.strikes(desk, skill.pick):
            if (holder, (seat,), skill.pick) not in desk.done:
                yield _demand(desk, skill, holder, seat, (holder, skill.pick, (seat,)) in owed)


def _splits(desk: Desk) -> Iterator[Prompt]:
    for owed in (debt.owed for debt in passive.欠均分(desk)):
        yield _demand(desk, PLACES[9][0], owed.by or 0, _seat(owed))


def _seat(owed: Owed) -> int:
    return owed.to[0] if owed.to else 0


# --- the day
def _of_day(desk: Desk, place: int) -> Iterator[Prompt]:
    rows = BY_DAY[place]
    if place in sharing.位:
        yield from _sharings(desk, place, rows[0])
    elif place == 3:
        yield from (_demand(desk, rows[0], 0, _seat(debt.owed)) for debt in day.欠变更(desk))
    elif place == 4 and desk.获胜 and desk.alive[desk.获胜] and not desk.已随机传教:
        yield _demand(desk, rows[0], desk.获胜, None, bool(day.due_pairs(desk)))
    elif place == 5:
        yield _vote(desk, rows[0])
    elif place == 6 and day.处决反噬(desk):
        yield _demand(desk, rows[0], desk.board.seat["黑夜女神"], None, bool(day.神边在场(desk)))


def _sharings(desk: Desk, place: int, skill: Skill) -> Iterator[Prompt]:
    """One after the other: what a holder shares out the next one finds."""
    for holder in sharing.holders(desk, sharing.位[place]):
        if holder < desk.holder or (holder, (), skill.pick) in desk.done:
            continue
        if holder > desk.holder:
            reach(desk, place, holder)
        if sharing.needs_draw(desk, sharing.位[place], holder):
            yield _demand(desk.copy(), skill, holder, None)  # the next holder works on


def _vote(desk: Desk, skill: Skill) -> Prompt:
    step = step_of(skill)
    if desk.放逐 is not None:
        return Prompt(step, skill.name, line=step, ok=False, why=Why("今日已投"), cite=("一/【4】", "R40"), told="all")
    return Prompt(step, skill.name, fields=tuple(_fields(desk, skill, 0)), line=step, told="all", fits=_nobody(skill))
