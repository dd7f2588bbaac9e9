"""The race for the browser: the lanes around the cars, the state of the cars, and the events of a round."""

from __future__ import annotations

from collections import Counter
from typing import Any

from lanista.engine import State
from lanista.game import Played
from lanista.games.overdrive import views
from lanista.games.overdrive.events import events
from lanista.games.overdrive.notes import FiredEmp
from lanista.games.overdrive.state import (
    BOOST_ROUNDS,
    CRASH_SPEED,
    FASTER,
    LANES,
    LENGTH,
    MAX_DAMAGE,
    MUD_SCORE,
    MUDDIED,
    OIL_SCORE,
    POWERUP_SCORE,
    SEATS,
    SPEED_LIMIT,
    SURFACE_BITS,
    TOP_SPEED,
    TRUCK,
    TRUCK_SCORE,
    WALL_SCORE,
    Car,
    Config,
    Powerup,
    Race,
)

__all__ = ["events", "frame", "numbers", "scene"]

BEHIND = 14  # blocks shown behind a car ...
AHEAD = 40  # ... and ahead of it
TRUCK_MARK = "T"


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


def frame(state: State[Race, Config], seat: int | None = None, played: Played | None = None) -> dict[str, Any]:
    """The cars and the lanes around them; a seat knows the opponent's position and speed only.

    What a car did stands in its states; `emps` are the EMPs of the round, to a seat its own.
    """
    race = state.record
    return {
        "round": race.round,
        "winner": race.winner if seat is None else None,
        "cars": [_car(car, hidden=seat not in (None, i)) for i, car in enumerate(race.cars)],
        "tracks": [_track(race, blocks) for blocks in _windows(race, seat)],
        "emps": [_emp(emp) for emp in _fired(played) if seat in (None, emp.seat)],
    }


def _fired(played: Played | None) -> list[FiredEmp]:
    return [noted for noted in played.notes if isinstance(noted, FiredEmp)] if played else []


def _emp(emp: FiredEmp) -> list[Any]:
    """Who fires, from which block, and the lanes in which it hits."""
    return [emp.seat, emp.block, list(range(emp.first, emp.last + 1))]


def _car(car: Car, *, hidden: bool) -> dict[str, Any]:
    shown: dict[str, Any] = {"lane": car.lane, "block": car.block, "speed": car.speed}
    if hidden:
        return shown
    held = Counter(Powerup(car.items[i]).name for i in range(car.n_items))
    return shown | {
        "damage": car.damage,
        "limit": SPEED_LIMIT[car.damage],
        "score": car.score,
        "boost": car.boost_counter,
        "items": dict(sorted(held.items())),
        "states": views.states_of(car),
    }


def _windows(race: Race, seat: int | None) -> list[range]:
    """The blocks that are shown: around each car, together where they overlap; or what a seat sees."""
    if seat is not None:
        return [views.window(race.cars[seat].block)]
    near = [range(max(1, block - BEHIND), min(LENGTH, block + AHEAD) + 1) for block in _blocks(race)]
    rear, front = near
    return [range(rear.start, front.stop)] if front.start <= rear.stop else near


def _blocks(race: Race) -> list[int]:
    return sorted(car.block for car in race.cars)


def _track(race: Race, blocks: range) -> dict[str, Any]:
    """Some blocks of every lane: the digit of the surface, or T where a truck stands."""
    lanes = [[race.track[lane, block - 1] for block in blocks] for lane in range(LANES)]
    rows = ["".join(TRUCK_MARK if cell & TRUCK else str(cell & SURFACE_BITS) for cell in lane) for lane in lanes]
    return {"from": blocks.start, "rows": rows}


def numbers(state: State[Race, Config]) -> dict[str, list[int]]:
    """The curves."""
    cars = state.record.cars
    return {
        "score": [car.score for car in cars],
        "speed": [car.speed for car in cars],
        "lead in blocks": [cars[seat].block - cars[1 - seat].block for seat in range(SEATS)],
        "damage": [car.damage for car in cars],
        "power-ups": [car.n_items for car in cars],
    }
