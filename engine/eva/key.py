"""The 导演's key of a deal: what each seat answers to every question, before and after a flip, all by replaying hypothetical entries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.eva.answer import close
from engine.eva.phase import act, arrange, begin
from engine.eva.state import Seat, State
from engine.paper import Cell, Para, Rows, Say, Sheet
from engine.record import Entry, Record

Plain = Any


@dataclass(frozen=True, slots=True)
class Answers:
    """`dealt`: 侦测, 探查, 拓印, 感召 of the seat as dealt. `curse`: what it becomes as the holder, None: immune.

    `flipped`: 侦测, 探查, 拓印, 安魂 of the seat so flipped.
    """

    seat: int
    identity: str
    dealt: tuple[Plain, ...]
    curse: str | None
    flipped: tuple[Plain, ...] | None


def key(record: Record) -> tuple[Answers, ...]:
    given = record.setup["identities"]
    seats = tuple(Seat(given[n], given[n]) for n in record.seats)
    by = {name: next(n for n in record.seats if given[n] == name) for name in ("牧师", "游荡者", "学者", "慰魂师")}
    return tuple(_answers(State(seats), by, n) for n in record.seats)


def _answers(start: State, by: dict[str, int], n: int) -> Answers:
    quiet = begin(begin(start, "第1天"), "第1夜")
    cursed = begin(begin(start, "第1天")._replace(持有者=n), "第1夜")
    curse = cursed.dark.诅咒[1] if cursed.dark.诅咒 else None
    asked = ("侦测", "探查", "拓印", "感召")
    dealt = tuple(result(quiet, skill, by, n) for skill in asked)
    flipped = tuple(result(cursed, skill, by, n) for skill in ("侦测", "探查", "拓印", "安魂")) if curse else None
    return Answers(n, start.seat(n).身份, dealt, curse, flipped)


def result(night: State, skill: str, by: dict[str, int], n: int) -> Plain:
    """What the rules tell if this is asked tonight of seat n; None where it can't be."""
    asker = by[{"侦测": "牧师", "探查": "游荡者", "拓印": "学者"}.get(skill, "慰魂师")]
    entry = Entry(skill, asker, (n,), pick="阵营" if skill == "探查" else None)
    if asker == n and skill in ("拓印", "探查"):
        return None
    assert list(arrange(night, (entry,))) == [0]
    done = act(night, entry)
    close(done.state)
    return done.result


def key_sheet(record: Record) -> Sheet:
    columns: tuple[Cell, ...] = tuple(
        Say(f"裁决/{c}") for c in ("座位", "身份", "侦测", "探查", "拓印", "感召", "诅咒后", "翻后侦测", "翻后探查", "翻后拓印", "安魂")
    )
    rows = tuple(_row(answers) for answers in key(record))
    notes = tuple(Para(Say(f"裁决/说明/{i}")) for i in range(1, 5))
    return Sheet(
        "key", Say("裁决/标题"), "host", (Rows(columns, rows, (0.7, 1.2, 0.8, 1.4, 2.4, 0.9, 1, 0.9, 1.3, 1, 1)), *notes), landscape=True
    )


def _row(answers: Answers) -> tuple[Cell, ...]:
    flipped = answers.flipped if answers.flipped is not None else (None,) * 4
    cells = (answers.seat, answers.identity, *answers.dealt, answers.curse or Say("裁决/免疫"), *flipped)
    return tuple(_cell(value) for value in cells)


def _cell(value: Plain) -> Cell:
    if value is None:
        return "—"
    return "、".join(value) or "—" if isinstance(value, tuple) else value
