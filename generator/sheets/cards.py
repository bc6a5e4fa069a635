"""Role cards and cards for the table: faces, backs, and their places on a page.

Closed cards are to tell nothing before they are opened. Their type is grey and their glyph a tint (as heavy as the covering pattern can
hide), their ground takes on as much grey as makes every closed card of a pack cost the same ink, and their forms have the same length.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.paper import Card
from generator import ink
from generator.book import Book
from generator.draw import BLACK, Colour, Curve, Drawing, Form, Page, Style, TooLong, drawn, fit, grey, rounded
from generator.layout import BLEED, Box, Size
from generator.look import Look, Point, deep, paler

GLYPH = grey(0.88)
INK = grey(0.56)
NAME = grey(0.45)
OPEN_GLYPH, OPEN_INK = grey(0.5), grey(0.12)  # cards that hide nothing
EDGE = 3.2
RADIUS = 3.0
RING = (2.0, 3.5)  # mm from the trim: the frame is the band between
FRAME = 0.45  # how dark its lines are
OUTER, INNER = 0.25, 0.12  # mm, its two lines
LIGHTEST = 15  # 255ths of black that tint a frame
MORE = "……（全文见速查）"


@dataclass(frozen=True, slots=True)
class Face:
    """One card to draw, its words looked up. `text`: the whole role text; `short`: key words for small cards; `note`: what holds for
    this very card, which no other paper tells."""

    name: str
    side: str
    group: str
    glyph: str
    figures: str
    text: str
    short: str
    note: str = ""
    aux: bool = False
    where: str = ""


def face_of(card: Card, book: Book) -> Face:
    """A card's face in words."""
    texts = book.role(card.name)
    figures = "　".join(f"{word} {number}" for word, number in card.figures)
    return Face(
        name=str(texts.get("name", card.name)),
        side=card.side,
        group=card.group,
        glyph=card.glyph or str(texts.get("glyph", card.name[:1])),
        figures=figures,
        text=str(texts.get("text", "")),
        short=str(texts.get("short", "")),
        note=book.say(card.note) if card.note is not None else "",
        aux=card.kind != "role",
        where=card.name,
    )


def crest(page: Page, shape: Sequence[Point], x: float, y: float, r: float, ink: Colour, hollow: bool = False) -> None:
    """A side's crest around (x, y): told by its shape, not only by its colour."""
    points = [(x + r * px, y + r * py) for px, py in shape]
    if hollow:
        page.polygon(points, stroke=ink, line=0.25)
    else:
        page.polygon(points, fill=ink)


def tone_of(face: Face, look: Look) -> Colour:
    return deep(look.colour("aux" if face.aux else face.side))


# --- faces


@lru_cache(1024)
def face_drawing(face: Face, size: Size, look: Look, sparing: bool = False) -> Drawing:
    """A face without its frame."""
    return drawn(size.width, size.height, lambda page: _face(page, face, look, size.full, sparing))


def _face(page: Page, face: Face, look: Look, full: bool, sparing: bool) -> None:
    box, tone = page.box, tone_of(face, look)
    grey_type = OPEN_INK if face.aux else INK
    top = box.y + EDGE + 4.1
    crest(page, look.shape(face.side), box.x + EDGE + 4.4, top, 2.1, tone if face.aux else paler(tone, 0.3), hollow=face.aux or sparing)
    page.text(box.x + EDGE + 7.6, top + 1.25, face.side, Style(face="bold", size=9, colour=grey_type))
    page.text(box.right - EDGE - 3.0, top + 1.25, face.group, Style(face="bold", size=9, colour=grey_type, align="right"))
    inner = Box(box.x + EDGE + 2, box.y + 11.2, box.w - 2 * EDGE - 4, box.h - 18.2)
    (_full if full else _brief)(page, inner, face, sparing)


@lru_cache(64)
def _lines(size: Size, tone: Colour) -> Drawing:
    """The two lines of a frame."""

    def draw(page: Page) -> None:
        outer, inner = _rings(page.box)
        page.path(outer, stroke=tone, line=OUTER)
        page.path(inner, stroke=paler(tone, 0.3), line=INNER)

    return drawn(size.width, size.height, draw)


def _rings(box: Box) -> tuple[list[Curve], list[Curve]]:
    outer, inner = (rounded(box.inset(by), RADIUS - by * 0.5) for by in RING)
    return outer, inner


@lru_cache(8)
def _ground(size: Size) -> float:
    """How much of a card lies within its frame, in mm²."""
    return ink.of_path(_rings(Box(0, 0, size.width, size.height))[1], BLACK, None, 0)[0]


@lru_cache(8)
def _tinted(size: Size, tone: Colour) -> Drawing:
    """The band between the lines, tinted."""

    def draw(page: Page) -> None:
        outer, inner = _rings(page.box)
        page.path([*outer, *backwards(inner)], fill=even_tint(tone, LIGHTEST))

    return drawn(size.width, size.height, draw)


