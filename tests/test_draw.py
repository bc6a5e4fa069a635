import re
import shutil
import subprocess

import pypdfium2
import pytest
import zxingcpp

from generator import qr
from generator.draw import NotOneLine, Page, Pdf, Style, TooLong, fit, fit_line
from generator.fonts import NoGlyph
from generator.layout import A4, LETTER, Box
from tests.papers import PROSE, printed


def read_back(data: bytes) -> str:
    document = pypdfium2.PdfDocument(data)
    text = "".join(page.get_textpage().get_text_bounded() for page in document)
    document.close()
    return "".join(text.split())


def inked(data: bytes, page: int = 0, dpi: int = 72):
    document = pypdfium2.PdfDocument(data)
    picture = document[page].render(scale=dpi / 72, grayscale=True).to_pil().convert("L").copy()
    document.close()
    return picture


def test_equal_calls_give_equal_bytes():
    assert printed() == printed()


def test_what_is_drawn_is_what_is_extracted():
    pdf = Pdf()
    text = "封妖☯◆①（“祭品”）……——𠮷野家龘 Alice·café 㙍𬇙"
    pdf.page().block(Box(20, 20, 120, 60), text, Style("serif", 14))
    assert read_back(pdf.bytes()) == "".join(text.split())


def test_only_our_fonts_are_named_and_metadata_are_neutral():
    data = printed()
    assert b"Helvetica" not in data and b"/Producer" in data
    document = pypdfium2.PdfDocument(data)
    told = document.get_metadata_dict()
    assert {told[key] for key in ("Title", "Author", "Subject", "Producer", "Creator")} == {"源尊"}
    document.close()
    assert b"/PrintScaling /None" in data


@pytest.mark.skipif(shutil.which("qpdf") is None, reason="qpdf is not installed")
def test_the_file_is_sound(tmp_path):
    path = tmp_path / "page.pdf"
    path.write_bytes(printed())
    assert (
        "No syntax or stream encoding errors"
        in subprocess.run(["qpdf", "--check", path], check=True, capture_output=True, text=True, encoding="utf-8").stdout
    )


def test_places_are_millimetres_from_the_top_left():
    pdf = Pdf()
    pdf.page().rect(Box(10, 20, 30, 5), fill=(0, 0, 0))
    left, top, right, bottom = inked(pdf.bytes(), dpi=254).point(lambda v: 255 - v).getbbox()
    assert (left, top, right, bottom) == pytest.approx((100, 200, 400, 250), abs=1)


def test_a_turned_frame_turns_clockwise_around_its_point():
    pdf = Pdf()
    with pdf.page().turned(100, 100, 90) as frame:
        frame.rect(Box(0, 0, 40, 10), fill=(0, 0, 0))
    box = inked(pdf.bytes(), dpi=254).point(lambda v: 255 - v).getbbox()
    assert box == pytest.approx((900, 1000, 1000, 1400), abs=1)


def test_a_form_is_drawn_where_it_is_placed_and_stored_once():
    def art(page: Page) -> None:
        page.rect(page.box, fill=(0, 0, 0))

    pdf = Pdf()
    pdf.form("art", 20, 10, art)
    page = pdf.page()
    page.form("art", 30, 40)
    page.form("art", 30, 60)
    data = pdf.bytes()
    assert inked(data, dpi=254).point(lambda v: 255 - v).getbbox() == pytest.approx((300, 400, 500, 700), abs=1)
    assert data.count(b"/Subtype /Form") == 1


def test_a_page_has_the_size_it_was_given():
    pdf = Pdf(LETTER)
    pdf.page()
    pdf.page(A4)
    document = pypdfium2.PdfDocument(pdf.bytes())
    assert [tuple(round(v) for v in page.get_size()) for page in document] == [(612, 792), (595, 842)]
    document.close()


def test_text_shrinks_to_its_box_and_stays_inside():
    style = Style(size=12, floor=7)
    fitted = fit(PROSE, 50, 26, style, "卡面")
    assert 7 <= fitted.size < 12 and fitted.height <= 26
    pdf = Pdf()
    box = Box(30, 30, 50, 26)
    pdf.page().block(box, PROSE, style, "卡面")
    left, top, right, bottom = inked(pdf.bytes(), dpi=254).point(lambda v: 255 - v).getbbox()
    assert left >= 300 and top >= 300 and right <= 800 and bottom <= 560


def test_text_below_the_floor_is_refused_by_name():
    with pytest.raises(TooLong, match="血俑的卡面") as caught:
        fit(PROSE * 5, 50, 20, Style(size=9, floor=8), "血俑的卡面")
    assert caught.value.what == "血俑的卡面"
    with pytest.raises(TooLong, match="2号的名字"):
        fit_line("很长很长很长很长的名字", 20, Style(size=12, floor=8), "2号的名字")


def test_a_name_in_two_lines_is_refused_where_one_line_is_wanted():
    with pytest.raises(NotOneLine, match=r"1号的名字.*一行"):
        fit_line("张\n三", 50, Style(), "1号的名字")


def test_a_long_name_shrinks_to_one_line():
    fitted = fit_line("Wolfeschlegelsteinhausenbergerdorff-Smit", 59, Style("bold", 14, floor=7))
    assert fitted.shaped.width() * fitted.size * 25.4 / 72 <= 59


def test_a_glyph_that_no_font_has_is_refused_with_its_owner():
    page = Pdf().page()
    with pytest.raises(NoGlyph, match="5号"):
        page.label(Box(0, 0, 50, 10), "🐺", Style(), "5号")


def test_spans_of_two_faces_share_lines():
    pdf = Pdf()
    fitted = pdf.page().block(Box(10, 10, 60, 30), [("bold", "【血祭】"), ("sans", "指定一名玩家。")], Style(size=9))
    assert len(fitted.lines) == 1 and read_back(pdf.bytes()) == "【血祭】指定一名玩家。"


def test_reserved_characters_make_the_font_the_same_whatever_is_drawn():
    def font_file(char: str) -> list[int]:
        pdf = Pdf()
        pdf.reserve("妖魔佛血影", "brush")
        pdf.page().text(50, 50, char, Style("brush", 40))
        return [int(n) for n in re.findall(rb"/Length1 (\d+)", pdf.bytes())]

    assert font_file("妖") == font_file("影")


@pytest.mark.parametrize("dpi", [100, 150, 200, 300])
def test_codes_read_back_from_pages_of_any_resolution(dpi):
    rows = qr.matrix("YZ1:" + "ABC 123" * 20)
    pdf = Pdf()
    pdf.page().qr(30, 40, 0.58 * len(rows), rows)
    found = zxingcpp.read_barcodes(inked(pdf.bytes(), dpi=dpi), formats=zxingcpp.BarcodeFormat.QRCode)
    assert [code.text for code in found] == ["YZ1:" + "ABC 123" * 20]


def test_a_code_is_one_path():
    pdf = Pdf()
    before = len(Pdf().page()._pdf.bytes())
    pdf.page().qr(30, 40, 30, qr.matrix("YZ1:" + "A" * 150))
    assert len(pdf.bytes()) - before < 4000


def test_a_refusal_without_a_label_begins_with_the_text():
    with pytest.raises(TooLong) as long:
        fit_line("很长很长很长", 5, Style(size=12, floor=8))
    with pytest.raises(NotOneLine) as two:
        fit_line("张\n三", 50, Style())
    with pytest.raises(NoGlyph) as none:
        fit_line("\u2706龘\U00030edd", 50, Style())
    assert all(str(no.value)[0] != "：" for no in (long, two, none)) and "表情" not in str(none.value)
