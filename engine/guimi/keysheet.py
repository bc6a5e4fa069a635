"""The adjudication key of this deal: what the answers would be, by replaying hypothetical entries, never by other formulas."""

from __future__ import annotations

from typing import Any

from engine.declare import Illegal, Needs
from engine.guimi.act import act
from engine.guimi.close import ended
from engine.guimi.ledger import say, state_of
from engine.guimi.overrule import overrule
from engine.guimi.state import SEATS, State, begun
from engine.paper import Cell, Para, Rows, Sheet
from engine.record import Record, entry_of

Plain = Any
方位 = ("上", "下", "两侧")


def _done(state: State, **raw: Plain) -> tuple[State, Plain] | None:
    """A hypothetical entry with every die a 2; None where it is illegal or asks for a draw."""
    try:
        done = act(state, entry_of({"die": [2] * 6, **raw}))
    except (Illegal, Needs):
        return None
    return done.state, done.result


def key(record: Record) -> dict[int, dict[str, Plain]]:
    """seat -> what each question about it answers in the night that is on or to come; None where nobody can ask."""
    state = _night(record)
    return {seat: _answers(state, seat) for seat in SEATS if state.desk.playing(seat)}


def _night(record: Record) -> State:
    """A night of hypothetical entries: nobody's 理智 locks, everybody has 神秘学知识 enough."""
    closed = state_of(record)
    state = begun(closed, f"第{(len(record.log) + 1) // 2 + 1}夜")
    rows = {seat: {"神秘学知识": 99} | ({"理智": 99} if state.desk.理智[seat] is not None else {}) for seat in SEATS}
    return overrule(state, entry_of({"skill": "裁定", "set": rows}))


def _answers(state: State, seat: int) -> dict[str, Plain]:
    at = state.desk.board.seat
    looked = _done(state, skill="主动技能", by=at["知识与智慧之神"], to=seat)
    return {
        "查身份": looked and looked[1],
        "群技能": _群技能(state, seat),
        "风暴": _风暴(state, at["风暴之主"], seat),
        "四": _triggered(state, at["永恒烈阳"], seat),
        "十": _struck(state, at["堕落母神"], seat, "堕落母神"),
        "十二": _struck(state, at["欲望母树"], seat, "欲望母树"),
        **{side: _hint(state, seat, side) for side in 方位},
    }


def _群技能(state: State, seat: int) -> Plain:
    """身份 where R58 turns it into knowledge, "掷骰" where it wounds."""
    for name in ("宿命之环", "命运女神", "超星主宰", "欲望母树"):
        by = state.desk.board.seat[name]
        done = _done(state, skill="群技能", by=by, to=seat, drawn=None)
        if done:
            return done[1] or "掷骰"
    return None


def _风暴(state: State, by: int, seat: int) -> Plain:
    """How many dice: the fewest that aren't lacking."""
    for count in (2, 3):
        try:
            act(state, entry_of({"skill": "主动技能", "by": by, "to": seat, "die": [2] * count}))
        except Needs:
            continue
        except Illegal:
            return None
        return count
    return None


def _triggered(state: State, holder: int, seat: int) -> Plain:
    """[4]: does the weight of the seat rise at 凌晨, beyond what the entry itself does?"""
    pointed = _done(state, skill="神秘学实践", by=holder, to=seat, pick=4)
    if not pointed:
        return None
    god = state.desk.信仰[holder]
    return ended(pointed[0]).精神污染[seat].get(god, 0) > pointed[0].desk.精神污染[seat].get(god, 0)


def _struck(state: State, holder: int, seat: int, pick: str) -> Plain:
    """[10], [12]: may the 被动 be entered once the holder has designated the seat?"""
    pointed = _done(state, skill="神秘学实践", by=holder, to=seat, pick=4)
    return None if not pointed else _done(pointed[0], skill="被动", by=holder, to=seat, pick=pick) is not None


def _hint(state: State, seat: int, side: str) -> Plain:
    done = _done(state, skill="神秘学实践", by=seat, pick=2, drawn=[side])
    return done and done[1]


COLUMNS = ("查身份", "群技能", "风暴", "四", "十", "十二", *方位)


def key_sheet(record: Record) -> Sheet:
    head = tuple(say(f"速查/{word}") for word in ("座位", *COLUMNS))
    rows = tuple((seat, *(_cell(word, answers[word]) for word in COLUMNS)) for seat, answers in key(record).items())
    table = Rows(head, rows, (1, 2.6, 2.2, 1.2, 1.1, 1.1, 1.1, 2, 2, 2.4))
    return Sheet("key", say("速查/标题"), "host", (Para(say("速查/说明")), table), landscape=True)


def _cell(word: str, value: Plain) -> Cell:
    if value is None or value is False:
        return "—"
    if value is True:
        return "是"
    if word == "风暴":
        return say("速查/骰数", n=value)
    return say("速查/掷骰") if value == "掷骰" else str(value).removeprefix("信仰") if word in 方位 else str(value)
