"""Weights that are fitted to results, and tables of calls and wins."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from lanista.game.chances import Chances
from lanista.tools.analysis.fitting import KnownPosition, fitted, surprise
from lanista.tools.analysis.reliability import miscalibration, reliability

TRUE = Chances(playouts=(0.4, 0.8), value=(1.0, 0.2))
PLAIN = Chances(playouts=(1.0, 1.0))


def drawn(count: int, seats: int, seed: int) -> list[KnownPosition]:
    """Positions whose results come as often as the true chances say."""
    draw, samples = Random(seed), []
    for number in range(count):
        won, valued = (np.array([draw.uniform(0.02, 1) for _ in range(seats)]) for _ in range(2))
        sample = KnownPosition(str(number), won / won.sum(), valued / valued.sum(), draw.random(), np.zeros(seats))
        winner = draw.choices(range(seats), list(sample.chances(TRUE)))[0]
        sample.result[winner] = 1
        samples.append(sample)
    return samples


def calls(chances: Chances, samples: list[KnownPosition]) -> list[tuple[float, float]]:
    return [pair for sample in samples for pair in zip(sample.chances(chances), sample.result, strict=True)]


@pytest.mark.parametrize("seats", [2, 4])
def test_fitting_finds_the_weights_by_which_results_were_drawn(seats):
    found = fitted(PLAIN, drawn(1500, seats, seed=1))
    assert found.playouts == pytest.approx(TRUE.playouts, abs=0.2)
    assert found.value == pytest.approx(TRUE.value, abs=0.25)
    others = drawn(1000, seats, seed=2)
    assert surprise(found, others) < surprise(PLAIN, others)
    off, off_before = (miscalibration(reliability(calls(chances, others))) for chances in (found, PLAIN))
    assert off < 0.03
    assert off < off_before / 2


def test_no_weight_is_negative():
    """A better value must not lower a chance, whatever some matches say."""
    samples = drawn(300, 2, seed=3)
    contrary = [replace(sample, valued=sample.valued[::-1], won=sample.won) for sample in samples]
    found = fitted(PLAIN, contrary)
    assert min(*found.playouts, *found.value) == 0
    assert max(found.playouts) > 0.2


def test_a_table_tells_calls_and_wins():
    table = reliability([(0.72, 1.0), (0.78, 0.5), (1.0, 1.0), (0.0, 0.0)])
    assert [(each.low, each.count, each.called, each.won) for each in table if each.count] == [
        (0.0, 1, 0.0, 0.0),
        (0.7, 2, 0.75, 0.75),
        (0.9, 1, 1.0, 1.0),
    ]
    assert miscalibration(reliability([(0.72, 0.0), (0.72, 1.0)])) == pytest.approx(0.22)
