"""Writing files so that nothing is ever half written, overwritten unasked, or written through a link."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path


class Refused(Exception):
    """The file will not be written; the message says why and what to do."""


def allowed(path: Path, force: bool) -> None:
    """May this file be written? Refused, with the reason, where not."""
    if path.is_symlink():
        raise Refused(f"{path} 是一个链接，不往链接里写。请换一个文件名。")
    if path.is_dir():
        raise Refused(f"{path} 是一个文件夹，请给出文件名。")
    if path.exists() and not force:
        raise Refused(f"{path} 已经存在，没有动它。换一个文件名，或加 --force 覆盖。")
    if path.parent and not path.parent.is_dir():
        raise Refused(f"文件夹 {path.parent} 不存在，请先建好。")


def write_bytes(path: Path, data: bytes, force: bool = False, mode: int = 0o600, durable: bool = True) -> None:
    """Write all of `data` or nothing: temp file beside it, fsync, rename. Raises Refused or OSError.

    Not `durable`: whoever can make the file again spares the fsync, and looks after a power cut whether it is whole."""
    allowed(path, force)
    temp = path.with_name(f".{path.name[:80]}.{secrets.token_hex(6)}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
    handle = os.open(temp, flags, mode)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        _put(temp, path, force)
    finally:
        with contextlib.suppress(FileNotFoundError):
            temp.unlink()
    if durable:
        sync_folder(path.parent)


def _put(temp: Path, path: Path, force: bool) -> None:
    """Give the temp file its name; without `force` never over a file that appeared meanwhile."""
    if not force:
        try:
            os.link(temp, path)
            return
        except FileExistsError:
            allowed(path, force)
            raise
        except (OSError, AttributeError, NotImplementedError):
            allowed(path, force)  # a file system without hard links
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
