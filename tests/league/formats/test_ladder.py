"""The ladder: the same schedule for all runners, nobody waits, and it ends when the places are sure."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from lanista.core.errors import ConfigError
from lanista.league.formats import make_format
from lanista.league.formats.ladder import Ladder
from lanista.league.history import LeagueHistory
from lanista.league.ladder.turns import wait_bound
from lanista.league.simulation import SimulatedLeague, match_of
from lanista.league.store.records import LeagueMatch, StoredResult
from tests.league.formats.playing import facts

STRENGTHS = [300.0, 200, 100, 0, -100, -200]


def ladder(**options: object) -> Ladder:
    made = make_format("ladder", options, facts())
    assert isinstance(made, Ladder)
    return made


def league(elo: list[float] = STRENGTHS, *, seed: int = 1, **options: object) -> SimulatedLeague:
    return SimulatedLeague(ladder(**options), elo, seed=seed)


def play_all(simulated: SimulatedLeague) -> None:
    """Play every match that can be scheduled now."""
    for match in simulated.plan():
        simulated.play(match.number)


def read_anew(history: LeagueHistory) -> LeagueHistory:
    return LeagueHistory(history.entries.values(), history.matches, history.results.values())


# One schedule


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_results_in_any_order_and_a_history_read_anew_give_the_same_schedule(seats):
    """Match n uses only results before n - `ahead`."""
    straight = league(seats=seats, max_matches=260)
    straight.run()
    choice = random.Random(14)
    other = league(seats=seats, max_matches=260)
    waiting: list[LeagueMatch] = []
    while waiting := waiting + other.plan():
        match = waiting.pop(choice.randrange(min(8, len(waiting))))
        other.play(match.number)
        if choice.random() < 0.1:  # another runner continues
            other.format, other.history = ladder(seats=seats, max_matches=260), read_anew(other.history)
    assert other.history.matches == straight.history.matches


def test_a_match_waits_for_the_results_that_it_uses_and_for_no_others():
    played = league(ahead=16)
    assert len(played.plan()) == 18  # the unit that begins with match 16 uses no result yet
    for number in range(1, 18):
        played.play(number)
    assert not played.plan()
    played.play(0)
    assert len(played.plan()) == 18


def test_matches_beyond_may_not_matter():
    """Results that a unit may not use do not change it, even if they are known."""
    known, unknown = league(ahead=16), league(ahead=16)
    for simulated in (known, unknown):
        simulated.plan()
    for number in range(18):
        known.play(number)
    for number in range(4):
        unknown.play(number)
    assert known.plan()[:4] == unknown.plan()


def test_what_another_runner_scheduled_for_another_field_is_taken_as_it_is():
    """A plan that was not accepted is forgotten."""
    first = league()
    planned = first.format.next(first.history)
    assert first.format.next(first.history) == planned
    first.join(50)
    other = ladder()
    matches = [match_of(one, number) for number, one in enumerate(other.next(read_anew(first.history)))]
    assert [match.entries for match in matches] != [one.entries for one in planned]
    for match in matches:
        first.history.add_match(match)
    for number in range(len(matches)):
        first.play(number)
    assert first.format.next(first.history) == ladder().next(read_anew(first.history))


def test_void_matches_count_for_nobody():
    void = league()
    for match in void.plan() + void.plan():
        void.history.add_result(StoredResult(match.number, void="an engine error"))
    assert len(void.plan()) == 34
    assert void.format.standings(void.history)[0].points == 0


# Nobody waits


def test_a_bot_that_joins_plays_in_the_next_unit():
    played = league([0.0] * 9)
    for _ in range(4):
        for match in played.plan():
            played.play(match.number)
    entry = played.join(100)
    first = played.plan()[:2]
    assert first[0].number == entry.joined
    assert [entry.id in match.entries for match in first] == [True, True]


def test_several_that_join_at_once_play_in_their_order():
    played = league([0.0] * 9, seats=4)
    for match in played.plan():
        played.play(match.number)
    joined = [played.join(0).id for _ in range(6)]
    first = played.plan()[:2]
    assert sorted(first[0].entries) == joined[:4]
    assert set(joined[4:]) < set(first[1].entries)


def units_of(matches: list[LeagueMatch]) -> list[tuple[int, ...]]:
    return list({match.unit: match.entries for match in matches}.values())


def check_waits(simulated: SimulatedLeague, seats: int) -> None:
    """Each bot plays again within the bound; units with newcomers do not count, and it is active all the time."""
    known: set[int] = set()
    plain, last = 0, dict[int, int]()
    entries = simulated.history.entries
    for unit in units_of(simulated.history.matches):
        plain += known.issuperset(unit)
        known.update(unit)
        bound = wait_bound(len(known), seats)
        for bot in unit:
            assert plain - last.get(bot, plain) <= bound, bot
            last[bot] = plain
    assert all(plain - last[bot] <= bound for bot in known if entries[bot].left is None)


def test_nobody_waits_longer_than_the_bound_among_500_bots_that_come_and_go():
    """Also while the first places are contested by bots of equal strength."""
    choice = random.Random(5)
    elo = [choice.gauss(0, 200) for _ in range(496)] + [600.0] * 4
    simulated = league(elo, max_matches=100_000)
    while len(simulated.history.matches) < 2600:
        for match in simulated.plan():
            simulated.play(match.number)
        if choice.random() < 0.2:
            simulated.join(choice.gauss(0, 200))
        if choice.random() < 0.2:
            simulated.leave(choice.choice(simulated.history.active()[:-4]).id)
    check_waits(simulated, 2)
    played = Counter(bot for match in simulated.history.matches for bot in match.entries)
    assert all(played[entry.id] for entry in simulated.history.active())
    firsts = {bot: match.number for match in simulated.history.matches[::-1] for bot in match.entries}
    late = [entry for entry in simulated.history.entries.values() if entry.joined > 600 and entry.id in firsts]
    assert late
    assert all(firsts[entry.id] - entry.joined <= 2 for entry in late)


# Balance


@pytest.mark.parametrize(("seats", "bots"), [(2, 7), (3, 9), (8, 30), (40, 60)])
def test_seats_and_maps_are_balanced(seats, bots):
    """2 seats: both on one seed. More: each bot where it sat least. Maps: what the bots of a unit played least."""
    maps = ("a", "b", "c")
    simulated = league(
        [20.0 * bot for bot in range(bots)], seats=seats, maps=maps, max_matches=60 if seats == 40 else 120
    )
    simulated.run()
    sat = Counter((bot, seat) for match in simulated.history.matches for seat, bot in enumerate(match.entries))
    on_map = Counter((bot, match.map) for match in simulated.history.matches for bot in match.entries)
    size = 2 if seats == 2 else 1
    for bot in range(bots):
        assert np.ptp([sat[bot, seat] for seat in range(seats)]) <= (0 if seats == 2 else 3)
        assert np.ptp([on_map[bot, name] for name in maps]) <= 4 * size
    for match in simulated.history.matches[::2] if seats == 2 else []:
        back = simulated.history.matches[match.number + 1]
        assert (back.entries, back.map, back.unit) == (match.entries[::-1], match.map, match.unit)


def test_fewer_bots_than_seats_play_with_fewer_seats():
    assert {len(match.entries) for match in league([0.0] * 5, seats=8).plan()} == {5}
    alone = league([0.0])
    assert not alone.plan()
    assert alone.format.is_over(alone.history)


# The end


def test_it_ends_when_the_places_are_sure():
    played = league()
    matches = played.run(4000)
    assert matches < 1500
    assert played.format.is_over(played.history)
    assert [place.entry for place in played.format.standings(played.history)[:3]] == [0, 1, 2]
    outlook = played.format.outlook(played.history)
    assert outlook.remaining == 0
    assert outlook.matches == matches
    assert int(outlook.sentence.removeprefix("P(top 3 is right) = ").removesuffix(" %")) >= 95


def test_all_runners_agree_where_it_ends():
    played = league()
    played.run()
    anew = read_anew(played.history)
    assert ladder().is_over(anew)
    assert not ladder().next(anew)
    shorter = LeagueHistory(anew.entries.values(), anew.matches[:-2], list(anew.results.values())[:-2])
    assert len(ladder().next(shorter)) == 2


def test_each_bot_plays_the_least_number_of_matches_before_it_ends():
    played = league([900.0, 600, 300, -600, -600, -600], min_matches=40)
    played.run(4000)
    counted = Counter(bot for match in played.history.matches for bot in match.entries)
    assert min(counted.values()) >= 40
    assert len(played.history.matches) < 1200


@pytest.mark.parametrize(("seats", "matches"), [(2, 100), (3, 101)])
def test_it_ends_with_the_last_match_that_is_allowed(seats, matches):
    played = league([0.0, 20, 20, 40], seats=seats, max_matches=101)
    assert played.run() == matches
    assert played.format.is_over(played.history)


def test_a_bot_that_joins_continues_it():
    played = league()
    length = played.run()
    played.join(250)
    assert not played.format.is_over(played.history)
    assert played.run() > length + 10
    assert [place.entry for place in played.format.standings(played.history)[:3]] == [0, 6, 1]


def test_a_bot_that_leaves_takes_its_place_with_it():
    played = league()
    played.run()
    played.leave(0)
    played.run()
    assert played.format.is_over(played.history)
    assert [place.entry for place in played.format.standings(played.history)[:3]] == [1, 2, 3]


def test_equal_bots_end_it_too():
    """Their places are right by the margin."""
    played = league([0.0] * 3, margin=60, places=2)
    assert played.run(3000) < 3000


# Outlook


def test_the_outlook_says_how_many_matches_it_will_take():
    """Within a factor of three, from the middle of the ladder on."""
    total = league().run()
    played = league()
    while len(played.history.matches) < total // 2:
        for match in played.plan():
            played.play(match.number)
    outlook = played.format.outlook(played.history)
    assert outlook.sentence.startswith("P(top 3 is right) = ")
    assert outlook.remaining is not None
    assert total / 6 < outlook.remaining < total * 1.5


def test_before_the_first_results_the_outlook_is_open():
    played = league(max_matches=500)
    played.plan()
    outlook = played.format.outlook(played.history)
    assert (outlook.sentence, outlook.remaining) == ("", None)


@pytest.mark.parametrize(
    "options",
    [
        {"sure": 1.0},
        {"sure": 0.2},
        {"places": 0},
        {"margin": 0},
        {"min_matches": 0},
        {"ahead": -1},
        {"max_matches": 1},
    ],
)
def test_options_out_of_range_are_refused(options):
    with pytest.raises(ConfigError, match=next(iter(options))):
        ladder(**options)


def test_the_places_are_right_as_often_as_it_says():
    """Wrong are bots behind one that is better by more than the margin; more runs are in docs/ladder.md."""
    wrong, runs = 0, 8
    for seed in range(runs):
        elo = np.random.default_rng(seed).normal(0, 400, 4).tolist()
        played = league(elo, seed=seed, places=2, max_matches=600)
        played.run()
        order = [elo[place.entry] for place in played.format.standings(played.history)]
        wrong += any(max(order[place + 1 :]) > order[place] + 10 for place in range(2))
    assert wrong <= 1


# Endless


@pytest.mark.parametrize("seats", [2, 4])
def test_an_endless_ladder_is_never_over_and_everybody_plays_on_in_turn(seats):
    """Once the places are certain, nobody is preferred, and nobody waits longer than before."""
    elo = [800.0, 400, 0, -400, -800]
    ended = league(elo, seats=seats, min_matches=4)
    ended.run()
    endless = league(elo, seats=seats, min_matches=4, endless=True)
    length = len(ended.history.matches)
    while len(endless.history.matches) < length + 400:
        play_all(endless)
    assert not endless.format.is_over(endless.history)
    assert endless.history.matches[: length - 32] == ended.history.matches[: length - 32]
    units: dict[int, tuple[int, ...]] = {}
    for match in endless.history.matches[length + 64 :]:
        units.setdefault(match.unit, match.entries)
    played = Counter(bot for entries in units.values() for bot in entries)
    assert max(played.values()) - min(played[bot] for bot in range(5)) <= 2
    outlook = endless.format.outlook(endless.history)
    assert (outlook.matches, outlook.remaining) == (None, None)
    assert outlook.sentence == "P(top 3 is right) = 100 %"


def test_a_bot_that_joins_an_endless_ladder_plays_first():
    endless = league([800.0, 0, -800], min_matches=4, endless=True)
    for _ in range(200):
        play_all(endless)
    endless.join(300)
    assert 3 in endless.plan()[0].entries


def test_an_endless_ladder_waits_for_a_second_bot():
    endless = league([0.0], endless=True)
    assert not endless.plan()
    assert not endless.format.is_over(endless.history)
    endless.join(100)
    assert endless.plan()


def test_runners_of_an_endless_ladder_agree():
    straight, other = (league([500.0, 0, -500], min_matches=4, endless=True) for _ in range(2))
    for _ in range(30):
        play_all(straight)
        other.format, other.history = ladder(min_matches=4, endless=True), read_anew(other.history)
        play_all(other)
    assert other.history.matches == straight.history.matches


def test_an_endless_ladder_takes_no_hard_limit():
    with pytest.raises(ConfigError, match="expected endless or max_matches, got both"):
        ladder(endless=True, max_matches=100)
