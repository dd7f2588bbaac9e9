"""Writes a replay line by line; each line is flushed when its turn is over."""

from __future__ import annotations

import os
import stat
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from lanista.core.errors import FileError
from lanista.core.files import GrowingFile, already_exists, explain, file_errors
from lanista.core.system import BINARY, deferred_signals, try_lock
from lanista.match.replay.chain import Chain
from lanista.match.replay.format import Line, TurnLine
from lanista.match.replay.reader import MAX_LINE_BYTES

LEVEL = 5  # compression level


class ReplayWriter:
    """A replay file, created when it is opened and locked while it is written.

    An existing file is overwritten only with `force`, and not before the first line is written. A full disk stops
    the writing but not the match: the file ends with its last complete line, and `error` says why.
    """

    def __init__(self, path: Path, *, force: bool = False) -> None:
        self.path = path
        self.error: FileError | None = None
        self.chain = Chain()
        self.turns = 0  # turn lines written
        self._encoder = msgspec.json.Encoder()
        self._zip = zlib.compressobj(LEVEL, zlib.DEFLATED, 31)  # 31: gzip format
        self.begun = False  # whether a line was written
        self._is_new_folder = not path.parent.exists()
        with file_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            fd, self._is_new = _open(path, force=force)
            self._file = GrowingFile(fd)

    @property
    def size(self) -> int:
        """Bytes written."""
        return self._file.size

    def write(self, line: Line) -> None:
        """Add a line; if it is too long for readers, the bots' remarks, drawings and logs are left out."""
        with deferred_signals():
            self._write(line)

    def _write(self, line: Line) -> None:
        text = self._encode(line)
        if len(text) > MAX_LINE_BYTES - 100 and isinstance(line, TurnLine):
            text = self._encode(msgspec.structs.replace(line, say=[], draw=[], log=[]))
        self._write_bytes(self._zip.compress(self.chain.seal(text)) + self._zip.flush(zlib.Z_SYNC_FLUSH))
        self.turns += isinstance(line, TurnLine) and self.error is None

    def finish(self) -> None:
        """Finish the file and close it."""
        if self._file.is_open:
            self._write_bytes(self._zip.flush(zlib.Z_FINISH))
        self.close()

    def close(self) -> None:
        """Close the file; a new file that is still empty is removed."""
        if self._file.is_open and self._is_new and not self._file.size:
            self._remove()
        with suppress(OSError):
            self._file.close()

    def _remove(self) -> None:
        self.path.unlink(missing_ok=True)
        if self._is_new_folder:
            with suppress(OSError):  # it may be in use by now
                self.path.parent.rmdir()

    def _encode(self, line: Line) -> bytes:
        try:
            return self._encoder.encode(line)
        except UnicodeEncodeError:  # a path that is not UTF-8, or a lone surrogate from a bot in this process
            return self._encoder.encode(_as_utf8(line))

    def _write_bytes(self, data: bytes) -> None:
        if self.error is not None:
            return
        try:
            if not self.begun:
                self.begun = True
                self._file.clear()
            self._file.add(data)
        except OSError as error:
            self.error = explain(error, self.path, "write")


def _as_utf8(value: Any) -> Any:
    """The same value with question marks for characters that UTF-8 cannot encode."""
    if isinstance(value, str):
        return value.encode(errors="replace").decode()
    if isinstance(value, (list, tuple)):
        return [_as_utf8(part) for part in value]
    if isinstance(value, msgspec.Struct):
        parts = {name: _as_utf8(getattr(value, name)) for name in value.__struct_fields__}
        return msgspec.structs.replace(value, **parts)
    return value


def _open(path: Path, *, force: bool) -> tuple[int, bool]:
    """Open and lock a file; returns the descriptor, and whether the file is new."""
    flags = os.O_RDWR | BINARY
    try:
        fd, is_new = os.open(path, flags | os.O_CREAT | os.O_EXCL, 0o666), True
    except FileExistsError:
        fd, is_new = os.open(path, flags), False
    try:
        _lock(path, fd)
        if not is_new and not force and stat.S_ISREG(os.fstat(fd).st_mode):
            raise already_exists(path)
    except FileError:
        os.close(fd)
        raise
    return fd, is_new


def _lock(path: Path, fd: int) -> None:
    with suppress(OSError):  # a file system without locks
        if not try_lock(fd):
            raise FileError(f"{path} is being written by another match; name another file")
