"""Help for the tests of 诡秘之主: a plain table, records from short logs, and answers as plain data."""

from __future__ import annotations

import json
from typing import Any

from companion.report import answer_json
from engine.guimi import GAME
from engine.record import normal, record_of
from engine.replay import Replay, examine

IDENTITIES = [
    *("黑夜女神", "风暴之主", "知识与智慧之神", "永恒烈阳", "蒸汽与机械之神", "大地母神", "愚者", "远古太阳神"),  # 1–8
    *("正神信仰",) * 6,  # 9–14
    *("外神信仰",) * 2,  # 15, 16
    *("堕落母神", "宿命之环", "命运女神", "超星主宰", "欲望母树", "不息的呓语", "高维俯视者", "不定之雾"),  # 17–24
    "最初造物主",  # 25
]
BELIEFS = {
    9: "风暴之主",
    10: "知识与智慧之神",
    11: "永恒烈阳",
    12: "蒸汽与机械之神",
    13: "大地母神",
    14: "远古太阳神",
    15: "宿命之环",
    16: "命运女神",
}
Entry = dict[str, Any]


def e(skill: str, by: int | None = None, to: Any = None, pick: Any = None, die: Any = None, drawn: Any = None, **more: Any) -> Entry:
    """An entry; what is None is left out."""
    given = {"by": by, "to": to, "pick": pick, "die": die, "drawn": drawn, **more}
    return {"skill": skill, **{key: value for key, value in given.items() if value is not None}}


def ruled(**rows: dict[str, Any]) -> Entry:
    """裁定: seats as keywords (s9={"生命": 2})."""
    return {"skill": "裁定", "set": {int(seat[1:]): row for seat, row in rows.items()}}


def record(*phases: list[Entry], beliefs: dict[int, str] | None = None, **options: Any) -> dict[str, Any]:
    """The plain table with these phases, 第1夜 first."""
    log = [{"phase": f"第{i // 2 + 1}{'天' if i % 2 else '夜'}", "do": do} for i, do in enumerate(phases)]
    setup = {"身份": dict(enumerate(IDENTITIES, 1)), "信仰": {**BELIEFS, **(beliefs or {})}}
    return {"game": "诡秘之主", "players": 25, "options": options, "setup": setup, "log": log}


class Told:
    """An answer, easy to look into: `night(1)`, `day(1)`; `verdicts`, `results`, `seat(9)`."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.replay: Replay = examine(data)
        self.answer = json.loads(json.dumps(answer_json(self.replay), ensure_ascii=False))
        self.phases = list(self.answer["phases"].values())

    @property
    def last(self) -> dict[str, Any]:
        phase: dict[str, Any] = self.phases[-1]
        return phase

    def night(self, n: int) -> dict[str, Any]:
        phase: dict[str, Any] = self.answer["phases"][f"第{n}夜"]
        return phase

    def day(self, n: int) -> dict[str, Any]:
        phase: dict[str, Any] = self.answer["phases"][f"第{n}天"]
        return phase

    def seat(self, seat: int) -> dict[str, Any]:
        """A seat at the end of the last phase."""
        found: dict[str, Any] = self.last["seats"][str(seat)]
        return found

    def verdicts(self, phase: int = -1) -> list[str]:
        return [entry["verdict"] for entry in self.phases[phase]["entries"]]

    def results(self, phase: int = -1) -> list[Any]:
        return [entry["result"] for entry in self.phases[phase]["entries"]]

    def whys(self, phase: int, entry: int) -> list[str]:
        return [why.code for why in self.replay.answer.phases[phase].entries[entry][1].why]


def told(*phases: list[Entry], beliefs: dict[int, str] | None = None, **options: Any) -> Told:
    return Told(record(*phases, beliefs=beliefs, **options))


def state_of(data: dict[str, Any]) -> Any:
    """The open state of the last phase."""
    return examine(data).state


__all__ = ["GAME", "Told", "e", "normal", "record", "record_of", "ruled", "state_of", "told"]
