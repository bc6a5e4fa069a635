"""黑夜讨论 3: claims of (夜行) skills, the true and the false branch side by side (R46 to R70)."""

from __future__ import annotations

from engine.declare import Done, Illegal, Needs
from engine.fengyao.roles import 妖众, 将领牌, 底层, 星空牌
from engine.fengyao.setup import 邪神牌
from engine.fengyao.skill import Skill, drawn, effect, 不同的自由席, 可发言, 在场, 抽在
from engine.fengyao.state import State, but, 受止, 已封, 张数, 标, 记, 读条
from engine.fengyao.steps import 业火表, 崩灭表一, 崩灭表二, 崩灭表假, 招魂表, 鉴仙图表一, 鉴仙图表二
from engine.record import Entry, Why

K = "黑夜"


def 真(state: State, seat: int, card: str) -> bool:
    """Is the claim true: this card on top now, and no 深渊 target of 止伐 (R48)?"""
    return state.at(seat).top == card and not 受止(state, seat)


def 掷(entry: Entry, *cite: str) -> int:
    """The face rolled."""
    if not entry.die:
        raise Needs("die", *cite)
    return entry.die[0]


def _自标(state: State, seat: int, mark: str, *cite: str) -> State:
    """A false claim's six: the claimant's own top card is marked."""
    if state.at(seat).top is None:
        return state
    return but(state, seats=标(state, seat, mark), events=记(state, seat, "自己被标记", *cite, mark=mark[:2]))


# 业火 -------------------------------------------------------------------------------------------------------------


def 业火(state: State, entry: Entry) -> Done[State]:
    assert entry.by is not None and entry.to is not None
    if not 真(state, entry.by, "灾厄"):
        face = 掷(entry, "R49")
        return Done(state, 业火表.of(face), ("R49",), (Why("业火假", (("die", face),)),))
    lit = [seat for seat in sorted(entry.to) if state.at(seat).top not in (妖众, None)]
    for seat in lit:
        mark = "业火" if "点燃" in state.at(seat).marks else "点燃"
        state = but(state, seats=标(state, seat, mark), events=记(state, seat, f"业火{mark}", "灾厄/业火", "R49"))
    return Done(state, "有" if lit else "无", ("R49",), (Why("业火真", (("lit", tuple(lit)),)),))


# 崩灭 -------------------------------------------------------------------------------------------------------------


def 他人(state: State, entry: Entry) -> None:
    if entry.target is not None and entry.target == entry.by:
        raise Illegal("不可选自己", "怪煞/崩灭", "R50", seat=entry.by)


def _崩灭落(state: State, entry: Entry) -> tuple[str, str]:
    """(which row of the table, what it says) for a true 崩灭 (R50)."""
    by, to = entry.by, entry.target
    assert by is not None and to is not None
    top = state.at(to).top
    if state.deal.双妖众(to):
        return "②", 崩灭表二.of(掷(entry, "R50"))
    if top is None:
        return "无牌", "无事"
    if top == 妖众:
        return "①", 崩灭表一.of(掷(entry, "R50"))
    same = state.deal.归属[by] == state.deal.归属[to]
    return "③", "标记怪煞" if same else "标记目标"


def 崩灭(state: State, entry: Entry) -> Done[State]:
    """True: the player is marked; false: the claimant's card (R52)."""
    by, to = entry.by, entry.target
    assert by is not None and to is not None
    if not 真(state, by, "怪煞"):
        face = 掷(entry, "R51")
        if 崩灭表假.of(face) == "标记自己":
            state = _自标(state, by, "崩灭牌", "怪煞/崩灭", "R51")
        return Done(state, None, ("R51",), (Why("崩灭假", (("die", face),)),))
    row, what = _崩灭落(state, entry)
    hit = {"标记目标": to, "标记怪煞": by}.get(what)
    if hit is not None and state.at(hit).top is not None:
        state = but(state, seats=标(state, hit, "崩灭玩家"), events=记(state, hit, "崩灭标记", "怪煞/崩灭", "R50", by=by))
    return Done(state, None, ("R50",), (Why("崩灭真", (("row", row), ("what", what))),))


