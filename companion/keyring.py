"""Unlock keys and pack secrets this machine has met, one small file a pack in the user's data folder (mode 0600)."""

from __future__ import annotations

import contextlib
import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path

from companion.safefile import newest, write_text

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}\Z")


@dataclass(frozen=True, slots=True)
class Key:
    """id: pack id. unlock: the key on the slip. secret: pack secret in hex ("" where only the slip was typed). label: for people."""

    id: str
    unlock: str
    secret: str = ""
    label: str = ""
    time: str = ""


def remember(folder: Path, key: Key, durable: bool = True) -> None:
    """Keep a key. What is known already and not said again stays."""
    if not _ID.match(key.id):
        raise ValueError("a pack id is short and plain")
    old = find(folder, key.id)
    if old is not None:
        key = Key(key.id, key.unlock or old.unlock, key.secret or old.secret, key.label or old.label, key.time or old.time)
    write_text(folder / f"{key.id}.json", json.dumps(asdict(key), ensure_ascii=False) + "\n", force=True, durable=durable)


def _read(path: Path) -> Key | None:
    try:
        data = json.loads(path.read_text("utf-8"))
        return Key(**{k: str(v) for k, v in data.items()})
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return None


def find(folder: Path, ident: str) -> Key | None:
    """The key of a pack; None where it isn't known (or its file is broken)."""
    return _read(folder / f"{ident}.json") if _ID.match(ident) else None


def known(folder: Path) -> list[Key]:
    """All keys, the newest first."""
    paths = newest(folder.glob("*.json"))
    return [key for path in paths if (key := _read(path)) is not None]


def forget(folder: Path, ident: str) -> bool:
    """Drop one key; was there one?"""
    if not _ID.match(ident):
        return False
    with contextlib.suppress(FileNotFoundError):
        (folder / f"{ident}.json").unlink()
        return True
    return False
