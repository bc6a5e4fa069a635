"""Random games of 封妖 through the prompts: nothing offered is refused, everything accepted is offered, and what must hold holds."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from typing import Any

from engine.fengyao import GAME
from engine.fengyao.phase import ROWS
from engine.fengyao.roles import 他仙, 深渊将领
from engine.fengyao.setup import 妖首位置
from engine.fengyao.standing import 随机
from engine.prompt import Offer, OneOf, Prompt, Seats, Table, offered
from engine.record import entry_of, normal
from engine.replay import examine, step
from engine.stream import Stream
from generator.book import book
from generator.play import random_game
from tests.fengyaogame import ordered_deal, random_entry

Plain = Any
WALKS = int(os.environ.get("YUANZUN_WALKS", "48"))


def roster(stream: Stream, players: int, *sure: str) -> list[str]:
    """Any legal roster, with these cards in it."""
    stars = stream.sample(sorted(他仙), 1 + stream.below(3))
    beasts = stream.sample(sorted(深渊将领), 2 + stream.below(min(8, players)))
    cards = list(dict.fromkeys((*sure, *stars, *beasts)))[: 2 * players - 1]
    return ["妖首", "妖首", "仙子", *cards, *["妖众"] * (2 * players - 1 - len(cards))]


WORDS = book("封妖")
SURE = (("血俑", "影妖"), ("枯骨", "星君"), ("鬼巫", "血俑"), ("树精", "魔罗"), ("佛陀", "凶祟"), ("枯骨", "圣贤"), ("血俑", "神女"))


def odds(number: int) -> Callable[[Prompt], int]:
    """Claims are many; a night takes a few of them. Every third game leaves half of 白昼1's choices open."""

    def often(prompt: Prompt) -> int:
        if prompt.step == "黑夜·讨论":
            return 40 if prompt.skill == "请邪" else 8
        return 40 if number % 3 == 0 and prompt.step.startswith("首昼") else 92

    return often


OWN = {(row.kind, row.name): row.of for row in ROWS if row.of}


class Met:
    """What the walks came across, and what they check on the way."""

    def __init__(self) -> None:
        self.rows: Counter[str] = Counter()
        self.faces: Counter[tuple[str, int]] = Counter()
        self.limits: Counter[str] = Counter()
        self.winners: Counter[Plain] = Counter()
        self.probes: Counter[str] = Counter()

    def look(self, stream: Stream) -> Any:
        def look(state: Any, prompts: tuple[Prompt, ...]) -> None:
            for prompt in prompts:
                if not prompt.ok:
                    assert prompt.why is not None
                    self.limits[prompt.why.code] += 1
                for _, field in prompt.fields:
                    for offer in _offers(field):
                        if offer.why is not None:
                            self.limits[offer.why.code] += 1
            for _ in range(24 if state.kind == "首昼" else 4):
                self._probe(state, prompts, stream)

        return look

    def _probe(self, state: Any, prompts: tuple[Prompt, ...], stream: Stream) -> None:
        """An entry of the right shape, else anything: it is accepted exactly if it is offered."""
        raw = random_entry(stream, state.kind, state.deal.players)
        owners = [seat for seat, hand in state.deal.hands.items() if OWN.get((state.kind, raw["skill"])) in hand]
        if owners and "by" in raw and stream.below(2):
            raw["by"] = stream.choice(owners)
        entry = entry_of(normal(raw))
        if entry.skill == "骨筹" and state.kind == "黑夜" and len(entry.drawn or ()) == 3 and not 随机(state, "枯骨"):
            return  # the word is not needed, and passed over
        after, ruling = step(GAME, state, entry)
        assert not isinstance(ruling, tuple)
        fine = ruling.verdict in ("ok", "mismatch")
        assert offered(prompts, entry) == fine, (entry.raw, ruling, [p for p in prompts if p.skill == entry.skill])
        assert fine or after is state
        self.probes[ruling.verdict] += 1
        assert all(WORDS.has_own(rule) for rule in ruling.rule)
        for why in ruling.why if not fine else ():
            assert "{" not in WORDS.why(why), why
            self.limits[why.code] += 1
        again = step(GAME, state, entry)
        assert again[1] == ruling


def _offers(field: Any) -> tuple[Offer, ...]:
    if isinstance(field, Seats | OneOf):
        return field.offers
    return tuple(field.of) if isinstance(field, Table) else ()


