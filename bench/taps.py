"""Taps on the companion page: milliseconds from a form that arrives to its durable answer, over whole long games, in process."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

ROOT = Path(__file__).parent.parent
Plain = Any
PORT = "127.0.0.1:8000"
TABLES = (("fengyao", 8), ("fengyao", 12), ("langrensha", 18), ("guimi", 25), ("eva", 21))
Times = dict[str, list[tuple[float, float]]]


class Browser:
    """Asks the application as a browser with htmx does, and keeps the times by route."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.times: Times = {}

    async def ask(self, method: str, path: str, query: str = "", body: bytes = b"") -> tuple[int, bytes]:
        headers = [(b"host", PORT.encode()), (b"origin", b"http://" + PORT.encode()), (b"hx-request", b"true")]
        headers += [(b"accept", b"text/html"), (b"content-type", b"application/x-www-form-urlencoded")]
        scope = {"type": "http", "method": method, "path": path, "query_string": query.encode(), "headers": headers}
        got: list[Mapping[str, Plain]] = []

        async def receive() -> dict[str, Plain]:
            return {"type": "http.request", "body": body, "more_body": False}

        spent: list[tuple[float, float]] = []

        async def send(message: Mapping[str, Plain]) -> None:
            got.append(message)
            spent.append((1000 * (time.process_time() - cpu), 1000 * (time.perf_counter() - wall)))

        wall, cpu = time.perf_counter(), time.process_time()
        await self.app(scope, receive, send)
        self.times.setdefault(f"{method} {path}" + ("?call" if "call=" in query else ""), []).append(spent[-1])
        return got[0]["status"], got[1]["body"]


def longest(name: str, players: int, games: int = 3) -> dict[str, Plain]:
    """The longest of a few random games."""
    from engine.games import game_named
    from engine.stream import Stream
    from generator.play import random_game

    game = game_named(name)
    assert game is not None
    found = []
    for n in range(games):
        deal, _ = game.deal({"players": players, "options": {}}, Stream(b"taps%d" % n))
        walk = getattr(game, "walk", None)
        if walk is not None:
            deal = game.order(deal, {s: next(o.value for o in offers if o.ok) for s, offers in walk(deal).items()})  # type: ignore[attr-defined]
        found.append(random_game(game, deal, Stream(b"play%d" % n)).record)
    return max(found, key=lambda r: sum(len(p["do"]) for p in r["log"]))


def steps(host: Any, record: Mapping[str, Plain]) -> Iterator[tuple[str, Mapping[str, Plain]]]:
    """(path, form) of every tap of a game, made as the table stands."""
    from companion.page.look import look
    from engine.record import entry_of, normal
    from tests.pagewalk import form_of

    for phase in record["log"]:
        yield "/phase", {}
        for entry in phase["do"]:
            plain = normal(dict(entry))
            view = look(host.desk)
            index = next(i for i, p in enumerate(view.prompts) if p.ok and p.holds(entry_of(plain)))
            at = next((n for n, c in enumerate(view.calls) if any(i == index for i, _ in c.prompts)), None)
            if at is not None and at != view.at:
                yield "/turn", {"to": [str(at)]}
            yield "/enter", {"p": [str(index)], "call": [str(at if at is not None else "any")], **form_of(view.prompts[index], plain)}


async def played(browser: Browser, host: Any, record: Mapping[str, Plain]) -> None:
    for n, (path, form) in enumerate(steps(host, record)):
        body = urlencode({**form, "id": f"tap{n}", "seq": host.desk.seq}, doseq=True).encode()
        status, answer = await browser.ask("POST", path, body=body)
        if status != 200:
            raise SystemExit(f"{path} {form}: {status}\n{answer.decode()}")
        await browser.ask("GET", "/")
        await browser.ask("GET", "/", "call=end")
        await browser.ask("GET", "/log")
        await browser.ask("GET", "/ring")


def measured(name: str, players: int) -> tuple[int, Times]:
    """(entries, times by route) of a long game."""
    from companion import restore, web

    record = longest(name, players)
    with tempfile.TemporaryDirectory() as folder:
        before = os.environ.get("YUANZUN_DATA")
        os.environ["YUANZUN_DATA"] = folder
        try:
            host = web.Host(restore.begin({**record, "log": []}))
            host.cold = False
            browser = Browser(web.app(host, [PORT]))
            gc.collect()
            gc.freeze()
            gc.disable()  # as the server does, which collects between two answers
            asyncio.run(played(browser, host, record))
            gc.enable()
            gc.unfreeze()
            host.leave()
        finally:
            if before is None:
                del os.environ["YUANZUN_DATA"]
            else:
                os.environ["YUANZUN_DATA"] = before
    return sum(len(p["do"]) for p in record["log"]), browser.times


def started(record: Path | None, times: int = 5) -> tuple[float, float]:
    """(CPU, wall) milliseconds from the start of `yuanzun table` to its first page, each the best of some."""
    best = [float("inf"), float("inf")]
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"} | {"PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "companion.cli", "table", "--no-browser", "--port", "0", *([str(record)] if record else [])]
    for _ in range(times):
        began = time.perf_counter()
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True)
        assert process.stderr is not None
        port = int(process.stderr.readline().rpartition(":")[2].strip(" /\n"))
        while not _answers(port):
            time.sleep(0.003)
        wall = time.perf_counter() - began
        process.kill()
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
        process.stderr.close()
        best = [min(best[0], usage.ru_utime + usage.ru_stime), min(best[1], wall)]
    return best[0] * 1000, best[1] * 1000


def _answers(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as wire:
            wire.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n" % port)
            return wire.recv(64).startswith(b"HTTP/1.1 200")
    except OSError:
        return False


def at(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def main() -> None:
    from companion.recordtext import yaml_of
    from engine.games import game_named

    print("\nThe companion page; milliseconds, best of some\n")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "record.yaml")
        path.write_text(yaml_of({**longest("fengyao", 12, 1), "log": []}), "utf-8")
        for what, record in (("without a record", None), ("with a record", path)):
            cpu, wall = started(record)
            print(f"yuanzun table {what}, start to first page{cpu:10.0f} CPU {wall:10.0f} wall   ≤ 600")
    print("\nA tap on the page to its durable answer, whole long games; CPU milliseconds (wall in brackets): median, p95, most\n")
    for name, players in TABLES:
        entries, times = measured(name, players)
        game = game_named(name)
        assert game is not None
        for route, found in times.items():
            cpu, wall = [c for c, _ in found], [w for _, w in found]
            pairs = [f"{at(cpu, s):6.1f} ({at(wall, s):6.1f})" for s in (0.5, 0.95, 1.0)]
            budget = "≤ 20 p95" if route.startswith("POST") or route in ("GET /", "GET /?call") else ""
            print(f"{game.name} {players:>2}, {entries:>3} entries  {route:<14}{'  '.join(pairs)}   {budget}", flush=True)


if __name__ == "__main__":
    main()
