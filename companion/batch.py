"""Many packs for a club night: every core works, each pack is its own deal with its own key, a killed run goes on where it stopped.

All of a series follows from one secret, which is kept, durably, before the first pack is made: what a power cut loses can be made again to
the byte. So nothing else is forced to the disk until all is there; whether a file is whole is looked at when a run goes on.
"""

from __future__ import annotations

import contextlib
import csv
import hashlib
import hmac
import io
import json
import os
import secrets
import signal
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from functools import cache
from pathlib import Path
from threading import Thread
from time import sleep
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
CHUNK = 4  # packs handed to a worker at a time: what a kill may cost each worker
FEW = 25  # so many are made before other processes have begun
ENDING = b"%%EOF\n"
HEAD = ("编号", "局号", "文件", "页数", "公证码")


def plan(folder: Path, asked: Mapping[str, Plain]) -> str | None:
    """The secret of this series, in hex: drawn once and kept in the user's data until it is done, so that a rerun makes the same packs.

    None where the series is in the folder already; Stop where another one is."""
    try:
        kept = json.loads(_plan_file(folder).read_text("utf-8"))
        if kept["asked"] == asked:
            return str(kept["master"])
        raise Stop(f"{folder} 里有一批没印完的包，要求与这次不同。请照原样再运行一次，或换一个文件夹。", UNUSABLE, "batch")
    except (OSError, ValueError, KeyError, TypeError):
        rows = good(folder)
        if rows and sorted(rows) == list(range(1, asked["count"] + 1)) and all(row[2].startswith(asked["game"]) for row in rows.values()):
            return None
        if rows:
            raise Stop(f"{folder} 里已有一批印好的包，请换一个文件夹。", UNUSABLE, "batch") from None
        master = secrets.token_hex(32)
        write_text(_plan_file(folder), json.dumps({"asked": asked, "master": master}, ensure_ascii=False) + "\n", force=True)
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
            write_bytes(folder / name, content, force=True, durable=False)
            rows.append((number, built.id, name, built.pages, built.commitment))
        _remember(built, secret, record, source)
    return rows


def _made(waiting: int, *given: Any) -> list[Row] | str:
    """The same in another process: what can't be printed comes back in words, since such an error doesn't travel."""
    if os.getpid() != waiting:
        _attend(waiting)
    try:
        return made(*given)
    except draw.Unprintable as no:
        return str(no)


