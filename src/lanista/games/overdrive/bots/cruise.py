"""`cruise`: simple rules, of which the first that applies wins; never simulates a round."""

from __future__ import annotations

from lanista.engine import Generator, rule
from lanista.games.overdrive.moves import order
from lanista.games.overdrive.search.worth import can_go_faster, can_hit
from lanista.games.overdrive.state import (
    BOOST_SPEED,
    FASTER,
    LANES,
    LENGTH,
    SPEED_LIMIT,
    SURFACE_BITS,
    TRUCK,
    Car,
    Command,
    Config,
    Order,
    Powerup,
    Race,
    Work,
)

# What a block costs, in tenths of a damage point, by its surface; items are a gain.
COSTS = (0, 10, 10, -1, 0, -6, 20, -3, -1, -3)
TRUCK_COST = 25
TURN_COST = 1  # a turn loses a block
WORTH_A_JUMP = 6
OIL_REACH = 12


@rule
def cruise(race: Race, config: Config, seat: int, generator: Generator, move: Order, work: Work) -> None:
    """Keeps the car undamaged and fast on the cheapest lane, and attacks when there is nothing better to do."""
    car = race.cars[seat]
    order(move, driving_command(race, car), 0, 0)
    if move.command == Command.ACCELERATE and not can_go_faster(car):
        attack(car, race.cars[1 - seat], move)


@rule
def driving_command(race: Race, car: Car) -> int:
    """The first of these that has a use: fix, boost, dodge; otherwise ACCELERATE."""
    if needs_repair(car):
        return Command.FIX
    if can_boost(race, car):
        return Command.USE_BOOST
    return cheapest_way(race, car)


@rule
def needs_repair(car: Car) -> bool:
    """Whether damage limits the normal speed, or a boost that the car holds."""
    limit = 1 if car.held[Powerup.BOOST] > 0 else 2
    return car.damage >= limit and car.boost_counter <= 1


@rule
def can_boost(race: Race, car: Car) -> bool:
    """Whether an undamaged car that holds a boost has a clear lane ahead."""
    if car.held[Powerup.BOOST] == 0 or car.boost_counter > 1 or car.damage > 0:
        return False
    return path_cost(race, car.lane, car.block + 1, car.block + BOOST_SPEED) <= 0


@rule
def cheapest_way(race: Race, car: Car) -> int:
    """ACCELERATE for straight on, a turn into a cheaper lane, or a jump if all lanes are bad."""
    speed = max(car.speed, min(FASTER[car.speed], SPEED_LIMIT[car.damage]))
    straight = path_cost(race, car.lane, car.block + 1, car.block + speed)
    left = turn_cost(race, car, car.lane - 1, straight)
    right = turn_cost(race, car, car.lane + 1, straight)
    if min(straight, left, right) >= WORTH_A_JUMP and can_jump(race, car):
        return Command.USE_LIZARD
    if straight <= min(left, right):
        return Command.ACCELERATE
    return Command.TURN_LEFT if left <= right else Command.TURN_RIGHT


@rule
def turn_cost(race: Race, car: Car, lane: int, straight: int) -> int:
    """The cost of a turn into a lane; one that cannot be made costs as much as driving straight on."""
    if lane < 1 or lane > LANES or car.speed == 0:
        return straight
    return path_cost(race, lane, car.block, car.block + car.speed - 1) + TURN_COST


@rule
def can_jump(race: Race, car: Car) -> bool:
    """Whether the car holds a lizard and would land well."""
    landing = car.block + car.speed
    return car.held[Powerup.LIZARD] > 0 and path_cost(race, car.lane, landing, landing) <= 0


@rule
def path_cost(race: Race, lane: int, first: int, last: int) -> int:
    """The cost of driving over these blocks of a lane; negative if items outweigh obstacles."""
    cost = 0
    for block in range(first, min(LENGTH, last) + 1):
        cell = race.track[lane - 1, block - 1]
        cost += COSTS[cell & SURFACE_BITS]
        if cell & TRUCK:
            cost += TRUCK_COST
    return cost


@rule
def attack(car: Car, other: Car, move: Order) -> None:
    """Use an EMP that hits, oil just ahead of the opponent, or a tweet two rounds ahead of it."""
    block = other.block + 2 * other.speed + 1
    if can_hit(car, other):
        move.command = Command.USE_EMP
    elif car.held[Powerup.OIL] > 0 and other.block < car.block <= other.block + OIL_REACH:
        move.command = Command.USE_OIL
    elif car.held[Powerup.TWEET] > 0 and other.speed > 0 and block <= LENGTH:
        order(move, Command.USE_TWEET, other.lane, block)
