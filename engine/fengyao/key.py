"""The adjudication key: what the moderator answers, for every seat and every state an answer depends on.

Nothing is computed here: each answer is the result of a hypothetical entry, put to the game on a hypothetical table. A table is a
short record: 白昼1, and 黑夜1 with a 裁定 that seals what the state says. Plain data come out, for paper and for `key --json`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, product
from typing import Any

from engine.fengyao.deal import orders
from engine.fengyao.roles import ROLES, 妖众, 底层, 星空, 顶层
from engine.games import Game, game_named
from engine.record import Entry, Record, entry_of
from engine.replay import step, told

Plain = Any
Hands = Mapping[int, Sequence[str]]
Ways = Mapping[int, list[list[str]]]
Sealed = tuple[tuple[int, int], ...]
Claims = list[tuple[str, int, Any]]
星空序 = tuple(r.name for r in ROLES if r.side == 星空)
白昼1, 黑夜1, 白昼2 = "白昼1", "黑夜1", "白昼2"
以后 = "以后"
读法: Mapping[str, Plain] = {"①": "①", "②顶层": ["②", 顶层], "②底层": ["②", 底层], "③": "③"}
_空票 = {"skill": "诛仙投票", "votes": {}}


def key(record: Record) -> dict[str, Plain]:
    """The whole key. A record that is only dealt is answered for either order of every hand ("已定": False)."""
    ways = _ways(record)
    base = {seat: way[0] for seat, way in ways.items()}
    table = Table(record, base)
    turned = Table(record, {seat: way[0] if "妖首" in way[0] else way[-1] for seat, way in ways.items()})
    return {
        "players": record.players,
        "已定": "hands" in record.setup,
        "关键仙人": record.setup["关键仙人"],
        "化形": list(record.setup["化形"]),
        "首昼": _first_day(record, ways),
        "座位": {seat: _seat(table, turned, ways[seat], seat) for seat in ways},
        "星象": _星象(table),
        "量天": [row for row in (_量天(record, base, layer) for layer in _layers(ways, "树精")) if row],
        "骨筹": _骨筹(table),
    }


def first_day(record: Record) -> dict[str, Plain]:
    """What the key says of the first day."""
    return _first_day(record, _ways(record))


def _ways(record: Record) -> Ways:
    """The orders each hand may have: the one of `hands`, or all that R9 allows; 妖首 and 凶祟 on top first, so that they can be asked."""
    if "hands" in record.setup:
        return {seat: [list(record.setup["hands"][seat])] for seat in record.seats}
    early = ("妖首", "凶祟")
    return {s: sorted(orders(record.setup["dealt"][s]), key=lambda way: way[0] not in early) for s in record.seats}


def _layers(ways: Mapping[int, Sequence[Sequence[str]]], card: str) -> list[str]:
    """The layers in which `card` may lie at the opening."""
    found = {(顶层, 底层)[list(way).index(card)] for each in ways.values() for way in each if card in way}
    return [layer for layer in (顶层, 底层) if layer in found]


# --- hypothetical tables


class Table:
    """Hands in a certain order, to put questions to. Its states are made once, phase by phase as a replay makes them.

    plain: seats on which neither an end of the game nor what others are read as depends.
    """

    __slots__ = ("_claims", "_days", "_dusk", "_game", "_nights", "hands", "morning", "plain", "record")

    def __init__(self, record: Record, hands: Hands) -> None:
        game = game_named("fengyao")
        assert game is not None
        setup = {k: v for k, v in record.setup.items() if k != "dealt"} | {"hands": hands}
        self._game: Game = game
        self.record = replace(record, setup=setup, log=())
        self.hands = hands
        bearing = {"妖首", "仙子", "神女", record.setup["关键仙人"]}
        self.plain = [seat for seat, hand in hands.items() if not bearing.intersection(hand)]
        self.morning = game.begin(game.open(self.record), 白昼1)
        self._dusk: Any = None
        self._nights: dict[Sealed, Any] = {}
        self._days: dict[Sealed, Any] = {}
        self._claims: dict[tuple[int, int], Claims] = {}

    def seat_of(self, card: str) -> int | None:
        return next((seat for seat, hand in self.hands.items() if card in hand), None)

    def then(self, state: Any, phase: str) -> Any:
        """The next phase, opened after this one is closed; None if the game ends with it."""
        end = self._game.close(state)
        return None if end.winner is not None else self._game.begin(end.state, phase)

    def after(self, state: Any, entry: Mapping[str, Plain]) -> Any:
        """The state after an entry."""
        return step(self._game, state, entry_of(entry))[0]

    def night(self, sealed: Mapping[int, int]) -> Any:
        """黑夜1 with so many layers gone from these seats."""
        gone = _gone(sealed)
        if gone not in self._nights:
            self._dusk = self._dusk or self.then(self.morning, 黑夜1)
            rows = {seat: _fields(self.hands[seat], k) for seat, k in gone}
            self._nights[gone] = self.after(self._dusk, {"skill": "裁定", "set": rows}) if rows else self._dusk
        return self._nights[gone]

    def day(self, sealed: Mapping[int, int]) -> Any:
        """白昼2 after such a night and an empty vote; None if the game has ended."""
        gone = _gone(sealed)
        if gone not in self._days:
            self._days[gone] = self.then(self.after(self.night(sealed), _空票), 白昼2)
        return self._days[gone]

    def claims(self, seat: int, k: int) -> Claims:
        """Who can truly use 鉴仙图 while `seat` has lost k layers, and the night of it."""
        if (seat, k) not in self._claims:
            self._claims[seat, k] = [(who, by, self.night(sealed)) for who, by, sealed in _claimants(self, seat, k)]
        return self._claims[seat, k]

    def answer(
        self, state: Any, skill: str, by: int | None = None, to: int | None = None, pick: Plain = None, drawn: Plain = None
    ) -> Plain:
        """The result of this entry on the state; None where it is not to be had."""
        if state is None:
            return None
        asked = _entry(skill, by, to, tuple(pick) if isinstance(pick, list) else pick, tuple(drawn) if isinstance(drawn, list) else drawn)
        return told(self._game, state, asked)


@lru_cache(4096)
def _entry(skill: str, by: int | None, to: int | None, pick: Plain, drawn: Plain) -> Entry:
    """A question: the same ones are put to many tables."""
    asked = {"skill": skill, "by": by, "to": to, "pick": pick, "drawn": drawn}
    return entry_of({k: list(v) if isinstance(v, tuple) else v for k, v in asked.items() if v is not None})


def _gone(sealed: Mapping[int, int]) -> Sealed:
    return tuple(sorted((seat, k) for seat, k in sealed.items() if k))


def _fields(hand: Sequence[str], k: int) -> dict[str, Plain]:
    if k == 1:
        return {"top": hand[1], "bottom": None, "sealed": [hand[0]]}
    return {"top": None, "bottom": None, "sealed": list(hand), "status": "讼罪", "mode": "戏言"}


def left(hand: Sequence[str], k: int) -> list[str | None]:
    """[top, bottom] now, with k layers gone."""
    return [*hand[k:], None, None][:2]


# --- one seat


def _seat(base: Table, turned: Table, ways: Sequence[list[str]], seat: int) -> dict[str, Plain]:
    """Answers about one seat for each order of its hand. How the others lie matters only for the effects of 验妖: 妖首 turns alone."""
    tables = [base]
    if len(ways) > 1:
        tables.append(Table(base.record, {**base.hands, seat: ways[1]}) if "妖首" in ways[1] else turned)
    return {
        "牌": list(ways[0]),
        "窥念": _窥念(base, seat),
        "排法": [
            {
                "顶层": t.hands[seat][0],
                "底层": t.hands[seat][1],
                "验妖": _验妖(t, seat),
                "鉴仙图①": _图一(t, seat),
                "鉴仙图②": _图二(t, seat),
            }
            for t in tables
        ],
    }


def _窥念(table: Table, seat: int) -> Plain:
    """The number told of this seat, if 凶祟 is held."""
    by = table.seat_of("凶祟")
    if by is None:
        return None
    return table.answer(table.day({by: table.hands[by].index("凶祟")}), skill="窥念", by=by, to=seat)


def _actor(table: Table, card: str, target: int, k: int) -> tuple[int, dict[int, int]] | None:
    """Who can act with `card` on top while `target` has lost k layers, and what is gone then; the target himself last."""
    holders = [seat for seat, hand in table.hands.items() if card in hand]
    for by in sorted(holders, key=lambda seat: seat == target):
        if by != target:
            return by, {target: k, by: table.hands[by].index(card)}
        if k < 2 and table.hands[by][k] == card:
            return by, {target: k}
    return None


def _验妖(table: Table, seat: int) -> list[dict[str, Plain]]:
    """What 验妖 reads of this seat: in 白昼1, and later with 0, 1, 2 layers gone, with 神女 there or sealed."""
    rows: list[dict[str, Plain]] = []
    for when, by, k, sealed, 神女 in _dawns(table, seat):
        asked = [name for name in 读法 if not rows or name in rows[0]]  # with both cards there, what this game has is all answered
        state = table.morning if when == 白昼1 else table.day(sealed)
        told = {name: table.answer(state, skill="验妖", by=by, to=seat, pick=读法[name]) for name in asked}
        seen = {name: answer for name, answer in told.items() if answer is not None}
        if seen:
            rows.append({"昼": when, "牌": left(table.hands[seat], k), "神女": 神女, **seen})
    return rows


def _dawns(table: Table, seat: int) -> Iterator[tuple[str, int, int, dict[int, int], str | None]]:
    """(phase, who asks, layers this seat has lost, what is gone, 神女 there or sealed) of each 白昼 that may make a difference."""
    她 = table.seat_of("神女")
    first = next((by for by, hand in table.hands.items() if hand[0] == "妖首"), None)
    if first is not None:
        yield 白昼1, first, 0, {}, "在" if 她 else None
    for k, gone in product((0, 1, 2), (False, True) if 她 not in (None, seat) else (False,)):
        found = _actor(table, "妖首", seat, k)
        if found is not None:
            by, sealed = found
            if seat in table.plain:  # all of them at once: one table answers for them all
                sealed = {**dict.fromkeys(table.plain, k), **sealed}
            if gone and 她 is not None:
                sealed = {**sealed, 她: 1}
            there = "封" if gone or (她 == seat and k) else "在"
            yield 以后, by, k, sealed, there if 她 else None


def _claimants(table: Table, seat: int, k: int) -> Iterator[tuple[str, int, dict[int, int]]]:
    """Who can truly use 鉴仙图 while `seat` has lost k layers: an opening double 妖众, and 圣贤 on top."""
    double = [s for s, hand in table.hands.items() if list(hand) == [妖众, 妖众]]
    if double:
        yield "双妖众", min(double, key=lambda s: s == seat), {seat: k}
    found = _actor(table, "圣贤", seat, k)
    if found:
        yield "圣贤", *found


def _图(table: Table, seat: int, k: int, pick: Plain) -> dict[str, Plain]:
    out = {}
    for who, by, night in table.claims(seat, k):
        told = table.answer(night, skill="鉴仙图", by=by, to=seat, pick=pick)
        if told is not None:
            out[who] = told
    return out


def _图一(table: Table, seat: int) -> list[dict[str, Plain]]:
    """True answers of 鉴仙图① about this seat, by how many layers are gone."""
    rows = [{"牌": left(table.hands[seat], k), **_图(table, seat, k, "①")} for k in (0, 1, 2)]
    return [row for row in rows if len(row) > 1]


def _图二(table: Table, seat: int) -> list[dict[str, Plain]]:
    """True answers of 鉴仙图② about each unsealed card of this seat."""
    rows = [
        {"牌": left(table.hands[seat], k), "层": layer, **_图(table, seat, k, ["②", layer])}
        for k, layer in ((0, 顶层), (0, 底层), (1, 顶层))
    ]
    return [row for row in rows if len(row) > 2]


# --- the first day


def _first_day(record: Record, ways: Ways) -> dict[str, list[dict[str, Plain]]]:
    """What is told or may be done on the first day, for every way to order the hands that it depends on."""
    told = {
        "验妖效果": (("妖首",), _effects),
        "化形②": ((), _化形),
        "天眼②": (("妖首", "仙童"), lambda t: t.answer(t.morning, skill="天眼")),
        "星空仙人确认": (星空序 if record.players == 5 else (), lambda t: t.answer(t.morning, skill="星空仙人确认")),
        "星象": (("星君",), lambda t: t.answer(t.morning, skill="星象")),
    }
    return {name: _varied(record, ways, cards, ask) for name, (cards, ask) in told.items()}


def _varied(record: Record, ways: Ways, cards: Sequence[str], ask: Callable[[Table], Plain]) -> list[dict[str, Plain]]:
    """The answer for every order of the hands that hold one of `cards`; a hand whose order changes nothing is left out."""
    matter = [seat for seat in ways if len(ways[seat]) > 1 and any(c in ways[seat][0] for c in cards)]
    told = {}
    for chosen in product(*((0, 1) for _ in matter)):
        some = dict(zip(matter, chosen, strict=True))
        told[chosen] = ask(Table(record, {seat: way[some.get(seat, 0)] for seat, way in ways.items()}))
    kept = [i for i in range(len(matter)) if any(told[c] != told[(*c[:i], 1 - c[i], *c[i + 1 :])] for c in told)]
    rows = [c for c in told if not any(c[i] for i in range(len(matter)) if i not in kept)]
    return [{"排法": {matter[i]: ways[matter[i]][c[i]] for i in kept}, "答": told[c]} for c in rows]


def _化形(table: Table) -> str:
    card = table.record.setup["化形"][0]
    return "出示" if table.answer(table.morning, skill="化形", drawn=card) == card else "失效"


def _effects(table: Table) -> list[str]:
    """The effects of 验妖 to be had in this game, each tried on the seat that uses it."""
    by = min((seat for seat, hand in table.hands.items() if "妖首" in hand), key=lambda seat: table.hands[seat].index("妖首"))
    day = table.day({by: table.hands[by].index("妖首")})
    tried = {"①": "①", "②": ["②", 顶层], "③": "③"}
    return [name for name, pick in tried.items() if table.answer(day, skill="验妖", by=by, to=by, pick=pick) is not None]


# --- standing skills


def _星象(table: Table) -> dict[int, str] | None:
    """The image of every seat: the course from a neighbour of 星君 away from him, night by night, once round."""
    by = table.seat_of("星君")
    if by is None:
        return None
    n = table.record.players
    out = {}
    start = by % n + 1
    state = table.after(table.morning, {"skill": "星象", "by": by, "to": start, "pick": "大数"})
    for night in range(1, n + 1):
        state = table.then(state, f"黑夜{night}")
        out[(start + night - 2) % n + 1] = table.answer(state, skill="星象")
        state = table.then(table.after(state, _空票), f"白昼{night + 1}")
    return dict(sorted(out.items()))


def _量天(record: Record, base: Hands, layer: str) -> dict[str, Plain] | None:
    """The distances to the pool of this layer, 树精 lying in it."""
    by = next(seat for seat, hand in base.items() if "树精" in hand)
    at = (顶层, 底层).index(layer)
    other = next(c for c in base[by] if c != "树精")
    table = Table(record, {**base, by: ["树精", other] if at == 0 else [other, "树精"]})
    state = table.night({})
    pool = list(record.setup["量天"][layer])
    return {"树精": layer, "池": pool, "距离": {seat: table.answer(state, skill="量天", drawn=seat) for seat in pool}}


def _骨筹(table: Table) -> dict[str, dict[str, str]] | None:
    """小于3 or 大于2 of each pair of seats, for either kind."""
    by = table.seat_of("枯骨")
    if by is None:
        return None
    out: dict[str, dict[str, str]] = {}
    how = "pick" if table.hands[by][0] == "枯骨" else "drawn"
    for kind in ("将领", "妖众"):
        state = table.then(table.after(table.morning, {"skill": "骨筹", "by": by, how: kind}), 黑夜1)
        for a, b in combinations(table.hands, 2):
            out.setdefault(f"{a}-{b}", {})[kind] = table.answer(state, skill="骨筹", drawn=[a, b])
    return out
