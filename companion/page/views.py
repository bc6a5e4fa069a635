"""View models: a look at the desk -> plain data for the templates. No HTML and no sentences here, no secrets but where they are shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from companion.page import forms, seats, words
from companion.page.desk import Mark
from companion.page.look import Spoken, View, is_dim, manner, may_close
from engine.prompt import Prompt
from engine.replay import HAND_RULED, Ruling
from generator.book import shown

Plain = Any
Query = Mapping[str, str]


def frame(view: View) -> dict[str, Plain]:
    """What every page of a running table shows: phase, theme, how many steps, what may be taken back."""
    leaf = view.leaf
    return {
        "game": view.game.name,
        "phase": leaf.name if leaf else "",
        "night": is_dim(view.game, leaf.name) if leaf else True,
        "seq": view.desk.seq,
        "size": view.desk.size,
        "verify": view.desk.verify,
        "can_undo": leaf is not None,
        "can_redo": bool(view.desk.undone),
        "winner": words.winner_word(view.winner) if view.winner is not None else "",
    }


# --- one call


def _short(name: str) -> str:
    return name.rpartition("·")[2] or name


def strip(view: View, shown: int = -1) -> list[dict[str, Plain]]:
    """The calls of the phase as a row of dots: where the host is, and which call is looked at now."""
    here = view.at
    return [
        {
            "name": _short(c.step.name),
            "here": i == here and shown <= len(view.calls) - 1,
            "looked": i == shown != here,
            "past": i < here,
            "open": c.open,
            "done": bool(c.done),
            "href": f"/?call={i}",
        }
        for i, c in enumerate(view.calls)
    ]


def _link(call: str, **query: Plain) -> str:
    given = {k: v for k, v in query.items() if v is not None}
    return "/?" + urlencode({"call": call, **given})


def _level(
    prompts: Sequence[tuple[int, Prompt]], key: str, call: str, query: Query, kept: Mapping[str, Plain], view: View
) -> dict[str, Plain]:
    """One level of choice among prompts: their skills, their seats, or their variants."""
    values: dict[str, list[Prompt]] = {}
    for i, prompt in prompts:
        values.setdefault(_value(key, i, prompt), []).append(prompt)
    options = []
    for value, mine in values.items():
        fine = any(p.ok for p in mine)
        first = mine[0]
        why = "" if fine or first.why is None else view.texts.why(first.why)
        label = {"skill": first.skill, "by": str(first.by) if first.by else words.word("源尊自己"), "v": _title(first)}[key]
        name = view.seat_name(first.by) if key == "by" and first.by else ""
        must = any(p.must and p.ok for p in mine)
        href = _link(call, **{**kept, key: value})
        options.append(
            {
                "value": value,
                "label": label,
                "name": name,
                "ok": fine,
                "why": why,
                "must": must,
                "href": href,
                "here": query.get(key) == value,
            }
        )
    return {"key": key, "options": options, "seats": key == "by", "greyed": _greyed(view, options) if key == "by" else []}


def _value(key: str, index: int, prompt: Prompt) -> str:
    return {"skill": prompt.skill, "by": str(prompt.by or 0), "v": str(index)}[key]


def _title(prompt: Prompt) -> str:
    if prompt.title:
        return prompt.title
    fixed = [shown(f.value) for k, f in prompt.fields if hasattr(f, "value") and k == "pick"]
    return fixed[0] if fixed else prompt.skill


def choice(view: View, prompts: Sequence[tuple[int, Prompt]], call: str, query: Query, given: forms.Form) -> dict[str, Plain]:
    """From many prompts to one: by skill, by seat, by variant; a level with one way is passed over."""
    left = list(prompts)
    levels: list[dict[str, Plain]] = []
    kept: dict[str, Plain] = {}
    for key in ("skill", "by", "v"):
        found = list(dict.fromkeys(_value(key, i, p) for i, p in left))
        if len(found) < 2:
            continue
        levels.append(_level(left, key, call, query, kept, view))
        taken = query.get(key, "")
        if taken not in found:
            able = [_value(key, i, p) for i, p in left if p.ok]
            if not able or (key != "v" and len(set(able)) > 1):
                return {"levels": levels, "form": None}
            taken = able[0]  # the only way there is; of variants the first, the others are one tap away
            next(o for o in levels[-1]["options"] if o["value"] == taken)["here"] = True
        kept[key] = taken
        left = [(i, p) for i, p in left if _value(key, i, p) == taken]
    return {"levels": levels, "form": form(view, *left[0], given) if left else None}


def form(view: View, index: int, prompt: Prompt, given: forms.Form) -> dict[str, Plain]:
    """The form of one prompt."""
    fields, later = forms.widgets(prompt, view.texts, view.seat_name, given)
    greyed = _greyed(view, [o for f in fields for o in f.get("options", ())])
    return {
        "index": index,
        "skill": prompt.skill,
        "by": prompt.by,
        "by_name": view.seat_name(prompt.by) if prompt.by else "",
        "title": prompt.title,
        "ok": prompt.ok,
        "why": view.texts.why(prompt.why) if prompt.why else "",
        "cite": words.cites(view.texts, prompt.cite),
        "must": prompt.must,
        "fields": fields,
        "later": later,
        "skip": any(key == "to" and key in prompt.maybe for key, _ in prompt.fields),
        "chance": any(key in forms.CHANCE for key, _ in prompt.fields),
        "greyed": greyed,
        "guesses": guesses(view, prompt) if view.desk.verify and prompt.ok else [],
    }


def _greyed(view: View, options: Iterable[Mapping[str, Plain]]) -> list[dict[str, Plain]]:
    """Why some can't be chosen: one line a reason, with all it holds for."""
    found: dict[str, dict[str, Plain]] = {}
    for o in options:
        if not o["ok"] and o["why"]:
            group = found.setdefault(o["why"], {"labels": [], "why": o["why"], "cite": words.cites(view.texts, o.get("cite", ()))})
            group["labels"].append(o["label"])
    return list(found.values())


