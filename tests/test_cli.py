"""The command as a whole: quick to start, Chinese to people, honest exit statuses, never a traceback."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion import commands, report, terminal
from companion.cli import run
from companion.recordfile import parse, parse_yaml
from companion.recordtext import yaml_of
from engine.replay import examine
from tests.caserun import case_files, load

Patch, Caught = pytest.MonkeyPatch, pytest.CaptureFixture[str]
ROOT = Path(__file__).parent.parent


def spawned(*args: str, **more: str) -> subprocess.CompletedProcess[bytes]:
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **more}
    return subprocess.run([sys.executable, "-m", "companion.cli", *args], cwd=ROOT, env=env, capture_output=True)


def test_every_command_has_help_in_chinese(capsys: Caught) -> None:
    assert run([]) == 0 and run(["--help"]) == 0 and run(["--version"]) == 0
    told = capsys.readouterr().out
    for name, (_, text) in commands.COMMANDS.items():
        assert name in told and text in told
        assert run([name, "--help"]) == 0
    told = capsys.readouterr().out
    assert "Show this message" not in told and "Options" not in told and "Usage" not in told


def test_help_imports_nothing_heavy() -> None:
    code = "import sys; from companion.cli import run; run(['--help']); print(*sorted(sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    tops = {name.partition(".")[0] for name in done.stderr.split()}
    assert not tops & {"yaml", "reportlab", "cryptography", "PIL", "jinja2", "starlette", "engine", "generator", "platformdirs", "qrcode"}


def test_check_imports_nothing_that_draws() -> None:
    code = "import sys; from companion.cli import run; run(['check', 'x']); print(*sorted(sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    tops = {name.partition(".")[0] for name in done.stderr.split()}
    assert not tops & {"reportlab", "cryptography", "PIL", "jinja2", "starlette", "platformdirs", "qrcode"}


@pytest.mark.parametrize(
    ("args", "status"),
    [
        (["没有这个"], 2),
        (["chek"], 2),
        (["check"], 2),
        (["check", "--jsn", "x"], 2),
        (["check", "--why", "0", "x"], 2),
        (["check", "--why"], 2),
        (["check", "/无/此/文件"], 5),
        (["deal", "封妖", "--players", "x"], 2),
        (["deal", "封妖", "多", "了"], 2),
        (["order", "/无/此/文件"], 5),
        (["--nope"], 2),
    ],
)
def test_a_wrong_call_says_so_in_one_clear_message(args: list[str], status: int, capsys: Caught) -> None:
    assert run(args) == status
    told = capsys.readouterr()
    both = told.out + told.err
    assert "Traceback" not in both and "Error" not in both and both.count("\n") <= 2
    assert any("一" <= sign <= "鿿" for sign in both)


def test_a_bug_is_no_traceback(monkeypatch: Patch, capsys: Caught) -> None:
    def broken(data: object) -> None:
        raise ZeroDivisionError("x\x1b[31m")

    monkeypatch.setattr("companion.commands.check.examine", broken)
    path = ROOT / "tests/cases/fengyao/01-xueji-protects.yaml"
    assert run(["check", str(path)]) == 5
    told = capsys.readouterr().err
    assert "Traceback" not in told and "\x1b[31m" not in told and "ZeroDivisionError" in told


def test_an_interrupt_is_130(monkeypatch: Patch) -> None:
    def stopped(data: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("companion.commands.check.examine", stopped)
    assert run(["check", str(ROOT / "tests/cases/fengyao/01-xueji-protects.yaml")]) == 130


@pytest.mark.skipif(os.name != "posix", reason="pipes of this kind are POSIX")
def test_a_reader_that_leaves_early_makes_no_noise() -> None:
    command = f"{sys.executable} -m companion.cli rules 封妖 | head -1"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True)
    assert done.returncode == 0 and done.stderr == b""


def test_output_is_utf8_on_any_console() -> None:
    done = spawned("rules", "封妖", "R36", LC_ALL="C", LANG="C", PYTHONUTF8="0", PYTHONIOENCODING="ascii", PYTHONCOERCECLOCALE="0")
    assert done.returncode == 0 and "封妖/R36" in done.stdout.decode("utf-8")


def test_names_cannot_write_on_the_terminal(tmp_path: Path, capsys: Caught) -> None:
    (case,) = (load(f) for f in case_files() if f.stem.startswith("01-xueji"))
    record = case["record"]
    names = [f"名{n}\x1b[2J\u202e"[: 3 if n > 2 else None] for n in range(record["players"])]
    names = [name.replace("\x1b", "\u009b") if n == 1 else name for n, name in enumerate(names)]
    path = tmp_path / "a.json"
    path.write_text(json.dumps({**record, "players": names}, ensure_ascii=True), "utf-8")
    assert run(["check", str(path), "--why", "1"]) in (0, 1)
    told = capsys.readouterr().out
    assert "\x1b" not in told and "\u202e" not in told and "\u009b" not in told and "名" in told


def test_colour_only_where_it_is_wanted(monkeypatch: Patch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    assert terminal.paint("x", "bad") == "x"
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert terminal.paint("x", "bad") == "\x1b[31mx\x1b[0m"
    monkeypatch.setenv("NO_COLOR", "1")
    assert terminal.paint("x", "bad") == "x"


def test_several_records_answer_in_order_and_the_worst_status_counts(tmp_path: Path, capsys: Caught) -> None:
    good = case_record("01-xueji")
    bad = tmp_path / "bad.yaml"
    bad.write_text("game: 封妖\nplayers: 3\n", "utf-8")
    fine = tmp_path / "fine.yaml"
    fine.write_text(yaml_of({**good, "log": []}), "utf-8")
    lines = tmp_path / "two.jsonl"
    lines.write_text(json.dumps({**good, "log": []}) + "\n" + json.dumps({**good, "log": []}) + "\n", "utf-8")
    assert run(["check", "--json", str(fine), str(bad), str(lines)]) == 2
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [t["verdict"] for t in told] == ["ok", "invalid", "ok", "ok"]
    assert {"at", "rule", "message", "line", "column"} == set(told[1]["errors"][0])
    assert run(["check", "--json", str(fine)]) == 0


def case_record(name: str) -> dict[str, object]:
    (case,) = (load(f) for f in case_files() if f.stem.startswith(name) and f.parent.name == "fengyao")
    record: dict[str, object] = case["record"]
    return record


def test_faults_on_a_terminal_are_capped_and_told_how_to_see_all() -> None:
    record = case_record("01-xueji")
    broken = {**record, "log": [{"phase": "白昼1", "do": [{"skill": "无此技能"}] * 40}]}
    short = report.readable(examine(broken), "x", None, 20)
    assert any("--all" in line for line in short)
    assert len(report.readable(examine(broken), "x")) > len(short)


def test_a_wrong_announcement_is_told_apart_from_the_right_one() -> None:
    record = case_record("11-kuinian")
    first = {"phase": "白昼1", "do": [{"skill": "窥念", "by": 1, "to": 2, "said": "2"}, {"skill": "验妖", "by": 5, "said": []}]}
    text = "".join(report.readable(examine({**record, "log": [first]})))
    assert '写的是 "2"，应写 2。' in text and "说的是“无”，按规则这里没有要告知的结果。" in text


def test_two_hundred_entries_check_in_time() -> None:
    """25 ms of CPU from YAML text to the answer, with head-room for a slow machine measured by a plain loop."""
    record = case_record("09-")
    phases = [p for p in long_log(record) if p]
    text = yaml_of({**record, "log": phases})
    assert sum(len(p["do"]) for p in phases) >= 200
    assert examine(parse_yaml(text).data).answer.verdict != "invalid"
    best = min(spent(text) for _ in range(7))
    assert best < 0.025 * max(1.0, loop() / 0.010)


def long_log(record: dict[str, object]) -> list[dict[str, object]]:
    """Days and nights of claims, most of them illegal: the dearest kind of log."""
    out: list[dict[str, object]] = []
    for n in range(1, 11):
        out.append({"phase": f"白昼{n}", "do": [{"skill": "窥念", "by": 1 + s % 5, "to": 1 + (s + 1) % 5} for s in range(10)]})
        night = [{"skill": "业火", "by": 1 + s % 5, "to": [1, 2], "die": 3} for s in range(9)]
        out.append({"phase": f"黑夜{n}", "do": [*night, {"skill": "诛仙投票", "votes": {}}]})
    return out


def spent(text: str) -> float:
    began = time.process_time()
    (found,) = parse(text)
    report.answer_json(examine(found.data), found.where)
    return time.process_time() - began


def loop() -> float:
    """CPU seconds of a fixed piece of work, about 10 ms where the budget was set."""
    began = time.process_time()
    total = 0
    for n in range(170_000):
        total += n % 7
    assert total
    return time.process_time() - began


def test_a_thousand_mutilated_records_are_answered_without_a_traceback() -> None:
    rng = random.Random(11)
    texts = [yaml_of(load(f)["record"]) for f in case_files()]
    odd = ["null", "-1", "99", "[]", "{}", "x", "1.5", "true", "[[1]]", "{1: 2}", "''", "①", "[1, 1]", "9999999999"]
    for _ in range(1000):
        text = rng.choice(texts)
        words = text.split(" ")
        for _ in range(rng.randint(1, 4)):
            words[rng.randrange(len(words))] = rng.choice(odd) + rng.choice(["", ",", "}", "]", "\n"])
        check_answers(" ".join(words))


def check_answers(text: str) -> None:
    from companion.recordfile import Unreadable

    try:
        (found,) = parse(text)
    except Unreadable as bad:
        assert bad.line >= 1
        return
    answer = report.answer_json(examine(found.data), found.where)
    json.dumps(answer)
    assert answer["verdict"] in report.STATUS
    assert (answer["verdict"] == "invalid") == bool(answer["errors"])
    for error in answer["errors"]:
        assert error["line"] >= 1 and error["column"] >= 1 and error["message"]
    report.readable(examine(found.data), "x", found.where)


def test_an_answer_is_one_line_for_readers_of_any_line_end(tmp_path: Path, capsys: Caught) -> None:
    file = tmp_path / "r.yaml"
    file.write_text('game: 封妖\nplayers: 5\nsetup: {"a\\L\\N\\Pb": 1}\nlog: []\n', "utf-8")
    assert run(["check", "--json", str(file)]) == 2
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["errors"][0]["at"] == "setup/a\u2028\u0085\u2029b"


def test_an_error_cannot_write_on_the_terminal(capsys: Caught) -> None:
    assert run(["deal", "\x1b[31m\u202e封妖"]) == 2
    said = capsys.readouterr().err
    assert "\x1b[31m\u202e" not in said and "\\u202e" in said


def test_a_shell_is_told_every_command_without_importing_one(capsys: Caught) -> None:
    done = spawned(COMP_WORDS="yuanzun ", COMP_CWORD="1", _YUANZUN_COMPLETE="bash_complete")
    assert {line.partition(b",")[2].decode() for line in done.stdout.splitlines()} == set(commands.COMMANDS)
    done = spawned(COMP_WORDS="yuanzun check --w", COMP_CWORD="2", _YUANZUN_COMPLETE="zsh_complete")
    assert b"--why" in done.stdout
    for shell in ("bash", "zsh", "fish"):
        assert run(["completion", shell]) == 0
        assert "_YUANZUN_COMPLETE" in capsys.readouterr().out


def test_the_json_of_why_tells_what_the_words_tell(tmp_path: Path, capsys: Caught) -> None:
    record = load(next(iter(case_files())))["record"]
    path = tmp_path / "r.json"
    path.write_text(json.dumps(record), "utf-8")
    assert run(["check", str(path), "--why", "1"]) == 1
    told = capsys.readouterr().out
    assert run(["check", str(path), "--why", "1", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["why"] and all(event["text"] in told for event in answer["why"])


def test_a_ruling_from_outside_says_what_it_set(tmp_path: Path, capsys: Caught) -> None:
    record = load(next(iter(case_files())))["record"]
    record["log"][0]["do"].append({"skill": "裁定", "set": {3: {"status": "镇压"}}, "note": "错叫"})
    path = tmp_path / "r.json"
    path.write_text(json.dumps(record), "utf-8")
    run(["check", str(path)])
    assert "裁定 3号 状态 镇压" in capsys.readouterr().out


def test_what_is_wrong_is_shown_as_it_is_written(tmp_path: Path, capsys: Caught) -> None:
    """true and not 是; nothing of Python's; a giant is cut."""
    record = load(next(file for file in case_files() if load(file)["record"]["game"] == "诡秘之主"))["record"]
    for at, bad, want in (
        ("身份", True, "“true”"),
        ("身份", [None], "“空”"),
        ("信仰", False, "“false”"),
        ("身份", "x" * 5000, "“xxx"),
    ):
        changed = json.loads(json.dumps(record))
        seat = next(iter(changed["setup"][at]))
        changed["setup"][at][seat] = bad
        path = tmp_path / "r.json"
        path.write_text(json.dumps(changed), "utf-8")
        assert run(["check", str(path)]) == 2
        told = capsys.readouterr().out
        assert want in told and "None" not in told and "True" not in told and len(told) < 4000
    long = load(next(iter(case_files())))["record"]
    long["log"][0]["do"][0]["skill"] = "x" * 5000
    path.write_text(json.dumps(long), "utf-8")
    assert run(["check", str(path)]) == 2 and len(capsys.readouterr().out) < 1000
    assert run(["deal", "狼人杀", "--players", "9", "--roster", str(roster(tmp_path, "狼人: true"))]) == 2
    assert "不能是 true" in capsys.readouterr().err
    assert run(["rules", "封妖", "x" * 5000]) == 2
    assert len(capsys.readouterr().err) < 200


def roster(folder: Path, text: str) -> Path:
    path = folder / "roster.yaml"
    path.write_text(text + "\n", "utf-8")
    return path
