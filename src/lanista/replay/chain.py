"""The digest chain: every line of a replay ends with a digest of all lines up to and with itself.

A line's `chain` is the first 32 hexadecimal digits of the SHA-256 of the file's bytes so far, each line without
its `,"chain":"..."`. So no byte of a line can be changed, and no line removed, added or moved, without a break.
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
    """`intact`, `absent` in a file of format 1, or `broken` with the first line that does not fit, from 1."""

    status: str
    line: int = 0
    what: str = ""
    why: str = ""

    @property
    def is_sound(self) -> bool:
        """Whether nothing was found."""
        return self.status != BROKEN

    def __str__(self) -> str:
        """In words."""
        if self.status == BROKEN:
            return f"the digest chain breaks at line {self.line} ({self.what}): {self.why}"
        if self.status == ABSENT:
            return "written without a digest chain, cannot be checked line by line"
        return "digest chain intact"


class Chain:
    """The chain of one file, as far as it was written or read."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._sealed = False  # whether the file has a chain
        self._broken: ChainReport | None = None

    def report(self) -> ChainReport:
        """What was found so far."""
        return self._broken or ChainReport(INTACT if self._sealed else ABSENT)

    def digest(self) -> str:
        """Of everything so far, in full: this is what a signature signs."""
        return self._hash.hexdigest()

    def seal(self, line: bytes) -> bytes:
        """A JSON object as a line of the file."""
        self._sealed = True
        return line[:-1] + b',"chain":"' + self._add(line + b"\n").encode() + b'"}\n'

    def accepts(self, line: bytes) -> bool:
        """Take a line of the file; whether its digest is that of everything so far."""
        self._sealed = True
        found = _SEAL.search(line, max(0, len(line) - DIGITS - 16))
        if found is None:
            self._add(line)
            return False
        return self._add(line[: found.start()] + b"}\n") == found[1].decode()

    def break_at(self, line: int, what: str, why: str) -> None:
        """Note the first line that does not fit."""
        if self._broken is None:
            self._broken = ChainReport(BROKEN, line, what, why)

    def _add(self, line: bytes) -> str:
        self._hash.update(line)
        return self._hash.hexdigest()[:DIGITS]
