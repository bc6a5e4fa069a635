"""Closed cards and covers as they come out of a pack, rendered; and how often a lamp and a matched filter tell the role."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
from PIL import Image, ImageFilter

from engine.games import game_named
from engine.paper import Card
from engine.stream import Stream
from generator.book import book
from generator.builder import Builder, Manner
from generator.draw import Form, Pdf, made
from generator.layout import BLEED, Box, size_named
from generator.look import look
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


def stacks(b: Builder, dots: float = 8) -> list[Picture]:
    """What lies over a face when its cover is shut: the card's own back and both inside panels, of up to eight seats."""
    size, cover = b.manner.size, b._cover
    back = rendered(cards.back_form(size, b.look), dots)
    edge = round(BLEED * dots)
    rows_, columns_ = shape(b, dots)
    back = back[edge : edge + rows_, edge : edge + columns_]
    found = []
    for form in list(b._cover_forms.values())[:8]:
        whole = rendered(form, dots)
        panels = []
        for number in range(2):
            x = covers.ROUND + covers.TAB + (cover.panel_w - size.width) / 2
            y = covers.ROUND + cover.front + number * cover.panel_h + (cover.panel_h - size.height) / 2
            rows, columns = round(y * dots), round(x * dots)
            panels.append(whole[rows : rows + rows_, columns : columns + columns_])
        found.append(np.flipud(panels[0]) * panels[1] * np.fliplr(back))
    return found


def some_roles(game: str, size: str, first: int = 0, sparing: bool = False, dots: float = 4) -> dict[str, Picture]:
    """Faces of twelve of a game's roles, evened as a pack would: every third one or so, from `first` on, and round again."""
    found = game_named(game)
    assert found is not None
    every, texts, measures = list(found.roles), book(found.id), size_named(size)
    chosen = [every[(first + 5 * i) % len(every)] for i in range(12)] if len(every) % 5 else every[first : first + 12]
    shown = [cards.face_of(Card(role.name, "role", role.side, role.kind), texts) for role in chosen]
    rows, columns = round(measures.height * dots), round(measures.width * dots)
    made = cards.evened(shown, measures, look(found.id), sparing)
    return {face.name: rendered(drawing.form(), dots)[:rows, :columns] for face, drawing in zip(shown, made, strict=True)}


def rendered(form: Form, dots: float) -> Picture:
    """A form on a page of its own."""
    pdf = Pdf((form.width, form.height))
    pdf.page().place("form", form)
    return light(pdf.bytes(), 0, dots)


def poppler(data: bytes, dpi: int, folder: Path) -> list[Picture]:
    """All pages as shares of light, by the other renderer."""
    (folder / "pages.pdf").write_bytes(data)
    subprocess.run(["pdftoppm", "-r", str(dpi), "-gray", "-png", folder / "pages.pdf", folder / "page"], check=True)
    return [np.asarray(Image.open(path), float) / 255 for path in sorted(folder.glob("page-*.png"))]


def strips(size: str, count: int = 8, dots: float = 4) -> list[Picture]:
    """The one pattern that lies over the faces of a strip, its backs not yet folded behind them."""
    measures = size_named(size)
    box = Box(0, 0, measures.width, measures.height)
    rows, columns = round(box.h * dots), round(box.w * dots)
    arts = [made(box.w, box.h, lambda page, n=n: covers.hatch(page, box, Stream(b"strip %d" % n))) for n in range(count)]  # type: ignore[misc]
    return [np.flipud(rendered(art, dots)[:rows, :columns]) for art in arts]


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
    templates = np.array([face.ravel() / np.linalg.norm(face) for face in known])
    right = 0
    for n in range(trials):
        k = n % len(shown)
        seen = soft(shown[k] * over[dice.integers(len(over))], radius) + dice.normal(0, NOISE, shown[k].shape)
        right += int(np.argmax(templates @ density(seen).ravel()) == k)
    return right / trials
