"""One saved version: what is known of it so far, and what that means."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum

from lanista.compare import Standing
from lanista.dev.job import (
    Broken,
    Building,
    Built,
    Compared,
    Ended,
    Failed,
    FirstMatch,
    JobEvent,
    Playing,
    Watchable,
)
from lanista.dev.store import Line, Result, now
from lanista.stats import Decision

RESULTS = {
    Decision.ACCEPTED: Result.BETTER,
    Decision.REJECTED: Result.NOT_BETTER,
    Decision.UNDECIDED: Result.UNDECIDED,
}


class Light(Enum):
    """The colour of a version."""

    GREEN = "green"
    RED = "red"
    GREY = "grey"


@dataclass
class Version:
    """A version of a bot; `base` is the version it is compared with, empty for the first one."""

    base: str
    files: tuple[str, ...] = ()  # whose saving made it
    began: str = field(default_factory=now)
    id: str = ""  # once it is built
    seconds: float = 0.0  # that the build took
    broken: Broken | None = None
    playing: Playing | None = None
    first: FirstMatch | None = None
    standing: Standing | None = None
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
            case Compared():
                self.standing, self.watchable = event.standing, event.watchable
            case Failed():
                self.failed = event.reason
            case Ended():
                self.is_over = True
            case Building():
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
        """Whether the history should mention it: something came of it, and it is not the accepted version."""
        return bool(self.id or self.broken) and not self.is_unchanged

    @property
    def result(self) -> Result:
        """What came of it so far."""
        if self.broken is not None:
            return Result.BROKEN
        if self.standing is not None and self.standing.decision is not Decision.UNDECIDED:
            return RESULTS[self.standing.decision]
        if self.first is not None and self.first.is_faulty and self.standing is None:
            return Result.FAULT
        if self.failed:
            return Result.STOPPED
        if self.id and self.first is not None and (self.is_unchanged or not self.base):
            return Result.SAME if self.is_unchanged else Result.FIRST
        return Result.UNDECIDED

    @property
    def light(self) -> Light:
        """Green for better, red for whatever is to be mended, grey before and between."""
        if self.result is Result.BETTER or (self.result is Result.FIRST and self.accepted):
            return Light.GREEN
        is_red = self.result in (Result.NOT_BETTER, Result.FAULT, Result.BROKEN, Result.STOPPED)
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
