"""Properties of every format, whatever the field, the results, their order, and who joins and leaves when."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lanista.league.formats import FORMATS
from lanista.league.store.records import LeagueMatch, StoredResult
from tests.league.formats.playing import PaperLeague, facts

OURS = [name for name in FORMATS if name != "ladder"]  # which has its own tests
MAX_STEPS = 2_000

fields = st.integers(2, 12)
seat_counts = st.integers(2, 6)
map_lists = st.sampled_from([(), ("a",), ("a", "b"), ("a", "b", "c")])
seeds = st.integers(0, 2**32)
names = st.sampled_from(OURS)
few = settings(max_examples=25, deadline=None)


def any_places(seed: int) -> Any:
    """Results that depend on the match alone, with ties."""

    def judge(match: LeagueMatch) -> tuple[int, ...]:
        random = Random(f"{seed} {match.number}")
        scores = [random.randrange(3) for _ in match.entries]
        return tuple(1 + sum(other > score for other in scores) for score in scores)

    return judge


def play_in_any_order(league: PaperLeague, random: Random, judge: Any, voids: float = 0.0) -> None:
    """Finish a league: matches end in any order, and the format is asked at any time."""
    for _ in range(MAX_STEPS):
        waiting = league.waiting()
        if not waiting and not league.schedule():
            break
        waiting = league.waiting()
        for match in random.sample(waiting, random.randint(0, len(waiting))):
            if Random(f"void {match.number}").random() < voids:
                league.history.add_result(StoredResult(match.number, void="engine error"))
            else:
                league.record([match], judge)
        if random.random() < 0.5:
            league.schedule()
    assert league.format.is_over(league.history)
    assert league.history.is_complete


@few
@given(names, fields, seat_counts, map_lists, seeds)
def test_the_order_of_results_changes_neither_schedule_nor_standings(
    name: str, bots: int, seats: int, maps: tuple[str, ...], seed: int
) -> None:
    leagues = [PaperLeague(name, bots, seats=seats, maps=maps) for _ in range(2)]
    for number, league in enumerate(leagues):
        play_in_any_order(league, Random(seed + number), any_places(seed), voids=0.1)
    first, second = leagues
    assert first.matches == second.matches
    assert first.format.standings(first.history) == second.format.standings(second.history)


@few
@given(names, fields, seat_counts, map_lists, seeds)
def test_a_history_read_anew_gives_the_same_answers(
    name: str, bots: int, seats: int, maps: tuple[str, ...], seed: int
) -> None:
    league, random = PaperLeague(name, bots, seats=seats, maps=maps), Random(seed)
    for _ in range(12):
        disturb(league, random)
        anew, history = league.made_anew(), league.read_anew()
        assert anew.next(history) == league.format.next(league.history)
        assert anew.is_over(history) == league.format.is_over(league.history)
        assert anew.standings(history) == league.format.standings(league.history)
        assert anew.outlook(history) == league.format.outlook(league.history)
        league.schedule()
        waiting = league.waiting()
        league.record(random.sample(waiting, random.randint(0, len(waiting))), any_places(seed))


def disturb(league: PaperLeague, random: Random) -> None:
    """Somebody joins or leaves, at times."""
    active = league.history.active()
    if random.random() < 0.2:
        league.join()
    if random.random() < 0.2 and len(active) > 1:
        league.leave(random.choice(active).id)


@few
@given(names, fields, seat_counts, map_lists, seeds)
def test_leagues_end_whoever_joins_leaves_or_has_void_matches(
    name: str, bots: int, seats: int, maps: tuple[str, ...], seed: int
) -> None:
    league, random = PaperLeague(name, bots, seats=seats, maps=maps), Random(seed)
    for _ in range(10):
        disturb(league, random)
        league.schedule()
        waiting = league.waiting()
        league.record(random.sample(waiting, random.randint(0, len(waiting))), any_places(seed))
    play_in_any_order(league, random, any_places(seed), voids=0.3)
    check_places(league)


def check_places(league: PaperLeague) -> None:
    """Everybody that has not left has one rank, and equal ones are shared."""
    places = league.format.standings(league.history)
    assert sorted(place.entry for place in places) == [entry.id for entry in league.history.active()]
    ranks = [place.rank for place in places]
    assert ranks == sorted(ranks)
    assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)


@few
@given(fields, st.integers(1, 3), map_lists, seeds)
def test_in_a_round_robin_every_two_that_stay_meet_equally_often(
    bots: int, rounds: int, maps: tuple[str, ...], seed: int
) -> None:
    league, random = PaperLeague("round-robin", bots, rounds=rounds, maps=maps), Random(seed)
    for _ in range(8):
        disturb(league, random)
        league.schedule()
        league.record(random.sample(league.waiting(), len(league.waiting()) // 2), any_places(seed))
    play_in_any_order(league, random, any_places(seed))
    played = Counter(match.entries for match in league.matches)
    active = [entry.id for entry in league.history.active()]
    for a, b in combinations(active, 2):
        assert played[a, b] == played[b, a] == rounds


@few
@given(names, fields, seat_counts, seeds)
def test_units_have_one_map_and_each_bot_once_in_each_seat(name: str, bots: int, seats: int, seed: int) -> None:
    league = PaperLeague(name, bots, seats=seats, maps=("a", "b", "c"))
    play_in_any_order(league, Random(seed), any_places(seed))
    units: dict[int, list[LeagueMatch]] = {}
    for match in league.matches:
        units.setdefault(match.unit, []).append(match)
        assert len(set(match.entries)) == len(match.entries)
        assert len(match.entries) <= seats
    assert list(units) == list(range(len(units)))
    for matches in units.values():
        assert len({match.map for match in matches}) == 1
        assert len(matches) == (2 if len(matches[0].entries) == 2 else 1)
        assert {match.entries[::-1] for match in matches[1:]} <= {matches[0].entries}


@pytest.mark.parametrize("name", OURS)
def test_too_few_bots_for_the_game_do_not_play(name: str) -> None:
    league = PaperLeague(name, 3, facts(low=4, usual=4)).finish()
    assert not league.matches
    assert [place.rank for place in league.format.standings(league.history)] == [1, 1, 1]


@pytest.mark.parametrize("name", OURS)
def test_a_field_smaller_than_the_seats_plays_smaller_matches(name: str) -> None:
    league = PaperLeague(name, 3, facts(), seats=12).finish()
    assert {len(match.entries) for match in league.matches} == {3}


@pytest.mark.parametrize("name", OURS)
def test_forty_bots_in_forty_seats(name: str) -> None:
    league = PaperLeague(name, 41, facts(usual=40)).finish()
    assert max(len(match.entries) for match in league.matches) in {21, 40}
    check_places(league)
