"""The folder into which a runner's matches write their replays, until these are taken into the store."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO

from lanista.files import explained
from lanista.match.recorder import SUFFIX
from lanista.system import try_lock

PREFIX = ".run-"
LOCK = "lock"  # held while the runner lives


class Scratch:
    """A new folder beside the replays, so that moving one there does not copy it; removed with its content."""

    def __init__(self, replays: Path) -> None:
        with explained(replays):
            replays.mkdir(parents=True, exist_ok=True)
            remove_abandoned(replays)
            self.folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=replays.resolve()))
            draft = self.folder / f".{LOCK}"
            self._lock: IO[bytes] = draft.open("wb")
            try_lock(self._lock)
            draft.rename(self.folder / LOCK)  # only now may others see whether it is locked
        self._given = 0

    def new_path(self, number: int) -> str:
        """A new file for the replay of a match."""
        self._given += 1
        return str(self.folder / f"{number}-{self._given}{SUFFIX}")

    def close(self) -> None:
        """Remove the folder."""
        self._lock.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def remove_abandoned(replays: Path) -> None:
    """Remove the folders of runners that were killed."""
    for folder in replays.glob(f"{PREFIX}*"):
        with suppress(OSError), (folder / LOCK).open("rb") as lock:
            if try_lock(lock):
                shutil.rmtree(folder, ignore_errors=True)
