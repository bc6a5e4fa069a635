"""Rates of dealing, scenarios and studies, beside a bridge dealer and another werewolf engine in the same run. CPU time, one core."""

from __future__ import annotations

import hashlib
import importlib.util
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version

SEED = b"bench"


def rate(work: Callable[[], int], seconds: float = 1.0) -> float:
    """How many a CPU second; `work` says how many it has made."""
    work()
    made, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        made += work()
    return made / spent


def told(what: str, found: float, budget: str = "", note: str = "") -> None:
    print(f"{what:<52}{found:>14,.0f} /s   {budget:<16}{note}", flush=True)


def missing(name: str, why: str = "not installed") -> None:
    print(f"{name:<52}{'FAILED':>14}      {why}", flush=True)


def plain(players: int) -> Callable[[], int]:
    from engine.games import game_named
    from engine.stream import Stream

    game, stream = game_named("fengyao"), Stream(SEED)
    assert game is not None

    def work() -> int:
        for _ in range(500):
            game.deal({"players": players}, stream)
        return 500

    return work


def ours() -> None:
    from engine.games import game_named, model_of
    from engine.stream import Stream
    from generator import conditions, study
    from generator.scenario import prepared

    game = game_named("fengyao")
    assert game is not None
    told("plain deals, 8 players (records)", rate(plain(8)))
    texts = ["1号 持有 2张 妖首", "2号 是 圣贤", "4号 持有 仙子"]
    wanted = prepared(game, {"players": 8}, texts, conditions.shipped("fengyao"))
    whole = wanted.count()
    assert whole is not None
    deals, share = wanted.deals(Stream(SEED), 10), float(wanted.share(whole))

    def records() -> int:
        for _ in range(500):
            next(deals)
        return 500

    told(f"scenario of p = {share:.1e}, as records", rate(records))
    if importlib.util.find_spec("numpy"):
        from generator import bulk

        dealer = bulk.Dealer(model_of(game, {"players": 8}), 1)
        told("bulk deals, 8 players", rate(lambda: dealer.chunk().shape[1]), "≥ 2,000,000")
        chunks = bulk.Builder(wanted.model, wanted.conditions, (), 1).chunks()
        told(f"bulk scenario of p = {share:.1e}", rate(lambda: next(chunks)[1].shape[1]), "≥ 20,000")
    else:
        missing("bulk deals", "numpy not installed")
    plan = study.Plan("fengyao", ({"players": 8},), "随机", 10_000, "bench")
    at = iter(range(0, 10_000, 25))

    def games() -> int:
        low = next(at)
        return study.block(plan, low, low + 25).games

    told("whole games of 封妖, 8 players, full engine", rate(games, 2.0), "≥ 200")


def redeal() -> None:
    """The bridge dealer, by rejection: random deals, and a rare one."""
    if importlib.util.find_spec("redeal") is None:
        missing("redeal")
        return
    from redeal import Deal

    dealer = Deal.prepare({})

    def work() -> int:
        for _ in range(200):
            dealer()
        return 200

    told(f"redeal {known('redeal')}: random deals", rate(work))
    told("redeal: 4-4 majors, 11–15 points, found", rate(lambda: sum(rare(dealer()) for _ in range(2000)), 3.0))


def rare(deal: object) -> bool:
    hand = deal.north  # type: ignore[attr-defined]
    return len(hand.spades) == 4 and len(hand.hearts) == 4 and 11 <= hand.hcp <= 15


def werewolf() -> None:
    """The other werewolf engine: whole games of 9, random legal choices."""
    if importlib.util.find_spec("werewolf_engine") is None:
        missing("werewolf-engine")
        return
    from werewolf_engine import Game, GameConfig
    from werewolf_engine.phases import Phase

    roles = {"villager": 3, "werewolf": 2, "seer": 1, "doctor": 1, "witch": 1, "hunter": 1}
    state = int.from_bytes(hashlib.sha256(SEED).digest(), "big")

    def below(n: int) -> int:
        nonlocal state
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (state >> 33) % n

    def one() -> None:
        game = Game([str(i) for i in range(9)], GameConfig(role_counts=roles))
        game.start()
        for _ in range(400):
            if game.phase == Phase.END:
                return
            if game.phase == Phase.NIGHT:
                actor = game.night_manager.current_actor
                targets = game.night_manager.get_available_targets(actor)
                game.night_action(actor.id, targets[below(len(targets))].id) if targets else game.night_skip(actor.id)
            else:
                alive = [p.id for p in game.players if p.is_alive()]
                for voter in alive:
                    others = [p for p in alive if p != voter]
                    game.day_vote(voter, others[below(len(others))])

    def work() -> int:
        for _ in range(20):
            one()
        return 20

    try:
        told(f"werewolf-engine {known('werewolf-engine')}: games of 9", rate(work, 2.0))
    except Exception as error:  # a peer's own fault is reported, not ours to mend
        missing("werewolf-engine", f"{type(error).__name__}: {error}")


def known(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "of unknown version"


def main() -> None:
    print("\nDealing and playing; per CPU second on one core\n")
    ours()
    redeal()
    werewolf()


if __name__ == "__main__":
    main()
