"""The state of a soak on disk: one line per match, sample and finding, so that it can be resumed after any end."""

from __future__ import annotations

from pathlib import Path

import msgspec

from lanista.core.errors import InputError
from lanista.core.files import append_whole
from tests.soak.schedule import Finding
from tests.soak.watching import Sample


class Head(msgspec.Struct):
    """The settings that the matches of a soak depend on."""

    seed: int
    level: str
    pairings: int


class Line(msgspec.Struct, omit_defaults=True):
    """One line; exactly one of its members is there."""

    head: Head | None = None
    played: int | None = None  # the number of a match
    finding: Finding | None = None
    session: int | None = None  # how many there were before; samples of two are not compared
    sample: Sample | None = None
    survivor: str = ""


class Store:
    """The record of a soak; everything added is on disk at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.head: Head | None = None
        self.played: set[int] = set()
        self.findings: list[Finding] = []
        self.sessions: list[list[Sample]] = []
        self.survivors: list[str] = []
        if path.exists():
            self._load()

    def _load(self) -> None:
        for line in self._path.read_bytes().splitlines():
            try:
                self._take(msgspec.json.decode(line, type=Line))
            except msgspec.DecodeError:  # torn by a crash
                continue

    def begin(self, head: Head) -> None:
        """Start or resume a soak; raises InputError if the file is of another one."""
        if self.head is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self.add(Line(head=head))
        elif self.head != head:
            raise InputError(
                f"{self._path} is of another soak ({self.head}, now {head}): start anew with "
                "--fresh, or give the options that it was started with"
            )
        self.add(Line(session=len(self.sessions)))

    def add(self, line: Line) -> None:
        """Store a line."""
        append_whole(self._path, msgspec.json.encode(line) + b"\n")
        self._take(line)

    def _take(self, line: Line) -> None:
        if line.head is not None:
            self.head = line.head
        elif line.played is not None:
            self.played.add(line.played)
        elif line.finding is not None:
            self.findings.append(line.finding)
        elif line.session is not None:
            self.sessions.append([])
        elif line.sample is not None and self.sessions:
            self.sessions[-1].append(line.sample)
        elif line.survivor:
            self.survivors.append(line.survivor)
