"""The programs that the machine or the person has installed: no file of a bot can add to them."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from glob import glob
from pathlib import PurePath

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store")
MACHINE = ("/opt", "/snap")  # where whole toolchains are installed, each in a separate folder
OF_OTHERS = stat.S_IWGRP | stat.S_IWOTH  # bits of what others can change
MAX_HIDDEN = 1000  # entries of a toolchain that are not shown: each takes a mount
FRESH_SECONDS = 60.0
MAX_ENTRIES = 200_000  # of a folder tree that is searched for them

# Version managers in a person's home, with the entries in which they keep programs
SHIMS = ("bin", "libexec", "shims", "plugins", "versions", "version")
CONDA = ("bin", "condabin", "lib", "libexec", "share")
MANAGERS = {
    ".cargo": ("bin",), ".rustup": ("toolchains", "settings.toml", "update-hashes"), ".pyenv": SHIMS,
    ".rbenv": SHIMS, ".goenv": SHIMS, ".jenv": SHIMS, ".nvm": ("versions",), ".volta": ("bin", "tools"),
    ".sdkman": ("candidates",), ".asdf": ("bin", "shims", "installs", "plugins", "lib"), ".deno": ("bin",),
    ".bun": ("bin",), ".dotnet": ("dotnet", "host", "packs", "sdk", "shared"), ".juliaup": ("bin",),
    ".ghcup": ("bin", "ghc"),
    "miniconda3": CONDA, "anaconda3": CONDA, "miniforge3": CONDA, "mambaforge": CONDA,
}  # fmt: skip
COMPANIONS = {".cargo": ".rustup"}  # where the programs in its `bin` are really installed


def is_below(path: str, folders: Iterable[str]) -> bool:
    """Whether a path is one of these folders or lies below one."""
    return any(path == folder or path.startswith(folder.rstrip("/") + "/") for folder in folders)


def is_machines(folder: str) -> bool:
    """Whether a folder is a toolchain that only root can have installed, where toolchains belong."""
    real = PurePath(os.path.realpath(folder))
    if len(real.parts) <= 2 or not is_below(str(real), MACHINE):
        return False
    try:
        return all(_is_roots(os.lstat(part)) for part in (real, *real.parents))
    except OSError:
        return False


def _is_roots(status: os.stat_result) -> bool:
    return status.st_uid == 0 and not status.st_mode & OF_OTHERS


def private_entries(tree: str, *, of_root: bool) -> tuple[str, ...] | None:
    """Entries of a folder tree to hide from a bot: not readable by everybody, sockets, pipes and devices.

    With `of_root` also what others than root own or can write to. None if that is too much to hide. What was found
    is used for some time, as many bots start and toolchains rarely change.
    """
    return _private_entries(tree, of_root, int(time.monotonic() / FRESH_SECONDS))


@lru_cache(maxsize=64)
def _private_entries(tree: str, of_root: bool, _period: int) -> tuple[str, ...] | None:
    found: list[str] = []
    for number, (path, status) in enumerate(_walk(tree, found)):
        if not _is_public(status) or (of_root and not _is_roots(status)):
            found.append(path)
        if number >= MAX_ENTRIES or len(found) > MAX_HIDDEN:
            return None
    return None if tree in found else tuple(found)


def _walk(tree: str, left_out: list[str]) -> Iterator[tuple[str, os.stat_result]]:
    """A tree's files and folders without links, except what lies in folders that are `left_out` meanwhile."""
    waiting = [tree]
    while waiting:
        path = waiting.pop()
        with suppress(OSError):  # it is gone, or not even we may look into it
            status = os.lstat(path)
            if stat.S_ISLNK(status.st_mode):
                continue
            yield path, status
            if stat.S_ISDIR(status.st_mode) and path not in left_out[-1:]:
                waiting += (f"{path}/{name}" for name in os.listdir(path))


def _is_public(status: os.stat_result) -> bool:
    """Whether everybody may read a file, or list and enter a folder."""
    if stat.S_ISDIR(status.st_mode):
        return status.st_mode & 0o5 == 0o5
    return stat.S_ISREG(status.st_mode) and bool(status.st_mode & 0o4)


def managed_parts(folder: str) -> Iterator[str]:
    """The folders with programs of the version manager that a folder on the PATH belongs to."""
    parts = PurePath(folder).parts
    for number, name in enumerate(parts):
        if name in MANAGERS:
            home = PurePath(*parts[:number])
            for manager in filter(None, (name, COMPANIONS.get(name))):
                yield from (str(home / manager / part) for part in MANAGERS[manager])


def is_python(prefix: PurePath) -> bool:
    """Whether Python is installed in a folder, or a virtual environment made."""
    return os.path.isfile(prefix / "pyvenv.cfg") or bool(glob(f"{prefix}/lib/python3*/os.py"))


def python_parts(prefix: PurePath, *, shared: bool) -> list[str]:
    """The paths in a folder that its Python needs; in a `shared` one, such as a home, only `*python*` paths."""
    if shared:
        return glob(f"{prefix}/bin/python*") + glob(f"{prefix}/lib*/*python3*")
    return [str(prefix / name) for name in ("bin", "lib", "lib64", "include", "pyvenv.cfg")]
