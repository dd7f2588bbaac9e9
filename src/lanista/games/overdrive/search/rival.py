"""`Rival`: conclusions about the opponent's car from its position and speed."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lanista.engine import Stream
from lanista.games.overdrive import views
from lanista.games.overdrive.state import (
    BOOST_ROUNDS,
    BOOST_SPEED,
    CRASH_SPEED,
    FASTER,
    LANES,
    LENGTH,
    MAX_DAMAGE,
    MUDDIED,
    POWERUP_ON,
    SLOWER,
    SPEED_LIMIT,
    SURFACE_BITS,
    Car,
    Happening,
    Powerup,
    Surface,
)

Surfaces = npt.NDArray[np.int8]
Flags = npt.NDArray[np.bool_]

IS_OBSTACLE = np.array([surface in (Surface.MUD, Surface.OIL_SPILL, Surface.WALL) for surface in Surface])
POWERUPS_ON = np.array(POWERUP_ON, np.int8)
KINDS = len(Powerup) + 1
BLOCKS_PER_ITEM = 100  # about how far a car drives for one item of a kind
HIT_EMP, USED_EMP = Happening.HIT_EMP.name, Happening.USED_EMP.name


class Glimpse:
    """The parts of a view that say something about the opponent."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.round: int = view["currentRound"]
        self.lane, self.block = view["opponent"]["position"]["y"], view["opponent"]["position"]["x"]
        self.speed: int = view["opponent"]["speed"]
        self.my_lane, self.my_block = view["player"]["position"]["y"], view["player"]["position"]["x"]
        self.happened: list[str] = view["player"]["statesThatOccurredThisRound"]


class Rival:
    """Counts the opponent's power-ups, damage and boost as far as its path is known.

    Items and damage on blocks that were not seen yet are counted when they are.
    """

    def __init__(self) -> None:
        self.walked: Flags = np.zeros((LANES, LENGTH), np.bool_)  # driven over, surface unknown
        self._held = [0] * KINDS
        self._guessed = 0  # blocks driven before the first view
        self._damage: int | None = 0
        self._boost = 0
        self._last: Glimpse | None = None

    def see(self, now: Glimpse, track: Surfaces, known: Flags, *, spilled: bool, tweeted: bool) -> None:
        """Follow the car into a new round."""
        self._collect_late(track, known)
        last = self._last
        if last is not None and last.round == now.round - 1:
            self._follow(last, now, track, known)
            if spilled:
                self._use(Powerup.OIL)
            if tweeted:
                self._use(Powerup.TWEET)
        elif now.round > 1:
            self._guessed += now.block - (last.block if last else 0)
            self._damage, self._boost = None, 0
        self._limit_damage(now.speed)
        self._last = now

    def _collect_late(self, track: Surfaces, known: Flags) -> None:
        """Count the items of blocks that the opponent drove over before they came into sight."""
        found = self.walked & known
        if found.any():
            self._collect(track[found])
            self.walked &= ~known

    def _collect(self, cells: Surfaces) -> None:
        for powerup in POWERUPS_ON[cells & SURFACE_BITS].tolist():
            self._held[powerup] += 1

    def _use(self, powerup: Powerup) -> None:
        self._held[powerup] = max(0, self._held[powerup] - 1)

    def _follow(self, last: Glimpse, now: Glimpse, track: Surfaces, known: Flags) -> None:
        """Draw conclusions from one round."""
        if HIT_EMP in now.happened:
            self._use(Powerup.EMP)
        self._boost = max(0, self._boost - 1)
        if USED_EMP in now.happened and last.block > last.my_block and abs(last.lane - last.my_lane) <= 1:
            self._boost = 0  # it was hit
        elif (now.lane, now.block) == (last.lane, last.block):
            if last.speed > 0:
                self._repair()
        else:
            self._drive(last, now, track, known)

    def _repair(self) -> None:
        if self._damage is not None:
            self._damage = max(0, self._damage - 2)

    def _drive(self, last: Glimpse, now: Glimpse, track: Surfaces, known: Flags) -> None:
        """The path of a round: items, hits, a boost or a jump."""
        turned = now.lane != last.lane
        speed = now.block - last.block + turned
        leaps = speed > last.speed and speed != FASTER[last.speed]
        if not turned and (leaps or (speed == BOOST_SPEED and self._boost == 0)):
            self._start_boost(speed)
        path = slice(last.block - 1 if turned else last.block, now.block)
        cells, seen = track[now.lane - 1, path], known[now.lane - 1, path]
        if not turned and now.speed >= speed and _obstacles(cells[seen])[:-1].any():
            self._use(Powerup.LIZARD)
            return
        self._collect(cells[seen])
        self.walked[now.lane - 1, path] |= ~seen
        crashed = now.speed == CRASH_SPEED and speed < SLOWER[last.speed]
        self._hit(cells[seen], last.speed if crashed else speed, now.speed)

    def _start_boost(self, speed: int) -> None:
        """A jump of speed is a boost, and the speed that it reaches tells the damage."""
        self._use(Powerup.BOOST)
        self._boost = BOOST_ROUNDS
        if speed in SPEED_LIMIT:
            self._damage = SPEED_LIMIT.index(speed)

    def _hit(self, cells: Surfaces, speed: int, after: int) -> None:
        """Damage by objects seen on the path, or if there are none, by the loss of speed."""
        damage = int(_obstacles(cells).sum() + (cells & SURFACE_BITS == Surface.WALL).sum())
        if damage == 0 and after < speed:
            damage = 1 if MUDDIED[min(speed, BOOST_SPEED)] == after else 2
        if damage > 0:
            self._boost = 0
            if self._damage is not None:
                self._damage = min(MAX_DAMAGE, self._damage + damage)

    def _limit_damage(self, speed: int) -> None:
        """No car is faster than its damage allows, and only a boost is as fast as 15."""
        if self._damage is not None:
            while SPEED_LIMIT[self._damage] < speed:
                self._damage -= 1
        if speed == BOOST_SPEED:
            self._boost = max(1, self._boost)

    def put(self, car: Car, track: Surfaces, stream: Stream) -> None:
        """Write a possible car, drawing unknown values; the track has no unknown blocks."""
        held = [*self._held]
        for powerup in POWERUPS_ON[track[self.walked] & SURFACE_BITS].tolist():
            held[powerup] += 1
        names: list[str] = []
        for powerup in Powerup:
            count = held[powerup] + stream.below(2 * self._guessed // BLOCKS_PER_ITEM + 1)
            if powerup in (Powerup.OIL, Powerup.LIZARD):  # may have been used out of sight
                count = stream.below(count + 1)
            names += [powerup.name] * count
        views.set_items(car, names)
        car.damage = self._damage if self._damage is not None else _drawn_damage(car.speed, stream)
        car.boost_counter = self._boost
        car.boosting = int(self._boost > 0)


def _obstacles(cells: Surfaces) -> Flags:
    found: Flags = IS_OBSTACLE[cells & SURFACE_BITS]
    return found


def _drawn_damage(speed: int, stream: Stream) -> int:
    """Any damage with which a car can be so fast."""
    return stream.below(sum(limit >= speed for limit in SPEED_LIMIT))
