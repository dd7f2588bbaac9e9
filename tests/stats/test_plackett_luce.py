"""Ratings of many players: against choix, in any order, and where data are scarce."""

from __future__ import annotations

import itertools
import math
import random

import choix
import numpy as np
import pytest

from lanista.stats.plackett_luce import ELO, PRIOR_ELO, fit
from lanista.stats.rankings import Ranked

ALPHA = (ELO / PRIOR_ELO) ** 2


def _orders(match: Ranked) -> list[tuple[int, ...]]:
    """All orders of the players that a result leaves open."""
    seats = range(len(match.players))
    return [
        tuple(match.players[seat] for seat in order)
        for order in itertools.permutations(seats)
        if all(match.places[a] <= match.places[b] for a, b in itertools.pairwise(order))
    ]


def _random_matches(count: int, players: int, seats: tuple[int, ...], places: int) -> list[Ranked]:
    draw = random.Random(14)
    found = []
    for number in range(count):
        seated = tuple(draw.sample(range(players), draw.choice(seats)))
        found.append(Ranked(seated, tuple(draw.randint(1, places) for _ in seated), number // 2))
    return found


@pytest.mark.parametrize(
    ("count", "seats", "places"), [(40, (2,), 2), (8, (3,), 2), (12, (4,), 8), (6, (2, 3, 4), 3), (3, (4,), 1)]
)
def test_ratings_equal_those_of_choix(count, seats, places):
    """A tie counts as the mean of its orders: choix gets each order as often as makes the same number in all."""
    matches = _random_matches(count, 6, seats, places)
    orders = [_orders(match) for match in matches]
    each = math.lcm(*map(len, orders))
    data = [order for open_orders in orders for order in open_orders * (each // len(open_orders))]
    expected = choix.opt_rankings(6, data, alpha=ALPHA / 2 * each, method="BFGS", tol=1e-9)
    assert fit(6, matches).x == pytest.approx(expected - np.mean(expected), abs=1e-6)
