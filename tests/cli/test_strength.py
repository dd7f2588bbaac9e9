"""The display of a comparison, line by line."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from lanista.cli.shared.strength import (
    duration_text,
    estimate_text,
    fault_text,
    five_counts,
    labelled,
    pairs_text,
    plain_line,
    ratio_bar,
    record_text,
    verdict_text,
)
from lanista.series.compare import ComparisonStanding, PanelOpponent, Side
from lanista.series.stats import EloEstimate, ScoreSample, Sprt, strength

TEST = Sprt(0, 20)


def standing(*counts: int, **more: object) -> ComparisonStanding:
    sample = ScoreSample.of_pairs(counts)
    made = ComparisonStanding(
        test=TEST,
        sample=sample,
        status=TEST.status(sample),
        strength=strength(sample),
        units=sample.units,
        max_units=5000,
        matches=2 * sample.units,
        stored=0,
        new=Side("mine", 3, 1, 2),
        old=Side("yours", 2, 1, 3),
        draws=1,
    )
    return replace(made, **more)  # type: ignore[arg-type]


def test_the_bar_shows_the_ratio_between_its_bounds():
    assert ratio_bar(standing(0, 0, 0, 0, 0), 10).plain == "-2.94 ─────┃──── +2.94  now +0.00"
    assert ratio_bar(standing(0, 0, 0, 0, 40), 10).plain == "-2.94 ─────┃████ +2.94  now +3.12"
    assert ratio_bar(standing(40, 0, 0, 0, 0), 10).plain.startswith("-2.94 █████┃──── +2.94  now -3")


def test_the_five_classes_are_the_pairs():
    assert five_counts(ScoreSample.of_pairs((1, 2, 3, 4, 5))) == [1, 2, 3, 4, 5]
    assert five_counts(ScoreSample({0.1: 2, 0.3: 1, 0.6: 4, 0.9: 1}, 4)) == [2, 1, 4, 0, 1]


@pytest.mark.parametrize(
    ("elo", "text"),
    [
        (EloEstimate(84, 44, 124), "+84 ± 40"),
        (EloEstimate(-84, -130, -41), "-84 (-130 to -41)"),
        (EloEstimate(math.inf, 120, math.inf), "above +120"),
        (EloEstimate(-math.inf, -math.inf, -120), "below -120"),
    ],
)
def test_an_estimate_with_its_interval(elo, text):
    assert estimate_text(elo) == text


@pytest.mark.parametrize(("seconds", "text"), [(3, "3 s"), (89, "89 s"), (600, "10 min"), (9000, "2.5 h")])
def test_durations(seconds, text):
    assert duration_text(seconds) == text


def test_verdicts():
    assert verdict_text(standing(0, 0, 0, 0, 40)).startswith(
        "mine is better than yours (the test accepted +20 Elo: most likely +"
    )
    assert verdict_text(standing(40, 0, 0, 0, 0)).startswith(
        "mine is not better than yours (the test rejected +20 Elo: most likely -"
    )
    assert verdict_text(standing(0, 0, 1, 0, 0)).startswith("undecided after 1 pair whether mine is better than")


def test_what_a_bot_says_is_inert():
    side = Side("ev\x1b[31mil", faults=3, faulted=1, first_fault="late\x07 in turn 1")
    assert fault_text(side) == "ev\ufffd[31mil: 3 turns in 1 match, the first: late\ufffd in turn 1"


def test_wins_in_words():
    side = Side("mine", 3, 1, 2)
    assert record_text(side, 2) == "3 won, 1 drawn, 2 lost"
    assert record_text(side, 4) == "first in 3 of 6 matches, shared it in 1"


def test_one_line_for_a_log():
    line = plain_line(standing(1, 0, 2, 0, 4, matches_per_second=2.5, seconds_left=200))
    assert line.startswith("7 pairs, score 71.4%, Elo +")
    assert line.endswith("faults 0 and 0, 14 matches, 2.5 per second, about 3 min left")


def test_one_line_before_the_first_pair():
    empty = standing(0, 0, 0, 0, 0, matches=1, matches_per_second=0.5)
    assert plain_line(empty) == "no pair is complete yet, faults 0 and 0, 1 match, 0.5 per second"


def test_a_panel_counts_pairs_and_measures_a_difference():
    against = (PanelOpponent("them", 0.6, 0.5, EloEstimate(0.1, -0.1, 0.3)),)
    panel = standing(0, 1, 0, 1, 0, opponents=against)
    assert pairs_text(panel) == "2 pairs"
    assert [label for label, _ in labelled(panel)][:3] == ["score", "pairs", "difference"]
    assert ", difference " in plain_line(panel)
    assert "Elo" in [label for label, _ in labelled(standing(0, 1, 0, 1, 0))]


def test_pairs_that_are_all_the_same_have_no_elo():
    alike = standing(0, 0, 0, 0, 9, all_alike=True, different=2)
    shown = {label: str(text) for label, text in labelled(alike)}
    assert (shown["score"], shown["Elo"]) == ("100.0%, 3 won, 1 drawn, 2 lost", "none: deterministic")
    assert shown["note"].startswith("deterministic: only 2 different matches exist here")
    assert "9 pairs, score 100.0%, Elo none: deterministic, ratio" in plain_line(alike)
    assert "most likely" not in verdict_text(alike)
    assert "all pairs on a map were the same" in verdict_text(alike)
