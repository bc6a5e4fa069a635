"""yuanzun scenario: deals that satisfy conditions, drawn uniformly; and why a record does or does not satisfy them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import click

from companion import dealing, recordtext, terminal
from companion.commands.deal import asked, single, wishes
from companion.report import plain
from companion.safefile import folder as made_folder
from companion.safefile import wanted as wanted_file
from companion.safefile import write_bytes, write_text
from companion.stop import IMPOSSIBLE, UNFOUND, UNUSABLE, Stop
from engine.deal import Impossible, Refused
from engine.games import Game, model_of_record
from engine.record import normal
from engine.replay import envelope_faults
from generator import conditions
from generator.book import book
from generator.counting import TooWide
from generator.scenario import Chance, Scenario, Unfound, prepared

Plain = Any
TRIES = 1_000_000


def named_of(game: Game, extra: Sequence[Path]) -> list[conditions.Named]:
    """Shipped conditions, then the host's own, which may bear the same names."""
    found = {n.name: n for n in conditions.shipped(game.id)}
    for path in extra:
        try:
            found.update({n.name: n for n in conditions.named_from(path)})
        except ValueError as bad:
            raise Stop(f"{path} 不是条件文件：{terminal.clean(bad)}") from None
    return list(found.values())


def scenario_of(game: Game, wish: Mapping[str, Plain], where: Sequence[str], extra: Sequence[Path], **more: Any) -> Scenario:
    """The scenario, or Stop with every reason."""
    try:
        return prepared(game, wish, where, named_of(game, extra), **more)
    except conditions.BadCondition as bad:
        raise Stop("\n".join(["条件读不懂：", *(terminal.clean(line) for line in bad.lines())]), UNUSABLE, "condition") from None
    except Refused as no:
        texts = book(game.id)
        lines = [f"  {terminal.clean(f.at)}：{terminal.clean(texts.fault(f.why))}〔{f.rule}〕" for f in no.faults]
        raise Stop("\n".join(["这样发不了：", *lines]), UNUSABLE, "refused") from None
    except Impossible as no:
        lines = [f"  {terminal.clean(line)}" for line in dealing.reasons(game, no.conflict)]
        raise Stop("\n".join(["没有一种发法能同时满足：", *lines]), IMPOSSIBLE, "impossible") from None


def possible(found: Scenario) -> None:
    """Stop (status 3) with a smallest set of conditions that exclude each other, where no deal fits."""
    whole = found.count()
    if whole is not None and whole.count:
        return
    clash = found.conflict()
    if clash is None:
        return
    lines = [f"  {c.text}" for c in clash]
    lines += [f"  规则 {found.game.name}/{cite}：{book(found.game.id).place(cite) or ''}" for cite in found.by_rules(clash)]
    raise Stop("\n".join(["没有一种发法能同时满足（缺了其中任一条就不矛盾）：", *map(terminal.clean, lines)]), IMPOSSIBLE, "impossible")


def percent(chance: Chance) -> str:
    """A chance as people read it: exact as a fraction, or estimated, with the interval."""
    if chance.exact is not None:
        part = chance.exact
        return f"{shown(chance.about)}（准确值 {part.numerator}/{part.denominator}）"
    return f"约 {shown(chance.about)}（估计：{chance.tries} 局中 {chance.hits} 局，95% 区间 {shown(chance.low)} 到 {shown(chance.high)}）"


def shown(share: float) -> str:
    """0.3077 as 30.77%, small ones with three figures."""
    if share and share < 0.0001:
        return f"{share * 100:.3g}%"
    return f"{share * 100:.2f}%" if share >= 0.01 or not share else f"{share * 100:.4f}%"


def listing(game: Game, extra: Sequence[Path]) -> list[str]:
    """The named conditions there are."""
    return [f"{n.name}：{n.text or n.when}\n    {n.when}" for n in named_of(game, extra)]


@click.command(help="按条件发牌：所有合规又满足条件的发法机会均等。条件的写法见 --list 里的例子。")
@click.argument("game", metavar="游戏")
@wishes
@click.option("--where", multiple=True, metavar="条件", help="要满足的条件（可重复，须全部满足）")
@click.option("--named", "extra", multiple=True, type=click.Path(path_type=Path), metavar="文件", help="自己命名的条件（TOML）")
@click.option("--list", "list_", is_flag=True, help="列出现成的条件")
@click.option("--count", type=click.IntRange(1, 1_000_000), default=1, metavar="N", help="要 N 局")
@click.option("--tries", type=click.IntRange(1), default=TRIES, metavar="N", help=f"一局最多试几次（平常 {TRIES}）")
@click.option("--explain", metavar="记录", help="不发牌：说明这份记录满足和不满足哪些条件")
@click.option("--json", "as_json", is_flag=True, help="每局一行 JSON")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="文件夹", help="每局一个文件，写进这个文件夹")
@click.option("--bulk", type=click.Path(path_type=Path), metavar="文件", help="成批：只要牌的矩阵，写成 .npz（要装 yuanzun[bulk]）")
@click.option("--force", is_flag=True, help="文件已存在也覆盖")
def command(game: str, where: tuple[str, ...], extra: tuple[Path, ...], list_: bool, **given: Any) -> int:
    found = dealing.game_of(game)
    if list_:
        for line in listing(found, extra):
            terminal.out(line)
        return 0
    if given["explain"]:
        return explained(found, given["explain"], where, extra, given["as_json"])
    wanted_file(given["force"], given["bulk"])
    source = asked(found, given)
    wanted = scenario_of(found, source.wish, where, extra)
    for notice in wanted.model.notices:
        terminal.say(book(found.id).why(notice))
    possible(wanted)
    told(wanted)
    if given["bulk"] is not None:
        return in_bulk(wanted, source, given)
    return put(wanted, source, given)


