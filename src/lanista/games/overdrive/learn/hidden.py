"""Hidden information: the track outside a player's window, the owners of oil and trucks, the opponent's values."""

from __future__ import annotations

from lanista.engine import Generator, rand_below, rule
from lanista.games.overdrive.car import add_item, append, clear_states
from lanista.games.overdrive.generator import FIRST_OBJECT_BLOCK
from lanista.games.overdrive.moves import TWEET_REACH
from lanista.games.overdrive.state import (
    BOOST_ROUNDS,
    BOOST_SPEED,
    LANES,
    LENGTH,
    MAX_DAMAGE,
    OWNER_SHIFT,
    SEATS,
    SPEED_LIMIT,
    SURFACE_BITS,
    TRUCK,
    VIEW_AHEAD,
    VIEW_BEHIND,
    Car,
    Config,
    Happening,
    Powerup,
    Race,
    Surface,
)

# How many of 1000 blocks have each surface, by its code: the official maps, and a little oil.
SHARES = (885, 50, 5, 10, 0, 10, 10, 10, 10, 10)
MAX_DRAWN_ITEMS = 8
SCORE_GAP = 50  # the drawn score differs from the viewer's by at most this
TRUCK_ODDS = 4  # one player in this many has a truck outside the window


@rule
def redraw(race: Race, config: Config, seat: int, generator: Generator) -> None:
    """Draw everything that a seat cannot see."""
    me = race.cars[seat]
    race.n_trucks = 0
    for row in range(LANES):
        for block in range(1, LENGTH + 1):
            race.track[row, block - 1] = redrawn_cell(race.track[row, block - 1], me, block, generator)
            race.n_trucks += race.track[row, block - 1] // TRUCK
    redraw_trucks(race, me, generator)
    redraw_condition(race.cars[1 - seat], me, generator)
    redraw_items(race.cars[1 - seat], generator)
    redraw_states(race.cars[1 - seat], generator)


@rule
def is_seen(me: Car, block: int) -> bool:
    """Whether a block is in the window of a car."""
    return me.block - VIEW_BEHIND <= block <= me.block + VIEW_AHEAD


@rule
def redrawn_cell(cell: int, me: Car, block: int, generator: Generator) -> int:
    """A cell: what the window shows stays, except who spilled its oil; the first and last blocks are known."""
    if is_seen(me, block):
        surface = cell & SURFACE_BITS
        return with_owner(surface, generator) + (cell & TRUCK)
    if block == LENGTH:
        return Surface.FINISH_LINE
    if block < FIRST_OBJECT_BLOCK:
        return Surface.EMPTY
    return with_owner(drawn_surface(generator), generator)


@rule
def with_owner(surface: int, generator: Generator) -> int:
    """The cell of a surface; oil was spilled by either player."""
    if surface != Surface.OIL_SPILL:
        return surface
    return surface + ((1 + rand_below(generator, SEATS)) << OWNER_SHIFT)


@rule
def drawn_surface(generator: Generator) -> int:
    """A surface, as often as on the official maps."""
    left = rand_below(generator, 1000)
    surface = 0
    while left >= SHARES[surface]:
        left -= SHARES[surface]
        surface += 1
    return surface


@rule
def redraw_trucks(race: Race, me: Car, generator: Generator) -> None:
    """A truck in the window is either player's; those outside it stand ahead of the cars they are for."""
    if rand_below(generator, 2) == 0:
        exchange_trucks(race.cars[0], race.cars[1])
    for owner in range(SEATS):
        car = race.cars[owner]
        if car.truck_lane == 0 or not is_seen(me, car.truck_block):
            car.truck_lane = 0
            car.truck_block = 0
            send_truck(race, car, me, race.cars[1 - owner].block, generator)
        car.tweet_lane = car.truck_lane
        car.tweet_block = car.truck_block


@rule
def exchange_trucks(a: Car, b: Car) -> None:
    """Swap the cars' trucks."""
    lane, block = a.truck_lane, a.truck_block
    a.truck_lane = b.truck_lane
    a.truck_block = b.truck_block
    b.truck_lane = lane
    b.truck_block = block


@rule
def send_truck(race: Race, car: Car, me: Car, target: int, generator: Generator) -> None:
    """Perhaps put a player's truck on a hidden block ahead of the target."""
    lane = 1 + rand_below(generator, LANES)
    block = target + 1 + rand_below(generator, TWEET_REACH)
    if rand_below(generator, TRUCK_ODDS) > 0 or block > LENGTH or is_seen(me, block):
        return
    if race.track[lane - 1, block - 1] < TRUCK:
        race.track[lane - 1, block - 1] += TRUCK
        race.n_trucks += 1
        car.truck_lane = lane
        car.truck_block = block


@rule
def redraw_condition(car: Car, me: Car, generator: Generator) -> None:
    """Score, damage and boost, as the car's speed allows."""
    car.score = me.score + rand_below(generator, 2 * SCORE_GAP + 1) - SCORE_GAP
    damages = 1
    while damages <= MAX_DAMAGE and SPEED_LIMIT[damages] >= car.speed:
        damages += 1
    car.damage = rand_below(generator, damages)
    car.boost_counter = 0
    if car.speed == BOOST_SPEED:
        car.boost_counter = 1 + rand_below(generator, BOOST_ROUNDS)
    elif car.damage > 0:  # a damaged car is not faster while it boosts
        car.boost_counter = rand_below(generator, BOOST_ROUNDS + 1)
    car.boosting = 1 if car.boost_counter > 0 else 0


@rule
def redraw_items(car: Car, generator: Generator) -> None:
    """A few power-ups of any kind."""
    for i in range(car.n_items):
        car.items[i] = 0
    car.n_items = 0
    for powerup in range(len(car.held)):
        car.held[powerup] = 0
    for _ in range(rand_below(generator, MAX_DRAWN_ITEMS + 1)):
        add_item(car, 1 + rand_below(generator, Powerup.EMP))


@rule
def redraw_states(car: Car, generator: Generator) -> None:
    """Draw the car's events of the last round."""
    clear_states(car)
    for _ in range(1 + rand_below(generator, 4)):
        append(car, rand_below(generator, Happening.FINISHED))
