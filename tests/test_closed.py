"""What a closed card gives away: to a lamp, to a scale, to whoever reads the file."""

from __future__ import annotations

import re
import subprocess
import zlib
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest

from engine.games import game_named
from engine.paper import Card
from generator import pack
from generator.book import book
from generator.builder import Builder, Manner
from generator.draw import Pdf
from generator.layout import Box, card_grid, size_named
from generator.look import look, luminance
from generator.pdf import deflate
from generator.sheets import cards
from tests.closedpacks import SECRET, alone, builder, dealt, light, poppler, some_roles, stacks, strips, told


@cache
def twelve() -> Builder:
    return builder("封妖", 12)


@cache
def seats() -> pack.Pack:
    return pack.split(dealt("封妖", 7), SECRET)


GAMES = ("封妖", "狼人杀", "EVA", "诡秘之主")
MOST = {"封妖": 12, "狼人杀": 18, "EVA": 21, "诡秘之主": 25}


@pytest.mark.parametrize("game", GAMES)
def test_a_lamp_and_a_matched_filter_name_no_more_than_a_fifth_of_twelve_roles(game: str) -> None:
    over = stacks(builder(game, MOST[game], size="poker"), 4)
    for first in (0, 3):
        shown = list(some_roles(game, "poker", first).values())
        assert len(shown) == 12
        assert told(shown, over, 4, trials=120) <= 0.20
    assert told(shown, [np.ones_like(over[0])], 4, trials=24) > 0.9  # without a cover all are told


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", ["poker", "mini"])
def test_one_pattern_is_enough_over_a_strip(game: str, size: str) -> None:
    assert told(list(some_roles(game, size, 1).values()), strips(size), 4, trials=120) <= 0.20


@pytest.mark.parametrize("sparing", [False, True])
@pytest.mark.parametrize(("game", "size"), [("封妖", "mini"), ("狼人杀", "bridge"), ("EVA", "poker"), ("诡秘之主", "tarot")])
def test_all_roles_of_a_game_cost_the_same_ink(game: str, size: str, sparing: bool) -> None:
    for first in (0, 7):
        inks = {name: float((1 - face).sum()) for name, face in some_roles(game, size, first, sparing, 12).items()}
        assert max(inks.values()) <= 1.01 * min(inks.values()), inks


@pytest.mark.parametrize("game", GAMES)
def test_two_renderers_agree_that_closed_cards_cost_the_same_ink(game: str, tmp_path: Path) -> None:
    b = builder(game, MOST[game])
    pdf = Pdf((b.manner.size.width, b.manner.size.height))
    some = {card.name: placed.form for card, placed in b._closed if (card.seat or 0) % 2}
    for name in some.values():
        pdf.page().place(name, b._closed_forms[name])
    data = pdf.bytes()
    for pictures in ([light(data, page, 12) for page in range(len(some))], poppler(data, 300, tmp_path)):
        inks = [float((1 - picture).mean()) for picture in pictures]
        assert len(inks) > 5 and max(inks) <= 1.01 * min(inks)


@pytest.mark.parametrize("size", ["bridge", "mini"])
@pytest.mark.parametrize("game", GAMES)
def test_small_cards_keep_what_only_they_say(game: str, size: str) -> None:
    b = builder(game, MOST[game], size=size)
    text = re.sub(r"\s", "", _text(b.pdf(b.closed()).bytes()))
    notes = [re.sub(r"\s", "", b.book.say(card.note)) for card, _ in b._closed if card.note is not None]
    assert notes and all(note in text for note in notes)


def test_all_covers_cost_the_same_ink_but_for_their_number() -> None:
    b = builder("封妖", 5)
    inks = []
    for form in b._cover_forms.values():
        page = light(alone(b, form.width, form.height, "s", form), 0, 8)
        inks.append(float((1 - page[round((b._cover.front + 2) * 8) :]).sum()))
    assert max(inks) <= 1.01 * min(inks)


def test_closed_cards_and_covers_are_equally_long_in_the_file() -> None:
    b = twelve()
    assert len({len(form.packed) for form in b._closed_forms.values()}) == 1
    assert len({len(form.packed) for form in b._cover_forms.values()}) == 1


def test_padding_is_sound_and_as_long_as_wanted() -> None:
    for size in (0, 1, 500, 40_000):
        data = bytes(i * 7 % 251 for i in range(size))
        packed = deflate(data, 512)
        assert len(packed) % 512 == 0 and zlib.decompress(packed).rstrip(b" ") == data.rstrip(b" ")