def walk(number: int, met: Met) -> dict[str, Plain]:
    stream = Stream(b"walk %d" % number)
    players = 5 + number % 8
    data = ordered_deal(stream, players, roster=roster(stream, players, *SURE[number % len(SURE)]))
    play = random_game(GAME, data, stream, odds=odds(number), look=met.look(stream))
    met.winners[play.winner] += 1
    assert play.winner in ("星空", "深渊")
    assert {verdict for _, verdict in play.met} == {"ok"}
    return play.record


def check(record: dict[str, Plain], met: Met) -> None:
    found = examine(record)
    assert found.answer.verdict == "ok"
    hands = record["setup"]["hands"]
    before: dict[int, int] = dict.fromkeys(hands, 0)
    for phase in found.answer.phases:
        for seat, shown in phase.seats.items():
            cards = [c for c in (shown["top"], shown["bottom"]) if c is not None] + shown["sealed"]
            assert sorted(cards) == sorted(hands[seat])
            assert shown["top"] is not None or shown["bottom"] is None
            assert (shown["status"] == "自由") == (shown["top"] is not None)
            lost = len(shown["sealed"]) - before[seat]
            assert lost == (seat in phase.announce.get("封印", ()))
            before[seat] = len(shown["sealed"])
        for entry, ruling in phase.entries:
            assert all(WORDS.has_own(rule) for rule in ruling.rule), ruling.rule
            assert ruling.why and not any("{" in WORDS.why(why) for why in ruling.why), ruling.why
            met.rows[entry.skill] += 1
            if entry.die:
                met.faces[entry.skill, entry.die[0]] += 1
    assert examine(record).answer == found.answer
    for cut in (1, len(record["log"]) // 2, len(record["log"]) - 1):
        part = examine({**record, "log": record["log"][:cut]})
        assert part.answer.phases == found.answer.phases[:cut]


def test_random_games_end_and_hold_what_must_hold() -> None:
    met = Met()
    for number in range(WALKS):
        check(walk(number, met), met)
    assert set(met.winners) == {"星空", "深渊"}
    assert set(met.rows) == {row.name for row in ROWS}
    dice = {"业火", "崩灭", "招魂", "鉴仙图"}
    assert {(skill, face) for skill in dice for face in range(1, 7)} <= set(met.faces)
    assert LIMITS - set(met.limits) == set()
    assert min(met.probes.values()) > 0


LIMITS = {
    "不可发言", "不可选自己", "不在场", "不持有", "佛陀在底", "化形失效", "号码已抽", "同一席", "同一邪神牌", "圣陨未到", "圣陨要目标",
    "封妖用完", "投非自由", "抽不在内", "招魂不可问", "无人持有", "无此层", "星象只选邻席", "未到终局", "本阶段已用", "止伐中", "止伐选过",
    "流程已过", "献祭只在首次", "票过多", "血祭已尽", "请邪必正", "请邪答错", "连续同链", "量天不可抽", "鉴仙图已用", "非双妖首",
    "非封印状态", "非自由", "非顶层仙童", "顶层不是", "验妖无此效果", "骨筹不选", "骨筹停止", "骨筹要选", "不写by", "不写pick", "不写drawn",
    "已终局", "缺die", "缺drawn", "缺骨筹", "缺星象", "缺请邪",
}  # fmt: skip


def test_pointing_out_both_妖首_in_a_walk_turns_the_end() -> None:
    """天眼①, taken with the right answer wherever a walk offers it."""
    turned = 0
    for number in range(200):
        stream = Stream(b"pointing %d" % number)
        data = ordered_deal(stream, 8, roster=roster(stream, 8, "仙童"))
        seen: list[tuple[Any, Any]] = []

        def look(state: Any, prompts: tuple[Prompt, ...], seen: list[tuple[Any, Any]] = seen) -> None:
            seen.extend((state, p) for p in prompts if p.ok and p.skill == "天眼" and p.by is not None and state.kind != "首昼")

        random_game(GAME, data, stream, odds=odds(number), look=look)
        for state, prompt in seen:
            right = 妖首位置(state.deal.hands)
            entry = entry_of({"skill": "天眼", "by": prompt.by, "pick": right})
            assert offered((prompt,), entry)
            after, ruling = step(GAME, state, entry)
            assert not isinstance(ruling, tuple) and ruling.result == "星空"
            assert GAME.close(after).winner == "星空"
            turned += 1
        if turned > 3:
            return
    raise AssertionError("天眼① never came up")
