"""封妖: the shape of entries, the common rules and the corners of record.md, and data of no shape at all."""

from __future__ import annotations

from typing import Any

import pytest

from engine.fengyao import GAME
from engine.record import normal, record_of
from engine.replay import examine
from engine.stream import Stream
from tests.fengyaogame import HANDS, answer, faults, game, ordered_deal, played, random_entry

Plain = Any
EDGE = {**HANDS, 6: ["影妖", "妖首"]}


@pytest.mark.parametrize(
    "entry",
    [
        {"skill": "跳舞"},
        {"skill": 3},
        {},
        "验妖",
        None,
        ["验妖"],
        {"skill": "验妖"},
        {"skill": "验妖", "by": 9},
        {"skill": "验妖", "by": True},
        {"skill": "验妖", "by": 5, "to": 1},
        {"skill": "验妖", "by": 5, "pick": "①"},
        {"skill": "验妖", "by": 5, "to": 1, "pick": "②"},
        {"skill": "验妖", "by": 5, "to": [1, 2], "pick": "①"},
        {"skill": "验妖", "by": 5, "to": 1, "pick": "①", "die": 7},
        {"skill": "验妖", "by": 5, "x": 1},
        {"skill": "请邪", "by": 2, "pick": ["邪神牌1", "邪神牌2"]},
        {"skill": "请邪", "by": 2},
        {"skill": "星象", "by": 2, "to": 1},
        {"skill": "星象", "by": 2, "pick": "大数"},
        {"skill": "骨筹"},
        {"skill": "骨筹", "by": 2, "pick": "妖首"},
        {"skill": "止伐", "by": 2, "to": 0},
        {"skill": "止伐", "by": 2, "to": "1"},
        {"skill": "化形", "drawn": 3},
        {"skill": "窥念", "by": 1.0},
        {"skill": "验妖", "by": 5, "struck": "yes"},
        {"skill": "验妖", "by": 5, "set": {}},
        {"skill": "背刺", "by": 5, "pick": 3},
    ],
)
def test_an_entry_of_the_wrong_shape_is_a_fault(entry: Plain) -> None:
    record = game([])
    record["log"][0]["do"] = [entry]
    assert faults(record) == [("log/0/do/0", "封妖/record")]


@pytest.mark.parametrize(
    "entry",
    [
        {"skill": "业火", "by": 1},
        {"skill": "业火", "by": 1, "to": 2},
        {"skill": "业火", "to": [1, 2]},
        {"skill": "鉴仙图", "by": 1, "pick": "①"},
        {"skill": "鉴仙图", "by": 1, "pick": "②", "to": 1},
        {"skill": "鉴仙图", "by": 1},
        {"skill": "招魂", "by": 1},
        {"skill": "招魂", "by": 1, "pick": 3},
        {"skill": "请邪", "by": 1, "drawn": "邪神牌1"},
        {"skill": "请邪", "by": 1, "pick": "也许"},
        {"skill": "骨筹", "drawn": [1]},
        {"skill": "骨筹", "drawn": [1, 9]},
        {"skill": "骨筹", "drawn": 1},
        {"skill": "骨筹", "drawn": [1, 2, 3]},
        {"skill": "骨筹", "drawn": [1, 2, "小于3", 1]},
        {"skill": "量天", "drawn": 8},
        {"skill": "量天", "drawn": "1"},
        {"skill": "诛仙投票"},
        {"skill": "诛仙投票", "votes": [1]},
        {"skill": "诛仙投票", "votes": {1: 9}},
        {"skill": "诛仙投票", "votes": {9: 1}},
        {"skill": "诛仙投票", "votes": {1: None}},
        {"skill": "黎明"},
        {"skill": "黎明", "pick": {1: "哭"}},
        {"skill": "黎明", "pick": "戏言"},
        {"skill": "天眼", "by": 1},
        {"skill": "天眼", "by": 1, "pick": {1: "中层"}},
        {"skill": "天眼", "by": 1, "pick": {9: "顶层"}},
        {"skill": "崩灭", "by": 1},
    ],
)
def test_a_night_entry_of_the_wrong_shape_is_a_fault(entry: Plain) -> None:
    assert faults(game([], [entry])) == [("log/1/do/0", "封妖/record")]


@pytest.mark.parametrize(
    "entry",
    [
        {"skill": "生死链", "by": 1, "to": 3},
        {"skill": "血祭"},
        {"skill": "业火"},
        {"skill": "诛仙投票"},
        {"skill": "黎明", "pick": {1: "哭"}},
        {"skill": "星空仙人行动"},
        {"skill": "天眼", "by": 1},
        {"skill": "请邪", "by": 2, "pick": ["邪神牌1", "邪神牌1", "否"]},
        {"skill": "封妖", "by": 4, "to": 1, "pick": "x"},
        {"skill": "量天", "drawn": 3},
    ],
)
def test_a_skill_out_of_its_phase_is_illegal_and_only_its_types_are_examined(entry: Plain) -> None:
    assert played([entry]).verdicts("白昼1") == ["illegal"]


