"""The progress of a ladder, and the expected remaining matches."""

from __future__ import annotations

import math

from lanista.league.format import Outlook
from lanista.league.ladder.beliefs import relative_variances
from lanista.league.ladder.course import Course
from lanista.league.ladder.information import Questions
from lanista.league.ladder.turns import wait_bound

EARLY = 2  # ratings move, and a ladder ends the first time they are clear enough; found by simulation
RECENT = 4  # the last quarter of the matches shows how they are distributed


def outlook(course: Course) -> Outlook:
    """From the results before the last checkpoint and the recent distribution of matches."""
    is_over, scheduled, played = course.is_over(), len(course.history.matches), len(course.history.results)
    checkpoint = course.planner.checkpoints.last(course.evidence.matches)
    if is_over and course.planner.new_checkpoint:
        checkpoint = course.planner.new_checkpoint  # where it was decided
    if not checkpoint or len(course.active) < 2:
        return Outlook(scheduled if is_over else course.rules.max_matches)
    places = min(course.rules.places, len(course.active))
    percent = math.floor(100 * course.certainty(checkpoint).probability)
    if course.rules.endless:
        return Outlook(None, f"P(top {places} is right) = {percent} %")
    end = scheduled if is_over else max(scheduled, _expected_end(course, checkpoint))
    matches = scheduled if is_over else course.rules.max_matches
    return Outlook(matches, f"P(top {places} is right) = {percent} %", end - played)


def _expected_end(course: Course, checkpoint: int) -> int:
    """The final length of the schedule, if the estimated ratings are true."""
    rules = course.rules
    more = max(_more_matches(course, checkpoint), _matches_for_all(course, checkpoint))
    end = course.planner.checkpoints.first(math.ceil(checkpoint + more)) + rules.ahead
    return end if rules.max_matches is None else min(end, rules.max_matches)


def _more_matches(course: Course, checkpoint: int) -> float:
    """Matches until the bots that matter have played enough, at their recent share of the matches."""
    before, early = course.matches_before(checkpoint), course.matches_before(checkpoint - checkpoint // RECENT)
    weights = _weights(course, checkpoint)
    total = sum(weight * before[bot] for bot, weight in weights.items())
    recent = sum(weight * (before[bot] - early[bot]) for bot, weight in weights.items())
    factor = course.certainty(checkpoint).needed_factor(course.rules.sure)
    return (factor - 1) * total / max(recent, 1e-9) * (checkpoint // RECENT) / EARLY


def _weights(course: Course, checkpoint: int) -> dict[int, float]:
    """The information in knowing each bot better."""
    fit = course.evidence.fit_before(checkpoint)
    known = [bot for bot in course.active if bot < len(fit.elo)]
    variances = relative_variances(fit.covariance)[known]
    questions = Questions(fit.elo[known], variances, course.rules.places, course.rules.margin, 2, 1)
    return dict(zip(known, questions.needs.tolist(), strict=True))


def _matches_for_all(course: Course, checkpoint: int) -> float:
    """Matches until each bot has played enough, if it plays only when it has waited longest."""
    missing = max(0, course.rules.min_matches - course.fewest_matches(checkpoint))
    return missing * wait_bound(len(course.active), len(course.planner.schedule[-1]))
