"""Every fault of a record of 狼人杀, in the order of record.md §5. From plain data of any shape."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.langrensha.boards import not_the_preset, too_many, unbalanced
from engine.langrensha.overrule import settable
from engine.langrensha.roles import OPTION, ROLE, SETUP_KEYS
from engine.langrensha.skills import Ask, Skill
from engine.langrensha.steps import SKILL
from engine.record import TOP_KEYS, Fault, Why, is_int, is_seat

Plain = Any
Data = Mapping[str, Plain]
ALWAYS = ("skill", "said", "note", "struck")
KEY_ORDER = ("by", "to", "pick", "votes")
HAND_RULED = "裁定"


def phase_name(index: int) -> str:
    return f"第{index // 2 + 1}{'天' if index % 2 else '夜'}"


def a_map(value: Plain) -> dict[Plain, Plain]:
    return value if isinstance(value, dict) else {}


def is_role(value: Plain) -> bool:
    return isinstance(value, str) and value in ROLE


def faults(data: Data) -> list[Fault]:
    """All of them; R59 is found by the replay."""
    found = [Fault(str(key), "record", Why("未知的键", (("key", key),))) for key in data if key not in TOP_KEYS]
    players = count_of(data.get("players"))
    if players is None:
        return [*found, Fault("players", "R1", Why("人数", (("value", data.get("players")),)))]
    found += option_faults(data.get("options"))
    found += setup_faults(a_map(data.get("setup")), players)
    found += log_faults(data.get("log"), players)
    return found


def count_of(players: Plain) -> int | None:
    """8..18, or that many different names; None for anything else."""
    if isinstance(players, list):
        if not all(isinstance(name, str) for name in players) or len(set(players)) != len(players):
            return None
        players = len(players)
    return players if is_int(players) and 8 <= players <= 18 else None


# --- options


def allowed(value: Plain, values: tuple[Plain, ...]) -> bool:
    """Is it one of these, the type included (1 is not true)?"""
    if isinstance(value, bool):
        return any(value is v for v in values)
    return isinstance(value, int | float | str) and any(value == v and not isinstance(v, bool) for v in values)


def option_faults(options: Plain) -> Iterator[Fault]:
    if options is None:
        return
    if not isinstance(options, dict):
        yield Fault("options", "record", Why("须是映射", (("key", "options"),)))
        return
    for name, value in options.items():
        known = OPTION.get(name) if isinstance(name, str) else None
        if known is None:
            yield Fault(f"options/{name}", "record", Why("未知选项", (("option", name), ("options", tuple(OPTION)))))
        elif not allowed(value, known.values):
            yield Fault(f"options/{name}", known.cite, Why("选项取值", (("option", name), ("value", value), ("values", known.values))))


# --- setup


def setup_faults(setup: Data, players: int) -> Iterator[Fault]:
    for key in setup:
        if key not in SETUP_KEYS:
            yield Fault(f"setup/{key}", "record", Why("未知设置", (("key", key),)))
    roles, extra = a_map(setup.get("roles")), setup.get("extra")
    cards = [*card_faults(roles, extra, "extra" in setup, players)]
    yield from cards
    whole = not cards
    if whole:
        yield from unbalanced([roles[seat] for seat in sorted(roles)], extra or (), "setup/roles")
    if "板子" in setup:
        yield from not_the_preset(players, setup["板子"], [*roles.values(), *(extra or ())] if whole else None, "setup/板子")
    if "上轮首刀" in setup and not is_seat(setup["上轮首刀"], players):
        yield Fault("setup/上轮首刀", "R20", Why("不是座位", (("value", setup["上轮首刀"]), ("players", players))))


def card_faults(roles: Mapping[Plain, Plain], extra: Plain, given: bool, players: int) -> Iterator[Fault]:
    """The four rows before R3: the keys, the roles, their limits, the two extra cards."""
    if not all(is_int(seat) for seat in roles) or set(roles) != set(range(1, players + 1)):
        yield Fault("setup/roles", "R1", Why("座位不全", (("players", players),)))
    for seat in sorted(roles, key=seat_order):
        if not is_role(roles[seat]):
            yield Fault(f"setup/roles/{seat}", "各种人物角色", Why("未知身份", (("seat", seat), ("role", roles[seat]))))
    spare = extra if isinstance(extra, list) else []
    yield from too_many([*roles.values(), *spare], "setup/roles")
    thief = any(is_role(role) and role == "盗贼" for role in roles.values())
    if thief is not given:
        yield Fault("setup/extra", "盗贼", Why("缺两张牌" if thief else "多两张牌"))
    elif given and not (len(spare) == 2 and all(is_role(card) and card != "盗贼" for card in spare)):
        yield Fault("setup/extra", "盗贼", Why("两张牌不对"))


def seat_order(seat: Plain) -> tuple[bool, int]:
    """Seats ascending, anything else behind, as written."""
    return (False, seat) if is_int(seat) else (True, 0)


# --- log


def log_faults(log: Plain, players: int) -> Iterator[Fault]:
    if log is not None and not isinstance(log, list):
        yield Fault("log", "record", Why("须是列表", (("key", "log"),)))
        return
    for i, phase in enumerate(log or ()):
        name = phase.get("phase") if isinstance(phase, dict) else None
        if name != phase_name(i):
            yield Fault(f"log/{i}/phase", "record", Why("阶段不对", (("phase", name), ("expected", phase_name(i)))))
            return
        entries = phase.get("do")
        if entries is not None and not isinstance(entries, list):
            yield Fault(f"log/{i}/do", "record", Why("须是列表", (("key", "do"),)))
            continue
        for j, entry in enumerate(entries or ()):
            yield from entry_faults(entry, f"log/{i}/do/{j}", players)


def entry_faults(entry: Plain, at: str, players: int) -> Iterator[Fault]:
    """The keys in the order by, to, pick, votes, others as written. Nothing of a struck entry is examined."""
    if isinstance(entry, dict) and entry.get("struck") is True:
        return
    name = entry.get("skill") if isinstance(entry, dict) else None
    if name == HAND_RULED:
        yield from ruling_faults(entry, at, players)
        return
    skill = SKILL.get(name) if isinstance(name, str) else None
    if skill is None:
        yield Fault(f"{at}/skill", "record", Why("未知技能", (("skill", name),)))
        return
    for key in KEY_ORDER:
        wrong = key_fault(skill, entry, key, players)
        if wrong is not None:
            yield Fault(f"{at}/{key}", skill.cite, wrong)
    yield from other_faults(entry, at, ALWAYS + KEY_ORDER)


def other_faults(entry: Data, at: str, known: tuple[str, ...], players: int = 0) -> Iterator[Fault]:
    for key, value in entry.items():
        if key not in known:
            yield Fault(f"{at}/{key}", "record", Why("不用的键", (("key", key), ("skill", entry["skill"]))))
        elif key == "struck" and not isinstance(value, bool):
            yield Fault(f"{at}/struck", "record", Why("须是真假", (("key", key),)))
        elif key == "set" and not settable(value, players):
            yield Fault(f"{at}/set", "裁定", Why("裁定不当"))


def ruling_faults(entry: Data, at: str, players: int) -> Iterator[Fault]:
    """As for a skill: first the keys that have an order and no place here, then `set` and the others as written."""
    yield from other_faults({"skill": HAND_RULED, **{key: None for key in KEY_ORDER if key in entry}}, at, ALWAYS)
    if "set" not in entry:
        yield Fault(f"{at}/set", "裁定", Why("裁定不当"))
    yield from other_faults(entry, at, (*ALWAYS, *KEY_ORDER, "set"), players)


def wants(ask: Ask, key: str) -> bool:
    """Does a skill of this shape have this key?"""
    return {"by": ask.by, "to": bool(ask.to), "pick": bool(ask.pick), "votes": ask.votes}[key]


def key_fault(skill: Skill, entry: Data, key: str, players: int) -> Why | None:
    ask = skill.ask
    about = (("key", key), ("skill", skill.name))
    if key not in entry:
        return Why("缺少的键", about) if key in ask.must else None
    if not wants(ask, key):
        return Why("不用的键", about)
    if key == "votes" and skill.name == "刀" and "to" in entry:
        return Why("只用其一", about)
    return None if fits(ask, key, entry[key], players) else Why("取值不对", (*about, ("value", entry[key])))


def fits(ask: Ask, key: str, value: Plain, players: int) -> bool:
    """Is the value of the shape that the skill asks for?"""
    if key == "pick":
        return isinstance(value, str) and value in ask.pick
    if key == "votes":
        return isinstance(value, dict) and all(is_seat(k, players) and is_seat(v, players) for k, v in value.items())
    if key == "to" and ask.to == "seats":
        return isinstance(value, list) and all(is_seat(v, players) for v in value)
    return is_seat(value, players)
