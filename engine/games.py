"""The Game protocol, and the games there are: an explicit tuple."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:  # a check needs no paper, no prompts and no dealing
    from engine.deal import Report
    from engine.declare import Closed, Die, Done, Event, Option, Owed, Role, Step
    from engine.model import Model
    from engine.paper import Card, Sheet
    from engine.prompt import Prompt
    from engine.record import Entry, Fault, Record
    from engine.stream import Stream

Plain = Any


class Game(Protocol):
    """What a game is to the rest of the house. A game is a value (an instance, or a module-level object) without state of its own.

    State is the game's own frozen dataclass; nobody outside looks into it. `words` is frozen: append only (the codec counts on it).
    Capabilities that only some games have are attributes asked for by name: `walk` and `order` (players order dealt hands: what each
    seat may choose, and the record so ordered), `vote` (the skill whose entry holds everybody's ballots),
    `forum` (what is written to the players of a game that is played in a thread).
    """

    id: str
    name: str
    editions: tuple[str, ...]
    players: tuple[int, int]  # fewest, most
    roles: tuple[Role, ...]
    options: tuple[Option, ...]
    schedule: tuple[Step, ...]
    dice: tuple[Die, ...]
    words: tuple[str, ...]
    wishes: tuple[str, ...]  # what a deal may ask beyond players, names, options: "roster", "with", "without", "key_card", "board" …

    # --- the record
    def faults(self, data: Mapping[str, Plain]) -> Iterable[Fault]:
        """Every fault of normalised plain data, in the order record.md fixes; the envelope (format, game, edition) is examined before."""
        ...

    def open(self, record: Record) -> Any:
        """The state before the first phase."""
        ...

    def begin(self, state: Any, phase: str) -> Any:
        """Open the phase of this name (the one that `phase_after` names)."""
        ...

    def phase_after(self, phase: str | None) -> str:
        """The name of the phase that follows (None: the first)."""
        ...

    def may_end(self, state: Any) -> tuple[bool, tuple[str, ...]]:
        """May this phase be followed by another as it stands (a 黑夜 needs its vote …)? With the places that say so."""
        ...

    def arrange(self, state: Any, entries: Sequence[Entry]) -> Iterable[int]:
        """The order in which a phase's entries are settled, as indices (range(len) where the log's order is the order)."""
        ...

    def cite(self, state: Any, entry: Entry) -> tuple[str, ...]:
        """The skill's own place(s), without the game's name, whatever the verdict will be."""
        ...

    def act(self, state: Any, entry: Entry) -> Done[Any]:
        """Carry an entry out, with the automatic work up to its place; raises Illegal or Needs and then nothing has changed."""
        ...

    def overrule(self, state: Any, entry: Entry) -> Any:
        """裁定: set what `entry.set` says. Raises Illegal after the end of the game."""
        ...

    def close(self, state: Any) -> Closed[Any]:
        """Settle the phase and show it. Pure: may be asked of an unfinished phase as a preview."""
        ...

    def late(self, state: Any, phase: int) -> Iterable[Fault]:
        """Faults that only the replay can find: what is still owing after phase index `phase` though another phase follows."""
        ...

    def owes(self, state: Any) -> Iterable[Owed]:
        """What the rules still demand in the open phase."""
        ...

    def prompts(self, state: Any) -> tuple[Prompt, ...]:
        """What may be entered next in the open phase, in the order of the schedule; () after the end of the game."""
        ...

    def events(self, state: Any) -> tuple[Event, ...]:
        """What has borne on the seats so far, oldest first, for `why`."""
        ...

    # --- dealing
    def deal(self, wish: Mapping[str, Plain], stream: Stream) -> tuple[dict[str, Plain], Report]:
        """(record as plain data with an empty log, report). Raises engine.deal.Refused (every reason) or engine.deal.Impossible.

        wish: players, options, and what `wishes` names.
        """
        ...

    # --- paper, as data (drawn by generator/)
    def cards(self, record: Record) -> tuple[Card, ...]:
        """The cards of this deal: each seat's closed cards, then aux cards."""
        ...

    def script(self, record: Record) -> Sheet:
        """The moderator's script of this record, the very one among its sheets, without the work of the others."""
        ...

    def sheets(self, record: Record) -> tuple[Sheet, ...]:
        """Script, key, die tables, settle-in-this-order card, log sheets, trackers, messages … of this record."""
        ...


_MODULES = {"fengyao": "封妖", "langrensha": "狼人杀", "eva": "EVA", "guimi": "诡秘之主"}


@cache
def _load(ident: str) -> Game:
    game: Game = import_module(f"engine.{ident}").GAME
    return game


def games() -> tuple[Game, ...]:
    """All games, the main one first."""
    return tuple(_load(ident) for ident in _MODULES)


def names() -> tuple[tuple[str, str], ...]:
    """(id, name) of all games, without loading any."""
    return tuple(_MODULES.items())


def game_named(name: Plain) -> Game | None:
    """The game of this name or ASCII id, loaded on first use; None for any other value."""
    if not isinstance(name, str):
        return None
    for ident, word in _MODULES.items():
        if name in (ident, word):
            return _load(ident)
    return None


def model_of(game: Game, wish: Mapping[str, Plain]) -> Model:
    """The deals of a wish as something to count and to build. Raises engine.deal.Refused or engine.deal.Impossible."""
    model: Model = import_module(f"engine.{game.id}.model").model(wish)
    return model


def model_of_record(game: Game, record: Mapping[str, Plain]) -> Model:
    """The model that a record without faults is a deal of. Raises what `model_of` raises."""
    return model_of(game, import_module(f"engine.{game.id}.model").wish_of(record))
