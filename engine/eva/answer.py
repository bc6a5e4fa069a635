"""What the answer shows when a phase has ended: announce, table, seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.declare import Closed
from engine.eva.limits import has_right
from engine.eva.phase import carried, ended
from engine.eva.relic import owing
from engine.eva.roles import GROUPS
from engine.eva.state import Seat, State
from engine.record import Why

Plain = Any


def close(state: State) -> Closed[State]:
    """Settle the phase, or preview its settling."""
    end = ended(state)
    after = carried(end)
    announce = night_news(end, after) if end.night else day_news(end)
    seats = {n: shown_seat(end, after, n) for n in range(1, len(end.seats) + 1)}
    return Closed(after, announce, seats, table(end), end.winner, told(end))


def told(state: State) -> tuple[Why, ...]:
    """结算 for people."""
    return tuple(
        Why("结算·众" if by is None else "结算", (("skill", s), ("by", by), ("to", to), ("result", result)))
        for s, by, to, result in state.结算
    )


# --- announce


def day_news(state: State) -> dict[str, Plain]:
    if state.number == 1:
        return {"神眷者": state.day.voted}
    return {"投票出局": _named(state.outs), "虚体": [{"seat": n, "身份": state.seat(n).身份} for n in state.day.虚体]}


def night_news(state: State, after: State) -> dict[str, Plain]:
    """The opening post of the next day."""
    words = dict(state.dark.遗言)
    return {
        "投票出局": _named(state.yesterday),
        "夜晚出局": _named(state.outs),
        "神眷者": state.神眷者,
        "流言": [{"to": n, "votes": 2} for n in after.流言],
        "剑痕": [text for _, text in state.dark.剑痕],
        "权势": sorted(state.dark.权势),
        "遗言": [{"seat": n, "text": words[n]} for n in (*state.yesterday, *state.outs) if n in words],
    }


def _named(seats: tuple[int, ...]) -> list[dict[str, int]]:
    return [{"seat": n} for n in seats]


# --- table


def table(state: State) -> dict[str, Plain]:
    shown: dict[str, Plain] = {
        "圣物": {"持有者": state.持有者, "诅咒": state.诅咒, "夜数": state.夜数},
        "神眷者": state.神眷者,
        "认主": [{"seat": n, "阵营": side, "phase": phase} for n, side, phase in state.认主],
        "使徒": state.使徒,
        "待定": [{"skill": o.skill, "by": o.by} for o in owing(state)],
        "结算": [{"skill": skill, "by": by, "to": to, "result": result} for skill, by, to, result in state.结算],
    }
    return shown | (night_table(state) if state.night else {"票数": dict(state.day.tally)})


def night_table(state: State) -> dict[str, Plain]:
    dark = state.dark
    return {
        "诅咒": None if dark.诅咒 is None else {"to": dark.诅咒[0], "result": dark.诅咒[1]},
        "追踪": dark.追踪,
        "牵制": dark.牵制,
        "祝福": dark.祝福,
        "诡辩": None if dark.诡辩 is None else dark.诡辩[1],
        "告死": list(dark.告死),
        "虔诚": dark.虔诚,
    }


# --- seats


def shown_seat(end: State, after: State, n: int) -> Mapping[str, Plain]:
    seat = after.seat(n)
    present = seat.出局 is None and seat.挂机 is None
    return {
        "身份": seat.身份,
        "原身份": seat.原身份,
        "阵营": seat.阵营,
        "存活": seat.出局 is None,
        "出局": seat.出局,
        "挂机": seat.挂机 is not None,
        "蓝牌": seat.蓝牌,
        "黄牌": seat.黄牌,
        "红牌": seat.红牌,
        "圣物": end.持有者 == n,
        "神眷者": end.神眷者 == n,
        "腐化": seat.腐化,
        "虚体": seat.虚体,
        "长寿已耗": seat.长寿已耗,
        "限定已用": list(seat.限定已用),
        "拓印技能": seat.拓印技能,
        "投票权": present and right(end, n),
        "群": groups(seat) if present else [],
    }


def right(state: State, n: int) -> bool:
    """May vote today, or by night on the coming day (R14, R20)."""
    return has_right(state, n, state.dark.权势, False) if state.night else has_right(state, n)


def groups(seat: Seat) -> list[str]:
    return [name for name, skill in GROUPS if seat.owns(skill)]