def told(wanted: Scenario) -> None:
    """How many deals there are, and how they will be drawn."""
    whole = wanted.count()
    if whole is None:
        terminal.say("条件牵连太广，数不尽：逐局试发，合乎条件的才留下。")
        return
    share = wanted.share(whole)
    every = wanted.valid() * whole.choices
    terminal.say(f"合规又满足条件的发法有 {whole.count} 种（全部合规的 {every} 种），概率 {shown(float(share))}（{share}）。")
    terminal.say("按发法的编号直接构造，机会均等。" if wanted.built() else "逐局试发，合乎条件的才留下，机会均等。")


def put(wanted: Scenario, source: dealing.Source, given: Mapping[str, Any]) -> int:
    folder: Path | None = given["output"]
    if folder is not None:
        made_folder(folder)
    deals = wanted.deals(dealing.stream_of(source.seed, source.words), given["tries"])
    count = given["count"]
    for number in range(count):
        try:
            record = next(deals)
        except Unfound as no:
            some = f"只找到 {number} 局；" if number else ""
            raise Stop(
                f"{some}又试了 {no.tries} 局都不合条件。没有证明不可能，可以加大 --tries，或放宽条件。", UNFOUND, "unfound"
            ) from None
        line = terminal.json_line(plain(record))
        if folder is not None:
            name = f"{wanted.game.id}-{number + 1:0{len(str(count))}}.{'json' if given['as_json'] else 'yaml'}"
            write_text(folder / name, line + "\n" if given["as_json"] else recordtext.yaml_of(record), given["force"])
        elif given["as_json"]:
            terminal.out(line)
        else:
            terminal.out(("---\n" if number else "") + recordtext.yaml_of(record).rstrip("\n"))
    if folder is not None:
        terminal.say(f"写好了 {count} 局，在 {folder}。")
    return 0


def in_bulk(wanted: Scenario, source: dealing.Source, given: Mapping[str, Any]) -> int:
    """A matrix of card numbers, a row a deal: whole deals, or those that fit the conditions, built from the counts."""
    path: Path = given["bulk"]
    if path.suffix != ".npz":
        raise Stop("成批发牌的文件名要以 .npz 结尾。")
    try:
        import numpy

        from generator import bulk
    except ImportError:
        raise Stop("成批发牌要用 numpy：请装 yuanzun[bulk]。") from None
    seed = int.from_bytes(dealing.stream_of(source.seed, source.words).take(8), "big")
    if not wanted.conditions:
        deals = bulk.deals(wanted.model, given["count"], seed)
    else:
        try:
            deals = bulk.Builder(wanted.model, wanted.conditions, wanted.players, seed).deals(given["count"])
        except TooWide:
            raise Stop("这些条件牵连太广，数不尽，不能成批构造。", UNFOUND, "unfound") from None
    cards, places = bulk.legend(wanted.model)
    out = BytesIO()
    numpy.savez_compressed(out, deals=deals, cards=numpy.array(cards), places=numpy.array(places))
    write_bytes(path, out.getvalue(), given["force"], 0o644)
    terminal.say(f"写好了 {len(deals)} 局，在 {path}：deals 每行一局，数字查 cards，列查 places。")
    return 0


def explained(game: Game, name: str, where: Sequence[str], extra: Sequence[Path], as_json: bool) -> int:
    """0: all conditions hold; 1: some do not."""
    data = normal(single(name))
    if envelope_faults(data) or data["game"] not in (game.name, game.id):
        raise Stop(f"{name} 不是{game.name}的记录。")
    texts = book(game.id)
    faults = [f for f in game.faults(data) if not f.at.startswith("log")]
    if faults:
        raise Stop(
            "\n".join(["这份记录的牌不能用：", *(f"  {terminal.clean(f.at)}：{texts.fault(f.why)}" for f in faults)]), UNUSABLE, "invalid"
        )
    try:
        model = model_of_record(game, data)
    except (Refused, Impossible):
        raise Stop(f"{name} 的牌不合{game.name}的配置，先用 yuanzun check 看看。", UNUSABLE, "invalid") from None
    wanted = scenario_of(game, {"players": data["players"]}, where, extra, model=model)
    rows = list(zip(wanted.conditions, wanted.fits(data), wanted.reasons(data), strict=True))
    if as_json:
        out = [{"where": c.text, "holds": ok, "parts": [{"text": t, "holds": h, "facts": f} for t, h, f in why]} for c, ok, why in rows]
        terminal.answer(out)
    else:
        for condition, ok, why in rows:
            terminal.out(mark(ok) + terminal.clean(condition.text))
            for text, holds, facts in why if len(why) > 1 or why[0][2] else ():
                terminal.out(f"    {mark(holds)}{text}" + (f"　（{facts}）" if facts else ""))
    return 0 if all(ok for _, ok, _ in rows) else 1


def mark(ok: bool) -> str:
    return terminal.paint("✓ " if ok else "✗ ", "good" if ok else "bad")
