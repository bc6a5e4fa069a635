"""Rules of 封妖 that can be thought away, for drills."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.apart import Apart, always, first_argument, replaced
from engine.fengyao.roles import 妖众, 底层, 阵营
from engine.fengyao.settle import 今链, 牵连, 结算, 阻止
from engine.fengyao.state import State, but, 封时后, 顶为星空
from engine.fengyao.win import 胜者

_ = "engine.fengyao."


def _实读(old: Any) -> Callable[[State, int, str], tuple[str, tuple[str, ...]]]:
    def read(state: State, seat: int, layer: str) -> tuple[str, tuple[str, ...]]:
        now = state.at(seat)
        return 阵营(str(now.bottom if layer == 底层 else now.top)), ()

    return read


def _照常(old: Any) -> Callable[[State, 结算], str | None]:
    return lambda state, case: 胜者(state, case.seats, 封时后(state, case.lost, case.seats))


def _只顶(old: Any) -> Callable[[State], list[int]]:
    return lambda state: [seat for seat, now in enumerate(state.seats, 1) if seat == state.deal.席["仙子"] or 顶为星空(now)]


def _不加倍(old: Any) -> Callable[..., int]:
    return lambda *args, **more: min(1, old(*args, **more))


def _无链(pick: str) -> Callable[[结算], 结算]:
    def rule(case: 结算) -> 结算:
        link = 今链(case.state)
        return case if link is not None and link.pick == pick else 牵连(case)

    return rule


def _无护(case: 结算) -> 结算:
    return replace(阻止(replace(case, state=but(case.state, 护=frozenset()))), state=case.state)


def _无神域(case: 结算) -> 结算:
    tops = {seat: case.aims[seat] for seat in case.aims if case.state.at(seat).top == "神女" and seat not in case.state.护}
    stopped = 阻止(case)
    return replace(stopped, aims={**stopped.aims, **tops})


def _不轮换(old: Any) -> Callable[[State, int], str | None]:
    return lambda state, night: state.骨筹


def _算未封(old: Any) -> Callable[[State, int], int]:
    return lambda state, seat: (state.at(seat).top, state.at(seat).bottom).count(妖众)


APART: tuple[Apart, ...] = (
    Apart("生链", ("魔罗/生死链", "R31"), ((_ + "settle", "白昼结算"),), replaced(牵连, _无链("生链"))),
    Apart("死链", ("魔罗/生死链", "R32"), ((_ + "settle", "白昼结算"),), replaced(牵连, _无链("死链"))),
    Apart("血祭", ("血俑/血祭", "R33"), ((_ + "settle", "白昼结算"),), replaced(阻止, _无护)),
    Apart("神域", ("神女/神域", "R39"), ((_ + "settle", "白昼结算"),), replaced(阻止, _无神域)),
    Apart("止伐", ("佛陀/止伐", "R42"), tuple((_ + m, "受止") for m in ("night", "skill", "standing", "vote")), always(False)),
    Apart("票重", ("鉴仙图/③", "R67"), ((_ + "vote", "票重"),), _不加倍),
    Apart("视为", ("化形/①", "R20", "R21", "R23"), ((_ + "day", "读牌"),), _实读),
    Apart("天亮", ("R29",), ((_ + "settle", "天亮胜者"),), always(None)),
    Apart("同时达成", ("R77", "R78"), ((_ + "phase", "白昼胜者"), (_ + "day", "白昼胜者")), _照常),
    Apart("延长", ("神女/☯", "R80"), ((_ + "win", "可延"),), always(False)),
    Apart("自标", ("R51", "R53"), ((_ + "night", "_自标"),), first_argument),
    Apart("睁眼", ("R27",), ((_ + "day", "睁眼"),), _只顶),
    Apart("真伪", ("R48",), ((_ + "night", "真"),), always(True)),
    Apart("鉴仙图真伪", ("鉴仙图", "R64"), ((_ + "night", "鉴仙图真"),), always(True)),
    Apart("加封", ("仙子/封妖", "R37"), ((_ + "day", "可封次数"),), always(1)),
    Apart("骨筹星象随机", ("枯骨/骨筹", "R42", "R58", "R60"), ((_ + "standing", "随机"),), always(False)),
    Apart("招魂问已封", ("纸人/招魂", "R53"), ((_ + "night", "已封"),), always(False)),
    Apart("封后仍动", ("圣贤/圣陨", "R38", "R45"), ((_ + "day", "已封"),), always(False)),
    Apart("骨筹轮换", ("枯骨/骨筹", "R57"), ((_ + "standing", "计"),), _不轮换),
    Apart("窥念算开局", ("凶祟/窥念", "R40"), ((_ + "day", "窥念数"),), _算未封),
    Apart("两张才读条", ("鉴仙图/④", "R68"), ((_ + "night", "张数"),), always(2)),
    Apart("读条", ("鉴仙图/④", "R68"), ((_ + "phase", "条后"),), always(())),
)
