"""A short hand for EVA games in tests: `game("第1天: 藏匿 >5; 投票 6>3", "第1夜: 侦测 2>16 =是")`.

An entry is `SKILL [BY]>[TO[,TO…]] [PICK] [=SAID]`; `!5` is a drawn seat, `5>3 6>3` after 投票 or 祝福 a map of votes.
"""

from __future__ import annotations

import re
from typing import Any

from companion.report import plain
from engine.replay import PhaseAnswer, Replay, examine

NAMES = ["村长", "牧师", "民兵", "民兵", *["村民"] * 8, "剑士", "游荡者", "慰魂师", "贵族", "学者", *["恶徒"] * 4]
_ARROW = re.compile(r"(\d*)>([\d,]*)")


def entry(text: str) -> dict[str, Any]:
    skill, *parts = text.split()
    out: dict[str, Any] = {"skill": skill}
    votes: dict[int, int] = {}
    arrows = [p for p in parts if _ARROW.fullmatch(p)]
    for part in parts:
        arrow = _ARROW.fullmatch(part)
        if arrow and len(arrows) > 1:
            votes[int(arrow[1])] = int(arrow[2])
        elif arrow:
            seats = [int(s) for s in arrow[2].split(",") if s]
            out |= {"by": int(arrow[1])} if arrow[1] else {}
            out |= {"to": seats[0] if len(seats) == 1 else seats} if seats else {}
        elif part.isdigit():
            out["by"] = int(part)
        elif part[0] == "=":
            said = part[1:]
            out["said"] = None if said == "null" else int(said) if said.isdigit() else said
        elif part[0] == "!":
            out["drawn"] = [int(part[1:])]
        else:
            out["pick"] = part
    return out | ({"votes": votes} if votes else {})


def record(*phases: str, names: list[str] | None = None, **options: str) -> dict[str, Any]:
    log = []
    for phase in phases:
        name, _, body = phase.partition(":")
        log.append({"phase": name.strip(), "do": [entry(e.strip()) for e in body.split(";") if e.strip()]})
    identities = dict(enumerate(names or NAMES, 1))
    return {"game": "EVA", "players": 21, "options": options, "setup": {"identities": identities}, "log": log}


class Game:
    """A replayed game, looked at from its last phase."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.replay: Replay = examine(data)
        self.answer = self.replay.answer

    @property
    def last(self) -> PhaseAnswer:
        return self.answer.phases[-1]

    @property
    def verdicts(self) -> list[str]:
        return [r.verdict for _, r in self.last.entries]

    @property
    def results(self) -> list[Any]:
        return [plain(r.result) for _, r in self.last.entries]

    def seat(self, n: int) -> dict[str, Any]:
        return dict(plain(self.last.seats[n]))

    def phase(self, name: str) -> PhaseAnswer:
        return next(p for p in self.answer.phases if p.name == name)

    @property
    def table(self) -> dict[str, Any]:
        return dict(plain(self.last.table))

    @property
    def news(self) -> dict[str, Any]:
        return dict(plain(self.last.announce))

    @property
    def settled(self) -> list[str]:
        """结算 as `SKILL BY>TO RESULT`."""
        return [f"{e['skill']} {e['by'] or ''}>{e['to']} {e['result']}" for e in self.table["结算"]]

    @property
    def errors(self) -> list[str]:
        return [f.at for f in self.answer.errors]

    @property
    def winner(self) -> Any:
        return self.answer.winner


def game(*phases: str, names: list[str] | None = None, **options: str) -> Game:
    return Game(record(*phases, names=names, **options))


def quiet(days: int, first: str = "藏匿 >2") -> list[str]:
    """Phases in which nothing happens, up to and with 第<days>夜."""
    out = [f"第1天: {first}", "第1夜:"]
    for n in range(2, days + 1):
        out += [f"第{n}天:", f"第{n}夜:"]
    return out
