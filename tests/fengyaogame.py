"""Help for the tests of 封妖: a short way to write a game, ordered deals, and entries at random that have the right shape."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.report import answer_json
from engine.fengyao import GAME
from engine.fengyao.deal import orders
from engine.fengyao.setup import 邪神牌
from engine.replay import examine
from engine.stream import Stream

Plain = Any

# Seven seats with most skills in them; 圣贤 is the 关键仙人.
HANDS: dict[int, list[str]] = {
    1: ["魔罗", "妖众"],
    2: ["血俑", "妖众"],
    3: ["圣贤", "妖众"],
    4: ["妖众", "仙子"],
    5: ["妖首", "妖众"],
    6: ["妖首", "影妖"],
    7: ["妖众", "妖众"],
}


def do(*entries: str | Mapping[str, Plain]) -> list[dict[str, Plain]]:
    """Entries: `"背刺 1>3"`, `"封妖 4"`, `"业火 2>1,3 d5"`, `"验妖 5>3 ②底"`, `"投票 1>3,3 2>4"`, or a map as it is."""
    return [dict(e) if isinstance(e, Mapping) else _entry(e) for e in entries]


def _entry(text: str) -> dict[str, Plain]:
    skill, *words = text.split()
    if skill == "投票":
        ballots = [word.split(">") for word in words]
        return {"skill": "诛仙投票", "votes": {int(by): [int(seat) for seat in to.split(",")] for by, to in ballots}}
    entry: dict[str, Plain] = {"skill": skill}
    for word in words:
        entry.update(_key(word))
    return entry


def _key(word: str) -> dict[str, Plain]:
    if word[0] == "d":
        return {"die": int(word[1:])}
    if word[0] == "=":
        items = [int(w) if w.isdecimal() else w for w in word[1:].split(",")]
        return {"drawn": items[0] if len(items) == 1 else items}
    if word[0].isdecimal():
        by, _, to = word.partition(">")
        seats = [int(seat) for seat in to.split(",") if seat]
        return {"by": int(by), **({"to": seats[0] if len(seats) == 1 else seats} if seats else {})}
    if word in ("②顶", "②底"):
        return {"pick": ["②", word[1] + "层"]}
    return {"pick": word if "," not in word else word.split(",")}


VOID: dict[str, Plain] = {"skill": "诛仙投票", "votes": {}, "note": "代填"}


def game(
    *phases: Sequence[str | Mapping[str, Plain]],
    hands: Mapping[int, list[str]] = HANDS,
    化形: Iterable[str] = ("灾厄", "怪煞"),
    关键: str = "圣贤",
    显圣: bool = False,
    **setup: Plain,
) -> dict[str, Plain]:
    """A record whose phases are 白昼1, 黑夜1, 白昼2 … in turn; a 黑夜 but the last gets an empty vote where it has none."""
    log: list[dict[str, Plain]] = []
    for i, entries in enumerate(phases):
        written = do(*entries)
        if i % 2 and i + 1 < len(phases) and not any(e["skill"] == "诛仙投票" for e in written):
            written.append(dict(VOID))
        log.append({"phase": f"{'黑夜' if i % 2 else '白昼'}{i // 2 + 1}", "do": written})
    fixed = {"hands": {seat: list(hand) for seat, hand in hands.items()}, "化形": list(化形), "关键仙人": 关键, **setup}
    options = {"源尊显圣": True} if 显圣 else {}
    return {"game": "封妖", "players": len(hands), "options": options, "setup": fixed, "log": log}


def answer(record: Mapping[str, Plain]) -> dict[str, Plain]:
    return answer_json(examine(dict(record)))


def played(*phases: Sequence[str | Mapping[str, Plain]], **more: Plain) -> Told:
    """The answer to a game of valid shape."""
    record = game(*phases, **more)
    told = answer(record)
    assert told["verdict"] != "invalid", told["errors"]
    return Told(told)


class Told:
    """An answer, with short ways into it."""

    def __init__(self, answer: dict[str, Plain]) -> None:
        self.answer = answer

    def __getitem__(self, phase: str) -> dict[str, Plain]:
        found: dict[str, Plain] = self.answer["phases"][phase]
        return found

    @property
    def winner(self) -> Plain:
        return self.answer["winner"]

    def entries(self, phase: str) -> list[dict[str, Plain]]:
        """The entries that the test wrote itself."""
        return [e for e in self[phase]["entries"] if e.get("note") != VOID["note"]]

    def verdicts(self, phase: str) -> list[str]:
        return [e["verdict"] for e in self.entries(phase)]

    def results(self, phase: str) -> list[Plain]:
        return [e["result"] for e in self.entries(phase)]

    def rules(self, phase: str, index: int) -> list[str]:
        found: list[str] = self[phase]["entries"][index]["rule"]
        return found

    def lost(self, phase: str) -> list[int]:
        """Who lost a layer."""
        found: list[int] = self[phase]["announce"]["封印"]
        return found

    def seat(self, phase: str, seat: int) -> dict[str, Plain]:
        found: dict[str, Plain] = self[phase]["seats"][str(seat)]
        return found

    def marks(self, phase: str, seat: int) -> list[str]:
        found: list[str] = self.seat(phase, seat)["marks"]
        return found

    def table(self, phase: str, key: str) -> Plain:
        return self[phase]["table"][key]


def faults(record: Mapping[str, Plain]) -> list[tuple[str, str]]:
    """(at, rule) of every fault."""
    return [(e["at"], e["rule"]) for e in answer(record)["errors"]]


# at random --------------------------------------------------------------------------------------------------------


def ordered_deal(stream: Stream, players: int, **wish: Plain) -> dict[str, Plain]:
    """A deal of the software's own, ordered at random."""
    record, _ = GAME.deal({"players": players, **wish}, stream)
    layers = {seat: stream.choice(orders(cards)) for seat, cards in record["setup"]["dealt"].items()}
    return GAME.order(record, layers)


