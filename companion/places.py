"""Where the host's own things lie: journals and keys in the user's data folder, readable by nobody else."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """The data folder, made on first use (mode 0700). YUANZUN_DATA names another one."""
    named = os.environ.get("YUANZUN_DATA")
    if named:
        folder = Path(named)
    else:
        from platformdirs import user_data_path

        folder = user_data_path("yuanzun", appauthor=False)
    return private(folder)


def config_file() -> Path:
    """The user's configuration file; YUANZUN_CONFIG names another one. It need not exist."""
    named = os.environ.get("YUANZUN_CONFIG")
    if named:
        return Path(named)
    from platformdirs import user_config_path

    return user_config_path("yuanzun", appauthor=False) / "config.toml"


def private(folder: Path) -> Path:
    """A folder of our own, made where it is missing."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
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
