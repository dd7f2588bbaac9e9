"""The race for the browser: the lanes around the cars, the state of the cars, and the events of a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from lanista.engine import State
from lanista.game import Event, Played
from lanista.games.overdrive import views
from lanista.games.overdrive.state import (
    LANES,
    LENGTH,
    MAX_DAMAGE,
    SEATS,
    SPEED_LIMIT,
    SURFACE_BITS,
    TRUCK,
    Car,
    Config,
    Happening,
    Powerup,
    Race,
)
from lanista.games.overdrive.turn_log import Emp, TurnLog
from lanista.text import listed, seat_letter

BEHIND = 14  # blocks shown behind a car ...
AHEAD = 40  # ... and ahead of it
TRUCK_MARK = "T"

VERBS = {
    "TURNING_LEFT": "turned left",
    "TURNING_RIGHT": "turned right",
    "ACCELERATING": "accelerated",
    "DECELERATING": "braked",
    "USED_BOOST": "used a boost",
    "USED_OIL": "spilled oil",
    "USED_LIZARD": "jumped",
    "USED_TWEET": "sent a truck",
    "USED_EMP": "fired an EMP",
    "FIXED_CAR": "repaired the car",
    "HIT_EMP": "was hit by an EMP",
    "HIT_CYBER_TRUCK": "ran into a truck",
    "HIT_MUD": "drove through mud",
    "HIT_OIL": "slipped on oil",
    "HIT_WALL": "hit a wall",
    "PICKED_UP_POWERUP": "picked up a power-up",
    "FINISHED": "crossed the finish line",
}


def scene(state: State[Race, Config]) -> dict[str, Any]:
    """The size of the track and the last round."""
    return {"lanes": LANES, "length": LENGTH, "rounds": state.const.max_rounds, "max_damage": MAX_DAMAGE}


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
        "emps": [list(emp) for emp in _emps(race, played) if seat in (None, emp.seat)],
    }


def _emps(race: Race, played: Played | None) -> list[Emp]:
    """The EMPs of a round; most rounds have none."""
    fired = any(Happening.USED_EMP.name in views.states_of(car) for car in race.cars)
    return played.cached(TurnLog).emps if played and fired else []


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


def events(state: State[Race, Config], played: Played) -> list[Event]:
    """What each car did and what came of it; each event is for its own seat only."""
    events = []
    for seat, (old, new) in enumerate(zip(played.before.record.cars, state.record.cars, strict=True)):
        did = [VERBS[name] for name in dict.fromkeys(views.states_of(new)) if name in VERBS] or ["drove on"]
        changes = ", ".join(_changes(old, new))
        text = f"{seat_letter(seat)} {listed(did)}" + (f": {changes}" if changes else "")
        events.append(Event(text, (seat,)))
    return events


def _changes(old: Car, new: Car) -> Iterator[str]:
    if old.speed != new.speed:
        yield f"speed {old.speed} to {new.speed}"
    if old.damage != new.damage:
        yield f"damage {old.damage} to {new.damage}"
    if old.score != new.score:
        yield f"score {new.score - old.score:+d}"
