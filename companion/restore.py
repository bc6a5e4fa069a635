"""Tables opened: from a record file, from photos of a sealed record, from a journal kept on this machine, or dealt anew."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion import keyring, places, recordfile, safefile
from companion.journal import Busy, Journal, remembered
from companion.page.words import word
from engine.deal import Impossible, Refused
from engine.games import game_named, names
from engine.record import normal
from engine.replay import examine
from engine.stream import Stream
from generator.book import book

Plain = Any


class NoTable(Exception):
    """No table could be opened; the message is for the host. `held`: texts of codes that were read and only lack the key (or parts)."""

    def __init__(self, message: str, held: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.held = tuple(held)


@dataclass(frozen=True, slots=True)
class Kept:
    """A journal on this machine, for the list."""

    ident: str
    game: str
    players: int
    names: str
    when: str


def now() -> str:
    return datetime.now(UTC).astimezone().isoformat(timespec="seconds")


def _checked(data: Plain) -> dict[str, Plain]:
    """A record that may be played on: every fault told, nothing of it needed."""
    replay = examine(data)
    errors = replay.answer.errors
    if errors:
        game = game_named(data.get("game")) if isinstance(data, Mapping) else None
        texts = book(game.id) if game else None
        said = [texts.why(f.why) if texts else book("fengyao").why(f.why) for f in errors[:5]]
        raise NoTable("；".join(said))
    return dict(data)


def name_of(record: Mapping[str, Plain]) -> str:
    """The journal's name: the same record opened again is the same table."""
    text = json.dumps(record, ensure_ascii=False, sort_keys=True, default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:20]


def begin(record: Plain) -> Journal:
    """The journal of a record: the one there is, or a new one. Raises NoTable."""
    data = json.loads(json.dumps(_checked(record), ensure_ascii=False))
    path = places.journals() / f"{name_of(data)}.jsonl"
    if path.exists():
        return resume(path)
    return Journal.create(path, data, now())


def resume(path: Path) -> Journal:
    """A journal opened again. Raises NoTable."""
    try:
        return Journal.open(path)
    except recordfile.Unreadable as bad:
        raise NoTable(bad.message) from None
    except Busy as busy:
        raise NoTable(str(busy)) from None


def from_file(path: Path) -> Journal:
    """The table of a record or journal file. Raises NoTable, OSError."""
    try:
        documents = recordfile.read(path)
    except recordfile.Unreadable as bad:
        raise NoTable(f"{path.name} 第 {bad.line} 行：{bad.message}" if bad.line else f"{path.name}：{bad.message}") from None
    if not documents:
        raise NoTable(word("不是记录", name=path.name))
    if documents[0].kind == "journal":
        return resume(path)
    return begin(documents[0].data)


def from_text(content: bytes, name: str) -> Journal:
    """The table of an uploaded record file. Raises NoTable."""
    try:
        documents = recordfile.parse(recordfile.text_of(content), Path(name).suffix.lower())
    except recordfile.Unreadable as bad:
        raise NoTable(f"第 {bad.line} 行：{bad.message}" if bad.line else bad.message) from None
    if not documents:
        raise NoTable(word("不是记录", name=name))
    return begin(documents[0].data)


def kept() -> list[Kept]:
    """The journals on this machine, the newest first; one that can't be read is passed over."""
    out = []
    for path in remembered(places.journals())[:12]:
        try:
            with path.open("rb") as file:
                first = json.loads(file.readline(2_000_000))["e"]["record"]
            players = first["players"]
            many = len(players) if isinstance(players, list) else int(players)
            when = datetime.fromtimestamp(path.stat().st_mtime).strftime("%m-%d %H:%M")
        except (OSError, ValueError, KeyError, TypeError):
            continue
        listed = "、".join(map(str, players)) if isinstance(players, list) else ""
        game = game_named(first.get("game"))
        out.append(Kept(path.stem, game.name if game else "", many, listed[:40], when))
    return out


def by_ident(ident: str) -> Journal:
    """A kept journal by its name. Raises NoTable."""
    path = next((p for p in remembered(places.journals()) if p.stem == ident), None)
    if path is None:
        raise NoTable(word("没有这一桌"))
    return resume(path)


# --- sealed records


