"""Closed cards and covers as they come out of a pack, rendered; and how often a lamp and a matched filter tell the role."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pypdfium2
from PIL import Image, ImageFilter

from engine.games import game_named
from engine.stream import Stream
from generator.builder import Builder, Manner
from generator.draw import Pdf
from generator.layout import BLEED, Box
from generator.sheets import cards, covers

SECRET = b"a pack of sixtee"
PAPER_BLUR, NOISE, DARKEST = 0.35, 0.01, 0.02  # mm; share of light; light that full ink lets through
Picture = Any


def dealt(game: str, players: int, seed: bytes = b"1", **wish: Any) -> dict[str, Any]:
    """A record of a fixed deal."""
    found = game_named(game)
    assert found is not None
    record: dict[str, Any] = found.deal({"players": players, "options": {}, **wish}, Stream(seed))[0]
    return record


def builder(game: str, players: int, seed: bytes = b"1", **manner: str) -> Builder:
    return Builder(dealt(game, players, seed), SECRET, None, Manner.named(**manner))


def light(data: bytes, page: int, dots: float, box: Box | None = None) -> Picture:
    """A page (or a box of it, in mm) as shares of light, `dots` to the millimetre."""
    document = pypdfium2.PdfDocument(data)
    picture = document[page].render(scale=dots * 25.4 / 72, grayscale=True).to_pil().convert("L")
    document.close()
    whole = np.asarray(picture, float) / 255
    if box is None:
        return whole
    top, left = round(box.y * dots), round(box.x * dots)
    return whole[top : top + round(box.h * dots), left : left + round(box.w * dots)]


def alone(b: Builder, width: float, height: float, name: str, form: Any) -> bytes:
    """A document with one form on it."""
    pdf = Pdf((width, height))
    b._reserve(pdf)
    pdf.page().place(name, form)
    return pdf.bytes()


def shape(b: Builder, dots: float) -> tuple[int, int]:
    return round(b.manner.size.height * dots), round(b.manner.size.width * dots)


def faces(b: Builder, dots: float = 8) -> dict[str, Picture]:
    """The face of each closed card as the pack has it, by role."""
    size = b.manner.size
    rows, columns = shape(b, dots)
    return {
        card.name: light(alone(b, size.width, size.height, placed.form, b._closed_forms[placed.form]), 0, dots)[:rows, :columns]
        for card, placed in b._closed
    }


def stacks(b: Builder, dots: float = 8) -> list[Picture]:
    """What lies over a face when its cover is shut: the card's own back and both inside panels, of every seat."""
    size, cover = b.manner.size, b._cover
    back = light(alone(b, size.width + 2 * BLEED, size.height + 2 * BLEED, "b", cards.back_form(size, b.look)), 0, dots)
    edge = round(BLEED * dots)
    rows_, columns_ = shape(b, dots)
    back = back[edge : edge + rows_, edge : edge + columns_]
    found = []
    for form in b._cover_forms.values():
        whole = light(alone(b, form.width, form.height, "s", form), 0, dots)
        panels = []
        for number in range(2):
            x = covers.ROUND + covers.TAB + (cover.panel_w - size.width) / 2
            y = covers.ROUND + cover.front + number * cover.panel_h + (cover.panel_h - size.height) / 2
            rows, columns = round(y * dots), round(x * dots)
            panels.append(whole[rows : rows + rows_, columns : columns + columns_])
        found.append(np.flipud(panels[0]) * panels[1] * np.fliplr(back))
    return found


def soft(picture: Picture, radius: float) -> Picture:
    image = Image.fromarray((picture * 255).clip(0, 255).astype("uint8"))
    return np.asarray(image.filter(ImageFilter.GaussianBlur(radius)), float) / 255


def density(seen: Picture) -> Picture:
    shade = -np.log(seen.clip(DARKEST, None))
    return shade - shade.mean()


def told(shown: Sequence[Picture], over: Sequence[Picture], dots: float = 8, trials: int = 240, seed: int = 1) -> float:
    """The share of closed cards whose face a matched filter that knows every face exactly names rightly."""
    dice, radius = np.random.default_rng(seed), PAPER_BLUR * dots
    known = [density(soft(face, radius)) for face in shown]
    known = [face / np.linalg.norm(face) for face in known]
    right = 0
    for n in range(trials):
        k = n % len(shown)
        seen = soft(shown[k] * over[dice.integers(len(over))], radius) + dice.normal(0, NOISE, shown[k].shape)
        right += int(np.argmax([np.vdot(density(seen), face) for face in known]) == k)
    return right / trials
