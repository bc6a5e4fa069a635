"""游戏流程 2 to 6: what follows from the hands before play. Pure functions of `hands` (seat -> [top, bottom]).

Where a function does not depend on the order of a hand it may be asked of a deal that is not ordered yet; it says so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from engine.fengyao.roles import 妖众, 星空, 星空牌, 深渊, 深渊将领, 顶层

Hand = Sequence[str]
Hands = Mapping[int, Hand]

邪神牌 = ("邪神牌1", "邪神牌2", "邪神牌3", "邪神牌4")
星象图 = ("星象图1", "星象图2", "星象图3", "星象图4")
含义 = ("双妖众", "单妖众", "双将领", "妖首")
骸骨牌 = ("妖骸", "将骸")


def 犯禁(hand: Hand) -> bool:
    """Is this a hand to be dealt again: 妖首 with any 星空 card (R8)? In any order."""
    return "妖首" in hand and any(c in 星空牌 for c in hand)


def 隶属(hand: Hand) -> str:
    """The 阵营 of the player with this opening hand (R12). In any order."""
    return 星空 if any(c in 星空牌 for c in hand) else 深渊


def 双妖众(hand: Hand) -> bool:
    """In any order."""
    return all(c == 妖众 for c in hand)


def 持有者(hands: Hands, card: str) -> int | None:
    """The seat that holds this card (for 妖首: the first of them). In any order."""
    return next((seat for seat, hand in hands.items() if card in hand), None)


def 另一张(hand: Hand, card: str) -> str:
    """The fellow of `card` in a hand of two that has it. In any order."""
    return hand[1] if hand[0] == card else hand[0]


def 下一席(seat: int, direction: int, players: int) -> int:
    """The seat `direction` steps on in the ring, rising for a positive number."""
    return (seat - 1 + direction) % players + 1


def 星象含义(hand: Hand) -> str:
    """Which of the four meanings an opening hand has (R61). In any order."""
    if "妖首" in hand:
        return "妖首"
    return ("双将领", "单妖众", "双妖众")[sum(c == 妖众 for c in hand)]


def 验妖效果(hands: Hands) -> tuple[str, ...]:
    """The effects of 验妖 in this game (R16)."""
    if any(list(hand) == ["妖首", "妖首"] for hand in hands.values()):
        return ("①", "②", "③")
    if sum(hand[0] == "妖首" for hand in hands.values()) == 2:
        return ("①", "②")
    return ("①",)


def 妖首布局(hands: Hands) -> str:
    """What 天眼② tells (R81)."""
    tops = sum(hand[0] == "妖首" for hand in hands.values())
    return ("2下", "1上1下", "2上")[tops]


def 妖首位置(hands: Hands) -> dict[int, list[str]]:
    """Where both 妖首 lie at the opening: seat -> layers (R79)."""
    at: dict[int, list[str]] = {}
    for seat, hand in hands.items():
        for layer, card in zip((顶层, "底层"), hand, strict=True):
            if card == "妖首":
                at.setdefault(seat, []).append(layer)
    return at


def 化形失效(hands: Hands) -> bool:
    """Does a 深渊 将领 belong to 星空, so that 化形② is void (R7)? In any order."""
    return any(隶属(hand) == 星空 and any(c in 深渊将领 for c in hand) for hand in hands.values())


# 树精 -------------------------------------------------------------------------------------------------------------


def 量天候选(hands: Hands, tree: int) -> tuple[list[int], list[int]]:
    """(double 妖众, all seats with 妖众), 树精's own seat left out, ascending (R59). In any order."""
    held = sorted(seat for seat, hand in hands.items() if seat != tree and 妖众 in hand)
    return [seat for seat in held if 双妖众(hands[seat])], held


def 量天人数(doubles: int, holders: int, layer: str, players: int) -> int:
    """The size of 量天's pool for 树精 in `layer` (R59)."""
    size = min(players // 2, holders)
    return max(doubles, size) if layer == 顶层 else size


def 合量天池(hands: Hands, tree: int, layer: str, pool: Collection[int]) -> bool:
    """May this be the pool for 树精 in `layer` (R59)?"""
    doubles, held = 量天候选(hands, tree)
    seats = set(pool)
    if len(seats) != len(pool) or not seats <= set(held) or len(seats) != 量天人数(len(doubles), len(held), layer, len(hands)):
        return False
    return layer != 顶层 or seats >= set(doubles)


# 神女 -------------------------------------------------------------------------------------------------------------


def _最近(hands: Hands, seat: int, direction: int) -> int | None:
    players = len(hands)
    for far in range(1, players):
        found = 下一席(seat, direction * far, players)
        if 隶属(hands[found]) == 深渊 and "妖首" not in hands[found]:
            return found
    return None


def 神域席(hands: Hands) -> tuple[int, ...]:
    """神女's seat and the nearest 深渊 players without 妖首 on both sides, ascending; () where she is not held (R23). In any order."""
    seat = 持有者(hands, "神女")
    if seat is None:
        return ()
    near: Iterable[int | None] = (seat, _最近(hands, seat, 1), _最近(hands, seat, -1))
    return tuple(sorted({s for s in near if s is not None}))


def 神域要抽(hands: Hands) -> bool:
    """Is one of these seats drawn: 神女 held over a 深渊 card (R23)? In any order."""
    seat = 持有者(hands, "神女")
    return seat is not None and 另一张(hands[seat], "神女") not in 星空牌
