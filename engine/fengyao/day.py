"""其他白昼阶段: the skills of the 白昼 from the second on. They leave aims; `settle` seals."""

from __future__ import annotations

from engine.declare import Done, Illegal
from engine.fengyao.read import 读牌, 读阵营
from engine.fengyao.roles import 妖众, 底层, 星空牌
from engine.fengyao.settle import 白昼胜者, 结算白昼
from engine.fengyao.setup import 妖首位置
from engine.fengyao.skill import Skill, effect, 不写席位, 不同的自由席, 持有, 无人, 有人持有, 顶层
from engine.fengyao.state import Aim, Link, State, but, 已封, 标, 自由, 记
from engine.record import Entry, Why

K = "白昼"


_放弃 = (Why("放弃"),)


def 放弃(state: State) -> Done[State]:
    return Done(state, None, (), _放弃)


def 意(state: State, seat: int, source: str) -> State:
    """An aim at a seat."""
    return but(state, aims=(*state.aims, Aim(seat, source)))


# 1 生死链 ---------------------------------------------------------------------------------------------------------


def 不可连续(state: State, entry: Entry) -> None:
    """Not linked by the same effect in the 白昼 just before (R36)."""
    last = state.链
    if entry.to is None or last is None or last.day != state.n - 1 or last.pick != entry.pick:
        return
    for seat in entry.to:
        if seat in last.seats:
            raise Illegal("连续同链", "魔罗/生死链", "R36", seat=seat, pick=entry.pick)


def 生死链(state: State, entry: Entry) -> Done[State]:
    if entry.to is None:
        return 放弃(state)
    a, b = sorted(entry.to)
    why = Why(f"结{entry.pick}", (("a", a), ("b", b)))
    return Done(but(state, 链=Link(entry.pick, (a, b), state.n)), None, ("R31" if entry.pick == "生链" else "R32",), (why,))


# 2 血祭 -----------------------------------------------------------------------------------------------------------


def 未曾用尽(state: State, entry: Entry) -> None:
    if entry.target is not None and "血祭已尽" in state.at(entry.target).marks:
        raise Illegal("血祭已尽", "血俑/血祭", "R33", seat=entry.target)


def 献祭只在首次(state: State, entry: Entry) -> None:
    if entry.pick == "饥渴献祭" and entry.to is not None and state.血祭数:
        raise Illegal("献祭只在首次", "血俑/血祭", "R34")


def 血祭(state: State, entry: Entry) -> Done[State]:
    """First: 祭品 and protection. Again on 祭品: an aim, and used up. 饥渴献祭: an aim, no 祭品 (R33, R34)."""
    seat = entry.target
    if seat is None:
        return 放弃(state)
    state = but(state, 血祭数=state.血祭数 + 1)
    told = (("to", seat),)
    if entry.pick == "饥渴献祭":
        return Done(意(state, seat, "饥渴献祭"), None, ("R34",), (Why("饥渴献祭", told),))
    if "祭品" in state.at(seat).marks:
        return Done(意(but(state, seats=标(state, seat, "血祭已尽")), seat, "血祭"), None, ("R33",), (Why("血祭封", told),))
    events = 记(state, seat, "成为祭品", "血俑/血祭", "R33")
    state = but(state, seats=标(state, seat, "祭品"), 护=state.护 | {seat}, events=events)
    return Done(state, None, ("R33",), (Why("血祭护", told),))


# 3 星空仙人行动 ---------------------------------------------------------------------------------------------------


def 睁眼(state: State) -> list[int]:
    """仙子's holder, tops of 星空, and holders of a sealed 佛陀 or 圣贤 (R27)."""
    held = state.deal.席
    own = {held["仙子"]} | {held[card] for card in ("佛陀", "圣贤") if card in held and 已封(state, card)}
    return [i for i, seat in enumerate(state.seats, 1) if i in own or seat.top in 星空牌]


def 星空仙人行动(state: State, entry: Entry) -> Done[State]:
    seats = 睁眼(state)
    return Done(state, seats, ("R27",), (Why("睁眼", (("seats", seats),)),))


def 星象封后(state: State, entry: Entry) -> Done[State]:
    """星君☯: the image of 妖首, in the 白昼 after an opening-top 星君 was sealed (R63)."""
    just = 1 <= state.clock - state.封时.get("星君", -9) <= 2
    if state.deal.关键 == "星君" and state.deal.top_at_opening("星君") and just:
        return Done(state, state.deal.星图["妖首"], ("星君/☯", "R63"), (Why("星象示妖首"),))
    return Done(state, None, ("R63",), (Why("星象不示"),))


