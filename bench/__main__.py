"""Figures of this machine in one run: CPU milliseconds, best of several, with the budget and the ratio to a peer.

Peers come with the extra `bench`; `redeal` is used where it is installed. A peer that is missing is named, and nothing is made up.
"""

from __future__ import annotations

import gc
import importlib.util
import io
import json
import logging
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
SECRET = bytes(range(16))
COMPILED = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}  # as an installed program runs


def cpu(work: Callable[[], Any], times: int = 5) -> float:
    """Best CPU milliseconds of `work`."""
    best = float("inf")
    for _ in range(times):
        gc.collect()
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    return best * 1000


def child(*args: str, times: int = 5) -> float:
    """Best CPU milliseconds of a Python process."""
    best = float("inf")
    for _ in range(times):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([sys.executable, *args], cwd=ROOT, capture_output=True, env=COMPILED)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode:
            sys.exit(f"{args} failed: {done.stderr.decode('utf-8', 'replace')[-500:]}")
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best * 1000


def told(what: str, ms: float, budget: str = "", ratio: str = "") -> None:
    print(f"{what:<44}{ms:>10.3f} ms   {budget:<22}{ratio}", flush=True)


# --- our own work


def deal() -> Callable[[], Any]:
    from engine.games import game_named
    from engine.stream import Stream

    game = game_named("fengyao")
    assert game is not None
    wish = {"players": 12, "options": {}}
    stream = Stream(SECRET)

    def work() -> None:
        for _ in range(1000):
            game.deal(wish, stream)

    return work


def long_record() -> str:
    from companion.recordtext import yaml_of

    log: list[dict[str, Any]] = []
    for n in range(1, 11):
        log.append({"phase": f"白昼{n}", "do": [{"skill": "窥念", "by": 1 + s % 5, "to": 1 + (s + 1) % 5} for s in range(10)]})
        night = [{"skill": "业火", "by": 1 + s % 5, "to": [1, 2], "die": 3} for s in range(9)]
        log.append({"phase": f"黑夜{n}", "do": [*night, {"skill": "诛仙投票", "votes": {}}]})
    hands = {1: ["凶祟", "妖首"], 2: ["灾厄", "妖首"], 3: ["妖众", "妖众"], 4: ["圣贤", "妖众"], 5: ["妖众", "仙子"]}
    setup = {"hands": hands, "化形": ["血俑", "影妖"], "关键仙人": "圣贤"}
    return yaml_of({"game": "封妖", "players": 5, "setup": setup, "log": log})


def check(text: str) -> Callable[[], Any]:
    from companion import recordfile, report
    from engine.replay import examine

    def work() -> str:
        (found,) = recordfile.parse(text)
        answer = report.answer_json(examine(found.data), found.where)
        assert answer["verdict"] != "invalid" and sum(len(p["entries"]) for p in answer["phases"].values()) == 200
        return json.dumps(answer, ensure_ascii=False)

    return work


def packed() -> Callable[[], Any]:
    from engine.games import game_named
    from engine.record import normal
    from engine.stream import Stream
    from generator import pack

    game = game_named("fengyao")
    assert game is not None
    record, _ = game.deal({"players": 12, "options": {}}, Stream(SECRET))
    return lambda: pack.build(normal(record), SECRET)


