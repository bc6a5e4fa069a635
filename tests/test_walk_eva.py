"""Whole games of EVA through the prompts: nothing offered is forbidden, order in the log means nothing, and the table's books balance."""

from __future__ import annotations

import json
import os
from collections import Counter
from typing import Any

import pytest

from companion.report import answer_json
from engine.eva.roles import FLIPS, HUMANS, IDENTITIES, SIDE, 限定
from engine.eva.rows import DAY, NIGHT
from engine.games import game_named
from engine.prompt import Prompt, offered
from engine.record import Entry, Phase, entry_of, normal, record_of
from engine.replay import Ruling, examine, run_phase
from engine.stream import Stream
from generator.play import Play, random_game
from tests.caserun import HERE, load
from tests.evagame import NAMES

GAME = game_named("EVA")
assert GAME is not None
WALKS = int(os.environ.get("YUANZUN_WALKS", "24"))
RARE = {"判罚": 4, "挂机": 1}
EAGER = {"突击", "偷袭", "啃咬", "初拥", "圣光", "安魂", "虚体", "腐化", "权势", "死灵咒", "诡辩", "灾厄", "陷阱", "拓印"}


def odds(rate: int) -> Any:
    def of(prompt: Prompt) -> int:
        if prompt.skill in RARE:
            return RARE[prompt.skill]
        if prompt.title == "单票":
            return 8
        return 90 if prompt.skill in EAGER else rate

    return of


def _starts(names: list[str]) -> list[list[dict[str, Any]]]:
    """Beginnings that lead where chance seldom goes: none; a 告死者 made by a 血族 beside a blessing
    and a 潜行 that were needed; a 腐尸 voted out whose mark works at once; an 恶灵 voted out."""
    noble, comforter, soldier, ranger, thief, scholar = (names.index(n) + 1 for n in ("贵族", "慰魂师", "民兵", "游荡者", "恶徒", "学者"))
    first, second, third = _villagers(names)
    herald = [
        {"phase": "第1天", "do": [{"skill": "藏匿", "to": noble}]},
        {
            "phase": "第1夜",
            "do": [
                {"skill": "初拥", "by": noble, "to": comforter},
                {"skill": "潜行", "by": ranger},
                {"skill": "偷袭", "by": thief, "to": ranger},
                {"skill": "祝福", "votes": {second: first, third: first}},
                {"skill": "突击", "by": soldier, "to": first},
            ],
        },
    ]
    decayed = [
        {"phase": "第1天", "do": [{"skill": "藏匿", "to": first}]},
        {"phase": "第1夜", "do": []},
        {"phase": "第2天", "do": [{"skill": "投票", "votes": {second: first}}, {"skill": "馈赠", "by": first, "to": third}]},
        {"phase": "第2夜", "do": [{"skill": "腐化", "by": first, "to": second}, {"skill": "突击", "by": soldier, "to": second}]},
    ]
    ghost = [
        {"phase": "第1天", "do": [{"skill": "藏匿", "to": scholar}]},
        {"phase": "第1夜", "do": [{"skill": "灾厄", "by": scholar, "to": noble}]},
        {"phase": "第2天", "do": [{"skill": "投票", "by": first, "to": scholar}, {"skill": "虚体", "by": scholar}]},
    ]
    return [[], herald, decayed, ghost]


def _villagers(names: list[str]) -> tuple[int, int, int]:
    first, second, third, *_ = (n for n, name in enumerate(names, 1) if name == "村民")
    return first, second, third


