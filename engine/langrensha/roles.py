"""各种人物角色: the twenty-two roles, the options of the rule text, and the frozen vocabulary of a record."""

from __future__ import annotations

from engine.declare import Option, Role

NAME = "狼人杀"
ANY = 20  # cards at most of a role without a limit (18 seats and two more)


def _role(name: str, kind: str, most: int = 1) -> Role:
    return Role(name, "狼人" if kind == "狼" else "好人", kind, most)


ROLES: tuple[Role, ...] = (
    _role("狼人", "狼", ANY),
    _role("平民", "平", ANY),
    _role("预言家", "神"),
    _role("女巫", "神"),
    _role("猎人", "神"),
    _role("白痴", "神"),
    _role("守卫", "神"),
    _role("丘比特", "平/神"),
    _role("盗贼", "平/神/狼"),
    _role("熊", "神"),
    _role("野孩子", "平/狼"),
    _role("混血儿", "平"),
    _role("隐狼", "狼"),
    _role("狼王", "狼"),
    _role("白狼王", "狼"),
    _role("狼美人", "狼"),
    _role("禁言长老", "神"),
    _role("潜行者", "神"),
    _role("黑市商人", "神"),
    _role("村长", "平"),
    _role("花蝴蝶", "神"),
    _role("恶魔", "狼"),
)

ROLE: dict[str, Role] = {role.name: role for role in ROLES}
WOLVES = frozenset(role.name for role in ROLES if role.kind == "狼")
SPECIAL_WOLVES = WOLVES - {"狼人"}
KNIFE_WOLVES = WOLVES - {"隐狼"}
GODS = frozenset(role.name for role in ROLES if role.kind == "神")
PLAIN_FOLK = frozenset(role.name for role in ROLES if role.kind in ("平", "平/狼"))
MUSTS = ("盗贼", "黑市商人", "野孩子", "混血儿")  # R59, in the order of the steps
GIFTS = ("眼镜", "毒药", "枪")
CAUSES = ("刀", "毒药", "暗杀", "黑市商人", "殉情", "开枪", "自爆", "公投", "DQ")

USES: dict[str, dict[str, int]] = {
    "女巫": {"解药": 1, "毒药": 1},
    "猎人": {"枪": 1},
    "狼王": {"枪": 1},
    "花蝴蝶": {"抱": 2},
    "潜行者": {"暗杀": 1},
}
LEFT_KEYS = ("解药", "毒药", "枪", "抱", "暗杀", "眼镜")

OPTIONS: tuple[Option, ...] = (
    Option("胜利条件", ("屠边", "屠城"), "屠边", "胜利条件"),
    Option("女巫自救", ("①", "②", "③"), "②", "女巫"),
    Option("丘比特", ("自动", "①", "②"), "自动", "丘比特"),
    Option("狼美人", ("①", "②"), "①", "狼美人"),
    Option("禁言信息", ("报", "不报"), "不报", "禁言长老"),
    Option("隐狼带刀", (True, False), False, "隐狼"),
    Option("绑票", (True, False), True, "法官"),
    Option("警长", (True, False), True, "法官"),
    Option("警长票", (1, 1.5, 2), 1.5, "R47"),
    Option("平票", ("重投", "无人出局"), "重投", "R45"),
    Option("遗言", ("首夜", "全部", "无"), "首夜", "R51"),
)
OPTION: dict[str, Option] = {option.name: option for option in OPTIONS}
SETUP_KEYS = ("roles", "extra", "板子", "上轮首刀")
