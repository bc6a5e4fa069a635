"""What makes a tap quick changes nothing: replays that go on from an earlier one, and the script without the other sheets."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.page.look import look
from engine.games import game_named, names
from engine.record import normal, record_of
from engine.replay import examine, examined
from tests.pagewalk import Visitor
from tests.randomgames import played

GAMES = [ident for ident, _ in names()]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_replay_that_goes_on_from_an_earlier_one_is_the_whole_replay(name: str, seed: int) -> None:
    game = game_named(name)
    assert game is not None
    record = normal(played(name, b"on%d" % seed, phases=6))
    log, before = record["log"], None
    for i, phase in enumerate(log):
        for j in range(len(phase["do"]) + 1):
            data = {**record, "log": [*log[:i], {**phase, "do": phase["do"][:j]}]}
            found = examined(game, data, before, i)
            assert found == examine(data)
            before = found
    for i in range(len(log)):
        struck = [{**e, "struck": True} for e in log[i]["do"]]
        data = {**record, "log": [*log[:i], {**log[i], "do": struck}, *log[i + 1 :]]}
        assert examined(game, data, before, i) == examine(data)


@pytest.mark.parametrize("name", GAMES)
def test_the_script_alone_is_the_one_among_the_sheets(name: str) -> None:
    game = game_named(name)
    assert game is not None
    for n in {game.players[0], game.players[1]}:
        record = record_of({**normal(played(name, b"script", players=n, phases=1)), "log": []})
        assert [game.script(record)] == [s for s in game.sheets(record) if s.id == "script"]


@pytest.mark.parametrize("name", GAMES)
def test_what_the_page_sees_after_any_tap_is_what_check_sees(name: str) -> None:
    record = played(name, b"seen", phases=5)
    visitor = Visitor({**record, "log": []})

    def agrees() -> None:
        data: Any = visitor.desk.record()
        assert look(visitor.desk).replay.answer == examine(json.loads(json.dumps(data))).answer

    for number, phase in enumerate(record["log"]):
        visitor.post("/phase")
        agrees()
        for n, entry in enumerate(phase["do"]):
            visitor.enter(entry)
            agrees()
            if n % 5 == number % 5:
                visitor.post("/undo", sure="1")
                agrees()
                visitor.post("/redo")
                agrees()
    visitor.post("/people", swap="1", a="1", b="2")
    agrees()
