"""Notices that files of a bot were saved."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from lanista.core.errors import BotError
from lanista.core.text import MAX_QUOTED, inert
from lanista.tools.dev.sources import BotSource, is_output

QUIET_MS = 100  # without a further change, until changes are passed on
MAX_BURST_MS = 800  # of changes that are passed on as one
CHECK_MS = 1000  # between two looks at whether to stop
RETRY_SECONDS = 1.0  # after the folder could not be watched


@dataclass(frozen=True)
class FilesSaved:
    """Files were saved, or may have been; `files` are their names."""

    files: tuple[str, ...] = ()


@dataclass(frozen=True)
class NotWatched:
    """The bot's folders cannot be watched at the moment."""

    reason: str


class FileWatcher:
    """Watches a bot's folders on a thread, and calls `report` after every burst of changes."""

    def __init__(self, source: BotSource, report: Callable[[FilesSaved | NotWatched], None]) -> None:
        self._source = source
        self._report = report
        self._stop = threading.Event()
        self.ready = threading.Event()  # set once changes are noticed
        self._thread = threading.Thread(target=self._run, name="watcher", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop watching."""
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._watch(self._source.folders())
            except (
                OSError,
                RuntimeError,
                BotError,
            ) as error:  # gone, too deep, or too many watches
                self._report(NotWatched(inert(str(error), MAX_QUOTED)))
                self._stop.wait(RETRY_SECONDS)

    def _watch(self, folders: set[Path]) -> None:
        """Watch some folders until others are needed."""
        from watchfiles import watch

        changed = watch(
            *folders,
            watch_filter=lambda change, path: not is_output(os.path.basename(path)),
            debounce=MAX_BURST_MS,
            step=QUIET_MS,
            rust_timeout=CHECK_MS,
            yield_on_timeout=True,
            stop_event=self._stop,
            raise_interrupt=False,
            recursive=False,
        )
        for changes in changed:
            is_first = not self.ready.is_set()
            self.ready.set()
            if changes or is_first:  # something may have been saved before the watch began
                self._report(FilesSaved(tuple(sorted({os.path.basename(path) for _, path in changes}))))
            if changes and self._source.folders() != folders:
                self.ready.clear()
                return
