import io
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

import assets
from generator import fonts, sfnt
from generator.fonts import NoGlyph, missing, shape

FOLDER = Path(assets.__file__).parent / "fonts"
FACES = ("sans", "bold", "serif", "brush", "rare")


def level_one() -> str:
    return "".join(bytes((a, b)).decode("gb2312", "ignore") for a in range(0xB0, 0xD8) for b in range(0xA1, 0xFF))


@pytest.mark.parametrize("face", ["sans", "bold", "serif", "brush"])
def test_every_common_character_is_in_every_face(face):
    assert len(level_one()) == 3755
    assert missing(level_one(), face, alone=True) == ""


def test_our_own_texts_can_be_printed_in_every_face():
    texts = (Path(assets.__file__).parent / "characters.txt").read_text(encoding="utf-8")
    for path in sorted((Path(assets.__file__).parent.parent / "templates").rglob("*")):
        on_paper = "page" not in path.parts  # a browser brings its own fonts
        if on_paper and path.suffix in {".yaml", ".txt", ".md", ".toml"}:
            texts += path.read_text(encoding="utf-8")
    for face in ("sans", "bold", "serif", "brush"):
        assert missing(texts, face) == ""


def test_the_signs_of_the_rule_books_are_in_the_body_face():
    assert missing("☯◆◇▷▶※∞①②③④⑴⑵…—“”【】『』《》（）~<>[]+&", "sans", alone=True) == ""


@pytest.mark.parametrize("name", ["龘", "𠮷野家", "曾國藩", "髙橋﨑", "喆堃淼犇", "Zoë Müller", "Дмитрий", "さくらサクラ", "㙍𬇙"])
def test_names_of_many_kinds_have_glyphs(name):
    assert missing(name) == ""


def test_no_glyph_is_blank_but_the_spaces():
    for name in FACES:
        face = fonts.face(name)
        empty = [char for char, glyph in face.glyphs.items() if face.places[glyph] == face.places[glyph + 1]]
        assert [char for char in empty if not char.isspace() and char.isprintable()] == [], name


@pytest.mark.parametrize("name", FACES)
def test_the_small_reader_agrees_with_a_full_one(name):
    data = (FOLDER / f"{name}.ttf").read_bytes()
    font, face = TTFont(io.BytesIO(data)), sfnt.read(data)
    ids = {char: font.getGlyphID(glyph) for char, glyph in ((chr(c), g) for c, g in font.getBestCmap().items())}
    assert face.glyphs == ids
    order = font.getGlyphOrder()
    assert [font["hmtx"][glyph][0] for glyph in order] == list(face.advances)
    assert not any(font["glyf"][glyph].isComposite() for glyph in order)


def test_a_subset_is_a_sound_font_with_the_same_outlines():
    face = fonts.face("brush")
    chosen = [face.glyphs[char] for char in "妖魔血"]
    whole, part = TTFont(FOLDER / "brush.ttf"), TTFont(io.BytesIO(face.subset(chosen)), checkChecksums=2)
    assert part["maxp"].numGlyphs == 4
    for new, old in zip(part.getGlyphOrder()[1:], chosen, strict=True):
        assert part["glyf"][new] == whole["glyf"][whole.getGlyphOrder()[old]]
        assert part["hmtx"][new] == whole["hmtx"][whole.getGlyphOrder()[old]]


@pytest.mark.parametrize("name", FACES)
def test_every_font_has_its_licence_and_copyright_beside_it(name):
    text = (FOLDER / f"{name}.OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in text
    assert (TTFont(FOLDER / f"{name}.ttf")["name"].getDebugName(0) or "").split(" This Font")[0] in text


def test_a_character_is_taken_from_the_next_face_that_has_it():
    assert [run[0] for run in shape("妖龘𠮷", "brush").runs()] == ["brush", "sans", "rare"]
    assert shape("妖a", "sans").widths == [1.0, fonts.face("sans").width("a") / 1000]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("🐺", "表情符号"),
        ("狼👨‍👩‍👧", "表情符号"),
        ("a\u202eb", "看不见"),
        ("a\0b", "看不见"),
        ("\u200b", "看不见"),
        ("\ue000", "U+E000"),
        ("𰻝", "没有这个字"),
    ],
)
def test_a_character_without_glyph_is_refused_by_name_and_player(text, said):
    with pytest.raises(NoGlyph) as caught:
        shape(text, "sans", "3号玩家")
    assert said in str(caught.value) and "3号玩家" in str(caught.value)
    assert f"U+{ord(caught.value.char):04X}" in str(caught.value)


def test_accents_typed_apart_are_put_together():
    assert shape("Zoe\u0308").text == "Zoë"
