"""Where a comparison stands, as values for whoever shows it."""

from __future__ import annotations

from dataclasses import dataclass

from lanista.stats import Decision, Estimate, Model, Sample, Sprt, Status, Strength


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
class Opponent:
    """One bot of a panel: how NEW and OLD scored against it, and by how much NEW did better."""

    name: str
    new: float
    old: float
    difference: Estimate


@dataclass(frozen=True)
class Standing:
    """The state of a comparison. Only whole units count, and only up to the decision."""

    test: Sprt
    sample: Sample
    status: Status
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
    opponents: tuple[Opponent, ...] = ()
    errors: int = 0  # matches without a result
    first_error: str = ""  # why, or why a replay could not be saved
    all_alike: bool = False  # every unit on the same map went the same way, so the seeds changed nothing
    all_mirrored: bool = False  # the matches of a unit were all the same, so the bots played alike

    @property
    def decision(self) -> Decision:
        """What the test says."""
        return self.status.decision

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to play."""
        return self.decision is not Decision.UNDECIDED or self.units >= self.max_units

    @property
    def elo(self) -> Estimate | None:
        """The difference in the test's model."""
        if self.strength is None:
            return None
        return self.strength.elo if self.test.model is Model.LOGISTIC else self.strength.normalized_elo
