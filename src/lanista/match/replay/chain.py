"""The digest chain: every line of a replay ends with a digest of the file up to and including it.

A line's `chain` is the first 32 hexadecimal digits of the SHA-256 of the file's bytes so far, each line without
its `,"chain":"..."`, so changing a byte, or removing, adding or moving a line, breaks the chain.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

INTACT, BROKEN, ABSENT = "intact", "broken", "absent"

DIGITS = 32
_SEAL = re.compile(rb',"chain":"([0-9a-f]{%d})"\}\n\Z' % DIGITS)


@dataclass(frozen=True)
class ChainReport:
    """`intact`, `absent` in a file of format 1, or `broken` at the first line (from 1) whose digest is wrong."""

    status: str
    line: int = 0
    what: str = ""
    why: str = ""

    @property
    def is_sound(self) -> bool:
        """Whether the chain is not broken."""
        return self.status != BROKEN

    def __str__(self) -> str:
        """The report as text."""
        if self.status == BROKEN:
            return f"the digest chain breaks at line {self.line} ({self.what}): {self.why}"
        if self.status == ABSENT:
            return "written without a digest chain, cannot be checked line by line"
        return "digest chain intact"


class Chain:
    """The digest chain of one file, as far as it was written or read."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._sealed = False  # whether the file has a chain
        self._broken: ChainReport | None = None

    def report(self) -> ChainReport:
        """The status so far."""
        return self._broken or ChainReport(INTACT if self._sealed else ABSENT)

    def digest(self) -> str:
        """The full digest of everything so far; this is what a signature signs."""
        return self._hash.hexdigest()

    def seal(self, line: bytes) -> bytes:
        """Add a JSON object; returns it as a line of the file, with its digest."""
        self._sealed = True
        return line[:-1] + b',"chain":"' + self._add(line + b"\n").encode() + b'"}\n'

    def accepts(self, line: bytes) -> bool:
        """Add a line of the file; returns whether its digest is correct."""
        self._sealed = True
        found = _SEAL.search(line, max(0, len(line) - DIGITS - 16))
        if found is None:
            self._add(line)
            return False
        return self._add(line[: found.start()] + b"}\n") == found[1].decode()

    def break_at(self, line: int, what: str, why: str) -> None:
        """Record a break; only the first one counts."""
        if self._broken is None:
            self._broken = ChainReport(BROKEN, line, what, why)

    def _add(self, line: bytes) -> str:
        self._hash.update(line)
        return self._hash.hexdigest()[:DIGITS]
