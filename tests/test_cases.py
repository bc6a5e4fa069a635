"""Cases carry the rules: each record through the replay, and all of them through one call of the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import run
from companion.recordfile import parse_yaml
from companion.recordtext import yaml_of
from companion.report import answer_json
from engine.replay import examine
from tests.caserun import HERE, case_files, case_id, differences, games, load

FILES = case_files()


@pytest.mark.parametrize("file", FILES, ids=case_id)
def test_case(file: Path) -> None:
    case = load(file)
    answer = json.loads(json.dumps(answer_json(examine(case["record"])), ensure_ascii=False))
    wrong = differences(case, answer)
    if answer["verdict"] == "invalid" and case["expect"].get("verdict") != "invalid":
        wrong.append(f"errors: {answer['errors']}")
    assert not wrong, "\n".join([case["title"], *wrong])


@pytest.mark.parametrize("file", FILES, ids=case_id)
def test_case_is_well_formed(file: Path) -> None:
    case = load(file)
    assert set(case) == {"title", "why", "record", "expect"}
    assert case["title"] and case["why"] and case["expect"]


def test_every_game_has_its_cases() -> None:
    assert {file.parent.name for file in FILES} == set(games()) == {p.name for p in (HERE / "cases").iterdir()}
    assert len(FILES) >= 50


def test_all_cases_through_one_call_of_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cases = [load(file) for file in FILES]
    records = []
    for number, case in enumerate(cases):
        record = tmp_path / f"{number:04}.yaml"
        record.write_text(yaml_of(case["record"]), "utf-8")
        records.append(str(record))
    status = run(["check", "--json", *records])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(cases)
    for file, case, line in zip(FILES, cases, lines, strict=True):
        assert differences(case, json.loads(line)) == [], case_id(file)
    verdicts = {json.loads(line)["verdict"] for line in lines}
    assert status == (2 if "invalid" in verdicts else 1 if verdicts != {"ok"} else 0)


@pytest.mark.parametrize("file", FILES, ids=case_id)
def test_written_records_read_back_the_same(file: Path) -> None:
    record = load(file)["record"]
    text = yaml_of(record)
    again = parse_yaml(text).data
    assert again == record
    assert yaml_of(again) == text
