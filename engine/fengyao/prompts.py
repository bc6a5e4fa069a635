"""What may be entered next, from the very functions that `act` asks: who, once, limits, and what a use still needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.change import changed
from engine.declare import Illegal, Needs
from engine.fengyao import setup as 局
from engine.fengyao.night import 真, 鉴仙图真
from engine.fengyao.phase import ROWS, barred
from engine.fengyao.roles import 大数, 妖众, 将领, 将领牌, 小数, 底层, 顶层
from engine.fengyao.skill import Rule, Skill, spent, 不写席位, 无人
from engine.fengyao.standing import 全部号码, 量天可抽, 随机
from engine.fengyao.state import State, 席位, 戏言, 票权, 缄默, 自由
from engine.fengyao.steps import STEP_AT
from engine.prompt import Const, Dice, Field, Offer, OneOf, Prompt, Row, Seats, Table
from engine.record import Entry

Plain = Any
Build = Callable[[State, Skill, list[int]], Iterator[Prompt]]
_DIE = ("die", Dice())


def prompts(state: State) -> tuple[Prompt, ...]:
    """All prompts of the open phase, in the order of the schedule; only 天眼① after a defeat, none after the end."""
    return tuple(prompt for skill in ROWS if skill.kind == state.kind for prompt in _row(state, skill))


def _row(state: State, skill: Skill) -> Iterator[Prompt]:
    if barred(state, skill) or (skill.of and skill.of not in state.deal.在场):
        return
    build = BUILD[skill.kind, skill.row or skill.name]
    if skill.who in (无人, 不写席位):
        bare = Entry(skill.name)
        no = used(state, skill, bare) or limited(state, skill, bare)
        yield from [_closed(state, skill, None, no)] if no else build(state, skill, [])
        return
    able = []
    for seat in _候选(state, skill):
        entry = Entry(skill.name, by=seat)
        no = refused((skill.who,), state, entry) or used(state, skill, entry)
        if no:
            yield _closed(state, skill, seat, no)
        else:
            able.append(seat)
    if able:
        yield from build(state, skill, able)


def _候选(state: State, skill: Skill) -> Iterable[int]:
    """Seats that might act: for a claim all, else those that hold the card."""
    if skill.kind == "黑夜" and skill.name != "天眼":
        return 席位(state)
    return (seat for seat, hand in state.deal.hands.items() if skill.of in hand)


def _prompt(
    skill: Skill,
    by: int | None = None,
    *fields: tuple[str, Field],
    maybe: Iterable[str] = (),
    title: str = "",
    told: str = "",
    must: bool = False,
    bare: Sequence[str] = (),
) -> Prompt:
    """bare: keys that the row rules out."""
    step = STEP_AT[skill.kind, skill.step]
    fits = (lambda entry: all(entry.get(key) is None for key in bare)) if bare else None
    return Prompt(step, skill.name, by, fields, frozenset(maybe), must, step, title, told=told, cite=(skill.cite,), fits=fits)


def _closed(state: State, skill: Skill, by: int | None, no: Illegal | Needs) -> Prompt:
    step = STEP_AT[skill.kind, skill.step]
    return Prompt(step, skill.name, by, line=step, ok=False, why=no.why, cite=(skill.cite, *no.cite))


# asking the rules -------------------------------------------------------------------------------------------------


def refused(rules: Iterable[Rule], state: State, entry: Entry) -> Illegal | None:
    """What the first of these rules has against the entry."""
    try:
        for rule in rules:
            rule(state, entry)
    except Illegal as no:
        return no
    return None


def used(state: State, skill: Skill, entry: Entry) -> Illegal | None:
    spends = skill.once and spent(skill, entry) in state.used
    return Illegal("本阶段已用", "游戏流程", skill=skill.name) if spends else None


def limited(state: State, skill: Skill, entry: Entry) -> Illegal | None:
    """What the limits have against it; what may still be missing is not looked at."""
    return refused(skill.limits, state, entry)


def wants(state: State, skill: Skill, entry: Entry) -> tuple[frozenset[str], Needs | None]:
    """(which of die and drawn this use needs, what else is missing that no entry of now can bring)."""
    keys: set[str] = set()
    for _ in range(3):
        try:
            skill.do(state, entry)
        except Needs as no:
            if no.what not in ("die", "drawn") or no.what in keys:
                return frozenset(keys), no
            keys.add(no.what)
            entry = changed(entry, die=(1,)) if no.what == "die" else changed(entry, drawn="成功")
        else:
            break
    return frozenset(keys), None


def offer(value: Plain, no: Illegal | None) -> Offer:
    return Offer(value, no is None, no.why if no else None, no.cite if no else ())


def seat_offers(state: State, skill: Skill, by: int, pick: Plain = None) -> tuple[Offer, ...]:
    """Every seat, the forbidden ones with the reason."""
    return tuple(offer(seat, limited(state, skill, Entry(skill.name, by=by, to=(seat,), pick=pick))) for seat in 席位(state))


def values(words: Iterable[Plain]) -> OneOf:
    return OneOf(tuple(Offer(word) for word in words))


def aimed(state: State, skill: Skill, by: int, pick: Plain, seats: int, title: str, told: str, maybe: tuple[str, ...]) -> Prompt:
    """A prompt for `to` with this pick; not ok where no seat, or too few, may be named."""
    offers = seat_offers(state, skill, by, pick)
    fields: list[tuple[str, Field]] = [("to", Seats(offers, seats, seats, several=seats > 1))]
    if pick is not None:
        fields.append(("pick", Const(pick)))
    prompt = _prompt(skill, by, *fields, maybe=maybe, title=title, told=told)
    if sum(o.ok for o in offers) < seats:
        return changed(prompt, ok=False, why=next((o.why for o in offers if not o.ok), None))
    return prompt


# 首昼 and 白昼 ----------------------------------------------------------------------------------------------------


def 一句(told: str = "", *bare: str) -> Build:
    """Nothing but the entry itself."""

    def build(state: State, skill: Skill, seats: list[int]) -> Iterator[Prompt]:
        for seat in seats or [None]:  # type: ignore[list-item]
            yield _prompt(skill, seat, told=told, bare=bare)

    return build


def 选人(told: str = "") -> Build:
    """One seat, or 放弃."""

    def build(state: State, skill: Skill, seats: list[int]) -> Iterator[Prompt]:
        for seat in seats:
            yield aimed(state, skill, seat, None, 1, "", told, ("to",))

    return build


def 首昼骨筹(state: State, skill: Skill, seats: list[int]) -> Iterator[Prompt]:
    key = "pick" if state.deal.top_at_opening("枯骨") else "drawn"
    yield _prompt(skill, seats[0], (key, values((将领, 妖众))), told="" if key == "pick" else "by")


def 星象选(state: State, skill: Skill, seats: list[int]) -> Iterator[Prompt]:
    for direction in (大数, 小数):
        yield aimed(state, skill, seats[0], direction, 1, direction, "by", ())


def 化形示(state: State, skill: Skill, seats: list[int]) -> Iterator[Prompt]:
    if 局.化形失效(state.deal.hands):
        yield _prompt(skill, told="by", bare=("by", "drawn"))
    else:
        yield _prompt(skill, None, ("drawn", values(state.deal.化形)), told="by", bare=("by",))


def 请邪选(state: State, skill: Skill, seats: list[int]) -> Iterator[Prompt]:
    cards = values(局.邪神牌)
    yield _prompt(skill, seats[0], ("pick", Row((cards, cards, values(("是", "否"))), different=True)), told="")


def 生死链(state: State, skill: Skill, seats: list[int]) -> Iterator[Prompt]:
    links = ("生链", "死链")
    for link in links:
        yield aimed(state, skill, seats[0], link, 2, link, "", ())
    yield _prompt(skill, seats[0], ("pick", values(links)), maybe=("pick",), title="放弃")


def 血祭(state: State, skill: Skill, seats: list[int]) -> Iterator[Prompt]:
    yield aimed(state, skill, seats[0], None, 1, "血祭", "", ("to",))
    yield aimed(state, skill, seats[0], "饥渴献祭", 1, "饥渴献祭", "", ())
    yield _prompt(skill, seats[0], ("pick", Const("饥渴献祭")), title="放弃")


def 封妖(state: State, skill: Skill, seats: list[int]) -> Iterator[Prompt]:
    for pick, maybe in ((None, ("to",)), ("圣陨", ())):
        prompt = aimed(state, skill, seats[0], pick, 1, pick or "封妖", "", maybe)
        if pick is None or "圣贤" in state.deal.在场:
            yield prompt


def 验妖(state: State, skill: Skill, seats: list[int]) -> Iterator[Prompt]:
    for seat in seats:
        for which in state.deal.验妖:
            picks: tuple[Plain, ...] = (["②", 顶层], ["②", 底层]) if which == "②" else (which,)
            for pick in picks:
                yield aimed(state, skill, seat, pick, 1, "".join(pick), "by", ())
        yield _prompt(skill, seat, title="放弃")


def 天眼一(state: State, skill: Skill, seats: list[int]) -> Iterator[Prompt]:
    no = limited(state, skill, Entry(skill.name, by=seats[0]))
    if no:
        yield _closed(state, skill, seats[0], no)
        return
    layers = (Offer(顶层), Offer(底层))
    yield _prompt(skill, seats[0], ("pick", Table(dict.fromkeys(席位(state), 2), layers)), told="all")


# 黑夜 -------------------------------------------------------------------------------------------------------------


def 骨筹(state: State, skill: Skill, seats: list[int]) -> Iterator[Prompt]:
    left = 全部号码(state)
    fields: tuple[OneOf, ...] = (values(left), values(left))
    if 随机(state, "枯骨"):
        fields = (*fields, values(("小于3", "大于2")))
    _, missing = wants(state, skill, Entry(skill.name, drawn=[left[0], left[1], "小于3"]))
    if missing:
        yield _closed(state, skill, None, missing)
    else:
        yield _prompt(skill, None, ("drawn", Row(fields, different=True)), told="all")


def 量天(state: State, skill: Skill, seats: list[int]) -> Iterator[Prompt]:
    yield _prompt(skill, None, ("drawn", values(量天可抽(state))), told="all")


def 星象(state: State, skill: Skill, seats: list[int]) -> Iterator[Prompt]:
    _, missing = wants(state, skill, Entry(skill.name))
    yield _closed(state, skill, None, missing) if missing else _prompt(skill, told="all")


def 真假(state: State, seats: list[int], test: Callable[[int], bool]) -> Iterator[tuple[int, list[int]]]:
    """Claimants in two lots, the true and the false, each with one to speak for all: within a lot the rules treat all alike."""
    for lot in ([seat for seat in seats if test(seat)], [seat for seat in seats if not test(seat)]):
        if lot:
            yield lot[0], lot


def 业火(state: State, skill: Skill, seats: list[int]) -> Iterator[Prompt]:
    to = Seats(seat_offers(state, skill, seats[0]), 2, 2, several=True)
    if len(to.allowed()) < 2:
        return
    for one, lot in 真假(state, seats, lambda seat: 真(state, seat, "灾厄")):
        keys, _ = wants(state, skill, Entry(skill.name, by=one, to=tuple(to.allowed()[:2])))
        for seat in lot:
            yield _prompt(skill, seat, ("to", to), _DIE, maybe={"die"} - keys, told="all")


def 崩灭(state: State, skill: Skill, seats: list[int]) -> Iterator[Prompt]:
    """Two prompts where some targets need a die and others don't."""
    everyone = set(席位(state))
    for one, lot in 真假(state, seats, lambda seat: 真(state, seat, "怪煞")):
        if 真(state, one, "怪煞"):
            rolled = {to for to in everyone - {one} if wants(state, skill, Entry(skill.name, by=one, to=(to,)))[0]}
        else:
            rolled = everyone
        for seat in lot:
            own = offer(seat, limited(state, skill, Entry(skill.name, by=seat, to=(seat,))))
            for among, maybe in ((rolled - {seat}, ()), (everyone - rolled - {seat}, ("die",))):
                if among:
                    offers = tuple(own if to == seat else Offer(to) for to in sorted(among | {seat}))
                    yield _prompt(skill, seat, ("to", Seats(offers)), _DIE, maybe=maybe)


