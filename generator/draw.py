"""Documents: pages and reusable forms in one PDF, and drawings made apart from any document.

A `Pdf` hands out `Page`s and forms; both have the same drawing methods (generator/page.py). Equal calls give equal bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from generator.fonts import CHAINS, Embedded, NoGlyph, Unprintable, label, shape
from generator.layout import A4
from generator.page import Curve, Form, Page, nums, rounded
from generator.pdf import File, Squeezed, deflate, squeezed, words
from generator.typeset import BLACK, MM, WHITE, Colour, Fitted, NotOneLine, Style, Text, TooLong, fit, fit_line, grey

__all__ = [
    "BLACK",
    "MM",
    "WHITE",
    "Colour",
    "Curve",
    "Drawing",
    "Fitted",
    "Form",
    "NoGlyph",
    "NotOneLine",
    "Page",
    "Pdf",
    "Style",
    "Text",
    "TooLong",
    "Unprintable",
    "alike",
    "drawn",
    "fit",
    "fit_line",
    "grey",
    "made",
    "rounded",
]


class Pdf:
    """A document in the making. Metadata are neutral; viewers are told not to scale it."""

    def __init__(self, size: tuple[float, float] = A4, title: str = "源尊", duplex: str = "") -> None:
        """`duplex`: how a viewer is to set the printer (Simplex, DuplexFlipLongEdge, DuplexFlipShortEdge)."""
        self.size, self.title, self.duplex = size, title, duplex
        self.forms: dict[str, Form] = {}
        self._fonts: dict[str, Embedded] = {}
        self._pages: list[tuple[Page, int]] = []

    def font(self, name: str) -> Embedded:
        if name not in self._fonts:
            self._fonts[name] = Embedded(name)
        return self._fonts[name]

    def reserve(self, text: str, face: str = "sans") -> None:
        """Embed these characters whether they are drawn or not, so that a font doesn't tell what is on the pages."""
        for name, run in shape(text, face).runs():
            self.font(name).used.update(run.replace("\n", ""))

    def page(self, size: tuple[float, float] | None = None, bucket: int = 0) -> Page:
        """A new page, behind the one before. With a bucket the length of what is on it is rounded up to a multiple."""
        width, height = size or self.size
        page = Page(self, width, height)
        self._pages.append((page, bucket))
        return page

    def form(self, name: str, width: float, height: float, draw: Callable[[Page], object], bucket: int = 0) -> None:
        """Define something to be placed many times."""
        self.forms[name] = made(width, height, draw, bucket)
        self.place(name)

    def place(self, name: str, form: Form | None = None) -> None:
        """Take in a form that was made before, for any document."""
        if form is not None:
            self.forms[name] = form
        for face, chars in self.forms[name].uses:
            self.font(face).used.update(chars)

    def bytes(self, whole: int = 0) -> bytes:
        """The finished file; `whole`: filled up to so many bytes."""
        file = File()
        root, tree, resources = file.later(), file.later(), file.later()
        fonts = {name: self._fonts[name].put(file) for name in CHAINS if name in self._fonts and self._fonts[name].used}
        forms = {
            name: file.stream(
                form.packed,
                f"/Type/XObject/Subtype /Form/BBox[0 0 {nums(form.width * MM, form.height * MM)}]/Resources {resources} 0 R",
            )
            for name, form in self.forms.items()
        }
        kids = []
        for page, bucket in self._pages:
            content = file.stream(deflate(page.operators, bucket))
            box = nums(0, 0, page.width * MM, page.height * MM)
            kids.append(file.add(f"<</Type/Page/Parent {tree} 0 R/MediaBox[{box}]/Resources {resources} 0 R/Contents {content} 0 R>>"))
        listed = "".join(f"/{label(name)} {number} 0 R" for name, number in fonts.items())
        placed = "".join(f"/{name} {number} 0 R" for name, number in forms.items())
        file.add(f"<</Font<<{listed}>>/XObject<<{placed}>>>>", resources)
        file.add(f"<</Type/Pages/Count {len(kids)}/Kids[{' '.join(f'{kid} 0 R' for kid in kids)}]>>", tree)
        wish = f"/Duplex /{self.duplex}" if self.duplex else ""
        file.add(f"<</Type/Catalog/Pages {tree} 0 R/Lang(zh-Hans)/ViewerPreferences<</PrintScaling /None{wish}>>>>", root)
        ours = words("源尊")
        info = {"Title": words(self.title), **dict.fromkeys(("Author", "Subject", "Creator", "Producer"), ours)}
        return file.bytes(root, info, whole)


@dataclass(frozen=True, slots=True)
class Drawing:
    """Something drawn apart from any document: its operators, the ink it takes and the paper it covers (mm² of black, mm²), the
    characters it needs, by face."""

    width: float
    height: float
    operators: bytes
    ink: float
    covered: float
    uses: tuple[tuple[str, str], ...]

    def over(self, other: Drawing) -> Drawing:
        """This drawing on top of another one of the same size."""
        operators = other.operators + b"\n" + self.operators
        return Drawing(self.width, self.height, operators, self.ink + other.ink, self.covered + other.covered, self.uses + other.uses)

    def form(self, bucket: int = 0) -> Form:
        """With a bucket, as long as a multiple of it."""
        return Form(self.width, self.height, deflate(self.operators, bucket), self.uses)


def drawn(width: float, height: float, draw: Callable[[Page], object]) -> Drawing:
    """What a function draws on a sheet of its own. Clipped drawing counts as if it weren't, and forms not at all."""
    scrap = Pdf()
    page = Page(scrap, width, height)
    meter: list[tuple[float, float]] = []
    page.meter = meter
    draw(page)
    uses = tuple((name, "".join(sorted(font.used))) for name, font in sorted(scrap._fonts.items()))
    return Drawing(width, height, page.operators, sum(m[0] for m in meter), sum(m[1] for m in meter), uses)


def made(width: float, height: float, draw: Callable[[Page], object], bucket: int = 0) -> Form:
    """A form on its own, to be placed in many documents."""
    return drawn(width, height, draw).form(bucket)


def alike(drawings: Sequence[Drawing], step: int = 256) -> list[Form]:
    """Forms of these drawings, all of the same length in a file."""
    made = [_squeezed(d.operators) for d in drawings]
    whole = -(-max((s.least for s in made), default=0) // step) * step
    return [Form(d.width, d.height, s.filled(whole), d.uses) for d, s in zip(drawings, made, strict=True)]


@lru_cache(128)
def _squeezed(operators: bytes) -> Squeezed:
    """The faces of a club night come again and again."""
    return squeezed(operators)
