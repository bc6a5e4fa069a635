import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.lines import CLOSING, OPENING, break_lines


def lines(text: str, limit: float) -> list[str]:
    return [text[a:b] for a, b in break_lines(text, [0.5 if char < "\u0300" else 1.0 for char in text], limit)]


PROSE = (
    "血祭：每个白昼，血俑可以指定一名玩家（若他未被封印），将“祭品”标记放在他面前。此后……他不能被封印，——直至下一个白昼结束！"
    "【背刺】封印一名玩家；①查看<顶层>，②查看[底层]。真的？《源尊》、Player-1 says ok."
)


@pytest.mark.parametrize("limit", [5, 6.5, 7, 8, 9.5, 11, 13, 17, 24])
def test_no_line_starts_with_a_closing_mark_or_ends_with_an_opening_one(limit):
    found = lines(PROSE, limit)
    assert len(found) > 1
    for line in found[1:]:
        assert line[0] not in CLOSING, found
    for line in found[:-1]:
        assert line[-1] not in OPENING, found


@pytest.mark.parametrize("mark", "，。；：！？、）】》”’…—")
def test_each_forbidden_mark_is_pulled_to_its_word(mark):
    assert lines(f"一二三四五{mark}六", 5) == ["一二三四", f"五{mark}六"]


@pytest.mark.parametrize("mark", "【（“《‘([<")
def test_each_opening_mark_moves_on_with_its_word(mark):
    assert lines(f"一二三四{mark}五六", 5) == ["一二三四", f"{mark}五六"]


def test_a_latin_word_stays_whole_and_the_space_at_the_break_goes():
    assert lines("say hello again", 5) == ["say hello", "again"]
    assert lines("约好don't-stop了", 6) == ["约好", "don't-stop了"]


def test_a_word_wider_than_the_line_is_cut():
    assert lines("abcdefghij", 2) == ["abcd", "efgh", "ij"]


def test_newlines_always_break_and_empty_lines_stay():
    assert lines("一\n\n二", 9) == ["一", "", "二"]
    assert lines("", 9) == [""]


@given(st.text(alphabet="一二三，。（）“”【】a b…—\n", max_size=60), st.floats(2.0, 12.0))
def test_nothing_is_lost_and_no_line_is_too_wide(text, limit):
    found = lines(text, limit)
    assert "".join(found).replace(" ", "") == text.replace("\n", "").replace(" ", "")
    for line in found:
        assert sum(0.5 if char < "\u0300" else 1.0 for char in line) <= limit or len(line) == 1


@given(st.text(alphabet="一二三，。（）“”【】…—", max_size=40), st.floats(8.0, 12.0))
def test_forbidden_places_are_kept_whenever_the_groups_fit(text, limit):
    longest = max((len(list(run)) for kind, run in itertools.groupby(text, lambda c: c in CLOSING + OPENING) if kind), default=0)
    if longest > 3:
        return
    found = lines(text, limit)
    assert all(line[0] not in CLOSING for line in found[1:] if line)
    assert all(line[-1] not in OPENING for line in found[:-1] if line)
