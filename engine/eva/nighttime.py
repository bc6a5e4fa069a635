"""The night's choices (1)–(12) and (14), one function a skill: what it does where nothing makes it void."""

from __future__ import annotations

from engine.declare import Done, Illegal
from engine.eva.damage import would_flip
from engine.eva.limits import living, no, owner_at_dawn, present
from engine.eva.roles import COPIED
from engine.eva.state import State, flip, hand
from engine.record import Entry, Why


def who(entry: Entry) -> int:
    assert entry.by is not None
    return entry.by


def aim(entry: Entry) -> int:
    assert entry.target is not None
    return entry.target


def shut(state: State, entry: Entry, n: int) -> bool:
    """潜行: nothing that another role aims at this seat tonight works (R28)."""
    return n in state.dark.潜行 and n != entry.by


def told(state: State, result: object, *cite: str) -> Done[State]:
    return Done(state, result, cite, (Why("告知", (("result", result),)),))


def nothing(state: State, *cite: str, code: str = "潜行无效") -> Done[State]:
    return Done(state, None, cite, (Why(code),))


# --- (1)–(3)


def 牵制(state: State, entry: Entry) -> Done[State]:
    return Done(state.tonight(牵制=aim(entry)), None, ("R27",))


def 潜行(state: State, entry: Entry) -> Done[State]:
    return Done(state.tonight(潜行=(*state.dark.潜行, who(entry))), None, ("R28",))


def 安葬(state: State, entry: Entry) -> Done[State]:
    return told(state, state.seat(aim(entry)).身份, "R55")


def 侦测(state: State, entry: Entry) -> Done[State]:
    to = aim(entry)
    if shut(state, entry, to):
        return nothing(state, "游荡者/潜行", "R28")
    return told(state, "否" if state.seat(to).人类 else "是", "阵营")


def 拓印(state: State, entry: Entry) -> Done[State]:
    """人类: the list of skills; 亡灵: the 学者 flips at once (R43)."""
    to = aim(entry)
    if shut(state, entry, to):
        return nothing(state, "游荡者/潜行", "R28", "R61")
    if state.seat(to).人类:
        skills = COPIED[state.seat(to).身份]
        return told(state.tonight(offer=skills), skills, "R43")
    state = flip(state, who(entry), "拓印", ("学者/拓印", "R43"))
    return told(state, state.seat(who(entry)).身份, "R43")


def 探查(state: State, entry: Entry) -> Done[State]:
    to = aim(entry)
    if shut(state, entry, to):
        return nothing(state, "游荡者/潜行", "R28")
    if entry.pick == "阵营":
        return told(state, state.seat(to).阵营, "阵营")
    if state.持有者 != to or to == entry.by:
        return nothing(state, "R48", code="不持圣物")
    return told(hand(state, who(entry), ("游荡者/探查", "R48")), "获得", "R48")


# --- (4)


def blessings_of(entry: Entry) -> list[tuple[int, int]]:
    if entry.votes is not None:
        return sorted((int(by), int(to)) for by, to in entry.votes.items())
    return [(who(entry), aim(entry))] if entry.to else []


def bad_blessing(state: State, entry: Entry) -> Illegal | None:
    """祝福 as `votes`: one bad part makes all illegal."""
    for by, to in sorted((entry.votes or {}).items()):
        one = Entry("祝福", by, (to,), place=entry.place)
        wrong = present(state, one) or owner_at_dawn(state, one) or living(state, one, to)
        if wrong is None and ("祝福", by) in state.used:
            wrong = no("本阶段已用", "R60", skill="祝福")
        if wrong is not None:
            return wrong
    return None


def blessed(state: State) -> State:
    """The end of (4): strictly the most and at least two, not running, not hidden (R30)."""
    count: dict[int, int] = {}
    for _, to in state.dark.blessings:
        count[to] = count.get(to, 0) + 1
    most = max(count.values(), default=0)
    first = [n for n, c in count.items() if c == most]
    if most < 2 or len(first) > 1:
        return state
    n = first[0]
    if n == state.blessed or n in state.dark.潜行:
        return state.note(n, Why("祝福落空"), ("村民/祝福", "R30"))
    return state.tonight(祝福=n).note(n, Why("受祝福"), ("村民/祝福", "R30"))


def 防反(state: State, entry: Entry) -> Done[State]:
    return Done(state.tonight(防反=(*state.dark.防反, (who(entry), aim(entry)))), None, ("R33",))


def 剑痕(state: State, entry: Entry) -> Done[State]:
    return Done(state.tonight(剑痕=(*state.dark.剑痕, (who(entry), entry.pick))), None, ("R42",))


