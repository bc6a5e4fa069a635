"""发牌: a board from a wish, every reason against it at once, and a uniform draw among the deals R7 allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from engine.deal import Impossible, Refused, Report
from engine.langrensha.boards import PRESETS, Cards, cards_of, not_the_preset, presets, too_many, unbalanced
from engine.langrensha.faults import count_of, option_faults
from engine.langrensha.roles import NAME, ROLE, ROLES, WOLVES
from engine.record import Fault, Why, is_int
from engine.stream import Stream

Plain = Any
BOUND = 100_000  # tries; the smallest share of allowed deals that exists would need a few hundred


@dataclass(frozen=True, slots=True)
class Plan:
    """What is dealt: the cards of seats and spare together; `board`: the preset's name, where they are one; `share`: R7 and R3."""

    players: int
    board: str | None
    cards: Cards
    share: Fraction
    notices: tuple[Why, ...]


def deal(wish: Mapping[str, Plain], stream: Stream) -> tuple[dict[str, Plain], Report]:
    """A dealt record with an empty log, and how it came about. Raises Refused or Impossible."""
    wanted = plan(wish)
    row, rejected = _dealt(wanted.cards, wanted.players, stream)
    players = wish["players"]
    setup: dict[str, Plain] = {"roles": dict(enumerate(row[: wanted.players], 1))}
    if len(row) > wanted.players:
        setup["extra"] = row[wanted.players :]
    if wanted.board is not None:
        setup["板子"] = wanted.board
    record = {
        "game": NAME,
        "players": list(players) if isinstance(players, list | tuple) else players,
        "options": dict(wish.get("options") or {}),
        "setup": setup,
        "log": [],
    }
    share = (wanted.share.numerator, wanted.share.denominator)
    named = {f"{NAME}/{rule}": count for rule, count in rejected.items()}
    return record, Report(1 + sum(rejected.values()), named, acceptance=share, notices=wanted.notices)


def _dealt(cards: Cards, players: int, stream: Stream) -> tuple[list[str], Counter[str]]:
    """Cards for the seats, then the two that are left over; with what was thrown away, by ruling."""
    rejected: Counter[str] = Counter()
    for _ in range(BOUND):
        row = _shuffled(cards, players, stream)
        no = against(row[:players], row[players:])
        if no is None:
            return row, rejected
        rejected[no] += 1
    raise RuntimeError("no deal that the rules allow was drawn")


def _shuffled(cards: Cards, players: int, stream: Stream) -> list[str]:
    """All cards in random order; 盗贼 always at a seat (R7)."""
    if "盗贼" not in cards:
        return stream.shuffled(cards)
    rest = list(cards)
    rest.remove("盗贼")
    row = stream.shuffled(rest)
    row.insert(stream.below(players), "盗贼")
    return row


def against(seats: Sequence[str], spare: Sequence[str]) -> str | None:
    """The ruling that throws a deal away: two wolves left over (R7), or seats that break R3."""
    if len(spare) == 2 and all(card in WOLVES for card in spare):
        return "R7"
    return "R3" if any(unbalanced(seats, spare, "")) else None


def share_allowed(cards: Cards) -> Fraction:
    """The exact share of deals that R7 allows: over every pair of cards that could be left over."""
    if "盗贼" not in cards:
        return Fraction(1) if against(cards, ()) is None else Fraction(0)
    rest = [card for card in cards if card != "盗贼"]
    pairs = [(i, j) for i in range(len(rest)) for j in range(i)]
    fine = sum(against(["盗贼", *(c for k, c in enumerate(rest) if k not in pair)], [rest[k] for k in pair]) is None for pair in pairs)
    return Fraction(fine, len(pairs))


# --- the wish


def plan(wish: Mapping[str, Plain]) -> Plan:
    """The board of a wish. Raises Refused with every reason, Impossible where wishes exclude each other."""
    asked = wish.get("players")
    players = count_of(list(asked) if isinstance(asked, tuple) else asked)
    faults = list(option_faults(wish.get("options")))
    if players is None:
        raise Refused([Fault("players", "R1", Why("人数", (("value", asked),))), *faults])
    roster = None if wish.get("roster") is None else _listed(wish["roster"], faults)
    more, less = _listed(wish.get("with") or (), faults), _listed(wish.get("without") or (), faults)
    board = wish.get("board")
    if board is not None and not isinstance(board, str):
        faults += not_the_preset(players, board, None, "board")
    if faults:
        raise Refused(faults)
    return _plan(players, board, roster, more, less)


