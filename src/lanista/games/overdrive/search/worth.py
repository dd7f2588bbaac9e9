"""The value of a race to a bot, and the commands that can help."""

from __future__ import annotations

from lanista.engine import rule
from lanista.games.overdrive.moves import order
from lanista.games.overdrive.rules import leads_off_track
from lanista.games.overdrive.state import (
    BOOST_SPEED,
    FASTER,
    LENGTH,
    SPEED_LIMIT,
    Car,
    Command,
    Order,
    Powerup,
    Race,
)

# The value of a car's condition, in thousandths of a block of progress.
BLOCK_WORTH = 1000
SPEED_WORTH = {0: -10_000, 3: -4_000, 5: -3_000, 6: -1_000, 8: 0, 9: 500, 15: 500}
SPEED_WORTHS = tuple(SPEED_WORTH.get(speed, 0) for speed in range(BOOST_SPEED + 1))
DAMAGE_WORTHS = (0, -3_000, -7_000, -11_000, -15_000, -20_000)
BOOST_ROUND_WORTH = 4_000
ITEM_WORTHS = (0, 12_000, 1_000, 4_000, 2_000, 5_000)  # the first of a kind: none, boost, oil, lizard, tweet, EMP
REPEAT_FACTOR = 0.75  # each further item of a kind is worth this fraction of the previous one
MAX_COUNTED = 31  # further items of a kind are worth nothing
ITEM_SUMS = tuple(
    round(worth * (1 - REPEAT_FACTOR**count) / (1 - REPEAT_FACTOR))
    for worth in ITEM_WORTHS
    for count in range(MAX_COUNTED + 1)
)
ITEM_FADE_BLOCKS = 60  # blocks before the finish over which items lose their value
VICTORY = 1_000_000_000


@rule
def value_of(race: Race, seat: int) -> int:
    """The value of a state for a bot; the opponent's worth counts half."""
    if race.winner >= 0:
        return VICTORY - race.round if race.winner == seat else race.round - VICTORY
    return 2 * worth_of(race.cars[seat]) - worth_of(race.cars[1 - seat])


@rule
def worth_of(car: Car) -> int:
    """A car's block plus the value of its condition."""
    items = 0
    for kind in range(Powerup.BOOST, Powerup.EMP + 1):
        items += ITEM_SUMS[kind * (MAX_COUNTED + 1) + min(MAX_COUNTED, car.held[kind])]
    items = items * min(ITEM_FADE_BLOCKS, LENGTH - car.block) // ITEM_FADE_BLOCKS
    condition = SPEED_WORTHS[car.speed] + DAMAGE_WORTHS[car.damage] + BOOST_ROUND_WORTH * car.boost_counter
    return BLOCK_WORTH * car.block + condition + items


@rule
def can_help(car: Car, command: int) -> bool:
    """Whether a command that drives a car can help it."""
    if command == Command.NOTHING:
        return can_go_faster(car)
    if command in (Command.TURN_LEFT, Command.TURN_RIGHT):
        return car.speed > 0 and not leads_off_track(car, command)
    if command == Command.USE_LIZARD:
        return car.held[Powerup.LIZARD] > 0
    if command == Command.USE_BOOST:
        return car.held[Powerup.BOOST] > 0 and car.boost_counter <= 1 and car.damage < 2
    return command != Command.FIX or car.damage > 0


@rule
def can_go_faster(car: Car) -> bool:
    """Whether ACCELERATE would change anything."""
    return min(FASTER[car.speed], SPEED_LIMIT[car.damage]) != car.speed


@rule
def can_hit(shooter: Car, target: Car) -> bool:
    """Whether a car holds an EMP that would hit."""
    return shooter.held[Powerup.EMP] > 0 and target.block > shooter.block and abs(target.lane - shooter.lane) <= 1


@rule
def attack_instead(me: Car, opponent: Car, move: Order) -> None:
    """For a round that needs no command: spill oil or send a truck."""
    if me.held[Powerup.OIL] > 0 and opponent.block < me.block:
        order(move, Command.USE_OIL, 0, 0)
    elif me.held[Powerup.TWEET] > 0:
        order(move, Command.USE_TWEET, opponent.lane, min(LENGTH, opponent.block + 2 * opponent.speed + 1))
