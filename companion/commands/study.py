"""yuanzun study: many games by stated player models; win rates with intervals, length, roles, and two variants compared."""

from __future__ import annotations

import csv
import io
import os
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from companion import dealing, terminal
from companion.commands.deal import asked, wishes
from companion.commands.scenario import shown
from companion.safefile import wanted, write_bytes, write_text
from companion.stop import UNUSABLE, Stop
from engine.deal import Impossible, Refused
from engine.games import Game
from engine.stream import Stream
from generator import study
from generator.book import table
from generator.look import look
from generator.players import models
from generator.plot import FAINT, Drawing, bars, blend, tone
from generator.scenario import Chance

Plain = Any


@click.command(help="平衡研究：按写明的玩家模型，用真正的规则引擎打很多整局。")
@click.argument("game", metavar="游戏")
@wishes
@click.option("--games", type=click.IntRange(1, 100_000_000), default=10_000, metavar="N", help="打 N 局（平常 10000）")
@click.option("--model", metavar="模型", help="玩家模型（--list 列出）")
@click.option("--list", "list_", is_flag=True, help="列出玩家模型")
@click.option(
    "--versus", multiple=True, metavar="改动", help="与改动后的同一局成对比较：选项=值、with=牌、without=牌、board=板子、newcomers"
)
@click.option("--workers", type=click.IntRange(1, 512), metavar="N", help="几个进程（平常等于核数）")
@click.option("--dask", metavar="地址", help="交给 Dask 集群（要装 yuanzun[cluster]）")
@click.option("--resume", "journal", type=click.Path(path_type=Path), metavar="文件", help="边打边存的进度；中断后用同一文件接着打")
@click.option("--json", "as_json", is_flag=True, help="输出 JSON")
@click.option("--csv", "csv_", type=click.Path(path_type=Path), metavar="文件", help="结果写成 CSV")
@click.option("--plot", type=click.Path(path_type=Path), metavar="文件", help="画成图：.svg 或 .png")
@click.option("--force", is_flag=True, help="文件已存在也覆盖")
def command(game: str, games: int, model: str | None, list_: bool, versus: tuple[str, ...], **given: Any) -> int:
    found = dealing.game_of(game)
    known = models(found)
    if list_:
        for name in known:
            terminal.out(f"{name}：{told(found, name)}")
        return 0
    if model is not None and model not in known:
        raise Stop(f"{found.name}没有“{model}”这个玩家模型。可用：{'、'.join(known)}。")
    if given["plot"] is not None and given["plot"].suffix.lower() not in (".svg", ".png"):
        raise Stop("图的文件名要以 .svg 或 .png 结尾。")
    wanted(given["force"], given["csv_"], given["plot"])
    seed = given["seed"] or "研究"
    source = asked(found, {**given, "seed": None})
    variants = (source.wish, changed(found, source.wish, versus)) if versus else (source.wish,)
    for wish in variants:
        dealable(found, wish)
    plan = study.Plan(found.id, variants, model or next(iter(known)), games, seed)
    tally = played(plan, given)
    report(found, plan, tally, versus, given)
    return 0


def told(game: Game, name: str) -> str:
    """What a player model knows and does, and cannot tell."""
    own = table(game.id, "study").get(f"{name}·{game.id}")
    return str(own or table(game.id, "study").get(name, ""))


def changed(game: Game, wish: Mapping[str, Plain], typed: tuple[str, ...]) -> dict[str, Plain]:
    """The second variant's wish."""
    new = {**wish, "options": dict(wish.get("options") or {})}
    for text in typed:
        key, mark, value = text.replace("＝", "=").partition("=")
        if key in ("with", "without") and mark:
            new[key] = [*new.get(key, ()), value]
        elif key == "board" and mark:
            new["board"] = value
        elif key == "newcomers" and not mark:
            new["newcomers"] = True
        else:
            name, chosen = dealing.option_of(game, text)
            new["options"][name] = chosen
            continue
        if key not in game.wishes:
            raise Stop(f"{game.name}不能用 {key}。")
    return new


def dealable(game: Game, wish: Mapping[str, Plain]) -> None:
    try:
        game.deal(wish, Stream(b""))
    except (Refused, Impossible) as no:
        whys = [f.why for f in no.faults] if isinstance(no, Refused) else no.conflict
        lines = [f"  {terminal.clean(line)}" for line in dealing.reasons(game, whys)]
        raise Stop("\n".join(["这样发不了：", *lines]), UNUSABLE, "refused") from None


