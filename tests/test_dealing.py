"""Dealing as a host asks for it: names, wishes, seeds, refusals with every reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion import dealing
from companion.cli import run
from companion.recordfile import parse_yaml
from companion.stop import Stop


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YUANZUN_DATA", str(tmp_path / "data"))


def test_the_same_seed_deals_the_same_and_warns(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["deal", "封妖", "--players", "7", "--seed", "甲", "--json"]) == 0
    first = capsys.readouterr()
    assert "--seed" in first.err and len(first.out.splitlines()) == 1
    assert run(["deal", "fengyao", "--players", "7", "--seed", "甲", "--json"]) == 0
    assert capsys.readouterr().out == first.out
    assert run(["deal", "封妖", "--players", "7", "--seed", "甲", "--words", "乙", "--json"]) == 0
    assert capsys.readouterr().out != first.out
    assert json.loads(first.out)["log"] == []


def test_any_deal_of_a_series_can_be_dealt_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["deal", "封妖", "--players", "7", "--seed", "甲", "--json", "--count", "3"]) == 0
    third = capsys.readouterr().out.splitlines()[2]
    assert run(["deal", "封妖", "--players", "7", "--seed", "甲#2", "--json"]) == 0
    assert capsys.readouterr().out.strip() == third


def test_unseeded_deals_differ(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        assert run(["deal", "封妖", "--players", "12", "--json"]) == 0
    one, two = capsys.readouterr().out.splitlines()
    assert one != two


def test_a_dealt_record_is_written_read_checked_and_ordered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.yaml"
    assert run(["deal", "封妖", "--name", "no", "--name", "=1+1", *["--name=" + c for c in "甲乙丙"], "-o", str(path)]) == 0
    record = parse_yaml(path.read_text("utf-8")).data
    assert record["players"] == ["no", "=1+1", "甲", "乙", "丙"]
    assert run(["deal", "封妖", "--players", "5", "-o", str(path)]) == 5
    capsys.readouterr()
    dealt = record["setup"]["dealt"]
    fine = {s: c if c[0] != "仙子" and c[1] != "神女" else c[::-1] for s, c in dealt.items()}
    assert run(["order", str(path), "--json", *(f"{seat}={'/'.join(cards)}" for seat, cards in fine.items())]) == 0
    assert json.loads(capsys.readouterr().out)["setup"]["hands"] == {str(s): c for s, c in fine.items()}
    assert run(["order", str(path), "9=甲/乙", "1=甲"]) == 2
    assert capsys.readouterr().err.count("R10") >= 2
    assert run(["order", str(path), "1=甲", "1=乙"]) == 2
    assert run(["order", str(path), "甲"]) == 2


def test_refusals_have_every_reason_and_their_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["deal", "封妖", "--players", "7", "--with", "妖首", "--with", "无此牌"]) == 2
    told = capsys.readouterr().err
    assert "R3" in told and "R4" in told and "Traceback" not in told
    assert run(["deal", "封妖", "--players", "7", "--with", "佛陀", "--without", "佛陀"]) == 3
    assert run(["deal", "封妖", "--players", "7", "--key-card", "神女", "--json"]) == 3
    out = capsys.readouterr().out
    assert json.loads(out)["error"]["code"] == "impossible"
    assert run(["deal", "无此游戏", "--players", "7"]) == 2
    assert run(["deal", "封妖"]) == 2
    assert run(["deal", "封妖", "--players", "7", "--count", "2"]) == 2
    assert run(["deal", "封妖", "--players", "7", "--option", "无=1"]) == 2
    assert run(["deal", "封妖", "--players", "7", "--board", "x"]) == 2


def test_names_come_from_lists_and_tables_in_any_common_encoding(tmp_path: Path) -> None:
    path = tmp_path / "n.csv"
    for text, code in (
        ("姓名,电话\n阿明,1\n小红,2\n", "gb18030"),
        ("电话,玩家\n1,阿明\n2,小红\n", "utf-8-sig"),
        ("阿明\n\n小红\n", "utf-16"),
    ):
        path.write_bytes(text.encode(code))
        assert dealing.names_from(path) == ["阿明", "小红"]
    path.write_text("'=1+1\n'@x\n\"a,b\"\n", "utf-8")
    assert dealing.names_from(path) == ["=1+1", "@x", "a,b"]


@pytest.mark.parametrize("text", ["", "甲\n甲\n", "x" * 61, "a\u0007b\n", "姓名,x\n,1\n"])
def test_a_bad_list_of_names_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "n.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(Stop):
        dealing.names_from(path)


def test_a_deal_is_remembered_for_the_pack(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    assert run(["deal", "封妖", "--players", "7", "--words", "风调雨顺", "-o", str(path)]) == 0
    record = parse_yaml(path.read_text("utf-8")).data
    source = dealing.recall(tmp_path / "data" / "keys", record)
    assert source is not None and source.words == "风调雨顺"
    again, _ = dealing.dealt(dealing.game_of("封妖"), source)
    assert json.loads(json.dumps(again)) == json.loads(json.dumps(record))
    record["setup"]["关键仙人"] = "x"
    assert dealing.recall(tmp_path / "data" / "keys", record) is None


def test_rosters_come_from_files(tmp_path: Path) -> None:
    path = tmp_path / "r.txt"
    path.write_text("# 我们的配置\n妖首 妖首\n仙子\n", "utf-8")
    assert dealing.roster_from(path) == ["妖首", "妖首", "仙子"]
    path.write_text("妖首: 2\n仙子: 1\n", "utf-8")
    assert dealing.roster_from(path) == {"妖首": 2, "仙子": 1}
    path.write_text("[妖首, 仙子]", "utf-8")
    assert dealing.roster_from(path) == ["妖首", "仙子"]


def test_rules_are_found_by_role_place_and_ruling(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "封妖", "R36", "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)) == ["封妖/R36"]
    assert run(["rules", "封妖", "血俑", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert "封妖/血俑/血祭" in found and "封妖/血俑（身份）" in found
    assert run(["rules", "封妖", "无此事", "--json"]) == 2
    assert run(["rules", "封妖"]) == 0


def test_names_on_one_line_and_from_tab_separated_tables_are_read(tmp_path: Path) -> None:
    file = tmp_path / "n.csv"
    file.write_text("甲,乙,丙\n", "utf-8")
    assert dealing.names_from(file) == ["甲", "乙", "丙"]
    file.write_text("座位\t名字\n1\t甲\n2\t乙\n", "utf-8")
    assert dealing.names_from(file) == ["甲", "乙"]


def test_a_field_without_end_is_no_list_of_names(tmp_path: Path) -> None:
    file = tmp_path / "n.csv"
    file.write_text("x" * 200_000, "utf-8")
    with pytest.raises(Stop, match="读不成名单"):
        dealing.names_from(file)


@pytest.mark.parametrize("name", ["  ", "\u3000", "\u200b", "a\u202eb", "a\u2066b", "\xad"])
def test_names_that_cannot_be_seen_are_refused(name: str) -> None:
    with pytest.raises(Stop):
        dealing.checked([name])


@pytest.mark.parametrize("text", ["", "# 无\n", "- 1\n- null\n", "[[1]]", "{}", "1: 2"])
def test_a_roster_without_cards_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "r"
    file.write_text(text, "utf-8")
    with pytest.raises(Stop, match="牌名"):
        dealing.roster_from(file)


def test_every_refusal_names_the_game_of_its_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["deal", "EVA", "--players", "7"]) == 2
    assert "〔EVA/R1〕" in capsys.readouterr().err
