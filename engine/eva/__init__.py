"""EVA: 21 roles, four sides, identities that flip, a relic that curses, nights of fourteen steps."""

from __future__ import annotations

from engine.eva.game import GAME

__all__ = ["GAME"]
