"""Pruned or interrupted farmers forget (3.7)."""

from __future__ import annotations

from lanista.engine import over, zeros
from lanista.games.sproutopia import pruning
from lanista.games.sproutopia.state import Direction, Work
from tests.games.sproutopia.positions import position


def test_all_commands_are_forgotten_and_the_last_one_is_stamped_now() -> None:
    """3.7: the queue is emptied, the last command idle as of now, the direction 0."""
    garden = position().record
    farmer = garden.farmers[0]
    for i in range(3):
        farmer.queue[i], farmer.stamps[i] = Direction.LEFT, 5 + i
    farmer.queued, farmer.last, farmer.direction = 3, Direction.LEFT, Direction.UP
    now = garden.clock
    pruning.forget_commands(garden, farmer)
    assert (farmer.queued, farmer.last, farmer.direction) == (0, Direction.IDLE, Direction.IDLE)
    assert (farmer.stamp, garden.clock) == (now, now + 1)
    assert not any(farmer.queue)
    assert not any(farmer.stamps)


def test_an_interrupted_farmer_goes_back_to_the_start_of_its_trail_however_short() -> None:
    """D11: if it still owns that cell; the spawn is 1,1."""
    state = position()
    work: Work = over(state.rules.work, zeros(state.rules.work).view("u1"))
    farmer = state.record.farmers[0]
    for trail, spot in ((1, (0, 2)), (0, (1, 1))):
        farmer.trail, farmer.start = trail, 2 * state.const.Cols
        pruning.interrupt(state.record, state.const, work, 0)
        assert (farmer.x, farmer.y) == spot
