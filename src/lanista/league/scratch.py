"""The folder for the replays of a runner's matches until they are moved into the store."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from lanista.core.files import file_errors
from lanista.match.recorder import SUFFIX
from lanista.series.owned_folder import OwnedFolder

PREFIX = ".run-"
NAME = re.compile(r"[0-9]+-([0-9]+)-[0-9]+")  # league, match, and a number that is new in the folder


class ScratchFolder:
    """A new folder beside the replays, so that moving one there does not copy it; removed with its content.

    Those of runners that were killed are removed, too.
    """

    def __init__(self, replays: Path, league_id: int = 0) -> None:
        self._league_id = league_id
        with file_errors(replays):
            replays.mkdir(parents=True, exist_ok=True)
            self._folder = OwnedFolder(replays.resolve(), PREFIX)
        self._given = 0

    def new_path(self, number: int) -> str:
        """A new file for the replay of a match."""
        self._given += 1
        return str(self._folder.path / f"{self._league_id}-{number}-{self._given}{SUFFIX}")

    def close(self) -> None:
        """Remove the folder."""
        self._folder.remove()


def live_files(replays: Path, league_id: int) -> dict[int, Path]:
    """The growing replays of a league's matches that are being played on this machine, by number of the match.

    One that was just recorded may still be among them, or may be gone when it is opened.
    """
    found: dict[int, tuple[float, Path]] = {}
    for path in replays.glob(f"{PREFIX}*/{league_id}-*{SUFFIX}"):
        name = NAME.fullmatch(path.name.removesuffix(SUFFIX))
        with suppress(OSError):
            changed = path.stat().st_mtime
            if name and changed >= found.get(int(name[1]), (0.0, path))[0]:
                found[int(name[1])] = changed, path
    return {number: path for number, (_, path) in sorted(found.items())}
