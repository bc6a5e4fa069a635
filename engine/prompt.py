"""What may be entered next: prompts as data, with a way to sample an entry from one and to ask whether an entry is among them.

A game's `prompts(state)` gives a tuple of Prompt. Each Prompt fixes `skill`, `by` and (mostly) `pick`, and says for every other
key what may stand there. Seats that may not be named are offered all the same with ok=False and the reason, for the page to grey.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.record import Entry, Why, is_int
from engine.stream import Stream

Plain = Any


@dataclass(frozen=True, slots=True)
class Offer:
    """A value that could be chosen. ok=False: the rules forbid it now, `why` says so."""

    value: Plain
    ok: bool = True
    why: Why | None = None
    cite: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seats:
    """`low` … `high` different seats out of the offers that are ok; `ordered`: their order has a meaning.

    `several`: always written as a list, even one seat. `groups`: where combinations matter, the only combinations allowed.
    `repeat`: a seat named twice counts once.
    """

    offers: tuple[Offer, ...]
    low: int = 1
    high: int = 1
    ordered: bool = False
    several: bool = False
    groups: tuple[tuple[int, ...], ...] | None = None
    repeat: bool = False

    def allowed(self) -> list[int]:
        return [o.value for o in self.offers if o.ok]

    def possible(self) -> bool:
        """Is there anything to choose?"""
        return bool(self.groups) if self.groups is not None else len(self.allowed()) >= self.low

    def sample(self, stream: Stream) -> Plain:
        if self.groups is not None:
            seats = list(stream.choice(self.groups))
        else:
            pool = self.allowed()
            top = min(self.high, len(pool))
            seats = stream.sample(pool, self.low + stream.below(top - self.low + 1))
        if len(seats) == 1 and not self.several:
            return seats[0]
        return seats if self.ordered else sorted(seats)

    def holds(self, value: Plain) -> bool:
        seats = list(value) if isinstance(value, list | tuple) else [value]
        if self.repeat:
            seats = list(dict.fromkeys(seats))
        if self.groups is not None:
            return any(seats == list(g) or (not self.ordered and sorted(seats) == sorted(g)) for g in self.groups)
        ok = set(self.allowed())
        return self.low <= len(seats) <= self.high and len(set(seats)) == len(seats) and all(s in ok for s in seats)


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these values."""

    offers: tuple[Offer, ...]

    def possible(self) -> bool:
        """Is there anything to choose?"""
        return any(o.ok for o in self.offers)

    def sample(self, stream: Stream) -> Plain:
        return stream.choice([o.value for o in self.offers if o.ok])

    def holds(self, value: Plain) -> bool:
        return any(o.ok and o.value == value for o in self.offers)


@dataclass(frozen=True, slots=True)
class Row:
    """A sequence, one field after the other, written as a list. `low`: how many are needed (default: all)."""

    fields: tuple[Seats | OneOf | Row | Dice | Table | Text | Const, ...]
    low: int | None = None
    different: bool = False

    def sample(self, stream: Stream) -> Plain:
        for _ in range(1000):
            row = [f.sample(stream) for f in self.fields]
            if not self.different or len({repr(v) for v in row}) == len(row):
                return row
        raise RuntimeError("no row of different values")

    def holds(self, value: Plain) -> bool:
        if not isinstance(value, list | tuple):
            return len(self.fields) == 1 and self.fields[0].holds(value)
        low = len(self.fields) if self.low is None else self.low
        fine = low <= len(value) <= len(self.fields) and all(f.holds(v) for f, v in zip(self.fields, value, strict=False))
        return fine and (not self.different or len({repr(v) for v in value}) == len(value))


@dataclass(frozen=True, slots=True)
class Dice:
    """`count` dice, each `low` … `high`, in the order rolled. One die is written as a bare number. More may stand and count for nothing."""

    count: int = 1
    low: int = 1
    high: int = 6

    def sample(self, stream: Stream) -> Plain:
        rolls = [self.low + stream.below(self.high - self.low + 1) for _ in range(self.count)]
        return rolls[0] if self.count == 1 else rolls

    def holds(self, value: Plain) -> bool:
        rolls = list(value) if isinstance(value, list | tuple) else [value]
        return len(rolls) >= self.count and all(is_int(r) and self.low <= r <= self.high for r in rolls[: self.count])


@dataclass(frozen=True, slots=True)
class Table:
    """A map seat -> value: ballots, 黎明 choices … `most`: per seat, how many values of `of` it may give (1: a bare value).

    `within`: another key of the entry; only the seats named there may be given, and they have no row themselves (candidates).
    """

    most: Mapping[int, int]
    of: tuple[Offer, ...]
    low: int = 0  # rows at least
    within: str = ""

    def beside(self, entry: Mapping[str, Plain]) -> Table:
        """The same table where the rest of the entry is known."""
        if not self.within:
            return self
        named = entry.get(self.within)
        seats = [] if named is None else list(named) if isinstance(named, list | tuple) else [named]
        most = {seat: k for seat, k in self.most.items() if seat not in seats}
        return replace(self, most=most, of=tuple(o for o in self.of if o.value in seats), within="")

    def sample(self, stream: Stream) -> Plain:
        values = [o.value for o in self.of if o.ok]
        out: dict[int, Plain] = {}
        seats = sorted(self.most)
        for seat in seats:
            if values and (len(seats) <= self.low or stream.below(4)):
                row = [stream.choice(values) for _ in range(1 + stream.below(self.most[seat]))]
                out[seat] = row[0] if self.most[seat] == 1 else row
        return out

    def holds(self, value: Plain) -> bool:
        if not isinstance(value, Mapping) or len(value) < self.low:
            return False
        fine = [o.value for o in self.of if o.ok]
        for seat, given in value.items():
            row = list(given) if isinstance(given, list | tuple) else [given]
            if seat not in self.most or len(row) > self.most[seat] or any(v not in fine for v in row):
                return False
        return True


