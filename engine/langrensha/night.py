"""夜: the skills of the night, in the order of R16. They leave what they do in the night's record; dawn.py settles it."""

from __future__ import annotations

from collections.abc import Mapping

from engine.change import changed
from engine.declare import Done, Illegal
from engine.langrensha.identity import is_wolf, knifers, looks_wolf, takeable
from engine.langrensha.identity import kind as kind_at
from engine.langrensha.roles import GIFTS, ROLE
from engine.langrensha.skills import Ask, Skill, known_kind, standing, told, 不连续, 他人, 目标在世
from engine.langrensha.state import State, fresh
from engine.record import Entry, Why

BY = frozenset({"by"})
AT = Ask(by=True, to="seat", must=BY)
MUST_AT = Ask(by=True, to="seat", must=frozenset({"by", "to"}))


def actor(entry: Entry) -> int:
    assert entry.by is not None
    return entry.by


# --- 盗贼


def 可选之牌(state: State, entry: Entry) -> None:
    """R6: one of the two; a special wolf, else 狼人, must be taken."""
    if entry.pick not in state.board.extra:
        raise Illegal("不在两张牌中", "盗贼", "R6", role=entry.pick)
    if not takeable(state.board.extra, entry.pick):
        raise Illegal("有狼必选", "盗贼", "R6", role=entry.pick)


def 选择(state: State, entry: Entry) -> Done[State]:
    """R7: from now on the seat's role in everything."""
    by, old = actor(entry), state.at(actor(entry))
    new = fresh(entry.pick)
    left = {**new.left}
    if old.幸运儿:
        left[old.幸运儿] = left.get(old.幸运儿, 0) + old.left.get(old.幸运儿, 0)
    after = state.put(by, changed(old, role=entry.pick, 命=new.命, left=left))
    return Done(after, entry.pick, ("R6", "R7"), (Why("盗贼所选", (("seat", by), ("role", entry.pick))),))


# --- 黑市商人


def 幸运儿(state: State, entry: Entry) -> Done[State]:
    """R36: a wolf is told nothing and gets nothing, and the merchant dies at dawn."""
    by, to = actor(entry), entry.target
    assert to is not None
    if is_wolf(state, to):
        after = state.tonight(商人=by).tell(by, "商人选狼", "黑市商人", "R36", to=to)
        return Done(after, None, ("R36",), (Why("商人选狼", (("to", to),)),))
    gifted = changed(state.at(to), 幸运儿=entry.pick).spent(entry.pick, -1)
    after = state.put(to, gifted).tell(to, "得技能", "黑市商人", "R36", by=by, gift=entry.pick)
    return Done(after, entry.pick, ("R36",), (Why("得技能", (("seat", to), ("by", by), ("gift", entry.pick))),))


# --- 丘比特


def 两名玩家(state: State, entry: Entry) -> None:
    if entry.to is not None and (len(entry.to) != 2 or entry.to[0] == entry.to[1]):
        raise Illegal("须是两人", "丘比特", "R9")


def 情侣(state: State, entry: Entry) -> Done[State]:
    if entry.to is None:
        return Done(state, None, ("R9", "R41"))
    one, two = sorted(entry.to)
    after = state.set(one, 情侣=two).set(two, 情侣=one)
    wolves = sum(is_wolf(after, n) for n in (one, two))
    code = ("好人情侣", "人狼恋情侣", "狼人情侣")[wolves]
    after = after.tell(one, code, "丘比特", "R9", "R10", other=two).tell(two, code, "丘比特", "R9", "R10", other=one)
    return Done(
        after,
        frozenset({one, two}),
        ("丘比特/①" if state.board.丘神 else "丘比特/②", "R11", "R10", "R9"),
        (Why(code, (("seat", one), ("other", two))),),
    )


# --- 野孩子, 混血儿


def 榜样(state: State, entry: Entry) -> Done[State]:
    by, to = actor(entry), entry.target
    after = state.set(by, 榜样=to).tell(by, "认榜样", "R14", to=to)
    return Done(after, None, ("R14", "R12" if state.at(by).role == "混血儿" else "R13"))


