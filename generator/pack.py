"""Record -> plans of pages -> PDF. A function of the record, the pack secret and the manner of printing: equal input, equal bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.games import Game, game_named, names
from engine.paper import Card, Say
from engine.record import Record, normal, record_of
from engine.stream import VERSION
from generator import commitment, envelope, keys, qr
from generator.book import Book, book
from generator.codec import Vocabulary
from generator.draw import Page, Pdf, Style, grey
from generator.layout import Box, Grid, Paper, Size, card_grid, paper_named, size_named, style_named
from generator.look import Look, look
from generator.sheets import cards, covers
from generator.sheets.furniture import Plan, body, head
from generator.sheets.tables import Writer

Plain = Any
AUX_SIZE = size_named("mini")
MODULE = 0.6  # mm, least side of a module


@dataclass(frozen=True, slots=True)
class Deal:
    """Where a deal came from, so that it can be dealt again: seed as text, what was asked, version of the stream, players' words."""

    seed: str
    wish: Mapping[str, Plain]
    stream: str = VERSION
    words: str = ""

    def plain(self) -> dict[str, Plain]:
        return {"seed": self.seed, "wish": dict(self.wish), "stream": self.stream, "words": self.words}


@dataclass(frozen=True, slots=True)
class Manner:
    """How to print. `offset`: (mm right, mm down) that this printer's other side needs, applied to backs only."""

    paper: Paper = field(default_factory=lambda: paper_named("A4"))
    size: Size = field(default_factory=lambda: size_named("poker"))
    style: str = "fold"
    offset: tuple[float, float] = (0.0, 0.0)
    sparing: bool = False

    @classmethod
    def named(cls, paper: str = "A4", size: str = "poker", style: str = "fold", **more: Any) -> Manner:
        """From what a person typed; layout.Unknown for what nobody knows."""
        return cls(paper_named(paper), size_named(size), style_named(style), **more)


@dataclass(frozen=True, slots=True)
class Pack:
    """What came out. `files`: name -> bytes; `pages`: number of pages of the whole."""

    id: str
    unlock: str
    commitment: str
    files: Mapping[str, bytes]
    pages: int


def vocabulary(game: Game) -> Vocabulary:
    """The codec's vocabulary of a game."""
    return Vocabulary([n for n, _ in names()].index(game.id) + 1, tuple(dict.fromkeys(game.words)))


def vocabularies() -> dict[int, Vocabulary]:
    """All vocabularies, by number."""
    found = (vocabulary(g) for ident, _ in names() if (g := game_named(ident)) is not None)
    return {v.number: v for v in found}


def sealed(data: Mapping[str, Plain], secret: bytes, deal: Deal | None = None) -> bytes:
    """The record, its deal and the pack secret, sealed."""
    game = game_named(data["game"])
    assert game is not None
    return envelope.seal([dict(data), deal.plain() if deal else None], secret, vocabulary(game))


def opened(data: bytes, unlock: str) -> tuple[dict[str, Plain], Deal | None, bytes]:
    """(record, deal, pack secret) of sealed bytes. Raises envelope.SealError, keys.BadKey."""
    found = envelope.open_sealed(data, unlock, vocabularies())
    inside = found.record
    if not (isinstance(inside, list) and len(inside) == 2 and isinstance(inside[0], dict)):
        raise envelope.Damaged("密封记录的内容读不懂：写下它的程序有误")
    deal = inside[1]
    if not isinstance(deal, dict):
        return inside[0], None, found.secret
    known = {k: deal[k] for k in ("seed", "wish", "stream", "words") if k in deal}
    return inside[0], Deal(**known), found.secret


def committed(data: Mapping[str, Plain], deal: Deal | None, secret: bytes) -> str:
    """The public commitment of a pack: to the deal's seed and wish; to the setup itself where nobody knows the seed."""
    nonce = keys.commitment_nonce(secret)
    options = data.get("options") or {}
    if deal is None:
        return commitment.commit("", data.get("setup"), options, "setup", nonce)
    roster = {"game": data["game"], "wish": dict(deal.wish), "words": deal.words}
    return commitment.commit(deal.seed, roster, options, deal.stream, nonce)


