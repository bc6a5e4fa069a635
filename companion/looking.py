"""How a picture is looked at: at half size first, then larger; then only where a code was seen that could not be read, worked on in many
ways; then the whole picture, larger, smaller and with its contrast worked on; until the record is whole or the patience is at an end.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import zxingcpp
from PIL import Image, ImageChops, ImageFilter, ImageOps

from generator import envelope
from generator.envelope import MissingParts, SealError, TwoPacks

MOST_PIXELS = 50_000_000
SMALL = 3_000_000  # pixels from which a half-size look pays
PATIENCE = 4.0  # CPU seconds for one picture
ENLARGED, REDUCED = (1.5, 2.0), 0.33
AROUND = 0.25  # of a code's side that is cut out with it
WIDEST = 65_000  # pixels of a side that the reader of codes takes
MOST_SPOTS = 24
LEAST_PIXELS = 100_000  # what a look at less costs tells nothing

Grey = Image.Image
Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class View:
    """A picture to look at, made when it is wanted. `close`: codes seen on it are worth a closer look."""

    pixels: int
    make: Callable[[], Grey]
    close: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """The codes that were read, and where others were seen."""

    texts: tuple[str, ...]
    spots: tuple[Box, ...]


class Patience:
    """CPU seconds to look with. A look that would take too long, as far as those before tell, is not begun."""

    def __init__(self, seconds: float = PATIENCE, clock: Callable[[], float] = time.thread_time) -> None:
        self._clock, self._end, self._dearest = clock, clock() + seconds, 0.0

    def allows(self, pixels: int) -> bool:
        return self._clock() + self._dearest * pixels < self._end

    def read(self, make: Callable[[], Grey]) -> tuple[Grey, Found]:
        """Make a picture and read it."""
        began = self._clock()
        view = make()
        found = seen(view)
        self._dearest = max(self._dearest, (self._clock() - began) / max(view.width * view.height, LEAST_PIXELS))
        return view, found


def look(views: Iterable[View], patience: Patience | None = None) -> tuple[str, ...]:
    """The texts found, looking on until they make a whole record; two records are an error at once."""
    patience = patience or Patience()
    texts: dict[str, None] = {}
    for number, view in enumerate(views):
        if not patience.allows(view.pixels):
            continue
        picture, found = patience.read(view.make)
        texts.update(dict.fromkeys(found.texts))
        if view.close and found.spots and not whole(texts):
            texts.update(dict.fromkeys(closely(picture, found.spots, patience)))
        if whole(texts) or (number and parted(texts)):  # the other parts may well be on other pictures
            break
    return tuple(texts)


def whole(texts: Iterable[str]) -> bool:
    """Do these make a record? TwoPacks where they make two."""
    try:
        envelope.read(texts)
    except TwoPacks:
        raise
    except SealError:
        return False
    return True


def parted(texts: Iterable[str]) -> bool:
    try:
        envelope.read(texts)
    except MissingParts:
        return True
    except SealError:
        pass
    return False


def seen(view: Grey) -> Found:
    if max(view.size) > WIDEST:
        return Found((), ())
    kinds: Any = zxingcpp.BarcodeFormat.QRCode
    found = zxingcpp.read_barcodes(view, formats=kinds, text_mode=zxingcpp.TextMode.Plain, return_errors=True)
    texts = tuple(code.text for code in found if code.valid and code.text)
    return Found(texts, tuple(box_of(code.position) for code in found if not code.valid)[:MOST_SPOTS])


def codes(view: Grey) -> list[str]:
    return list(seen(view).texts)


def box_of(place: Any) -> Box:
    corners = (place.top_left, place.top_right, place.bottom_right, place.bottom_left)
    across, down = [c.x for c in corners], [c.y for c in corners]
    return min(across), min(down), max(across), max(down)


def closely(picture: Grey, spots: Iterable[Box], patience: Patience) -> Iterator[str]:
    """What can be read where codes were only seen, cut out and worked on."""
    for left, top, right, bottom in spots:
        rim = round(AROUND * max(right - left, bottom - top))
        cut = picture.crop((max(0, left - rim), max(0, top - rim), min(picture.width, right + rim), min(picture.height, bottom + rim)))
        if not cut.width * cut.height:
            continue
        for view in worked(cut):
            if not patience.allows(view.pixels):
                continue
            _, found = patience.read(view.make)
            yield from found.texts
            if found.texts:
                break


def worked(full: Grey) -> Iterator[View]:
    """Other sizes, then other contrasts, of a picture that gave no code as it is."""
    pixels = full.width * full.height
    for factor in (*ENLARGED, REDUCED):
        if pixels * factor**2 <= MOST_PIXELS:
            yield View(round(pixels * factor**2), partial(scaled, full, factor))
    half = full.reduce(2) if pixels >= SMALL else full
    treatments: tuple[Callable[[Grey], Grey], ...] = (levelled, sharpened)
    for treat in treatments:
        for view in (half, full) if half is not full else (full,):
            yield View(2 * view.width * view.height, partial(treat, view))


def scaled(full: Grey, factor: float) -> Grey:
    size = (max(1, round(full.width * factor)), max(1, round(full.height * factor)))
    return full.resize(size, Image.Resampling.BILINEAR if factor > 1 else Image.Resampling.BOX)


def levelled(view: Grey) -> Grey:
    """Slightly blurred, then each place against its surroundings: evens out shade and stretches faint contrast."""
    soft = view.filter(ImageFilter.GaussianBlur(1))
    around = soft.filter(ImageFilter.BoxBlur(max(view.size) // 60 + 8))
    return ImageChops.subtract(soft, around, 0.5, 128)


def sharpened(view: Grey) -> Grey:
    return ImageOps.autocontrast(view.filter(ImageFilter.UnsharpMask(3, 250, 0)), cutoff=1)
