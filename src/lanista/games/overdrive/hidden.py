"""Hidden information: the track outside a player's window, and the opponent's values."""

from __future__ import annotations

from lanista.engine import State, Stream
from lanista.games.overdrive import views
from lanista.games.overdrive.state import (
    BOOST_ROUNDS,
    LANES,
    LENGTH,
    MAX_DAMAGE,
    TRUCK,
    Config,
    Happening,
    Powerup,
    Race,
    Surface,
)


def redraw_hidden(state: State[Race, Config], seat: int, seed: int) -> State[Race, Config]:
    """The state with everything that a seat cannot see drawn at random."""
    stream, other = Stream(seed), state.clone()
    seen = views.window(state.record.cars[seat].block)
    track, kinds = other.record.track, len(Surface)
    for row in range(LANES):
        for block in (b for b in range(1, LENGTH) if b not in seen):
            track[row, block - 1] = stream.below(kinds)
    other.record.n_trucks = int((other.data["track"] >= TRUCK).sum())
    car = other.record.cars[1 - seat]
    car.score = stream.below(500)
    car.damage = stream.below(MAX_DAMAGE + 1)
    car.boost_counter = stream.below(BOOST_ROUNDS + 1)
    car.boosting = int(car.boost_counter > 0)
    views.set_items(car, [stream.choice(list(Powerup)).name for _ in range(stream.below(9))])
    views.set_states(car, [stream.choice(list(Happening)).name for _ in range(1 + stream.below(4))])
    return other