def _listed(cards: Plain, faults: list[Fault]) -> Cards:
    """Cards one by one, from one name, a board's line (狼人3 女巫), a list, or a map card -> count."""
    if isinstance(cards, str):
        cards = _line(cards)
    if isinstance(cards, Mapping):
        wrong = [card for card, count in cards.items() if not is_int(count) or not 0 <= count <= 99]
        faults += [Fault("roster", "R2", Why("张数不对", (("role", card), ("value", cards[card])))) for card in wrong]
        cards = [card for card, count in cards.items() if card not in wrong for _ in range(count)]
    if not isinstance(cards, list | tuple):
        faults.append(Fault("roster", "record", Why("须是列表", (("key", "roster"),))))
        return ()
    unknown = dict.fromkeys(str(card) for card in cards if not (isinstance(card, str) and card in ROLE))
    faults += [Fault("roster", "各种人物角色", Why("没有这个身份", (("role", card),))) for card in unknown]
    return tuple(card for card in cards if isinstance(card, str) and card in ROLE)


def _line(text: str) -> Plain:
    words = text.replace("×", "").split()
    return cards_of(text.replace("×", "")) if all(w.rstrip("0123456789") in ROLE and len(w) < 8 for w in words) else words


@lru_cache(maxsize=128)
def _plan(players: int, board: str | None, roster: Cards | None, more: Cards, less: Cards) -> Plan:
    clash = [card for card in dict.fromkeys(more) if card in less]
    if clash:
        raise Impossible(Why(code, (("role", card),)) for card in clash for code in ("要有此牌", "不要此牌"))
    if board is not None and (roster is not None or (players, board) not in PRESETS):
        raise Refused(list(not_the_preset(players, board, None, "board")) or [Fault("board", "R4", Why("板子与牌表只用其一"))])
    name = None if roster is not None else board or presets(players)[0]
    base = list(roster if roster is not None else PRESETS[players, str(name)])
    notices = _changed(base, more, less, roster is None)
    faults = [*_count_faults(base, players), *too_many(base, "roster"), *_unbalanced(base, players)]
    if faults:
        raise Refused(faults)
    cards = tuple(role.name for role in ROLES for _ in range(base.count(role.name)))
    share = share_allowed(cards)
    if not share:
        raise Impossible([Why("盗贼无法发", (("players", players),))])
    return Plan(players, name if cards == PRESETS.get((players, str(name))) else None, cards, share, notices)


def _unbalanced(cards: Sequence[str], players: int) -> Iterable[Fault]:
    """R3 of the cards at hand; with 盗贼 the seats are known only after the deal, and it is asked of each deal."""
    if "盗贼" not in cards:
        yield from (fault for fault in unbalanced(cards, (), "roster") if len(cards) == players or fault.why.code != "狼人过半")


def _changed(base: list[str], more: Iterable[str], less: Iterable[str], even: bool) -> tuple[Why, ...]:
    """These cards in and those out. `even`: in exchange for 平民 or 狼人, so that the count stays (盗贼 brings two cards more)."""
    notices: list[Why] = []
    for card in dict.fromkeys(less):
        if card not in base:
            notices.append(Why("本无此牌", (("role", card),)))
        while card in base:
            base.remove(card)
            if even:
                notices += _exchanged(base, card, -1)
    for card in more:
        base.append(card)
        if even:
            notices += _exchanged(base, card, 1)
    return tuple(notices)


def _exchanged(base: list[str], card: str, sign: int) -> list[Why]:
    """The other half of an exchange: 狼人 for a wolf, 平民 for anybody else, and 盗贼 with one 平民 more."""
    filler = "狼人" if card in WOLVES else "平民"
    if card == "盗贼":
        sign = -sign
    if filler == card or (sign > 0 and filler not in base):
        return []
    if sign > 0:
        base.remove(filler)
    else:
        base.append(filler)
    return [Why("换下" if sign > 0 else "补上", (("role", card), ("filler", filler)))]


def _count_faults(cards: Sequence[str], players: int) -> Iterable[Fault]:
    need = players + 2 if "盗贼" in cards else players
    if len(cards) != need:
        yield Fault("roster", "R1", Why("张数不符", (("cards", len(cards)), ("need", need), ("players", players))))
