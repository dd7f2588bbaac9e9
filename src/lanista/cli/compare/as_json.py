"""A comparison as the object that --json prints."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from lanista.cli.compare.screen import remarks
from lanista.cli.compare.shapes import ComparedBot, PanelResult, TellingMatch
from lanista.cli.compare.shapes import ComparisonReport as Shape
from lanista.cli.shared.shapes import EstimateInfo
from lanista.cli.shared.strength import five_counts

if TYPE_CHECKING:
    from lanista.series.compare import Comparison, PanelOpponent, Side
    from lanista.series.stats import EloEstimate


def as_json(comparison: Comparison, command: str, *, stopped: bool) -> Shape:
    """The comparison as the object that --json prints."""
    standing, arrangement = comparison.standing, comparison.arrangement
    question, test, strength = arrangement.question, standing.test, standing.strength
    measured = None if standing.all_alike else strength
    return Shape(
        game=arrangement.game.name,
        ruleset=question.terms.ruleset,
        seed=comparison.seed,
        seats=arrangement.seats,
        maps=list(question.maps),
        new=_bot(standing.new, question.new),
        old=_bot(standing.old, question.old),
        decision=standing.decision.value,
        llr=standing.status.llr,
        lower=test.lower,
        upper=test.upper,
        elo0=test.elo0,
        elo1=test.elo1,
        alpha=test.alpha,
        beta=test.beta,
        model=test.model.value,
        score=estimated(strength.score) if strength else None,
        logistic_elo=estimated(measured.elo) if measured else None,
        normalized_elo=estimated(measured.normalized_elo) if measured else None,
        superiority=measured.superiority if measured else None,
        pairs=standing.units,
        max_pairs=standing.max_units,
        counts=five_counts(standing.sample),
        draws=standing.draws,
        matches=standing.matches,
        stored=standing.stored,
        errors=standing.errors,
        voided=standing.voided,
        first_error=standing.first_error,
        matches_per_second=standing.matches_per_second,
        seconds_left=standing.seconds_left,
        jobs=comparison.jobs,
        stopped=stopped,
        same_bot=arrangement.is_same_bot,
        remarks=remarks(standing, same_bot=arrangement.is_same_bot),
        opponents=[_opponent(opponent) for opponent in standing.opponents],
        replays=str(folder) if (folder := comparison.replays.folder) and folder.is_dir() else None,
        telling=[
            TellingMatch(match.why, match.result.replay, match.result.command)
            for match in comparison.most_telling()
        ],
        results=str(comparison.path),
        command=command,
    )


def _bot(side: Side, spec: str) -> ComparedBot:
    return ComparedBot(
        side.name,
        spec,
        side.won,
        side.drawn,
        side.lost,
        side.faults,
        side.faulted,
        side.first_fault,
        side.first_fault_command,
    )


def _opponent(opponent: PanelOpponent) -> PanelResult:
    return PanelResult(opponent.name, opponent.new, opponent.old, estimated(opponent.difference))


def estimated(estimate: EloEstimate) -> EstimateInfo:
    """An estimate as JSON: null for infinity."""
    return EstimateInfo(*(_finite(value) for value in (estimate.value, estimate.low, estimate.high)))


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
