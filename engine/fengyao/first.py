"""首个白昼阶段: the choices and looks of 白昼1 (R25, R26)."""

from __future__ import annotations

from engine.declare import Done, Illegal, Needs
from engine.fengyao import setup as 局
from engine.fengyao.day import 佛陀可动, 止伐, 止伐未选过, 窥念数, 验妖, 验妖限
from engine.fengyao.roles import 大数, 妖众, 将领
from engine.fengyao.skill import Skill, drawn, 不写席位, 抽在, 持有, 无人, 有人持有, 顶层
from engine.fengyao.state import State, but, 星众, 顶为星空
from engine.record import Entry, Why

K = "首昼"


# 1 骨筹 -----------------------------------------------------------------------------------------------------------


def 骨筹选限(state: State, entry: Entry) -> None:
    """Opening top: he picks and sees nothing; opening bottom: he sees, and the kind is drawn (枯骨/骨筹)."""
    if state.deal.top_at_opening("枯骨"):
        if entry.pick is None:
            raise Illegal("骨筹要选", "枯骨/骨筹", "R57")
    elif entry.pick is not None:
        raise Illegal("骨筹不选", "枯骨/骨筹", "R57")


def 首昼骨筹(state: State, entry: Entry) -> Done[State]:
    if state.deal.top_at_opening("枯骨"):
        return Done(but(state, 骨筹=entry.pick), None, ("R57",), (Why("骨筹定", (("kind", entry.pick),)),))
    kind = drawn(entry)
    if kind is None:
        raise Needs("drawn", "R57")
    return Done(but(state, 骨筹=kind), state.deal.骸骨, ("R57",), (Why("骨筹暗定", (("kind", kind),)),))


# 2 星象 -----------------------------------------------------------------------------------------------------------


def 星象选限(state: State, entry: Entry) -> None:
    """Opening bottom: a neighbour, and the direction away from himself (R62)."""
    if state.deal.top_at_opening("星君"):
        return
    assert entry.by is not None
    step = 1 if entry.pick == 大数 else -1
    if entry.pick is not None and entry.target != 局.下一席(entry.by, step, state.deal.players):
        raise Illegal("星象只选邻席", "星君/星象", "R62", by=entry.by)


def 星象告知(state: State) -> str | None:
    """The image of 双妖众, if 星君 is opening top, or bottom and the 关键仙人 (R63)."""
    told = state.deal.top_at_opening("星君") or state.deal.关键 == "星君"
    return state.deal.星图["双妖众"] if told else None


def 星象选(state: State, entry: Entry) -> Done[State]:
    assert entry.target is not None
    why = Why("星象起始", (("to", entry.target), ("pick", entry.pick)))
    return Done(but(state, 星象=(entry.target, entry.pick)), 星象告知(state), ("R62", "R63"), (why,))


# 3 星空仙人确认 ---------------------------------------------------------------------------------------------------


def 星空仙人确认(state: State, entry: Entry) -> Done[State]:
    """N = 5: as if only the tops and 仙子 were there; else every 星空 player (R26)."""
    deal = state.deal
    seats = list(星众(state))
    if deal.players == 5:
        seats = [seat for seat in seats if 顶为星空(state.at(seat)) or deal.席["仙子"] == seat]
    return Done(state, seats, ("R26",), (Why("睁眼", (("seats", seats),)),))


def 化形限(state: State, entry: Entry) -> None:
    """Void: nothing is drawn (R7). Else one of the two."""
    shown = drawn(entry)
    if shown is None:
        return
    if 局.化形失效(state.deal.hands):
        raise Illegal("化形失效", "化形/②", "R7")
    if shown not in state.deal.化形:
        raise Illegal("抽不在内", "R6", drawn=shown, of=state.deal.化形)


def 化形示星空(state: State, entry: Entry) -> Done[State]:
    if 局.化形失效(state.deal.hands):
        return Done(state, None, ("R7",), (Why("化形不示"),))
    if drawn(entry) is None:
        raise Needs("drawn", "R6")
    return Done(state, drawn(entry), ("R6",), (Why("化形示", (("card", drawn(entry)),)),))


