"""A phase from its opening to its end: entries settled by place, automatic work as its place is reached, the hand's 裁定 last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from engine.declare import Done, Illegal
from engine.eva import relic
from engine.eva.damage import doomed, settle, 感召之变
from engine.eva.daytime import bad_ballot, wrong_votes, 投票结算
from engine.eva.limits import CODE, LONGEST, block_of, no, owner_at_dawn, present
from engine.eva.nighttime import bad_blessing, blessed, blessings_of, pious, publish
from engine.eva.roles import 限定
from engine.eva.rows import KNOWN, PLACES, TEXT, Row, row_of, rows
from engine.eva.ruled import overrule
from engine.eva.state import Day, Night, Seat, State, where
from engine.eva.win import winner
from engine.record import Entry, Why

Plain = Any


# --- opening


def begin(state: State, phase: str) -> State:
    """Lay out a new phase. A night begins with (0): 诅咒, 追踪, and who owns what tonight (R11)."""
    night = phase.endswith("夜")
    number = state.number + (not night)
    state = state._replace(phase=phase, number=number, nth=state.nth + 1, night=night, opened=None, done=0, taken=(), used=(),
        outs=(), heard=(), 陷阱=(), 结算=(), held=state.持有者, 失主=None, 失眷=None, day=Day(), dark=Night(),
    )  # fmt: skip
    if night:
        state = relic.持有(relic.追踪(relic.诅咒(state)))
    state = state._replace(dawn=state.seats)
    return state._replace(opened=state)


# --- automatic work


def _preview(state: State) -> State:
    names = doomed(state)
    for n in state.living():
        if state.owns(n, "告死") and state.seat(n).挂机 is None:
            state = state.tell(n, "听·告死", seats=names)
    return state.tonight(告死=names)


def _settled(state: State) -> State:
    return publish(感召之变(settle(state, state.dark.死灵咒)))


AUTO = {
    False: ((PLACES[False]["投票结算"], 投票结算),),
    True: (
        (PLACES[True]["圣光"], blessed),
        (PLACES[True]["告死"], _preview),
        (PLACES[True]["遗言"], _settled),
        (PLACES[True]["灾厄"], relic.灾厄之告),
        (PLACES[True]["认主"], relic.认主),
        (PLACES[True]["虔诚"], pious),
    ),
}
END = {night: len(rows(night)) for night in (False, True)}


def advance(state: State, place: int) -> State:
    """The automatic work that comes before or at this place."""
    for at, work in AUTO[state.night]:
        if state.done < at <= place:
            state = work(state)._replace(done=at)
    return state


def finished(state: State) -> State:
    return advance(state, END[state.night])


# --- order


def copied(state: State, entry: Entry) -> bool:
    return entry.by is not None and state.seat(entry.by).拓印技能 == entry.skill


def order(state: State, entry: Entry) -> tuple[int, bool, int]:
    """Step and R25's order, originals before a copy, then the log. Ballots, cards and 挂机 keep the log's order; 裁定 comes last."""
    row = row_of(state, entry)
    if entry.struck or entry.skill == "裁定" or row is None:
        return END[state.night], False, where(entry)
    place = PLACES[state.night][row.name]
    return (0 if row.step == "随时" else place), row.by != "票" and copied(state, entry), where(entry)


def arrange(state: State, entries: Sequence[Entry]) -> Iterable[int]:
    return sorted(range(len(entries)), key=lambda j: (*order(state, entries[j])[:2], j))


# --- one entry


def act(state: State, entry: Entry) -> Done[State]:
    """Try an entry at its place; raises Illegal or Needs."""
    row = row_of(state, entry)
    if row is None:
        raise no("时段不合", *_home(entry), skill=entry.skill)
    state = advance(state, PLACES[state.night][row.name])
    wrong = shape(row, entry) or forbidden(state, row, entry)
    if wrong is not None:
        raise wrong
    done = carry_out(state, row, entry)
    why = done.why or (Why("做·" + row.skill, (("by", entry.by), ("to", named(row, entry)))),)
    return Done(done.state._replace(taken=(*done.state.taken, entry)), done.result, done.cite, why)


def _home(entry: Entry) -> tuple[str, ...]:
    row = KNOWN.get(entry.skill)
    return ("总体流程",) if row is None or row.step.startswith("D") else ("总体流程/2",)


def shape(row: Row, entry: Entry) -> Illegal | None:
    """Keys that the row rules out."""
    if row.by == "无" and entry.by is not None:
        return no("不写by", skill=entry.skill)
    if row.high == 0 and entry.to is not None:
        return no("不写to", skill=entry.skill)
    if row.by == "票" and (wrong := wrong_votes(entry)) is not None:
        return wrong
    if entry.pick is not None and not row.pick and row.key != "拓印选择":
        return no("不写pick", skill=entry.skill)
    if row.drawn and entry.to is not None and entry.drawn is not None:
        return no("to与drawn", "R23", skill=entry.skill)
    return None


def forbidden(state: State, row: Row, entry: Entry) -> Illegal | None:
    """The first limit that an entry breaks: who, how many, at whom, which choice."""
    return actor_forbidden(state, row, entry) or target_forbidden(state, row, entry) or pick_forbidden(state, row, entry)


def actor_forbidden(state: State, row: Row, entry: Entry) -> Illegal | None:
    if row.by == "群" and entry.by is not None and row.skill != "藏匿" and (wrong := _member(state, entry)) is not None:
        return wrong
    if row.by == "票":
        return None if row.skill == "投票" or entry.votes is not None else _first(row, state, entry)
    return _first(row, state, entry)


def _first(row: Row, state: State, entry: Entry) -> Illegal | None:
    return next((wrong for limit in row.who if (wrong := limit(state, entry)) is not None), None)


def _member(state: State, entry: Entry) -> Illegal | None:
    """A seat that speaks for its group: there, and an owner."""
    return present(state, entry) or owner_at_dawn(state, entry)


def named(row: Row, entry: Entry) -> tuple[int, ...] | None:
    """The seats an entry aims at; None: nobody was named (放弃)."""
    if row.drawn and entry.drawn is not None:
        return entry.list_of("drawn")
    return entry.to


def target_forbidden(state: State, row: Row, entry: Entry) -> Illegal | None:
    if row.by == "票" and (row.skill == "投票" or entry.votes is not None):
        many = entry.to is not None and len(entry.to) != 1
        return no("目标数不合", count=len(entry.to or ())) if many else (bad_ballot if row.skill == "投票" else bad_blessing)(state, entry)
    seats = named(row, entry)
    if seats is None:
        return None
    if not row.low <= len(seats) <= row.high or (len(set(seats)) < len(seats) and row.skill != "权势"):
        return no("目标数不合", count=len(seats))
    return next((wrong for n in seats for limit in row.whom if (wrong := limit(state, entry, n)) is not None), None)


def pick_forbidden(state: State, row: Row, entry: Entry) -> Illegal | None:
    if row.key == "拓印选择":
        return None if entry.pick in (state.dark.offer or ()) else no("不在名录", "R43", pick=entry.pick)
    if row.pick is TEXT:
        return None if entry.pick is None else text_forbidden(entry)
    declined = entry.to is None and entry.pick is None
    if not row.pick or declined or entry.pick in row.pick:
        return None
    return no("未写选择", words=row.pick) if entry.pick is None else no("不认识的选择", pick=entry.pick)


def text_forbidden(entry: Entry) -> Illegal | None:
    if entry.skill == "剑痕" and len(entry.pick) > LONGEST:
        return no("剑痕过长", "R42", count=len(entry.pick))
    if entry.skill == "遗言" and CODE.search(entry.pick):
        return no("遗言含代码", "R54")
    return None


def declines(row: Row, entry: Entry) -> bool:
    """放弃: no `to` where the row wants one, no `pick` where it wants text."""
    if row.by == "票":
        return row.skill == "祝福" and entry.to is None and entry.votes is None
    if row.pick is TEXT:
        return entry.pick is None
    return row.high > 0 and not row.drawn and entry.to is None


def carry_out(state: State, row: Row, entry: Entry) -> Done[State]:
    """A legal entry: told, given up, void, or done."""
    if row.tell is not None:
        return Done(state, row.tell(state))
    if declines(row, entry):
        return Done(state, None, (), (Why("放弃"),))
    if row.skill == "祝福":
        return bless(state, entry)
    void = voided(state, row, entry.by)
    state = spend(state, row, entry)
    for to in named(row, entry) or ():
        state = aimed(state, row, entry, to, void is not None)
    if void is not None:
        return Done(state, None, void[1], (Why(void[0]),))
    assert row.do is not None
    done = row.do(state, entry)
    if row.told != "by" or entry.by is None or done.result is None or callable(done.result):
        return done
    return replace(done, state=done.state.tell(entry.by, "听·反馈", skill=row.skill, to=entry.to, pick=entry.pick, result=done.result))


def aimed(state: State, row: Row, entry: Entry, to: int, void: bool) -> State:
    """For `why SEAT`: this was aimed here, in vain or not."""
    code = "被指" if entry.by is not None else "被指·群"
    why = Why(code + "·废" if void else code, (("skill", row.skill), ("by", entry.by)))
    return state.note(to, why, (row.cite,), where(entry))


def bless(state: State, entry: Entry) -> Done[State]:
    """祝福, one or many at once; a void one isn't counted but is used (R27, R30)."""
    row = KNOWN["祝福"]
    counted = []
    for by, to in blessings_of(entry):
        void = voided(state, row, by) is not None
        state = state._replace(used=(*state.used, ("祝福", by)))
        state = aimed(state, row, Entry("祝福", by, place=entry.place), to, void)
        counted += [] if void else [(by, to)]
    return Done(state.tonight(blessings=(*state.dark.blessings, *counted)), None, ("R30",))


