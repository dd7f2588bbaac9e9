"""Chooses the matches of a comparison that are kept as replays."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from enum import Enum
from pathlib import Path

from lanista.core.files import file_errors
from lanista.match.recorder import REPLAYS, SUFFIX, new_folder
from lanista.series.compare.question import NEW
from lanista.series.compare.result import ComparedMatch

MAX_KEPT = 200


class Keep(Enum):
    """Which matches are kept."""

    LOST = "lost"  # those that NEW lost, or in which it was at fault
    ALL = "all"
    NONE = "none"


class Replays:
    """The replays of one run, in a folder made for the first of them; only the newest are kept."""

    def __init__(self, keep: Keep, game: str, names: Sequence[str], folder: Path | None = None) -> None:
        self.folder = folder
        self._keep = keep
        self._new_folder: Callable[[], Path] = lambda: new_folder(game, names)
        self._made = False
        self._given: set[Path] = set()
        self._kept: deque[Path] = deque()

    def path(self, number: int) -> str:
        """The file of a match; empty if none is kept."""
        if self._keep is Keep.NONE:
            return ""
        path = self._folder() / f"{number + 1:06}{SUFFIX}"
        self._given.add(path)
        return str(path)

    def _folder(self) -> Path:
        if not self._made:
            self._made = True
            with file_errors(self.folder or REPLAYS):
                self.folder = self.folder or self._new_folder()
                self.folder.mkdir(parents=True, exist_ok=True)
        assert self.folder is not None
        return self.folder

    def sort_out(self, result: ComparedMatch, spared: Collection[str]) -> None:
        """Keep or remove the replay of a match; `spared` are never removed to make room."""
        if not result.replay:
            return
        path = Path(result.replay)
        if not self._wants(result):
            self._remove(path)
            return
        self._kept.append(path)
        oldest = next((replay for replay in self._kept if str(replay) not in spared), None)
        if len(self._kept) > MAX_KEPT and oldest is not None:
            self._kept.remove(oldest)
            self._remove(oldest)

    def _wants(self, result: ComparedMatch) -> bool:
        if self._keep is Keep.ALL:
            return True
        return result.is_lost_by_new or bool(result.faults[NEW])

    def _remove(self, path: Path) -> None:
        self._given.discard(path)
        with suppress(OSError):
            path.unlink(missing_ok=True)

    def close(self) -> None:
        """Remove the remains of unfinished matches, and the folder if it is empty."""
        for path in self._given - set(self._kept):
            self._remove(path)
        if self._made and self.folder is not None and not self._kept:
            with suppress(OSError):
                self.folder.rmdir()