def 佛陀可动(state: State, entry: Entry) -> None:
    """佛陀 as unsealed top, and ever after it was sealed (R45)."""
    assert entry.by is not None
    seat = state.at(entry.by)
    if state.deal.席.get("佛陀") != entry.by:
        raise Illegal("不持有", "R45", by=entry.by, card="佛陀")
    if not 已封(state, "佛陀") and (seat.top != "佛陀" or seat.status != 自由):
        raise Illegal("佛陀在底", "R45", by=entry.by)


def 止伐未选过(state: State, entry: Entry) -> None:
    if entry.target is not None and any(seat == entry.target for _, seat in state.止伐史):
        raise Illegal("止伐选过", "佛陀/止伐", "R41", seat=entry.target)


def 止伐(state: State, entry: Entry) -> Done[State]:
    """Works in 黑夜n and 白昼(n+1), not on 星空 (R41, R43)."""
    seat = entry.target
    if seat is None:
        return 放弃(state)
    now = but(state.at(seat), 止伐=state.n)
    void = state.deal.归属[seat] != "深渊"
    events = 记(state, seat, "受止伐无效" if void else "受止伐", "佛陀/止伐", "R43" if void else "R41")
    state = but(state, seats=state.set(seat, now), 止伐史=(*state.止伐史, (state.n, seat)), events=events)
    return Done(state, None, ("R43" if void else "R41",), (Why("止伐无效" if void else "止伐生效", (("to", seat),)),))


def 圣陨限(state: State, entry: Entry) -> None:
    """Once a game, with 圣贤 sealed at dawn, and at somebody (R38)."""
    if entry.pick != "圣陨":
        return
    if not 已封(state, "圣贤"):
        raise Illegal("圣陨未到", "圣贤/圣陨", "R38")
    if state.圣陨:
        raise Illegal("圣陨已用", "圣贤/圣陨", "R38")


def 圣陨有目标(state: State, entry: Entry) -> None:
    if entry.pick == "圣陨" and entry.to is None:
        raise Illegal("圣陨要目标", "圣贤/圣陨", "R38")


def 可封次数(state: State) -> int:
    """封妖 without 圣陨 in this 白昼 (R37)."""
    return 2 if state.加封 else 1


def 封妖限(state: State, entry: Entry) -> None:
    if entry.pick != "圣陨" and state.封次 >= 可封次数(state):
        raise Illegal("封妖用完", "仙子/封妖", "R37", count=可封次数(state))


def 封妖(state: State, entry: Entry) -> Done[State]:
    extra = entry.pick == "圣陨"
    state = but(state, 圣陨=True) if extra else but(state, 封次=state.封次 + 1)
    if entry.target is None:
        return 放弃(state)
    cite = ("圣贤/圣陨", "R38") if extra else ("R37",)
    return Done(意(state, entry.target, "圣陨" if extra else "封妖"), None, cite, (Why("起意封", (("to", entry.target),)),))


# 4 背刺, 5 窥念 ---------------------------------------------------------------------------------------------------


def 背刺(state: State, entry: Entry) -> Done[State]:
    if entry.target is None:
        return 放弃(state)
    return Done(意(state, entry.target, "背刺"), None, ("R30",), (Why("起意封", (("to", entry.target),)),))


def 窥念数(state: State, seat: int) -> int:
    """妖众 in the opening hand, sealed or not."""
    return state.deal.hands[seat].count(妖众)


def 窥念(state: State, entry: Entry) -> Done[State]:
    """2: an aim; 0: 凶祟's own card is marked; 1: nothing (R40)."""
    seat, by = entry.target, entry.by
    assert by is not None
    if seat is None:
        return 放弃(state)
    count = 窥念数(state, seat)
    if count == 2:
        state = 意(state, seat, "窥念")
    elif count == 0:
        state = but(state, seats=标(state, by, "窥念"), events=记(state, by, "窥念反噬", "凶祟/窥念", "R40"))
    return Done(state, count, ("R40",), (Why(f"窥念{count}", (("to", seat), ("by", by))),))


# 6 验妖 -----------------------------------------------------------------------------------------------------------


