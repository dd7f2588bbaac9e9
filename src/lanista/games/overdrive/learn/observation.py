"""Observations for learners: the window around the car and both cars as numbers, relative to the car."""

from __future__ import annotations

from lanista.engine import Ints, Number, ObservationSpec, Plane, rule
from lanista.games.overdrive.state import (
    BOOST_ROUNDS,
    BOOST_SPEED,
    LANES,
    LENGTH,
    MAX_DAMAGE,
    MAX_ITEMS,
    MAX_ROUNDS,
    SEATS,
    SURFACE_BITS,
    TRUCK,
    VIEW_BEHIND,
    WINDOW,
    Car,
    Config,
    Powerup,
    Race,
    Surface,
)

INT16 = 32767
ASIDE = LANES - 1  # lanes to either side of the car
ROWS = 2 * ASIDE + 1
BLOCKS = ROWS * WINDOW
# Codes of blocks beyond those of surfaces
OFF_TRACK = -1
TRUCK_CODE = len(Surface)
OPPONENT_CODE = TRUCK_CODE + 1
CODES = (
    (OFF_TRACK, "off the track"),
    *((int(surface), surface.name.lower().replace("_", " ")) for surface in Surface),
    (TRUCK_CODE, "truck"),
    (OPPONENT_CODE, "opponent"),
)
POWERUPS = len(Powerup)
ITEM_UNIT = 5
SCORE_UNIT = 100

OBSERVATION = ObservationSpec.of(
    Plane(
        "blocks",
        (ROWS, WINDOW),
        OFF_TRACK,
        OPPONENT_CODE,
        f"{ASIDE} lanes to the left, the car's own, {ASIDE} to the right; from {VIEW_BEHIND} blocks behind it on",
        codes=CODES,
    ),
    Number("lane", 1, LANES),
    Number("blocks to go", 0, LENGTH - 1, "to the finish line", unit=LENGTH),
    Number("speed", 0, BOOST_SPEED),
    Number("damage", 0, MAX_DAMAGE),
    Number("score", unit=SCORE_UNIT),
    Number("boost rounds", 0, BOOST_ROUNDS, "rounds that the boost still lasts"),
    [Number(f"{powerup.name.lower()} items", 0, MAX_ITEMS, unit=ITEM_UNIT) for powerup in Powerup],
    Number("opponent's lane", 1, LANES),
    Number("opponent's lane from the car's", -ASIDE, ASIDE),
    Number("opponent's lead", 1 - LENGTH, LENGTH - 1, "in blocks", unit=WINDOW),
    Number("opponent's speed", 0, BOOST_SPEED),
    Number("round", 0, MAX_ROUNDS, "rounds played"),
    Number("rounds left", 0, MAX_ROUNDS),
    Number("seat", 0, SEATS - 1),
)


@rule
def observe(race: Race, config: Config, seat: int, row: Ints) -> None:
    """A seat's observation: the window lane by lane, then both cars."""
    me = race.cars[seat]
    other = race.cars[1 - seat]
    observe_blocks(race, me.lane, me.block - 1 - VIEW_BEHIND, row)
    observe_opponent(me, other, row)
    at = BLOCKS
    row[at] = me.lane
    row[at + 1] = LENGTH - me.block
    row[at + 2] = me.speed
    row[at + 3] = me.damage
    row[at + 4] = max(-INT16, min(INT16, me.score))
    row[at + 5] = me.boost_counter
    for powerup in range(1, POWERUPS + 1):
        row[at + 5 + powerup] = me.held[powerup]
    row[at + 11] = other.lane
    row[at + 12] = other.lane - me.lane
    row[at + 13] = other.block - me.block
    row[at + 14] = other.speed
    row[at + 15] = race.round
    row[at + 16] = config.max_rounds - race.round
    row[at + 17] = seat


@rule
def observe_blocks(race: Race, own_lane: int, first: int, row: Ints) -> None:
    """Write the window, which begins at an index of the track; the car's own lane is in the middle."""
    row[0:BLOCKS] = OFF_TRACK
    top = (LANES - own_lane & LANES - 1) * WINDOW  # of the first lane; an index that cannot be out of range
    for lane in range(LANES):
        if 0 <= first <= LENGTH - WINDOW:
            for i in range(WINDOW):
                row[top + lane * WINDOW + i] = block_code(race.track[lane, first + i])
        else:
            for i in range(max(0, -first), min(WINDOW, LENGTH - first)):
                row[top + lane * WINDOW + i] = block_code(race.track[lane, first + i])


@rule
def block_code(cell: int) -> int:
    """The code of a block: a truck hides the surface below it."""
    return TRUCK_CODE if cell & TRUCK else cell & SURFACE_BITS


@rule
def observe_opponent(me: Car, other: Car, row: Ints) -> None:
    """Write the opponent over its block if it is in the window."""
    i = other.block - me.block + VIEW_BEHIND
    if 0 <= i < WINDOW:
        row[(other.lane - me.lane + ASIDE) * WINDOW + i] = OPPONENT_CODE
