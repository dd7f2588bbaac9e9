"""Which bot is better, and how sure that is: samples of unit scores, sequential tests, Elo. Knows numbers only."""

from lanista.stats.elo import Estimate, Model, Strength, elo_of, score_estimate, score_of, strength, wilson
from lanista.stats.sprt import Decision, Sprt, Status
from lanista.stats.units import PAIR, PAIR_SCORES, Sample, match_score

__all__ = [
    "PAIR",
    "PAIR_SCORES",
    "Decision",
    "Estimate",
    "Model",
    "Sample",
    "Sprt",
    "Status",
    "Strength",
    "elo_of",
    "match_score",
    "score_estimate",
    "score_of",
    "strength",
    "wilson",
]
