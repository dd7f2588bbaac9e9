"""Findings from reports of mirror matches."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from lanista.game import Outcome
from lanista.match.terms import MatchTerms
from lanista.series.spec import MatchReport, MatchSpec
from lanista.tools.audit import BiasVerdict, groups_of, matches_needed, verdict_of


def report(
    number: int,
    places: Sequence[int],
    *,
    bot: str = "a",
    map: str = "",
    scores: Any = None,
    turns: Any = None,
    void: str = "",
) -> MatchReport:
    spec = MatchSpec(
        number, "g", (bot,) * len(places), tuple(range(len(places))), number, terms=MatchTerms(map=map)
    )
    outcome = Outcome(tuple(places), tuple(scores or (0,) * len(places)), "over")
    return MatchReport(spec, turns=number if turns is None else turns, outcome=outcome, void=void)


def matches(share: float, count: int = 4000, **more: Any) -> list[MatchReport]:
    """Matches of two seats of which the first wins a share."""
    return [report(n, (1, 2) if n * 379 % 1000 < share * 1000 else (2, 1), **more) for n in range(count)]


@pytest.mark.parametrize(
    ("share", "verdict"),
    [(0.5, BiasVerdict.FAIR), (0.6, BiasVerdict.BIASED), (0.4, BiasVerdict.BIASED), (0.52, BiasVerdict.UNDECIDED)],
)
def test_an_advantage_is_judged_by_its_interval(share, verdict):
    groups = groups_of(matches(share), 0.02)
    assert groups[0].seats[0].advantage.value == pytest.approx(share - 0.5)
    assert groups[0].seats[1].advantage.value == pytest.approx(0.5 - share)
    assert {seat.verdict for seat in groups[0].seats} == {verdict}
    assert verdict_of(groups) is verdict


def test_few_matches_decide_nothing_and_it_is_said_how_many_would():
    groups = groups_of(matches(0.5, 1000), 0.02)
    assert verdict_of(groups) is BiasVerdict.UNDECIDED
    needed = matches_needed(groups, 0.02)
    assert needed is not None
    assert 2000 < needed < 3000  # (1.96 * 0.5 / 0.02) ^ 2


def test_nobody_can_say_how_many_matches_decide_about_an_advantage_right_at_the_bias():
    assert matches_needed(groups_of(matches(0.52), 0.02), 0.02) is None
    assert matches_needed([], 0.02) is None


def test_a_biased_map_is_found_among_fair_ones():
    reports = [*matches(0.5, 3000, map="fair"), *matches(0.7, 1000, map="steep")]
    groups = groups_of(reports, 0.06)
    assert [(group.kind, group.name) for group in groups] == [("all", ""), ("map", "fair"), ("map", "steep")]
    assert verdict_of(groups) is BiasVerdict.BIASED
    assert groups[2].extreme.verdict is BiasVerdict.BIASED


def test_seats_of_more_than_two_are_measured_against_one_half():
    chance = random.Random(3)
    reports = [report(n, chance.sample((1, 2, 3, 4), 4)) for n in range(400)]
    seats = groups_of(reports, 0.2)[0].seats
    assert sum(seat.advantage.value for seat in seats) == pytest.approx(0)
    assert {seat.verdict for seat in seats} == {BiasVerdict.FAIR}


def test_a_match_that_repeats_itself_counts_once():
    """A deterministic bot on a fixed map plays the same match with every seed."""
    group = groups_of([report(n, (1, 2), turns=9) for n in range(50)], 0.02)[0]
    assert (group.matches, group.different) == (50, 1)
    assert group.seats[0].verdict is BiasVerdict.UNDECIDED


def test_a_dozen_matches_are_no_evidence():
    reports = [report(n, (1, 2)) for n in range(40)]
    assert verdict_of(groups_of(reports[:12], 0.02)) is BiasVerdict.UNDECIDED
    assert verdict_of(groups_of(reports, 0.02)) is BiasVerdict.BIASED


def test_draws_decisiveness_and_length():
    reports = [
        report(1, (1, 1), turns=10),
        report(2, (1, 2), scores=(100, 75), turns=20),
        report(3, (2, 1), scores=(90, 45), turns=40),  # decided by something else than points
        report(4, (2, 1), void="our fault"),
    ]
    group = groups_of(reports, 0.02)[0]
    assert (group.drawn, group.decided, group.margin) == pytest.approx((1 / 3, 2 / 3, 0.375))
    assert (group.matches, group.turns) == (3, (10, 20, 40))


def test_no_matches():
    assert groups_of([], 0.02) == []
    assert verdict_of([]) is BiasVerdict.UNDECIDED


def test_fair_games_are_hardly_ever_called_biased():
    """All intervals of an audit hold at once, however many maps there are."""
    chance = random.Random(5)
    alarms = 0
    for _ in range(60):
        reports = [
            report(n, chance.choice([(1, 2), (2, 1)]), map=str(n % 8), bot=chance.choice("ab")) for n in range(200)
        ]
        alarms += verdict_of(groups_of(reports, 0.0)) is BiasVerdict.BIASED
    assert alarms <= 6
