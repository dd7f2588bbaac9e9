"""Sealed files: a keyed digest follows the content and is checked before the content is used.

The content is a shared library, which runs when it is loaded; loaders ignore what follows it. The key is random,
in a file that only the user can read, outside the cache. Any process that can read that file can forge a seal.
"""

from __future__ import annotations

import contextlib
import hmac
import os
import secrets
import stat
from functools import cache
from pathlib import Path

from lanista.core.errors import FileError
from lanista.core.files import write_whole
from lanista.engine.folders import LOG, key_root, private_folder

SEAL_BYTES = 32
KEY_BYTES = 32
OWNER_ONLY = 0o600


def write_sealed(path: Path, content: bytes) -> None:
    """Write a file atomically."""
    write_whole(path, content + _seal(path, content), force=True, mode=OWNER_ONLY)


def read_sealed(path: Path) -> bytes | None:
    """A sealed file's content, or None if there is no such file; raises ValueError if the seal does not match."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    content, seal = data[:-SEAL_BYTES], data[-SEAL_BYTES:]
    if not hmac.compare_digest(seal, _seal(path, content)):
        raise ValueError(f"{path} is damaged or was not written by Lanista")
    return content


def _seal(path: Path, content: bytes) -> bytes:
    """The digest covers the name, so that one file cannot replace another."""
    mark = hmac.new(_key(private_folder(key_root())), path.name.encode() + b"\0", "sha256")
    mark.update(content)
    return mark.digest()


@cache
def _key(folder: Path) -> bytes:
    """The user's key, created when it is first needed."""
    path = folder / "native.key"
    key = _read_key(path) or _make_key(path, replace=False)
    if key is None:
        LOG.warning("%s is not a key that only you can read; making a new one, so rules are compiled again", path)
        key = _make_key(path, replace=True)
    return key or secrets.token_bytes(KEY_BYTES)  # for this process only: its files are not used by later ones


def _make_key(path: Path, *, replace: bool) -> bytes | None:
    """The key in the file after an attempt to write one; another process may have been faster."""
    with contextlib.suppress(FileError):
        write_whole(path, secrets.token_bytes(KEY_BYTES), force=replace, mode=OWNER_ONLY)
    return _read_key(path)


def _read_key(path: Path) -> bytes | None:
    """The key in a file; None if it is missing, has the wrong length, or is accessible to others."""
    try:
        about, key = path.lstat(), path.read_bytes()
    except OSError:
        return None
    private = stat.S_ISREG(about.st_mode) and (os.name == "nt" or not about.st_mode & 0o077)
    return key if private and len(key) == KEY_BYTES else None
