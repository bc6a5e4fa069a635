"""Everything that makes a record unusable, found without replaying. Any plain data may come in; nothing is raised."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.eva.roles import COUNTS, OPTIONS, PLAYERS
from engine.eva.rows import KNOWN, NEEDS_BY
from engine.eva.ruled import settable
from engine.record import ENTRY_KEYS, TOP_KEYS, Fault, Why, is_int, is_seat

Plain = Any
HAND_RULED = "裁定"
PHASE_KEYS = ("phase", "do", "note")


def fault(at: str, rule: str, code: str, **values: object) -> Fault:
    return Fault(at, rule, Why(code, tuple(values.items())))


def faults(data: Mapping[str, Plain]) -> tuple[Fault, ...]:
    found = [fault(str(key), "record", "未知的键", key=key) for key in data if key not in TOP_KEYS]
    counted = right_players(data.get("players"))
    if not counted:
        found.append(fault("players", "R1", "人数", value=_size(data.get("players"))))
    found += option_faults(data.get("options"))
    found += setup_faults(data.get("setup"), counted)
    found += log_faults(data.get("log"))
    return tuple(found)


def _size(value: Plain) -> Plain:
    return len(value) if isinstance(value, list) else value


def right_players(value: Plain) -> bool:
    if isinstance(value, list):
        return len(value) == PLAYERS and all(isinstance(name, str) for name in value)
    return is_int(value) and value == PLAYERS


def option_faults(options: Plain) -> Iterator[Fault]:
    if options is None:
        return
    if not isinstance(options, Mapping):
        yield fault("options", "record", "应为映射", key="options")
        return
    known = {o.name: o.values for o in OPTIONS}
    for key, value in options.items():
        if key not in known:
            yield fault(f"options/{key}", "record", "未知选项", key=key)
        elif not isinstance(value, str) or value not in known[key]:
            yield fault(f"options/{key}", "R14", "选项值", key=key, value=value, values=known[key])


# --- setup


def setup_faults(setup: Plain, counted: bool) -> Iterator[Fault]:
    if setup is not None and not isinstance(setup, Mapping):
        yield fault("setup", "record", "应为映射", key="setup")
        return
    given = setup or {}
    if counted:
        yield from identity_faults(given.get("identities"))
    for key in given:
        if key != "identities":
            yield fault(f"setup/{key}", "record", "未知的键", key=key)


def identity_faults(given: Plain) -> Iterator[Fault]:
    if not isinstance(given, Mapping):
        yield fault("setup/identities", "R3", "缺身份表")
        return
    seats = {key: value for key, value in given.items() if is_int(key)}
    bad = [n for n in range(1, PLAYERS + 1) if not dealt(seats.get(n))]
    for n in bad:
        yield fault(
            f"setup/identities/{n}", "R2" if n in seats else "R3", "身份不合" if n in seats else "缺身份", seat=n, value=seats.get(n)
        )
    odd = [key for key in given if not is_seat(key, PLAYERS)]
    for key in sorted(k for k in odd if is_int(k)) + [k for k in odd if not is_int(k)]:
        yield fault(f"setup/identities/{key}", "R1", "没有这个座位", seat=key)
    if not bad and not odd and any(list(seats.values()).count(name) != count for name, count in COUNTS.items()):
        wrong = {name: list(seats.values()).count(name) for name, count in COUNTS.items() if list(seats.values()).count(name) != count}
        yield fault("setup/identities", "R1", "身份人数", counts=wrong)


def dealt(value: Plain) -> bool:
    return isinstance(value, str) and value in COUNTS


# --- log


def log_faults(log: Plain) -> Iterator[Fault]:
    if log is None:
        return
    if not isinstance(log, list):
        yield fault("log", "record", "应为列表", key="log")
        return
    lost = False
    for i, phase in enumerate(log):
        at = f"log/{i}"
        if not isinstance(phase, Mapping):
            yield fault(at, "总体流程", "应为映射", key=at)
            lost = True
            continue
        if not lost and phase.get("phase") != name_of(i):
            lost = True
            yield fault(f"{at}/phase", "总体流程", "阶段次序", value=phase.get("phase"), want=name_of(i))
        for key in phase:
            if key not in PHASE_KEYS:
                yield fault(f"{at}/{key}", "record", "未知的键", key=key)
        yield from entries_faults(phase.get("do"), f"{at}/do")


def name_of(i: int) -> str:
    """The i-th phase from 0: 第1天, 第1夜, 第2天 …"""
    return f"第{i // 2 + 1}{'夜' if i % 2 else '天'}"


def entries_faults(do: Plain, at: str) -> Iterator[Fault]:
    if do is None:
        return
    if not isinstance(do, list):
        yield fault(at, "record", "应为列表", key="do")
        return
    for j, entry in enumerate(do):
        if not isinstance(entry, Mapping):
            yield fault(f"{at}/{j}", "record", "应为映射", key=f"do/{j}")
        elif entry.get("struck") is not True:
            yield from entry_faults(entry, f"{at}/{j}")


def entry_faults(entry: Mapping[str, Plain], at: str) -> Iterator[Fault]:
    """The skill, then the keys as written, then a `by` that is missing."""
    skill = entry.get("skill")
    if not isinstance(skill, str) or (skill not in KNOWN and skill != HAND_RULED):
        yield fault(f"{at}/skill", "技能", "未知技能", value=skill)
    for key, value in entry.items():
        if key not in ENTRY_KEYS or (key == "set" and skill != HAND_RULED):
            yield fault(f"{at}/{key}", "record", "未知的键", key=key)
        elif key in SHAPES and value is not None and not SHAPES[key](value):
            yield fault(f"{at}/{key}", "record", "值不合", key=key, value=value)
    if skill == HAND_RULED:
        if not rulable(entry.get("set")):
            yield fault(f"{at}/set", "record", "裁定不合", value=entry.get("set"))
    elif lacks_by(skill, entry):
        yield fault(f"{at}/by", "record", "缺by", skill=skill)


def lacks_by(skill: Plain, entry: Mapping[str, Plain]) -> bool:
    if not isinstance(skill, str) or skill not in NEEDS_BY or entry.get("by") is not None:
        return False
    return KNOWN[skill].by == "座" or entry.get("votes") is None


def rulable(given: Plain) -> bool:
    return isinstance(given, Mapping) and bool(given) and all(is_seat(n, PLAYERS) and settable(fields) for n, fields in given.items())


def _seat(value: Plain) -> bool:
    return is_seat(value, PLAYERS)


def _seats(value: Plain) -> bool:
    return all(_seat(v) for v in value) if isinstance(value, list) else _seat(value)


def _ballots(value: Plain) -> bool:
    return isinstance(value, Mapping) and all(_seat(by) and _seat(to) for by, to in value.items())


def _dice(value: Plain) -> bool:
    return all(is_int(v) for v in value) if isinstance(value, list) else is_int(value)


SHAPES: dict[str, Callable[[Plain], bool]] = {
    "by": _seat,
    "to": _seats,
    "pick": lambda value: isinstance(value, str),
    "die": _dice,
    "drawn": _seats,
    "votes": _ballots,
    "struck": lambda value: isinstance(value, bool),
}
