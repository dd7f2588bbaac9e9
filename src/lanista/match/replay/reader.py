"""Reads replays line by line, within limits: a small untrusted file may unpack to gigabytes."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from lanista import __version__
from lanista.core.errors import ReplayError
from lanista.core.files import explain
from lanista.core.text import inert
from lanista.core.verdict import Verdict
from lanista.match.replay.chain import Chain
from lanista.match.replay.format import (
    FORMAT,
    MAX_DRAW_BYTES,
    NO_DRAWING,
    READABLE,
    Footer,
    Header,
    Line,
    Replay,
    Signature,
    TurnLine,
)

MAX_LINE_BYTES = 12 * 2**20  # enough for forty seats
MAX_BYTES = 2**30  # unpacked
MAX_TURNS = 1_000_000
MAX_HELD_BYTES = 256 * 2**20  # unpacked, of a replay that is read into memory
MAX_HELD_TURNS = 100_000

VERDICTS = frozenset(verdict.value for verdict in Verdict)
OPTIONAL = ("reasons", "say", "draw", "log", "cpu_ms", "starved")  # members of a turn that may be missing
LINE_CHANGED = "it was changed, or a line before it was removed or moved"


T = TypeVar("T")


class _HeaderStamp(msgspec.Struct):
    """The members that the header has in every format."""

    type: str = ""
    format: int = 0
    lanista: str = ""


class _Glance(msgspec.Struct):
    """The members of a line that `glance` reads."""

    type: str = ""
    verdicts: list[str] = []


_stamps = msgspec.json.Decoder(_HeaderStamp)
_glances = msgspec.json.Decoder(_Glance)
_lines = msgspec.json.Decoder(Line)


class ReplayStream:
    """A replay that is read lazily: the header at once, the rest while iterating over `turns`.

    `turns` can be iterated once; `footer`, `signature` and the whole `chain` are known after that. With
    `in_memory`, the packed file is read at once and closed, for streams that are perhaps not read to their end.
    """

    def __init__(
        self, path: Path, *, max_bytes: int = MAX_BYTES, max_turns: int = MAX_TURNS, in_memory: bool = False
    ) -> None:
        self.path = path
        self.chain = Chain()
        self.footer: Footer | None = None
        self.signature: Signature | None = None
        self.signed = ""  # digest of everything before the signature
        self._max_turns = max_turns
        self._number = 0
        self._raw = _raw_lines(path, max_bytes, in_memory=in_memory)
        self.header = self._read_header()
        self.turns = self._read_turns()

    def _read_header(self) -> Header:
        first = next(self._raw, b"")
        stamp = self._decode(_stamps, first, "a replay that begins with a header") if first else _HeaderStamp()
        if stamp.type != "header":
            if first:
                self._read_line(first, sealed=False)
            raise ReplayError(f"{self.path}: expected a replay that begins with a header; is this another file?")
        if stamp.format not in READABLE:
            writer = f"replay format {stamp.format}, written by lanista {inert(stamp.lanista, 40)}"
            ours = f"lanista {__version__}, which reads formats 1 to {FORMAT}"
            raise ReplayError(f"{self.path}: {writer}, but this is {ours}; install a version that reads it")
        header = self._read_line(first, sealed=stamp.format > 1)
        assert isinstance(header, Header), "its tag says so"
        return header

    def glance(self) -> Iterator[list[str]]:
        """Yields only the verdicts of each turn, instead of `turns` and without the chain: three times as fast."""
        for raw in self._raw:
            line = self._decode(_glances, raw, "a line of a replay")
            if line.type == "turn" and self.footer is None:
                yield line.verdicts
            elif line.type == "end" and self.footer is None:
                ending = self._decode(_lines, raw, "a footer")
                self.footer = ending if isinstance(ending, Footer) else None
            self._number += 1

    def _read_turns(self) -> Iterator[TurnLine]:
        """Yields the turns, and handles all other lines."""
        count = 0
        for raw in self._raw:
            line = self._read_line(raw, sealed=self.header.format > 1)
            if isinstance(line, TurnLine) and self.footer is None:
                count += 1
                if count > self._max_turns:
                    raise ReplayError(f"{self.path}: more than {self._max_turns:,} turns, the maximum")
                yield self._checked(line)
            else:
                self._handle_other_line(line)
        if self.footer is not None and self.footer.turns not in (None, count):
            why = f"it counts {self.footer.turns} turns, but there are {count}"
            self.chain.break_at(self._number, "footer", why)

    def _handle_other_line(self, line: Line) -> None:
        """Handle a line that is not a turn of the match."""
        if isinstance(line, Footer) and self.footer is None:
            self.footer = line
            self.signed = self.chain.digest()
        elif isinstance(line, Signature) and self.footer is not None and self.signature is None:
            self.signature = line
        else:
            after = "after the end" if self.footer is not None else "before the end"
            self.chain.break_at(self._number, _name(line), f"no such line belongs {after}")

    def _read_line(self, raw: bytes, *, sealed: bool) -> Line:
        self._number += 1
        line: Line = self._decode(_lines, raw, "a line of a replay")
        if sealed and not self.chain.accepts(raw):
            self.chain.break_at(self._number, _name(line), LINE_CHANGED)
        elif not sealed and b'"chain":' in raw[-60:]:
            self.chain.break_at(self._number, _name(line), "format 1 has no chain, but here is one")
        return line

    def _decode(self, decoder: msgspec.json.Decoder[T], raw: bytes, expected: str) -> T:
        """Decode a line of JSON; errors name file and line."""
        try:
            if not raw.isascii():
                raw.decode()  # the decoder does not validate members that it skips
            return decoder.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            where = f"{self.path}, line {max(1, self._number)}"
            raise ReplayError(f"{where}: not {expected}: {inert(str(error), 200)}") from error

    def _checked(self, line: TurnLine) -> TurnLine:
        """Check that a turn has a value for each seat, and known verdicts."""
        seats = len(self.header.seats)
        for name in ("moves", "verdicts", "ms", *OPTIONAL):
            values = getattr(line, name)
            if len(values) != seats and (values or name not in OPTIONAL):
                raise self._turn_error(line, f"{len(values)} {name} for {seats} seats")
        for verdict in line.verdicts:
            if verdict not in VERDICTS:
                known = ", ".join(sorted(VERDICTS))
                raise self._turn_error(line, f"an unknown verdict {inert(verdict, 40)!r}; there are: {known}")
        if line.draw:
            line.draw = [self._drawn(line, raw) for raw in line.draw]
        return line

    def _drawn(self, line: TurnLine, raw: msgspec.Raw) -> msgspec.Raw:
        """A copy of what a seat drew, so that the whole line can be freed."""
        if raw == NO_DRAWING:
            return NO_DRAWING
        text = bytes(raw)
        if text[:1] != b"[" or len(text) > MAX_DRAW_BYTES:
            raise self._turn_error(line, f"a drawing that is not a list of at most {MAX_DRAW_BYTES:,} bytes")
        return msgspec.Raw(text)

    def _turn_error(self, line: TurnLine, what: str) -> ReplayError:
        return ReplayError(f"{self.path}, line {self._number}: turn {line.turn} has {what}")


def read_line(path: Path, raw: bytes) -> Line:
    """A line of a replay that is being written; raises ReplayError."""
    try:
        line: Line = _lines.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ReplayError(f"{path}: not a line of a replay: {inert(str(error), 200)}") from None
    if isinstance(line, TurnLine):
        line.draw = [msgspec.Raw(bytes(raw)) for raw in line.draw]
    return line


def read_replay(path: Path) -> Replay:
    """Read a whole replay into memory; errors name file and line."""
    stream = ReplayStream(path, max_bytes=MAX_HELD_BYTES, max_turns=MAX_HELD_TURNS)
    turns = list(stream.turns)
    return Replay(path, stream.header, turns, stream.footer, stream.chain, stream.signature, stream.signed)


def _name(line: Line) -> str:
    """A line's name in messages."""
    if isinstance(line, TurnLine):
        return f"turn {line.turn}"
    return {Header: "header", Footer: "footer", Signature: "signature"}[type(line)]


