"""Packs this machine printed or restored: record, deal and secret by pack id, to print again, to reveal and to verify."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.safefile import newest, write_text
from engine.games import game_named
from engine.record import normal
from engine.stream import VERSION
from generator import commitment, keys

Plain = Any
_ID = re.compile(r"[2-9A-Z]{4}-[2-9A-Z]{4}\Z")
OPENING = 1


@dataclass(frozen=True, slots=True)
class Kept:
    """A pack: its secret in hex, the record it was printed from, the deal's source (None where nobody knows its seed)."""

    id: str
    secret: str
    record: Mapping[str, Plain]
    deal: Mapping[str, Plain] | None = None
    time: str = ""


def setup_of(record: Mapping[str, Plain]) -> Plain:
    """What was dealt, with string keys: the setup without what players chose afterwards."""
    return _strings({k: v for k, v in (record.get("setup") or {}).items() if k != "hands"})


def _strings(data: Plain) -> Plain:
    if isinstance(data, Mapping):
        return {str(k): _strings(v) for k, v in data.items()}
    return [_strings(v) for v in data] if isinstance(data, list | tuple) else data


def digest(record: Mapping[str, Plain]) -> str:
    """A name for a deal: game, options and setup without the players' own ordering."""
    what = json.dumps([record.get("game"), _strings(record.get("options") or {}), setup_of(record)], ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(what.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def remember(folder: Path, kept: Kept, durable: bool = True) -> None:
    """Keep a pack, under its id and under its deal."""
    data = {"id": kept.id, "secret": kept.secret, "record": _strings(kept.record), "deal": kept.deal, "time": kept.time}
    write_text(folder / f"{kept.id}.json", json.dumps(data, ensure_ascii=False) + "\n", force=True, durable=durable)
    write_text(folder / f"of-{digest(kept.record)}.json", json.dumps({"id": kept.id}) + "\n", force=True, durable=durable)


def find(folder: Path, ident: str) -> Kept | None:
    """The pack of this id; None where it isn't known here."""
    if not _ID.match(ident):
        return None
    try:
        data = json.loads((folder / f"{ident}.json").read_text("utf-8"))
        kept = Kept(data["id"], data["secret"], normal(data["record"]), data["deal"], data["time"])
        return kept if _whole(kept) else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _whole(kept: Kept) -> bool:
    """Is this what `remember` wrote? A file that was changed by hand is as good as none."""
    deal = kept.deal
    fine = deal is None or (
        isinstance(deal, Mapping)
        and set(deal) == {"seed", "wish", "stream", "words"}
        and isinstance(deal["wish"], Mapping)
        and all(isinstance(deal[key], str) for key in ("seed", "stream", "words"))
    )
    return fine and isinstance(kept.record, Mapping) and len(bytes.fromhex(kept.secret)) == keys.SECRET


def of(folder: Path, record: Mapping[str, Plain]) -> Kept | None:
    """The pack that was printed from this deal."""
    try:
        ident = json.loads((folder / f"of-{digest(record)}.json").read_text("utf-8"))["id"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return find(folder, str(ident))


def known(folder: Path) -> list[Kept]:
    """All packs, the newest first."""
    paths = newest(folder.glob("*-*.json"))
    return [kept for path in paths if (kept := find(folder, path.stem)) is not None]


def forget(folder: Path, ident: str) -> bool:
    """Drop a pack; was there one?"""
    kept = find(folder, ident)
    if kept is None:
        return False
    with contextlib.suppress(FileNotFoundError):
        (folder / f"of-{digest(kept.record)}.json").unlink()
    (folder / f"{ident}.json").unlink()
    return True


# --- what is opened after the game


def opening(kept: Kept) -> dict[str, Plain]:
    """All that anybody needs to check the commitment printed before the game, and to deal again."""
    from generator import pack

    secret = bytes.fromhex(kept.secret)
    record = kept.record
    deal = pack.Deal(**kept.deal) if kept.deal is not None else None
    out: dict[str, Plain] = {
        "opening": OPENING,
        "pack": kept.id,
        "commitment": pack.committed(record, deal, secret),
        "nonce": keys.commitment_nonce(secret).hex(),
        "game": record["game"],
        "options": record.get("options") or {},
    }
    if deal is not None:
        out |= {"stream": deal.stream, "seed": deal.seed, "words": deal.words, "wish": dict(deal.wish)}
    return {**out, "setup": record.get("setup")}


class BadOpening(Exception):
    """An opening that doesn't say what it must; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class Verified:
    """committed: does the commitment fit? dealt: does the deal come out the same (None where the seed isn't known)?"""

    committed: bool
    dealt: bool | None


def verify(data: Mapping[str, Plain], printed: str = "") -> Verified:
    """Check an opening against the commitment that was printed (else the one it names). Raises BadOpening."""
    from companion.dealing import Source, dealt

    try:
        if data["opening"] != OPENING:
            raise BadOpening(f"公证打开的版本 {data['opening']} 不认识，请升级程序。")
        game = game_named(data["game"])
        nonce = bytes.fromhex(data["nonce"])
        told = printed or data["commitment"]
        options, setup = data["options"] or {}, data["setup"]
        if "seed" not in data:
            return Verified(commitment.verify(told, "", setup, options, "setup", nonce), None)
        if game is None or data["stream"] != VERSION:
            raise BadOpening("这次发牌用的是另一个版本的源尊，请用那个版本核对。")
        source = Source(data["seed"], normal(data["wish"]), data["stream"], data["words"])
        roster = {"game": data["game"], "wish": data["wish"], "words": data["words"]}
        fits = commitment.verify(told, source.seed, roster, options, source.stream, nonce)
        record, _ = dealt(game, source)
    except KeyError as lost:
        raise BadOpening(f"这不是完整的公证文件：缺了 {str(lost.args[0])[:40]}。请给 yuanzun reveal 写出的文件。") from None
    except (TypeError, ValueError, AttributeError):
        raise BadOpening("这份公证文件里有写法不对的地方，多半被改动过。请给 yuanzun reveal 写出的文件。") from None
    return Verified(fits, setup_of(record) == setup_of({"setup": setup}))