@cache
def _attend(waiting: int) -> None:
    """A worker ends with whoever waits for its rows: an interrupt is not for it, a killed parent leaves nothing running."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if os.name != "nt":
        Thread(target=_watch, args=(waiting,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        sleep(1)
    os._exit(1)


def _remember(built: packing.Pack, secret: bytes, record: Mapping[str, Plain], source: dealing.Source) -> None:
    time = datetime.now().astimezone().isoformat(timespec="seconds")
    packs.remember(places.packs(), packs.Kept(built.id, secret.hex(), record, asdict(source), time), durable=False)
    keyring.remember(places.keys(), keyring.Key(built.id, built.unlock, secret.hex(), str(record["game"]), time), durable=False)


def safe(cell: object) -> str:
    """A cell that no spreadsheet takes for a formula."""
    text = str(cell)
    return "'" + text if text[:1] in dealing._FORMULA else text


def _line(cells: Sequence[object]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow([safe(cell) for cell in cells])
    return out.getvalue()


def good(folder: Path) -> dict[int, list[str]]:
    """The rows of the index, by number, that are whole and whose pack is whole and remembered."""
    try:
        rows = list(csv.reader(io.StringIO(_index(folder).read_text("utf-8", "replace").removeprefix("\ufeff"))))
    except (OSError, csv.Error):
        return {}
    whole = [r for r in rows[1:] if len(r) == len(HEAD) and r[0].isdecimal() and r[3].isdecimal() and len(r[4]) == 64]
    return {int(r[0]): r for r in whole if _ended(folder / Path(r[2]).name) and packs.find(places.packs(), r[1]) is not None}


def _ended(path: Path) -> bool:
    """Is this PDF there up to its end?"""
    try:
        with path.open("rb") as file:
            file.seek(-len(ENDING), os.SEEK_END)
            return file.read() == ENDING
    except OSError:
        return False


def _index(folder: Path) -> Path:
    return folder / "index.csv"


def run(game: Game, source: dealing.Source, how: packing.Manner, folder: Path, count: int, as_json: bool) -> int:
    """Print `count` packs into the folder, with an index."""
    made_folder(folder)
    master = plan(folder, {"game": game.id, "wish": source.wish, "words": source.words, "how": repr(how), "count": count})
    if master is None:
        terminal.say(f"这 {count} 包已经印好，没有再印。要另一批，请换一个文件夹。")
    else:
        _print(game, source, how, master, folder, count)
        terminal.say(f"{count} 包印好了，每包的密钥条在它自己的最后一页。")
    if as_json:
        terminal.answer({"count": count, "folder": str(folder), "index": str(_index(folder))})
    else:
        terminal.out(str(_index(folder)))
    return 0


def _print(game: Game, source: dealing.Source, how: packing.Manner, master: str, folder: Path, count: int) -> None:
    """What is still missing of a series, its index, and all of it forced to the disk at the end."""
    finished = good(folder)
    if finished:
        terminal.say(f"已有 {len(finished)} 包，接着印。")
    _sweep(folder)
    _write_index(folder, finished)
    todo = [n for n in range(1, count + 1) if n not in finished]
    try:
        dealing.dealt(game, source)  # a wish that is refused is refused here
        with _index(folder).open("a", encoding="utf-8", newline="") as file:
            for rows in _everywhere(game.id, source, how, master, todo, folder):
                file.write("".join(map(_line, rows)))
                file.flush()
                finished.update({row[0]: [str(cell) for cell in row] for row in rows})
                _bar(len(finished), count)
    except (Refused, Impossible):
        from companion.commands.deal import one

        one(game, source)  # says why, and stops
    except draw.Unprintable as no:
        raise Stop(str(no), UNUSABLE, "unprintable") from None
    except KeyboardInterrupt:
        terminal.say(f"\n停下了，{count} 包里印好了 {len(finished)} 包。照原样再运行一次，就接着印。")
        raise
    _sweep(folder)
    _write_index(folder, finished)
    if hasattr(os, "sync"):
        os.sync()
    _plan_file(folder).unlink(missing_ok=True)


def _write_index(folder: Path, rows: Mapping[int, Sequence[str]]) -> None:
    lines = [_line(row) for _, row in sorted(rows.items())]
    write_text(_index(folder), "\ufeff" + _line(HEAD) + "".join(lines), force=True)


def _sweep(folder: Path) -> None:
    """Take away what a killed run has left half written."""
    for path in folder.glob(".*.tmp"):
        with contextlib.suppress(OSError):
            path.unlink()


def _everywhere(
    ident: str, source: dealing.Source, how: packing.Manner, master: str, todo: Sequence[int], folder: Path
) -> Iterator[list[Row]]:
    """The rows as they come. A small series is made right here, many packs on all cores."""
    given = (ident, dict(source.wish), source.words, how, master)
    if len(todo) < FEW:
        for number in todo:
            yield made(*given, [number], folder)
        return
    from joblib import Parallel, delayed

    chunks = [todo[i : i + CHUNK] for i in range(0, len(todo), CHUNK)]
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*have been cancelled", UserWarning)  # what the first unprintable name does
        for found in Parallel(n_jobs=-1, return_as="generator_unordered")(delayed(_made)(os.getpid(), *given, c, folder) for c in chunks):
            if isinstance(found, str):
                raise Stop(found, UNUSABLE, "unprintable")
            yield found


def _bar(now: int, count: int) -> None:
    if terminal.is_terminal(sys.stderr):
        full = 30 * now // count
        sys.stderr.write(f"\r{'█' * full}{'·' * (30 - full)} {now}/{count}" + ("\n" if now == count else ""))
        sys.stderr.flush()
