"""The world around the commands: files without end, folders without rights, consoles that are gone, numbers that are none."""

from __future__ import annotations

import ctypes
import errno
import io
import json
import os
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from companion import journal as journals
from companion import places, safefile, settings
from companion.cli import run
from companion.journal import Busy, Journal
from companion.recordfile import Unreadable, parse
from companion.safefile import Refused, Trouble, allowed, write_text
from companion.stop import Stop

Patch, Caught = pytest.MonkeyPatch, pytest.CaptureFixture[str]
ROOT = Path(__file__).parent.parent
RECORD = "game: 封妖\nplayers: 5\nsetup:\n  hands: {1: [魔罗, 妖众], 2: [圣贤, 妖众], 3: [妖众, 仙子], 4: [妖首, 妖众], 5: [影妖, 妖首]}\n"
RECORD += "  化形: [血俑, 灾厄]\n  关键仙人: 圣贤\nlog: []\n"
posix = pytest.mark.skipif(os.name == "nt", reason="devices and descriptors of POSIX")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("YUANZUN_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("YUANZUN_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.chdir(tmp_path)


def spawned(how: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """A command in a shell of its own; `$Y` is yuanzun."""
    env = {**os.environ, "Y": f"{sys.executable} -m companion.cli", "PYTHONPATH": str(ROOT), **more}
    return subprocess.run(["bash", "-c", how], cwd=folder, env=env, capture_output=True, text=True, timeout=60)


# --- consoles


@posix
@pytest.mark.parametrize(
    ("how", "status"),
    [
        ("$Y check --json r.yaml > /dev/full", 5),
        ("$Y rules 封妖 > /dev/full", 5),
        ("$Y key nope.yaml 2> /dev/full", 5),
        ("$Y key nope.yaml --json > /dev/full 2>&1", 5),
        ("$Y check r.yaml >&-", 0),
        ("$Y key nope.yaml 2>&-", 5),
        ("$Y check - <&-", 2),
        ("$Y log r.yaml <&-", 0),
        ("set -o pipefail; $Y rules 封妖 | (exec <&-)", 5),
    ],
)
def test_a_console_that_is_full_or_gone_is_no_crash_and_keeps_the_status(how: str, status: int, tmp_path: Path) -> None:
    (tmp_path / "r.yaml").write_text(RECORD, "utf-8")
    done = spawned(how, tmp_path)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stdout + done.stderr and "Exception" not in done.stderr


@posix
def test_a_locale_that_cannot_name_a_file_says_what_to_do(tmp_path: Path) -> None:
    ascii_only = {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = spawned("$Y deal 封妖 --players 7 -o 今晚.yaml", tmp_path, **ascii_only)
    assert done.returncode in (0, 5) and "意外" not in done.stderr
    assert done.returncode == 0 or "PYTHONUTF8=1" in done.stderr


# --- files that come in


@posix
@pytest.mark.parametrize(
    "args",
    [
        ["check", "/dev/zero"],
        ["deal", "封妖", "--names", "/dev/zero"],
        ["deal", "封妖", "--players", "7", "--roster", "/dev/zero"],
        ["tally", "/dev/zero", "--record", "eva.yaml"],
        ["scan", "/dev/zero"],
        ["scan", "x.png", "--unlock-file", "/dev/zero"],
        ["open", "/dev/zero", "--unlock", "x"],
    ],
)
def test_a_file_without_end_is_refused(args: list[str], tmp_path: Path, capsys: Caught) -> None:
    assert run(["deal", "EVA", "-o", "eva.yaml"]) == 0
    status = run(args)
    told = capsys.readouterr()
    assert status in (2, 4, 5) and "意外" not in told.err


def test_a_key_file_that_holds_no_key_is_a_wrong_key(tmp_path: Path, capsys: Caught) -> None:
    (tmp_path / "key").write_bytes(bytes(range(256)))
    assert run(["scan", "x.png", "--unlock-file", "key"]) == 4
    assert "key 里没有解封密钥" in capsys.readouterr().err


def test_what_cannot_be_opened_is_looked_at_before_a_key_is_asked_for(tmp_path: Path, capsys: Caught) -> None:
    (tmp_path / "x.sealed").write_bytes(b"hello")
    assert run(["open", "nope.sealed"]) == 5
    assert run(["open", "x.sealed"]) == 4
    assert "不是密封的主持文件" in capsys.readouterr().err


def test_a_message_about_a_file_names_it(tmp_path: Path, capsys: Caught) -> None:
    (tmp_path / "b.yaml").write_bytes(b"a: [\xff")
    (tmp_path / "r.yaml").write_text(RECORD, "utf-8")
    for args in (["step", "b.yaml"], ["log", "b.yaml"], ["deal", "封妖", "--players", "7", "--roster", "b.yaml"]):
        assert run(args) == 2
        assert "b.yaml 第 1 行" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [('{"a": 1,\n "b": {"c": 1,\n  "c": 2}}', 3, 3), ('{"a": 1,\n "b": NaN}', 2, 7), ('{"a": 1,\n\n "b": 12345678901234567890}', 3, 7)],
)
def test_a_fault_of_json_has_its_place(text: str, line: int, column: int) -> None:
    with pytest.raises(Unreadable) as told:
        parse(text, ".json")
    assert (told.value.line, told.value.column) == (line, column)


# --- files that go out


@posix
def test_a_device_is_never_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (Path("/dev/null"), tmp_path / "pipe"):
        with pytest.raises(Refused, match="设备或管道"):
            allowed(path, force=True)
    assert run(["deal", "封妖", "--players", "7", "-o", "/dev/null", "--force"]) == 5
    assert not Path("/dev/null").is_file()


def test_a_file_in_place_of_a_folder_is_called_so(tmp_path: Path, capsys: Caught) -> None:
    (tmp_path / "f").write_text("x", "utf-8")
    (tmp_path / "r.yaml").write_text(RECORD, "utf-8")
    for args in (
        ["pack", "r.yaml", "-o", "f"],
        ["pack", "r.yaml", "-o", "f/g"],
        ["pack", "封妖", "--players", "7", "--count", "2", "-o", "f"],
        ["deal", "封妖", "--players", "7", "-o", "f/g"],
        ["scenario", "封妖", "--players", "7", "-o", "f"],
    ):
        assert run(args) == 5
        assert "是一个文件，不是文件夹" in capsys.readouterr().err
    assert (tmp_path / "f").read_text("utf-8") == "x"


def test_where_nothing_can_be_written_no_work_is_done(tmp_path: Path, capsys: Caught) -> None:
    (tmp_path / "there.csv").write_text("mine", "utf-8")
    (tmp_path / "r.yaml").write_text(RECORD, "utf-8")
    for args in (
        ["deal", "封妖", "--players", "7", "-o", "there.csv"],
        ["study", "封妖", "--players", "7", "--games", "20", "--csv", "there.csv"],
        ["odds", "封妖", "--players", "7", "--plot", "nowhere/x.svg"],
        ["scenario", "封妖", "--players", "7", "--bulk", "nowhere/x.npz"],
        ["scan", "r.yaml", "-o", "there.csv"],
        ["calibrate", "-o", "there.csv"],
    ):
        assert run(args) == 5, args
        told = capsys.readouterr()
        assert told.out == "" and len(told.err.splitlines()) == 1, args


def test_a_failure_while_writing_names_the_file_that_was_wanted(tmp_path: Path, monkeypatch: Patch) -> None:
    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Trouble, match=r"写不了 .*a\.yaml：磁盘满了"):
        write_text(tmp_path / "a.yaml", "x")
    assert list(tmp_path.iterdir()) == []


@posix
def test_a_file_that_is_written_again_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write_text(path, "x")
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)
    write_text(path, "y", force=True)
    assert path.stat().st_mode & 0o777 == 0o644


