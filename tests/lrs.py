"""Short records of 狼人杀 for tests: a board in one line, each phase in one line, and the answer as JSON has it."""

from __future__ import annotations

import json
from typing import Any

from companion.report import answer_json
from engine.langrensha.faults import phase_name
from engine.replay import examine

LISTS = ("情侣", "警长竞选")
STANDARD = "狼人3 预言家 女巫 猎人 平民3"


def roles(text: str) -> dict[int, str]:
    """`狼人2 女巫 平民5`, in this very order round the table."""
    cards: list[str] = []
    for word in text.split():
        name = word.rstrip("0123456789")
        cards += [name] * int(word[len(name) :] or 1)
    return dict(enumerate(cards, 1))


def value(text: str) -> Any:
    if text.startswith("["):
        return [int(part) for part in text[1:-1].split(",") if part]
    return None if text == "null" else int(text) if text.isdigit() else text


def entry(text: str) -> dict[str, Any]:
    """`查验 4>3 =好人`, `刀 >6`, `公投 1:5,2:5 亮明身份`, `情侣 3>7,1`, `公投 -` (no votes)."""
    skill, *parts = text.split()
    made: dict[str, Any] = {"skill": skill}
    for part in parts:
        if part.startswith("="):
            made["said"] = value(part[1:])
        elif ":" in part:
            made["votes"] = {int(a): int(b) for a, b in (pair.split(":") for pair in part.split(","))}
        elif part == "-":
            made["votes"] = {}
        elif ">" in part:
            by, to = part.split(">")
            if by:
                made["by"] = int(by)
            seats = [int(seat) for seat in to.split(",") if seat]
            made["to"] = seats if skill in LISTS else seats[0]
        elif part.isdigit():
            made["by"] = int(part)
        else:
            made["pick"] = part
    return made


def record(board: str, *phases: str, extra: list[str] | None = None, first_knife: int | None = None, **options: Any) -> dict[str, Any]:
    seats = roles(board)
    setup: dict[str, Any] = {"roles": seats}
    if extra:
        setup["extra"] = extra
    if first_knife:
        setup["上轮首刀"] = first_knife
    log = [{"phase": phase_name(i), "do": [entry(e) for e in phase.split(";") if e.strip()]} for i, phase in enumerate(phases)]
    return {"game": "狼人杀", "players": len(seats), "options": options, "setup": setup, "log": log}


class Game:
    """The answer to a short record; phases by index, entries by index."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.replay = examine(data)
        self.answer: dict[str, Any] = json.loads(json.dumps(answer_json(self.replay), ensure_ascii=False))
        self.names = list(self.answer["phases"])
        self.winner = self.answer["winner"]
        self.errors = [error["at"] for error in self.answer["errors"]]

    def phase(self, index: int = -1) -> dict[str, Any]:
        found: dict[str, Any] = self.answer["phases"][self.names[index]]
        return found

    def verdicts(self, index: int = -1) -> list[str]:
        return [e["verdict"] for e in self.phase(index)["entries"]]

    def results(self, index: int = -1) -> list[Any]:
        return [e["result"] for e in self.phase(index)["entries"]]

    def seat(self, number: int, index: int = -1) -> dict[str, Any]:
        found: dict[str, Any] = self.phase(index)["seats"][str(number)]
        return found

    def table(self, index: int = -1) -> dict[str, Any]:
        found: dict[str, Any] = self.phase(index)["table"]
        return found

    def news(self, index: int = -1) -> dict[str, Any]:
        found: dict[str, Any] = self.phase(index)["announce"]
        return found

    def dead(self, index: int = -1) -> dict[int, str]:
        """Seat -> cause of everybody dead at the end of the phase."""
        return {int(n): s["cause"] for n, s in self.phase(index)["seats"].items() if not s["alive"]}

    def why(self, index: int, entry: int) -> list[str]:
        """Codes of the reasons told with an entry."""
        return [why.code for why in self.replay.answer.phases[index].entries[entry][1].why]


def play(board: str, *phases: str, extra: list[str] | None = None, first_knife: int | None = None, **options: Any) -> Game:
    return Game(record(board, *phases, extra=extra, first_knife=first_knife, **options))
