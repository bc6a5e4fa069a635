"""The calibration page: how a printer measures, how its other side sits, what it can still show. Two pages, printed on both sides.

Both sides carry a cross; the front has a scale along each arm, the back one line. Held against the light, the place where the back's line
meets the front's scale is what is typed back.
"""

from __future__ import annotations

from engine.paper import Say
from generator import qr
from generator.book import Book
from generator.draw import Page, Pdf, Style, grey
from generator.layout import Box, Paper
from generator.sheets.furniture import body, fold, scale

INK = grey(0.1)
TITLE = Style("serif", 15.0)
TEXT = Style("sans", 9.5, leading=1.4, colour=grey(0.15))
SMALL = Style("sans", 7.0, colour=grey(0.3), align="centre")
REACH = 5  # mm that the vernier shows either way
SIZES = (9.0, 8.0, 7.0, 6.0, 5.0, 4.0)


def calibration(paper: Paper, book: Book) -> bytes:
    """The two pages as a file."""
    pdf = Pdf((paper.width, paper.height), "源尊", "DuplexFlipLongEdge")
    _front(pdf.page(), paper, book)
    _back(pdf.page(), paper, book)
    return pdf.bytes()


def _say(book: Book, key: str) -> str:
    return book.say(Say(f"校准/{key}"))


def cross(paper: Paper) -> tuple[float, float]:
    """Where the crosses are: on the page's middle line, so that turning the sheet over leaves them in place."""
    return paper.width / 2, paper.height * 0.62


def _front(page: Page, paper: Paper, book: Book) -> None:
    box = body(page)
    page.text(box.x, box.y + 4, _say(book, "标题"), TITLE)
    page.block(Box(box.x, box.y + 9, box.w, 26), _say(book, "说明"), TEXT)
    y = box.y + 44
    page.text(box.x, y - 5, _say(book, "尺"), TEXT)
    scale(page, box.x + 12, y, 150)
    with page.turned(box.x + 4, box.bottom - 8, -90.0) as side:
        scale(side, 0, 0, 150)
    _ramp(page, Box(box.x + 12, y + 12, 150, 9), _say(book, "灰阶"))
    _types(page, box.x + 12, y + 34, _say(book, "字样"))
    rows = qr.matrix("YZ1:CALIBRATION")
    page.qr(box.right - 40, y + 30, 27, rows)
    page.text(box.right - 26.5, y + 62, _say(book, "码"), SMALL)
    _vernier(page, *cross(paper), _say(book, "右"), _say(book, "下"))
    low = box.bottom - 20
    page.text(box.x + 12, low - 4, _say(book, "折"), TEXT)
    fold(page, box.x + 12, low, box.right - 8, low)


def _ramp(page: Page, box: Box, label: str) -> None:
    page.text(box.x, box.y - 1.5, label, Style("sans", 8.0, colour=grey(0.2)))
    wide = box.w / 11
    for i in range(11):
        page.rect(Box(box.x + i * wide, box.y, wide, box.h), fill=grey(1 - i / 10), stroke=grey(0.5), line=0.1)
        page.text(box.x + (i + 0.5) * wide, box.bottom + 3.5, f"{i * 10}%", SMALL)


def _types(page: Page, x: float, y: float, words: str) -> None:
    for size in SIZES:
        page.text(x, y, f"{size:g} pt  {words}", Style("sans", size, colour=INK))
        y += size * 0.55 + 1.2


def _vernier(page: Page, x: float, y: float, right: str, down: str) -> None:
    """A cross of scales, half millimetres to REACH either way."""
    page.lines([(x - 22, y, x + 22, y), (x, y - 22, x, y + 22)], stroke=INK, line=0.1)
    for half in range(-2 * REACH, 2 * REACH + 1):
        at, tall = half / 2, (2.4 if half % 2 == 0 else 1.4)
        page.lines([(x + at, y - 12, x + at, y - 12 - tall), (x - 12, y + at, x - 12 - tall, y + at)], stroke=INK, line=0.12)
        if half % 2 == 0:
            page.text(x + at, y - 15.3, f"{at:+.0f}" if half else "0", Style("sans", 5.5, align="centre"))
            page.text(x - 15.2, y + at + 0.7, f"{at:+.0f}" if half else "0", Style("sans", 5.5, align="right"))
    page.text(x + 8, y - 14.5, right, Style("sans", 8.0))
    page.text(x - 12, y + 9.5, down, Style("sans", 8.0, align="right"))


def _back(page: Page, paper: Paper, book: Book) -> None:
    x, y = cross(paper)
    page.lines([(x, y - 24, x, y + 24), (x - 24, y, x + 24, y)], stroke=INK, line=0.3)
    page.text(x, y + 32, _say(book, "背面"), Style("sans", 9.0, align="centre", colour=grey(0.2)))
