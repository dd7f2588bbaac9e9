"""The race: its records, enumerations and constants (sections 1 to 3 of the specification)."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from lanista.engine import Grid, Ints, Log, Records, i1, i2, i4, record

LANES = 4
LENGTH = 1500
SEATS = 2
MAX_ROUNDS = 600
START_SPEED = 5
BOOST_SPEED = 15
TOP_SPEED = 9
CRASH_SPEED = 3
MAX_DAMAGE = 5
BOOST_ROUNDS = 5
VIEW_BEHIND = 5
VIEW_AHEAD = 20
WINDOW = VIEW_BEHIND + 1 + VIEW_AHEAD

# The referee flags cars with more than 1500 power-ups; items beyond MAX_ITEMS score but are not stored.
MAX_ITEMS = 1536
# In one round: boost end, EMP, command, truck, 16 blocks, FINISHED twice.
MAX_STATES = 24
MAX_REQUESTS = 4
# Of a search by simulated rounds: lines that it continues, commands that it tries, trucks that it knows.
BEAM = 8
WAYS = 8
MAX_PLANNED_TRUCKS = 24


class Surface(IntEnum):
    """The contents of a block, as the contest's `surfaceObject` codes."""

    EMPTY = 0
    MUD = 1
    OIL_SPILL = 2
    OIL_ITEM = 3
    FINISH_LINE = 4
    BOOST = 5
    WALL = 6
    LIZARD = 7
    TWEET = 8
    EMP = 9


class Powerup(IntEnum):
    """An item that a car can hold."""

    BOOST = 1
    OIL = 2
    LIZARD = 3
    TWEET = 4
    EMP = 5


class Command(IntEnum):
    """A player's command; MISSING stands for no command, or one that cannot be parsed."""

    NOTHING = 0
    ACCELERATE = 1
    DECELERATE = 2
    TURN_LEFT = 3
    TURN_RIGHT = 4
    USE_BOOST = 5
    USE_OIL = 6
    USE_LIZARD = 7
    USE_EMP = 8
    FIX = 9
    USE_TWEET = 10
    MISSING = 11


class Happening(IntEnum):
    """The player states of section 8: a car's events in a round."""

    READY = 0
    NOTHING = 1
    TURNING_LEFT = 2
    TURNING_RIGHT = 3
    ACCELERATING = 4
    DECELERATING = 5
    USED_BOOST = 6
    USED_OIL = 7
    USED_LIZARD = 8
    USED_TWEET = 9
    USED_EMP = 10
    FIXED_CAR = 11
    HIT_EMP = 12
    HIT_CYBER_TRUCK = 13
    HIT_MUD = 14
    HIT_OIL = 15
    HIT_WALL = 16
    PICKED_UP_POWERUP = 17
    FINISHED = 18


# A cell of the track packs its surface, seat + 1 of the player who spilled its oil, and a flag for a truck.
SURFACE_BITS = 15
OWNER_SHIFT = 4
OWNER_BITS = 3
TRUCK = 64


def _by_speed(steps: dict[int, int]) -> tuple[int, ...]:
    """A lookup table for all speeds; those that `steps` does not name stay unchanged."""
    return tuple(steps.get(speed, speed) for speed in range(BOOST_SPEED + 1))


FASTER = _by_speed({0: 3, 3: 6, 5: 6, 6: 8, 8: 9, 9: 9})
SLOWER = _by_speed({3: 0, 5: 3, 6: 3, 8: 6, 9: 8, 15: 9})
MUDDIED = _by_speed({5: 3, 6: 3, 8: 6, 9: 8, 15: 9})
SPEED_LIMIT = (15, 9, 8, 6, 3, 0)

# The power-up that a command uses, and the power-up on a surface; 0 is none.
POWERUP_USED = tuple(
    int({"USE_" + powerup.name: powerup for powerup in Powerup}.get(command.name, 0)) for command in Command
)
POWERUP_ON = tuple(
    int({"OIL_ITEM": Powerup.OIL, **Powerup.__members__}.get(surface.name, 0)) for surface in Surface
)

