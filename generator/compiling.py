"""A condition's tree compiled to what it adds up over the places of a deal, and a test of the sums: what can be counted place by place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from lark import Token, Tree

from engine.model import Hand, Hands, Model, Place, seat_name
from generator.conditions import Condition
from generator.merging import Reducer, beside, compared, kinds

Node = Tree[Token]
Draws = Mapping[str, str]
Test = Callable[[Sequence[int]], bool]
Number = Callable[[Sequence[int]], "int | None"]
OfHand = Callable[[Hand], int]


@dataclass(frozen=True, slots=True)
class Slot:
    """Something that is added up: `of(hand)` in one place (`at`), or in every seat; `mask`: as the seat's bit instead."""

    of: OfHand
    at: str = ""
    mask: bool = False
    most: int = 1  # of one hand
    needs: frozenset[str] | None = None  # nothing is added by a hand without one of these

    def adds(self, place: Place, hand: Hand) -> int:
        if self.at:
            return self.of(hand) if place.name == self.at else 0
        if not place.seat:
            return 0
        value = self.of(hand)
        return value << (place.seat - 1) if self.mask else value

    def width(self, seats: int) -> int:
        """Bits its sum needs."""
        return seats if self.mask else (self.most * (1 if self.at else seats)).bit_length()


@dataclass(slots=True)
class Program:
    """One condition compiled for one value of every draw: what to add up, what must hold of it, which cards must be told apart."""

    slots: list[Slot] = field(default_factory=list)
    groups: list[frozenset[str]] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)
    test: Test = lambda sums: True
    reducers: list[Reducer] = field(default_factory=list)  # what of the sums still matters
    met: tuple[int, ...] | None = None  # sums that pass: all states that have passed for good are kept as this one

    def needs(self) -> frozenset[str] | None:
        """Once none of these cards is left, no sum can change; None: that cannot be said."""
        found: set[str] = set()
        for slot in self.slots:
            if slot.needs is None:
                return None
            found |= slot.needs
        return frozenset(found)

    def places(self) -> frozenset[str] | None:
        """The places it looks at; None: all seats."""
        return None if any(not slot.at for slot in self.slots) else frozenset(slot.at for slot in self.slots)


def _parts(node: Node) -> Iterator[Node]:
    """What a condition says, one thing after the other, where all of it must hold."""
    if node.data == "both" or (node.data == "either" and len(node.children) == 1):
        for child in node.children:
            assert isinstance(child, Tree)
            yield from _parts(child)
    else:
        yield node


