"""The page's server: the gate, durability, writers at once, restoring, bombs. By an ASGI client; the browser has its own file."""

from __future__ import annotations

import asyncio
import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest
from PIL import Image

from companion import guard, keyring, places, restore, web
from companion.guard import COOKIE, Tickets
from companion.journal import Disk, Journal
from companion.page import opened
from generator import keys, pack, qr
from tests import toy

HOST = "127.0.0.1:8000"
OWN = {"host": HOST, "origin": f"http://{HOST}"}
ROOT = Path(__file__).parent.parent
WRITES = int(os.environ.get("YUANZUN_WRITES", "10"))


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("YUANZUN_DATA", str(tmp_path / "data"))
    with toy.known():
        yield


class Client:
    """A browser of sorts: one host, our own origin unless told otherwise."""

    def __init__(self, host: web.Host) -> None:
        self.host = host
        self.app = web.app(host, [HOST])
        self.jar: dict[str, str] = {}

    def ask(self, method: str, path: str, headers: dict[str, str] | None = None, **more: Any) -> httpx.Response:
        return asyncio.run(self.asked(method, path, headers, **more))

    async def asked(self, method: str, path: str, headers: dict[str, str] | None = None, **more: Any) -> httpx.Response:
        sent = {**OWN, **(headers or {})}
        cookies = "; ".join(f"{k}={v}" for k, v in self.jar.items())
        if cookies:
            sent.setdefault("cookie", cookies)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url=f"http://{HOST}") as client:
            return await client.request(method, path, headers=[(k, v.encode()) for k, v in sent.items() if v is not None], **more)

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self.ask("GET", path, headers)

    def post(self, path: str, form: dict[str, Any] | None = None, **headers: str) -> httpx.Response:
        sent = {"seq": str(self.host.desk.seq), **(form or {})}
        return self.ask("POST", path, headers, data=sent)


def client(record: dict[str, Any] | None = None, lan: bool = False) -> Client:
    return Client(web.Host(restore.begin(record or toy.record()), ["http://192.0.2.9:8000"] if lan else (), Tickets(lan)))


# --- T13: who may ask


SECRET = {**toy.record(), "setup": {"hands": {s: ["红", "秘密牌"] for s in range(1, 6)}}}
PATHS = [
    "/",
    "/ring",
    "/log",
    "/seat/1",
    "/seat/1/peek",
    "/more",
    "/summary",
    "/codes",
    "/key",
    "/export/record.yaml",
    "/device",
    "/walk",
    "/screen",
    "/display",
    "/x",
]
POSTS = [
    "/phase",
    "/enter",
    "/undo",
    "/redo",
    "/told",
    "/verify",
    "/people",
    "/hand",
    "/forget",
    "/close",
    "/next",
    "/kept",
    "/deal",
    "/look",
    "/clock",
]


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
@pytest.mark.parametrize("cookies", ["", f"{COOKIE}=expired", f"{COOKIE}=\u00e9", "nonsense;;==", f'{COOKIE}="'])
def test_without_a_ticket_nothing_is_told_on_a_network(method: str, cookies: str) -> None:
    there = client(SECRET, lan=True)
    for path in [*PATHS, *POSTS, "/restore", "/frame"]:
        headers = {"cookie": cookies} if cookies else {}
        answer = there.ask(method, path, headers)
        assert answer.status_code in (401, 403, 404, 405), (method, path)
        assert "红" not in answer.text and "秘密牌" not in answer.text and "阿" not in answer.text
    assert there.host.desk.seq == 0


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1", "127.0.0.1:9", "[::1]:8000", "localhost.evil:8000", ""])
def test_a_foreign_host_is_refused(host: str) -> None:
    there = client(SECRET)
    for path in PATHS:
        assert there.ask("GET", path, {"host": host}).status_code == 403
    assert there.ask("POST", "/phase", {"host": host}, data={"seq": "0"}).status_code == 403
    assert there.host.desk.seq == 0


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", f"https://{HOST}", "http://127.0.0.1:9999", None])
def test_a_foreign_or_missing_origin_may_not_write(origin: str | None) -> None:
    there = client(SECRET)
    for path in [*POSTS, "/restore", "/frame"]:
        answer = there.ask("POST", path, {"origin": origin}, data={"seq": "0"})  # type: ignore[dict-item]
        assert answer.status_code == 403 and "秘密牌" not in answer.text
    assert there.host.desk.seq == 0


