import contextlib
import io
import random
import struct
import time
import zlib

import pypdfium2
import pytest
from PIL import Image, ImageDraw, ImageFilter
from reportlab.pdfgen.canvas import Canvas

from companion import looking, scan
from companion.scan import Broken, PictureError, TooLarge, UnknownKind
from generator import envelope, qr
from generator.draw import Pdf
from tests.papers import RECORD, SECRET, VOCABULARY, printed, sheet

SEALED = envelope.seal(RECORD, SECRET, VOCABULARY)
OTHER = envelope.seal(RECORD, b"another pack ...", VOCABULARY)


def rendered(data: bytes, dpi: int = 150) -> Image.Image:
    document = pypdfium2.PdfDocument(data)
    picture = document[0].render(scale=dpi / 72, grayscale=True).to_pil().convert("L").copy()
    document.close()
    return picture


def saved(picture: Image.Image, kind: str = "JPEG", **options) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()


def read(*contents: bytes) -> bytes:
    return scan.scan([(f"图{i}", content) for i, content in enumerate(contents)])


def photographed(picture: Image.Image, seed: int) -> Image.Image:
    """Tilted, unevenly lit, blurred: a gentle photo, cheap enough for every test run."""
    rng = random.Random(seed)
    wide, high = picture.size
    corners = [(rng.uniform(0, 0.04) * wide, rng.uniform(0, 0.04) * high) for _ in range(4)]
    (a, b), (c, d), (e, f), (g, h) = corners
    quad = (-a, -b, -c, high + d, wide + e, high + f, wide + g, -h)
    tilted = picture.transform(picture.size, Image.Transform.QUAD, quad, Image.Resampling.BILINEAR, fillcolor=90)
    shade = Image.linear_gradient("L").resize(picture.size).point(lambda v: 130 + v // 2)
    lit = Image.composite(tilted, Image.new("L", picture.size, 40), shade)
    return lit.filter(ImageFilter.GaussianBlur(rng.uniform(0.6, 1.1)))


@pytest.fixture(scope="module")
def page() -> Image.Image:
    return rendered(printed())


def test_a_pdf_gives_back_its_record():
    assert read(printed()) == SEALED


@pytest.mark.parametrize("dpi", [100, 150, 200, 300])
def test_pages_of_any_resolution_are_read(dpi):
    assert read(saved(rendered(printed(), dpi), "PNG")) == SEALED


def test_a_code_cut_from_a_page_is_read():
    picture = rendered(printed(), 100)
    size = round((4 + 0.58 * len(qr.encode(SEALED))) * 100 / 25.4)
    left = round(13 * 100 / 25.4)
    top = round(18 * 100 / 25.4)
    assert read(saved(picture.crop((left, top, left + size, top + size)), "PNG")) == SEALED


@pytest.mark.parametrize("seed", range(6))
def test_tilted_uneven_photos_are_read(page, seed):
    assert read(saved(photographed(page, seed), quality=75)) == SEALED


@pytest.mark.parametrize("orientation", range(1, 9))
def test_any_exif_orientation_is_read(page, orientation):
    turns = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    stored = page.transpose(turns[orientation]) if orientation > 1 else page
    exif = Image.Exif()
    exif[0x112] = orientation
    assert read(saved(stored, exif=exif, quality=80)) == SEALED


def test_one_good_copy_is_enough(page):
    spoiled = page.copy()
    ImageDraw.Draw(spoiled).rectangle((80, 110, 260, 300), fill=30)
    assert read(saved(spoiled)) == SEALED


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16", "CMYK"])
def test_pictures_of_any_colour_mode_are_read(page, mode):
    picture = page.convert("I").point(lambda v: v * 257).convert("I;16") if mode == "I;16" else page.convert(mode)
    assert read(saved(picture, "JPEG" if mode == "CMYK" else "PNG")) == SEALED


def test_a_transparent_background_counts_as_paper(page):
    picture = Image.new("RGBA", page.size, (0, 0, 0, 0))
    picture.putalpha(page.point(lambda v: 255 - v))
    assert read(saved(picture, "PNG")) == SEALED


def test_faint_and_inverted_prints_are_read(page):
    assert read(saved(page.point(lambda v: 150 + v // 6), quality=90)) == SEALED
    assert read(saved(page.point(lambda v: 255 - v), quality=90)) == SEALED


def test_two_packs_in_one_picture_are_refused():
    pdf = Pdf()
    sheet(pdf.page(), [qr.encode(SEALED), qr.encode(OTHER)])
    with pytest.raises(envelope.TwoPacks, match="两份"):
        read(saved(rendered(pdf.bytes())))
    with pytest.raises(envelope.TwoPacks):
        read(printed(SEALED), printed(OTHER))


def test_a_foreign_code_is_told_from_none():
    pdf = Pdf()
    sheet(pdf.page(), [qr.matrix("HTTPS://EXAMPLE.ORG/YZ1")])
    with pytest.raises(envelope.Foreign, match="不是源尊"):
        read(saved(rendered(pdf.bytes())))
    sheet(page := pdf_page(), [qr.matrix("HTTPS://EXAMPLE.ORG/YZ1"), qr.encode(SEALED)])
    assert read(page._pdf.bytes()) == SEALED


def pdf_page():
    return Pdf().page()


def test_a_code_of_a_later_version_is_named():
    page = pdf_page()
    sheet(page, [qr.matrix("YZ2:ABC")])
    with pytest.raises(envelope.OtherVersion, match="版本"):
        read(page._pdf.bytes())


def test_a_damaged_code_is_named():
    page = pdf_page()
    sheet(page, [qr.encode(SEALED[:-1] + bytes((SEALED[-1] ^ 1,)))])
    with pytest.raises(envelope.Damaged, match="损坏"):
        read(page._pdf.bytes())


def test_a_picture_without_a_code_asks_for_a_better_photo():
    with pytest.raises(envelope.NoCode, match="再拍一张") as caught:
        read(saved(Image.new("L", (900, 700), 200)))
    assert caught.value.status == 4


def test_a_long_record_is_put_together_from_several_photos():
    record = RECORD | {"log": [{"skill": "验妖", "by": i % 7 + 1} for i in range(90)]}
    sealed = envelope.seal(record, SECRET, VOCABULARY)
    photos = []
    for text in envelope.written(sealed):
        sheet(page := pdf_page(), [qr.matrix(text)], 0.6)
        photos.append(saved(rendered(page._pdf.bytes())))
    assert len(photos) > 1
    assert read(*reversed(photos)) == sealed
    with pytest.raises(envelope.MissingParts, match="还缺第 1 个"):
        read(*photos[1:])


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (saved(Image.new("L", (9, 9)), "GIF"), "GIF"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "SVG"),
        (b"<?xml version='1.0'?><svg/>", "SVG"),
        (saved(Image.new("L", (9, 9)), "TIFF"), "TIFF"),
        (saved(Image.new("L", (9, 9)), "BMP"), "BMP"),
        (saved(Image.new("L", (9, 9)), "WEBP"), "WebP"),
        (b"\0\0\0\x18ftypisom" + bytes(20), "视频"),
        (b"PK\3\4" + bytes(30), "压缩包"),
        (b"", "空文件"),
        (b"game: fengyao\n", "这种文件"),
    ],
)
def test_other_kinds_of_files_are_refused_by_name(content, said):
    with pytest.raises(UnknownKind, match=said) as caught:
        read(content)
    assert "图0" in str(caught.value) and caught.value.status == 5


def test_heic_without_its_reader_says_what_to_do(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pillow_heif", None)
    with pytest.raises(PictureError, match="heic"):
        read(b"\0\0\0\x18ftypheic" + bytes(40))


def test_heic_photos_are_read_where_the_extra_is_installed(page):
    heif = pytest.importorskip("pillow_heif")
    heif.register_heif_opener()
    content = saved(page.convert("RGB"), "HEIF", quality=70)
    assert read(content) == SEALED
    with pytest.raises(Broken):
        read(content[:5000])


def test_a_jpeg_with_a_second_picture_inside_is_read(page):
    assert read(saved(page.convert("RGB"), "MPO", save_all=True, append_images=[page.convert("RGB")])) == SEALED


def test_both_copies_on_a_page_can_be_read(page):
    assert len(scan.codes(page)) == 2 and len(set(scan.codes(page))) == 1


def claimed(width: int, height: int, depth: int = 1) -> bytes:
    """A small PNG that claims to be large."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, depth, 0, 0, 0, 0)
    body = zlib.compress(bytes(1000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


@pytest.mark.parametrize("size", [(20_000, 20_000), (13_000, 13_000), (7_100, 7_100), (2**31 - 1, 2**31 - 1)])
def test_a_bomb_is_refused_from_its_header(size):
    start = time.perf_counter()
    with pytest.raises(TooLarge, match="百万像素"):
        read(claimed(*size))
    assert time.perf_counter() - start < 0.2


def test_a_jpeg_of_more_than_fifty_megapixels_is_refused_from_its_header():
    content = bytearray(saved(Image.new("L", (64, 64))))
    place = content.index(b"\xff\xc0") + 5
    content[place : place + 4] = struct.pack(">HH", 60_000, 60_000)
    with pytest.raises(TooLarge):
        read(bytes(content))


def test_a_file_cut_short_is_refused_wherever_it_was_cut(page):
    for kind in ("JPEG", "PNG"):
        whole = saved(page, kind)
        for share in (0.001, 0.01, 0.2, 0.6, 0.9):
            with pytest.raises((Broken, UnknownKind)):
                read(whole[: int(len(whole) * share)])
    with pytest.raises(Broken, match="不完整"):
        read(printed()[:900])


def test_mutated_files_never_give_a_wrong_record_or_another_error(page):
    rng = random.Random(9)
    small = page.resize((page.width // 2, page.height // 2))
    for kind in ("JPEG", "PNG"):
        whole = saved(small, kind)
        for _ in range(40):
            raw = bytearray(whole)
            for _ in range(rng.randint(1, 30)):
                raw[rng.randrange(len(raw))] = rng.randrange(256)
            with contextlib.suppress(PictureError, envelope.SealError):
                assert read(bytes(raw)) == SEALED


def test_a_locked_pdf_says_so():
    out = io.BytesIO()
    canvas = Canvas(out, encrypt="geheim")
    canvas.drawString(9, 9, "x")
    canvas.save()
    with pytest.raises(PictureError, match="密码"):
        read(out.getvalue())


def test_a_pdf_page_of_absurd_size_is_not_drawn_large():
    pdf = Pdf((5000, 5000))
    sheet(pdf.page(), [qr.encode(SEALED)], 20)
    assert read(pdf.bytes()) == SEALED


def test_files_are_read_by_path_and_a_missing_one_is_a_system_error(tmp_path):
    (tmp_path / "照片.png").write_bytes(saved(rendered(printed()), "PNG"))
    assert scan.scan_paths([tmp_path / "照片.png"]) == SEALED
    with pytest.raises(FileNotFoundError):
        scan.scan_paths([tmp_path / "没有.png"])


def junk_pdf(pages: int) -> bytes:
    """A scan of a page whose codes are spoiled by blots."""
    dice = random.Random(3)
    picture = rendered(printed(), 200)
    draw = ImageDraw.Draw(picture)
    for _ in range(500):
        x, y = dice.randrange(picture.width), dice.randrange(picture.height)
        draw.rectangle((x, y, x + 40, y + 40), fill=dice.choice((0, 128, 255)))
    out = io.BytesIO()
    picture.save(out, "PDF", save_all=True, append_images=[picture] * (pages - 1), resolution=200)
    return out.getvalue()


def test_a_spoiled_scan_of_many_pages_is_given_up_in_a_few_seconds():
    content = junk_pdf(30)
    start = time.thread_time()
    with pytest.raises(envelope.NoCode):
        read(content)
    assert time.thread_time() - start < 9  # 5 on a machine of its own


def test_no_dear_look_is_begun_when_patience_is_short():
    now = iter(range(100))
    patience = looking.Patience(5, lambda: next(now))  # every question to the clock costs a second
    looks = []

    def view(size: int) -> looking.View:
        return looking.View(size * size, lambda: looks.append(size) or Image.new("L", (size, size), 255), False)

    assert looking.look([view(400), view(2000), view(300)], patience) == ()
    assert looks == [400]


def test_a_code_that_was_only_seen_is_read_where_it_stands():
    picture = rendered(printed(), 150)
    soft = picture.filter(ImageFilter.GaussianBlur(1.9))
    found = looking.seen(soft)
    assert not found.texts and found.spots
    assert set(looking.closely(soft, found.spots, looking.Patience())) == set(scan.codes(picture))


def test_a_picture_longer_than_the_reader_takes_is_only_without_a_code() -> None:
    with pytest.raises(envelope.NoCode):
        read(saved(Image.new("L", (1, 70_000), 255), "PNG"))


def test_two_packs_are_told_by_the_names_of_their_files() -> None:
    with pytest.raises(envelope.TwoPacks, match="图0 和 图1 不是同一局"):
        read(printed(SEALED), printed(OTHER))
    with pytest.raises(envelope.TwoPacks, match="图1 和 图2 不是同一局"):
        read(saved(Image.new("L", (50, 50), 255), "PNG"), printed(SEALED), printed(OTHER))
