"""EVA in letters: what each seat is told, and that nothing tells more than its reader may know."""

from __future__ import annotations

from typing import Any

import pytest

from companion.sheettext import lines
from engine.eva.messages import elevator, hours, night_letters, opening
from engine.eva.roles import IDENTITIES, SIDES
from engine.games import game_named
from engine.paper import Sheet
from engine.record import Phase, normal, record_of
from engine.replay import examine
from engine.stream import Stream
from generator.book import book
from tests.evagame import NAMES, record
from tests.test_walk_eva import walk

BOOK = book("eva")
GAME = game_named("EVA")
assert GAME is not None
WHEN = hours(21 * 60 + 30, 8 * 60, "北京时间")


def text(sheet: Sheet) -> str:
    return "\n".join(lines(BOOK, sheet))


def first_letters(names: list[str]) -> dict[int, str]:
    assert GAME is not None
    data = record(names=names)
    return {s.seat: text(s) for s in GAME.sheets(record_of(normal(data))) if s.id == "messages" and s.seat is not None}


def night(*phases: str) -> dict[int, str]:
    """The letters after the last of these phases."""
    data = record(*phases)
    replay = examine(data)
    assert replay.answer.verdict in ("ok", "mismatch"), replay.answer.errors
    assert replay.record is not None
    return {s.seat: text(s) for s in night_letters(replay.record, replay.state, WHEN) if s.seat is not None}


def heard(letters: dict[int, str], n: int) -> list[str]:
    """The lines of feedback in a letter."""
    _, _, rest = letters[n].partition("■ 给你的反馈")
    return [line for line in rest.partition("■")[0].splitlines() if line.startswith("·")]


def test_every_seat_has_a_letter_with_its_own_identity_and_nobody_elses() -> None:
    letters = first_letters(NAMES)
    assert sorted(letters) == list(range(1, 22))
    for n, letter in letters.items():
        assert f"你的身份：{NAMES[n - 1]}" in letter
        others = {name for name in NAMES if name != NAMES[n - 1]}
        body = letter.partition("你的身份：")[2].partition("。")[0]
        assert not any(name in body for name in others)


def test_groups_know_each_others_seats() -> None:
    letters = first_letters(NAMES)
    assert "恶徒群：与你同群的有 19、20、21 号" in letters[18]
    assert "民兵群：与你同群的有 4 号" in letters[3]
    assert "慰魂师群：现在只有你一人" in letters[15]
    assert "同群的有" not in letters[5]


@pytest.mark.parametrize("swap", [(1, 2), (5, 16), (13, 18), (3, 17), (15, 21), (9, 14)])
def test_a_letter_does_not_depend_on_what_its_reader_may_not_know(swap: tuple[int, int]) -> None:
    """Exchange two other identities: the letter stays, unless one of the two is of the reader's own group."""
    a, b = swap
    names = list(NAMES)
    names[a - 1], names[b - 1] = names[b - 1], names[a - 1]
    before, after = first_letters(NAMES), first_letters(names)
    grouped = {"民兵", "恶徒"}
    for n in range(1, 22):
        if n in swap or (NAMES[n - 1] in grouped and NAMES[n - 1] in (NAMES[a - 1], NAMES[b - 1])):
            continue
        assert before[n] == after[n]


def test_a_reader_learns_nothing_of_a_night_that_does_not_concern_him() -> None:
    """Two nights that differ only in what others do: the letters of all bystanders are equal."""
    quiet = night("第1天: 藏匿 >2", "第1夜: 侦测 2>5")
    busy = night("第1天: 藏匿 >2", "第1夜: 侦测 2>5; 突击 3>6; 祝福 7>8 9>8; 诈骗 17>2; 流言 16>10; 感召 15>11; 探查 14>12 阵营")
    concerned = {3, 6, 11, 14, 15, 17}
    for n in set(range(1, 22)) - concerned:
        assert quiet[n] == busy[n], n


def test_feedback_goes_to_the_asker_alone() -> None:
    letters = night("第1天: 藏匿 >2", "第1夜: 侦测 2>16; 探查 14>2 圣物; 安魂 15>5")
    assert heard(letters, 2) == ["· 侦测（16号）：否。"]
    assert heard(letters, 14) == ["· 探查（2号）：获得。"]
    assert heard(letters, 15) == ["· 虔诚：存活的亡灵有0名。"]
    assert heard(letters, 18) == ["· 追踪：亡灵圣物在2号那里。"]
    assert all(not heard(letters, n) for n in (1, 3, 5, 13, 16, 17))


