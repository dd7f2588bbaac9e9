"""Unpacked archives of bots, cached under a digest of the file.

An entry is a folder that holds the bot's folder, named after the archive, and a file USED, whose time is that of
the last use. A process shares a lock on USED of every archive that it has used, so that no other one removes it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import time
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from lanista.bots.source.archive import OWN, SUFFIX, UPLOADED, Bounds, unpack
from lanista.bots.source.names import LANGUAGES
from lanista.core.errors import BotError
from lanista.core.files import beside, file_errors
from lanista.core.system import try_lock
from lanista.core.text import MAX_QUOTED, inert
from lanista.engine.folders import cache_root, private_folder

USED = "used"
LOCK = "lock"
MAX_KEPT = 64  # archives that no process uses
MAX_STORED = 1000  # those of leagues, where hundreds of bots play in turn and each would be built again
MAX_HELD = 128  # archives that one process protects from being removed
LOCK_SECONDS = 120.0  # unpacking the largest archive takes a second

_held: OrderedDict[Path, IO[bytes]] = OrderedDict()


def is_archive(path: Path) -> bool:
    """Whether a path names an archive, by its suffix."""
    return path.suffix.lower() == SUFFIX


def unpacked(archive: Path) -> Path:
    """The folder with an archive's files, unpacked if it is not there yet; raises BotError with the reason."""
    name = inert(str(archive), MAX_QUOTED)
    bounds = OWN if is_from_store(archive) else UPLOADED
    with file_errors(archive, "read"), archive.open("rb") as file:
        data = file.read(bounds.packed + 1)
    try:
        bounds.refuse_large(len(data))
        return _unpacked(data, _folder_name(archive), bounds)
    except BotError as error:
        raise BotError(f"{name} cannot be unpacked: {error}") from None


def stored_archives() -> Path:
    """The folder of archives that were copied from a store, each in a folder named after its digest."""
    return private_folder(cache_root().parent / "league-bots")


def is_from_store(archive: Path) -> bool:
    """Whether an archive was copied from a store, where the owner's bots may be larger than an upload."""
    return archive.is_relative_to(stored_archives())


def _folder_name(archive: Path) -> str:
    """A name for the unpacked folder, from which the bot may take its own."""
    name = re.sub(r"[^\w.+-]+", "-", archive.stem, flags=re.ASCII).strip("-.")[:60] or "bot"
    return f"{name}-bot" if name.lower() in LANGUAGES else name


def _unpacked(data: bytes, name: str, bounds: Bounds) -> Path:
    folder, kept = ("league-archives", MAX_STORED) if bounds is OWN else ("archives", MAX_KEPT)
    root = private_folder(cache_root().parent / folder)
    entry = root / hashlib.blake2b(name.encode() + b"\0" + data, digest_size=16).hexdigest()
    with file_errors(root), _locked(root / LOCK):
        if not (entry / USED).is_file():
            _add(data, entry, name, bounds)
            _prune(root, entry, kept)
        _hold(entry / USED)
    return entry / name


def _add(data: bytes, entry: Path, name: str, bounds: Bounds) -> None:
    """Unpack an archive, completely or not at all."""
    draft = beside(entry)
    try:
        draft.mkdir(0o700)
        unpack(data, draft / name, bounds)
        (draft / USED).touch()
        shutil.rmtree(entry, ignore_errors=True)  # without USED it is what a full disk or a person left of it
        draft.replace(entry)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold the lock on the whole cache."""
    path.parent.mkdir(0o700, parents=True, exist_ok=True)
    deadline = time.monotonic() + LOCK_SECONDS
    with path.open("wb") as file:
        while not try_lock(file):
            if time.monotonic() > deadline:
                raise BotError(f"{path} is locked by another process for over {LOCK_SECONDS:.0f} s; end that one")
            time.sleep(0.01)
        yield  # closing the file unlocks it


def _hold(used: Path) -> None:
    """Note the use of an archive, and keep others from removing it while this process runs."""
    os.utime(used)
    known = _held.pop(used, None)
    if known is not None and not _is_same(known, used):
        known.close()
        known = None
    if known is None:
        known = used.open("rb")
        try_lock(known, shared=True)
    _held[used] = known
    if len(_held) > MAX_HELD:
        _held.popitem(last=False)[1].close()


def _is_same(file: IO[bytes], path: Path) -> bool:
    """Whether an open file still is the one at a path."""
    return os.path.samestat(os.fstat(file.fileno()), path.stat())


def _prune(root: Path, new: Path, kept: int) -> None:
    """Remove the archives used longest ago, except those in use, and drafts of processes that died."""
    drafts = [path for path in root.iterdir() if path.name.startswith(".")]
    entries = [path for path in root.iterdir() if path != new and (path / USED).is_file()]
    oldest_last = sorted(entries, key=lambda path: -(path / USED).stat().st_mtime_ns)
    for path in [*drafts, *oldest_last[kept - 1 :]]:
        _remove_unused(path)


def _remove_unused(entry: Path) -> None:
    with contextlib.suppress(FileNotFoundError), (entry / USED).open("rb") as used:
        if not try_lock(used):
            return
    shutil.rmtree(entry, ignore_errors=True)
