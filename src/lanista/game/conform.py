"""Comparison of recorded matches of the original engines with our rules, up to the first difference."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import msgspec

from lanista.core.errors import LanistaError, LoadError
from lanista.core.text import MAX_QUOTED, abridge, inert, quoted, shown

MAX_LINE_BYTES = 8 * 2**20  # decoded, a line takes up to thirty times as much
MAX_LINES = 1_000_000  # a small packed file may hold gigabytes of them

_line_read: ContextVar[int] = ContextVar("line of the recording that was read last", default=0)


@dataclass(frozen=True)
class RecordingDifference:
    """The first difference between a recording and our rules."""

    file: str
    ruleset: str
    turn: int
    field: str
    expected: object
    got: object
    unit: str = "turn"

    def __str__(self) -> str:
        where = f"{self.file}, {self.unit} {self.turn}, {self.field} ({self.ruleset})"
        return f"{where}: expected {_short(self.expected)}, got {_short(self.got)}"


def _are_rows(*values: object) -> bool:
    return all(isinstance(value, list | tuple) for value in values)


def _short(value: object) -> str:
    try:
        text = msgspec.json.encode(value).decode()
    except (ValueError, OverflowError, RecursionError):  # a number of any size, or text that is not UTF-8
        text = shown(value)
    return inert(text, MAX_QUOTED)


class Differs(Exception):  # noqa: N818 - stops the comparison of one recording
    """Carries the difference that ended a comparison."""

    def __init__(self, difference: RecordingDifference) -> None:
        super().__init__(str(difference))
        self.difference = difference


class ConformTally:
    """Counts comparisons under one ruleset, and stops at the first difference of a file.

    `unit` is the game's word for a turn (`round`, `tick`), set by the function that replays its recordings.
    """

    def __init__(self, ruleset: str) -> None:
        self.ruleset = ruleset
        self.unit = "turn"
        self.file = ""
        self.matches = 0
        self.turns = 0
        self.fields = 0
        self.differences: list[RecordingDifference] = []

    def compare(self, turn: int, field: str, expected: Any, got: Any) -> None:
        """Compare two JSON values leaf by leaf; raises Differs at the first difference."""
        if isinstance(expected, dict) and isinstance(got, dict) and expected.keys() == got.keys():
            for name in expected:
                self.compare(turn, f"{field}.{name}", expected[name], got[name])
        elif _are_rows(expected, got) and len(expected) == len(got):
            self.fields += 1
            for i, (a, b) in enumerate(zip(expected, got, strict=True)):
                self.compare(turn, f"{field}[{i}]", a, b)
        else:
            self.fields += 1
            if expected != got or type(expected) is not type(got):
                raise Differs(RecordingDifference(self.file, self.ruleset, turn, field, expected, got, self.unit))


@contextmanager
def replaying(path: Path) -> Iterator[None]:
    """Turn any error into a LoadError for this file, at the line that was read last."""
    _line_read.set(0)
    try:
        yield
    except Differs:
        raise
    except LanistaError as error:
        name, message = str(path), str(error)
        if not message.startswith(name):
            message = f"{_where(path)}: {message}"
        raise LoadError(name + abridge(inert(message.removeprefix(name)))) from error
    except Exception as error:
        what = f"{type(error).__name__}: {quoted(error)}"
        raise LoadError(f"{_where(path)}: this is not a recording that can be replayed ({what})") from error


def _where(path: Path) -> str:
    return f"{path}, line {_line_read.get()}" if _line_read.get() else str(path)


def read_lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The JSON objects of a recording (plain or gzip), numbered from 1."""
    opener = gzip.open if path.suffix == ".gz" else open
    try:
        with opener(path, "rb") as file:
            for number, line in enumerate(_bounded_lines(path, file), 1):
                _line_read.set(number)
                if line.strip():
                    yield number, _object(path, number, line)
    except FileNotFoundError:
        raise LoadError(f"{path}: no such file") from None
    except gzip.BadGzipFile as error:
        raise LoadError(f"{path}: cannot be read: {error}") from error
    except OSError as error:
        raise LoadError(f"{path}: cannot be read: {error.strerror}") from error
    except (EOFError, ValueError, zlib.error) as error:
        raise LoadError(f"{path}: cannot be read: {error}") from error


def _bounded_lines(path: Path, file: BinaryIO | gzip.GzipFile) -> Iterator[bytes]:
    """The lines of a file; raises LoadError for one longer than MAX_LINE_BYTES."""
    for _ in range(MAX_LINES):
        line = file.readline(MAX_LINE_BYTES + 1)
        if len(line) > MAX_LINE_BYTES:
            raise LoadError(f"{_where(path)}: expected lines of at most {MAX_LINE_BYTES} bytes, got a longer one")
        if not line:
            return
        yield line
    raise LoadError(f"{path}: expected at most {MAX_LINES:,} lines, got more")


K = TypeVar("K")


def read_records(path: Path, kind: type[K]) -> Iterator[tuple[int, K]]:
    """The lines of a recording as validated records of one type, numbered from 1."""
    for number, value in read_lines(path):
        try:
            yield number, msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            raise LoadError(f"{path}, line {number}: {error}") from error


def _object(path: Path, number: int, line: bytes) -> dict[str, Any]:
    expected = f"{path}, line {number}: expected a JSON object, got {line[:60]!r}"
    try:
        value = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise LoadError(f"{expected} ({error})") from error
    if not isinstance(value, dict):
        raise LoadError(f"{expected}; every line of a recording is one")
    return value
