"""No bot waits for long, whichever bots are chosen freely."""

import random

import pytest

from lanista.league.ladder.turns import LadderTurns, wait_bound


class Watch:
    """Plays units and checks that no bot waits longer than the bound, which counts from each bot's last unit."""

    def __init__(self, seats: int, active: list[int]) -> None:
        self.turns = LadderTurns()
        self.seats = seats
        self.active = active
        self.latest: dict[int, int] = {}  # the unit in which a bot has to play at the latest
        self.unit = 0

    def play(self, favourites: list[int]) -> None:
        due = self.turns.due(self.active, self.seats)
        others = [bot for bot in favourites if bot not in due]
        bots = (due + others)[: self.seats]
        if any(bot not in self.latest for bot in bots):
            self.latest = {bot: unit + 1 for bot, unit in self.latest.items()}
        for bot in bots:
            self.latest[bot] = self.unit + wait_bound(len(self.active), self.seats)
        self.turns.played(bots)
        late = [bot for bot in self.active if self.latest.get(bot, self.unit + 1) <= self.unit and bot not in bots]
        assert not late, f"unit {self.unit}"
        self.unit += 1


@pytest.mark.parametrize("seats", [2, 8])
def test_nobody_waits_longer_than_the_bound_even_if_the_same_bots_are_always_wanted(seats):
    """u + 2 * ceil(A / h) + N."""
    watch = Watch(seats, list(range(500)))
    for _ in range(2200):
        watch.play(watch.active[:seats])
    assert len(watch.latest) == 500


@pytest.mark.parametrize("seats", [2, 5])
def test_nobody_waits_longer_while_bots_join_and_leave(seats):
    choice = random.Random(14)
    watch, joined = Watch(seats, list(range(60))), 60
    for _ in range(3500):
        if choice.random() < 0.1:
            count = choice.choice([1, 1, 1, 7])
            watch.active = watch.active + list(range(joined, joined + count))
            joined += count
        while len(watch.active) > 60 + choice.randrange(10):
            watch.active = [bot for bot in watch.active if bot != choice.choice(watch.active)]
        watch.play(choice.sample(watch.active, 2 * seats))
    assert joined > 400


def test_the_bound_is_tight_for_two_seats():
    """With 2 seats and A bots of which one is always wanted, somebody waits about 2 (A - 1) units."""
    watch, last, longest = Watch(2, list(range(20))), dict[int, int](), 0
    for unit in range(200):
        due = watch.turns.due(watch.active, 2)
        watch.play([0, 1])
        for bot in due or [0, 1]:
            longest = max(longest, unit - last.get(bot, unit))
            last[bot] = unit
    assert wait_bound(20, 2) - 8 <= longest <= wait_bound(20, 2)


def test_bots_without_a_match_play_first_in_the_order_in_which_they_joined():
    turns = LadderTurns()
    assert turns.due([0, 1, 2, 3, 4], 2) == [0, 1]
    turns.played([0, 1])
    assert turns.due([0, 1, 2, 3, 4], 2) == [2, 3]
    turns.played([2, 3])
    assert turns.due([0, 1, 2, 3, 4], 2) == [4]
