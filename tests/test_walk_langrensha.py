"""Random games of 狼人杀 through the prompts, to a winner. YUANZUN_WALKS sets how many."""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import engine.langrensha
from companion.report import answer_json
from engine.declare import Illegal
from engine.langrensha.close import close
from engine.langrensha.roles import ROLE
from engine.langrensha.state import State
from engine.langrensha.steps import SKILL
from engine.prompt import OneOf, Prompt, Seats, offered
from engine.record import entry_of
from engine.replay import examine
from engine.stream import Stream
from generator.play import Play
from tests.lrs import record
from tests.lrs_walk import GAME, walk, wild

WALKS = int(os.environ.get("YUANZUN_WALKS", "40"))
PER = 20
Plays = list[Play]
RARE = (  # what comes once in a hundred nights by chance
    record("狼人3 花蝴蝶 女巫 猎人 平民4", "抱 4>6; 刀 >6"),
    record("狼人3 预言家 女巫 猎人 平民4", "刀 >7; 毒药 5>8", "自爆 1", "刀 >9", 绑票=False),
    record("狼人 隐狼 预言家 女巫 猎人 平民4", "", "公投 3:1"),
    record("狼人3 预言家 女巫 白痴 平民3", "", "公投 1:6 亮明身份; 自爆 1", 绑票=False),
    record("狼人2 盗贼 丘比特 预言家 女巫 平民3", extra=["猎人", "野孩子"]),
    record("狼人2 预言家 女巫 平民4", "刀 >5", "公投 3:6", 女巫自救="①", 绑票=False),
)


class Watch:
    """Looks at every open state: what is offered stands, what stands is offered, and counts what was met."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.codes: Counter[str] = Counter()
        self.actors: Counter[str] = Counter()

    def __call__(self, state: State, prompts: tuple[Prompt, ...]) -> None:
        for prompt in prompts:
            if not prompt.ok:
                self.codes[prompt.why.code] += 1
            elif prompt.by is not None:
                self.actors[state.at(prompt.by).role] += 1
            for _, field in prompt.fields:
                if isinstance(field, Seats | OneOf):
                    self.codes.update(offer.why.code for offer in field.offers if offer.why is not None)
        names = [s.name for s in SKILL.values() if s.night is state.夜 or not self.stream.below(5)]
        for _ in range(8):
            self.try_wild(state, prompts, wild(state, self.stream, names))

    def try_wild(self, state: State, prompts: tuple[Prompt, ...], raw: dict[str, Any]) -> None:
        entry = entry_of(raw)
        try:
            GAME.act(state, entry)
        except Illegal as no:
            self.codes[no.why.code] += 1
            assert not offered(prompts, entry), raw
        else:
            assert offered(prompts, entry), raw


@pytest.fixture(scope="module")
def walked() -> tuple[Plays, Watch]:
    watch = Watch(Stream(b"wild"))
    rare = [walk(f"rare {n}{i}", watch, data) for i, data in enumerate(RARE) for n in range(4)]
    return rare + [walk(f"lrs {n}", watch) for n in range(WALKS)], watch


def test_every_game_ends_with_a_winner_and_nothing_offered_is_illegal(walked: tuple[Plays, Watch]) -> None:
    for play in walked[0]:
        assert play.winner in ("好人", "狼人", "人狼恋")
        assert {verdict for _, verdict in play.met} == {"ok"}


def test_the_record_replays_to_the_same_answer_twice(walked: tuple[Plays, Watch]) -> None:
    for play in walked[0]:
        first, second = answer_json(examine(play.record)), answer_json(examine(play.record))
        assert first == second and first["verdict"] == "ok" and first["winner"] == play.winner


def test_a_log_cut_at_a_phase_boundary_replays_to_the_prefix(walked: tuple[Plays, Watch]) -> None:
    for play in walked[0][:PER]:
        whole = answer_json(examine(play.record))["phases"]
        for cut in range(len(play.record["log"])):
            part = answer_json(examine({**play.record, "log": play.record["log"][:cut]}))
            assert part["phases"] == dict(list(whole.items())[:cut])


def test_what_always_holds_of_seats(walked: tuple[Plays, Watch]) -> None:
    for play in walked[0]:
        before: dict[str, Any] = {}
        for phase in answer_json(examine(play.record))["phases"].values():
            seats, table = phase["seats"], phase["table"]
            dead = [int(n) for n, s in seats.items() if not s["alive"]]
            assert sorted(phase["announce"]["死讯"]) == sorted(set(dead) - {int(n) for n, s in before.items() if not s["alive"]})
            for n, seat in seats.items():
                assert (seat["cause"] is None) == seat["alive"]
                assert seat["alive"] or (seat["命"] or 0) == 0
                assert all(0 <= count <= 2 for count in seat["left"].values())
                assert seat["情侣"] is None or seats[str(seat["情侣"])]["情侣"] == int(n)
                assert not seat["失去技能"] or set(seat["left"].values()) <= {0}
                if n in before:
                    assert before[n]["alive"] or (not seat["alive"] and seat["cause"] == before[n]["cause"])
                    assert all(seat["left"][key] <= count for key, count in before[n]["left"].items() if seat["role"] == before[n]["role"])
            assert all(n in dead for n in table["枪"])
            before = seats


def test_every_skill_role_and_limit_was_met(walked: tuple[Plays, Watch]) -> None:
    plays, watch = walked
    met = sum((play.met for play in plays), Counter[tuple[str, str]]())
    print(dict(met), dict(watch.actors), dict(watch.codes), sep="\n")  # seen with -s
    assert {skill for skill, _ in met} == set(SKILL)
    assert set(watch.actors) >= set(ROLE) - {"平民", "熊", "白痴", "村长", "隐狼"}
    source = "".join(path.read_text("utf-8") for path in Path(engine.langrensha.__file__).parent.glob("*.py"))
    assert set(re.findall(r'Illegal\("([^"]+)"', source)) - set(watch.codes) - {"胜负已分"} == set()


def test_nothing_is_offered_and_everything_illegal_once_the_game_is_decided() -> None:
    play = walk("lrs 1")
    state = examine(play.record).state
    closed = close(state).state
    assert closed.winner is not None and GAME.prompts(closed) == ()
    for name in SKILL:
        with pytest.raises(Illegal):
            GAME.act(closed, entry_of({"skill": name, "by": 1, "to": 1, "votes": {}}))
