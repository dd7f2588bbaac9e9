"""Sequential tests of made-up bots whose difference is known: how often a test errs, and how long it takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lanista.stats.likelihood import Floats
from lanista.stats.sprt import Sprt
from lanista.stats.units import PAIR, PAIR_SCORES


@dataclass(frozen=True)
class Rates:
    """What became of many tests: the shares accepted and rejected, and the units until a decision."""

    accepted: float
    rejected: float
    units: float


def simulate(
    test: Sprt,
    shape: Sequence[float],
    elo: float,
    *,
    tests: int,
    seed: int,
    max_units: int = 100_000,
    every: int = 1,
) -> Rates:
    """Run tests on pairs from the distribution nearest to `shape` with this Elo, deciding after `every` units."""
    outcomes = np.array(PAIR_SCORES)
    true = test.likeliest(np.array([shape]) / np.sum(shape), outcomes, elo, PAIR)[0]
    random = np.random.default_rng(seed)
    counts = np.zeros((tests, len(PAIR_SCORES)))
    llr, lengths, open_tests = np.zeros(tests), np.zeros(tests), np.arange(tests)
    for units in range(every, max_units + 1, every):
        counts[open_tests] += random.multinomial(every, true, size=len(open_tests))
        llr[open_tests] = test.ratios(counts[open_tests], outcomes, PAIR)
        lengths[open_tests] = units
        open_tests = open_tests[_is_open(test, llr[open_tests])]
        if not len(open_tests):
            break
    return Rates(float(np.mean(llr >= test.upper)), float(np.mean(llr <= test.lower)), float(np.mean(lengths)))


def _is_open(test: Sprt, llr: Floats) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    return (test.lower < llr) & (llr < test.upper)
