"""Everything the rules say of real and of spoilt records, in all four games, is a whole sentence: worded, no hole left, no seat missing."""

from __future__ import annotations

import ast
import copy
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.page.words import announced
from engine.games import game_named, names
from engine.prompt import Prompt
from engine.record import Why
from engine.replay import examine
from engine.stream import Stream
from generator.book import book, table
from generator.play import random_game
from tests.caserun import HERE, load

Plain = Any
GAMES = [ident for ident, _ in names()]
RULES = HERE.parent.parent / "shared" / "rules"
HOLE = re.compile(r"\{\w+\}")
NOBODY = re.compile(r"无 ?号|None|\[['\"]")  # a value that is not there, or shows how the program writes it
VALUES = (1, 3, 6, 7, [1, 2], [3], [1, 1, 1], "①", ["②", "底层"], "是", "妖众", "枪", "阵营", "x", None, {1: 2}, {2: [3, 4]}, True)


def records(game: str) -> list[dict[str, Plain]]:
    return [load(file)["record"] for file in sorted((HERE / "cases" / game).glob("*.yaml"))]


def _entries(record: Plain) -> list[dict[str, Plain]]:
    log = record.get("log")
    phases = log if isinstance(log, list) else []
    found = [e for phase in phases if isinstance(phase, dict) and isinstance(phase.get("do"), list) for e in phase["do"]]
    return [entry for entry in found if isinstance(entry, dict) and entry]


def spoilt(record: Plain, dice: Random) -> Plain:
    """The record with one or two things about it changed, lost or written twice."""
    out = copy.deepcopy(record)
    for _ in range(dice.randint(1, 2)):
        parts = [p for p in (out, out.get("setup"), out.get("options")) if isinstance(p, dict) and p]
        parts += [v for part in parts[1:] for v in part.values() if isinstance(v, dict) and v]
        entries = _entries(out)
        if entries and dice.random() < 0.8:
            _moved(out, dice.choice(entries), dice)
            continue
        at = dice.choice(entries or parts) if dice.random() < 0.5 else dice.choice(parts)
        key = dice.choice(list(at))
        if dice.random() < 0.4:
            del at[key]
        else:
            at[key] = copy.deepcopy(dice.choice(VALUES))
    return out


def _moved(record: dict[str, Plain], entry: dict[str, Plain], dice: Random) -> None:
    """The entry of another seat, at another seat, without what was rolled, or again somewhere."""
    way, seat = dice.randrange(5), dice.randint(1, 7)
    if way == 0 and "by" in entry:
        entry["by"] = seat
    elif way == 1 and "to" in entry:
        entry["to"] = [seat, *entry["to"][1:]] if isinstance(entry["to"], list) else seat
    elif way == 2:
        entry.pop("die", None)
        entry.pop("drawn", None)
    else:
        lists = [p["do"] for p in record["log"] if isinstance(p, dict) and isinstance(p.get("do"), list)]
        do = dice.choice(lists)
        do.insert(dice.randint(0, len(do)), copy.deepcopy(entry))


def said(data: Plain) -> Iterator[Why]:
    """Every reason of an answer: faults, entries, settlements, events."""
    replay = examine(data)
    yield from (fault.why for fault in replay.answer.errors)
    for phase in replay.answer.phases:
        yield from (why for _, ruling in phase.entries for why in ruling.why)
        yield from phase.why
    if replay.closed is not None and replay.game is not None:
        yield from (event.why for event in replay.game.events(replay.closed))


def greyed(prompts: tuple[Prompt, ...]) -> Iterator[Why]:
    for prompt in prompts:
        offers = [offer for _, field in prompt.fields for offer in getattr(field, "offers", ())]
        yield from (why for why in (prompt.why, *(getattr(offer, "why", None) for offer in offers)) if why is not None)


def whole(game: str, why: Why) -> None:
    assert why.code in table(game, "reasons"), why
    text = book(game).why(why)
    assert not HOLE.search(text) and not NOBODY.search(text), (why, text)


@pytest.mark.parametrize("game", GAMES)
def test_reasons_of_cases_and_of_spoilt_cases_are_whole_sentences(game: str) -> None:
    codes: set[str] = set()
    dice = Random(f"spoilt {game}")
    for record in records(game):
        for data in (record, *(spoilt(record, dice) for _ in range(20))):
            for why in said(data):
                whole(game, why)
                codes.add(why.code)
    assert len(codes) > 50


