"""Hooks of the searcher: a race's value, the commands to try, and how plans are shown."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import tanh
from typing import Any

from lanista.engine import Generator, Records, rule
from lanista.game import Played
from lanista.game.tuning import SearchTuning
from lanista.games.overdrive.bots.cruise import cruise
from lanista.games.overdrive.moves import order
from lanista.games.overdrive.search.worth import can_go_faster, can_hit
from lanista.games.overdrive.state import (
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
    Surface,
    Work,
)

TUNING = SearchTuning(policy="cruise", turns=0, depth=10, width=12, worlds=8)

# What a car's condition is worth, in tenths of a block of progress
TENTHS = 10
SPEED_WORTHS = (-100, 0, 0, -40, 0, -30, -10, 0, 0, 5, 0, 0, 0, 0, 0, 5)
DAMAGE_WORTHS = (0, -45, -90, -140, -190, -240)
BOOST_ROUND_WORTH = 25

# Blocks of lead that multiply the odds to win by e, by the steps of 16 blocks to go. Far from the finish a lead
# says little, since the car behind can fire EMPs at the one ahead.
STEP = 16
SCALES = tuple(round(5 + min(107, 0.24 * to_go)) for to_go in range(0, LENGTH + STEP, STEP))

# What the first, second, ... item of a kind adds to the logarithm of the odds, in thousandths: a logistic fit to
# 120 races as a start, then what won more matches. Boosts and EMPs decide races when they are kept for the end.
KINDS: tuple[tuple[int, ...], ...] = (
    (),
    (350, 320, 300, 270, 240, 200, 160, 120),  # boosts
    (10, 5, 5, 5, 5, 5, 5, 5),  # oil
    (30, 30, 30, 20, 20, 20, 20, 20),  # lizards
    (20, 10, 10, 10, 10, 10, 10, 10),  # tweets
    (300, 280, 200, 150, 100, 80, 60, 50),  # EMPs
)
MAX_COUNTED = 8  # further items of a kind are worth nothing
ITEM_ODDS = tuple(sum(each[:count]) for each in KINDS for count in range(MAX_COUNTED + 1))
FADE_BLOCKS = 60  # before the finish, over which items lose their value

# What an EMP adds to that while its car is behind, where it can be fired: more towards the finish, since the car
# ahead has less time to recover. In the last 260 blocks, deep searches gain 10 to 18 % by a first EMP; this value
# gains 7 to 13 %.
CHASE_ODDS = 450
CHASE_ODDS_PER_BLOCK = 2

WIN = 1000
MAX_ODDS = 600  # logarithm, in hundredths
CHANCES = tuple(round(WIN * tanh(odds / 200)) for odds in range(MAX_ODDS + 1))

OIL_REACH = 40
TWEET_AHEAD = 1


# What a race is worth


@rule
def value(race: Race, config: Config, seat: int, work: Work) -> int:
    """The chance to win, by the lead in blocks, the condition of the cars and the items they hold."""
    me = race.cars[seat]
    other = race.cars[1 - seat]
    scale = SCALES[(LENGTH - max(me.block, other.block)) // STEP]
    held = items(me) + chase(me, other) - items(other) - chase(other, me)
    odds = TENTHS * TENTHS * (progress(me) - progress(other)) + scale * held
    chance = CHANCES[min(MAX_ODDS, abs(odds) // (TENTHS * scale))]
    return chance if odds >= 0 else -chance


@rule
def progress(car: Car) -> int:
    """A car's block plus its condition, in tenths of a block."""
    condition = SPEED_WORTHS[car.speed] + DAMAGE_WORTHS[car.damage] + BOOST_ROUND_WORTH * car.boost_counter
    return TENTHS * car.block + condition


@rule
def items(car: Car) -> int:
    """The contribution of a car's items to its log odds, in thousandths."""
    total = 0
    for kind in range(Powerup.BOOST, Powerup.EMP + 1):
        total += ITEM_ODDS[kind * (MAX_COUNTED + 1) + min(MAX_COUNTED, car.held[kind])]
    return total * min(FADE_BLOCKS, LENGTH - car.block) // FADE_BLOCKS


