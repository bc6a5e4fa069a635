"""Photos, scans and PDFs to the sealed record on them.

What a picture claims to be is checked before anything is decoded: kind, size, number of pixels. How it is looked at: looking.py.
"""

from __future__ import annotations

import io
import threading
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from PIL import Image

from companion.looking import MOST_PIXELS, SMALL, Grey, Patience, View, codes, look, whole, worked
from companion.safefile import read_bytes
from generator import envelope
from generator.envelope import SealError, TwoPacks

__all__ = ["PictureError", "TooLarge", "UnknownKind", "codes", "load", "scan", "scan_paths", "texts_of"]

MOST_BYTES = 100_000_000
MOST_PAGES = 1000
FAR, CLOSE = 130, 300  # dpi at which pages are looked at, first and closely
CLOSE_PATIENCE = 3.0
CLOSE_PAGES = 20  # of a PDF that showed no whole record at the first resolution
PDF_PATIENCE = 2.0  # CPU seconds for the first look at its pages

_pdfium = threading.Lock()


class PictureError(Exception):
    """A file that can't be looked at. The message is for people."""

    status = 5


class UnknownKind(PictureError):
    def __init__(self, name: str, kind: str) -> None:
        super().__init__(f"{name}：不能读{kind}，请给 JPEG 或 PNG 照片，或者 PDF")


class TooLarge(PictureError):
    pass


class Broken(PictureError):
    def __init__(self, name: str) -> None:
        super().__init__(f"{name}：文件不完整或已损坏，打不开，请重新拍摄或传送")


def scan(files: Iterable[tuple[str, bytes]]) -> bytes:
    """The one sealed record on some pictures or PDFs, each given as (name for messages, content).

    SealError where there is no good code, or two records; PictureError for a file that can't be read.
    """
    texts: dict[str, None] = {}
    shown: list[tuple[str, tuple[str, ...]]] = []
    for name, content in files:
        found = texts_of(content, name)
        shown.append((name, found))
        texts.update(dict.fromkeys(found))
    try:
        return envelope.read(texts)
    except TwoPacks:
        raise TwoPacks(apart(shown)) from None


def apart(shown: Sequence[tuple[str, tuple[str, ...]]]) -> tuple[str, ...]:
    """The first two files that hold different records; () where one file alone holds both."""
    for i, (name, texts) in enumerate(shown):
        for other, more in shown[:i]:
            try:
                envelope.read((*more, *texts))
            except TwoPacks:
                return (other, name) if other != name else ()
            except SealError:
                continue
    return ()


def scan_paths(paths: Sequence[Path]) -> bytes:
    """As `scan`, of files. OSError where one can't be opened."""
    return scan((path.name, load(path)) for path in paths)


def load(path: Path) -> bytes:
    content = read_bytes(path, MOST_BYTES)
    if len(content) > MOST_BYTES:
        raise TooLarge(f"{path.name}：文件超过 {MOST_BYTES // 1_000_000} MB，请给小一些的照片")
    return content


def texts_of(content: bytes, name: str) -> tuple[str, ...]:
    """The texts of the QR codes on a picture or in a PDF, in the order found."""
    if len(content) > MOST_BYTES:
        raise TooLarge(f"{name}：文件超过 {MOST_BYTES // 1_000_000} MB，请给小一些的照片")
    kind = kind_of(content)
    if kind == "PDF":
        return pdf_texts(content, name)
    if kind == "HEIF":
        add_heif(name)
    elif kind not in {"JPEG", "PNG"}:
        raise UnknownKind(name, kind)
    return look(picture_views(content, kind, name))


def kind_of(content: bytes) -> str:
    """What the first bytes say; of what isn't read, a name for people."""
    start = content[:1024]
    marks = {b"\xff\xd8\xff": "JPEG", b"\x89PNG\r\n\x1a\n": "PNG", b"GIF8": " GIF 图片", b"BM": " BMP 图片"}
    marks |= {b"II*\0": " TIFF 图片", b"MM\0*": " TIFF 图片", b"PK\3\4": "压缩包"}
    for mark, kind in marks.items():
        if start.startswith(mark):
            return kind
    if b"%PDF-" in start:
        return "PDF"
    if start[4:8] == b"ftyp":
        heif = start[8:12] in {b"heic", b"heix", b"heif", b"hevc", b"mif1", b"msf1"}
        return "HEIF" if heif else " AVIF 图片" if start[8:11] == b"avi" else "视频"
    if start[:4] == b"RIFF" and start[8:12] == b"WEBP":
        return " WebP 图片"
    if b"<svg" in start or start.lstrip().startswith((b"<?xml", b"<!DOCTYPE", b"<html")):
        return " SVG 或网页文件"
    return "空文件" if not content else "这种文件"