def random_entry(stream: Stream, kind: str, players: int) -> dict[str, Plain]:
    """An entry of a skill of this kind of phase, of the right shape, else anything."""
    some = stream.below

    def seat() -> int:
        return 1 + some(players)

    def two() -> list[int]:
        return [seat(), seat()]

    def layer() -> str:
        return stream.choice(("顶层", "底层"))

    def maybe(**keys: Plain) -> dict[str, Plain]:
        return keys if some(5) else {}

    def effect(*bare: str) -> Plain:
        return stream.choice((*bare, ["②", "顶层"], ["②", "底层"]))

    cards = [role.name for role in GAME.roles]
    card = stream.choice(cards)
    by = {"by": seat()}
    to = {"to": seat()}
    die = maybe(die=1 + some(6))
    first = {
        "骨筹": {**by, **stream.choice(({"pick": stream.choice(("将领", "妖众"))}, {"drawn": "妖众"}, {}))},
        "星象": stream.choice(({}, {**by, **to, "pick": stream.choice(("大数", "小数"))})),
        "星空仙人确认": {},
        "化形": stream.choice((maybe(drawn=card), {**by, **({} if some(3) else {"drawn": card})})),
        "天眼": stream.choice(({}, {}, by, {"pick": {1: "顶层"}})),
        "止伐": {**by, **maybe(**to)},
        "请邪": {**by, "pick": [stream.choice(邪神牌), stream.choice(邪神牌), stream.choice(("是", "否"))]},
        "窥念": {**by, **maybe(**to)},
        "验妖": {**by, **maybe(**to, pick=effect("①", "③"))},
    }
    day = {
        "生死链": {**by, **maybe(to=two(), pick=stream.choice(("生链", "死链")))},
        "血祭": {**by, **maybe(**to), **({} if some(3) else {"pick": "饥渴献祭"})},
        "星空仙人行动": {},
        "星象": stream.choice(({}, {}, by)),
        "止伐": {**by, **maybe(**to)},
        "封妖": {**by, **maybe(**to), **({} if some(3) else {"pick": "圣陨"})},
        "背刺": {**by, **maybe(**to)},
        "窥念": {**by, **maybe(**to)},
        "验妖": {**by, **maybe(**to, pick=effect("①", "③"))},
        "天眼": {**by, "pick": {seat(): [layer()], seat(): layer()}},
    }
    night = {
        "骨筹": stream.choice((maybe(drawn=two()), {"drawn": [*two(), stream.choice(("小于3", "大于2"))]})),
        "量天": maybe(drawn=seat()),
        "星象": {},
        "业火": {**by, "to": two(), **die},
        "崩灭": {**by, **to, **die},
        "招魂": {**by, "pick": card, **die, **maybe(drawn=stream.choice(("成功", "失败", "无")))},
        "请邪": {**by, "pick": stream.choice(("是", "否")), **maybe(drawn=stream.choice(邪神牌))},
        "鉴仙图": stream.choice(({**by, **to, "pick": effect("①", "④"), **die}, {**by, "pick": "③"})),
        "诛仙投票": {"votes": {seat(): stream.choice((seat(), two())) for _ in range(some(4))}},
        "黎明": {"pick": {seat(): stream.choice(("戏言", "缄默")) for _ in range(some(3))}},
        "天眼": {**by, "pick": {seat(): [layer()], seat(): layer()}},
    }
    rows: dict[str, dict[str, Plain]] = {"首昼": first, "白昼": day, "黑夜": night}[kind]  # type: ignore[assignment]
    skill = stream.choice(list(rows))
    return {"skill": skill, **rows[skill]}


__all__ = ["GAME", "HANDS", "VOID", "Told", "answer", "do", "faults", "game", "ordered_deal", "played", "random_entry"]
