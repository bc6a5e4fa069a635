"""From a deal to paper and back by command, on this machine and on another; the proof of the deal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import run
from companion.recordfile import parse_yaml
from companion.recordtext import yaml_of

Patch, Caught, Told = pytest.MonkeyPatch, pytest.CaptureFixture[str], dict[str, Any]


@pytest.fixture
def packed(tmp_path_factory: pytest.TempPathFactory, monkeypatch: Patch, capsys: Caught) -> dict[str, Any]:
    """A pack of five with names and players' words, printed by the command."""
    folder = tmp_path_factory.mktemp("packed")
    monkeypatch.setenv("YUANZUN_DATA", str(folder / "here"))
    names = [f"--name={name}" for name in ("no", "𠮷野家", "丙", "=1+1", "../x")]
    wanted = ["--words", "风调雨顺", "--record", str(folder / "r.yaml"), "-o", str(folder / "out"), "--json"]
    assert run(["pack", "封妖", *names, *wanted]) == 0
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return {**told, "folder": folder, "pdf": told["files"][0]}


def test_a_pack_is_one_file_in_its_folder(packed: Told) -> None:
    assert [str(p) for p in (packed["folder"] / "out").iterdir()] == packed["files"]
    assert Path(packed["pdf"]).read_bytes().startswith(b"%PDF-")
    assert len(packed["unlock"].replace("-", "")) == 16 and len(packed["commitment"]) == 64


