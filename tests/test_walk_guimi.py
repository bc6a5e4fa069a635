"""Whole games of 诡秘之主 through the prompts: nothing offered is illegal, every number is booked twice, and the log replays."""

from __future__ import annotations

import os
from collections import Counter
from functools import cache
from typing import Any

import pytest

from companion.report import plain
from engine.guimi import GAME
from engine.prompt import Prompt, Seats, offered
from engine.replay import Replay, examine
from engine.stream import Stream
from generator.play import Play, random_game
from tests.caserun import HERE, load
from tests.guimi_books import GODS, Books

WALKS = int(os.environ.get("YUANZUN_WALKS", "0"))
SEEDS = range(WALKS or 16)
OFTEN = {"祈祷": 10, "祈求注视": 12, "神秘学实践": 45, "传教": 10, "信息": 40, "主动技能": 80, "群技能": 30, "放逐投票": 70}
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"胜负": "屠边", "平票": "无人", "遗言名额": 3},
    {"被动范围": "信仰", "随机传教人数": 3},
    {"胜负": "屠城", "随机传教人数": 8, "遗言名额": 0},
)


# Where chance seldom goes: the game begins with a night in which these 身份 were ruled to be so.
BEGINNINGS: tuple[dict[str, dict[str, Any]], ...] = (
    {},
    {"堕落母神": {"alive": False, "死因": "生命"}, "欲望母树": {"生命": 30, "理智": 60}, "知识与智慧之神": {"神秘学知识": 60}},
    {
        "最初造物主": {"精神污染": {"造物主": 1, **dict.fromkeys(GODS[:9], 1)}},
        "愚者": {"精神污染": {"愚者": 1, "命运女神": 2, "宿命之环": 1}},
    },
    {
        "永恒烈阳": {"信仰": "造物主", "精神污染": {"造物主": 3, "永恒烈阳": 1, "高维俯视者": 1}},
        "高维俯视者": {"信仰": "造物主", "理智": 40},
    },
    {"黑夜女神": {"生命": 1, "理智": 30}, "不息的呓语": {"理智": 30}, "蒸汽与机械之神": {"理智": 40, "精神污染": {"不息的呓语": 1}}},
)
LIMITS: Counter[str] = Counter()


def odds(prompt: Prompt) -> int:
    if prompt.title in ("问答题", "选择题"):
        return 35
    return OFTEN.get(prompt.skill, 90)


def look(_: Any, prompts: tuple[Prompt, ...]) -> None:
    """Which limits greyed a prompt or a seat."""
    LIMITS.update(p.why.code for p in prompts if p.why)
    for prompt in prompts:
        for _key, what in prompt.fields if prompt.skill in ("主动技能", "传教", "信息") else ():
            if isinstance(what, Seats):
                LIMITS.update({o.why.code for o in what.offers if o.why})


@cache
def game(seed: int) -> tuple[Play, Replay]:
    options = OPTIONS[seed % len(OPTIONS)]
    data, _ = GAME.deal({"players": 25, "options": options}, Stream(f"guimi deal {seed}".encode()))
    at = {name: seat for seat, name in data["setup"]["身份"].items()}
    rows = {at[name]: row for name, row in BEGINNINGS[seed % len(BEGINNINGS)].items()}
    if rows:
        data["log"] = [{"phase": "第1夜", "do": [{"skill": "裁定", "set": rows}]}]
    play = random_game(GAME, data, Stream(f"guimi walk {seed}".encode()), odds=odds, phases=120, entries=200, look=look)
    return play, examine(play.record)


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_offered_is_illegal_or_lacking(seed: int) -> None:
    play, replay = game(seed)
    assert play.winner is not None
    wrong = [(p.name, e.raw, r.verdict, r.why) for p in replay.answer.phases for e, r in p.entries if r.verdict not in ("ok", "ruled")]
    assert wrong == [] and replay.answer.verdict == "ok"
    assert replay.answer.winner == play.winner


