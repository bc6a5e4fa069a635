"""Random boards, options and entries of 狼人杀, for walks."""

from __future__ import annotations

from typing import Any

from engine.deal import Impossible, Refused
from engine.games import game_named
from engine.langrensha.roles import OPTIONS, ROLES, WOLVES
from engine.langrensha.skills import Skill
from engine.langrensha.state import State
from engine.langrensha.steps import SKILL
from engine.prompt import Prompt
from engine.stream import Stream
from generator.play import Look, Play, random_game

GAME = game_named("狼人杀")
assert GAME is not None
RARE = {"自爆": 4, "DQ": 3, "公投": 100, "开枪": 85, "裁定": 0}


def odds(prompt: Prompt) -> int:
    """Votes always; what ends a day early seldom."""
    return 50 if prompt.title else RARE.get(prompt.skill, 80)


def roster(players: int, stream: Stream) -> list[str]:
    """Half of the special roles or fewer, and as many 狼人 and 平民 as it takes."""
    special = [role.name for role in ROLES if role.most == 1]
    cards = stream.sample(special, stream.below(min(players - 2, 16)))
    need = players + 2 * ("盗贼" in cards)
    wolves = max(0, (players - 1) // 3 - sum(card in WOLVES for card in cards))
    cards += ["狼人"] * min(wolves, need - len(cards))
    return cards + ["平民"] * (need - len(cards))


def board(stream: Stream) -> dict[str, Any]:
    """A dealt record of a random board with random options."""
    while True:
        players = 8 + stream.below(11)
        options = {option.name: stream.choice(option.values) for option in OPTIONS if stream.below(3) == 0}
        try:
            data, _ = GAME.deal({"players": players, "roster": roster(players, stream), "options": options}, stream)
        except (Refused, Impossible):
            continue
        if stream.below(4) == 0:
            data["setup"]["上轮首刀"] = 1 + stream.below(players)
        return data


def walk(seed: str, look: Look | None = None, data: dict[str, Any] | None = None) -> Play:
    """A game to its end; from `data` on, where it is given."""
    stream = Stream(seed.encode())
    return random_game(GAME, data or board(stream), stream, odds=odds, look=look)


def wild(state: State, stream: Stream, names: list[str]) -> dict[str, Any]:
    """An entry of the right shape, whether the rules allow it or not."""
    skill: Skill = SKILL[stream.choice(names)]
    ask, raw, extra = skill.ask, {"skill": skill.name}, state.board.extra
    holders = skill.actors(state)

    def seat() -> int:
        return 1 + stream.below(len(state.seats))

    if ask.by:
        raw["by"] = stream.choice(holders) if holders and stream.below(2) else seat()
    if ask.to and ("to" in ask.must or stream.below(4)):
        raw["to"] = seat() if ask.to == "seat" else [seat() for _ in range(1 + stream.below(3))]
    if ask.pick and ("pick" in ask.must or stream.below(2)):
        raw["pick"] = stream.choice(extra) if extra and skill.name == "选择" and stream.below(4) else stream.choice(ask.pick)
    if ask.votes and not (skill.name == "刀" and "to" in raw):
        raw["votes"] = {seat(): seat() for _ in range(stream.below(4))}
    return raw
