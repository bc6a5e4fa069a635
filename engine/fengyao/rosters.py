"""身份配置: the recommended rosters, what R3 asks of any other, and the plan of a deal. Source: 身份配置, 游戏流程 1–3, R1–R5, R11."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from engine.deal import Impossible, Refused
from engine.fengyao.roles import CARDS, ROLES, 他仙, 妖众, 星空牌, 深渊将领
from engine.record import Fault, Why, is_int

Plain = Any
深渊将领序 = tuple(r.name for r in ROLES if r.name in 深渊将领)
他仙序 = tuple(r.name for r in ROLES if r.name in 他仙)
新手替换 = {"鬼巫": "枯骨", "灾厄": "树精"}

_六人 = ("鬼巫", "灾厄", "影妖", "血俑")
_八人 = ("鬼巫", "灾厄", "怪煞", "影妖", "血俑")
_十人 = ("灾厄", "怪煞", "纸人", "鬼巫", "血俑", "影妖")
_十一人 = (*_十人, "魔罗")
推荐配置: dict[int, tuple[tuple[str, ...], int, tuple[str, ...]]] = {
    5: (_六人, 4, ("仙子", "圣贤")),
    6: (_六人, 6, ("仙子", "圣贤")),
    7: (_八人, 7, ("仙子", "圣贤", "星君")),
    8: (_八人, 8, ("仙子", "圣贤", "星君")),
    9: (_十人, 9, ("仙子", "圣贤", "星君", "神女")),
    10: (_十一人, 10, ("仙子", "圣贤", "星君", "神女")),
    11: (_十一人, 12, ("仙子", "圣贤", "星君", "神女", "仙童")),
    12: (_十一人, 12, ("仙子", "圣贤", "星君", "神女", "仙童")),
}


@dataclass(frozen=True, slots=True)
class Plan:
    """What is dealt: N, the 2N+2 cards, the 关键仙人 asked for (None: at random), and what to tell the host.

    可化形, 可作关键: what may be drawn as such, in the order of the roster. share: the closed form of R8 for this roster.
    """

    players: int
    cards: tuple[str, ...]
    key_card: str | None
    notices: tuple[Why, ...]
    可化形: tuple[str, ...]
    可作关键: tuple[str, ...]
    share: Fraction


def recommended(players: int) -> tuple[str, ...]:
    """The row as printed, before trimming (R2: the 12人 row serves 11 players and, as printed, 12)."""
    将领, many, 星空 = 推荐配置[players]
    return ("妖首", "妖首", *将领, *(妖众,) * many, *星空)


def acceptance(players: int, stars: int) -> Fraction:
    """Exact share of deals that R8 allows, with `stars` 星空 cards among the 2N dealt.

    The first 妖首 meets the second (1 of 2N-1 partners), or both meet two of the m cards that are neither 妖首 nor 星空.
    """
    m = 2 * players - 2 - stars
    return Fraction(2 * players - 3 + m * (m - 1), (2 * players - 1) * (2 * players - 3))


def plan(wish: Mapping[str, Plain]) -> Plan:
    """The plan of a wish. Raises Refused with every reason, or Impossible where wishes exclude each other."""
    asked = wish.get("players")
    players = len(asked) if isinstance(asked, list | tuple) else asked
    if (wish.get("options") or {}).get("源尊显圣") is True:
        raise Refused([Fault("options/源尊显圣", "封妖/R83", Why("显圣不发牌"))])
    if not is_int(players) or players not in 推荐配置:
        raise Refused([Fault("players", "封妖/R1", Why("人数", (("value", players),)))])
    roster = None if wish.get("roster") is None else _listed(wish["roster"])
    return _plan(
        players,
        roster,
        _listed(wish.get("with") or ()),
        _listed(wish.get("without") or ()),
        bool(wish.get("newcomers")),
        wish.get("key_card") or None,
    )


def _listed(cards: Plain) -> tuple[str, ...]:
    """Cards one by one, from a list, a map card -> count, or one name."""
    if isinstance(cards, str):
        return (cards,)
    if isinstance(cards, Mapping):
        wrong = [c for c, k in cards.items() if not is_int(k) or not 0 <= k <= 99]
        if wrong:
            raise Refused(Fault(f"roster/{c}", "封妖/R3", Why("张数", (("card", c), ("value", cards[c])))) for c in wrong)
        return tuple(str(c) for c, k in cards.items() for _ in range(k))
    if not isinstance(cards, list | tuple):
        raise Refused([Fault("roster", "封妖/R3", Why("配置写法"))])
    return tuple(str(c) for c in cards)


@lru_cache(maxsize=64)
def _plan(
    players: int, roster: tuple[str, ...] | None, more: tuple[str, ...], less: tuple[str, ...], newcomers: bool, key_card: str | None
) -> Plan:
    clash = [c for c in dict.fromkeys(more) if c in less]
    if clash:
        raise Impossible(Why(code, (("card", c),)) for c in clash for code in ("要有此牌", "不要此牌"))
    base = list(recommended(players) if roster is None else roster)
    if newcomers:
        base = [新手替换.get(c, c) for c in base]
    faults = [Fault(f"without/{c}", "封妖/R3", Why("配置中没有", (("card", c),))) for c in dict.fromkeys(less) if c not in base]
    for card in less:
        if card in base:
            base.remove(card)
    base += more
    cards, notices = _trimmed(players, base)
    if roster is None and players == 12:
        notices = (Why("十三人借用"), *notices)
    faults += _roster_faults(players, cards)
    _check_key(key_card, cards, less, faults)
    可化形 = tuple(c for c in cards if c in 深渊将领)
    可作关键 = tuple(c for c in cards if c in 他仙)
    share = acceptance(players, sum(c in 星空牌 for c in cards))
    return Plan(players, tuple(cards), key_card, notices, 可化形, 可作关键, share)


def _trimmed(players: int, cards: list[str]) -> tuple[list[str], tuple[Why, ...]]:
    """R2: what is too much comes out of the 妖众, and the host is told."""
    surplus = len(cards) - (2 * players + 2)
    have = cards.count(妖众)
    cut = min(surplus, have)
    if cut <= 0:
        return cards, ()
    keep = have - cut
    rest = [c for c in cards if c != 妖众]
    at = cards.index(妖众)
    at = sum(c != 妖众 for c in cards[:at])
    told = Why("减妖众", (("cut", cut), ("left", keep), ("sum", len(cards)), ("need", 2 * players + 2)))
    return [*rest[:at], *(妖众,) * keep, *rest[at:]], (told,)


def _roster_faults(players: int, cards: Iterable[str]) -> list[Fault]:
    """Every reason of R3 (and R4) against these cards."""
    count = Counter(cards)
    need = 2 * players + 2
    total = sum(count.values())

    def fault(code: str, at: str = "roster", rule: str = "R3", **values: object) -> Fault:
        return Fault(at, f"封妖/{rule}", Why(code, tuple(values.items())))

    out = [fault("未知的牌", f"roster/{c}", "R4", card=c) for c in count if c not in CARDS]
    if count["妖首"] != 2:
        out.append(fault("妖首张数", "roster/妖首", value=count["妖首"]))
    if count["仙子"] != 1:
        out.append(fault("仙子张数", "roster/仙子", value=count["仙子"]))
    if not any(count[c] for c in 他仙):
        out.append(fault("缺第二星空"))
    if sum(1 for c in 深渊将领序 if count[c]) < 2:
        out.append(fault("化形不足"))
    out += [fault("将领重复", f"roster/{c}", card=c, value=count[c]) for c in (*深渊将领序, *他仙序) if count[c] > 1]
    if total < need:
        out.append(fault("牌数不足", sum=total, need=need, short=need - total))
    elif total > need:
        out.append(fault("牌数过多", sum=total, need=need, over=total - need))
    return out


def _check_key(key_card: str | None, cards: list[str], less: tuple[str, ...], faults: list[Fault]) -> None:
    """R11, after R3: with no other reason a 星空 card that is not in the roster excludes itself (Impossible); all else is refused."""
    absent = key_card in 他仙 and key_card not in cards
    if key_card is not None and key_card not in 他仙:
        faults.append(Fault("key_card", "封妖/R11", Why("关键仙人不行", (("card", key_card),))))
    elif absent and faults:
        faults.append(Fault("key_card", "封妖/R11", Why("关键仙人不在配置", (("card", key_card),))))
    if faults:
        raise Refused(faults)
    if absent:
        other = "不要此牌" if key_card in less else "配置无此牌"
        raise Impossible([Why("要作关键仙人", (("card", key_card),)), Why(other, (("card", key_card),))])
