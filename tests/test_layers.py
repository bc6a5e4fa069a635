"""The house stands as it is drawn: imports go down only, the engine touches nothing outside itself."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LAYERS = ("engine", "generator", "companion")
PURE = {
    "__future__", "abc", "bisect", "collections", "dataclasses", "enum", "fractions", "functools", "hashlib", "heapq", "importlib",
    "itertools", "math", "operator", "re", "string", "types", "typing", "unicodedata", "zlib",
}  # fmt: skip
IMPURE_NAMES = {"open", "print", "input", "exec", "eval", "breakpoint"}
DRAWING = {"generator/draw.py", "generator/fonts.py", "generator/pdf.py"}


def sources(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "no relative imports"
            yield node.module or ""


def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"), str(file))


@pytest.mark.parametrize("package", LAYERS)
def test_imports_go_down_only(package: str) -> None:
    above = set(LAYERS[LAYERS.index(package) + 1 :])
    for file in sources(package):
        tops = {name.partition(".")[0] for name in imported(parsed(file))}
        assert not tops & above, f"{file.relative_to(ROOT)} imports from above"


def test_the_engine_stands_on_pure_parts_of_the_standard_library() -> None:
    for file in sources("engine"):
        for name in imported(parsed(file)):
            top = name.partition(".")[0]
            assert top == "engine" or top in PURE, f"{file.relative_to(ROOT)} imports {name}"
    assert sys.stdlib_module_names | {"__future__"} >= PURE


def test_the_engine_neither_reads_nor_writes_nor_prints() -> None:
    for file in sources("engine"):
        calls = {n.func.id for n in ast.walk(parsed(file)) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
        assert not calls & IMPURE_NAMES, f"{file.relative_to(ROOT)} calls {calls & IMPURE_NAMES}"


def test_only_the_drawing_modules_know_the_pdf_library() -> None:
    for package in LAYERS:
        for file in sources(package):
            tops = {name.partition(".")[0] for name in imported(parsed(file))}
            assert "reportlab" not in tops or file.relative_to(ROOT).as_posix() in DRAWING, file


def test_the_pdf_file_is_written_by_reportlab_and_not_by_a_writer_of_our_own() -> None:
    """The library is fixed by those who ordered the house; what is fast about our pages goes through it (pdfdoc objects will do)."""
    tops = {name.partition(".")[0] for file in sources("generator") for name in imported(parsed(file))}
    assert "reportlab" in tops


def test_no_product_code_uses_a_guessable_generator() -> None:
    for package in LAYERS:
        for file in sources(package):
            assert "random" not in {name.partition(".")[0] for name in imported(parsed(file))}, file


def test_files_and_functions_of_the_engine_stay_small() -> None:
    for file in sources("engine"):
        lines = file.read_text("utf-8").count("\n")
        assert lines <= 400, f"{file.relative_to(ROOT)} has {lines} lines"
        for node in ast.walk(parsed(file)):
            if isinstance(node, ast.FunctionDef):
                size = (node.end_lineno or node.lineno) - node.lineno + 1
                assert size <= 40, f"{file.relative_to(ROOT)}: {node.name} has {size} lines"


def test_files_of_the_page_stay_small() -> None:
    for file in [*sources("companion/page"), *sources("companion/web"), ROOT / "companion" / "guard.py", ROOT / "companion" / "restore.py"]:
        lines = file.read_text("utf-8").count("\n")
        assert lines <= 400, f"{file.relative_to(ROOT)} has {lines} lines"
        for node in ast.walk(parsed(file)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                size = (node.end_lineno or node.lineno) - node.lineno + 1
                assert size <= 40, f"{file.relative_to(ROOT)}: {node.name} has {size} lines"


def test_every_text_file_says_its_encoding() -> None:
    for package in LAYERS:
        for file in sources(package):
            for node in ast.walk(parsed(file)):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("read_text", "write_text"):
                    said = [a.value for a in node.args if isinstance(a, ast.Constant)] + [k.arg for k in node.keywords]
                    own = isinstance(node.func.value, ast.Name) and node.func.value.id == "safefile"
                    assert own or {"utf-8", "ascii", "encoding"} & {str(s) for s in said}, f"{file.relative_to(ROOT)}:{node.lineno}"
