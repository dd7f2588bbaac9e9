"""Splits a bot's output into lines, within the limits of a turn."""

from __future__ import annotations

from lanista.errors import LanistaError

LINE_BYTES = 256 * 1024  # the longest line
TURN_BYTES = 1024 * 1024  # max output between two questions
TURN_LINES = 100


class OutputLimit(LanistaError):  # noqa: N818 - reads as what it is
    """A bot wrote more than the limit."""


class LineReader:
    """Buffers output until its lines are complete."""

    def __init__(self, max_lines: int = TURN_LINES) -> None:
        self.rest = b""  # the unfinished line
        self._max_lines = max_lines
        self._bytes = self._lines = 0  # since the last question

    def new_turn(self) -> None:
        """Reset the counters: a question is being sent."""
        self._bytes = self._lines = 0

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that are now complete, without newlines; raises OutputLimit."""
        self._bytes += len(data)
        text = self.rest + data
        *complete, self.rest = text.split(b"\n")
        self._lines += len(complete)
        is_long = len(text) > LINE_BYTES and max(map(len, [*complete, self.rest])) > LINE_BYTES
        if is_long or self._lines > self._max_lines or self._bytes > TURN_BYTES:
            limits = f"{self._max_lines} lines or {TURN_BYTES} bytes a turn, or {LINE_BYTES} bytes a line"
            raise OutputLimit(f"wrote more than {limits}")
        return complete

    def drop_rest(self) -> bytes:
        """Discard the unfinished line, and return it."""
        rest, self.rest = self.rest, b""
        return rest