def test_a_data_folder_that_cannot_be_made_says_how_to_name_another(tmp_path: Path, monkeypatch: Patch, capsys: Caught) -> None:
    (tmp_path / "f").write_text("x", "utf-8")
    (tmp_path / "r.yaml").write_text(RECORD, "utf-8")
    for bad in ("f", "f/g"):
        monkeypatch.setenv("YUANZUN_DATA", bad)
        assert run(["log", "r.yaml"]) == 5
        assert "YUANZUN_DATA" in capsys.readouterr().err
        assert run(["deal", "封妖", "--players", "7"]) == 0
        told = capsys.readouterr().err
        assert "没能记住" in told and "Errno" not in told


def test_a_home_that_nobody_knows_is_no_folder_called_tilde(tmp_path: Path, monkeypatch: Patch) -> None:
    import platformdirs

    monkeypatch.delenv("YUANZUN_DATA")
    monkeypatch.setattr(platformdirs, "user_data_path", lambda *_, **__: Path("~/.local/share/yuanzun"))
    with pytest.raises(Trouble, match="YUANZUN_DATA"):
        places.data_folder()
    assert not (tmp_path / "~").exists()


# --- settings


@pytest.mark.parametrize(
    "text",
    ["offset = [nan, 1]", "offset = [1]", 'offset = ["a", "b"]', "offset = [99, 0]", "port = 99999999", "port = true", "paper = 1", "x ="],
)
def test_a_setting_that_means_nothing_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(text + "\n", "utf-8")
    with pytest.raises(Stop, match="写法"):
        settings.settings()


