"""yuanzun calibrate: a page to measure a printer by, and what was measured, kept in the user's settings."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click

from companion import places, settings, terminal
from companion.safefile import folder, wanted, write_bytes, write_text
from companion.stop import Stop


@click.command(help="印一张校准页（双面）；对着光读出右、下两个数，用 --set 记下，以后双面打印时背面自动挪正。")
@click.option("--paper", metavar="纸张", help="A4 或 Letter")
@click.option("--printer", default="", metavar="名字", help="哪台打印机（不写就是默认的那台）")
@click.option("--set", "typed", metavar="右,下", help="记下量出的两个数（毫米），例如 0.5,-1")
@click.option("-o", "--output", metavar="文件", default="校准.pdf", help="写到哪个 PDF（默认 校准.pdf）")
@click.option("--force", is_flag=True, help="文件已存在也覆盖")
@click.option("--json", "as_json", is_flag=True, help="一行 JSON")
def command(paper: str | None, printer: str, typed: str | None, output: str, force: bool, as_json: bool) -> int:
    if typed is not None:
        return _saved(printer.strip(), typed, as_json)
    from generator import layout
    from generator.book import book
    from generator.sheets.calibration import calibration

    wanted(force, output)
    try:
        chosen = layout.paper_named(paper or str(settings.settings()["paper"].value))
    except layout.Unknown as no:
        raise Stop(str(no)) from None
    write_bytes(Path(output), calibration(chosen, book("")), force)
    if as_json:
        terminal.out(json.dumps({"file": output}, ensure_ascii=False))
    else:
        terminal.out(output)
        terminal.say("请双面（长边翻转）、按 100% 打印，对着光读出右、下两个数，再运行 yuanzun calibrate --set 右,下。")
    return 0


def _saved(printer: str, typed: str, as_json: bool) -> int:
    try:
        right, down = settings.pair(typed)
    except ValueError:
        raise Stop("--set 的写法：右,下，例如 0.5,-1（毫米）。") from None
    if not settings.fits("offset", [right, down]):
        raise Stop(f"偏移不会超过 {settings.MOST_OFFSET:g} 毫米，请再量一次。")
    path = places.config_file()
    before = path.read_text("utf-8") if path.is_file() else ""
    folder(path.parent)
    write_text(path, changed(before, printer, right, down), force=True)
    if as_json:
        terminal.out(json.dumps({"printer": printer, "offset": [right, down], "file": str(path)}, ensure_ascii=False))
    else:
        terminal.say(f"记下了：背面向右 {right:g}、向下 {down:g} 毫米（{path}）。只挪背面，正面不动。")
    return 0


def changed(text: str, printer: str, right: float, down: float) -> str:
    """The settings file with this printer's offset; all other lines stay as they are."""
    if not printer:
        line = f"offset = [{float(right)}, {float(down)}]"
        kept, found = re.subn(r"(?m)^offset\s*=.*$", lambda _: line, text, count=1)
        return kept if found else f"{line}\n{text}"
    key = json.dumps(printer, ensure_ascii=False)
    line = f"{key} = [{float(right)}, {float(down)}]"
    kept, found = re.subn(rf"(?m)^{re.escape(key)}\s*=.*$", lambda _: line, text, count=1)
    if found:
        return kept
    if re.search(r"(?m)^\[printers\]\s*$", text):
        return re.sub(r"(?m)^\[printers\]\s*$", lambda _: f"[printers]\n{line}", text, count=1)
    return f"{text.rstrip()}\n\n[printers]\n{line}\n".lstrip("\n")
