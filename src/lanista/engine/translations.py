"""The cache of translated rules: translating takes a fraction of a second, finding a translation a few ms."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

import msgspec

from lanista.core.errors import FileError
from lanista.core.files import write_whole
from lanista.engine.fingerprint import Fingerprint
from lanista.engine.folders import LOG, PROVIDED, cache_root, private_folder
from lanista.engine.library import READABLE
from lanista.engine.seal import read_sealed, write_sealed

SUFFIX = ".translated"


class Translation(msgspec.Struct):
    """The C source of a library, and the lines of rules that faults name."""

    source: str = ""
    lines: list[str] = []


def cached_translation(name: str, of: Fingerprint, make: Callable[[], Translation]) -> Translation:
    """The translation of this name and fingerprint; if there is none, it is made and cached."""
    provided = os.environ.get(PROVIDED)
    if provided:  # a process that uses no cache
        path = Path(provided) / _file(name, of)
        return msgspec.msgpack.decode(path.read_bytes(), type=Translation) if path.exists() else make()
    path = private_folder(cache_root()) / _file(name, of)
    with contextlib.suppress(ValueError, OSError):  # damaged, or of another user: it is made again
        content = read_sealed(path)
        if content is not None:
            return msgspec.msgpack.decode(content, type=Translation)
    made = make()
    if of.is_current():
        _keep(path, made)
    return made


def _keep(path: Path, translation: Translation) -> None:
    try:
        write_sealed(path, msgspec.msgpack.encode(translation))
    except FileError as error:
        LOG.info("translated rules are not cached for later runs: %s", error)


def provide_translation(name: str, of: Fingerprint, translation: Translation, folder: Path) -> None:
    """Write a translation into a folder, readable for everybody, for processes that look there only."""
    target = folder / _file(name, of)
    if not target.exists() and of.is_current():
        write_whole(target, msgspec.msgpack.encode(translation), force=True, mode=READABLE)


def _file(name: str, of: Fingerprint) -> str:
    return f"{name}-{of.digest}{SUFFIX}"
