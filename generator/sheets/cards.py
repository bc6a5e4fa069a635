"""Cards: faces, backs and the strips they are folded from.

A face is drawn so that a closed card can hide it: the large glyph is a tint, text is grey; see `tests/test_see_through.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.paper import Card
from generator.book import Book
from generator.draw import Colour, Page, Pdf, Style, TooLong, fit, grey
from generator.layout import BLEED, Box, Grid, Size
from generator.look import Look, Point, luminance, paler
from generator.sheets.furniture import cutting, fold

GLYPH = grey(0.885)  # as heavy as the closed card can hide
INK = grey(0.42)
EDGE = 3.2
RADIUS = 3.0


@dataclass(frozen=True, slots=True)
class Face:
    """One card to draw, its words looked up. `text`: the whole role text; `short`: key words for small cards."""

    name: str
    side: str
    group: str
    glyph: str
    figures: str
    text: str
    short: str
    foot: str
    aux: bool = False
    where: str = ""


def face_of(card: Card, book: Book, foot: str) -> Face:
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
        foot=foot,
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
    """A side's colour, as light as text on paper may be (contrast ≥ 3:1) and no darker than other grey text."""
    out = base
    while luminance(out) > 0.28:
        out = tuple(c * 0.94 for c in out)  # type: ignore[assignment]
    return paler(out, 0.12)


def draw_face(page: Page, box: Box, face: Face, look: Look, full: bool = True) -> None:
    """One face into its trim box."""
    tone = readable(look.colour(face.side if not face.aux else "aux"))
    page.rect(box.inset(2.2), radius=RADIUS - 0.8, stroke=paler(tone, 0.25), line=0.35)
    page.rect(box.inset(3.0), radius=RADIUS - 1.4, stroke=paler(tone, 0.45), line=0.12)
    top = box.y + EDGE + 3.6
    crest(page, look.shape(face.side), box.x + EDGE + 4.0, top, 2.1, paler(tone, 0.15), hollow=face.aux)
    page.text(box.x + EDGE + 7.2, top + 1.25, face.side, Style(face="bold", size=9, colour=tone))
    page.text(box.right - EDGE - 2.6, top + 1.25, face.group, Style(face="bold", size=9, colour=INK, align="right"))
    page.text(box.x + box.w / 2, box.bottom - 3.7, face.foot, Style(face="sans", size=5.5, colour=grey(0.5), align="centre"), face.where)
    inner = Box(box.x + EDGE + 2, box.y + 10.5, box.w - 2 * EDGE - 4, box.h - 16)
    if full:
        _full(page, inner, face)
    else:
        _brief(page, inner, face)


LAYOUTS = ((26.0, 15.0), (17.0, 13.0), (0.0, 13.0))  # mm of glyph, points of the name


def _full(page: Page, box: Box, face: Face) -> None:
    """Glyph, name, figures, text ≥ 9 pt; the glyph shrinks for a longer text and gives way to the longest."""
    body = Style(face="sans", size=10.0, floor=9.0, leading=1.34, colour=INK)
    extra = 5.0 if face.figures else 0.0
    for tall, size in LAYOUTS:
        head = tall + size * 0.42 + 1.5 + extra
        room = box.h - head
        try:
            fitted = fit(face.text, box.w, room, body, f"{face.name}牌面") if face.text else None
        except TooLong:
            if tall == LAYOUTS[-1][0]:
                raise
            continue
        _title(page, box, face, tall, size)
        if fitted is not None:
            page.fitted(Box(box.x, box.y + head, box.w, room), fitted, body)
        return


def _title(page: Page, box: Box, face: Face, tall: float, size: float) -> None:
    middle = box.x + box.w / 2
    if tall:
        points = tall / 25.4 * 72 / max(1.0, 0.62 * len(face.glyph))
        glyph = Style(face="brush", size=points, colour=GLYPH, align="centre")
        page.text(middle, box.y + tall * 0.86, face.glyph, glyph, face.where)
    y = box.y + tall + size * 0.34
    page.label(
        Box(box.x, y - size * 0.30, box.w, size * 0.36), face.name, Style("serif", size, 8.0, colour=INK, align="centre"), face.where
    )
    if face.figures:
        style = Style(face="sans", size=9.0, floor=5.0, colour=INK, align="centre")
        page.label(Box(box.x, y + 1.9, box.w, 4), face.figures, style, face.where)


def _brief(page: Page, box: Box, face: Face) -> None:
    """Small cards: glyph, name and key words; the whole text stands on the reference sheet."""
    tall = min(30.0, box.h * 0.45)
    _title(page, box, face, tall, 13.0)
    words = face.short or face.text
    head = tall + 13.0 * 0.42 + 2.0 + (5.0 if face.figures else 0.0)
    style = Style(face="sans", size=9.5, floor=7.5, leading=1.3, colour=INK, align="centre")
    room = Box(box.x, box.y + head, box.w, box.h - head)
    try:
        page.block(room, words, style, f"{face.name}牌面")
    except TooLong:
        cut = words[: int(box.w / 3.0) * int(room.h / 4.0) - 2] + "…"
        page.block(room, cut, style, f"{face.name}牌面")


