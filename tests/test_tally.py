"""A pasted thread: ballots in posting order; what cannot be read is listed."""

from __future__ import annotations

from typing import Any

import pytest

from companion.tally import UnknownZone, Unread, tally, zone_of
from engine.replay import examine
from tests.evagame import record

NAMES = ["小明", "小红", "阿强", "Bob", "老王", "𠮷野家", "老三", "小明明", "甲.乙", *[f"路人{n}" for n in range(10, 22)]]


def data(names: list[str] | None = None) -> dict[str, Any]:
    out = record("第1天:")
    return out | {"players": names} if names else out


def read(
    text: str, names: list[str] | None = None, zone: str = "UTC+8", until: str | None = None
) -> tuple[list[tuple[int, int | None]], list[Unread]]:
    entries, unread = tally(text, data(names), zone, until)
    assert all(e["skill"] == "投票" for e in entries)
    return [(e["by"], e.get("to")) for e in entries], unread


THREAD = """1号 2024-05-01 20:01
大家好，开始了

2号 2024-05-01 20:03
投 3

5号 发表于 2024-05-01 20:04:10
投３号

7号 2024-05-01 20:05
我觉得3号很可疑，投 3。

2号 2024-05-01 20:09
改投 5号

8号 2024-05-01 20:10
弃票
"""


def test_ballots_come_in_posting_order_one_entry_each() -> None:
    ballots, unread = read(THREAD)
    assert ballots == [(2, 3), (5, 3), (7, 3), (2, 5), (8, None)] and unread == []


def test_the_entries_stand_in_a_record() -> None:
    entries, _ = tally(THREAD, data())
    table = record("第1天:")
    table["log"][0]["do"] = entries
    answer = examine(table).answer
    assert answer.phases[0].table["票数"] == {3: 2, 5: 1} and answer.phases[0].table["神眷者"] == 3


@pytest.mark.parametrize(
    ("vote", "to"),
    [
        ("投 3", 3), ("投3", 3), ("投３号", 3), ("投票 3", 3), ("投票给3号", 3), ("投：3", 3), ("我投 12 号", 12),
        ("最终投 21！", 21), ("投小明", 1), ("投 @Bob", 4), ("投bob", 4), ("投ＢＯＢ", 4), ("投【阿强】", 3),
        ("投小明明", 8), ("投𠮷野家", 6), ("投甲.乙", 9), ("投小红（2号）", 2), ("投2号小红", 2), ("投十二号", 12),
        ("投二十一", 21), ("投十号", 10), ("[b]投 5[/b]", 5), ("**投 5**", 5), ("投 5，理由如下", 5),
        ("听完发言，还是投 5。", 5), ("弃票", None), ("撤票", None), ("弃权。", None), ("我撤回投票", None),
    ],
)  # fmt: skip
def test_what_is_a_ballot(vote: str, to: int | None) -> None:
    ballots, unread = read(f"5号 2024-05-01 20:00\n{vote}\n", NAMES)
    assert ballots == [(5, to)] and unread == [], unread


@pytest.mark.parametrize(
    "talk",
    [
        "不投 3", "投谁都行", "投 3？", "要不投 3", "如果他不出来，投 3", "昨天投3的人出来", "投 33", "投 0", "投小李",
        "投小", "投3L", "大家投 3", "别投 3", "你们怎么都投小明啊", "投 3 还是投 5", "投2号小明", "投小明（2号）", "票呢",
        "有人投 3 吗，投 3 吗",
    ],
)  # fmt: skip
def test_what_is_listed_and_not_guessed(talk: str) -> None:
    ballots, unread = read(f"5号 2024-05-01 20:00\n{talk}\n", NAMES)
    assert ballots == [] and unread and unread[0].line == 2 and not unread[0].counted, ballots


def test_ordinary_talk_is_neither_a_ballot_nor_listed() -> None:
    assert read("5号 2024-05-01 20:00\n3号发言很好\n大家冷静\n", NAMES) == ([], [])


def test_posters_by_name_by_seat_and_by_both() -> None:
    text = "小明 2024-05-01 20:00\n投 2\n\n【5号】老王 20240 2024-05-01 20:01\n投 2\n\n12# Bob 发表于 2024-05-01 20:02\n投 2\n"
    assert read(text, NAMES)[0] == [(1, 2), (5, 2), (4, 2)]


def test_unknown_or_contradicting_posters_are_listed_with_their_words() -> None:
    ballots, unread = read("过客 2024-05-01 20:00\n投 2\n\n5号小明 2024-05-01 20:01\n投 2\n", NAMES)
    assert ballots == [] and [u.why for u in unread] == ["不认识的发帖人", "座位与名字不符"]


def test_two_players_of_one_name_are_not_told_apart() -> None:
    names = [*NAMES[:-1], "小红"]
    ballots, unread = read("小红 2024-05-01 20:00\n投 5\n\n4号 2024-05-01 20:01\n投小红\n", names)
    assert ballots == [] and [u.why for u in unread] == ["重名", "重名"]


