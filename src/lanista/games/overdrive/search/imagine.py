"""`Belief`: a seat's knowledge of a race, and whole races that agree with it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from lanista.engine import State, Stream, derive
from lanista.game import BotStart, Game
from lanista.games.overdrive import generator, views
from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.overdrive.generator import FIRST_OBJECT_BLOCK, OBJECT_BLOCKS, Surfaces
from lanista.games.overdrive.search.rival import IS_OBSTACLE, Glimpse, Rival
from lanista.games.overdrive.state import (
    LANES,
    LENGTH,
    OWNER_SHIFT,
    SEATS,
    SURFACE_BITS,
    TRUCK,
    Car,
    Config,
    Happening,
    Race,
    Surface,
)

Cell = tuple[int, int]

DRAWN_MAPS = 8  # official maps of which hidden parts of the track are cut
SCORE_GAP = 50  # the opponent's score differs from the player's by at most this
USED_OIL, USED_TWEET = Happening.USED_OIL.name, Happening.USED_TWEET.name


class Belief:
    """Remembers the track with the owners of oil and trucks, and facts that the opponent's moves reveal."""

    def __init__(self, game: Game[Any, Any, Any], start: BotStart) -> None:
        self._seat = start.seat
        self._now: State[Race, Config] = OVERDRIVE.blank(start.config)
        self._base = self._now  # with oil and trucks of owners
        self._track: Surfaces = self._now.data["track"][0]
        self._known = np.zeros((LANES, LENGTH), np.bool_)
        self._known[:, : FIRST_OBJECT_BLOCK - 1] = True
        self._known[:, LENGTH - 1] = True
        self._oil: set[Cell] = set()  # spilled by this player
        self._trucks: dict[Cell, int] = {}  # the owner of each, as far as known
        self._rival = Rival()
        self._last: dict[str, Any] | None = None

    def see(self, view: dict[str, Any]) -> None:
        """Update by the view of a round."""
        for cell in self._trucks:
            self._track[cell] &= ~TRUCK
        views.imagine(view, self._now)
        blocks = views.window(view["player"]["position"]["x"])
        self._known[:, blocks.start - 1 : blocks.stop - 1] = True
        tweeted = self._update_trucks(view, blocks)
        spilled = self._last is not None and self._see_oil(self._last, view)
        self._rival.see(Glimpse(view), self._track, self._known, spilled=spilled, tweeted=tweeted)
        self._last = view
        self._base = self._now.clone()
        self._place_oil(self._base.data["track"][0])
        self._place_trucks(self._base.record, self._base.data["track"][0])

    def _see_oil(self, last: dict[str, Any], view: dict[str, Any]) -> bool:
        """Remember oil that this player spilled; whether the opponent spilled some since the last view."""
        if last["currentRound"] != view["currentRound"] - 1:
            return False
        if USED_OIL in view["player"]["statesThatOccurredThisRound"]:
            spot = _cell(last["player"])
            self._oil.add(spot)
            self._track[spot] = Surface.OIL_SPILL | self._track[spot] & TRUCK  # a fast car does not see it
        spot = _cell(last["opponent"])
        return spot not in self._oil and bool(self._track[spot] & SURFACE_BITS == Surface.OIL_SPILL)

    def _update_trucks(self, view: dict[str, Any], blocks: range) -> bool:
        """Bring the trucks up to date; whether the opponent has put one into the window."""
        seen = [(int(row), int(column)) for row, column in np.argwhere(self._track >= TRUCK)]
        behind = view["opponent"]["position"]["x"]
        kept = {c: who for c, who in self._trucks.items() if c[1] + 1 not in blocks and c[1] + 1 > behind}
        new = [cell for cell in seen if cell not in self._trucks]
        owners = {cell: self._owner(cell, view) for cell in new}
        self._trucks = {**kept, **{c: self._trucks[c] for c in seen if c in self._trucks}, **owners}
        while len(self._trucks) > SEATS:
            self._trucks.pop(next(iter(self._trucks)))
        return 1 - self._seat in owners.values()

    def _owner(self, cell: Cell, view: dict[str, Any]) -> int:
        """Whose a new truck is: it stands ahead of the car that it is meant for."""
        tweeted = USED_TWEET in view["player"]["statesThatOccurredThisRound"]
        is_mine = tweeted if cell[1] + 1 > view["player"]["position"]["x"] else True
        return self._seat if is_mine else 1 - self._seat

    def imagine(self, seed: int) -> State[Race, Config]:
        """A whole race that agrees with everything seen; the same for the same seed."""
        stream = Stream(derive(seed, "overdrive"))
        state = self._base.clone()
        track = state.data["track"][0]
        drawn = drawn_track(stream)
        drawn[self._rival.walked & IS_OBSTACLE[drawn]] = Surface.EMPTY
        np.copyto(track, drawn, where=~self._known)
        other = state.record.cars[1 - self._seat]
        self._rival.put(other, track, stream)
        other.score = state.record.cars[self._seat].score + stream.below(2 * SCORE_GAP + 1) - SCORE_GAP
        return state

    def _place_oil(self, track: Surfaces) -> None:
        """Assign the oil to those who spilled it."""
        for row, column in np.argwhere(track & SURFACE_BITS == Surface.OIL_SPILL).tolist():
            owner = self._seat if (row, column) in self._oil else 1 - self._seat
            track[row, column] += (owner + 1) << OWNER_SHIFT

    def _place_trucks(self, race: Race, track: Surfaces) -> None:
        """Put the trucks on the track; a second truck of one owner is given to the other."""
        race.n_trucks = len(self._trucks)
        for car in race.cars:
            _own_truck(car, 0, 0)
        for (row, column), owner in self._trucks.items():
            track[row, column] |= TRUCK
            car = race.cars[owner if race.cars[owner].truck_lane == 0 else 1 - owner]
            _own_truck(car, row + 1, column + 1)


def _own_truck(car: Car, lane: int, block: int) -> None:
    car.truck_lane, car.truck_block = lane, block
    car.tweet_lane, car.tweet_block = lane, block


def _cell(car: dict[str, Any]) -> Cell:
    """The row and column of a car in a view."""
    return car["position"]["y"] - 1, car["position"]["x"] - 1


def drawn_track(stream: Stream) -> Surfaces:
    """A track like the official ones: one of them, shifted and perhaps turned over."""
    lanes = _maps()[stream.below(DRAWN_MAPS)][:: 1 - 2 * stream.below(2)]
    track = np.zeros((LANES, LENGTH), np.int8)
    track[:, OBJECT_BLOCKS] = np.roll(lanes[:, OBJECT_BLOCKS], stream.below(LENGTH), axis=1)
    track[:, LENGTH - 1] = Surface.FINISH_LINE
    return track


@cache
def _maps() -> list[Surfaces]:
    return list(_official_maps())


def _official_maps() -> Iterator[Surfaces]:
    """Maps of seeds that no match has more often than others."""
    for i in range(DRAWN_MAPS):
        yield generator.generate(generator.map_seed(derive(i, "imagined track")))
