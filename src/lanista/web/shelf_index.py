"""A cache of replay summaries: a file that did not change is not read again.

Each folder has its own index. An index that is damaged or cannot be written costs only time.
"""

from __future__ import annotations

import hashlib
import os
import threading
from functools import cached_property
from pathlib import Path

import msgspec

from lanista import __version__
from lanista.core.errors import FileError
from lanista.core.files import remove_oldest, write_whole
from lanista.engine.folders import LOG, cache_root, private_folder
from lanista.match.replay.summary import Summary
from lanista.web.identity import FileStamp, Identity

FORMAT = 2
SUFFIX = ".index"
MAX_INDEXES = 500  # folders whose matches are remembered
MAX_INDEX_BYTES = 128 * 2**20


class IndexedFile(msgspec.Struct, array_like=True):
    """A file as it was when it was summed up."""

    identity: Identity
    summary: Summary


Names = dict[str, IndexedFile]  # by the names of files in one folder


class ShelfIndex:
    """The summaries of replays by file; thread-safe."""

    def __init__(self, root: Path | None = None) -> None:
        self._root = root
        self._lock = threading.Lock()
        self._folders: dict[Path, Names] = {}
        self._changed: set[Path] = set()

    def get(self, path: Path, stamp: FileStamp) -> IndexedFile | None:
        """The entry of a file that has not changed since."""
        with self._lock:
            known = self._names(path.parent).get(path.name)
        return known if known is not None and known.identity.stamp == stamp else None

    def put(self, path: Path, known: IndexedFile) -> None:
        """Remember a file."""
        with self._lock:
            self._names(path.parent)[path.name] = known
            self._changed.add(path.parent)

    def save(self) -> None:
        """Write the changes, without files that are gone."""
        with self._lock:
            changed, self._changed = self._changed, set()
            for folder in changed:
                self._save(folder)
            if changed:
                remove_oldest(self._folder, SUFFIX, MAX_INDEXES)

    def _names(self, folder: Path) -> Names:
        if folder not in self._folders:
            self._folders[folder] = _load(self._file(folder))
        return self._folders[folder]

    def _save(self, folder: Path) -> None:
        try:
            there = set(os.listdir(folder))
            kept = {name: known for name, known in self._folders[folder].items() if name in there}
            write_whole(self._file(folder), msgspec.msgpack.encode(kept), force=True, sync=False)
        except (OSError, FileError) as error:
            LOG.warning("the list of matches is not kept for later: %s", error)

    def _file(self, folder: Path) -> Path:
        name = f"{FORMAT} {__version__} {folder.resolve()}".encode(errors="surrogateescape")
        return self._folder / f"{hashlib.sha256(name).hexdigest()[:32]}{SUFFIX}"

    @cached_property
    def _folder(self) -> Path:
        return self._root or private_folder(cache_root().with_name("gallery"))


def _load(file: Path) -> Names:
    try:
        if file.stat().st_size > MAX_INDEX_BYTES:
            return {}
        return msgspec.msgpack.decode(file.read_bytes(), type=Names)
    except (OSError, ValueError, RecursionError):  # missing, or not ours
        return {}
