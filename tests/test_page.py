"""The page as a pure function, on a game of its own and on every game there is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

from companion import page
from companion.live import Live
from companion.page import forms
from companion.page.look import look
from engine.games import game_named, names
from engine.prompt import Const, Dice, Offer, OneOf, Prompt, Row, Seats, Table, Text
from engine.record import normal
from engine.replay import examine
from engine.stream import Stream
from generator.book import book
from generator.play import random_game
from tests import toy
from tests.pagewalk import CHANCE, Visitor, filled

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    with toy.known():
        yield


def night(n: int = 5) -> Visitor:
    visitor = Visitor(toy.record(n))
    visitor.post("/phase")
    return visitor


def text(reply: page.Reply) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", reply.html))


# --- one tap


def test_an_answer_comes_with_its_rule() -> None:
    visitor = night()
    reply = visitor.enter({"skill": "灯", "by": 1, "to": 2})
    assert reply.events[0]["entry"] == {"skill": "灯", "by": 1, "to": 2}
    assert reply.events[0]["hears"] == "by"
    assert "蓝" in text(reply) and "转过去给 1 号看" in text(reply)
    assert '<span class="place">灯</span>' in reply.html


def test_what_the_rules_forbid_is_not_recorded_and_says_why() -> None:
    visitor = night()
    visitor.enter({"skill": "灯", "by": 1, "to": 2})
    before = visitor.desk
    prompts = look(visitor.desk).prompts
    index = next(i for i, p in enumerate(prompts) if p.skill == "石" and p.by == 2)
    reply = visitor.post("/enter", p=index, to="9")
    assert reply.status == 422 and reply.events == () and visitor.desk == before
    assert "不在可选之列" in reply.html


def test_a_missing_die_is_asked_for_and_rolled_by_chance_alone() -> None:
    visitor = night()
    index = next(i for i, p in enumerate(look(visitor.desk).prompts) if p.skill == "石" and p.by == 2)
    assert visitor.post("/enter", p=index, to="1").status == 422
    rolled = set()
    for n in range(40):
        request = page.Request("POST", "/enter", {}, {"p": [str(index)], "to": ["1"], "roll": ["1"], "seq": ["1"]}, bytes([n]) * 32)
        rolled.add(page.handle(visitor.desk, request).events[0]["entry"]["die"])
    assert rolled == {1, 2, 3, 4, 5, 6}


def test_a_double_tap_counts_once() -> None:
    visitor = night()
    first = visitor.enter({"skill": "灯", "by": 1, "to": 2}, id="same", seq="1")
    again = visitor.enter({"skill": "石", "by": 2, "to": 1, "die": 5}, id="same", seq="1")
    assert len(first.events) == 1 and again.events == () and again.status == 200


def test_a_stale_page_is_told_and_shown_the_present() -> None:
    visitor = night()
    visitor.enter({"skill": "灯", "by": 1, "to": 2})
    reply = visitor.post("/turn", to=1, seq="1")
    assert reply.status == 409 and reply.events == ()
    assert f'data-seq="{visitor.desk.seq}"' in reply.html and "另一处已经改动过" in reply.html


@pytest.mark.parametrize(
    "sent", [{}, {"p": "99"}, {"p": "x"}, {"p": "-1"}, {"p": "0", "to": "{"}, {"p": "0", "to": '"a"'}, {"p": "0", "to": "[[1]]"}]
)
def test_a_nonsense_form_is_refused_without_a_fault(sent: dict[str, str]) -> None:
    visitor = night()
    reply = visitor.post("/enter", sent)
    assert reply.events == () or reply.events[0]["entry"].get("to") is None
    assert reply.status in (200, 422)


# --- undo


def test_undo_strikes_and_redo_brings_back() -> None:
    visitor = night()
    visitor.enter({"skill": "石", "by": 2, "to": 1, "die": 5})
    whole = visitor.desk.record()
    visitor.post("/undo")
    struck = visitor.desk.record()["log"][0]["do"]
    assert struck == [{"skill": "石", "by": 2, "to": 1, "die": 5, "struck": True}]
    visitor.post("/redo")
    assert visitor.desk.record() == whole
    assert visitor.post("/redo").status == 422


def test_undo_over_something_told_says_so_first() -> None:
    visitor = night()
    visitor.enter({"skill": "灯", "by": 1, "to": 2})
    asked = visitor.post("/undo")
    assert asked.events == () and "已经告诉 1 号" in asked.html
    done = visitor.post("/undo", sure="1")
    assert done.events[0]["do"] == "strike"


def test_undo_goes_back_over_phases_as_far_as_the_beginning() -> None:
    visitor = night()
    visitor.enter({"skill": "石", "by": 2, "to": 1, "die": 5})
    visitor.post("/phase")
    visitor.enter({"skill": "投票", "votes": {2: 1}})
    for _ in range(4):
        visitor.post("/undo", sure="1")
    assert visitor.desk.leaves == () and visitor.post("/undo").status == 422
    for _ in range(4):
        visitor.post("/redo")
    assert [p["phase"] for p in visitor.desk.record()["log"]] == ["夜1", "日1"]
    assert not any(e.get("struck") for p in visitor.desk.record()["log"] for e in p["do"])


def test_a_trailing_phase_of_struck_entries_leaves_the_exported_record_only() -> None:
    visitor = night()
    visitor.post("/phase")
    visitor.enter({"skill": "投票", "votes": {2: 1}})
    visitor.post("/undo", sure="1")
    live = Live(toy.record())
    for event in visitor.events:
        live.apply(event)
    assert [p["phase"] for p in live.export()["log"]] == ["夜1"]
    assert [p["phase"] for p in visitor.desk.record()["log"]] == ["夜1", "日1"]


def test_an_entry_that_changes_an_earlier_result_is_flagged() -> None:
    visitor = night()
    visitor.enter({"skill": "灯", "by": 1, "to": 2})
    event = {"do": "entry", "entry": {"skill": "石", "by": 2, "die": 1}, "upsets": [[0, 0]]}
    visitor.desk = page.fold(visitor.desk, event)
    assert "改动了先前的结果" in visitor.get("/", call="1").html


# --- two modes


def test_verify_mode_agrees_or_differs_with_the_rule() -> None:
    visitor = night()
    visitor.post("/verify", on="1")
    assert "你怎么宣布的" in visitor.get("/", call="0", by="1").html
    differs = visitor.enter({"skill": "灯", "by": 1, "to": 2}, said="红")
    assert differs.events == () and "页面算得不一样" in differs.html and "蓝" in differs.html
    kept = visitor.enter({"skill": "灯", "by": 1, "to": 2}, said="红", sure="1")
    assert kept.events[0]["entry"]["said"] == "红"
    assert examine(visitor.desk.record()).answer.verdict == "mismatch"


def test_verify_mode_records_what_was_said_where_it_agrees() -> None:
    visitor = night()
    visitor.post("/verify", on="1")
    reply = visitor.enter({"skill": "灯", "by": 1, "to": 2}, said="蓝")
    assert reply.events[0]["entry"]["said"] == "蓝"
    assert examine(visitor.desk.record()).answer.verdict == "ok"


def test_verify_mode_does_not_roll_twice() -> None:
    visitor = night()
    visitor.post("/verify", on="1")
    index = next(i for i, p in enumerate(look(visitor.desk).prompts) if p.skill == "石" and p.by == 2)
    differs = visitor.post("/enter", p=index, to="1", roll="1", said="胡说")
    rolled = re.search(r'name="die\.0" value="(\d)"', differs.html)
    assert rolled is not None
    kept = dict(re.findall(r'<input type="hidden" name="(p|to|die\.0)" value="([^"]*)"', differs.html))
    after = visitor.post("/enter", kept, mute="1")
    assert after.events[0]["entry"]["die"] == int(rolled[1])


@pytest.mark.parametrize(
    ("typed", "result", "said"),
    [
        ("1 3", [1, 3], [1, 3]),
        ("3、1", [1, 3], [1, 3]),
        ("无", [], []),
        ("", None, None),
        ("2", 2, 2),
        ("深 渊", "深渊", "深渊"),
        ("星空", "深渊", "星空"),
        ("4", [4], [4]),
    ],
)
def test_what_a_host_types_is_read_kindly(typed: str, result: object, said: object) -> None:
    assert forms.said_of(typed, result) == said


# --- the end of a phase, 裁定


def test_a_phase_does_not_end_while_the_rules_demand() -> None:
    visitor = night()
    visitor.post("/phase")
    reply = visitor.post("/phase")
    assert reply.status == 422 and "投票" in reply.html and reply.events == ()


def test_the_announcement_stands_before_the_next_calls() -> None:
    visitor = night()
    visitor.enter({"skill": "石", "by": 2, "to": 3, "die": 1})
    reply = visitor.post("/phase")
    assert "请宣布" in reply.html and "出局：3 号" in text(reply)
    assert "请宣布" not in visitor.post("/turn", to=0).html


def test_the_winner_is_told_at_the_end_and_undo_leads_back() -> None:
    visitor = night(3)
    visitor.enter({"skill": "石", "by": 2, "to": 1, "die": 1})
    visitor.post("/phase")
    reply = visitor.enter({"skill": "投票", "votes": {2: 3}})
    assert reply.events
    over = visitor.post("/phase")
    assert "蓝 获胜" in over.html and "【蓝】获胜" in over.html
    visitor.post("/undo", sure="1")
    assert "获胜" not in visitor.get("/").html


def test_a_hand_ruling_sets_what_stands_and_is_flagged_for_ever() -> None:
    visitor = night()
    assert visitor.post("/hand", seat="3").status == 422
    reply = visitor.post("/hand", {"seat": "3", "set.out": "1", "set.colour": "红", "note": "桌上走错"})
    assert reply.events[0]["entry"] == {"skill": "裁定", "set": {3: {"out": True}}, "note": "桌上走错"}
    assert "裁定" in visitor.get("/log").html and "桌上走错" in visitor.get("/log").html


def test_a_hand_ruling_the_game_does_not_know_is_refused_in_words() -> None:
    visitor = night()
    reply = visitor.post("/hand", {"seat": "3", "set.out": "", "set.colour": "蓝"})
    assert reply.status == 422 and "裁定不成" in reply.html


# --- the walk, people, secrets


def test_the_walk_refuses_a_forbidden_layer_and_seals_when_all_are_set() -> None:
    visitor = Visitor(toy.GAME.deal({"players": 4}, Stream(b""))[0])
    assert "走一圈" in visitor.get("/").html
    assert visitor.post("/layer", seat=2, layers='["空","蓝"]').status == 422
    assert visitor.post("/phase").status == 422
    assert visitor.post("/layer", seat=1, layers='["空","红"]').events
    assert visitor.post("/layer", seat=3, layers='["红","空"]').events
    visitor.post("/seal")
    assert visitor.desk.record()["setup"]["hands"] == {1: ["空", "红"], 2: ["蓝", "空"], 3: ["红", "空"], 4: ["蓝", "空"]}
    assert "开始夜1" in visitor.get("/").html


def test_people_are_renamed_and_change_places() -> None:
    visitor = night()
    visitor.post("/people", {f"name.{n}": name for n, name in enumerate(["甲", "乙", "", "丁\u202e", "<b>"], 1)})
    assert visitor.desk.names == ("甲", "乙", "", "丁", "<b>")
    visitor.post("/people", swap="1", a="1", b="2")
    assert visitor.desk.names[:2] == ("乙", "甲")
    assert visitor.post("/people", {"name.1": "甲", "name.2": "甲"}).status == 422
    assert "&lt;b&gt;" in visitor.get("/ring").html and 'value="<b>"' not in visitor.get("/people").html


def test_no_page_names_a_card_before_it_is_held() -> None:
    visitor = Visitor({**toy.record(), "setup": {"hands": {s: ["红" if s % 2 else "蓝", "秘密牌"] for s in range(1, 6)}}})
    visitor.post("/phase")
    for path in ("/", "/ring", "/log", "/more", "/people", "/summary", "/seat/2", "/undo", "/hand", "/forget"):
        assert "秘密牌" not in visitor.get(path).html, path
    assert "colour" in visitor.get("/seat/2/peek").html
    assert "colour" in visitor.get("/seat/2", reveal="1").html and "colour" not in visitor.get("/seat/2").html


def test_the_summary_keeps_secrets_until_the_game_is_over() -> None:
    visitor = night(3)
    assert "红" not in visitor.get("/summary").html
    visitor.enter({"skill": "石", "by": 2, "to": 1, "die": 1})
    visitor.post("/phase")
    visitor.enter({"skill": "投票", "votes": {2: 3}})
    visitor.post("/phase")
    assert "红" in visitor.get("/summary").html


def test_why_for_a_seat_lists_what_bore_on_it() -> None:
    visitor = night()
    visitor.enter({"skill": "石", "by": 2, "to": 3, "die": 1})
    assert "石落" in visitor.get("/seat/3").html and "石落" not in visitor.get("/seat/4").html


def test_the_greyed_seat_says_why_not() -> None:
    visitor = night()
    visitor.enter({"skill": "石", "by": 2, "to": 3, "die": 1})
    visitor.post("/phase")
    visitor.enter({"skill": "投票", "votes": {}})
    visitor.post("/phase")
    html = visitor.get("/", call="0", by="1").html
    assert re.search(r"为什么有的不能选.*?<b>3</b> ", html, re.S) and re.search(r'value="3" disabled', html)


# --- forms


FIELDS = [
    (Seats(tuple(Offer(n) for n in range(1, 6))), 3),
    (Seats(tuple(Offer(n) for n in range(1, 6)), several=True), [3]),
    (Seats(tuple(Offer(n) for n in range(1, 6)), 2, 2), [2, 4]),
    (Seats(tuple(Offer(n) for n in range(1, 6)), 2, 2, ordered=True), [4, 2]),
    (Seats(tuple(Offer(n) for n in range(1, 9)), 1, 8, ordered=True), [7, 2, 5, 1]),
    (Seats(tuple(Offer(n) for n in range(1, 9)), 0, 8, several=True), []),
    (Seats(tuple(Offer(n) for n in range(1, 6)), 2, 2, groups=((1, 2), (3, 4))), [3, 4]),
    (OneOf((Offer("①"), Offer(["②", "顶层"]))), ["②", "顶层"]),
    (Row((OneOf((Offer("甲"), Offer("乙"))), OneOf((Offer("是"), Offer("否"))))), ["乙", "否"]),
    (Dice(), 4),
    (Dice(3), [1, 6, 2]),
    (Table({1: 2, 2: 1}, (Offer(1), Offer(2))), {1: [2, 2], 2: 1}),
    (Table({1: 1}, (Offer("戏言"), Offer("缄默"))), {1: "缄默"}),
    (Text(), "有人敲门。"),
    (Const("亮明"), "亮明"),
]


@pytest.mark.parametrize(("what", "value"), FIELDS, ids=lambda v: type(v).__name__)
def test_every_kind_of_field_comes_back_from_its_form(what: forms.Field, value: object) -> None:
    assert what.holds(value)
    assert forms.read(what, "k", filled(what, "k", value)) == value
    drawn = forms.widget(what, "k", book("toy"), lambda seat: "")
    html = page.html.page("call", **_bare(drawn))
    for name in filled(what, "k", value):
        assert f'name="{name}"' in html, name


def _bare(drawn: dict[str, object]) -> dict[str, object]:
    visitor = night()
    view = look(visitor.desk)
    prompt = Prompt("灯", "灯", 1)
    call = page.views.call(view, {"call": "0", "by": "1"}, {})
    call["form"] = {**page.views.form(view, 0, prompt, {}), "fields": [{**drawn, "key": "to"}]}
    common = {"error": "", "given": {}, "refusal": None, "stale": False, "site": page.SITE, "theme": "auto", "path": "/"}
    more = {"fresh": lambda: "x", "f": page.views.frame(view), "call": call, "strip": [], "spot": {}, "anytime": [], "demands": []}
    return {**common, **more, "seats": page.seats.ring(view), "recent": []}


# --- every game: whole games by taps


def _played(name: str, seed: bytes) -> dict[str, object]:
    game = game_named(name)
    assert game is not None
    least = game.players[0]
    data, _ = game.deal({"players": max(least, 7) if game.players[1] > 7 else least, "options": {}}, Stream(seed))
    walk = getattr(game, "walk", None)
    if walk is not None and (asked := walk(data)):
        data = game.order(data, {s: next(o.value for o in offers if o.ok) for s, offers in asked.items()})  # type: ignore[attr-defined]
    return random_game(game, data, Stream(seed + b"play"), phases=4).record


def wander(visitor: Visitor) -> None:
    """Look at every call of the open phase, and along every way of choosing, as far as a form."""
    ways = ["any", "end", *map(str, range(len(look(visitor.desk).calls)))]
    seen: set[str] = set()
    open_ = [f"call={way}" for way in ways]
    while open_ and len(seen) < 60:
        query = open_.pop()
        if query in seen:
            continue
        seen.add(query)
        reply = visitor.get("/", **dict(pair.split("=") for pair in unquote(query).split("&")))
        assert reply.status == 200
        open_ += re.findall(r'href="/\?(call=[^"]+)"', reply.html.replace("&amp;", "&"))[:6]


@pytest.mark.parametrize("name", [n for n, _ in names()] + ["toy"])
def test_a_whole_game_by_taps_is_the_typed_record(name: str) -> None:
    record = _played(name, b"taps")
    visitor = Visitor({**record, "log": []})
    for number, phase in enumerate(record["log"]):  # type: ignore[arg-type, var-annotated]
        assert visitor.post("/phase").events, phase["phase"]
        wander(visitor)
        for entry in phase["do"]:
            reply = visitor.enter(entry)
            assert reply.events, (phase["phase"], entry, text(reply)[:600])
            assert reply.status == 200
        assert visitor.get("/", call="end").status == 200, number
    assert visitor.desk.record() == {**normal(record), "log": normal(record)["log"]}
    assert examine(visitor.desk.record()).answer == examine(record).answer


@pytest.mark.parametrize("name", [n for n, _ in names()] + ["toy"])
def test_saved_and_restored_after_every_tap_is_never_having_stopped(name: str) -> None:
    record = _played(name, b"saved")
    visitor = Visitor({**record, "log": []})
    live = Live({**record, "log": []})
    for phase in record["log"]:  # type: ignore[attr-defined]
        visitor.post("/phase")
        for n, entry in enumerate(phase["do"]):
            visitor.enter(entry)
            if n % 3 == 1:
                visitor.post("/undo", sure="1")
                visitor.post("/redo")
            again = page.folded(json.loads(json.dumps(visitor.events)), page.opened({**record, "log": []}))
            assert again.record() == normal(json.loads(json.dumps(visitor.desk.record()))) or normal(again.record()) == normal(
                visitor.desk.record()
            )
            assert (again.leaves[-1].at, again.seq, again.undone) == (visitor.desk.leaves[-1].at, visitor.desk.seq, visitor.desk.undone)
    for event in visitor.events:
        live.apply(event)
    assert normal(live.record()) == normal(visitor.desk.record())


def test_no_game_is_named_in_the_companion() -> None:
    words = {word for pair in names() for word in pair}
    found = []
    for path in [*(ROOT / "companion" / "page").glob("*.py"), *(ROOT / "companion" / "web").glob("*.py"), ROOT / "companion" / "guard.py"]:
        body = path.read_text("utf-8")
        found += [(path.name, word) for word in words if re.search(rf"(?<![A-Za-z]){word}(?![A-Za-z])", body)]
    for path in (ROOT / "templates" / "page").glob("*.html"):
        body = path.read_text("utf-8")
        found += [(path.name, word) for word in words if re.search(rf"(?<![A-Za-z]){word}(?![A-Za-z])", body)]
    assert found == []


def test_every_word_the_pages_ask_for_is_there() -> None:
    import tomllib

    known = set(tomllib.loads((ROOT / "templates" / "page" / "words.toml").read_text("utf-8")))
    asked: set[str] = set()
    for path in (ROOT / "templates" / "page").glob("*.html"):
        asked |= set(re.findall(r"w\('([^']+)'(?:[,)])", path.read_text("utf-8")))
    for path in [
        *(ROOT / "companion" / "page").glob("*.py"),
        *(ROOT / "companion" / "web").glob("*.py"),
        *(ROOT / "companion").glob("*.py"),
    ]:
        asked |= set(re.findall(r'(?:word|refused|Unfilled)\("([^"]+)"', path.read_text("utf-8")))
    assert {a for a in asked if not a.endswith("_")} <= known


def test_the_vendored_script_is_the_published_one() -> None:
    import hashlib

    folder = ROOT / "templates" / "page" / "static"
    noted = (folder / "htmx.sha256").read_text("utf-8").split()[0]
    assert hashlib.sha256((folder / "htmx.min.js").read_bytes()).hexdigest() == noted
    assert "Zero-Clause BSD" in (folder / "htmx.LICENSE.txt").read_text("utf-8")


def test_no_page_loads_anything_foreign() -> None:
    for path in [*(ROOT / "templates" / "page").glob("*.html"), *(ROOT / "templates" / "page" / "static").glob("page.*")]:
        body = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"(?:src|href|url)\s*[=(]\s*[\"']?(?:https?:)?//", body), path.name


def test_chance_comes_with_the_request_alone() -> None:
    visitor = night()
    request = page.Request("GET", "/", {}, {}, CHANCE)
    assert page.handle(visitor.desk, request) == page.handle(visitor.desk, request)