def walk(number: int) -> Play:
    stream = Stream(b"eva walk %d" % number)
    names = stream.shuffled(NAMES)
    data = {
        "game": "EVA",
        "players": 21,
        "options": {"投票权": "村民" if number % 5 == 4 else "全体"},
        "setup": {"identities": dict(enumerate(names, 1))},
        "log": _starts(names)[number % 4],
    }
    assert GAME is not None
    return random_game(GAME, data, stream, odds=odds((30, 55, 80)[number // 4 % 3]), phases=60)


@pytest.fixture(scope="module")
def walks() -> list[Play]:
    return [walk(n) for n in range(WALKS)]


def test_nothing_offered_is_illegal_or_needs(walks: list[Play]) -> None:
    for play in walks:
        assert {verdict for _, verdict in play.met} == {"ok"}
        answer = examine(play.record).answer
        assert answer.verdict == "ok" and answer.winner == play.winner


def test_the_walks_come_to_an_end_and_every_side_wins_somewhere(walks: list[Play]) -> None:
    winners = Counter(play.winner for play in walks)
    assert winners[None] <= len(walks) // 10
    if len(walks) >= 24:
        assert len(set(winners) - {None}) >= 3


def test_every_skill_and_every_rung_is_met(walks: list[Play]) -> None:
    met = Counter(entry["skill"] for play in walks for phase in play.record["log"] for entry in phase["do"])
    assert {row.skill for row in (*DAY, *NIGHT)} - set(met) == set()
    rungs: Counter[str] = Counter()
    for play in walks:
        for phase in examine(play.record).answer.phases:
            rungs.update(event["result"] for event in phase.table["结算"])
    print(sorted(met.items()), sorted(rungs.items()))
    if len(walks) >= 24:
        assert {"已出局", "潜行", "不朽", "圣光", "祝福", "长寿", "防反", "腐化", "初拥", "死灵咒", "出局"} - set(rungs) == set()


def test_replay_is_a_function_and_a_cut_log_is_a_prefix(walks: list[Play]) -> None:
    for play in walks[:6]:
        whole = answer_json(examine(play.record))
        assert whole == answer_json(examine(play.record))
        for cut in range(0, len(play.record["log"]), 3):
            part = answer_json(examine({**play.record, "log": play.record["log"][:cut]}))
            names = [p["phase"] for p in play.record["log"][:cut]]
            assert part["phases"] == {name: whole["phases"][name] for name in names}


def _shuffled(do: list[dict[str, Any]], stream: Stream) -> list[int]:
    """A new order in which ballots, cards and 挂机 keep theirs, and what follows a card of its seat still follows it."""
    fixed = any(e["skill"] in ("判罚", "挂机") for e in do)
    order = stream.shuffled(range(len(do)))
    if fixed:
        return list(range(len(do)))
    same = [[j for j in range(len(do)) if do[j]["skill"] == skill] for skill in {e["skill"] for e in do}]
    for group in same:  # one skill's uses keep their order
        slots = [k for k, j in enumerate(order) if j in group]
        for k, j in zip(slots, group, strict=True):
            order[k] = j
    return order


def test_the_order_of_entries_in_a_phase_changes_nothing(walks: list[Play]) -> None:
    stream = Stream(b"order")
    for play in walks[:12]:
        orders = [_shuffled(phase["do"], stream) for phase in play.record["log"]]
        log = [{**p, "do": [p["do"][j] for j in order]} for p, order in zip(play.record["log"], orders, strict=True)]
        a, b = answer_json(examine(play.record)), answer_json(examine({**play.record, "log": log}))
        assert a["winner"] == b["winner"] and b["verdict"] == "ok"
        for (name, before), order in zip(a["phases"].items(), orders, strict=True):
            after = b["phases"][name]
            for key in ("announce", "seats", "table", "winner"):
                assert before[key] == after[key], (name, key)
            assert [before["entries"][j] for j in order] == after["entries"]


def _books(seats: dict[str, Any], table: dict[str, Any], night: bool) -> None:
    holder, favourite = table["圣物"]["持有者"], table["神眷者"]
    for key, seat in seats.items():
        n = int(key)
        assert seat["身份"] in IDENTITIES and seat["阵营"] == SIDE[seat["身份"]] and seat["原身份"] in HUMANS
        assert seat["身份"] == seat["原身份"] or FLIPS[seat["原身份"]] == seat["身份"]
        assert seat["存活"] == (seat["出局"] is None)
        assert seat["圣物"] == (holder == n) and seat["神眷者"] == (favourite == n)
        assert not (seat["圣物"] or seat["神眷者"]) or seat["存活"]
        assert not seat["群"] or (seat["存活"] and not seat["挂机"])
        assert not seat["投票权"] or (seat["存活"] and not seat["挂机"])
        assert seat["蓝牌"] < 3 and seat["黄牌"] < 3 and (seat["红牌"] == 0 or seat["挂机"])
        assert len(set(seat["限定已用"])) == len(seat["限定已用"]) and set(seat["限定已用"]) <= set(限定)
    assert table["圣物"]["诅咒"] >= 0 and (holder is not None or table["圣物"]["夜数"] == 0)
    assert sum(s["身份"] == "使徒" or s["原身份"] == "使徒" for s in seats.values()) == table["使徒"]


def test_the_books_balance_in_every_phase(walks: list[Play]) -> None:
    for play in walks:
        gone: set[str] = set()
        answer = answer_json(examine(play.record))
        for name, phase in answer["phases"].items():
            _books(phase["seats"], phase["table"], name.endswith("夜"))
            out = {n for n, s in phase["seats"].items() if not s["存活"]}
            assert gone <= out
            fresh = {str(e["to"]) for e in phase["table"]["结算"] if e["result"] == "出局"}
            assert out - gone == fresh
            gone = out
            if name.endswith("夜"):
                assert {str(e["seat"]) for e in phase["announce"]["夜晚出局"]} == fresh
                flipped = {str(e["to"]) for e in phase["table"]["结算"] if e["result"] == "死灵咒"}
                assert fresh <= {str(n) for n in phase["table"]["告死"]} or flipped
            json.dumps(phase, ensure_ascii=False)


def test_prompts_grey_only_what_is_forbidden() -> None:
    """Every seat and skill that a prompt greys is illegal when tried all the same."""
    assert GAME is not None
    data = walk(2).record
    record = record_of(normal({**data, "log": []}))
    state = GAME.open(record)
    tried = 0
    for i, phase in enumerate(data["log"][:12]):
        opened = GAME.begin(state, phase["phase"])
        entries = [entry_of(normal(e), (i, j)) for j, e in enumerate(phase["do"])]
        now, _ = run_phase(GAME, opened, Phase(phase["phase"], tuple(entries)))
        for prompt in GAME.prompts(now):
            named = dict(prompt.fields).get("to")
            if not prompt.ok or named is None or prompt.skill in ("投票", "祝福", "权势"):
                continue
            for offer in named.offers:  # type: ignore[union-attr]
                if not offer.ok:
                    raw = {"skill": prompt.skill, "to": offer.value} | ({"by": prompt.by} if prompt.by else {})
                    pick = dict(prompt.fields).get("pick")
                    raw |= {} if pick is None else {"pick": pick.sample(Stream(b"x"))}
                    *_, ruling = run_phase(GAME, opened, Phase(phase["phase"], (*entries, entry_of(raw, (i, len(entries))))))[1]
                    assert isinstance(ruling, Ruling) and ruling.verdict == "illegal", raw
                    assert offer.why is not None
                    tried += 1
        state = GAME.close(now).state
    assert tried > 100


def _beside(entries: list[Entry], j: int, arranged: list[int]) -> tuple[Entry, ...]:
    """The entries that an entry meets at its place: settled before it, cards and 挂机 only from before it in the log."""
    before = arranged[: arranged.index(j)]
    return tuple(entries[k] for k in sorted(before) if entries[k].skill not in ("判罚", "挂机") or k < j)


@pytest.mark.parametrize("file", sorted((HERE / "cases" / "eva").glob("*.yaml")), ids=lambda f: f.stem)
def test_every_ok_entry_of_a_case_is_offered_at_its_place(file: Any) -> None:
    assert GAME is not None
    data = load(file)["record"]
    answer = examine(data).answer
    if answer.verdict == "invalid":
        return
    record = record_of(normal(data))
    state = GAME.open(record)
    for i, phase in enumerate(record.log):
        opened = GAME.begin(state, phase.name)
        entries = list(phase.do)
        arranged = list(GAME.arrange(opened, entries))
        for j, (entry, ruling) in enumerate(answer.phases[i].entries):
            if ruling.verdict in ("ok", "mismatch"):
                now, _ = run_phase(GAME, opened, Phase(phase.name, _beside(entries, j, arranged)))
                assert offered(GAME.prompts(now), entry), entry
        now, _ = run_phase(GAME, opened, phase)
        state = GAME.close(now).state


@pytest.mark.parametrize(
    "raw",
    [
        {"skill": "牵制", "by": 5, "to": 6},
        {"skill": "追踪", "by": 5},
        {"skill": "追踪", "by": 18, "to": 5},
        {"skill": "判罚", "by": 2, "to": 5, "pick": "蓝牌"},
        {"skill": "祝福", "by": 5, "votes": {5: 6}},
        {"skill": "剑痕", "by": 13, "pick": "长" * 101},
        {"skill": "拓印", "by": 5, "pick": "侦测"},
    ],
)
def test_what_the_rules_forbid_is_not_offered(raw: dict[str, Any]) -> None:
    assert GAME is not None
    first = {"phase": "第1天", "do": [{"skill": "藏匿", "to": 2}]}
    night = {"phase": "第1夜", "do": [{"skill": "拓印", "by": 17, "to": 2}]}
    whole: dict[str, Any] = {"game": "EVA", "players": 21, "setup": {"identities": dict(enumerate(NAMES, 1))}, "log": [first, night]}
    state = examine(whole).state
    whole["log"][1]["do"].append(raw)
    _, ruling = examine(whole).answer.phases[1].entries[1]
    assert ruling.verdict == "illegal" and not offered(GAME.prompts(state), entry_of(normal(raw)))


def test_a_forced_choice_is_named_or_drawn_not_both() -> None:
    assert GAME is not None
    opened = GAME.begin(GAME.open(record_of({"game": "EVA", "players": 21, "setup": {"identities": dict(enumerate(NAMES, 1))}})), "第1天")
    asked = GAME.prompts(opened)
    assert [offered(asked, entry_of({"skill": "藏匿", **keys})) for keys in ({"to": 5}, {"drawn": [5]}, {"to": 5, "drawn": [5]})] == [
        True,
        True,
        False,
    ]
    assert not offered(asked, entry_of({"skill": "藏匿", "by": 5, "to": 6})) and offered(
        asked, entry_of({"skill": "藏匿", "by": 18, "to": 6})
    )