def test_a_name_that_is_anothers_number_is_not_guessed() -> None:
    """Seat 7 is called 3: `投 3` is not guessed, `投 3号` is plain."""
    names = [*NAMES[:6], "3", *NAMES[7:]]
    ballots, unread = read("5号 2024-05-01 20:00\n投 3\n\n6号 2024-05-01 20:01\n投 3号\n", names)
    assert ballots == [(6, 3)] and unread[0].why == "重名"


def test_quotes_and_struck_words_do_not_count() -> None:
    text = (
        "5号 2024-05-01 20:00\n[quote]2号 发表于 2024-05-01 19:00\n投 3[/quote]\n投 4\n\n"
        "6号 2024-05-01 20:01\n[s]投 3[/s]\n投 5\n\n7号 2024-05-01 20:02\n> 投 3\n~~投 8~~\n同意\n"
    )
    assert read(text) == ([(5, 4), (6, 5)], [])


def test_an_edited_ballot_counts_from_the_edit_and_is_told() -> None:
    text = "5号 2024-05-01 20:00\n投 4\n本帖最后由 5号 于 2024-05-01 20:30 编辑\n\n6号 2024-05-01 20:10\n投 3\n"
    ballots, unread = read(text)
    assert ballots == [(6, 3), (5, 4)] and [(u.why, u.counted) for u in unread] == [("编辑过", True)]


def test_posts_out_of_order_are_put_in_order_and_equal_times_stay() -> None:
    text = "5号 2024-05-01 20:30\n投 4\n\n6号 2024-05-01 20:10\n投 3\n\n7号 2024-05-01 20:10\n投 2\n"
    assert read(text)[0] == [(6, 3), (7, 2), (5, 4)]


def test_a_time_with_its_own_zone_is_put_into_the_hosts() -> None:
    text = "5号 2024-05-01T13:30:00Z\n投 4\n\n6号 2024-05-01 21:00\n投 3\n\n7号 2024-05-01 22:00 +0900\n投 2\n"
    assert read(text)[0] == [(6, 3), (7, 2), (5, 4)]
    assert read(text, zone="+0")[0] == [(7, 2), (5, 4), (6, 3)]


def test_zones() -> None:
    assert zone_of("UTC+8") == zone_of("+08:00") == zone_of("北京时间")
    for wrong in ("Mars/Base", "+99", "../etc"):
        with pytest.raises(UnknownZone):
            zone_of(wrong)


def test_posts_after_closing_are_listed() -> None:
    text = "5号 2024-05-01 21:59\n投 4\n\n6号 2024-05-01 22:00:01\n投 3\n"
    for until in ("22:00", "2024-05-01 22:00"):
        ballots, unread = read(text, until=until)
        assert ballots == [(5, 4)] and [u.why for u in unread] == ["关门之后"]
    with pytest.raises(ValueError):
        read(text, until="later")


def test_without_times_the_pasted_order_holds_unless_the_times_gainsay_it() -> None:
    plain = "5号：投 4\n\n6号：投 3\n"
    ballots, unread = read(plain)
    assert ballots == [(5, 4), (6, 3)] and all(u.counted for u in unread)
    mixed = "5号 2024-05-01 20:30\n投 4\n\n7号：投 8\n\n6号 2024-05-01 20:10\n投 3\n"
    ballots, unread = read(mixed)
    assert ballots == [(6, 3), (5, 4)] and [(u.why, u.counted) for u in unread] == [("没有时间", False)]


def test_a_body_with_blank_lines_stays_one_post() -> None:
    assert read("5号 2024-05-01 20:00\n想了很久\n\n投 4\n\n---\n6号 2024-05-01 20:01\n\n\n投 5\n")[0] == [(5, 4), (6, 5)]


def test_nothing_breaks_it() -> None:
    for junk in (
        "",
        "\n\n",
        "投 3",
        "5号 99:99\n投 3",
        "5号 2024-13-45 20:00\n投 3",
        "[quote][quote]投 3",
        "投" * 500,
        "5号 2024-05-01 20:00\n投 ²",
        "\0\0",
    ):
        tally(junk, data(NAMES))
    ballots, unread = read("5号 2024-13-45 20:00\n投 3\n")
    assert ballots == [] and unread[0].why == "时间不对"
    assert read("投 3")[1][0].why == "没有发帖人"


def test_times_with_and_without_a_date_are_called_so() -> None:
    thread = "1号 2024-05-01 20:01\n投 3\n\n2号 20:05\n投 3\n\n4号\n投 5\n"
    _, unread = tally(thread, {"game": "EVA", "players": 21})
    assert [u.why for u in unread] == ["时间写法不一", "时间写法不一", "没有时间"]
