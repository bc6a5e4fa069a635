"""What a tap does: a form -> events, or a page that asks or refuses. Pure: nothing is written here."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.page import forms, seats, views, words
from companion.page.desk import Desk, Event, back
from companion.page.look import View, attempt, look, may_close, to_order
from engine.deal import Refused
from engine.prompt import Prompt
from engine.replay import HAND_RULED, examine, examined
from engine.stream import Stream
from generator.book import shown

Plain = Any
Form = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Move:
    """`events`: to be made durable, then the page at `goto`. `page`: a page to show instead (nothing happened), with `status`."""

    events: tuple[dict[str, Plain], ...] = ()
    goto: str = "/"
    page: str = ""
    status: int = 200
    values: Mapping[str, Plain] = field(default_factory=dict)


def one(form: Form, name: str, default: str = "") -> str:
    found = form.get(name)
    return found[0] if found else default


def refused(code: str, goto: str = "/", status: int = 422, **values: object) -> Move:
    """Nothing happened, and why."""
    return Move(goto=goto, status=status, values={"error": words.word(code, **values)})


def _spot(form: Form) -> dict[str, str]:
    return {k: one(form, k) for k in ("call", "skill", "by", "v") if one(form, k)}


def _kept(form: Form) -> list[tuple[str, str]]:
    """The fields of a form, to be sent once more."""
    out = ("id", "seq", "sure", "said", "mute", "roll")
    return [(k, v) for k, values in form.items() if k not in out for v in values]


def enter(desk: Desk, form: Form, entropy: bytes) -> Move:
    """An entry out of a prompt's form: tried on the record first; refused with the rule where the rules forbid it."""
    if not desk.leaves:
        return refused("还没开始")
    view = look(desk)
    index = one(form, "p")
    if not index.isdigit() or int(index) >= len(view.prompts):
        return refused("表单不认识", value=index[:20])
    prompt = view.prompts[int(index)]
    again = {"query": _spot(form), "given": {k: list(v) for k, v in form.items()}}
    try:
        entry = forms.entry_of(prompt, form, Stream(entropy))
    except forms.Unfilled as short:
        return Move(status=422, values={"error": words.word(short.code, **short.values_), **again})
    note = one(form, "note").strip()
    if note:
        entry["note"] = note[:200]
    return _tried(view, prompt, entry, form, again)


def _tried(view: View, prompt: Prompt, entry: dict[str, Plain], form: Form, again: Mapping[str, Plain]) -> Move:
    trial = attempt(view, entry)
    if trial.ruling is None:
        return Move(status=422, values={"error": "；".join(trial.faults), **again})
    ruling = trial.ruling
    if ruling.verdict in ("illegal", "needs"):
        shown_ruling = words.ruling_plain(view.texts, ruling)
        return Move(status=422, values={"refusal": {**shown_ruling, "words": words.entry_word(entry)}, **again})
    if view.desk.verify and "said" in form and "mute" not in form:
        entry["said"] = forms.said_of(one(form, "said"), ruling.result)
        after = attempt(view, entry)
        if after.ruling is not None and after.ruling.verdict == "mismatch" and "sure" not in form:
            plain = words.ruling_plain(view.texts, after.ruling)
            difference = {**plain, "words": words.entry_word(entry), "said": shown(entry["said"]), "kept": _with_rolls(form, entry)}
            return Move(page="differs", values={"differs": {**difference, "said_raw": one(form, "said")}})
    event: dict[str, Plain] = {"do": "entry", "entry": entry, "step": prompt.step, "hears": prompt.told}
    spot = one(form, "call")
    if spot.isdigit() and int(spot) < len(view.calls):
        event["turn"] = int(spot)
    if trial.changed:
        event["upsets"] = [[i, j] for i, j, _, _ in trial.changed]
    return Move((event,))


def _with_rolls(form: Form, entry: Mapping[str, Plain]) -> list[tuple[str, str]]:
    """The form once more, with what the page rolled for it, so that asking back does not roll again."""
    kept = _kept(form)
    for key in forms.CHANCE:
        if key in entry and not any(k == key or k.startswith(key + ".") for k, _ in kept):
            value = entry[key]
            parts = value if isinstance(value, list) else [value]
            kept += (
                [(f"{key}.{i}", forms.code_of(v)) for i, v in enumerate(parts)]
                if key == "die"
                else [(key, forms.code_of(v)) for v in parts]
            )
    return kept


