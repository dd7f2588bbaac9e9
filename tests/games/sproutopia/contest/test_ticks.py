"""The ticks of a match at the hub: when they are due, and when they are closed."""

import pytest

from lanista.games.sproutopia.contest.farmers import Command, HubFarmer
from lanista.games.sproutopia.contest.ticks import Ticks
from lanista.games.sproutopia.state import Direction


def some_ticks() -> tuple[Ticks, HubFarmer]:
    """Ticks of 0.4 s, and their only farmer."""
    farmer = HubFarmer("id")
    return Ticks([farmer], 0.4, ranked=True), farmer


@pytest.mark.parametrize(
    ("now", "due"),
    [(10.0, 10.4), (10.15, 10.4), (10.25, 10.65), (12.0, 12.4)],
    ids=["on time", "a little late", "more than half a period late", "very late"],
)
def test_a_late_match_gives_its_bots_a_full_period(now: float, due: float) -> None:
    ticks, _ = some_ticks()
    ticks.open(1, 10.0)
    assert ticks.due == 10.0, "the first tick is due at once"
    ticks.open(2, now)
    assert ticks.due == pytest.approx(due)


def test_sockets_are_read_once_per_tick() -> None:
    ticks, _ = some_ticks()
    assert [ticks.needs_settling() for _ in range(2)] == [True, True], "always before the first tick"
    for number in (1, 2):
        ticks.open(number, 0.0)
        assert [ticks.needs_settling() for _ in range(2)] == [True, False]


def test_a_closed_tick_takes_no_more_commands() -> None:
    ticks, farmer = some_ticks()
    ticks.open(1, 0.0)
    farmer.waiting.append(Command(Direction.UP, 1, 0.1))
    assert ticks.take(0).text == "UP@1"
    farmer.waiting.append(Command(Direction.LEFT, 2, 0.2))
    assert ticks.take(0).text == "UP@1"
    ticks.open(2, 0.4)
    assert ticks.take(0).text == "LEFT@1"