@pytest.mark.parametrize("seed", SEEDS)
def test_every_number_is_booked_the_same_by_independent_books(seed: int) -> None:
    play, replay = game(seed)
    books = Books(play.record)
    for phase in replay.answer.phases:
        entries = [dict(entry.raw) for entry, _ in phase.entries]
        (books.night if phase.name.endswith("夜") else books.day)(entries)
        for seat in range(1, 26):
            want = books.shown(seat)
            got = {key: plain(phase.seats[seat][key]) for key in want}
            assert got == want, (phase.name, seat, play.record["log"][-1])
        assert phase.table["遗言名额"] == books.quota
        assert phase.table["神秘学实践"] == {s: k for s, k in sorted(books.curse_old.items()) if k}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_ledger_adds_up_to_the_state(seed: int) -> None:
    _, replay = game(seed)
    sums: Counter[tuple[int, str]] = Counter()
    for event in GAME.events(replay.closed):
        values = dict(event.why.values)
        sums[event.seat, str(values["what"])] += int(str(values["delta"]))
        assert event.cite
    seats = replay.answer.phases[-1].seats
    for seat, shown in seats.items():
        for what in ("生命", "理智", "神秘学知识", "护盾"):
            if shown[what] != "∞":
                assert sums[seat, what] == shown[what], (seat, what)
        for kind, weight in shown["精神污染"].items():
            assert sums[seat, kind] == weight
        gone = {what for s, what in sums if s == seat and what not in shown["精神污染"]} - {"生命", "理智", "神秘学知识", "护盾"}
        assert all(sums[seat, what] == 0 for what in gone)


@pytest.mark.parametrize("seed", [s for s in SEEDS if s % 3 == 0])
def test_replaying_again_and_replaying_a_prefix_give_the_same(seed: int) -> None:
    play, replay = game(seed)
    assert examine(play.record).answer == replay.answer
    for cut in {1, len(play.record["log"]) // 2}:
        part = examine({**play.record, "log": play.record["log"][:cut]})
        assert part.answer.phases == replay.answer.phases[:cut]


@pytest.mark.parametrize("seed", [s for s in SEEDS if s % 4 == 0])
def test_the_dead_and_the_winner_stay_as_they_are(seed: int) -> None:
    _, replay = game(seed)
    still = ("信仰", "精神污染", "生命", "理智", "神秘学知识", "死因", "遗言")
    before: dict[int, Any] = {}
    for phase in replay.answer.phases:
        for seat, row in before.items():
            assert {key: phase.seats[seat][key] for key in still} == row
        before = {seat: {key: row[key] for key in still} for seat, row in phase.seats.items() if not row["alive"]}
        gone = [seat for seat, row in phase.seats.items() if row["获胜"]]
        assert len(gone) <= 1


def test_every_ok_entry_of_every_case_is_among_the_prompts() -> None:
    looked = 0
    for file in sorted((HERE / "cases" / "guimi").glob("*.yaml")):
        record = load(file)["record"]
        replay = examine(record)
        for i, phase in enumerate(replay.answer.phases):
            for j, (entry, ruling) in enumerate(phase.entries):
                if ruling.verdict not in ("ok", "mismatch"):
                    continue
                log = [*record["log"][:i], {"phase": phase.name, "do": record["log"][i]["do"][:j]}]
                state = examine({**record, "log": log}).state
                assert offered(GAME.prompts(state), entry), (file.name, phase.name, entry.raw)
                looked += 1
    assert looked >= 39


def test_each_skill_die_face_and_limit_is_met() -> None:
    met: Counter[str] = Counter()
    for seed in SEEDS:
        _, replay = game(seed)
        for phase in replay.answer.phases:
            for entry, ruling in phase.entries:
                pick = entry.pick if isinstance(entry.pick, str | int) and entry.skill != "下一晚结算" else ""
                met[f"{entry.skill} {pick}".strip()] += 1
                for face in entry.die or ():
                    met[f"d{face}"] += 1
                met.update(w.code for w in ruling.why)
            met.update(w.code for w in phase.why)
    print(sorted(met.items()))
    wanted = [f"d{face}" for face in range(1, 7)]
    wanted += ["信息", "信息 拒收", "群技能", "下一晚结算", "祈祷", "祈求注视", "传教", "被动技能", "信仰变更", "放逐投票"]
    wanted += [f"神秘学实践 {k}" for k in (1, 2, 3, 4)] + [f"主动技能 {p}" for p in (1, 2, "问答题", "选择题", "判断题")]
    wanted += [f"被动 {p}" for p in ("堕落母神", "欲望母树", "永恒烈阳", "高维俯视者", "愚者", "不定之雾")]
    wanted += ["随机传教", "记获胜", "骰点交付", "骰点任选", "推迟", "放弃", "记理智不动", "记生命不动"]
    assert [name for name in wanted if not met[name]] == []
    limits = ["理智不足", "已行动", "主刀手不用公共技能", "群技能已用", "已退群", "堕落母神在场", "提问用尽", "连续守护", "知识不足"]
    limits += ["只能传教", "出局", "不能自指", "生命未尽", "已传教", "没有群聊", "今日已投"]
    assert [code for code in limits if not LIMITS[code]] == []