def 招魂(state: State, skill: Skill, seats: list[int]) -> Iterator[Prompt]:
    cards = values(sorted(card for card in 将领牌 if card in state.deal.在场))
    shown = ("drawn", values(("成功", "失败")))
    for one, lot in 真假(state, seats, lambda seat: 真(state, seat, "纸人")):
        keys, _ = wants(state, skill, Entry(skill.name, by=one, pick="妖首"))
        for seat in lot:
            yield _prompt(skill, seat, ("pick", cards), _DIE, shown, maybe={"die", "drawn"} - keys, told="by")


def 请邪(state: State, skill: Skill, seats: list[int]) -> Iterator[Prompt]:
    for one, lot in 真假(state, seats, lambda seat: 真(state, seat, "鬼巫")):
        _, missing = wants(state, skill, Entry(skill.name, by=one, pick="是", drawn="邪神牌1"))
        if missing:
            yield from (_closed(state, skill, seat, missing) for seat in lot)
            continue
        for answer in ("是", "否"):
            entries = [Entry(skill.name, by=one, pick=answer, drawn=card) for card in 局.邪神牌]
            shown = OneOf(tuple(offer(entry.drawn, limited(state, skill, entry)) for entry in entries))
            for seat in lot:
                yield _prompt(skill, seat, ("pick", Const(answer)), ("drawn", shown), title=answer, told="all")


