"""The page in a real Chromium: whole games by taps, with and without script, two tabs, a camera, secrets that hide again."""

from __future__ import annotations

import asyncio
import io
import os
import re
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion import recordfile, restore, web
from companion.guard import Tickets
from companion.page.look import look
from engine.games import game_named
from engine.record import entry_of, normal
from engine.replay import examine
from engine.stream import Stream
from generator import keys, pack, qr
from generator.play import random_game
from tests import toy
from tests.pagewalk import form_of

playwright = pytest.importorskip("playwright.sync_api")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")]

Plain = Any
PHONE, LAPTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
ARGS += ["--disable-component-update", "--disable-sync"]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("YUANZUN_DATA", str(tmp_path / "data"))
    with toy.known():
        yield


@contextmanager
def served(record: Mapping[str, Plain] | None) -> Iterator[tuple[web.Host, str]]:
    """The page on a loopback port, in a thread."""
    import uvicorn

    wire = web.bound(0, False)
    port = wire.getsockname()[1]
    host = web.Host(restore.begin(record) if record is not None else None, (), Tickets(False))
    config = uvicorn.Config(web.app(host, [f"127.0.0.1:{port}"]), log_level="error", http="h11", ws="none", lifespan="on")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([wire])))
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield host, f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()
        wire.close()


@contextmanager
def browsing(address: str, size: Mapping[str, int], args: list[str] | None = None, **more: Any) -> Iterator[Any]:
    """A page of a fresh browser; fails for any request elsewhere, any script error, any complaint of the console."""
    wrong: list[str] = []
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=[*ARGS, *(args or [])])
        context = browser.new_context(viewport=dict(size), accept_downloads=True, **more)
        page = context.new_page()
        page.set_default_timeout(8000)
        context.on("request", lambda r: wrong.append(r.url) if not r.url.startswith((address, "data:", "blob:")) else None)
        page.on("pageerror", lambda e: wrong.append(str(e)))
        page.on("console", lambda m: wrong.append(m.text) if m.type == "error" and "409" not in m.text and "422" not in m.text else None)
        try:
            yield page
            assert wrong == []
        finally:
            context.close()
            browser.close()


def settled(page: Any, host: web.Host, act: Callable[[], None]) -> None:
    """Do something that changes the table, and wait until the page shows it."""
    before = host.desk.seq
    act()
    page.wait_for_function("(seq) => Number(document.querySelector('#page').dataset.seq) > seq", arg=before)


def choose(page: Any, label: str) -> None:
    """Tap a choice of a level, where there is one."""
    spot = page.locator(".level a.pick", has=page.locator(f"b:text-is({label!r})"))
    if spot.count():
        spot.first.click()
        page.wait_for_selector(f".level a.pick.on b:text-is({label!r})")


def tap(page: Any, host: web.Host, entry: Mapping[str, Plain]) -> None:
    """Enter one entry as a host would: to its call, through the choices, fill, confirm."""
    view = look(host.desk)
    meant = entry_of(normal(dict(entry)))
    index, prompt = next((i, p) for i, p in enumerate(view.prompts) if p.ok and p.holds(meant))
    at = next((i for i, c in enumerate(view.calls) if c.step.name == prompt.step), None)
    query = f"/?call={'any' if at is None else at}"
    page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/", 3)[2] + query)
    choose(page, prompt.skill)
    if prompt.by is not None:
        choose(page, str(prompt.by))
    page.wait_for_selector(f"form.entry input[name=p][value='{index}'], .level a.pick[href$='v={index}']", state="attached")
    if page.locator(f"form.entry input[name=p][value='{index}']").count() == 0:
        page.locator(f".level a.pick[href$='v={index}']").first.click()
        page.wait_for_selector(f"form.entry input[name=p][value='{index}']", state="attached")
    fill(page, form_of(prompt, normal(dict(entry))))
    skipped = "to" not in entry and "to" in prompt.maybe and any(k == "to" for k, _ in prompt.fields)
    button = "form.entry button[name=skip]" if skipped else "form.entry .acts button.main"
    settled(page, host, lambda: page.click(button))


