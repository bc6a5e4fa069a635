"""The journal: what happened at the table, one durable line an event, chained so that no line can be changed unseen.

Line 0 holds the record that play began with, every further line one event (see live.py):
  {"seq":n,"t":time,"e":event,"h":hash,"c":crc}
`h` = SHA-256(h before ‖ seq, time, event as JSON), 32 hex signs; `c` = CRC-32 of the line up to its own key, 8 hex signs.
An event is one write and one fdatasync; only then does `append` answer. A last line that was torn is cut off with a notice;
any other line that doesn't fit is named, and nothing after it is believed.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import threading
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.live import Live, Odd
from companion.recordfile import Document, Place, Unreadable
from companion.safefile import Trouble, newest, sync_folder

Plain = Any
VERSION = 1
START = "0" * 32
LARGEST = 16_000_000


class Stale(Exception):
    """Somebody else appended meanwhile: `seq` is where the journal stands now."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"journal stands at {seq}")
        self.seq = seq


class Busy(Exception):
    """Another program has this journal open."""


BUSY = "这份日志正被另一个程序打开着（另一个窗口里的 log 或 table？）。先在那边退出，再来。"


def _sync(handle: int) -> None:
    """Make what was written durable: data first of all, everything where the system knows no less."""
    getattr(os, "fdatasync", os.fsync)(handle)


@dataclass(frozen=True, slots=True)
class Disk:
    """The three calls that can fail, as parameters."""

    write: Callable[[int, bytes], int] = os.write
    sync: Callable[[int], None] = _sync
    cut: Callable[[int, int], None] = os.ftruncate


def _compact(value: Plain) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _linked(before: str, seq: int, time: str, event: Mapping[str, Plain]) -> str:
    body = f"{before}\n{seq}\n{time}\n{_compact(event)}"
    return hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def line_of(before: str, seq: int, time: str, event: Mapping[str, Plain]) -> tuple[bytes, str]:
    """(the whole line with its newline, its hash)."""
    link = _linked(before, seq, time, event)
    body = f'{{"seq":{seq},"t":{_compact(time)},"e":{_compact(event)},"h":"{link}"'.encode()
    return body + b',"c":"%08x"}\n' % zlib.crc32(body), link


@dataclass(slots=True)
class Story:
    """What a journal's bytes tell: the events believed, how many bytes they take, and what was wrong."""

    first: dict[str, Plain] = field(default_factory=dict)
    events: list[dict[str, Plain]] = field(default_factory=list)
    times: list[str] = field(default_factory=list)
    head: str = START
    size: int = 0
    unended: bool = False  # the last line lacks only its newline
    torn: int = 0  # bytes of a torn last line


def is_journal(line: str) -> bool:
    """Does a file that begins with this line look like a journal?"""
    return line.startswith('{"seq":0,') and '"yuanzun":"journal"' in line


