"""Balance studies: a game that can be solved exactly, the same result for any number of workers and after a kill, real games."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from companion.cli import run
from engine.declare import Closed, Done
from engine.games import game_named
from engine.prompt import Offer, OneOf, Prompt
from engine.record import Entry, Record, entry_of, normal
from engine.replay import examine, step
from engine.stream import Stream
from generator import study
from generator.book import table as book_table
from generator.players import models, prompted, table
from generator.players.fengyao import PROPOSE, Table, ordered

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YUANZUN_DATA", str(tmp_path / "data"))


class Lynch:
    """Three wolves, six others. By day anybody is hanged at random, by night an other falls; wolves win when nobody outnumbers them."""

    id = name = "lynch"

    def deal(self, wish: Mapping[str, Any], stream: Stream) -> tuple[dict[str, Any], None]:
        return {"game": self.id, "players": 9, "setup": {"wolves": 3}}, None

    def open(self, record: Record) -> tuple[int, int]:
        return 3, 6

    def phase_after(self, name: str | None) -> str:
        return "夜" if name == "日" else "日"

    def begin(self, state: tuple[int, int], name: str) -> tuple[str, int, int]:
        return (name, *state[-2:])

    def arrange(self, state: Any, entries: Any) -> range:
        return range(len(entries))

    def cite(self, state: Any, entry: Entry) -> tuple[str, ...]:
        return ()

    def may_end(self, state: Any) -> tuple[bool, tuple[str, ...]]:
        return state[0] == "完", ()

    def prompts(self, state: Any) -> tuple[Prompt, ...]:
        if state[0] == "完":
            return ()
        pool = ["狼"] * state[1] + ["民"] * state[2] if state[0] == "日" else ["民"]
        return (Prompt("", "死", fields=(("pick", OneOf(tuple(Offer(p) for p in pool))),), must=True),)

    def act(self, state: Any, entry: Entry) -> Done[Any]:
        wolves, others = state[1] - (entry.pick == "狼"), state[2] - (entry.pick == "民")
        return Done(("完", wolves, others))

    def close(self, state: Any) -> Closed[Any]:
        winner = "民" if not state[1] else "狼" if state[1] >= state[2] else None
        return Closed(state, winner=winner)


@cache
def good(wolves: int, others: int) -> Fraction:
    """The others' chance at daybreak, exactly."""
    if not wolves or wolves >= others:
        return Fraction(int(not wolves))
    whole = wolves + others
    hanged = Fraction(0)
    for w, o, ways in ((wolves - 1, others, wolves), (wolves, others - 1, others)):
        after = Fraction(int(not w)) if not w or w >= o else good(w, o - 1)
        hanged += Fraction(ways, whole) * after
    return hanged


def test_the_solution_is_right_where_it_can_be_seen() -> None:
    assert good(1, 2) == Fraction(1, 3)  # one of three is hanged; else wolf and other are left
    assert good(1, 4) == Fraction(1, 5) + Fraction(4, 5) * good(1, 2)


def test_a_solvable_game_comes_out_as_solved() -> None:
    plan = study.Plan("lynch", ({},), "随机", 1500, "toy")
    game: Any = Lynch()
    tally = study.Tally()
    for low, high in plan.blocks():
        tally.add(study.block(plan, low, high, game, prompted))
    rate = study.rates(tally)["民"]
    assert abs(rate.about - float(good(3, 6))) < 4 * (float(good(3, 6)) / 1500) ** 0.5
    assert sum(study.lengths(tally).values()) == 1500


PLAN = study.Plan("fengyao", ({"players": 7}, {"players": 7, "newcomers": True}), "随机", 230, "s")


def test_results_do_not_depend_on_workers() -> None:
    alone = study.run(PLAN, study.here).plain()
    assert study.run(PLAN, study.workers(2)).plain() == alone
    assert study.run(PLAN, lambda plan, spans: study.here(plan, spans[::-1])).plain() == alone


def test_a_killed_study_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "j"
    alone = study.run(PLAN, study.here).plain()

    def broken(plan: study.Plan, spans: Any) -> Any:
        yield spans[1], study.block(plan, *spans[1])
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study.run(PLAN, broken, study.Journal(file, PLAN))
    with file.open("a", encoding="utf-8") as torn:
        torn.write('{"block": [0, 1')
    again: list[tuple[int, int]] = []

    def counted(plan: study.Plan, spans: Any) -> Any:
        again.extend(spans)
        return study.here(plan, spans)

    assert study.run(PLAN, counted, study.Journal(file, PLAN)).plain() == alone
    assert (100, 200) not in again and len(again) == 2
    assert study.run(PLAN, counted, study.Journal(file, PLAN)).plain() == alone
    assert len(again) == 2
    other = study.Plan("fengyao", PLAN.wishes, "常人", 230, "s")
    with pytest.raises(ValueError, match="j"):
        study.Journal(file, other)


def test_a_variant_that_changes_nothing_differs_in_no_pair() -> None:
    plan = study.Plan("fengyao", ({"players": 6}, {"players": 6, "options": {}}), "常人", 60, "s")
    assert all(d.changed == 0 and d.by == 0 for d in study.differences(study.run(plan, study.here)))