@pytest.mark.parametrize("typed", ["nan,1", "1,inf", "99,1", "1e9,0"])
def test_an_offset_that_no_printer_has_is_refused(typed: str, tmp_path: Path) -> None:
    assert run(["calibrate", "--set", typed]) == 2
    assert run(["pack", "封妖", "--players", "7", "--offset", typed]) == 2
    assert not (tmp_path / "config.toml").exists()


# --- what the machine keeps


def test_keepsakes_changed_by_hand_are_as_good_as_none(tmp_path: Path, capsys: Caught) -> None:
    (tmp_path / "r.yaml").write_text(RECORD, "utf-8")
    assert run(["pack", "r.yaml", "-o", "out"]) == 0
    for path in (tmp_path / "data" / "packs").glob("*-*.json"):
        whole = json.loads(path.read_text("utf-8"))
        if "secret" in whole:
            for key, bad in (("secret", "zz"), ("secret", "00"), ("deal", {"seed": 1}), ("record", 3)):
                path.write_text(json.dumps({**whole, key: bad}), "utf-8")
                assert run(["pack", "r.yaml", "-o", f"out-{key}", "--force"]) == 0
                assert run(["reveal", whole["id"]]) == 2
    assert "意外" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "what", [{}, {"opening": 1}, {"opening": 2}, {"opening": 1, "game": [], "nonce": "x", "commitment": 1, "options": 1, "setup": 1}]
)
def test_an_opening_that_is_none_says_what_it_lacks(what: dict[str, Any], tmp_path: Path, capsys: Caught) -> None:
    (tmp_path / "o.json").write_text(json.dumps(what), "utf-8")
    assert run(["verify-deal", "o.json"]) == 2
    told = capsys.readouterr().err
    assert "公证" in told and "'" not in told


# --- journals on other systems


def test_a_journal_is_locked_where_there_is_no_flock(tmp_path: Path, monkeypatch: Patch) -> None:
    locked: list[tuple[int, int]] = []

    def locking(handle: int, mode: int, count: int) -> None:
        if os.lseek(handle, 0, os.SEEK_CUR) in [at for at, _ in locked]:
            raise PermissionError(13, "locked")
        locked.append((os.lseek(handle, 0, os.SEEK_CUR), count))

    monkeypatch.setitem(sys.modules, "fcntl", None)
    fake = types.SimpleNamespace(locking=locking, LK_NBLCK=2)
    monkeypatch.setitem(sys.modules, "msvcrt", fake)
    path = tmp_path / "j.jsonl"
    with Journal.create(path, {"game": "封妖"}) as first:
        first.append({"do": "phase", "name": "白昼1"})
        with pytest.raises(Busy):
            Journal.open(path)
        assert journals.in_use(path)
    locked.clear()
    with Journal.open(path) as again:
        assert again.seq == 1


