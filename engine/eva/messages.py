"""What is written to people: letters, the rules post, the 电梯 list, the opening post. Each tells what its reader may know, no more.

A letter is made of a seat's own identity, its groups, and what the rules told that very seat (`State.heard`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.eva.phase import carried, ended
from engine.eva.roles import GROUPS, SIDE, SKILLS
from engine.eva.state import Seat, State
from engine.paper import Block, Heading, Para, Say, Sheet
from engine.record import Record
from engine.stream import Stream

Plain = Any
Values = tuple[tuple[str, object], ...]


# --- hours


@dataclass(frozen=True, slots=True)
class Hours:
    """When the day closes and opens, in a zone; as minutes after midnight."""

    closing: int
    opening: int
    zone: str

    def values(self) -> Values:
        late = {f"t{m}": _clock(self.closing + m) for m in (30, 45, 60)}
        times = {"hour": _clock(self.closing), "open": _clock(self.opening), "before": _clock(self.opening - 15), **late}
        return (*times.items(), ("zone", self.zone))


def _clock(minutes: int) -> str:
    return f"{minutes // 60 % 24:02}:{minutes % 60:02}"


def hours(closing: int = 22 * 60, opening: int = 8 * 60, zone: str = "UTC+8") -> Hours:
    return Hours(closing, opening, zone)


def _say(key: str, **values: object) -> Say:
    return Say(key, tuple(values.items()))


# --- letters


def letters(record: Record, when: Hours) -> tuple[Sheet, ...]:
    """The letter of each seat before 第1天."""
    given = record.setup["identities"]
    state = State(tuple(Seat(given[n], given[n]) for n in record.seats))
    return tuple(letter(record, state, n, when) for n in record.seats)


def night_letters(record: Record, state: State, when: Hours) -> tuple[Sheet, ...]:
    """What each seat is told about the phase just settled. `state`: the open state of that phase."""
    end = ended(state)
    after = carried(end)._replace(heard=end.heard, phase=end.phase)
    return tuple(letter(record, after, n, when) for n in record.seats)


def letter(record: Record, state: State, n: int, when: Hours) -> Sheet:
    seat = state.seat(n)
    blocks: list[Block] = [Para(_say("信/抬头", seat=n, name=_name(record, n), phase=state.phase or "开局"))]
    blocks.append(Para(_say("信/身份", identity=seat.身份, side=SIDE[seat.身份])))
    if seat.存活:
        blocks.append(Para(_say(f"信/胜利/{SIDE[seat.身份]}")))
        blocks += [Para(text) for text in _skills(seat)]
        blocks += [Para(text) for text in _groups(state, n)]
    else:
        blocks.append(Para(_say("信/出局")))
    heard = [why for m, why in state.heard if m == n]
    if heard:
        blocks.append(Heading(_say("信/反馈")))
        blocks += [Para(Say(why.code, why.values)) for why in heard]
    if seat.存活 and seat.挂机 is None:
        blocks += [Heading(_say("信/时限")), *(Para(text) for text in _deadlines(seat, when))]
    return Sheet("messages", _say("信/标题", seat=n), "seat", tuple(blocks), seat=n, as_text=True)


def _name(record: Record, n: int) -> str:
    return record.names[n - 1] if record.names else ""


def _skills(seat: Seat) -> Iterator[Say]:
    for skill in seat.skills():
        used = skill in seat.限定已用
        yield _say("信/已用" if used else "信/技能", skill=skill, text=_say(f"规则书/{PLACE[skill]}"))


def _groups(state: State, n: int) -> Iterator[Say]:
    """Groups with more than oneself in them: seats only, never what the others are."""
    if state.seat(n).挂机 is not None:
        return
    for name, skill in GROUPS:
        members = [m for m, s in enumerate(state.seats, 1) if s.存活 and s.挂机 is None and s.owns(skill)]
        if n in members:
            yield _say("信/同群", group=name, seats=[m for m in members if m != n]) if len(members) > 1 else _say("信/独群", group=name)


PLACE = {skill: f"{identity}/{skill}" for identity, skills in reversed(SKILLS.items()) for skill in skills}
EARLY = {"牵制": "30", "潜行": "30", "安葬": "45", "侦测": "45", "拓印": "45", "探查": "45", "死灵咒": "死灵咒"}
SILENT = ("长寿", "神恩", "虔诚", "追踪", "告死", "不朽", "灵能", "伪装", "集群", "藏匿", "虚体", "腐化", "权势")


def _deadlines(seat: Seat, when: Hours) -> Iterator[Say]:
    """Until when this seat's own choices are due."""
    yield Say("时限/投票", when.values())
    due: dict[str, list[str]] = {}
    for skill in seat.skills():
        if skill not in SILENT:
            due.setdefault(EARLY.get(skill, "60"), []).append(skill)
    for key in ("30", "45", "60", "死灵咒"):
        if key in due:
            yield Say(f"时限/{key}", (*when.values(), ("skills", due[key])))
    yield Say("时限/开门", when.values())


