"""Many packs for a club night: every core works, each pack is its own deal with its own key, a killed run goes on where it stopped."""

from __future__ import annotations

import csv
import hashlib
import hmac
import io
import json
import os
import secrets
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

from companion import dealing, keyring, packs, places, terminal
from companion.safefile import folder as made_folder
from companion.safefile import write_bytes, write_text
from companion.stop import UNUSABLE, Stop
from engine.deal import Impossible, Refused
from engine.games import Game, game_named
from generator import draw, keys
from generator import pack as packing

Plain = Any
Row = tuple[int, str, str, int, str]
CHUNK = 10  # packs handed to a worker at a time
HEAD = ("编号", "局号", "文件", "页数", "公证码")


def plan(folder: Path, asked: Mapping[str, Plain]) -> str:
    """The secret of this series, in hex: drawn once and kept in the user's data until it is done, so that a rerun makes the same packs."""
    path = _plan_file(folder)
    try:
        kept = json.loads(path.read_text("utf-8"))
        if kept["asked"] == asked:
            return str(kept["master"])
        raise Stop(f"{folder} 里有一批没印完的包，要求与这次不同。请照原样再运行一次，或换一个文件夹。", UNUSABLE, "batch")
    except (OSError, ValueError, KeyError, TypeError):
        master = secrets.token_hex(32)
        write_text(path, json.dumps({"asked": asked, "master": master}, ensure_ascii=False) + "\n", force=True)
        return master


def _plan_file(folder: Path) -> Path:
    return places.packs() / f"batch_{hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:24]}.json"


def derived(master: str, what: str) -> bytes:
    return hmac.digest(bytes.fromhex(master), what.encode(), "sha256")


def made(ident: str, wish: Plain, words: str, how: packing.Manner, master: str, numbers: Sequence[int], folder: Path) -> list[Row]:
    """Some packs of a series, dealt, printed and remembered."""
    game = game_named(ident)
    assert game is not None
    rows: list[Row] = []
    for number in numbers:
        source = dealing.Source(derived(master, f"deal {number}").hex()[:40], wish, words=words)
        secret = derived(master, f"pack {number}")[: keys.SECRET]
        record, _ = dealing.dealt(game, source)
        built = packing.build(record, secret, packing.Deal(**asdict(source)), how)
        for name, content in built.files.items():
            write_bytes(folder / name, content, force=True)
            rows.append((number, built.id, name, built.pages, built.commitment))
        _remember(built, secret, record, source)
    return rows


def _remember(built: packing.Pack, secret: bytes, record: Mapping[str, Plain], source: dealing.Source) -> None:
    time = datetime.now().astimezone().isoformat(timespec="seconds")
    packs.remember(places.packs(), packs.Kept(built.id, secret.hex(), record, asdict(source), time))
    keyring.remember(places.keys(), keyring.Key(built.id, built.unlock, secret.hex(), str(record["game"]), time))


def safe(cell: object) -> str:
    """A cell that no spreadsheet takes for a formula."""
    text = str(cell)
    return "'" + text if text[:1] in dealing._FORMULA else text


def _line(cells: Sequence[object]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow([safe(cell) for cell in cells])
    return out.getvalue()


def done(index: Path, folder: Path) -> set[int]:
    """The numbers whose row is whole and whose file is there."""
    try:
        rows = list(csv.reader(io.StringIO(index.read_text("utf-8").removeprefix("\ufeff"))))
    except OSError:
        return set()
    return {int(r[0]) for r in rows[1:] if len(r) == len(HEAD) and r[0].isdigit() and len(r[4]) == 64 and (folder / r[2]).is_file()}


def run(game: Game, source: dealing.Source, how: packing.Manner, folder: Path, count: int, as_json: bool) -> int:
    """Print `count` packs into the folder, with an index."""
    made_folder(folder)
    master = plan(folder, {"game": game.id, "wish": source.wish, "words": source.words, "how": repr(how), "count": count})
    index = folder / "index.csv"
    finished = done(index, folder)
    if finished:
        terminal.say(f"已有 {len(finished)} 包，接着印。")
    else:
        write_text(index, "\ufeff" + _line(HEAD), force=True)
    todo = [n for n in range(1, count + 1) if n not in finished]
    try:
        with index.open("a", encoding="utf-8", newline="") as file:
            for rows in _everywhere(game.id, source, how, master, todo, folder):
                file.write("".join(map(_line, rows)))
                file.flush()
                finished.update(row[0] for row in rows)
                _bar(len(finished), count)
            os.fsync(file.fileno())
    except (Refused, Impossible):
        from companion.commands.deal import one

        one(game, source)  # says why, and stops
    except draw.Unprintable as no:
        raise Stop(str(no), UNUSABLE, "unprintable") from None
    _plan_file(folder).unlink(missing_ok=True)
    if as_json:
        terminal.out(json.dumps({"count": len(finished), "folder": str(folder), "index": str(index)}, ensure_ascii=False))
    else:
        terminal.out(str(index))
        terminal.say(f"{len(finished)} 包印好了，每包的密钥条在它自己的最后一页。")
    return 0


def _everywhere(
    ident: str, source: dealing.Source, how: packing.Manner, master: str, todo: Sequence[int], folder: Path
) -> Iterator[list[Row]]:
    """The rows as they come; a few packs are made right here, many on all cores."""
    chunks = [todo[i : i + CHUNK] for i in range(0, len(todo), CHUNK)]
    given = (ident, dict(source.wish), source.words, how, master)
    if len(chunks) < 3:
        for number in todo:
            yield made(*given, [number], folder)
        return
    from joblib import Parallel, delayed

    yield from Parallel(n_jobs=-1, return_as="generator_unordered")(delayed(made)(*given, chunk, folder) for chunk in chunks)


def _bar(now: int, count: int) -> None:
    if terminal.is_terminal(sys.stderr):
        full = 30 * now // count
        sys.stderr.write(f"\r{'█' * full}{'·' * (30 - full)} {now}/{count}" + ("\n" if now == count else ""))
        sys.stderr.flush()