def even_tint(tone: Colour, level: int) -> Colour:
    """A pale colour near a tone that every renderer counts as exactly so many 255ths of black."""
    wanted, base = 100 * (255 - level), [round(255 * share) for share in shaded(tone, level / 255)]
    nearby = ((r, g, b) for r in _around(base[0]) for g in _around(base[1]) for b in _around(base[2]))
    exact = [rgb for rgb in nearby if 30 * rgb[0] + 59 * rgb[1] + 11 * rgb[2] == wanted]
    r, g, b = min(exact, key=lambda rgb: sum((x - y) ** 2 for x, y in zip(rgb, base, strict=True)))
    return (r / 255, g / 255, b / 255)


def _around(value: int) -> range:
    return range(max(0, value - 8), min(255, value + 8) + 1)


def _grounded(size: Size, levels: float) -> Drawing:
    """The ground within the frame, so many 255ths grey: whole steps all over, the rest as one step more on a part of it.

    Neutral steps that a screen can show come out as reckoned; a step's edge is fainter than the grain of paper."""
    whole = int(levels)

    def draw(page: Page) -> None:
        page.meter = None
        _, inner = _rings(page.box)
        if whole:
            page.path(inner, fill=grey(1 - whole / 255))
        tall = page.height - 2 * RING[1]
        with page.clipped(Box(0, RING[1] + tall * (1 - levels + whole), page.width, page.height)):
            page.path(inner, fill=grey(1 - (whole + 1) / 255))

    return drawn(size.width, size.height, draw)


def shaded(tone: Colour, dark: float) -> Colour:
    """A colour mixed with white or black until it is so dark (0 … 1)."""
    own = ink.darkness(tone)
    if dark <= own:
        return paler(tone, 1 - dark / own)
    share = (1 - dark) / (1 - own)
    return (tone[0] * share, tone[1] * share, tone[2] * share)


def backwards(curves: Sequence[Curve]) -> list[Curve]:
    """The same outline the other way round, so that it cuts a hole."""
    points = [(kind, at) for kind, *at in curves if kind != "Z"]
    out: list[Curve] = [("M", *points[-1][1][-2:])]
    for (kind, at), (_, before) in zip(points[:0:-1], points[-2::-1], strict=True):
        end = (*at[2:4], *at[0:2], *before[-2:]) if kind == "C" else tuple(before[-2:])
        out.append((kind, *end))
    return [*out, ("Z",)]


@lru_cache(256)
def framed(face: Face, size: Size, look: Look, sparing: bool = False, more: float = 0.0) -> Drawing:
    """A face in its frame, which is a little tinted, and takes `more` mm² of black: as an even ground, which tells a lamp nothing."""
    tone = tone_of(face, look)
    drawing = face_drawing(face, size, look, sparing)
    whole = drawing.over(_lines(size, shaded(tone, FRAME)))  # as dark for every side: a lamp is to tell no side from another
    if not sparing:
        whole = whole.over(_tinted(size, tone))
    if not more:
        return whole
    levels = 255 * more / (_ground(size) - drawing.covered)
    return replace(whole.over(_grounded(size, levels)), ink=whole.ink + more)


def evened(faces: Sequence[Face], size: Size, look: Look, sparing: bool = False) -> list[Drawing]:
    """Closed faces in frames that make all of them cost the same ink."""
    light = [framed(face, size, look, sparing) for face in faces]
    most = max((d.ink for d in light), default=0.0)
    return [framed(face, size, look, sparing, most - d.ink) for face, d in zip(faces, light, strict=True)]


LAYOUTS = ((26.0, 14.0), (17.0, 13.0), (0.0, 13.0))  # mm of glyph, points of the name
BRIEF = (0.45, 0.32, 0.2, 0.0)  # of a small card's height, its glyph
FIGURES = 5.0  # mm for a line of figures


def _full(page: Page, box: Box, face: Face, sparing: bool) -> None:
    """Glyph, name, figures, text ≥ 9 pt; the glyph shrinks for a longer text and gives way to the longest."""
    body = Style(face="sans", size=10.0, floor=9.0, leading=1.34, colour=OPEN_INK if face.aux else INK)
    tall, size, head = _layout(face, box, body)
    _title(page, box, face, tall, size, sparing)
    room = Box(box.x, box.y + head, box.w, box.h - head)
    if said := _said(face, room, body):
        page.block(room, said, body, f"{face.name}牌面")


def _layout(face: Face, box: Box, body: Style) -> tuple[float, float, float]:
    """Glyph, name and where the text begins, the first that leaves room for it; else the last."""
    for tall, size in LAYOUTS:
        head = tall + size * 0.42 + 1.5 + (FIGURES if face.figures else 0.0)
        if _goes(_whole(face.text, face.note), box.w, box.h - head, body):
            break
    return tall, size, head


