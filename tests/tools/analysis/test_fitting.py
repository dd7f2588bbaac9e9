"""Weights that are fitted to results, and tables of calls and wins."""

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from lanista.game.chances import Chances
from lanista.tools.analysis import samples
from lanista.tools.analysis.fitting import KnownPosition, fitted, surprise
from lanista.tools.analysis.reliability import miscalibration, reliability
from lanista.tools.analysis.samples import play_matches
from tests.coins import COINS

TRUE = Chances(playouts=(0.4, 0.8), value=(1.0, 0.2))
PLAIN = Chances(playouts=(1.0, 1.0))


def drawn(count: int, seats: int, seed: int) -> list[KnownPosition]:
    """Positions whose results come as often as the true chances say."""
    draw, positions = Random(seed), []
    for number in range(count):
        won, valued = (np.array([draw.uniform(0.02, 1) for _ in range(seats)]) for _ in range(2))
        sample = KnownPosition(str(number), won / won.sum(), valued / valued.sum(), draw.random(), np.zeros(seats))
        winner = draw.choices(range(seats), list(sample.chances(TRUE)))[0]
        sample.result[winner] = 1
        positions.append(sample)
    return positions


def calls(chances: Chances, positions: list[KnownPosition]) -> list[tuple[float, float]]:
    return [pair for sample in positions for pair in zip(sample.chances(chances), sample.result, strict=True)]


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
    known = drawn(300, 2, seed=3)
    contrary = [replace(sample, valued=sample.valued[::-1], won=sample.won) for sample in known]
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


def test_matches_are_played_by_all_pairs_of_the_bots_that_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated: list[tuple[str, ...]] = []
    monkeypatch.setattr(samples, "play", lambda game, bots, **rest: seated.append(tuple(sorted(bots))))
    bots = ["greedy", "search:playouts=5"]
    paths = list(play_matches(COINS, tmp_path, 3 * len(COINS.rulesets), 1, bots))
    assert len(set(paths)) == len(seated) == len(paths)
    assert {pair[:2] for pair in seated} >= {("greedy", "greedy"), ("greedy", "search:playouts=5")}
    assert {name for pair in seated for name in pair} == set(bots)
