"""死亡之后: everybody who dies goes through this one chain (R39, R42, R50).

A shot is left as a May (R28); a fallen 村长 takes the skills along (R48).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.change import changed
from engine.declare import Event
from engine.flow import chain
from engine.langrensha.identity import kind
from engine.langrensha.roles import CAUSES
from engine.langrensha.state import Death, May, State
from engine.langrensha.win import judged
from engine.record import Why

Plain = Any
DENIED = frozenset({f"死因无枪·{cause}" for cause in CAUSES} | {"中毒无枪", "被抱无枪", "失技无枪", "枪过时"})
FALLS = frozenset({"毒药", "暗杀", "开枪", "公投"})  # R37: the causes by which a 村长 takes the skills along


def immune(state: State, death: Death) -> bool:
    """R39: from nightfall until 发言 nothing but DQ kills 恶魔."""
    return state.at(death.seat).role == "恶魔" and death.cause != "DQ" and (state.夜 or state.day.未发言)


def 魅惑(state: State, death: Death) -> Iterable[int]:
    """R33: exiled or shot in the day, 狼美人 takes along whom she charmed in the night before."""
    charmed = state.night.魅惑
    if charmed is not None and not state.夜 and death.cause in ("公投", "开枪") and state.at(death.seat).role == "狼美人":
        yield charmed


def 殉情(state: State, death: Death) -> Iterable[int]:
    """R50: the other lover, at once."""
    lover = state.at(death.seat).情侣
    if lover is not None:
        yield lover


死亡之后: tuple[Callable[[State, Death], Iterable[int]], ...] = (魅惑, 殉情)


def no_shot(state: State, death: Death) -> tuple[str, str] | None:
    """Why a seat with a gun may not shoot (code, ruling); None: it may (R28, R48)."""
    if death.cause not in ("刀", "公投"):
        return f"死因无枪·{death.cause}", "R28"
    if state.夜 and death.seat in state.night.毒:
        return "中毒无枪", "R28"
    if state.夜 and state.night.抱 == death.seat:
        return "被抱无枪", "R38"
    return None


def armed(state: State, death: Death) -> State:
    """开枪 is left as a May for who may shoot; a denied shot is remembered with its rule."""
    seat = state.at(death.seat)
    if seat.left.get("枪", 0) < 1 or seat.失去技能:
        return state.tell(death.seat, "失技无枪", "村长", "R48") if seat.失去技能 and "枪" in seat.left else state
    denied = no_shot(state, death)
    if denied:
        return state.tell(death.seat, denied[0], "猎人", denied[1])
    may = May(death.seat, "开枪", "夜" if state.夜 else "公投", "猎人")
    return changed(state, may=(*state.may, may)).tell(death.seat, "可开枪", "R28", "R29")


def spared(state: State, death: Death) -> State | None:
    """The state when this death does not happen: dead already (R40: the first cause stays), or 恶魔 (R39)."""
    if not state.at(death.seat).alive:
        return state.tell(death.seat, "已死再中", "R40", cause=death.cause)
    if immune(state, death):
        return state.tell(death.seat, "恶魔不死", "恶魔", "R39", cause=death.cause)
    return None


def fallen(state: State, death: Death) -> State:
    number, seat = death.seat, state.at(death.seat)
    dead = changed(seat, alive=False, cause=death.cause, 命=None if seat.命 is None else 0)
    seats = (*state.seats[: number - 1], dead, *state.seats[number:])
    event = Event(state.phase, number, Why("死亡", (("seat", number), ("cause", death.cause))), cause_cite(death.cause))
    return changed(state, seats=seats, fallen=(*state.fallen, death), events=(*state.events, event))


def cause_cite(cause: str) -> tuple[str, ...]:
    places = ("R19", "R25", "R35", "R36", "R50", "R28", "R46", "R45", "R52")
    return (places[CAUSES.index(cause)],)


def lapsed(state: State, *of: str) -> State:
    """R29: shots that were not fired in time."""
    late = [may for may in state.may if may.of in of]
    for may in late:
        state = state.tell(may.seat, "枪过时", "猎人", "R29")
    return changed(state, may=tuple(may for may in state.may if may not in late)) if late else state


def spoken(state: State, **day: Plain) -> State:
    """With 发言 or 公投 the night's shots, hugs and 恶魔's immunity are over (R29, R38, R39); what else the day notes."""
    return lapsed(state, "夜").today(未发言=False, **day)


def settle(state: State, death: Death) -> tuple[State, list[Death]]:
    """One death: the seat falls, its shot, the check of victory (R53), then whom it takes along (R42)."""
    kept = spared(state, death)
    if kept is not None:
        return kept, []
    state = judged(armed(fallen(state, death), death), "R53")
    return state, [Death(seat, "殉情", death.爆后) for rule in 死亡之后 for seat in rule(state, death)]


def die(state: State, deaths: Iterable[Death]) -> State:
    """These deaths in their order, each with its chain, then R48."""
    before = len(state.fallen)
    return 神民失技(chain(settle, state, deaths), before)


def 神民失技(state: State, before: int) -> State:
    """R48: a 村长 dead by 毒药, 暗杀, 开枪 or 公投 takes the skills of every seat of kind 神 then alive, gifts too."""
    if not any(d.cause in FALLS and state.at(d.seat).role == "村长" for d in state.fallen[before:]):
        return state
    for number in state.living():
        if kind(state, number) == "神":
            seat = state.at(number)
            state = state.set(number, 失去技能=True, left=dict.fromkeys(seat.left, 0)).tell(number, "失去技能", "村长", "R48")
    return state


def kill(state: State, *deaths: tuple[int, str]) -> tuple[State, list[int]]:
    """By day: these (seat, cause) in turn; with the seats that died of it, ascending."""
    before = len(state.fallen)
    state = die(state, [Death(seat, cause, state.day.自爆) for seat, cause in deaths])
    return state, sorted(d.seat for d in state.fallen[before:])
