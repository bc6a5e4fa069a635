"""Rules of EVA that can be thought away, for drills: the rungs of 致死伤害结算流程, and what follows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.apart import Apart, always, first_argument, left_out
from engine.eva.damage import PROCEDURE
from engine.eva.limits import totals_of
from engine.eva.state import State

_ = "engine.eva."


def _两票也算(old: Any) -> Callable[[State], int | None]:
    """The last of the tied instead of the first."""

    def rule(state: State) -> int | None:
        totals = totals_of(state)
        best = max(totals.values(), default=0)
        return max((n for n, votes in totals.items() if votes == best), default=None)

    return rule


def _rung(name: str, *cite: str) -> Apart:
    return Apart(name, cite, ((_ + "damage", "致死伤害"),), left_out(name))


APART: tuple[Apart, ...] = (
    _rung("潜行", "游荡者/潜行", "R28"),
    _rung("不朽", PROCEDURE + "/1", "告死者/不朽"),
    _rung("圣光", PROCEDURE + "/1", "牧师/圣光", "R29"),
    _rung("祝福", PROCEDURE + "/2", "村民/祝福", "R30"),
    _rung("长寿", PROCEDURE + "/3", "村长/长寿", "R32"),
    _rung("防反", PROCEDURE + "/3", "剑士/防反", "R33"),
    _rung("腐化与初拥", PROCEDURE + "/4", "R37", "R41"),
    _rung("死灵咒", PROCEDURE + "/5", "告死者/死灵咒", "R36"),
    _rung("已出局", "出局", "R31"),
    Apart("失效", ("民兵/牵制", "R27", "R28", "R43", "R6"), ((_ + "phase", "voided"),), always(None)),
    Apart("潜行挡指定", ("游荡者/潜行", "R28"), ((_ + "nighttime", "shut"),), always(False)),
    Apart("最先高票", ("投票", "R17"), ((_ + "daytime", "top"),), _两票也算),
    Apart("诅咒", ("亡灵圣物/诅咒", "R49"), ((_ + "relic", "诅咒"),), first_argument),
    Apart("认主", ("亡灵圣物/认主", "R51"), ((_ + "relic", "认主"),), first_argument),
    Apart("陷阱", ("游荡者/陷阱", "R34"), ((_ + "damage", "traps"),), always(())),
    Apart("圣光烧", ("牧师/圣光", "R29"), ((_ + "damage", "burn"),), first_argument),
    Apart("感召", ("慰魂师/感召", "R44"), ((_ + "damage", "感召之变"),), first_argument),
)