def fill(page: Any, fields: Mapping[str, list[str]]) -> None:
    """Tap what a form wants; a box that is folded away is opened first."""
    for name, values in fields.items():
        for value in values:
            kind = f'form.entry input[name="{name}"][value={_quoted(value)}]'
            if name.endswith(".order"):
                page.fill(f'form.entry input[name="{name}"]', value)
            elif name.endswith(".none") or page.locator(kind).count():
                where = f'form.entry input[name="{name}"]' if name.endswith(".none") else kind
                ballot = page.locator(where).locator("xpath=ancestor::fieldset[contains(@class,'ballot')]")
                if ballot.count() and not ballot.is_visible():
                    seat = ballot.get_attribute("data-seat")
                    page.locator(".voters button").nth(_nth(page, seat)).click()
                page.locator(where).locator("xpath=..").click()
            else:
                page.fill(f'form.entry [name="{name}"]', value)


def _nth(page: Any, seat: str) -> int:
    return [b.get_attribute("data-seat") for b in page.locator(".ballot").all()].index(seat)


def _quoted(value: str) -> str:
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"


def played(name: str, seed: bytes, wish: Mapping[str, Plain], phases: int) -> tuple[dict[str, Plain], dict[str, Plain]]:
    """(the deal, the same with a played log)."""
    game = game_named(name)
    assert game is not None
    deal, _ = game.deal(dict(wish), Stream(seed))
    walk = getattr(game, "walk", None)
    ready = deal
    if walk is not None:
        ready = game.order(deal, {s: next(o.value for o in offers if o.ok) for s, offers in walk(deal).items()})  # type: ignore[attr-defined]
    odds = lambda prompt: 100 if prompt.must else 30  # noqa: E731
    return deal, random_game(game, ready, Stream(seed + b"g"), phases=phases, odds=odds).record


def through(page: Any, host: web.Host, address: str, record: Mapping[str, Plain]) -> None:
    """A whole game by taps."""
    for number, phase in enumerate(record["log"]):
        if number:
            page.goto(address + "/?call=end")
        else:
            page.goto(address + "/")
        settled(page, host, lambda: page.click("form[action='/phase'] button"))
        for entry in phase["do"]:
            tap(page, host, entry)


def exported(page: Any, address: str) -> Plain:
    page.goto(address + "/more")
    with page.expect_download() as file:
        page.click("text=记录文件")
    return recordfile.parse(Path(file.value.path()).read_text("utf-8"))[0].data


def test_a_whole_game_with_the_walk_by_taps_on_a_phone_is_the_typed_record() -> None:
    deal, record = played("fengyao", b"browser", {"players": ["阿明", "小红", "老王", "阿丽", "大刘", "小陈", "阿杰"], "options": {}}, 12)
    assert record["log"][-1]["phase"] != "白昼1"
    with served(deal) as (host, address), browsing(address, PHONE) as page:
        page.goto(address + "/")
        for seat, hand in record["setup"]["hands"].items():
            page.goto(f"{address}/walk?seat={seat}")
            wanted = page.locator("button.stack-card", has=page.locator(".top", has_text=hand[0])).first
            settled(page, host, wanted.click)
        page.goto(f"{address}/walk")
        settled(page, host, lambda: page.click("form[action='/seal'] button"))
        through(page, host, address, record)
        got = exported(page, address)
        assert normal(got) == normal({**record, "setup": got["setup"]})
        assert normal(got["setup"]) == normal(record["setup"])
        assert examine(got).answer == examine(record).answer


def test_two_nights_and_days_by_taps_on_a_laptop_are_the_typed_record() -> None:
    _, record = played("langrensha", b"browser", {"players": 9, "options": {}}, 4)
    with served({**record, "log": []}) as (host, address), browsing(address, LAPTOP) as page:
        through(page, host, address, record)
        got = exported(page, address)
        assert normal(got) == normal(record)
        assert examine(got).answer == examine(record).answer


