"""record.md, Faults: everything that makes a record of 封妖 unusable, all at once, in the record's own order.

The setup is examined here, the log in `shapes.py`. Nothing is assumed of the data but that it is plain.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.fengyao import setup as 局
from engine.fengyao.found import SETUP_KEYS, Found, Path
from engine.fengyao.roles import CARDS, 他仙, 妖众, 底层, 深渊将领, 顶层
from engine.fengyao.shapes import ANY_SEATS, log_faults
from engine.record import TOP_KEYS, Fault, is_int, is_seat

Plain = Any
MOST_SEATS = 100  # more players than this are not looked for seat by seat


def faults(data: Mapping[str, Plain]) -> tuple[Fault, ...]:
    """All faults of normalised plain data."""
    found = Found(data)
    for key in data:
        if not (isinstance(key, str) and key in TOP_KEYS):
            found.tell((key,), "record", "未知的键", key=key)
    players = _players(found, data.get("players"))
    显圣 = _options(found, data.get("options"))
    _setup(found, data, players, 显圣)
    log_faults(found, data.get("log"), players)
    return found.faults() if found.at else ()


def _players(found: Found, players: Plain) -> int | None:
    """N as far as it can be told (R1); None where it can't."""
    if isinstance(players, list) and all(isinstance(p, str | int | float) and not isinstance(p, bool) for p in players):
        count = len(players)
    elif is_int(players):
        count = players
    else:
        found.tell(("players",), "R1", "人数", value=players)
        return None
    if not 5 <= count <= 12:
        found.tell(("players",), "R1", "人数", value=count)
    return count if 0 < count <= MOST_SEATS else None


def _options(found: Found, options: Plain) -> bool:
    """源尊显圣?"""
    if options is None:
        return False
    if not isinstance(options, Mapping):
        found.tell(("options",), "record", "选项形状")
        return False
    for key, value in options.items():
        if key != "源尊显圣":
            found.tell(("options", key), "record", "未知选项", key=key)
        elif not isinstance(value, bool):
            found.tell(("options", key), "record", "选项值", key=key, value=value)
    return options.get("源尊显圣") is True


# setup ------------------------------------------------------------------------------------------------------------


def _setup(found: Found, data: Mapping[str, Plain], players: int | None, 显圣: bool) -> None:
    setup = data.get("setup")
    if setup is None:
        setup = {}
    if not isinstance(setup, Mapping):
        found.tell(("setup",), "record", "setup形状")
        return
    for key in setup:
        if not (isinstance(key, str) and key in SETUP_KEYS):
            found.tell(("setup", key), "record", "未知的键", key=key)
    ordered = "hands" in setup
    where = "hands" if ordered or "dealt" not in setup else "dealt"
    if where not in setup:
        found.tell(("setup", "hands"), "R10", "缺手牌")
    elif not ordered and data.get("log"):
        found.tell(("setup", "hands"), "R10", "未定顺序")
    hands = _hands(found, setup, where, players)
    known = _known(hands)
    roster = [card for hand in known.values() for card in hand]
    if where in setup:
        _roster(found, where, roster)
    _shown(found, setup, roster)
    _draws(found, setup, hands, known, players)
    _redeals(found, setup, 显圣)


def _hands(found: Found, setup: Mapping[str, Plain], where: str, players: int | None) -> dict[int, Plain]:
    """The hands by seat, whatever they are; faults of each (R4, R8, R9, R10)."""
    given = setup.get(where)
    if not isinstance(given, Mapping):
        if where in setup:
            found.tell(("setup", where), "R10", "手牌形状")
        return {}
    hands: dict[int, Plain] = {}
    for seat, hand in given.items():
        at = ("setup", where, seat)
        _hand(found, at, hand, where == "hands")
        if not is_int(seat) or seat < 1 or (players is not None and seat > players):
            found.tell(at, "R10", "多席位", seat=seat)
        if is_int(seat):
            hands[seat] = hand  # one too many is a hand as well: its cards are counted
    for seat in range(1, (players or 0) + 1):
        if seat not in hands:
            found.tell(("setup", where, seat), "R10", "缺席位", seat=seat)
    if where == "hands" and "dealt" in setup:
        _same_as_dealt(found, hands, setup["dealt"], players)
    return hands


