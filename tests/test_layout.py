"""Imposition: everything inside the paper, nothing over anything, backs behind their fronts."""

from __future__ import annotations

import itertools

import pytest

from generator.layout import BLEED, MARGIN, PAPERS, SIZES, STYLES, Box, Unknown, card_grid, crop_marks, paper_named, size_named, style_named

ALL = list(itertools.product(PAPERS, SIZES, STYLES))


@pytest.mark.parametrize(("paper", "size", "style"), ALL)
def test_cells_lie_inside_what_a_printer_reaches_and_apart(paper, size, style):
    grid = card_grid(paper, size, style)
    live = Box(0, 0, paper.width, paper.height).inset(MARGIN)
    cells = [grid.cell(i) for i in range(grid.per_page)]
    assert cells and all(live.holds(c.grown(BLEED)) for c in cells)
    assert not any(a.meets(b) for a, b in itertools.combinations(cells, 2))
    if grid.gap:
        assert not any(a.grown(BLEED).meets(b.grown(BLEED)) for a, b in itertools.combinations(cells, 2))


@pytest.mark.parametrize(("paper", "size", "style"), ALL)
def test_no_mark_runs_through_a_card_or_its_bleed(paper, size, style):
    grid = card_grid(paper, size, style)
    sheet = Box(0, 0, paper.width, paper.height)
    for x0, y0, x1, y1 in crop_marks(grid):
        mark = Box(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0)).grown(0.05)
        assert sheet.holds(mark)
        assert not any(mark.meets(grid.cell(i).grown(BLEED)) for i in range(grid.per_page))


@pytest.mark.parametrize(("paper", "size"), list(itertools.product(PAPERS, SIZES)))
@pytest.mark.parametrize("edge", ["long", "short"])
def test_a_back_lies_behind_its_front_when_the_sheet_is_turned(paper, size, edge):
    grid = card_grid(paper, size, edge)
    for place in range(grid.per_page):
        front, back = grid.cell(place), grid.behind(place, edge)
        turned = (
            Box(paper.width - back.right, back.y, back.w, back.h)
            if edge == "long"
            else Box(back.x, paper.height - back.bottom, back.w, back.h)
        )
        assert (turned.x, turned.y) == pytest.approx((front.x, front.y))
        assert (turned.w, turned.h) == (front.w, front.h)


def test_nine_poker_cards_go_on_a4_and_on_letter():
    for paper in PAPERS:
        assert card_grid(paper, size_named("poker"), "fronts").per_page == 9


def test_pages_of_an_unfinished_last_row():
    grid = card_grid(paper_named("A4"), size_named("poker"), "long")
    assert [list(p) for p in grid.pages(11)] == [list(range(9)), [9, 10]]


@pytest.mark.parametrize("typed", ["a4", "A4 ", " A4", "A4\n"])
def test_a_paper_is_known_however_it_is_typed(typed):
    assert paper_named(typed).name == "A4"


@pytest.mark.parametrize(("find", "typed"), [(paper_named, "A5"), (paper_named, ""), (size_named, "pokers"), (style_named, "duplex")])
def test_what_nobody_knows_is_refused_with_what_there_is(find, typed):
    with pytest.raises(Unknown) as no:
        find(typed)
    assert typed in str(no.value) and no.value.known[0] in str(no.value)


def test_a_last_page_with_hardly_anything_is_saved_by_closer_lines():
    from generator.sheets.tables import Flow

    drawn: list[float] = []
    flow = Flow(100, 100)
    for _ in range(21):
        flow.put(4, lambda page, y: drawn.append(y), after=1)
    assert len(flow.pages()) == 2
    flow.tighten()
    assert len(flow.pages()) == 1 and max(y for y, _ in flow.pages()[0]) <= 96
    for _ in range(8):
        flow.put(4, lambda page, y: drawn.append(y), after=1)
    flow.tighten()
    assert len(flow.pages()) == 2
