"""Tables opened: from a record file, from photos of a sealed record, from a journal kept on this machine, or dealt anew."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import dealing, keyring, places, recordfile
from companion.journal import Busy, Journal, remembered
from companion.page.words import word
from engine.deal import Impossible, Refused
from engine.games import game_named, names
from engine.record import normal
from engine.replay import examine
from engine.stream import Stream
from generator.book import book

if TYPE_CHECKING:
    from companion import packs  # brings cryptography along: only where something is sealed

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
        said = [texts.fault(f.why) if texts else book("fengyao").fault(f.why) for f in errors[:5]]
        raise NoTable("；".join(said))
    return dict(data)


def begin(record: Plain) -> Journal:
    """The journal of a record: the one there is, or a new one. Raises NoTable."""
    data = _checked(record)
    game = game_named(data["game"])
    assert game is not None
    from companion.table import journal_for

    try:
        return journal_for(places.journals(), game, data, now())
    except Busy as busy:
        raise NoTable(str(busy)) from None


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
        documents = recordfile.of_bytes(content, Path(name).suffix.lower())
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


def unsealed(texts: Sequence[str], typed: str) -> packs.Kept:
    """The pack in some codes, opened with the typed key or any that this machine knows. Raises NoTable."""
    from companion import packs
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
            return packs.Kept(keys.pack_id(secret), secret.hex(), normal(data), deal.plain() if deal else None, now())
    raise NoTable(word("恢复_已读"), texts)


def _remember(kept: packs.Kept) -> keyring.Key:
    """Keep a pack and its key on this machine."""
    from companion import packs
    from generator import keys

    key = keyring.Key(kept.id, keys.unlock_key(bytes.fromhex(kept.secret)), kept.secret, str(kept.record.get("game", "")), kept.time)
    packs.remember(places.packs(), kept)
    keyring.remember(places.keys(), key)
    return key


def from_codes(texts: Sequence[str], typed: str) -> Journal:
    """The table of a sealed record; its key is remembered. Raises NoTable."""
    kept = unsealed(texts, typed)
    _remember(kept)
    return begin(kept.record)


def pack_of(journal: Journal) -> packs.Kept | None:
    """The pack of the deal that is played."""
    from companion import packs

    return packs.of(places.packs(), journal.live.head)


def _pack_for(journal: Journal) -> packs.Kept:
    """The same, or a new one where the deal never had a pack."""
    from companion import packs
    from generator import keys

    found = pack_of(journal)
    if found is not None:
        return found
    secret = secrets.token_bytes(keys.SECRET)
    made = packs.Kept(keys.pack_id(secret), secret.hex(), {**normal(journal.live.head), "log": []}, None, now())
    _remember(made)
    return made


def key_for(journal: Journal) -> keyring.Key:
    """The key of a journal's pack."""
    return _remember(_pack_for(journal))


def codes_of(journal: Journal) -> tuple[str, ...]:
    """The texts of the codes that carry the whole record, setup and log, of at most 250 bytes each."""
    from generator import envelope, pack

    kept = _pack_for(journal)
    source = pack.Deal(**kept.deal) if kept.deal else None
    return envelope.written(pack.sealed(normal(journal.live.export()), bytes.fromhex(kept.secret), source))


def forget(journal: Journal) -> None:
    """Delete a journal, its pack and its key from this machine."""
    from companion import packs

    kept = pack_of(journal)
    journal.close()
    journal.path.unlink(missing_ok=True)
    if kept is not None:
        packs.forget(places.packs(), kept.id)
        dealing.forget(places.keys(), kept.record)
        keyring.forget(places.keys(), kept.id)


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
        raise NoTable("；".join(texts.fault(f.why) for f in no.faults)) from None
    except Impossible as no:
        raise NoTable("；".join(texts.why(w) for w in no.conflict)) from None
    return begin(normal(record))
