"""What a driver cannot see, drawn anew: the rest of the track and the opponent's numbers."""

from __future__ import annotations

from lanista.engine import State, Stream
from lanista.games.overdrive import views
from lanista.games.overdrive.state import (
    BOOST_ROUNDS,
    LANES,
    LENGTH,
    MAX_DAMAGE,
    Config,
    Happening,
    Powerup,
    Race,
    Surface,
)


def redraw_hidden(state: State[Race, Config], seat: int, seed: int) -> State[Race, Config]:
    """Another opponent under the bonnet, and another track outside the window."""
    stream, other = Stream(seed), state.clone()
    seen = views.window(state.record.cars[seat].block)
    track, kinds = other.record.track, len(Surface)
    for row in range(LANES):
        for block in (b for b in range(1, LENGTH) if b not in seen):
            track[row, block - 1] = stream.below(kinds)
    other.record.n_trucks = int((other.data["track"] >= 64).sum())
    car = other.record.cars[1 - seat]
    car.score = stream.below(500)
    car.damage = stream.below(MAX_DAMAGE + 1)
    car.boost_counter = stream.below(BOOST_ROUNDS + 1)
    car.boosting = int(car.boost_counter > 0)
    views.set_items(car, [stream.choice(list(Powerup)).name for _ in range(stream.below(9))])
    views.set_states(car, [stream.choice(list(Happening)).name for _ in range(1 + stream.below(4))])
    return other
