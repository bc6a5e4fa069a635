"""What a case says must come out, compared with an answer. Shared by the in-process runner and the command's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.recordfile import parse_yaml
from engine.games import names

HERE = Path(__file__).parent
MISSING = object()


def games() -> list[str]:
    """ids of the games, as the house names them."""
    return [ident for ident, _ in names()]


def case_files() -> list[Path]:
    return [f for game in games() for f in sorted((HERE / "cases" / game).glob("*.yaml"))]


def case_id(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}"


def load(file: Path) -> dict[str, Any]:
    case: dict[str, Any] = parse_yaml(file.read_text("utf-8")).data
    return case


def lookup(answer: Any, path: str) -> Any:
    """Walk along a /-separated path, list items by index; MISSING where it ends early."""
    for part in path.split("/"):
        if isinstance(answer, list) and part.lstrip("-").isdigit() and -len(answer) <= int(part) < len(answer):
            answer = answer[int(part)]
        elif isinstance(answer, dict) and part in answer:
            answer = answer[part]
        else:
            return MISSING
    return answer


def strict(value: Any) -> Any:
    """As JSON has it, told apart by type too: 1 is not true."""
    if isinstance(value, dict):
        return {str(k): strict(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [strict(v) for v in value]
    return (type(value).__name__, value) if isinstance(value, bool) else value


def differences(case: dict[str, Any], answer: Any) -> list[str]:
    """Every expected path that differs."""
    wrong = []
    for path, want in case["expect"].items():
        got = lookup(answer, str(path))
        if got is MISSING or strict(got) != strict(want):
            wrong.append(f"{path}: want {want!r}, got {'nothing' if got is MISSING else repr(got)}")
    return wrong
