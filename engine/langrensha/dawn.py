"""The end of a 夜: its deaths in their order (R40), then what is told in the morning. And how a 夜 and a 天 begin."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.change import changed
from engine.langrensha.death import die, lapsed
from engine.langrensha.identity import looks_wolf
from engine.langrensha.state import Day, Death, Night, State


def 刀亡(state: State) -> tuple[State, Iterable[int]]:
    """R19, R23, R26, R37: guarded or saved, not both, is not hit; a 村长 loses one 命 and 解药 cannot help with the first."""
    night, hit = state.night, state.night.刀
    if hit is None:
        return state, ()
    guarded = night.守护 == hit
    if guarded and night.救:
        state = state.tell(hit, "同守同救", "守卫", "R26")
    elif guarded:
        return state.tell(hit, "守住", "守卫", "R23"), ()
    elif night.救 and state.at(hit).命 != 2:
        return state.tell(hit, "救回", "女巫", "R25"), ()
    if state.at(hit).命 == 2:
        return state.set(hit, 命=1).tell(hit, "失一命", "村长", "R37"), ()
    return state, (hit,)


def 毒亡(state: State) -> tuple[State, Iterable[int]]:
    return state, state.night.毒


def 暗杀亡(state: State) -> tuple[State, Iterable[int]]:
    return state, () if state.night.暗杀 is None else (state.night.暗杀,)


def 商人亡(state: State) -> tuple[State, Iterable[int]]:
    return state, () if state.night.商人 is None else (state.night.商人,)


夜亡: tuple[tuple[str, Callable[[State], tuple[State, Iterable[int]]]], ...] = (
    ("刀", 刀亡),
    ("毒药", 毒亡),
    ("暗杀", 暗杀亡),
    ("黑市商人", 商人亡),
)  # R40


def night_deaths(state: State) -> State:
    """R40: each death with its chain in turn; R48 after all of them."""
    deaths: list[Death] = []
    for cause, rule in 夜亡:
        state, seats = rule(state)
        deaths.extend(Death(seat, cause) for seat in seats)
    return die(state, deaths)


def neighbours(state: State, seat: int) -> set[int]:
    """R32: the nearest seats to both sides alive when the night began."""
    count = len(state.seats)
    round_table = [(seat - 1 + step) % count + 1 for step in range(1, count)]
    standing = [n for n in round_table if n in state.dusk]
    return {standing[0], standing[-1]} if standing else set()


def roars(state: State) -> bool:
    """熊 (R32): alive after the night, with its skill, beside one who looks a wolf."""
    return any(
        state.at(bear).alive and not state.at(bear).失去技能 and any(looks_wolf(state, n) for n in neighbours(state, bear))
        for bear in state.holders("熊")
    )


def silence(state: State) -> tuple[int | None, int | None]:
    """禁言 (R34): the seat announced, the seat silenced. Where one of the two died the option says whether it is announced."""
    chosen = state.night.禁言
    if chosen is None:
        return None, None
    elder = any(state.at(n).alive for n in state.holders("禁言长老"))
    both = elder and state.at(chosen).alive
    told = chosen if both or state.opt("禁言信息") == "报" else None
    return told, chosen if both else None


def dawn(state: State) -> State:
    """The night settled, and what it leaves for the morning."""
    state = night_deaths(state)
    told, silent = silence(state)
    dead = tuple(sorted(death.seat for death in state.fallen))
    return state.tonight(咆哮=roars(state), 报禁=told, 无声=silent, 死讯=dead)


def nightfall(state: State, phase: str, number: int) -> State:
    """A 夜 begins: old shots lapse (R29), 野孩子 awakes (R13), who lives now acts and can be aimed at (R17)."""
    state = lapsed(state, "夜", "公投")
    state = changed(state, phase=phase, number=number, 夜=True, step=0, past=(), fallen=(), last=state.night, night=Night())
    for number in state.holders("野孩子"):
        seat = state.at(number)
        if seat.alive and not seat.觉醒 and seat.榜样 is not None and not state.at(seat.榜样).alive:
            state = state.set(number, 觉醒=True).tell(number, "觉醒", "野孩子", "R13", to=seat.榜样)
    return changed(state, dusk=frozenset(state.living()))


def daybreak(state: State, phase: str, number: int) -> State:
    """A 天 begins: the shots of the night's dead are still to come."""
    return changed(state, phase=phase, number=number, 夜=False, step=0, past=(), fallen=(), day=Day())