@pytest.mark.parametrize("thinks", [False, True])
def test_what_the_players_propose_is_nearly_always_legal_and_replays(thinks: bool) -> None:
    """The accepted proposals as a record: no faults, nothing illegal, the same winner."""
    game = game_named("封妖")
    assert game is not None
    met: dict[str, set[str]] = {}
    for number in range(12):
        stream = Stream(b"p%d" % number)
        dealt, _ = game.deal({"players": 5 + number % 8}, stream)
        table = Table(Stream(b"t%d" % number), thinks)
        record = ordered(dealt, table)
        closed = game.open(_record(record))
        record["log"], name, winner = [], None, None
        while winner is None and len(record["log"]) < 60:
            name = game.phase_after(name)
            state = game.begin(closed, name)
            done: list[Any] = []
            for entry in PROPOSE[state.kind](state, table):
                if state.over is not None:
                    break
                after, ruling = step(game, state, entry)
                verdict = getattr(ruling, "verdict", "ok")
                met.setdefault(verdict, set()).add(entry.skill)
                if verdict == "ok":
                    done.append(_plain(entry.raw))
                    state = after
            record["log"].append({"phase": name, "do": done})
            end = game.close(state)
            closed, winner = end.state, end.winner
        again = examine(record)
        assert again.answer.verdict in ("ok", "incomplete"), again.answer.errors
        assert again.answer.winner == winner
        assert entry_of(normal(record["log"][0]["do"][0])).skill
    assert len(met["ok"]) >= 15
    assert "诛仙投票" not in met.get("illegal", ()) and "封妖" in met["ok"]


def _record(data: Any) -> Record:
    from engine.record import record_of

    return record_of(normal({**data, "log": []}))


def _plain(value: Any) -> Any:
    return {k: list(v) if isinstance(v, tuple) else v for k, v in value.items() if v is not None}


@pytest.mark.parametrize("thinks", [False, True])
@pytest.mark.parametrize("name, players, games", [("狼人杀", 9, 8), ("狼人杀", 18, 4), ("EVA", 21, 2), ("诡秘之主", 25, 2)])
def test_what_players_of_a_game_do_replays_to_the_same_end(name: str, players: int, games: int, thinks: bool) -> None:
    """Everything accepted, written down as a record: no faults, the same winner, few refusals."""
    game = game_named(name)
    assert game is not None
    module = import_module(f"generator.players.{game.id}")
    for number in range(games):
        record, _ = game.deal({"players": players}, Stream(b"r%d" % number))
        log: list[dict[str, Any]] = []

        class Written(module.Village):  # type: ignore[name-defined, misc]
            def opened(self, state: Any, log: list[dict[str, Any]] = log) -> None:
                super().opened(state)
                log.append({"phase": "", "do": []})

            def heard(self, given: Entry, result: Any, log: list[dict[str, Any]] = log) -> None:
                super().heard(given, result)
                log[-1]["do"].append(dict(given.raw))

        asked: list[Entry] = []

        def counted(mind: Any, asked: list[Entry] = asked) -> Iterator[Entry]:
            for given in module.propose(mind):
                asked.append(given)
                yield given

        played = table.play(game, record, Written(Stream(b"t%d" % number), thinks), counted)
        phase = None
        for part in log:
            phase = part["phase"] = game.phase_after(phase)
        again = examine({**record, "log": log})
        assert not again.answer.errors and again.answer.verdict in ("ok", "incomplete")
        assert again.answer.winner == played.winner and len(log) == played.phases
        assert len(asked) * 0.9 <= played.entries == sum(len(part["do"]) for part in log)


def test_wolves_that_think_win_more_often_than_wolves_at_random() -> None:
    plans = [study.Plan("langrensha", ({"players": 12},), name, 150, "s") for name in ("随机", "常人")]
    wolves = [study.rates(study.run(plan, study.here))["狼人"] for plan in plans]
    assert wolves[0].high < wolves[1].low


def test_every_game_can_be_studied_through_its_prompts() -> None:
    game = game_named("狼人杀")
    assert game is not None
    tally = study.block(study.Plan("langrensha", ({"players": 9},), "", 3, "s"), 0, 3, model=prompted)
    assert tally.games == 3 and sum(tally.wins.values()) == 3
    assert tally.roles["0 预言家 held"] == 3


@pytest.mark.parametrize("name", ["封妖", "狼人杀", "EVA", "诡秘之主"])
def test_every_game_has_both_models_and_says_what_they_are(name: str) -> None:
    game = game_named(name)
    assert game is not None
    assert list(models(game)) == ["随机", "常人"]
    texts = book_table("common", "study")
    assert all(f"{model}·{game.id}" in texts for model in models(game))


def test_study_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = ["study", "封妖", "--players", "6", "--games", "40", "--workers", "1", "--seed", "x"]
    assert run([*base, "--json", "--csv", str(tmp_path / "a.csv"), "--plot", str(tmp_path / "a.svg"), "--versus", "newcomers"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["games"] == 40 and data["about"] and len(data["variants"]) == 2 and data["differences"]
    assert (tmp_path / "a.csv").read_text("utf-8").startswith("variant,what,name")
    assert "<svg" in (tmp_path / "a.svg").read_text("utf-8")
    assert run([*base, "--resume", str(tmp_path / "j")]) == 0
    assert run([*base, "--resume", str(tmp_path / "j"), "--model", "常人"]) == 2
    assert "另一项研究" in capsys.readouterr().err
    assert run(["study", "封妖", "--list"]) == 0
    assert "常人" in capsys.readouterr().out
    assert run(["study", "封妖", "--players", "6", "--model", "高手"]) == 2


@pytest.mark.parametrize("count", [1, 2, 7])
def test_a_cluster_gives_the_same_result(count: int) -> None:
    """One worker, two, more than there are blocks: the same to the last game."""
    distributed = pytest.importorskip("distributed")
    small = study.Plan("fengyao", ({"players": 6},), "随机", 120, "s")
    options = {"threads_per_worker": 1, "processes": count == 2, "dashboard_address": None}
    with distributed.LocalCluster(n_workers=count, **options) as cluster:
        assert len(cluster.workers) == count
        assert study.run(small, study.cluster(cluster.scheduler_address)).plain() == study.run(small, study.here).plain()
