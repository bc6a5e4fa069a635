"""Who may, and at whom: each limit one predicate on a state and an entry, real or hypothetical. None: nothing against it."""

from __future__ import annotations

import re

from engine.declare import Illegal
from engine.eva.roles import 亡灵
from engine.eva.state import State, where
from engine.record import Entry

CODE = re.compile(r"\[(?:/?[A-Za-z]+|[A-Za-z]+=[^\]]*)\]")
LONGEST = 100
BY_LOT = ("藏匿", "馈赠", "传承")  # the <强制> choices that the 导演 may draw (R23)


def no(code: str, *cite: str, **values: object) -> Illegal:
    return Illegal(code, *cite, **values)


# --- who


def present(state: State, entry: Entry) -> Illegal | None:
    """存活 and not in 挂机 at the entry's place (R57)."""
    assert entry.by is not None
    if not state.alive(entry.by):
        return no("已出局", "出局", seat=entry.by)
    return heard(state, entry)


def heard(state: State, entry: Entry) -> Illegal | None:
    """Not in 挂机. What is drawn for a seat needs no choice of its own."""
    if entry.by is None or by_lot(entry) or not state.hung(entry.by, where(entry)):
        return None
    return no("挂机中", "挂机状态", "R57", seat=entry.by)


def by_lot(entry: Entry) -> bool:
    """Did the 导演 draw, where the rules let him?"""
    return entry.drawn is not None and entry.skill in BY_LOT


def first_use(state: State, entry: Entry) -> Illegal | None:
    return no("本阶段已用", "R60", skill=entry.skill) if (entry.skill, entry.by) in state.used else None


def unspent(state: State, entry: Entry) -> Illegal | None:
    """<限定>: once a game (R9)."""
    assert entry.by is not None
    return no("限定已用", "技能", "R9", skill=entry.skill) if entry.skill in state.seat(entry.by).限定已用 else None


def owner_at_dawn(state: State, entry: Entry) -> Illegal | None:
    """Whether a role owns a skill is judged once, right after (0) (R11)."""
    assert entry.by is not None
    owns = state.dawn[entry.by - 1].owns(entry.skill)
    return None if owns else no("无此技能", "技能", "R11", skill=entry.skill, seat=entry.by)


def owner_now(state: State, entry: Entry) -> Illegal | None:
    assert entry.by is not None
    return None if state.owns(entry.by, entry.skill) else no("无此技能", "技能", skill=entry.skill, seat=entry.by)


def group_present(state: State, entry: Entry) -> Illegal | None:
    """A <团队> skill sent by nobody in particular: some owner must be there to send it (R61)."""
    if entry.by is not None or by_lot(entry):
        return None
    for n, seat in enumerate(state.dawn, 1):
        if seat.owns(entry.skill) and state.alive(n) and not state.hung(n, where(entry)):
            return None
    return no("无人可发动", "挂机状态", "R57", "R61", skill=entry.skill)


def block_free(state: State, entry: Entry) -> Illegal | None:
    """牵制 once in each of the nights 1–2, 3–4 … (R27)."""
    taken = state.block == block_of(state) or any(skill == "牵制" for skill, _ in state.used)
    return no("两夜一次", "R27") if taken else None


def block_of(state: State) -> int:
    return (state.number + 1) // 2


def even_night(state: State, entry: Entry) -> Illegal | None:
    return None if state.number % 2 == 0 else no("只在偶数夜", "R42")


def bites_left(state: State, entry: Entry) -> Illegal | None:
    """One 啃咬 a night, two from three living 活尸 on (R40)."""
    bites = sum(skill == "啃咬" for skill, _ in state.used)
    return None if bites < bites_allowed(state) else no("啃咬已尽", "活尸/集群", "R40", count=bites)


def bites_allowed(state: State) -> int:
    return 2 if sum(s.身份 == "活尸" and s.存活 for s in state.seats) >= 3 else 1


def list_given(state: State, entry: Entry) -> Illegal | None:
    """拓印's second half: a list was given to this very seat tonight."""
    given = state.dark.offer is not None and ("拓印", entry.by) in state.used
    return None if given else no("没有技能可选", "R43")


def copy_untaken(state: State, entry: Entry) -> Illegal | None:
    return no("本阶段已用", "R60", skill=entry.skill) if ("拓印选择", entry.by) in state.used else None


def first_day(state: State, entry: Entry) -> Illegal | None:
    return None if state.number == 1 else no("只在第一天", "R24")


def later_day(state: State, entry: Entry) -> Illegal | None:
    return None if state.number > 1 else no("第二天起", "R19")


def hidden_once(state: State, entry: Entry) -> Illegal | None:
    return None if state.持有者 is None else no("已藏匿", "R24")


def a_thief(state: State, entry: Entry) -> Illegal | None:
    """藏匿: `by` is absent or a 恶徒 that can still speak."""
    if entry.by is None:
        return None
    if not state.owns(entry.by, "藏匿"):
        return no("无此技能", "R24", skill=entry.skill, seat=entry.by)
    return present(state, entry)


