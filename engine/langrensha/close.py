"""The end of a phase: its settlement, the last check, and what the answer shows (record.md §8–§10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.change import changed
from engine.declare import Closed
from engine.langrensha.dawn import dawn
from engine.langrensha.identity import kind_of, side
from engine.langrensha.state import State
from engine.langrensha.win import judged_at_end
from engine.record import Why

Plain = Any


def badge(state: State) -> State:
    """R47: a badge that its dead holder did not use by the end of the 天 is torn."""
    holder = state.警长
    return changed(state, 警长=None) if holder is not None and not state.at(holder).alive else state


def settled(state: State) -> State:
    """The phase worked out to its end (§11); a decided game has no shot and no 重投 left."""
    state = judged_at_end(dawn(state) if state.夜 else badge(state))
    if state.winner is not None:
        state = changed(state, may=()) if state.夜 else changed(state.today(平票=()), may=())
    return state


def seat_fields(state: State, number: int) -> dict[str, Plain]:
    seat = state.at(number)
    return {
        "role": seat.role,
        "kind": kind_of(state, seat),
        "side": side(state, number),
        "alive": seat.alive,
        "cause": seat.cause,
        "情侣": seat.情侣,
        "榜样": seat.榜样,
        "幸运儿": seat.幸运儿,
        "命": seat.命,
        "投票权": seat.投票权,
        "失去技能": seat.失去技能,
        "left": dict(seat.left),
    }


def dead_of(state: State) -> list[int]:
    return sorted(death.seat for death in state.fallen)


def last_words(state: State) -> list[int]:
    """遗言 (R51)."""
    option = state.opt("遗言")
    if option == "无":
        return []
    if state.夜:
        return dead_of(state) if option == "全部" or state.number == 1 else []
    if option == "全部":
        return sorted(d.seat for d in state.fallen if d.cause in ("公投", "开枪", "殉情") and not d.爆后)
    return sorted(d.seat for d in state.fallen if d.cause == "公投")


def night_news(state: State) -> dict[str, Plain]:
    news: dict[str, Plain] = {}
    if state.holders("熊"):
        news["熊"] = "咆哮" if state.night.咆哮 else "没有咆哮"
    news["死讯"] = dead_of(state)
    if state.holders("禁言长老"):
        news["禁言"] = state.night.报禁
    news["遗言"] = last_words(state)
    return news


def day_news(state: State) -> dict[str, Plain]:
    day = state.day
    return {
        "警长": day.警长,
        "公投": day.公投,
        "死讯": dead_of(state),
        "亮明": dict(sorted(day.亮明)),
        "遗言": last_words(state),
        "DQ": sorted(day.DQ),
    }


def shots(state: State) -> list[int]:
    return sorted(may.seat for may in state.may)


def night_table(state: State) -> dict[str, Plain]:
    night = state.night
    return {
        "警长": state.警长,
        "枪": shots(state),
        "刀": night.刀,
        "守护": night.守护,
        "抱": night.抱,
        "魅惑": night.魅惑,
        "禁言": night.禁言,
    }


def day_table(state: State) -> dict[str, Plain]:
    return {"警长": state.警长, "枪": shots(state), "平票": list(state.day.平票)}


def steps_told(state: State, before: int) -> tuple[Why, ...]:
    """What the settlement did, seat by seat, and how the game was won, for people."""
    told = tuple(event.why for event in state.events[before:])
    if state.winner is None:
        return told
    ruling = state.won[1]
    return (*told, Why(f"胜·{ruling}" + (f"·{state.opt('胜利条件')}" if ruling == "R55" else "")))


def close(state: State) -> Closed[State]:
    before = len(state.events)
    after = settled(state)
    announce: Mapping[str, Plain] = night_news(after) if after.夜 else day_news(after)
    table = night_table(after) if after.夜 else day_table(after)
    seats = {number: seat_fields(after, number) for number in after.numbers}
    return Closed(after, announce, seats, table, after.winner, steps_told(after, before))