def 验妖限(state: State, entry: Entry) -> None:
    """The effects of this game (R16), and a card there to read (R18)."""
    if entry.pick is None or entry.target is None:
        return
    which, layer = effect(entry)
    if which not in state.deal.验妖:
        raise Illegal("验妖无此效果", "妖首/验妖", "R16", pick=which, of=state.deal.验妖)
    seat = state.at(entry.target)
    if (which != "③" and seat.top is None) or (layer == 底层 and seat.bottom is None):
        raise Illegal("无此层", "R18", seat=entry.target, layer=layer or "顶层")


def 验妖(state: State, entry: Entry) -> Done[State]:
    """As the cards lay at dawn (R28)."""
    seat = entry.target
    if seat is None:
        return 放弃(state)
    which, layer = effect(entry)
    result, cite = 读阵营(state, seat) if which == "③" else 读牌(state, seat, layer or "顶层")
    return Done(state, result, ("R18", *cite), (Why("验妖视为" if cite[1:] else "验妖实读", (("to", seat), ("result", result))),))


# 终 天眼① ---------------------------------------------------------------------------------------------------------


def 终局(state: State, found: str | None) -> str | None:
    """Who wins if the phase ends as it stands. found: what the settlement of a 白昼 comes to."""
    if state.over is not None:
        return state.over
    if found in ("星空", "深渊"):
        return found
    return "深渊" if state.额外 == 1 else None


def 将胜(state: State) -> str | None:
    """Who would win with the end of this phase."""
    return 终局(state, 白昼胜者(state, 结算白昼(state)) if state.kind == K else None)


def 仙童在顶(state: State, entry: Entry) -> None:
    """The holder of an opening-top 仙童, sealed or not (R79)."""
    assert entry.by is not None
    if state.deal.席.get("仙童") != entry.by or state.deal.hands[entry.by][0] != "仙童":
        raise Illegal("非顶层仙童", "仙童/天眼/①", "R79", by=entry.by)


def 深渊将胜(state: State, entry: Entry) -> None:
    if state.指认 is not None:
        raise Illegal("天眼已用", "R79")
    if 将胜(state) != "深渊":
        raise Illegal("未到终局", "仙童/天眼/①", "R79")


def 天眼一(state: State, entry: Entry) -> Done[State]:
    """Both 妖首 cards, seat and opening layer, exactly: 星空 (R79)."""
    pointed = {seat: {layers} if isinstance(layers, str) else set(layers) for seat, layers in entry.pick.items()}
    right = {seat: set(layers) for seat, layers in 妖首位置(state.deal.hands).items()}
    result = "星空" if {s: x for s, x in pointed.items() if x} == right else "深渊"
    state = but(state, 指认=result, over=result)
    return Done(state, result, ("R79",), (Why("天眼中" if result == "星空" else "天眼错"),))


_自由席, _不同 = 不同的自由席("魔罗/生死链", "R36")

ROWS: tuple[Skill, ...] = (
    Skill("生死链", K, 1, "魔罗/生死链", 顶层("魔罗"), 生死链, "", "魔罗", (_不同, _自由席, 不可连续)),
    Skill("血祭", K, 2, "血俑/血祭", 顶层("血俑"), 血祭, "", "血俑", (未曾用尽, 献祭只在首次)),
    Skill("星空仙人行动", K, 3, "其他白昼/3", 无人, 星空仙人行动),
    Skill("星象", K, 3, "星君/星象", 不写席位, 星象封后, "", "星君", (有人持有("星君", "R63"),)),
    Skill("止伐", K, 3, "佛陀/止伐", 佛陀可动, 止伐, "", "佛陀", (止伐未选过,)),
    Skill("封妖", K, 3, "仙子/封妖", 持有("仙子", "R27"), 封妖, "", "仙子", (圣陨限, 圣陨有目标, 封妖限), once=""),
    Skill("背刺", K, 4, "影妖/背刺", 顶层("影妖"), 背刺, "", "影妖"),
    Skill("窥念", K, 5, "凶祟/窥念", 顶层("凶祟"), 窥念, "", "凶祟"),
    Skill("验妖", K, 6, "妖首/验妖", 顶层("妖首", "R17"), 验妖, "", "妖首", (验妖限,)),
    Skill("天眼", K, 9, "仙童/天眼/①", 仙童在顶, 天眼一, "", "仙童", (深渊将胜,)),
)
