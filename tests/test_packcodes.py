"""The codes of real packs, with long names: read from the page at any resolution, from photos, under blots; never a wrong record."""

from __future__ import annotations

import io
import random
from functools import cache
from typing import Any

import pypdfium2
import pytest
from PIL import Image, ImageDraw, ImageFilter

from companion import scan
from generator import fonts, pack
from generator.builder import Builder, Manner
from generator.envelope import SealError
from generator.sheets import secrets
from tests.closedpacks import SECRET, dealt

GAMES = {"封妖": 12, "狼人杀": 18, "EVA": 21, "诡秘之主": 25}


@cache
def made(game: str, paper: str = "A4") -> tuple[bytes, bytes, dict[str, Any], pack.Deal]:
    """(PDF of its codes, sealed bytes, record, deal) of a pack whose players have names of twenty rare characters."""
    dice, han = random.Random(game), sorted(c for c in fonts.face("sans").glyphs if "\u4e00" <= c <= "\u9fa5")
    record = dealt(game, GAMES[game])
    record["players"] = ["".join(dice.sample(han, 20)) for _ in range(GAMES[game])]
    deal = pack.Deal("0" * 40, {"players": record["players"], "options": {}}, words="风调雨顺")
    b = Builder(record, SECRET, deal, Manner.named(paper))
    return b.pdf(b.codes()).bytes(), pack.sealed(record, SECRET, deal), record, deal


def rendered(data: bytes, dpi: int, page: int = 0) -> Image.Image:
    document = pypdfium2.PdfDocument(data)
    picture = document[page].render(scale=dpi / 72, grayscale=True).to_pil().convert("L").copy()
    document.close()
    return picture


def read(picture: Image.Image, quality: int = 80) -> bytes:
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=quality)
    return scan.scan([("x.jpg", out.getvalue())])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dpi", [100, 150, 200, 300])
def test_codes_of_a_pack_are_read_from_its_page(game: str, dpi: int) -> None:
    data, sealed, _, _ = made(game)
    assert read(rendered(data, dpi)) == sealed


@pytest.mark.parametrize("game", GAMES)
def test_what_is_read_from_a_page_is_the_record_and_its_deal(game: str) -> None:
    _, sealed, record, deal = made(game)
    assert pack.opened(sealed, pack.keys.unlock_key(SECRET)) == (record, deal, SECRET)


def test_codes_of_a_pack_are_read_from_a_tilted_blurred_shaded_photo() -> None:
    data, sealed, _, _ = made("诡秘之主")
    photo = rendered(data, 170).rotate(6, Image.Resampling.BICUBIC, fillcolor=90).filter(ImageFilter.GaussianBlur(1.1))
    light = Image.linear_gradient("L").resize(photo.size).point(lambda v: 120 + v // 2)
    assert read(Image.composite(photo, Image.new("L", photo.size, 40), light)) == sealed


def test_blots_never_make_a_wrong_record() -> None:
    data, sealed, _, _ = made("封妖")
    plain, whole = rendered(data, 150), 0
    for seed in range(8):
        dice, picture = random.Random(seed), plain.copy()
        pen = ImageDraw.Draw(picture)
        for _ in range(3 + 4 * seed):
            x, y, size = dice.randrange(plain.width), dice.randrange(plain.height), dice.randrange(10, 60)
            pen.rectangle((x, y, x + size, y + size), fill=dice.choice((0, 255)))
        try:
            assert read(picture) == sealed
            whole += 1
        except SealError:
            continue
    assert whole >= 4


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("count", [1, 2, 3, 6, 7, 13])
def test_codes_stand_clear_of_each_other_and_of_the_edge(paper: str, count: int) -> None:
    from generator.draw import Pdf
    from generator.layout import paper_named

    size = paper_named(paper)
    texts = [f"YZ1:{i:04}" + "A" * 360 for i in range(count)]
    pdf = Pdf((size.width, size.height))
    for share in secrets.shares(texts):
        secrets.draw_codes(pdf.page(), "密封记录", "说明", "AAAA-BBBB", texts, share)
    pages = len(secrets.shares(texts))
    found = [scan.codes(rendered(pdf.bytes(), 150, page)) for page in range(pages)]
    assert sorted(text for page in found for text in page) == sorted(texts * 2)
