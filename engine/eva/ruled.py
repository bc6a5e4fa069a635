"""裁定: the table went wrong and went on; these fields of a seat stand as played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.eva.roles import HUMANS, IDENTITIES, SKILLS, 限定
from engine.eva.state import State
from engine.record import Entry, Why, is_int

Plain = Any


def _flag(value: Plain) -> bool:
    return isinstance(value, bool)


def _cards(value: Plain) -> bool:
    return is_int(value) and 0 <= value <= 2


def _limited(value: Plain) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(v, str) and v in 限定 for v in value) and len(set(value)) == len(value)


def _skill(value: Plain) -> bool:
    return value is None or (isinstance(value, str) and any(value in skills for skills in SKILLS.values()))


SETTABLE: dict[str, Callable[[Plain], bool]] = {
    "身份": lambda v: isinstance(v, str) and v in IDENTITIES,
    "原身份": lambda v: isinstance(v, str) and v in HUMANS,
    "存活": _flag,
    "挂机": _flag,
    "蓝牌": _cards,
    "黄牌": _cards,
    "红牌": lambda v: is_int(v) and 0 <= v <= 99,
    "圣物": _flag,
    "神眷者": _flag,
    "腐化": _flag,
    "虚体": _flag,
    "长寿已耗": _flag,
    "限定已用": _limited,
    "拓印技能": _skill,
}


def settable(fields: Plain) -> bool:
    """May a seat be set so?"""
    return isinstance(fields, Mapping) and all(k in SETTABLE and SETTABLE[k](v) for k, v in fields.items())


def overrule(state: State, entry: Entry) -> State:
    for n, fields in (entry.set or {}).items():
        for key, value in fields.items():
            state = _set(state, n, key, value)
        state = state.note(n, Why("裁定", (("fields", dict(fields)),)), ("裁定",), entry.place[1] if entry.place else None)
    return state


def _set(state: State, n: int, key: str, value: Plain) -> State:
    if key == "身份":
        old = {"原身份": value} if value in HUMANS else {}
        return state.change(n, 身份=value, **old)
    if key == "存活":
        return _alive(state, n, value)
    if key == "挂机":
        return state.change(n, 挂机=-1 if value else None)
    if key == "圣物":
        return state._replace(持有者=n if value else None if state.持有者 == n else state.持有者)
    if key == "神眷者":
        return state._replace(神眷者=n if value else None if state.神眷者 == n else state.神眷者)
    if key == "拓印技能":
        return state.change(n, 拓印技能=value, 新拓印=None)
    if key == "限定已用":
        return state.change(n, 限定已用=tuple(value))
    return state.change(n, **{key: value})


def _alive(state: State, n: int, alive: bool) -> State:
    """Back at the table, or 出局 in this phase."""
    if alive:
        outs, yesterday = (tuple(o for o in gone if o != n) for gone in (state.outs, state.yesterday))
        return state.change(n, 出局=None)._replace(outs=outs, yesterday=yesterday)
    if not state.alive(n):
        return state
    return state.change(n, 出局=state.phase)._replace(outs=(*state.outs, n))