def _raw_lines(path: Path, max_bytes: int, *, in_memory: bool = False) -> Iterator[bytes]:
    """Yields the complete lines of a gzip file, which may be truncated."""
    try:
        with gzip.open(io.BytesIO(path.read_bytes()) if in_memory else path, "rb") as file:
            yield from _bounded(path, file, max_bytes)
    except EOFError:
        return
    except (FileNotFoundError, IsADirectoryError):
        raise ReplayError(f"{path}: no such file") from None
    except (gzip.BadGzipFile, zlib.error) as error:
        raise ReplayError(f"{path}: not a replay, or damaged (expected gzip): {error}") from error
    except OSError as error:
        raise ReplayError(str(explain(error, path, "read"))) from error
    except ValueError as error:  # a NUL in the path
        raise ReplayError(f"{str(path)!r}: no such file: {error}") from error


def _bounded(path: Path, file: gzip.GzipFile, max_bytes: int) -> Iterator[bytes]:
    total = 0
    while line := file.readline(MAX_LINE_BYTES + 1):
        total += len(line)
        if len(line) > MAX_LINE_BYTES:
            raise ReplayError(f"{path}: a line of more than {MAX_LINE_BYTES:,} bytes, the maximum")
        if total > max_bytes:
            raise ReplayError(f"{path}: unpacks to more than {max_bytes:,} bytes, the maximum")
        if not line.endswith(b"\n"):
            return
        yield line
