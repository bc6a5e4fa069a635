"""Texts and boxes, one folder a game."""