class Compiler:
    """Tree -> closure over the sums. One for each value of the draws."""

    def __init__(self, model: Model, players: Sequence[str], draws: Draws) -> None:
        self.model, self.draws = model, draws
        self.players = {name: n for n, name in enumerate(players, 1)}
        self.count = len(model.seats)
        self.program = Program()
        self.words = {w.name: w for w in model.words}
        self.needs: dict[OfHand, frozenset[str] | None] = {}

    def compile(self, condition: Condition) -> list[Program]:
        """One program for each of the parts that must all hold."""
        done = []
        for part in _parts(condition.tree):
            self.program = Program()
            self.program.test = self.test(part)
            done.append(self.program)
        return done

    def add(self, of: OfHand, at: str = "", mask: bool = False) -> int:
        return self.slot(Slot(of, at, mask, needs=self.needs.get(of)))

    def slot(self, slot: Slot) -> int:
        self.program.slots.append(slot)
        return len(self.program.slots) - 1

    # --- names

    def card(self, node: Node | Token) -> str:
        token = node.children[0] if isinstance(node, Tree) else node
        assert isinstance(token, Token)
        return self.draws[str(token)] if token.type == "DRAW" else str(token)

    def where(self, node: Node) -> str:
        """The name of a place. Raises Outside for a seat that is not there."""
        token = node.children[0]
        assert isinstance(token, Token)
        return self.place_of(token)

    def place_of(self, token: Token) -> str:
        if token.type == "PLACE":
            return str(token)
        if token.type == "PLAYER":
            return seat_name(self.players[str(token).strip('"')])
        number = int(str(token).rstrip("号 \t"))
        if not 1 <= number <= self.count:
            raise Outside(token, self.count)
        return seat_name(number)

    # --- what is true of one hand

    def has_card(self, card: str, many: int = 1) -> OfHand:
        only = frozenset((card,))
        self.program.groups.append(only)

        def of(hand: Hand) -> bool:
            return hand.count(card) >= many

        self.needs[of] = only
        return of

    def what(self, token: Token) -> OfHand:
        if token.type != "WORD":
            return self.has_card(self.card(token))
        word = self.words[str(token)]
        self.program.groups.extend(word.groups)
        self.needs[word.holds] = word.needs
        return word.holds

    def lies(self, layer: str, card: str) -> OfHand:
        """Does this card lie there in every order the hand may take?"""
        layers = self.model.layers
        assert layers is not None
        self.program.groups.extend((*layers.groups, frozenset((card,))))
        index = layers.names.index(layer)
        return lambda hand: len(hand) > index and all(order[index] == card for order in layers.orders(hand))

    def figure(self, name: str) -> OfHand:
        table = self.model.figures[name]
        self.program.figures.append(name)
        return lambda hand: sum(table.get(card, 0) for card in hand)

    def figure_most(self, name: str) -> int:
        return max(self.model.figures[name].values(), default=0) * max(p.size for p in self.model.places)

    def figure_least(self, name: str) -> int:
        return min(self.model.figures[name].values(), default=0)

    def of_hand(self, node: Node) -> tuple[Node, OfHand]:
        """(who, what is asked of the hand) of is_, holds, holds_many, lies."""
        kids: Any = node.children
        if node.data == "is_":
            return kids[0], self.what(kids[1].children[0])
        if node.data == "holds":
            return kids[0], self.has_card(self.card(kids[1]))
        if node.data == "holds_many":
            return kids[0], self.has_card(self.card(kids[2]), int(kids[1]))
        return kids[0], self.lies(str(kids[1]), self.card(kids[2]))

    # --- conditions on the whole table

    def test(self, node: Node) -> Test:
        build: Callable[[Node], Test] = getattr(self, "t_" + str(node.data), self.t_hand)
        return build(node)

    def t_either(self, node: Node) -> Test:
        tests = [self.test(c) for c in node.children]  # type: ignore[arg-type]
        return tests[0] if len(tests) == 1 else lambda sums: any(t(sums) for t in tests)

    def t_both(self, node: Node) -> Test:
        tests = [self.test(c) for c in node.children]  # type: ignore[arg-type]
        return tests[0] if len(tests) == 1 else lambda sums: all(t(sums) for t in tests)

    def t_negate(self, node: Node) -> Test:
        test = self.test(node.children[0])  # type: ignore[arg-type]
        return lambda sums: not test(sums)

    def t_hand(self, node: Node) -> Test:
        who, of = self.of_hand(node)
        token = who.children[0]
        assert isinstance(token, Token)
        if token.type == "SELF":
            raise Loose(token)
        if token.type != "EVERY":
            i = self.add(of, self.where(who))
            return lambda sums: sums[i] > 0
        i, need = self.add(of), {"有人": range(1, 99), "无人": range(1), "人人": range(self.count, 99)}[str(token)]
        return lambda sums: sums[i] in need

    def t_in_(self, node: Node) -> Test:
        kids: Any = node.children
        i = self.add(self.has_card(self.card(kids[0])), self.where(kids[1]))
        return lambda sums: sums[i] > 0

    def t_drawn(self, node: Node) -> Test:
        kids: Any = node.children
        true = self.draws[str(kids[0])] == str(kids[1])
        return lambda sums: true

    def t_together(self, node: Node) -> Test:
        one, two = (self.card(c) for c in node.children)
        first, second = self.has_card(one, 2 if one == two else 1), self.has_card(two)
        i = self.slot(Slot(lambda hand: first(hand) and second(hand), needs=frozenset((one,))))
        return lambda sums: sums[i] > 0

    def t_adjacent(self, node: Node) -> Test:
        one, two = (self.seats_of(c) for c in node.children)  # type: ignore[arg-type]
        at = len(self.program.slots)
        if kinds(node) and self.count > 2:
            self.program.reducers.append(beside(at - 2, at - 1, self.count))
        return lambda sums: self.apart(one(sums), two(sums), different=True) == 1

    def t_compare(self, node: Node) -> Test:
        kids: Any = node.children
        left, sign, right = self.number(kids[0]), COMPARE[str(kids[1])], self.number(kids[2])
        least = self.figure_least(str(kids[0].children[0])) if kids[0].data == "total" else 0
        found = compared(kids[0], str(kids[1]), kids[2], len(self.program.slots) - 1, self.count) if least >= 0 else None
        self.program.reducers += [found] if found else []

        def test(sums: Sequence[int]) -> bool:
            a, b = left(sums), right(sums)
            return a is not None and b is not None and sign(a, b)

        return test

    # --- numbers

    def number(self, node: Node) -> Number:
        build: Callable[[Node], Number] = getattr(self, "n_" + str(node.data))
        return build(node)

    def n_number(self, node: Node) -> Number:
        value = int(str(node.children[0]))
        return lambda sums: value

    def n_plus(self, node: Node) -> Number:
        a, b = (self.number(c) for c in node.children)  # type: ignore[arg-type]
        return lambda sums: None if (x := a(sums)) is None or (y := b(sums)) is None else x + y

    def n_minus(self, node: Node) -> Number:
        a, b = (self.number(c) for c in node.children)  # type: ignore[arg-type]
        return lambda sums: None if (x := a(sums)) is None or (y := b(sums)) is None else x - y

    def n_figure(self, node: Node) -> Number:
        kids: Any = node.children
        token = kids[1].children[0]
        if token.type == "SELF":
            raise Loose(token)
        i = self.slot(Slot(self.figure(str(kids[0])), self.where(kids[1]), most=self.figure_most(str(kids[0]))))
        return lambda sums: sums[i]

    def n_count(self, node: Node) -> Number:
        i = self.add(Inner(self).test(node.children[0]))  # type: ignore[arg-type]
        return lambda sums: sums[i]

    def n_total(self, node: Node) -> Number:
        kids: Any = node.children
        value, inner = self.figure(str(kids[0])), Inner(self).test(kids[1])
        i = self.slot(Slot(lambda hand: value(hand) if inner(hand) else 0, most=self.figure_most(str(kids[0]))))
        return lambda sums: sums[i]

    def seats_of(self, node: Node) -> Callable[[Sequence[int]], int]:
        """The seats a group stands for, as bits."""
        token = node.children[0]
        assert isinstance(token, Token)
        if token.type in ("SEAT", "PLAYER"):
            fixed = 1 << (int(self.where(node).rstrip("号")) - 1)
            return lambda sums: fixed
        i = self.add(self.what(token), mask=True)
        return lambda sums: sums[i]

    def n_seat_number(self, node: Node) -> Number:
        mask = self.seats_of(node.children[0])  # type: ignore[arg-type]
        return lambda sums: (m & -m).bit_length() if (m := mask(sums)) else None

    def n_distance(self, node: Node) -> Number:
        one, two = (self.seats_of(c) for c in node.children)  # type: ignore[arg-type]
        return lambda sums: self.apart(one(sums), two(sums))

    def apart(self, one: int, two: int, different: bool = False) -> int | None:
        """Steps on the ring between the nearest seats of both (not the same seat, if so asked); None where one of them is nobody."""
        if not one or not two:
            return None
        whole, right, left = (1 << self.count) - 1, one, one
        for steps in range(self.count):
            if (right | left) & two and not (different and not steps):
                return steps
            right = (right << 1 | right >> (self.count - 1)) & whole
            left = (left >> 1 | left << (self.count - 1)) & whole
        return None


