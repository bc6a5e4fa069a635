"""The table's shorthand: every entry survives being written and read, and hosts may write it as they type."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import shorthandfile
from companion.recordfile import Unreadable, parse, parse_yaml
from companion.recordtext import yaml_of
from companion.shorthand import Odd, show
from companion.shorthand import parse as read
from engine.record import normal
from tests.caserun import case_files, case_id, load


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("验妖 2>3 ① =深渊", {"skill": "验妖", "by": 2, "to": 3, "pick": "①", "said": "深渊"}),
        ("业火 4>1,5 d3 =有", {"skill": "业火", "by": 4, "to": [1, 5], "die": 3, "said": "有"}),
        ("投票 1>3,3 2>3", {"skill": "诛仙投票", "votes": {1: [3, 3], 2: 3}}),
        ("诛仙投票", {"skill": "诛仙投票", "votes": {}}),
        ("验妖 2>3 ②,顶层", {"skill": "验妖", "by": 2, "to": 3, "pick": ["②", "顶层"]}),
        ("背刺 5", {"skill": "背刺", "by": 5}),
        ("黎明 3:缄默 5：戏言", {"skill": "黎明", "pick": {3: "缄默", 5: "戏言"}}),
        ("骨筹 抽:3，5、大于2", {"skill": "骨筹", "drawn": [3, 5, "大于2"]}),
        ("封妖 2＞4 注:犹豫 撤 // 不算", {"skill": "封妖", "by": 2, "to": 4, "note": "犹豫", "struck": True}),
        ("窥念 3>4 ＝2", {"skill": "窥念", "by": 3, "to": 4, "said": 2}),
        ("裁定 {3: {top: 影妖, sealed: [妖众]}}", {"skill": "裁定", "set": {3: {"top": "影妖", "sealed": ["妖众"]}}}),
        ("星空仙人确认 =2,3", {"skill": "星空仙人确认", "said": [2, 3]}),
        ("星空仙人确认 =[]", {"skill": "星空仙人确认", "said": []}),
    ],
)
def test_what_a_host_types_is_an_entry(line: str, entry: dict[str, Any]) -> None:
    assert read(line, "封妖") == entry


@pytest.mark.parametrize(
    "line", ["", "  ", "验妖 [1", '验妖 "x', "投票 1>3 1>4", "验妖 2>3 ① ②", "黎明 3:a 3:b", "业火 4>1 d3 d4", "验妖 2 选:{a"]
)
def test_a_line_that_cannot_be_read_says_so(line: str) -> None:
    with pytest.raises(Odd):
        read(line, "封妖")


@pytest.mark.parametrize("file", case_files(), ids=case_id)
def test_every_entry_of_every_case_survives(file: Path) -> None:
    record = load(file)["record"]
    for phase in record.get("log") or ():
        for entry in phase.get("do") or ():
            if isinstance(entry, dict):
                line = show(entry, record["game"])
                assert "\n" not in line
                assert read(line, record["game"]) == normal(entry), line


TRICKY = "①|生链|d3|3|撤|票|a b||=x|1>2|无票|x:y|3:x|，|//|null|no|[|'|\"|大于2|造物主（X）|\n|1,2|(|} {|\\|裁定|#|＃ x"
WORDS = st.sampled_from(TRICKY.split("|"))
SEAT = st.integers(1, 25)
LIST = st.lists(WORDS | SEAT, max_size=3)
FIELD = {
    "by": SEAT | st.none(),
    "to": SEAT | LIST | st.none() | WORDS,
    "pick": WORDS | SEAT | LIST | st.dictionaries(SEAT, WORDS | LIST, max_size=3) | st.none() | st.booleans(),
    "die": st.integers(0, 9) | LIST | WORDS,
    "drawn": WORDS | SEAT | LIST,
    "votes": st.dictionaries(SEAT, SEAT | LIST | WORDS, max_size=3) | st.none(),
    "said": WORDS | SEAT | LIST | st.none() | st.dictionaries(WORDS, SEAT, max_size=2) | st.sampled_from([0.5, 1.5]),
    "struck": st.booleans(),
    "set": st.dictionaries(SEAT, st.dictionaries(WORDS, WORDS, max_size=1), max_size=2),
    "note": WORDS,
    "other": WORDS,
}
SKILL = st.sampled_from(["验妖", "诛仙投票", "裁定", "投票", "a b", "3", "//", "#", "'", "验"])


@settings(max_examples=200)
@given(SKILL, st.fixed_dictionaries({}, optional=FIELD), st.sampled_from(["封妖", ""]))
def test_any_entry_survives(skill: str, rest: dict[str, Any], game: str) -> None:
    entry = {"skill": skill, **rest}
    line = show(entry, game)
    assert "\n" not in line
    assert read(line, game) == normal(entry), line


@pytest.mark.parametrize("file", case_files(), ids=case_id)
def test_a_whole_record_in_shorthand_is_the_same_record(file: Path) -> None:
    record = load(file)["record"]
    if any("note" in phase for phase in record.get("log") or ()):
        return
    head = yaml_of({k: v for k, v in record.items() if k != "log"})
    (found,) = parse(shorthandfile.write_lines(record, head))
    assert found.kind == "shorthand"
    want = normal({**record, "log": [{"phase": p["phase"], "do": p.get("do") or []} for p in record.get("log") or ()]})
    assert normal(found.data) == want


def test_a_file_of_lines_has_its_places() -> None:
    text = "game: 封妖\nplayers: 7\n---\n\n# 白昼1\n验妖 2>3 ①\n// 说明\n窥念 1\n# 黑夜1\n"
    (found,) = parse(text)
    assert [p["phase"] for p in found.data["log"]] == ["白昼1", "黑夜1"]
    assert found.where("log/0/do/1/to") == (8, 1) and found.where("log/1") == (9, 1) and found.where("players") == (2, 1)
    for bad, line in ((text + "验妖 [", 10), (text.replace("# 白昼1\n", ""), 5), (text.replace("players: 7", "log: [{phase: 白昼1}]"), 2)):
        with pytest.raises(Unreadable) as told:
            parse(bad)
        assert told.value.line == line


def test_names_of_skills_may_be_shortened_where_only_one_fits() -> None:
    assert read("血祭 1>2", "封妖")["skill"] == "血祭"
    assert read("确认", "封妖")["skill"] == "星空仙人确认"
    assert read("星空仙人", "封妖")["skill"] == "星空仙人"
    assert read("裁定 {}", "封妖") == {"skill": "裁定", "set": {}}
    assert parse_yaml("a: 1").data == {"a": 1}


@pytest.mark.parametrize("line", ["验妖 4 > 2 ①", "验妖 4>2 ①", "验妖 4 >2 ①", "验妖 4> 2 ①", "验妖 4→2 ①", "验妖 4 ① >2"])
def test_spaces_around_an_arrow_mean_nothing(line: str) -> None:
    assert read(line, "封妖") == {"skill": "验妖", "by": 4, "to": 2, "pick": "①"}


def test_a_seat_of_five_thousand_digits_is_refused() -> None:
    for line in (f"验妖 {'9' * 5000}>2", f"投票 {'9' * 5000}>2", f"黎明 {'9' * 5000}:缄默"):
        with pytest.raises(Odd) as told:
            read(line, "封妖")
        assert len(str(told.value)) < 100


def test_a_ruling_may_name_its_fields_as_people_do() -> None:
    assert read("裁定 {3: {顶层: 影妖, 状态: 自由}}", "封妖")["set"] == {3: {"top": "影妖", "status": "自由"}}
    assert read("裁定 {3: {身份: 学者}}", "EVA")["set"] == {3: {"身份": "学者"}}
    assert read("裁定 {3: 4}", "三国")["set"] == {3: 4}
