"""The journal: durable before it answers, nothing acknowledged is lost, nothing is changed unseen."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest

from companion.journal import Busy, Disk, Journal, Stale, document, line_of, notice, tell
from companion.live import Live, Odd
from companion.recordfile import Unreadable, parse, read

RECORD = {"game": "封妖", "players": 7, "setup": {"dealt": {"1": ["妖首", "妖众"]}}, "log": []}


def entry(n: int) -> dict[str, Any]:
    return {"do": "entry", "entry": {"skill": "窥念", "by": 1, "to": n % 7 + 1}}


def filled(path: Path, events: int) -> list[int]:
    """A journal of so many events; sizes of the file after each."""
    sizes = []
    with Journal.create(path, RECORD, "t") as journal:
        journal.append({"do": "phase", "name": "白昼1"})
        sizes.append(path.stat().st_size)
        for n in range(events - 1):
            journal.append(entry(n))
            sizes.append(path.stat().st_size)
    return sizes


def test_what_is_appended_comes_back_in_order(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    filled(path, 20)
    with Journal.open(path) as journal:
        assert journal.seq == 20 and journal.notices == []
        assert [e["to"] for e in journal.live.record()["log"][0]["do"]] == [n % 7 + 1 for n in range(19)]
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o600


def test_cut_at_every_byte_of_the_last_entries_loses_only_what_was_cut(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    sizes = filled(path, 8)
    raw = path.read_bytes()
    for cut in range(sizes[4], len(raw)):
        path.write_bytes(raw[:cut])
        whole = sum(size <= cut + 1 for size in sizes)  # a line that lacks only its newline is whole
        torn = cut - sizes[whole - 1]
        with Journal.open(path) as journal:
            assert journal.seq == whole, cut
            assert journal.notices == ([notice(torn)] if torn > 0 else [])
            journal.append(entry(99))
        with Journal.open(path) as again:
            assert again.seq == whole + 1 and again.notices == []


def test_a_tail_of_zeros_after_a_power_cut_is_torn_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    filled(path, 5)
    path.write_bytes(path.read_bytes() + b"\0" * 300 + b"\n")
    with Journal.open(path) as journal:
        assert journal.seq == 5 and len(journal.notices) == 1


class Failing:
    """A disk whose N-th call fails, in one of several ways."""

    def __init__(self, at: int, how: str) -> None:
        self.calls = 0
        self.at = at
        self.how = how

    def _now(self) -> bool:
        self.calls += 1
        return self.calls == self.at

    def write(self, handle: int, data: bytes) -> int:
        if self._now():
            if self.how == "short":
                return os.write(handle, data[: len(data) // 2])
            if self.how == "half":
                os.write(handle, data[: len(data) // 2])
            raise OSError(errno.ENOSPC, "full")
        return os.write(handle, data)

    def sync(self, handle: int) -> None:
        if self._now():
            raise OSError(errno.EIO, "broken")
        os.fsync(handle)

    def cut(self, handle: int, size: int) -> None:
        if self._now():
            raise OSError(errno.EIO, "broken")
        os.ftruncate(handle, size)


@pytest.mark.parametrize("how", ["full", "half", "short"])
def test_when_the_nth_call_fails_nothing_acknowledged_is_lost(tmp_path: Path, how: str) -> None:
    for at in range(1, 51):
        path = tmp_path / f"{how}{at}.jsonl"
        failing = Failing(at, how)
        told: list[int] = []
        with Journal.create(path, RECORD) as journal:
            journal.append({"do": "phase", "name": "白昼1"})
            journal.disk = Disk(failing.write, failing.sync, failing.cut)
            for n in range(30):
                try:
                    journal.append(entry(n))
                except OSError:
                    continue
                told.append(n % 7 + 1)
        assert failing.calls > 50 and len(told) >= 29
        with Journal.open(path) as again:
            assert [e["to"] for e in again.live.record()["log"][0]["do"]] == told
            assert again.notices == []


def test_a_failure_while_recovering_is_recovered_from_later(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    failing = Failing(0, "half")
    with Journal.create(path, RECORD, "", Disk(failing.write, failing.sync, failing.cut)) as journal:
        journal.append({"do": "phase", "name": "白昼1"})

        def never(handle: int, size: int) -> None:
            raise OSError(errno.EIO, "broken")

        def half(handle: int, data: bytes) -> int:
            os.write(handle, data[:10])
            raise OSError(errno.ENOSPC, "full")

        good, journal.disk = journal.disk, Disk(half, os.fsync, never)
        for _ in range(3):
            with pytest.raises(OSError):
                journal.append(entry(1))
        journal.disk = good
        assert journal.append(entry(2)) == 2
    with Journal.open(path) as again:
        assert again.seq == 2 and again.notices == []


def test_a_changed_field_is_named_at_exactly_that_entry(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    filled(path, 200)
    lines = path.read_bytes().split(b"\n")[:-1]
    for number in range(1, 201):
        for was, now in ((b'"do":', b'"dO":'), (f'"seq":{number}'.encode(), b'"seq":999'), (b'"h":"', b'"h":"0')):
            changed = lines.copy()
            changed[number] = lines[number].replace(was, now, 1)
            assert changed[number] != lines[number]
            with pytest.raises(Unreadable) as told:
                tell(b"\n".join(changed) + b"\n")
            assert told.value.line == number + 1


def test_a_clever_change_with_a_mended_checksum_is_named_too(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    filled(path, 50)
    lines = path.read_bytes().split(b"\n")[:-1]
    for number in range(2, 51):
        body = lines[number].rpartition(b',"c":"')[0].replace(b'"by":1', b'"by":2')
        changed = lines.copy()
        changed[number] = body + b',"c":"%08x"}' % zlib.crc32(body)
        with pytest.raises(Unreadable) as told:
            tell(b"\n".join(changed) + b"\n")
        assert told.value.line == number + 1


def test_a_missing_or_doubled_or_moved_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    filled(path, 9)
    lines = path.read_bytes().split(b"\n")[:-1]
    for changed in (lines[:4] + lines[5:], [*lines[:5], lines[4], *lines[5:]], [*lines[:4], lines[5], lines[4], *lines[6:]]):
        with pytest.raises(Unreadable) as told:
            tell(b"\n".join(changed) + b"\n")
        assert told.value.line in (5, 6)


def test_a_stale_writer_is_told_where_the_journal_stands(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "a.jsonl", RECORD) as journal:
        assert journal.append({"do": "phase", "name": "白昼1"}, expected_seq=0) == 1
        with pytest.raises(Stale) as stale:
            journal.append(entry(1), expected_seq=0)
        assert stale.value.seq == 1 == journal.seq


@pytest.mark.skipif(os.name != "posix", reason="locks of this kind are POSIX")
def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with Journal.create(path, RECORD), pytest.raises(Busy):
        Journal.open(path)
    Journal.open(path).close()


def test_an_event_without_sense_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    with Journal.create(tmp_path / "a.jsonl", RECORD) as journal:
        for event in (
            {"do": "entry", "entry": {}},
            {"do": "x"},
            {},
            {"do": "strike", "at": [0, 0]},
            {"do": "rename", "seat": 9, "name": "x"},
        ):
            with pytest.raises(Odd):
                journal.append(event)
        journal.append({"do": "phase", "name": "白昼1"})
        for event in ({"do": "strike", "at": [0, 0]}, {"do": "strike", "at": [-1, 0]}, {"do": "strike"}, {"do": "note", "text": 3}):
            with pytest.raises(Odd):
                journal.append(event)
        assert journal.seq == 1


def test_undo_strikes_and_then_withdraws_and_the_history_stays(tmp_path: Path) -> None:
    live = Live(RECORD)
    for event in ({"do": "phase", "name": "白昼1"}, entry(1), {"do": "phase", "name": "黑夜1"}, entry(2)):
        live.apply(event)
    assert live.undo() == {"do": "strike", "at": [1, 0]}
    live.apply({"do": "strike", "at": [1, 0]})
    assert [p["phase"] for p in live.export()["log"]] == ["白昼1"]
    assert [p["phase"] for p in live.record()["log"]] == ["白昼1", "黑夜1"]
    assert live.undo() == {"do": "unphase"}
    live.apply({"do": "unphase"})
    live.apply(entry(3))
    assert [e.get("to") for e in live.record()["log"][0]["do"]] == [2, 4]
    live.apply({"do": "phase", "name": "黑夜1"})
    assert live.record()["log"][1]["do"][0]["struck"] is True
    live.apply({"do": "unstrike", "at": [1, 0]})
    assert "struck" not in live.export()["log"][1]["do"][0]


def test_names_change_and_cards_stay() -> None:
    live = Live(RECORD)
    live.apply({"do": "rename", "seat": 2, "name": "小红"})
    live.apply({"do": "swap", "seats": [2, 7]})
    assert live.export()["players"] == ["1", "7", "3", "4", "5", "6", "小红"]
    live.apply({"do": "setup", "set": {"hands": {"1": ["妖首", "妖众"]}, "dealt": None}})
    assert live.export()["setup"] == {"hands": {"1": ["妖首", "妖众"]}}


def test_check_reads_a_journal_and_knows_the_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    filled(path, 6)
    raw = path.read_bytes()
    (found,) = parse(raw.decode())
    assert found.kind == "journal" and len(found.data["log"][0]["do"]) == 5 and found.notices == ()
    assert found.where("log/0") == (2, 1) and found.where("log/0/do/3/by") == (6, 1) and found.where("setup") == (1, 1)
    assert len(document(raw[:-20].decode()).notices) == 1


def test_killed_at_any_moment_it_keeps_what_it_acknowledged(tmp_path: Path) -> None:
    script = (
        "import sys; from companion.journal import Journal; from pathlib import Path\n"
        "j = Journal.create(Path(sys.argv[1]), {'game': '封妖', 'players': 7, 'log': []})\n"
        "j.append({'do': 'phase', 'name': '白昼1'})\n"
        "for n in range(100000):\n"
        "    print(j.append({'do': 'entry', 'entry': {'skill': '窥念', 'by': n}}), flush=True)\n"
    )
    for n in range(8):
        path = tmp_path / f"{n}.jsonl"
        child = subprocess.Popen([sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        told = 0
        for line in child.stdout:
            told = int(line)
            if told >= 5 + 37 * n:
                child.kill()
                break
        rest = [int(line) for line in child.stdout.read().split("\n") if line.strip().isdigit()]
        child.stdout.close()
        child.wait()
        told = max([told, *rest[:-1]])
        with Journal.open(path) as journal:
            assert told <= journal.seq <= told + 2


def test_lines_are_compact_json(tmp_path: Path) -> None:
    line, link = line_of("0" * 32, 3, "t", {"do": "note", "text": "好"})
    data = json.loads(line)
    assert data["seq"] == 3 and data["h"] == link and list(data) == ["seq", "t", "e", "h", "c"] and line.endswith(b"\n")


def test_check_reads_a_journal_that_broke_off_at_any_byte_or_ends_in_zeros(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    filled(path, 3)
    raw = path.read_bytes()
    first = raw.index(b"\n") + 1
    for size in range(first, len(raw)):
        for tail in (b"", b"\0" * 9):
            path.write_bytes(raw[:size] + tail)
            (found,) = read(path)
            assert found.kind == "journal"
            assert len(tell(path.read_bytes()).events) >= raw[:size].count(b"\n") - 1