def test_what_does_not_mislead_is_passed_over() -> None:
    told = played([{"skill": "星空仙人确认", "by": 3, "to": 2, "die": 3, "note": "x"}, {"skill": "验妖", "by": 5, "die": 3, "drawn": "x"}])
    assert told.verdicts("白昼1") == ["ok", "ok"]
    told = played([], [{"skill": "诛仙投票", "votes": {}, "by": 3}, {"skill": "黎明", "pick": {}, "by": 1}])
    assert told.verdicts("黑夜1") == ["ok", "ok"]
    told = played([], [{"skill": "鉴仙图", "by": 7, "to": 2, "pick": "③"}, "鉴仙图 3>5 ① d6"])
    assert told.results("黑夜1") == [None, "是"]


def test_放弃_uses_up_the_turn() -> None:
    told = played([], [], ["生死链 1", "生死链 1>2,3 生链", "血祭 2", "血祭 2>3", "封妖 4", "封妖 4", "封妖 4>1"])
    assert told.verdicts("白昼2") == ["ok", "illegal"] * 2 + ["ok", "ok", "illegal"]
    assert told.results("白昼2") == [None] * 7


def test_illegal_and_needs_change_nothing_and_use_no_turn() -> None:
    told = played([], ["业火 1>2,3", "业火 1>2,2 d1", "业火 1>2,3 d1"], hands={**HANDS, 2: ["灾厄", "妖众"]}, 化形=("鬼巫", "怪煞"))
    assert told.verdicts("黑夜1") == ["needs", "illegal", "ok"]
    assert played([], ["业火 1>2,3"], hands={**HANDS, 2: ["灾厄", "妖众"]}, 化形=("鬼巫", "怪煞")).answer["verdict"] == "incomplete"


def test_struck_entries_count_for_nothing() -> None:
    odd = {"skill": "飞", "to": "??", "struck": True, "xyz": 1}
    told = played([{"skill": "验妖", "by": 5, "struck": True}, odd, {"struck": True}, "星空仙人确认", "验妖 5>1 ①"])
    assert told.verdicts("白昼1") == ["struck"] * 3 + ["ok", "ok"] and told.answer["verdict"] == "ok"
    assert all(rule for rule in (told.rules("白昼1", i) for i in range(5)))


def test_a_struck_entry_cites_the_place_that_is_written_in_it() -> None:
    told = played(
        [{"skill": "验妖", "by": 5, "to": 1, "pick": ["②", "顶层"], "struck": True}, {"skill": "化形", "by": 5, "struck": True}],
        [{"skill": "鉴仙图", "by": 1, "pick": "④", "to": 2, "struck": True}, {"skill": "鉴仙图", "pick": {"x": 1}, "struck": True}],
    )
    assert [told.rules("白昼1", i) for i in (0, 1)] == [["封妖/妖首/验妖/②"], ["封妖/妖首/验妖"]]
    assert [told.rules("黑夜1", i) for i in (0, 1)] == [["封妖/鉴仙图/④"], ["封妖/鉴仙图"]]


def test_said_is_compared_exactly_even_if_null() -> None:
    told = played([{"skill": "验妖", "by": 5, "said": None}, {"skill": "窥念", "by": 1, "to": 7}])
    assert told.verdicts("白昼1")[0] == "ok"
    spy = {**HANDS, 1: ["凶祟", "妖众"]}
    for said, verdict in ((2, "ok"), ("2", "mismatch"), (True, "mismatch"), (None, "mismatch"), (2.0, "ok")):
        assert played([{"skill": "窥念", "by": 1, "to": 7, "said": said}], hands=spy).verdicts("白昼1") == [verdict]
    told = played([{"skill": "星空仙人确认", "said": [4, 3]}])
    assert told.verdicts("白昼1") == ["mismatch"]


def test_an_earlier_step_after_a_later_one_is_illegal() -> None:
    told = played([], [], ["背刺 6>1", "封妖 4>1", "验妖 5>1 ①", "窥念 1"], hands=EDGE)
    assert told.verdicts("白昼2") == ["ok", "illegal", "ok", "illegal"]
    told = played([], ["投票 1>1", "鉴仙图 7 ③", "骨筹"], 化形=("枯骨", "灾厄"), 骸骨牌="妖骸")
    assert told.verdicts("黑夜1") == ["ok", "illegal", "illegal"]


def test_phases_follow_each_other() -> None:
    for names, wrong in (
        (["黑夜1"], [0]),
        (["白昼1", "白昼2"], [1]),
        (["白昼1", "黑夜1", "黑夜1", "白昼2"], [2]),
        (["白昼2", "黑夜2"], [0]),
        (["白昼01"], [0]),
        (["白昼1", "夜", "白昼2"], [1]),
        (["白昼", None, 3], [0, 1, 2]),
        (["白昼" + "1" * 5000], [0]),
    ):
        record = game()
        vote = {"skill": "诛仙投票", "votes": {}}
        record["log"] = [{"phase": name, "do": [vote] if str(name).startswith("黑夜") else []} for name in names]
        assert faults(record) == [(f"log/{i}", "封妖/游戏流程") for i in wrong]