def 榜样之序(state: State, entry: Entry) -> int:
    return 5 if entry.by is not None and state.at(entry.by).role == "混血儿" else 4


# --- 花蝴蝶, 守卫, 狼美人, 禁言长老: a seat for this night


def 抱(state: State, entry: Entry) -> Done[State]:
    by, to = actor(entry), entry.target
    if to is None:
        return Done(state, None, ("R38", "R41"))
    after = state.leaves(to, "被抱", "花蝴蝶", "R38", by=by, spends="抱", 抱=to)
    why = (Why("抱住狼人", (("to", to),)),) if is_wolf(state, to) else (Why("抱住", (("to", to),)),)
    return Done(after, None, ("R38", *(("R43",) if is_wolf(state, to) else ())), why)


def 守护(state: State, entry: Entry) -> Done[State]:
    to = entry.target
    return Done(state if to is None else state.leaves(to, "被守护", "守卫", "R23", by=entry.by, 守护=to), None, ("R23",))


def 魅惑(state: State, entry: Entry) -> Done[State]:
    to = entry.target
    return Done(state if to is None else state.leaves(to, "被魅惑", "狼美人", "R33", by=entry.by, 魅惑=to), None, ("R33",))


def 禁言(state: State, entry: Entry) -> Done[State]:
    to = entry.target
    return Done(state if to is None else state.leaves(to, "被禁言", "禁言长老", "R34", by=entry.by, 禁言=to), None, ("R34",))


# --- 狼人


def 有狼带刀(state: State, entry: Entry) -> None:
    if not knifers(state):
        raise Illegal("无人带刀", "狼人", "R21")


def named(state: State, entry: Entry) -> set[int]:
    """The seats that the wolves indicate."""
    return set(entry.votes.values()) if isinstance(entry.votes, Mapping) else set(entry.to or ())


def 各狼所指(state: State, entry: Entry) -> None:
    """Every voice is an able wolf's (R21), every target alive (R17)."""
    wolves = knifers(state)
    for voter, target in (entry.votes or {}).items():
        if voter not in wolves:
            raise Illegal("此人不带刀", "狼人", "R21", seat=voter)
        if not standing(state, target):
            raise Illegal("目标已出局", "R17", seat=target)


def 不自刀(state: State, entry: Entry) -> None:
    """R22: 恶魔, and 狼美人 while she is in the group, cannot be hit by it; differing voices are a 空刀."""
    targets = named(state, entry)
    if len(targets) == 1:
        (target,) = targets
        role = state.at(target).role
        if role in ("恶魔", "狼美人") and target in knifers(state):
            raise Illegal("不能自刀", role, "R22", seat=target)


def 空刀(state: State, targets: set[int]) -> tuple[str, ...] | None:
    """Why nobody is hit (code and ruling): no voice or several, 上轮首刀, a hugged wolf; None where the 刀 hits."""
    if len(targets) != 1:
        return ("众狼不一", "R19") if targets else ("无人可刀", "R19")
    if state.number == 1 and state.board.首刀 in targets:
        return "上轮首刀", "R20"
    hugged = state.night.抱
    if hugged is not None and is_wolf(state, hugged):
        return "狼被抱", "R43"
    return None


def 刀(state: State, entry: Entry) -> Done[State]:
    targets = named(state, entry)
    empty = 空刀(state, targets)
    if empty:
        after = state
        for seat in targets:
            after = after.tell(seat, "空刀·" + empty[0], "狼人", empty[1])
        return Done(after, "空刀", ("R19", empty[1]), (Why("空刀·" + empty[0]),))
    (target,) = targets
    return Done(state.leaves(target, "被刀", "狼人", "R19", by=None, 刀=target), target, ("R21", "R19"))


# --- 恶魔


def 非狼(state: State, entry: Entry) -> None:
    """R39: 一名好人 — not himself, no wolf of the 刀."""
    if entry.target is not None and (entry.target == entry.by or entry.target in knifers(state)):
        raise Illegal("只验好人", "恶魔", "R39", seat=entry.target)


