"""Cars and track as they are after what the rules have noted, to be compared with the state after a round."""

from __future__ import annotations

from typing import Any

from lanista.engine import State
from lanista.game import Played
from lanista.games.overdrive import notes, views
from lanista.games.overdrive.state import (
    MAX_ITEMS,
    OWNER_SHIFT,
    SEATS,
    TRUCK,
    Car,
    Config,
    Powerup,
    Race,
    Surface,
)

NUMBERS = ("speed", "damage", "score", "boost_counter", "invalid_in_row", "truck_lane", "truck_block")


class Accounts:
    """The facts of a race without its rules: its values before a round, and the notes of the round."""

    def __init__(self, race: Race) -> None:
        self.places = [(car.lane, car.block) for car in race.cars]
        self.items = [views.items_of(car) for car in race.cars]
        self.numbers = [{name: getattr(car, name) for name in NUMBERS} for car in race.cars]
        self.track = race.track.tolist()  # type: ignore[attr-defined]
        self.finished = [_finishes(car) for car in race.cars]

    def begin_round(self) -> None:
        """A car has finished in this round only, and commands are valid unless they are refused."""
        self.finished = [0] * SEATS
        for numbers in self.numbers:
            numbers["invalid_in_row"] = 0

    def take(self, noted: Any) -> None:
        """Apply a note."""
        match noted:
            case notes.Refused():
                self.numbers[noted.seat]["invalid_in_row"] = noted.in_row
            case notes.Speed():
                self._change("speed", noted)
            case notes.Hurt() | notes.Repaired():
                self._change("damage", noted)
            case notes.Boost():
                self._change("boost_counter", noted)
            case notes.Scored():
                self.numbers[noted.seat]["score"] += noted.points
            case notes.PickedUp() | notes.Refunded():
                got = getattr(noted, "powerup", Powerup.TWEET)
                items = self.items[noted.seat]
                items[:] = [*items, views.POWERUPS[got]][:MAX_ITEMS]
                assert len(items) == noted.items
            case notes.Used():
                self.items[noted.seat].remove(views.POWERUPS[noted.powerup])
                assert len(self.items[noted.seat]) == noted.items
            case notes.Moved():
                assert self.places[noted.seat] == (noted.from_lane, noted.from_block)
                self.places[noted.seat] = noted.lane, noted.block
                assert self.places[noted.seat] != (noted.from_lane, noted.from_block)
            case notes.Finished():
                assert self.places[noted.seat][1] == noted.block
                self.finished[noted.seat] += 1
            case notes.Spilled() | notes.PlacedTruck() | notes.RemovedTruck():
                self._change_track(noted)
            case _:
                assert isinstance(noted, notes.FiredEmp | notes.PutBack)

    def _change(self, name: str, noted: Any) -> None:
        assert self.numbers[noted.seat][name] == noted.was
        self.numbers[noted.seat][name] = noted.now

    def _change_track(self, noted: Any) -> None:
        row, column = self.track[noted.lane - 1], noted.block - 1
        match noted:
            case notes.Spilled():
                assert self.places[noted.seat] == (noted.lane, noted.block)
                row[column] = (row[column] & TRUCK) + Surface.OIL_SPILL + ((noted.seat + 1) << OWNER_SHIFT)
            case notes.PlacedTruck():
                row[column] |= TRUCK
                self.numbers[noted.seat] |= {"truck_lane": noted.lane, "truck_block": noted.block}
            case notes.RemovedTruck():
                assert row[column] & TRUCK
                row[column] -= TRUCK
                for numbers in self.numbers:
                    if (numbers["truck_lane"], numbers["truck_block"]) == (noted.lane, noted.block):
                        numbers |= {"truck_lane": 0, "truck_block": 0}


def _finishes(car: Car) -> int:
    return views.states_of(car).count("FINISHED")


def expect_an_account(played: Played, after: State[Race, Config]) -> None:
    """The notes of a round account for every change in it, and none was lost."""
    accounts = Accounts(played.before.record)
    if played.before.record.winner < 0:
        accounts.begin_round()
    for noted in played.notes:
        accounts.take(noted)
    assert vars(accounts) == vars(Accounts(after.record))
    assert played.lost == 0
