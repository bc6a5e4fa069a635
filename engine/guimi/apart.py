"""Rules of 诡秘之主 that can be thought away, for drills: the automatic work of a phase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from engine.apart import Apart, always, idle
from engine.guimi.day import rows_of
from engine.guimi.state import Desk
from engine.guimi.values import change_life

Plain = Any

_ = "engine.guimi."


def _work(name: str, when: str, *cite: str) -> Apart:
    return Apart(name, cite, ((_ + "work", when),), idle(name), works=True)


def _所有(name: str, *modules: str) -> tuple[tuple[str, str], ...]:
    return tuple((_ + module, name) for module in modules)


def _无盾(old: Any) -> Callable[..., None]:
    return lambda desk, by, seat, amount, *cite: change_life(desk, seat, -amount, *cite)


def _整票(old: Any) -> Callable[[Desk, Mapping[int, Plain]], dict[int, int]]:
    """Every vote counts one."""
    return lambda desk, votes: dict(Counter(to for _seat, given in rows_of(votes) for to in given))


APART: tuple[Apart, ...] = (
    _work("入夜", "NIGHT", "二/【1】", "R20"),
    _work("黄昏返还", "NIGHT", "六/【6】", "R20"),
    _work("诅咒损失", "NIGHT", "R20"),
    _work("永恒烈阳", "NIGHT", "二/【4】", "R20"),
    _work("大地母神", "NIGHT", "二/【6】", "R68"),
    _work("超星主宰", "NIGHT", "二/【14】", "R20"),
    _work("高维俯视者", "NIGHT", "二/【15】", "R20"),
    _work("自动均分", "NIGHT", "二/【11】", "R20"),
    _work("最后挽救", "NIGHT", "R27"),
    _work("结算死亡", "NIGHT", "一/【1】", "R25", "R28"),
    _work("自动变更", "DAY", "R9", "R21"),
    Apart("静止", ("三/【3】/3", "R46"), _所有("still", "values", "passive", "work", "divine", "dice"), always(False)),
    Apart("护盾", ("四/【4】", "R52"), _所有("wound", "divine", "foreign", "passive"), _无盾, works=True),
    Apart("交付骰点", ("四/【7】", "R36"), _所有("delivered", "dice"), always(None)),
    Apart("减一", ("六/【3】", "R39"), _所有("减一", "foreign"), lambda old: lambda desk, face, told: face),
    Apart("改为得知", ("六/【2】", "R58"), _所有("改为得知", "foreign"), always(False)),
    Apart("一票半", ("二/【2】", "R42"), _所有("tally", "day"), _整票),
    Apart("拖延", ("六/【8】", "R63"), _所有("puts_off", "act"), always(False)),
    _work("护盾消失", "DAY", "四/【4】/1", "R21"),
)
