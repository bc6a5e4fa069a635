"""Part 二/【7】 and 二/【13】, R67: what is shared out at 警情通报 between those that designated a holder and those it designated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.declare import Illegal, Owed
from engine.guimi.dice import Told
from engine.guimi.names import KIND_ORDER
from engine.guimi.skill import Act, Skill
from engine.guimi.state import Debt, Desk
from engine.guimi.values import add_weight

Plain = Any
Share = tuple[str, int, int]
"""(kind, or "" for 神秘学知识; the whole; how many are left over)."""
位 = {1: 7, 2: 13}
"""Place of the day -> whose 被动 is shared there."""


def holders(desk: Desk, number: int) -> list[int]:
    return [seat for seat in desk.present() if number in desk.被动[seat]]


def group(desk: Desk, holder: int) -> list[int]:
    """The living seats between which it is shared; the holder only by 自指."""
    met = {whom for who, whom in desk.指定 if who == holder and (whom != holder)}
    met |= {who for who, whom in desk.指定 if whom == holder}
    return sorted(seat for seat in met if desk.playing(seat))


def shares(desk: Desk, number: int, seats: list[int]) -> list[Share]:
    if len(seats) < 2:
        return []
    if number == 13:
        whole = sum(desk.神秘学知识[seat] for seat in seats)
        return [("", whole, whole % len(seats))]
    kinds = sorted({kind for seat in seats for kind in desk.精神污染[seat]}, key=KIND_ORDER.__getitem__)
    wholes = [(kind, sum(desk.精神污染[seat].get(kind, 0) for seat in seats)) for kind in kinds]
    return [(kind, whole, whole % len(seats)) for kind, whole in wholes]


def needs_draw(desk: Desk, number: int, holder: int) -> bool:
    return any(rest for _, _, rest in shares(desk, number, group(desk, holder)))


def share_out(desk: Desk, number: int, holder: int, lucky: list[list[int]]) -> None:
    """`lucky`: for each kind with a rest, the seats that get one of it."""
    seats = group(desk, holder)
    draws = iter(lucky)
    cite = (f"二/【{number}】", "R67")
    for kind, whole, rest in shares(desk, number, seats):
        more = next(draws) if rest else []
        for seat in seats:
            new = whole // len(seats) + (seat in more)
            if kind:
                add_weight(desk, seat, kind, new - desk.精神污染[seat].get(kind, 0), *cite)
            elif new != desk.神秘学知识[seat]:
                desk.note(seat, "神秘学知识", new - desk.神秘学知识[seat], new, *cite)
                desk.神秘学知识[seat] = new


def up_to(desk: Desk, place: int, holder: int) -> Iterator[Debt]:
    """Settle the holders of this place below `holder` that haven't come yet; those whose draw is missing are debts."""
    number = 位[place]
    for seat in holders(desk, number):
        if desk.holder <= seat < holder and (seat, (), _pick(place)) not in desk.done:
            if not needs_draw(desk, number, seat):
                share_out(desk, number, seat, [])
            else:
                yield Debt((place, seat, 0, 0), Owed("被动", seat, _pick(place), None, cite=f"二/【{number}】"))


def _pick(place: int) -> str:
    return "愚者" if place == 1 else "不定之雾"


def 须分配(desk: Desk, act: Act) -> None:
    number = 位[act.skill.place]
    if (act.by, (), act.pick) in desk.done:
        raise Illegal("已结算", "record", by=act.by)
    if act.by not in holders(desk, number) or not needs_draw(desk, number, act.by):
        raise Illegal("无须分配", f"二/【{number}】", "R67", seat=act.by)


def 抽余数(desk: Desk, act: Act, got: tuple[Plain, ...]) -> tuple[Plain, ...] | None:
    """The seats that get one of the rest, kind after kind, different ones within a kind."""
    seats = group(desk, act.by)
    begin = 0
    for _, _, rest in shares(desk, 位[act.skill.place], seats):
        if len(got) < begin + rest:
            return tuple(seat for seat in seats if seat not in got[begin:])
        begin += rest
    return None


def 分配(desk: Desk, act: Act, faces: tuple[int, ...], told: Told) -> None:
    number = 位[act.skill.place]
    left = iter(act.drawn)
    rests = [rest for _, _, rest in shares(desk, number, group(desk, act.by)) if rest]
    share_out(desk, number, act.by, [[next(left) for _ in range(rest)] for rest in rests])


def _sharing(pick: str, place: int) -> Skill:
    cite = f"二/【{位[place]}】"
    return Skill(
        "被动", cite, place, 分配, "被动", pick=pick, limits=(须分配,), draws=抽余数, draw_cite=("R67",), night=False, rest=("R67",)
    )


SHARING = (_sharing("愚者", 1), _sharing("不定之雾", 2))