def test_a_disk_without_locks_is_used_all_the_same(tmp_path: Path, monkeypatch: Patch) -> None:
    def flock(*_: int) -> None:
        raise OSError(errno.ENOLCK, "no locks available")

    fake = types.SimpleNamespace(flock=flock, LOCK_EX=2, LOCK_NB=4)
    monkeypatch.setitem(sys.modules, "fcntl", fake)
    with Journal.create(tmp_path / "j.jsonl", {"game": "封妖"}) as journal:
        assert journal.append({"do": "phase", "name": "白昼1"}) == 1


def test_a_foreign_hand_in_a_journal_is_seen_before_the_next_line(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    with Journal.create(path, {"game": "封妖"}) as journal:
        with path.open("ab") as other:
            other.write(b"x\n")
        with pytest.raises(Trouble, match="别的程序"):
            journal.append({"do": "phase", "name": "白昼1"})
        assert journal.seq == 0 and path.read_bytes().endswith(b"x\n")


def test_a_journal_that_is_open_is_not_forgotten(tmp_path: Path, capsys: Caught) -> None:
    folder = places.journals()
    with Journal.create(folder / "a.jsonl", {"game": "封妖"}):
        assert run(["forget", "--all"]) == 5
        assert "正被另一个程序打开着" in capsys.readouterr().err
    assert run(["forget", "--all"]) == 0 and not (folder / "a.jsonl").exists()


def test_windows_says_that_a_file_may_be_open_elsewhere(monkeypatch: Patch) -> None:
    with monkeypatch.context() as windows:
        windows.setattr(safefile.os, "name", "nt")
        assert "打开着" in safefile.reason(PermissionError(13, "x"))


# --- log and its file


def typed(monkeypatch: Patch, *lines: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(line + "\n" for line in lines)))
    return run(["log", "r.yaml"])


def test_a_record_in_which_nothing_happened_is_not_touched(tmp_path: Path, monkeypatch: Patch) -> None:
    path = tmp_path / "r.yaml"
    path.write_text("# 我的注\n" + RECORD, "utf-8")
    assert typed(monkeypatch, "?", "完") == 0
    assert path.read_text("utf-8") == "# 我的注\n" + RECORD


def test_a_record_edited_meanwhile_is_not_overwritten(tmp_path: Path, monkeypatch: Patch, capsys: Caught) -> None:
    path = tmp_path / "r.yaml"
    path.write_text(RECORD, "utf-8")

    class Editing(io.StringIO):
        def readline(self, *_: Any) -> str:
            path.write_text("# 改过\n" + RECORD, "utf-8")
            return super().readline()

    monkeypatch.setattr(sys, "stdin", Editing("下\n确认\n完\n"))
    assert run(["log", "r.yaml"]) == 0
    assert path.read_text("utf-8").startswith("# 改过") and "星空仙人确认" in (tmp_path / "r-2.yaml").read_text("utf-8")
    assert "没有覆盖" in capsys.readouterr().err


def test_what_cannot_be_written_back_is_still_in_the_journal(tmp_path: Path, monkeypatch: Patch, capsys: Caught) -> None:
    path = tmp_path / "r.yaml"
    path.write_text(RECORD, "utf-8")

    class Vanishing(io.StringIO):
        def readline(self, *_: Any) -> str:
            line = super().readline()
            if line.startswith("完"):
                path.unlink()
                path.mkdir()
            return line

    monkeypatch.setattr(sys, "stdin", Vanishing("下\n确认\n完\n"))
    assert run(["log", "r.yaml"]) == 5
    told = capsys.readouterr().err
    assert "没能写回" in told and "日志里都在" in told
    (kept,) = places.journals().glob("*.jsonl")
    assert run(["check", str(kept)]) == 0


