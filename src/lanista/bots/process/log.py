"""A bot's log: a limited amount for each turn, and the last lines for reports."""

from __future__ import annotations

from lanista.bots.player import FaultEvidence
from lanista.bots.process.line_reader import UNLIMITED
from lanista.core.text import MAX_QUOTED, inert
from lanista.sandbox import NO_SANDBOX, Resources

LOG_BYTES = 8 * 1024  # looked at for a report
LOG_LINES = 12  # shown in a report


class BotLog:
    """A bot's log, bounded however much it writes, and its last line of output."""

    def __init__(self, resources: Resources = NO_SANDBOX.resources) -> None:
        self.last_line = b""
        self._turn_bytes = 1024 * resources.log_kb_turn or UNLIMITED
        self._match_bytes = 1024 * 1024 * resources.log_mb_match or UNLIMITED  # still free
        self._turn = bytearray()
        self._cut = 0
        self._tail = b""
        self._evidence: FaultEvidence | None = None  # the last report

    def add(self, data: bytes) -> None:
        """Append output to the log."""
        free = min(max(0, self._turn_bytes - len(self._turn)), self._match_bytes)
        self._turn += data[:free]
        self._match_bytes -= min(free, len(data))
        self._cut += max(0, len(data) - free)
        self._tail = (self._tail + data[-LOG_BYTES:])[-LOG_BYTES:]

    def restart(self) -> None:
        """Forget the last lines, for a new process; what was logged in this turn stays."""
        self._tail = b""

    def clear(self) -> None:
        """Forget everything that was logged."""
        self.take()
        self.restart()

    def take(self) -> str:
        """Return the log since the last call, with a mark where some was cut."""
        if not self._turn and not self._cut:
            return ""
        text = self._turn.decode(errors="replace")
        if self._cut:
            full = "" if self._match_bytes else ": the log of the match is full"
            text += f"\n[{self._cut} more bytes cut{full}]"
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

    def evidence(self, exit_status: str) -> FaultEvidence:
        """A report on the bot's last output and its end."""
        self._evidence = FaultEvidence(self.last_output, self.last_lines(), exit_status)
        return self._evidence

    def refresh_evidence(self) -> None:
        """Update the last report with the log since then."""
        if self._evidence is not None:
            self._evidence.log_tail = self.last_lines()


def shown(output: bytes) -> str:
    """Output as reports show it: readable, inert and short."""
    return inert(output[: 4 * MAX_QUOTED].decode(errors="replace"), MAX_QUOTED)
