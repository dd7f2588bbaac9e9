"""Translated rules that are kept: translating takes a fraction of a second, finding a translation a few ms."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable

import msgspec

from lanista.engine.fingerprint import Fingerprint
from lanista.engine.folders import LOG, PROVIDED, cache_root, private_folder
from lanista.engine.seal import read_sealed, write_sealed
from lanista.errors import FileError

SUFFIX = ".translated"


class Translation(msgspec.Struct):
    """The C source of a library, and the lines of rules that faults name."""

    source: str = ""
    lines: list[str] = []


def kept(name: str, of: Fingerprint, make: Callable[[], Translation]) -> Translation:
    """The translation of this name and fingerprint; if there is none, it is made, and kept for later processes."""
    if os.environ.get(PROVIDED):  # a process that uses no cache
        return make()
    path = private_folder(cache_root()) / f"{name}-{of.digest}{SUFFIX}"
    with contextlib.suppress(ValueError, OSError):  # damaged, or of another user: it is made again
        content = read_sealed(path)
        if content is not None:
            return msgspec.msgpack.decode(content, type=Translation)
    made = make()
    if not of.is_current():
        return made
    try:
        write_sealed(path, msgspec.msgpack.encode(made))
    except FileError as error:
        LOG.info("translated rules are not kept for later runs: %s", error)
    return made