def _filled(call: ast.Call) -> tuple[list[str], set[str]] | None:
    """(codes, names of values) of a reason made in the sources; None where either is put together elsewhere."""
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    if name not in ("Illegal", "Needs", "no", "Why") or not call.args or any(keyword.arg is None for keyword in call.keywords):
        return None
    first = call.args[0]
    ways = (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,)
    codes = [("缺" if name == "Needs" else "") + way.value for way in ways if isinstance(way, ast.Constant) and isinstance(way.value, str)]
    values = {str(keyword.arg) for keyword in call.keywords}
    if name == "Why" and len(call.args) > 1:
        pairs = call.args[1].elts if isinstance(call.args[1], ast.Tuple) else [call.args[1]]
        if not all(isinstance(pair, ast.Tuple) and isinstance(pair.elts[0], ast.Constant) for pair in pairs):
            return None
        values |= {str(pair.elts[0].value) for pair in pairs if isinstance(pair, ast.Tuple) and isinstance(pair.elts[0], ast.Constant)}
    return codes, values


@pytest.mark.parametrize("game", GAMES)
def test_reasons_in_the_sources_bring_all_that_their_sentences_ask_for(game: str) -> None:
    reasons = table(game, "reasons")
    count = 0
    for file in sorted((HERE.parent / "engine" / game).glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            found = _filled(node) if isinstance(node, ast.Call) else None
            for code in found[0] if found else ():
                assert found is None or set(HOLE.findall(str(reasons[code]))) <= {f"{{{name}}}" for name in found[1]}, (file.name, code)
                count += 1
    assert count > 40


@pytest.mark.parametrize("game", GAMES)
def test_reasons_of_greyed_offers_are_whole_sentences(game: str) -> None:
    rules = game_named(game)
    assert rules is not None
    codes: set[str] = set()

    def look(state: Plain, prompts: tuple[Prompt, ...]) -> None:
        for why in greyed(prompts):
            whole(game, why)
            codes.add(why.code)

    starts = [{**r, "log": []} for r in records(game) if r.get("log") and not examine({**r, "log": []}).answer.errors]
    for n, start in enumerate(starts[:3]):
        played = random_game(rules, start, Stream(f"greyed {n}".encode()), look=look, phases=8, entries=15)
        for why in said(played.record):
            whole(game, why)
    assert len(codes) >= 4


@pytest.mark.parametrize("game", GAMES)
def test_what_is_announced_is_said_in_sentences(game: str) -> None:
    keys: set[str] = set()
    for record in records(game):
        for phase in examine(record).answer.phases:
            for line in announced(game, phase.announce):
                assert not re.search(r"[A-Za-z{]|无 ?号", re.sub("DQ", "", line["say"])) and line["say"][-1] in "。）”", line
                keys.add(line["key"])
    assert {f"宣布/{key}" for key in keys} <= {k.rpartition("/")[0] if k.count("/") > 1 else k for k in table(game, "calls")}


def _texts(value: Plain) -> Iterator[str]:
    if isinstance(value, str):
        yield re.sub(r"[【】\[\]“”‘’「」\"]", "", value)
    elif isinstance(value, dict):
        for inside in value.values():
            yield from _texts(inside)


def _tens(text: str) -> Iterator[str]:
    for run in re.findall(r"[\u4e00-\u9fff]{10,}", text):
        yield from (run[i : i + 10] for i in range(len(run) - 9))


@pytest.mark.skipif(not RULES.is_dir(), reason="the rule books are not at hand")
@pytest.mark.parametrize("game", GAMES)
def test_no_ten_characters_running_are_the_rule_books_but_lists_of_names(game: str) -> None:
    theirs = {ten for text in _texts((RULES / game / "rulebook.txt").read_text("utf-8")) for ten in _tens(text)}
    folder: Path = HERE.parent / "templates" / game
    same = set()
    for file in sorted(folder.glob("*.toml")):
        same |= {ten for text in _texts(tomllib.loads(file.read_text("utf-8"))) for ten in _tens(text)} & theirs
    assert same <= {"妖首鬼巫灾厄影妖血俑"}
