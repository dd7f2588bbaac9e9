"""Results on disk: a file per question, to which one line is appended per match."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from lanista import __version__
from lanista.core.errors import FileError
from lanista.core.files import GrowingFile, file_errors, make_scratch_folder
from lanista.core.system import BINARY, try_lock
from lanista.series.compare.result import ComparedMatch

FOLDER = Path(".lanista", "compare")


class Head(msgspec.Struct):
    """The first line: the seed, and for people what was compared."""

    seed: int
    game: str
    bots: list[str]
    lanista: str = __version__


@dataclass
class Stored:
    """The content of a file; `size` is where its last whole line ends."""

    head: Head | None = None
    results: list[ComparedMatch] = field(default_factory=list)
    size: int = 0


def find_file(folder: Path, digest: str, seed: int | None) -> Path:
    """The file of a question; a seed other than the stored one has a separate file."""
    path = folder / f"{digest}.jsonl"
    if seed is None:
        return path
    head = load(path).head
    return path if head is None or head.seed == seed else folder / f"{digest}-{seed}.jsonl"


def load(path: Path) -> Stored:
    """Read a file up to the first line that is torn or not a result."""
    try:
        with file_errors(path, "read"):
            data = path.read_bytes()
    except FileError:
        if path.exists():
            raise
        return Stored()
    return _decoded(data)


def _decoded(data: bytes) -> Stored:
    stored = Stored()
    for line in data.splitlines(keepends=True):
        if not line.endswith(b"\n"):
            break
        try:
            if stored.head is None:
                stored.head = msgspec.json.decode(line, type=Head)
            else:
                stored.results.append(msgspec.json.decode(line, type=ComparedMatch))
        except (ValueError, RecursionError):  # not JSON, not a result, or not UTF-8
            break
        stored.size += len(line)
    return stored


class ComparisonFile:
    """A file that is open for more results."""

    def __init__(self, path: Path, fd: int) -> None:
        self._path = path
        self._fd = fd
        self._file = GrowingFile(fd)

    @property
    def size(self) -> int:
        """Where its last line ends."""
        return self._file.size

    def resume(self, size: int, head: Head) -> None:
        """Continue after `size` bytes, cutting off a torn line behind them; an empty file gets a head."""
        with file_errors(self._path):
            os.ftruncate(self._fd, size)
            os.lseek(self._fd, 0, os.SEEK_END)
            self._file = GrowingFile(self._fd)
        if not size:
            self.add(head)

    def add(self, line: Head | ComparedMatch) -> None:
        """Append a line."""
        with file_errors(self._path):
            self._file.add(msgspec.json.encode(line) + b"\n")


@contextmanager
def opened(path: Path) -> Iterator[ComparisonFile]:
    """Open a file for more results; only one process at a time may."""
    make_scratch_folder(path.parent)
    with file_errors(path):
        fd = os.open(path, os.O_RDWR | os.O_CREAT | BINARY, 0o666)
    try:
        _lock(path, fd)
        yield ComparisonFile(path, fd)
    finally:
        os.close(fd)


def _lock(path: Path, fd: int) -> None:
    with suppress(OSError):  # a file system without locks
        if not try_lock(fd):
            raise FileError(
                f"another comparison of these bots is running here ({path} is in use); wait for it, or end it"
            )
