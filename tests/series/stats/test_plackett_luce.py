"""Ratings of many players: against choix, in any order, and where data are scarce."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lanista.series.stats import plackett_luce
from lanista.series.stats.bootstrap import intervals
from lanista.series.stats.plackett_luce import ELO, PRIOR_ELO, fit
from lanista.series.stats.rankings import Ranked

ALPHA = (ELO / PRIOR_ELO) ** 2


def _orders(match: Ranked) -> list[tuple[int, ...]]:
    """All orders of the players that a result leaves open."""
    seats = range(len(match.players))
    return [
        tuple(match.players[seat] for seat in order)
        for order in itertools.permutations(seats)
        if all(match.ranks[a] <= match.ranks[b] for a, b in itertools.pairwise(order))
    ]


def _random_matches(count: int, players: int, seats: tuple[int, ...], places: int) -> list[Ranked]:
    draw = random.Random(14)
    found = []
    for number in range(count):
        seated = tuple(draw.sample(range(players), draw.choice(seats)))
        found.append(Ranked(seated, tuple(draw.randint(1, places) for _ in seated), number // 2))
    return found


@pytest.mark.parametrize(
    ("count", "seats", "places"), [(4, (3,), 2), (6, (4,), 8), (4, (2, 3, 4), 3), (2, (4,), 1)]
)
def test_ratings_equal_those_of_choix(count, seats, places):
    """A tie counts as the mean of its orders: choix gets each order as often as makes the same number in all."""
    matches = _random_matches(count, 6, seats, places)
    orders = [_orders(match) for match in matches]
    each = math.lcm(*map(len, orders))
    data = [order for open_orders in orders for order in open_orders * (each // len(open_orders))]
    import choix  # brings SciPy, which takes longer to import than most tests to run

    expected = choix.opt_rankings(6, data, alpha=ALPHA / 2 * each, method="BFGS", tol=1e-9)
    assert fit(6, matches).x == pytest.approx(expected - np.mean(expected), abs=1e-6)


@pytest.mark.parametrize("prior_elo", [PRIOR_ELO, 200.0])
def test_two_seats_equal_bradley_terry_of_choix(prior_elo):
    """A draw is half a win each."""
    matches = _random_matches(80, 6, (2,), 2)
    orders = [order for match in matches for order in _orders(match) * (2 // len(_orders(match)))]
    data = [(order[0], order[1]) for order in orders]
    import choix  # brings SciPy, which takes longer to import than most tests to run

    expected = choix.opt_pairwise(6, data, alpha=(ELO / prior_elo) ** 2, method="Newton-CG", tol=1e-12)
    assert fit(6, matches, prior_elo=prior_elo).x == pytest.approx(expected - np.mean(expected), abs=1e-6)


def test_with_a_very_weak_prior_ratings_are_the_likeliest_ones():
    """As choix finds them by its iterative spectral method, without any prior."""
    matches = [Ranked(order, (1, 2, 3)) for order in itertools.permutations(range(4), 3)]
    matches += _random_matches(30, 4, (3,), 10**6)
    rankings = [order for match in matches for order in _orders(match)]
    import choix  # brings SciPy, which takes longer to import than most tests to run

    expected = choix.ilsr_rankings(4, rankings, tol=1e-12)
    assert fit(4, matches, prior_elo=1e7).x == pytest.approx(expected - np.mean(expected), abs=1e-6)


def test_a_tie_of_many_is_fair():
    """Beyond four tied players only rotations count; nobody gains by it."""
    assert fit(7, [Ranked(tuple(range(7)), (1,) * 7)]).elo == pytest.approx(np.zeros(7), abs=1e-9)
    elo = fit(7, [Ranked(tuple(range(7)), (1, 2, 2, 2, 2, 2, 7))]).elo
    assert elo[1:6] == pytest.approx(np.full(5, elo[1]), abs=1e-9)
    assert elo[0] > elo[1] > elo[6]


def test_shuffled_matches_give_the_same_bits():
    matches = _random_matches(200, 9, (2, 3, 5), 4)
    expected = intervals(fit(9, matches))
    for seed in range(3):
        random.Random(seed).shuffle(matches)
        assert all(map(np.array_equal, intervals(fit(9, matches)), expected))


@pytest.mark.parametrize(
    ("players", "matches", "expected"),
    [
        (0, [], []),
        (1, [], [0]),
        (1, [Ranked((0,), (1,))], [0]),
        (3, [], [0, 0, 0]),
        (2, [Ranked((0, 1), (1, 1))] * 50, [0, 0]),
        (3, [Ranked((0, 1, 2), (1, 1, 1))] * 5, [0, 0, 0]),
    ],
)
def test_without_any_difference_all_ratings_are_0(players, matches, expected):
    assert fit(players, matches).elo == pytest.approx(expected, abs=1e-9)
    rated = intervals(fit(players, matches))
    assert np.all(rated.low <= rated.elo)
    assert np.all(rated.elo <= rated.high)


def test_a_bot_that_won_everything_has_a_finite_rating_with_a_long_upper_side():
    rated = intervals(fit(3, [Ranked((0, 1), (1, 2)), Ranked((0, 2), (1, 2)), Ranked((1, 2), (1, 1))] * 5))
    assert np.all(np.isfinite(np.stack(rated)))
    assert rated.high[0] - rated.elo[0] > 1.2 * (rated.elo[0] - rated.low[0]) > 0


def test_groups_that_never_met_are_centred_each_and_unsure_of_each_other():
    """Only the prior connects them, and the intervals say so."""
    apart = [Ranked((0, 1), (1, 2)), Ranked((1, 0), (1, 2)), Ranked((2, 3), (1, 2)), Ranked((3, 2), (1, 2))] * 50
    met = [*apart, *[Ranked((0, 2), (1, 2)), Ranked((2, 0), (1, 2))] * 25]
    rated = intervals(fit(4, apart))
    assert rated.elo[0] + rated.elo[1] == pytest.approx(0, abs=1e-6)
    assert rated.elo[2] + rated.elo[3] == pytest.approx(0, abs=1e-6)
    together = intervals(fit(4, met))
    assert rated.high[0] - rated.low[0] > 5 * (together.high[0] - together.low[0])


def test_many_players_are_solved_as_few_are(monkeypatch):
    """Conjugate gradients beyond a size; the answer is the same."""
    matches = _random_matches(300, 40, (2, 4), 4)
    few = fit(40, matches)
    monkeypatch.setattr(plackett_luce, "DENSE", 10)
    many = fit(40, matches)
    assert many.elo == pytest.approx(few.elo, abs=1e-6)
    assert many.covariance_of([3, 5, 17]) == pytest.approx(
        few.covariance[np.ix_([3, 5, 17], [3, 5, 17])], rel=1e-5
    )


results = st.lists(
    st.tuples(st.permutations(range(5)), st.integers(2, 5), st.lists(st.integers(1, 3), min_size=5, max_size=5)),
    max_size=12,
)


def _matches(drawn: list[tuple[list[int], int, list[int]]]) -> list[Ranked]:
    return [
        Ranked(tuple(order[:seats]), tuple(places[:seats]), at) for at, (order, seats, places) in enumerate(drawn)
    ]


@given(results, st.permutations(range(5)))
@settings(max_examples=20, deadline=None)
def test_other_numbers_for_the_players_permute_the_ratings(drawn, names):
    matches = _matches(drawn)
    renamed = [match._replace(players=tuple(names[player] for player in match.players)) for match in matches]
    assert fit(5, renamed).elo[names] == pytest.approx(fit(5, matches).elo, abs=1e-5)


@given(results)
@settings(max_examples=20, deadline=None)
def test_a_win_more_does_not_lower_a_rating(drawn):
    """Nor does it raise that of the loser."""
    matches = _matches(drawn)
    before, after = fit(5, matches).elo, fit(5, [*matches, Ranked((0, 1), (1, 2), 99)]).elo
    assert after[0] > before[0]
    assert after[1] < before[1]


@given(results)
@settings(max_examples=20, deadline=None)
def test_who_scored_more_against_the_same_opponents_is_not_rated_lower(drawn):
    """Player 5 plays every match of player 0 again, with the same others, and gets a better place."""
    matches = [match for match in _matches(drawn) if 0 in match.players]
    better = []
    for match in matches:
        seat = match.players.index(0)
        players = tuple(5 if player == 0 else player for player in match.players)
        places = tuple(place - 1 if at == seat else place for at, place in enumerate(match.ranks))
        better.append(Ranked(players, places, match.unit))
    elo = fit(6, matches + better).elo
    assert elo[5] >= elo[0] - 1e-6
