"""The moderator's script for exactly the cards of a game. Sealed and [化形] cards keep their calls (R86); other cards have none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.fengyao.roles import 星空牌
from engine.paper import Block, Call, Cell, Heading, Para, Say, Sheet
from engine.record import Record

Plain = Any
Game = Mapping[str, int]
Answers = Mapping[str, Plain]
夜行 = (("灾厄", "业火"), ("怪煞", "崩灭"), ("纸人", "招魂"), ("鬼巫", "请邪"))
恒定 = (("枯骨", "骨筹"), ("树精", "量天"), ("星君", "星象"))


def script_sheet(record: Record, game: Game, answers: Answers) -> Sheet:
    """Words, gestures and small print, in the order in which they are spoken."""
    blocks: list[Block] = [Para(Say("稿/说明"))]
    for title, calls in (("首昼", 首昼(record, game, answers)), ("白昼", 白昼(record, game)), ("黑夜", 黑夜(game))):
        blocks += [Heading(Say(f"稿/{title}")), *calls]
    return Sheet("script", Say("稿/标题"), "host", tuple(blocks))


def _call(step: str, name: str, expect: str = "候", note: str = "", **values: object) -> Call:
    given = tuple(values.items())

    def part(tail: str) -> Cell:
        return Say(f"{name}/{tail}", given) if tail else ""

    return Call(step, Say(name, given), part(expect), part(note))


def 首昼(record: Record, game: Game, answers: Answers) -> Iterator[Call]:
    yield _call("", "首昼·闭眼", "")
    if "枯骨" in game:
        yield _call("1 骨筹", "首昼·骨筹", note="注")
        yield _call("", "首昼·骨筹/骸骨牌")
    if "星君" in game:
        yield _call("2 星象", "首昼·星象")
        yield _call("", "首昼·星象/方向")
        yield _call("", "首昼·星象/图", card=_image(record, "双妖众"))
    yield from _星空(record, game, answers)
    if "鬼巫" in game:
        yield _call("4 请邪", "首昼·请邪")
        yield _call("", "首昼·请邪/三")
        yield _call("", "首昼·请邪/余", "")
    if "凶祟" in game:
        yield _call("5 窥念", "首昼·窥念")
        yield _call("", "首昼·窥念/答")
    yield from _验妖(record, answers)


def _星空(record: Record, game: Game, answers: Answers) -> Iterator[Call]:
    open_eyes = answers["首昼"]["星空仙人确认"]
    asked = "首昼·星空仙人/五人" if record.players == 5 else "首昼·星空仙人"
    if len(open_eyes) == 1:
        seats, tail = open_eyes[0]["答"], "候"
    else:
        seats, tail = [seat for seat in record.seats if seat in _holders(record, "仙子")], "候未定"
    yield Call("3 星空仙人", Say(asked), Say(f"首昼·星空仙人/{tail}", (("seats", seats),)), Say("首昼·星空仙人/注"))
    yield _call("", "首昼·仙子", seats=_holders(record, "仙子"))
    for card in game:
        if card in 星空牌 and card != "仙子":
            name = "首昼·仙童" if card == "仙童" else "首昼·仙人"
            yield _call("", name, "候五人" if record.players == 5 else "候", card=card, seats=_holders(record, card))
    void = answers["首昼"]["化形②"][0]["答"] == "失效"
    yield _call("", "首昼·化形", "候失效" if void else "候", cards=record.setup["化形"])
    if "星君" in game:
        yield _call("", "首昼·星象再看", card=_image(record, "双妖众"))
    if "仙童" in game:
        yield _call("", "首昼·天眼")
    if "佛陀" in game:
        yield _call("", "首昼·止伐")
    yield _call("", "首昼·星空闭眼", "")


def _验妖(record: Record, answers: Answers) -> Iterator[Call]:
    effects = answers["首昼"]["验妖效果"]
    if len(effects) == 1:
        yield _call("6 验妖", "首昼·验妖", effects="".join(effects[0]["答"]))
    else:
        yield _call("6 验妖", "首昼·验妖", "候未定")
    yield _call("", "首昼·验妖/答")
    yield _call("", "首昼·化形二", cards=record.setup["化形"])
    yield _call("", "首昼·结束", "")


def 白昼(record: Record, game: Game) -> Iterator[Call]:
    yield _call("", "白昼·闭眼", "")
    yield _call("0 标记", "白昼·标记")
    if "佛陀" in game:
        yield _call("", "白昼·止伐者")
    if "魔罗" in game:
        yield _call("1 生死链", "白昼·生死链")
        yield _call("", "白昼·生死链/哪种")
    if "血俑" in game:
        yield _call("2 血祭", "白昼·血祭")
        yield _call("", "白昼·血祭/确认")
    也 = [card for card in ("佛陀", "圣贤") if card in game]
    yield _call("3 星空仙人", "白昼·星空仙人", "候也" if 也 else "候", cards=也)
    if record.setup["关键仙人"] == "星君":
        yield _call("", "白昼·星象", card=_image(record, "妖首"))
    yield _call("", "白昼·个人技能", "候" if "佛陀" in game else "候无")
    yield _call("", "白昼·封妖", "候圣陨" if "圣贤" in game else "候")
    yield _call("", "白昼·封妖/确认")
    if "影妖" in game:
        yield _call("4 背刺", "白昼·背刺")
        yield _call("", "白昼·背刺/确认")
    if "凶祟" in game:
        yield _call("5 窥念", "白昼·窥念")
        yield _call("", "白昼·窥念/答")
    yield _call("6 验妖", "白昼·验妖")
    yield _call("", "白昼·验妖/答")
    yield _call("结算", "白昼·结算")
    if "仙童" in game:
        yield _call("终 天眼", "白昼·天眼")


def 黑夜(game: Game) -> Iterator[Call]:
    yield _call("", "黑夜·睁眼", "")
    yield _call("1 公布", "黑夜·公布")
    yield _call("", "黑夜·抗辩", "", "注", seat="____")
    if "佛陀" in game:
        yield _call("2 止伐", "黑夜·止伐")
    for card, skill in 恒定:
        if card in game:
            yield _call(f"2 {skill}", f"黑夜·{skill}")
    yield _call("3 讨论", "黑夜·讨论", note="注")
    for card, skill in 夜行:
        if card in game:
            yield _call(f"　{skill}", f"黑夜·{skill}")
    yield _call("　鉴仙图", "黑夜·鉴仙图")
    yield _call("4 诛仙投票", "黑夜·诛仙投票")
    yield _call("", "黑夜·补票")
    yield _call("", "黑夜·结果")
    yield _call("5 黎明", "黑夜·黎明")
    if "仙童" in game:
        yield _call("终 天眼", "黑夜·天眼")


def _image(record: Record, meaning: str) -> str:
    return next(str(image) for image, means in record.setup["星象图"].items() if means == meaning)


def _holders(record: Record, card: str) -> list[int]:
    held = record.setup.get("hands") or record.setup["dealt"]
    return [seat for seat in record.seats if card in held[seat]]
