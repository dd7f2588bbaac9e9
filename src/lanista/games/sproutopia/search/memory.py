"""A farmer's memory of all its views: land, trails, weeds, items, and where the others were last seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from lanista.games.sproutopia.search.floods import Board
from lanista.games.sproutopia.search.trails import Puzzle
from lanista.games.sproutopia.state import DX, DY, MAX_SEATS, Config, Direction, Item
from lanista.games.sproutopia.views import NEUTRAL, OUTSIDE, Moment

NOBODY = -1
NEVER = -1
TRAIL_MEMORY = 25  # ticks after which a trail out of sight counts as completed
HOME_CELLS = 9
NEWS = 0.5  # cells of distance that a look one tick later adds
LIFESPANS = {
    Item.IMMUNITY: "LifespanImmunity",
    Item.UNPRUNABLE: "LifespanUnprunable",
    Item.FREEZE: "LifespanFreeze",
    Item.SUPER_FERTILIZER: "LifespanFertilizer",
}

Cells = npt.NDArray[np.int64]
Steps = npt.NDArray[np.int16]


class Sighting:
    """The knowledge about one farmer: where and when it was last seen, how it moved, what it has."""

    def __init__(self, cell: int, seat: int) -> None:
        self.cell = cell
        self.tick = 0  # of the last sighting
        self.heading = 0
        self.turned = NEVER  # the tick of its last known command
        self.share = 0  # per cent of the map
        self.settled = 0  # the tick since which it has had that share
        self.points = 0  # for claims, as far as known: hundredths of tie-breaking points (4.3)
        self.trail: list[int] = []  # first cell to last
        self.items: dict[int, int] = {}  # the tick of the pick-up, by type of its active items
        self.is_out = False  # painted since it got Super Fertilizer (5.9)
        self.fresh: tuple[int, ...] = ()
        self.seat = seat


class Window:
    """One view, by cells of the map."""

    def __init__(self, view: Mapping[str, Any], config: Config) -> None:
        codes = np.array(view["heroWindow"], np.uint8).T
        weeds = np.array(view["weeds"], np.bool_).T
        far, cols, rows = len(codes) // 2, config.Cols, config.Rows
        left, top = view["x"] - far, view["y"] - far
        is_on_map = (slice(max(0, -top), rows - top), slice(max(0, -left), cols - left))
        self.columns = slice(max(0, left), min(cols, left + len(codes)))
        self.rows = slice(max(0, top), min(rows, top + len(codes)))
        ys, xs = np.arange(self.rows.start, self.rows.stop), np.arange(self.columns.start, self.columns.stop)
        self.cells: Cells = (ys[:, None] * cols + xs).reshape(-1)
        self.codes = codes[is_on_map].reshape(-1)
        self.weeds = weeds[is_on_map].reshape(-1)
        self.tick: int = view["gameTick"]
        self.here: int = view["y"] * cols + view["x"]
        self.spots = [spot["y"] * cols + spot["x"] for spot in view["botPostions"]]
        self.items = [
            (item["location"]["y"] * cols + item["location"]["x"], item["type"])
            for item in view["powerUpLocations"]
        ]
        self.code_of: dict[int, int] = dict(zip(self.cells.tolist(), self.codes.tolist(), strict=True))


class Memory:
    """Everything that a farmer has seen so far, as last seen, and conclusions from it."""

    def __init__(self, blank: Moment, seat: int) -> None:
        self._blank, self.seat = blank, seat
        config = self.config
        self.board = Board(config.Cols, config.Rows)
        size = config.Cols * config.Rows
        self.owner = np.full(size, NOBODY, np.int8)
        self.seen = np.full(size, NEVER, np.int32)  # the tick in which a cell was last seen
        self.weeds = np.zeros(size, np.bool_)
        self.power_ups: dict[int, int] = {}  # type by cell, in the order of the last view
        self.supers: dict[int, int] = {}
        spawns = [y * config.Cols + x for x, y in zip(config.spawn_x, config.spawn_y, strict=True)]
        self.spawns = spawns[: config.seats]
        self.farmers = [Sighting(cell, s) for s, cell in enumerate(self.spawns)]
        columns, rows = np.arange(config.Cols, dtype=np.int16), np.arange(config.Rows, dtype=np.int16)
        self._columns = np.abs(columns[:, None] - columns)[:, None, :]  # between columns, and between rows
        self._rows = np.abs(rows[:, None] - rows)[:, :, None]
        self.window: Window | None = None
        self._pruned: set[int] = set()  # farmers that were pruned in this tick
        self._reach: dict[int, npt.NDArray[np.float32]] = {}
        self.estates: dict[
            int, npt.NDArray[np.int8]
        ] = {}  # ways in which the land may be divided, as drawn so far
        for other in range(config.seats):
            self.owner[self.home(other)] = other

    @property
    def config(self) -> Config:
        """The settings of the match; a view of them could not be copied with a bot."""
        return self._blank.const

    def home(self, seat: int) -> list[int]:
        """The cells of a farmer's home."""
        x, y = self.config.spawn_x[seat], self.config.spawn_y[seat]
        columns = range(max(x - 1, 0), min(x + 2, self.config.Cols))
        rows = range(max(y - 1, 0), min(y + 2, self.config.Rows))
        return [row * self.config.Cols + column for row in rows for column in columns]

    def see(self, view: Mapping[str, Any]) -> None:
        """Update by the view of a tick."""
        window = Window(view, self.config)
        spots = self._identified(window)
        self._settle_shares(list(view["leaderBoard"].values()), window.tick)
        for farmer in self.farmers:
            self._follow(farmer, spots.get(farmer.seat), window)
        self._see_own(view, window)
        self._see_others_items(spots, window)
        self._look(window)
        self.window = window
        self._reach.clear()
        self.estates.clear()

    # Who is where: positions come in the order of seats, without saying whose they are

    def _identified(self, window: Window) -> dict[int, int]:
        """The cell of each farmer in sight, by seat: the assignment that fits best."""
        count = len(window.spots)
        fitting = [
            dict(zip(seats, window.spots, strict=True))
            for seats in combinations(range(self.config.seats), count)
            if self.seat in seats and window.spots[seats.index(self.seat)] == window.here
        ]
        return max(fitting, key=lambda spots: self._likelihood(spots, window))

    def _likelihood(self, spots: Mapping[int, int], window: Window) -> int:
        """The likelihood of an assignment, given the known facts."""
        return sum(
            self._likelihood_of(farmer, spots.get(farmer.seat), window)
            for farmer in self.farmers
            if farmer.seat != self.seat
        )

    def _likelihood_of(self, farmer: Sighting, cell: int | None, window: Window) -> int:
        """The likelihood that a farmer stands on a cell, or is out of sight, given the known facts."""
        elapsed = window.tick - farmer.tick
        if cell is None:
            lost = self._is_inside(farmer.cell, window, elapsed) and farmer.cell not in self.spawns
            return -4 if lost else 0
        code = window.code_of[cell]
        score = 10 if code == MAX_SEATS + farmer.seat else -10 if MAX_SEATS <= code < OUTSIDE else 0
        score += 3 if code == farmer.seat else 0
        return score + (4 if self.steps(farmer.cell, cell) <= elapsed else 1 if cell in self.spawns else -6)

    def _is_inside(self, cell: int, window: Window, steps: int) -> bool:
        """Whether some steps from a cell cannot lead out of the window."""
        y, x = divmod(cell, self.config.Cols)
        return bool(
            window.columns.start + steps <= x < window.columns.stop - steps
            and window.rows.start + steps <= y < window.rows.stop - steps
        )

    def steps(self, a: int, b: int) -> int:
        """Steps from one cell to another if nothing blocks them."""
        cols = self.config.Cols
        return abs(a % cols - b % cols) + abs(a // cols - b // cols)

    def steps_from(self, cell: int) -> Steps:
        """Steps from a cell to every cell of the map, row by row."""
        y, x = divmod(cell, self.config.Cols)
        steps: Steps = (self._columns[x] + self._rows[y]).reshape(-1)
        return steps

    def around(self, cell: int) -> list[int]:
        """The neighbouring cells on the map that have no weed, as far as known."""
        x, cols = cell % self.config.Cols, self.config.Cols
        near = [cell - cols, cell + cols] + ([cell - 1] if x > 0 else []) + ([cell + 1] if x < cols - 1 else [])
        return [other for other in near if 0 <= other < len(self.owner) and not self.weeds[other]]

    def reach(self, seat: int) -> npt.NDArray[np.float32]:
        """The distance of each cell from a farmer and its land; a cell seen after that counts as further."""
        if seat not in self._reach:
            farmer, mine = self.farmers[seat], np.flatnonzero(self.owner == seat)
            steps = self.steps_from(farmer.cell)
            if len(mine):
                steps = np.minimum(steps, self.steps_from(int(mine[len(mine) // 2])))
            later = np.maximum(self.seen - farmer.tick, 0).astype(np.float32)
            self._reach[seat] = steps + np.float32(NEWS) * later
        return self._reach[seat]

    # Farmers

    def _settle_shares(self, shares: Sequence[int], tick: int) -> None:
        """A farmer that fell back to its home was pruned: its land went to the one that grew most, if any."""
        self._pruned = set()
        rises = [share - farmer.share for farmer, share in zip(self.farmers, shares, strict=True)]
        size = len(self.owner)
        for farmer, share in zip(self.farmers, shares, strict=True):
            if share < farmer.share and share <= HOME_CELLS * 100 // size:
                self._pruned.add(farmer.seat)
                heir = int(np.argmax(rises))
                land = self.owner == farmer.seat
                self.owner[land] = heir if rises[heir] > 0 else NOBODY
                self.owner[self.home(farmer.seat)] = farmer.seat
                farmer.trail = []
            if share != farmer.share:
                farmer.share, farmer.settled = share, tick

    def _follow(self, farmer: Sighting, cell: int | None, window: Window) -> None:
        """Update a farmer's trail, position and heading."""
        before = farmer.trail
        farmer.trail = self._trail_now(farmer, cell, window)
        if len(before) > 1 and not farmer.trail and cell not in before and self._came_home(farmer, cell, window):
            self._claim(farmer.seat, before if cell is None else [*before, cell])
        if cell is None:
            return
        if self.steps(farmer.cell, cell) == 1 and window.tick - farmer.tick == 1:
            heading = direction(farmer.cell, cell, self.config.Cols)
            farmer.turned = farmer.turned if heading == farmer.heading else window.tick
            farmer.heading = heading
        elif farmer.cell != cell:
            farmer.heading, farmer.turned = self.heading_of(farmer.trail), window.tick
        farmer.cell, farmer.tick = cell, window.tick

    def heading_of(self, trail: list[int]) -> int:
        """The direction of the last step of a trail."""
        return direction(trail[-2], trail[-1], self.config.Cols) if len(trail) > 1 else 0

    def _trail_now(self, farmer: Sighting, cell: int | None, window: Window) -> list[int]:
        """A farmer's trail as far as known: the remembered one continued, or reassembled."""
        own = MAX_SEATS + farmer.seat
        visible = set(window.cells[window.codes == own].tolist())
        known, codes = farmer.trail, window.code_of
        if any(not MAX_SEATS <= codes.get(at, own) <= own for at in known):
            known = []
        if cell is not None and not MAX_SEATS <= codes[cell] <= own:
            return []
        if cell is not None and known and cell != known[-1] and self.steps(known[-1], cell) == 1:
            known = [*known, cell] if cell not in known else []
        ends_well = bool(known) and (cell is None or cell == known[-1])
        if ends_well and visible <= set(known) and self._leads_on(known, cell, window):
            return known if visible or window.tick - farmer.tick < TRAIL_MEMORY else []
        if not visible:
            return []
        return self._ordered(visible, cell, own, window)

    def _leads_on(self, trail: list[int], cell: int | None, window: Window) -> bool:
        """Whether a trail ends with its farmer, or next to where its farmer may be out of sight."""
        if cell is not None:
            return True
        return any(near not in window.code_of and near not in trail for near in self.around(trail[-1]))

    def _ordered(self, visible: set[int], end: int | None, own: int, window: Window) -> list[int]:
        """A trail from its visible cells; it may continue out of sight, and under the trail of a lower seat."""
        free = ~self.weeds
        free[window.cells] = False
        hidden = free.tolist()
        free[window.cells] = (window.codes >= MAX_SEATS) & (window.codes < own)
        return Puzzle(self.config.Cols, free.tolist(), hidden).solve(visible, end)

    def _came_home(self, farmer: Sighting, cell: int | None, window: Window) -> bool:
        """Whether a trail vanished because it was completed; where its farmer is decides, if that is known."""
        if cell is None:
            return farmer.seat != self.seat
        return window.code_of[cell] == farmer.seat and self.steps(farmer.cell, cell) <= window.tick - farmer.tick

    def _claim(self, seat: int, trail: list[int]) -> None:
        """A trail and what it encloses become land, but for the homes of those who were encircled (6.4)."""
        land = self.board.number(self.owner == seat)
        claim = self.board.claim(land, trail, bool(self.config.d19_bridges_fill))
        filled = claim.filled
        if not self.config.d18_homes_are_never_taken:
            for other in self._pruned - {seat}:
                filled &= ~self.board.bits(self.home(other))
        if self.owner[trail[-1]] == seat:  # otherwise Super Fertilizer converted it, without points (6.7)
            added = (filled & ~land).bit_count()
            is_classic = self.config.d10_points_for_the_enclosed
            self.farmers[seat].points += claim.enclosed.bit_count() ** 2 // 100 * 100 if is_classic else added**2
        self.owner[self.board.mask(filled)] = seat

    # What is in the window

    def _see_own(self, view: Mapping[str, Any], window: Window) -> None:
        """The farmer's heading and items; the time left is counted from the pick-up."""
        me = self.farmers[self.seat]
        if me.heading != view["directionState"]:
            me.heading, me.turned = view["directionState"], window.tick
        active = [kind for kind in (view["powerUp"], view["superPowerUp"]) if kind]
        found = [self.power_ups.get(me.cell), self.supers.get(me.cell)]
        me.items = {kind: me.items.get(kind, window.tick) for kind in active}
        me.items |= {kind: window.tick for kind in found if kind in me.items}
        if Item.SUPER_FERTILIZER in active:
            self._see_paint(me)
        else:
            me.is_out, me.fresh = False, ()

    def _see_paint(self, me: Sighting) -> None:
        """Super Fertilizer paints beside the farmer, and ends where it re-enters its land (5.9)."""
        me.fresh = ()
        if self.owner[me.cell] != self.seat and me.heading != Direction.IDLE:
            me.is_out = True
            y, x = divmod(me.cell, self.config.Cols)
            sides = [(x + side * DY[me.heading], y + side * DX[me.heading]) for side in (-1, 1)]
            cells = [cy * self.config.Cols + cx for cx, cy in sides if self._is_on_map(cx, cy)]
            me.fresh = tuple(cell for cell in cells if self.owner[cell] != self.seat)

    def _is_on_map(self, x: int, y: int) -> bool:
        return 0 <= x < self.config.Cols and 0 <= y < self.config.Rows

    def _see_others_items(self, spots: Mapping[int, int], window: Window) -> None:
        """Somebody who stands where an item lay has it now; what has run out is forgotten."""
        for farmer in self.farmers:
            if farmer.seat == self.seat:
                continue
            cell = spots.get(farmer.seat, NOBODY)
            for store in (self.power_ups, self.supers):
                if cell in store:
                    others = {kind for kind in farmer.items if (kind > Item.FREEZE) != (store is self.supers)}
                    farmer.items = {kind: farmer.items[kind] for kind in others} | {store[cell]: window.tick}
            if cell == self.spawns[farmer.seat]:
                farmer.items = {}
            farmer.items = {kind: t for kind, t in farmer.items.items() if self.time_left(kind, t, window.tick)}

    def time_left(self, kind: int, since: int, tick: int) -> int:
        """The ticks for which an item is active, from the tick of its pick-up; -1: without a limit."""
        if kind == Item.TRAIL_PROTECTION:
            return -1
        span: int = getattr(self.config, LIFESPANS[Item(kind)])
        return max(0, since + span - tick)

    def _look(self, window: Window) -> None:
        """Overwrite the memory with the window; trails hide the owners of the land below."""
        shown = (window.codes < MAX_SEATS) | (window.codes == NEUTRAL)
        cells = window.cells[shown]
        codes = window.codes[shown].astype(np.int16)
        self.owner[cells] = np.where(codes == NEUTRAL, NOBODY, codes)
        self.seen[window.cells] = window.tick
        self.weeds[window.cells] = window.weeds
        for store in (self.power_ups, self.supers):
            for cell in [cell for cell in store if cell in window.code_of]:
                del store[cell]
        hidden = self.power_ups, self.supers
        self.power_ups = {cell: kind for cell, kind in window.items if kind <= Item.FREEZE} | hidden[0]
        self.supers = {cell: kind for cell, kind in window.items if kind > Item.FREEZE} | hidden[1]


def direction(start: int, end: int, cols: int) -> int:
    """The direction of a step between neighbouring cells; 0 between others."""
    steps = {-cols: Direction.UP, cols: Direction.DOWN, -1: Direction.LEFT, 1: Direction.RIGHT}
    return int(steps.get(end - start, Direction.IDLE))
