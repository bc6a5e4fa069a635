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
    blocks += [Heading(Say("答案/逐座")), Para(Say("答案/逐座说明")), _seats(answers["座位"])]
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


def _seats(seats: Mapping[int, Mapping[str, Plain]]) -> Rows:
    """One table of 验妖, 鉴仙图 and 窥念: a row for each state in which an answer differs, columns that say something."""
    rows: dict[tuple[str, ...], Cell] = {}
    for seat, found in seats.items():
        for way in found["排法"]:
            claims = _claims(way)
            for cards, when, row in _merged(way["验妖"], claims):
                seen = tuple(str(row.get(name, "")) for name in 读)
                rows[(str(seat), cards, *seen, *claims.get(cards, _NONE), _number(found["窥念"]), _words(when))] = when
    kept = [i for i in range(2, 2 + len(读) + 4) if any(row[i] for row in rows)]
    if all(row[2] == row[3] for row in rows if row[3]) and 3 in kept:
        kept.remove(3)
    table = tuple((*row[:2], when, *(row[i] or "－" for i in kept)) for row, when in rows.items())
    columns = [_say("答案/座位"), _say("答案/现有"), _say("答案/何时"), *(_say(f"答案/列/{_COLUMNS[i - 2]}") for i in kept)]
    return Rows(tuple(columns), table, (0.8, 2.6, 2.3, *(1.4 for _ in kept)))


_COLUMNS = (*读, "图①", "图②顶", "图②底", "窥念")
_NONE = ("", "", "")


def _number(told: Plain) -> str:
    return "" if told is None else str(told)


def _words(cell: Cell) -> str:
    return cell if isinstance(cell, str) else ""


def _cards(now: list[str | None]) -> str:
    return "/".join(card for card in now if card) or "—"


def _merged(rows: list[Mapping[str, Plain]], claims: Mapping[str, Plain]) -> Iterator[tuple[str, Cell, Mapping[str, Plain]]]:
    """(cards now, when, row): rows of one state are told apart by no more than makes a difference, phase or 神女."""
    states: dict[str, list[Mapping[str, Plain]]] = {}
    for row in rows:
        states.setdefault(_cards(row["牌"]), []).append(row)
    for cards in {**states, **claims}:
        some = states.get(cards, [{}])
        for tell in ((), ("昼",), ("神女",), ("昼", "神女")):
            kinds: dict[tuple[Plain, ...], list[Mapping[str, Plain]]] = {}
            for row in some:
                kinds.setdefault(tuple(row[what] for what in tell), []).append(row)
            if all(_seen(row) == _seen(same[0]) for same in kinds.values() for row in same):
                break
        for same in kinds.values():
            yield cards, _when(same[0], tell), same[0]


def _seen(row: Mapping[str, Plain]) -> list[Plain]:
    return [row.get(name) for name in 读]


def _when(row: Mapping[str, Plain], tell: tuple[str, ...]) -> Cell:
    words = {"昼": "首昼" if row.get("昼") == "白昼1" else "以后", "神女": f"神女{row.get('神女')}"}
    return "·".join(words[what] for what in tell)


def _claims(way: Mapping[str, Plain]) -> dict[str, tuple[str, str, str]]:
    """Cards now -> true answers of 鉴仙图 ①, ② top, ② bottom."""
    second = {(_cards(row["牌"]), row["层"]): row for row in way["鉴仙图②"]}
    out = {}
    for row in way["鉴仙图①"]:
        cards = _cards(row["牌"])
        out[cards] = (_truth(row), _truth(second.get((cards, "顶层"), {})), _truth(second.get((cards, "底层"), {})))
    return out


def _truth(row: Mapping[str, Plain]) -> str:
    """The answer, or both where it makes a difference who claims: a double 妖众, or 圣贤."""
    told = {who: str(row[who]) for who in ("双妖众", "圣贤") if who in row}
    if len(set(told.values())) < 2:
        return next(iter(told.values()), "")
    return f"众{told['双妖众']} 贤{told['圣贤']}"


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
