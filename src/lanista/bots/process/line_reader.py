"""Splits a bot's output into lines, within the limits of a turn and of the match."""

from __future__ import annotations

from lanista.core.errors import LanistaError
from lanista.sandbox import NO_SANDBOX, Resources

LINE_BYTES = 256 * 1024  # the longest line
TURN_LINES = 100  # max lines between two questions
UNLIMITED = 2**63


class OutputLimit(LanistaError):  # noqa: N818 - reads as what it is
    """A bot wrote more than the limit."""


class LineReader:
    """Buffers output until its lines are complete."""

    def __init__(self, max_lines: int = TURN_LINES, resources: Resources = NO_SANDBOX.resources) -> None:
        self.rest = bytearray()  # the unfinished line
        self._max_lines = max_lines
        self._turn_bytes = 1024 * resources.output_kb_turn or UNLIMITED
        self._match_bytes = 1024 * 1024 * resources.output_mb_match or UNLIMITED
        self._bytes = self._lines = 0  # since the last question
        self._total = 0

    def new_turn(self) -> None:
        """Reset the counters of a turn: a question is being sent."""
        self._total += self._bytes
        self._bytes = self._lines = 0

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that are now complete, without newlines; raises OutputLimit."""
        self._bytes += len(data)
        complete = self._split(data)
        self._lines += len(complete)
        is_long = len(self.rest) > LINE_BYTES or (bool(complete) and max(map(len, complete)) > LINE_BYTES)
        if is_long or self._lines > self._max_lines or self._bytes > self._turn_bytes:
            limits = f"{self._max_lines} lines or {self._turn_bytes} bytes a turn, or {LINE_BYTES} bytes a line"
            raise OutputLimit(f"wrote more than {limits}")
        if self._total + self._bytes > self._match_bytes:
            raise OutputLimit(f"wrote more than {self._match_bytes} bytes in the match")
        return complete

    def _split(self, data: bytes) -> list[bytes]:
        """The lines that are now complete; what was buffered is not scanned again, however small the pieces."""
        first, *others = data.split(b"\n")
        self.rest += first
        if not others:
            return []
        complete = [bytes(self.rest), *others[:-1]]
        self.rest = bytearray(others[-1])
        return complete

    def drop_rest(self) -> bytes:
        """Discard the unfinished line, and return it."""
        rest, self.rest = bytes(self.rest), bytearray()
        return rest