def test_a_ticket_works_once_and_gives_a_strict_cookie() -> None:
    there = client(SECRET, lan=True)
    ticket = there.host.tickets.issue()
    first = there.get(f"/door?t={ticket}")
    assert first.status_code == 200
    cookie = first.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie
    assert there.get(f"/door?t={ticket}").status_code == 401
    assert there.get("/door?t=é").status_code == 401
    there.jar[COOKIE] = first.cookies[COOKIE]
    assert there.get("/ring").status_code == 200


def test_every_answer_is_locked_down() -> None:
    there = client()
    for path in ["/", "/static/page.css", "/nowhere", "/static/nowhere.css", "/static/..%2Fwords.toml"]:
        headers = there.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"] and "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "same-origin"
    assert there.get("/").headers["cache-control"] == "no-store"
    assert there.get("/static/..%2Fwords.toml").status_code == 404
    html = there.get("/").text
    assert " style=" not in html and "<style" not in html and " onclick" not in html and "javascript:" not in html


# --- T15, T14


def test_stale_and_doubled_posts() -> None:
    there = client()
    assert there.post("/phase", {"id": "a", "seq": "0"}).status_code == 303
    assert there.post("/phase", {"id": "a", "seq": "0"}).status_code == 200
    stale = there.post("/phase", {"id": "b", "seq": "0"})
    assert stale.status_code == 409 and 'data-seq="1"' in stale.text
    as_json = there.post("/phase", {"id": "c", "seq": "0"}, accept="application/json")
    assert as_json.status_code == 409 and as_json.json() == {"seq": 1, "done": "stale"}
    assert there.host.desk.seq == 1


def test_htmx_gets_the_page_and_a_plain_form_a_redirect() -> None:
    there = client()
    plain = there.post("/phase")
    assert plain.status_code == 303 and plain.headers["location"] == "/"
    swapped = there.post("/turn", {"to": "1"}, **{"hx-request": "true"})
    assert swapped.status_code == 200 and swapped.headers["hx-push-url"] == "/" and 'id="page"' in swapped.text


def slowness() -> float:
    """How many times slower than an idle machine this one is now (1 at least): a fixed piece of work, on the clock, the slowest of some."""

    def work() -> float:
        began, n = time.perf_counter(), 0
        for i in range(200_000):
            n += i * i % 7
        return time.perf_counter() - began

    return max(1.0, max(work() for _ in range(12)) / 0.016)


def test_64_writers_at_once_lose_nothing_and_double_nothing() -> None:
    there = client()
    waited: list[float] = []

    async def write(session: httpx.AsyncClient, who: int) -> None:
        seq = 0
        for n in range(WRITES):
            body = {"id": f"{who}-{n}", "on": str(n % 2)}
            while True:
                before = time.perf_counter()
                answer = await session.post("/verify", data={**body, "seq": str(seq)}, headers={**OWN, "accept": "application/json"})
                waited.append(time.perf_counter() - before)
                seq = answer.json()["seq"]
                if answer.status_code == 200:
                    break
                assert answer.status_code == 409
                await asyncio.sleep(0.02 * ((who * 7 + n * 13 + len(waited)) % 64))

    async def all_of_them() -> None:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(there.app), base_url=f"http://{HOST}") as session:
            await asyncio.gather(*(write(session, who) for who in range(64)))

    slow = slowness()
    asyncio.run(all_of_them())
    slow = max(slow, slowness())
    journal = there.host.journal
    assert journal is not None and journal.seq == 64 * WRITES
    ids = [e["id"] for e in journal.events]
    assert sorted(ids) == sorted(f"{w}-{n}" for w in range(64) for n in range(WRITES))
    path = journal.path
    there.host.leave()
    with Journal.open(path) as again:
        assert again.seq == 64 * WRITES
    waited.sort()
    assert waited[int(len(waited) * 0.95)] <= 0.3 * slow


# --- T16: bodies


