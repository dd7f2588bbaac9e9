"""Comparisons against a panel of opponents, on the scale of direct matches.

A unit holds the same number of matches of NEW and OLD against every opponent, so that their different strengths do
not blur the difference. Its score is 1/2 + (mean of NEW - mean of OLD) / 2, to stay between 0 and 1.

With n matches of variance v in a unit, that score has the variance v / n, and its mean lies half of the difference
d above 1/2. A direct unit of m matches has v / m, and its mean lies d above 1/2. Both have the same t-value for
m = n / 4: this is the size of a unit for normalized Elo. Logistic Elo is read off 1/2 + d.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from lanista.compare.ledger import Unit
from lanista.compare.question import NEW, OLD
from lanista.compare.standing import Opponent
from lanista.stats import Estimate, Model, Sample, Sprt, Strength, elo_of, score_of, strength


def panel_test(test: Sprt) -> Sprt:
    """The test to apply to unit scores of a panel."""
    if test.model is Model.NORMALIZED:
        return test
    return replace(test, elo0=_halved(test.elo0), elo1=_halved(test.elo1))


def panel_strength(measured: Strength | None) -> Strength | None:
    """A strength measured on unit scores of a panel, with its logistic Elo on the scale of direct matches."""
    return None if measured is None else replace(measured, elo=_mapped(measured.score, _elo_of_unit))


def opponents(names: Sequence[str], units: Sequence[Unit], parts: int) -> tuple[Opponent, ...]:
    """The results against every opponent of a panel."""
    if not units or not names:
        return ()
    each = parts // len(names)
    return tuple(
        _opponent(name, units, range(number * each, (number + 1) * each)) for number, name in enumerate(names)
    )


def _opponent(name: str, units: Sequence[Unit], parts: range) -> Opponent:
    scores = [(unit.mean(NEW, parts) or 0.0, unit.mean(OLD, parts) or 0.0) for unit in units]
    size: Any = len(parts) / 4
    sample = Sample.of_scores((0.5 + (new - old) / 2 for new, old in scores), size)
    measured = strength(sample)
    assert measured is not None
    new, old = (sum(side) / len(scores) for side in zip(*scores, strict=True))
    return Opponent(name, new, old, _mapped(measured.score, lambda score: 2 * score - 1))


def _halved(elo: float) -> float:
    return elo_of(0.5 + (score_of(elo) - 0.5) / 2)


def _elo_of_unit(score: float) -> float:
    return elo_of(min(1.0, max(0.0, 2 * score - 0.5)))


def _mapped(estimate: Estimate, function: Callable[[float], float]) -> Estimate:
    return Estimate(function(estimate.value), function(estimate.low), function(estimate.high))