# --- for everybody


def rules_post(when: Hours) -> Sheet:
    """The rules post: identities and their skills, sides, days, deadlines; nothing of this deal."""
    blocks: list[Block] = [Para(Say("规则/头", when.values()))]
    for title, count in (("流程", 5), ("用语", 6)):
        blocks.append(Heading(_say(f"规则/{title}")))
        blocks += [Para(Say(f"规则/{title}/{i}", when.values())) for i in range(1, count + 1)]
    blocks.append(Heading(_say("规则/身份")))
    blocks += [Para(_say("规则/一身份", identity=name, text=_say(f"牌面/{name}"))) for name in SKILLS]
    blocks.append(Heading(_say("规则/胜负")))
    blocks += [Para(_say(f"信/胜利/{side}")) for side in ("亡灵阵营", "环蛇阵营", "圣殿阵营", "莱恩阵营")]
    blocks += [Heading(Say("规则/时限", when.values())), *(Para(Say(f"规则/时限/{i}", when.values())) for i in range(1, 6))]
    blocks += [Heading(_say("规则/违规")), *(Para(_say(f"规则/违规/{i}")) for i in range(1, 4))]
    return Sheet("rules", _say("规则/标题"), "table", tuple(blocks), as_text=True)


def elevator(record: Record, stream: Stream, out: Sequence[int] = ()) -> Sheet:
    """电梯楼: the seats still in play in random order (R3)."""
    seats = stream.shuffled([n for n in record.seats if n not in out])
    lines = tuple(Para(_say("电梯/一行", seat=n, name=_name(record, n))) for n in seats)
    return Sheet("elevator", _say("电梯/标题"), "table", lines, as_text=True)


def opening(announce: Mapping[str, Plain], day: int, names: Sequence[str] = ()) -> Sheet:
    """The opening post of 第<day>天, from the `announce` of the night before it and from nothing else."""

    def who(n: int) -> str:
        return f"{n}号{names[n - 1] if names else ''}"

    blocks: list[Block] = []
    for key in ("投票出局", "夜晚出局"):
        out = [who(e["seat"]) for e in announce[key]]
        blocks.append(Para(_say(f"开帖/{key}", seats=out) if out else _say(f"开帖/{key}/无")))
    favourite = announce["神眷者"]
    blocks.append(Para(_say("开帖/神眷者/无") if favourite is None else _say("开帖/神眷者", seat=who(favourite))))
    blocks += [Para(_say("开帖/流言", seat=who(e["to"]), votes=e["votes"])) for e in announce["流言"]]
    if announce["权势"]:
        blocks.append(Para(_say("开帖/权势", seats=[who(n) for n in announce["权势"]])))
    blocks += _texts("剑痕", [(None, text) for text in announce["剑痕"]])
    blocks += _texts("遗言", [(who(e["seat"]), e["text"]) for e in announce["遗言"]])
    return Sheet("opening", _say("开帖/标题", day=day), "table", tuple(blocks), as_text=True)


def _texts(kind: str, texts: list[tuple[str | None, str]]) -> Iterator[Block]:
    if texts:
        yield Heading(_say(f"开帖/{kind}"))
    for who, text in texts:
        yield Para(_say("开帖/原话", text=text) if who is None else _say("开帖/某人原话", seat=who, text=text))
