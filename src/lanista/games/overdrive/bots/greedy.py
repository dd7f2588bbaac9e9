"""`greedy`: the command that makes the most of the next round."""

from __future__ import annotations

from lanista.engine import Generator, rule
from lanista.games.overdrive.bots.cruise import needs_repair
from lanista.games.overdrive.moves import order
from lanista.games.overdrive.search.worth import (
    BLOCK_WORTH,
    BOOST_ROUND_WORTH,
    DAMAGE_WORTHS,
    ITEM_SUMS,
    MAX_COUNTED,
    SPEED_WORTHS,
    VICTORY,
    attack_instead,
    can_go_faster,
    can_hit,
)
from lanista.games.overdrive.state import (
    BOOST_ROUNDS,
    BOOST_SPEED,
    CRASH_SPEED,
    FASTER,
    LANES,
    LENGTH,
    MAX_DAMAGE,
    MUDDIED,
    POWERUP_ON,
    SPEED_LIMIT,
    SURFACE_BITS,
    TRUCK,
    VIEW_AHEAD,
    Car,
    Command,
    Config,
    Order,
    Powerup,
    Race,
    Surface,
    Work,
)

AHEAD = 8  # blocks beyond the path that count too
HARM_AHEAD = 2 * BLOCK_WORTH  # for each damage there; the car may still dodge it
IMPOSSIBLE = -VICTORY

# What is on a path is counted in one number, so that no block needs a branch: mud and oil, walls, each kind of
# item, trucks. No path has more than 15 blocks.
COUNT_BITS = 4
MAX_COUNT = (1 << COUNT_BITS) - 1
WALL = 1 << COUNT_BITS
ITEM_SHIFTS = tuple((1 + kind) * COUNT_BITS for kind in range(Powerup.EMP + 1))
TRUCK_SHIFT = ITEM_SHIFTS[Powerup.EMP] + COUNT_BITS
CELL_BITS = 2 * TRUCK - 1


def _counts(cell: int) -> int:
    """The counts of a path that is one cell."""
    surface = cell & SURFACE_BITS
    if cell & TRUCK:
        return 1 << TRUCK_SHIFT
    if surface in (Surface.MUD, Surface.OIL_SPILL):
        return 1
    if surface == Surface.WALL:
        return WALL
    kind = dict(enumerate(POWERUP_ON)).get(surface)
    return 1 << ITEM_SHIFTS[kind] if kind else 0


COUNTS = tuple(map(_counts, range(CELL_BITS + 1)))

