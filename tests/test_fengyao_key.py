"""The adjudication key of 封妖 agrees with `check`, seat by seat: every answer is said in a whole record, and every wrong one too."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from engine.fengyao.deal import deal, order, orders
from engine.fengyao.key import key
from engine.record import normal, record_of
from engine.replay import examine
from engine.stream import Stream

Plain = Any
ALL = ["妖首", "妖首", "影妖", "血俑", "鬼巫", "凶祟", "灾厄", "怪煞", "枯骨", "树精", "仙子", "仙童", "佛陀", "神女", "圣贤", "星君"]
WISHES: list[dict[str, Plain]] = [
    {"players": 5},
    {"players": 6, "newcomers": True},
    {"players": 8, "with": ["佛陀", "神女", "凶祟"], "key_card": "佛陀"},
    {"players": 11, "key_card": "神女"},
    {"players": 9, "roster": [*ALL, *["妖众"] * 4], "key_card": "星君"},
    {"players": 12, "newcomers": True, "with": ["凶祟", "佛陀"]},
]


def dealt(wish: dict[str, Plain], seed: int) -> dict[str, Plain]:
    return deal(wish, Stream(f"key {seed}".encode()))[0]


def ordered(record: dict[str, Plain], seed: int) -> dict[str, Plain]:
    stream = Stream(f"order {seed}".encode())
    return order(record, {seat: stream.choice(orders(hand)) for seat, hand in record["setup"]["dealt"].items()})


RECORDS = [pytest.param(ordered(dealt(wish, i), i), id=f"{wish['players']}-{i}") for i in range(2) for wish in WISHES]


def key_of(record: dict[str, Plain]) -> dict[str, Plain]:
    return key(record_of(normal(record)))


def said(record: dict[str, Plain], *phases: tuple[str, list[dict[str, Plain]]]) -> tuple[str, Plain]:
    """(verdict, result) of the last entry of this log, examined as a file would be."""
    run = examine({**record, "log": [{"phase": name, "do": do} for name, do in phases]})
    assert not run.answer.errors, run.answer.errors
    assert len(run.answer.phases) == len(phases)
    ruling = run.answer.phases[-1].entries[-1][1]
    return ruling.verdict, ruling.result


def ruled(record: dict[str, Plain], *tops: tuple[int, list[Plain]]) -> list[dict[str, Plain]]:
    """The 裁定 after which these seats have these cards now."""
    fields: dict[int, Plain] = {}
    for seat, now in tops:
        hand = record["setup"]["hands"][seat]
        top, bottom = now
        gone = list(hand) if top is None else [] if bottom else [hand[0]]
        if gone:
            fields[seat] = {"top": top, "bottom": bottom, "sealed": gone, **({"mode": "戏言", "status": "讼罪"} if top is None else {})}
    return [{"skill": "裁定", "set": fields}] if fields else []


def raised(record: dict[str, Plain], card: str, but: int) -> tuple[int, list[Plain]] | None:
    """A seat other than `but` with `card` on top, opening or after its top is gone."""
    for seat, hand in record["setup"]["hands"].items():
        if card in hand and seat != but:
            return (seat, list(hand)) if hand[0] == card else (seat, [hand[1], None])
    return None


EMPTY = {"skill": "诛仙投票", "votes": {}}


@pytest.mark.parametrize("record", RECORDS)
def test_验妖_rows_are_what_check_accepts_and_nothing_else_is(record: dict[str, Plain]) -> None:
    asked = 0
    for seat, found in key_of(record)["座位"].items():
        (way,) = found["排法"]
        assert [way["顶层"], way["底层"]] == record["setup"]["hands"][seat]
        for row in way["验妖"]:
            by = raised(record, "妖首", seat) or (seat, row["牌"])
            她 = next((s for s, hand in record["setup"]["hands"].items() if hand[0] == "神女"), None)
            gone = [(她, [record["setup"]["hands"][她][1], None])] if 她 and row["神女"] == "封" and 她 != seat else []
            rule = ruled(record, by, (seat, row["牌"]), *gone)
            for name, pick in {"①": "①", "②顶层": ["②", "顶层"], "②底层": ["②", "底层"], "③": "③"}.items():
                entry = {"skill": "验妖", "by": by[0], "to": seat, "pick": pick}
                if row["昼"] == "白昼1":
                    first = next(s for s, hand in record["setup"]["hands"].items() if hand[0] == "妖首")
                    log: list[tuple[str, list[dict[str, Plain]]]] = [("白昼1", [{**entry, "by": first}])]
                else:
                    log = [("白昼1", []), ("黑夜1", [*rule, EMPTY]), ("白昼2", [entry])]
                if name not in row:
                    assert said(record, *log)[0] == "illegal"
                    continue
                asked += 1
                log[-1][1][-1]["said"] = row[name]
                assert said(record, *log) == ("ok", row[name]), (seat, row, name)
                log[-1][1][-1]["said"] = "深渊" if row[name] == "星空" else "星空"
                assert said(record, *log)[0] == "mismatch"
    assert asked >= 2 * record["players"]


@pytest.mark.parametrize("record", RECORDS[:6])
def test_验妖_rows_hold_after_layers_were_voted_away(record: dict[str, Plain]) -> None:
    """The same states reached by play instead of 裁定."""
    hands = record["setup"]["hands"]
    by = next((seat for seat, hand in hands.items() if hand[0] == "妖首"), None)
    if by is None:
        return
    for seat, found in key_of(record)["座位"].items():
        for row in found["排法"][0]["验妖"]:
            lost = 2 - sum(card is not None for card in row["牌"])
            if row["昼"] == "白昼1" or (row["神女"] == "封") != ("神女" in hands[seat] and lost > 0) or seat == by or "①" not in row:
                continue
            log: list[tuple[str, list[dict[str, Plain]]]] = [("白昼1", [])]
            for n in range(1, lost + 1):
                log += [(f"黑夜{n}", [{"skill": "诛仙投票", "votes": {by: seat}}]), (f"白昼{n + 1}", [])]
            if lost == 0:
                log += [("黑夜1", [EMPTY]), ("白昼2", [])]
            log[-1][1].append({"skill": "验妖", "by": by, "to": seat, "pick": "①", "said": row["①"]})
            assert said(record, *log)[0] == "ok", (seat, row)


@pytest.mark.parametrize("record", RECORDS)
def test_鉴仙图_rows_are_what_check_answers_true_claims(record: dict[str, Plain]) -> None:
    hands = record["setup"]["hands"]
    double = [seat for seat, hand in hands.items() if hand == ["妖众", "妖众"]]
    for seat, found in key_of(record)["座位"].items():
        (way,) = found["排法"]
        for skill, rows in (("①", way["鉴仙图①"]), ("②", way["鉴仙图②"])):
            for row in rows:
                pick = "①" if skill == "①" else ["②", row["层"]]
                for who in ("双妖众", "圣贤"):
                    if who not in row:
                        continue
                    by = (
                        (next((d for d in double if d != seat), seat), ["妖众", "妖众"])
                        if who == "双妖众"
                        else raised(record, "圣贤", seat)
                    )
                    by = by or (seat, row["牌"])
                    rule = ruled(record, by, (seat, row["牌"]))
                    entry = {"skill": "鉴仙图", "by": by[0], "to": seat, "pick": pick, "said": row[who]}
                    assert said(record, ("白昼1", []), ("黑夜1", [*rule, entry])) == ("ok", row[who]), (seat, row)
        assert bool(way["鉴仙图①"]) == bool(double or any("圣贤" in hand for hand in hands.values()))


@pytest.mark.parametrize("record", RECORDS)
def test_窥念_tells_the_number_of_the_key(record: dict[str, Plain]) -> None:
    by = raised(record, "凶祟", 0)
    for seat, found in key_of(record)["座位"].items():
        assert (found["窥念"] is None) == (by is None)
        if by:
            entry = {"skill": "窥念", "by": by[0], "to": seat, "said": found["窥念"]}
            log = [("白昼1", []), ("黑夜1", [*ruled(record, by), EMPTY]), ("白昼2", [entry])]
            assert said(record, *log)[0] == "ok"


@pytest.mark.parametrize("record", RECORDS)
def test_星象_course_follows_the_ring_of_the_key(record: dict[str, Plain]) -> None:
    ring = key_of(record)["星象"]
    holder = next((seat for seat, hand in record["setup"]["hands"].items() if "星君" in hand), None)
    assert (ring is None) == (holder is None)
    if holder is None:
        return
    n = record["players"]
    on_top = record["setup"]["hands"][holder][0] == "星君"
    for step, way in ((1, "大数"), (-1, "小数")):
        for start in range(1, n + 1) if on_top else [(holder + step - 1) % n + 1]:
            log: list[tuple[str, list[dict[str, Plain]]]] = [("白昼1", [{"skill": "星象", "by": holder, "to": start, "pick": way}])]
            for night in range(1, 4):
                image = ring[(start - 1 + step * (night - 1)) % n + 1]
                log.append((f"黑夜{night}", [{"skill": "星象", "said": image}]))
                assert said(record, *log)[0] == "ok"
                log[-1][1].append(EMPTY)
                log.append((f"白昼{night + 1}", []))


@pytest.mark.parametrize("record", RECORDS)
def test_量天_distances_and_骨筹_pairs_are_what_check_tells(record: dict[str, Plain]) -> None:
    found = key_of(record)
    hands = record["setup"]["hands"]
    assert bool(found["量天"]) == any("树精" in hand for hand in hands.values())
    for row in found["量天"]:
        assert row["池"] == record["setup"]["量天"][row["树精"]]
        for seat, distance in row["距离"].items():
            assert said(record, ("白昼1", []), ("黑夜1", [{"skill": "量天", "drawn": seat, "said": distance}]))[0] == "ok"
    by = next((seat for seat, hand in hands.items() if "枯骨" in hand), None)
    assert (found["骨筹"] is None) == (by is None)
    if by is None:
        return
    assert len(found["骨筹"]) == len(list(combinations(hands, 2)))
    how = "pick" if hands[by][0] == "枯骨" else "drawn"
    for pair, told in found["骨筹"].items():
        a, b = map(int, pair.split("-"))
        assert set(told.values()) == {"小于3", "大于2"}
        for kind, answer in told.items():
            first = [{"skill": "骨筹", "by": by, how: kind}]
            log: list[tuple[str, list[dict[str, Plain]]]] = [
                ("白昼1", first),
                ("黑夜1", [{"skill": "骨筹", "drawn": [b, a], "said": answer}]),
            ]
            assert said(record, *log)[0] == "ok"


@pytest.mark.parametrize("record", RECORDS)
def test_what_is_told_on_the_first_day_is_what_check_tells(record: dict[str, Plain]) -> None:
    told = key_of(record)["首昼"]
    assert all(len(rows) == 1 and rows[0]["排法"] == {} for rows in told.values())
    answers = {name: rows[0]["答"] for name, rows in told.items()}
    assert said(record, ("白昼1", [{"skill": "星空仙人确认", "said": answers["星空仙人确认"]}]))[0] == "ok"
    card = record["setup"]["化形"][1]
    shown = said(record, ("白昼1", [{"skill": "化形", "drawn": card}]))
    assert shown == (("ok", card) if answers["化形②"] == "出示" else ("illegal", None))
    if any("仙童" in hand for hand in record["setup"]["hands"].values()):
        assert said(record, ("白昼1", [{"skill": "天眼", "said": answers["天眼②"]}]))[0] == "ok"
    if any("星君" in hand for hand in record["setup"]["hands"].values()):
        assert said(record, ("白昼1", [{"skill": "星象", "said": answers["星象"]}]))[0] == "ok"


@pytest.mark.parametrize("wish", WISHES, ids=lambda w: str(w["players"]))
def test_the_key_of_a_deal_holds_for_every_order_the_players_may_choose(wish: dict[str, Plain]) -> None:
    for seed in range(3):
        record = dealt(wish, seed)
        before = key_of(record)
        assert not before["已定"]
        for again in range(6):
            after = key_of(ordered(record, again))
            hands = ordered(record, again)["setup"]["hands"]
            for seat, found in after["座位"].items():
                (way,) = found["排法"]
                earlier = next(w for w in before["座位"][seat]["排法"] if [w["顶层"], w["底层"]] == hands[seat])
                assert way["鉴仙图①"] == earlier["鉴仙图①"] and way["鉴仙图②"] == earlier["鉴仙图②"]
                assert found["窥念"] == before["座位"][seat]["窥念"]
                wide = {(r["昼"], str(r["牌"]), r["神女"]): r for r in earlier["验妖"]}
                for row in way["验妖"]:
                    other = wide[row["昼"], str(row["牌"]), row["神女"]]
                    assert {k: v for k, v in row.items() if k in other} == {k: other[k] for k in row if k in other}
                    assert "①" in other or "③" in other
            for name, rows in before["首昼"].items():
                fits = [r for r in rows if all(hands[s] == way for s, way in r["排法"].items())]
                assert [r["答"] for r in fits] == [after["首昼"][name][0]["答"]], name
            assert all(row in before["量天"] for row in after["量天"])
            assert after["骨筹"] == before["骨筹"] and after["星象"] == before["星象"]


def test_the_states_in_which_an_answer_changes_are_all_there() -> None:
    """佛陀☯② in 白昼1, 神域 while 神女 is there, 圣贤 on top."""
    hands = {
        1: ["佛陀", "圣贤"], 2: ["妖众", "影妖"], 3: ["神女", "妖众"], 4: ["妖众", "妖众"], 5: ["妖众", "仙子"], 6: ["妖首", "妖首"],
    }  # fmt: skip
    setup = {"hands": hands, "化形": ["灾厄", "血俑"], "关键仙人": "佛陀", "神域": 4}
    found = key_of({"game": "封妖", "players": 6, "setup": setup, "log": []})["座位"]

    def read(seat: int, name: str) -> list[tuple[str, Plain, str, str]]:
        return [(r["昼"], r["牌"][0], r["神女"], r[name]) for r in found[seat]["排法"][0]["验妖"] if name in r]

    assert ("白昼1", "佛陀", "在", "深渊") in read(1, "③") and ("以后", "佛陀", "在", "星空") in read(1, "③")
    assert read(4, "①")[:3] == [("白昼1", "妖众", "在", "星空"), ("以后", "妖众", "在", "星空"), ("以后", "妖众", "封", "深渊")]
    first = {str(r["牌"]): r for r in found[1]["排法"][0]["鉴仙图①"]}
    assert first["['佛陀', '圣贤']"]["双妖众"] == "是" and first["['圣贤', None]"] == {"牌": ["圣贤", None], "双妖众": "否", "圣贤": "否"}
    second = [(r["牌"][0], r["层"], r.get("双妖众"), r.get("圣贤")) for r in found[5]["排法"][0]["鉴仙图②"]]
    assert ("妖众", "底层", "否", "是") in second
