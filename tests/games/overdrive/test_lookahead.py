"""The search by compiled rules chooses what the interpreted one does."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from typing import Any

import pytest

from lanista.engine.ready import ready
from lanista.game import BotStart
from lanista.games.overdrive.bots import cruise, greedy, planner
from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.overdrive.tactics import worth

EVERY = 6  # turns between two that are searched
CONFIG = OVERDRIVE.configure("classic")


@pytest.fixture
def compiled() -> Iterator[None]:
    """Compiled rules, which are compiled if they are not in the cache."""
    ready.prefer_compiled(compiling=True)
    yield
    ready.prefer_compiled(wanted=False)


@pytest.fixture(scope="module")
def race() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """What both seats see at some turns of a race, up to the finish."""
    state = OVERDRIVE.start(CONFIG, 20)
    drivers = [cruise.Bot(start(seat)) for seat in range(2)]
    seen = []
    while OVERDRIVE.outcome(state) is None:
        views = OVERDRIVE.view(state, 0), OVERDRIVE.view(state, 1)
        seen.append(views)
        texts = [driver.move(view) for driver, view in zip(drivers, views, strict=True)]
        OVERDRIVE.step(state, [OVERDRIVE.read(state, seat, text) for seat, text in enumerate(texts)])
    return seen[:-12:EVERY] + seen[-12:]


def start(seat: int) -> BotStart:
    return BotStart(seat, 2, "classic", CONFIG, 1, None, 1000)


def choices(kind: Any, race: Any) -> list[str]:
    bots = [kind(start(seat)) for seat in range(2)]
    return [bot.move(view) for views in race for bot, view in zip(bots, views, strict=True)]


@pytest.mark.parametrize("kind", [greedy.Bot, planner.Bot], ids=["greedy", "planner"])
def test_both_searches_choose_the_same_commands(kind, race, compiled):
    fast = choices(kind, race)
    ready.prefer_compiled(wanted=False)
    assert choices(kind, race) == fast
    assert len(set(fast)) > 3


@pytest.mark.parametrize(
    "make", [copy.deepcopy, lambda bot: pickle.loads(pickle.dumps(bot))], ids=["copy", "pickle"]
)
def test_a_copy_of_a_compiled_search_continues_on_its_own(make, race, compiled):
    views = [views[0] for views in race]
    bot = planner.Bot(start(0))
    bot.move(views[0])
    twin = make(bot)
    assert twin._planner._compiled.is_ready
    expected = [bot.move(view) for view in views[1:]]
    assert [twin.move(view) for view in views[1:]] == expected
    assert len(set(expected)) > 2


def test_powers_beyond_the_table_change_nothing():
    """An item more of a kind that a car holds in plenty is worth nothing in floating point."""
    assert 1 - worth.POWERS[-1] == 1
    assert worth.POWERS[:3] == (1, worth.REPEAT_FACTOR, worth.REPEAT_FACTOR**2)
