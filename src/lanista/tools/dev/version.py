"""One saved version: its events so far, and its result."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum

from lanista.series.compare import ComparisonStanding
from lanista.series.stats import SprtDecision
from lanista.tools.dev.job import (
    Broken,
    BuildStarted,
    Built,
    ComparedSoFar,
    Failed,
    FirstMatch,
    JobEnded,
    JobEvent,
    Playing,
    Watchable,
)
from lanista.tools.dev.store import Line, VersionResult, now

RESULTS = {
    SprtDecision.ACCEPTED: VersionResult.BETTER,
    SprtDecision.REJECTED: VersionResult.NOT_BETTER,
    SprtDecision.UNDECIDED: VersionResult.UNDECIDED,
}


class Light(Enum):
    """The colour of a version."""

    GREEN = "green"
    RED = "red"
    GREY = "grey"


@dataclass
class BotVersion:
    """A version of a bot; `base` is the version it is compared with, empty for the first one."""

    base: str
    files: tuple[str, ...] = ()  # whose saving made it
    began: str = field(default_factory=now)
    id: str = ""  # once it is built
    seconds: float = 0.0  # that the build took
    broken: Broken | None = None
    playing: Playing | None = None
    first: FirstMatch | None = None
    standing: ComparisonStanding | None = None
    watchable: tuple[Watchable, ...] = ()
    failed: str = ""
    accepted: bool = False
    is_over: bool = False

    def take(self, event: JobEvent) -> None:
        """Take in what its job reports."""
        match event:
            case Broken():
                self.broken = event
            case Built():
                self.id, self.seconds = event.version, event.seconds
            case Playing():
                self.playing = event
            case FirstMatch():
                self.first = event
            case ComparedSoFar():
                self.standing, self.watchable = event.standing, event.watchable
            case Failed():
                self.failed = event.reason
            case JobEnded():
                self.is_over = True
            case BuildStarted():
                pass

    @property
    def is_building(self) -> bool:
        """Whether it is not built yet."""
        return not self.id and self.broken is None and not self.is_over

    @property
    def is_unchanged(self) -> bool:
        """Whether it is the accepted version."""
        return bool(self.id) and self.id == self.base

    @property
    def is_worth_recording(self) -> bool:
        """Whether the history should mention it: it has a result, and is not the accepted version."""
        return bool(self.id or self.broken) and not self.is_unchanged

    @property
    def result(self) -> VersionResult:
        """Its result so far."""
        if self.broken is not None:
            return VersionResult.BROKEN
        if self.standing is not None and self.standing.decision is not SprtDecision.UNDECIDED:
            return RESULTS[self.standing.decision]
        if self.first is not None and self.first.is_faulty and self.standing is None:
            return VersionResult.FAULT
        if self.failed:
            return VersionResult.STOPPED
        if self.id and self.first is not None and (self.is_unchanged or not self.base):
            return VersionResult.SAME if self.is_unchanged else VersionResult.FIRST
        return VersionResult.UNDECIDED

    @property
    def light(self) -> Light:
        """Green for better, red for a problem to fix, grey before and between."""
        if self.result is VersionResult.BETTER or (self.result is VersionResult.FIRST and self.accepted):
            return Light.GREEN
        is_red = self.result in (
            VersionResult.NOT_BETTER,
            VersionResult.FAULT,
            VersionResult.BROKEN,
            VersionResult.STOPPED,
        )
        return Light.RED if is_red else Light.GREY

    def why_not_acceptable(self) -> str:
        """Why it cannot be accepted, or an empty text."""
        if self.broken is not None:
            return "this version does not build: save one that does"
        if self.accepted or self.is_unchanged:
            return "this is the accepted version already"
        if self.first is None:
            return "its first match was not played" if self.is_over else "its first match is not over yet"
        return ""

    def line(self, note: str = "") -> Line:
        """Its line of the history."""
        line = Line(self.began, self.id, self.result, self.base, self.accepted, note=note)
        if self.standing is not None:
            line.units = self.standing.units
        elo = self.standing.elo if self.standing else None
        if elo is not None:
            line.elo, line.elo_low, line.elo_high = (_finite(value) for value in (elo.value, elo.low, elo.high))
        return line


def _finite(value: float) -> float | None:
    return round(value, 1) if math.isfinite(value) else None