MUD_SCORE = -3
OIL_SCORE = -4
WALL_SCORE = -5
TRUCK_SCORE = -7
EMP_SCORE = -7
POWERUP_SCORE = 4
INVALID_SCORE = -5


@record
class Car:
    """One car; lanes and blocks count from 1, and 0 means none."""

    lane: i4
    block: i4
    speed: i4
    damage: i4
    score: i4
    boosting: i4
    boost_counter: i4
    truck_lane: i4  # the player's truck, while it stands
    truck_block: i4
    tweet_lane: i4  # the player's last successful tweet, even if that truck is gone
    tweet_block: i4
    invalid_in_row: i4
    too_many_invalid: i4
    n_states: i4
    n_items: i4
    held: Annotated[Ints, i2, 6]  # how many of each power-up
    states: Annotated[Ints, i1, MAX_STATES]
    items: Annotated[Ints, i1, MAX_ITEMS]  # power-ups in the order of collection


@record
class Request:
    """A tweet to be answered at the end of the round."""

    seat: i4
    lane: i4
    block: i4
    from_lane: i4  # the player's last successful tweet before this one (D5)
    from_block: i4


@record
class Race:
    """The state of a match."""

    round: i4  # rounds played
    winner: i4  # seat, or -1 during the race
    n_trucks: i4
    n_requests: i4
    requests: Annotated[Records[Request], MAX_REQUESTS]
    cars: Annotated[Records[Car], SEATS]
    track: Annotated[Grid, i1, LANES, LENGTH]


@record
class Config:
    """The constants of a match; switches are 1 for the engine's slip (section 13.1, see `settings`)."""

    seats: i4
    max_rounds: i4
    too_many_invalid: i4
    d1_invalid_is_free: i4
    d2_lizard_scores_nothing: i4
    d3_pickup_is_not_listed: i4
    d4_refund_every_round: i4
    d5_wreck_is_remembered: i4
    d6_player_2_goes_back: i4
    d7_block_beside_is_skipped: i4
    d8_own_oil_harms: i4
    d9_start_block_counts_again: i4
    d12_truck_moves_both_back: i4
    d13_player_1_tweets_first: i4
    d14_off_track_is_a_turn: i4
    finished_twice: i4


@record
class Order:
    """A move: a command and, for a tweet, its target block."""

    command: i4
    lane: i4
    block: i4


@record
class Drive:
    """One car's plan for the round."""

    command: i4
    start_lane: i4
    start_block: i4
    lane: i4  # the target
    block: i4
    jumping: i4
    turned: i4  # a turn at speed > 0, on or off the track
    off_track: i4
    hit_emp: i4
    stopped: i4  # by a truck
    put_back: i4  # by a collision


@record
class PlannedCar:
    """The parts of a car that matter for later rounds."""

    lane: i4
    block: i4
    speed: i4
    damage: i4
    score: i4
    boost_counter: i4
    held: Annotated[Ints, i2, 6]


@record
class PlannedRace:
    """The end of some simulated rounds, as small as a beam search can compare and continue it."""

    value: i4  # for the bot that simulates
    first: i4  # its command in the first of these rounds
    round: i4
    winner: i4
    trucks: i4  # a bit for each of `Work.trucks` that stands
    cars: Annotated[Records[PlannedCar], SEATS]


@record
class Spot:
    """A block of a lane."""

    lane: i4
    block: i4


@record
class Work:
    """Scratch space for one round, and its events; then for bots that simulate rounds."""

    drives: Annotated[Records[Drive], SEATS]
    counts: Annotated[Ints, i4, 10]  # surfaces on a car's path
    refused: Annotated[Ints, i4, MAX_REQUESTS]
    log: Log
    moves: Annotated[Records[Order], SEATS]
    n_trucks: i4
    trucks: Annotated[Records[Spot], MAX_PLANNED_TRUCKS]  # near enough to be met in the simulated rounds
    now: PlannedRace
    beam: Annotated[Records[PlannedRace], BEAM]  # best first
    found: Annotated[Records[PlannedRace], BEAM * WAYS]
