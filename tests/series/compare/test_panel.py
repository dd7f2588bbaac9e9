"""A panel of opponents: what a unit scores, and the scale of its Elo."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from lanista.series.compare import Comparison
from lanista.series.compare.panel import panel_strength, panel_test
from lanista.series.spec import MatchReport, MatchSpec
from lanista.series.stats import EloScale, Sprt, SprtDecision, elo_of, score_of
from tests.series.compare.made_up import QUESTION, TEST, MadeUp, compare, report, run

PANEL = replace(QUESTION, against=("random", "planner"))
NEW, OLD, WEAK, STRONG = range(4)


def winner(*stronger: tuple[int, int]):
    """Of each pair of entrants the first wins against the second; all other matches are drawn."""

    def play(spec: MatchSpec) -> MatchReport:
        if spec.entrants in stronger:
            return report(spec, (1, 2))
        return report(spec, (2, 1) if spec.entrants[::-1] in stronger else (1, 1))

    return play


def test_both_bots_play_every_opponent_from_every_seat():
    executor = MadeUp(winner())
    run(compare(winner(), PANEL, executor=executor, max_units=1))
    assert [spec.entrants for spec in executor.specs] == [
        *((NEW, WEAK), (WEAK, NEW), (OLD, WEAK), (WEAK, OLD)),
        *((NEW, STRONG), (STRONG, NEW), (OLD, STRONG), (STRONG, OLD)),
    ]
    assert len({spec.seed for spec in executor.specs}) == 1


def test_a_unit_scores_half_the_difference_above_one_half():
    """NEW wins all 4 matches, OLD wins 2 and draws 2: means 1 and 3/4, so 1/2 + (1 - 3/4) / 2."""
    play = winner((NEW, WEAK), (NEW, STRONG), (OLD, WEAK))
    standing = run(compare(play, PANEL, max_units=3)).standing
    assert standing.sample.counts == {0.625: 3}
    assert standing.sample.matches == 2, "8 matches, as telling as 2 direct ones"
    weak, strong = standing.opponents
    assert (weak.name, weak.new, weak.old, weak.difference.value) == ("random", 1.0, 1.0, 0.0)
    assert (strong.new, strong.old, strong.difference.value) == (1.0, 0.5, 0.5)
    assert (standing.new.won, standing.old.won, standing.old.drawn, standing.draws) == (12, 6, 6, 6)


def test_strengths_of_opponents_add_no_variance():
    """Every unit holds both opponents, so bots that always beat one and lose to the other always score alike."""
    play = winner((NEW, WEAK), (OLD, WEAK), (STRONG, NEW), (STRONG, OLD))
    standing = run(compare(play, PANEL, max_units=9)).standing
    assert standing.sample.counts == {0.5: 9}


def test_normalized_elo_is_that_of_direct_matches():
    """Independent matches won with 1/2 + d / 2 and 1/2 - d / 2: the lead is d, and one match deviates by 1/2."""
    lead, numbers = 0.2, random.Random(4)

    def play(spec: MatchSpec) -> MatchReport:
        side = NEW if NEW in spec.entrants else OLD
        wins = numbers.random() < 0.5 + (lead if side == NEW else -lead) / 2
        return report(spec, tuple(1 if (entrant == side) == wins else 2 for entrant in spec.entrants))

    never = Sprt(0, 20, alpha=1e-12, beta=1e-12)
    comparison = run(Comparison(PANEL, never, max_units=300, executor=MadeUp(play)))
    measured = comparison.standing.strength
    assert measured is not None
    expected = lead / 0.5 * 347.4  # 800 / ln 10
    assert measured.normalized_elo.low < expected < measured.normalized_elo.high
    assert measured.elo.low < elo_of(0.5 + lead) < measured.elo.high


def test_logistic_bounds_are_halved_in_score():
    test = Sprt(0, 100, model=EloScale.LOGISTIC)
    assert score_of(panel_test(test).elo1) - 0.5 == pytest.approx((score_of(100) - 0.5) / 2)
    assert panel_test(TEST) is TEST
    assert panel_strength(None) is None


def test_a_panel_decides():
    better = run(compare(winner((NEW, WEAK), (NEW, STRONG)), PANEL)).standing
    assert better.decision is SprtDecision.ACCEPTED
    assert not better.all_mirrored