def photo(pdf: bytes) -> bytes:
    """A 12 megapixel picture of the page with the codes: turned a little, blurred, unevenly lit."""
    import pypdfium2
    from PIL import Image, ImageChops, ImageFilter

    from companion import scan

    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        small = page.render(scale=150 / 72).to_pil().convert("L")
        if scan.codes(small):
            break
    else:
        sys.exit("no code on any page")
    full = page.render(scale=345 / 72).to_pil().convert("L").rotate(7, fillcolor=170, resample=Image.Resampling.BICUBIC)
    full = full.filter(ImageFilter.GaussianBlur(2.0))
    light = Image.linear_gradient("L").resize(full.size).point(lambda v: 150 + v * 105 // 255)
    out = io.BytesIO()
    ImageChops.multiply(full, light).save(out, "JPEG", quality=85)
    return out.getvalue()


# --- peers


def bridge() -> tuple[str, float] | None:
    """Milliseconds a deal of another dealer, random and without conditions."""
    if importlib.util.find_spec("redeal"):
        from redeal import Deal

        dealer = Deal.prepare({})
        return "redeal", cpu(lambda: [dealer() for _ in range(1000)]) / 1000
    if importlib.util.find_spec("endplay"):
        from endplay.dealer import generate_deals

        return "endplay", cpu(lambda: list(generate_deals(produce=1000))) / 1000
    return None


def other_pdf(texts: list[str], pages: int) -> tuple[str, float] | None:
    """Milliseconds of another library for as many pages with the same words in the same font."""
    if not importlib.util.find_spec("fpdf"):
        return None
    from fpdf import FPDF

    def work() -> None:
        pdf = FPDF()
        pdf.add_font("sans", fname=str(ROOT / "assets" / "fonts" / "sans.ttf"))
        pdf.set_font("sans", size=10)
        for number in range(pages):
            pdf.add_page()
            for text in texts[number::pages]:
                pdf.multi_cell(0, 5, text, new_x="LMARGIN", new_y="NEXT")
        pdf.output()

    logging.getLogger("fontTools").setLevel(logging.ERROR)
    return "fpdf2", cpu(work, 2)


def main() -> None:
    from companion import recordfile, scan

    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} CPUs; CPU milliseconds, best of several\n")
    bare = child("-c", "pass")
    told("bare Python start", bare)
    command = ("-m", "companion.cli")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["YUANZUN_DATA"] = COMPILED["YUANZUN_DATA"] = folder
        text = long_record()
        path = Path(folder, "long.yaml")
        path.write_text(text, "utf-8")
        helped = child(*command, "--help")
        told("yuanzun --help", helped, "≤ 150", f"{helped / bare:.1f}× bare start")
        one = cpu(deal()) / 1000
        peer = bridge()
        told("a 12-player deal, in process", one, "≤ 0.1", f"{peer[1] / one:.1f}× as fast as {peer[0]}" if peer else "peer not installed")
        dealt = child(*command, "deal", "封妖", "--players", "12", "--json")
        told("yuanzun deal", dealt, "≤ 200", f"{dealt / bare:.1f}× bare start")
        told("200 entries, parsing alone", cpu(lambda: recordfile.parse(text)))
        told("200 entries, YAML to JSON answer", cpu(check(text)), "≤ 25")
        checked = child("-c", f"from companion.cli import run; run(['check', '--json', {str(path)!r}])")
        told("yuanzun check", checked, "≤ 250", f"{checked / bare:.1f}× bare start")
        work = packed()
        built = work()
        (content,) = built.files.values()
        spent = cpu(work, 3)
        rival = other_pdf(words(), built.pages)
        beside = f"{rival[1] / spent:.1f}× as fast as {rival[0]}" if rival else "peer not installed"
        told(f"a 12-player pack, {built.pages} pages, in process", spent, "≤ 150", beside)
        printed = child(*command, "pack", "封妖", "--players", "12", "-o", folder, "--json", times=3)
        told("yuanzun pack", printed, "≤ 700", f"{printed / bare:.1f}× bare start")
        picture = photo(content)
        told("a 12 MP photo to the sealed record", cpu(lambda: scan.scan([("x.jpg", picture)]), 3), "≤ 500")


def words() -> list[str]:
    """Our own words for 封妖: what stands on its cards and sheets."""
    from generator.book import table

    roles = [str(row.get("text", "")) for row in table("fengyao", "roles").values()] * 2
    return [*roles, *(str(text) for part in ("places", "calls") for text in table("fengyao", part).values())]


if __name__ == "__main__":
    from bench import scenarios, taps

    main()
    taps.main()
    scenarios.main()
