"""板子: the presets of R4 and what a board must be (R1–R3). Every reason at once; dealing and check read the same functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from engine.langrensha.roles import GODS, KNIFE_WOLVES, PLAIN_FOLK, ROLE, ROLES, WOLVES
from engine.record import Fault, Why

Cards = tuple[str, ...]


def cards_of(text: str) -> Cards:
    """`狼人3 平民2 女巫` -> the cards, in the order of the roles."""
    found: Counter[str] = Counter()
    for word in text.split():
        name = word.rstrip("0123456789")
        found[name] += int(word[len(name) :] or 1)
    return tuple(role.name for role in ROLES for _ in range(found[role.name]))


PRESETS: dict[tuple[int, str], Cards] = {
    (count, name): cards_of(text)
    for count, name, text in (
        (8, "预女猎", "狼人2 平民3 预言家 女巫 猎人"),
        (9, "预女猎", "狼人3 平民3 预言家 女巫 猎人"),
        (10, "预女猎", "狼人3 平民4 预言家 女巫 猎人"),
        (11, "预女猎白", "狼人3 平民4 预言家 女巫 猎人 白痴"),
        (12, "预女猎白", "狼人4 平民4 预言家 女巫 猎人 白痴"),
        (12, "预女猎白混", "狼人4 平民3 混血儿 预言家 女巫 猎人 白痴"),
        (12, "狼王守卫", "狼人3 狼王 平民4 预言家 女巫 猎人 守卫"),
        (12, "白狼王守卫", "狼人3 白狼王 平民4 预言家 女巫 猎人 守卫"),
        (12, "狼美人守卫", "狼人3 狼美人 平民4 预言家 女巫 猎人 守卫"),
        (12, "隐狼守卫", "狼人3 隐狼 平民4 预言家 女巫 猎人 守卫"),
        (12, "野孩子熊", "狼人3 平民4 野孩子 预言家 女巫 猎人 熊"),
        (12, "黑市禁言", "狼人4 平民4 预言家 女巫 黑市商人 禁言长老"),
        (12, "村长潜行者", "狼人4 平民3 村长 预言家 女巫 守卫 潜行者"),
        (12, "恶魔花蝴蝶", "狼人3 恶魔 平民4 预言家 女巫 猎人 花蝴蝶"),
        (12, "盗贼丘比特", "狼人4 平民5 预言家 女巫 猎人 丘比特 盗贼"),
        (13, "预女猎白守", "狼人4 平民4 预言家 女巫 猎人 白痴 守卫"),
        (14, "狼王白痴守卫", "狼人4 狼王 平民4 预言家 女巫 猎人 白痴 守卫"),
        (15, "狼王白痴守卫", "狼人4 狼王 平民5 预言家 女巫 猎人 白痴 守卫"),
        (16, "白狼王熊", "狼人4 白狼王 平民5 预言家 女巫 猎人 白痴 守卫 熊"),
        (17, "狼王白狼王熊", "狼人4 狼王 白狼王 平民5 预言家 女巫 猎人 白痴 守卫 熊"),
        (18, "狼王白狼王熊", "狼人4 狼王 白狼王 平民6 预言家 女巫 猎人 白痴 守卫 熊"),
    )
}


def presets(players: int) -> tuple[str, ...]:
    """Names of the boards for this many players; the first is the usual one."""
    return tuple(name for count, name in PRESETS if count == players)


def too_many(cards: Iterable[object], at: str) -> Iterator[Fault]:
    """R2: a role over its limit, one fault a role, in the order of the roles."""
    found = Counter(card for card in cards if isinstance(card, str))
    for role in ROLES:
        if found[role.name] > role.most:
            yield Fault(at, "R2", Why("超出张数", (("role", role.name), ("count", found[role.name]), ("most", role.most))))


def wolves_among(seats: Sequence[str], extra: Sequence[str]) -> int:
    """R3: the wolves of the seats, 盗贼 counted as one where an extra card is a wolf."""
    taken = "盗贼" in seats and any(card in WOLVES for card in extra)
    return sum(card in WOLVES for card in seats) + taken


def unbalanced(seats: Sequence[str], extra: Sequence[str], at: str) -> Iterator[Fault]:
    """R3, one fault each: no 平, no 神, no wolf with a knife, too many wolves."""
    for name, those in (("缺平民", PLAIN_FOLK), ("缺神民", GODS), ("缺狼人", KNIFE_WOLVES)):
        if not any(card in those for card in seats):
            yield Fault(at, "R3", Why(name))
    wolves = wolves_among(seats, extra)
    if 2 * wolves >= len(seats):
        yield Fault(at, "R3", Why("狼人过半", (("wolves", wolves), ("players", len(seats)))))


def not_the_preset(players: int, name: object, cards: Sequence[str] | None, at: str) -> Iterator[Fault]:
    """R4: a preset is named by (count, name); `cards` None: not to be compared."""
    known = PRESETS.get((players, name)) if isinstance(name, str) else None
    if known is None:
        yield Fault(at, "R4", Why("没有这个板子", (("board", name), ("players", players), ("boards", presets(players)))))
    elif cards is not None and Counter(cards) != Counter(known):
        yield Fault(at, "R4", Why("不是这个板子", (("board", name), ("cards", counted(known)))))


def counted(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards as people write a board: 狼人×3, 狼王 …, in the order of the roles."""
    found = Counter(cards)
    return tuple(f"{name}×{found[name]}" if found[name] > 1 else name for name in ROLE if found[name])