def test_the_relic_is_not_told_to_a_human_holder_nor_to_the_robbed() -> None:
    letters = night("第1天: 投票 1>17; 藏匿 >2", "第1夜: 诈骗 17>2")
    assert not heard(letters, 17) and not heard(letters, 2)
    assert "圣物" not in letters[17].partition("■ 给你的反馈")[2]


def test_an_亡灵_holder_hears_of_the_flip_and_of_灾厄() -> None:
    letters = night("第1天: 藏匿 >16", "第1夜:")
    assert heard(letters, 16) == ["· 你的身份现在是血族。", "· 亡灵圣物在你手里，你属亡灵，可把它交给另一名存活者。"]
    assert "你的身份：血族（亡灵阵营）" in letters[16]


def test_a_void_skill_tells_nobody_why() -> None:
    letters = night("第1天: 藏匿 >9", "第1夜: 牵制 >2; 侦测 2>16; 潜行 14; 拓印 17>14")
    assert not heard(letters, 2) and not heard(letters, 17) and not heard(letters, 14)
    assert "牵制" not in letters[2]


def test_感召_tells_the_target_and_not_the_慰魂师() -> None:
    letters = night("第1天: 藏匿 >9", "第1夜: 感召 15>16")
    assert heard(letters, 16) == ["· 15号感召了你：他是慰魂师。"] and heard(letters, 15) == ["· 虔诚：存活的亡灵有1名。"]
    called = night("第1天: 藏匿 >9", "第1夜: 感召 15>5")
    assert heard(called, 5) == ["· 你的身份现在是使徒。", "· 虔诚：存活的亡灵有1名。"]
    assert "慰魂师群：与你同群的有 15 号" in called[5] and "慰魂师群：与你同群的有 5 号" in called[15]


def test_告死_goes_to_the_告死者_alone_and_not_to_one_in_挂机() -> None:
    letters = night("第1天: 藏匿 >16", "第1夜: 初拥 16>15", "第2天:", "第2夜: 突击 3>5; 死灵咒 15>5")
    assert heard(letters, 15) == ["· 告死：今夜将出局的座位：5。"]
    assert heard(letters, 5) == ["· 你的身份现在是腐尸。"]
    hung = night("第1天: 藏匿 >16", "第1夜: 初拥 16>15", "第2天:", "第2夜: 突击 3>5; 挂机 >15")
    assert not heard(hung, 15)


def test_防反_馈赠_传承_and_认主_are_told_to_their_seats() -> None:
    letters = night("第1天: 投票 1>6; 藏匿 >6", "第1夜: 防反 13>6; 突击 3>13; 馈赠 6>7; 传承 6>8")
    assert heard(letters, 13) == ["· 你的防反已用掉。"] and len(heard(letters, 6)) == 2 and not heard(letters, 7)
    assert "你已出局" in letters[6] and "时限" not in letters[6].replace("时限时", "")
    bound = night("第1天: 藏匿 >2", "第1夜:", "第2天:", "第2夜:")
    assert heard(bound, 2) == ["· 亡灵圣物已认你为主。"]


def test_letters_name_no_identity_but_the_readers_through_whole_games() -> None:
    assert GAME is not None
    for number in (0, 1, 2):
        data = walk(number).record
        whole = record_of(normal(data))
        state = GAME.open(whole)
        for i, phase in enumerate(whole.log):
            opened = GAME.begin(state, phase.name)
            for j in GAME.arrange(opened, phase.do):
                opened = GAME.act(opened, phase.do[j]).state
            end = GAME.close(opened)
            if i % 2:
                for sheet in night_letters(whole, opened, WHEN):
                    _check(text(sheet), dict(end.seats[sheet.seat or 0]), phase)
            state = end.state


def _check(letter: str, seat: dict[str, Any], phase: Phase) -> None:
    """Of what is not a rule text, a letter names only the reader's identity or a result that was told."""
    assert f"你的身份：{seat['身份']}（{seat['阵营']}）" in letter
    private = [line for line in letter.splitlines() if line.startswith("·") and not line.startswith("· 【")]
    told = ("· 你的身份现在是", "· 安葬（", "· 探查（", "· 拓印（", "号感召了你")
    groups = ("群：", "时限", "前（", "关门", "若你出局", "收到名单")
    for line in private:
        if any(t in line for t in told) or any(g in line for g in groups):
            continue
        assert not any(word in line for word in (*IDENTITIES, *SIDES)), line


