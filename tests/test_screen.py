"""The second screen: no secret ever stands on it, and its ticket opens nothing else."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import restore, web
from companion.guard import COOKIE, SCREEN, Tickets
from companion.page import public
from companion.page.look import look
from engine.games import game_named, names
from tests import toy
from tests.pagewalk import Visitor
from tests.randomgames import played
from tests.test_web import HOST, PATHS, POSTS, Client

Plain = Any
GAMES = [ident for ident, _ in names()]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("YUANZUN_DATA", str(tmp_path / "data"))
    with toy.known():
        yield


def body(visitor: Visitor) -> str:
    return public.body(visitor.desk)


def text(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def secrets_of(name: str, record: dict[str, Plain]) -> set[str]:
    """Words that tell a role: names of roles, and of what the setup deals to seats."""
    game = game_named(name)
    assert game is not None
    return {r.name for r in game.roles} | {r.side for r in game.roles if len(r.side) > 1}


def said_in_public(visitor: Visitor) -> str:
    """All that was announced up to now, as `check` words it."""
    from companion.page import words

    view = look(visitor.desk)
    return "".join(a["say"] for p in public.announced(view) for a in words.announced(view.game.id, p.announce))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_no_secret_of_a_whole_game_ever_stands_on_the_screen(name: str, seed: int) -> None:
    record = played(name, b"screen%d" % seed)
    visitor = Visitor({**record, "log": []})
    secret = secrets_of(name, record)
    shown = set()

    def looks() -> str:
        now = body(visitor)
        shown.add(now)
        told = said_in_public(visitor)
        winner = public.over(look(visitor.desk))
        words = text(now).replace(look(visitor.desk).game.name, "")
        leaks = [w for w in secret if w in words and w not in told and not winner]
        assert not leaks, (leaks, words)
        assert winner or "获胜" not in words
        return now

    looks()
    for phase in record["log"]:
        visitor.post("/phase")
        before = looks()
        calls = len(look(visitor.desk).calls)
        for n, entry in enumerate(phase["do"]):
            visitor.enter(entry)
            assert looks() == before, (phase["phase"], entry)
            if n % 7 == 3:
                visitor.post("/undo", sure="1")  # leads back to the entry's own call
                looks()
                visitor.post("/redo")
                before = looks()
        for at in range(calls + 1):
            visitor.post("/turn", to=str(at))
            looks()
    visitor.post("/phase")
    looks()
    assert len(shown) > 2


def test_an_announcement_is_shown_when_it_has_been_read_and_not_before() -> None:
    visitor = Visitor(toy.record())
    visitor.post("/phase")
    visitor.enter({"skill": "石", "by": 2, "to": 3, "die": 1})
    visitor.post("/phase")
    assert "出局" not in body(visitor)
    visitor.post("/turn", to="0")
    assert "出局：3 号" in text(body(visitor))
    visitor.post("/undo", sure="1")
    assert "出局" not in body(visitor)


def test_who_is_out_is_shown_with_the_announcement() -> None:
    record = played("langrensha", b"out", phases=4)
    visitor = Visitor({**record, "log": []})
    for number, phase in enumerate(record["log"]):
        visitor.post("/phase")
        gone = (
            [s for s, fields in look(visitor.desk).replay.answer.phases[number - 1].seats.items() if not fields["alive"]] if number else []
        )
        visitor.post("/turn", to="99")
        assert [int(s) for s in re.findall(r"spot gone\"><b>(\d+)", body(visitor))] == gone
        for entry in phase["do"]:
            visitor.enter(entry)


def test_names_are_escaped_and_brackets_are_for_the_host() -> None:
    visitor = Visitor({**toy.record(), "players": ["<b>甲", "乙", "丙", "丁", "戊"]})
    assert "&lt;b&gt;甲" in body(visitor)
    game = Visitor({**played("langrensha", b"brackets", phases=4), "log": []})
    for _ in range(3):
        game.post("/phase")
        game.post("/turn", to="99")
        assert "不用说" not in body(game)


def table(lan: bool = True) -> Client:
    return Client(web.Host(restore.begin(toy.record()), ["http://192.0.2.9:8000"] if lan else (), Tickets(lan)))


def test_its_ticket_is_used_once_and_opens_nothing_else() -> None:
    there = table()
    assert there.get("/screen").status_code == 401 and there.get("/screen/stream").status_code == 401
    ticket = there.host.screens.issue()
    assert there.get("/door?t=" + ticket).status_code == 401
    answer = there.get("/screen/door?t=" + ticket)
    assert answer.status_code == 200 and "Path=/screen" in answer.headers["set-cookie"] and "HttpOnly" in answer.headers["set-cookie"]
    assert there.get("/screen/door?t=" + ticket).status_code == 401
    cookie = answer.cookies.get(SCREEN, path="/screen")
    assert cookie
    there.jar = {SCREEN: cookie}
    assert there.get("/screen").status_code == 200
    there.jar = {SCREEN: cookie, COOKIE: cookie}
    for path in [*(p for p in PATHS if p != "/screen"), "/screen/", "/screen/x", "/screen/../"]:
        assert there.get(path).status_code in (401, 404), path
    for path in [*POSTS, "/restore", "/frame"]:
        assert there.post(path).status_code == 401, path
    assert there.host.desk.seq == 0
    main = there.host.tickets.change(there.host.tickets.issue())
    assert main is not None
    there.jar = {COOKIE: main}
    assert "/screen/door?t=" in there.get("/display").text and there.get("/screen").status_code == 200


def test_on_this_machine_alone_the_way_is_a_link() -> None:
    there = table(lan=False)
    page = there.get("/display").text
    assert 'href="/screen"' in page and "--lan" in page and "<svg xmlns" not in page
    assert there.get("/screen").status_code == 200 and 'data-size="5"' in there.get("/screen").text


def test_the_stream_tells_what_became_public_and_nothing_else() -> None:
    there = table(lan=False)

    async def run() -> list[dict[str, Plain]]:
        told: list[dict[str, Plain]] = []
        over = asyncio.Event()
        first = asyncio.Event()

        async def receive() -> dict[str, Plain]:
            if not first.is_set():
                first.set()
                return {"type": "http.request", "body": b"", "more_body": False}
            await over.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            for line in message.get("body", b"").decode().splitlines():
                if line.startswith("data: "):
                    told.append(json.loads(line[6:]))

        scope = {"type": "http", "method": "GET", "path": "/screen/stream", "query_string": b"", "headers": [(b"host", HOST.encode())]}
        stream = asyncio.ensure_future(there.app(scope, receive, send))

        async def post(path: str, **form: str) -> None:
            answer = await there.asked("POST", path, data={"seq": str(there.host.desk.seq), **form})
            assert answer.status_code in (200, 204, 303), answer.text
            await asyncio.sleep(0.4)

        await asyncio.sleep(0.1)
        await post("/phase")
        index = next(i for i, p in enumerate(look(there.host.desk).prompts) if p.skill == "石" and p.by == 2)
        heard = len(told)
        await post("/enter", **{"p": str(index), "to": "3", "die.0": "1"})
        assert len(told) == heard and there.host.desk.leaves[0].do
        await post("/phase")
        await post("/turn", to="0")
        await post("/clock", seconds="60")
        over.set()
        await asyncio.wait_for(stream, 3)
        return told

    told = asyncio.run(run())
    assert "请就座" in told[0]["body"] and "夜1" in told[1]["body"]
    assert any("出局：3 号" in t["body"] for t in told) and told[-1]["left"] in (59, 60)
    assert "红" not in json.dumps(told, ensure_ascii=False) and "石" not in json.dumps(told, ensure_ascii=False).replace("灯石", "")
    assert there.host.watching == 0
