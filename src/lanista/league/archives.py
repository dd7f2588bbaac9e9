"""Local copies of bots' archives, by digest, from which each bot is unpacked and built once."""

from __future__ import annotations

import hashlib
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from lanista.bots.source.archive_cache import stored_archives
from lanista.core.files import file_errors, write_whole
from lanista.league.store import LeagueStore

ARCHIVE = "bot.zip"
USED = "used"  # a file whose time is that of the last use; the archive's own time says that it was changed
MAX_AGE = 30 * 24 * 3600.0  # seconds without use until a copy is removed


def keep(data: bytes) -> str:
    """Keep a copy of an archive, and return its digest."""
    digest = hashlib.sha256(data).hexdigest()
    _write(_path(digest), digest, lambda: data)
    return digest


def copy_of(store: LeagueStore, digest: str) -> Path:
    """The copy of an archive, made or replaced if needed."""
    path = _path(digest)
    _write(path, digest, lambda: store.archive(digest))
    return path


def _path(digest: str) -> Path:
    return stored_archives() / digest / ARCHIVE


def _write(path: Path, digest: str, read: Callable[[], bytes]) -> None:
    if not _is_whole(path, digest):
        write_whole(path, read(), force=True, mode=0o600)
    with file_errors(path.parent):
        (path.parent / USED).touch()


def _is_whole(path: Path, digest: str) -> bool:
    with suppress(OSError), path.open("rb") as file:  # an unreadable copy is rewritten
        return hashlib.file_digest(file, "sha256").hexdigest() == digest
    return False


def remove_unused(now: float | None = None) -> None:
    """Remove copies that no league has used for a month."""
    oldest = (time.time() if now is None else now) - MAX_AGE
    for folder in stored_archives().iterdir():
        with suppress(OSError):
            if (folder / USED).stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)
