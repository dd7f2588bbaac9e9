"""The arena: its records, its words and its numbers (sections 3 to 6 of the specification).

A square is one number, `y * width + x`. A bullet is one number too: its square, direction and owner.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from lanista.engine import Ints, Records, i1, i2, i4, record

SEATS = 2
LEAST_SIDE = 5  # in competition (section 4) ...
SMALLEST_SIDE = 3  # ... and with the setting `any_size`
MOST_SIDE = 21
SQUARES = MOST_SIDE * MOST_SIDE
DIRECTIONS = 4
MOST_TURNS = 500
MOST_TURRETS = 32
MOST_ITEMS = 96
MOST_PADS = 24
MOST_PERIOD = 127  # fire and cool-down time of a turret together
MOST_RANGE = 8
MOST_HP = 1000
MOST_SHIELD_TURNS = 100
# Each player fires once a turn at most, and `classic` plays one turn more (D1): 1002 bullets, and some to set up.
MOST_BULLETS = 1024
# A square is reached by four bullets and a crossing, and by four beams each of turrets, opponent, and oneself;
# four beams may come back reflected.
MOST_HITS = 24

HIT_POINTS = 750
TURRET_POINTS = 500
ITEM_POINTS = 200
TRAVEL_POINTS = 1
WIN_POINTS = 2500
TIE_POINTS = 1000
TURN_LEFT_POINTS = 2

FLOOR = 0
WALL = 1
TURRET = 2  # the first turret's code on the board; the next has 3, and so on


class Direction(IntEnum):
    """Where robots face and bullets fly; each pair is opposite."""

    UP = 0
    DOWN = 1
    LEFT = 2
    RIGHT = 3


class Word(IntEnum):
    """The fifteen moves (section 6)."""

    FACE_UP = 0
    FACE_DOWN = 1
    FACE_LEFT = 2
    FACE_RIGHT = 3
    NONE = 4
    SHOOT = 5
    FORWARD = 6
    SHIELD = 7
    LASER = 8
    TELEPORT_0 = 9
    TELEPORT_1 = 10
    TELEPORT_2 = 11
    TELEPORT_3 = 12
    TELEPORT_4 = 13
    TELEPORT_5 = 14


class Kind(IntEnum):
    """The items that lie on the floor and are held in stacks."""

    LASER = 0
    SHIELD = 1
    TELEPORT = 2


class Hit(IntEnum):
    """What a hit was, as bits; a bullet that was not absorbed is 0."""

    LASER = 1
    ABSORBED = 2
    REFLECTED = 4


BY_TURRET = 2  # in a list of hits: 0 and 1 are players, the first turret is 2, and so on


@record
class Player:
    """One robot."""

    points: i4
    square: i2
    hp: i2
    laser: i2  # items in hand
    shield: i2
    teleport: i2
    shield_left: i2  # turns that the shield still protects, the present one included
    facing: i1
    effective: i1  # what the last move became
    requested: i1  # what was asked for
    n_hits: i1
    beams: Annotated[Ints, i1, DIRECTIONS]  # squares that the laser of this turn covers


@record
class Hits:
    """What hit one robot in the last turn, and from whom."""

    kind: Annotated[Ints, i1, MOST_HITS]
    by: Annotated[Ints, i1, MOST_HITS]


@record
class Turret:
    """What changes about a turret. Its beams follow from `fired` and where the players stand."""

    phase: i1
    alive: i1
    fired: i1
    credit: i1  # D20: who reflected it and is not yet paid, a bit per seat


@record
class Arena:
    """Everything that changes during a match; what every turn touches stands together at the beginning."""

    turn: i2  # turns played
    over: i2
    n_bullets: i2
    n_credits: i2  # turrets that wait for payment (D20)
    players: Annotated[Records[Player], SEATS]
    turrets: Annotated[Records[Turret], MOST_TURRETS]
    bullets: Annotated[Ints, i2, MOST_BULLETS]  # in the order of firing
    lies: Annotated[Ints, i1, MOST_ITEMS]  # whether an item is still on the floor
    hits: Annotated[Records[Hits], SEATS]


@record
class Place:
    """What never changes about a turret."""

    square: i2
    row: i1
    column: i1
    fire: i1
    cool: i1
    reach: Annotated[Ints, i1, DIRECTIONS]  # squares its beams cover when no player stands there
    sees: Annotated[Ints, i1, DIRECTIONS]  # the turret at the end of each beam, from 1; 0 is none (D3)


@record
class Config:
    """What never changes during a match: settings, the map, and what follows from it.

    The D switches are 1 where the original engine wins over the texts (section 1).
    """

    seats: i4
    width: i4
    height: i4
    max_turns: i4
    initial_hp: i4
    laser_range: i4
    shield_turns: i4
    turret_beams_hit_turrets: i4  # D3
    any_size: i4
    d1_extra_turn: i4
    d2_winner_by_score: i4
    d9_tele_fail_point: i4
    d15_cross_shield_pays: i4
    d15_cross_unlogged: i4
    d16_stale_refund: i4
    d20_late_reflect: i4
    d21_first_last_split: i4
    n_turrets: i4
    n_items: i4
    n_pads: i4
    places: Annotated[Records[Place], MOST_TURRETS]
    start: Annotated[Ints, i2, SEATS]
    start_facing: Annotated[Ints, i2, SEATS]
    pads: Annotated[Ints, i2, MOST_PADS]
    item_square: Annotated[Ints, i2, MOST_ITEMS]
    ahead: Annotated[Ints, i2, SQUARES * DIRECTIONS]  # the next square, by square and direction
    reach: Annotated[Ints, i1, SQUARES * DIRECTIONS]  # squares a beam covers when no player stands there
    row: Annotated[Ints, i1, SQUARES]
    column: Annotated[Ints, i1, SQUARES]
    board: Annotated[Ints, i1, SQUARES]  # floor, wall or turret
    item_at: Annotated[Ints, i1, SQUARES]  # the first item on a square, from 1; 0 is none
    item_kind: Annotated[Ints, i1, MOST_ITEMS]
    item_next: Annotated[Ints, i1, MOST_ITEMS]  # another item on the same square, from 1; 0 is none


@record
class Order:
    """A move: one of the fifteen words."""

    word: i4


@record
class Work:
    """Scratch space for one turn; what is struck is cleared again when it is paid for."""

    target: Annotated[Ints, i4, SEATS]
    n_struck: i4
    n_spent: i4
    first: Annotated[Ints, i4, MOST_TURRETS]  # seat + 1 of the first projectile on a turret ...
    last: Annotated[Ints, i4, MOST_TURRETS]  # ... and of the last
    owners: Annotated[Ints, i4, MOST_TURRETS]  # a bit per seat
    spent: Annotated[Ints, i4, MOST_HITS]  # bullets consumed in head-on crossings (D16)