def spend(state: State, row: Row, entry: Entry) -> State:
    """A use is a use, void or not (R27)."""
    if row.step == "随时" or row.skill == "投票" or row.drawn:
        return state
    state = state._replace(used=(*state.used, (row.name, entry.by)))
    if row.skill == "牵制":
        return state._replace(block=block_of(state))
    if row.skill in 限定 and row.key == "" and entry.by is not None:
        return state.change(entry.by, 限定已用=(*state.seat(entry.by).限定已用, row.skill))
    return state


def voided(state: State, row: Row, by: int | None) -> tuple[str, tuple[str, ...]] | None:
    """Why this use has no effect: 牵制, a 潜行 or 拓印 of the same night, a skill lost since (0). None: it works."""
    if by is None or not state.night or row.kind not in ("普通", "限定") or row.skill == "牵制":
        return None
    if state.dark.牵制 == by:
        return "受牵制", ("民兵/牵制", "R27")
    if by in state.dark.潜行 and row.skill != "潜行":
        return "潜行之夜", ("游荡者/潜行", "R28", "R61")
    if row.skill != "拓印" and ("拓印", by) in state.used:
        return "拓印之夜", ("学者/拓印", "R43", "R61")
    if row.skill in ("腐化", "灾厄", "流言") or state.owns(by, row.skill):
        return None
    return "技能已失", ("翻转身份", "R6", "R11")


