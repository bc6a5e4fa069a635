"""总体流程 as a table: every skill and procedure in the order in which a phase is settled, with who may, at whom, and what it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.declare import Done, Illegal, Step
from engine.eva import daytime as d
from engine.eva import limits as x
from engine.eva import nighttime as n
from engine.eva import relic as r
from engine.eva.roles import CARDS, 强制, 普通, 限定
from engine.eva.state import State
from engine.record import Entry

Who = Callable[[State, Entry], Illegal | None]
Whom = Callable[[State, Entry, int], Illegal | None]
Do = Callable[[State, Entry], Done[State]]
Tell = Callable[[State], object]
TEXT = ("文字",)


@dataclass(frozen=True, slots=True)
class Row:
    """One skill in one step.

    by     座: a seat is required · 群: absent or an owner · 无: must be absent · 票: `by` or `votes`
    low, high   how many seats `to` names; `drawn`: one drawn seat may stand instead
    pick   the words offered; TEXT: free text
    tell   of an automatic row: what a host may have verified
    told   who learns the result: by · all · ""
    """

    skill: str
    step: str
    cite: str
    by: str = "座"
    low: int = 1
    high: int = 1
    pick: tuple[str, ...] = ()
    who: tuple[Who, ...] = ()
    whom: tuple[Whom, ...] = (x.living,)
    do: Do | None = None
    tell: Tell | None = None
    drawn: bool = False
    key: str = ""
    told: str = ""

    @property
    def name(self) -> str:
        return self.key or self.skill

    @property
    def kind(self) -> str:
        if self.skill in 限定:
            return "限定"
        return "普通" if self.skill in 普通 else "强制" if self.skill in 强制 else ""


OWN: tuple[Who, ...] = (x.present, x.owner_at_dawn, x.first_use)
ONCE: tuple[Who, ...] = (*OWN, x.unspent)
NONE: tuple[Whom, ...] = ()


def auto(skill: str, step: str, cite: str, tell: Tell, who: tuple[Who, ...] = (), told: str = "") -> Row:
    return Row(skill, step, cite, "无", 0, 0, who=who, whom=NONE, tell=tell, told=told)


def any_seat(state: State, entry: Entry, seat: int) -> Illegal | None:
    return None


ANYTIME = (
    Row("判罚", "随时", "判罚制度", "无", pick=CARDS, whom=(any_seat,), do=d.判罚, told="all"),
    Row("挂机", "随时", "挂机状态", "无", do=d.挂机, told="all"),
)
DAY = (
    *ANYTIME,
    Row("陷阱", "D1", "游荡者/陷阱", who=OWN, do=d.陷阱),
    Row("投票", "D1", "投票", "票", do=d.投票),
    Row("诡辩", "D2", "学者/诡辩", who=(x.later_day, *OWN, x.sophistry_due), do=d.改判, told="by"),
    auto("投票结算", "D3", "总体流程/4", d.elected, told="all"),
    Row("虚体", "D4", "恶灵/虚体", low=0, high=0, who=(x.wraith_voted_out, x.first_use), whom=NONE, do=d.虚体, told="all"),
    Row("馈赠", "D4", "亡灵圣物/馈赠", who=(x.former_holder,), do=r.馈赠, drawn=True),
    Row("传承", "D4", "神眷者/传承", who=(x.former_favourite,), do=r.传承, drawn=True),
    Row(
        "藏匿",
        "D4",
        "恶徒/藏匿",
        "群",
        who=(x.first_day, x.a_thief, x.hidden_once, x.group_present),
        whom=(x.living, x.no_thief),
        do=r.藏匿,
        drawn=True,
    ),
)
NIGHT = (
    *ANYTIME,
    auto("诅咒", "0", "亡灵圣物/诅咒", lambda s: s.dark.诅咒[1] if s.dark.诅咒 else None),
    Row("追踪", "0", "恶徒/追踪", "群", 0, 0, who=(), whom=NONE, tell=lambda s: s.dark.追踪, told="by"),
    Row("牵制", "1", "民兵/牵制", "群", who=(x.group_present, x.block_free), do=n.牵制),
    Row("潜行", "2", "游荡者/潜行", low=0, high=0, who=ONCE, whom=NONE, do=n.潜行),
    Row("安葬", "3", "村长/安葬", who=OWN, whom=(x.gone,), do=n.安葬, told="by"),
    Row("侦测", "3", "牧师/侦测", who=OWN, do=n.侦测, told="by"),
    Row("拓印", "3", "学者/拓印", who=ONCE, whom=(x.living, x.other), do=n.拓印, told="by"),
    Row("探查", "3", "游荡者/探查", pick=("阵营", "圣物"), who=OWN, do=n.探查, told="by"),
    Row("祝福", "4", "村民/祝福", "票", who=OWN, do=None),
    Row("防反", "4", "剑士/防反", who=OWN, do=n.防反),
    Row("剑痕", "4", "剑士/剑痕", low=0, high=0, pick=TEXT, who=OWN, whom=NONE, do=n.剑痕),
    Row("陷阱", "4", "游荡者/陷阱", who=OWN, do=d.陷阱),
    Row("安魂", "4", "慰魂师/安魂", who=ONCE, do=n.安魂),
    Row("感召", "4", "慰魂师/感召", who=OWN, do=n.感召),
    Row("流言", "4", "贵族/流言", who=OWN, do=n.流言),
    Row("拓印", "4", "学者/拓印", low=0, high=0, who=(x.present, x.list_given, x.copy_untaken), whom=NONE, do=n.拓印选择, key="拓印选择"),
    Row("诡辩", "4", "学者/诡辩", who=OWN, do=n.诡辩),
    Row("诈骗", "4", "学者/诈骗", high=2, who=ONCE, do=n.诈骗),
    Row("腐化", "4", "腐尸/腐化", who=(x.decayed_yesterday, x.first_use), do=n.腐化),
    Row("圣光", "5", "牧师/圣光", who=ONCE, do=n.圣光),
    Row("突击", "6", "民兵/突击", who=ONCE, do=n.伤害),
    Row("蓄力斩", "7", "剑士/蓄力斩", who=(x.even_night, *OWN), do=n.伤害),
    Row("偷袭", "8", "恶徒/偷袭", who=ONCE, do=n.伤害),
    Row("啃咬", "9", "活尸/啃咬", who=(x.present, x.owner_at_dawn, x.bites_left), do=n.伤害),
    Row("初拥", "10", "血族/初拥", who=ONCE, do=n.伤害),
    auto("告死", "11", "告死者/告死", lambda s: list(s.dark.告死), (x.herald_there,), told="by"),
    Row("死灵咒", "12", "告死者/死灵咒", who=ONCE, whom=(x.living, x.on_the_list), do=n.死灵咒),
    Row("遗言", "14", "遗言", low=0, high=0, pick=TEXT, who=(x.out_just_now, x.first_use), whom=NONE, do=n.遗言),
    Row("馈赠", "14", "亡灵圣物/馈赠", who=(x.former_holder,), do=r.馈赠, drawn=True),
    Row("传承", "14", "神眷者/传承", who=(x.former_favourite,), do=r.传承, drawn=True),
    Row("权势", "14", "贵族/权势", low=0, high=21, who=(x.out_just_now, x.owner_now, x.first_use), do=n.权势),
    Row("灾厄", "14", "亡灵圣物/灾厄", who=(x.dead_holder, x.first_use), whom=(x.living, x.other), do=r.灾厄),
    auto("认主", "14", "亡灵圣物/认主", lambda s: s.dark.认主),
    auto("虔诚", "14", "慰魂师/虔诚", lambda s: s.dark.虔诚, (x.pious_there,), told="by"),
)


def rows(night: bool) -> tuple[Row, ...]:
    return NIGHT if night else DAY


def _index(table: tuple[Row, ...]) -> dict[str, int]:
    return {row.name: i for i, row in enumerate(table)}


PLACES = {False: _index(DAY), True: _index(NIGHT)}
KNOWN = {row.skill: row for row in (*DAY, *NIGHT)}
SKILL_NAMES = tuple(KNOWN)
NEEDS_BY = tuple(s for s, row in KNOWN.items() if row.by in ("座", "票"))


def row_of(state: State, entry: Entry) -> Row | None:
    """The row an entry belongs to in the open phase; None in the wrong phase. 拓印 with a `pick` and no `to` is its second half."""
    name = "拓印选择" if state.night and entry.skill == "拓印" and entry.pick is not None and entry.to is None else entry.skill
    at = PLACES[state.night].get(name)
    return None if at is None else rows(state.night)[at]


def _steps() -> tuple[Step, ...]:
    """The schedule for script and log sheet: one Step a row, in order."""
    out = []
    for phase, table in (("天", DAY), ("夜", NIGHT)):
        for row in table:
            roles = (row.cite.split("/")[0],) if "/" in row.cite else ()
            first = True if row.skill == "藏匿" else False if row.skill in ("诡辩", "虚体") and phase == "天" else None
            out.append(Step(f"{row.step} {row.skill}", row.cite, phase, (row.skill,), roles, row.name, first, row.step == "随时"))
    return tuple(out)


SCHEDULE = _steps()
