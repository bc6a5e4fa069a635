"""What may be entered next, in the order of the steps, from the very limits that check uses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.declare import Illegal, Step
from engine.langrensha.identity import knifers
from engine.langrensha.roles import MUSTS
from engine.langrensha.skills import Skill, aim, may, standing
from engine.langrensha.state import State
from engine.langrensha.steps import DAY_STEPS, NIGHT_STEPS, SKILL
from engine.langrensha.vote import reveals, stands
from engine.prompt import Const, Field, Offer, OneOf, Prompt, Seats, Table
from engine.record import Entry, entry_of

Plain = Any
Check = Callable[[State, Skill, Entry], None]
Fields = tuple[tuple[str, Field], ...]


def prompts(state: State) -> tuple[Prompt, ...]:
    """() after the end of the game. A holder who cannot act now is shown with the reason (ok False), by night."""
    if state.winner is not None:
        return ()
    return tuple(prompt for step in (NIGHT_STEPS if state.夜 else DAY_STEPS) for prompt in of_step(state, step))


def of_step(state: State, step: Step) -> Iterator[Prompt]:
    if step.first and state.number != 1:
        return
    for name in step.skills:
        skill = SKILL[name]
        for by in actors(state, skill, step):
            yield from of_actor(state, skill, step, by)


def actors(state: State, skill: Skill, step: Step) -> Iterable[int | None]:
    """Whom the step asks; None where no seat acts."""
    if not skill.ask.by:
        return (None,)
    if skill.name == "榜样":
        return [n for n in skill.actors(state) if state.at(n).role in step.roles]
    if skill.name == "开枪":
        return [m.seat for m in state.may if (m.of == "夜") == (step.name == "天·夜枪")]
    if skill.name == "警徽":
        return [n for n in (state.警长,) if n is not None]
    return skill.actors(state) if skill.of or skill.gift else state.living()


def against(check: Check, state: State, skill: Skill, entry: Entry) -> Illegal | None:
    """Why the rules forbid it; None: they do not."""
    try:
        check(state, skill, entry)
    except Illegal as no:
        return no
    return None


HIDDEN = frozenset({"今夜已用", "次序已过", "已无次数"})  # not worth a greyed prompt


def of_actor(state: State, skill: Skill, step: Step, by: int | None) -> Iterator[Prompt]:
    bare = Prompt(step.name, skill.name, by, line=step.line, told=skill.told)
    no = against(may, state, skill, Entry(skill.name, by))
    if no is None:
        yield from ASKED.get(skill.name, plain)(state, skill, bare)
    elif state.夜 and by is not None and no.why.code not in HIDDEN:
        yield replace(bare, ok=False, why=no.why, cite=no.cite)


def offers(state: State, skill: Skill, by: int | None) -> tuple[Offer, ...]:
    """Every seat, with the reason where it may not be named."""
    found = []
    for seat in state.numbers:
        no = against(aim, state, skill, Entry(skill.name, by, (seat,)))
        found.append(Offer(seat) if no is None else Offer(seat, False, no.why, no.cite))
    return tuple(found)


def whole(state: State, skill: Skill) -> Callable[[Mapping[str, Plain]], bool]:
    """Does the whole entry stand?"""
    return lambda raw: against(aim, state, skill, entry_of(raw)) is None


def plain(state: State, skill: Skill, bare: Prompt) -> Iterator[Prompt]:
    """Nothing, one seat, or one seat and a pick, as the skill asks."""
    fields: list[tuple[str, Field]] = []
    if skill.ask.to:
        fields.append(("to", Seats(offers(state, skill, bare.by))))
    if skill.ask.pick:
        fields.append(("pick", OneOf(tuple(Offer(word) for word in skill.ask.pick))))
    must = state.夜 and bare.by is not None and skill.first and state.at(bare.by).role in MUSTS
    yield replace(bare, fields=tuple(fields), maybe=frozenset({"to"} if skill.ask.to else ()) - skill.ask.must, must=must)


def 选择(state: State, skill: Skill, bare: Prompt) -> Iterator[Prompt]:
    found = []
    for role in dict.fromkeys(state.board.extra):
        no = against(aim, state, skill, Entry(skill.name, bare.by, pick=role))
        found.append(Offer(role) if no is None else Offer(role, False, no.why, no.cite))
    yield replace(bare, fields=(("pick", OneOf(tuple(found))),), must=True)


def 情侣(state: State, skill: Skill, bare: Prompt) -> Iterator[Prompt]:
    seats = tuple(Offer(n, standing(state, n)) for n in state.numbers)
    yield replace(bare, fields=(("to", Seats(seats, 2, 2, several=True)),), maybe=frozenset({"to"}))


def 刀(state: State, skill: Skill, bare: Prompt) -> Iterator[Prompt]:
    """One seat or nobody; or each wolf's own voice."""
    yield from plain(state, skill, bare)
    voices = Table(dict.fromkeys(knifers(state), 1), tuple(Offer(n, standing(state, n)) for n in state.numbers))
    yield replace(bare, fields=(("votes", voices),), title="各狼所指", fits=whole(state, skill))


def 警长竞选(state: State, skill: Skill, bare: Prompt) -> Iterator[Prompt]:
    tied = state.day.竞选平票
    here = [n for n in state.numbers if stands(state, n)]
    voters = {n: 1 for n in here if state.at(n).投票权}
    if not tied:
        who = Seats(tuple(Offer(n, n in here) for n in state.numbers), 0, len(here), several=True, repeat=True)
        votes = Table(voters, tuple(Offer(n) for n in here), within="to")
        yield replace(bare, fields=(("to", who), ("votes", votes)), maybe=frozenset({"to", "votes"}))
    elif all(n in here for n in tied):
        who = Seats(tuple(Offer(n, n in tied) for n in state.numbers), len(tied), len(tied), several=True, groups=(tied,), repeat=True)
        votes = Table(voters, tuple(Offer(n) for n in tied), within="to")
        yield replace(bare, fields=(("to", who), ("votes", votes)), maybe=frozenset({"votes"}), title="平票再投")


def 公投(state: State, skill: Skill, bare: Prompt) -> Iterator[Prompt]:
    """The vote; and the same where it exiles a 白痴 who shows himself."""
    tied = state.day.平票
    living = state.living()
    voters = {n: 1 for n in living if state.at(n).投票权 and n not in tied}
    targets = tuple(Offer(n, n in living and (not tied or n in tied)) for n in state.numbers)
    fields: Fields = (("votes", Table(voters, targets)),)
    yield replace(bare, fields=fields, must=bool(tied), title="重投" if tied else "")
    if voters and any(offer.ok and reveals(state, offer.value) for offer in targets):
        yield replace(bare, fields=(*fields, ("pick", Const("亮明身份"))), title="亮明身份", fits=whole(state, skill))


def 自爆(state: State, skill: Skill, bare: Prompt) -> Iterator[Prompt]:
    """Alone, but for 白狼王."""
    takes = bare.by is not None and state.at(bare.by).role == "白狼王"
    yield from plain(state, skill, bare) if takes else iter((bare,))


ASKED: dict[str, Callable[[State, Skill, Prompt], Iterator[Prompt]]] = {
    "选择": 选择,
    "情侣": 情侣,
    "刀": 刀,
    "警长竞选": 警长竞选,
    "公投": 公投,
    "自爆": 自爆,
}
