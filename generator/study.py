"""Balance studies: many whole games through the real engine, counted in blocks of game numbers.

Everything a game does follows from the study's seed and the game's number, so that results do not depend on how many workers there
are or on whether the study was broken off: blocks are counted apart, kept in a journal, and added up in their order. Two variants of
a wish are played with the same random numbers, game by game (common random numbers), and compared in pairs.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from typing import Any

from engine.games import Game, game_named, model_of
from engine.stream import Stream
from generator.players import Model, models
from generator.scenario import Chance, Z, estimated

Plain = Any
BLOCK = 100


@dataclass(frozen=True, slots=True)
class Plan:
    """What is studied. wishes: one, or two to compare. model: name of the player model."""

    game: str
    wishes: tuple[Mapping[str, Plain], ...]
    model: str
    games: int
    seed: str

    def key(self) -> str:
        """What a journal must agree with to be gone on with; the number of games may grow."""
        plain = json.dumps([self.game, self.wishes, self.model, self.seed, BLOCK], sort_keys=True, ensure_ascii=False, default=str)
        return hashlib.sha256(plain.encode("utf-8")).hexdigest()

    def blocks(self) -> list[tuple[int, int]]:
        """(first, behind the last) game of each block."""
        return [(low, min(low + BLOCK, self.games)) for low in range(0, self.games, BLOCK)]


@dataclass(slots=True)
class Tally:
    """Counts alone; tallies of blocks add up.

    wins: (variant, winner) · phases: (variant, length) · roles: (variant, card, "held" or "won") · both: (winner one, winner two)
    """

    games: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    phases: Counter[str] = field(default_factory=Counter)
    roles: Counter[str] = field(default_factory=Counter)
    both: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        self.games += other.games
        for mine, its in zip(self._parts(), other._parts(), strict=True):
            mine.update(its)

    def _parts(self) -> tuple[Counter[str], ...]:
        return self.wins, self.phases, self.roles, self.both

    def plain(self) -> list[Plain]:
        return [self.games, *(dict(sorted(part.items())) for part in self._parts())]

    @classmethod
    def of(cls, data: Sequence[Plain]) -> Tally:
        return cls(data[0], *(Counter(part) for part in data[1:]))


def winners(value: Plain) -> tuple[str, ...]:
    """The winning sides; 未分 where the bound was reached."""
    if value is None:
        return ("未分",)
    return tuple(map(str, value)) if isinstance(value, list | tuple) else (str(value),)


def block(plan: Plan, low: int, high: int, game: Game | None = None, model: Model | None = None) -> Tally:
    """The games low … high-1. Where a game is handed in that the house does not know, cards are not counted."""
    known = game_named(plan.game)
    game = game or known
    assert game is not None
    model = model or models(game)[plan.model]
    tally = Tally(high - low)
    readers = [model_of(game, wish).read if game is known else None for wish in plan.wishes]
    for number in range(low, high):
        results = []
        for variant, (wish, read) in enumerate(zip(plan.wishes, readers, strict=True)):
            record, _ = game.deal(wish, Stream(f"{plan.seed}/{number}/deal".encode()))
            played = model(game, record, hashlib.sha256(f"{plan.seed}/{number}/play".encode()).digest())
            won = winners(played.winner)
            results.append("+".join(won))
            tally.wins[f"{variant} {results[-1]}"] += 1
            tally.phases[f"{variant} {played.phases}"] += 1
            if read is not None:
                _count_roles(tally, variant, read(record)[0], played.sides, won)
        if len(results) == 2:
            tally.both["|".join(results)] += 1
    return tally


def _count_roles(tally: Tally, variant: int, hands: Mapping[str, Sequence[str]], sides: Sequence[str], won: Sequence[str]) -> None:
    """Of each card at a seat: how often it was held, how often its holder's side won."""
    for place, hand in hands.items():
        if place.endswith("号"):
            good = sides[int(place[:-1]) - 1] in won
            for card in set(hand):
                tally.roles[f"{variant} {card} held"] += 1
                if good:
                    tally.roles[f"{variant} {card} won"] += 1


# --- running


