"""What a check found out about a bot."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class Status(Enum):
    """The result of a check."""

    OK = "ok"
    WARNING = "warning"  # worth knowing, but a bot can live with it
    FAILED = "failed"  # it costs turns or the match
    SKIPPED = "skipped"  # it does not apply to this bot or this machine, or could not be run


@dataclass(frozen=True)
class Finding:
    """What was found, in plain words: what happened, why it matters, and what to do."""

    status: Status
    found: str
    why: str = ""
    advice: str = ""
    command: str = ""  # the command line that shows it again
    reproduced: bool | None = None  # whether it did happen again; None if that was not tried
    log: tuple[str, ...] = ()  # the last lines that the bot wrote

    @property
    def is_bad(self) -> bool:
        """Whether the report card explains it."""
        return self.status in (Status.WARNING, Status.FAILED)


@dataclass(frozen=True)
class Result:
    """One line of the report card."""

    check: str
    question: str
    finding: Finding
    seconds: float


@dataclass
class Card:
    """The report card of a bot."""

    results: list[Result] = field(default_factory=list)
    stopped: bool = False  # by Ctrl-C

    def count(self, status: Status) -> int:
        """How many checks had this result."""
        return sum(result.finding.status is status for result in self.results)

    @property
    def failed(self) -> bool:
        """Whether any check failed."""
        return self.count(Status.FAILED) > 0


def ok(found: str) -> Finding:
    """A bot that passed."""
    return Finding(Status.OK, found)


def skipped(reason: str) -> Finding:
    """A check that was not run."""
    return Finding(Status.SKIPPED, reason)