def ruled(state: State, entry: Entry) -> State:
    """裁定 takes hold at the phase's end."""
    state = overrule(finished(state), entry)
    return state._replace(taken=(*state.taken, entry))


# --- the end


def ended(state: State) -> State:
    """The phase settled whole, with its winner."""
    state = relic.kept(finished(state))
    return state._replace(winner=winner(state))


def carried(state: State) -> State:
    """What the next phase begins with."""
    seats = tuple(_rested(seat) for seat in state.seats)
    if not state.night:
        return state._replace(seats=seats, yesterday=state.outs, 流言=(), 诡辩=None, 权势=frozenset())
    dark = state.dark
    rumours = tuple(n for n in dark.流言 if state.alive(n))
    return state._replace(seats=seats, yesterday=(), decayed=None, blessed=dark.祝福, 流言=rumours, 诡辩=dark.诡辩, 权势=dark.权势,
    )  # fmt: skip


def _rested(seat: Seat) -> Seat:
    """A copy chosen last night is owned from now on (R43); 挂机 is no longer of this phase."""
    if seat.新拓印 is not None:
        seat = seat._replace(拓印技能=seat.新拓印, 新拓印=None)
    return seat if seat.挂机 is None or seat.挂机 < 0 else seat._replace(挂机=-1)
