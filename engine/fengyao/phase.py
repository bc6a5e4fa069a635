"""The frame around the skills: which row an entry is, carrying it out, 裁定, and a phase's beginning and end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.declare import Closed, Done, Illegal, Owed
from engine.fengyao import day, first, night, standing, vote
from engine.fengyao.day import 终局
from engine.fengyao.settle import 今链, 天亮, 条后, 白昼胜者, 结算白昼
from engine.fengyao.skill import Skill, spent
from engine.fengyao.standing import 星象目标, 计
from engine.fengyao.state import Seat, State, but, 封时后, 已封, 标记序, 票权, 记, 镇压
from engine.fengyao.win import 延
from engine.record import Entry, Why

Plain = Any

ROWS: tuple[Skill, ...] = (*first.ROWS, *day.ROWS, *standing.ROWS, *night.ROWS, *vote.ROWS)
_BY_NAME: Mapping[tuple[str, str], Skill] = {(skill.kind, skill.row or skill.name): skill for skill in ROWS}
# Rows of 白昼1 that share their name: with `by` and without.
_首昼两行: Mapping[str, tuple[str, str]] = {"星象": ("星象选", "星象示"), "化形": ("化形全示", "化形示")}
# The place of a skill where it has no row in the phase.
_PLACE: Mapping[str, str] = {skill.name: skill.cite for skill in reversed(ROWS)}


def row(state: State, entry: Entry) -> Skill | None:
    """The row of the tables that this entry is; None where its skill does not belong to the phase."""
    name = entry.skill
    if state.kind == "首昼":
        if name in _首昼两行:
            name = _首昼两行[name][entry.by is None]
        elif name == "天眼":
            name = "天眼二"
    return _BY_NAME.get((state.kind, name))


def cite(state: State, entry: Entry) -> tuple[str, ...]:
    """The skill's own place, whatever the verdict; of a struck entry as far as what is written there can be read."""
    skill = entry.skill
    pick, by = (entry.raw.get("pick"), entry.raw.get("by")) if entry.struck else (entry.pick, entry.by)
    if skill in ("验妖", "鉴仙图"):
        which = pick[0] if isinstance(pick, list) and pick else pick
        place = "妖首/验妖" if skill == "验妖" else "鉴仙图"
        return (f"{place}/{which}",) if isinstance(which, str) and which in ("①", "②", "③", "④") else (place,)
    if skill == "化形":
        return ("妖首/验妖" if isinstance(by, int) else "化形/②",)
    if skill == "天眼":
        return ("仙童/天眼/②" if state.kind == "首昼" else "仙童/天眼/①",)
    return (_PLACE.get(skill, "record") if isinstance(skill, str) else "record",)


def act(state: State, entry: Entry) -> Done[State]:
    """Carry an entry out. Everything that forbids comes before anything that is missing."""
    skill = row(state, entry)
    if skill is None:
        raise Illegal("非此阶段", *(("R25",) if state.kind == "首昼" else ("游戏流程",)), skill=entry.skill, phase=state.phase)
    no = barred(state, skill)
    if no:
        raise no
    skill.who(state, entry)
    if skill.once and spent(skill, entry) in state.used:
        raise Illegal("本阶段已用", "R47" if skill.once == "seat" else "游戏流程", skill=skill.name)
    for limit in skill.limits:
        limit(state, entry)
    done = skill.do(state, entry)
    after = done.state if done.state is not state else but(state)
    # Nobody else holds `after` yet: it is finished in place, which spares a second copy of every state.
    fields = after.__dict__
    fields["step"] = skill.step
    fields["used"] = state.used | {spent(skill, entry)}
    if entry.place is not None:
        _place(state, after, entry.place)
    return done if after is done.state else Done(after, done.result, done.cite, done.why)


def _place(before: State, after: State, place: tuple[int, int]) -> None:
    """What an entry did bears its log index."""
    fields = after.__dict__
    for key in ("events", "aims"):
        old, new = getattr(before, key), fields[key]
        if len(new) > len(old):
            fields[key] = (*old, *(replace(item, at=place) for item in new[len(old) :]))


def barred(state: State, skill: Skill) -> Illegal | None:
    """The end of the game, and the order of the steps."""
    if state.over is not None and not (skill.name == "天眼" and state.over == "深渊" and state.指认 is None):
        return Illegal("已终局", *(("R29", "R82") if state.s0 else ("R82",)), winner=state.over)
    return Illegal("流程已过", "游戏流程", skill=skill.name) if skill.step < state.step else None


def owes(state: State) -> tuple[Owed, ...]:
    """A 黑夜 without its vote can't be followed by a 白昼 (R72)."""
    voted = state.kind != "黑夜" or state.over is not None or ("诛仙投票", 0) in state.used
    return () if voted else (Owed("诛仙投票", fatal=True, cite="R72"),)


# 裁定 -------------------------------------------------------------------------------------------------------------


def overrule(state: State, entry: Entry) -> State:
    """These fields stand as played; nothing else changes."""
    if state.over is not None:
        raise Illegal("已终局", "R82", winner=state.over)
    for seat, fields in sorted((entry.set or {}).items()):
        state = _set(state, seat, fields)
        state = but(state, events=记(state, seat, "被裁定", "裁定", fields=dict(fields)))
    return state


