"""A record's pack in the making: plans of pages part by part, and documents of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from itertools import groupby
from typing import Any

from engine.games import Game, game_named
from engine.paper import Card, Say, Sheet
from engine.record import Record, normal, record_of
from generator import envelope, keys, lettering
from generator.book import Book, book
from generator.draw import Form, Page, Pdf, alike, made
from generator.layout import Box, Grid, Paper, Size, card_grid, paper_named, size_named, style_named
from generator.look import Look, look
from generator.sealing import Deal, committed, sealed
from generator.sheets import blind, cards, covers, imposing, secrets
from generator.sheets.furniture import Plan, blank, body, head, ruler
from generator.sheets.tables import Writer

Plain = Any
AUX_SIZE = size_named("mini")
BUCKET = 512  # the length of a page with closed things is a multiple of it
LARGE = 1.25  # sheets of the table are read by many, and by candlelight
SHARED = {"ledger": "页/分户账"}  # short sheets of which several go on a page, and its title
SPOKEN = {"announcement"}  # told when its time has come: nothing to print before
BACKS = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}


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

    @property
    def duplex(self) -> bool:
        return self.style in BACKS


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
        self.cards: tuple[Card, ...] = game.cards(self.record)
        self._numbers = iter(range(10_000))

    @cached_property
    def sheets(self) -> tuple[Sheet, ...]:
        return self.game.sheets(self.record)

    # --- parts, each a list of page plans

    def public(self) -> list[Plan]:
        """What everybody may see: the sheets for the table, the commitment behind them, and the texts that don't go on the cards."""
        shown = [s for s in self.sheets if s.audience == "table"]
        plans: list[Plan] = []
        for sheet in shown:
            last = sheet is shown[-1] and not sheet.landscape
            plans += self._writer(sheet.landscape, LARGE).plans(sheet, self._promise) if last else self._pages(sheet, LARGE)
        if not shown or shown[-1].landscape:
            writer = self._writer(False, LARGE)
            self._promise(writer)
            plans += writer.finished(self.say("页/公证"), "table", part="promise")
        return [*plans, *self._reference()]

    def closed(self, seats: Iterable[int | None] | None = None) -> list[Plan]:
        """The closed cards of all seats, or of some (None: those of no seat)."""
        wanted = None if seats is None else set(seats)
        found = [placed for card, placed in self._closed if wanted is None or card.seat in wanted]
        return self._card_plans(found, self.manner.size, self.say("页/身份牌"), "back", "closed") if found else []

    def aux(self) -> list[Plan]:
        """The cards on the table."""
        size = self._aux_size
        found = [imposing.Placed(name, self.foot) for name, count in self._aux_names for _ in range(count)]
        return self._card_plans(found, size, self.say("页/辅助牌"), "aux", "aux") if found else []

    def sleeves(self, seats: Iterable[int] | None = None) -> list[Plan]:
        """A cover per seat."""
        cover = self._cover
        wanted = list(self.record.seats if seats is None else seats)
        groups = [wanted[i : i + cover.columns] for i in range(0, len(wanted), cover.columns)]
        self._cover_forms  # noqa: B018  (drawn before any page is, so that what can't be printed is told at once)
        title = self.say("页/封套")
        plans = [Plan(self._cover_page(cover, g), title, "seat", edge="left", part="cover", bucket=BUCKET) for g in groups]
        return [p for plan in plans for p in ((plan, blank(title)) if self.manner.duplex else (plan,))]

    def host(self) -> list[Plan]:
        """The moderator's pages: the sealed record first, the key slip last."""
        plans = self.codes()
        own = (s for s in self.sheets if s.audience == "host" and s.id not in SPOKEN)
        for (repeated, together), sheets in groupby(own, lambda s: (s.per == "phase" and s.id.startswith("log"), SHARED.get(s.id))):
            if together:
                plans += self._writer(False).together(self.say(together), list(sheets))
            else:
                plans += [p for sheet in sheets for p in self._pages(sheet)] * (self._copies if repeated else 1)
        return [*plans, Plan(self._slip, self.say("页/密钥条标题"), "host", part="slip")]

    def letters(self, seats: Iterable[int] | None = None) -> list[Plan]:
        """Sheets meant for one seat each."""
        wanted = None if seats is None else set(seats)
        found = [s for s in self.sheets if s.audience == "seat" and not s.as_text and (wanted is None or s.seat in wanted)]
        return [replace(p, bucket=4 * BUCKET) for s in found for p in self._writer(s.landscape).plans(s)]

    def codes(self) -> list[Plan]:
        """The sealed record."""
        texts = envelope.written(sealed(self.data, self.secret, self.deal))
        title, note = self.say("页/密封记录"), self.say("页/密封记录/说明")

        def drawing(share: range) -> Callable[[Page], None]:
            return lambda page: secrets.draw_codes(page, title, note, self.id, texts, share)

        return [Plan(drawing(share), title, "host", part="qr") for share in secrets.shares(texts)]

    def strips(self) -> list[Plan]:
        """For a host who wants to play: each seat's cards and cover in one strip that is folded before it is cut; then the key."""
        own: dict[int, list[imposing.Placed]] = {seat: [] for seat in self.record.seats}
        for card, placed in self._closed:
            if card.seat is not None:
                own[card.seat].append(placed)
        most = max(len(found) for found in own.values())
        if not blind.fits(self.manner.paper, self.manner.size, most):
            raise Unfit(self.say("盲/放不下", count=most))
        title = self.say("页/盲条")
        plans = [
            Plan(self._strip(seat, found), title, "seat", seat, edge="left", part="strip", bucket=BUCKET) for seat, found in own.items()
        ]
        return [*plans, Plan(self._folding_key, self.say("页/密钥条标题"), "table", part="slip")]

    def _pages(self, sheet: Sheet, scale: float = 1.0) -> list[Plan]:
        """The pages of a sheet, each a form: printed several times, or in many packs, it is drawn once."""
        how = (self.game.id, self.manner.paper, self.manner.sparing, scale, sheet)
        try:
            found = _drawn(*how)
        except TypeError:  # values that no memory can be kept of
            found = _drawn.__wrapped__(*how)
        return [replace(plan, draw=_placing(f"L{next(self._numbers)}", form)) for plan, form in found]

    # --- cards

    @property
    def _aux_size(self) -> Size:
        return AUX_SIZE if self.manner.size.full else self.manner.size

    @property
    def _copies(self) -> int:
        """How many phases of a kind a game of so many players may see."""
        return max(2, min(5, self.record.players // 3))

    @cached_property
    def _closed(self) -> list[tuple[Card, imposing.Placed]]:
        """Every closed card with its form's name and its foot, in the order of the seats."""
        found = [c for c in self.cards if c.kind == "role"]
        names = [f"C{i}" for i in range(len(found))]
        return [(card, imposing.Placed(name, self._foot(card.seat), str(card.seat or ""))) for card, name in zip(found, names, strict=True)]

    @cached_property
    def _closed_forms(self) -> dict[str, Form]:
        """Their drawings: equal ink, equal length."""
        faces = [cards.face_of(card, self.book) for card, _ in self._closed]
        made = cards.evened(faces, self.manner.size, self.look, self.manner.sparing)
        return dict(zip((placed.form for _, placed in self._closed), alike(made), strict=True))

    @cached_property
    def _aux_cards(self) -> list[Card]:
        return [c for c in self.cards if c.kind != "role"]

    @property
    def _aux_names(self) -> list[tuple[str, int]]:
        return [(f"A{i}", card.count) for i, card in enumerate(self._aux_cards)]

    def _aux_form(self, card: Card) -> Form:
        face = cards.face_of(card, self.book)
        return _framed(face, self._aux_size, self.look, self.manner.sparing)

    def _foot(self, seat: int | None) -> str:
        return f"{seat} 号 · {self.foot}" if seat is not None else self.foot

    def _card_plans(self, found: Sequence[imposing.Placed], size: Size, title: str, back: str, part: str) -> list[Plan]:
        style = self.manner.style
        grid = card_grid(self.manner.paper, size, "fold" if style == "fold" else "fronts")
        front = "left" if grid.side else "top"
        # turned over, the head lies on the side that the block leaves free
        behind = {"left": {"long": "right", "short": "left"}, "top": {"long": "top", "short": "bottom"}}[front]
        bucket = BUCKET if part == "closed" else 0
        plans: list[Plan] = []
        for place in grid.pages(len(found)):
            some = found[place.start : place.stop]
            draw = self._strips(grid, some, size, back) if style == "fold" else self._fronts(grid, some, size)
            plans.append(Plan(draw, title, "seat", edge=front, part=part, bucket=bucket))
            if self.manner.duplex:
                name = self.say("页/背面", title=title)
                plans.append(
                    Plan(self._backs(grid, some, size, back), name, "seat", edge=behind[style], part=f"{part}-back", bucket=bucket)
                )
        return plans

    def _strips(self, grid: Grid, some: Sequence[imposing.Placed], size: Size, back: str) -> Callable[[Page], None]:
        return lambda page: imposing.draw_strips(page, grid, some, size, back)

    def _fronts(self, grid: Grid, some: Sequence[imposing.Placed], size: Size) -> Callable[[Page], None]:
        return lambda page: imposing.draw_fronts(page, grid, some, size)

    def _backs(self, grid: Grid, some: Sequence[imposing.Placed], size: Size, back: str) -> Callable[[Page], None]:
        return lambda page: imposing.draw_backs(page, grid, some, size, back, self.manner.style, self.manner.offset)

    # --- covers

    @cached_property
    def _cover(self) -> covers.Cover:
        return covers.cover_for(self.manner.paper, self.manner.size)

    @cached_property
    def _cover_forms(self) -> dict[str, Form]:
        made = [
            covers.cover_drawing(self._cover, self.look, self._label(s), self._seed(f"cover {s}"), self.manner.sparing)
            for s in self.record.seats
        ]
        return {f"S{seat}": form for seat, form in zip(self.record.seats, alike(made), strict=True)}

    def _label(self, seat: int, steps: str = "封套/折法") -> covers.Label:
        name = self.record.names[seat - 1] if self.record.names else ""
        called = self.say("封套/玩家", seat=seat)
        return covers.Label(seat, name, self.game.name, self.id, called, self.say(steps), f"{called}（{name}）" if name else called)

    def _seed(self, what: str) -> bytes:
        return keys.derive(self.secret, what, 32)

    def _cover_page(self, cover: covers.Cover, seats: Sequence[int]) -> Callable[[Page], None]:
        def draw(page: Page) -> None:
            for place, seat in enumerate(seats):
                box = covers.place_of(cover, place)
                page.form(f"S{seat}", box.x - covers.ROUND, box.y - covers.ROUND)

        return draw

    def _strip(self, seat: int, found: Sequence[imposing.Placed]) -> Callable[[Page], None]:
        how, label, seed = self.manner, self._label(seat, "盲/折法"), self._seed(f"strip {seat}")
        return lambda page: blind.draw_blind(page, how.paper, how.size, found, "back", self.look, label, seed)

    # --- pages

    def _writer(self, landscape: bool, scale: float = 1.0) -> Writer:
        return Writer(self.book, self.look, self.manner.paper, landscape, scale, self.manner.sparing)

    def _reference(self) -> list[Plan]:
        """The whole texts of all roles of the game, whatever was dealt: dark and large, to be read by candlelight."""
        sides = dict.fromkeys(role.side for role in self.game.roles)
        writer = self._writer(False)
        writer.heading(self.say("页/速查"), big=True)
        for side in sides:
            writer.side(side)
            for role in (r for r in self.game.roles if r.side == side):
                face = cards.face_of(Card(role.name, "role"), self.book)
                writer.entry(face.name, face.text)
        return writer.finished(self.say("页/速查"), "table", part="reference")

    def _slip(self, page: Page) -> None:
        secrets.draw_slip(page, self._key_lines("页/密钥条/说明"))

    def _key_lines(self, note: str) -> secrets.KeyLines:
        return secrets.key_lines(self.say("页/密钥条", game=self.game.name, id=self.id), keys.unlock_key(self.secret), self.say(note))

    def _folding_key(self, page: Page) -> None:
        box = body(page)
        blind.draw_key(page, Box(box.x, box.y, box.w, 136), self._key_lines("盲/密钥"), self._seed("strip key"))

    def _promise(self, writer: Writer) -> None:
        """The commitment to the deal, for the players to photograph before the game."""
        value = committed(self.data, self.deal, self.secret)
        lines = "\n".join(" ".join(value[i : i + 4] for i in range(j, j + 32, 4)) for j in (0, 32))
        words = self.deal.words if self.deal else ""
        notes = [self.say("页/公证/种子" if self.deal else "页/公证/设置")]
        if words:
            notes.append(self.say("页/公证/话", words=words))
        notes.append(self.say("页/公证/证明话" if words else "页/公证/证明"))
        writer.promise(self.say("页/公证"), lines, notes)

    def say(self, key: str, **values: object) -> str:
        return self.book.say(Say(key, tuple(values.items())))

    # --- the file

    def pdf(self, plans: Sequence[Plan]) -> Pdf:
        """Plans drawn into one document. What its fonts hold depends on the game and the players' names alone, unless a sheet says more."""
        paper, how = self.manner.paper, self.manner
        pdf = Pdf((paper.width, paper.height), f"{self.game.name} {self.id}", BACKS.get(how.style, "Simplex"))
        self._reserve(pdf)
        pdf.place("ruler", ruler())
        parts = {p.part.removesuffix("-back") for p in plans}
        if parts & {"closed", "strip"}:
            pdf.place("back", cards.back_form(how.size, self.look, False, how.sparing))
            held = {placed.form for card, placed in self._closed if _in(plans, card.seat)}
            for name, form in self._closed_forms.items():
                if name in held:
                    pdf.place(name, form)
        if "aux" in parts:
            pdf.place("aux", cards.back_form(self._aux_size, self.look, True, how.sparing))
            for (name, _), card in zip(self._aux_names, self._aux_cards, strict=True):
                pdf.place(name, self._aux_form(card))
        if "cover" in parts:
            for name, form in self._cover_forms.items():
                if _in(plans, int(name[1:])):
                    pdf.place(name, form)
        for i, plan in enumerate(plans):
            page = pdf.page((paper.height, paper.width) if plan.landscape else None, plan.bucket)
            plan.draw(page)
            line = self.say("页/页码", game=self.game.name, title=plan.title, id=self.id, n=i + 1, m=len(plans))
            head(page, line, self.say("页/每页"), plan.edge)
        return pdf

    def _reserve(self, pdf: Pdf) -> None:
        """All words of the game, dealt or not, and all names: a font tells nothing of the deal or of the seat."""
        for face, chars in lettering.words(self.game.id):
            pdf.font(face).used.update(chars)
        for face in ("sans", "bold"):
            for name in self.record.names or ():
                pdf.reserve(name.replace("\n", ""), face)


@lru_cache(64)
def _drawn(game: str, paper: Paper, sparing: bool, scale: float, sheet: Sheet) -> tuple[tuple[Plan, Form], ...]:
    """The pages of a sheet with their drawings."""
    width, height = (paper.height, paper.width) if sheet.landscape else (paper.width, paper.height)
    plans = Writer(book(game), look(game), paper, sheet.landscape, scale, sparing).plans(sheet)
    return tuple((replace(plan, draw=_nothing), made(width, height, plan.draw)) for plan in plans)


def _nothing(page: Page) -> None:
    """What is remembered of a page draws nothing, and so keeps nothing else in memory."""


def _placing(name: str, form: Form) -> Callable[[Page], None]:
    return lambda page: page.place(name, form)


class Unfit(Exception):
    """A strip that doesn't go on the paper."""

    status = 2


def _in(plans: Sequence[Plan], seat: int | None) -> bool:
    """Is something of this seat on these pages? Pages of no seat in particular hold everybody's."""
    seats = {p.seat for p in plans if p.part in ("closed", "cover", "strip", "closed-back")}
    return None in seats or seat in seats


@cache
def _framed(face: cards.Face, size: Size, look: Look, sparing: bool) -> Form:
    return cards.framed(face, size, look, sparing).form()