@rule
def chase(car: Car, other: Car) -> int:
    """The contribution to a car's log odds of an EMP for the car ahead, in thousandths."""
    if car.block >= other.block or car.held[Powerup.EMP] == 0:
        return 0
    return max(0, CHASE_ODDS - CHASE_ODDS_PER_BLOCK * (LENGTH - other.block))


# Commands worth a try


@rule
def propose(race: Race, config: Config, seat: int, generator: Generator, moves: Records[Order], work: Work) -> int:
    """The commands that may help, except that of the policy, which is tried anyway."""
    me = race.cars[seat]
    other = race.cars[1 - seat]
    cruise(race, config, seat, generator, moves[0], work)
    first = moves[0].command
    n = 0
    for command in range(Command.USE_TWEET):
        if n < len(moves) and command != first and is_worth_a_try(race, me, other, command):
            order(moves[n], command, 0, 0)
            n += 1
    if me.held[Powerup.TWEET] > 0:
        n = propose_tweets(other, moves, n)
    return n


@rule
def is_worth_a_try(race: Race, me: Car, other: Car, command: int) -> bool:
    """Whether a command can help."""
    if command == Command.NOTHING:
        return can_go_faster(me)
    if command == Command.ACCELERATE:
        return True
    if command == Command.TURN_LEFT:
        return me.speed > 0 and me.lane > 1
    if command == Command.TURN_RIGHT:
        return me.speed > 0 and me.lane < LANES
    if command == Command.USE_BOOST:
        return me.held[Powerup.BOOST] > 0 and me.boost_counter <= 1 and me.damage < 2
    if command == Command.USE_OIL:
        return me.held[Powerup.OIL] > 0 and other.block < me.block <= other.block + OIL_REACH
    if command == Command.USE_LIZARD:
        return me.held[Powerup.LIZARD] > 0 and me.speed > 0 and has_obstacle(race, me)
    if command == Command.USE_EMP:
        return can_hit(me, other)
    return command == Command.FIX and me.damage > 0


@rule
def has_obstacle(race: Race, car: Car) -> bool:
    """Whether a jump would pass over something that harms."""
    for block in range(car.block + 1, min(LENGTH, car.block + car.speed) + 1):
        cell = race.track[car.lane - 1, block - 1]
        surface = cell & SURFACE_BITS
        if cell & TRUCK or surface == Surface.MUD or surface == Surface.WALL or surface == Surface.OIL_SPILL:  # noqa: PLR1714
            return True
    return False


@rule
def propose_tweets(other: Car, moves: Records[Order], n: int) -> int:
    """Trucks just ahead of where the opponent will be, in its lane and beside it."""
    speed = max(other.speed, min(FASTER[other.speed], SPEED_LIMIT[other.damage]))
    block = other.block + speed + TWEET_AHEAD
    for lane in range(max(1, other.lane - 1), min(LANES, other.lane + 1) + 1):
        if n < len(moves) and block <= LENGTH:
            order(moves[n], Command.USE_TWEET, lane, block)
            n += 1
    return n


QUIET = (Command.NOTHING, Command.ACCELERATE, Command.TURN_LEFT, Command.TURN_RIGHT)


def marks(line: Sequence[Played], seat: int) -> list[dict[str, Any]]:
    """The planned path of the car, its actions on the way, and its trucks."""
    found: list[dict[str, Any]] = []
    cars = [played.before.record.cars[seat] for played in line]
    for car, after in pairwise(cars):
        found.append({"x": car.block, "y": car.lane, "to": [after.block, after.lane]})
    for turn, (car, played) in enumerate(zip(cars, line, strict=True), 1):
        command, lane, block = played.moves[seat]
        if command is Command.USE_TWEET:
            found.append({"x": block, "y": lane, "text": f"{turn} truck"})
        elif command not in QUIET:
            word = command.name.removeprefix("USE_").lower()
            found.append({"x": car.block, "y": car.lane, "text": f"{turn} {word}"})
    return found