class Inner:
    """A condition on 此席 alone: true or false of one hand."""

    def __init__(self, outer: Compiler) -> None:
        self.outer = outer

    def test(self, node: Node) -> OfHand:
        kids: Any = node.children
        if node.data in ("either", "both"):
            tests = [self.test(c) for c in kids]
            if len(tests) == 1:
                return tests[0]
            return (lambda hand: any(t(hand) for t in tests)) if node.data == "either" else (lambda hand: all(t(hand) for t in tests))
        if node.data == "negate":
            test = self.test(kids[0])
            return lambda hand: not test(hand)
        if node.data == "compare":
            left, sign, right = self.number(kids[0]), COMPARE[str(kids[1])], self.number(kids[2])
            return lambda hand: sign(left(hand), right(hand))
        if node.data in ("is_", "holds", "holds_many", "lies"):
            who, of = self.outer.of_hand(node)
            token = who.children[0]
            if isinstance(token, Token) and token.type == "SELF":
                return of
        raise NotSelf(next(node.scan_values(lambda v: isinstance(v, Token)), None))

    def number(self, node: Node) -> OfHand:
        kids: Any = node.children
        if node.data == "number":
            value = int(str(kids[0]))
            return lambda hand: value
        if node.data in ("plus", "minus"):
            a, b, sign = self.number(kids[0]), self.number(kids[1]), 1 if node.data == "plus" else -1
            return lambda hand: a(hand) + sign * b(hand)
        if node.data == "figure" and kids[1].children[0].type == "SELF":
            return self.outer.figure(str(kids[0]))
        raise NotSelf(next(node.scan_values(lambda v: isinstance(v, Token)), None))


class Misplaced(Exception):
    """A word that reads well but means nothing there. `token`: which."""

    def __init__(self, token: Token | None, message: str) -> None:
        super().__init__(message)
        self.at = (token.start_pos or 0) if token is not None else 0
        self.message = message


class Outside(Misplaced):
    def __init__(self, token: Token, count: int) -> None:
        super().__init__(token, f"没有 {token} 这个座位：这局是 1号 到 {count}号。")


class Loose(Misplaced):
    def __init__(self, token: Token) -> None:
        super().__init__(token, "“此席”只能写在 数(…) 或 和(…) 里面。")


class NotSelf(Misplaced):
    def __init__(self, token: Token | None) -> None:
        super().__init__(token, "数(…) 和 和(…) 里只能说“此席”自己：此席 是 …、此席 持有 …、难度(此席) …")


COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    **dict.fromkeys(("<=", "≤"), lambda a, b: a <= b),
    **dict.fromkeys((">=", "≥"), lambda a, b: a >= b),
    **dict.fromkeys(("!=", "≠"), lambda a, b: a != b),
    **dict.fromkeys(("=", "=="), lambda a, b: a == b),
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
}


def holds(programs: Iterable[Program], model: Model, hands: Hands) -> bool:
    """Do these hold in one deal?"""
    for program in programs:
        sums = [sum(slot.adds(p, tuple(hands.get(p.name, ()))) for p in model.places) for slot in program.slots]
        if not program.test(sums):
            return False
    return True
