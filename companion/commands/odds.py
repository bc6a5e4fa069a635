"""yuanzun odds: exact chances of a wish, as a table, as JSON, and as a plot."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from companion import dealing, terminal
from companion.cli import wide
from companion.commands.deal import asked, wishes
from companion.commands.scenario import percent, possible, scenario_of, shown
from companion.safefile import wanted as wanted_file
from companion.safefile import write_bytes
from companion.stop import Stop
from generator.look import look
from generator.odds import Odds, odds
from generator.plot import FAINT, Drawing, bars, heatmap, tone
from generator.scenario import Chance, Scenario

Plain = Any


@click.command(help="准确的概率：重发、每个条件、每个座位得到每张牌。")
@click.argument("game", metavar="游戏")
@wishes
@click.option("--where", multiple=True, metavar="条件", help="条件（可重复）；座位表按“满足全部条件”来算")
@click.option("--named", "extra", multiple=True, type=click.Path(path_type=Path), metavar="文件", help="自己命名的条件（TOML）")
@click.option("--json", "as_json", is_flag=True, help="输出 JSON，概率写成分数")
@click.option("--plot", type=click.Path(path_type=Path), metavar="文件", help="画成图：.svg 或 .png")
@click.option("--force", is_flag=True, help="文件已存在也覆盖")
def command(game: str, where: tuple[str, ...], extra: tuple[Path, ...], as_json: bool, plot: Path | None, force: bool, **given: Any) -> int:
    if plot is not None and plot.suffix.lower() not in (".svg", ".png"):
        raise Stop("图的文件名要以 .svg 或 .png 结尾。")
    wanted_file(force, plot)
    found = dealing.game_of(game)
    source = asked(found, given)
    wanted = scenario_of(found, source.wish, where, extra)
    possible(wanted)
    answer = odds(wanted, dealing.stream_of(source.seed, source.words))
    if as_json:
        terminal.answer(data(wanted, answer))
    else:
        for line in lines(wanted, answer):
            terminal.out(line)
    if plot is not None:
        write_bytes(plot, drawing(wanted, answer).written(plot), force, 0o644)
        terminal.say(f"写好了 {plot}。")
    return 0


def fraction(share: Fraction) -> str:
    return f"{share.numerator}/{share.denominator}"


def _chance(chance: Chance) -> dict[str, Plain]:
    if chance.exact is not None:
        return {"exact": fraction(chance.exact), "share": chance.about}
    return {"exact": None, "share": chance.about, "low": chance.low, "high": chance.high, "hits": chance.hits, "tries": chance.tries}


def data(wanted: Scenario, answer: Odds) -> dict[str, Plain]:
    """Everything, shares as fractions where they are exact."""
    return {
        "game": wanted.game.name,
        "players": len(wanted.model.seats),
        "redeal": {"exact": fraction(answer.redeal), "share": float(answer.redeal)},
        "deals": {"valid": str(answer.valid), "fitting": None if answer.count is None else str(answer.count)},
        "conditions": [{"where": c.text, **_chance(chance)} for c, chance in answer.each],
        "all": _chance(answer.all) if answer.each else None,
        "cards": dict(answer.cards),
        "places": {place: {card: _chance(chance) for card, chance in row.items()} for place, row in answer.table.items()},
    }


def lines(wanted: Scenario, answer: Odds) -> list[str]:
    out = [terminal.paint(title(wanted), "head")]
    out.append(f"一次发成合规的概率：{percent(Chance(1 - answer.redeal, 0, 0))}")
    out.append(f"要重发的概率：{percent(Chance(answer.redeal, 0, 0))}")
    out.append(f"合规的发法：{answer.valid} 种" + (f"，满足条件的：{answer.count} 种" if answer.each and answer.count is not None else ""))
    for condition, chance in answer.each:
        out.append(f"{terminal.clean(condition.text)}：{percent(chance)}")
    if len(answer.each) > 1:
        out.append(f"全部条件一起：{percent(answer.all)}")
    return [*out, "", *grid(answer, answer.table)]


def title(wanted: Scenario) -> str:
    return f"{wanted.game.name} {len(wanted.model.seats)} 人"


def grid(answer: Odds, table: Mapping[str, Mapping[str, Chance]]) -> list[str]:
    """Cards down, places across; where all seats are alike, one column for them."""
    seats = [place for place in table if place.endswith("号")]
    alike = all(table[s] == table[seats[0]] for s in seats)
    columns = [p for p in table if p not in seats] + (["每座"] if alike else seats)
    left = max(wide(card) for card, _ in answer.cards) + 4
    head = " " * left + "".join(" " * (9 - wide(c)) + c for c in columns)
    out = [("满足条件时，" if answer.each else "") + "各处有这张牌的概率：", head.rstrip()]
    for card, copies in answer.cards:
        name = f"{card}×{copies}" if copies > 1 else card
        row = [table[seats[0] if c == "每座" else c].get(card) for c in columns]
        cells = "".join(f"{shown(c.about) if c and c.about else '–':>9}" for c in row)
        out.append(name + " " * (left - wide(name)) + cells)
    return out


def drawing(wanted: Scenario, answer: Odds) -> Drawing:
    """Seats against cards, tinted; conditions as bars under it."""
    cards = [card for card, _ in answer.cards]
    main = tone(look(wanted.game.id))
    names = [f"{card}×{k}" if k > 1 else card for card, k in answer.cards]
    rows = len(answer.table)
    width = max(720.0, 110 + 50.0 * len(cards) + 40)
    extra = [(c.text, chance) for c, chance in answer.each]
    if len(extra) > 1:
        extra.append(("全部条件一起", answer.all))
    height = 150 + 27.0 * rows + 46 * (len(extra) + 1) + 20
    pad = Drawing(width, height, f"{title(wanted)}：概率")
    pad.text(36, 38, title(wanted), 22, main, bold=True)
    pad.text(36, 66, ("满足条件时，" if extra else "") + "各处有这张牌的概率", 13, FAINT)
    cells = [[answer.table[p][c].about if c in answer.table[p] else 0.0 for c in cards] for p in answer.table]
    heatmap(pad, 100, 116, list(answer.table), names, cells, main)
    bar = [("要重发（规则作废）", float(answer.redeal), 0.0, 0.0, f"{shown(float(answer.redeal))}　{fraction(answer.redeal)}")]
    bar += [(name, c.about, c.low, c.high if c.exact is None else c.low, _words(c)) for name, c in extra]
    bars(pad, 36, 116 + 27.0 * rows + 34, width - 72, bar, main)
    return pad


def _words(chance: Chance) -> str:
    if chance.exact is None:
        return f"约 {shown(chance.about)}（{chance.tries} 局估计）"
    text = fraction(chance.exact)
    return f"{shown(chance.about)}　{text}" if len(text) < 40 else shown(chance.about)