def _hand(found: Found, at: Path, hand: Plain, ordered: bool) -> None:
    if not isinstance(hand, list):
        found.tell(at, "R10", "不是两张", hand=hand)
        return
    for card in hand:
        if not (isinstance(card, str) and card in CARDS):
            found.tell(at, "R4", "未知身份牌", card=card)
            return
    if 局.犯禁(hand):
        found.tell(at, "R8", "妖首配星空", hand=hand)
    if ordered and hand and hand[0] == "仙子":
        found.tell(at, "R9", "仙子在顶")
    if ordered and "神女" in hand[1:]:
        found.tell(at, "R9", "神女在底")
    if len(hand) != 2:
        found.tell(at, "R10", "不是两张", hand=hand)


def _same_as_dealt(found: Found, hands: Mapping[int, Plain], dealt: Plain, players: int | None) -> None:
    """With `dealt` beside them, the hands are the same cards (R10)."""
    if not isinstance(dealt, Mapping):
        found.tell(("setup", "dealt"), "R10", "手牌形状")
        return
    own = {seat: cards for seat, cards in dealt.items() if is_int(seat)}
    for seat, hand in hands.items():
        cards = own.get(seat)
        if not isinstance(cards, list) or sorted(map(str, cards)) != sorted(map(str, hand if isinstance(hand, list) else ())):
            found.tell(("setup", "hands", seat), "R10", "与发牌不符", seat=seat)
    for seat in dealt:
        if not is_int(seat) or seat < 1 or (players is not None and seat > players):
            found.tell(("setup", "dealt", seat), "R10", "多席位", seat=seat)


def _known(hands: Mapping[int, Plain]) -> dict[int, list[str]]:
    """The known cards of each hand."""
    return {
        seat: [c for c in hand if isinstance(c, str) and c in CARDS] if isinstance(hand, list) else []
        for seat, hand in sorted(hands.items())
    }


def _whole(hands: Mapping[int, Plain], known: Mapping[int, list[str]], players: int | None) -> bool:
    """Is there a hand of two known cards at every seat, so that pools and seats can be worked out?"""
    if players is None or len(hands) != players:
        return False
    return all(isinstance(hands[seat], list) and len(hands[seat]) == 2 == len(cards) for seat, cards in known.items())


def _roster(found: Found, where: str, roster: list[str]) -> None:
    """The counts of R3, over the known cards of the hands."""
    at = ("setup", where)
    if roster.count("妖首") != 2:
        found.tell(at, "R3", "妖首张数", value=roster.count("妖首"))
    if roster.count("仙子") != 1:
        found.tell(at, "R3", "仙子张数", value=roster.count("仙子"))
    for card in roster:
        if card not in ("妖首", 妖众, "仙子") and roster.count(card) > 1:
            found.tell(at, "R3", "将领重复", card=card, value=roster.count(card))
    if not any(card in 他仙 for card in roster):
        found.tell(at, "R3", "缺第二星空")


def _shown(found: Found, setup: Mapping[str, Plain], roster: list[str]) -> None:
    """[化形] (R5) and [关键仙人] (R11)."""
    pair: Plain = setup.get("化形")
    if not (_words(pair, depth=2) and len(set(pair)) == 2 and all(c in 深渊将领 for c in pair)):
        found.tell(("setup", "化形"), "R5", "化形不对", value=pair)
    elif any(c in roster for c in pair):
        found.tell(("setup", "化形"), "R5", "化形在手", value=pair)
    key: Plain = setup.get("关键仙人")
    if not (isinstance(key, str) and key in 他仙):
        found.tell(("setup", "关键仙人"), "R11", "关键仙人不对", value=key)
    elif key not in roster:
        found.tell(("setup", "关键仙人"), "R11", "关键仙人不在", value=key)


