"""The adjudication key on paper: `key.py`'s plain data as tables, equal answers drawn together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.paper import Block, Cell, Heading, Para, Rows, Say, Sheet
from engine.record import Record

Plain = Any
读 = ("①", "②顶层", "②底层", "③")


def key_sheet(record: Record, answers: Mapping[str, Plain]) -> Sheet:
    """All answers that a moderator without a device needs."""
    blocks: list[Block] = [Para(Say("答案/说明" if answers["已定"] else "答案/说明未定"))]
    blocks += _first_day(answers["首昼"])
    blocks += [Heading(Say("答案/逐座")), _readings(answers["座位"])]
    blocks += _claims(answers["座位"])
    blocks += _standing(answers)
    return Sheet("key", Say("答案/标题"), "host", tuple(blocks))


def _say(name: str, **values: object) -> Say:
    return Say(name, tuple(values.items()))


def _first_day(told: Mapping[str, list[Mapping[str, Plain]]]) -> Iterator[Block]:
    yield Heading(_say("答案/首昼"))
    rows: list[tuple[Cell, ...]] = []
    for name, found in told.items():
        if all(row["答"] is None for row in found):
            continue
        rows += [(name, _order(row["排法"]), _told(row["答"])) for row in found]
    yield Rows((_say("答案/什么"), _say("答案/排法"), _say("答案/答")), tuple(rows), (2, 4, 3))


def _order(ways: Mapping[int, list[str]]) -> Cell:
    """Which hands lie how: seat and top over bottom."""
    return "　".join(f"{seat}：{'/'.join(way)}" for seat, way in ways.items()) or _say("答案/不论")


def _told(answer: Plain) -> Cell:
    if answer is None:
        return _say("答案/不出示")
    return "、".join(str(a) for a in answer) if isinstance(answer, list) else str(answer)


def _readings(seats: Mapping[int, Mapping[str, Plain]]) -> Rows:
    """验妖 and 窥念, a row for each state in which the readings differ."""
    rows: list[tuple[Cell, ...]] = []
    for seat, found in seats.items():
        for way in found["排法"]:
            for cards, when, row in _merged(way["验妖"]):
                seen = tuple(str(row.get(name, "－")) for name in 读)
                rows.append((seat, cards, when, *seen, "－" if found["窥念"] is None else found["窥念"]))
    columns = ("答案/座位", "答案/现有", "答案/何时", *(f"答案/{name}" for name in 读), "答案/窥念")
    return Rows(tuple(_say(c) for c in columns), tuple(rows), (0.8, 2.8, 2.4, 1, 1.1, 1.1, 1, 0.9))


def _cards(now: list[str | None]) -> str:
    return "/".join(card for card in now if card) or "—"


def _merged(rows: list[Mapping[str, Plain]]) -> Iterator[tuple[str, Cell, Mapping[str, Plain]]]:
    """(cards now, when, row): the rows of one state are one where they all answer the same."""
    states: dict[str, list[Mapping[str, Plain]]] = {}
    for row in rows:
        states.setdefault(_cards(row["牌"]), []).append(row)
    for cards, some in states.items():
        if all(_seen(row) == _seen(some[0]) for row in some):
            yield cards, "", some[0]
            continue
        for row in some:
            yield cards, _when(row), row


def _seen(row: Mapping[str, Plain]) -> list[Plain]:
    return [row.get(name) for name in 读]


def _when(row: Mapping[str, Plain]) -> Cell:
    神女 = f"·神女{row['神女']}" if row["神女"] else ""
    return f"{'首昼' if row['昼'] == '白昼1' else '以后'}{神女}"


def _claims(seats: Mapping[int, Mapping[str, Plain]]) -> Iterator[Block]:
    """True answers of 鉴仙图 ① and ②, for either kind of true claimant."""
    whos = [w for w in ("双妖众", "圣贤") if any(w in row for s in seats.values() for way in s["排法"] for row in way["鉴仙图①"])]
    yield Heading(_say("答案/鉴仙图"))
    if not whos:
        yield Para(_say("答案/无真鉴仙图"))
        return
    rows: dict[tuple[Cell, ...], None] = {}
    for seat, found in seats.items():
        for way in found["排法"]:
            for row in _claim_rows(seat, way, whos):
                rows[row] = None
    columns = [_say("答案/座位"), _say("答案/现有"), *(_say(f"答案/图{n}", who=w) for n in ("①", "②顶", "②底") for w in whos)]
    yield Rows(tuple(columns), tuple(rows), (0.8, 2.8, *(1.3 for _ in columns[2:])))


def _claim_rows(seat: int, way: Mapping[str, Plain], whos: list[str]) -> Iterator[tuple[Cell, ...]]:
    second = {(_cards(row["牌"]), row["层"]): row for row in way["鉴仙图②"]}
    for row in way["鉴仙图①"]:
        cards = _cards(row["牌"])
        tops, bottoms = second.get((cards, "顶层"), {}), second.get((cards, "底层"), {})
        yield (seat, cards, *(str(found.get(who, "－")) for found in (row, tops, bottoms) for who in whos))


def _standing(answers: Mapping[str, Plain]) -> Iterator[Block]:
    if answers["星象"]:
        ring = answers["星象"]
        yield Heading(_say("答案/星象"))
        yield Para(_say("答案/星象说明"))
        yield Rows(tuple(ring), (tuple(str(image).removeprefix("星象图") for image in ring.values()),))
    if answers["量天"]:
        yield Heading(_say("答案/量天"))
        for row in answers["量天"]:
            yield Para(_say("答案/量天行", layer=row["树精"]))
            yield Rows((_say("答案/目标"), *row["距离"]), ((_say("答案/距离"), *row["距离"].values()),))
    if answers["骨筹"]:
        yield Heading(_say("答案/骨筹"))
        yield Para(_say("答案/骨筹说明"))
        yield _pairs(answers["骨筹"])


def _pairs(found: Mapping[str, Mapping[str, str]]) -> Rows:
    """A triangle of pairs: the kind of which there are more than two among the five cards (the other is 小于3)."""
    last = max(int(pair.partition("-")[2]) for pair in found)
    rows: list[tuple[Cell, ...]] = []
    for a in range(1, last):
        line: list[Cell] = [_more(found[f"{a}-{b}"]) if b > a else "" for b in range(2, last + 1)]
        rows.append((a, *line))
    return Rows(("", *range(2, last + 1)), tuple(rows))


def _more(told: Mapping[str, str]) -> str:
    return "".join(kind[0] for kind, answer in told.items() if answer == "大于2") or "－"
