"""狼人杀 (狼人杀面杀遗言版规则): twenty-two roles, 8–18 players, whole games."""

from engine.langrensha.game import GAME

__all__ = ["GAME"]