def texts_on(pictures: Iterable[tuple[str, bytes]]) -> list[str]:
    """The texts of all codes on some pictures. Raises NoTable for a picture that can't be read."""
    from companion import scan

    found: dict[str, None] = {}
    for name, content in pictures:
        try:
            found.update(dict.fromkeys(scan.texts_of(content, name)))
        except scan.PictureError as bad:
            raise NoTable(str(bad), tuple(found)) from None
    return list(found)


def unsealed(texts: Sequence[str], typed: str) -> tuple[dict[str, Plain], keyring.Key, Plain]:
    """The record in some codes, its key (the typed one, or any that this machine knows), its deal or None. Raises NoTable."""
    from generator import envelope, keys, pack

    try:
        sealed = envelope.read(texts)
    except envelope.SealError as bad:
        parts = tuple(texts) if isinstance(bad, envelope.MissingParts) else ()
        raise NoTable(str(bad), parts) from None
    tries = [typed] if typed.strip() else [k.unlock for k in keyring.known(places.keys())]
    for key in tries:
        try:
            data, deal, secret = pack.opened(sealed, key)
        except envelope.WrongKey as wrong:
            if typed.strip():
                raise NoTable(str(wrong), texts) from None
        except (envelope.SealError, keys.BadKey) as bad:
            if typed.strip() or not isinstance(bad, keys.BadKey):
                raise NoTable(str(bad), texts) from None
        else:
            label = str(data.get("game", ""))
            mine = keyring.Key(keys.pack_id(secret), keys.unlock_key(secret), secret.hex(), label, now())
            return data, mine, deal.plain() if deal else None
    raise NoTable(word("恢复_已读"), texts)


def from_codes(texts: Sequence[str], typed: str) -> Journal:
    """The table of a sealed record; its key is remembered. Raises NoTable."""
    record, key, deal = unsealed(texts, typed)
    keyring.remember(places.keys(), key)
    journal = begin(record)
    _mark(journal, key.id, deal)
    return journal


def _mark(journal: Journal, pack: str, deal: Plain = None) -> None:
    """Note beside a journal which pack it belongs to."""
    safefile.write_text(_beside(journal), json.dumps({"pack": pack, "deal": deal}, ensure_ascii=False), force=True)


def _beside(journal: Journal) -> Path:
    return places.journals() / f"{journal.id}.pack"


def _marked(journal: Journal) -> dict[str, Plain]:
    try:
        found = json.loads(_beside(journal).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def pack_of(journal: Journal) -> keyring.Key | None:
    """The key of the pack a journal was restored from."""
    return keyring.find(places.keys(), str(_marked(journal).get("pack", "")))


def key_for(journal: Journal) -> keyring.Key:
    """The journal's key; a new one where it never had a pack."""
    from generator import keys

    found = pack_of(journal)
    if found is not None and found.secret:
        return found
    secret = secrets.token_bytes(keys.SECRET)
    key = keyring.Key(keys.pack_id(secret), keys.unlock_key(secret), secret.hex(), str(journal.live.head.get("game", "")), now())
    keyring.remember(places.keys(), key)
    _mark(journal, key.id)
    return key


def codes_of(journal: Journal) -> tuple[str, ...]:
    """The texts of the codes that carry the whole record, setup and log, of at most 250 bytes each."""
    from generator import envelope, pack

    deal = _marked(journal).get("deal")
    source = pack.Deal(**deal) if isinstance(deal, dict) else None
    secret = bytes.fromhex(key_for(journal).secret)
    return envelope.written(pack.sealed(normal(journal.live.export()), secret, source))


def forget(journal: Journal) -> None:
    """Delete a journal and its key from this machine."""
    key = pack_of(journal)
    journal.close()
    journal.path.unlink(missing_ok=True)
    _beside(journal).unlink(missing_ok=True)
    if key is not None:
        keyring.forget(places.keys(), key.id)


# --- a deal from here


def dealt(game: str, people: Sequence[str], count: int) -> Journal:
    """A fresh deal, with names or a count. Raises NoTable with every reason."""
    found = game_named(game)
    if found is None:
        raise NoTable(word("恢复_游戏") + "：" + "、".join(n for _, n in names()))
    players: Plain = list(people) if people else count
    texts = book(found.id)
    try:
        record, _ = found.deal({"players": players, "options": {}}, Stream(secrets.token_bytes(32)))
    except Refused as no:
        raise NoTable("；".join(texts.why(f.why) for f in no.faults)) from None
    except Impossible as no:
        raise NoTable("；".join(texts.why(w) for w in no.conflict)) from None
    return begin(normal(record))
