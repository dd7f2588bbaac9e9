"""Replays that a page sends: files that somebody dropped on it.

They are never trusted, and stored in a temporary folder that is removed with the server.
"""

from __future__ import annotations

import tempfile
import threading
from pathlib import Path

from lanista.core.errors import InputError, ReplayError
from lanista.core.files import file_errors
from lanista.core.text import inert
from lanista.match.replay import play_again, read_replay
from lanista.web.gallery import Gallery
from lanista.web.show import ReplayShow, Show

MAX_DROPPED = 32  # of more files, the first ones are removed
MAX_BYTES = 64 * 2**20
MAX_NAME = 120
NAMELESS = "a dropped file"


class Drops:
    """The files that pages sent to a gallery; thread-safe."""

    def __init__(self, gallery: Gallery) -> None:
        self._gallery = gallery
        self._lock = threading.Lock()
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._shows: list[ReplayShow] = []
        self._number = 0
        gallery.on_close(self.close)

    def take(self, name: str, data: bytes) -> Show:
        """Add a replay to the gallery; refuses any other file."""
        name = inert(name.replace("\\", "/").rpartition("/")[2], MAX_NAME).strip() or NAMELESS
        if len(data) > MAX_BYTES:
            raise InputError(f"{name}: expected a replay of at most {MAX_BYTES:,} bytes, got {len(data):,}")
        path = self._write(data)
        try:
            next(play_again(read_replay(path)))
        except ReplayError as error:
            path.unlink(missing_ok=True)
            raise InputError(str(error).replace(str(path), name)) from None
        show = ReplayShow(path)
        show.name, show.dropped = name, True
        self._gallery.add(show)
        self._remove_first(show)
        return show

    def close(self) -> None:
        """Remove the files."""
        with self._lock:
            if self._folder is not None:
                self._folder.cleanup()
                self._folder = None

    def _write(self, data: bytes) -> Path:
        with self._lock:
            self._folder = self._folder or tempfile.TemporaryDirectory(prefix="lanista-dropped-")
            self._number += 1
            path = Path(self._folder.name) / f"{self._number}.gz"
            with file_errors(path):
                path.write_bytes(data)
        return path

    def _remove_first(self, new: ReplayShow) -> None:
        """Make room for a new one."""
        with self._lock:
            self._shows.append(new)
            while len(self._shows) > MAX_DROPPED:
                first = self._shows.pop(0)
                self._gallery.remove(first)
                first.path.unlink(missing_ok=True)
