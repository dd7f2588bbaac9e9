"""Swiss: who meets whom, byes, points and ties."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lanista.league.formats.pairing import most_pairs
from lanista.league.store.records import LeagueMatch, StoredResult
from tests.league.formats.playing import PaperLeague, facts


def rounds_of(league: PaperLeague) -> dict[int, list[tuple[int, ...]]]:
    rounds: dict[int, list[tuple[int, ...]]] = {}
    for match in league.matches:
        rounds.setdefault(match.round, []).append(match.entries)
    return rounds


@pytest.mark.parametrize(("bots", "rounds"), [(2, 1), (3, 2), (8, 3), (9, 4), (64, 6)])
def test_by_default_there_are_enough_rounds_for_one_winner(bots: int, rounds: int) -> None:
    league = PaperLeague("swiss", bots).finish()
    assert max(rounds_of(league)) == rounds
    assert league.ranks()[0] == 1
    assert list(league.ranks().values()).count(1) == 1


@pytest.mark.parametrize("bots", [6, 8, 9, 10])
def test_nobody_meets_twice_while_that_is_possible(bots: int) -> None:
    league = PaperLeague("swiss", bots, rounds=bots - 1 + bots % 2).finish()
    met = Counter(frozenset(match.entries) for match in league.matches)
    assert len(met) == bots * (bots - 1) // 2  # all others
    assert set(met.values()) == {2}  # in both seats


def test_an_odd_number_of_bots_has_a_bye_each_round_and_nobody_a_second_before_all_had_one() -> None:
    league = PaperLeague("swiss", 7, rounds=7).finish()
    for pairs in rounds_of(league).values():
        assert len({entry for pair in pairs for entry in pair}) == 6
    assert Counter(place.remark for place in league.format.standings(league.history)) == {"1 bye": 7}


def test_the_upper_half_meets_the_lower_first_then_winners_meet_winners() -> None:
    rounds = rounds_of(PaperLeague("swiss", 8, rounds=2).finish())
    assert rounds[1][::2] == [(0, 4), (1, 5), (2, 6), (3, 7)]
    assert rounds[2][::2] == [(0, 2), (1, 3), (4, 6), (5, 7)]


def test_a_round_is_drawn_when_the_former_is_complete() -> None:
    league = PaperLeague("swiss", 4)
    assert league.schedule() == 4
    league.record(league.waiting()[:3])
    assert league.schedule() == 0
    league.record(league.waiting())
    assert league.schedule() == 4


def test_points_of_byes_voids_and_bots_that_left() -> None:
    league = PaperLeague("swiss", 5, rounds=1)
    league.schedule()
    (a, b), (c, d) = (match.entries for match in league.matches[::2])
    for match in league.matches[:2]:
        league.history.add_result(StoredResult(match.number, void="engine error"))
    league.leave(c)
    points = {place.entry: place.points for place in league.format.standings(league.history)}
    assert points == {4: 1, d: 1, a: 0.5, b: 0.5}  # bye, opponent left, and void by our fault


def test_ties_are_broken_by_the_points_of_the_opponents() -> None:
    league = PaperLeague("swiss", 8, rounds=3).finish()
    ranks = league.ranks()
    assert [ranks[entry] for entry in range(4)] == [1, 2, 3, 4]  # 1, 2 and 3 have two points each


def test_a_bot_that_joins_late_plays_from_the_next_round_on() -> None:
    league = PaperLeague("swiss", 4, rounds=3)
    league.schedule()
    league.record(league.waiting())
    league.join()
    league.finish()
    assert 4 in {entry for match in league.matches for entry in match.entries}
    assert league.ranks()[4] > 1


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_with_more_seats_groups_differ_by_one_at_most_and_everybody_plays(seats: int) -> None:
    league = PaperLeague("swiss", 13, seats=seats, rounds=5).finish()
    for groups in rounds_of(league).values():
        sizes = {len(group) for group in groups}
        assert max(sizes) - min(sizes) <= 1
        assert len({entry for group in groups for entry in group}) == 13


def test_a_game_of_exactly_three_seats_has_byes() -> None:
    league = PaperLeague("swiss", 8, facts(3, 3, 3), rounds=4).finish()
    for groups in rounds_of(league).values():
        assert [len(group) for group in groups] == [3, 3]
    assert sorted(place.remark for place in league.format.standings(league.history)) == ["1 bye"] * 8


def test_five_hundred_bots() -> None:
    league = PaperLeague("swiss", 500, rounds=4).finish(lambda match: (1, 1) if match.number % 3 else (1, 2))
    met = Counter(frozenset(match.entries) for match in league.matches)
    assert set(met.values()) == {2}
    assert len(met) == 4 * 250


def largest(edges: set[tuple[int, int]], bots: int) -> int:
    """The size of the largest matching, by trying all."""
    if not edges:
        return 0
    a, b = min(edges)
    without = {edge for edge in edges if a not in edge and b not in edge}
    return max(1 + largest(without, bots), largest(edges - {(a, b)}, bots))


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 8), st.integers(0, 2**32))
def test_as_many_pairs_as_possible(bots: int, seed: int) -> None:
    random = Random(seed)
    edges = {pair for pair in combinations(range(bots), 2) if random.random() < 0.45}
    begun = {}
    for a, b in sorted(edges, key=lambda _: random.random())[: bots // 3]:
        if a not in begun and b not in begun:
            begun[a], begun[b] = b, a
    mates = most_pairs(begun, range(bots), lambda a, b: (min(a, b), max(a, b)) in edges)
    assert all(mates[mate] == bot and (min(bot, mate), max(bot, mate)) in edges for bot, mate in mates.items())
    assert len(mates) == 2 * largest(edges, bots)


def test_matches_name_their_round() -> None:
    matches: list[LeagueMatch] = PaperLeague("swiss", 4).finish().matches
    assert [match.round for match in matches] == [1] * 4 + [2] * 4
