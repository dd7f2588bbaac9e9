"""Checks how matches end: within the turn limit, with a valid outcome, and the same whichever seat a bot has."""

from __future__ import annotations

from typing import Any

from lanista.core.verdict import Verdict
from lanista.engine import State
from lanista.game import Outcome
from lanista.tools.conformance.play import final, walk
from lanista.tools.conformance.trial import GameTrial

MATCHES = 3


def random_play_ends(trial: GameTrial) -> None:
    """Random play ends by turn `max_turns`; turns are counted from 1 without a gap."""
    for moment in walk(trial, trial.turns):
        trial.expect(moment.turn, trial.game.turn(moment.state), "`turn` counts the turns to be played from 1")
    for seed in range(1, MATCHES + 1):
        final(trial, seed)


def outcomes_are_well_formed(trial: GameTrial) -> None:
    """A running match has no outcome; a finished one has ranks, scores and a reason; rewards agree."""
    game = trial.game
    for moment in walk(trial, trial.turns):
        over = game.rules.is_over(moment.state.record, moment.state.const)
        trial.expect(0, int(over), "`is_over` and `outcome` must agree on whether a match runs")
    for seed in range(1, MATCHES + 1):
        state = final(trial, seed)
        over = game.rules.is_over(state.record, state.const)
        trial.expect(1, int(over), "`is_over` and `outcome` must agree on whether a match runs")
        for verdicts in ([], [[Verdict.OK] * trial.seats] * 3, [[Verdict.TIMEOUT] * trial.seats] * 3):
            _expect_well_formed(trial, state, game.outcome(state, verdicts))


def _expect_well_formed(trial: GameTrial, state: State[Any, Any], outcome: Outcome | None) -> None:
    if outcome is None:
        trial.fail("an outcome", None, "verdicts add marks to an outcome; they never take it away")
    trial.expect(trial.seats, len(outcome.rule_ranks), "an outcome has one rank per seat in `rule_ranks`")
    trial.expect(trial.seats, len(outcome.scores), "an outcome has one score per seat")
    if not _is_ranking(outcome.rule_ranks):
        trial.fail("ranks from 1 without gaps, equal for a draw", outcome.rule_ranks, "see `lanista.game.Outcome`")
    if not all(isinstance(score, int) for score in outcome.scores):
        trial.fail("whole numbers as scores", outcome.scores, "see `lanista.game.Outcome`")
    if not (isinstance(outcome.reason, str) and outcome.reason.strip()):
        trial.fail("a reason as text", repr(outcome.reason), "say why the match ended")
    _expect_fair_rewards(trial, state, outcome.rule_ranks)


def _is_ranking(ranks: tuple[int, ...]) -> bool:
    """After n seats comes rank n + 1, or the number after the last rank."""
    expected = {1}
    for number, rank in enumerate(sorted(ranks), 1):
        if rank not in expected:
            return False
        expected = {rank, rank + 1, number + 1}
    return True


def _expect_fair_rewards(trial: GameTrial, state: State[Any, Any], ranks: tuple[int, ...]) -> None:
    rewards = [trial.game.rules.reward(state.record, state.const, seat) for seat in range(trial.seats)]
    by_rank = [reward for _, reward in sorted(zip(ranks, rewards, strict=True), key=lambda pair: pair[0])]
    best_first = sorted(rewards, reverse=True)
    trial.expect(best_first, by_rank, "a better rank must not be rewarded less")
    if any(not -1000 <= reward <= 1000 for reward in rewards):
        trial.fail("rewards from -1000 to 1000", rewards, "see `lanista.engine.Rules.reward`")


def steps_after_the_end_change_nothing(trial: GameTrial) -> None:
    """A step of a finished match changes nothing."""
    state = final(trial, 1)
    before = state.bytes()
    trial.game.step(state, [trial.game.missing] * trial.seats)
    trial.expect_bytes(before, state, "`step` must return at once if the match is over")


def seats_are_treated_alike(trial: GameTrial) -> None:
    """If a game can swap seats: the swapped state and moves lead to the swapped result."""
    game = trial.game
    for moment in walk(trial, trial.turns):
        swapped = game.learning.swap_seats(moment.state)
        if swapped is None:
            trial.report(f"{trial}: no claim that seats are symmetric; `swap_seats` returns None")
            return
        after = moment.state.clone()
        game.step(after, moment.moves)
        game.step(swapped, moment.moves[::-1])
        advice = f"a rule favours a seat; the moves were {[game.write(move) for move in moment.moves]}"
        trial.expect_same(_swapped(trial, after, 3), _swapped(trial, swapped, 2), advice)


def _swapped(trial: GameTrial, state: State[Any, Any], times: int) -> State[Any, Any]:
    """The state with seats swapped `times` times; two swaps normalise values that depend on seats by the rules."""
    for _ in range(times):
        other = trial.game.learning.swap_seats(state)
        if other is None:
            trial.fail("a state", None, "`swap_seats` must always return a state, or never")
        state = other
    return state