def test_a_journal_that_was_altered_is_left_alone_and_told(tmp_path: Path, monkeypatch: Patch, capsys: Caught) -> None:
    (tmp_path / "r.yaml").write_text(RECORD, "utf-8")
    assert typed(monkeypatch, "下", "完") == 0
    (tmp_path / "r.yaml").write_text(RECORD, "utf-8")
    (kept,) = places.journals().glob("*.jsonl")
    bad = kept.read_bytes().replace("白昼1".encode(), "白昼2".encode())
    kept.write_bytes(bad)
    capsys.readouterr()
    assert typed(monkeypatch, "下", "完") == 0
    assert "有一份日志读不了，没有动它" in capsys.readouterr().err and kept.read_bytes() == bad


def test_an_old_console_of_windows_gets_no_signs_of_colour(monkeypatch: Patch) -> None:
    from companion import terminal

    class Console(io.StringIO):
        def isatty(self) -> bool:
            return True

    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    assert terminal.coloured(Console())
    told = types.SimpleNamespace(GetStdHandle=lambda n: n, GetConsoleMode=lambda h, m: 1, SetConsoleMode=lambda h, m: 1)
    with monkeypatch.context() as windows:
        windows.setattr(terminal.os, "name", "nt")
        terminal._windows_colours.cache_clear()
        assert not terminal.coloured(Console())
        windows.setattr(ctypes, "windll", types.SimpleNamespace(kernel32=told), raising=False)
        terminal._windows_colours.cache_clear()
        assert terminal.coloured(Console())
    terminal._windows_colours.cache_clear()


def test_forget_all_leaves_nothing_that_could_tell_a_deal(tmp_path: Path, capsys: Caught) -> None:
    """Neither the secret of a batch that was cut off, nor a file that can't be read, nor a leftover of a kill."""
    assert run(["pack", "封妖", "--players", "5", "-o", "out"]) == 0
    (tmp_path / "r.yaml").write_text(RECORD, "utf-8")
    with Journal.create(places.journals() / "a.jsonl", {"game": "封妖"}):
        pass
    for folder in (places.journals(), places.keys(), places.packs()):
        (folder / ".x.json.0a.tmp").write_text("secret", "utf-8")
        (folder / "broken.json").write_text("{", "utf-8")
    (places.packs() / "batch_00.json").write_text("{}", "utf-8")
    assert run(["forget", "--all"]) == 0
    assert [path for path in (tmp_path / "data").rglob("*") if path.is_file()] == []


def test_a_pack_is_forgotten_with_the_seed_it_was_dealt_from(tmp_path: Path, capsys: Caught) -> None:
    assert run(["deal", "封妖", "--players", "5", "-o", "g.yaml"]) == 0
    assert run(["pack", "g.yaml", "-o", "out", "--json"]) == 0
    ident = json.loads(capsys.readouterr().out.splitlines()[-1])["id"]
    assert list(places.keys().glob("deal-*.json"))
    assert run(["forget", ident]) == 0
    assert list(places.keys().iterdir()) == [] and list(places.packs().iterdir()) == []


def test_an_argument_that_no_system_takes_is_refused(capsys: Caught) -> None:
    assert run(["check", "a\0b"]) == 2
    assert "U+0000" in capsys.readouterr().err


def test_a_pack_is_printed_where_nothing_can_be_kept_and_says_so(tmp_path: Path, monkeypatch: Patch, capsys: Caught) -> None:
    (tmp_path / "r.yaml").write_text(RECORD, "utf-8")
    (tmp_path / "f").write_text("x", "utf-8")
    monkeypatch.setenv("YUANZUN_DATA", "f")
    assert run(["pack", "r.yaml", "-o", "out"]) == 0
    told = capsys.readouterr().err
    assert "没能记住密钥" in told and "本机也记住了" not in told and list((tmp_path / "out").glob("*.pdf"))
    (pdf,) = (tmp_path / "out").glob("*.pdf")
    key = told.partition("解封密钥 ")[2][:19]
    assert run(["scan", str(pdf), "--unlock", key, "-o", "back.yaml"]) == 0
    assert run(["scan", str(pdf)]) == 4