# 招魂 -------------------------------------------------------------------------------------------------------------


def 招魂可问(state: State, entry: Entry) -> None:
    """A 将领 in the game (R53)."""
    if entry.pick is not None and (entry.pick not in 将领牌 or entry.pick not in state.deal.在场):
        raise Illegal("招魂不可问", "纸人/招魂", "R53", pick=entry.pick)


def 招魂(state: State, entry: Entry) -> Done[State]:
    by = entry.by
    assert by is not None
    if not 真(state, by, "纸人"):
        if drawn(entry) is None:
            raise Needs("drawn", "R53")
        face = 掷(entry, "R53")
        if 招魂表.of(face) == "标记自己":
            state = _自标(state, by, "招魂", "纸人/招魂", "R53")
        return Done(state, drawn(entry), ("R53",), (Why("招魂假", (("die", face),)),))
    found = entry.pick in state.deal.化形 or 已封(state, entry.pick)
    cost = 3 if found else 2
    left = state.精魄 - cost
    if left < 0:
        state = but(state, seats=标(state, by, "招魂"), events=记(state, by, "精魄不够", "纸人/招魂", "R54"))
    state = but(state, 精魄=max(left, 0))
    return Done(state, "成功" if found else "失败", ("R53", "R54"), (Why("招魂真", (("cost", cost), ("left", max(left, 0)))),))


# 请邪 -------------------------------------------------------------------------------------------------------------


def 请邪给牌(state: State, entry: Entry) -> None:
    """True: the card shown means the true answer, or 无意义 where that was not shown twice already (R56, R85)."""
    assert entry.by is not None
    card = drawn(entry)
    if card is None or state.邪神牌 is None or not 真(state, entry.by, "鬼巫"):
        return
    meaning = state.邪神牌[card]
    if meaning == entry.pick or (meaning == "无意义" and state.无意义 < 2):
        return
    raise Illegal("请邪必正" if meaning == "无意义" else "请邪答错", "鬼巫/请邪", "R56", card=card, meaning=meaning)


def 请邪(state: State, entry: Entry) -> Done[State]:
    assert entry.by is not None
    card = drawn(entry)
    if card is None:
        raise Needs("drawn", "R56")
    true = 真(state, entry.by, "鬼巫")
    if state.邪神牌 is None:
        if true:
            raise Needs("请邪", "R55")
        return Done(state, None, ("R55",), (Why("请邪无含义"),))
    meaning = state.邪神牌[card]
    if true and meaning == "无意义":
        state = but(state, 无意义=state.无意义 + 1)
    elif true and state.无意义 == 2:
        state = but(state, 无意义=0)
    return Done(state, meaning, ("R56",), (Why("请邪真" if true else "请邪假", (("count", state.无意义),)),))


# 四方鉴仙图 -------------------------------------------------------------------------------------------------------


def 鉴仙图真(state: State, seat: int) -> bool:
    """An opening hand of two 妖众, in any state; or 圣贤 on top now (R64)."""
    return state.deal.双妖众(seat) or state.at(seat).top == "圣贤"


def 鉴仙图一次(state: State, entry: Entry) -> None:
    assert entry.by is not None
    if "鉴仙图" in state.at(entry.by).marks:
        raise Illegal("鉴仙图已用", "鉴仙图", "R47", by=entry.by)


def 鉴仙图有牌(state: State, entry: Entry) -> None:
    """② names an unsealed card (R66)."""
    which, layer = effect(entry)
    if which != "②" or entry.target is None:
        return
    seat = state.at(entry.target)
    if (seat.bottom if layer == 底层 else seat.top) is None:
        raise Illegal("无此层", "鉴仙图/②", "R66", seat=entry.target, layer=layer)


