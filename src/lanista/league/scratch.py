"""The folder for the replays of a runner's matches until they are moved into the store."""

from __future__ import annotations

from pathlib import Path

from lanista.core.files import file_errors
from lanista.match.recorder import SUFFIX
from lanista.series.owned_folder import OwnedFolder

PREFIX = ".run-"


class ScratchFolder:
    """A new folder beside the replays, so that moving one there does not copy it; removed with its content.

    Those of runners that were killed are removed, too.
    """

    def __init__(self, replays: Path) -> None:
        with file_errors(replays):
            replays.mkdir(parents=True, exist_ok=True)
            self._folder = OwnedFolder(replays.resolve(), PREFIX)
        self._given = 0

    def new_path(self, number: int) -> str:
        """A new file for the replay of a match."""
        self._given += 1
        return str(self._folder.path / f"{number}-{self._given}{SUFFIX}")

    def close(self) -> None:
        """Remove the folder."""
        self._folder.remove()
