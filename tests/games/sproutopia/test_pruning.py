"""What a farmer forgets when it is pruned or interrupted (3.7)."""

from __future__ import annotations

from lanista.games.sproutopia import pruning
from lanista.games.sproutopia.state import Direction
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
