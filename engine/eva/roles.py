"""身份与技能: sides, identities, their skills in the rule book's order, and what each becomes when it flips."""

from __future__ import annotations

from engine.declare import Option, Role

GAME = "EVA"
PLAYERS = 21

莱恩, 圣殿, 环蛇, 亡灵 = SIDES = ("莱恩阵营", "圣殿阵营", "环蛇阵营", "亡灵阵营")

# identity -> (side, identity it flips to, how many are dealt, its skills); R1, R2, R4
_ROSTER: tuple[tuple[str, str, str | None, int, tuple[str, ...]], ...] = (
    ("村长", 莱恩, "腐尸", 1, ("安葬", "长寿")),
    ("牧师", 莱恩, "恶灵", 1, ("神恩", "侦测", "圣光")),
    ("民兵", 莱恩, "活尸", 2, ("牵制", "突击")),
    ("村民", 莱恩, "腐尸", 8, ("祝福",)),
    ("剑士", 圣殿, "活尸", 1, ("蓄力斩", "防反", "剑痕")),
    ("游荡者", 圣殿, "腐尸", 1, ("探查", "陷阱", "潜行")),
    ("慰魂师", 圣殿, "告死者", 1, ("虔诚", "安魂", "感召")),
    ("使徒", 圣殿, "腐尸", 0, ("虔诚",)),
    ("贵族", 环蛇, "血族", 1, ("权势", "流言")),
    ("学者", 环蛇, "恶灵", 1, ("诡辩", "诈骗", "拓印")),
    ("恶徒", 环蛇, "活尸", 4, ("藏匿", "追踪", "偷袭")),
    ("告死者", 亡灵, None, 0, ("告死", "死灵咒", "不朽")),
    ("血族", 亡灵, None, 0, ("初拥", "流言")),
    ("恶灵", 亡灵, None, 0, ("灵能", "虚体")),
    ("活尸", 亡灵, None, 0, ("伪装", "啃咬", "集群")),
    ("腐尸", 亡灵, None, 0, ("腐化",)),
)

IDENTITIES = tuple(row[0] for row in _ROSTER)
SIDE = {name: side for name, side, *_ in _ROSTER}
FLIPS = {name: to for name, _, to, _, _ in _ROSTER if to is not None}
COUNTS = {name: count for name, _, _, count, _ in _ROSTER if count}
SKILLS = {name: skills for name, _, _, _, skills in _ROSTER}
HUMANS = tuple(FLIPS)

团队 = ("牵制", "虔诚", "藏匿", "追踪", "啃咬")
普通 = (
    "安葬",
    "侦测",
    "牵制",
    "祝福",
    "蓄力斩",
    "防反",
    "剑痕",
    "探查",
    "陷阱",
    "感召",
    "权势",
    "流言",
    "诡辩",
    "虚体",
    "啃咬",
    "腐化",
    "灾厄",
)
限定 = ("圣光", "突击", "潜行", "安魂", "诈骗", "拓印", "偷袭", "死灵咒", "初拥")
强制 = ("长寿", "神恩", "虔诚", "藏匿", "追踪", "告死", "不朽", "灵能", "伪装", "集群", "馈赠", "诅咒", "认主", "传承")

TEAM = {name: tuple(s for s in skills if s in 团队) for name, skills in SKILLS.items()}
COPIED = {name: tuple(s for s in skills if s not in 团队) for name, skills in SKILLS.items()}

GROUPS = (("民兵", "牵制"), ("慰魂师", "虔诚"), ("恶徒", "追踪"), ("活尸", "啃咬"))
IMMUNE = ("牧师", "慰魂师", "使徒")  # never touched by 诅咒
CARDS = ("蓝牌", "黄牌", "红牌")

ROLES = tuple(Role(name, side, "亡灵" if side == 亡灵 else "人类", count) for name, side, _, count, _ in _ROSTER)
OPTIONS = (Option("投票权", ("全体", "村民"), "全体", "R14"),)
