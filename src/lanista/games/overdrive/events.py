"""The events of a round: what each car did and what came of it, for its own seat, and who overtook whom."""

from __future__ import annotations

from collections.abc import Iterator

from lanista.engine import State
from lanista.game import END, GAIN, HIT, LOSS, Event, Played
from lanista.games.overdrive import views
from lanista.games.overdrive.state import MAX_DAMAGE, SEATS, TOP_SPEED, Car, Config, Race
from lanista.text import listed, seat_letter

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

CRASHES = ("HIT_WALL", "HIT_CYBER_TRUCK")
CLEAR_LEAD = 5  # blocks; cars side by side overtake each other again and again


def events(state: State[Race, Config], played: Played) -> list[Event]:
    """What each car did, for its own seat only; everybody sees who is ahead."""
    old, new = played.before.record, state.record
    cars = [_car(seat, old.cars[seat], new.cars[seat]) for seat in range(SEATS)]
    return [*cars, *_overtaking(old, new)]


def _car(seat: int, old: Car, new: Car) -> Event:
    states = list(dict.fromkeys(views.states_of(new)))
    did = [VERBS[name] for name in states if name in VERBS] or ["drove on"]
    changes = ", ".join(_changes(old, new))
    text = f"{seat_letter(seat)} {listed(did)}" + (f": {changes}" if changes else "")
    return Event(text, (seat,), _kind(states, old, new), (new.block, new.lane))


def _kind(states: list[str], old: Car, new: Car) -> str:
    """Key events are the finish, a wreck, a crash, and an EMP that ends a boost."""
    if "FINISHED" in states:
        return END
    if new.damage == MAX_DAMAGE > old.damage:
        return LOSS
    has_lost_boost = "HIT_EMP" in states and old.speed > TOP_SPEED
    return HIT if has_lost_boost or any(crash in states for crash in CRASHES) else ""


def _changes(old: Car, new: Car) -> Iterator[str]:
    if old.speed != new.speed:
        yield f"speed {old.speed} to {new.speed}"
    if old.damage != new.damage:
        yield f"damage {old.damage} to {new.damage}"
    if old.score != new.score:
        yield f"score {new.score - old.score:+d}"


def _overtaking(old: Race, new: Race) -> Iterator[Event]:
    """A car that was behind and is ahead; both know the other's position. A clear lead is a key event."""
    for seat in range(SEATS):
        car, lead = new.cars[seat], new.cars[seat].block - new.cars[1 - seat].block
        if old.cars[seat].block < old.cars[1 - seat].block and lead > 0:
            text = f"{seat_letter(seat)} overtook {seat_letter(1 - seat)}: {lead} ahead"
            yield Event(text, (), GAIN if lead >= CLEAR_LEAD else "", (car.block, car.lane))