def test_a_cut_log_is_settled_as_if_nothing_more_came() -> None:
    record = game([], ["崩灭 6>1 d6"], ["封妖 4>1"], [], hands={**EDGE, 1: ["怪煞", "妖众"]}, 化形=("魔罗", "灾厄"))
    whole = examine(record).answer
    for cut in range(5):
        assert examine({**record, "log": record["log"][:cut]}).answer.phases == whole.phases[:cut]
    assert whole.phases[2].announce["封印"] == [1, 6]


def test_events_tell_what_bore_on_a_seat() -> None:
    record = normal(game([], ["崩灭 6>1 d6"], ["血祭 2>6", "背刺 6>6"], hands={**EDGE, 1: ["怪煞", "妖众"]}, 化形=("魔罗", "灾厄")))
    state = GAME.open(record_of(record))
    for phase in record_of(record).log:
        state = GAME.begin(state, phase.name)
        for entry in phase.do:
            state = GAME.act(state, entry).state
        state = GAME.close(state).state
    codes = [event.why.code for event in GAME.events(state) if event.seat == 6]
    assert codes == ["自己被标记", "成为祭品", "起意", "起意", "血祭阻止"]


@pytest.mark.parametrize("junk", [None, [], 3, "x", {"a": 1}, True, 10**50, [[]], {1: {2: 3}}, float("nan")])
def test_any_plain_data_gives_faults_and_never_a_crash(junk: Plain) -> None:
    base = game(["验妖 5>1 ①"], ["投票 1>1"])
    for key in ("players", "options", "setup", "log", "edition", "note"):
        answer({**base, key: junk})
    for key in ("hands", "dealt", "化形", "关键仙人", "骸骨牌", "星象图", "量天", "神域", "重发", "x"):
        answer({**base, "setup": {**base["setup"], key: junk}})
    for key in ("skill", "by", "to", "pick", "die", "drawn", "votes", "said", "struck", "set", "y"):
        for skill in ("验妖", "诛仙投票", "骨筹", "裁定", "天眼", "请邪"):
            answer({**base, "log": [{"phase": "白昼1", "do": [{"skill": skill, "by": 5, key: junk}]}, {"phase": "黑夜1", "do": junk}]})
    for seat in (1, "1", True, 1.0, None, "x"):
        answer({**base, "setup": {**base["setup"], "hands": {**HANDS, seat: junk}}})


def test_a_night_without_its_vote_ends_the_log_there() -> None:
    record = game([], ["骨筹"], [])
    record["log"][1]["do"] = []
    assert faults(record) == [("log/1", "封妖/游戏流程")]
    record["log"][1]["do"] = [{"skill": "诛仙投票", "votes": {}, "struck": True}]
    assert faults(record) == [("log/1", "封妖/游戏流程")]
    record["log"][1]["do"] = [{"skill": "诛仙投票", "votes": {1: [2, 2, 2]}}]
    assert answer(record)["verdict"] == "mismatch"
    start = GAME.open(record_of(normal(record)))
    assert GAME.owes(GAME.begin(GAME.begin(start, "白昼1"), "黑夜1"))


def test_tables_gone_wrong_replay_to_their_end() -> None:
    """Entries at random with 裁定 at random between them: never a crash, and the same answer twice."""
    words: dict[str, tuple[Plain, ...]] = {
        "top": (None, "妖众", "圣贤", "妖首"),
        "bottom": (None, "妖众", "仙子"),
        "sealed": ([], ["妖首"], ["圣贤", "仙子"], ["妖众"]),
        "status": ("自由", "镇压", "讼罪"),
        "mode": (None, "戏言", "缄默"),
        "marks": ([], ["点燃", "业火", "止伐"], ["崩灭玩家", "祭品", "血祭已尽"], ["窥念", "招魂", "崩灭牌", "鉴仙图"]),
    }
    winners = set()
    for number in range(60):
        stream = Stream(b"gone wrong %d" % number)
        record = ordered_deal(stream, 5 + number % 8)
        log = []
        for i in range(10):
            name = f"{'黑夜' if i % 2 else '白昼'}{i // 2 + 1}"
            kind = "首昼" if i == 0 else name[:2]
            entries = [random_entry(stream, kind, record["players"]) for _ in range(12)]
            for _ in range(stream.below(3)):
                fields = {key: stream.choice(words[key]) for key in stream.sample(list(words), 1 + stream.below(3))}
                entries.insert(stream.below(12), {"skill": "裁定", "set": {1 + stream.below(record["players"]): fields}})
            if i % 2:
                entries.append({"skill": "诛仙投票", "votes": {1 + stream.below(record["players"]): 1 + stream.below(record["players"])}})
            log.append({"phase": name, "do": entries})
        told = answer({**record, "log": log})
        assert told["verdict"] != "invalid" and told == answer({**record, "log": log})
        winners.add(told["winner"])
    assert winners >= {"星空", "深渊"}