def turn(desk: Desk, form: Form) -> Move:
    """To another call, the announcement, or the end of the phase."""
    to = one(form, "to")
    if not desk.leaves or not re.fullmatch(r"-?\d{1,3}", to):
        return refused("表单不认识", value=to[:20])
    view = look(desk)
    at = max(-1, min(int(to), len(view.calls) + (1 if view.winner is not None else 0)))
    return Move(({"do": "page", "turn": at},))


def phase(desk: Desk, form: Form) -> Move:
    """The next phase; the first one seals the setup. Refused while the rules still demand something."""
    view = look(desk)
    if view.replay.answer.errors:
        return refused("记录有误", message="；".join(view.texts.fault(f.why) for f in view.replay.answer.errors[:3]))
    if not desk.leaves:
        if to_order(view.game, desk.record()):
            return refused("还没定上下", goto="/walk")
        return Move(({"do": "phase", "name": view.game.phase_after(None)},))
    fine, places, owed = may_close(view)
    if not fine:
        return refused("阶段未完", owed="、".join(owed) or "、".join(places))
    if view.winner is not None:
        return Move(({"do": "page", "turn": len(view.calls) + 1},))
    name = view.game.phase_after(desk.leaves[-1].name)
    data = desk.record()
    data["log"].append({"phase": name, "do": []})
    late = examined(view.game, data, view.replay, len(desk.leaves)).answer.errors
    if late:
        return refused("记录有误", message="；".join(view.texts.fault(f.why) for f in late[:3]))
    return Move(({"do": "phase", "name": name},))


def undo(desk: Desk, form: Form) -> Move:
    """One step back; asks first where somebody was told."""
    event = back(desk)
    if event is None:
        return refused("无可撤回")
    view = look(desk)
    if "sure" not in form:
        told: Plain = None
        if event["do"] == "strike":
            told = views.told_before(view, *event["at"])
        elif view.opens_aloud and desk.leaves[-1].at >= 0:
            told = {"announced": views.announcement(view)}
        if told:
            return Move(page="undo", values={"told": told})
    if event["do"] == "strike":
        step = desk.leaves[-1].do[event["at"][1]].step
        spot = next((i for i, c in enumerate(view.calls) if c.step.name == step), None)
        if spot is not None:
            event = {**event, "turn": spot}
    return Move((dict(event),))


def redo(desk: Desk, form: Form) -> Move:
    return Move((dict(desk.undone[-1]),)) if desk.undone else refused("无可重做")


def told(desk: Desk, form: Form) -> Move:
    """Show a result to the player it belongs to, and remember that it was shown."""
    at = re.fullmatch(r"(\d{1,4})\.(\d{1,4})", one(form, "at"))
    if not at:
        return refused("表单不认识", value=one(form, "at")[:20])
    i, j = int(at[1]), int(at[2])
    if i >= len(desk.leaves) or j >= len(desk.leaves[i].do):
        return refused("表单不认识", value=one(form, "at"))
    events = () if desk.leaves[i].do[j].told else ({"do": "page", "told": [i, j]},)
    return Move(events, goto=f"/show?at={i}.{j}")


def verify(desk: Desk, form: Form) -> Move:
    return Move(({"do": "page", "verify": one(form, "on") == "1"},), goto=_local(one(form, "goto", "/")))


def _local(path: str) -> str:
    return path if re.fullmatch(r"/[a-z0-9/?=&%.]*", path) and "//" not in path else "/"


# --- before the game


def layer(desk: Desk, form: Form) -> Move:
    """One seat's order, tapped while walking round."""
    view = look(desk)
    asked = to_order(view.game, desk.record())
    seat = one(form, "seat")
    if not seat.isdigit() or int(seat) not in asked:
        return refused("表单不认识", goto="/walk", value=seat[:20])
    if "clear" in form:
        return Move(({"do": "page", "layer": [int(seat), None]},), goto=f"/walk?seat={seat}")
    choice = one(form, "layers")
    offer = next((o for o in asked[int(seat)] if forms.code_of(o.value) == choice), None)
    if offer is None:
        return refused("表单不认识", goto="/walk", value=choice[:20])
    if not offer.ok:
        return Move(
            goto="/walk", status=422, values={"error": view.texts.why(offer.why) if offer.why else words.word("不在其中", value=choice)}
        )
    after = {**desk.draft, int(seat): offer.value}
    left = [s for s in asked if s not in after]
    follows = next((s for s in left if s > int(seat)), left[0] if left else 0)
    return Move(({"do": "page", "layer": [int(seat), offer.value]},), goto=f"/walk?seat={follows}" if follows else "/walk")