def _whole(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


def _goes(text: str, width: float, room: float, style: Style) -> bool:
    try:
        fit(text, width, room, style)
    except TooLong:
        return False
    return True


def _said(face: Face, room: Box, style: Style) -> str:
    """Text and note; of a text that is too long, as much as fits up to a mark, and where the rest stands. A note is never cut."""
    stops = [i + 1 for i, sign in enumerate(face.text) if sign in "。；"]
    cuts = (_whole(face.text[:stop] + MORE, face.note) for stop in reversed(stops))
    tries = (_whole(face.text, face.note), *cuts, _whole(MORE, face.note))
    return next((said for said in tries if _goes(said, room.w, room.h, style)), face.note)


def overflows(face: Face, size: Size) -> bool:
    """Is there more to say of a role than its card can carry?"""
    if not size.full:
        return bool(face.text)
    _, points = LAYOUTS[-1]
    room = size.height - 18.2 - points * 0.42 - 1.5 - (FIGURES if face.figures else 0.0)
    text = _whole(face.text, face.note)
    return not _goes(text, size.width - 2 * EDGE - 4, room, Style(face="sans", size=9.0, leading=1.34))


def _title(page: Page, box: Box, face: Face, tall: float, size: float, sparing: bool) -> None:
    middle = box.x + box.w / 2
    dark = face.aux
    if tall:
        points = tall / 25.4 * 72 / max(1.0, 0.62 * len(face.glyph))
        shade = OPEN_GLYPH if dark else GLYPH
        glyph = Style(face="brush", size=points, colour=shade, align="centre", outline=0.2 if sparing and dark else 0.0)
        page.text(middle, box.y + tall * 0.86, face.glyph, glyph, face.where)
    y = box.y + tall + size * 0.34
    ink_ = OPEN_INK if dark else NAME
    page.label(
        Box(box.x, y - size * 0.30, box.w, size * 0.36), face.name, Style("serif", size, 8.0, colour=ink_, align="centre"), face.where
    )
    if face.figures:
        style = Style(face="sans", size=9.0, floor=5.0, colour=ink_, align="centre")
        page.label(Box(box.x, y + 1.9, box.w, 4), face.figures, style, face.where)


def _brief(page: Page, box: Box, face: Face, sparing: bool) -> None:
    """Small cards: glyph, name, key words and what holds for this card; the whole text stands on the reference sheet."""
    words = _whole(face.short or face.text, face.note)
    colour = OPEN_INK if face.aux else INK
    style = Style(face="sans", size=9.5, floor=7.5, leading=1.3, colour=colour, align="centre")
    for share in BRIEF:
        tall = min(30.0, box.h * share)
        head = tall + 13.0 * 0.42 + 2.0 + (FIGURES if face.figures else 0.0)
        if _goes(words, box.w, box.h - head, style):
            break
    _title(page, box, face, tall, 13.0, sparing)
    page.block(Box(box.x, box.y + head, box.w, box.h - head), words, style, f"{face.name}牌面")


# --- backs


@lru_cache(32)
def back_form(size: Size, look: Look, aux: bool = False, sparing: bool = False) -> Form:
    """The back of all cards of a kind with its bleed: no role, no seat, the same to the pixel."""
    w, h = size.width + 2 * BLEED, size.height + 2 * BLEED
    tone = paler(deep(look.main), 0.2)

    def art(page: Page) -> None:
        if not sparing:
            page.rect(Box(0, 0, w, h), fill=paler(tone, 0.82))
        _lattice(page, w, h, paler(tone, 0.45), 9.0 if sparing else 6.0)
        inner = Box(BLEED + 3, BLEED + 3, size.width - 6, size.height - 6)
        page.rect(inner, radius=2.2, stroke=paler(tone, 0.1), line=0.5)
        page.rect(inner.inset(1.0), radius=1.6, stroke=paler(tone, 0.3), line=0.18)
        _medallion(page, w / 2, h / 2, min(size.width, size.height) * 0.27, tone, "" if aux else look.emblem)

    return drawn(w, h, art).form()


def _lattice(page: Page, w: float, h: float, ink: Colour, step: float) -> None:
    """A lattice of interlocking diamonds over the whole back, bleed included."""
    curves: list[Curve] = []
    rows, columns = int(h / step) + 2, int(w / step) + 2
    for row in range(-1, rows):
        for column in range(-1, columns):
            x, y = column * step + (step / 2 if row % 2 else 0), row * step
            for r in (step * 0.433, step * 0.25):
                curves += [("M", x, y - r), ("L", x + r, y), ("L", x, y + r), ("L", x - r, y), ("Z",)]
    with page.clipped(Box(0, 0, w, h)):
        page.path(curves, stroke=ink, line=0.14)


def _medallion(page: Page, x: float, y: float, r: float, tone: Colour, emblem: str) -> None:
    page.ellipse(x, y, r * 1.12, fill=paler(tone, 0.92), stroke=paler(tone, 0.1), line=0.5)
    page.ellipse(x, y, r * 1.02, stroke=paler(tone, 0.35), line=0.18)
    if emblem:
        points = r * 1.25 / 25.4 * 72
        page.text(x, y + r * 0.46, emblem, Style(face="brush", size=points, colour=paler(tone, 0.25), align="centre"))
        return
    for turn in (0, 1):  # the cards of the table bear a plain star
        a, b = (r * 0.62, r * 0.2) if turn else (r * 0.2, r * 0.62)
        page.polygon([(x, y - b), (x + a, y), (x, y + b), (x - a, y)], fill=paler(tone, 0.35))
