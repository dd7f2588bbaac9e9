"""Temporary folders that are removed when their owner has ended, even if it was killed."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from pathlib import Path
from typing import BinaryIO

from lanista.core.system import try_lock

LOCK = "owner"


class OwnedFolder:
    """A new folder; those of the same prefix whose owners are gone are removed."""

    def __init__(self, root: Path, prefix: str) -> None:
        _remove_orphans(root, prefix)
        self.path, self._lock = _make(root, prefix)

    def remove(self) -> None:
        """Remove the folder with all its files."""
        shutil.rmtree(self.path, ignore_errors=True)
        self._lock.close()


def _make(root: Path, prefix: str) -> tuple[Path, BinaryIO]:
    """A new folder and its lock; made anew if another owner took the unlocked folder for an orphan."""
    while True:
        path = Path(tempfile.mkdtemp(prefix=prefix, dir=root))
        try:
            lock = (path / LOCK).open("wb")
        except FileNotFoundError:
            continue
        except OSError:  # the disk is full, say
            path.rmdir()
            raise
        if try_lock(lock) and (path / LOCK).exists():
            return path, lock
        lock.close()


def _remove_orphans(root: Path, prefix: str) -> None:
    for folder in root.glob(f"{prefix}*"):
        with contextlib.suppress(OSError):  # it holds more than a lock: it has an owner, or just lost it
            folder.rmdir()
        with contextlib.suppress(OSError), (folder / LOCK).open("rb") as lock:  # another user's, or just removed
            if try_lock(lock):
                shutil.rmtree(folder, ignore_errors=True)
