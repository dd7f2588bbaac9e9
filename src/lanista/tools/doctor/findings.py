"""The findings of a check about a bot."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class CheckStatus(Enum):
    """The result of a check."""

    OK = "ok"
    WARNING = "warning"  # worth knowing, but a bot can live with it
    FAILED = "failed"  # it costs turns or the match
    SKIPPED = "skipped"  # it does not apply to this bot or this machine, or could not be run


@dataclass(frozen=True)
class Finding:
    """A finding in plain words: what happened, why it matters, and what to do."""

    status: CheckStatus
    found: str
    why: str = ""
    advice: str = ""
    command: str = ""  # the command line that shows it again
    reproduced: bool | None = None  # whether it did happen again; None if that was not tried
    log: tuple[str, ...] = ()  # the last lines that the bot wrote

    @property
    def is_bad(self) -> bool:
        """Whether the report card explains it."""
        return self.status in (CheckStatus.WARNING, CheckStatus.FAILED)


@dataclass(frozen=True)
class CheckResult:
    """One line of the report card."""

    check: str
    question: str
    finding: Finding
    seconds: float


@dataclass
class ReportCard:
    """The report card of a bot."""

    results: list[CheckResult] = field(default_factory=list)
    stopped: bool = False  # by Ctrl-C

    def count(self, status: CheckStatus) -> int:
        """The number of checks with this result."""
        return sum(result.finding.status is status for result in self.results)

    @property
    def failed(self) -> bool:
        """Whether any check failed."""
        return self.count(CheckStatus.FAILED) > 0


def ok(found: str) -> Finding:
    """A bot that passed."""
    return Finding(CheckStatus.OK, found)


def skipped(reason: str) -> Finding:
    """A check that was not run."""
    return Finding(CheckStatus.SKIPPED, reason)