def test_everything_works_without_script() -> None:
    with served(toy.record()) as (host, address), browsing(address, PHONE, java_script_enabled=False) as page:
        page.goto(address + "/")
        page.click("text=开始夜1")
        page.click(".level a.pick >> text=3")
        page.locator("form.entry input[name=to][value='2']").check(force=True)
        page.click("form.entry button.main")
        assert "蓝" in page.inner_text(".result")
        page.click("text=转过去给 3 号看")
        assert page.inner_text(".big") == "蓝"
        page.click("text=收起")
        page.click("text=下一步")
        page.click(".level a.pick >> text=4")
        page.locator("form.entry input[name=to][value='1']").check(force=True)
        page.click("text=页面代掷")
        assert host.desk.leaves[0].do[1].data["die"] in range(1, 7)
        page.click("text=到收尾")
        page.click("text=结束，进入日1")
        page.click("text=已宣布")
        page.locator("fieldset.ballot[data-seat='2'] input[value='4']").first.check(force=True)
        page.click("form.entry button.main")
        assert host.desk.leaves[1].do[0].data["votes"] == {2: 4}
        page.click(".tabs >> text=座位")
        page.click("a.spot >> nth=1")
        page.click("text=按住看底牌")
        assert "colour" in page.inner_text(".heldbox")
        page.click(".bar form[action='/undo'] button")
        page.click("text=仍要撤回")
        assert host.desk.leaves[1].do[0].struck


def test_a_stale_tab_is_told_and_shown_the_present() -> None:
    with served(toy.record()) as (host, address), browsing(address, PHONE) as first:
        first.goto(address + "/")
        second = first.context.new_page()
        second.goto(address + "/")
        settled(first, host, lambda: first.click("text=开始夜1"))
        second.click("text=开始夜1")
        second.wait_for_selector(".notice.stale")
        assert "夜1" in second.inner_text(".where") and host.desk.seq == 1


def test_a_double_tap_counts_once() -> None:
    with served(toy.record()) as (host, address), browsing(address, PHONE) as page:
        page.goto(address + "/")
        page.dblclick("text=开始夜1")
        page.wait_for_selector(".dots")
        page.wait_for_timeout(200)
        assert host.desk.seq == 1


def test_roles_show_while_held_and_hide_after_ten_seconds() -> None:
    with served(toy.record()) as (_, address), browsing(address, PHONE) as page:
        page.clock.install()
        page.goto(address + "/ring")
        spot = page.locator("a.spot").nth(1)
        assert "红" not in page.content() and "蓝" not in page.content()
        box = spot.bounding_box()
        page.mouse.move(box["x"] + 20, box["y"] + 20)
        page.mouse.down()
        page.clock.run_for(500)
        page.wait_for_selector("#peek:not([hidden])")
        page.mouse.up()
        assert "蓝" in page.inner_text("#peek") and page.url.endswith("/ring")
        page.clock.run_for(9000)
        assert page.is_visible("#peek")
        page.clock.run_for(1500)
        assert not page.is_visible("#peek") and "蓝" not in page.content()
        spot.focus()
        page.keyboard.press(" ")
        page.wait_for_selector("#peek:not([hidden])")
        page.keyboard.press("Escape")
        assert not page.is_visible("#peek")


def test_the_answer_is_large_and_gone_after_a_moment() -> None:
    with served(toy.record()) as (host, address), browsing(address, PHONE) as page:
        page.goto(address + "/")
        settled(page, host, lambda: page.click("text=开始夜1"))
        tap(page, host, {"skill": "灯", "by": 1, "to": 2})
        page.clock.install()
        settled(page, host, lambda: page.click("text=转过去给 1 号看"))
        size = page.eval_on_selector(".big", "e => parseFloat(getComputedStyle(e).fontSize)")
        assert size > 90 and page.inner_text(".big") == "蓝"
        assert not page.is_visible(".tabs") and not page.is_visible(".bar")
        page.clock.run_for(8500)
        page.wait_for_selector(".call")
        assert page.locator(".big").count() == 0


