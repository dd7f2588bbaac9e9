"""Folders of the user's own, in which nobody else can put anything.

Compiled code is run as it is found, so it is kept only where nobody else can write. When the usual place cannot
be used (a read-only home, a folder of somebody else), a private one among the temporary files takes its place.
"""

from __future__ import annotations

import logging
import os
import stat
import tempfile
from functools import cache
from pathlib import Path

LOG = logging.getLogger("lanista.native")
PRIVATE = 0o700
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def cache_root() -> Path:
    """Where compiled rules are kept; LANISTA_CACHE moves it."""
    return _home("LANISTA_CACHE", "XDG_CACHE_HOME", usual=".cache") / "lanista" / "native"


def key_root() -> Path:
    """Where the key is kept that seals compiled rules: outside their cache, which may be moved or shared."""
    return _home("XDG_STATE_HOME", usual=".local/state") / "lanista" / "keys"


def _home(*variables: str, usual: str) -> Path:
    named = next((os.environ[name] for name in variables if os.environ.get(name)), None)
    if named:
        return Path(named)
    try:
        return Path.home() / usual
    except RuntimeError:  # an account without a home
        return _spare_root() / usual


@cache
def private_folder(wanted: Path) -> Path:
    """The folder if it is the user's alone, made when missing; else one among the temporary files, with a word."""
    problem = _claim(wanted)
    if problem is None:
        return wanted
    spare = _spare_root() / wanted.name
    LOG.warning("%s cannot be used (%s); using %s instead", wanted, problem, spare)
    _claim(spare)
    return spare


@cache
def _spare_root() -> Path:
    """A private folder among the temporary files: the same one for later runs if nobody else has taken it."""
    spare = Path(tempfile.gettempdir()) / f"lanista-{_user()}"
    return spare if _claim(spare) is None else Path(tempfile.mkdtemp(prefix="lanista-"))


def _claim(folder: Path) -> str | None:
    """Make a folder unless it is there; why it is not private and writable, or None if it is."""
    try:
        folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        about = folder.lstat()
    except OSError as error:
        return error.strerror or str(error)
    if stat.S_ISLNK(about.st_mode):
        return "it is a symbolic link"
    if about.st_uid != _user(about.st_uid):
        return "it belongs to another user"
    if about.st_mode & OTHERS_WRITE:
        return f"others may write to it; `chmod go-w {folder}` ends that"
    return None if os.access(folder, os.W_OK | os.X_OK) else "it cannot be written to"


def _user(unknown: int = 0) -> int:
    """Who runs this process; `unknown` where users have no numbers."""
    return os.geteuid() if hasattr(os, "geteuid") else unknown
