"""States that agree with everything a seat has seen: the cells and tanks of its scans, the rest redrawn."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from lanista.engine import State
from lanista.game import BotStart
from lanista.games.tanks.game import Tanks
from lanista.games.tanks.maps import Map
from lanista.games.tanks.moves import Move
from lanista.games.tanks.search.advice import advice
from lanista.games.tanks.search.draft import CellWeights, Draft, Guess
from lanista.games.tanks.search.memory import NOBODY, UNKNOWN, Memory
from lanista.games.tanks.state import Arena, Config, Terrain

Moment = State[Arena, Config]
Cells = npt.NDArray[np.int8]

FIELD, SWAMP = int(Terrain.FIELD), int(Terrain.SWAMP)
OBSTACLES = (Terrain.DECIDUOUS, Terrain.EVERGREEN, Terrain.LAKE, Terrain.LAKE, Terrain.SWAMP)
OBSTACLE_SHARE = 0.25
BLOCK = 3  # side of the squares of which unknown terrain is made


class Belief:
    """The knowledge of a seat, accumulated over the turns."""

    def __init__(self, game: Tanks, start: BotStart) -> None:
        width, height = start.map["world_size"]["x"], start.map["world_size"]["y"]
        self._base: Moment = game.blank(start.config, Map(width, height, bytes(width * height)), start.seats)
        self._seat = start.seat
        self._memory = Memory(start.config, (width, height), start.seats)
        self._noise = _noise(width, height)
        self._is_edge = np.ones((height, width), dtype=np.bool_)
        self._is_edge[1:-1, 1:-1] = False

    def see(self, view: Mapping[str, Any]) -> None:
        """Update by the view of a turn; turns may be missing."""
        self._memory.learn(view)
        self._weights = CellWeights.of(self._memory)
        self._is_unknown_edge = self._is_edge & (self._memory.terrain == UNKNOWN)

    def imagine(self, seed: int) -> Moment:
        """A state that agrees with the views so far; the seed decides everything that they leave open."""
        chance = Random(seed)
        terrain = self._draw_terrain(chance)
        guesses = Draft(self._memory, self._weights, chance).drawn()
        for guess in guesses:
            if self._memory.terrain[guess.y, guess.x] == UNKNOWN:
                terrain[guess.y, guess.x] = FIELD
        state = _copy(self._base)
        _put_tanks(state, guesses, terrain)
        self._give_tanks(state, chance)
        state.fixed["terrain"][0, : terrain.size] = terrain.ravel()
        self._put_turn(state)
        return state

    def advise(self, plan: Move | None) -> list[Move]:
        """Moves that follow from the views, the most promising first."""
        return advice(self._memory, self._weights)

    def _draw_terrain(self, chance: Random) -> Cells:
        """The known terrain; unknown cells get obstacles, and swamp at the edge of the map."""
        known = self._memory.terrain
        height, width = known.shape
        left, top = chance.randrange(width), chance.randrange(height)
        drawn = self._noise[top : top + height, left : left + width]
        cells = np.where(known == UNKNOWN, drawn, known)
        return np.where(self._is_unknown_edge, SWAMP, cells)

    def _give_tanks(self, state: Moment, chance: Random) -> None:
        """Assign the other tanks to seats at random; an entrant that takes no part has the last one."""
        mine = self._memory.me if self._memory.me != NOBODY else self._memory.seats - 1
        seats = [seat for seat in range(self._memory.seats) if seat != self._seat]
        chance.shuffle(seats)
        seats.insert(mine, self._seat)
        seat_of = np.array(seats)
        state.fixed["seat_of"][0, : len(seats)] = seat_of
        state.fixed["tank_of"][0, seat_of] = np.arange(len(seats))

    def _put_turn(self, state: Moment) -> None:
        """The match continues unless too few tanks are alive, or time is up."""
        turn, alive = self._memory.turn, np.count_nonzero(state.data["tanks"]["health"])
        state.data["turn"] = turn
        state.data["over"] = turn >= int(state.fixed["max_turns"][0]) or alive <= 1


def _copy(state: Moment) -> Moment:
    """An independent copy, also of the constant record."""
    data, fixed = (np.frombuffer(bytearray(block.tobytes()), block.dtype) for block in (state.data, state.fixed))
    return State(state.rules, data, fixed)


def _noise(width: int, height: int) -> Cells:
    """Fields and square obstacles, twice as wide and high as the map, of which any part can be taken."""
    chance = Random(width)
    rows, columns = 2 * height // BLOCK + 1, 2 * width // BLOCK + 1
    blocks = [
        chance.choice(OBSTACLES) if chance.random() < OBSTACLE_SHARE else FIELD for _ in range(rows * columns)
    ]
    coarse = np.array(blocks, dtype=np.int8).reshape(rows, columns)
    return coarse.repeat(BLOCK, 0).repeat(BLOCK, 1)


def _put_tanks(state: Moment, guesses: list[Guess], terrain: Cells) -> None:
    """Write the tanks that take part; those in swamps are stuck."""
    tanks, count = state.data["tanks"][0], len(guesses)
    state.data["n_tanks"] = count
    if count == 0:
        return
    columns = np.array(guesses).T
    for name, values in zip(Guess._fields, columns, strict=True):
        tanks[name][:count] = values
    tanks["mobile"][:count] = terrain[columns[1], columns[0]] != SWAMP
