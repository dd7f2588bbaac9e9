"""Samples of unit scores.

Matches that share a seed and a map are not independent of each other, so they are counted together. A unit is one
seed played with every rotation of the seats: two matches for two seats, n for n. Its score is the mean of its
matches, from 0 to 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lanista.core.errors import InputError

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # both lost, one drawn, ... both won: the pentanomial outcomes
PAIR = 2
DIGITS = 9  # of a unit score that count


@dataclass(frozen=True)
class ScoreSample:
    """How often each unit score came up; a unit is worth `matches` matches between the two bots."""

    counts: Mapping[float, int]
    matches: float = PAIR

    @classmethod
    def of_pairs(cls, counts: Sequence[int]) -> ScoreSample:
        """A sample from pentanomial counts: both lost, lost and drawn, even, won and drawn, both won."""
        if len(counts) != len(PAIR_SCORES) or min(counts) < 0:
            raise InputError(f"expected five counts of pairs from 0 on, got {', '.join(map(str, counts))}")
        return cls(dict(zip(PAIR_SCORES, counts, strict=True)))

    @classmethod
    def of_scores(cls, scores: Iterable[float], matches: float = PAIR) -> ScoreSample:
        """A sample from the scores of units; scores that differ only by rounding are equal."""
        return cls(Counter(round(score, DIGITS) for score in scores), matches)

    @property
    def pentanomial(self) -> tuple[int, ...] | None:
        """The counts that `of_pairs` takes; None if the units are not pairs."""
        if self.matches != PAIR or not {score for score, count in self.counts.items() if count} <= {*PAIR_SCORES}:
            return None
        return tuple(self.counts.get(score, 0) for score in PAIR_SCORES)

    @property
    def units(self) -> int:
        """The number of units."""
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        """The mean unit score."""
        return sum(score * count for score, count in self.counts.items()) / self.units

    @property
    def variance(self) -> float:
        """The variance of the unit scores."""
        mean = self.mean
        return sum(count * (score - mean) ** 2 for score, count in self.counts.items()) / self.units

    def outcomes(self) -> list[float]:
        """The unit scores a test considers, ascending: those of a pair, and any others that occurred."""
        return sorted({*PAIR_SCORES, *self.counts})


def match_score(ranks: Sequence[int], seat: int) -> float:
    """The share of its opponents that a seat beat; a shared rank counts half."""
    own = ranks[seat]
    beaten = sum(rank > own for rank in ranks) + (ranks.count(own) - 1) / 2
    return beaten / max(1, len(ranks) - 1)