def 鉴仙图(state: State, skill: Skill, seats: list[int]) -> Iterator[Prompt]:
    able = []
    for seat in seats:
        no = limited(state, skill, Entry(skill.name, by=seat, pick="③"))
        if no:
            yield _closed(state, skill, seat, no)
        else:
            able.append(seat)
    for one, lot in 真假(state, able, lambda seat: 鉴仙图真(state, seat)):
        for pick in ("①", ["②", 顶层], ["②", 底层], "④"):
            prompt = aimed(state, skill, one, pick, 1, "".join(pick), "" if pick == "④" else "all", ())
            if prompt.ok:
                prompt = _with_die(state, skill, prompt, pick)
            yield from (changed(prompt, by=seat) for seat in lot)
        yield from (_prompt(skill, seat, ("pick", Const("③")), _DIE, maybe=("die",), title="③") for seat in lot)


def _with_die(state: State, skill: Skill, prompt: Prompt, pick: Plain) -> Prompt:
    to = dict(prompt.fields)["to"]
    assert isinstance(to, Seats)
    keys, _ = wants(state, skill, Entry(skill.name, by=prompt.by, to=(to.allowed()[0],), pick=pick))
    return changed(prompt, fields=(*prompt.fields, _DIE), maybe=frozenset({"die"} - keys))


