"""Settings with their origin: flag > environment > yuanzun.toml here > the user's file > default."""

from __future__ import annotations

import math
import os
import re
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
DEFAULT = "默认"
MOST_OFFSET = 10.0  # mm: more than that is a typing error
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
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except UnicodeDecodeError:
        raise Stop(f"设置文件 {path} 不是 UTF-8 编码，请另存为 UTF-8。") from None
    except tomllib.TOMLDecodeError as bad:
        place = re.search(r"line (\d+), column (\d+)", str(bad))
        where = f"第 {place[1]} 行第 {place[2]} 列" if place else "末尾"
        raise Stop(f"设置文件 {path} {where}写法有误。应是：名字 = 值，文字要加引号。") from None
    printers(data, path)
    unknown = [key for key in data if key not in DEFAULTS and key != PRINTERS]
    if unknown:
        raise Stop(f"设置文件 {path} 里有不认识的 {'、'.join(unknown)}；可用：{'、'.join(DEFAULTS)}。")
    for key, value in data.items():
        if key != PRINTERS and not fits(key, value):
            raise Stop(f"设置文件 {path} 里 {key} 的写法不对：{MEANING[key]}。")
    return data


def fits(key: str, value: Plain) -> bool:
    """Is this a value that the setting can have? What names there are, the printing knows better."""
    if key == "offset":
        return isinstance(value, list) and len(value) == 2 and all(map(_millimetres, value))
    if key == "port":
        return type(value) is int and 0 <= value <= 65535
    return type(value) is type(DEFAULTS[key])


def _millimetres(number: Plain) -> bool:
    return type(number) in (int, float) and abs(number) <= MOST_OFFSET  # a NaN is never smaller


def printers(data: Mapping[str, Plain], path: Path) -> dict[str, list[float]]:
    """The offsets of printers by name, from the table [printers] of a settings file."""
    found = data.get(PRINTERS, {})
    fine = isinstance(found, dict) and all(fits("offset", v) for v in found.values())
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
            if not fits(key, out[key]):
                raise ValueError(text)
        except (KeyError, ValueError):
            raise Stop(f"环境变量 YUANZUN_{key.upper()} 的写法不对：{MEANING[key]}。") from None
    return out


def pair(text: str) -> list[float]:
    """`0.5,-1` as two millimetres; ValueError otherwise."""
    right, down = (float(part) for part in text.replace("，", ",").split(","))
    if not (math.isfinite(right) and math.isfinite(down)):
        raise ValueError(text)
    return [right, down]


def settings(flags: Mapping[str, Plain] | None = None) -> dict[str, Setting]:
    """Every setting, with where it comes from. Flags that are None say nothing."""
    layers = (
        ("选项", {k: v for k, v in (flags or {}).items() if v is not None}),
        ("环境变量", _environment()),
        (str(project_file()), _file(project_file())),
        (str(places.config_file()), _file(places.config_file())),
        (DEFAULT, DEFAULTS),
    )
    return {key: next(Setting(layer[key], name) for name, layer in layers if key in layer) for key in DEFAULTS}
