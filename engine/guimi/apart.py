"""Rules of 诡秘之主 that can be thought away, for drills: the automatic work of a phase."""

from __future__ import annotations

from engine.apart import Apart, idle

_ = "engine.guimi.work"


def _work(name: str, when: str, *cite: str) -> Apart:
    return Apart(name, cite, ((_, when),), idle(name))


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
    _work("护盾消失", "DAY", "四/【4】/1", "R21"),
)