def test_the_same_record_prints_the_same_bytes_again(packed: Told, capsys: Caught) -> None:
    folder, before = packed["folder"], Path(packed["pdf"]).read_bytes()
    assert run(["pack", str(folder / "r.yaml"), "-o", str(folder / "again"), "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["id"] == packed["id"] and Path(again["files"][0]).read_bytes() == before
    assert run(["pack", str(folder / "r.yaml"), "-o", str(folder / "one.pdf")]) == 0
    assert (folder / "one.pdf").read_bytes() == before
    capsys.readouterr()
    assert run(["pack", str(folder / "r.yaml"), "-o", str(folder / "again"), "--json", "--anew"]) == 0
    assert json.loads(capsys.readouterr().out)["id"] != packed["id"]


def test_scanning_restores_the_record_here_without_a_key_and_elsewhere_with_it(packed: Told, monkeypatch: Patch, capsys: Caught) -> None:
    folder, want = packed["folder"], parse_yaml((packed["folder"] / "r.yaml").read_text("utf-8")).data
    assert run(["scan", packed["pdf"]]) == 0
    assert parse_yaml(capsys.readouterr().out).data == want
    monkeypatch.setenv("YUANZUN_DATA", str(folder / "elsewhere"))
    assert run(["scan", packed["pdf"], "--json"]) == 4
    assert json.loads(capsys.readouterr().out)["error"]["status"] == 4
    assert run(["scan", packed["pdf"], "--unlock", "AAAA-AAAA-AAAA-AAAA"]) == 4
    assert run(["scan", packed["pdf"], "--unlock", "0"]) == 4
    (folder / "key.txt").write_text(packed["unlock"].lower() + "\n", "utf-8")
    capsys.readouterr()
    assert run(["scan", packed["pdf"], "--unlock-file", str(folder / "key.txt"), "-o", str(folder / "s.yaml")]) == 0
    assert (folder / "s.yaml").read_text("utf-8") == yaml_of(want)
    assert run(["scan", str(folder / "s.yaml"), "--json"]) in (4, 5)


def test_the_deal_is_revealed_and_verified_on_a_device_that_only_scanned(packed: Told, monkeypatch: Patch, capsys: Caught) -> None:
    folder = packed["folder"]
    monkeypatch.setenv("YUANZUN_DATA", str(folder / "elsewhere"))
    opening = folder / "opening.yaml"
    assert run(["reveal", packed["pdf"], "--unlock", packed["unlock"], "-o", str(opening)]) == 0
    assert run(["reveal", packed["id"], "--json"]) == 0
    capsys.readouterr()
    assert run(["verify-deal", str(opening), "--commitment", packed["commitment"].upper(), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"ok": True, "committed": True, "dealt": True}
    data = parse_yaml(opening.read_text("utf-8")).data
    for change in ({"seed": data["seed"] + "0"}, {"words": "x"}, {"nonce": "00" * 32}, {"options": {"源尊显圣": True}}):
        changed = folder / "changed.yaml"
        changed.write_text(yaml_of({**data, **change}), "utf-8")
        assert run(["verify-deal", str(changed), "--json"]) in (1, 2), change
    hands = data["setup"]["dealt"]
    changed.write_text(yaml_of({**data, "setup": {**data["setup"], "dealt": {**hands, 1: hands[2], 2: hands[1]}}}), "utf-8")
    capsys.readouterr()
    assert run(["verify-deal", str(changed), "--commitment", packed["commitment"], "--json"]) == (0 if hands[1] == hands[2] else 1)
    assert run(["verify-deal", str(opening), "--commitment", "0" * 64]) == 1
    assert run(["reveal", str(folder / "r.yaml"), "--json"]) == 0
    assert run(["reveal", "无此局"]) == 2
    assert run(["verify-deal", str(folder / "r.yaml")]) == 2


def test_a_record_without_a_known_seed_is_committed_as_it_is(tmp_path: Path, monkeypatch: Patch, capsys: Caught) -> None:
    monkeypatch.setenv("YUANZUN_DATA", str(tmp_path / "d"))
    record = load_case("fengyao", "01")
    path = tmp_path / "r.yaml"
    path.write_text(yaml_of({**record, "log": []}), "utf-8")
    assert run(["pack", str(path), "-o", str(tmp_path / "o"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert run(["reveal", told["id"], "-o", str(tmp_path / "open.yaml")]) == 0
    assert run(["verify-deal", str(tmp_path / "open.yaml"), "--commitment", told["commitment"], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["dealt"] is None


def load_case(game: str, number: str) -> dict[str, Any]:
    from tests.caserun import HERE, load

    (file,) = (HERE / "cases" / game).glob(f"{number}-*.yaml")
    record: dict[str, Any] = load(file)["record"]
    return record


def test_what_cannot_be_printed_is_refused_by_name(tmp_path: Path, monkeypatch: Patch, capsys: Caught) -> None:
    monkeypatch.setenv("YUANZUN_DATA", str(tmp_path / "d"))
    names = [f"--name={name}" for name in ("甲", "乙", "丙", "丁", "戊\U0001f43a\ue000")]
    assert run(["pack", "封妖", *names, "-o", str(tmp_path / "o")]) == 2
    assert "戊" in capsys.readouterr().err and not list((tmp_path / "o").glob("*"))
    assert run(["pack", "封妖", "--players", "5", "--paper", "A3", "-o", str(tmp_path / "o")]) == 2
    assert run(["pack", "没有", "-o", str(tmp_path / "o")]) == 2
    assert run(["pack", "封妖", "--players", "5", "--offset", "x", "-o", str(tmp_path / "o")]) == 2


def test_the_key_is_told_in_words_and_as_data(tmp_path: Path, capsys: Caught) -> None:
    path = tmp_path / "r.yaml"
    path.write_text(yaml_of({**load_case("fengyao", "01"), "log": []}), "utf-8")
    assert run(["key", str(path)]) == 0
    assert "验" in capsys.readouterr().out
    assert run(["key", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)
    path.write_text("game: 封妖\nplayers: 3\n", "utf-8")
    assert run(["key", str(path)]) == 2


def test_what_is_kept_is_listed_and_forgotten(packed: Told, capsys: Caught) -> None:
    assert run(["forget", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"journals": [], "packs": [packed["id"]]}
    assert run(["forget", "nothing"]) == 2
    assert run(["forget", packed["id"]]) == 0
    assert run(["forget", "--all"]) == 0
    capsys.readouterr()
    assert run(["forget", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"journals": [], "packs": []}
    assert run(["scan", packed["pdf"]]) == 4
    assert not list((packed["folder"] / "here" / "keys").iterdir())


def test_settings_have_their_origin(tmp_path: Path, monkeypatch: Patch, capsys: Caught) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("YUANZUN_CONFIG", str(tmp_path / "user.toml"))
    (tmp_path / "user.toml").write_text('paper = "Letter"\nsize = "mini"\n', "utf-8")
    (tmp_path / "yuanzun.toml").write_text('size = "tarot"\noffset = [0.5, -1.0]\n', "utf-8")
    monkeypatch.setenv("YUANZUN_STYLE", "long")
    assert run(["config", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["paper"] == {"value": "Letter", "origin": str(tmp_path / "user.toml")}
    assert told["size"] == {"value": "tarot", "origin": "yuanzun.toml"}
    assert told["style"]["origin"] == "环境变量" and told["sparing"]["origin"] == "默认"
    (tmp_path / "yuanzun.toml").write_text("nonsense = 1\n", "utf-8")
    assert run(["config"]) == 2
    (tmp_path / "yuanzun.toml").write_text("paper = 1\n", "utf-8")
    assert run(["config"]) == 2


@pytest.mark.parametrize(
    "wish", [["--newcomers"], ["--words", "x"], ["--key-card", "圣贤"], ["--option", "源尊显圣=x"], ["--with", "佛陀"]]
)
def test_a_wish_for_a_deal_beside_a_record_is_refused(wish: list[str], tmp_path: Path, capsys: Caught) -> None:
    (tmp_path / "r.yaml").write_text("game: 封妖\n", "utf-8")
    assert run(["pack", str(tmp_path / "r.yaml"), *wish]) == 2
    assert "去掉发牌的选项" in capsys.readouterr().err


def test_a_spoiled_key_on_this_machine_hides_no_good_one(packed: Told, capsys: Caught) -> None:
    keys = packed["folder"] / "here" / "keys"
    (keys / "ZZZZ-ZZZZ.json").write_text('{"id": "ZZZZ-ZZZZ", "unlock": "broken"}', "utf-8")
    assert run(["scan", packed["pdf"]]) == 0


def test_a_record_file_that_is_taken_stops_before_anything_is_printed(tmp_path: Path, monkeypatch: Patch, capsys: Caught) -> None:
    monkeypatch.setenv("YUANZUN_DATA", str(tmp_path / "here"))
    (tmp_path / "r.yaml").write_text("mine", "utf-8")
    assert run(["pack", "封妖", "--players", "5", "--record", str(tmp_path / "r.yaml"), "-o", str(tmp_path / "out")]) == 5
    assert not (tmp_path / "out").exists() and (tmp_path / "r.yaml").read_text("utf-8") == "mine"
