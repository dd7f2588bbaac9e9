"""Samples of unit scores, sequential tests, Elo and ratings, each with its uncertainty. Knows numbers only."""

from lanista.series.stats.elo import (
    EloEstimate,
    EloScale,
    Strength,
    elo_of,
    score_estimate,
    score_of,
    strength,
    wilson,
)
from lanista.series.stats.sprt import Sprt, SprtDecision, SprtStatus
from lanista.series.stats.units import PAIR, PAIR_SCORES, ScoreSample, match_score

__all__ = [
    "PAIR",
    "PAIR_SCORES",
    "EloEstimate",
    "EloScale",
    "ScoreSample",
    "Sprt",
    "SprtDecision",
    "SprtStatus",
    "Strength",
    "elo_of",
    "match_score",
    "score_estimate",
    "score_of",
    "strength",
    "wilson",
]
