"""Whole games of every kind through the page's own forms, in both modes, with steps taken back: the exported record is the typed one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion import restore, web
from companion.page.look import attempt, look
from engine.games import game_named, names
from engine.record import entry_of, normal
from engine.replay import examine
from engine.stream import Stream
from generator.book import shown
from generator.play import random_game
from tests.pageplay import Form, Player
from tests.pagewalk import Visitor, form_of
from tests.randomgames import dealt, ordered, played

Plain = Any
GAMES = [ident for ident, _ in names()]
MANY = int(os.environ.get("YUANZUN_GAMES", "1"))
RESTORED = int(os.environ.get("YUANZUN_RESTORED", "1"))


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("YUANZUN_DATA", str(tmp_path / "data"))
    yield


def to_the_end(name: str, seed: bytes) -> tuple[dict[str, Plain], dict[str, Plain]]:
    """(the deal, the same played until somebody has won): the shortest of a few."""
    game = game_named(name)
    assert game is not None
    deal = dealt(name, seed)
    found = []
    for n in range(8):
        play = random_game(game, ordered(name, deal), Stream(seed + b"%d" % n), odds=lambda p: 100 if p.must else 35)
        if play.winner is not None:
            found.append(play.record)
    return deal, min(found, key=lambda r: sum(len(p["do"]) for p in r["log"]))


def answering(player: Player, entry: Mapping[str, Plain], wrong: bool) -> Callable[[Form], Mapping[str, list[str]]]:
    """What the host says that they ruled: what the rules say, or something else."""
    trial = attempt(look(player.host.desk), entry)
    assert trial.ruling is not None
    words = "胡说" if wrong else shown(trial.ruling.result) if trial.ruling.result is not None else ""

    def said(form: Form) -> Mapping[str, list[str]]:
        if "said" in form.typed:
            return {"said": [words]}
        return {"said": [words]} if words in form.choices.get("said", []) else {"mute": ["1"]}

    return said


@pytest.mark.parametrize("verify", [False, True], ids=["rule", "verify"])
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(MANY))
def test_a_whole_game_by_the_pages_own_forms_is_the_typed_record(name: str, verify: bool, seed: int) -> None:
    deal, record = to_the_end(name, b"whole%d" % seed)
    player = Player(web.Host(restore.begin(deal)))
    if "hands" in record["setup"] and "hands" not in deal["setup"]:
        player.walk(record["setup"]["hands"])
    player.mode(verify)
    taps = 0
    for phase in record["log"]:
        player.next_phase()
        assert player.host.desk.leaf is not None and player.host.desk.leaf.name == phase["phase"]
        for entry in phase["do"]:
            taps += 1
            wrong = verify and taps % 9 == 4
            page = player.enter(entry, answering(player, entry, wrong) if verify else None)
            after = next((f for f in page.forms if f.action == "/enter" and ("mute", "1") in f.sent and "said" not in f.names()), None)
            if after is not None and "p" in after.names() and player.html.find("versus") > 0:  # 页面算得不一样: recorded as the rules say
                player.press(after)
            assert player.host.desk.leaf.do[-1].data["skill"] == entry["skill"], player.html
            if taps % 11 == 0:
                player.undo()
                player.redo()
    got = player.exported()
    bare = [{**p, "do": [{k: v for k, v in e.items() if k != "said"} for e in p["do"]]} for p in normal(got)["log"]]
    assert normal(got)["setup"] == normal(record)["setup"] and bare == normal(record)["log"]
    if not verify:
        assert normal(got) == normal({**record, "players": got["players"]})
    answer = examine(got).answer
    told_late = {at for leaf in player.host.desk.leaves for mark in leaf.do for at in mark.upsets}  # the page said so at the time
    odd = [(i, j) for i, p in enumerate(answer.phases) for j, (_, r) in enumerate(p.entries) if r.verdict != "ok"]
    assert set(odd) <= (told_late if verify else set()) and answer.winner is not None
    form = player.get("/?call=end").form("/phase")
    assert form is not None
    player.press(form)
    assert "获胜" in player.html


@pytest.mark.parametrize("name", GAMES)
def test_dice_that_the_page_rolls_stand_in_a_record_that_checks(name: str) -> None:
    game = game_named(name)
    assert game is not None
    player = Player(web.Host(restore.begin(ordered(name, dealt(name, b"rolled")))))
    stream, rolled = Stream(b"rolled" + name.encode()), 0
    for _ in range(8):
        player.next_phase()
        for _ in range(14):
            view = look(player.host.desk)
            able = [(i, p) for i, p in enumerate(view.prompts) if p.ok]
            chancy = [(i, p) for i, p in able if any(k == "die" for k, _ in p.fields)]
            wanted = (chancy if rolled < 6 else []) or [(i, p) for i, p in able if p.must] or able
            if not wanted:
                break
            index, prompt = stream.choice(wanted)
            entry = normal(prompt.sample(stream))
            if attempt(view, entry).ruling is None or attempt(view, entry).changed:
                continue
            form, values = player.find(index, prompt), form_of(prompt, entry)
            if "die" in entry and ("roll", "1") in form.buttons and form.names() >= {k for k in values if not k.startswith("die")}:
                player.press(form, {k: v for k, v in values.items() if not k.startswith("die")}, ("roll", "1"))
                rolled += player.status == 200
                if player.status == 200 and player.host.desk.leaf and player.host.desk.leaf.do[-1].upsets:
                    player.undo()
            else:
                player.fill(prompt, form, values)
        if look(player.host.desk).winner is not None:
            break
        if len(look(player.host.desk).prompts) and any(p.ok and p.must for p in look(player.host.desk).prompts):
            break
    answer = examine(player.exported()).answer
    assert answer.verdict == "ok"
    assert rolled or not game.dice


def _grown(host: web.Host, visitor: Visitor, path: str, form: Mapping[str, Plain]) -> None:
    """The same tap for one who never stops, and for a table that is closed and opened again after it."""
    reply = visitor.post(path, form)
    assert host.journal is not None
    host.keep(reply)
    where = host.journal.path
    host.leave()
    host.take(restore.resume(where))
    assert host.desk == visitor.desk


@pytest.mark.parametrize("name", GAMES)
def test_a_table_opened_again_after_every_tap_is_one_that_never_stopped(name: str) -> None:
    for seed in range(RESTORED):
        record = played(name, b"stop%d" % seed, phases=80 if RESTORED > 1 else 5)
        host, visitor = web.Host(restore.begin({**record, "log": [], "note": str(seed)})), Visitor({**record, "log": [], "note": str(seed)})
        for number, phase in enumerate(record["log"]):
            _grown(host, visitor, "/phase", {})
            for n, entry in enumerate(phase["do"]):
                view, plain = look(visitor.desk), normal(dict(entry))
                index = next(i for i, p in enumerate(view.prompts) if p.ok and p.holds(entry_of(plain)))
                _grown(host, visitor, "/enter", {"p": str(index), "call": "0", **form_of(view.prompts[index], plain)})
                if (n + number) % 6 == 5:
                    _grown(host, visitor, "/undo", {"sure": "1"})
                    _grown(host, visitor, "/turn", {"to": "1"})
                    _grown(host, visitor, "/redo", {})
            _grown(host, visitor, "/verify", {"on": str(number % 2)})
        assert examine(host.desk.record()).answer == examine(record).answer
        assert look(host.desk).prompts == look(visitor.desk).prompts
        host.leave()
