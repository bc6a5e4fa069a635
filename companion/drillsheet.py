"""Drills on paper and in the terminal: the question without its answer, the answer with its reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from companion.report import Readable, plain
from companion.terminal import clean
from engine.games import Game, model_of_record
from engine.paper import Block, Para, Rows, Sheet
from engine.record import normal, record_of
from engine.replay import Replay, Ruling
from generator.book import Book, book, filled, shown, table
from generator.draw import Pdf
from generator.drills import ILLEGAL, Drill, Matter, told
from generator.layout import paper_named
from generator.look import look
from generator.sheets.furniture import Plan, head
from generator.sheets.tables import Writer

Plain = Any
EARLIER = 16  # entries before the question that are still told
WORDS = {"seat": "座位", "to": "目标", "by": "使用者", "result": "结果", "skill": "技能"}
PAST = ("票数", "结算", "待定")  # of the table: what the phase before has done with
NOTHING: tuple[Plain, ...] = (None, False, [], {}, ())
SEATED = ("dealt", "hands", "roles", "identities", "身份", "重发")


class Teacher:
    """The words of one game's drills."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.book: Book = book(game.id)

    def say(self, key: str, **values: object) -> str:
        return filled(str(table(self.game.id, "drill")[key]), values.items())

    def readable(self, drill: Drill) -> Readable:
        from engine.replay import Answer

        record = record_of(normal(dict(drill.record)))
        return Readable(Replay(Answer(self.game.name, "ok"), self.game, record))

    # --- the question

    def seats(self, drill: Drill) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        """(columns, rows) of the seats before the phase: what the answer showed of them, or the cards dealt."""
        if not drill.before:
            hands = model_of_record(self.game, normal(dict(drill.record))).read(normal(dict(drill.record)))[0]
            wanted = {f"{seat}号" for seat in drill.night.show} if drill.night else set()
            return ("座位", "牌"), [(place, "、".join(hand)) for place, hand in hands.items() if not wanted or place in wanted]
        seats = {seat: state for seat, state in drill.before.items() if not drill.night or not drill.night.show or seat in drill.night.show}
        keys = [key for key in dict.fromkeys(k for s in seats.values() for k in s) if self._telling(key, seats)]
        rows = [(f"{seat}号", *(_cell(state.get(key)) for key in keys)) for seat, state in seats.items()]
        return ("座位", *(self.label(key) for key in keys)), rows

    def label(self, key: str) -> str:
        """A key of the answer in a word."""
        return str(table(self.game.id, "look").get("page", {}).get("labels", {}).get(key, key))

    def what(self, asked: str) -> str:
        """What is asked, in words: `3号 marks` is 3号 标记."""
        seat, _, key = asked.partition("号 ")
        return f"{seat}号 {self.label(key)}" if seat.isdigit() else asked

    def stand(self, drill: Drill) -> str:
        """The table before the phase, as far as something stands there."""
        parts = [
            f"{self.label(key)} {_cell(plain(value))}" for key, value in drill.table.items() if key not in PAST and value not in NOTHING
        ]
        return f"{self.say('桌面')}：{'；'.join(parts)}" if parts and drill.night is None else ""

    @staticmethod
    def _telling(key: str, seats: Mapping[int, Mapping[str, Plain]]) -> bool:
        """A column in which something stands that is not the same everywhere."""
        return len({repr(state.get(key)) for state in seats.values()}) > 1

    def setup(self, drill: Drill) -> str:
        parts = [f"{key} {_cell(plain(value))}" for key, value in drill.record["setup"].items() if key not in SEATED]
        return "；".join(parts)

    def declared(self, drill: Drill) -> list[str]:
        words = self.readable(drill)
        return [f"{n}. {words.what(entry)}" for n, (entry, _) in enumerate(drill.answer.entries, 1)]

    def heading(self, n: int, drill: Drill) -> str:
        title = f"　{drill.night.title}" if drill.night else ""
        return self.say("题", n=n, phase=drill.answer.name) + title

    def earlier(self, drill: Drill) -> list[str]:
        """What happened in the phases before, where that is little enough to read."""
        words, log = self.readable(drill), self.readable(drill).replay.record
        phases = log.log[:-1] if log is not None else ()
        if drill.night is None or sum(len(phase.do) for phase in phases) > EARLIER:
            return []
        return [f"{phase.name}：" + "；".join(words.what(entry) for entry in phase.do) for phase in phases if phase.do]

    def asking(self, drill: Drill) -> str:
        return self.say("请答", what="、".join(map(self.what, drill.night.ask))) if drill.night else self.say("问")

    def question(self, drill: Drill) -> Iterator[Block]:
        if self.setup(drill):
            yield Para(self.setup(drill))
        yield from (Para(line) for line in (*self.earlier(drill), self.stand(drill)) if line)
        columns, rows = self.seats(drill)
        yield Rows(columns, tuple(rows), title=self.say("局面"))
        yield Para(self.say("声明"))
        yield from (Para(line) for line in self.declared(drill))
        yield Para(self.asking(drill))

    # --- the answer

    def announced(self, drill: Drill) -> str:
        parts = [f"{key} {_cell(plain(value))}" for key, value in drill.answer.announce.items()]
        if drill.answer.winner is not None:
            parts.append(f"{self.say('胜者')} {_cell(plain(drill.answer.winner))}")
        return "；".join(parts)

    def steps(self, drill: Drill) -> list[str]:
        """Why each entry is judged as it is, where there is something to say, then the settlement step by step."""
        entries = [
            f"{n}. {ILLEGAL + '：' if ruling.verdict == 'illegal' else ''}{''.join(self.book.why(why) for why in ruling.why)}"
            for n, (_, ruling) in enumerate(drill.answer.entries, 1)
            if ruling.why
        ]
        return entries + [self.book.why(why) for why in drill.answer.why]

    def taught(self, drill: Drill) -> list[str]:
        """What a host should take home, and where the book or a ruling says so."""
        if drill.night is None:
            return []
        cites = "".join(f"〔{self.game.name}/{cite}〕" for cite in drill.night.rules)
        answers = "；".join(f"{self.what(what)} {_cell(plain(truth))}" for what, truth in self.asked(drill))
        return [self.say("答", text=answers), self.say("记住", text=drill.night.lesson, rules=cites)]

    def lesson(self, drill: Drill, matter: Matter, cites: Sequence[str] = ()) -> str:
        """What the rule says, by preference where it was cited just now, and what would stand without it."""
        judged = {rule for _, ruling in drill.answer.entries for rule in ruling.rule}
        texts = [cite for cite in cites or matter.apart.cite if self.book.place(cite)]
        here = [cite for cite in texts if f"{self.game.name}/{cite}" in judged]
        rule = next(iter((*(c for c in (*here, *texts) if c[0] == "R"), *texts, *matter.apart.cite)))
        what, now, other = matter.otherwise[0]
        text = self.book.place(rule) or ""
        return self.say(
            "若没有", rule=f"{self.game.name}/{rule}", text=text, what=self.what(what), other=_cell(plain(other)), now=_cell(plain(now))
        )

    def without(self, drill: Drill) -> list[str]:
        """What would stand without a rule: of each that matters; in a teaching set, of those it is about."""
        if drill.night is None:
            return [self.lesson(drill, matter) for matter in drill.matters]
        about = [(m, [c for c in drill.night.rules if c in m.apart.cite]) for m in drill.matters]
        return [self.lesson(drill, m, cites) for m, cites in about if cites]

    def answer(self, drill: Drill) -> Iterator[Block]:
        words = self.readable(drill)
        rows = [
            (str(i), words.what(entry), _told(ruling), "　".join(ruling.rule)) for i, (entry, ruling) in enumerate(drill.answer.entries, 1)
        ]
        yield Rows(("", "声明", "结果", "依据"), tuple(rows), widths=(1, 8, 5, 6))
        yield Para(f"{self.say('公布')}：{self.announced(drill)}")
        yield from (Para("· " + line) for line in self.steps(drill))
        yield from (Para(line) for line in self.taught(drill))
        yield from (Para(line) for line in self.without(drill))

    # --- paper

    def plans(self, drills: Sequence[Drill], writer: Callable[[], Writer]) -> list[Plan]:
        """Questions first, then the answers on pages of their own; each whole on a page where it fits."""
        asks = [Sheet("drill", self.heading(n, drill), "table", tuple(self.question(drill))) for n, drill in enumerate(drills, 1)]
        keys = [Sheet("drill-key", self.heading(n, drill), "host", tuple(self.answer(drill))) for n, drill in enumerate(drills, 1)]
        asked = writer().together(self.say("卷", game=self.game.name, count=len(drills)), asks, self.say("卷/说明"))
        told = writer().together(self.say("答案", game=self.game.name), keys, self.say("答案/说明"), self.coverage(drills))
        return asked + told

    def coverage(self, drills: Sequence[Drill]) -> str:
        rules = sorted({rule for drill in drills for rule in drill.rules})
        return self.say("覆盖", count=len(drills), rules=len(rules), list="、".join(rules))

    def pdf(self, drills: Sequence[Drill], paper: str = "A4") -> bytes:
        """The set on paper."""
        size = paper_named(paper)
        pdf = Pdf((size.width, size.height), f"{self.game.name} 练习")
        plans = self.plans(drills, lambda: Writer(self.book, look(self.game.id), size))
        for i, plan in enumerate(plans):
            page = pdf.page(None)
            plan.draw(page)
            head(page, f"{plan.title} · {i + 1}/{len(plans)}", "", plan.edge)
        return pdf.bytes()

    # --- the terminal

    def lines(self, n: int, drill: Drill) -> list[str]:
        """The question as lines."""
        columns, rows = self.seats(drill)
        out = [
            self.heading(n, drill),
            self.setup(drill),
            *self.earlier(drill),
            self.stand(drill),
            self.say("局面") + "：",
            "  " + "　".join(columns),
        ]
        out += ["  " + "　".join(cell or "–" for cell in row) for row in rows]
        out += [self.say("声明") + "：", *("  " + line for line in self.declared(drill)), self.asking(drill)]
        return [clean(line) for line in out if line]

    def asked(self, drill: Drill) -> list[tuple[str, Plain]]:
        """What a quiz asks: the things that rules decide here."""
        if drill.night is not None:
            return [(what, plain(told(drill.answer, what))) for what in drill.night.ask]
        seen: dict[str, Plain] = {}
        for matter in drill.matters:
            what, now, _ = matter.otherwise[0]
            seen.setdefault(what, plain(now))
        return list(seen.items())

    def solution(self, drill: Drill) -> list[str]:
        return [f"{self.say('公布')}：{self.announced(drill)}", *self.steps(drill), *self.taught(drill), *self.without(drill)]


def _told(ruling: Ruling) -> str:
    return ILLEGAL if ruling.verdict == "illegal" else _cell(plain(ruling.result))


def _cell(value: Plain) -> str:
    return "–" if value is None or value == [] or value == {} else shown(_worded(value))


def _worded(value: Plain) -> Plain:
    """Keys of the answer's format in the host's words; a seat with nothing beside it is just its number."""
    if isinstance(value, list):
        return [_worded(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    if list(value) == ["seat"]:
        return f"{value['seat']}号"
    return {WORDS.get(key, key): _worded(item) for key, item in value.items()}


def right(typed: str, truth: Plain) -> bool:
    """Is what was typed the answer, however its parts are separated?"""
    signs = str.maketrans(dict.fromkeys("、，, ；;：:号"))
    return typed.translate(signs).strip().lower() == _cell(truth).translate(signs).strip().lower() or (
        _cell(truth) == "–" and typed.strip() in ("无", "没有", "-", "–", "")
    )