def define_back(pdf: Pdf, name: str, size: Size, look: Look, aux: bool = False) -> None:
    """The back of all cards of a kind as one form with its bleed: no role, no seat, the same to the pixel."""
    w, h = size.width + 2 * BLEED, size.height + 2 * BLEED
    tone = paler(readable(look.main), 0.2)

    def art(page: Page) -> None:
        page.rect(Box(0, 0, w, h), fill=paler(tone, 0.82))
        _lattice(page, w, h, paler(tone, 0.45))
        inner = Box(BLEED + 3, BLEED + 3, size.width - 6, size.height - 6)
        page.rect(inner, radius=2.2, stroke=paler(tone, 0.1), line=0.5)
        page.rect(inner.inset(1.0), radius=1.6, stroke=paler(tone, 0.3), line=0.18)
        _medallion(page, w / 2, h / 2, min(size.width, size.height) * 0.27, tone, look.emblem if not aux else "·")

    pdf.form(name, w, h, art)


def _lattice(page: Page, w: float, h: float, ink: Colour) -> None:
    """A lattice of interlocking diamonds over the whole back, bleed included."""
    step = 6.0
    curves: list[tuple[str, *tuple[float, ...]]] = []
    rows, columns = int(h / step) + 2, int(w / step) + 2
    for row in range(-1, rows):
        for column in range(-1, columns):
            x, y = column * step + (step / 2 if row % 2 else 0), row * step
            for r in (2.6, 1.5):
                curves += [("M", x, y - r), ("L", x + r, y), ("L", x, y + r), ("L", x - r, y), ("Z",)]
    with page.clipped(Box(0, 0, w, h)):
        page.path(curves, stroke=ink, line=0.14)


def _medallion(page: Page, x: float, y: float, r: float, tone: Colour, emblem: str) -> None:
    page.ellipse(x, y, r * 1.12, fill=paler(tone, 0.92), stroke=paler(tone, 0.1), line=0.5)
    page.ellipse(x, y, r * 1.02, stroke=paler(tone, 0.35), line=0.18)
    points = r * 1.25 / 25.4 * 72
    page.text(x, y + r * 0.46, emblem, Style(face="brush", size=points, colour=paler(tone, 0.25), align="centre"))


def draw_strip(page: Page, cell: Box, face: Face, look: Look, size: Size, back: str, turned: bool) -> None:
    """A fold-over strip in its cell: the back above the face (or left of it, turned), head to head along the fold."""
    if turned:
        with page.turned(cell.x, cell.bottom, -90.0) as inner:
            _upright_strip(inner, face, look, size, back)
    else:
        with page.turned(cell.x, cell.y, 0.0) as inner:
            _upright_strip(inner, face, look, size, back)


def _upright_strip(page: Page, face: Face, look: Look, size: Size, back: str) -> None:
    """Upright: back on its head in the upper half, face in the lower; fold between them."""
    bleed = BLEED
    with (
        page.clipped(Box(-bleed, -bleed, size.width + 2 * bleed, size.height + bleed)),
        page.turned(size.width, size.height, 180.0) as over,
    ):
        over.form(back, -bleed, -bleed)
    draw_face(page, Box(0, size.height, size.width, size.height), face, look, size.full)
    fold(page, -bleed - 3.5, size.height, -bleed - 0.5, size.height)
    fold(page, size.width + bleed + 0.5, size.height, size.width + bleed + 3.5, size.height)


def draw_strips(page: Page, grid: Grid, faces: Sequence[Face], look: Look, size: Size, back: str) -> None:
    """One page of fold-over strips."""
    for place, face in enumerate(faces):
        draw_strip(page, grid.cell(place), face, look, size, back, grid.turned)
    cutting(page, grid, len(faces))


def draw_fronts(page: Page, grid: Grid, faces: Sequence[Face], look: Look, size: Size) -> None:
    """One page of fronts, for duplex printing or opaque sleeves."""
    for place, face in enumerate(faces):
        draw_face(page, grid.cell(place), face, look, size.full)
    cutting(page, grid, len(faces))


def draw_backs(page: Page, grid: Grid, count: int, size: Size, back: str, edge: str, offset: tuple[float, float] = (0.0, 0.0)) -> None:
    """The other side of a page of fronts, in the places the turned sheet needs, moved by the printer's offset (mm right, mm down)."""
    dx, dy = offset
    for place in range(count):
        box = grid.behind(place, edge).moved(dx, dy)
        with page.clipped(box.grown(BLEED if grid.gap else 0.0)):
            if edge == "short":
                with page.turned(box.right, box.bottom, 180.0) as over:
                    over.form(back, -BLEED, -BLEED)
            else:
                page.form(back, box.x - BLEED, box.y - BLEED)
