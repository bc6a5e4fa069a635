"""Why a deal does or does not satisfy a condition: its parts in words, and what the deal shows of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lark import Token, Tree

from engine.model import Hands, Model
from generator.compiling import Compiler, Draws, Node, Program, holds
from generator.conditions import Condition

_SIGNS = {"adjacent": "相邻", "together": "同一人", "distance": "距离", "count": "数", "seat_number": "座号"}


def words(node: Node | Token) -> str:
    """A tree in words again."""
    if isinstance(node, Token):
        return str(node)
    kids = [words(c) for c in node.children]
    kind = str(node.data)
    if kind in ("either", "both"):
        text = (" 或 " if kind == "either" else " 且 ").join(kids)
        return text if len(kids) == 1 else f"({text})"
    if kind in _SIGNS:
        return f"{_SIGNS[kind]}({', '.join(kids)})"
    between = {"is_": " 是 ", "holds": " 持有 ", "in_": " 在 ", "drawn": " 是 ", "plus": " + ", "minus": " - ", "compare": " "}
    if kind in between:
        return between[kind].join(kids)
    if kind == "negate":
        return f"非 {kids[0]}"
    if kind == "holds_many":
        return f"{kids[0]} 持有 {kids[1]}张 {kids[2]}"
    if kind == "lies":
        return f"{kids[0]} {kids[1]} 是 {kids[2]}"
    if kind == "figure":
        return f"{kids[0]}({kids[1]})"
    return f"和({', '.join(kids)})" if kind == "total" else "".join(kids)


def _parts(node: Node) -> Iterator[Node]:
    """The atoms of a condition, in order."""
    if node.data in ("either", "both", "negate"):
        for child in node.children:
            assert isinstance(child, Tree)
            yield from _parts(child)
    else:
        yield node


def explain(model: Model, players: Sequence[str], draws: Draws, hands: Hands, condition: Condition) -> list[tuple[str, bool, str]]:
    """For each atom of a condition: (in words, does it hold, the facts)."""
    found = []
    for part in _parts(condition.tree):
        compiler = Compiler(model, players, draws)
        compiler.program = Program()
        compiler.program.test = compiler.test(part)
        found.append((words(part), holds([compiler.program], model, hands), "；".join(_facts(part, compiler, hands))))
    return found


def _facts(part: Node, compiler: Compiler, hands: Hands) -> Iterator[str]:
    """Hands of the seats it names, holders of the cards it names, both sides of a comparison."""
    if part.data == "compare":
        yield _sides(part, compiler, hands)
    for token in dict.fromkeys(part.scan_values(lambda v: isinstance(v, Token))):
        assert isinstance(token, Token)
        if token.type in ("SEAT", "PLAYER", "PLACE"):
            name = compiler.place_of(token)
            yield f"{name} 的牌：{'、'.join(hands[name])}"
        elif token.type == "CARD" or token.type == "DRAW":
            card = compiler.card(token)
            held = [name for name, hand in hands.items() if card in hand]
            called = f"{token}（{card}）" if token.type == "DRAW" else card
            yield f"{called} 在 {'、'.join(held)}" if held else f"{called} 不在这局"
        elif token.type == "WORD":
            word = compiler.words[str(token)]
            held = [place.name for place in compiler.model.seats if word.holds(tuple(hands[place.name]))]
            yield f"{token}：{'、'.join(held) or '无'}"


def _sides(part: Node, compiler: Compiler, hands: Hands) -> str:
    fresh = Compiler(compiler.model, tuple(compiler.players), compiler.draws)
    values = []
    for side in (part.children[0], part.children[2]):
        fresh.program = Program()
        number = fresh.number(side)  # type: ignore[arg-type]
        sums = [sum(slot.adds(p, tuple(hands[p.name])) for p in fresh.model.places) for slot in fresh.program.slots]
        values.append("无" if (value := number(sums)) is None else str(value))
    return f"{values[0]} {part.children[1]} {values[1]}"
