"""Files that matches need on other machines: archives of bots, and maps. They travel by digest, once per node."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lanista.bots.source.archive import OWN
from lanista.bots.source.archive_cache import stored_archives
from lanista.core.errors import LanistaError
from lanista.core.files import file_errors, write_whole
from lanista.core.text import brief

USED = "used"  # a file whose time is that of the last use, as for a league's copies
Stamp = tuple[int, int, int]
Ref = Any  # a reference to an object in Ray's object store


class SentFiles:
    """The driver's side: puts each file into the object store once, whatever its path."""

    def __init__(self, put: Callable[[bytes], Ref]) -> None:
        self._put = put
        self._keys: dict[Path, tuple[Stamp, str]] = {}
        self._refs: dict[str, Ref] = {}

    def key(self, path: Path) -> str:
        """The key of a file, which identifies its content; raises FileError or BotError if it cannot be sent."""
        with file_errors(path, "read"):
            status = path.stat()
            stamp = status.st_mtime_ns, status.st_size, status.st_ino
            if path not in self._keys or self._keys[path][0] != stamp:
                self._keys[path] = stamp, self._add(path)
        return self._keys[path][1]

    def ref(self, key: str) -> Ref:
        """The reference to a file's content."""
        return self._refs[key]

    def _add(self, path: Path) -> str:
        OWN.refuse_large(path.stat().st_size)
        data = path.read_bytes()
        key = f"{digest_of(data)}/{path.name}"
        if key not in self._refs:
            self._refs[key] = self._put(data)
        return key


class ReceivedFiles:
    """A node's side: writes files beside the copies of a store's archives, unless they are there."""

    def __init__(self, get: Callable[[Ref], bytes]) -> None:
        self._get = get
        self._root = stored_archives()
        self._faults: dict[str, str] = {}  # by key

    def receive(self, key: str, ref: Ref) -> None:
        """Fetch a file if it is not in the cache; an error is kept for the matches that need the file."""
        self._faults.pop(key, None)
        try:
            if not _has(self.path(key), key):
                write_whole(self.path(key), self._get(ref), force=True, mode=0o600, sync=False)
            (self.path(key).parent / USED).touch()
        except (LanistaError, OSError) as error:
            self._faults[key] = brief(error)

    def path(self, key: str) -> Path:
        """The path of a file in the cache."""
        digest, _, name = key.partition("/")
        return self._root / Path(digest).name / Path(name).name

    def fault(self, key: str) -> str:
        """Why a file could not be received; empty if it was."""
        return self._faults.get(key, "")


def _has(path: Path, key: str) -> bool:
    return path.is_file() and digest_of(path.read_bytes()) == key.partition("/")[0]


def digest_of(data: bytes) -> str:
    """The digest of a file's content, as in a store."""
    return hashlib.sha256(data).hexdigest()
