"""Role cards and cards for the table: faces, backs, and their places on a page.

Closed cards are to tell nothing before they are opened. Their type is grey and their glyph a tint (as heavy as the covering pattern can
hide), their frames take on as much colour as makes every closed card of a pack cost the same ink, and their forms have the same length.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.paper import Card
from generator import ink
from generator.book import Book
from generator.draw import BLACK, Colour, Curve, Drawing, Form, Page, Style, TooLong, drawn, fit, grey, rounded
from generator.layout import BLEED, Box, Grid, Size
from generator.look import Look, Point, luminance, paler
from generator.sheets.furniture import cutting, fold

GLYPH = grey(0.905)
INK = grey(0.56)
NAME = grey(0.58)  # large type shows through more easily
OPEN_GLYPH, OPEN_INK = grey(0.5), grey(0.12)  # cards that hide nothing
EDGE = 3.2
RADIUS = 3.0
RING = (2.0, 3.5)  # mm from the trim: the frame is the band between
FRAME = 0.45  # how dark its lines are
OUTER, INNER = 0.25, 0.12  # mm, its two lines
LIGHTEST = 0.06  # how dark a frame is at least
MORE = "……（全文见速查）"


@dataclass(frozen=True, slots=True)
class Face:
    """One card to draw, its words looked up. `text`: the whole role text; `short`: key words for small cards; `foot`: whose it is."""

    name: str
    side: str
    group: str
    glyph: str
    figures: str
    text: str
    short: str
    aux: bool = False
    where: str = ""


def face_of(card: Card, book: Book) -> Face:
    """A card's face in words."""
    texts = book.role(card.name)
    figures = "　".join(f"{word} {number}" for word, number in card.figures)
    note = book.say(card.note) if card.note is not None else ""
    text = str(texts.get("text", ""))
    return Face(
        name=str(texts.get("name", card.name)),
        side=card.side,
        group=card.group,
        glyph=card.glyph or str(texts.get("glyph", card.name[:1])),
        figures=figures,
        text=f"{text}\n{note}" if note and text else text or note,
        short=str(texts.get("short", "")),
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


def readable(base: Colour) -> Colour:
    """A side's colour, no lighter than a frame may be (contrast ≥ 3:1)."""
    out = base
    while luminance(out) > 0.299:
        out = tuple(c * 0.94 for c in out)  # type: ignore[assignment]
    return out


def tone_of(face: Face, look: Look) -> Colour:
    return readable(look.colour("aux" if face.aux else face.side))


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
def _band(size: Size) -> float:
    """How much of the band its two lines leave to be seen, in mm²."""
    box = Box(0, 0, size.width, size.height)
    outer, inner = (
        rounded(box.inset(RING[0] + OUTER / 2), RADIUS - RING[0] * 0.5),
        rounded(box.inset(RING[1] - INNER / 2), RADIUS - RING[1] * 0.5),
    )
    return ink.of_path(outer, BLACK, None, 0)[0] - ink.of_path(inner, BLACK, None, 0)[0]


@lru_cache(8)
def _ground(size: Size) -> float:
    """How much of a card lies within its frame, in mm²."""
    return ink.of_path(_rings(Box(0, 0, size.width, size.height))[1], BLACK, None, 0)[0]


def _tint(size: Size, tone: Colour, dark: float, ground: int) -> Drawing:
    """The band, so dark (0 … 1), and the ground within, so many 255ths grey."""

    def draw(page: Page) -> None:
        outer, inner = _rings(page.box)
        page.meter = None
        page.path([*outer, *backwards(inner)], fill=shaded(tone, dark))
        if ground:
            page.path(inner, fill=grey(1 - ground / 255))

    return replace(drawn(size.width, size.height, draw), ink=dark * _band(size))


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
    """A face in its frame, which is a little tinted, and takes `more` mm² of black.

    The ground takes most of it, evenly, in steps that a screen shows; even light tells a lamp nothing. The frame takes the rest."""
    tone = shaded(tone_of(face, look), FRAME)  # as dark for every side: a lamp is to tell no side from another
    drawing = face_drawing(face, size, look, sparing)
    step = (_ground(size) - drawing.covered) / 255
    ground = int(more / step)
    dark = (0.0 if sparing else LIGHTEST) + (more - ground * step) / _band(size)
    whole = drawing.over(_lines(size, tone))
    if not (dark or ground):
        return whole
    return replace(whole.over(_tint(size, tone, dark, ground)), ink=whole.ink + more)


def evened(faces: Sequence[Face], size: Size, look: Look, sparing: bool = False) -> list[Drawing]:
    """Closed faces in frames that make all of them cost the same ink."""
    light = [framed(face, size, look, sparing) for face in faces]
    most = max((d.ink for d in light), default=0.0)
    return [framed(face, size, look, sparing, most - d.ink) for face, d in zip(faces, light, strict=True)]


LAYOUTS = ((26.0, 14.0), (17.0, 13.0), (0.0, 13.0))  # mm of glyph, points of the name


def _full(page: Page, box: Box, face: Face, sparing: bool) -> None:
    """Glyph, name, figures, text ≥ 9 pt; the glyph shrinks for a longer text and gives way to the longest."""
    body = Style(face="sans", size=10.0, floor=9.0, leading=1.34, colour=OPEN_INK if face.aux else INK)
    extra = 5.0 if face.figures else 0.0
    for tall, size in LAYOUTS:
        head = tall + size * 0.42 + 1.5 + extra
        room = box.h - head
        try:
            fitted = fit(face.text, box.w, room, body, f"{face.name}牌面") if face.text else None
        except TooLong:
            if tall == LAYOUTS[-1][0]:
                fitted = fit(_cut(face.text, box.w, room, body), box.w, room, body, f"{face.name}牌面")
            else:
                continue
        _title(page, box, face, tall, size, sparing)
        if fitted is not None:
            page.fitted(Box(box.x, box.y + head, box.w, room), fitted, body)
        return


def _cut(text: str, width: float, room: float, style: Style) -> str:
    """As much of a text as fits, up to a mark, and where the rest stands."""
    stops = [i + 1 for i, sign in enumerate(text) if sign in "。；"]
    for stop in reversed(stops):
        try:
            fit(text[:stop] + MORE, width, room, style)
            return text[:stop] + MORE
        except TooLong:
            continue
    return MORE


def overflows(face: Face, size: Size) -> bool:
    """Is there more in a role's text than its card can carry?"""
    if not size.full:
        return bool(face.text)
    _, points = LAYOUTS[-1]
    room = size.height - 18.2 - points * 0.42 - 1.5 - (5.0 if face.figures else 0.0)
    try:
        fit(face.text, size.width - 2 * EDGE - 4, room, Style(face="sans", size=9.0, leading=1.34))
    except TooLong:
        return True
    return False


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
    """Small cards: glyph, name and key words; the whole text stands on the reference sheet."""
    tall = min(30.0, box.h * 0.45)
    _title(page, box, face, tall, 13.0, sparing)
    words = face.short or face.text
    head = tall + 13.0 * 0.42 + 2.0 + (5.0 if face.figures else 0.0)
    colour = OPEN_INK if face.aux else INK
    style = Style(face="sans", size=9.5, floor=7.5, leading=1.3, colour=colour, align="centre")
    room = Box(box.x, box.y + head, box.w, box.h - head)
    try:
        page.block(room, words, style, f"{face.name}牌面")
    except TooLong:
        page.block(room, _cut(words, room.w, room.h, style), style, f"{face.name}牌面")


# --- backs


@lru_cache(32)
def back_form(size: Size, look: Look, aux: bool = False, sparing: bool = False) -> Form:
    """The back of all cards of a kind with its bleed: no role, no seat, the same to the pixel."""
    w, h = size.width + 2 * BLEED, size.height + 2 * BLEED
    tone = paler(readable(look.main), 0.2)

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


# --- pages


@dataclass(frozen=True, slots=True)
class Placed:
    """A card ready for a page: the name of its form, and the line at its foot (seat and pack)."""

    form: str
    foot: str = ""
    seat: str = ""


FOOT = Style(face="sans", size=5.5, colour=grey(0.5), align="centre")


def place_card(page: Page, box: Box, card: Placed) -> None:
    page.form(card.form, box.x, box.y)
    page.text(box.x + box.w / 2, box.bottom - 4.7, card.foot, FOOT)


def draw_strip(page: Page, cell: Box, card: Placed, size: Size, back: str, turned: bool) -> None:
    """A fold-over strip in its cell: the back above the face (or left of it, turned), head to head along the fold."""
    x, y, turn = (cell.x, cell.bottom, -90.0) if turned else (cell.x, cell.y, 0.0)
    with page.turned(x, y, turn) as inner:
        half_strip(inner, size, back)
        place_card(inner, Box(0, size.height, size.width, size.height), card)
        for left in (-BLEED - 3.5, size.width + BLEED + 0.5):
            fold(inner, left, size.height, left + 3.0, size.height)


def half_strip(page: Page, size: Size, back: str) -> None:
    """A back on its head from (0, 0) down to the fold, with its bleed but for the fold's side."""
    with (
        page.clipped(Box(-BLEED, -BLEED, size.width + 2 * BLEED, size.height + BLEED)),
        page.turned(size.width, size.height, 180.0) as over,
    ):
        over.form(back, -BLEED, -BLEED)


def draw_strips(page: Page, grid: Grid, cards: Sequence[Placed], size: Size, back: str) -> None:
    """One page of fold-over strips."""
    for place, card in enumerate(cards):
        draw_strip(page, grid.cell(place), card, size, back, grid.turned)
    cutting(page, grid, len(cards))


def draw_fronts(page: Page, grid: Grid, cards: Sequence[Placed], size: Size) -> None:
    """One page of fronts, for duplex printing or opaque sleeves."""
    for place, card in enumerate(cards):
        place_card(page, grid.cell(place), card)
    cutting(page, grid, len(cards))
    _row_marks(page, grid, [grid.cell(i) for i in range(len(cards))], cards, grid.block.x - BLEED - 1.0)


def draw_backs(
    page: Page, grid: Grid, cards: Sequence[Placed], size: Size, back: str, edge: str, offset: tuple[float, float] = (0.0, 0.0)
) -> None:
    """The other side of a page of fronts, in the places the turned sheet needs, moved by the printer's offset (mm right, mm down)."""
    boxes = [grid.behind(place, edge).moved(*offset) for place in range(len(cards))]
    for box in boxes:
        with page.clipped(box.grown(BLEED if grid.gap else 0.0)):
            if edge == "short":
                with page.turned(box.right, box.bottom, 180.0) as over:
                    over.form(back, -BLEED, -BLEED)
            else:
                page.form(back, box.x - BLEED, box.y - BLEED)
    left = min(b.x for b in boxes) if edge == "short" else max(b.right for b in boxes) + 2 * BLEED + 1.6
    _row_marks(page, grid, boxes, cards, left - BLEED - 1.0)


def _row_marks(page: Page, grid: Grid, boxes: Sequence[Box], cards: Sequence[Placed], x: float) -> None:
    """Outside the trim, beside each row: whose cards lie in it, the same on both sides of the sheet."""
    for start in range(0, len(cards), grid.columns):
        row = "·".join(c.seat for c in cards[start : start + grid.columns] if c.seat)
        if row:
            with page.turned(x, boxes[start].y + boxes[start].h / 2, -90.0) as inner:
                inner.text(0, 0, row, Style(face="sans", size=5.5, colour=grey(0.4), align="centre"))
