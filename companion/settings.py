"""Settings with their origin: flag > environment > yuanzun.toml here > the user's file > default."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion import places
from companion.stop import Stop

Plain = Any
DEFAULTS: Mapping[str, Plain] = {"paper": "A4", "size": "poker", "style": "fold", "offset": [0.0, 0.0], "sparing": False, "port": 0}
PRINTERS = "printers"
MEANING: Mapping[str, str] = {
    "paper": "纸张（A4、Letter）",
    "size": "卡牌尺寸（poker、bridge、mini、tarot）",
    "style": "卡牌做法（fold 对折、long/short 双面、fronts 只印正面）",
    "offset": "双面时背面的偏移 [右, 下]，毫米",
    "sparing": "省墨（true、false）",
    "port": "页面的端口（0 为任意）",
}


@dataclass(frozen=True, slots=True)
class Setting:
    value: Plain
    origin: str


def project_file() -> Path:
    return Path("yuanzun.toml")


def _file(path: Path) -> Mapping[str, Plain]:
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as bad:
        raise Stop(f"设置文件 {path} 写法有误：{bad}") from None
    printers(data, path)
    unknown = [key for key in data if key not in DEFAULTS and key != PRINTERS]
    if unknown:
        raise Stop(f"设置文件 {path} 里有不认识的 {'、'.join(unknown)}；可用：{'、'.join(DEFAULTS)}。")
    for key, value in data.items():
        if key != PRINTERS and type(value) is not type(DEFAULTS[key]):
            raise Stop(f"设置文件 {path} 里 {key} 的写法不对：{MEANING[key]}。")
    return data


def printers(data: Mapping[str, Plain], path: Path) -> dict[str, list[float]]:
    """The offsets of printers by name, from the table [printers] of a settings file."""
    found = data.get(PRINTERS, {})
    fine = isinstance(found, dict) and all(
        isinstance(v, list) and [type(n) in (int, float) for n in v] == [True, True] for v in found.values()
    )
    if not fine:
        raise Stop(f"设置文件 {path} 里 [{PRINTERS}] 的写法不对：名字 = [右, 下]（毫米）。")
    return {str(k): [float(n) for n in v] for k, v in found.items()}


def printer_offset(name: str) -> list[float]:
    """The offset of a printer that was calibrated; Stop for one that wasn't."""
    known = {printer: offset for path in (places.config_file(), project_file()) for printer, offset in printers(_file(path), path).items()}
    if name not in known:
        raise Stop(f"没有校准过“{name}”。校准过的：{'、'.join(known) or '无'}。先运行 yuanzun calibrate --printer 名字 --set 右,下。")
    return known[name]


def _environment() -> dict[str, Plain]:
    out: dict[str, Plain] = {}
    for key, default in DEFAULTS.items():
        text = os.environ.get("YUANZUN_" + key.upper())
        if text is None:
            continue
        try:
            if isinstance(default, bool):
                out[key] = {"true": True, "false": False, "1": True, "0": False}[text.lower()]
            elif isinstance(default, list):
                out[key] = pair(text)
            else:
                out[key] = type(default)(text)
        except (KeyError, ValueError):
            raise Stop(f"环境变量 YUANZUN_{key.upper()} 的写法不对：{MEANING[key]}。") from None
    return out


def pair(text: str) -> list[float]:
    """`0.5,-1` as two millimetres; ValueError otherwise."""
    right, down = (float(part) for part in text.replace("，", ",").split(","))
    return [right, down]


def settings(flags: Mapping[str, Plain] | None = None) -> dict[str, Setting]:
    """Every setting, with where it comes from. Flags that are None say nothing."""
    layers = (
        ("选项", {k: v for k, v in (flags or {}).items() if v is not None}),
        ("环境变量", _environment()),
        (str(project_file()), _file(project_file())),
        (str(places.config_file()), _file(places.config_file())),
        ("默认", DEFAULTS),
    )
    return {key: next(Setting(layer[key], name) for name, layer in layers if key in layer) for key in DEFAULTS}
