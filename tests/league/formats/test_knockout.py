"""Knock-out: draw, byes, seeds, best of n, ties, leaving."""

from __future__ import annotations

import pytest

from lanista.core.errors import ConfigError
from lanista.league.formats import make_format, why_closed
from lanista.league.store.records import LeagueMatch, StoredResult
from tests.league.formats.playing import PaperLeague, facts


def pairs(league: PaperLeague, number: int) -> list[set[int]]:
    """The pairs of a round, once each."""
    found: list[set[int]] = []
    for match in league.matches:
        if match.round == number and set(match.entries) not in found:
            found.append(set(match.entries))
    return found


def places(league: PaperLeague) -> list[tuple[int, int, str]]:
    return [(place.entry, place.rank, place.remark) for place in league.format.standings(league.history)]


def drawn(match: LeagueMatch) -> tuple[int, ...]:
    return (1, 1)


def test_the_best_two_seeds_can_only_meet_in_the_final() -> None:
    league = PaperLeague("knockout", 8).finish()
    assert pairs(league, 1) == [{0, 7}, {3, 4}, {1, 6}, {2, 5}]
    assert pairs(league, 2) == [{0, 3}, {1, 2}]
    assert pairs(league, 3) == [{0, 1}]
    assert places(league)[:5] == [
        (0, 1, ""),
        (1, 2, "lost in final"),
        (3, 3, "lost in semi-final 1"),
        (2, 3, "lost in semi-final 2"),
        (7, 5, "lost in quarter-final 1"),
    ]
    assert [match.label for match in league.matches[-2:]] == ["final", "final"]


def test_the_best_seeds_have_a_bye() -> None:
    league = PaperLeague("knockout", 5).finish()
    assert pairs(league, 1) == [{3, 4}]
    assert pairs(league, 2) == [{0, 3}, {1, 2}]


def test_given_seeds_come_before_the_order_of_joining() -> None:
    league = PaperLeague("knockout", 4, seeds=("bot3", "bot1")).finish()
    assert pairs(league, 1) == [{3, 2}, {1, 0}]


@pytest.mark.parametrize(("best_of", "matches"), [(1, 2), (3, 4), (5, 6)])
def test_a_heat_ends_when_it_is_decided(best_of: int, matches: int) -> None:
    assert len(PaperLeague("knockout", 2, best_of=best_of).finish().matches) == matches


def test_best_of_three_takes_the_third_unit_if_the_lead_is_not_enough() -> None:
    def once(match: LeagueMatch) -> tuple[int, ...]:
        return (1, 2) if match.number == 0 else (1, 1)

    league = PaperLeague("knockout", 2, best_of=3).finish(once)
    assert len(league.matches) == 6
    assert league.ranks() == {0: 1, 1: 2}


def test_a_tie_is_broken_by_more_units_then_scores_then_faults_then_seed() -> None:
    league = PaperLeague("knockout", 2, extra=3).finish(drawn)
    assert len(league.matches) == 2 * (1 + 3)
    assert league.ranks() == {0: 1, 1: 2}  # the better seed

    def scored(scores: tuple[int, ...], faults: tuple[int, ...]) -> dict[int, int]:
        tied = PaperLeague("knockout", 2, extra=0)
        tied.schedule()
        for match in tied.waiting():
            order = match.entries
            tied.history.add_result(
                StoredResult(
                    match.number,
                    ranks=(1, 1),
                    scores=tuple(scores[entry] for entry in order),
                    faults=tuple(faults[entry] for entry in order),
                )
            )
        return tied.ranks()

    assert scored((3, 4), (0, 9)) == {1: 1, 0: 2}
    assert scored((4, 4), (1, 0)) == {1: 1, 0: 2}


def test_the_third_place_is_played_for_if_asked() -> None:
    league = PaperLeague("knockout", 4, third_place=True).finish()
    assert pairs(league, 2) == [{0, 1}, {2, 3}]
    assert league.ranks() == {0: 1, 1: 2, 2: 3, 3: 4}
    assert PaperLeague("knockout", 4).finish().ranks() == {0: 1, 1: 2, 2: 3, 3: 3}


def test_who_leaves_lets_the_opponent_through() -> None:
    league = PaperLeague("knockout", 4)
    league.schedule()
    league.leave(0)
    league.finish()
    assert pairs(league, 2) == [{1, 3}]
    assert league.ranks() == {1: 1, 3: 2, 2: 3}


def test_the_loser_goes_through_if_the_winner_leaves_before_the_next_round() -> None:
    league = PaperLeague("knockout", 4)
    league.schedule()
    league.record(league.waiting())
    league.leave(0)
    league.finish()
    assert pairs(league, 2) == [{1, 3}]


def test_after_the_next_round_is_drawn_the_opponent_goes_through() -> None:
    league = PaperLeague("knockout", 4)
    league.schedule()
    league.record(league.waiting())
    league.schedule()
    league.leave(0)
    assert league.schedule() == 0
    assert league.format.is_over(league.history)
    assert places(league)[0][:2] == (1, 1)


def test_nobody_joins_once_the_first_round_is_drawn() -> None:
    league = PaperLeague("knockout", 3)
    assert not why_closed(league.format, league.history)
    league.schedule()
    assert "drawn" in why_closed(league.format, league.history)
    swiss = PaperLeague("swiss", 3)
    swiss.schedule()
    assert not why_closed(swiss.format, swiss.history)


def test_voided_matches_are_made_up_for_and_block_nothing() -> None:
    league = PaperLeague("knockout", 2, extra=1)
    for _ in range(2):
        assert league.schedule() == 2
        for match in league.waiting():
            league.history.add_result(StoredResult(match.number, void="engine error"))
    assert league.format.is_over(league.history)
    assert league.ranks() == {0: 1, 1: 2}


@pytest.mark.parametrize(("bots", "seats", "rounds"), [(4, 4, 1), (8, 4, 2), (13, 4, 3), (40, 12, 3), (41, 40, 2)])
def test_with_more_seats_the_better_half_of_each_heat_goes_through(bots: int, seats: int, rounds: int) -> None:
    league = PaperLeague("knockout", bots, seats=seats, best_of=3).finish()
    assert max(match.round for match in league.matches) == rounds
    assert league.ranks()[0] == 1
    finalists = {entry for match in league.matches if match.round == rounds for entry in match.entries}
    assert set(range(2)) <= finalists


def test_a_match_for_the_third_place_needs_two_seats() -> None:
    with pytest.raises(ConfigError, match="set the option seats to 2"):
        make_format("knockout", {"third_place": True}, facts(usual=4))
    with pytest.raises(ConfigError, match="odd number, got 2"):
        make_format("knockout", {"best_of": 2}, facts())
