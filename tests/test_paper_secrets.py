"""What players may get of a pack: no role outside sealed faces, nothing that differs between two deals, every name legible."""

from __future__ import annotations

import re
import subprocess
from itertools import combinations
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from engine.games import game_named
from generator import pack
from generator.builder import Builder, Manner
from generator.draw import Unprintable
from tests.closedpacks import SECRET, builder, dealt

MOST = {"封妖": 12, "狼人杀": 12, "EVA": 21, "诡秘之主": 25}
GAMES = tuple(MOST)


def roles(game: str) -> list[str]:
    found = game_named(game)
    assert found is not None
    return [role.name for role in found.roles]


def said(data: bytes) -> str:
    document = pypdfium2.PdfDocument(data)
    text = "\n".join(page.get_textpage().get_text_bounded() for page in document)
    document.close()
    return text


@pytest.mark.parametrize("game", GAMES)
def test_covers_and_backs_say_no_role(game: str) -> None:
    b = builder(game, MOST[game], style="long")
    outside = [*b.sleeves(), *(p for p in [*b.closed(), *b.aux()] if p.part.endswith("-back"))]
    text = said(b.pdf(outside).bytes()).replace(b.game.name, "")
    assert not [role for role in roles(game) if role in text]


@pytest.mark.parametrize("game", GAMES)
def test_what_the_table_reads_does_not_depend_on_the_deal_but_for_what_is_public(game: str) -> None:
    texts = []
    for seed in (b"1", b"2"):
        b = Builder(dealt(game, MOST[game], seed), SECRET, None, Manner())
        known = (
            ("reference",) if game == "封妖" else ("reference", "announce", "rules", "elevator", "opening")
        )  # 封妖 names the cards in play
        lines = said(b.pdf([p for p in b.public() if p.part in known]).bytes()).splitlines()
        texts.append([line for line in lines if not re.fullmatch(r"[0-9a-f ]+", line.strip()) and "页" not in line])
        told = said(b.pdf([*b.public(), *b.aux()]).bytes())
        assert not re.search(r"\d+ ?号(玩家)?[:：是] ?(" + "|".join(roles(game)) + ")", told)
    assert texts[0] == texts[1] and len(texts[0]) > 10


@pytest.mark.parametrize("game", GAMES)
def test_metadata_names_and_objects_do_not_depend_on_the_deal(game: str, tmp_path: Path) -> None:
    shapes = []
    for seed in (b"1", b"2"):
        made = pack.split(dealt(game, MOST[game], seed), SECRET)
        seats = {name: data for name, data in made.files.items() if "座位" in name}
        assert not any(role in name for role in roles(game) for name in made.files)
        assert len({len(data) for data in seats.values()}) == 1
        one = tmp_path / "seat.pdf"
        one.write_bytes(next(iter(seats.values())))
        listed = subprocess.run(["qpdf", "--qdf", "--object-streams=disable", one, "-"], capture_output=True, check=True).stdout
        bare = re.sub(rb"stream\n.*?endstream", b"", listed, flags=re.S)
        plain = bare.decode("latin-1") + "".join(
            bytes.fromhex(h).decode("utf-16-be") for h in re.findall(r"<FEFF([0-9A-Fa-f]+)>", bare.decode("latin-1"))
        )
        assert not [role for role in roles(game) if role in plain]
        shapes.append([re.findall(rb"/Type ?/\w+|/Subtype ?/\w+|/Length \d+", data) for data in seats.values()])
    longest = [max(map(len, found)) for found in shapes]
    assert longest[0] == longest[1]
    for found in shapes:  # seats of one deal have the same objects in the same order with the same lengths
        assert all(own == found[0] for own in found)


NAMES = [
    "甲",
    "一二三四五六七八九十一二三四五六七八九十",
    "Wolfeschlegelsteinhausenbergerdorff-Smit",
    "𠮷野家",
    "鄭龍麗",
    "Zoe\u0308",
    "O'Neil & Söhne",
]


@pytest.mark.parametrize("size", ["poker", "mini"])
@pytest.mark.parametrize("game", GAMES)
def test_names_stand_whole_on_every_page_that_has_them(game: str, size: str) -> None:
    names = [NAMES[i] if i < len(NAMES) else f"玩家{i}" for i in range(MOST[game])]
    record = {**dealt(game, MOST[game]), "players": names}
    b = Builder(record, SECRET, None, Manner.named(size=size))
    covers = re.sub(r"\s", "", said(b.pdf(b.sleeves()).bytes()))
    host = re.sub(r"\s", "", said(b.pdf(b.host()).bytes()))
    for name in names:
        plain = re.sub(r"\s", "", name).replace("e\u0308", "ë")
        assert plain in covers, name
        assert plain in host, name


@pytest.mark.parametrize("name", ["🐺", "ab\u202ecd", "张\u200b三", "𰻝"])
def test_a_name_that_no_page_can_show_is_refused_with_its_seat(name: str) -> None:
    record = {**dealt("封妖", 5), "players": ["甲", "乙", name, "丁", "戊"]}
    with pytest.raises(Unprintable, match="3 号玩家"):
        pack.build(record, SECRET)


def boxes(page: Any) -> list[tuple[float, float, float, float]]:
    """Where the page's type stands: a box for each line of it, in points."""
    text = page.get_textpage()
    return [text.get_rect(i) for i in range(text.count_rects())]


@pytest.mark.parametrize("style", ["fold", "long", "short", "fronts"])
@pytest.mark.parametrize(
    ("game", "size", "paper"),
    [("封妖", "poker", "A4"), ("狼人杀", "mini", "Letter"), ("EVA", "bridge", "A4"), ("诡秘之主", "tarot", "Letter")],
)
def test_type_stays_on_the_paper_and_clear_of_other_type(game: str, size: str, paper: str, style: str) -> None:
    record = dealt(game, MOST[game])
    made = pack.build(record, SECRET, None, Manner.named(paper, size, style))
    document = pypdfium2.PdfDocument(next(iter(made.files.values())))
    for number, page in enumerate(document, 1):
        width, height = page.get_size()
        found = boxes(page)
        assert all(x0 >= 8 and y0 >= 8 and x1 <= width - 8 and y1 <= height - 8 for x0, y0, x1, y1 in found), number
        for a, b in combinations(found, 2):
            across, down = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
            assert not (across > 1.5 and down > 1.5), (number, a, b)
    document.close()
