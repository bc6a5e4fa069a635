"""The game's vocabulary for the sealed record, frozen: append only, never reorder."""

from __future__ import annotations

WORDS: tuple[str, ...] = (
    # keys of setup and options, phases
    "identities", "投票权", "全体", "村民",
    # identities
    "村长", "牧师", "民兵", "剑士", "游荡者", "慰魂师", "使徒", "贵族", "学者", "恶徒", "告死者", "血族", "恶灵", "活尸", "腐尸",
    # sides
    "莱恩阵营", "圣殿阵营", "环蛇阵营", "亡灵阵营",
    # skills and procedures
    "判罚", "挂机", "陷阱", "投票", "诡辩", "投票结算", "虚体", "馈赠", "传承", "藏匿", "诅咒", "追踪", "牵制", "潜行", "安葬", "侦测",
    "拓印", "探查", "祝福", "防反", "剑痕", "安魂", "感召", "流言", "诈骗", "腐化", "圣光", "突击", "蓄力斩", "偷袭", "啃咬", "初拥",
    "告死", "死灵咒", "遗言", "权势", "灾厄", "认主", "虔诚", "裁定", "长寿", "神恩", "不朽", "灵能", "伪装", "集群",
    # picks and results
    "蓝牌", "黄牌", "红牌", "阵营", "圣物", "获得", "获知", "是", "否", "出局",
    # fields that 裁定 may set
    "身份", "原身份", "存活", "神眷者", "长寿已耗", "限定已用", "拓印技能",
)  # fmt: skip