def _words(value: Plain, depth: int) -> bool:
    return isinstance(value, list) and len(value) == depth and all(isinstance(v, str) for v in value)


def _draws(
    found: Found, setup: Mapping[str, Plain], hands: Mapping[int, Plain], known: Mapping[int, list[str]], players: int | None
) -> None:
    """What is fixed before play: 骸骨牌, 星象图, 量天, 神域. Seats are worked out only where every hand is two known cards."""
    whole = _whole(hands, known, players)
    pair = setup.get("化形")
    held = [card for hand in known.values() for card in hand]
    if "骸骨牌" in setup:
        if not (isinstance(setup["骸骨牌"], str) and setup["骸骨牌"] in 局.骸骨牌):
            found.tell(("setup", "骸骨牌"), "R57", "骸骨牌不对", value=setup["骸骨牌"])
    elif "枯骨" in held or (isinstance(pair, list) and "枯骨" in pair):
        found.tell(("setup", "骸骨牌"), "R57", "缺设置", key="骸骨牌")
    if _wanted(found, setup, "星象图", "R61", "星君" in held):
        _stars(found, setup["星象图"])
    if _wanted(found, setup, "量天", "R59", "树精" in held):
        _pools(found, setup, hands, known if whole else {}, players or ANY_SEATS)
    goddess = 局.持有者(known, "神女")
    if goddess is not None and len(known[goddess]) != 2:
        return
    if _wanted(found, setup, "神域", "R23", 局.神域要抽(known)):
        seat = setup["神域"]
        if not is_int(seat) or (whole and seat not in 局.神域席(known)):
            found.tell(("setup", "神域"), "R23", "神域不对", value=seat)


def _wanted(found: Found, setup: Mapping[str, Plain], key: str, rule: str, wanted: bool) -> bool:
    """Is the key there and rightly so? A fault where it is missing or not wanted."""
    if key in setup and not wanted:
        found.tell(("setup", key), rule, "多设置", key=key)
    if key not in setup and wanted:
        found.tell(("setup", key), rule, "缺设置", key=key)
    return key in setup and wanted


def _stars(found: Found, given: Plain) -> None:
    if not (
        isinstance(given, Mapping)
        and set(given) == set(局.星象图)
        and all(isinstance(v, str) for v in given.values())
        and set(given.values()) == set(局.含义)
    ):
        found.tell(("setup", "星象图"), "R61", "星象图不对")


def _pools(found: Found, setup: Mapping[str, Plain], hands: Mapping[int, Plain], whole: Mapping[int, list[str]], players: int) -> None:
    """The pool for 树精's layer, or both where the hands are not ordered yet. whole: the hands where all are fine, else empty."""
    at, given = ("setup", "量天"), setup["量天"]
    if not isinstance(given, Mapping) or not set(given) <= {顶层, 底层}:
        found.tell(at, "R59", "量天不对")
        return
    tree = next(seat for seat, hand in sorted(hands.items()) if isinstance(hand, list) and "树精" in hand)
    layer = 底层 if hands[tree].index("树精") else 顶层
    for needed in (layer,) if "hands" in setup else (顶层, 底层):
        if needed not in given:
            found.tell(at, "R59", "缺量天池", layer=needed)
    for layer, pool in given.items():
        seats = isinstance(pool, list) and all(is_seat(s, players) for s in pool)
        if not seats or (whole and not 局.合量天池(whole, tree, layer, pool)):
            found.tell(at, "R59", "量天池不对", layer=layer, pool=pool)


def _redeals(found: Found, setup: Mapping[str, Plain], 显圣: bool) -> None:
    if "重发" not in setup:
        return
    if 显圣:
        found.tell(("setup", "重发"), "R8", "显圣无重发")
    elif not (is_int(setup["重发"]) and 0 <= setup["重发"] <= 3):
        found.tell(("setup", "重发"), "R8", "重发不对", value=setup["重发"])
