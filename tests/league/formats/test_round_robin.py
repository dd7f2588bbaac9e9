"""Round robin: everybody meets everybody."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from tests.league.formats.playing import PaperLeague, facts
from tests.rows import every_row


@every_row("bots", [2, 3, 8, 9])
@every_row("rounds", [1, 3])
def test_with_two_seats_every_pair_plays_each_round_in_both_seats(bots: int, rounds: int) -> None:
    league = PaperLeague("round-robin", bots, rounds=rounds).finish()
    played = Counter(match.entries for match in league.matches)
    assert set(played.values()) == {rounds}
    assert len(played) == bots * (bots - 1)


@pytest.mark.parametrize(("bots", "seats"), [(3, 3), (4, 3), (9, 4), (20, 12), (41, 40)])
def test_with_more_seats_everybody_meets_everybody(bots: int, seats: int) -> None:
    league = PaperLeague("round-robin", bots, facts(), seats=seats).finish()
    met = {frozenset(pair) for match in league.matches for pair in combinations(match.entries, 2)}
    assert len(met) == bots * (bots - 1) // 2


def test_one_bot_alone_does_not_play() -> None:
    assert not PaperLeague("round-robin", 1).finish().matches


def test_a_bot_that_joins_late_meets_everybody() -> None:
    league = PaperLeague("round-robin", 5).finish()
    league.join(2)
    league.finish()
    assert Counter(match.entries for match in league.matches) == Counter(
        (a, b) for a in range(7) for b in range(7) if a != b
    )


def test_standings_share_ranks_of_equal_bots() -> None:
    league = PaperLeague("round-robin", 4).finish(lambda match: (1, 1))
    assert league.ranks() == {0: 1, 1: 1, 2: 1, 3: 1}
    assert PaperLeague("round-robin", 4).finish().ranks() == {0: 1, 1: 2, 2: 3, 3: 4}
