"""Balance: seats, maps and opponents over a whole schedule."""

from __future__ import annotations

import pytest

from lanista.league.balance import MatchTally
from lanista.league.designs import base_blocks, pair_rounds, pairs_of_round
from tests.league.formats.playing import PaperLeague
from tests.rows import every_row

MAPS = ("a", "b", "c", "d", "e", "f")


def spread(counts: list[int]) -> int:
    return max(counts) - min(counts)


class Spreads:
    """The largest differences in a schedule."""

    def __init__(self, league: PaperLeague, seats: int, maps: tuple[str, ...]) -> None:
        tally, bots = MatchTally(maps).follow(league.history), range(len(league.history.entries))
        self.seat = max(spread([tally.seats[bot][seat] for seat in range(seats)]) for bot in bots)
        self.map = max(spread([tally.on_map[bot][name] for name in tally.maps]) for bot in bots)
        self.seat_on_map = max(
            spread([tally.seat_on_map[bot][seat, name] for seat in range(seats) for name in tally.maps])
            for bot in bots
        )
        met = [tally.meetings(a, b) for a in bots for b in range(a)]
        self.met, self.least_met = spread(met), min(met)


@every_row("bots", [2, 3, 4, 7, 8, 13, 20, 21])
@every_row("maps", [MAPS[:1], MAPS[:2], MAPS[:3], MAPS])
def test_round_robin_of_two_seats(bots: int, maps: tuple[str, ...]) -> None:
    """Seats are equal, on every map; maps differ by a unit, or by two if the number of bots is odd."""
    spreads = Spreads(PaperLeague("round-robin", bots, maps=maps).finish(), 2, maps)
    assert (spreads.seat, spreads.met) == (0, 0)
    assert spreads.map <= (4 if bots % 2 else 2)
    assert spreads.seat_on_map <= (2 if bots % 2 else 1)


@pytest.mark.parametrize(("bots", "maps", "most"), [(7, 3, 0), (9, 4, 0), (13, 3, 0), (7, 5, 1), (11, 6, 1)])
def test_odd_fields_play_maps_equally_often_where_that_is_possible(bots: int, maps: int, most: int) -> None:
    spreads = Spreads(PaperLeague("round-robin", bots, maps=MAPS[:maps]).finish(), 2, MAPS[:maps])
    assert spreads.map <= 2 * most


@every_row(("bots", "seats"), [(3, 3), (4, 3), (10, 4), (13, 4), (20, 4), (20, 12), (41, 40), (60, 8)])
@every_row("maps", [MAPS[:1], MAPS[:3], MAPS])
def test_round_robin_of_more_seats(bots: int, seats: int, maps: tuple[str, ...]) -> None:
    """Seats and maps are equal, in every combination; everybody meets everybody."""
    spreads = Spreads(PaperLeague("round-robin", bots, seats=seats, maps=maps).finish(), seats, maps)
    assert (spreads.seat, spreads.map, spreads.seat_on_map) == (0, 0, 0)
    assert spreads.least_met >= 1
    assert spreads.met <= 5


@pytest.mark.parametrize(("bots", "seats", "rounds"), [(9, 2, 4), (12, 4, 6), (16, 4, 8), (36, 12, 12)])
def test_swiss(bots: int, seats: int, rounds: int) -> None:
    """In full matches seats differ by two at most; maps differ by one unit, or two with a bye."""
    maps = MAPS[:2]
    spreads = Spreads(PaperLeague("swiss", bots, seats=seats, rounds=rounds, maps=maps).finish(), seats, maps)
    assert spreads.seat <= (0 if seats == 2 else 2)
    assert spreads.map <= (4 if seats == 2 else 1)


@pytest.mark.parametrize("seats", [3, 4, 12])
def test_bots_that_join_later_sit_in_all_seats_and_meet_everybody(seats: int) -> None:
    league = PaperLeague("round-robin", 14, seats=seats, maps=MAPS[:2]).finish()
    league.join(3)
    spreads = Spreads(league.finish(), seats, MAPS[:2])
    assert spreads.least_met >= 1
    assert spreads.seat <= 3
    assert spreads.map <= 3


@pytest.mark.parametrize("bots", [2, 3, 6, 7])
def test_rounds_of_pairs_hold_every_pair_once(bots: int) -> None:
    pairs = [
        frozenset(pair) for number in range(pair_rounds(bots)) for pair in pairs_of_round(range(bots), number)
    ]
    assert len(pairs) == len(set(pairs)) == bots * (bots - 1) // 2


@pytest.mark.parametrize(
    ("bots", "seats", "blocks"), [(7, 3, 1), (13, 4, 1), (21, 5, 2), (20, 20, 1), (500, 40, 1)]
)
def test_few_blocks_are_enough(bots: int, seats: int, blocks: int) -> None:
    assert len(base_blocks(bots, seats, 1, 1)) == blocks
