"""Fonts and art, with their licences."""