def guesses(view: View, prompt: Prompt) -> list[str]:
    """The answers this prompt can have, found by trying it: what the host may have ruled. [] where they are too many or no words."""
    from engine.record import entry_of
    from engine.replay import step
    from engine.stream import Stream

    stream, found = Stream(b"guess"), dict[str, None]()
    for _ in range(24):
        try:
            entry = entry_of(prompt.sample(stream))
        except (IndexError, RuntimeError):
            return []
        _, ruled = step(view.game, view.replay.state, entry)
        if not isinstance(ruled, Ruling) or isinstance(ruled.result, list | tuple | dict):
            return []
        if ruled.verdict == "ok" and ruled.result is not None:
            found[shown(ruled.result)] = None
    return sorted(found) if len(found) <= 8 else []


def done(view: View, i: int, j: int) -> dict[str, Plain]:
    """An entry that stands in the record, with its ruling."""
    mark: Mark = view.desk.leaves[i].do[j]
    out: dict[str, Plain] = {
        "at": f"{i}.{j}",
        "words": words.entry_word(mark.data),
        "skill": mark.data.get("skill"),
        "by": mark.data.get("by"),
        "said": shown(mark.data["said"]) if "said" in mark.data else None,
        "struck": mark.struck,
        "told": mark.told,
        "hears": mark.hears,
        "note": mark.data.get("note"),
        "hand": mark.data.get("skill") == HAND_RULED,
        "upset": words.word("曾改动", what="；".join(_named(view, *at) for at in mark.upsets)) if mark.upsets else "",
    }
    ruled = ruling(view, i, j)
    if ruled is None:
        return {**out, "verdict": "", "verdict_word": "", "result": None, "result_word": "", "rule": [], "why": []}
    out.update(words.ruling_plain(view.texts, ruled))
    return out


def _named(view: View, i: int, j: int) -> str:
    leaf = view.desk.leaves[i]
    return f"{leaf.name} {words.entry_word(leaf.do[j].data)}"


def ruling(view: View, i: int, j: int) -> Ruling | None:
    if i >= len(view.rulings) or j >= len(view.rulings[i]):
        return None
    return view.rulings[i][j][1]


def call(view: View, query: Query, given: forms.Form) -> dict[str, Plain]:
    """The call in front of the host: its words, its form, what it gave already."""
    i = len(view.desk.leaves) - 1
    asked = query.get("call", "")
    if asked == "any":
        return {
            "index": "any",
            "name": words.word("随时"),
            "lines": [],
            "aloud": [],
            "done": [],
            "refused": [],
            "silent": False,
            "peek": False,
            **choice(view, view.anytime, "any", query, given),
        }
    at = int(asked) if asked.isdigit() and int(asked) < len(view.calls) else max(0, min(view.at, len(view.calls) - 1))
    spoken: Spoken = view.calls[at]
    return {
        "index": str(at),
        "name": _short(spoken.step.name),
        "cite": words.cites(view.texts, (spoken.step.cite,)) if spoken.step.cite else [],
        "lines": list(spoken.lines),
        "aloud": announcement(view)["lines"] if view.announcement and spoken.step.name in (manner(view.game).get("aloud") or ()) else [],
        "silent": not spoken.open,
        "refused": _refused(view, spoken),
        "done": [done(view, i, j) for j in spoken.done],
        "peek": at != view.at,
        "last": at == len(view.calls) - 1,
        "next": at + 1,
        "before": at - 1,
        **choice(view, spoken.prompts, str(at), query, given),
    }