def played(plan: study.Plan, given: Mapping[str, Any]) -> study.Tally:
    journal = None
    if given["journal"] is not None:
        try:
            journal = study.Journal(given["journal"], plan)
        except ValueError:
            raise Stop(f"{given['journal']} 是另一项研究的进度。换一个文件，或用原来的写法接着打。") from None
    count = given["workers"] or os.cpu_count() or 1
    if given["dask"]:
        try:
            import distributed  # noqa: F401
        except ImportError:
            raise Stop("交给集群要用 distributed：请装 yuanzun[cluster]。") from None
        work: study.Work = study.cluster(given["dask"])
    else:
        work = study.here if count == 1 or plan.games <= study.BLOCK else study.workers(count)
    return study.run(plan, work, journal, progress(plan.games))


def progress(whole: int) -> Callable[[int], None] | None:
    """A bar on the terminal, where there is one."""
    if not terminal.is_terminal(sys.stderr):
        return None
    started, done = time.monotonic(), [0]

    def seen(games: int) -> None:
        done[0] += games
        share = done[0] / whole
        gone = time.monotonic() - started
        left = f"约还要 {gone / share - gone:.0f} 秒" if 0 < share < 1 else ""
        sys.stderr.write(f"\r{'█' * round(share * 30):░<30} {done[0]}/{whole} 局 {done[0] / max(gone, 0.001):.0f} 局/秒 {left}    ")
        sys.stderr.write("\n" if share >= 1 else "")
        sys.stderr.flush()

    return seen


# --- results


def report(game: Game, plan: study.Plan, tally: study.Tally, versus: tuple[str, ...], given: Mapping[str, Any]) -> None:
    if given["as_json"]:
        terminal.answer(data(game, plan, tally, versus))
    else:
        for line in lines(game, plan, tally, versus):
            terminal.out(line)
    if given["csv_"] is not None:
        write_text(given["csv_"], as_csv(plan, tally), given["force"], 0o644)
        terminal.say(f"写好了 {given['csv_']}。")
    if given["plot"] is not None:
        write_bytes(given["plot"], drawing(game, plan, tally, versus).written(given["plot"]), given["force"], 0o644)
        terminal.say(f"写好了 {given['plot']}。")


def variants(plan: study.Plan, versus: tuple[str, ...]) -> list[str]:
    return ["原样", "改动后（" + "、".join(versus) + "）"] if len(plan.wishes) == 2 else [""]


def _chance(chance: Chance) -> dict[str, Plain]:
    return {"games": chance.tries, "won": chance.hits, "share": chance.about, "low": chance.low, "high": chance.high}


def data(game: Game, plan: study.Plan, tally: study.Tally, versus: tuple[str, ...]) -> dict[str, Plain]:
    out = []
    for i, name in enumerate(variants(plan, versus)):
        out.append(
            {
                "name": name,
                "wins": {side: _chance(c) for side, c in study.rates(tally, i).items()},
                "phases": study.lengths(tally, i),
                "roles": {card: _chance(c) for card, c in study.roles(tally, i).items()},
            }
        )
    diffs = [{"side": d.side, "by": d.by, "low": d.low, "high": d.high, "pairs": d.changed} for d in study.differences(tally)]
    head = {"game": game.name, "games": tally.games, "model": plan.model, "seed": plan.seed, "about": told(game, plan.model)}
    return {**head, "variants": out, "differences": diffs}


def mean(found: Mapping[int, int]) -> float:
    return sum(k * n for k, n in found.items()) / max(1, sum(found.values()))


def interval(c: Chance) -> str:
    return f"{shown(c.about)}（95% 区间 {shown(c.low)} 到 {shown(c.high)}）"


def lines(game: Game, plan: study.Plan, tally: study.Tally, versus: tuple[str, ...]) -> list[str]:
    out = [terminal.paint(f"{game.name} {tally.games} 局，玩家模型“{plan.model}”", "head"), told(game, plan.model), ""]
    for i, name in enumerate(variants(plan, versus)):
        if name:
            out.append(terminal.paint(name, "head"))
        out += [
            f"  {side}胜：{interval(c)}" if side != "未分" else f"  未分胜负：{interval(c)}" for side, c in study.rates(tally, i).items()
        ]
        found = study.lengths(tally, i)
        out.append(f"  局长：平均 {mean(found):.2f} 个阶段，{min(found)} 到 {max(found)}")
        out.append("  持有者一方的胜率：")
        rows = sorted(study.roles(tally, i).items(), key=lambda kv: -kv[1].about)
        out += [f"    {card}　{interval(c)}　{c.tries} 次" for card, c in rows]
    for d in study.differences(tally):
        out.append(
            f"改动后 {d.side}胜率变化 {d.by * 100:+.2f} 个百分点（95% 区间 {d.low * 100:+.2f} 到 {d.high * 100:+.2f}；{d.changed} 对不同）"
        )
    limits = table(game.id, "study").get("限度")
    return [*out, "", str(limits)] if limits else out


