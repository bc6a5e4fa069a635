"""What the 法官 pastes into chats: 入夜 and 天亮 to each seat, 警情通报 to all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.guimi.ledger import say
from engine.guimi.state import SEATS, Desk, State, begun
from engine.guimi.work import reach
from engine.paper import Block, Heading, Para, Say, Sheet
from engine.record import Record
from engine.replay import PhaseAnswer, Replay, replay

Plain = Any


def _replayed(record: Record) -> Replay:
    from engine.games import game_named

    game = game_named("guimi")
    assert game is not None
    return replay(game, record)


def night_of(record: Record, done: Replay) -> Desk:
    """The table at 入夜: of the night that is on, else of the one to come."""
    last = record.log[-1].name if record.log else ""
    state: State = done.state if last.endswith("夜") else begun(done.closed, f"第{len(record.log) // 2 + 1}夜")
    desk = state.desk.copy()
    if not desk.入夜:
        reach(desk, 2)
    return desk


def told_at_dusk(desk: Desk, seat: int) -> list[Say]:
    """R23: what one seat is told at 入夜; nothing where it is out."""
    told = desk.入夜[seat]
    if told is None:
        return []
    code = "足" if not told["理智<6"] else "不足可用" if 11 in desk.被动[seat] else "不足"
    lines = [say(f"私信/{code}", phase=desk.phase, knowledge=told["神秘学知识"], god=told["信仰"])]
    if "昨夜获得神秘学知识" in told:
        lines.append(say("私信/昨夜", n=told["昨夜获得神秘学知识"]))
    return lines


def told_at_dawn(phase: PhaseAnswer, seat: int) -> list[Say]:
    """The results of 祈祷 (三/【1】), and what 超星主宰 learns (R62)."""
    prayed = [r.result for e, r in phase.entries if e.skill == "祈祷" and e.by == seat and isinstance(r.result, Mapping)]
    lines = [say("私信/祈祷", life=result["生命"], sanity=result["理智"]) for result in prayed]
    learnt = [f"{seen['skill']} {'、'.join(map(str, seen['to']))} {_words(seen['result'])}" for seen in phase.seats[seat].get("得知") or ()]
    return [*lines, *(say("私信/得知", what=what) for what in learnt)]


def _words(result: Plain) -> str:
    if isinstance(result, Mapping):
        return "，".join(f"{key} {_words(value)}" for key, value in result.items())
    return "" if result is None else str(result)


def messages(record: Record) -> tuple[Sheet, ...]:
    """入夜 of the night that is on or to come; and, where a night is over, what was to be told at dawn."""
    done = _replayed(record)
    desk = night_of(record, done)
    dusk = _sheet(record, "messages", desk.phase, {seat: told_at_dusk(desk, seat) for seat in SEATS}, say("私信/说明"))
    nights = [phase for phase in done.answer.phases if phase.name.endswith("夜")]
    if not nights:
        return (dusk,)
    dawn = {seat: told_at_dawn(nights[-1], seat) for seat in SEATS}
    return (dusk, _sheet(record, "dawn", f"{nights[-1].name}天亮", dawn, None)) if any(dawn.values()) else (dusk,)


def _sheet(record: Record, ident: str, phase: str, told: Mapping[int, list[Say]], note: Say | None) -> Sheet:
    blocks: list[Block] = [Para(note)] if note else []
    for seat, lines in told.items():
        if lines:
            name = f" {record.names[seat - 1]}" if record.names else ""
            blocks += [Heading(say("私信/座位", seat=seat, name=name)), *(Para(line) for line in lines)]
    return Sheet(ident, say("私信/标题", phase=phase), "host", tuple(blocks), as_text=True)


# --- 警情通报


def announce_text(record: Record) -> Sheet:
    """What is read out: the last night's 警情, with the losses of the day before, or the day that has just been."""
    phases = _replayed(record).answer.phases
    if not phases:
        return Sheet("announcement", say("通报/标题", phase="第1天"), "host", (Para(say("通报/待开")),), as_text=True)
    lines = [line for phase in phases[-2:] for line in _announced(phase)]
    return Sheet("announcement", say("通报/标题", phase=phases[-1].name), "host", tuple(Para(line) for line in lines), as_text=True)


def _announced(phase: PhaseAnswer) -> Iterator[Say]:
    said = phase.announce
    if phase.name.endswith("天"):
        yield from _exiled(said["放逐"])
    if said["死亡"]:
        yield say("通报/死亡" if phase.name.endswith("夜") else "通报/白天死亡", seats=said["死亡"])
        yield say("通报/遗言", seats=said["遗言"]) if said["遗言"] else say("通报/没有遗言")
    elif phase.name.endswith("夜"):
        yield say("通报/无")
    for seen in said.get("高维俯视者") or ():
        yield say("通报/俯视", skill=seen["skill"], to=seen["to"]) if seen["to"] else say("通报/俯视无目标", skill=seen["skill"])


def _exiled(result: Plain) -> Iterator[Say]:
    losses = [(kind, seat, loss) for kind in ("生命", "理智") for seat, loss in ((result or {}).get(kind) or {}).items()]
    if result is not None and not losses:
        yield say("通报/放逐无")
    for kind, seat, loss in losses:
        yield say(f"通报/放逐{kind}", seat=seat, loss=loss)
