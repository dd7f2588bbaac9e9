"""Draws the cells, last actions and condition of the other tanks."""

from __future__ import annotations

from math import log
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lanista.games.tanks.search.contacts import Contact
from lanista.games.tanks.search.memory import NOBODY, UNKNOWN, Memory
from lanista.games.tanks.search.spots import Spot, cardinal_way, distance
from lanista.games.tanks.state import DX, DY, ORIENTATIONS, Action, Terrain
from lanista.games.tanks.views import OMNI

# How likely a hidden tank is on a cell, compared with a field that was not seen for long
UNKNOWN_WEIGHT = 0.75
SWAMP_WEIGHT = 0.02
LAKE_WEIGHT = 1e-6  # a wreck
RETURNS = 12.0  # turns after which tanks have probably entered an empty cell

STAYS = 0.7  # probability per turn that a tank stays on its cell ...
STAYS_ON = 0.92  # ... if it was there in two sightings
FORGET = 25  # turns after which a sighting says nothing about where a tank is
DIES = 0.005  # probability per turn that a tank out of sight dies
POINTS_PER_TURN = 0.045
MAX_MEAN_POINTS = 7.0
TRIES = 12
SHOOTER_KNOWN = 0.85  # probability that a hit came from a tank that was seen in range
SHOOTER_AGE = 8  # turns after which a tank that was seen in range is no suspect
SCANS = 0.4  # probability that a tank has just scanned
DRIVES = 0.35  # ... or driven

# As plain numbers, since members of an enumeration are slow to look up
FIELD, LAKE = int(Terrain.FIELD), int(Terrain.LAKE)
DRIVE, TURN = int(Action.MOVE), int(Action.ROTATE)
OMNI_SCAN, MONO_SCAN = int(Action.SCAN_OMNI), int(Action.SCAN_MONO)
CARDINAL, POSITIONAL = int(Action.FIRE_CARDINAL), int(Action.FIRE_POSITIONAL)


class Guess(NamedTuple):
    """A tank as it may be; the fields are those of the record."""

    x: int
    y: int
    health: int
    orientation: int
    action: int
    way: int
    target_x: int
    target_y: int
    score: int


class TankSpot(NamedTuple):
    """A cell, and the orientation and health of the tank on it."""

    cell: Spot
    orientation: int
    health: int


class CellWeights(NamedTuple):
    """The probability of a hidden tank on each cell, by row and column, and the sums."""

    each: npt.NDArray[np.float64]
    sums: npt.NDArray[np.float64]

    @classmethod
    def of(cls, memory: Memory) -> CellWeights:
        """No tank is hidden in sight, and hardly any on cells that were empty a short while ago."""
        by_terrain = np.array([1.0, 0.0, 0.0, LAKE_WEIGHT, SWAMP_WEIGHT, UNKNOWN_WEIGHT])
        age = memory.turn - memory.seen_at
        each = (1 - np.exp(age / -RETURNS)) * by_terrain[memory.terrain]  # UNKNOWN is -1: the last entry
        return cls(each, np.cumsum(each.ravel()))


