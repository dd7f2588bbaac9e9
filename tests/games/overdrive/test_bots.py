"""The built-in bots: always valid, deterministic, and better than random."""

from collections.abc import Callable
from typing import Any

import pytest

from lanista.engine import derive
from lanista.game import BotStart, bot_class
from lanista.games.overdrive.game import OVERDRIVE

CONFIG = OVERDRIVE.configure()


def race(names: tuple[str, str], seed: int, watch: Callable[[int, str], None] = lambda seat, text: None) -> int:
    """The seat that wins a match between two built-in bots; every move must be valid."""
    state = OVERDRIVE.start(CONFIG, seed)
    bots: list[Any] = [
        bot_class(OVERDRIVE, name)(BotStart(seat, 2, "standard", CONFIG, derive(seed, seat)))
        for seat, name in enumerate(names)
    ]
    while (outcome := OVERDRIVE.outcome(state)) is None:
        texts = [bot.move(OVERDRIVE.view(state, seat)) for seat, bot in enumerate(bots)]
        for seat, text in enumerate(texts):
            watch(seat, text)
        OVERDRIVE.step(state, [OVERDRIVE.read(state, seat, text) for seat, text in enumerate(texts)])
    return outcome.places.index(1)


@pytest.mark.parametrize("name", OVERDRIVE.bots)
def test_every_move_is_valid_and_the_same_again(name):
    """`read` raises on an invalid move; the same seed and views give the same answers."""
    first: list[str] = []
    again: list[str] = []
    race((name, "random"), 7, lambda seat, text: first.append(text))
    race((name, "random"), 7, lambda seat, text: again.append(text))
    assert first == again
    assert len(set(first)) > 3


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("better", ["cruise", "greedy", "planner"])
def test_every_other_bot_beats_random(better, seat):
    names = (better, "random") if seat == 0 else ("random", better)
    assert [race(names, seed) for seed in (1, 2)] == [seat, seat]


@pytest.mark.parametrize(("turn_ms", "depth"), [(None, 4), (1000, 4), (80, 4), (60, 3), (20, 1), (1, 1)])
def test_planner_looks_less_far_ahead_when_it_has_less_time(turn_ms, depth):
    bot = bot_class(OVERDRIVE, "planner")(BotStart(0, 2, "standard", CONFIG, 1, turn_ms=turn_ms))
    assert bot._planner.depth == depth
    assert bot.move(OVERDRIVE.view(OVERDRIVE.start(CONFIG, 1), 0))