class Journal:
    """Finished blocks, a line each, behind a line that says what is studied."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.done: dict[tuple[int, int], Tally] = {}
        key = plan.key()
        if path.exists():
            lines = path.read_text("utf-8").splitlines()
            if not lines or not _same(lines[0], key):
                raise ValueError(str(path))
            for line in lines[1:]:
                found = _block_of(line)
                if found is not None:
                    self.done[found[0]] = found[1]
            whole = [json.dumps({"study": key}), *(self._line(*pair) for pair in self.done.items())]
            path.write_text("\n".join(whole) + "\n", encoding="utf-8")
        else:
            path.write_text(json.dumps({"study": key}) + "\n", encoding="utf-8")

    @staticmethod
    def _line(span: tuple[int, int], tally: Tally) -> str:
        return json.dumps({"block": span, "tally": tally.plain()}, ensure_ascii=False)

    def keep(self, span: tuple[int, int], tally: Tally) -> None:
        self.done[span] = tally
        with self.path.open("a", encoding="utf-8") as file:
            file.write(self._line(span, tally) + "\n")


def _same(line: str, key: str) -> bool:
    try:
        return bool(json.loads(line)["study"] == key)
    except (ValueError, KeyError, TypeError):
        return False


def _block_of(line: str) -> tuple[tuple[int, int], Tally] | None:
    """A line of the journal; None for one that a kill cut short."""
    try:
        data = json.loads(line)
        return (data["block"][0], data["block"][1]), Tally.of(data["tally"])
    except (ValueError, KeyError, TypeError, IndexError):
        return None


Work = Callable[[Plan, Sequence[tuple[int, int]]], Iterable[tuple[tuple[int, int], Tally]]]


def here(plan: Plan, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], Tally]]:
    """Block after block in this process."""
    for span in spans:
        yield span, block(plan, *span)


def workers(count: int) -> Work:
    """joblib's processes on this machine."""

    def work(plan: Plan, spans: Sequence[tuple[int, int]]) -> Iterable[tuple[tuple[int, int], Tally]]:
        from joblib import Parallel, delayed

        found: Iterable[tuple[tuple[int, int], Tally]] = Parallel(n_jobs=count, return_as="generator_unordered")(
            delayed(_spanned)(plan, span) for span in spans
        )
        return found

    return work


def cluster(address: str) -> Work:
    """A Dask cluster (extra `cluster`)."""

    def work(plan: Plan, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], Tally]]:
        from distributed import Client, as_completed

        with Client(address) as client:  # type: ignore[no-untyped-call]
            futures = client.map(_spanned, [plan] * len(spans), list(spans), pure=False)
            for _, result in as_completed(futures, with_results=True):  # type: ignore[no-untyped-call]
                yield result

    return work


def _spanned(plan: Plan, span: tuple[int, int]) -> tuple[tuple[int, int], Tally]:
    return span, block(plan, *span)


def run(plan: Plan, work: Work, journal: Journal | None = None, seen: Callable[[int], None] | None = None) -> Tally:
    """The whole study; blocks already in the journal are not played again. seen: told of finished games, for a progress bar."""
    done = dict(journal.done) if journal else {}
    spans = plan.blocks()
    if seen:
        seen(sum(high - low for low, high in spans if (low, high) in done))
    for span, tally in work(plan, [s for s in spans if s not in done]):
        done[span] = tally
        if journal:
            journal.keep(span, tally)
        if seen:
            seen(span[1] - span[0])
    whole = Tally()
    for span in spans:
        whole.add(done[span])
    return whole


# --- figures


@dataclass(frozen=True, slots=True)
class Difference:
    """How much more often a side wins under the second variant, in pairs of games: with its 95 % interval."""

    side: str
    by: float
    low: float
    high: float
    changed: int  # pairs in which it matters


def rates(tally: Tally, variant: int = 0) -> dict[str, Chance]:
    """Share of games that each side has won (together with others, too), with Wilson's interval, most first."""
    count: Counter[str] = Counter()
    for key, games in tally.wins.items():
        which, _, won = key.partition(" ")
        if int(which) == variant:
            count.update(dict.fromkeys(won.split("+"), games))
    return {side: estimated(games, tally.games) for side, games in sorted(count.items(), key=lambda kv: (-kv[1], kv[0]))}


def lengths(tally: Tally, variant: int = 0) -> dict[int, int]:
    """phases -> games."""
    found = {int(k.split(" ")[1]): n for k, n in tally.phases.items() if k.startswith(f"{variant} ")}
    return dict(sorted(found.items()))


def roles(tally: Tally, variant: int = 0) -> dict[str, Chance]:
    """card -> how often the side of its holder won."""
    held = {k.split(" ")[1]: n for k, n in tally.roles.items() if k.startswith(f"{variant} ") and k.endswith(" held")}
    return {card: estimated(tally.roles[f"{variant} {card} won"], n) for card, n in sorted(held.items())}


def differences(tally: Tally) -> list[Difference]:
    """Second variant against the first, from pairs with common random numbers."""
    sides = dict.fromkeys(side for key in tally.both for won in key.split("|") for side in won.split("+"))
    out = []
    for side in sides:
        up = sum(n for key, n in tally.both.items() if [side in w.split("+") for w in key.split("|")] == [False, True])
        down = sum(n for key, n in tally.both.items() if [side in w.split("+") for w in key.split("|")] == [True, False])
        mean = (up - down) / tally.games
        spread = Z * sqrt(max(0.0, (up + down) / tally.games - mean * mean) / tally.games)
        out.append(Difference(side, mean, mean - spread, mean + spread, up + down))
    return out
