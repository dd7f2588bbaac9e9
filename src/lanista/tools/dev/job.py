"""The job for a saved version, and the events that it reports; both are sent between processes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from lanista.game import Outcome
from lanista.match.referee import SeatResult
from lanista.series.compare import ComparisonQuestion, ComparisonStanding
from lanista.series.stats import Sprt

OURS = 0  # the seat of the version under test in its first match


@dataclass(frozen=True)
class DevJob:
    """A version to build, play once and compare.

    In `question`, `new` is the bot as the user wrote it, and `old` is the version `base`. Without one, or if
    nothing has changed since, the first match is against `opponent` and there is nothing to compare.
    """

    question: ComparisonQuestion
    test: Sprt
    max_units: int
    jobs: int | None
    store: Path
    base: str
    opponent: str
    seed: int  # of the first match
    fresh: bool = False  # do not continue an earlier comparison of the same versions
    despite_fault: bool = False  # compare even if the first match shows a fault


@dataclass(frozen=True)
class BuildStarted:
    """The bot is being built."""


@dataclass(frozen=True)
class Broken:
    """The bot cannot be built or found; `output` is what the compiler wrote, as inert lines."""

    reason: str
    output: tuple[str, ...] = ()


@dataclass(frozen=True)
class Built:
    """The bot is built, and its files are kept as a version."""

    version: str
    spec: str
    seconds: float


@dataclass(frozen=True)
class Playing:
    """A turn of the first match."""

    turn: int
    max_turns: int


@dataclass(frozen=True)
class FirstMatch:
    """The first match of a version, stopped at its first fault. The version has the seat `OURS`."""

    opponent: str
    seats: tuple[SeatResult, ...]
    outcome: Outcome | None
    turns: int
    void: str
    one_at_a_time: bool
    command: str  # repeats it
    replay: str
    feed: str  # asks the bot again for its faulty turn; empty without one

    @property
    def is_faulty(self) -> bool:
        """Whether the version was at fault."""
        return self.seats[OURS].fault is not None


@dataclass(frozen=True)
class Watchable:
    """A match of the comparison that is worth watching."""

    why: str
    replay: str


@dataclass(frozen=True)
class ComparedSoFar:
    """The standing of the comparison."""

    standing: ComparisonStanding
    watchable: tuple[Watchable, ...] = ()


@dataclass(frozen=True)
class Failed:
    """The first match or the comparison could not be played."""

    reason: str


@dataclass(frozen=True)
class JobEnded:
    """The job is over; nothing follows."""


JobEvent = BuildStarted | Broken | Built | Playing | FirstMatch | ComparedSoFar | Failed | JobEnded
