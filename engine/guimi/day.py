"""The day: 信仰变更 (二, R9), 随机传教 (R66), 放逐投票 (一/【4】) and 黑夜女神's 被动技能 (四/【1】)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.declare import Illegal, Owed
from engine.guimi.dice import Roll, Told
from engine.guimi.names import 变成, 最初造物主, 造物主
from engine.guimi.skill import Act, Skill
from engine.guimi.state import Debt, Desk
from engine.guimi.values import add_weight, change_life, heaviest, lose_sanity, may_become

Plain = Any
Faces = tuple[int, ...]


# --- 天-3
def convert(desk: Desk, seat: int, god: str, *cite: str) -> None:
    desk.信仰[seat] = god
    desk.note(seat, "信仰", 0, god, "二", "R9", *cite)


def 自动变更(desk: Desk) -> None:
    """A single winner needs no draw."""
    for seat in desk.present():
        tied = heaviest(desk, seat)
        if len(tied) == 1:
            convert(desk, seat, tied[0], *(("R16",) if tied[0] == 造物主 else ()))


def 须变更(desk: Desk, act: Act) -> None:
    if any(len(heaviest(desk, seat)) < 2 for seat in act.to):
        raise Illegal("无须变更", "二", "R9", seat=act.target)


def 抽信仰(desk: Desk, act: Act, got: tuple[Plain, ...]) -> tuple[Plain, ...] | None:
    return None if got else heaviest(desk, act.target)


def 信仰变更(desk: Desk, act: Act, faces: Faces, told: Told) -> str:
    god: str = act.drawn[0]
    convert(desk, act.target, god)
    return god


def 欠变更(desk: Desk) -> Iterator[Debt]:
    for seat in desk.present():
        if len(heaviest(desk, seat)) > 1:
            yield Debt((3, 0, seat, 0), Owed("信仰变更", None, None, (seat,), cite="二"))


def 集齐(desk: Desk) -> None:
    """R65: nine different X in the map of 最初造物主, his own 造物主 not counted."""
    seat = desk.board.seat[最初造物主]
    if desk.playing(seat) and len(kinds_of(desk, seat)) >= 9:
        desk.获胜 = seat
        desk.note(seat, "获胜", 0, True, "七", "R65")


def kinds_of(desk: Desk, seat: int) -> set[str]:
    """The different X among [1]–[16] in a seat's map."""
    tainted = desk.精神污染[seat]
    return {god for god, turned in 变成.items() if god in tainted or turned in tainted}


# --- 天-4
def drawable(desk: Desk) -> list[int]:
    """R66: the seats that a 随机传教 may fall on."""
    return [seat for seat in desk.present() if may_become(desk, seat)]


def due_pairs(desk: Desk) -> int:
    """How many pairs are to be drawn today."""
    count: int = desk.board.options["随机传教人数"]
    return min(count, len(drawable(desk))) if desk.获胜 and desk.alive[desk.获胜] else 0


def 可随机(desk: Desk, act: Act) -> None:
    if not desk.获胜 or act.by != desk.获胜 or not desk.alive[act.by]:
        raise Illegal("尚未获胜", "七", "R66", seat=act.by)
    if desk.已随机传教:
        raise Illegal("今日已传", "七", "R66")


def 抽座位与污染(desk: Desk, act: Act, got: tuple[Plain, ...]) -> tuple[Plain, ...] | None:
    """Seat, X, seat, X …: different living seats, for each a kind it hasn't (R17)."""
    if len(got) % 2:
        return may_become(desk, got[-1])
    if len(got) == 2 * due_pairs(desk):
        return None
    return tuple(seat for seat in drawable(desk) if seat not in got[::2])


def 随机传教(desk: Desk, act: Act, faces: Faces, told: Told) -> None:
    for seat, god in zip(act.drawn[::2], act.drawn[1::2], strict=True):
        add_weight(desk, seat, 变成[god], 1, "七", "R66", "R17")
    desk.已随机传教 = True


def 欠随机传教(desk: Desk) -> Iterator[Debt]:
    if due_pairs(desk) and not desk.已随机传教:
        yield Debt((4, desk.获胜, 0, 0), Owed("随机传教", desk.获胜, None, None, cite="七"))


# --- 天-5
def rows_of(votes: Mapping[int, Plain]) -> Iterator[tuple[int, list[Plain]]]:
    for seat, given in votes.items():
        yield seat, list(given) if isinstance(given, list | tuple) else [given]


