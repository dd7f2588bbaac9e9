"""What a bot writes, cut into lines, within the limits of a turn."""

from __future__ import annotations

from lanista.errors import LanistaError

LINE_BYTES = 256 * 1024  # the longest line
TURN_BYTES = 1024 * 1024  # output between two questions, at most
TURN_LINES = 100


class OutputLimit(LanistaError):  # noqa: N818 - reads as what it is
    """A bot wrote more than it may."""


class LineReader:
    """Collects output until its lines are complete."""

    def __init__(self, max_lines: int = TURN_LINES) -> None:
        self.rest = b""  # the unfinished line
        self._max_lines = max_lines
        self._bytes = self._lines = 0  # since the last question

    def new_turn(self) -> None:
        """A question goes out: the limits count from here."""
        self._bytes = self._lines = 0

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that are complete now, without their ends; raises OutputLimit."""
        self._bytes += len(data)
        *complete, self.rest = (self.rest + data).split(b"\n")
        self._lines += len(complete)
        longest = max(map(len, complete), default=0)
        if self._lines > self._max_lines or self._bytes > TURN_BYTES or max(longest, len(self.rest)) > LINE_BYTES:
            limits = f"{self._max_lines} lines or {TURN_BYTES} bytes a turn, or {LINE_BYTES} bytes a line"
            raise OutputLimit(f"wrote more than {limits}")
        return complete

    def drop_rest(self) -> bytes:
        """Forget the unfinished line, and return it."""
        rest, self.rest = self.rest, b""
        return rest