def _set(state: State, seat: int, fields: Mapping[str, Plain]) -> State:
    old = state.at(seat)
    changes: dict[str, Plain] = {key: fields[key] for key in ("top", "bottom", "status", "mode") if key in fields}
    if "sealed" in fields:
        changes["sealed"] = tuple(fields["sealed"])
    if "marks" in fields:
        changes["marks"] = frozenset(fields["marks"]) - {"止伐"}
        if "止伐" in fields["marks"]:
            changes["止伐"] = state.n
        elif old.止伐 == state.n:
            changes["止伐"] = 0
    if fields.get("status", old.status) != old.status:
        changes["镇压于"] = state.n if fields["status"] == 镇压 else 0
    new = but(old, **changes)
    times = dict(state.封时)
    for card in {*old.sealed, *new.sealed}:
        if card not in new.sealed:
            times.pop(card, None)
        elif card not in old.sealed:
            times[card] = state.clock
    return but(state, seats=state.set(seat, new), 封时=times)


# beginning and end ------------------------------------------------------------------------------------------------


def begin(state: State, phase: str) -> State:
    """Open a phase; at dawn S0 is done."""
    n = int(phase[2:])
    kind = "首昼" if phase == "白昼1" else phase[:2]
    state = but(
        state, kind=kind, n=n, step=0, used=frozenset(), over=None, s0=False, 指认=None, aims=(), 护=frozenset(), 封次=0,
        加票=False, 票数=None, 票封=frozenset(), 延=False,
    )  # fmt: skip
    return 天亮(state) if kind == "白昼" else state


def close(state: State) -> Closed[State]:
    """Settle the phase and show it."""
    if state.kind != "黑夜":
        return _end_day(state)
    hit = sorted(state.票封)
    gone = [seat for seat in hit if state.at(seat).top is None]
    zero = state.票数 is not None and not state.票数
    state = but(state, 加封=zero, 上票=state.票封)
    return _shown(state, {"封印": hit, "讼罪": gone, "抗辩": list(gone)}, 终局(state, None))


def _end_day(state: State) -> Closed[State]:
    case = 结算白昼(state)
    found = 白昼胜者(state, case)
    winner = 终局(state, found)
    state = but(
        state,
        seats=case.seats,
        封时=封时后(state, case.lost, case.seats),
        读条=条后(state, case.lost),
        延=state.延 or found == 延,
        加封=False,
        events=(*state.events, *case.events),
    )
    if state.kind == "首昼":
        return _shown(state, {}, winner, case.events)
    gone = [seat for seat in case.lost if state.at(seat).top is None]
    announce: dict[str, Plain] = {"封印": list(case.lost), "镇压": gone, "抗辩": [seat for seat in gone if seat in state.上票]}
    if state.deal.held("佛陀"):
        announce["止伐"] = sorted(seat for day, seat in state.止伐史 if day == state.n - 1)
    return _shown(state, announce, winner, case.events)


def _shown(state: State, announce: Mapping[str, Plain], winner: str | None, events: tuple[Plain, ...] = ()) -> Closed[State]:
    state = but(state, 额外=2 if winner is None and state.延 else max(state.额外 - 1, 0))
    if winner is not None:
        state = but(state, over=winner)
    state = but(state, shown=_seats(state))
    seats = dict(enumerate((seat for _, seat in state.shown), 1))
    end = (Why("终局", (("winner", winner),)),) if winner else (Why("延长"),) if state.额外 == 2 else ()
    return Closed(state, announce, seats, table(state), winner, (*(event.why for event in events), *end))


def _seats(state: State) -> tuple[tuple[Seat, Mapping[str, Plain]], ...]:
    """Each seat with what the answer shows of it; taken over from the phase before where nothing has changed (measured: half the time)."""
    before: Sequence[tuple[Seat | None, Mapping[str, Plain]]] = state.shown or ((None, {}),) * len(state.seats)
    return tuple(
        (now, told if now is old and not now.止伐 and not now.镇压于 else _seat(state, i + 1, now))
        for i, (now, (old, told)) in enumerate(zip(state.seats, before, strict=True))
    )


def _seat(state: State, seat: int, now: Seat) -> dict[str, Plain]:
    marks = now.marks | {"止伐"} if now.止伐 == state.n else now.marks
    return {
        "top": now.top,
        "bottom": now.bottom,
        "sealed": list(now.sealed),
        "status": now.status,
        "mode": now.mode,
        "votes": 票权(now, state.n + (state.kind == "黑夜")),
        "camp": state.deal.归属[seat],
        "marks": [mark for mark in 标记序 if mark in marks] if marks else [],
    }


def table(state: State) -> dict[str, Plain]:
    """Hidden state of the game at the end of the phase, every key always there."""
    deal = state.deal
    link = 今链(state)
    next_night = state.n + (state.kind == "黑夜")
    shine = 星象目标(state, next_night)
    return {
        "验妖": list(deal.验妖),
        "封妖": 2 if state.加封 else 1,
        "圣陨": None if not deal.held("圣贤") else "已用" if state.圣陨 else "可用" if 已封(state, "圣贤") else "无效",
        "血祭": state.血祭数 if deal.held("血俑") else None,
        "生死链": {"pick": link.pick, "to": list(link.seats)} if link else None,
        "止伐": sorted(seat for _, seat in state.止伐史) if deal.held("佛陀") else None,
        "读条": [{"by": bar.by, "to": bar.to, "白昼": bar.白昼} for bar in state.读条],
        "精魄": state.精魄 if deal.held("纸人") else None,
        "无意义": state.无意义 if deal.held("鬼巫") else None,
        "邪神牌": state.邪神牌,
        "骨筹": {"计": 计(state, next_night), "已抽": list(state.骨筹抽)} if "枯骨" in deal.在场 else None,
        "量天": {"池": list(deal.池), "已抽": list(state.量天抽), "已报": list(state.量天报)} if "树精" in deal.在场 else None,
        "星象": {"目标": shine, "方向": state.星象[1]} if state.星象 else None,
        "票数": state.票数,
        "额外": state.额外 or None,
    }
