"""What a bot writes besides its answers: some of it kept for each turn, and its end for a report."""

from __future__ import annotations

from lanista.bots.player import Evidence
from lanista.text import MAX_QUOTED, inert

LOG_BYTES = 8 * 1024  # kept per turn
LOG_LINES = 12  # shown of them in a report


class Log:
    """A bot's log, which may be endless, and the last line that it wrote as an answer."""

    def __init__(self) -> None:
        self.last_line = b""
        self._turn = bytearray()
        self._cut = 0
        self._tail = b""
        self._evidence: Evidence | None = None  # what was last reported

    def note(self, data: bytes) -> None:
        """Something was logged."""
        room = max(0, LOG_BYTES - len(self._turn))
        self._turn += data[:room]
        self._cut += max(0, len(data) - room)
        self._tail = (self._tail + data[-LOG_BYTES:])[-LOG_BYTES:]

    def begin_again(self) -> None:
        """A new process has a new log; what the turn's replay keeps stays."""
        self._tail = b""

    def take(self) -> str:
        """What was logged since this was last called."""
        if not self._turn:
            return ""
        text = self._turn.decode(errors="replace")
        if self._cut:
            text += f"\n[{self._cut} more bytes cut]"
        self._turn.clear()
        self._cut = 0
        return text

    @property
    def last_output(self) -> str:
        """The last line of output, for a report."""
        return shown(self.last_line)

    @property
    def text(self) -> str:
        """The end of the log."""
        return self._tail.decode(errors="replace")

    def last_lines(self) -> list[str]:
        """The last lines, for a report."""
        return [inert(line, MAX_QUOTED) for line in self.text.splitlines()[-LOG_LINES:]]

    def evidence(self, exit_status: str) -> Evidence:
        """A report of what the bot last wrote, and how it ended."""
        self._evidence = Evidence(self.last_output, self.last_lines(), exit_status)
        return self._evidence

    def renew_evidence(self) -> None:
        """Put what was logged since into the report that was made last."""
        if self._evidence is not None:
            self._evidence.log_tail = self.last_lines()


def shown(output: bytes) -> str:
    """Output as it is put into reports: readable, inert and short."""
    return inert(output[: 4 * MAX_QUOTED].decode(errors="replace"), MAX_QUOTED)
