"""The identity of a file: stamps notice that a file changed, and digests name replays in links."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path
from typing import NamedTuple

CHUNK = 2**20


class FileStamp(NamedTuple):
    """Changes with a file's content."""

    changed_ns: int
    size: int


class Identity(NamedTuple):
    """A file as it was when it was read; without a stamp it could not be."""

    stamp: FileStamp | None = None
    digest: str = ""  # the SHA-256 of its bytes, in hexadecimal


def stamp_of(path: Path) -> FileStamp | None:
    """The stamp of a file; None if there is no such file."""
    try:
        about = path.stat()
    except (OSError, ValueError):
        return None
    return FileStamp(about.st_mtime_ns, about.st_size) if stat.S_ISREG(about.st_mode) else None


def version_of(path: Path) -> str:
    """A text that changes with a file; empty if there is none."""
    stamp = stamp_of(path)
    return "" if stamp is None else f"{stamp.changed_ns:x}-{stamp.size:x}"


def identify(path: Path) -> Identity:
    """Read a file's identity; one that cannot be read is known by its path."""
    stamp = stamp_of(path)
    digest = _digest(path, None) if stamp is not None else ""
    return Identity(stamp, digest or hashlib.sha256(os.fsencode(path.absolute())).hexdigest())


def has_grown(path: Path, before: Identity) -> bool:
    """Whether a file begins with all that it was before, as a replay does while it is written."""
    return before.stamp is not None and _digest(path, before.stamp.size) == before.digest


def _digest(path: Path, size: int | None) -> str:
    """The digest of a file or of its first bytes; empty if it cannot be read."""
    made, left = hashlib.sha256(), size
    try:
        with open(path, "rb") as file:
            while data := file.read(CHUNK if left is None else min(CHUNK, left)):
                made.update(data)
                left = None if left is None else left - len(data)
    except (OSError, ValueError):
        return ""
    return made.hexdigest()
