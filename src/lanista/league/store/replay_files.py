"""Replays by digest in a folder, as `ab/abcdef….jsonl.gz`. Files appear there complete, and never change."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from lanista.core.errors import FileError, StoreError
from lanista.core.files import beside, file_errors
from lanista.core.text import quoted
from lanista.league.store import replay_owner
from lanista.league.store.replay_owner import Owner

SUFFIX = ".jsonl.gz"
TRASH = "trash"  # the folder for unreferenced files, with a subfolder per cleaning
DIGEST = re.compile(r"[0-9a-f]{64}")


class ReplayFiles:
    """The folder of a store's replays, which is created when the first one is added.

    `named` gives the digests that the store's results name.
    """

    def __init__(self, folder: Path, owner: Owner, named: Callable[[], Collection[str]]) -> None:
        self.folder = folder
        self.owner = owner
        self._named = named
        self._is_claimed = False

    def claim(self) -> None:
        """Mark the folder as this store's before anything is written; raises StoreError if it is another's."""
        if not self._is_claimed:
            with file_errors(self.folder):
                self.folder.mkdir(parents=True, exist_ok=True)
            is_marked = replay_owner.owner_of(self.folder) is not None
            files = [] if is_marked else list(self.digests())
            replay_owner.claim(self.folder, self.owner, files, self._named() if files else ())
            self._is_claimed = True

    def new_trash(self) -> Path:
        """A new folder for unneeded files; raises StoreError if another store may use these replays."""
        replay_owner.refuse_shared(self.folder, self.owner)
        folder = self.folder / TRASH / time.strftime("%Y-%m-%d-%H%M%S")
        with file_errors(folder):
            folder.mkdir(parents=True, exist_ok=True)
        return folder

    def put(self, source: Path) -> str:
        """Move a replay into the folder and return its digest; safe to repeat, even by several processes."""
        try:
            self.claim()
            digest = digest_of(source)
            with file_errors(self.path(digest)):
                _move(source, self.path(digest))
        except FileError as error:
            raise StoreError(f"{error}; the store is whole, and the league can be continued") from None
        return digest

    def path(self, digest: str) -> Path:
        """The path of the replay with this digest, even if it does not exist."""
        if not DIGEST.fullmatch(digest):
            raise StoreError(f"expected the digest of a replay, 64 hexadecimal digits, got {quoted(digest)}")
        return self.folder / digest[:2] / f"{digest}{SUFFIX}"

    def exists(self, digest: str) -> bool:
        """Whether the folder has this replay."""
        return self.path(digest).is_file()

    def open(self, digest: str) -> BinaryIO:
        """The file, for reading."""
        path = self.path(digest)
        with file_errors(path, "read"):
            return open(path, "rb")

    def digests(self) -> Iterator[str]:
        """The digests of all replays in the folder."""
        for path in self._files():
            name = path.name.removesuffix(SUFFIX)
            if DIGEST.fullmatch(name) and path == self.path(name):
                yield name

    def drafts(self) -> Iterator[Path]:
        """Incomplete files: being moved in right now, or when the machine or a process died."""
        return (path for path in self._files() if path.name.startswith("."))

    def _files(self) -> Iterator[Path]:
        with file_errors(self.folder, "read"):
            yield from sorted(self.folder.glob("[0-9a-f][0-9a-f]/*"))


def digest_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with file_errors(path, "read"), open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _move(source: Path, target: Path) -> None:
    """Move a file into its place atomically, so that it survives a power failure."""
    is_new = not target.parent.exists()
    target.parent.mkdir(parents=True, exist_ok=True)
    if is_new:
        _sync(target.parent.parent)
    draft = beside(target)
    try:
        try:
            os.link(source, draft)
        except OSError:  # another file system, or one without links
            shutil.copyfile(source, draft)
        _sync(draft)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    _sync(target.parent)
    source.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    """Wait until a file or a folder is on the disk."""
    with suppress(PermissionError):  # Windows opens no folders
        fd = os.open(path, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)