def tally(desk: Desk, votes: Mapping[int, Plain]) -> dict[int, int]:
    """R42: candidate -> votes, a holder of [2] counting 1.5 each, each sum rounded down."""
    doubled: dict[int, int] = {}
    for seat, given in votes.items():
        weight = 3 if 2 in desk.被动[seat] else 2
        for candidate in given if isinstance(given, list) else (given,):
            doubled[candidate] = doubled.get(candidate, 0) + weight
    return {candidate: count // 2 for candidate, count in doubled.items()}


def ranks(counts: Mapping[int, int]) -> tuple[list[int], list[int]]:
    """The candidates with most votes, and those with second most."""
    levels = sorted(set(counts.values()), reverse=True)
    by_level = [sorted(s for s, count in counts.items() if count == level) for level in levels[:2]]
    first, second = (*by_level, [], [])[:2]
    return first, second


def fixed(desk: Desk, votes: Mapping[int, Plain]) -> tuple[list[int], list[int], int, int]:
    """R40, R41: (candidates for 生命, for 理智, how many of each are taken: 0 or 1). One list for both where the first place is tied."""
    first, second = ranks(tally(desk, votes))
    drawing = desk.board.options["平票"] == "抽签"
    if len(first) > 1:
        return (first, first, 1, 1) if drawing else ([], [], 0, 0)
    if len(second) > 1 and not drawing:
        second = []
    return first, second, min(len(first), 1), min(len(second), 1)


def 放逐骰(desk: Desk, act: Act) -> tuple[Roll, ...]:
    """Nobody's dice (R33): one for 生命, two for 理智."""
    _, _, life, sanity = fixed(desk, act.votes)
    return (Roll(0, "放逐"),) * (life + 2 * sanity)


def 投票(desk: Desk, act: Act) -> None:
    """At most two votes a seat, once a day."""
    if desk.放逐 is not None:
        raise Illegal("今日已投", "一/【4】", "R40")
    for seat, row in rows_of(act.votes):
        if len(row) > 2 or any(type(v) is not int for v in row):
            raise Illegal("至多两票", "一/【4】", "R40", seat=seat)
        for candidate in row:
            if not desk.playing(candidate):
                raise Illegal("出局", "record", seat=candidate)


def 抽平票(desk: Desk, act: Act, got: tuple[Plain, ...]) -> tuple[Plain, ...] | None:
    """R41: tied for first, two are drawn, 生命 first; tied for second, one."""
    first, second, life, sanity = fixed(desk, act.votes)
    pools = [pool for pool, taken in ((first, life), (second, sanity)) if taken and len(pool) > 1]
    return tuple(seat for seat in pools[len(got)] if seat not in got) if len(got) < len(pools) else None


def 放逐投票(desk: Desk, act: Act, faces: Faces, told: Told) -> dict[str, Plain]:
    """R38, R40: 1 + half a die of 生命, 1 + 2D6 of 理智."""
    first, second, lives, sanities = fixed(desk, act.votes)
    left = iter(act.drawn)
    result: dict[str, Plain] = {"生命": None, "理智": None}
    if lives:
        loser = first[0] if len(first) == 1 else next(left)
        result["生命"] = {loser: 1 + faces[0] // 2}
        change_life(desk, loser, -(1 + faces[0] // 2), "一/【4】", "R38")
    if sanities:
        loser = second[0] if len(second) == 1 else next(left)
        result["理智"] = {loser: 1 + sum(faces[1:])}
        lose_sanity(desk, loser, 1 + sum(faces[1:]), "一/【4】", "R40")
    desk.放逐 = result
    return result


def voted_out(desk: Desk) -> set[int]:
    """The seats that today's 放逐投票 took something from."""
    return {seat for losses in (desk.放逐 or {}).values() for seat in losses or ()}


# --- 天-6
def 处决反噬(desk: Desk) -> bool:
    """R43, R50: dead by 放逐投票 today, and not done yet."""
    seat = desk.board.seat["黑夜女神"]
    return seat in desk.处决 and (seat, (), None) not in desk.done


def 神边在场(desk: Desk) -> list[int]:
    return [seat for seat in desk.present() if desk.board.阵营[seat] == "神边"]


def 须反噬(desk: Desk, act: Act) -> None:
    if not 处决反噬(desk):
        raise Illegal("未被处决", "四/【1】", "R43", seat=act.by)


def 反噬骰(desk: Desk, act: Act) -> tuple[Roll, ...]:
    return (Roll(0, "处决", free=not 神边在场(desk)),)


def 反噬(desk: Desk, act: Act, faces: Faces, told: Told) -> None:
    """R50: one die for all living 神边."""
    for seat in 神边在场(desk):
        lose_sanity(desk, seat, faces[0], "四/【1】", "R50")


def 欠反噬(desk: Desk) -> Iterator[Debt]:
    if 处决反噬(desk) and 神边在场(desk):
        seat = desk.board.seat["黑夜女神"]
        yield Debt((6, seat, 0, 0), Owed("被动技能", seat, None, None, cite="四/【1】"))


DAY = (
    Skill("信仰变更", "二", 3, 信仰变更, "法官", seats=(1, 1), aims=(须变更,), draws=抽信仰, draw_cite=("R9",), night=False, rest=("R9",)),
    Skill(
        "随机传教", "七", 4, 随机传教, "获胜", limits=(可随机,), draws=抽座位与污染, draw_cite=("R66", "R17"), night=False, rest=("R66",)
    ),
    Skill(
        "放逐投票",
        "一/【4】",
        5,
        放逐投票,
        "法官",
        aims=(投票,),
        rolls=放逐骰,
        draws=抽平票,
        draw_cite=("R41",),
        votes=True,
        night=False,
        rest=("R40",),
    ),
    Skill("被动技能", "四/【1】", 6, 反噬, "亡", of="黑夜女神", limits=(须反噬,), rolls=反噬骰, night=False, rest=("R50",)),
)
