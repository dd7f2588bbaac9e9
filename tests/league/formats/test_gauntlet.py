"""Gauntlet: challengers against all others."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.league.formats.playing import PaperLeague


def test_the_first_bot_meets_all_others_in_both_seats() -> None:
    league = PaperLeague("gauntlet", 5, rounds=2).finish()
    expected = [(0, other) for other in range(1, 5)] + [(other, 0) for other in range(1, 5)]
    assert Counter(match.entries for match in league.matches) == Counter(expected * 2)


def test_several_challengers_do_not_meet_each_other() -> None:
    league = PaperLeague("gauntlet", 6, challengers=("bot1", "bot4")).finish()
    pairs = {frozenset(match.entries) for match in league.matches}
    assert pairs == {frozenset((a, b)) for a in (1, 4) for b in (0, 2, 3, 5)}
    assert {place.entry for place in league.format.standings(league.history) if place.remark} == {1, 4}


@pytest.mark.parametrize(("bots", "seats"), [(5, 3), (9, 4), (20, 12), (41, 40)])
def test_with_more_seats_a_challenger_meets_all_and_sits_in_every_seat_equally_often(
    bots: int, seats: int
) -> None:
    league = PaperLeague("gauntlet", bots, seats=seats, challengers=("bot2",)).finish()
    assert {other for match in league.matches for other in match.entries} == set(range(bots))
    seat_counts = Counter(match.entries.index(2) for match in league.matches)
    assert len(seat_counts) == seats
    assert max(seat_counts.values()) - min(seat_counts.values()) <= 1


def test_maps_are_played_equally_often() -> None:
    league = PaperLeague("gauntlet", 8, challengers=("bot0", "bot1", "bot2"), maps=("a", "b", "c")).finish()
    for entry in range(8):
        units = Counter(match.map for match in league.matches if match.entries[0] == entry)
        assert max(units.values()) - min(units[name] for name in "abc") <= 1


def test_who_joins_later_is_met_too_and_without_the_challenger_nobody_plays() -> None:
    league = PaperLeague("gauntlet", 3).finish()
    league.join()
    league.finish()
    assert (0, 3) in {match.entries for match in league.matches}
    assert not PaperLeague("gauntlet", 3, challengers=("nobody",)).finish().matches
