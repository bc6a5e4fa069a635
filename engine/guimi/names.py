"""Parts 二, 四–七: the gods, the kinds of 精神污染, the 身份 and what each begins with. Facts only."""

from __future__ import annotations

from engine.declare import Option, Role

PLAYERS = 25
造物主 = "造物主"
最初造物主 = "最初造物主"
正神 = ("黑夜女神", "风暴之主", "知识与智慧之神", "永恒烈阳", "蒸汽与机械之神", "大地母神", "愚者", "远古太阳神")
外神 = ("宿命之环", "堕落母神", "不息的呓语", "欲望母树", "不定之雾", "超星主宰", "高维俯视者", "命运女神")
十六神 = 正神 + 外神
GODS = (*十六神, 造物主)
NUMBER = {god: i for i, god in enumerate(GODS, 1)}
变成 = {god: f"造物主（{god}）" for god in 十六神}
KINDS = (*GODS, *变成.values())
KIND_ORDER = {kind: i for i, kind in enumerate(KINDS)}
OF_KIND = {god: god for god in GODS} | {kind: god for god, kind in 变成.items()}
"""Whose 被动 and gender a kind gives (R16)."""
造物主族 = frozenset((造物主, *变成.values()))
女神 = frozenset(("黑夜女神", "大地母神", "堕落母神", "命运女神", "欲望母树"))
男神 = frozenset(g for g in GODS if g not in 女神) | {"欲望母树"}
女 = frozenset(k for k in KINDS if OF_KIND[k] in 女神)
男 = frozenset(k for k in KINDS if OF_KIND[k] in 男神)

神边 = 正神
民边 = ("正神信仰", "外神信仰")
狼边 = ("堕落母神", "宿命之环", "命运女神", "超星主宰", "欲望母树", "不息的呓语", "高维俯视者", "不定之雾")
群 = ("宿命之环", "命运女神", "超星主宰", "欲望母树")
身份序 = (*神边, *民边, *狼边, 最初造物主)
IDENTITY_ORDER = {name: i for i, name in enumerate(身份序)}
阵营序 = ("神边", "民边", "狼边", "三方")
CAMP_ORDER = {name: i for i, name in enumerate(阵营序)}
CAMP = dict.fromkeys(神边, "神边") | dict.fromkeys(民边, "民边") | dict.fromkeys(狼边, "狼边") | {最初造物主: "三方"}
COUNT = dict.fromkeys(身份序, 1) | {"正神信仰": 6, "外神信仰": 2}
恒定信仰 = frozenset(("愚者", "堕落母神", 最初造物主))
START = {
    "蒸汽与机械之神": (6, 10),
    "大地母神": (12, 6),
    "愚者": (6, 12),
    "远古太阳神": (4, 15),
    "外神信仰": (6, 10),
    "堕落母神": (8, 15),
    "欲望母树": (6, 12),
    最初造物主: (8, None),
}
"""R3: (生命, 理智) where they aren't 4 and 12; None is ∞."""


def start(name: str) -> tuple[int, int | None]:
    """R3: 生命 and 理智 at the start."""
    return START.get(name, (4, 12))


PLACE_OF = {name: f"四/【{i}】" for i, name in enumerate(神边, 1)}
PLACE_OF |= {"正神信仰": "五/【1】", "外神信仰": "五/【2】", 最初造物主: "七"}
PLACE_OF |= {name: f"六/【{i}】" for i, name in enumerate(狼边, 1)}


def passive_place(number: int) -> str:
    """The place of the 被动 of 信仰/精神污染 [number]."""
    return f"二/【{number}】"


def known_to(name: str) -> tuple[str, ...]:
    """R6: the 身份 that a seat of this 身份 knows at the start, itself left out."""
    if name in 群:
        return tuple(other for other in ("堕落母神", *群) if other != name)
    if name == "高维俯视者":
        return ("堕落母神", "超星主宰")
    return ("堕落母神",) if name in ("不息的呓语", "不定之雾") else ()


def _figures(name: str) -> tuple[tuple[str, int], ...]:
    life, sanity = start(name)
    return (("生命", life), *(() if sanity is None else (("理智", sanity),)))


ROLES = tuple(Role(name, CAMP[name], "信徒" if name in 民边 else "神", COUNT[name], _figures(name)) for name in 身份序)

OPTIONS = (
    Option("胜负", ("屠边", "屠城", "不判"), "屠边", "R32"),
    Option("遗言名额", tuple(range(PLAYERS + 1)), 8, "R26"),
    Option("平票", ("抽签", "无人"), "抽签", "R41"),
    Option("被动范围", ("信仰与精神污染", "信仰"), "信仰与精神污染", "R12"),
    Option("随机传教人数", tuple(range(1, 9)), 1, "R66"),
)
DEFAULTS = {option.name: option.default for option in OPTIONS}
夜间 = range(2, 8)
"""Places of step 夜间 (R20)."""

SKILLS = (
    "主动技能", "信息", "群技能", "下一晚结算", "祈祷", "祈求注视", "神秘学实践", "传教", "被动", "被动技能", "信仰变更", "随机传教",
    "放逐投票",
)  # fmt: skip
无人行动 = ("放逐投票", "信仰变更")
"""Entries that no seat makes."""
问 = ("问答题", "选择题", "判断题")

# The frozen vocabulary of the codec: append only.
WORDS = (
    *KINDS, "正神信仰", "外神信仰", 最初造物主, *阵营序, *SKILLS, "裁定", *问, "拒收", "对", "错", "上", "下", "两侧", "生命", "理智",
    "身份", "信仰", "胜负", "屠边", "屠城", "不判", "遗言名额", "平票", "抽签", "无人", "被动范围", "信仰与精神污染", "随机传教人数",
    "存在指向", "不存在指向", "信仰正神", "信仰外神", "信仰正神和外神", "精神污染", "神秘学知识", "护盾", "alive", "死因", "遗言",
    "获胜", "∞",
)  # fmt: skip