def test_files_of_the_seats_are_equal_in_length_and_neutral_in_name() -> None:
    own = {name: data for name, data in seats().files.items() if "座位" in name}
    assert [name.rpartition("/")[2] for name in own] == [f"座位-{n:02}.pdf" for n in range(1, 8)]
    assert len({len(data) for data in own.values()}) == 1
    objects = [sorted(int(n) for n in re.findall(rb"/Length (\d+)", data)) for data in own.values()]
    assert all(found == objects[0] for found in objects)


def test_fonts_of_a_seat_do_not_depend_on_its_cards() -> None:
    first, second = (pack.split(dealt("封妖", 7, seed), SECRET).files for seed in (b"1", b"2"))
    programs = [re.findall(rb"/Length1 (\d+)", data) for files in (first, second) for name, data in files.items() if "座位" in name]
    assert all(found == programs[0] for found in programs) and programs[0]


def test_metadata_names_and_outline_tell_no_role() -> None:
    roles = [r.name for r in _game("封妖").roles]
    for data in seats().files.values():
        document = pypdfium2.PdfDocument(data)
        told_ = " ".join(str(v) for v in document.get_metadata_dict().values())
        assert not any(role in told_ for role in roles) and "源尊" in told_
        assert not list(document.get_toc())
        document.close()


def test_what_the_table_may_see_carries_no_seat_with_its_role() -> None:
    (table,) = (data for name, data in seats().files.items() if "桌面" in name)
    text = _text(table)
    assert "号玩家" not in text and "解封密钥" not in text
    assert seats().unlock not in text and seats().unlock.replace("-", "") not in text


def test_a_seat_says_its_own_roles_and_no_others() -> None:
    record = dealt("封妖", 7)
    for name, data in seats().files.items():
        if "座位" not in name:
            continue
        seat = int(name[-6:-4])
        faces_ = _text(data).replace("\n", "")
        mine = [re.sub(r"\s", "", str(book("封妖").role(card)["text"]))[:12] for card in record["setup"]["dealt"][seat]]
        assert all(words in re.sub(r"\s", "", faces_) for words in mine)