# By the counts of mud, oil and walls: the damage, and how much slower the car gets.
HARM = (1 << ITEM_SHIFTS[Powerup.BOOST]) - 1
DAMAGES = tuple((harm & MAX_COUNT) + 2 * (harm // WALL) for harm in range(HARM + 1))
MAX_MUD = 4  # which makes any car as slow as it gets
CRASH = MAX_MUD + 1
SLOWINGS = CRASH + 1
SLOWING = tuple(CRASH if harm >= WALL else min(MAX_MUD, harm) for harm in range(HARM + 1))


def _slowed(speed: int, slowing: int) -> int:
    """The speed of a car that was slowed down."""
    if slowing == CRASH:
        return min(speed, CRASH_SPEED)
    for _ in range(slowing):
        speed = MUDDIED[speed]
    return speed


SLOWED = tuple(_slowed(speed, slowing) for speed in range(BOOST_SPEED + 1) for slowing in range(SLOWINGS))


@rule
def greedy(race: Race, config: Config, seat: int, generator: Generator, move: Order, work: Work) -> None:
    """Looks one round ahead, along every path, and plays the command after which its car is worth most."""
    me = race.cars[seat]
    other = race.cars[1 - seat]
    order(move, best_command(race, me, other), 0, 0)
    if move.command == Command.ACCELERATE and not can_go_faster(me):
        attack_instead(me, other, move)


@rule
def best_command(race: Race, me: Car, other: Car) -> int:
    """FIX if damage slows the car down, otherwise the command after which it is worth most."""
    if needs_repair(me):
        return Command.FIX
    speed = min(FASTER[me.speed], SPEED_LIMIT[me.damage])
    rounds = max(0, me.boost_counter - 1)
    straight = worth_after(race, me, me.lane, me.block + 1, speed, rounds, IMPOSSIBLE)
    is_clear = straight >= BLOCK_WORTH * (me.block + speed) + SPEED_WORTHS[speed] + DAMAGE_WORTHS[me.damage]
    slower = straight
    if speed != me.speed and not is_clear:
        slower = worth_after(race, me, me.lane, me.block + 1, me.speed, rounds, IMPOSSIBLE)
    left = worth_of_turn(race, me, me.lane - 1, rounds, straight)
    right = worth_of_turn(race, me, me.lane + 1, rounds, max(straight, left))
    boost = worth_of_boost(race, me, max(straight, left, right))
    jump = IMPOSSIBLE if is_clear else worth_of_jump(race, me, rounds, max(straight, left, right, boost))
    emp = slower + worth_of_hit(other) - price(me, Powerup.EMP) if can_hit(me, other) else IMPOSSIBLE
    most = max(straight, slower, left, right, boost, jump, emp)
    if most == straight:
        return Command.ACCELERATE
    if most == left:
        return Command.TURN_LEFT
    if most == right:
        return Command.TURN_RIGHT
    if most == boost:
        return Command.USE_BOOST
    if most == jump:
        return Command.USE_LIZARD
    return Command.USE_EMP if most == emp else Command.NOTHING


@rule
def worth_of_turn(race: Race, car: Car, lane: int, rounds: int, most: int) -> int:
    """The worth of the car after a turn into a lane: its path begins beside it, so that it loses a block."""
    if car.speed == 0 or lane < 1 or lane > LANES:
        return IMPOSSIBLE
    return worth_after(race, car, lane, car.block, car.speed, rounds, most)


@rule
def worth_of_boost(race: Race, car: Car, most: int) -> int:
    """The worth of the car after the first round of a boost, less the item."""
    if car.held[Powerup.BOOST] == 0 or car.boost_counter > 1:
        return IMPOSSIBLE
    item = price(car, Powerup.BOOST)
    speed = SPEED_LIMIT[car.damage]
    return worth_after(race, car, car.lane, car.block + 1, speed, BOOST_ROUNDS, most + item) - item


@rule
def worth_of_jump(race: Race, car: Car, rounds: int, most: int) -> int:
    """The worth of the car after a jump, less the item: its path is the block on which it lands."""
    if car.held[Powerup.LIZARD] == 0 or car.speed == 0:
        return IMPOSSIBLE
    item = price(car, Powerup.LIZARD)
    return worth_after(race, car, car.lane, car.block + car.speed, car.speed, rounds, most + item) - item


@rule
def worth_of_hit(other: Car) -> int:
    """Half of the opponent's loss by an EMP."""
    speed = max(other.speed, FASTER[other.speed])
    return (BLOCK_WORTH * speed + SPEED_WORTHS[speed] - SPEED_WORTHS[CRASH_SPEED]) // 2


@rule
def price(car: Car, powerup: int) -> int:
    """The worth of the last item of a kind that a car holds."""
    last = powerup * (MAX_COUNTED + 1) + min(MAX_COUNTED, car.held[powerup])
    return ITEM_SUMS[last] - ITEM_SUMS[last - 1]


@rule
def worth_after(race: Race, car: Car, lane: int, first: int, speed: int, rounds: int, most: int) -> int:
    """The worth of a car, but for the items that it holds, after it drove along a lane from block `first`.

    It may be too high if it is not above `most`.
    """
    end = min(LENGTH, car.block + speed - (1 if lane != car.lane else 0))
    counts = contents_of(race, lane, first, end)
    if counts >> TRUCK_SHIFT:  # a truck is a wall before which the car stops
        end = first_truck(race, lane, first) - 1
        counts = contents_of(race, lane, first, end) + WALL
    harm = counts & HARM
    damage = min(MAX_DAMAGE, car.damage + DAMAGES[harm])
    slowed = min(SLOWED[SLOWINGS * speed + SLOWING[harm]], SPEED_LIMIT[damage])
    worth = BLOCK_WORTH * end + SPEED_WORTHS[slowed] + DAMAGE_WORTHS[damage]
    worth += BOOST_ROUND_WORTH * rounds if harm == 0 else 0
    if counts > HARM:
        worth += worth_of_items(car, counts)
    if worth <= most:
        return worth
    coming = contents_of(race, lane, end + 1, min(LENGTH, end + AHEAD, car.block + VIEW_AHEAD))
    return worth - HARM_AHEAD * DAMAGES[coming & HARM]


@rule
def worth_of_items(car: Car, counts: int) -> int:
    """The value that the items on a path add to a car."""
    worth = 0
    for kind in range(Powerup.BOOST, Powerup.EMP + 1):
        found = counts >> ITEM_SHIFTS[kind] & MAX_COUNT
        if found > 0:
            held = car.held[kind]
            sums = kind * (MAX_COUNTED + 1)
            worth += ITEM_SUMS[sums + min(MAX_COUNTED, held + found)] - ITEM_SUMS[sums + min(MAX_COUNTED, held)]
    return worth


@rule
def contents_of(race: Race, lane: int, first: int, last: int) -> int:
    """The contents of these blocks of a lane, counted by kind."""
    counts = 0
    for block in range(first, last + 1):
        counts += COUNTS[race.track[lane - 1, block - 1] & CELL_BITS]
    return counts


@rule
def first_truck(race: Race, lane: int, first: int) -> int:
    """The block of the first truck of a lane, which must have one."""
    block = first
    while race.track[lane - 1, block - 1] < TRUCK:
        block += 1
    return block