def _believed(line: bytes, seq: int, before: str) -> tuple[dict[str, Plain], str, str] | str:
    """(event, time, hash) of a line that fits; else what is wrong with it."""
    body, mark, tail = line.rpartition(b',"c":"')
    if not mark or tail[8:] != b'"}':
        return "写法不对"
    if tail[:8] != b"%08x" % zlib.crc32(body):
        return "校验和不符"
    try:
        data = json.loads(line)
        event, time, link = data["e"], data["t"], data["h"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return "写法不对"
    if data.get("seq") != seq:
        return f"序号应为 {seq}"
    if not isinstance(event, dict) or not isinstance(time, str) or link != _linked(before, seq, time, event):
        return "与前一条接不上"
    return event, time, link


def tell(raw: bytes) -> Story:
    """Read a journal's bytes. Raises Unreadable naming the first line that was changed."""
    story = Story()
    lines = raw.split(b"\n")
    last = len(lines) - 1  # what follows the last newline: empty in a whole file
    for seq, line in enumerate(lines):
        if seq == last and not line:
            break
        found = _believed(line, seq, story.head)
        if isinstance(found, str):
            if seq and (seq == last or (not any(lines[seq + 1 :]) and b"\0" in line)):
                story.torn = len(raw) - story.size
                break
            raise Unreadable(f"日志的这一行{found}：它被改动过，后面的都不可信。", seq + 1, 1)
        event, time, story.head = found
        story.size += len(line) + (seq != last)
        story.unended = seq == last
        if seq:
            story.events.append(event)
            story.times.append(time)
        else:
            story.first = event
    _examine_first(story)
    return story


def _examine_first(story: Story) -> None:
    if story.first.get("yuanzun") != "journal" or not isinstance(story.first.get("record"), dict):
        raise Unreadable("这不是源尊的日志文件。", 1, 1)
    if story.first.get("version") != VERSION:
        raise Unreadable(f"日志的版本 {str(story.first.get('version'))[:20]} 不认识，请升级程序。", 1, 1)


def notice(torn: int) -> str:
    return f"日志末尾有 {torn} 字节没写完（断电或程序被杀），已略去；之前确认过的都在。"


def document(raw: bytes | str) -> Document:
    """The record in a journal, as `check` reads it; nothing is repaired."""
    story = tell(raw.encode("utf-8", "surrogatepass") if isinstance(raw, str) else raw)
    live = _lived(story)
    return Document(live.export(), lambda at: _place(live, at), "journal", (notice(story.torn),) if story.torn else ())


def _lived(story: Story) -> Live:
    live = Live(story.first["record"])
    for number, event in enumerate(story.events, 2):
        try:
            live.apply(event, number)
        except Odd as bad:
            raise Unreadable(str(bad), number, 1) from None
    return live


def _place(live: Live, at: str) -> Place:
    while at:
        if at in live.lines:
            return live.lines[at], 1
        at = at.rpartition("/")[0]
    return 1, 1


class Journal:
    """A journal that is open for writing. Every method may be called from any thread."""

    def __init__(self, path: Path, handle: int, story: Story, disk: Disk) -> None:
        self.path = path
        self.id = path.stem
        self.disk = disk
        self.live = _lived(story)
        self.first = story.first
        self.events = story.events
        self.times = story.times
        self.head = story.head
        self.notices: list[str] = []
        self._handle = handle
        self._size = story.size
        self._doubt = False
        self._lock = threading.Lock()

    @property
    def seq(self) -> int:
        """How many events there are; the number that `append(expected_seq=…)` compares."""
        return len(self.events)

    @property
    def word(self) -> str:
        """Six signs that stand for all that happened so far: said aloud at dawn, they prove later that nothing was rewritten."""
        return self.head[:6].upper()

    @classmethod
    def create(cls, path: Path, record: Mapping[str, Plain], time: str = "", disk: Disk | None = None) -> Journal:
        """A new journal that begins with this record. Raises FileExistsError."""
        disk = disk or Disk()
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o600)
        first = {"yuanzun": "journal", "version": VERSION, "record": dict(record)}
        line, head = line_of(START, 0, time, first)
        try:
            _lock(handle)
            _all(disk, handle, line)
            disk.sync(handle)
        except BaseException:
            os.close(handle)
            with contextlib.suppress(OSError):
                path.unlink()
            raise
        sync_folder(path.parent)
        return cls(path, handle, Story(first=first, head=head, size=len(line)), disk)

    @classmethod
    def open(cls, path: Path, disk: Disk | None = None) -> Journal:
        """Open a journal again; a torn last line is cut off, with a notice. Raises Unreadable, Busy, OSError."""
        disk = disk or Disk()
        if path.stat().st_size > LARGEST:
            raise Unreadable("日志太大，不会是一局的日志。", name=path.name)
        handle = os.open(path, os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0))
        try:
            _lock(handle)
            story = tell(_whole(handle))
            journal = cls(path, handle, story, disk)
            journal._mend(story)
        except BaseException:
            os.close(handle)
            raise
        return journal

    def _mend(self, story: Story) -> None:
        if story.torn:
            self.disk.cut(self._handle, story.size)
            self.disk.sync(self._handle)
            self.notices.append(notice(story.torn))
        if story.unended:
            _all(self.disk, self._handle, b"\n")
            self.disk.sync(self._handle)
            self._size += 1

    def append(self, event: Mapping[str, Plain], expected_seq: int | None = None, time: str = "") -> int:
        """Make one event durable, then answer with the new sequence number.

        Raises Stale where `expected_seq` is not where the journal stands, live.Odd for an event that makes no sense, OSError where
        the disk fails: then the event has not happened, and the journal can go on.
        """
        with self._lock:
            if expected_seq is not None and expected_seq != self.seq:
                raise Stale(self.seq)
            if self._doubt:
                self._recover()
            if os.fstat(self._handle).st_size != self._size:
                raise Trouble("日志文件被别的程序改动过，没有再往里写。请退出后重新打开")
            plain = json.loads(_compact(event))
            self.live.copy().apply(plain)
            line, head = line_of(self.head, self.seq + 1, time, plain)
            self._store(line)
            self.live.apply(plain, self.seq + 2)
            self.events.append(plain)
            self.times.append(time)
            self.head = head
            return self.seq

    def _store(self, line: bytes) -> None:
        try:
            _all(self.disk, self._handle, line)
            self.disk.sync(self._handle)
        except BaseException:
            self._doubt = True
            with contextlib.suppress(OSError):
                self._recover()
            raise
        self._size += len(line)

    def _recover(self) -> None:
        """After a failure: cut off what may have been written, and see that the rest is what we know."""
        self.disk.cut(self._handle, self._size)
        self.disk.sync(self._handle)
        if tell(_whole(self._handle)).head != self.head:
            raise Trouble("日志文件被别的程序改动过，没有再往里写。请退出后重新打开")
        self._doubt = False

    def close(self) -> None:
        with self._lock:
            if self._handle >= 0:
                os.close(self._handle)
                self._handle = -1

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *what: object) -> None:
        self.close()


def _all(disk: Disk, handle: int, data: bytes) -> None:
    """One write, as a rule; the rest again where the system took less."""
    while data:
        taken = disk.write(handle, data)
        if taken <= 0:
            raise OSError(5, "nothing was written")
        data = data[taken:]


def _whole(handle: int) -> bytes:
    os.lseek(handle, 0, os.SEEK_SET)
    parts = []
    while part := os.read(handle, 1 << 20):
        parts.append(part)
    return b"".join(parts)


_LOCKED_AT = 1 << 30  # a byte far behind the end stands for the whole file, so that it can still be read


def _lock(handle: int) -> None:
    """One writer a journal. Raises Busy. A disk that knows no locks is trusted; `append` sees whether the file has grown."""
    try:
        import fcntl
    except ImportError:
        _lock_windows(handle)
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as no:
        if no.errno in (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES):
            raise Busy(BUSY) from None


def _lock_windows(handle: int) -> None:
    try:
        import msvcrt
    except ImportError:
        return
    os.lseek(handle, _LOCKED_AT, os.SEEK_SET)
    try:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    except OSError:
        raise Busy(BUSY) from None


def in_use(path: Path) -> bool:
    """Is this journal open in another program?"""
    try:
        handle = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    except OSError:
        return False
    try:
        _lock(handle)
    except Busy:
        return True
    finally:
        os.close(handle)
    return False


def remembered(folder: Path) -> list[Path]:
    """All journals in a folder, the newest first."""
    return newest(folder.glob("*.jsonl"))
