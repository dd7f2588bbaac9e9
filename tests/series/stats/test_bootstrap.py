"""Intervals of ratings contain the truth as often as they say."""

from __future__ import annotations

import numpy as np
import pytest

from lanista.series.stats import bootstrap
from lanista.series.stats.bootstrap import dispersion, intervals
from lanista.series.stats.coverage import MadeUp, coverage
from lanista.series.stats.plackett_luce import fit, fit_rankings
from lanista.series.stats.rankings import Ranked

LEAGUES = (  # of 10, 12 and 10 bots; `lanista bench stats` plays many more of more kinds
    (MadeUp("six matches each", bots=10, seats=2, units=3, draws=0.3), 40),
    (MadeUp("four seats", bots=12, seats=4, units=3, draws=0.3), 20),
    (MadeUp("forty matches each", bots=10, seats=2, units=20, draws=0.3, first_seat=50), 20),
)


def test_intervals_cover_95_percent_within_2_points(monkeypatch):
    """Over all leagues; a single kind is played too seldom here to be known within 2 points."""
    monkeypatch.setattr(bootstrap, "REPLICATES", 400)
    found = [(coverage(league, leagues=leagues).share, league.bots * leagues) for league, leagues in LEAGUES]
    assert [share for share, _ in found] == pytest.approx([0.95] * len(LEAGUES), abs=0.04)
    covered = sum(share * intervals for share, intervals in found)
    assert covered / sum(intervals for _, intervals in found) == pytest.approx(0.95, abs=0.02)


def test_a_bot_far_above_all_others_is_within_its_interval(monkeypatch):
    """Its rating is pulled towards the others by the prior, which shifted every interval: 77 % covered."""
    monkeypatch.setattr(bootstrap, "REPLICATES", 400)
    found = coverage(MadeUp("a star", bots=10, seats=2, units=20, spread=0, star=1500), leagues=8)
    assert found.best > 0.8
    assert found.share > 0.9


def _unit(number: int, *scores: float) -> list[Ranked]:
    """Matches of a unit between players 0 and 1, by the score of 0."""
    places = {1.0: (1, 2), 0.5: (1, 1), 0.0: (2, 1)}
    return [Ranked((0, 1), places[score], number) for score in scores]


def test_draws_and_matches_that_end_alike_change_the_spread():
    """The same mean score: of independent matches, of draws, and of units won or lost as a whole."""
    independent = [match for at in range(40) for match in _unit(at, *[(1, 1), (1, 0), (0, 1), (0, 0)][at % 4])]
    drawn = [match for at in range(40) for match in _unit(at, 0.5, 0.5)]
    alike = [match for at in range(40) for match in _unit(at, *([1, 1] if at % 2 else [0, 0]))]
    factors = [float(dispersion(fit(2, matches)).factors[0]) for matches in (independent, drawn, alike)]
    assert factors == pytest.approx([1, 0, 2], abs=0.15)
    widths = [float(np.ptp([side[0] for side in intervals(fit(2, matches))])) for matches in (independent, alike)]
    assert widths[1] / widths[0] == pytest.approx(2**0.5, abs=0.1)


def test_many_pairs_get_normal_intervals_of_about_the_same_width(monkeypatch):
    league = MadeUp("", bots=12, seats=2, units=60)
    random = np.random.default_rng(14)
    fitted = fit_rankings(league.play(league.strengths(random), random))
    drawn = intervals(fitted)
    monkeypatch.setattr(bootstrap, "MAX_WORK", 0)
    normal = intervals(fitted)
    assert normal.high - normal.low == pytest.approx(drawn.high - drawn.low, rel=0.12)
    assert normal.elo == pytest.approx((normal.low + normal.high) / 2, abs=5)  # the prior pulls the ratings only


def test_the_zero_is_the_mean_of_the_chosen_players():
    matches = [Ranked((0, 1), (1, 2), 0), Ranked((1, 2), (1, 2), 1), Ranked((0, 2), (1, 2), 2)] * 4
    rated = intervals(fit(3, matches), zero=[1])
    assert (rated.low[1], rated.elo[1], rated.high[1]) == (0, 0, 0)
    assert rated.elo[0] > 0 > rated.elo[2]
