"""Files for targets that read files: one folder per process, removed at its end."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

_folders: list[tempfile.TemporaryDirectory[str]] = []


@cache
def scratch(name: str) -> Path:
    """An empty folder for a target."""
    _folders.append(tempfile.TemporaryDirectory(prefix="lanista-fuzz-"))
    folder = Path(_folders[-1].name) / name
    folder.mkdir()
    return folder


def on_file(name: str, use: Callable[[Path], object]) -> Callable[[bytes], None]:
    """A target that writes its input to a file of this name, and uses that."""

    def run(data: bytes) -> None:
        path = scratch("file") / name
        path.write_bytes(data)
        use(path)

    return run