def 验(state: State, entry: Entry) -> Done[State]:
    if entry.target is None:
        return told(None, state, "R39", "R41")
    found = "是神民" if kind_at(state, entry.target) == "神" else "不是神民"
    return Done(state.tell(entry.target, "被验", "恶魔", "R39", result=found), found, ("R39", "R5"), (seen(state, entry.target, found),))


def seen(state: State, seat: int, result: str) -> Why:
    return Why("看到", (("seat", seat), ("role", state.at(seat).role), ("kind", known_kind(state, seat)), ("result", result)))


# --- 女巫


def 死亡信息(state: State, entry: Entry) -> Done[State]:
    """R24: the seat hit, while 解药 is unused."""
    if state.at(actor(entry)).left.get("解药", 0) < 1:
        return Done(state, None, ("R24",), (Why("解药已用", ()),))
    return told("无" if state.night.刀 is None else state.night.刀, state, "R24")


def 一晚一瓶(state: State, entry: Entry) -> None:
    """R25: one potion of any kind a night, for 女巫."""
    if entry.to is None or state.at(actor(entry)).role != "女巫":
        return
    if any(e.by == entry.by and e.to and e.skill in ("解药", "毒药") for e in state.past):
        raise Illegal("一晚一瓶药", "女巫", "R25", seat=entry.by)


def 只救被刀(state: State, entry: Entry) -> None:
    if entry.target is not None and entry.target != state.night.刀:
        raise Illegal("只救被刀者", "女巫", "R25", seat=entry.target)


def 自救(state: State, entry: Entry) -> None:
    """女巫自救 ①②③ (R25)."""
    if entry.target != entry.by:
        return
    option = state.opt("女巫自救")
    if option == "①" or (option == "②" and state.number != 1) or (option == "③" and state.holders("守卫")):
        raise Illegal("不能自救", f"女巫/{option}", "R25")


def 解药(state: State, entry: Entry) -> Done[State]:
    to = entry.target
    if to is None:
        return told(None, state, "R25", "R41")
    after = state.leaves(to, "被救", "女巫", "R25", by=entry.by, spends="解药", 救=True)
    return Done(after, None, ("R25",), (Why("用解药", (("to", to),)),))


def 毒药(state: State, entry: Entry) -> Done[State]:
    to = entry.target
    if to is None:
        return told(None, state, "R25", "R41")
    after = state.leaves(to, "被毒", "女巫", "R25", by=entry.by, spends="毒药", 毒=(*state.night.毒, to))
    return Done(after, None, ("R25",), (Why("用毒药", (("to", to),)),))


# --- 预言家


def 查验次数(state: State, entry: Entry) -> None:
    """R27, R62: one a night; 预言家 with 眼镜 goes on while he has it left."""
    by = actor(entry)
    if state.acted("查验", by) and not (state.at(by).role == "预言家" and state.at(by).left.get("眼镜", 0) > 0):
        raise Illegal("今夜已用", "R27", "R41", seat=by, skill="查验")


def 查验(state: State, entry: Entry) -> Done[State]:
    by, to = actor(entry), entry.target
    if to is None:
        return told(None, state, "R27", "R41")
    seat = state.at(by)
    second = any(e.skill == "查验" and e.by == by and e.to for e in state.past)
    after = state.put(by, seat.spent("眼镜")) if seat.role != "预言家" or second else state
    found = "狼人" if looks_wolf(state, to) else "好人"
    after = after.tell(to, "被查验", "预言家", "R27", by=by, result=found)
    return Done(after, found, ("R27", "R5", *seen_rulings(state, to)), (seen(state, to, found),))


def seen_rulings(state: State, seat: int) -> tuple[str, ...]:
    """The rulings that make some answers surprising."""
    special = {"隐狼": ("隐狼", "R15"), "混血儿": ("混血儿", "R12"), "野孩子": ("野孩子", "R13")}
    return special.get(state.at(seat).role, ())


# --- 潜行者


def shadowed(state: State, by: int) -> int | None:
    """R35: whom he voted for in the last 公投 of the day before in which he voted, if not exiled then."""
    voted = state.day.投.get(by)
    return None if voted is None or voted == state.day.放逐 else voted


