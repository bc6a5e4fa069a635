"""An independent bookkeeping of 诡秘之主: every number of every seat, written straight from the rules, with nothing of the engine's.

It believes the verdicts (it books the entries that are ok) and works out for itself what they do to 生命, 理智, 神秘学知识, 护盾, weights,
信仰, deaths and 遗言. The walk compares it with the answer after every phase.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

正 = ["黑夜女神", "风暴之主", "知识与智慧之神", "永恒烈阳", "蒸汽与机械之神", "大地母神", "愚者", "远古太阳神"]
外 = ["宿命之环", "堕落母神", "不息的呓语", "欲望母树", "不定之雾", "超星主宰", "高维俯视者", "命运女神"]
GODS = [*正, *外, "造物主"]
NO = {god: n for n, god in enumerate(GODS, 1)}
WOLVES = set(外)
FEMALE = {1, 6, 10, 16, 12}
MALE = set(range(1, 18)) - {1, 6, 10, 16}
BEGIN = {"蒸汽与机械之神": (6, 10), "大地母神": (12, 6), "愚者": (6, 12), "远古太阳神": (4, 15), "外神信仰": (6, 10),
         "堕落母神": (8, 15), "欲望母树": (6, 12), "最初造物主": (8, None)}  # fmt: skip


def god_of(kind: str) -> str:
    return kind[4:-1] if kind.startswith("造物主（") else kind


def family(kind: str) -> str:
    return "造物主" if kind.startswith("造物主") else kind


def listed(value: Any) -> list[Any]:
    return [] if value is None else list(value) if isinstance(value, list) else [value]


class Books:
    def __init__(self, record: dict[str, Any]) -> None:
        setup, self.options = (
            record["setup"],
            {"胜负": "屠边", "遗言名额": 8, "平票": "抽签", "被动范围": "信仰与精神污染", "随机传教人数": 1},
        )
        self.options |= record.get("options") or {}
        self.who = {int(s): n for s, n in setup["身份"].items()}
        self.at = {n: s for s, n in self.who.items()}
        believed = {int(s): g for s, g in setup["信仰"].items()}
        self.seats = range(1, 26)
        self.god = {s: believed.get(s) or ("造物主" if self.who[s] == "最初造物主" else self.who[s]) for s in self.seats}
        self.weight = {s: Counter({self.god[s]: 1}) for s in self.seats}
        self.life = {s: BEGIN.get(self.who[s], (4, 12))[0] for s in self.seats}
        self.mind = {s: BEGIN.get(self.who[s], (4, 12))[1] for s in self.seats}
        self.lore = dict.fromkeys(self.seats, 0)
        self.shield = dict.fromkeys(self.seats, 0)
        self.alive = dict.fromkeys(self.seats, True)
        self.cause: dict[int, str | None] = dict.fromkeys(self.seats)
        self.words: dict[int, bool | None] = dict.fromkeys(self.seats)
        self.quota = self.options["遗言名额"]
        self.restored, self.saved, self.won = False, set(), 0
        self.curse_old: Counter[int] = Counter()
        self.curse_new: Counter[int] = Counter()
        self.put_off: list[dict[str, Any]] = []
        self.n = 0

    # --- single changes
    def camp(self, seat: int) -> str:
        name = self.who[seat]
        return "狼边" if name in WOLVES else "神边" if name in 正 else "三方" if name == "最初造物主" else "民边"

    def frozen(self, seat: int) -> bool:
        return self.god[seat] in self.still

    def hurt_mind(self, seat: int, amount: int) -> None:
        if amount > 0 and self.mind[seat] is not None and not self.frozen(seat):
            self.mind[seat] -= amount
            self.lore[seat] += amount + (3 in self.has[seat])

    def heal_mind(self, seat: int, amount: int) -> None:
        if self.mind[seat] is not None and not self.frozen(seat):
            self.mind[seat] += amount

    def move_life(self, seat: int, amount: int) -> None:
        if not self.frozen(seat):
            self.life[seat] += amount

    def hit(self, by: int, seat: int, amount: int) -> None:
        if self.frozen(seat):
            return
        block = min(self.shield[seat], amount) if by != seat else 0
        self.shield[seat] -= block
        self.life[seat] -= amount - block

    def preach(self, by: int, seat: int, draws: list[Any]) -> None:
        if self.god[by] != "造物主":
            self.weight[seat][self.god[by]] += 1
        elif any(g not in {god_of(k) for k in self.weight[seat]} for g in GODS[:16]):
            self.weight[seat][f"造物主（{draws.pop(0)}）"] += 1

    def passives(self) -> dict[int, set[int]]:
        if self.options["被动范围"] == "信仰":
            found = {s: {NO[self.god[s]]} for s in self.seats}
        else:
            found = {s: {NO[god_of(k)] for k in self.weight[s]} | {NO[self.god[s]]} for s in self.seats}
        if self.won:
            found[self.won] = set()
        return found

    def here(self, seat: int) -> bool:
        return self.alive[seat] and seat != self.won

    # --- dice
    def faces(self, by: int, to: list[int], owners: list[int], die: list[int], deliver: bool = True) -> list[int]:
        """What each die counts as; one that was left out changes nothing and counts 0."""
        out = []
        for i, owner in enumerate(owners):
            parties = [owner, by, *to] if deliver else []
            face = next((self.given[p] for p in parties if p in self.given), None)
            out.append(face if face is not None else die[i] if i < len(die) else 0)
        return out

    # --- the night
    def night(self, entries: list[dict[str, Any]]) -> None:
        self.n += 1
        self.has, self.still, self.given = self.passives(), set(), {}
        self.old_gods = {s: {god_of(k) for k in self.weight[s]} | {self.god[s]} for s in self.seats}
        self.pointed: set[tuple[int, int]] = set()
        self.dusk: list[tuple[int, int]] = []
        self.shared: set[int] = set()
        self.preached: Counter[int] = Counter()
        self.misted: set[int] = set()
        self.chat: list[tuple[int, int, int]] = []
        waiting, self.put_off = self.standing(), []
        stage = 0
        for entry in entries:
            if entry["skill"] == "裁定":
                self.ruled(entry["set"])
                continue
            stage = self.advance(stage, self.place(entry, waiting))
            self.night_entry(entry, waiting)
        self.advance(stage, 99)
        self.curse_old, self.curse_new = self.curse_new, Counter()

    def standing(self) -> list[dict[str, Any]]:
        kept = []
        for action in self.put_off:
            to = [(t, k) for t, k in action["to"] if self.here(t)]
            if self.here(action["by"]) and to:
                kept.append({**action, "to": to})
        return kept

    def place(self, entry: dict[str, Any], waiting: list[dict[str, Any]]) -> int:
        skill, pick = entry["skill"], entry.get("pick")
        if skill == "下一晚结算":
            return self.place(next(w for w in waiting if w["by"] == entry["by"])["entry"], waiting)
        name = self.who.get(entry.get("by", 0))
        if skill == "主动技能":
            special = {("不息的呓语", None): 1, ("不定之雾", None): 2, ("永恒烈阳", 1): 5, ("远古太阳神", 2): 7, ("大地母神", 2): 10}
            return 3 if name == "愚者" else special.get((name, pick), 6)
        if skill == "神秘学实践" and pick == 3:
            return 4
        return {"被动": 8, "被动技能": 9}.get(skill, 6)

    def advance(self, stage: int, place: int) -> int:
        for step, at in enumerate((2, 8, 9, 10, 99)):
            if stage <= step and place >= at:
                (self.nightfall, self.before_dawn, self.halve_all, self.rescue, self.end_night)[step]()
                stage = step + 1
        return stage

    def nightfall(self) -> None:
        for s in self.seats:
            if self.here(s) and 1 in self.has[s]:
                self.heal_mind(s, 1)
        self.life_then = dict(self.life)

    def before_dawn(self) -> None:
        for seat, amount in self.dusk:
            if self.mind[seat] is not None:
                self.mind[seat] += amount
        for seat in self.seats:
            for _ in range(self.curse_new[seat] + self.curse_old[seat]):
                if self.here(seat):
                    self.hurt_mind(seat, 6)
        pairs = sorted(self.pointed)
        for a, b in pairs:
            if 4 in self.has[a] and self.god[b] in 外 and self.god[a] != "造物主":
                self.weight[b][self.god[a]] += 1
        for a, b in pairs:
            if 6 in self.has[a] and self.life_then[b] != BEGIN.get(self.who[b], (4, 12))[0]:
                self.move_life(b, 1)
        for a, b in pairs:
            if 14 in self.has[a]:
                self.hurt_mind(b, 1)
        for a, b in pairs:
            if 15 in self.has[a] and (b, a) in self.pointed and self.god[b] != "造物主":
                self.weight[a][self.god[b]] += 1

    def halve(self, seat: int, odd: str = "") -> None:
        total = self.life[seat] + self.mind[seat]
        low, before = total // 2, self.mind[seat]
        self.life[seat] = low + (odd == "生命")
        after = low + (odd == "理智")
        if after < before:
            self.hurt_mind(seat, before - after)
        else:
            self.mind[seat] = after

    def halve_all(self) -> None:
        for seat in self.shared:
            if self.mind[seat] is not None and not self.frozen(seat) and (self.life[seat] + self.mind[seat]) % 2 == 0:
                self.halve(seat)

    def rescue(self) -> None:
        for s in self.seats:
            if not self.here(s) or self.frozen(s):
                continue
            if self.who[s] == "黑夜女神" and not self.restored and self.mind[s] is not None and self.mind[s] < 1:
                self.restored, self.mind[s] = True, 12
            if 11 in self.has[s] and self.mind[s] is not None and self.mind[s] < 0:
                self.life[s] += self.mind[s]
                self.mind[s] = 0
            if 8 in self.has[s] and self.life[s] < 1 and s not in self.saved:
                self.saved.add(s)
                self.life[s] += 1

    def bury(self) -> list[int]:
        dead = []
        for s in self.seats:
            mad = self.mind[s] is not None and self.mind[s] < 1 and 11 not in self.has[s]
            if self.here(s) and (mad or self.life[s] < 1):
                self.alive[s], self.cause[s] = False, "理智" if mad else "生命"
                self.words[s] = not mad and self.quota > 0
                self.quota -= self.words[s]
                dead.append(s)
        return dead

    def end_night(self) -> None:
        self.rescue()
        self.bury()

    def ruled(self, rows: dict[Any, dict[str, Any]]) -> None:
        columns = {
            "信仰": self.god,
            "生命": self.life,
            "理智": self.mind,
            "神秘学知识": self.lore,
            "护盾": self.shield,
            "alive": self.alive,
        }
        for seat, row in rows.items():
            for key, value in row.items():
                if key == "精神污染":
                    self.weight[int(seat)] = Counter(value)
                elif key == "死因":
                    self.cause[int(seat)] = value
                else:
                    columns[key][int(seat)] = value
            if row.get("alive") is False:
                self.words[int(seat)] = False

    def night_entry(self, entry: dict[str, Any], waiting: list[dict[str, Any]]) -> None:
        skill, by = entry["skill"], entry["by"]
        to, die, draws = listed(entry.get("to")), listed(entry.get("die")), listed(entry.get("drawn"))
        if skill == "下一晚结算":
            action = next(w for w in waiting if w["by"] == by)
            waiting.remove(action)
            self.carry({**action["entry"], "votes": None}, [t for t, _ in action["to"]], die, draws, [k for _, k in action["to"]])
            return
        free = (
            skill in ("祈祷",)
            or (skill == "神秘学实践" and entry.get("pick") in (2, 3))
            or (skill == "主动技能" and self.who[by] == "蒸汽与机械之神")
        )
        wants = not free or skill in ("传教", "祈求注视")
        if skill == "主动技能" and self.who[by] == "大地母神" and entry.get("pick") == 2:
            wants = False
        if skill == "神秘学实践" and entry.get("pick") in (1, 4):
            wants = True
        if wants and not to:
            return
        numbers = [0] * len(to)
        if skill == "传教":
            numbers = [self.preached[by] + i + 1 for i in range(len(to))]
            self.preached[by] += len(to)
        place = self.place(entry, waiting)
        if by in self.misted and to and skill != "信息" and 2 <= place <= 7:
            self.put_off.append({"entry": entry, "by": by, "to": list(zip(to, numbers, strict=True))})
            return
        self.carry(entry, to, die, draws, numbers)

    def carry(self, e: dict[str, Any], to: list[int], die: list[int], draws: list[Any], numbers: list[int]) -> None:
        skill, by, pick = e["skill"], e["by"], e.get("pick")
        self.effect(skill, by, pick, to, die, draws, numbers, e.get("votes") or {})
        place = self.place(e, [])
        if to and 2 <= place <= 7 and skill != "信息":
            self.pointed |= {(by, t) for t in to}
        if self.who[by] == "不息的呓语" and place < 8 and skill != "信息":
            self.shared |= set(to)

    def effect(
        self, skill: str, by: int, pick: Any, to: list[int], die: list[int], draws: list[Any], numbers: list[int], votes: dict[Any, Any]
    ) -> None:
        def roll(*owners: int, deliver: bool = True) -> list[int]:
            return self.faces(by, to, list(owners), die, deliver)

        early = self.n == 1 and 5 in self.has[by]
        if skill == "祈祷":
            self.hurt_mind(by, 0 if early else roll(by)[0])
        elif skill == "祈求注视":
            self.hurt_mind(by, 0 if early else sum(roll(by, by)))
            self.preach(to[0], by, draws)
        elif skill == "神秘学实践":
            self.lore[by] -= 4 * pick
            if pick == 1:
                self.preach(to[0], by, draws)
            elif pick == 3:
                self.still.add(self.god[by])
            elif pick == 4:
                self.curse_new[to[0]] += 1
        elif skill == "传教":
            for seat, number in zip(to, numbers, strict=True):
                if not early and self.who[by] != "最初造物主":
                    self.hurt_mind(by, 2 * number - 2)
                self.preach(by, seat, draws)
        elif skill == "信息":
            host = next(c[0] for c in self.chat if by in c[1:] and to[0] in c[1:])
            for payer in [by] if pick == "拒收" else [by, to[0]]:
                self.hurt_mind(payer, 1)
                self.heal_mind(host, 1)
        elif skill == "群技能":
            if not (self.alive[self.at["宿命之环"]] and self.camp(to[0]) == "狼边"):
                self.hit(by, to[0], roll(to[0])[0])
            self.preach(by, to[0], draws)
        elif skill == "被动":
            self.passive(by, pick, to[0], roll, draws)
        elif skill == "被动技能":
            self.halve(to[0], draws[0])
        else:
            self.own(by, pick, to, roll, draws, {int(s): v for s, v in votes.items()})

    def passive(self, by: int, pick: str, seat: int, roll: Any, draws: list[Any]) -> None:
        if pick == "堕落母神":
            self.hit(by, seat, roll(seat)[0] // 2)
        elif pick == "欲望母树":
            self.hurt_mind(seat, roll(seat)[0])
        elif pick == "永恒烈阳":
            self.preach(by, seat, draws)
        else:
            self.preach(seat, by, draws)

    def own(self, by: int, pick: Any, to: list[int], roll: Any, draws: list[Any], votes: dict[int, str]) -> None:
        name = self.who[by]
        if name == "黑夜女神":
            self.hurt_mind(by, roll(by)[0])
        elif name == "风暴之主":
            dice = roll(by, to[0], *([by] if self.god[to[0]] in 正 else []))
            self.hurt_mind(by, dice[0])
            self.hit(by, to[0], dice[1])
            if len(dice) > 2:
                self.hurt_mind(by, dice[2])
        elif name == "知识与智慧之神":
            self.heal_mind(by, roll(by)[0])
        elif name == "永恒烈阳":
            if pick == 1:
                self.shield[to[0]] += roll(to[0])[0]
            elif len(to) == 2:
                self.chat.append((by, *to))
        elif name == "蒸汽与机械之神":
            self.question(by, pick, roll, draws, sorted(s for s, v in votes.items() if v == "错"))
        elif name == "大地母神":
            if pick == 1:
                dice = roll(by, to[0])
                self.hurt_mind(by, dice[0])
                self.hit(by, to[0], dice[1])
            elif to:
                dice = roll(by, to[0])
                self.move_life(by, -dice[0])
                self.move_life(to[0], dice[1])
        elif name == "愚者":
            self.given |= dict(zip(to, roll(*[0] * len(to), deliver=False), strict=True))
        elif name == "远古太阳神":
            if pick == 1:
                dice = roll(by, to[0])
                self.hurt_mind(by, dice[0])
                self.heal_mind(to[0], dice[1])
            elif len(to) == 2 and {tuple(to), tuple(to[::-1])} & self.pointed:
                self.heal_mind(by, roll(by)[0])
        elif name == "堕落母神":
            less = 1 if self.alive[self.at["命运女神"]] else 0
            for seat, die in zip(to, roll(*to), strict=True):
                if pick == 1:
                    self.hurt_mind(seat, max(1, die - less))
                else:
                    self.hit(by, seat, max(1, die - less))
        elif name == "欲望母树":
            self.hit(by, to[0], roll(to[0])[0])
        elif name == "不息的呓语":
            amount = roll(to[0], deliver=False)[0]
            self.hurt_mind(to[0], amount)
            self.dusk.append((to[0], amount))
        elif name == "不定之雾":
            self.misted.add(to[0])

    def question(self, by: int, pick: str, roll: Any, draws: list[Any], wrong: list[int]) -> None:
        if pick == "问答题":
            for i, seat in enumerate(wrong):
                self.hurt_mind(by, 2 * i)
                self.preach(by, seat, draws)
                if i and self.mind[by] < 1 and not self.frozen(by):
                    break
            return
        if pick == "判断题" and wrong:
            self.hurt_mind(by, sum(roll(by, by)))
        for seat in wrong:
            self.preach(seat, by, draws)

    # --- the day
    def day(self, entries: list[dict[str, Any]]) -> None:
        self.still, self.given = set(), {}
        for s in self.seats:
            if self.alive[s]:
                self.shield[s] = 0
        for number, name in ((7, "愚者"), (13, "不定之雾")):
            drawn = {e["by"]: listed(e.get("drawn")) for e in entries if e["skill"] == "被动" and e["pick"] == name}
            for holder in self.seats:
                if self.here(holder) and number in self.has[holder]:
                    self.share(holder, number, drawn.get(holder))
        self.convert({listed(e["to"])[0]: listed(e["drawn"])[0] for e in entries if e["skill"] == "信仰变更" and e.get("to")})
        maker = self.at["最初造物主"]
        if self.here(maker) and len({god_of(k) for k in self.weight[maker]} - {"造物主"}) >= 9:
            self.won = maker
        self.has = self.passives()
        for e in entries:
            if e["skill"] == "随机传教":
                drawn_now = listed(e["drawn"])
                for seat, god in zip(drawn_now[::2], drawn_now[1::2], strict=True):
                    self.weight[seat][f"造物主（{god}）"] += 1
        lost = self.vote(next((e for e in entries if e["skill"] == "放逐投票"), None))
        self.rescue()
        dead = self.bury()
        goddess = self.at["黑夜女神"]
        for e in entries:
            if e["skill"] == "被动技能":
                assert goddess in dead and goddess in lost
                for s in self.seats:
                    if self.here(s) and self.camp(s) == "神边":
                        self.hurt_mind(s, listed(e.get("die"))[0])
        self.rescue()
        self.bury()

    def share(self, holder: int, number: int, drawn: list[Any] | None) -> None:
        group = {b for a, b in self.pointed if a == holder} | {a for a, b in self.pointed if b == holder}
        if (holder, holder) not in self.pointed:
            group.discard(holder)
        group = {s for s in group if self.here(s)}
        if len(group) < 2:
            return
        if number == 13:
            piles = {"": {s: self.lore[s] for s in group}}
        else:
            kinds = sorted({k for s in group for k in self.weight[s]}, key=lambda k: (k not in NO, NO.get(god_of(k), 0)))
            piles = {k: {s: self.weight[s][k] for s in group} for k in kinds}
        rests = {k: sum(p.values()) % len(group) for k, p in piles.items()}
        if any(rests.values()) and drawn is None:
            return  # demanded, not done
        left = list(drawn or [])
        for kind, pile in piles.items():
            lucky = [left.pop(0) for _ in range(rests[kind])]
            for s in group:
                value = sum(pile.values()) // len(group) + (s in lucky)
                if kind == "":
                    self.lore[s] = value
                elif value:
                    self.weight[s][kind] = value
                else:
                    self.weight[s].pop(kind, None)

    def convert(self, drawn: dict[int, str]) -> None:
        for s in self.seats:
            if not self.here(s) or self.who[s] in ("愚者", "堕落母神", "最初造物主"):
                continue
            sums: dict[str, int] = defaultdict(int)
            for kind, weight in self.weight[s].items():
                sums[family(kind)] += weight
            own = sums.get(self.god[s], 0)
            top = max(sums.values(), default=0)
            tied = [g for g, w in sums.items() if w == top]
            if top > own:
                if len(tied) == 1:
                    self.god[s] = tied[0]
                elif s in drawn:
                    assert drawn[s] in tied
                    self.god[s] = drawn[s]

    def vote(self, entry: dict[str, Any] | None) -> set[int]:
        if entry is None:
            return set()
        sums: Counter[int] = Counter()
        for voter, row in (entry.get("votes") or {}).items():
            for seat in listed(row):
                sums[seat] += 3 if 2 in self.has[int(voter)] else 2
        counts = {s: v // 2 for s, v in sums.items()}
        die, drawn = listed(entry.get("die")), listed(entry.get("drawn"))
        levels = sorted(set(counts.values()), reverse=True)
        first = [s for s, v in counts.items() if levels and v == levels[0]]
        second = [s for s, v in counts.items() if len(levels) > 1 and v == levels[1]]
        lottery = self.options["平票"] == "抽签"
        a = b = None
        if len(first) == 1:
            a = first[0]
            b = second[0] if len(second) == 1 else drawn[0] if second and lottery else None
        elif first and lottery:
            a, b = drawn[0], drawn[1]
        if a is not None:
            self.move_life(a, -(1 + die[0] // 2))
        if b is not None:
            self.hurt_mind(b, 1 + die[1] + die[2])
        return {s for s in (a, b) if s is not None}

    # --- what the answer must show
    def shown(self, seat: int) -> dict[str, Any]:
        return {
            "信仰": self.god[seat],
            "精神污染": {k: w for k, w in self.weight[seat].items() if w},
            "生命": self.life[seat],
            "神秘学知识": self.lore[seat],
            "护盾": self.shield[seat],
            "理智": "∞" if self.mind[seat] is None else self.mind[seat],
            "alive": self.alive[seat],
            "死因": self.cause[seat],
            "遗言": self.words[seat],
            "获胜": seat == self.won,
        }