def 诛仙投票(state: State, skill: Skill, seats: list[int]) -> Iterator[Prompt]:
    rights = {seat: 票权(state.at(seat), state.n) for seat in 席位(state)}
    most = {seat: right for seat, right in rights.items() if right}
    voter = next(iter(most), 1)
    of = [offer(seat, limited(state, skill, Entry(skill.name, votes={voter: seat}))) for seat in 席位(state)]
    yield _prompt(skill, None, ("votes", Table(most, tuple(of))), told="all", must=True)


def 黎明(state: State, skill: Skill, seats: list[int]) -> Iterator[Prompt]:
    closed = {seat: 1 for seat in 席位(state) if state.at(seat).status != 自由}
    yield _prompt(skill, None, ("pick", Table(closed, (Offer(戏言), Offer(缄默)))), told="all")


BUILD: Mapping[tuple[str, str], Build] = {
    ("首昼", "骨筹"): 首昼骨筹,
    ("首昼", "星象选"): 星象选,
    ("首昼", "星空仙人确认"): 一句("by"),
    ("首昼", "化形示"): 化形示,
    ("首昼", "星象示"): 一句("by", "by"),
    ("首昼", "天眼二"): 一句("by", "by"),
    ("首昼", "止伐"): 选人(),
    ("首昼", "请邪"): 请邪选,
    ("首昼", "窥念"): 选人("by"),
    ("首昼", "验妖"): 验妖,
    ("首昼", "化形全示"): 一句("by", "drawn"),
    ("白昼", "生死链"): 生死链,
    ("白昼", "血祭"): 血祭,
    ("白昼", "星空仙人行动"): 一句(),
    ("白昼", "星象"): 一句("by", "by"),
    ("白昼", "止伐"): 选人(),
    ("白昼", "封妖"): 封妖,
    ("白昼", "背刺"): 选人(),
    ("白昼", "窥念"): 选人("by"),
    ("白昼", "验妖"): 验妖,
    ("白昼", "天眼"): 天眼一,
    ("黑夜", "骨筹"): 骨筹,
    ("黑夜", "量天"): 量天,
    ("黑夜", "星象"): 星象,
    ("黑夜", "业火"): 业火,
    ("黑夜", "崩灭"): 崩灭,
    ("黑夜", "招魂"): 招魂,
    ("黑夜", "请邪"): 请邪,
    ("黑夜", "鉴仙图"): 鉴仙图,
    ("黑夜", "诛仙投票"): 诛仙投票,
    ("黑夜", "黎明"): 黎明,
    ("黑夜", "天眼"): 天眼一,
}
