"""Part 三: the four public skills."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.guimi.dice import Roll, Told
from engine.guimi.limits import 公共限, 有行动, 知识够, 至多八位, 非主刀, 非自指, 非造物主
from engine.guimi.names import 外神, 最初造物主, 正神, 造物主
from engine.guimi.skill import Act, Sermon, Skill
from engine.guimi.state import SEATS, Desk, State, 无穷
from engine.guimi.values import lose_sanity, pay_knowledge

Plain = Any
Later = Callable[[State], Plain]


def 工业革命前(desk: Desk, by: int) -> bool:
    """R49: a holder of [5] pays nothing for public skills in 第1夜."""
    return desk.n == 1 and 5 in desk.被动[by]


def shown_sanity(value: int | None) -> int | str:
    return 无穷 if value is None else value


def 自损一骰(desk: Desk, act: Act) -> tuple[Roll, ...]:
    return (Roll(act.by, free=工业革命前(desk, act.by)),)


def 自损两骰(desk: Desk, act: Act) -> tuple[Roll, ...]:
    return 自损一骰(desk, act) * 2


def 对方传教(desk: Desk, act: Act) -> tuple[Sermon, ...]:
    return tuple((seat, act.by) for seat in act.to)


def 祈祷(desk: Desk, act: Act, faces: tuple[int, ...], told: Told) -> Later:
    by = act.by
    _pay(desk, act, sum(faces), told, "三/【1】")
    return lambda closed: {"生命": closed.desk.生命[by], "理智": shown_sanity(closed.desk.理智[by])}


def 祈求注视(desk: Desk, act: Act, faces: tuple[int, ...], told: Told) -> None:
    _pay(desk, act, sum(faces), told, "三/【2】")


def _pay(desk: Desk, act: Act, amount: int, told: Told, cite: str) -> None:
    if 工业革命前(desk, act.by):
        told.cite += ["二/【5】", "R49"]
    else:
        lose_sanity(desk, act.by, amount, cite)


def 让他传教(desk: Desk, act: Act, faces: tuple[int, ...], told: Told) -> None:
    pay_knowledge(desk, act.by, 4, "三/【3】/1")


方位 = {"上": (-1,), "下": (1,), "两侧": (-1, 1)}


def 抽方位(desk: Desk, act: Act, got: tuple[Plain, ...]) -> tuple[Plain, ...] | None:
    return None if got else tuple(方位)


def 暗示(desk: Desk, act: Act, faces: tuple[int, ...], told: Told) -> Plain:
    """R46: what the neighbours believe."""
    pay_knowledge(desk, act.by, 8, "三/【3】/2")
    gods = [desk.信仰[_neighbour(desk, act.by, step)] for step in 方位[act.drawn[0]]]
    is_true = any(god in 正神 or god == 造物主 for god in gods)
    foreign = any(god in 外神 or god == 造物主 for god in gods)
    return "信仰正神和外神" if is_true and foreign else "信仰外神" if foreign else "信仰正神"


def _neighbour(desk: Desk, seat: int, step: int) -> int:
    """The next living seat that way round the table; one removed by R65 sits there still (R71)."""
    count = len(SEATS)
    around = ((seat - 1 + step * k) % count + 1 for k in range(1, count + 1))
    return next((other for other in around if desk.alive[other]), seat)


def 静止信仰(desk: Desk, act: Act, faces: tuple[int, ...], told: Told) -> None:
    pay_knowledge(desk, act.by, 12, "三/【3】/3")
    desk.静止 |= {desk.信仰[act.by]}


def 诅咒(desk: Desk, act: Act, faces: tuple[int, ...], told: Told) -> None:
    pay_knowledge(desk, act.by, 16, "三/【3】/4")
    desk.诅咒 = {**desk.诅咒, act.target: desk.诅咒.get(act.target, 0) + 1}
    desk.note(act.target, "诅咒", 0, act.by, "三/【3】/4", "R46")


def 传教(desk: Desk, act: Act, faces: tuple[int, ...], told: Told) -> None:
    """R45: the n-th 传教 of the night costs 2(n-1); 最初造物主 pays nothing (R64)."""
    if desk.board.身份[act.by] == 最初造物主:
        return
    if 工业革命前(desk, act.by):
        told.cite += ["二/【5】", "R49"]
        return
    for number in act.numbers:
        lose_sanity(desk, act.by, 2 * (number - 1), "三/【4】", "R45")


def 各传教(desk: Desk, act: Act) -> tuple[Sermon, ...]:
    return tuple((act.by, seat) for seat in act.to)


def _practice(pick: int, place: int, do: Callable[[Desk, Act, tuple[int, ...], Told], Plain], cost: int, **more: Any) -> Skill:
    return Skill(
        "神秘学实践",
        f"三/【3】/{pick}",
        place,
        do,
        "公共",
        pick=pick,
        has=(非造物主,),
        limits=(*公共限, 知识够(cost)),
        dues=(知识够(cost),),
        rest=("R46",),
        **more,
    )


PUBLIC = (
    Skill("祈祷", "三/【1】", 6, 祈祷, "公共", has=(非造物主,), limits=公共限, rolls=自损一骰),
    Skill(
        "祈求注视",
        "三/【2】",
        6,
        祈求注视,
        "公共",
        seats=(1, 1),
        has=(非造物主,),
        limits=公共限,
        aims=(非自指,),
        rolls=自损两骰,
        sermons=对方传教,
        rest=("R46",),
    ),
    _practice(1, 6, 让他传教, 4, seats=(1, 1), aims=(非自指,), sermons=对方传教),
    _practice(2, 6, 暗示, 8, draws=抽方位, draw_cite=("R46",)),
    _practice(3, 4, 静止信仰, 12),
    _practice(4, 6, 诅咒, 16, seats=(1, 1)),
    Skill(
        "传教", "三/【4】", 6, 传教, "公共", seats=(1, 99), limits=(非主刀, 有行动), aims=(非自指, 至多八位), sermons=各传教, rest=("R45",)
    ),
)
