"""The same card pages made by our path, by other PDF libraries and by a printer of card games: CPU seconds of whole processes.

Nine poker cards a page: a rounded frame, a large brush glyph, a name, the text broken into the card. A peer that isn't installed,
or fails, is told as FAILED. `python -m bench.printing MAKER CARDS FILE` makes the pages of some faces (JSON) once.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ROOT = Path(__file__).parent.parent
FONTS = ROOT / "assets" / "fonts"
PAGES, TIMES = 8, 3
WIDE, HIGH, LEFT, TOP = 63.0, 88.0, 10.5, 16.5
GLYPH, NAME, TEXT = 62.0, 14.0, 9.0  # points

Face = tuple[str, str, str]  # glyph, name, text


def gathered() -> list[Face]:
    """Faces for all pages: the roles of the shipped games, over and over."""
    from engine.games import game_named, names
    from generator.book import book

    found = []
    for ident, _ in names():
        game, texts = game_named(ident), book(ident)
        assert game is not None
        for role in game.roles:
            told = texts.role(role.name)
            found.append((str(told.get("glyph", role.name[:1]))[:1], role.name, str(told.get("text", ""))[:150].replace("\n", "")))
    return (found * (9 * PAGES // len(found) + 1))[: 9 * PAGES]


def faces() -> list[Face]:
    return [tuple(face) for face in json.loads(Path(sys.argv[2]).read_text("utf-8"))]


def spots(cards: list[Face]) -> Iterator[tuple[bool, float, float, Face]]:
    """(first of its page, x, y, face), in millimetres from the top left corner."""
    for i, face in enumerate(cards):
        row, column = divmod(i % 9, 3)
        yield i % 9 == 0, LEFT + column * WIDE, TOP + row * HIGH, face


# --- makers, each writes the pages to a file


def ours(path: Path) -> None:
    from generator.draw import Page, Pdf, Style, grey
    from generator.layout import Box

    pdf = Pdf()
    page: Page | None = None
    for first, x, y, (glyph, name, text) in spots(faces()):
        page = pdf.page() if first or page is None else page
        page.rect(Box(x + 2, y + 2, WIDE - 4, HIGH - 4), radius=3, stroke=grey(0.3), line=0.4)
        page.text(x + WIDE / 2, y + 27, glyph, Style("brush", GLYPH, colour=grey(0.4), align="centre"))
        page.text(x + WIDE / 2, y + 37, name, Style("serif", NAME, align="centre"))
        page.block(Box(x + 5, y + 41, WIDE - 10, 43), text, Style("sans", TEXT, floor=5, leading=1.34))
    path.write_bytes(pdf.bytes())


def fpdf2(path: Path) -> None:
    import logging

    from fpdf import FPDF

    logging.getLogger("fontTools").setLevel(logging.ERROR)
    pdf = FPDF()
    for face in ("brush", "serif", "sans"):
        pdf.add_font(face, fname=str(FONTS / f"{face}.ttf"))
    pdf.set_auto_page_break(False)
    for first, x, y, (glyph, name, text) in spots(faces()):
        if first:
            pdf.add_page()
        pdf.rect(x + 2, y + 2, WIDE - 4, HIGH - 4, round_corners=True, corner_radius=3)
        for face, size, high, words in (("brush", GLYPH, 6.0, glyph), ("serif", NAME, 31.0, name)):
            pdf.set_font(face, size=size)
            pdf.set_xy(x, y + high)
            pdf.cell(WIDE, 8 if face == "serif" else 24, words, align="C")
        pdf.set_font("sans", size=TEXT)
        pdf.set_xy(x + 5, y + 41)
        pdf.multi_cell(WIDE - 10, TEXT * 1.34 * 25.4 / 72, text, wrapmode="CHAR", align="L")
    pdf.output(str(path))


def typst(path: Path) -> None:
    import typst as compiler

    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "cards.json").write_text(json.dumps(faces(), ensure_ascii=False), "utf-8")
        source = Path(folder, "cards.typ")
        source.write_text(TYPST, "utf-8")
        compiler.compile(str(source), output=str(path), font_paths=[str(FONTS)], ignore_system_fonts=True)


TYPST = f"""
#set page(paper: "a4", margin: 0mm)
#set text(lang: "zh", region: "cn")
#let face(x, y, card) = place(top + left, dx: x, dy: y, box(width: {WIDE}mm, height: {HIGH}mm)[
  #place(dx: 2mm, dy: 2mm, rect(width: {WIDE - 4}mm, height: {HIGH - 4}mm, radius: 3mm, stroke: 0.4mm + luma(30%)))
  #place(top + center, dy: 7mm, text(font: "Ma Shan Zheng Subset", size: {GLYPH}pt, fill: luma(40%), card.at(0)))
  #place(top + center, dy: 32mm, text(font: "Noto Serif SC Black Subset", size: {NAME}pt, card.at(1)))
  #place(dx: 5mm, dy: 41mm, box(width: {WIDE - 10}mm, text(font: "Noto Sans SC Subset", size: {TEXT}pt, card.at(2))))
])
#for page in json("cards.json").chunks(9) {{
  for (i, card) in page.enumerate() {{
    face({LEFT}mm + calc.rem(i, 3) * {WIDE}mm, {TOP}mm + calc.quo(i, 3) * {HIGH}mm, card)
  }}
  pagebreak(weak: true)
}}
"""


def cartuli(path: Path) -> None:
    """Cards are pictures here (300 dpi); they are drawn with Pillow, as it is done with this printer.

    Not in the extra `bench`: it asks for a Pillow before 11, which would slow all others down."""
    from cartuli.card import Card, CardImage
    from cartuli.measure import A4, Size, mm
    from cartuli.output import sheet_pdf_output
    from cartuli.sheet import Sheet
    from PIL import Image, ImageDraw, ImageFont

    dots, size = 300 / 25.4, Size(WIDE * mm, HIGH * mm)
    type_ = {f: ImageFont.truetype(FONTS / f"{f}.ttf", round(p * 300 / 72)) for f, p in (("brush", GLYPH), ("serif", NAME), ("sans", TEXT))}

    def drawn(glyph: str, name: str, text: str) -> Image.Image:
        picture = Image.new("RGB", (round(WIDE * dots), round(HIGH * dots)), "white")
        pen, middle = ImageDraw.Draw(picture), picture.width / 2
        pen.rounded_rectangle(
            (2 * dots, 2 * dots, picture.width - 2 * dots, picture.height - 2 * dots), 3 * dots, outline="#4d4d4d", width=5
        )
        pen.text((middle, 18 * dots), glyph, "#666666", type_["brush"], anchor="mm")
        pen.text((middle, 35 * dots), name, "black", type_["serif"], anchor="mm")
        per_line = int((WIDE - 10) / (TEXT * 25.4 / 72))
        for i in range(0, len(text), per_line):
            y = 41 + i // per_line * TEXT * 1.34 * 25.4 / 72
            pen.text((5 * dots, y * dots), text[i : i + per_line], "black", type_["sans"])
        return picture

    known: dict[Face, CardImage] = {}
    cards = [Card(known.setdefault(f, CardImage(drawn(*f), size, name=f[1])), name=f[1]) for f in faces()]
    sheet_pdf_output(Sheet(cards, size=A4, print_margin=4 * mm, padding=0), path)


def domdiv(path: Path) -> None:
    """Its own cards: it prints no others. As many as fill about as many pages."""
    from domdiv import main

    sys.argv = ["dominion_dividers", "--papersize", "A4", "--expansions", "dominion2ndEdition", "intrigue2ndEdition"]
    sys.argv += ["seaside2ndEdition", "--outfile", str(path), "--log-level", "ERROR"]
    main.main()


MAKERS: dict[str, tuple[Callable[[Path], None], str, str]] = {
    "ours": (ours, "", "the same faces"),
    "fpdf2": (fpdf2, "fpdf2", "the same faces"),
    "typst": (typst, "typst", "the same faces"),
    "cartuli": (cartuli, "cartuli", "the same faces, as pictures"),
    "domdiv": (domdiv, "domdiv", "cards of its own"),
}


# --- one run


@dataclass(frozen=True, slots=True)
class Spent:
    """CPU and wall seconds, pages, bytes."""

    cpu: float
    wall: float
    pages: int
    size: int


def once(maker: str, folder: Path) -> Spent:
    path, began = folder / f"{maker}.pdf", time.perf_counter()
    path.unlink(missing_ok=True)
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "bench.printing", maker, str(folder / "cards.json"), str(path)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, encoding="utf-8", errors="replace")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode or not path.is_file():
        raise RuntimeError(done.stderr.strip().rpartition("\n")[2][:90] or f"exit {done.returncode}")
    wall = time.perf_counter() - began
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Spent(cpu, wall, pages_of(path), path.stat().st_size)


def pages_of(path: Path) -> int:
    import pypdfium2

    document = pypdfium2.PdfDocument(path)
    count = len(document)
    document.close()
    return count


def main() -> None:
    print(f"\nCard pages, nine cards each; whole processes, best of {TIMES}")
    print(f"{'maker':<20}{'CPU s':>8}{'wall s':>8}{'ms/page':>9}{'pages':>7}{'KB':>8}   pages of")
    base = 0.0
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "cards.json").write_text(json.dumps(gathered(), ensure_ascii=False), "utf-8")
        for name, (_, package, note) in MAKERS.items():
            try:
                label = f"{name} {version(package)}" if package else name
                spent = min((once(name, Path(folder)) for _ in range(TIMES)), key=lambda s: s.cpu)
            except PackageNotFoundError:
                print(f"{name:<20}  FAILED   not installed")
                continue
            except RuntimeError as no:
                print(f"{label:<20}  FAILED   {no}")
                continue
            each = spent.cpu / spent.pages * 1000
            base = base or each
            ratio = f"{note}, {each / base:.1f}× our CPU a page"
            print(
                f"{label:<20}{spent.cpu:>8.2f}{spent.wall:>8.2f}{each:>9.1f}{spent.pages:>7}{spent.size / 1024:>8.0f}   {ratio}",
                flush=True,
            )


if __name__ == "__main__":
    if len(sys.argv) == 4:
        MAKERS[sys.argv[1]][0](Path(sys.argv[3]))
    else:
        main()
