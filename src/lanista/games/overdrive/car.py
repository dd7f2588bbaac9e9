"""A car's numbers and lists, which every stage of a round changes and notes."""

from __future__ import annotations

from lanista.engine import note, rule
from lanista.games.overdrive.notes import Kind
from lanista.games.overdrive.state import CRASH_SPEED, MAX_DAMAGE, MAX_ITEMS, Car, Happening, Work


@rule
def end_boost(car: Car, work: Work, seat: int) -> None:
    """End a boost early."""
    if car.boosting:
        note(work.log, Kind.BOOST, seat, car.boost_counter, 0)
    car.boosting = 0
    car.boost_counter = 0


@rule
def crash(car: Car, work: Work, seat: int, cause: int) -> None:
    """Walls, trucks and EMPs end a boost and set the speed to 3, unless the car stands still (S22)."""
    end_boost(car, work, seat)
    if car.speed > 0:
        set_speed(car, work, seat, CRASH_SPEED, cause)


@rule
def set_speed(car: Car, work: Work, seat: int, speed: int, cause: int) -> None:
    """Let a car drive at a speed."""
    if car.speed != speed:
        note(work.log, Kind.SPEED, seat, car.speed, speed, cause)
    car.speed = speed


@rule
def hurt(car: Car, work: Work, seat: int, damage: int, cause: int) -> None:
    """Damage a car, up to the damage of a wreck."""
    was = car.damage
    car.damage = min(MAX_DAMAGE, was + damage)
    note(work.log, Kind.HURT, seat, was, car.damage, cause)


@rule
def add_points(car: Car, work: Work, seat: int, points: int, cause: int) -> None:
    """Add to a player's score."""
    car.score += points
    note(work.log, Kind.SCORED, seat, points, cause)


@rule
def append(car: Car, happening: int) -> None:
    """Add a state to a car's list."""
    car.states[car.n_states] = happening
    car.n_states += 1


@rule
def clear_states(car: Car) -> None:
    """Clear the list, which holds the states of one round."""
    for i in range(car.n_states):
        car.states[i] = 0
    car.n_states = 0


@rule
def add_item(car: Car, powerup: int) -> None:
    """Append a power-up to the list unless it is full."""
    if car.n_items < MAX_ITEMS:
        car.items[car.n_items] = powerup
        car.n_items += 1
        car.held[powerup] += 1


@rule
def take_item(car: Car, powerup: int) -> None:
    """Remove the first occurrence of a power-up from the list."""
    first = 0
    while car.items[first] != powerup:
        first += 1
    for i in range(first, car.n_items - 1):
        car.items[i] = car.items[i + 1]
    car.n_items -= 1
    car.items[car.n_items] = 0
    car.held[powerup] -= 1


@rule
def finish(car: Car, work: Work, seat: int) -> None:
    """List that a car has finished."""
    note(work.log, Kind.FINISHED, seat, car.block)
    append(car, Happening.FINISHED)
