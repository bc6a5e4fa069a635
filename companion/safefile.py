"""Writing files so that nothing is ever half written, overwritten unasked, or written through a link."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Iterable
from pathlib import Path


class Refused(Exception):
    """The file will not be written; the message says why and what to do."""


class Trouble(OSError):
    """A failure of a file or folder whose message is for people as it is."""

    def __init__(self, message: str) -> None:
        super().__init__(0, message)
        self.message = message


_REASONS = {
    "ENOENT": "找不到文件",
    "EACCES": "没有权限",
    "EPERM": "系统不允许",
    "EEXIST": "文件已经存在",
    "ENOTDIR": "路径里有一段不是文件夹",
    "EISDIR": "这是一个文件夹，不是文件",
    "ENOSPC": "磁盘满了",
    "EDQUOT": "磁盘配额用完了",
    "EROFS": "磁盘只读",
    "EFBIG": "文件超过了系统允许的大小",
    "ENAMETOOLONG": "文件名太长",
    "ELOOP": "链接绕成了圈",
    "EIO": "磁盘读写出错",
    "EMFILE": "打开的文件太多",
    "ENFILE": "打开的文件太多",
    "EBUSY": "文件正被别的程序用着",
    "ETXTBSY": "文件正被别的程序用着",
    "ENXIO": "这个设备打不开",
    "ENODEV": "这个设备打不开",
    "EINVAL": "系统不接受这个文件",
    "EPIPE": "管道的另一头已经关了",
    "ENOTSUP": "这个磁盘不支持这样做",
}
_BY_NUMBER = {number: words for name, words in _REASONS.items() if (number := getattr(errno, name, None)) is not None}


def reason(error: OSError | Refused) -> str:
    """What went wrong with a file or the system, in a few words, without its name."""
    if isinstance(error, Refused):
        return str(error)
    if isinstance(error, Trouble):
        return error.message
    if os.name == "nt" and isinstance(error, PermissionError):
        return "没有权限，或文件正被别的程序打开着"
    return _BY_NUMBER.get(error.errno or 0) or f"系统报错：{error.strerror or error}"


def regular(path: Path) -> None:
    """Refused for what is there and is no file to be replaced: a link, a folder, a device."""
    if path.is_symlink():
        raise Refused(f"{path} 是一个链接，不往链接里写。请换一个文件名（要写到标准输出，用 -o -）。")
    if path.is_dir():
        raise Refused(f"{path} 是一个文件夹，请给出文件名。")
    if path.exists() and not path.is_file():
        raise Refused(f"{path} 是设备或管道，不是普通文件，不往里写（要写到标准输出，用 -o -）。")


def allowed(path: Path, force: bool) -> None:
    """May this file be written? Refused, with the reason, where not."""
    regular(path)
    if path.exists() and not force:
        raise Refused(f"{path} 已经存在，没有动它。换一个文件名，或加 --force 覆盖。")
    if path.parent.exists() and not path.parent.is_dir():
        raise Refused(f"{path.parent} 是一个文件，不是文件夹。")
    if not path.parent.is_dir():
        raise Refused(f"文件夹 {path.parent} 不存在，请先建好。")
    if not os.access(path.parent, os.W_OK):
        raise Refused(f"文件夹 {path.parent} 不让写，请换一个地方。")


def wanted(force: bool, *paths: Path | str | None) -> None:
    """Before the work begins: may all these files be written? None and `-` are no files."""
    for path in paths:
        if path is not None and str(path) not in ("", "-"):
            allowed(Path(path), force)


def folder(path: Path) -> Path:
    """A folder to write into, made where it is missing. Refused where a file is in its place."""
    for there in (path, *path.parents):
        if there.exists() and not there.is_dir():
            raise Refused(f"{there} 是一个文件，不是文件夹。请换一个名字。")
    path.mkdir(parents=True, exist_ok=True)
    return path


def newest(paths: Iterable[Path]) -> list[Path]:
    """Files by age, the newest first; one that went away meanwhile is passed over."""
    aged = []
    for path in paths:
        with contextlib.suppress(OSError):
            aged.append((path.stat().st_mtime, path))
    return [path for _, path in sorted(aged, reverse=True)]


def read_bytes(path: Path, most: int) -> bytes:
    """A file's content, of an endless one no more than `most` bytes and one: the caller says what is too long."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "is a directory", str(path))
    with path.open("rb") as file:
        return file.read(most + 1)


def write_bytes(path: Path, data: bytes, force: bool = False, mode: int = 0o600, durable: bool = True) -> None:
    """Write all of `data` or nothing: temp file beside it, fsync, rename. What is replaced hands on its mode. Raises Refused or OSError.

    Not `durable`: whoever can make the file again spares the fsync, and looks after a power cut whether it is whole."""
    allowed(path, force)
    temp = path.with_name(f".{path.name[:60]}.{secrets.token_hex(6)}.tmp")
    try:
        _written(temp, data, stat.S_IMODE(path.stat().st_mode) if path.exists() else mode, durable)
        _put(temp, path, force)
    except Refused:
        raise
    except OSError as bad:
        raise Trouble(f"写不了 {path}：{reason(bad) if bad.errno != errno.ENOENT else '这里不让建文件'}") from bad
    finally:
        with contextlib.suppress(OSError):
            temp.unlink()
    if durable:
        sync_folder(path.parent)


def _written(temp: Path, data: bytes, mode: int, durable: bool) -> None:
    """A new file with this content."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
    with os.fdopen(os.open(temp, flags, mode), "wb") as file:
        file.write(data)
        if durable:
            file.flush()
            os.fsync(file.fileno())


def _put(temp: Path, path: Path, force: bool) -> None:
    """Give the temp file its name; without `force` never over a file that appeared meanwhile."""
    if not force:
        try:
            os.link(temp, path)
            return
        except FileExistsError:
            allowed(path, force)
            raise
        except (OSError, AttributeError):
            allowed(path, force)  # a file system, or a system, without hard links
    os.replace(temp, path)


def sync_folder(folder: Path) -> None:
    """Make a new name durable, where the system can."""
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def write_text(path: Path, text: str, force: bool = False, mode: int = 0o600, durable: bool = True) -> None:
    """The same for text, as UTF-8 with plain newlines."""
    write_bytes(path, text.encode("utf-8"), force, mode, durable)
