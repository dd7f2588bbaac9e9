"""Whole states that agree with everything a farmer has seen; unknown facts are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from lanista.engine import over, zeros
from lanista.engine.random import MASK64
from lanista.game import BotStart
from lanista.games.sproutopia.dotnet_random import seed_chance
from lanista.games.sproutopia.game import Sproutopia
from lanista.games.sproutopia.moves import MISSING, Move
from lanista.games.sproutopia.search.estates import VARIANTS, Estates
from lanista.games.sproutopia.search.floods import Mask
from lanista.games.sproutopia.search.memory import NOBODY, Memory, Sighting, direction
from lanista.games.sproutopia.state import (
    BIRTH_SIZE,
    MAX_SEATS,
    POWER_UP,
    SUPER_POWER_UP,
    TRAILS,
    WAY_SHIFT,
    WEED,
    Chance,
    Item,
)
from lanista.games.sproutopia.views import Moment

FUTURES = 64  # tables of future random numbers
SPOT_DRAWS = 16  # draws of where the others are
EPOCH = 10  # ticks for which such a draw holds
CLAIM = 30  # cells of others' claims, at least; up to twice as many
MAX_WALK = 8  # steps that a trail out of sight is continued

Cells = npt.NDArray[np.int64]
Marks = npt.NDArray[np.int16]


class Belief:
    """The knowledge of a seat about the garden."""

    def __init__(self, game: Sproutopia, start: BotStart) -> None:
        self._draft: Moment = game.blank(start.config, start.seats)  # its view is made once, as that takes long
        self._blank = self._draft.bytes()
        self.memory = Memory(self._draft, start.seat)

    def see(self, view: Mapping[str, Any]) -> None:
        """Update by the view of a tick."""
        self.memory.see(view)

    def advise(self, plan: Move | None) -> list[Move]:
        """The rest of the plan whose first command was sent last."""
        rest = Move.of(plan.commands[1:], plan.ranks[1:]) if plan is not None else MISSING
        return [rest] if rest.length else []

    def imagine(self, seed: int) -> Moment:
        """A state that agrees with all views so far; the same seed gives the same bytes."""
        self._draft.data.view(np.uint8)[:] = np.frombuffer(self._blank, np.uint8)
        _Draft(self.memory, self._draft, seed & MASK64).finish()
        return self._draft.clone()


class _Draft:
    """One state while it is drawn."""

    def __init__(self, memory: Memory, state: Moment, seed: int) -> None:
        if memory.window is None:
            raise ValueError("expected a view before the first state is imagined: call `see`")
        self.memory, self.state = memory, state
        self.window, self.config, self.garden = memory.window, state.const, state.record
        self.random = np.random.default_rng(seed)
        self.variant, self.spot_draw = seed % VARIANTS, seed % SPOT_DRAWS
        self.size = self.config.Rows * self.config.Cols
        self.marks: Marks = state.data["marks"][0, : self.size]
        self.is_hidden = np.ones(self.size, np.bool_)
        self.is_hidden[self.window.cells] = False

    def finish(self) -> None:
        """Draw the whole state; the others' possible cells stay for some ticks, so that plans keep their value."""
        self._draw_chance()
        self._put_things()
        self._put_land()
        for farmer in self.memory.farmers:
            self.random = np.random.default_rng((self.spot_draw, farmer.seat, self.window.tick // EPOCH))
            self._put_farmer(farmer)
        is_full = any(farmer.cells == self.size for farmer in self.garden.farmers)
        self.garden.over = int(is_full or self.garden.tick >= self.config.MaxTicks)

    def below(self, n: int) -> int:
        """A random number from 0 to n - 1."""
        return int(self.random.random() * n)

    def _draw_chance(self) -> None:
        """The tick, and the random numbers of the future."""
        garden, config = self.garden, self.config
        garden.tick = self.window.tick
        garden.clock = (self.window.tick + 2) * MAX_SEATS
        garden.arrivals.position = int(self.random.integers(2**63))
        self.state.data["chance"][0] = _future(self.below(FUTURES))
        garden.next_weed = 1 + self.below(max(1, min(config.WeedSpawnRateMean, config.WeedSpawnRateMax)))
        garden.next_power_up = 1 + self.below(max(1, min(config.PowerUpSpawnRateMean, config.PowerUpSpawnRateMax)))

    # Items and weeds

    def _put_things(self) -> None:
        """Items in the order of the view, then remembered ones; weeds."""
        garden, memory = self.garden, self.memory
        for store, items, bit in (
            (garden.power_ups, memory.power_ups, POWER_UP),
            (garden.supers, memory.supers, SUPER_POWER_UP),
        ):
            for slot, (cell, kind) in enumerate(list(items.items())[: len(store.entries)]):
                store.entries[slot] = cell * 8 + kind
                store.count = store.places = slot + 1
                self.marks[cell] |= bit
        if memory.weeds.any():
            self._put_weeds(np.flatnonzero(memory.weeds & ~self.is_hidden), np.flatnonzero(memory.weeds))

    def _put_weeds(self, visible: Cells, known: Cells) -> None:
        """Connected cells are one weed; if that makes too many, cells next to one another in rows are."""
        garden, most = self.garden, min(self.config.WeedsMaxAmount, len(self.garden.weeds))
        longest = min(max(self.config.WeedsMaxGrowth, BIRTH_SIZE), len(garden.weeds[0].cells))
        weeds = self._pieces(known, longest)
        if len(weeds) > most:
            weeds = self._pieces(visible, longest)
        if len(weeds) > most:
            cells = visible.tolist()
            weeds = [cells[i : i + longest] for i in range(0, len(cells), longest)]
        for weed, cells in zip(garden.weeds, weeds, strict=False):
            weed.size, weed.core = len(cells), cells[self.below(len(cells))]
            weed.hides = Item.TRAIL_PROTECTION + self.below(2)
            weed.countdown = 1 + self.below(self.config.WeedGrowthRate)
            for i, cell in enumerate(cells):
                weed.cells[i] = cell
                self.marks[cell] |= WEED
        garden.weed_count = garden.weed_places = len(weeds)

    def _pieces(self, cells: Cells, longest: int) -> list[list[int]]:
        """Connected cells, in parts of a limited length."""
        board, mask = self.memory.board, np.zeros(self.size, np.bool_)
        mask[cells] = True
        left, pieces = board.number(mask), []
        for cell in cells.tolist():
            seed = board.bits([cell])
            if seed & left:
                piece = board.flood(seed, left)
                left &= ~piece
                found = np.flatnonzero(board.mask(piece)).tolist()
                pieces += [found[i : i + longest] for i in range(0, len(found), longest)]
        return pieces

    # Land

    def _put_land(self) -> None:
        """The land of all farmers, in agreement with the public shares."""
        memory = self.memory
        hides = (self.window.codes >= MAX_SEATS) & (self.window.codes < 2 * MAX_SEATS)
        is_open = self.is_hidden.copy()
        is_open[self.window.cells[hides]] = True
        land = memory.estates.get(self.variant)
        if land is None:
            land = memory.estates[self.variant] = Estates(memory, is_open, self.variant).bits()
        self.state.data["land"][0, : self.size] = land
        for seat in range(self.config.seats):
            self._put_estate(seat, np.flatnonzero(land & 1 << seat))
        owners = sum(farmer.cells for farmer in self.garden.farmers)
        self.garden.overlaps = owners - int(np.count_nonzero(land))

    def _put_estate(self, seat: int, mine: Cells) -> None:
        """The number of a farmer's cells, and the box around them and its home."""
        farmer, home, cols = self.garden.farmers[seat], self.memory.home(seat), self.config.Cols
        farmer.cells = len(mine)
        cells = np.append(mine, [home[0], home[-1]])
        columns, rows = cells % cols, cells // cols
        farmer.left, farmer.right = int(columns.min()), int(columns.max())
        farmer.top, farmer.bottom = int(rows.min()), int(rows.max())

    # Farmers

    def _put_farmer(self, known: Sighting) -> None:
        """Put a farmer on its visible or a possible cell, with its trail, commands and items."""
        farmer = self.garden.farmers[known.seat]
        trail = list(known.trail)
        heading = known.heading
        cell = known.cell
        if known.tick < self.window.tick:
            cell, heading = self._hidden_cell(known, trail)
        self._put_trail(known.seat, trail)
        farmer.x, farmer.y = cell % self.config.Cols, cell // self.config.Cols
        farmer.direction = farmer.last = heading
        farmer.stamp = min((max(known.turned, -1) + 1) * MAX_SEATS + known.seat, self.garden.clock - 1)
        is_own = known.seat == self.memory.seat
        farmer.tie = known.points if is_own else farmer.cells * (CLAIM + self.below(CLAIM))
        self._put_items(known)

    def _put_items(self, known: Sighting) -> None:
        """Active items, with the time that is left of them."""
        farmer, memory, tick = self.garden.farmers[known.seat], self.memory, self.window.tick
        farmer.fresh[0] = farmer.fresh[1] = -1
        for kind, since in known.items.items():
            left = memory.time_left(kind, since, tick) or 1
            if kind <= Item.FREEZE:
                farmer.power_up, farmer.power_left = kind, left
            else:
                farmer.super_power_up, farmer.super_left = kind, left
        if Item.SUPER_FERTILIZER in known.items:
            farmer.out = int(known.is_out)
            for i, cell in enumerate(known.fresh):
                farmer.fresh[i] = cell

    def _put_trail(self, seat: int, trail: list[int]) -> None:
        """Marks of a trail, each with the direction to the next."""
        farmer = self.garden.farmers[seat]
        farmer.trail, farmer.start = len(trail), trail[0] if trail else 0
        for i, cell in enumerate(trail):
            way = direction(cell, trail[i + 1], self.config.Cols) - 1 if i + 1 < len(trail) else 0
            self.marks[cell] |= 1 << seat | way << WAY_SHIFT + 2 * seat

    def _hidden_cell(self, known: Sighting, trail: list[int]) -> tuple[int, int]:
        """A cell out of sight for a farmer, and its heading; its trail, if it has one, is continued to there."""
        if trail:
            return self._walk_on(known, trail)
        free = self.is_hidden & (self.marks & (TRAILS | WEED) == 0)
        near = free & (self.memory.steps_from(known.cell) <= self.window.tick - known.tick)
        mine = self.state.data["land"][0, : self.size] & 1 << known.seat > 0
        abroad = self._cell_abroad(mine, near)
        if abroad is not None:
            return abroad, 1 + self.below(4)
        for choice in (near & mine, near, free & mine, free, self.is_hidden):
            found = np.flatnonzero(choice)
            if len(found):
                return int(found[self.below(len(found))]), 0
        return known.cell, known.heading

    def _cell_abroad(self, mine: Mask, near: Mask) -> int | None:
        """In one of two draws a cell not far from a farmer's land: it may be on its way around a loop."""
        cells = np.flatnonzero(mine)
        if self.below(2) == 0 or not len(cells):
            return None
        y, x = divmod(int(cells[self.below(len(cells))]), self.config.Cols)
        x += self.below(2 * MAX_WALK + 1) - MAX_WALK
        y += self.below(2 * MAX_WALK + 1) - MAX_WALK
        cell = y * self.config.Cols + x
        is_possible = 0 <= x < self.config.Cols and 0 <= y < self.config.Rows and near[cell] and not mine[cell]
        return cell if is_possible else None

    def _walk_on(self, known: Sighting, trail: list[int]) -> tuple[int, int]:
        """Continue a trail by steps out of sight."""
        used = set(trail)
        steps = 1 + self.below(max(1, min(self.window.tick - known.tick, MAX_WALK)))
        inside = trail[-1] in self.window.code_of
        for i in range(steps):
            here = trail[-1]
            near = self.memory.around(here)
            ways = [cell for cell in near if self.is_hidden[cell] and cell not in used]
            if not ways or (i > 0 and not inside and self.below(MAX_WALK) == 0):
                break
            ahead = 2 * here - trail[-2] if len(trail) > 1 else NOBODY
            step = ahead if ahead in ways and self.below(3) > 0 else ways[self.below(len(ways))]
            trail.append(step)
            used.add(step)
        return trail[-1], self.memory.heading_of(trail)


@lru_cache(FUTURES)
def _future(number: int) -> npt.NDArray[np.void]:
    """A table of random numbers."""
    table = zeros(Chance)
    seed_chance(over(Chance, table.view(np.uint8)), number)
    future: npt.NDArray[np.void] = table[0]
    return future