def _refused(view: View, spoken: Spoken) -> list[dict[str, Plain]]:
    """Why nobody may answer this call."""
    if spoken.open:
        return []
    seen: dict[str, dict[str, Plain]] = {}
    for _, prompt in spoken.prompts:
        if prompt.why is not None:
            text = view.texts.why(prompt.why)
            seen.setdefault(text, {"why": text, "skill": prompt.skill, "cite": words.cites(view.texts, prompt.cite)})
    return list(seen.values())


def anytime(view: View) -> list[dict[str, Plain]]:
    """Skills that may come at any moment, one link each."""
    names: dict[str, bool] = {}
    for _, prompt in view.anytime:
        names[prompt.skill] = names.get(prompt.skill, False) or prompt.ok
    return [{"label": name, "ok": ok, "href": _link("any", skill=name)} for name, ok in names.items() if ok]


def demands(view: View, passed: bool = False) -> list[dict[str, Plain]]:
    """Prompts that must be answered before the phase can end; `passed`: only those whose call the host has left behind."""
    found: dict[str, dict[str, Plain]] = {}
    where = {p.step: i for i, c in enumerate(view.calls) for _, p in c.prompts}
    for _, prompt in [*((i, p) for c in view.calls for i, p in c.prompts), *view.anytime]:
        if prompt.must and prompt.ok and not (passed and where.get(prompt.step, -1) >= view.at):
            spot = str(where[prompt.step]) if prompt.step in where else "any"
            found.setdefault(
                f"{prompt.skill}{prompt.by}", {"skill": prompt.skill, "by": prompt.by, "href": _link(spot, skill=prompt.skill)}
            )
    return list(found.values())


# --- the end of a phase, the announcement, the end of the game


def ending(view: View) -> dict[str, Plain]:
    """The phase as it would be settled now."""
    fine, places, owed = may_close(view)
    closed = view.closed
    assert closed is not None and view.leaf is not None
    follows = view.game.phase_after(view.leaf.name)
    return {
        "fine": fine,
        "places": words.cites(view.texts, [f"{view.game.name}/{p}" for p in places]),
        "owed": list(owed),
        "why": words.whys(view.texts, closed.why),
        "announce": words.announced(view.game.id, closed.announce),
        "winner": words.winner_word(closed.winner) if closed.winner is not None else "",
        "next": follows,
        "demands": demands(view),
        "before": len(view.calls) - 1,
    }


def announcement(view: View) -> dict[str, Plain]:
    """What the phase before leaves to be read aloud."""
    before = view.replay.answer.phases[-2]
    return {"of": before.name, "lines": words.announced(view.game.id, before.announce), "why": words.whys(view.texts, before.why)}


# --- the log


def log(view: View, newest: int = 1000) -> list[dict[str, Plain]]:
    """The phases, newest first, each with its entries in order and how it was settled."""
    out = []
    for i, leaf in list(enumerate(view.desk.leaves))[-newest:]:
        phases = view.replay.answer.phases
        answer = phases[i] if i < len(phases) else None
        over = i < len(view.desk.leaves) - 1
        out.append(
            {
                "name": leaf.name,
                "entries": [done(view, i, j) for j in range(len(leaf.do))],
                "settled": words.whys(view.texts, answer.why) if answer and over else [],
                "announce": words.announced(view.game.id, answer.announce) if answer and over else [],
            }
        )
    return out[::-1]


def told_before(view: View, i: int, j: int) -> dict[str, Plain] | None:
    """What taking entry [i, j] back would take from somebody who was told; None where nobody was."""
    entry = done(view, i, j)
    if entry["result"] is None and not entry["told"]:
        return None
    if entry["told"] or entry["hears"] in ("by", "all", "?"):
        return entry
    return None


def summary(view: View) -> str:
    """What may be pasted into the group chat: announcements in the open, and who won. While the game runs no secret is in it."""
    lines = [words.word("总结_题", game=view.game.name, count=view.desk.size)]
    names = [n for n in view.desk.names if n]
    if names:
        lines.append("　".join(f"{i}.{n}" for i, n in enumerate(view.desk.names, 1) if n))
    phases = view.replay.answer.phases
    ended = view.decided or (view.winner is not None and view.at > len(view.calls))
    for phase in phases if ended else phases[:-1]:
        said = [a["say"] for a in words.announced(view.game.id, phase.announce) if a["aloud"]]
        lines.append(f"〔{phase.name}〕" + ("　".join(said) if said else words.word("总结_无事")))
    if ended:
        lines.append(words.word("总结_胜", winner=words.winner_word(view.winner)))
        for number in range(1, view.desk.size + 1):
            opening = "；".join(f"{shown(v)}" for _, v in seats.dealt(view, number)[:1])
            lines.append(f"{words.seat_word(view, number)}：{opening}")
    return "\n".join(lines)