def former_holder(state: State, entry: Entry) -> Illegal | None:
    if state.失主 is None or entry.by != state.失主 or state.持有者 is not None:
        return no("不欠馈赠", "亡灵圣物/馈赠", "R22", "R23")
    return heard(state, entry)


def former_favourite(state: State, entry: Entry) -> Illegal | None:
    if state.失眷 is None or entry.by != state.失眷 or state.神眷者 is not None:
        return no("不欠传承", "神眷者/传承", "R22", "R23")
    return heard(state, entry)


def wraith_voted_out(state: State, entry: Entry) -> Illegal | None:
    """虚体: an 恶灵 因投票出局 today (R53)."""
    if state.number == 1 or entry.by is None or entry.by != state.day.voted or state.seat(entry.by).身份 != "恶灵":
        return no("非投票出局的恶灵", "R53")
    return heard(state, entry)


def decayed_yesterday(state: State, entry: Entry) -> Illegal | None:
    """腐化: was 腐尸 when 因投票出局 on the day before (R37)."""
    if entry.by is None or entry.by != state.decayed:
        return no("非投票出局的腐尸", "R37")
    return heard(state, entry)


def out_just_now(state: State, entry: Entry) -> Illegal | None:
    """遗言, 权势: 出局 on the day or in the night just ended."""
    if entry.by is None or entry.by not in (*state.yesterday, *state.outs):
        return no("非新近出局", "R54" if entry.skill == "遗言" else "R20")
    return heard(state, entry)


def dead_holder(state: State, entry: Entry) -> Illegal | None:
    """灾厄: the holder, 存活 and 亡灵 now (R50)."""
    if entry.by is None or entry.by != state.持有者 or state.seat(entry.by).阵营 != 亡灵:
        return no("非亡灵持有者", "R50")
    return present(state, entry)


def sophistry_due(state: State, entry: Entry) -> Illegal | None:
    """诡辩 of last night, in force, its target top or tied for it (R19)."""
    if state.诡辩 is None or state.诡辩[0] != entry.by:
        return no("昨夜无诡辩", "R19")
    totals = totals_of(state)
    top = max(totals.values(), default=0)
    if totals.get(state.诡辩[1], 0) < top or top == 0:
        return no("诡辩目标未居首", "R19", seat=state.诡辩[1])
    return None


def herald_there(state: State, entry: Entry) -> Illegal | None:
    """告死 is told only to a living 告死者 not in 挂机 (R35)."""
    for n, seat in enumerate(state.seats, 1):
        if seat.存活 and seat.owns("告死") and not state.hung(n, where(entry)):
            return None
    return no("无人可告知", "R35", skill=entry.skill)


def pious_there(state: State, entry: Entry) -> Illegal | None:
    return None if state.dark.虔诚 is not None else no("无人可告知", "R46", skill=entry.skill)


# --- at whom


def living(state: State, entry: Entry, seat: int) -> Illegal | None:
    return None if state.alive(seat) else no("目标已出局", "出局", "R26", seat=seat)


def gone(state: State, entry: Entry, seat: int) -> Illegal | None:
    return no("目标未出局", "R55", seat=seat) if state.alive(seat) else None


def other(state: State, entry: Entry, seat: int) -> Illegal | None:
    return no("不能指自己", "R26", seat=seat) if seat == entry.by else None


def no_thief(state: State, entry: Entry, seat: int) -> Illegal | None:
    return no("不能是恶徒", "R24", seat=seat) if state.seat(seat).身份 == "恶徒" else None


def on_the_list(state: State, entry: Entry, seat: int) -> Illegal | None:
    return None if seat in state.dark.告死 else no("不在告死名单", "R36", seat=seat)


# --- ballots


def may_vote(state: State, n: int, at: int) -> bool:
    """投票权 at a place in the log (R14, R20): 第1天 everybody, then by the option, turned round by 权势."""
    if not state.alive(n) or state.hung(n, at):
        return False
    return has_right(state, n)


def has_right(state: State, n: int, turned: frozenset[int] | None = None, first: bool | None = None) -> bool:
    """The right to vote of a living role that isn't in 挂机."""
    if state.number == 1 and not state.night if first is None else first:
        return True
    base = not state.村民票 or state.seat(n).身份 == "村民" or state.神眷者 == n
    return base != (n in (state.权势 if turned is None else turned))


def voter(state: State, n: int, at: int) -> Illegal | None:
    if not state.alive(n):
        return no("已出局", "出局", "R16", seat=n)
    if state.hung(n, at):
        return no("挂机中", "挂机状态", "R57", seat=n)
    return None if has_right(state, n) else no("无投票权", "R14", "R20", seat=n)


def totals_of(state: State) -> dict[int, float]:
    """Votes so far: 流言 from the opening, the 神眷者's ballot 1.5 from 第2天 on (R15, R18)."""
    totals: dict[int, float] = {}
    for to in state.流言:
        totals[to] = totals.get(to, 0) + 2
    for by, to in state.day.ballots:
        weight = 1.5 if by == state.神眷者 and state.number > 1 else 1
        totals[to] = totals.get(to, 0) + weight
    return {to: int(v) if v == int(v) else v for to, v in sorted(totals.items())}