def add_heif(name: str) -> None:
    try:
        from pillow_heif import register_heif_opener
    except ImportError:
        advice = "请把手机相机设成“兼容性最佳”（JPEG），或者安装 yuanzun[heic]"
        raise PictureError(f"{name}：这是 HEIC 照片，这台机器还不会读；{advice}") from None
    register_heif_opener()


def opened(content: bytes, kind: str, name: str) -> Any:
    """A picture with its header read and nothing else."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            return Image.open(io.BytesIO(content), formats=(kind,))
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise too_many(name) from None
    except Exception:  # what a broken header makes the decoders raise is not a closed list
        raise Broken(name) from None


def too_many(name: str) -> TooLarge:
    return TooLarge(f"{name}：图片超过 {MOST_PIXELS // 1_000_000} 百万像素，请缩小或裁剪后再试")


def measured(content: bytes, kind: str, name: str) -> tuple[int, int]:
    width, height = opened(content, kind, name).size
    if width * height > MOST_PIXELS:
        raise too_many(name)
    return width, height


def grey(content: bytes, kind: str, name: str, size: tuple[int, int] | None = None) -> Grey:
    """The picture decoded to grey, a JPEG at about `size`, transparency on white."""
    picture = opened(content, kind, name)
    try:
        if kind == "JPEG" and size is not None:
            picture.draft("L", size)
        picture.load()
        return flat(picture)
    except Exception:  # see opened
        raise Broken(name) from None


def flat(picture: Grey) -> Grey:
    if picture.mode.startswith("I"):
        return picture.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    if picture.mode in {"RGBA", "LA", "PA"} or "transparency" in picture.info:
        full = picture.convert("RGBA")
        return Image.alpha_composite(Image.new("RGBA", full.size, "white"), full).convert("L")
    return picture.convert("L")


def picture_views(content: bytes, kind: str, name: str) -> Iterator[View]:
    """Grey versions of a picture, the most promising first."""
    width, height = measured(content, kind, name)
    pixels, half = width * height, (width // 2, height // 2)
    if pixels >= SMALL and kind == "JPEG":
        yield View(pixels // 4, partial(grey, content, kind, name, half))
    full = grey(content, kind, name, (width, height))
    if pixels >= SMALL and kind != "JPEG":
        yield View(pixels // 4, partial(full.reduce, 2))
    yield from close_views(full)


def close_views(full: Grey) -> Iterator[View]:
    yield View(full.width * full.height, lambda: full, True)
    yield from worked(full)


def pdf_texts(content: bytes, name: str) -> tuple[str, ...]:
    """The texts of all codes in a PDF. If they make no record, some pages are looked at closely: those first on which a code was seen."""
    patience, closer = Patience(PDF_PATIENCE), None
    texts: dict[str, None] = {}
    seen: list[tuple[bool, int]] = []
    with _opened_pdf(content, name) as document:
        for number in range(len(document)):
            if not patience.allows(_pixels(document, number, FAR)):
                break
            _, found = patience.read(partial(_rendered, document, number, FAR))
            texts.update(dict.fromkeys(found.texts))
            seen.append((not found.spots, number))
        for blank, number in sorted(seen)[:CLOSE_PAGES]:
            closer = closer or Patience(CLOSE_PATIENCE)
            pixels = _pixels(document, number, CLOSE)
            if whole(texts) or not closer.allows(pixels):
                break
            views = (
                [View(pixels, partial(_rendered, document, number, CLOSE), True)]
                if blank
                else close_views(_rendered(document, number, CLOSE))
            )
            texts.update(dict.fromkeys(look(views, closer)))
    return tuple(texts)


def _pixels(document: Any, number: int, dpi: float) -> int:
    width, height = document.get_page_size(number)
    return int(min(width * height * (dpi / 72) ** 2, MOST_PIXELS))


@contextmanager
def _opened_pdf(content: bytes, name: str) -> Iterator[Any]:
    import pypdfium2

    with _pdfium:
        try:
            document = pypdfium2.PdfDocument(content)
        except pypdfium2.PdfiumError as error:
            locked = "password" in str(error).lower()
            raise PictureError(f"{name}：PDF 有密码，请先解除密码") if locked else Broken(name) from None
        try:
            if len(document) > MOST_PAGES:
                raise TooLarge(f"{name}：PDF 超过 {MOST_PAGES} 页")
            yield document
        finally:
            document.close()


def _rendered(document: Any, number: int, dpi: float) -> Grey:
    page = document[number]
    width, height = page.get_size()
    scale = min(dpi / 72, (MOST_PIXELS / max(width * height, 1)) ** 0.5)
    picture: Grey = page.render(scale=scale, grayscale=True).to_pil().convert("L")
    page.close()
    return picture
