"""Rules of 狼人杀 that can be thought away, for drills."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.apart import Apart, always, first_argument, left_out
from engine.langrensha.identity import is_wolf
from engine.langrensha.state import State

_ = "engine.langrensha."


def _白刀(state: State) -> tuple[State, Iterable[int]]:
    """The knife as if nobody guarded or saved."""
    return state, () if state.night.刀 is None else (state.night.刀,)


def _刀必中(rules: Any) -> Any:
    return tuple((cause, _白刀 if cause == "刀" else rule) for cause, rule in rules)


APART: tuple[Apart, ...] = (
    Apart("守与救", ("守卫", "女巫", "R23", "R25", "R26"), ((_ + "dawn", "夜亡"),), _刀必中),
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