class Builder:
    """One pack in the making."""

    def __init__(self, data: Mapping[str, Plain], secret: bytes, deal: Deal | None, manner: Manner) -> None:
        game = game_named(data["game"])
        assert game is not None
        self.game: Game = game
        self.data, self.secret, self.deal, self.manner = data, secret, deal, manner
        self.record: Record = record_of(normal(dict(data)))
        self.book: Book = book(game.id)
        self.look: Look = look(game.id)
        self.id = keys.pack_id(secret)
        self.foot = f"{game.name} · {self.id}"
        self.cards = game.cards(self.record)
        self.sheets = game.sheets(self.record)

    # --- parts, each a list of page plans

    def public(self) -> list[Plan]:
        """What everybody may see: the sheets for the table, and the commitment."""
        plans = [p for s in self.sheets if s.audience == "table" for p in self._writer(s.landscape).plans(s)]
        return [*plans, Plan(self._promise, self._say("页/公证"), "table", part="promise")]

    def closed(self, seats: Iterable[int] | None = None) -> list[Plan]:
        """The closed cards of all seats, or of some."""
        wanted = None if seats is None else set(seats)
        found = [c for c in self.cards if c.kind == "role" and (wanted is None or c.seat in wanted)]
        return self._card_plans(self._faces(found), self.manner.size, "身份牌", "back", "closed")

    def aux(self) -> list[Plan]:
        """The cards on the table."""
        found = [c for c in self.cards if c.kind != "role" for _ in range(c.count)]
        faces = self._faces(found)
        size = AUX_SIZE if self.manner.size.full else self.manner.size
        return self._card_plans(faces, size, "辅助牌", "aux", "aux") if faces else []

    def sleeves(self, seats: Iterable[int] | None = None) -> list[Plan]:
        """A cover per seat."""
        cover = covers.cover_for(self.manner.paper, self.manner.size)
        wanted = list(self.record.seats if seats is None else seats)
        groups = [wanted[i : i + cover.columns] for i in range(0, len(wanted), cover.columns)]
        return [Plan(self._cover_page(cover, g), "封套", "seat", side=True, part="cover") for g in groups]

    def host(self) -> list[Plan]:
        """The moderator's pages: the sealed record first, the key slip last."""
        plans = [Plan(self._codes, self._say("页/密封记录"), "host", part="qr")]
        plans += [p for s in self.sheets if s.audience == "host" for p in self._writer(s.landscape).plans(s)]
        return [*plans, Plan(self._slip, "密钥条", "host", part="slip")]

    def letters(self) -> list[Plan]:
        """Sheets meant for one seat each."""
        return [p for s in self.sheets if s.audience == "seat" and not s.as_text for p in self._writer(s.landscape).plans(s)]

    # --- pages

    def _writer(self, landscape: bool) -> Writer:
        return Writer(self.book, self.look, self.manner.paper, landscape)

    def _faces(self, found: Sequence[Card]) -> list[cards.Face]:
        return [cards.face_of(c, self.book, self.foot) for c in found]

    def _card_plans(self, faces: Sequence[cards.Face], size: Size, title: str, back: str, part: str) -> list[Plan]:
        style = self.manner.style
        grid = card_grid(self.manner.paper, size, "fold" if style == "fold" else "fronts")
        plans: list[Plan] = []
        for place in grid.pages(len(faces)):
            some = faces[place.start : place.stop]
            if style == "fold":
                plans.append(Plan(self._strips(grid, some, size, back), title, "seat", side=grid.side, part=part))
                continue
            plans.append(Plan(self._fronts(grid, some, size), title, "seat", side=grid.side, part=part))
            if style in ("long", "short"):
                plans.append(Plan(self._backs(grid, len(some), size, back, style), f"{title}背面", "seat", side=grid.side, part=part))
        return plans

    def _strips(self, grid: Grid, faces: Sequence[cards.Face], size: Size, back: str) -> Callable[[Page], None]:
        return lambda page: cards.draw_strips(page, grid, faces, self.look, size, back)

    def _fronts(self, grid: Grid, faces: Sequence[cards.Face], size: Size) -> Callable[[Page], None]:
        return lambda page: cards.draw_fronts(page, grid, faces, self.look, size)

    def _backs(self, grid: Grid, count: int, size: Size, back: str, edge: str) -> Callable[[Page], None]:
        return lambda page: cards.draw_backs(page, grid, count, size, back, edge, self.manner.offset)

    def _cover_page(self, cover: covers.Cover, seats: Sequence[int]) -> Callable[[Page], None]:
        def draw(page: Page) -> None:
            for place, seat in enumerate(seats):
                name = self.record.names[seat - 1] if self.record.names else ""
                seed = keys.derive(self.secret, f"cover {seat}", 32)
                called = self._say("封套/玩家", seat=seat)
                label = covers.Label(seat, name, self.game.name, self.id, called, self._say("封套/折法"))
                covers.draw_cover(page, cover, place, self.look, label, seed)

        return draw

    def _codes(self, page: Page) -> None:
        """The sealed record, every code twice, on different parts of the sheet."""
        texts = envelope.written(sealed(self.data, self.secret, self.deal))
        box = body(page)
        page.text(box.x, box.y + 6, self._say("页/密封记录"), Style("serif", 17.0))
        page.block(Box(box.x, box.y + 10, box.w, 14), self._say("页/密封记录/说明"), Style("sans", 9.5, leading=1.4))
        matrices = [qr.matrix(t) for t in texts]
        room = (box.h - 34) / 2
        each = min((box.w - 8 * (len(matrices) - 1)) / len(matrices), room - 8, 70.0) if len(matrices) <= 2 else 46.0
        per_row = max(1, int((box.w + 8) // (each + 8)))
        for copy in range(2):
            for i, rows in enumerate(matrices):
                side = min(each, max(30.0, len(rows) * MODULE))
                row, column = divmod(i, per_row)
                x = box.x + 6 + column * (each + 8) if copy == 0 else box.right - 6 - side - column * (each + 8)
                y = box.y + 30 + copy * room + row * (each + 10)
                page.qr(x, y, side, rows)
                label = f"{self.id} · 第 {i + 1}/{len(matrices)} 块" if len(matrices) > 1 else self.id
                page.text(x, y + side + 6.5, label, Style("sans", 7.5, colour=grey(0.3)))

    def _slip(self, page: Page) -> None:
        """The key slip: to be cut off and kept apart."""
        box = body(page)
        slip = Box(box.x, box.y, box.w, 62)
        page.rect(slip, radius=3, stroke=grey(0.3), line=0.3, dash=(2, 1.2))
        page.text(slip.x + 6, slip.y + 11, self._say("页/密钥条", game=self.game.name, id=self.id), Style("serif", 13))
        page.text(slip.x + slip.w / 2, slip.y + 32, keys.unlock_key(self.secret), Style("bold", 27, align="centre"))
        note = self._say("页/密钥条/说明")
        page.block(Box(slip.x + 6, slip.y + 40, slip.w - 12, 18), note, Style("sans", 9.5, leading=1.4, colour=grey(0.2)))

    def _promise(self, page: Page) -> None:
        """The commitment to the deal, for the players to photograph before the game."""
        box = body(page)
        page.text(box.x, box.y + 6, self._say("页/公证"), Style("serif", 17.0))
        value = committed(self.data, self.deal, self.secret)
        lines = "\n".join(" ".join(value[i : i + 4] for i in range(j, j + 32, 4)) for j in (0, 32))
        page.block(Box(box.x, box.y + 14, box.w, 22), lines, Style("sans", 15.0, leading=1.5, align="centre"))
        words = self.deal.words if self.deal else ""
        notes = [self._say("页/公证/种子" if self.deal else "页/公证/设置")]
        if words:
            notes.append(self._say("页/公证/话", words=words))
        notes.append(self._say("页/公证/证明话" if words else "页/公证/证明"))
        page.block(Box(box.x, box.y + 40, box.w, 60), "\n".join(notes), Style("sans", 10.5, 8.0, leading=1.6), "玩家的话")

    def _say(self, key: str, **values: object) -> str:
        return self.book.say(Say(key, tuple(values.items())))

    # --- the file

    def document(self, plans: Sequence[Plan]) -> bytes:
        """Plans drawn into one PDF. Every text of the game's cards is in its fonts, whatever was dealt."""
        paper = self.manner.paper
        pdf = Pdf((paper.width, paper.height), f"{self.game.name} {self.id}")
        self._reserve(pdf)
        cards.define_back(pdf, "back", self.manner.size, self.look)
        cards.define_back(pdf, "aux", AUX_SIZE if self.manner.size.full else self.manner.size, self.look, aux=True)
        for i, plan in enumerate(plans):
            page = pdf.page((paper.height, paper.width) if plan.landscape else None)
            plan.draw(page)
            line = self._say("页/页码", game=self.game.name, title=plan.title, id=self.id, n=i + 1, m=len(plans))
            head(page, line, self._say("页/每页"), plan.side)
        return pdf.bytes()

    def _reserve(self, pdf: Pdf) -> None:
        """All words of all roles of the game, so that a font tells nothing of the deal."""
        roles = [str(v) for r in self.game.roles for v in (r.name, *self.book.role(r.name).values()) if isinstance(v, str)]
        pdf.reserve("".join(sorted(set("".join(roles)))), "sans")
        glyphs = {str(self.book.role(r.name).get("glyph", r.name[:1])) for r in self.game.roles}
        pdf.reserve("".join(sorted(set("".join(glyphs)))), "brush")
        pdf.reserve("".join(sorted(set("".join(r.name for r in self.game.roles)))), "serif")


def build(data: Mapping[str, Plain], secret: bytes, deal: Deal | None = None, manner: Manner | None = None) -> Pack:
    """The whole pack as one file. Raises draw.TooLong and draw.NoGlyph (both Unprintable), naming what doesn't go on paper."""
    b = Builder(data, secret, deal, manner or Manner())
    plans = [*b.public(), *b.closed(), *b.sleeves(), *b.aux(), *b.letters(), *b.host()]
    name = f"{b.game.id}-{b.id}.pdf"
    return Pack(b.id, keys.unlock_key(secret), committed(data, deal, secret), {name: b.document(plans)}, len(plans))