def 化形示妖首(state: State, entry: Entry) -> Done[State]:
    return Done(state, list(state.deal.化形), ("R6",), (Why("化形全示"),))


def 双妖首(state: State, entry: Entry) -> None:
    """The holder of both 妖首, to whom nothing is drawn (R6)."""
    assert entry.by is not None
    if state.deal.hands[entry.by] != ("妖首", "妖首"):
        raise Illegal("非双妖首", "R6", by=entry.by)


def 不写抽(state: State, entry: Entry) -> None:
    if entry.drawn is not None:
        raise Illegal("不写drawn", "R6")


def 星象示星空(state: State, entry: Entry) -> Done[State]:
    return Done(state, 星象告知(state), ("R63",), (Why("星象示" if 星象告知(state) else "星象不示"),))


def 不写选(state: State, entry: Entry) -> None:
    if entry.pick is not None:
        raise Illegal("不写pick", "R81")


def 天眼二(state: State, entry: Entry) -> Done[State]:
    """Opening bottom, or top over a 星空 card (R81)."""
    hand = state.deal.hand_of("仙童")
    assert hand is not None
    told = hand[1] == "仙童" or 局.隶属(hand[1:]) == "星空"
    result = 局.妖首布局(state.deal.hands) if told else None
    return Done(state, result, ("R81",), (Why("天眼示" if told else "天眼不示"),))


# 4 请邪 -----------------------------------------------------------------------------------------------------------


def 请邪两张不同(state: State, entry: Entry) -> None:
    if entry.pick is not None and entry.pick[0] == entry.pick[1]:
        raise Illegal("同一邪神牌", "R55", card=entry.pick[0])


def 请邪定义(state: State, entry: Entry) -> Done[State]:
    """One 无意义, one more as picked, the other two the opposite (R55)."""
    none, second, meaning = entry.pick
    other = "否" if meaning == "是" else "是"
    cards = {card: "无意义" if card == none else meaning if card == second else other for card in 局.邪神牌}
    return Done(but(state, 邪神牌=cards), None, ("R55",), (Why("请邪定", (("cards", cards),)),))


# 5 窥念 -----------------------------------------------------------------------------------------------------------


def 首昼窥念(state: State, entry: Entry) -> Done[State]:
    if entry.target is None:
        return Done(state, None, (), (Why("放弃"),))
    return Done(state, 窥念数(state, entry.target), ("R40",), (Why("窥念首昼"),))


ROWS: tuple[Skill, ...] = (
    Skill("骨筹", K, 1, "枯骨/骨筹", 持有("枯骨", "R15"), 首昼骨筹, "骨筹", "枯骨", (骨筹选限, 抽在((将领, 妖众)))),
    Skill("星象", K, 2, "星君/星象", 持有("星君", "R15"), 星象选, "星象选", "星君", (星象选限,)),
    Skill("星空仙人确认", K, 3, "首个白昼/3", 无人, 星空仙人确认),
    Skill("化形", K, 3, "化形/②", 无人, 化形示星空, "化形示", "", (化形限,)),
    Skill("星象", K, 3, "星君/星象", 无人, 星象示星空, "星象示", "星君", (有人持有("星君", "R63"),)),
    Skill("天眼", K, 3, "仙童/天眼/②", 不写席位, 天眼二, "天眼二", "仙童", (有人持有("仙童", "R81"), 不写选)),
    Skill("止伐", K, 3, "佛陀/止伐", 佛陀可动, 止伐, "止伐", "佛陀", (止伐未选过,)),
    Skill("请邪", K, 4, "鬼巫/请邪", 持有("鬼巫", "R55"), 请邪定义, "请邪", "鬼巫", (请邪两张不同,)),
    Skill("窥念", K, 5, "凶祟/窥念", 顶层("凶祟"), 首昼窥念, "窥念", "凶祟"),
    Skill("验妖", K, 6, "妖首/验妖", 顶层("妖首", "R17"), 验妖, "验妖", "妖首", (验妖限,)),
    Skill("化形", K, 6, "妖首/验妖", 双妖首, 化形示妖首, "化形全示", "妖首", (不写抽,)),
)