def 所投未放逐(state: State, entry: Entry) -> None:
    if entry.target is not None and entry.target != shadowed(state, actor(entry)):
        raise Illegal("非所投之人", "潜行者", "R35", seat=entry.target)


def 暗杀(state: State, entry: Entry) -> Done[State]:
    to = entry.target
    if to is None:
        return told(None, state, "R35", "R41")
    after = state.leaves(to, "被暗杀", "潜行者", "R35", by=entry.by, spends="暗杀", 暗杀=to)
    return Done(after, None, ("R35",), (Why("用暗杀", (("to", to),)),))


# --- 猎人, 狼王


def 状态(state: State, entry: Entry) -> Done[State]:
    """R31: what poisons, hugs, or has taken the gun."""
    by = actor(entry)
    for code, holds in (
        ("状态·中毒", by in state.night.毒),
        ("状态·被抱", state.night.抱 == by),
        ("状态·失技", state.at(by).失去技能),
        ("状态·无枪", state.at(by).left.get("枪", 0) < 1),
    ):
        if holds:
            return Done(state, "不可开枪", ("R31",), (Why(code),))
    return told("可开枪", state, "R31")


PICK_ROLE = Ask(by=True, pick=tuple(ROLE), must=frozenset({"by", "pick"}))
GIFT = Ask(by=True, to="seat", pick=GIFTS, must=frozenset({"by", "to", "pick"}))
ALONE = Ask(by=True, must=BY)
一瓶 = (一晚一瓶,)

SKILLS: tuple[Skill, ...] = (
    Skill("选择", "盗贼", True, 1, PICK_ROLE, 选择, of=("盗贼",), aim=(可选之牌,), first=True),
    Skill("幸运儿", "黑市商人", True, 2, GIFT, 幸运儿, of=("黑市商人",), aim=(他人, 目标在世), first=True),
    Skill("情侣", "丘比特", True, 3, Ask(by=True, to="seats", must=BY), 情侣, of=("丘比特",), aim=(两名玩家, 目标在世), first=True),
    Skill("榜样", "野孩子", True, 榜样之序, MUST_AT, 榜样, of=("野孩子", "混血儿"), aim=(他人, 目标在世), first=True, told=""),
    Skill("抱", "花蝴蝶", True, 6, AT, 抱, of=("花蝴蝶",), uses="抱", aim=(他人, 目标在世, 不连续("抱", "R38")), told=""),
    Skill("守护", "守卫", True, 7, AT, 守护, of=("守卫",), aim=(目标在世, 不连续("守护", "R23")), told=""),
    Skill("刀", "狼人", True, 8, Ask(to="seat", votes=True), 刀, may=(有狼带刀,), aim=(目标在世, 各狼所指, 不自刀), told=""),
    Skill("魅惑", "狼美人", True, 9, AT, 魅惑, of=("狼美人",), aim=(目标在世, 不连续("魅惑", "R33")), told=""),
    Skill("验", "恶魔", True, 10, AT, 验, of=("恶魔",), aim=(目标在世, 非狼)),
    Skill("死亡信息", "女巫", True, 11, ALONE, 死亡信息, of=("女巫",), stripped=True, hugged=True),
    Skill("解药", "女巫", True, 12, AT, 解药, of=("女巫",), uses="解药", aim=(*一瓶, 目标在世, 只救被刀, 自救), told=""),
    Skill("毒药", "女巫", True, 12, AT, 毒药, of=("女巫",), gift="毒药", uses="毒药", aim=(*一瓶, 目标在世), told=""),
    Skill("查验", "预言家", True, 13, AT, 查验, of=("预言家",), gift="眼镜", may=(查验次数,), aim=(目标在世,), once=False),
    Skill("暗杀", "潜行者", True, 14, AT, 暗杀, of=("潜行者",), uses="暗杀", aim=(目标在世, 所投未放逐), told=""),
    Skill("禁言", "禁言长老", True, 15, AT, 禁言, of=("禁言长老",), aim=(目标在世, 不连续("禁言", "R34")), told=""),
    Skill("状态", "猎人", True, 16, ALONE, 状态, of=("猎人", "狼王"), gift="枪", stripped=True, hugged=True),
)