def as_csv(plan: study.Plan, tally: study.Tally) -> str:
    out = io.StringIO()
    sheet = csv.writer(out, lineterminator="\n")
    sheet.writerow(["variant", "what", "name", "games", "count", "share", "low95", "high95"])
    for i in range(len(plan.wishes)):
        for what, rows in (("win", study.rates(tally, i)), ("role", study.roles(tally, i))):
            for name, c in rows.items():
                sheet.writerow([i, what, name, c.tries, c.hits, f"{c.about:.6f}", f"{c.low:.6f}", f"{c.high:.6f}"])
        for length, games in study.lengths(tally, i).items():
            sheet.writerow([i, "phases", length, tally.games, games, f"{games / tally.games:.6f}", "", ""])
    for d in study.differences(tally):
        sheet.writerow(["1-0", "difference", d.side, tally.games, d.changed, f"{d.by:.6f}", f"{d.low:.6f}", f"{d.high:.6f}"])
    return out.getvalue()


def drawing(game: Game, plan: study.Plan, tally: study.Tally, versus: tuple[str, ...]) -> Drawing:
    """Win rates as bars with intervals, holders' win rates as dots, length as columns."""
    main, names = tone(look(game.id)), variants(plan, versus)
    cards = sorted(study.roles(tally), key=lambda c: -study.roles(tally)[c].about)
    sides = sum(len(study.rates(tally, i)) for i in range(len(names)))
    height = 130 + 46 * sides + 30 * (len(names) - 1) + 60 + 24 * len(cards) + 230
    pad = Drawing(820, height, f"{game.name} 平衡研究")
    pad.text(36, 38, f"{game.name}　{tally.games} 局", 22, main, bold=True)
    pad.text(36, 66, f"玩家模型“{plan.model}”，95% 区间", 13, FAINT)
    y = 100.0
    for i, name in enumerate(names):
        if name:
            pad.text(36, y, name, 13, FAINT, bold=True)
            y += 24
        rows = [
            (f"{side}胜" if side != "未分" else "未分胜负", c.about, c.low, c.high, shown(c.about))
            for side, c in study.rates(tally, i).items()
        ]
        y = bars(pad, 36, y, 748, rows, main if i == 0 else blend(main, "#ffffff", 0.35)) + 6
    y = _dots(pad, y + 30, [(card, [study.roles(tally, i).get(card) for i in range(len(names))]) for card in cards], main)
    _columns(pad, y + 40, study.lengths(tally), main)
    return pad


def _dots(pad: Drawing, y: float, rows: list[tuple[str, list[Chance | None]]], main: str) -> float:
    pad.text(36, y, "持有者一方的胜率", 14, bold=True)
    left, width = 130.0, 640.0
    for tick in range(0, 101, 25):
        x = left + width * tick / 100
        pad.line(x, y + 22, x, y + 26 + 24 * len(rows))
        pad.text(x, y + 14, f"{tick}%", 10.5, FAINT, "middle")
    for j, (card, chances) in enumerate(rows):
        at = y + 38 + 24 * j
        pad.text(left - 12, at, card, 12.5, anchor="end")
        for i, c in enumerate(chances):
            if c is not None:
                colour = main if i == 0 else blend(main, "#ffffff", 0.45)
                pad.line(left + width * c.low, at, left + width * c.high, at, colour, 2.4)
                pad.dot(left + width * c.about, at, 5.0, colour)
    return y + 40 + 24 * len(rows)


def _columns(pad: Drawing, y: float, found: Mapping[int, int], main: str) -> None:
    pad.text(36, y, f"局长（阶段数），平均 {mean(found):.2f}", 14, bold=True)
    most, span = max(found.values()), max(found) - min(found) + 1
    w = min(48.0, 700.0 / span)
    for length, games in found.items():
        x, tall = 60 + (length - min(found)) * w, 110 * games / most
        pad.rect(x, y + 24 + 110 - tall, w - 3, tall, blend("#ffffff", main, 0.75), 2, f"{length}：{games}")
        if span <= 24 or length % 4 == 0:
            pad.text(x + w / 2 - 1.5, y + 146, str(length), 10.5, FAINT, "middle")