def test_votes_are_counted_as_they_come() -> None:
    with served(toy.record()) as (host, address), browsing(address, PHONE) as page:
        page.goto(address + "/")
        settled(page, host, lambda: page.click("text=开始夜1"))
        page.goto(address + "/?call=end")
        settled(page, host, lambda: page.click("form[action='/phase'] button"))
        page.click("text=已宣布")
        page.wait_for_selector(".voters")
        for row, seat in ((0, 3), (1, 3)):
            page.locator(".ballot:not([hidden]) .grid").nth(row).locator(f"input[value='{seat}']").check(force=True)
        page.locator(".ballot:not([hidden]) input[value='4']").check(force=True)
        assert re.sub(r"\s+", "", page.inner_text("[data-tally]")) == "3241"
        assert page.locator(".voters .here").inner_text().startswith("3")
        settled(page, host, lambda: page.click("form.entry button.main"))
        assert host.desk.leaves[1].do[0].data["votes"] == {1: [3, 3], 2: 4}


def _pages(address: str) -> list[str]:
    return [
        address + p
        for p in (
            "/",
            "/?call=0&by=1",
            "/?call=1&by=2",
            "/?call=end",
            "/ring",
            "/seat/2",
            "/log",
            "/more",
            "/people",
            "/hand?seat=2",
            "/summary",
        )
    ]


@pytest.mark.parametrize(
    "size", [PHONE, LAPTOP, {"width": 320, "height": 640}, {"width": 195, "height": 422}], ids=lambda s: str(s["width"])
)
def test_nothing_runs_off_the_page_and_targets_are_large(size: Mapping[str, int]) -> None:
    with (
        served({**toy.record(12), "players": [f"玩家名字很长的{n}" for n in range(1, 13)]}) as (host, address),
        browsing(address, size) as page,
    ):
        page.goto(address + "/")
        settled(page, host, lambda: page.click("text=开始夜1"))
        for url in _pages(address):
            page.goto(url)
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= size["width"] + 1, url
            small = page.evaluate(
                """() => [...document.querySelectorAll('button, .pick, .tabs a, .spot, .item, .button, summary, .seatbar a')]
                .filter(e => e.offsetParent && getComputedStyle(e).visibility !== 'hidden')
                .map(e => [e.textContent.trim().slice(0, 20), e.getBoundingClientRect().width, e.getBoundingClientRect().height])
                .filter(([, w, h]) => w < 47.5 || h < 47.5)"""
            )
            assert small == [], url


def test_contrast_is_enough_by_night_and_by_day() -> None:
    css = (Path(__file__).parent.parent / "templates" / "page" / "static" / "page.css").read_text("utf-8")
    for block in re.findall(r"\{(--bg:[^}]*)\}", css):
        tone = dict(re.findall(r"--([\w-]+):(#[0-9a-f]{6})", block))
        for front, back, least in (
            ("ink", "bg", 7),
            ("soft", "bg", 4.5),
            ("soft", "card", 4.5),
            ("on-ink", "on", 4.5),
            ("mark", "bg", 3.5),
            ("bad", "card", 4.5),
        ):
            assert _contrast(tone[front], tone[back]) >= least, (front, back, tone)