def test_too_large_and_malformed_bodies_are_refused() -> None:
    there = client()
    large = there.ask("POST", "/enter", {"content-type": "application/x-www-form-urlencoded"}, content=b"a" * 300_000)
    assert large.status_code == 413
    multipart = there.ask("POST", "/enter", {}, files={"photo": ("a", b"0" * 10_000_000)})
    assert multipart.status_code == 413
    for body in (b"seq=\xff\xfe", b"a=%ff%fe&seq=0"):
        assert there.ask("POST", "/enter", {"content-type": "application/x-www-form-urlencoded"}, content=body).status_code == 400
    assert there.ask("POST", "/enter", {"content-type": "application/json"}, content=b"{}").status_code == 400
    assert there.ask("POST", "/restore", {"content-type": "multipart/form-data; boundary=x"}, content=b"junk").status_code in (400, 422)
    assert (
        there.ask(
            "POST", "/enter", {"content-type": "application/x-www-form-urlencoded"}, content=b"&".join(b"a=1" for _ in range(5000))
        ).status_code
        == 400
    )
    assert there.ask("GET", "/?call=%ff").status_code == 400
    assert there.get("/").status_code == 200


def test_a_body_that_does_not_come_is_given_up() -> None:
    there = client()

    async def slow() -> Any:
        yield b"seq="
        await asyncio.sleep(30)

    async def run() -> httpx.Response:
        return await there.asked("POST", "/enter", {"content-type": "application/x-www-form-urlencoded"}, content=slow())

    started = time.perf_counter()
    try:
        answer = asyncio.run(asyncio.wait_for(run(), 10))
    except TimeoutError:
        pytest.fail("kept waiting")
    except Exception:
        return  # the transport ends with the generator
    assert answer.status_code == 400 and time.perf_counter() - started < 3


# --- T6: the disk fails


