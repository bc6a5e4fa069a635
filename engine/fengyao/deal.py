"""派发: hands by the rules of R8, everything that is drawn before play, and the players' ordering of a dealt record (R9, R10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.deal import Refused, Report
from engine.fengyao.roles import 底层, 星空牌, 顶层
from engine.fengyao.rosters import Plan, plan
from engine.fengyao.setup import Hands, 含义, 持有者, 星象图, 神域席, 神域要抽, 量天人数, 量天候选, 骸骨牌
from engine.prompt import Offer
from engine.record import Fault, Why, is_seat
from engine.stream import Stream

Plain = Any
连续重发 = 3


def deal(wish: Mapping[str, Plain], stream: Stream) -> tuple[dict[str, Plain], Report]:
    """A dealt record (hands not ordered, empty log) and how it came about. Raises Refused or Impossible."""
    wanted = plan(wish)
    关键仙人 = wanted.key_card or stream.choice(wanted.可作关键)
    化形 = stream.sample(wanted.可化形, 2)
    cards = [c for c in wanted.cards if c not in 化形]
    row, 重发 = _dealt(cards, wanted.players, stream)
    hands = {seat: row[2 * seat - 2 : 2 * seat] for seat in range(1, wanted.players + 1)}
    setup: dict[str, Plain] = {"dealt": hands, "化形": 化形, "关键仙人": 关键仙人, **drawn(wanted.cards, hands, stream), "重发": 重发}
    players = wish["players"]
    record = {
        "game": "封妖",
        "players": list(players) if isinstance(players, list | tuple) else players,
        "options": dict(wish.get("options") or {}),
        "setup": setup,
        "log": [],
    }
    return record, _report(wanted, 重发)


def _report(wanted: Plan, 重发: int) -> Report:
    return Report(
        tries=重发 + 1,
        rejected={"封妖/R8": 重发} if 重发 else {},
        assigned=重发 == 连续重发,
        acceptance=(wanted.share.numerator, wanted.share.denominator),
        notices=wanted.notices,
    )


def _dealt(cards: list[str], players: int, stream: Stream) -> tuple[list[str], int]:
    """2N cards in a row, two for each seat, and the number of forbidden deals before them (R8)."""
    for again in range(连续重发):
        row = stream.shuffled(cards)
        if not 有犯禁(row):
            return row, again
    return assigned(cards, players, stream), 连续重发


def 有犯禁(row: Sequence[str]) -> bool:
    """Does a 妖首 share its hand with a 星空 card, two cards of the row being a hand (R8)?"""
    one = row.index("妖首")
    two = row.index("妖首", one + 1)
    return row[one ^ 1] in 星空牌 or row[two ^ 1] in 星空牌


def assigned(cards: Sequence[str], players: int, stream: Stream) -> list[str]:
    """One of all valid deals of these 2N cards, each with the same chance, without trying again.

    Both 妖首 meet in one hand in 2N-3 parts, or each meets one of the m harmless cards in m(m-1) parts (see `acceptance`).
    """
    rest = [c for c in cards if c != "妖首"]
    harmless = [i for i, c in enumerate(rest) if c not in 星空牌]
    m = len(harmless)
    if stream.below(2 * players - 3 + m * (m - 1)) < 2 * players - 3:
        fixed = [["妖首", "妖首"]]
    else:
        partners = stream.sample(harmless, 2)
        fixed = [stream.shuffled(["妖首", rest[i]]) for i in partners]
        rest = [c for i, c in enumerate(rest) if i not in partners]
    mixed = stream.shuffled(rest)
    hands = stream.shuffled([*fixed, *(mixed[i : i + 2] for i in range(0, len(mixed), 2))])
    return [card for hand in hands for card in hand]


def drawn(cards: Sequence[str], hands: Hands, stream: Stream) -> dict[str, Plain]:
    """What is drawn with the deal: 骸骨牌 (R57), 星象图 (R61), both 量天 pools (R59), 神域 (R23), each where it is wanted."""
    out: dict[str, Plain] = {}
    if "枯骨" in cards:
        out["骸骨牌"] = stream.choice(骸骨牌)
    if "星君" in cards:
        out["星象图"] = dict(zip(星象图, stream.shuffled(含义), strict=True))
    tree = 持有者(hands, "树精")
    if tree is not None:
        out["量天"] = {layer: 量天池(hands, tree, layer, stream) for layer in (顶层, 底层)}
    if 神域要抽(hands):
        out["神域"] = stream.choice(神域席(hands))
    return out


def 量天池(hands: Hands, tree: int, layer: str, stream: Stream) -> list[int]:
    """A pool for 树精 in this layer, drawn evenly among those R59 allows, ascending."""
    doubles, holders = 量天候选(hands, tree)
    sure = doubles if layer == 顶层 else []
    others = [seat for seat in holders if seat not in sure]
    size = 量天人数(len(doubles), len(holders), layer, len(hands))
    return sorted(sure + stream.sample(others, size - len(sure)))


# --- the players order their hands


def order(record: Mapping[str, Plain], layers: Mapping[int, Sequence[str]]) -> dict[str, Plain]:
    """The dealt record with `hands` beside `dealt`. `layers`: seat -> (top, bottom) or (top,).

    A hand with one possible order may be left out. Both 量天 pools stay: the one for 树精's layer holds, the other may stand (R59).
    Raises Refused with every reason.
    """
    setup = record.get("setup") or {}
    dealt = setup.get("dealt")
    if not isinstance(dealt, Mapping) or not dealt:
        raise Refused([Fault("setup/dealt", "封妖/R10", Why("没有待排的牌"))])
    if record.get("log"):
        raise Refused([Fault("log", "封妖/R10", Why("已经开局"))])
    given = {_seat(seat): layers[seat] for seat in layers}
    hands = {_seat(seat): list(cards) for seat, cards in dealt.items()}
    faults = [_fault(seat, "R10", "没有这个座位", ()) for seat in given if not is_seat(seat, len(hands))]
    ordered: dict[int, list[str]] = {}
    for seat in sorted(hands):
        found = _ordered(seat, hands[seat], given.get(seat))
        if isinstance(found, Fault):
            faults.append(found)
        else:
            ordered[seat] = found
    if faults:
        raise Refused(faults)
    kept = {key: value for key, value in setup.items() if key not in ("dealt", "hands")}
    return {**record, "setup": {"dealt": dealt, "hands": ordered, **kept}}


def _ordered(seat: int, cards: list[str], given: Sequence[str] | None) -> list[str] | Fault:
    ways = orders(cards)
    if given is None:
        return ways[0] if len(ways) == 1 else _fault(seat, "R10", "没有定上下", cards)
    asked = [given] if isinstance(given, str) else list(given)
    if len(asked) == 1 and asked[0] in cards:
        asked.append(cards[1 - cards.index(asked[0])])
    if sorted(asked) != sorted(cards):
        return _fault(seat, "R10", "不是发到的牌", cards)
    if asked in ways:
        return asked
    return _fault(seat, "R9", "仙子在上" if asked[0] == "仙子" else "神女在下", cards)


def walk(record: Mapping[str, Plain]) -> dict[int, tuple[Offer, ...]]:
    """Seat -> the orders [top, bottom] of its dealt hand, the forbidden one with its reason; {} where nothing is left to order."""
    setup = record.get("setup") or {}
    dealt = setup.get("dealt")
    if "hands" in setup or not isinstance(dealt, Mapping):
        return {}
    return {_seat(seat): _offers(_seat(seat), list(cards)) for seat, cards in dealt.items()}


def _offers(seat: Plain, cards: list[str]) -> tuple[Offer, ...]:
    fine = orders(cards)
    ways = [cards, cards[::-1]] if cards[0] != cards[1] else [cards]
    why = [Why("仙子在上" if way[0] == "仙子" else "神女在下", (("seat", seat),)) for way in ways]
    return tuple(Offer(way) if way in fine else Offer(way, False, no, ("R9",)) for way, no in zip(ways, why, strict=True))


def orders(cards: Sequence[str]) -> list[list[str]]:
    """The orders [top, bottom] that a hand may take (R9): one or two."""
    ways = [[cards[0], cards[1]], [cards[1], cards[0]]]
    fine = [way for way in ways if way[0] != "仙子" and way[1] != "神女"]
    return fine[:1] if cards[0] == cards[1] else fine


def _seat(key: Plain) -> Plain:
    return int(key) if isinstance(key, str) and key.isascii() and key.isdigit() else key


def _fault(seat: Plain, rule: str, code: str, cards: Sequence[str]) -> Fault:
    return Fault(f"setup/hands/{seat}", f"封妖/{rule}", Why(code, (("seat", seat), ("cards", tuple(cards)))))
