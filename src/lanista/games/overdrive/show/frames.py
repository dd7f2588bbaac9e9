"""The race for pages: the cars, the lanes around them, the EMPs of a round, and curves."""

from __future__ import annotations

from typing import Annotated, Any

from lanista.engine import (
    EVERYBODY,
    UNKNOWN,
    Grid,
    Ints,
    Log,
    Records,
    State,
    i1,
    i2,
    i4,
    note_number,
    record,
    rule,
)
from lanista.games.overdrive.learn.observation import block_code
from lanista.games.overdrive.notes import Kind
from lanista.games.overdrive.state import (
    BOOST_ROUNDS,
    CRASH_SPEED,
    FASTER,
    LANES,
    LENGTH,
    MAX_DAMAGE,
    MAX_STATES,
    MUD_SCORE,
    MUDDIED,
    OIL_SCORE,
    POWERUP_SCORE,
    SEATS,
    SPEED_LIMIT,
    TOP_SPEED,
    TRUCK_SCORE,
    VIEW_AHEAD,
    VIEW_BEHIND,
    WALL_SCORE,
    Car,
    Config,
    Powerup,
    Race,
    Work,
)

BEHIND = 14  # blocks shown behind a car ...
AHEAD = 40  # ... and ahead of it
AROUND = BEHIND + 1 + AHEAD
MAX_BLOCKS = 2 * AROUND  # of two cars whose pieces of track touch

CURVES = ("score", "speed", "lead in blocks", "damage", "power-ups")


def scene(state: State[Race, Config]) -> dict[str, Any]:
    """The size of the track, the last round, and the numbers of the rules that the page puts into words.

    `limits` are the speeds that each damage allows; `faster` and `mud` are the speeds after each speed.
    """
    return {
        "lanes": LANES,
        "length": LENGTH,
        "rounds": state.const.max_rounds,
        "max_damage": MAX_DAMAGE,
        "limits": list(SPEED_LIMIT),
        "faster": list(FASTER),
        "mud": list(MUDDIED),
        "top": TOP_SPEED,
        "crash": CRASH_SPEED,
        "boost": BOOST_ROUNDS,
        "own_oil": bool(state.const.d8_own_oil_harms),
        "points": {
            "mud": MUD_SCORE,
            "oil": OIL_SCORE,
            "wall": WALL_SCORE,
            "truck": TRUCK_SCORE,
            "item": POWERUP_SCORE,
        },
    }


@record
class ShownCar:
    """A car; of one that is not `known`, only lane, block and speed are there."""

    lane: i4
    block: i4
    speed: i4
    known: i4
    damage: i4
    limit: i4  # the speed that the damage allows
    score: i4
    boost: i4  # rounds until it ends
    n_states: i4
    held: Annotated[Ints, i2, len(Powerup) + 1]  # how many of each power-up
    states: Annotated[Ints, i1, MAX_STATES]  # what it did in the round and what was done to it, as in `Happening`


@record
class ShownTrack:
    """Some blocks of every lane, from the first block on."""

    first: i4
    n_codes: i4
    codes: Annotated[Ints, i1, MAX_BLOCKS * LANES]  # block by block, lane by lane, as in `block_code`


@record
class ShownEmp:
    """An EMP: who fires, from which block, and the lanes in which it hits."""

    seat: i4
    block: i4
    first_lane: i4
    last_lane: i4


@record
class Frame:
    """A moment and, with the round that led to it, its EMPs."""

    round: i4
    n_tracks: i4
    n_emps: i4
    cars: Annotated[Records[ShownCar], SEATS]
    tracks: Annotated[Records[ShownTrack], SEATS]
    emps: Annotated[Records[ShownEmp], SEATS]


@rule
def frame(before: Race, race: Race, config: Config, work: Work, seat: int, shown: Frame) -> None:
    """The cars and the lanes around them; of the opponent a seat knows position and speed, but no EMP."""
    shown.round = race.round
    for i in range(SEATS):
        show_car(race.cars[i], may_know(seat, i), shown.cars[i])
    if seat == EVERYBODY:
        show_tracks(race, shown)
    else:
        block = race.cars[seat].block
        show_track(race, block - VIEW_BEHIND, block + VIEW_AHEAD, shown)
    show_emps(work.log, seat, shown)


@rule
def may_know(seat: int, other: int) -> bool:
    """Whether an audience knows everything about a seat."""
    return seat in (EVERYBODY, other)


@rule
def show_car(car: Car, known: bool, shown: ShownCar) -> None:
    """Show a car, or only its position and speed."""
    shown.lane = car.lane
    shown.block = car.block
    shown.speed = car.speed
    if not known:
        return
    shown.known = 1
    shown.damage = car.damage
    shown.limit = SPEED_LIMIT[car.damage]
    shown.score = car.score
    shown.boost = car.boost_counter
    for powerup in range(1, len(shown.held)):
        shown.held[powerup] = car.held[powerup]
    shown.n_states = car.n_states
    for i in range(car.n_states):
        shown.states[i] = car.states[i]


@rule
def show_tracks(race: Race, shown: Frame) -> None:
    """Show the blocks around each car, as one piece where they touch."""
    rear = min(race.cars[0].block, race.cars[1].block)
    front = max(race.cars[0].block, race.cars[1].block)
    if front - rear <= AROUND:
        show_track(race, rear - BEHIND, front + AHEAD, shown)
    else:
        show_track(race, rear - BEHIND, rear + AHEAD, shown)
        show_track(race, front - BEHIND, front + AHEAD, shown)


@rule
def show_track(race: Race, first: int, last: int, shown: Frame) -> None:
    """Show the blocks from the first to the last that are on the track."""
    track = shown.tracks[shown.n_tracks]
    shown.n_tracks += 1
    track.first = max(1, first)
    for block in range(track.first, min(LENGTH, last) + 1):
        for lane in range(LANES):
            track.codes[track.n_codes] = block_code(race.track[lane, block - 1])
            track.n_codes += 1


@rule
def show_emps(log: Log, seat: int, shown: Frame) -> None:
    """Show the EMPs of the round that an audience may know of."""
    for i in range(log.count):
        if note_number(log, i, 0) == Kind.FIRED_EMP and may_know(seat, note_number(log, i, 1)):
            emp = shown.emps[shown.n_emps]
            shown.n_emps += 1
            emp.seat = note_number(log, i, 1)
            emp.block = note_number(log, i, 2)
            emp.first_lane = note_number(log, i, 3)
            emp.last_lane = note_number(log, i, 4)


@rule
def curves(race: Race, config: Config, seat: int, numbers: Grid) -> None:
    """The numbers of both cars; a seat knows only those of its car."""
    for i in range(SEATS):
        car = race.cars[i]
        known = may_know(seat, i)
        numbers[0, i] = car.score if known else UNKNOWN
        numbers[1, i] = car.speed if known else UNKNOWN
        numbers[2, i] = car.block - race.cars[1 - i].block if known else UNKNOWN
        numbers[3, i] = car.damage if known else UNKNOWN
        numbers[4, i] = car.n_items if known else UNKNOWN
