"""A cache of thumbnails as files; the oldest are removed when there are too many."""

from __future__ import annotations

import threading
from functools import cached_property
from pathlib import Path

from lanista.core.errors import FileError
from lanista.core.files import remove_oldest, write_whole
from lanista.engine.folders import LOG, cache_root, private_folder

MAX_FILES = 5000
PRUNE_EVERY = 100  # files written between two looks for too many
MAX_FILE_BYTES = 4 * 2**20
SUFFIX = ".json"


class ThumbnailCache:
    """Files by name; one that cannot be read or written costs only time. Thread-safe."""

    def __init__(self, root: Path | None = None) -> None:
        self._given = root
        self._lock = threading.Lock()
        self._written = 0

    @cached_property
    def _root(self) -> Path:
        return self._given or private_folder(cache_root().with_name("thumbnails"))

    def read(self, name: str) -> bytes | None:
        """Read the data stored under a name; None if there is none."""
        try:
            return (self._root / f"{name}{SUFFIX}").read_bytes()
        except OSError:
            return None

    def write(self, name: str, data: bytes) -> None:
        """Store data under a name, unless it is large."""
        if len(data) > MAX_FILE_BYTES:
            return
        try:
            write_whole(self._root / f"{name}{SUFFIX}", data, force=True, sync=False)
        except FileError as error:
            LOG.warning("pictures of matches are not kept for later: %s", error)
            return
        with self._lock:
            self._written += 1
            if self._written % PRUNE_EVERY == 1:
                remove_oldest(self._root, SUFFIX, MAX_FILES)