@dataclass(frozen=True, slots=True)
class Text:
    """Free words of a player."""

    example: str = "……"

    def sample(self, stream: Stream) -> Plain:
        return self.example

    def holds(self, value: Plain) -> bool:
        return isinstance(value, str)


@dataclass(frozen=True, slots=True)
class Const:
    """Exactly this value."""

    value: Plain

    def sample(self, stream: Stream) -> Plain:
        return self.value

    def holds(self, value: Plain) -> bool:
        return bool(value == self.value)


@dataclass(frozen=True, slots=True)
class Draws:
    """A sequence drawn one after the other, written as a list. `follows(drawn so far)`: what may come next; None: it ends here."""

    follows: Callable[[tuple[Plain, ...]], tuple[Plain, ...] | None] = field(compare=False)

    def sample(self, stream: Stream) -> Plain:
        drawn: tuple[Plain, ...] = ()
        while (values := self.follows(drawn)) is not None:
            drawn += (stream.choice(values),)
        return list(drawn)

    def holds(self, value: Plain) -> bool:
        """More than is needed may stand; it counts for nothing."""
        given = list(value) if isinstance(value, list | tuple) else [value]
        drawn: tuple[Plain, ...] = ()
        while (values := self.follows(drawn)) is not None:
            if len(drawn) == len(given) or given[len(drawn)] not in values:
                return False
            drawn += (given[len(drawn)],)
        return True

    def row(self) -> Row:
        """A choice for each place, whatever the others are: what a form can show before anything is drawn."""
        drawn: tuple[Plain, ...] = ()
        places: list[OneOf] = []
        while (values := self.follows(drawn)) is not None:
            earlier = [
                v for v in drawn if v not in values and any(v == o.value for p in places for o in p.offers) and type(v) is type(values[0])
            ]
            places.append(OneOf(tuple(Offer(v) for v in (*earlier, *values))))
            drawn += (values[0],)
        return Row(tuple(places))


@dataclass(frozen=True, slots=True)
class After:
    """What may stand here depends on the keys before it: `of(entry so far)` gives the field, or None where nothing is asked."""

    of: Callable[[Mapping[str, Plain]], Field | None] = field(compare=False)


Field = Seats | OneOf | Row | Dice | Table | Text | Const | Draws | After


def beside(what: Field, entry: Mapping[str, Plain]) -> Seats | OneOf | Row | Dice | Table | Text | Const | Draws | None:
    """The field where the rest of the entry is known; None where nothing is asked."""
    if isinstance(what, After):
        then = what.of(entry)
        return None if then is None else beside(then, entry)
    return what.beside(entry) if isinstance(what, Table) else what


@dataclass(frozen=True, slots=True)
class Prompt:
    """One thing that may be entered now.

    step    name of the schedule step it belongs to
    by      the acting seat, None where the moderator acts
    fields  key (`to`, `pick`, `die`, `drawn`, `votes`, `set`) -> what may stand there; a key in `maybe` may be left out too
    must    the rules demand it before the phase can end
    line    key of the moderator's words in calls.toml; `title`: a word to tell several prompts of one skill apart
    ok      False: not possible now; `why` and `cite` say why not (for the page; never sampled)
    told    "" nobody, "by" the actor, "all" everybody: who learns the result (the page shows or hides accordingly)
    fits    where the fields alone do not settle it (a vote that must exile this very seat): does the whole entry, as plain data, stand?
    """

    step: str
    skill: str
    by: int | None = None
    fields: tuple[tuple[str, Field], ...] = ()
    maybe: frozenset[str] = frozenset()
    must: bool = False
    line: str = ""
    title: str = ""
    ok: bool = True
    why: Why | None = None
    cite: tuple[str, ...] = ()
    told: str = ""
    fits: Callable[[Mapping[str, Plain]], bool] | None = field(default=None, compare=False)

    def sample(self, stream: Stream) -> dict[str, Plain]:
        """A random entry of this prompt, as plain data."""
        for _ in range(10_000):
            entry = self._sample(stream)
            if self.fits is None or self.fits(entry):
                return entry
        raise RuntimeError(f"no entry of {self.skill} was found that fits")

    def _sample(self, stream: Stream) -> dict[str, Plain]:
        entry: dict[str, Plain] = {"skill": self.skill}
        if self.by is not None:
            entry["by"] = self.by
        for key, what in self.fields:
            then = beside(what, entry)
            if then is None or (key in self.maybe and (not _possible(then) or stream.below(4) == 0)):
                continue
            entry[key] = then.sample(stream)
        return entry

    def holds(self, entry: Entry) -> bool:
        """Is this entry one of those offered? A key ignored by the rules (said, note, a die nobody needs) is not looked at."""
        if entry.skill != self.skill or (self.by is not None and entry.by != self.by):
            return False
        named = dict(self.fields)
        for key in ("to", "pick", "drawn", "votes", "die"):
            value = entry.raw.get(key)
            if key in named:
                if value is None and key in self.maybe:
                    continue
                what = beside(named[key], entry.raw)
                if what is None:
                    if value is not None and key in ("to", "pick", "votes"):
                        return False
                elif value is None or not what.holds(value):
                    return False
            elif value is not None and key in ("to", "pick", "votes"):
                return False
        return self.fits is None or self.fits(entry.raw)


def _possible(what: Field) -> bool:
    return what.possible() if isinstance(what, Seats | OneOf) else True


def offered(prompts: Iterable[Prompt], entry: Entry) -> bool:
    """Is `entry` among what the prompts offer?"""
    return any(p.ok and p.holds(entry) for p in prompts)
