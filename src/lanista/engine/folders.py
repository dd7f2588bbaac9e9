"""Private folders, which only the current user can write to.

Compiled code runs when it is loaded, so it is cached only where nobody else can write. If the usual folder cannot
be used (a read-only home, a folder of another user), a private temporary folder is used instead.
"""

from __future__ import annotations

import logging
import os
import stat
import tempfile
from functools import cache
from pathlib import Path

LOG = logging.getLogger("lanista.native")
PROVIDED = "LANISTA_LIBRARIES"  # environment variable: the folder of all compiled rules that this process may use
PRIVATE = 0o700
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def cache_root() -> Path:
    """The folder of compiled rules; LANISTA_CACHE moves it."""
    return _home("LANISTA_CACHE", "XDG_CACHE_HOME", usual=".cache") / "lanista" / "native"


def key_root() -> Path:
    """The folder of the key that seals compiled rules: outside their cache, which may be moved or shared."""
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
    """The folder, created if missing; if it is not private, a temporary one instead, with a warning."""
    problem = _claim(wanted)
    if problem is None:
        return wanted
    spare = _spare_root() / wanted.name
    LOG.warning("%s cannot be used (%s); using %s instead", wanted, problem, spare)
    _claim(spare)
    return spare


@cache
def _spare_root() -> Path:
    """A private temporary folder, reused by later runs unless another user has taken its name."""
    spare = Path(tempfile.gettempdir()) / f"lanista-{_user()}"
    return spare if _claim(spare) is None else Path(tempfile.mkdtemp(prefix="lanista-"))


def _claim(folder: Path) -> str | None:
    """Create a folder if it is missing; returns why it is not private and writable, or None if it is."""
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
        return f"others can write to it; fix it with `chmod go-w {folder}`"
    return None if os.access(folder, os.W_OK | os.X_OK) else "it cannot be written to"


def _user(unknown: int = 0) -> int:
    """The id of the current user; `unknown` on systems without such ids."""
    return os.geteuid() if hasattr(os, "geteuid") else unknown
