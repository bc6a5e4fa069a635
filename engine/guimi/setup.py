"""record.md, Faults: what makes a record of 诡秘之主 unusable, all of it, in the record's own order (a missing key after its siblings)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from engine.guimi.names import CAMP, COUNT, DEFAULTS, GODS, KINDS, OPTIONS, PLAYERS, SKILLS, 十六神, 外神, 无人行动, 最初造物主, 正神
from engine.record import ENTRY_KEYS, TOP_KEYS, Fault, Why, brief, is_int, is_seat

Plain = Any
KNOWN = frozenset(ENTRY_KEYS)
NAMED = frozenset((*SKILLS, "裁定"))
PHASE_KEYS = ("phase", "do", "note")


def _fault(at: str, rule: str, code: str, **values: object) -> Fault:
    return Fault(at, rule, Why(code, tuple(values.items())))


def _is(value: Plain, *words: str) -> bool:
    return isinstance(value, str) and value in words


def phase_name(i: int) -> str:
    """R19: the name of the i-th phase, from 0."""
    return f"第{i // 2 + 1}{'天' if i % 2 else '夜'}"


def faults(data: Mapping[str, Plain]) -> Iterator[Fault]:
    """Every fault of normalised plain data."""
    setup = data.get("setup")
    names = _identities(setup.get("身份") if isinstance(setup, Mapping) else None)
    for key, value in data.items():
        if not _is(key, *TOP_KEYS):
            yield _fault(str(key), "record", "未知的键", key=str(key))
        elif key == "players":
            yield from _players(value)
        elif key == "options":
            yield from _options(value)
        elif key == "setup":
            yield from _setup(value)
        elif key == "log":
            yield from _log(value, names)
    if "players" not in data:
        yield from _players(None)
    if "setup" not in data:
        yield from _setup(None)


def _players(value: Plain) -> Iterator[Fault]:
    count = len(value) if isinstance(value, list) else value
    named = not isinstance(value, list) or all(isinstance(v, str | int | float) and not isinstance(v, bool) for v in value)
    if not (is_int(count) and count == PLAYERS and named):
        yield _fault("players", "R1", "人数", value=count if is_int(count) else None)


def _options(value: Plain) -> Iterator[Fault]:
    if value is None:
        return
    if not isinstance(value, Mapping):
        yield _fault("options", "record", "选项不是映射")
        return
    for name, chosen in value.items():
        if not _is(name, *DEFAULTS):
            yield _fault(f"options/{name}", "record", "未知选项", name=str(name))
        elif not _allowed(name, chosen):
            option = next(o for o in OPTIONS if o.name == name)
            code = f"选项取值·{name}" if isinstance(option.default, int) else "选项取值"
            yield _fault(f"options/{name}", option.cite, code, name=name, value=brief(chosen), values=option.values)


def _allowed(name: str, chosen: Plain) -> bool:
    if name == "遗言名额":
        return is_int(chosen) and chosen >= 0
    if name == "随机传教人数":
        return is_int(chosen) and 1 <= chosen <= 8
    return any(_is(chosen, str(v)) for o in OPTIONS if o.name == name for v in o.values)


def _setup(value: Plain) -> Iterator[Fault]:
    setup = value if isinstance(value, Mapping) else {}
    names = _identities(setup.get("身份"))
    for key, inner in setup.items():
        if key == "身份":
            yield from _roster(inner, names)
        elif key == "信仰":
            yield from _beliefs(inner, names)
        else:
            yield _fault(f"setup/{key}", "record", "未知的键", key=str(key))
    for key in ("身份", "信仰"):
        if key not in setup:
            yield _fault(f"setup/{key}", "R1" if key == "身份" else "R2", "缺" + key)


def _identities(value: Plain) -> dict[int, str]:
    """seat -> 身份, as far as they are seats and 身份."""
    if not isinstance(value, Mapping):
        return {}
    return {seat: name for seat, name in value.items() if is_seat(seat, PLAYERS) and _is(name, *CAMP)}


def _roster(value: Plain, names: Mapping[int, str]) -> Iterator[Fault]:
    if not isinstance(value, Mapping):
        yield _fault("setup/身份", "R1", "缺身份")
        return
    missing = [seat for seat in range(1, PLAYERS + 1) if not any(is_int(k) and k == seat for k in value)]
    if missing:
        yield _fault("setup/身份", "R1", "身份缺座位", seats=missing)
    elif len(names) == PLAYERS and Counter(names.values()) != Counter(COUNT):
        yield _fault("setup/身份", "R1", "身份不合名单", wrong=[n for n, c in COUNT.items() if list(names.values()).count(n) != c])
    for seat, name in value.items():
        if not is_seat(seat, PLAYERS):
            yield _fault(f"setup/身份/{seat}", "record", "不是座位", seat=str(seat))
        elif seat not in names:
            yield _fault(f"setup/身份/{seat}", "R1", "不是身份", seat=seat, value=brief(name))


def _beliefs(value: Plain, names: Mapping[int, str]) -> Iterator[Fault]:
    if not isinstance(value, Mapping):
        yield _fault("setup/信仰", "R2", "缺信仰")
        return
    for seat, god in value.items():
        known = names.get(seat) if is_seat(seat, PLAYERS) else ""
        if known is None:
            if not _is(god, *十六神):
                yield _fault(f"setup/信仰/{seat}", "R2", "信仰不合身份", seat=seat, value=brief(god))
        elif CAMP.get(known) != "民边":
            yield _fault(f"setup/信仰/{seat}", "R2", "不是民边", seat=str(seat))
        elif not _is(god, *(正神 if known == "正神信仰" else 外神)):
            yield _fault(f"setup/信仰/{seat}", "R2", "信仰不合身份", seat=seat, value=brief(god))
    believing = {seat for seat in value if is_int(seat)}
    for seat in sorted(s for s, name in names.items() if CAMP[name] == "民边" and s not in believing):
        yield _fault(f"setup/信仰/{seat}", "R2", "民边缺信仰", seat=seat)


def _log(value: Plain, names: Mapping[int, str]) -> Iterator[Fault]:
    if value is None:
        return
    if not isinstance(value, list):
        yield _fault("log", "record", "日志不是列表")
        return
    for i, phase in enumerate(value):
        if isinstance(phase, Mapping):
            yield from _phase(phase, i, names)
        else:
            yield _fault(f"log/{i}", "record", "阶段不是映射")


def _phase(phase: Mapping[str, Plain], i: int, names: Mapping[int, str]) -> Iterator[Fault]:
    for key, value in phase.items():
        if not _is(key, *PHASE_KEYS):
            yield _fault(f"log/{i}/{key}", "record", "未知的键", key=str(key))
        elif key == "phase" and not _is(value, phase_name(i)):
            yield _fault(f"log/{i}/phase", "R19", "阶段顺序", want=phase_name(i), value=brief(value))
        elif key == "do":
            yield from _entries(value, f"log/{i}/do", names)
    if "phase" not in phase:
        yield _fault(f"log/{i}/phase", "R19", "阶段顺序", want=phase_name(i), value=None)


def _entries(value: Plain, at: str, names: Mapping[int, str]) -> Iterator[Fault]:
    if value is None:
        return
    if not isinstance(value, list):
        yield _fault(at, "record", "条目不是列表")
        return
    for j, entry in enumerate(value):
        if not isinstance(entry, Mapping):
            yield _fault(f"{at}/{j}", "record", "条目不是映射")
        elif entry.get("struck") is not True:
            yield from _entry(entry, f"{at}/{j}", names)


def _entry(entry: Mapping[str, Plain], at: str, names: Mapping[int, str]) -> Iterator[Fault]:
    skill = entry.get("skill")
    for key, value in entry.items():
        if not (isinstance(key, str) and key in KNOWN):
            yield _fault(f"{at}/{key}", "record", "未知的键", key=str(key))
        elif (key in SHAPES and not SHAPES[key](value, skill)) or (key == "set" and skill == "裁定" and not _fits(value, names)):
            yield _fault(f"{at}/{key}", "record", "不认识的值", key=key, value=brief(value))
    needed = ("skill", "set") if skill == "裁定" else ("skill",) if _is(skill, *无人行动) else ("skill", "by")
    for key in needed:
        if key not in entry:
            yield _fault(f"{at}/{key}", "record", "缺键", key=key)


def _seat(value: Plain) -> bool:
    return is_seat(value, PLAYERS)


def _skill(value: Plain, skill: Plain) -> bool:
    return isinstance(value, str) and value in NAMED


def _by(value: Plain, skill: Plain) -> bool:
    return _seat(value) or (value is None and _is(skill, *无人行动, "裁定"))


def _to(value: Plain, skill: Plain) -> bool:
    return value is None or (all(map(_seat, value)) if isinstance(value, list) else _seat(value))


def _die(value: Plain, skill: Plain) -> bool:
    rolls = value if isinstance(value, list) else [value]
    return value is None or all(is_int(v) and 1 <= v <= 6 for v in rolls)


def _drawn(value: Plain, skill: Plain) -> bool:
    items = value if isinstance(value, list) else [value]
    return value is None or all(isinstance(v, str) or _seat(v) for v in items)


def _votes(value: Plain, skill: Plain) -> bool:
    if value is None:
        return True
    if not (isinstance(value, Mapping) and all(map(_seat, value))):
        return False
    given = [v for row in value.values() for v in (row if isinstance(row, list) else [row])]
    return all(_seat(v) or (isinstance(v, str) and skill == "主动技能") for v in given)


def _struck(value: Plain, skill: Plain) -> bool:
    return value is None or isinstance(value, bool)


def _set(value: Plain, skill: Plain) -> bool:
    if skill != "裁定":
        return True
    return isinstance(value, Mapping) and all(
        _seat(seat) and isinstance(row, Mapping) and all(_settable(k, v) for k, v in row.items()) for seat, row in value.items()
    )


SHAPES = {"skill": _skill, "by": _by, "to": _to, "die": _die, "drawn": _drawn, "votes": _votes, "struck": _struck, "set": _set}


def _settable(key: Plain, value: Plain) -> bool:
    """裁定: may this field of a seat be set to this?"""
    if key == "精神污染":
        return isinstance(value, Mapping) and all(_is(k, *KINDS) and is_int(v) and v >= 1 for k, v in value.items())
    if key in ("神秘学知识", "护盾"):
        return is_int(value) and value >= 0
    if key == "理智":
        return is_int(value) or _is(value, "∞")
    tests = {
        "信仰": _is(value, *GODS),
        "生命": is_int(value),
        "alive": isinstance(value, bool),
        "获胜": isinstance(value, bool),
        "死因": value is None or _is(value, "生命", "理智"),
        "遗言": value is None or isinstance(value, bool),
    }
    return isinstance(key, str) and tests.get(key, False)


def _fits(value: Mapping[int, Mapping[str, Plain]], names: Mapping[int, str]) -> bool:
    """∞ and 获胜 are 最初造物主's alone, and he has no other 理智."""
    for seat, row in value.items():
        if names.get(seat) == 最初造物主:
            if row.get("理智", "∞") != "∞":
                return False
        elif row.get("理智") == "∞" or row.get("获胜") is True:
            return False
    return True
