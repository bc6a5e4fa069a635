"""胜负判定: looked at when a phase ends, one winner by 亡灵＞环蛇＞圣殿＞莱恩 (R56)."""

from __future__ import annotations

from engine.eva.roles import 亡灵, 圣殿, 环蛇, 莱恩
from engine.eva.state import State, counted


def bound(state: State, side: str) -> bool:
    """Has 认主 ever come to a role of this side?"""
    return any(s == side for _, s, _ in state.认主)


def 亡灵胜(state: State) -> bool:
    return not any(counted(state, side) for side in (莱恩, 圣殿, 环蛇))


def 环蛇胜(state: State) -> bool:
    return not counted(state, 圣殿) and bound(state, 环蛇) and counted(state, 环蛇) > 0


def 圣殿胜(state: State) -> bool:
    return not counted(state, 亡灵) and bound(state, 圣殿) and counted(state, 圣殿) > 0


def 莱恩胜(state: State) -> bool:
    return not counted(state, 环蛇) and not counted(state, 亡灵) and counted(state, 莱恩) > 0


PRIORITY = ((亡灵, 亡灵胜), (环蛇, 环蛇胜), (圣殿, 圣殿胜), (莱恩, 莱恩胜))


def winner(state: State) -> str | None:
    return next((side for side, won in PRIORITY if won(state)), None)
