"""Many packs: resumed after a kill, an index no spreadsheet runs, the printer's offset, seats printed again."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from companion import batch
from companion.cli import run
from companion.commands.calibrate import changed

Patch, Caught = pytest.MonkeyPatch, pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("YUANZUN_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("YUANZUN_CONFIG", str(tmp_path / "config.toml"))


def index(folder: Path) -> list[list[str]]:
    return list(csv.reader((folder / "index.csv").read_text("utf-8").removeprefix("\ufeff").splitlines()))


def test_a_series_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: Patch) -> None:
    folder, made = tmp_path / "o", batch.made

    def killed(*args: object) -> list[batch.Row]:
        if args[5] == [3]:
            raise KeyboardInterrupt
        return made(*args)  # type: ignore[arg-type]

    wanted = ["pack", "狼人杀", "--players", "12", "--count", "4", "-o", str(folder)]
    monkeypatch.setattr(batch, "made", killed)
    assert run(wanted) == 130
    before = index(folder)
    assert len(before) == 3
    monkeypatch.setattr(batch, "made", made)
    assert run(["pack", "狼人杀", "--players", "12", "--count", "5", "-o", str(folder)]) == 2
    assert run(wanted) == 0
    rows = index(folder)
    assert rows[:3] == before and sorted(r[0] for r in rows[1:]) == ["1", "2", "3", "4"]
    assert len({r[1] for r in rows[1:]}) == 4 and {r[2] for r in rows[1:]} == {p.name for p in folder.glob("*.pdf")}


def test_no_cell_of_an_index_is_a_formula() -> None:
    assert [batch.safe(cell)[0] for cell in ("=1+1", "+1", "-1", "@x", "\t1", "＝1")] == ["'"] * 6
    assert batch.safe("fengyao.pdf") == "fengyao.pdf"


def test_two_numbers_are_kept_for_each_printer() -> None:
    text = changed("", "", 0.5, -1)
    assert text == "offset = [0.5, -1.0]\n"
    assert changed(text, "", 1, 2) == "offset = [1.0, 2.0]\n"
    both = changed(changed(text, "书房", 0.25, 0), "客厅", 3, 4)
    assert '"书房" = [0.25, 0.0]' in both and '"客厅" = [3.0, 4.0]' in both and both.startswith("offset")
    assert '"书房" = [9.0, 9.0]' in changed(both, "书房", 9, 9) and both.count("[printers]") == 1


def test_a_calibrated_printer_moves_the_backs(tmp_path: Path, capsys: Caught) -> None:
    assert run(["calibrate", "-o", str(tmp_path / "c.pdf")]) == 0
    assert run(["calibrate", "--printer", "书房", "--set", "0.5,-1"]) == 0
    assert run(["calibrate", "--set", "50,0"]) == 2
    game = ["pack", "狼人杀", "--players", "12", "--seed", "x", "--style", "long", "-o"]
    assert run([*game, str(tmp_path / "a")]) == 0
    assert run([*game, str(tmp_path / "b"), "--printer", "书房"]) == 0
    assert run([*game, str(tmp_path / "b"), "--printer", "没有"]) == 2
    (a,), (b,) = (list((tmp_path / name).glob("*.pdf")) for name in "ab")
    assert a.name == b.name and a.read_bytes() != b.read_bytes()
    capsys.readouterr()


def test_one_seat_is_printed_again_and_nothing_is_told(tmp_path: Path, capsys: Caught) -> None:
    names = [f"--name={n}" for n in ("甲", "乙", "丙", "丁", "戊")]
    record = tmp_path / "r.yaml"
    assert run(["pack", "封妖", *names, "--split", "--record", str(record), "-o", str(tmp_path / "o"), "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    (third,) = (Path(f) for f in first["files"] if "座位-03" in f)
    assert run(["pack", str(record), "--seat", "3", "-o", str(tmp_path / "p"), "--json"]) == 0
    caught = capsys.readouterr()
    (again,) = json.loads(caught.out)["files"]
    assert Path(again).read_bytes() == third.read_bytes()
    assert run(["pack", str(record), "--seat", "9", "-o", str(tmp_path / "p")]) == 2
    assert run(["pack", str(record), "--swap", "1,2", "--rename", "3=𠮷野家", "--seat", "3", "-o", str(tmp_path / "q"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["id"] == first["id"]


def test_a_blind_pack_leaves_no_key_and_no_record(tmp_path: Path, capsys: Caught) -> None:
    assert run(["pack", "封妖", "--players", "5", "--blind", "-o", str(tmp_path / "o"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["unlock"] is None and [Path(f).suffix for f in told["files"]] == [".pdf", ".sealed"]
    assert not list((tmp_path / "data").rglob("*.json"))
    assert run(["open", told["files"][1], "--unlock", "AAAA-AAAA-AAAA-AAAA"]) == 4
    assert run(["pack", "封妖", "--players", "5", "--blind", "--record", str(tmp_path / "r"), "-o", str(tmp_path / "o")]) == 2
