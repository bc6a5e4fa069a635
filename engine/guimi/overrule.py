"""裁定: the fields of seats that stand as played from here on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.guimi.names import KIND_ORDER
from engine.guimi.state import Desk, State, sealed, still_standing
from engine.record import Entry

Plain = Any


def overrule(state: State, entry: Entry) -> State:
    desk = state.desk.copy()
    desk.source, desk.at = (entry.skill, None), entry.place
    for seat, row in sorted((entry.set or {}).items()):
        _numbers(desk, seat, row)
        _words(desk, seat, row)
        _life_and_death(desk, seat, row)
    desk.延迟 = still_standing(desk, desk.延迟)
    return sealed(desk)


def _numbers(desk: Desk, seat: int, row: Mapping[str, Plain]) -> None:
    for key, column in (("生命", desk.生命), ("神秘学知识", desk.神秘学知识), ("护盾", desk.护盾)):
        if key in row:
            desk.note(seat, key, row[key] - column[seat], row[key], "裁定")
            column[seat] = row[key]
    sanity = desk.理智[seat]
    if "理智" in row and sanity is not None:
        desk.note(seat, "理智", row["理智"] - sanity, row["理智"], "裁定")
        desk.理智[seat] = row["理智"]


def _words(desk: Desk, seat: int, row: Mapping[str, Plain]) -> None:
    if "精神污染" in row:
        old, new = desk.精神污染[seat], dict(row["精神污染"])
        for kind in sorted({*old, *new}, key=KIND_ORDER.__getitem__):
            if old.get(kind, 0) != new.get(kind, 0):
                desk.note(seat, kind, new.get(kind, 0) - old.get(kind, 0), new.get(kind, 0), "裁定")
        desk.精神污染[seat] = new
    if "信仰" in row:
        desk.信仰[seat] = row["信仰"]
        desk.note(seat, "信仰", 0, row["信仰"], "裁定")


def _life_and_death(desk: Desk, seat: int, row: Mapping[str, Plain]) -> None:
    if "alive" in row:
        desk.alive[seat] = row["alive"]
        desk.死因[seat], desk.遗言[seat] = None, None if row["alive"] else False
        desk.note(seat, "出局" if not row["alive"] else "复归", 0, None, "裁定")
    if "死因" in row:
        desk.死因[seat] = row["死因"]
    if "遗言" in row:
        desk.遗言[seat] = row["遗言"]
    if "获胜" in row:
        desk.获胜 = seat if row["获胜"] else 0 if desk.获胜 == seat else desk.获胜
