"""The end of a phase: the automatic work to its end, and what the answer shows of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.declare import Closed, Owed
from engine.guimi.act import told_of
from engine.guimi.names import KIND_ORDER
from engine.guimi.public import shown_sanity
from engine.guimi.state import SEATS, Desk, Seen, State, sealed, still_standing
from engine.guimi.work import END, reach, winner
from engine.record import Why

Plain = Any


def ended(state: State) -> Desk:
    """The desk with the automatic work of the phase done to its end."""
    desk = state.desk.copy()
    reach(desk, END)
    return desk


def close(state: State) -> Closed[State]:
    desk = ended(state)
    after = sealed(desk)
    return Closed(after, _announce(desk), _seats(desk), _table(desk), winner(desk), _by_itself(desk))


def _by_itself(desk: Desk) -> tuple[Why, ...]:
    """What the automatic work of this phase has done, in order."""
    lines: list[Why] = []
    for change in reversed(desk.ledger):
        if change.phase != desk.phase:
            break
        if not change.source[0]:
            lines.append(told_of(change))
    return tuple(reversed(lines))


def _announce(desk: Desk) -> dict[str, Plain]:
    dead = sorted(desk.deaths)
    said: dict[str, Plain] = {"死亡": dead, "遗言": [seat for seat in dead if desk.遗言[seat]]}
    if desk.night:
        said["高维俯视者"] = [{"skill": seen.skill, "to": list(seen.to)} for seen in desk.公开]
    else:
        said["放逐"] = desk.放逐
    return said


def _seats(desk: Desk) -> dict[int, Mapping[str, Plain]]:
    board = desk.board
    shown = {seat: _seat(desk, seat) for seat in SEATS}
    if desk.night:
        for seat in SEATS:
            shown[seat]["入夜"] = desk.入夜[seat]
        shown[board.seat["超星主宰"]]["得知"] = [_learnt(desk, seen) for seen in desk.所见] if desk.主宰在 else []
    return {**shown}


def _seat(desk: Desk, seat: int) -> dict[str, Plain]:
    tainted = desk.精神污染[seat]
    return {
        "身份": desk.board.身份[seat],
        "阵营": desk.board.阵营[seat],
        "信仰": desk.信仰[seat],
        "精神污染": tainted if len(tainted) < 2 else {kind: tainted[kind] for kind in sorted(tainted, key=KIND_ORDER.__getitem__)},
        "生命": desk.生命[seat],
        "神秘学知识": desk.神秘学知识[seat],
        "护盾": desk.护盾[seat],
        "理智": shown_sanity(desk.理智[seat]),
        "alive": desk.alive[seat],
        "死因": desk.死因[seat],
        "遗言": desk.遗言[seat],
        "获胜": seat == desk.获胜,
        "认识": list(desk.board.认识[seat]),
    }


def _learnt(desk: Desk, seen: Seen) -> dict[str, Plain]:
    """R62: an action of 高维俯视者 with its result."""
    seat = desk.board.seat["高维俯视者"]
    prayed = {"生命": desk.生命[seat], "理智": shown_sanity(desk.理智[seat])}
    return {"skill": seen.skill, "to": list(seen.to), "result": prayed if seen.pray else seen.result}


def _table(desk: Desk) -> dict[str, Plain]:
    return {
        "遗言名额": desk.遗言名额,
        "问题": desk.问题,
        "神秘学实践": {seat: desk.诅咒[seat] for seat in sorted(desk.诅咒)},
        "延迟": [{"skill": s.skill.name, "by": s.by, "to": sorted(s.to)} for s in still_standing(desk)],
        "待定": [_owed(owed) for owed in owed_of(desk)],
    }


def owed_of(desk: Desk) -> list[Owed]:
    """待定, in order of place, then by, then to, then the rows' order."""
    return [debt.owed for debt in sorted(desk.debts, key=lambda debt: debt.order)]


def _owed(owed: Owed) -> dict[str, Plain]:
    return {"skill": owed.skill, "pick": owed.pick, "by": owed.by, "to": owed.to[0] if owed.to else None}