def test_a_full_disk_says_so_and_nothing_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    there = client()
    journal = there.host.journal
    assert journal is not None

    def full(handle: int, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    whole = journal.disk
    journal.disk = Disk(write=full)
    answer = there.post("/phase", {"id": "x"}, **{"hx-request": "true"})
    assert answer.status_code == 507 and "没有记下" in answer.text and there.host.desk.seq == 0
    journal.disk = whole
    assert there.post("/phase", {"id": "x"}).status_code == 303
    assert there.host.desk.leaves[0].name == "夜1"


@pytest.mark.parametrize("nth", range(1, 12))
def test_the_nth_write_or_sync_fails_and_no_acknowledged_tap_is_lost(nth: int) -> None:
    there = client()
    journal = there.host.journal
    assert journal is not None
    calls = 0

    def failing(real: Any, short: bool) -> Any:
        def call(handle: int, *data: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls == nth:
                if short and data:
                    os.write(handle, data[0][: len(data[0]) // 2])
                raise OSError(5, "Input/output error")
            return real(handle, *data)

        return call

    plain = Disk()
    journal.disk = Disk(failing(plain.write, True), failing(plain.sync, False), plain.cut)
    sure = []
    for n in range(6):
        if there.post("/note", {"id": f"n{n}", "text": str(n)}).status_code == 303:
            sure.append(f"n{n}")
    path = journal.path
    there.host.leave()
    with Journal.open(path) as again:
        assert [e["id"] for e in again.events] == sure
    assert len(sure) == (5 if nth <= 12 else 6)


def test_a_torn_tail_is_cut_with_a_notice_on_the_page() -> None:
    there = client()
    there.post("/phase")
    journal = there.host.journal
    assert journal is not None
    path = journal.path
    there.host.leave()
    path.write_bytes(path.read_bytes() + b'{"seq":2,"t":"","e":{"do":"no')
    again = Client(web.Host(restore.resume(path)))
    assert "已略去" in again.get("/").text and "已略去" not in again.get("/").text
    assert again.host.desk.leaves[0].name == "夜1"


def test_the_same_record_opened_again_is_the_same_table_and_two_hosts_are_told() -> None:
    there = client()
    there.post("/phase")
    with pytest.raises(restore.NoTable):
        restore.begin(toy.record())
    there.host.leave()
    again = Client(web.Host(restore.begin(toy.record())))
    assert again.host.desk.leaves[0].name == "夜1"
    assert stat_of(places.journals()) == 0o700
    assert again.host.journal is not None and stat_of(again.host.journal.path) == 0o600


def stat_of(path: Path) -> int:
    return path.stat().st_mode & 0o777


# --- restoring


def sealed() -> tuple[dict[str, Any], bytes, str]:
    from engine.games import game_named
    from engine.stream import Stream

    game = game_named("langrensha")
    assert game is not None
    record, _ = game.deal({"players": 9, "options": {}}, Stream(b"sealed"))
    secret = bytes(range(16))
    return record, pack.sealed(record, secret), keys.unlock_key(secret)


def photo(sealed_bytes: bytes, scale: int = 6) -> bytes:
    rows = qr.encode(sealed_bytes)
    size = len(rows)
    image = Image.new("L", (size + 16, size + 16), 255)
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark:
                image.putpixel((x + 8, y + 8), 0)
    out = io.BytesIO()
    image.resize(((size + 16) * scale, (size + 16) * scale), Image.Resampling.NEAREST).rotate(4, fillcolor=255).save(
        out, "JPEG", quality=80
    )
    return out.getvalue()


def test_a_photo_and_its_key_bring_the_game_back_in_one_step() -> None:
    record, data, unlock = sealed()
    there = Client(web.Host())
    assert "拍主持人页上的二维码" in there.get("/").text
    answer = there.ask("POST", "/restore", {}, files={"photo": ("a.jpg", photo(data))}, data={"unlock": unlock.lower().replace("-", " ")})
    assert answer.status_code == 303
    assert there.host.desk.head["setup"]["roles"][1] == record["setup"]["roles"][1]
    assert [k.unlock for k in keyring.known(places.keys())] == [unlock]


def test_the_key_may_be_typed_after_the_photo_and_is_remembered() -> None:
    _, data, unlock = sealed()
    there = Client(web.Host())
    first = there.ask("POST", "/restore", {}, files={"photo": ("a.jpg", photo(data))})
    assert "请填密钥" in first.text and there.host.journal is None
    held = re.search(r'name="held" value="([^"]+)"', first.text)
    assert held is not None
    wrong = there.ask("POST", "/restore", {}, data={"held": held[1], "unlock": "2222-2222-2222-2222"}, files={"x": ("", b"")})
    assert there.host.journal is None and "密钥" in wrong.text
    second = there.ask("POST", "/restore", {}, data={"held": held[1], "unlock": unlock}, files={"x": ("", b"")})
    assert second.status_code == 303 and there.host.journal is not None
    there.host.leave()
    third = there.ask("POST", "/restore", {}, files={"photo": ("b.jpg", photo(data))})
    assert third.status_code == 303


def test_a_whole_game_moves_to_another_device_by_numbered_codes() -> None:
    there = client({**toy.record(12), "players": [f"玩家{n}" for n in range(1, 13)]})
    there.post("/phase")
    for n in range(30):
        there.post("/note", {"text": f"第{n}条说明，写得长一点好分成几块"})
    assert there.host.journal is not None
    texts = restore.codes_of(there.host.journal)
    assert len(texts) > 1 and all(len(qr.unbase45(t.removeprefix(qr.PREFIX))) <= 250 for t in texts)
    assert there.get("/codes").text.count("<figure>") == len(texts)
    key = restore.key_for(there.host.journal)
    record = there.host.journal.live.export()
    there.host.leave()
    with pytest.raises(restore.NoTable, match="还缺第 1"):
        restore.unsealed(texts[1:], key.unlock)
    found = restore.unsealed(list(texts)[::-1], key.unlock)
    assert found.id == key.id and opened(found.record).record() == opened(restore.normal(record)).record()


def test_a_record_file_opens_and_a_broken_one_says_where() -> None:
    there = Client(web.Host())
    good = there.ask(
        "POST",
        "/restore",
        {},
        files={"file": ("a.yaml", "game: 灯石\nplayers: 3\nsetup:\n  hands: {1: [红, 空], 2: [蓝, 空], 3: [红, 空]}\n".encode())},
    )
    assert good.status_code == 303 and there.host.desk.size == 3
    there.host.leave()
    bad = there.ask("POST", "/restore", {}, files={"file": ("a.yaml", b"game: [\n")})
    assert bad.status_code == 422 and "行" in bad.text
    none = there.ask("POST", "/restore", {}, files={"file": ("a.yaml", "game: 灯石\nplayers: 99\n".encode())})
    assert none.status_code == 422 and there.host.journal is None
    empty = there.ask("POST", "/restore", {}, data={"unlock": ""}, files={"x": ("", b"")})
    assert empty.status_code == 422 and "还没有选" in empty.text


def _png_bomb(side: int) -> bytes:
    import struct
    import zlib

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    body = zlib.compress(b"\0" * (side // 8 + 1) * 200, 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def test_bombs_are_refused_from_the_header() -> None:
    there = Client(web.Host())
    frames = io.BytesIO()
    Image.new("L", (4, 4)).save(frames, "GIF", save_all=True, append_images=[Image.new("L", (4, 4), n) for n in range(40)])
    cases = [
        _png_bomb(20_000),
        _png_bomb(13_000),
        photo(sealed()[1])[:900],
        frames.getvalue(),
        b'<svg xmlns="http://www.w3.org/2000/svg"/>',
        b"\0\0\0\x18ftypheic" + b"\0" * 40,
        b"",
        b"not a picture",
    ]
    for content in cases:
        started = time.perf_counter()
        answer = there.ask("POST", "/restore", {}, files={"photo": ("a.png", content)})
        assert answer.status_code == 422, content[:20]
        assert time.perf_counter() - started < 1.5
    assert there.host.journal is None


def test_forget_deletes_journal_and_key() -> None:
    _, data, unlock = sealed()
    there = Client(web.Host())
    there.ask("POST", "/restore", {}, files={"photo": ("a.jpg", photo(data))}, data={"unlock": unlock})
    assert list(places.journals().iterdir()) and list(places.keys().iterdir())
    assert there.post("/forget").headers["location"] == "/forget"
    assert there.host.journal is not None
    there.post("/forget", {"sure": "1"})
    assert there.host.journal is None
    for folder in (places.journals(), places.keys(), places.packs()):
        assert not list(folder.iterdir())


def test_the_next_game_keeps_the_people_and_another_table_does_not() -> None:
    there = client({**toy.record(3), "players": ["甲", "乙", "丙"]})
    there.post("/next")
    assert "甲\n乙\n丙" in there.get("/").text
    there.ask("POST", "/deal", {}, data={"game": "toy", "people": "甲\n乙\n丙", "count": ""})
    assert there.host.desk.names == ("甲", "乙", "丙") and "走一圈" in there.get("/").text
    there.post("/close")
    assert "甲" not in there.get("/").text.split("现发一局")[1]


def test_exports_are_the_record_and_only_the_record() -> None:
    from companion import recordfile

    there = client()
    there.post("/phase")
    answer = there.get("/export/record.yaml")
    data = recordfile.parse(answer.text)[0].data
    assert data["game"] == "灯石" and data["log"] == [{"phase": "夜1", "do": []}]
    assert there.get("/export/../../etc/passwd").status_code == 404
    assert there.get("/export/x").status_code == 404


def test_theme_is_remembered_by_a_cookie() -> None:
    there = client()
    answer = there.ask("POST", "/look", {}, data={"theme": "day"})
    assert "theme=day" in answer.headers["set-cookie"]
    there.jar["theme"] = "day"
    assert 'id="page" class="day' in there.get("/").text
    there.jar["theme"] = "<script>"
    assert 'id="page" class="night' in there.get("/").text


@pytest.mark.parametrize("count", range(1, 26))
def test_seats_on_the_ring_never_touch(count: int) -> None:
    css = web.ring_css(count)
    tall = float(re.search(r"--shape:1/([\d.]+)", css)[1])  # type: ignore[index]
    spots = [(float(x), float(y) * tall) for x, y in re.findall(r"left:([\d.]+)%;top:([\d.]+)%", css)]
    assert len(spots) == count
    width = 358.0  # CSS pixels of a phone's ring
    size = 3.1 * 17 if count > 14 else 4.1 * 17
    near = min((((a - c) ** 2 + (b - d) ** 2) ** 0.5 for i, (a, b) in enumerate(spots) for c, d in spots[i + 1 :]), default=999.0)
    assert near * width / 100 >= min(size, 48) * 0.98


# --- the process


def _serve(folder: Path, *more: str) -> tuple[subprocess.Popen[str], str]:
    environment = {**os.environ, "YUANZUN_DATA": str(folder), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "companion.cli", "table", "--no-browser", "--port", "0", *more],
        cwd=ROOT,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    line = process.stderr.readline()
    process.stderr.close()
    found = re.search(r"http://127\.0\.0\.1:\d+", line)
    assert found is not None, line
    return process, found[0]


def _record_file(folder: Path) -> Path:
    from companion.recordtext import yaml_of

    path = folder / "r.yaml"
    path.write_text(yaml_of(sealed()[0]), encoding="utf-8")
    return path


def _ready(address: str) -> None:
    for _ in range(400):
        try:
            if httpx.get(address + "/static/icon.svg").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.01)


def test_killed_again_and_again_no_acknowledged_tap_is_lost(tmp_path: Path) -> None:
    record = _record_file(tmp_path)
    known: list[str] = []
    for life in range(int(os.environ.get("YUANZUN_KILLS", "4"))):
        process, address = _serve(tmp_path / "data", str(record))
        try:
            _ready(address)
            answer = httpx.get(address + "/", headers={"accept": "application/json"})
            seq = answer.json()["seq"]
            assert seq in (len(known), len(known) + 1)
            known += [f"unseen{life}"] * (seq - len(known))
            stop = time.perf_counter() + 0.15 + 0.13 * (life % 5)
            while time.perf_counter() < stop:
                ident = f"{life}-{seq}"
                body = urlencode({"id": ident, "seq": seq, "text": ident})
                headers = {"origin": address, "accept": "application/json", "content-type": "application/x-www-form-urlencoded"}
                answer = httpx.post(address + "/note", content=body, headers=headers)
                assert answer.status_code == 200
                seq = answer.json()["seq"]
                known.append(ident)
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
    path = next((tmp_path / "data" / "journals").glob("*.jsonl"))
    with Journal.open(path) as journal:
        ids = [e["id"] for e in journal.events]
    assert all(a == b for a, b in zip(known, ids, strict=False) if not a.startswith("unseen")) and len(ids) - len(known) in (0, 1)


def test_a_thousand_headers_or_a_bare_socket_do_not_hurt(tmp_path: Path) -> None:
    process, address = _serve(tmp_path / "data", str(_record_file(tmp_path)))
    try:
        _ready(address)
        port = int(address.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port), timeout=3) as wire:
            wire.sendall(b"GET / HTTP/1.1\r\nHost: " + f"127.0.0.1:{port}".encode() + b"\r\n")
            started = time.perf_counter()
            try:
                wire.sendall(b"".join(b"X-%d: %s\r\n" % (n, b"y" * 64) for n in range(1000)) + b"\r\n")
                status = wire.recv(64)
            except (ConnectionResetError, BrokenPipeError):
                status = b"HTTP/1.1 400"
            assert b" 400" in status or b" 431" in status or not status
            assert time.perf_counter() - started < 1.5
        with socket.create_connection(("127.0.0.1", port), timeout=3) as wire:
            head = f"POST /enter HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: {address}\r\nContent-Length: 50\r\n"
            wire.sendall((head + "Content-Type: application/x-www-form-urlencoded\r\n\r\nseq=").encode())
            started = time.perf_counter()
            assert b" 400" in wire.recv(64) and time.perf_counter() - started < 1.5
        assert httpx.get(address + "/").status_code == 200
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(5) in (0, 130)


FIRST = """
import asyncio, sys
from pathlib import Path
from companion import restore, web
host = web.Host(restore.from_file(Path(sys.argv[1])) if len(sys.argv) > 1 else None)
host.answered = lambda: None
app = web.app(host, ["here:1"])
async def send(message):
    if message["type"] == "http.response.start":
        assert message["status"] == 200
scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": [(b"host", b"here:1")]}
asyncio.run(app(scope, None, send))
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


@pytest.mark.parametrize("opened", [True, False])
def test_the_first_page_loads_nothing_that_it_does_not_show(tmp_path: Path, opened: bool) -> None:
    record = [str(_record_file(tmp_path))] if opened else []
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", FIRST, *record], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stderr
    heavy = {"starlette", "anyio", "python_multipart", "cryptography", "reportlab", "PIL", "zxingcpp", "qrcode", "pypdfium2", "numpy"}
    assert not heavy & set(done.stdout.split())


def test_help_and_errors_of_the_command(tmp_path: Path) -> None:
    environment = {**os.environ, "YUANZUN_DATA": str(tmp_path)}
    for arguments, status in (["missing.yaml"], 5), (["--port", "99999"], 2), (["--help"], 0):
        done = subprocess.run(
            [sys.executable, "-m", "companion.cli", "table", *arguments],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=20,
        )
        assert done.returncode == status and "Traceback" not in done.stderr, (arguments, done.stderr)


def test_guard_knows_only_one_value_of_a_header() -> None:
    scope = {"headers": [(b"host", b"a"), (b"host", b"b")]}
    assert guard.header(scope, b"host") is None
    assert json.dumps(guard.cookie({"headers": []}, COOKIE)) == '""'
