"""Where the host's own things lie: journals and keys in the user's data folder, readable by nobody else."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Callable
from pathlib import Path

from companion.safefile import Trouble, reason


def data_folder() -> Path:
    """The data folder, made on first use (mode 0700). YUANZUN_DATA names another one."""
    named = os.environ.get("YUANZUN_DATA")
    if named:
        folder = Path(named)
    else:
        from platformdirs import user_data_path

        folder = _known(user_data_path("yuanzun", appauthor=False), "YUANZUN_DATA")
    return private(folder)


def _known(path: Path, instead: str) -> Path:
    """A place in the user's home; Trouble where the system doesn't say where that is."""
    if path.parts[:1] and path.parts[0].startswith("~"):
        raise Trouble(f"系统没有说用户的文件夹在哪里。请用环境变量 {instead} 指定一个。")
    return path


def config_file() -> Path:
    """The user's configuration file; YUANZUN_CONFIG names another one. It need not exist."""
    named = os.environ.get("YUANZUN_CONFIG")
    if named:
        return Path(named)
    from platformdirs import user_config_path

    return _known(user_config_path("yuanzun", appauthor=False), "YUANZUN_CONFIG") / "config.toml"


def private(folder: Path) -> Path:
    """A folder of our own, made where it is missing. Trouble where that cannot be."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as bad:
        why = reason(bad) if bad.errno not in (errno.ENOENT, errno.EEXIST, errno.ENOTDIR) else "那里建不了文件夹"
        raise Trouble(f"本机的数据文件夹 {folder} 用不了：{why}。可以用环境变量 YUANZUN_DATA 指定另一个。") from bad
    return folder


def journals() -> Path:
    return private(data_folder() / "journals")


def keys() -> Path:
    return private(data_folder() / "keys")


def packs() -> Path:
    return private(data_folder() / "packs")


def compiled() -> Path:
    """What is worked out once and may be thrown away at any time."""
    return private(data_folder() / "compiled")


def there(which: Callable[[], Path]) -> Path:
    """One of these to look something up in: where it can't be made, an empty place, for what is not known need not stop the work."""
    try:
        return which()
    except OSError:
        return Path("nowhere-that-is") / secrets.token_hex(8)
