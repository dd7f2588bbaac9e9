"""What a runner cannot see: coins out of sight, other purses, and the future."""

from __future__ import annotations

from lanista.engine import State, Stream, derive
from tests.coins import views
from tests.coins.state import LENGTH, Config, Line


def redraw_hidden(state: State[Line, Config], seat: int, seed: int) -> State[Line, Config]:
    """Other coins out of sight, other purses, and another future."""
    stream, other = Stream(derive(seed, seat)), state.clone()
    seen = views.sight(state.record.runners[seat])
    for place in (place for place in range(LENGTH) if place not in seen):
        other.record.coins[place] = stream.below(2)
    for runner in other.record.runners[: state.seats]:
        if runner is not other.record.runners[seat]:
            runner.purse = stream.below(state.record.turn + 1)
    other.record.generator.position = derive(seed, "future")
    return other
