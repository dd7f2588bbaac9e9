"""Temporary folders that are removed when their owner has ended, even if it was killed."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from pathlib import Path

from lanista.core.system import try_lock

LOCK = "owner"


class OwnedFolder:
    """A new folder; those of the same prefix whose owners are gone are removed."""

    def __init__(self, root: Path, prefix: str) -> None:
        _remove_orphans(root, prefix)
        self.path = Path(tempfile.mkdtemp(prefix=prefix, dir=root))
        draft = self.path / f".{LOCK}"
        self._lock = draft.open("wb")
        try_lock(self._lock)
        draft.rename(self.path / LOCK)  # only now may others see whether it is locked

    def remove(self) -> None:
        """Remove the folder with all its files."""
        shutil.rmtree(self.path, ignore_errors=True)
        self._lock.close()


def _remove_orphans(root: Path, prefix: str) -> None:
    for folder in root.glob(f"{prefix}*"):
        with contextlib.suppress(OSError), (folder / LOCK).open("rb") as lock:  # another user's, or just removed
            if try_lock(lock):
                shutil.rmtree(folder, ignore_errors=True)