class Draft:
    """One way the hidden tanks may be."""

    def __init__(self, memory: Memory, weights: CellWeights, chance: Random) -> None:
        self._memory = memory
        self._weights = weights
        self._chance = chance
        self._spots: dict[int, TankSpot] = {}
        self._occupied = {memory.here}

    def drawn(self) -> list[Guess]:
        """The tanks that take part, in order of their ids."""
        memory = self._memory
        self._put_known()
        self._put_shooter()
        absent = memory.seats - 1 if memory.me == NOBODY else NOBODY
        others = [i for i in range(memory.seats) if i not in (memory.me, absent)]
        self._chance.shuffle(others)
        for i in others:
            if i not in self._spots:
                self._place_hidden(i)
        self._revive()
        guesses = {i: self._guess(spot) for i, spot in self._spots.items()}
        if memory.me != NOBODY:
            guesses[memory.me] = self._own()
        return [guesses[i] for i in sorted(guesses)]

    def _own(self) -> Guess:
        """The seat's tank, which it knows exactly but for its score."""
        memory, move = self._memory, self._memory.action
        pose = (*memory.here, memory.health, memory.facing)
        return Guess(*pose, move.action, move.way, move.x, move.y, round(memory.score))

    # Where they are

    def _put(self, i: int, spot: TankSpot) -> None:
        self._spots[i] = spot
        self._occupied.add(spot.cell)

    def _put_known(self) -> None:
        """Put tanks in sight, and wrecks, which never move."""
        memory = self._memory
        for i, contact in memory.contacts.items():
            if contact.seen.turn == memory.turn or not contact.seen.alive:
                health = self._health(contact, contact.seen.spot) if contact.seen.alive else 0
                self._put(i, TankSpot(contact.seen.spot, contact.seen.orientation, health))

    def _put_shooter(self) -> None:
        """After a hit by nobody in sight, a hidden tank is probably in range."""
        memory, chance = self._memory, self._chance
        if not memory.is_under_fire() or memory.me == NOBODY:
            return
        recent = [c for c in memory.contacts.values() if c.seen.alive and memory.turn - c.seen.turn < SHOOTER_AGE]
        if any(memory.can_reach(c.seen.spot) for c in recent) and chance.random() < SHOOTER_KNOWN:
            return
        hidden = [i for i in range(memory.seats) if i not in self._spots and i != memory.me]
        spot = self._spot_in_range() if hidden else None
        if spot is not None:
            self._put(chance.choice(hidden), TankSpot(spot, chance.randrange(ORIENTATIONS), memory.damages.full))

    def _spot_in_range(self) -> Spot | None:
        """A hidden cell from which the seat's tank can be hit."""
        reach = self._memory.config["positional_shot_distance"]
        x, y = self._memory.here
        for _ in range(TRIES):
            spot = x + self._chance.randint(-reach, reach), y + self._chance.randint(-reach, reach)
            if self._accepts(spot):
                return spot
        return None

    def _place_hidden(self, i: int) -> None:
        contact = self._memory.contacts.get(i)
        chance, full = self._chance, self._memory.damages.full
        if contact is not None and self._memory.turn - contact.seen.turn < FORGET:
            spot = self._drifted(contact)
            if spot is not None:
                orientation = contact.seen.orientation
                self._put(i, TankSpot(spot, orientation, self._alive(i, self._health(contact, spot))))
                return
        spot = self._anywhere()
        if spot is not None:
            health = self._health(contact, spot) if contact is not None else full
            self._put(i, TankSpot(spot, chance.randrange(ORIENTATIONS), self._alive(i, health)))

    def _drifted(self, contact: Contact) -> Spot | None:
        """A possible cell of a tank some turns after its sighting: it drives forward, mostly."""
        age = self._memory.turn - contact.seen.turn
        stays = (STAYS_ON if contact.still else STAYS) ** age
        if contact.seen.stuck or self._chance.random() < stays:
            return contact.seen.spot if self._is_free(contact.seen.spot) else None
        for _ in range(TRIES):
            spot = self._driven(contact.seen.spot, contact.seen.orientation, age)
            if self._accepts(spot):
                return spot
        return None

    def _driven(self, spot: Spot, way: int, turns: int) -> Spot:
        """A cell ahead; the longer the drive, the more it bends."""
        bend = min(4, turns // 2)
        way = (way + self._chance.randint(-bend, bend)) % ORIENTATIONS
        steps = 1 + int(self._chance.random() * min(turns, FORGET // 2))
        x, y = spot
        for _ in range(steps):
            if not self._is_open((x + DX[way], y + DY[way])):
                break
            x, y = x + DX[way], y + DY[way]
        return x, y

    def _is_open(self, spot: Spot) -> bool:
        width, height = self._memory.size
        if not (0 <= spot[0] < width and 0 <= spot[1] < height):
            return False
        return self._terrain_on(spot) in (FIELD, UNKNOWN)

    def _is_free(self, spot: Spot) -> bool:
        """Whether a hidden tank can be on a cell at all."""
        width, height = self._memory.size
        on_map = 0 <= spot[0] < width and 0 <= spot[1] < height
        return on_map and spot not in self._occupied and self._weights.each[spot[1], spot[0]] > 0

    def _accepts(self, spot: Spot) -> bool:
        """Whether a hidden tank is drawn on a cell, as likely as it can be there."""
        return self._is_free(spot) and self._chance.random() < self._weights.each[spot[1], spot[0]]

    def _anywhere(self) -> Spot | None:
        """A hidden cell, or None if no cell is left."""
        width, sums = self._memory.size[0], self._weights.sums
        for _ in range(TRIES):
            cell = int(sums.searchsorted(self._chance.random() * sums[-1], "right"))
            spot = cell % width, cell // width
            if cell < len(sums) and self._is_free(spot):
                return spot
        cells = np.flatnonzero(self._weights.each).tolist()
        left = [spot for spot in ((cell % width, cell // width) for cell in cells) if self._is_free(spot)]
        return self._chance.choice(left) if left else None

    # How they are

    def _health(self, contact: Contact, spot: Spot) -> int:
        """A possible health; a tank that is seen alive has at least 1."""
        health = contact.health_on(spot, self._chance.randrange(len(contact.healths)), self._memory.damages)
        return max(1, health) if contact.seen.turn == self._memory.turn else health

    def _alive(self, i: int, health: int) -> int:
        """Tanks may have died since they were seen, unless there is nobody else to fight them."""
        memory = self._memory
        since = memory.contacts[i].seen.turn if i in memory.contacts else 0
        survives = memory.seats == 2 or self._chance.random() < (1 - DIES) ** (memory.turn - since)
        return health if survives else 0

    def _revive(self) -> None:
        """Hidden tanks in lakes are dead; others cannot all be, since the match continues."""
        hidden = [i for i in self._spots if self._is_hidden(i)]
        drowned = {i for i in hidden if self._terrain_on(self._spots[i].cell) == LAKE}
        for i in drowned:
            self._spots[i] = self._spots[i]._replace(health=0)
        dry = [i for i in hidden if i not in drowned]
        if dry and not any(spot.health for spot in self._spots.values()):
            i = self._chance.choice(dry)
            self._spots[i] = self._spots[i]._replace(health=1)

    def _terrain_on(self, spot: Spot) -> int:
        return int(self._memory.terrain[spot[1], spot[0]])

    def _is_hidden(self, i: int) -> bool:
        contact = self._memory.contacts.get(i)
        return contact is None or (contact.seen.alive and contact.seen.turn < self._memory.turn)

    # Their last actions

    def _guess(self, spot: TankSpot) -> Guess:
        action, way, target = self._action(spot)
        return Guess(*spot.cell, spot.health, spot.orientation, action, way, *target, self._score())

    def _action(self, spot: TankSpot) -> tuple[int, int, Spot]:
        """A tank in range has fired if the seat's tank was just hit; others scan and drive."""
        memory, draw = self._memory, self._chance.random()
        away = distance(spot.cell, memory.here)
        if memory.last_hit == memory.turn and memory.can_reach(spot.cell) and away > 0:
            return self._shot(spot.cell, away)
        if draw < SCANS:
            return self._scan(spot.cell, away)
        if draw < SCANS + DRIVES:
            return DRIVE, 0, (0, 0)
        return TURN, self._chance.randrange(2), (0, 0)

    def _shot(self, spot: Spot, away: int) -> tuple[int, int, Spot]:
        """A shot at the seat's tank."""
        if away <= self._memory.config["positional_shot_distance"]:
            return POSITIONAL, 0, self._memory.here
        way = cardinal_way(spot, self._memory.here)
        return CARDINAL, way or 0, (0, 0)

    def _scan(self, spot: Spot, away: int) -> tuple[int, int, Spot]:
        """Half of the scans go all around."""
        if self._chance.random() < 0.5:
            return OMNI_SCAN, 0, (0, 0)
        return MONO_SCAN, self._chance.randrange(OMNI), (0, 0)

    def _score(self) -> int:
        """The points of another tank: known in a duel, else drawn."""
        memory = self._memory
        if memory.seats == 2:
            return memory.suffered
        mean = min(MAX_MEAN_POINTS, POINTS_PER_TURN * memory.turn)
        return int(-mean * log(1 - self._chance.random()))
