"""record.md, Faults of the log: the order of the phases, and the shape of every entry, row by row of the tables. Nothing is replayed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from engine.fengyao import setup as 局
from engine.fengyao.found import Found
from engine.fengyao.roles import CARDS, 大数, 妖众, 将领, 小数, 底层, 顶层
from engine.record import ENTRY_KEYS, is_int, is_seat

Plain = Any
Check = Callable[[Plain, int], bool]  # (value, N) -> has it the shape?
ANY_SEATS = 10**6  # stands for N where the number of players can't be told

标记 = ("点燃", "业火", "崩灭玩家", "崩灭牌", "招魂", "窥念", "祭品", "血祭已尽", "止伐", "鉴仙图")
状态 = ("自由", "镇压", "讼罪")
方式 = ("戏言", "缄默")


def phase_after(phase: str | None) -> str:
    """白昼1, 黑夜1, 白昼2 …; the phase before must be one of these."""
    if phase is None:
        return "白昼1"
    number = int(phase[2:])
    return f"黑夜{number}" if phase[:2] == "白昼" else f"白昼{number + 1}"


def is_phase(name: Plain) -> bool:
    return (
        isinstance(name, str)
        and len(name) < 9
        and name[:2] in ("白昼", "黑夜")
        and name[2:].isascii()
        and name[2:].isdigit()
        and name[2] != "0"
    )


# values -----------------------------------------------------------------------------------------------------------


def _one_of(*words: str) -> Check:
    allowed = frozenset(words)
    return lambda value, _: isinstance(value, str) and value in allowed


def _word(value: Plain, _: int) -> bool:
    """A word, bare or as a list of one."""
    return isinstance(value, str) or (isinstance(value, list) and len(value) == 1 and isinstance(value[0], str))


def _text(value: Plain, _: int) -> bool:
    return isinstance(value, str)


def _seat(value: Plain, players: int) -> bool:
    return is_seat(value[0] if isinstance(value, list) and len(value) == 1 else value, players)


def _layered(*bare: str) -> Check:
    """The pick of 验妖 and of 鉴仙图: a bare effect, or ② with a layer."""
    return lambda value, _: (value in bare) if isinstance(value, str) else value in (["②", 顶层], ["②", 底层])


def _邪神(value: Plain, _: int) -> bool:
    """[meaning 无意义, a second, 是 or 否]."""
    return (
        isinstance(value, list)
        and len(value) == 3
        and all(isinstance(v, str) for v in value)
        and value[0] in 局.邪神牌
        and value[1] in 局.邪神牌
        and value[2] in ("是", "否")
    )


def _骨筹(value: Plain, players: int) -> bool:
    """Two seats, and a word where the answer is drawn."""
    return (
        isinstance(value, list)
        and 2 <= len(value) <= 3
        and all(is_seat(v, players) for v in value[:2])
        and all(isinstance(v, str) for v in value[2:])
    )


def _by_seat(check: Callable[[Plain, int], bool]) -> Check:
    return lambda value, n: isinstance(value, Mapping) and all(is_seat(k, n) and check(v, n) for k, v in value.items())


def _ballots(value: Plain, players: int) -> bool:
    return all(is_seat(v, players) for v in value) if isinstance(value, list) else is_seat(value, players)


def _layers(value: Plain, _: int) -> bool:
    words = value if isinstance(value, list) else [value]
    return all(isinstance(w, str) and w in (顶层, 底层) for w in words)


_VOTES, _MODES, _POINTED = _by_seat(_ballots), _by_seat(_one_of(*方式)), _by_seat(_layers)


def _loose(value: Plain, players: int) -> bool:
    """A value of a key that the row does not ask for: words, seats, lists or a map of them."""
    if isinstance(value, list):
        return all(_loose(v, players) and not isinstance(v, list | Mapping) for v in value)
    if isinstance(value, Mapping):
        return all(_loose(v, players) for v in value.values())
    return isinstance(value, str) or is_int(value)


# rows -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shape:
    """What a row of the tables demands. `need`: keys that must be there; `targets`: how many seats `to` names."""

    need: tuple[str, ...] = ()
    targets: int | None = None
    pick: Check | None = None
    drawn: Check | None = None
    paired: bool = False  # `to` and `pick` only together
    pick_with_to: bool = False  # with `to` a pick is needed


_选人 = Shape(("by",), 1)
_验妖 = Shape(("by",), 1, _layered("①", "③"), paired=True)
_天眼 = Shape(("by", "pick"), None, _POINTED)
_空 = Shape()

ROWS: Mapping[str, Mapping[str, Shape]] = {
    "首昼": {
        "骨筹": Shape(("by",), None, _one_of(将领, 妖众), _word),
        "星象": _空,
        "星空仙人确认": _空,
        "化形": Shape((), None, None, _word),
        "天眼": _空,
        "止伐": _选人,
        "请邪": Shape(("by", "pick"), None, _邪神),
        "窥念": _选人,
        "验妖": _验妖,
    },
    "白昼": {
        "生死链": Shape(("by",), 2, _one_of("生链", "死链"), pick_with_to=True),
        "血祭": Shape(("by",), 1, _one_of("饥渴献祭")),
        "星空仙人行动": _空,
        "星象": _空,
        "止伐": _选人,
        "封妖": Shape(("by",), 1, _one_of("圣陨")),
        "背刺": _选人,
        "窥念": _选人,
        "验妖": _验妖,
        "天眼": _天眼,
    },
    "黑夜": {
        "骨筹": Shape((), None, None, _骨筹),
        "量天": Shape((), None, None, _seat),
        "星象": _空,
        "业火": Shape(("by", "to"), 2),
        "崩灭": Shape(("by", "to"), 1),
        "招魂": Shape(("by", "pick"), None, _text, _word),
        "请邪": Shape(("by", "pick"), None, _one_of("是", "否"), _word),
        "鉴仙图": Shape(("by", "pick"), 1, _layered("①", "③", "④")),
        "诛仙投票": Shape(("votes",)),
        "黎明": Shape(("pick",), None, _MODES),
        "天眼": _天眼,
    },
}
_首昼星象 = Shape(("to", "pick"), 1, _one_of(大数, 小数))
_鉴仙图三 = Shape(("by", "pick"), None, _layered("③"))
_鉴仙图有的 = Shape(("by", "pick", "to"), 1, _layered("①", "③", "④"))
SKILLS = frozenset(skill for rows in ROWS.values() for skill in rows)
# What kinds of value a skill's pick and draw may have in any phase: looked at where the skill doesn't belong.
_KINDS: Mapping[str, tuple[type, ...]] = {
    "请邪": (str, list),
    "验妖": (str, list),
    "鉴仙图": (str, list),
    "天眼": (Mapping,),
    "黎明": (Mapping,),
}
_DRAWN_KINDS: Mapping[str, tuple[type, ...]] = {
    "骨筹": (str, list), "量天": (int, list), "化形": (str, list), "招魂": (str, list), "请邪": (str, list),
}  # fmt: skip


def _row(kind: str, skill: str, entry: Mapping[str, Plain]) -> Shape | None:
    if skill == "星象" and kind == "首昼" and entry.get("by") is not None:
        return _首昼星象
    if skill == "鉴仙图" and kind == "黑夜":
        return _鉴仙图三 if entry.get("pick") == "③" else _鉴仙图有的
    return ROWS[kind].get(skill) if kind else None


# entries ----------------------------------------------------------------------------------------------------------


def log_faults(found: Found, log: Plain, players: int | None) -> None:
    """Faults of the phases' order and of every entry's shape."""
    if log is None:
        return
    if not isinstance(log, list):
        found.tell(("log",), "record", "log形状")
        return
    expected = phase_after(None)
    for i, phase in enumerate(log):
        name: Plain = phase.get("phase") if isinstance(phase, Mapping) else None
        if not is_phase(name):
            found.tell(("log", i), "游戏流程", "未知阶段", name=name, expected=expected)
            kind, name = "", expected
        else:
            if name != expected:
                found.tell(("log", i), "游戏流程", "阶段乱序", name=name, expected=expected)
            kind = "首昼" if name == "白昼1" else name[:2]
        if isinstance(phase, Mapping):
            _phase(found, i, phase, kind, players or ANY_SEATS)
            if kind == "黑夜" and i + 1 < len(log) and not _voted(phase.get("do")):
                found.tell(("log", i), "游戏流程", "黑夜缺投票", name=name)
        expected = phase_after(name)


def _voted(do: Plain) -> bool:
    return isinstance(do, list) and any(isinstance(e, Mapping) and e.get("skill") == "诛仙投票" and e.get("struck") is not True for e in do)


def _phase(found: Found, i: int, phase: Mapping[str, Plain], kind: str, players: int) -> None:
    for key in phase:
        if key not in ("phase", "do", "note"):
            found.tell(("log", i), "record", "未知的键", key=key)
    do = phase.get("do")
    if do is None:
        return
    if not isinstance(do, list):
        found.tell(("log", i), "record", "do形状")
        return
    for j, entry in enumerate(do):
        _entry(found, ("log", i, "do", j), entry, kind, players)


def _entry(found: Found, at: tuple[Plain, ...], entry: Plain, kind: str, players: int) -> None:
    if not isinstance(entry, Mapping):
        found.tell(at, "record", "不是一步")
        return
    struck = entry.get("struck")
    if struck is True:
        return
    skill = entry.get("skill")
    if skill == "裁定":
        _overrule(found, at, entry, players)
        return
    if not (isinstance(skill, str) and skill in SKILLS):
        found.tell(at, "record", "未知技能", skill=skill)
        return
    wrong = _keys(entry, players)
    if wrong is None:
        row = _row(kind, skill, entry)
        wrong = _foreign(skill, entry) if row is None else _shape(row, entry, players)
    if wrong is not None:
        found.tell(at, "record", wrong[0], skill=skill, key=wrong[1])


def _keys(entry: Mapping[str, Plain], players: int) -> tuple[str, Plain] | None:
    """Keys and types that are the same in every row: (code, key) of the first that is wrong."""
    for key, value in entry.items():
        if key not in ENTRY_KEYS or (key == "set" and entry.get("skill") != "裁定"):
            return "未知的键", key
        if value is None and key != "struck":
            continue
        check = _COMMON.get(key)
        if check is not None and not check(value, players):
            return "值不对", key
    return None


def _to(value: Plain, players: int) -> bool:
    seats = value if isinstance(value, list) else [value]
    return len(seats) > 0 and all(is_seat(v, players) for v in seats)


def _die(value: Plain, _: int) -> bool:
    if isinstance(value, list):
        return len(value) == 1 and is_int(value[0]) and 1 <= value[0] <= 6
    return is_int(value) and 1 <= value <= 6


_COMMON: Mapping[str, Check] = {
    "by": is_seat,
    "to": _to,
    "die": _die,
    "pick": _loose,
    "drawn": _loose,
    "votes": _VOTES,
    "struck": lambda value, _: isinstance(value, bool),
}


def _foreign(skill: str, entry: Mapping[str, Plain]) -> tuple[str, Plain] | None:
    """A skill where it doesn't belong: only the types of its keys (its entry is `illegal`)."""
    pick, drawn = entry.get("pick"), entry.get("drawn")
    if pick is not None and not isinstance(pick, _KINDS.get(skill, (str,))):
        return "值不对", "pick"
    if drawn is not None and not isinstance(drawn, _DRAWN_KINDS.get(skill, (str, int, list))):
        return "值不对", "drawn"
    return None


