"""Comparisons against a panel of opponents, on the scale of direct matches.

A unit holds the same number of matches of NEW and OLD against every opponent, so that their different strengths do
not blur the difference. Its score is 1/2 + (mean of NEW - mean of OLD) / 2, to stay between 0 and 1.

With n matches of variance v in a unit, that score has the variance v / n, and its mean lies half of the difference
d above 1/2. A direct unit of m matches has v / m, and its mean lies d above 1/2. Both have the same t-value for
m = n / 4: this is the size of a unit for normalized Elo. Logistic Elo is read off 1/2 + d.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from lanista.series.compare.ledger import Unit
from lanista.series.compare.question import NEW, OLD
from lanista.series.compare.standing import PanelOpponent
from lanista.series.stats import EloEstimate, EloScale, ScoreSample, Sprt, Strength, elo_of, score_of, strength


def panel_test(test: Sprt) -> Sprt:
    """The test to apply to unit scores of a panel."""
    if test.model is EloScale.NORMALIZED:
        return test
    return replace(test, elo0=_halved(test.elo0), elo1=_halved(test.elo1))


def panel_strength(measured: Strength | None) -> Strength | None:
    """A strength measured on unit scores of a panel, with its logistic Elo on the scale of direct matches."""
    return None if measured is None else replace(measured, elo=_mapped(measured.score, _elo_of_unit))


class Opponents:
    """Counts the results of NEW and OLD against every opponent; `parts` is the number of matches of a unit."""

    def __init__(self, names: Sequence[str], parts: int) -> None:
        each = parts // len(names) if names else 0
        self._parts = {name: range(number * each, (number + 1) * each) for number, name in enumerate(names)}
        self._scores: dict[str, Counter[tuple[float, float]]] = {name: Counter() for name in names}

    def count(self, unit: Unit) -> None:
        """Add a unit in which every match has a result."""
        for name, parts in self._parts.items():
            self._scores[name][unit.mean(NEW, parts), unit.mean(OLD, parts)] += 1

    def results(self) -> tuple[PanelOpponent, ...]:
        """The results so far."""
        return tuple(_opponent(name, scores, len(self._parts[name])) for name, scores in self._scores.items())


def _opponent(name: str, scores: Counter[tuple[float, float]], matches: int) -> PanelOpponent:
    """The mean scores, and their difference with the interval of paired units."""
    leads: Counter[float] = Counter()
    for (new, old), count in scores.items():
        leads[0.5 + (new - old) / 2] += count
    measured = strength(ScoreSample(leads, matches / 4))
    new, old = (sum(pair[side] * count for pair, count in scores.items()) / scores.total() for side in (NEW, OLD))
    lead = _mapped(measured.score, lambda score: 2 * score - 1) if measured else EloEstimate(0, -1, 1)
    return PanelOpponent(name, new, old, lead)


def _halved(elo: float) -> float:
    return elo_of(0.5 + (score_of(elo) - 0.5) / 2)


def _elo_of_unit(score: float) -> float:
    return elo_of(min(1.0, max(0.0, 2 * score - 0.5)))


def _mapped(estimate: EloEstimate, function: Callable[[float], float]) -> EloEstimate:
    return EloEstimate(function(estimate.value), function(estimate.low), function(estimate.high))