def test_backs_are_identical_to_the_pixel() -> None:
    b = builder("封妖", 5, style="long")
    plans = b.closed()
    data = b.pdf(plans).bytes()

    grid = card_grid(b.manner.paper, b.manner.size, "long")
    dots = 300 / 25.4
    page = light(data, 1, dots)
    looks = []
    for place in range(min(grid.per_page, len(b._closed))):
        box = grid.behind(place, "long").inset(1.0)
        top, left = round(box.y * dots), round(box.x * dots)
        looks.append(page[top : top + round(box.h * dots), left : left + round(box.w * dots)])
    # equal up to where the renderer's pixel grid falls
    assert all(abs(float((1 - one).sum() / (1 - looks[0]).sum()) - 1) < 0.002 for one in looks)
    content = zlib.decompress(re.findall(rb"stream\n(.*?)\nendstream", data, re.S)[-1])
    assert content.count(b"/back Do") == len(b._closed) - grid.per_page * ((len(plans) // 2) - 1)


def test_every_file_is_sound(tmp_path: Any) -> None:
    for i, data in enumerate(seats().files.values()):
        path = tmp_path / f"{i}.pdf"
        path.write_bytes(data)
        said = subprocess.run(["qpdf", "--check", path], check=False, capture_output=True, text=True, encoding="utf-8")
        assert said.returncode == 0, said.stdout + said.stderr


@pytest.mark.parametrize("game", ["封妖", "狼人杀", "EVA", "诡秘之主"])
def test_every_role_text_fits_its_poker_card_at_nine_points(game: str) -> None:
    found = _game(game)
    texts = book(found.id)
    over = [r.name for r in found.roles if cards.overflows(cards.face_of(Card(r.name), texts), size_named("poker"))]
    assert over == []


@pytest.mark.parametrize("game", ["封妖", "狼人杀", "EVA", "诡秘之主"])
def test_sides_are_told_by_shape_and_in_grey(game: str) -> None:
    seen = look(_game(game).id)
    sides = [side for side in seen.palette if side != "aux"]
    assert len({seen.crest[side] for side in sides}) == len(sides)
    tones = sorted(116 * luminance(seen.palette[side]) ** (1 / 3) - 16 for side in sides)
    assert all(b - a >= 19.99 for a, b in pairwise(tones)), tones


def test_type_on_closed_cards_can_be_read() -> None:
    for shade in (cards.INK, cards.NAME):
        assert 1.05 / (luminance(shade) + 0.05) >= 3.0


def test_a_blind_pack_has_its_roles_only_where_they_are_folded_or_sealed() -> None:
    from generator import envelope

    made = pack.blinded(dealt("封妖", 5), SECRET)
    shut = next(data for name, data in made.files.items() if name.endswith(".sealed"))
    assert b"%PDF" not in shut
    assert envelope.open_file(shut, made.unlock).startswith(b"%PDF")
    with pytest.raises(envelope.WrongKey):
        envelope.open_file(shut, "AAAA-AAAA-AAAA-AAAA")
    with pytest.raises(envelope.Damaged):
        envelope.open_file(shut[:-9] + b"x" + shut[-8:], made.unlock)
    with pytest.raises(envelope.Foreign):
        envelope.open_file(b"%PDF-1.6", made.unlock)


def test_a_strip_that_does_not_fit_is_refused() -> None:
    with pytest.raises(pack.Unfit):
        pack.blinded(dealt("封妖", 5), SECRET, None, Manner.named(size="tarot"))


def _game(name: str) -> Any:
    found = game_named(name)
    assert found is not None
    return found


def _text(data: bytes) -> str:
    document = pypdfium2.PdfDocument(data)
    text = "\n".join(page.get_textpage().get_text_bounded() for page in document)
    document.close()
    return text


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("edge", ["long", "short"])
@pytest.mark.parametrize("size", ["poker", "mini"])
def test_backs_lie_behind_their_fronts_when_the_sheet_is_turned(size: str, edge: str, paper: str) -> None:
    """Rendered: the sheet turned over, every front lies on a back's own medallion frame, also in the last row of seven."""
    b = builder("封妖", 8, style=edge, size=size, paper=paper)
    grid = card_grid(b.manner.paper, b.manner.size, edge)
    found = b._card_plans([placed for _, placed in b._closed][:7], b.manner.size, "牌", "back", "closed")
    data = _paged(b, found)
    front, back = (light(data, page, 6) for page in (0, 1))
    turned = np.fliplr(back) if edge == "long" else np.flipud(back)
    for place in range(grid.per_page):
        box = grid.cell(place)
        used = place < 7
        behind, before = _part(turned, box), _part(front, box)
        assert (behind.mean() < 0.95) == used and (before.mean() < 0.995) == used
        if used:  # the frame of the back is as far from the trim on all sides
            near = [_part(turned, strip).mean() for strip in _edges(box)]
            assert max(near) - min(near) < 0.05


def _paged(b: Builder, plans: Any) -> bytes:
    pdf = Pdf((b.manner.paper.width, b.manner.paper.height))
    b._reserve(pdf)
    pdf.place("back", cards.back_form(b.manner.size, b.look))
    for name, form in b._closed_forms.items():
        pdf.place(name, form)
    for plan in plans:
        plan.draw(pdf.page())
    return pdf.bytes()


def _part(picture: Any, box: Box, dots: float = 6) -> Any:
    return picture[round(box.y * dots) : round(box.bottom * dots), round(box.x * dots) : round(box.right * dots)]


def _edges(box: Box) -> list[Box]:
    """The four strips along a card's trim that hold the back's outer frame."""
    return [
        Box(box.x + 2, box.y + 15, 3, box.h - 30),
        Box(box.right - 5, box.y + 15, 3, box.h - 30),
        Box(box.x + 15, box.y + 2, box.w - 30, 3),
        Box(box.x + 15, box.bottom - 5, box.w - 30, 3),
    ]


@pytest.mark.parametrize("style", ["fold", "long", "short"])
@pytest.mark.parametrize(("game", "size"), [("狼人杀", "poker"), ("EVA", "mini"), ("诡秘之主", "tarot"), ("封妖", "bridge")])
def test_every_back_is_the_same_drawing_in_every_game(game: str, size: str, style: str) -> None:
    b = builder(game, MOST[game], size=size, style=style)
    data = b.pdf(b.closed()).bytes()
    drawn = [zlib.decompress(part) for part in re.findall(rb"stream\n(.*?)\nendstream", data, re.S) if part[:1] == b"\x78"]
    assert sum(part.count(b"/back Do") for part in drawn) == len(b._closed)
    turns = {m for part in drawn for m in re.findall(rb"q ([-\d. ]+) [-\d.]+ [-\d.]+ cm\nq 1 0 0 1 [-\d. ]+ cm /back Do", part)}
    assert len(turns) <= 1
