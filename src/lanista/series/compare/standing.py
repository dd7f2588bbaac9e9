"""The standing of a comparison, as values to show."""

from __future__ import annotations

import math
from dataclasses import dataclass

from lanista.series.stats import (
    EloEstimate,
    EloScale,
    ScoreSample,
    Sprt,
    SprtDecision,
    SprtStatus,
    Strength,
    elo_of,
)


@dataclass(frozen=True)
class Side:
    """The matches of NEW or OLD. `faults` counts turns, `faulted` the matches that have any."""

    name: str
    won: int = 0
    drawn: int = 0
    lost: int = 0
    faults: int = 0
    faulted: int = 0
    first_fault: str = ""
    first_fault_command: str = ""  # repeats the match

    @property
    def played(self) -> int:
        """The matches that count."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True)
class PanelOpponent:
    """One bot of a panel: how NEW and OLD scored against it, and by how much NEW did better."""

    name: str
    new: float
    old: float
    difference: EloEstimate


@dataclass(frozen=True)
class ComparisonStanding:
    """The state of a comparison. Only whole units count, and only up to the decision."""

    test: Sprt
    sample: ScoreSample
    status: SprtStatus
    strength: Strength | None  # None before the first unit
    units: int
    max_units: int
    matches: int  # played in all, with those of units that are not complete
    stored: int  # of these, played before this run
    new: Side
    old: Side
    draws: int
    seats: int = 2
    matches_per_second: float = 0.0
    seconds_left: float | None = None  # expected; None if that cannot be said
    opponents: tuple[PanelOpponent, ...] = ()
    errors: int = 0  # matches without a result
    voided: int = 0  # matches that were played again because of a doubtful timeout
    first_error: str = ""  # why, or why a replay could not be saved
    remarked: int = 0  # matches with remarks besides faults
    first_remark: str = ""
    all_alike: bool = False  # every unit on the same map went the same way, so the seeds changed nothing
    different: int = 0  # matches that exist, if `all_alike`
    is_certain: bool = False  # enough of them on a single map to know that all others would go the same way
    all_mirrored: bool = False  # the matches of a unit were all the same, so the bots played alike

    @property
    def decision(self) -> SprtDecision:
        """The test's decision, or the one that every further unit would confirm."""
        if self.status.decision is SprtDecision.UNDECIDED and self.is_certain:
            return self._certain_decision()
        return self.status.decision

    def _certain_decision(self) -> SprtDecision:
        """A score without any variation is infinitely far from 1/2 in normalized Elo, or at 0."""
        lead = elo_of(self.sample.mean)
        if lead and self.test.model is EloScale.NORMALIZED:
            lead = math.copysign(math.inf, lead)
        return SprtDecision.ACCEPTED if lead >= (self.test.elo0 + self.test.elo1) / 2 else SprtDecision.REJECTED

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to play."""
        return self.decision is not SprtDecision.UNDECIDED or self.units >= self.max_units

    @property
    def elo(self) -> EloEstimate | None:
        """The difference in the test's model; None if there is no chance that could be measured."""
        if self.strength is None or self.all_alike:
            return None
        return self.strength.elo if self.test.model is EloScale.LOGISTIC else self.strength.normalized_elo
