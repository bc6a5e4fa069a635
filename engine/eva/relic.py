"""亡灵圣物 and 神眷者: 藏匿, 诅咒, 追踪, 馈赠, 传承, 灾厄, 认主, and what is owing."""

from __future__ import annotations

from engine.declare import Done, Needs, Owed
from engine.eva.state import State, flip, hand, immune
from engine.record import Entry, Why


def chosen(entry: Entry) -> int:
    """The seat of a <强制> choice: named, or drawn by the 导演."""
    drawn = entry.list_of("drawn")
    return int(drawn[0]) if drawn else int(entry.to[0]) if entry.to else 0


def want(entry: Entry, *cite: str) -> None:
    """A <强制> choice can't be given up (R23)."""
    if entry.to is None and entry.drawn is None:
        raise Needs("to或drawn", *cite, skill=entry.skill)


def 藏匿(state: State, entry: Entry) -> Done[State]:
    want(entry, "R23", "R24")
    to = chosen(entry)
    return Done(hand(state, to, ("恶徒/藏匿", "R24")), None, ("R24",), (Why("圣物归", (("seat", to),)),))


def 馈赠(state: State, entry: Entry) -> Done[State]:
    want(entry, "R23")
    to = chosen(entry)
    return Done(hand(state, to, ("亡灵圣物/馈赠", "R22")), None, ("R22",), (Why("圣物归", (("seat", to),)),))


def 传承(state: State, entry: Entry) -> Done[State]:
    want(entry, "R23")
    to = chosen(entry)
    state = state._replace(神眷者=to).note(to, Why("成神眷者"), ("神眷者/传承", "R52"))
    return Done(state, None, ("R22", "R52"), (Why("神眷者归", (("seat", to),)),))


def 灾厄(state: State, entry: Entry) -> Done[State]:
    to = chosen(entry)
    return Done(hand(state, to, ("亡灵圣物/灾厄", "R50")), None, ("R50",), (Why("圣物归", (("seat", to),)),))


# --- by itself


def 诅咒(state: State) -> State:
    """(0): the holder, if 人类 and not immune, flips while uses are left; else nothing is spent (R49)."""
    n = state.持有者
    if n is None or not state.alive(n) or not state.seat(n).人类:
        return state
    if immune(state, n):
        return state.note(n, Why("免疫诅咒"), ("亡灵圣物/诅咒", "R49"))
    if state.诅咒 < 1:
        return state
    state = flip(state._replace(诅咒=state.诅咒 - 1), n, "诅咒", ("亡灵圣物/诅咒", "R49"))
    return state.tonight(诅咒=(n, state.seat(n).身份))


def 追踪(state: State) -> State:
    """Right after (0): unless a living owner of 追踪 holds it, the owners learn the holder (R47)."""
    owners = [n for n, s in enumerate(state.seats, 1) if s.存活 and s.owns("追踪")]
    if not owners or state.持有者 is None or state.持有者 in owners:
        return state
    for n in owners:
        if state.seat(n).挂机 is None:
            state = state.tell(n, "听·追踪", seat=state.持有者)
    return state.tonight(追踪=state.持有者)


def 灾厄之告(state: State) -> State:
    """(14): an 亡灵 holder is told that it may hand the relic on (R50)."""
    n = state.持有者
    if n is None or not state.alive(n) or state.seat(n).人类 or state.seat(n).挂机 is not None:
        return state
    return state.tell(n, "听·灾厄")


def 持有(state: State) -> State:
    """Who begins a complete night as a living 人类 holder (R51)."""
    n = state.持有者
    whole = n is not None and state.alive(n) and state.seat(n).人类
    return state.tonight(holding=n if whole else None)


def kept(state: State) -> State:
    """At the end of a phase: a holding that was broken starts anew (R51, R61)."""
    return state if state.持有者 == state.held else state._replace(夜数=0, already=False)


def 认主(state: State) -> State:
    """The end of (14): a second complete night in a row binds the relic, once for a holding (R51)."""
    state = kept(state)
    n = state.持有者
    if n is None or n != state.dark.holding or not state.alive(n) or not state.seat(n).人类:
        return state._replace(夜数=0)
    state = state._replace(夜数=state.夜数 + 1)
    if state.夜数 < 2 or state.already:
        return state
    side = state.seat(n).阵营
    state = state._replace(already=True, 认主=(*state.认主, (n, side, state.phase)))
    return state.tonight(认主=n).tell(n, "听·认主").note(n, Why("认主"), ("亡灵圣物/认主", "R51"))


def owing(state: State) -> tuple[Owed, ...]:
    """<强制> choices still open; none once a side has won or with nobody 存活 (R23)."""
    if state.winner is not None or not state.living():
        return ()
    found = []
    if state.phase == "第1天" and state.持有者 is None:
        found.append(Owed("藏匿", fatal=True, cite="恶徒/藏匿"))
    if state.失主 is not None and state.持有者 is None:
        found.append(Owed("馈赠", state.失主, fatal=True, cite="亡灵圣物/馈赠"))
    if state.失眷 is not None and state.神眷者 is None:
        found.append(Owed("传承", state.失眷, fatal=True, cite="神眷者/传承"))
    return tuple(found)
