"""What the papers at the door say is true: their commands run, their examples check, their code works."""

from __future__ import annotations

import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from companion.cli import run
from companion.commands import COMMANDS
from companion.recordfile import parse
from engine.replay import examine

ROOT = Path(__file__).parent.parent
READMES = ("README.md", "README.zh-CN.md")
Patch, Caught = pytest.MonkeyPatch, pytest.CaptureFixture[str]


def blocks(file: str, kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", (ROOT / file).read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("file", READMES)
def test_the_commands_of_the_readme_run_in_their_order(file: str, tmp_path: Path, monkeypatch: Patch, capsys: Caught) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("YUANZUN_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("YUANZUN_CONFIG", str(tmp_path / "none.toml"))
    assert run(["pack", "封妖", "--players", "7", "-o", "output/"]) == 0  # as `make pack` leaves it
    ran = 0
    for block in blocks(file, "sh"):
        for line in block.splitlines():
            words = shlex.split(line, comments=True)
            if words[:1] != ["yuanzun"]:
                continue
            args = [str(found) for word in words[1:] for found in (sorted(tmp_path.glob(word)) if "*" in word else [word])]
            monkeypatch.setattr(sys, "stdin", io.StringIO("星空仙人确认\n?\n下\n投票\n"))
            assert run(args) == 0, (line, capsys.readouterr().err)
            ran += 1
    assert ran >= 9
    assert len(list((tmp_path / "output").glob("*.pdf"))) == 1


@pytest.mark.parametrize("file", READMES)
def test_the_record_of_the_readme_is_right(file: str) -> None:
    (block,) = blocks(file, "shorthand")
    (found,) = parse(block)
    answer = examine(found.data).answer
    assert answer.verdict == "ok" and [p.name for p in answer.phases] == ["白昼1", "黑夜1", "白昼2"]


@pytest.mark.parametrize("file", READMES)
def test_every_command_stands_in_the_readme_and_nothing_else(file: str) -> None:
    text = (ROOT / file).read_text("utf-8")
    table = text[text.index("\n|") :]
    named = set(re.findall(r"`([a-z][a-z-]+)`", "".join(line.split("|")[1] for line in table.splitlines() if line.startswith("| `"))))
    assert named == set(COMMANDS)


@pytest.mark.parametrize("file", READMES)
def test_what_the_readme_links_to_is_there(file: str) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", (ROOT / file).read_text("utf-8")):
        assert (ROOT / target).exists(), target


def test_the_worked_example_works() -> None:
    code = "\n".join(blocks("CONTRIBUTING.md", "python"))
    assert "扑火" in code
    exec(compile(code, "CONTRIBUTING.md", "exec"), {"__name__": "contributing"})


def test_the_files_of_the_worked_example_are_there() -> None:
    for path in re.findall(r"\| `([^`]+)` \|", (ROOT / "CONTRIBUTING.md").read_text("utf-8")):
        assert (ROOT / path).exists(), path


def test_every_room_of_the_picture_is_there() -> None:
    text = (ROOT / "docs" / "house.md").read_text("utf-8")
    picture = text[text.index("## Rooms") : text.index("Imports go down")]
    room = ""
    for line in picture.splitlines():
        if line and not line.startswith((" ", "`", "#")):
            room = line.split()[0]
            assert (ROOT / room).is_dir(), room
        elif line.startswith("  "):
            for name in re.findall(r"\b([a-z]+\.py|[a-z]+/)", line.split("  ")[1]):
                assert (ROOT / room / name).exists(), room + name


def test_nothing_names_where_packages_come_from() -> None:
    for file in ("README.md", "README.zh-CN.md", "Makefile", "pyproject.toml", ".ci/run", "CONTRIBUTING.md"):
        text = (ROOT / file).read_text("utf-8")
        assert not re.search(r"--(?:extra-)?index|mirror|/simple\b|registry\.", text), file
