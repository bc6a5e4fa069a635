"""What is written where the game is played in a thread: one place to find it all."""

from __future__ import annotations

from engine.eva.forms import night_form
from engine.eva.messages import elevator, hours, letters, night_letters, opening, rules_post

__all__ = ["elevator", "hours", "letters", "night_form", "night_letters", "opening", "rules_post"]
