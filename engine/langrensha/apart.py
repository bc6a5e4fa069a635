"""Rules of 狼人杀 that can be thought away, for drills."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.apart import Apart, always, first_argument, left_out, replaced
from engine.change import changed
from engine.langrensha.dawn import 刀亡
from engine.langrensha.identity import is_wolf
from engine.langrensha.state import State

_ = "engine.langrensha."


Deaths = tuple[State, Iterable[int]]


def _刀无(守: bool, 救: bool) -> Callable[[State], Deaths]:
    """The knife of a night in which nobody was guarded, or nobody saved."""

    def rule(state: State) -> Deaths:
        night = state.night
        asked = state.tonight(守护=None if 守 else night.守护, 救=False if 救 else night.救)
        after, hit = 刀亡(asked)
        return after.tonight(守护=night.守护, 救=night.救), hit

    return rule


def _同守同救得活(state: State) -> Deaths:
    night = state.night
    both = night.刀 is not None and night.守护 == night.刀 and night.救
    return (state, ()) if both else 刀亡(state)


def _一命(state: State) -> Deaths:
    """A 村长 like anybody."""
    hit = state.night.刀
    if hit is None or state.at(hit).命 != 2:
        return 刀亡(state)
    after, deaths = 刀亡(state.set(hit, 命=1))
    return after, deaths


def _倒着(rules: Any) -> Any:
    return tuple(reversed(rules))


def _现邻(old: Any) -> Callable[[State, int], set[int]]:
    def rule(state: State, seat: int) -> set[int]:
        found: set[int] = old(changed(state, dusk=frozenset(state.living())), seat)
        return found

    return rule


def _照禁(old: Any) -> Callable[[State], tuple[int | None, int | None]]:
    return lambda state: (state.night.禁言, state.night.禁言)


APART: tuple[Apart, ...] = (
    Apart("守", ("守卫", "R23"), ((_ + "dawn", "夜亡"),), replaced(刀亡, _刀无(守=True, 救=False))),
    Apart("救", ("女巫", "R25"), ((_ + "dawn", "夜亡"),), replaced(刀亡, _刀无(守=False, 救=True))),
    Apart("同守同救", ("守卫", "R26"), ((_ + "dawn", "夜亡"),), replaced(刀亡, _同守同救得活)),
    Apart("两条命", ("村长", "R37"), ((_ + "dawn", "夜亡"),), replaced(刀亡, _一命)),
    Apart("死因先后", ("R40",), ((_ + "dawn", "夜亡"),), _倒着),
    Apart("当场胜负", ("胜利条件", "R53"), ((_ + "death", "judged"),), first_argument),
    Apart("空刀", ("狼人", "R21", "R43"), ((_ + "night", "空刀"),), always(None)),
    Apart("混血儿", ("混血儿", "R12"), ((_ + "identity", "model_side"),), always("好人")),
    Apart("丘比特阵营", ("丘比特", "R11"), ((_ + "identity", "cupid_side"),), always("好人")),
    Apart("熊邻座", ("熊", "R32"), ((_ + "dawn", "neighbours"),), _现邻),
    Apart("禁言作废", ("禁言长老", "R34"), ((_ + "dawn", "silence"),), _照禁),
    Apart("殉情", ("丘比特", "R50"), ((_ + "death", "死亡之后"),), left_out("殉情")),
    Apart("魅惑", ("狼美人", "R33"), ((_ + "death", "死亡之后"),), left_out("魅惑")),
    Apart("恶魔不死", ("恶魔", "R39"), ((_ + "death", "immune"),), always(False)),
    Apart("无枪", ("猎人", "R28", "R38"), ((_ + "death", "no_shot"),), always(None)),
    Apart("神民失技", ("村长", "R48"), ((_ + "death", "神民失技"),), first_argument),
    Apart("绑票", ("法官", "R57"), ((_ + "win", "绑票"),), always(False)),
    Apart("隐狼", ("隐狼", "R15"), ((_ + "dawn", "looks_wolf"), (_ + "night", "looks_wolf")), lambda old: is_wolf),
    Apart("警长票", ("法官", "R47"), ((_ + "vote", "weight"), (_ + "win", "weight")), always(2)),
    Apart("人狼恋", ("丘比特", "R10", "R56"), ((_ + "identity", "mixed"),), always(False)),
    Apart("熊", ("熊", "R32"), ((_ + "dawn", "roars"),), always(False)),
    Apart("亮明", ("白痴", "R49"), ((_ + "vote", "reveals"),), always(False)),
)