def seal(desk: Desk, form: Form) -> Move:
    """The whole setup as the players laid it: sealed."""
    view = look(desk)
    asked = to_order(view.game, desk.record())
    if not asked:
        return Move(goto="/")
    single = {s: next(o.value for o in offers if o.ok) for s, offers in asked.items() if sum(o.ok for o in offers) == 1}
    order = view.game.order  # type: ignore[attr-defined]
    try:
        record = order(desk.record(), {**single, **desk.draft})
    except Refused as no:
        return Move(goto="/walk", status=422, values={"error": "；".join(view.texts.fault(f.why) for f in no.faults)})
    faults = examine({**record, "log": []}).answer.errors
    if faults:
        return Move(goto="/walk", status=422, values={"error": "；".join(view.texts.fault(f.why) for f in faults)})
    before = desk.head.get("setup") or {}
    change = {k: v for k, v in record["setup"].items() if before.get(k) != v}
    return Move(({"do": "setup", "set": change},))


_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")


def people(desk: Desk, form: Form) -> Move:
    """Rename the seats, or let two people change places (`a`, `b`)."""
    if "swap" in form:
        a, b = one(form, "a"), one(form, "b")
        if not (a.isdigit() and b.isdigit() and 1 <= int(a) <= desk.size and 1 <= int(b) <= desk.size and a != b):
            return refused("换座要两个座位", goto="/people")
        return Move(({"do": "swap", "seats": [int(a), int(b)]},), goto="/people")
    given = [_CONTROL.sub("", one(form, f"name.{n}")).strip()[:40] or str(n) for n in range(1, desk.size + 1)]
    if len(set(given)) != len(given):
        return refused("名字重复", goto="/people")
    now = [name or str(n) for n, name in enumerate(desk.names, 1)]
    events = [{"do": "rename", "seat": n, "name": new} for n, (new, old) in enumerate(zip(given, now, strict=True), 1) if new != old]
    return Move(tuple(events), goto="/people")


# --- 裁定, notes


def hand(desk: Desk, form: Form) -> Move:
    """裁定: from here on a seat's fields stand as the host says."""
    if not desk.leaves:
        return refused("还没开始")
    view = look(desk)
    seat = one(form, "seat")
    if not seat.isdigit() or not 1 <= int(seat) <= desk.size:
        return refused("表单不认识", value=seat[:20])
    change: dict[str, Plain] = {}
    for field_ in seats.settable(view, int(seat)):
        value = _set_value(field_["kind"], form, "set." + str(field_["name"]))
        now = _set_value(
            field_["kind"], {"was": ["1" if field_["on"] else ""] if field_["kind"] == "flag" else [str(field_["value"])]}, "was"
        )
        if value != now:
            change[str(field_["name"])] = value
    goto = f"/hand?seat={seat}"
    if not change:
        return refused("裁定无变化", goto=goto)
    entry: dict[str, Plain] = {"skill": HAND_RULED, "set": {int(seat): change}}
    note = one(form, "note").strip()
    if note:
        entry["note"] = note[:200]
    trial = attempt(view, entry)
    if trial.ruling is None:
        return refused("裁定不成", goto=goto, message="；".join(trial.faults))
    if trial.ruling.verdict != "ruled":
        return refused("裁定不成", goto=goto, message="；".join(words.whys(view.texts, trial.ruling.why)))
    event: Event = {"do": "entry", "entry": entry, "step": "", "hears": "", "upsets": [[i, j] for i, j, _, _ in trial.changed]}
    return Move((dict(event),), goto="/log")


def _set_value(kind: str, form: Form, name: str) -> Plain:
    text = one(form, name).strip()
    if kind == "flag":
        return text == "1"
    if kind == "number":
        return int(text) if re.fullmatch(r"-?\d{1,6}", text) else text
    if kind == "list":
        parts = [p for p in re.split(r"[\s,，、]+", text) if p]
        return [int(p) if p.isdigit() and len(p) < 7 else p for p in parts]
    if text in ("", "无", "null"):
        return None
    return int(text) if re.fullmatch(r"\d{1,6}", text) else text


def note(desk: Desk, form: Form) -> Move:
    text = _CONTROL.sub(" ", one(form, "text")).strip()[:300]
    if not text:
        return refused("空话", goto="/log")
    before = str(desk.head.get("note") or "")
    return Move(({"do": "note", "text": f"{before}\n{text}" if before else text},), goto="/log")
