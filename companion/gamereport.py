"""The whole game as a PDF for afterwards: every entry with its ruling and rule, how each phase was settled, what was announced, who won.

Laid out by the same writer as the printed sheets. 裁定 and what was taken back stay visible for ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.page import words
from companion.page.desk import opened
from companion.page.look import View, look
from companion.page.seats import dealt
from companion.page.views import done
from engine.paper import Block, Heading, Para, Rows, Sheet
from generator.book import shown

Plain = Any
WIDTHS = (1.1, 3.2, 1.5, 1.6)


def pdf(record: Mapping[str, Plain]) -> bytes:
    """The report of a record without faults."""
    from generator.draw import Pdf
    from generator.layout import paper_named
    from generator.look import look as game_look
    from generator.sheets.furniture import head
    from generator.sheets.tables import Writer

    view = look(opened(record))
    paper = paper_named("A4")
    plans = Writer(view.texts, game_look(view.game.id), paper).plans(sheet(view))
    out = Pdf((paper.width, paper.height), view.game.name)
    for i, plan in enumerate(plans):
        page = out.page()
        plan.draw(page)
        head(page, f"{view.game.name} · {plan.title} · {i + 1}/{len(plans)}", "", plan.edge)
    return out.bytes()


def sheet(view: View) -> Sheet:
    """The report as the data of a sheet."""
    return Sheet("report", words.word("报告_题", game=view.game.name, count=view.desk.size), "host", tuple(_blocks(view)))


def _blocks(view: View) -> Iterator[Block]:
    if view.winner is not None:
        yield Para(words.word("总结_胜", winner=words.winner_word(view.winner)))
    yield Rows(
        (words.word("座位"), words.word("底牌")),
        tuple((words.seat_word(view, n), "；".join(shown(v) for _, v in dealt(view, n)[:1]) or "—") for n in range(1, view.desk.size + 1)),
        (1.0, 3.0),
    )
    for i, phase in enumerate(view.replay.answer.phases):
        yield Heading(phase.name)
        rows = tuple(_row(view, i, j) for j in range(len(phase.entries)))
        heads = tuple(words.word(w) for w in ("裁决", "发生", "结果", "依据"))
        yield Rows(heads, rows, WIDTHS) if rows else Para(words.word("还没有记下"))
        for line in words.whys(view.texts, phase.why):
            yield Para("· " + line)
        for said in words.announced(view.game.id, phase.announce):
            yield Para("「" + said["say"] + "」")
    yield from _rules(view)


def _row(view: View, i: int, j: int) -> tuple[str, str, str, str]:
    entry = done(view, i, j)
    notes = [*entry["why"], *([words.word("你宣布的", said=entry["said"])] if entry["verdict"] == "mismatch" else [])]
    notes += [str(entry["note"])] if entry["note"] else []
    happened = "\n".join([entry["words"], *notes])
    result = entry["result_word"] if entry["result"] is not None and not entry["struck"] else "—"
    return entry["verdict_word"], happened, result, "、".join(c["place"] for c in entry["rule"]) or "—"


def _rules(view: View) -> Iterator[Block]:
    """Every rule and ruling that was cited, once, in our words."""
    cited = dict.fromkeys(place for phase in view.replay.answer.phases for _, ruling in phase.entries for place in ruling.rule)
    rows = tuple((c["place"], c["text"]) for c in words.cites(view.texts, cited) if c["text"])
    if rows:
        yield Heading(words.word("引用的规则"))
        yield Rows((words.word("依据"), words.word("条文")), rows, (1.0, 4.0))
