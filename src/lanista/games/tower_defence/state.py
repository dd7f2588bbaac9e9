"""The battle: its records, enumerations and constants (sections 2, 3 and 7.1 of the specification)."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from lanista.engine import Grid, Ints, Log, Records, i1, i2, i4, i8, record

SEATS = 2

# A cell's index is y * WIDTH + x on every board; these are the sides of the largest board.
WIDTH = 16
HEIGHT = 8
CELLS = WIDTH * HEIGHT
HALF = WIDTH // 2

# 64 turrets a side with four missiles each in flight, and two more per column (see `settings.max_missiles`).
MAX_MISSILES = 544
MAX_TESLAS = 2  # per player
MAX_SHOTS = SEATS * MAX_TESLAS
MAX_STRUCK = WIDTH + 2  # per tesla shot: the base, a building in each column, the tower
MAX_CURTAIN_HITS = CELLS + MAX_SHOTS  # per round: one missile per cell, and the tesla shots


class Building(IntEnum):
    """A kind of building."""

    NONE = 0
    DEFENSE = 1  # the rules text's wall
    ATTACK = 2  # turret
    ENERGY = 3  # generator
    TESLA = 4


class OrderType(IntEnum):
    """A type of order; the numbers are those of the order texts."""

    NOTHING = -1
    DEFENSE = 0
    ATTACK = 1
    ENERGY = 2
    DECONSTRUCT = 3
    TESLA = 4
    IRON_CURTAIN = 5


class Refusal(IntEnum):
    """Why an order is refused."""

    NONE = 0
    UNKNOWN_TYPE = 1
    NOT_OWN_CELL = 2
    TESLA_LIMIT = 3
    OCCUPIED = 4
    NO_ENERGY = 5
    NOTHING_THERE = 6
    NOT_AVAILABLE = 7
    STILL_ACTIVE = 8


class Ending(IntEnum):
    """Why a match ended."""

    NONE = 0
    BASE_DESTROYED = 1
    MAX_ROUNDS = 2
    DO_NOTHINGS = 3


BUILT_BY = (Building.DEFENSE, Building.ATTACK, Building.ENERGY, Building.NONE, Building.TESLA, Building.NONE)
BUILDINGS = tuple(building for building in Building if building)

# Missiles and entries in lists of hits are numbers: the cell, plus CELLS if it is B's.
# A base struck by a tesla is TESLA_BASE, plus 1 if it is B's.
TESLA_BASE = SEATS * CELLS

# What notes say of a hit that met no building
ENEMY_BASE = -1
CURTAIN = -2


@record
class Player:
    """One player; the curtain is active while `curtain_left` is not negative."""

    score: i8
    energy: i4
    health: i4
    hits_taken: i4
    generators: i4  # finished ones
    curtain_left: i4
    curtain_available: i4
    do_nothings: i4  # the bad-command counter (7.4)


@record
class Battle:
    """The state of a match; list entries beyond their counts are 0."""

    round: i4  # rounds played
    ending: i4
    n_sites: i4
    n_turrets: i4
    n_teslas: i4
    n_missiles: i4
    n_shots: i4
    n_curtain_hits: i4
    players: Annotated[Records[Player], SEATS]
    missiles: Annotated[Ints, i2, MAX_MISSILES]  # in order of creation
    health: Annotated[Ints, i2, CELLS]
    ready: Annotated[Ints, i2, CELLS]  # the round in which a building is finished
    due: Annotated[Ints, i2, CELLS]  # the earliest round of a weapon's next shot
    building: Annotated[Ints, i1, CELLS]
    turrets: Annotated[Ints, i1, CELLS]  # cells of finished turrets, oldest first
    sites: Annotated[Ints, i1, CELLS]  # cells of unfinished buildings, oldest first
    teslas: Annotated[Ints, i1, MAX_SHOTS]  # cells of tesla towers, finished or not, oldest first
    shot_length: Annotated[Ints, i2, MAX_SHOTS]
    shots: Annotated[Grid, i2, MAX_SHOTS, MAX_STRUCK]  # what teslas struck in the last round (8.4 d)
    curtain_hits: Annotated[Ints, i2, MAX_CURTAIN_HITS]
    filler: Annotated[Ints, i2, 2]  # in the shape that saved states have


@record
class Config:
    """The constants of a match; switches are 1 for the engine's slip (section 9, see `settings`)."""

    seats: i4
    width: i4
    height: i4
    max_rounds: i4
    start_energy: i4
    round_income: i4
    start_health: i4
    health_score_multiplier: i4
    energy_score_multiplier: i4
    attack_damage: i4
    attack_speed: i4
    attack_cooldown: i4
    energy_income: i4
    tesla_limit: i4  # towers per player; 0: the order is unknown
    tesla_damage: i4
    tesla_cooldown: i4
    tesla_shot_price: i4
    tesla_range: i4
    deconstruction: i4  # 1: the order is known
    deconstruction_refund: i4
    iron_curtain: i4  # 1: the order is known
    curtain_price: i4
    curtain_rounds: i4
    curtain_period: i4
    curtain_score: i4
    max_do_nothings: i4  # bad commands that end a match; 0: never
    d1_missiles_pass_unfinished: i4
    d2_everything_scores: i4
    d4_one_extra_round: i4
    d7_dead_still_stops: i4
    d8_own_crossing_scores: i4
    d9_health_may_be_negative: i4
    d10_extra_fields_are_ignored: i4
    d16_cooldown_hidden_from_b: i4
    d24_short_state: i4
    counter_stops: i4
    hits_score_damage: i4
    removal_scores: i4
    base_hits_score: i4
    final_health_scores: i4
    price: Annotated[Ints, i4, 5]  # by building, like all that follow
    full_health: Annotated[Ints, i4, 5]
    construction_time: Annotated[Ints, i4, 5]
    destroy_multiplier: Annotated[Ints, i4, 5]
    construction_score: Annotated[Ints, i4, 5]
    value: Annotated[Ints, i4, 5]  # D3


@record
class Order:
    """A move: an order and its cell in the player's view (see `moves.Move`)."""

    type: i4
    x: i4
    y: i4
    faults: i4


@record
class Work:
    """Scratch space: the buildings destroyed in a round, and data of bots about rows and trials."""

    n_dead: i4
    dead: Annotated[Ints, i4, CELLS]
    coming: Annotated[Ints, i4, HEIGHT]  # the enemy's missiles
    nearest: Annotated[Ints, i4, HEIGHT]  # the column, in the player's view, of the first of them
    farthest: Annotated[Ints, i4, HEIGHT]  # of the last
    arrival: Annotated[Ints, i4, HEIGHT]  # of the enemy's next missile at the front, in rounds
    standing: Annotated[Ints, i4, HEIGHT]  # a player's buildings, by `contents` of the bots
    costs: Annotated[Ints, i4, HEIGHT]  # of what a bot wants to build
    weights: Annotated[Grid, i4, len(BUILDINGS), HEIGHT]  # of each kind of building
    ahead: Annotated[Records[Battle], 2]  # as a bot sees it, and as it may become
    tries: Annotated[Records[Order], SEATS + 1]
    log: Log