def _contrast(a: str, b: str) -> float:
    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((light(a), light(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_results_are_spoken_and_the_keyboard_suffices() -> None:
    with served(toy.record()) as (host, address), browsing(address, LAPTOP) as page:
        page.goto(address + "/")
        settled(page, host, lambda: page.focus("form[action='/phase'] button") or page.keyboard.press("Enter"))
        page.focus(".level a.pick")
        page.keyboard.press("Enter")
        page.wait_for_selector("form.entry")
        page.focus("form.entry input[name=to]")
        page.keyboard.press("ArrowRight")
        settled(page, host, lambda: page.keyboard.press("Enter"))
        assert "可以" in page.inner_text("#live") or "可以" in page.text_content("#live")
        settled(page, host, lambda: page.keyboard.press("n"))
        page.keyboard.press("z")
        page.wait_for_selector("text=仍要撤回")


def _mjpeg(folder: Path, sealed: bytes) -> Path:
    rows = qr.encode(sealed)
    size = len(rows)
    image = Image.new("L", (size + 12, size + 12), 255)
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark:
                image.putpixel((x + 6, y + 6), 0)
    frame = Image.new("RGB", (1280, 720), "#888")
    code = image.resize(((size + 12) * 8, (size + 12) * 8), Image.Resampling.NEAREST)
    frame.paste(code, ((1280 - code.width) // 2, (720 - code.height) // 2))
    out = io.BytesIO()
    frame.save(out, "JPEG", quality=92)
    path = folder / "camera.mjpeg"
    path.write_bytes(out.getvalue() * 30)
    return path


def test_the_camera_and_the_key_bring_a_sealed_game_back(tmp_path: Path) -> None:
    game = game_named("langrensha")
    assert game is not None
    record, _ = game.deal({"players": 8, "options": {}}, Stream(b"camera"))
    secret = bytes(range(16))
    camera = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
    camera += [f"--use-file-for-fake-video-capture={_mjpeg(tmp_path, pack.sealed(record, secret))}"]
    with served(None) as (host, address), browsing(address, PHONE, camera) as page:
        page.goto(address + "/")
        page.click("[data-open]")
        page.wait_for_function("() => document.querySelector('input[name=held]').value !== ''", timeout=15000)
        page.fill("input[name=unlock]", keys.unlock_key(secret))
        page.click(".restore button.main")
        page.wait_for_selector("text=开始第1夜")
        assert host.desk.head["setup"]["roles"] == record["setup"]["roles"]


def test_a_photo_chosen_as_a_file_and_the_game_runs_in_three_steps(tmp_path: Path) -> None:
    game = game_named("langrensha")
    assert game is not None
    record, _ = game.deal({"players": 8, "options": {}}, Stream(b"photo"))
    secret = bytes(range(16))
    movie = _mjpeg(tmp_path, pack.sealed(record, secret))
    with served(None) as (_, address), browsing(address, PHONE) as page:
        page.goto(address + "/")
        single = movie.read_bytes()
        page.set_input_files("input[name=photo]", {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": single[: len(single) // 30]})
        page.fill("input[name=unlock]", keys.unlock_key(secret))
        page.click(".restore button.main")
        page.click("text=开始第1夜")
        page.wait_for_selector(".dots")


def test_the_second_screen_follows_by_itself_and_can_be_read() -> None:
    record = played("langrensha", b"screen", {"players": 9, "options": {}}, 2)[1]
    with served({**record, "log": []}) as (host, address), browsing(address, PHONE) as page:
        page.goto(address + "/display")
        with page.context.expect_page() as opened:
            page.click("a[href='/screen']")
        screen = opened.value
        screen.set_viewport_size({"width": 1280, "height": 720})
        screen.wait_for_selector("#screen h1:has-text('请就座')")
        page.goto(address + "/")
        settled(page, host, lambda: page.click("form[action='/phase'] button"))
        screen.wait_for_selector("#screen h1:has-text('第1夜')")
        for entry in record["log"][0]["do"]:
            tap(page, host, entry)
        assert screen.inner_text("#screen h1") == "第1夜" and screen.locator("#screen h2").count() == 0
        page.goto(address + "/?call=end")
        settled(page, host, lambda: page.click("form[action='/phase'] button"))
        screen.wait_for_selector("#screen.day h1:has-text('第1天')")
        page.goto(address + "/?call=end")
        page.click("[data-clock-open]")
        page.click("[data-clock='60']")
        screen.wait_for_selector("#screen-clock:not([hidden])")
        assert screen.inner_text("#screen-clock").startswith(("0:5", "1:00"))
        front, back = screen.eval_on_selector("#screen", "e => { const s = getComputedStyle(e); return [s.color, s.backgroundColor]; }")
        assert _contrast(_hex(front), _hex(back)) >= 7
        if folder := os.environ.get("YUANZUN_SHOTS"):
            screen.screenshot(path=folder + "/screen.png")
        size = screen.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert size[0] <= 1281 and size[1] <= 721, size


def _hex(colour: str) -> str:
    return "#" + "".join(f"{int(n):02x}" for n in re.findall(r"\d+", colour)[:3])