def 安魂(state: State, entry: Entry) -> Done[State]:
    """An 亡灵 role gets its own last 人类 identity back (R5, R45)."""
    to = aim(entry)
    if shut(state, entry, to) or state.seat(to).人类:
        return nothing(state, "R45", code="安魂无效")
    state = flip(state, to, "安魂", ("慰魂师/安魂", "R5"))
    return told(state, state.seat(to).身份, "R5", "R45")


def 感召(state: State, entry: Entry) -> Done[State]:
    to = aim(entry)
    if shut(state, entry, to):
        return nothing(state, "游荡者/潜行", "R28")
    if state.seat(to).身份 != "村民":
        state = state.tell(to, "听·感召", seat=who(entry), identity="慰魂师" if state.seat(who(entry)).身份 == "慰魂师" else "学者")
        return told(state, "获知", "R44")
    if state.使徒:
        return nothing(state, "R44", code="已有使徒")
    return told(state.tonight(感召=(*state.dark.感召, (who(entry), to))), "使徒", "R44")


def 流言(state: State, entry: Entry) -> Done[State]:
    return Done(state.tonight(流言=(*state.dark.流言, aim(entry))), None, ("R18",))


def 拓印选择(state: State, entry: Entry) -> Done[State]:
    return Done(state.change(who(entry), 新拓印=entry.pick), None, ("R43",), (Why("拓得", (("skill", entry.pick),)),))


def 诡辩(state: State, entry: Entry) -> Done[State]:
    return Done(state.tonight(诡辩=(who(entry), aim(entry))), None, ("R19",))


def 诈骗(state: State, entry: Entry) -> Done[State]:
    """The relic moves at once, and nobody is told (R48)."""
    assert entry.to is not None
    holder = state.持有者
    if holder is None or holder not in entry.to or shut(state, entry, holder):
        return nothing(state, "R48", code="不持圣物")
    return Done(hand(state, who(entry), ("学者/诈骗", "R48")), None, ("R48",), (Why("圣物归", (("seat", entry.by),)),))


def 腐化(state: State, entry: Entry) -> Done[State]:
    to = aim(entry)
    if shut(state, entry, to):
        return nothing(state, "游荡者/潜行", "R28")
    return Done(state.change(to, 腐化=True).note(to, Why("腐化标记"), ("腐尸/腐化", "R37")), None, ("R37",))


# --- (5)–(12)


def 圣光(state: State, entry: Entry) -> Done[State]:
    """人类 or not is judged here, after 安魂 (R29)."""
    to = aim(entry)
    if shut(state, entry, to):
        return nothing(state, "游荡者/潜行", "R28")
    pair = (who(entry), to)
    if state.seat(to).人类:
        return Done(state.tonight(圣光=(*state.dark.圣光, pair)), None, ("R29",), (Why("圣光护佑"),))
    return Done(state.tonight(burnt=(*state.dark.burnt, pair)), None, ("R29",), (Why("圣光灼亡"),))


def 伤害(state: State, entry: Entry) -> Done[State]:
    """突击 蓄力斩 偷袭 啃咬 初拥: one [致死伤害], settled at (13) in this order (R38)."""
    damage = (entry.skill, who(entry), aim(entry))
    return Done(state.tonight(damages=(*state.dark.damages, damage)), None, ("R38",))


def 死灵咒(state: State, entry: Entry) -> Done[State]:
    to = aim(entry)
    return told(state.tonight(死灵咒=to), would_flip(state, to), "R36")


# --- (14)


def 遗言(state: State, entry: Entry) -> Done[State]:
    return Done(state.tonight(遗言=(*state.dark.遗言, (who(entry), entry.pick))), None, ("R54",))


def 权势(state: State, entry: Entry) -> Done[State]:
    return Done(state.tonight(权势=state.dark.权势 | frozenset(entry.to or ())), None, ("R20",))


def 剑痕已毁(state: State, n: int) -> bool:
    """Lost with the skill by the end of (13), or by a 蓄力斩 of the same night (R6, R42)."""
    return not state.owns(n, "剑痕") or ("蓄力斩", n) in state.used


def publish(state: State) -> State:
    """After (13): which 剑痕 stand, which 诡辩 is in force for the next day, which copy is kept."""
    marks = tuple((n, text) for n, text in state.dark.剑痕 if not 剑痕已毁(state, n))
    trick = state.dark.诡辩
    if trick is not None and not (state.alive(trick[0]) and state.owns(trick[0], "诡辩")):
        trick = None
    return state.tonight(剑痕=marks, 诡辩=trick)


def pious(state: State) -> State:
    """虔诚: the number of living 亡灵 roles, where somebody is to be told (R46)."""
    heard_by = [n for n, s in enumerate(state.seats, 1) if s.存活 and s.挂机 is None and s.owns("虔诚")]
    dead = sum(s.存活 and not s.人类 for s in state.seats)
    for n in heard_by:
        state = state.tell(n, "听·虔诚", count=dead)
    return state.tonight(虔诚=dead) if heard_by else state
