"""Many packs: resumed after a kill, an index no spreadsheet runs, the printer's offset, seats printed again."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion import batch, packs, places
from companion.cli import run
from companion.commands.calibrate import changed
from generator import pack as packing

Patch, Caught = pytest.MonkeyPatch, pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("YUANZUN_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("YUANZUN_CONFIG", str(tmp_path / "config.toml"))


def index(folder: Path) -> list[list[str]]:
    return list(csv.reader((folder / "index.csv").read_text("utf-8").removeprefix("\ufeff").splitlines()))


def series(folder: Path, count: int, *more: str) -> list[str]:
    return ["pack", "狼人杀", "--players", "12", "--count", str(count), "-o", str(folder), *more]


@contextmanager
def stopped_at(number: int) -> Iterator[None]:
    """The host presses Ctrl-C when this pack is due."""
    made = batch.made

    def killed(*args: object) -> list[batch.Row]:
        if args[5] == [number]:
            raise KeyboardInterrupt
        return made(*args)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batch, "made", killed)
        yield


def test_a_series_goes_on_where_it_stopped(tmp_path: Path) -> None:
    folder = tmp_path / "o"
    with stopped_at(3):
        assert run(series(folder, 4)) == 130
    before = index(folder)
    assert len(before) == 3
    assert run(series(folder, 5)) == 2
    assert run(series(folder, 4)) == 0
    rows = index(folder)
    assert rows[:3] == before and [r[0] for r in rows[1:]] == ["1", "2", "3", "4"]
    assert len({r[1] for r in rows[1:]}) == 4 and {r[2] for r in rows[1:]} == {p.name for p in folder.glob("*.pdf")}


def test_what_a_power_cut_has_torn_is_made_again_to_the_byte(tmp_path: Path, monkeypatch: Patch) -> None:
    folder, made = tmp_path / "o", batch.made
    with stopped_at(4):
        assert run(series(folder, 4)) == 130
    before = {path.name: path.read_bytes() for path in folder.glob("*.pdf")}
    (first, second, _) = index(folder)[1:]
    (folder / first[2]).write_bytes(before[first[2]][:1000])
    (folder / f".{second[2]}.0123.tmp").write_bytes(b"half")
    with (folder / "index.csv").open("a", encoding="utf-8") as file:
        file.write("4,ABCD-EF")
    (tmp_path / "data" / "packs" / f"{second[1]}.json").unlink()
    again: list[object] = []
    monkeypatch.setattr(batch, "made", lambda *args: again.extend(args[5]) or made(*args))  # type: ignore[func-returns-value]
    assert run(series(folder, 4)) == 0
    assert again == [1, 2, 4]
    assert {name: (folder / name).read_bytes() for name in before} == before
    assert [row[0] for row in index(folder)[1:]] == ["1", "2", "3", "4"] and not list(folder.glob(".*"))


def test_a_finished_series_is_not_printed_over(tmp_path: Path, capsys: Caught) -> None:
    folder = tmp_path / "o"
    assert run(series(folder, 2, "--json")) == 0
    assert json.loads(capsys.readouterr().out)["count"] == 2
    before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert run(series(folder, 2)) == 0
    assert run(series(folder, 3)) == 2
    assert run(["pack", "封妖", "--players", "5", "--count", "2", "-o", str(folder)]) == 2
    assert {path.name: path.stat().st_mtime_ns for path in folder.iterdir()} == before


def test_a_pack_of_a_series_is_the_pack_printed_alone(tmp_path: Path) -> None:
    folder = tmp_path / "o"
    assert run(series(folder, 2)) == 0
    for row in index(folder)[1:]:
        kept = packs.find(places.packs(), row[1])
        assert kept is not None and kept.deal is not None
        alone = packing.build(kept.record, bytes.fromhex(kept.secret), packing.Deal(**kept.deal))
        assert alone.files == {row[2]: (folder / row[2]).read_bytes()}


def test_a_name_that_cannot_be_printed_stops_all_cores_with_one_message(tmp_path: Path, capsys: Caught) -> None:
    names = [f"--name={name}" for name in ("甲😀", "乙", "丙", "丁", "戊")]
    assert run(["pack", "封妖", *names, "--count", str(batch.FEW), "-o", str(tmp_path / "o")]) == 2
    said = capsys.readouterr().err
    assert said.count("表情符号") == 1 and "Traceback" not in said
    assert not list((tmp_path / "o").glob("*.pdf"))


def test_many_packs_do_not_fill_the_memory(tmp_path: Path) -> None:
    code = (
        "import hashlib\nfrom generator import pack\nfrom tests.closedpacks import dealt\n"
        "def printed(numbers):\n"
        "    for n in numbers: pack.build(dealt('狼人杀', 12, b'%d' % n), hashlib.sha256(b'%d' % n).digest()[:16])\n"
        "    with open('/proc/self/statm') as file: return int(file.read().split()[1]) * 4096 / 1e6\n"
        "before = printed(range(30))\nafter = printed(range(30, 60))\nassert after < 110 and after - before < 10, (before, after)\n"
    )
    if not Path("/proc/self/statm").exists():
        pytest.skip("no /proc here")
    done = subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parent.parent, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


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