def test_the_deadlines_follow_the_hour_and_the_zone() -> None:
    letters = night("第1天: 藏匿 >9", "第1夜:")
    assert "21:30 关门为止（北京时间）" in letters[5]
    assert "牵制：22:00 前" in letters[3] and "突击：22:30 前" in letters[3]
    assert "侦测：22:15 前" in letters[2] and "07:45 前" in letters[2]


def test_the_公示_is_made_of_announce_alone() -> None:
    replay = examine(
        record(
            "第1天: 投票 1>6; 藏匿 >9",
            "第1夜: 突击 3>5; 遗言 5 再会; 剑痕 13 雪落; 流言 16>7; 馈赠 5>6",
            "第2天: 投票 1>16; 投票 2>16; 投票 3>16",
            "第2夜: 权势 16>8",
        )
    )
    first = text(opening(replay.answer.phases[1].announce, 2, [f"甲{n}" for n in range(1, 22)]))
    assert "昨夜出局：5号甲5。" in first and "今日神眷者：6号甲6。" in first and "流言：7号甲7已记2票。" in first
    assert "“雪落”" in first and "5号甲5：“再会”" in first and "昨日白天无人出局。" in first
    second = text(opening(replay.answer.phases[3].announce, 3))
    assert "权势：8号今日的投票权反过来。" in second and "昨日白天出局：16号。" in second
    for post in (first, second):
        assert not any(name in post for name in IDENTITIES)


def test_the_rules_post_holds_nothing_of_the_deal() -> None:
    assert GAME is not None
    posts = []
    for seed in (b"a", b"b"):
        dealt = record_of(normal(GAME.deal({"players": 21}, Stream(seed))[0]))
        sheets = {s.id: s for s in GAME.sheets(dealt) if s.audience == "table"}
        posts.append({name: text(sheet) for name, sheet in sheets.items()})
        assert all(sheet.as_text for sheet in sheets.values())
    assert posts[0] == posts[1] and set(posts[0]) == {"rules"}


def test_the_电梯_names_everybody_in_play_once_in_a_drawn_order() -> None:
    data = record_of(normal(record("第1天: 藏匿 >9")))
    one, two = (text(elevator(data, Stream(seed), out=(4, 9))) for seed in (b"1", b"2"))
    assert one != two and text(elevator(data, Stream(b"1"), out=(4, 9))) == one
    assert sorted(one.splitlines()[1:]) == sorted(two.splitlines()[1:]) and len(one.splitlines()) == 20


def test_host_sheets_are_for_the_host_and_letters_for_one_seat() -> None:
    assert GAME is not None
    dealt = record_of(normal(GAME.deal({"players": 21}, Stream(b"x"))[0]))
    audiences: dict[str, set[str]] = {}
    for sheet in GAME.sheets(dealt):
        audiences.setdefault(sheet.audience, set()).add(sheet.id)
    assert audiences == {
        "table": {"rules"},
        "host": {"seats", "script", "settle", "key", "tracker", "log-天", "log-夜"},
        "seat": {"messages"},
    }


def test_the_key_agrees_with_the_check_seat_by_seat() -> None:
    from engine.eva.key import key

    dealt = record_of(normal(record("第1天:")))
    for answers in key(dealt):
        n = answers.seat
        asked = [f"侦测 2>{n}", f"探查 14>{n} 阵营", f"感召 15>{n}"] + ([f"拓印 17>{n}"] if n != 17 else [])
        holder = 2 if n != 2 else 15
        replay = examine(record(f"第1天: 藏匿 >{holder}", "第1夜: " + "; ".join(asked)))
        told = {e.skill: r.result for e, r in replay.answer.phases[1].entries}
        want = (told["侦测"], None if n == 14 else told["探查"], told.get("拓印"), told["感召"])
        assert tuple(list(v) if isinstance(v, tuple) else v for v in answers.dealt) == tuple(
            list(v) if isinstance(v, tuple) else v for v in want
        )
        if NAMES[n - 1] != "恶徒":
            cursed = examine(record(f"第1天: 藏匿 >{n}", "第1夜:")).answer.phases[1].table["诅咒"]
            assert answers.curse == (cursed["result"] if cursed else None)
