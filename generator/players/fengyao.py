"""Players of 封妖. Both models propose entries row by row, in the order of the phase, straight to the engine; none asks for prompts.

随机: every skill with a random target, a quarter of the seats claim something at night, every ballot at random.
常人: the same rhythm, but nobody aims at himself, 星空 (who have seen each other) spare each other, a 妖首 who has found 星空 votes
      and strikes there, and ballots gather: each voter follows, two times of three, the seat that has most votes and that he may wish.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.fengyao import setup as 局
from engine.fengyao.roles import 大数, 妖众, 将领, 将领牌, 小数, 底层, 星空, 顶层
from engine.fengyao.standing import 全部号码, 量天可抽
from engine.fengyao.state import State, 席位, 票权, 自由
from engine.games import Game
from engine.record import Entry, normal, record_of
from engine.replay import Ruling, step
from engine.stream import Stream
from generator.players import PHASES, Model, Played, sides_of

Plain = Any
CLAIMS = ("业火", "崩灭", "招魂", "请邪", "鉴仙图")
OF = {"业火": "灾厄", "崩灭": "怪煞", "招魂": "纸人", "请邪": "鬼巫"}


@dataclass(slots=True)
class Table:
    """One game in play: the random numbers, whether people think, and what they have found out."""

    stream: Stream
    thinks: bool
    friends: Mapping[int, frozenset[int]] = field(default_factory=dict)  # seats that a seat will not harm
    prey: dict[int, set[int]] = field(default_factory=dict)  # seats that a seat has found to be against it
    named: list[str] = field(default_factory=list)

    def below(self, n: int) -> int:
        return self.stream.below(n)

    def pick(self, items: Any) -> Any:
        return items[self.stream.below(len(items))]

    def die(self) -> tuple[int, ...]:
        return (1 + self.stream.below(6),)

    def target(self, state: State, by: int, free: bool = True) -> int:
        """Whom this seat goes for."""
        seats = [s for s in 席位(state) if s != by and (not free or state.seats[s - 1].status == 自由)] or [by]
        if self.thinks:
            known = [s for s in seats if s in self.prey.get(by, ())]
            seats = known or [s for s in seats if s not in self.friends.get(by, ())] or seats
        return int(self.pick(seats))


def _entry(skill: str, **keys: Plain) -> Entry:
    """An entry and its raw form, as a record would hold it."""
    raw = {"skill": skill, **keys}
    to = keys.get("to")
    return Entry(
        skill,
        keys.get("by"),
        None if to is None else tuple(to) if isinstance(to, list) else (to,),
        keys.get("pick"),
        keys.get("die"),
        keys.get("drawn"),
        keys.get("votes"),
        raw=raw,
    )


# --- proposals, in the order of each phase


def first_day(state: State, table: Table) -> Iterator[Entry]:
    deal = state.deal
    seat = deal.席.get("枯骨")
    if seat:
        yield _entry("骨筹", by=seat, **{"pick" if deal.top_at_opening("枯骨") else "drawn": table.pick((将领, 妖众))})
    seat = deal.席.get("星君")
    if seat:
        up = table.below(2)
        to = table.target(state, seat) if deal.top_at_opening("星君") else 局.下一席(seat, 1 if up else -1, deal.players)
        yield _entry("星象", by=seat, to=to, pick=大数 if up else 小数)
    yield _entry("星空仙人确认")
    yield _entry("化形") if 局.化形失效(deal.hands) else _entry("化形", drawn=table.pick(deal.化形))
    for card, skill in (("星君", "星象"), ("仙童", "天眼")):
        if card in deal.席:
            yield _entry(skill)
    yield from _targeted(state, table, ("止伐", "佛陀"))
    if "鬼巫" in deal.席:
        one = table.below(4)
        cards = (局.邪神牌[one], 局.邪神牌[(one + 1 + table.below(3)) % 4])
        yield _entry("请邪", by=deal.席["鬼巫"], pick=[*cards, table.pick(("是", "否"))])
    yield from _targeted(state, table, ("窥念", "凶祟"))
    yield from _seen(state, table)


def _targeted(state: State, table: Table, *rows: tuple[str, str]) -> Iterator[Entry]:
    """Skills that name one seat, by the holder of the card."""
    for skill, card in rows:
        by = state.deal.席.get(card)
        if by is not None and (card == "佛陀" or state.seats[by - 1].top == card):
            yield _entry(skill, by=by, to=table.target(state, by))


def _seen(state: State, table: Table) -> Iterator[Entry]:
    """验妖 by each 妖首 on top."""
    for by in 席位(state):
        if state.seats[by - 1].top == "妖首":
            which = table.pick(state.deal.验妖)
            yield _entry("验妖", by=by, to=table.target(state, by), pick=["②", table.pick((顶层, 底层))] if which == "②" else which)


def day(state: State, table: Table) -> Iterator[Entry]:
    deal = state.deal
    tops = {seat.top: i for i, seat in enumerate(state.seats, 1)}
    if "魔罗" in tops:
        by = tops["魔罗"]
        yield _entry("生死链", by=by, to=[by, table.target(state, by)], pick=table.pick(("生链", "死链")))
    if "血俑" in tops:
        by = tops["血俑"]
        yield _entry("血祭", by=by, to=table.target(state, by) if table.below(2) else by)
    yield _entry("星空仙人行动")
    if "星君" in deal.席:
        yield _entry("星象")
    yield from _targeted(state, table, ("止伐", "佛陀"))
    yield _entry("封妖", by=deal.席["仙子"], to=table.target(state, deal.席["仙子"]))
    if state.加封:
        yield _entry("封妖", by=deal.席["仙子"], to=table.target(state, deal.席["仙子"]))
    if "圣贤" in state.封时 and not state.圣陨 and table.below(2):
        yield _entry("封妖", by=deal.席["仙子"], to=table.target(state, deal.席["仙子"]), pick="圣陨")
    for card, skill in (("影妖", "背刺"), ("凶祟", "窥念")):
        if card in tops:
            yield _entry(skill, by=tops[card], to=table.target(state, tops[card]))
    yield from _seen(state, table)


def night(state: State, table: Table) -> Iterator[Entry]:
    deal = state.deal
    if "枯骨" in deal.在场 and len(left := 全部号码(state)) >= 2:
        a = table.pick(left)
        b = table.pick([seat for seat in left if seat != a])
        yield _entry("骨筹", drawn=[a, b, table.pick(("小于3", "大于2"))])
    if "树精" in deal.在场:
        drawn = 量天可抽(state)
        if drawn:
            yield _entry("量天", drawn=table.pick(drawn))
    if "星君" in deal.席:
        yield _entry("星象")
    claims = [c for c in CLAIMS if c not in OF or OF[c] in deal.在场]
    for by in 席位(state):
        if not table.below(4):
            yield _claim(state, table, by, table.pick(claims))
    yield _vote(state, table)
    closed = [s for s in 席位(state) if state.seats[s - 1].status != 自由]
    if closed:
        yield _entry("黎明", pick={s: "戏言" if table.below(2) else "缄默" for s in closed})


def _claim(state: State, table: Table, by: int, skill: str) -> Entry:
    if skill == "业火":
        free = [s for s in 席位(state) if state.seats[s - 1].status == 自由]
        one = table.target(state, by)
        return _entry(skill, by=by, to=[one, table.pick([s for s in free if s != one] or [by])], die=table.die())
    if skill == "招魂":
        cards = table.named or sorted(card for card in 将领牌 if card in state.deal.在场)
        table.named = cards
        return _entry(skill, by=by, pick=table.pick(cards), die=table.die(), drawn=table.pick(("成功", "失败")))
    if skill == "请邪":
        return _entry(skill, by=by, pick=table.pick(("是", "否")), drawn=table.pick(局.邪神牌))
    if skill == "鉴仙图":
        pick = table.pick(("①", "②", "③", "④"))
        if pick == "③":
            return _entry(skill, by=by, pick=pick, die=table.die())
        return _entry(skill, by=by, to=table.target(state, by), pick=["②", 顶层] if pick == "②" else pick, die=table.die())
    return _entry(skill, by=by, to=table.target(state, by), die=table.die())


def _vote(state: State, table: Table) -> Entry:
    """Every ballot at a free seat; people who think follow the crowd where they may wish it."""
    free = [s for s in 席位(state) if state.seats[s - 1].status == 自由]
    count: dict[int, int] = {}
    votes: dict[int, Plain] = {}
    for by, seat in enumerate(state.seats, 1):
        right = 票权(seat, state.n)
        if not right or not free:
            continue
        to = table.target(state, by) if table.thinks else table.pick(free)
        if table.thinks and count and table.below(3):
            crowd = [s for s in sorted(count, key=lambda s: (-count[s], s)) if s != by and s not in table.friends.get(by, ())]
            to = crowd[0] if crowd else to
        if to not in free:
            continue
        votes[by] = [to] * right if right > 1 else to
        count[to] = count.get(to, 0) + right
    return _entry("诛仙投票", votes=votes)


PROPOSE: Mapping[str, Callable[[State, Table], Iterator[Entry]]] = {"首昼": first_day, "白昼": day, "黑夜": night}


# --- a game


def play(game: Game, record: Mapping[str, Plain], seed: bytes, thinks: bool) -> Played:
    """One game, from hands ordered at random."""
    table = Table(Stream(seed), thinks)
    closed = game.open(record_of(normal(ordered(record, table))))
    camps = closed.deal.归属
    star = frozenset(s for s, camp in camps.items() if camp == 星空)
    if thinks:
        table.friends = {s: star if s in star else frozenset((s,)) for s in camps}
    name: str | None = None
    entries, phases, end = 0, 0, None
    for _ in range(PHASES):
        phases += 1
        name = game.phase_after(name)
        state = game.begin(closed, name)
        state, done = _phase(game, state, table)
        entries += done
        end = game.close(state)
        closed = end.state
        if end.winner is not None:
            break
    assert end is not None
    return Played(end.winner, phases, entries, sides_of(end.seats))


def _phase(game: Game, state: State, table: Table) -> tuple[State, int]:
    """The proposals of a phase, those the engine accepts; it goes on from what it has just become."""
    done = 0
    for entry in PROPOSE[state.kind](state, table):
        if state.over is not None:
            break
        state, ruling = step(game, state, entry)
        done += 1
        if table.thinks and entry.skill == "验妖" and isinstance(ruling, Ruling) and ruling.result == 星空 and entry.by and entry.to:
            table.prey.setdefault(entry.by, set()).add(entry.to[0])
    return state, done


def ordered(record: Mapping[str, Plain], table: Table) -> dict[str, Plain]:
    """The deal with each hand in one of the orders it may take."""
    setup = dict(record["setup"])
    hands = {}
    for seat, (a, b) in setup["dealt"].items():
        flip = table.below(2)
        top, bottom = (b, a) if flip else (a, b)
        hands[seat] = [bottom, top] if top == "仙子" or bottom == "神女" else [top, bottom]
    return {**record, "setup": {**setup, "hands": hands}}


def random_legal(game: Game, record: Mapping[str, Plain], seed: bytes) -> Played:
    return play(game, record, seed, thinks=False)


def plain_people(game: Game, record: Mapping[str, Plain], seed: bytes) -> Played:
    return play(game, record, seed, thinks=True)


MODELS: dict[str, Model] = {"随机": random_legal, "常人": plain_people}