def _shape(row: Shape, entry: Mapping[str, Plain], players: int) -> tuple[str, Plain] | None:
    for key in row.need:
        if entry.get(key) is None:
            return "缺键", key
    to, pick, drawn = entry.get("to"), entry.get("pick"), entry.get("drawn")
    if to is not None and row.targets is not None and (len(to) if isinstance(to, list) else 1) != row.targets:
        return "目标数", "to"
    if pick is not None and row.pick is not None and not row.pick(pick, players):
        return "值不对", "pick"
    if drawn is not None and row.drawn is not None and not row.drawn(drawn, players):
        return "值不对", "drawn"
    if to is not None and pick is None and (row.paired or row.pick_with_to):
        return "缺键", "pick"
    if row.paired and pick is not None and to is None:
        return "缺键", "to"
    return None


# 裁定 -------------------------------------------------------------------------------------------------------------


def _card(value: Plain, _: int) -> bool:
    return value is None or (isinstance(value, str) and value in CARDS)


def _all_of(words: Collection[str]) -> Check:
    return lambda value, _: isinstance(value, list) and all(isinstance(v, str) and v in words for v in value)


FIELDS: Mapping[str, Check] = {
    "top": _card,
    "bottom": _card,
    "sealed": _all_of(CARDS),
    "status": _one_of(*状态),
    "mode": lambda value, _: value is None or (isinstance(value, str) and value in 方式),
    "marks": _all_of(标记),
}


def _overrule(found: Found, at: tuple[Plain, ...], entry: Mapping[str, Plain], players: int) -> None:
    wrong = _keys(entry, players)
    if wrong is not None:
        found.tell(at, "record", wrong[0], skill="裁定", key=wrong[1])
    given = entry.get("set")
    if given is None:
        found.tell(at if "set" not in entry else (*at, "set"), "record", "缺键", skill="裁定", key="set")
    elif not isinstance(given, Mapping) or not all(
        is_seat(seat, players) and isinstance(fields, Mapping) and all(k in FIELDS and FIELDS[k](v, players) for k, v in fields.items())
        for seat, fields in given.items()
    ):
        found.tell((*at, "set"), "record", "裁定不对")
