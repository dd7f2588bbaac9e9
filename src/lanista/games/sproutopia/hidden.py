"""Redraws everything that a farmer cannot see, to check that views leak nothing hidden."""

from __future__ import annotations

from collections.abc import Sequence

from lanista.engine import Ints, Stream, derive
from lanista.games.sproutopia import land
from lanista.games.sproutopia.chance import seed_chance
from lanista.games.sproutopia.pruning import end_super_power_up, forget_commands
from lanista.games.sproutopia.state import (
    DX,
    DY,
    POWER_UP,
    SUPER_POWER_UP,
    UNLIMITED,
    WEED,
    Direction,
    Item,
    Store,
    Weed,
)
from lanista.games.sproutopia.views import Moment, items_in, spot_of, trail_of, weeds_of, window

MAX_TRIES = 64


def redraw_hidden(state: Moment, seat: int, seed: int) -> Moment:
    """A clone that looks the same to the seat but differs in everything hidden."""
    other = state.clone()
    Hidden(other, seat, Stream(derive(seed, "sproutopia hidden", seat))).redraw()
    return other


class Hidden:
    """Redraws what lies outside one farmer's window."""

    def __init__(self, state: Moment, seat: int, stream: Stream) -> None:
        self.state, self.seat, self.stream = state, seat, stream
        self.garden, self.config = state.record, state.const
        cols, (columns, rows) = self.config.Cols, window(state, seat)
        self.seen = {y * cols + x for y in rows for x in columns}
        self.unseen = [cell for cell in range(self.config.Rows * cols) if cell not in self.seen]

    def is_hidden(self, cell: int) -> bool:
        """Whether a cell is outside the window."""
        return cell not in self.seen

    def redraw(self) -> None:
        """Redraw everything, in an order that puts at most one thing on a cell."""
        self.redraw_chance()
        for other in range(self.config.seats):
            if other != self.seat:
                self.redraw_farmer(other)
        self.redraw_items()
        for weed in weeds_of(self.garden):
            self.redraw_weed(weed)
        self.redraw_land()

    def redraw_chance(self) -> None:
        """Redraw future random numbers and countdowns, and the time left of the farmer's power-ups."""
        garden, below = self.garden, self.stream.below
        seed_chance(garden.chance, below(2**31))
        garden.arrivals.position = derive(below(2**31), "arrivals")
        garden.next_weed, garden.next_power_up = 1 + below(60), 1 + below(40)
        me = garden.farmers[self.seat]
        me.tie += below(1000)
        me.power_left = 1 + below(20) if me.power_up else 0
        if me.super_power_up == Item.SUPER_FERTILIZER:
            me.super_left = 1 + below(40)

    def redraw_farmer(self, seat: int) -> None:
        """Redraw another farmer's power-ups and commands; its position and trail too, if wholly hidden."""
        farmer, below = self.garden.farmers[seat], self.stream.below
        farmer.power_up = below(4)
        farmer.power_left = 1 + below(20) if farmer.power_up else 0
        end_super_power_up(farmer)
        farmer.super_power_up = (Item.NONE, Item.TRAIL_PROTECTION, Item.SUPER_FERTILIZER)[below(3)]
        if farmer.super_power_up:
            is_protection = farmer.super_power_up == Item.TRAIL_PROTECTION
            farmer.super_left = UNLIMITED if is_protection else 1 + below(40)
        farmer.tie += below(1000)
        direction = farmer.direction
        forget_commands(self.garden, farmer)
        farmer.direction = direction
        cell, target = farmer.y * self.config.Cols + farmer.x, self.free_cell()
        if target is not None and all(map(self.is_hidden, (cell, *trail_of(self.state, seat)))):
            land.clear_trail(self.garden, self.config, seat)
            farmer.x, farmer.y = spot_of(self.config, target)
        farmer.direction = farmer.last = below(len(Direction))

    def free_cell(self) -> int | None:
        """A random hidden cell with nothing on it, or None after MAX_TRIES tries."""
        tries = (self.stream.choice(self.unseen) for _ in range(MAX_TRIES if self.unseen else 0))
        return next((cell for cell in tries if land.is_free(self.garden, cell)), None)

    def redraw_items(self) -> None:
        """Redraw the number, cells and kinds of hidden items."""
        max_items = self.config.PowerUpsMaxAmount
        self.redraw_store(self.garden.power_ups, POWER_UP, range(Item.IMMUNITY, Item.FREEZE + 1), max_items)
        self.redraw_store(
            self.garden.supers, SUPER_POWER_UP, range(Item.TRAIL_PROTECTION, Item.SUPER_FERTILIZER + 1), 8
        )

    def redraw_store(self, store: Store, bit: int, kinds: range, max_items: int) -> None:
        """Visible items keep their order; hidden ones are inserted anywhere among them."""
        entries = []
        for cell, kind in items_in(store):
            if self.is_hidden(cell):
                self.garden.marks[cell] &= ~bit
            else:
                entries.append(cell * 8 + kind)
        for _ in range(self.stream.below(max(0, max_items - len(entries)) + 1)):
            target = self.free_cell()
            if target is not None:
                self.garden.marks[target] |= bit
                entries.insert(self.stream.below(len(entries) + 1), target * 8 + self.stream.choice(kinds))
        store.count = store.places = len(entries)
        store.vacant = -1
        for slot in range(len(store.entries)):
            store.entries[slot] = entries[slot] if slot < len(entries) else 0

    def redraw_weed(self, weed: Weed) -> None:
        """Redraw what a weed hides and when it grows; its cells too, if wholly hidden."""
        weed.hides = Item.TRAIL_PROTECTION + self.stream.below(2)
        weed.countdown = 1 + self.stream.below(self.config.WeedGrowthRate)
        cells = [weed.cells[i] for i in range(weed.size)]
        if all(map(self.is_hidden, cells)):
            for cell in cells:
                self.garden.marks[cell] &= ~WEED
            cells = self.grow_patch(weed.size) or cells
            for i, cell in enumerate(cells):
                self.garden.marks[cell] |= WEED
                weed.cells[i] = cell
        self.shuffle(weed.cells, range(weed.size))
        weed.core = weed.cells[self.stream.below(weed.size)]

    def grow_patch(self, size: int) -> list[int]:
        """A connected patch of hidden free cells; empty if the only try fails."""
        first = self.free_cell()
        patch = [] if first is None or not self.can_overgrow(first) else [first]
        while patch and len(patch) < size:
            around = {c + DY[way] * self.config.Cols + DX[way] for c in patch for way in range(1, 5)}
            near = [cell for cell in sorted(around - set(patch)) if self.can_overgrow(cell)]
            if not near:
                return []
            patch.append(self.stream.choice(near))
        return patch

    def can_overgrow(self, cell: int) -> bool:
        """Whether a cell is hidden, free, and off the outermost ring."""
        x, y = spot_of(self.config, cell)
        inside = 0 < x < self.config.Cols - 1 and 0 < y < self.config.Rows - 1
        return inside and self.is_hidden(cell) and land.is_free(self.garden, cell)

    def redraw_land(self) -> None:
        """Shuffle the hidden land; everybody keeps the same number of cells."""
        self.shuffle(self.garden.land, self.unseen)
        for seat in range(self.config.seats):
            farmer = self.garden.farmers[seat]
            farmer.left, farmer.right, farmer.top, farmer.bottom = 0, self.config.Cols - 1, 0, self.config.Rows - 1

    def shuffle(self, row: Ints, indices: Sequence[int]) -> None:
        """Shuffle the values at these indices of a row."""
        values = [row[i] for i in indices]
        for n in range(len(values) - 1, 0, -1):
            k = self.stream.below(n + 1)
            values[n], values[k] = values[k], values[n]
        for i, value in zip(indices, values, strict=True):
            row[i] = value
