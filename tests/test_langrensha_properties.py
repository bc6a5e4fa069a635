"""狼人杀: what public judge tools get wrong, as properties of whole games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.report import answer_json
from engine.declare import Illegal
from engine.langrensha.boards import PRESETS
from engine.langrensha.prompts import prompts
from engine.langrensha.roles import OPTIONS, ROLE, WOLVES
from engine.langrensha.state import State
from engine.langrensha.steps import SKILL
from engine.prompt import Prompt, offered
from engine.record import Entry, entry_of
from engine.replay import examine, step
from engine.stream import Stream
from generator.play import random_game
from tests.caserun import HERE, case_id, load
from tests.lrs import record
from tests.lrs_walk import GAME, odds, walk

Answer = dict[str, Any]
CASES = sorted((HERE / "cases" / "langrensha").glob("*.yaml"))
GAMES = [walk(f"property {n}").record for n in range(16)]


def answer(data: dict[str, Any]) -> Answer:
    return answer_json(examine(data))


def without_entries(phase: Answer) -> Answer:
    return {key: value for key, value in phase.items() if key != "entries"}


# --- the order in which the actions of one step were typed


def test_order_within_a_step_of_the_night_changes_nothing() -> None:
    swapped = 0
    gifted = "狼人2 狼王 黑市商人 预言家 女巫 猎人 平民5"
    for data in [walk(f"swap {n}", data=record(gifted)).record for n in range(8)]:
        expected = answer(data)
        for i, phase in enumerate(data["log"]):
            for j, (one, two) in enumerate(zip(phase["do"], phase["do"][1:], strict=False)):
                if phase["phase"].endswith("夜") and independent(one, two):
                    do = [*phase["do"][:j], two, one, *phase["do"][j + 2 :]]
                    log = [*data["log"][:i], {**phase, "do": do}, *data["log"][i + 1 :]]
                    got = answer({**data, "log": log})
                    swapped += 1
                    assert [without_entries(p) for p in got["phases"].values()] == [without_entries(p) for p in expected["phases"].values()]
                    assert got["verdict"] == "ok"
    assert swapped > 10


def independent(one: dict[str, Any], two: dict[str, Any]) -> bool:
    """Two actors of one step; two poisons stand in the order recorded (R40)."""
    steps = {SKILL[e["skill"]].step for e in (one, two)}
    poisons = one["skill"] == two["skill"] == "毒药"
    return len(steps) == 1 and not callable(next(iter(steps))) and one.get("by") != two.get("by") and not poisons


# --- nobody is not seat 1


def test_a_pass_by_night_changes_no_seat_and_nothing_of_the_night() -> None:
    passed: set[str] = set()

    def look(state: State, offers: tuple[Prompt, ...]) -> None:
        for prompt in offers:
            if state.夜 and prompt.ok and "to" in prompt.maybe:
                after = GAME.act(state, Entry(prompt.skill, prompt.by)).state
                assert (after.seats, after.night) == (state.seats, state.night)
                passed.add(prompt.skill)

    for n in range(15):
        walk(f"pass {n}", look)
    assert passed == {"情侣", "抱", "守护", "刀", "魅惑", "验", "解药", "毒药", "查验", "暗杀", "禁言"}


# --- one option flipped changes only what names it


def said_of(data: Answer, skill: str) -> bool:
    return any(e["skill"] == skill for phase in data["log"] for e in phase["do"])


def holds(data: Answer, role: str) -> bool:
    return role in data["setup"]["roles"].values() or role in data["setup"].get("extra", ())


def kidnapped(data: Answer) -> bool:
    end = examine(data).closed
    return end is not None and "R57" in end.won


def saved_herself(data: Answer) -> bool:
    return any(e["skill"] == "解药" and e.get("to") == e["by"] for phase in data["log"] for e in phase["do"])


def tied(data: Answer) -> bool:
    return any(e["skill"] == "公投" and e["result"] in ("平票", "无人出局") for p in answer(data)["phases"].values() for e in p["entries"])


NAMED: dict[str, Callable[[Answer], bool]] = {
    "胜利条件": lambda data: examine(data).answer.winner == "狼人",
    "女巫自救": saved_herself,
    "丘比特": lambda data: holds(data, "丘比特"),
    "狼美人": lambda data: holds(data, "狼美人"),
    "禁言信息": lambda data: holds(data, "禁言长老"),
    "隐狼带刀": lambda data: holds(data, "隐狼"),
    "绑票": kidnapped,
    "警长": lambda data: said_of(data, "警长竞选") or kidnapped(data),
    "警长票": lambda data: said_of(data, "警长竞选"),
    "平票": tied,
    "遗言": lambda data: True,
}


@pytest.mark.parametrize("option", OPTIONS, ids=lambda o: o.name)
def test_an_option_flipped_changes_only_records_that_name_it(option: Any) -> None:
    for data in GAMES:
        base = answer(data)
        for value in option.values:
            flipped = {**data, "options": {**data["options"], option.name: value}}
            got = answer(flipped)
            if option.name == "遗言":
                for one, two in zip(base["phases"].values(), got["phases"].values(), strict=True):
                    one["announce"].pop("遗言", None)
                    two["announce"].pop("遗言", None)
            assert got == base or NAMED[option.name](data) or NAMED[option.name](flipped), (option.name, value)


# --- every role at seat 1 and at the last seat


@pytest.mark.parametrize("role", ROLE)
@pytest.mark.parametrize("last", [False, True])
def test_every_role_plays_from_the_first_and_from_the_last_seat(role: str, last: bool) -> None:
    others = [card for card in ("狼人", "狼人", "狼王", "预言家", "女巫", "猎人", "村长", "平民", "平民", "平民", "平民") if card != role]
    if role in WOLVES and "狼人" in others:
        others.remove("狼人")
    cards = [*others, role] if last else [role, *others]
    data = record(" ".join(cards), extra=["守卫", "熊"] if role == "盗贼" else None)
    seat = len(cards) if last else 1
    played = random_game(GAME, data, Stream(f"{role}{last}".encode()), odds=odds)
    assert played.winner is not None and {verdict for _, verdict in played.met} == {"ok"}
    first = GAME.begin(examine(data).state or GAME.open(examine(data).record), "第1夜")
    mine = [p for p in prompts(first) if p.ok and seat in (p.by, *(s for k, t in p.fields if k == "votes" for s in t.most))]
    assert bool(mine) == (role not in {"平民", "白痴", "熊", "村长", "隐狼"})


# --- every preset


@pytest.mark.parametrize(("players", "name"), PRESETS)
def test_every_preset_plays_a_night_with_each_of_its_roles_doing_something(players: int, name: str) -> None:
    stream = Stream(f"{players}{name}".encode())
    data, _ = GAME.deal({"players": players, "board": name}, stream)
    state, wanted, acted = GAME.begin(GAME.open(examine(data).record), "第1夜"), set(), set()
    for seat in state.numbers:
        if state.at(seat).role not in ("平民", "隐狼", "白痴", "熊", "村长", "混血儿" if players == 0 else "平民"):
            wanted.add(seat)
    done: set[tuple[str, int | None]] = set()
    while True:
        open_ones = [p for p in prompts(state) if p.ok and (p.skill, p.by) not in done and (p.skill != "刀" or p.title)]
        if not open_ones:
            break
        prompt = open_ones[0]
        raw = prompt.sample(stream)
        state, ruling = step(GAME, state, entry_of(raw))
        assert ruling.verdict == "ok"
        done.add((prompt.skill, prompt.by))
        acted |= {prompt.by} | {seat for key, table in prompt.fields if key == "votes" for seat in table.most}
    assert wanted <= acted
    assert GAME.close(state).winner is None or players == 8


# --- links


def test_a_chain_through_every_link_ends() -> None:
    data = record("狼人 狼美人 白狼王 丘比特 女巫 猎人 平民4", "情侣 4>7,2; 魅惑 2>7", "公投 1:2")
    got = answer(data)
    assert got["phases"]["第1天"]["entries"][0]["result"] == 2 and got["phases"]["第1天"]["announce"]["死讯"] == [2, 7]
    ring = {n: {"情侣": n % 10 + 1} for n in range(1, 11)}
    data["log"][0]["do"].append({"skill": "裁定", "set": ring})
    assert answer(data)["phases"]["第1天"]["announce"]["死讯"]


# --- what check accepts is among the prompts


@pytest.mark.parametrize("file", CASES, ids=case_id)
def test_every_ok_entry_of_every_case_is_among_the_prompts(file: Any) -> None:
    replay = examine(load(file)["record"])
    if replay.record is None:
        return
    closed = GAME.open(replay.record)
    for phase in replay.record.log[: len(replay.answer.phases)]:
        state = GAME.begin(closed, phase.name)
        for entry in phase.do:
            legal = True
            try:
                after = GAME.act(state, entry).state
            except Illegal:
                legal = False
            assert offered(prompts(state), entry) == legal, entry
            state = after if legal else state
        closed = GAME.close(state).state


# --- no plain data makes it stumble

ODD = (
    None,
    True,
    False,
    0,
    -1,
    1,
    19,
    10**30,
    1.5,
    float("nan"),
    "",
    "1",
    "狼人",
    "刀",
    [],
    [1],
    [[]],
    ["狼人", None],
    {},
    {1: 1},
    {True: 2},
    {"x": []},
    {None: 1},
)


def spoiled(data: Any, stream: Stream) -> Any:
    """The same data with one node somewhere replaced, dropped or doubled."""
    if isinstance(data, dict) and data and stream.below(6):
        key = stream.choice(list(data))
        how = stream.below(12)
        if how == 0:
            return {k: v for k, v in data.items() if k != key}
        if how == 1:
            return {**data, stream.choice([o for o in ODD if not isinstance(o, list | dict)]): data[key]}
        return {**data, key: spoiled(data[key], stream)}
    if isinstance(data, list) and data and stream.below(6):
        i = stream.below(len(data))
        return [*data[:i], spoiled(data[i], stream), *data[i + 1 :], *([data[i]] if stream.below(8) == 0 else [])]
    return stream.choice(ODD)


def test_spoiled_records_are_answered_and_never_stumbled_over() -> None:
    stream = Stream(b"spoiled")
    verdicts: set[str] = set()
    for data in (*GAMES, *(load(file)["record"] for file in CASES)):
        for _ in range(40):
            odd = data
            for _ in range(1 + stream.below(3)):
                odd = spoiled(odd, stream)
            verdicts.add(answer(odd)["verdict"])
    assert {"invalid", "mismatch"} <= verdicts
