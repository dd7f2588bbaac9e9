"""What the searcher needs to know: what a race is worth, which commands to try, and how to show its plans."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import tanh
from typing import Any

from lanista.engine import Generator, Records, rule
from lanista.game import Played
from lanista.game.plan import Plan
from lanista.games.overdrive.policies import greedy
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
from lanista.games.overdrive.tactics.worth import can_go_faster, can_hit

PLAN = Plan(policy="greedy", turns=0, depth=10, width=12, worlds=8)

# What a car's condition is worth, in tenths of a block of progress
TENTHS = 10
SPEED_WORTHS = (-100, 0, 0, -40, 0, -30, -10, 0, 0, 5, 0, 0, 0, 0, 0, 5)
DAMAGE_WORTHS = (0, -30, -70, -110, -150, -200)
BOOST_ROUND_WORTH = 40
MAX_COUNTED = 8  # further items of a kind are worth nothing
REPEAT = 0.75  # each further item of a kind is worth this fraction of the previous one
ITEM_WORTHS = (0, 120, 10, 40, 20, 50)  # by kind: none, boost, oil, lizard, tweet, EMP
ITEMS_WORTH = tuple(
    round(worth * (1 - REPEAT**count) / (1 - REPEAT)) for worth in ITEM_WORTHS for count in range(MAX_COUNTED + 1)
)
FADE_BLOCKS = 60  # before the finish, over which items lose their value

# A lead is as good as won if it is a few times the scale, which shrinks towards the finish
WIN = 1000
CLOSE = 200  # tenths of a block, at the finish
CLOSE_PER_BLOCK = 1  # more, for each block to go
STEPS = 64  # of the table per scale
MAX_LEAD = 4  # scales
CHANCES = tuple(round(WIN * tanh(i / STEPS)) for i in range(MAX_LEAD * STEPS + 1))

OIL_REACH = 40
TWEET_AHEAD = 1


# What a race is worth


@rule
def value(race: Race, config: Config, seat: int) -> int:
    """The lead in blocks and in what the cars are worth, as a chance to win."""
    me = race.cars[seat]
    other = race.cars[1 - seat]
    lead = worth(me) - worth(other)
    scale = CLOSE + CLOSE_PER_BLOCK * (LENGTH - max(me.block, other.block))
    steps = min(MAX_LEAD * STEPS, abs(lead) * STEPS // scale)
    return CHANCES[steps] if lead >= 0 else -CHANCES[steps]


@rule
def worth(car: Car) -> int:
    """A car's block plus its condition, in tenths of a block."""
    items = 0
    for kind in range(1, len(ITEM_WORTHS)):
        items += ITEMS_WORTH[kind * (MAX_COUNTED + 1) + min(MAX_COUNTED, car.held[kind])]
    items = items * min(FADE_BLOCKS, LENGTH - car.block) // FADE_BLOCKS
    condition = SPEED_WORTHS[car.speed] + DAMAGE_WORTHS[car.damage] + BOOST_ROUND_WORTH * car.boost_counter
    return TENTHS * car.block + condition + items


# Commands worth a try


@rule
def propose(race: Race, config: Config, seat: int, generator: Generator, moves: Records[Order], work: Work) -> int:
    """The commands that may help, except that of the policy, which is tried anyway.

    Both turns are among them, since the policy chooses by chance between turns that are as good.
    """
    me = race.cars[seat]
    other = race.cars[1 - seat]
    greedy(race, config, seat, generator, moves[0], work)
    first = moves[0].command
    n = 0
    for command in range(Command.USE_TWEET):
        is_new = command != first or command == Command.TURN_LEFT or command == Command.TURN_RIGHT  # noqa: PLR1714
        if n < len(moves) and is_new and is_worth_a_try(race, me, other, command):
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


@rule
def order(move: Order, command: int, lane: int, block: int) -> None:
    """Write a move."""
    move.command = command
    move.lane = lane
    move.block = block


QUIET = (Command.NOTHING, Command.ACCELERATE, Command.TURN_LEFT, Command.TURN_RIGHT)


def marks(line: Sequence[Played], seat: int) -> list[dict[str, Any]]:
    """Where the car is about to drive, what else it does on its way, and where it puts trucks."""
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