def _图一(state: State, entry: Entry, true: bool) -> Done[State]:
    """Has the target's opening hand a 关键身份 (R65)?"""
    assert entry.target is not None
    if not true:
        face = 掷(entry, "R65")
        return Done(state, 鉴仙图表一.of(face), ("R65",), (Why("鉴仙图假", (("die", face),)),))
    if state.at(entry.target).top == "圣贤":
        return Done(state, "否", ("圣贤/凡圣", "R65", "R70"), (Why("鉴仙图圣贤"),))
    found = any(card in ("妖首", "仙子", state.deal.关键) for card in state.deal.hands[entry.target])
    return Done(state, "是" if found else "否", ("R65",), (Why("鉴仙图真"),))


def _图二(state: State, entry: Entry, true: bool) -> Done[State]:
    """Is the card 妖首, or 妖众 of a 深渊 player (R66)?"""
    to, by = entry.target, entry.by
    assert to is not None and by is not None
    if not true:
        face = 掷(entry, "R66")
        return Done(state, 鉴仙图表二.of(face), ("R66",), (Why("鉴仙图假", (("die", face),)),))
    seat = state.at(to)
    card = seat.bottom if effect(entry)[1] == 底层 else seat.top
    if seat.top == "圣贤" or (state.at(by).top == "圣贤" and card in 星空牌):
        return Done(state, "是", ("圣贤/凡圣", "R66", "R70"), (Why("鉴仙图圣贤"),))
    found = card == "妖首" or (card == 妖众 and state.deal.归属[to] == "深渊")
    return Done(state, "是" if found else "否", ("R66",), (Why("鉴仙图真"),))


def _图三(state: State, entry: Entry, true: bool) -> Done[State]:
    """Ballots of double 妖众 and of 圣贤 count two in this night's vote (R67)."""
    if not true:
        return Done(state, None, ("R67",), (Why("鉴仙图无效"),))
    return Done(but(state, 加票=True), None, ("R67",), (Why("鉴仙图加票"),))


def _图四(state: State, entry: Entry, true: bool) -> Done[State]:
    """读条, with two unsealed cards (R68)."""
    to, by = entry.target, entry.by
    assert to is not None and by is not None
    if not true or 张数(state.at(by)) < 2:
        return Done(state, None, ("R68",), (Why("鉴仙图无效"),))
    bars = tuple(sorted((*state.读条, 读条(by, to)), key=lambda bar: bar.by))
    events = 记(state, to, "读条所指", "鉴仙图/④", "R68", by=by)
    return Done(but(state, 读条=bars, events=events), None, ("R68",), (Why("鉴仙图读条", (("to", to),)),))


四方 = {"①": _图一, "②": _图二, "③": _图三, "④": _图四}


def 鉴仙图(state: State, entry: Entry) -> Done[State]:
    assert entry.by is not None
    true = 鉴仙图真(state, entry.by)
    done = 四方[effect(entry)[0]](state, entry, true)
    seats = 标(done.state, entry.by, "鉴仙图")
    return Done(but(done.state, seats=seats), done.result, ("R64", *done.cite), done.why)


_自由席, _不同 = 不同的自由席("灾厄/业火", "R49")


def _claim(name: str, cite: str, of: str, do: object, *limits: object) -> Skill:
    own = (在场(of), *limits) if of else limits
    return Skill(name, K, 3, cite, 可发言, do, "", of, own, once="seat")  # type: ignore[arg-type]


ROWS: tuple[Skill, ...] = (
    _claim("业火", "灾厄/业火", "灾厄", 业火, _不同, _自由席),
    _claim("崩灭", "怪煞/崩灭", "怪煞", 崩灭, 他人),
    _claim("招魂", "纸人/招魂", "纸人", 招魂, 招魂可问, 抽在(("成功", "失败"))),
    _claim("请邪", "鬼巫/请邪", "鬼巫", 请邪, 抽在(邪神牌), 请邪给牌),
    _claim("鉴仙图", "鉴仙图", "", 鉴仙图, 鉴仙图一次, 鉴仙图有牌),
)
