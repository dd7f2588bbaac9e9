"""Generates maps from a seed by the method of sections 4.1 to 4.3."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from lanista.core.errors import ConfigError
from lanista.engine import Stream
from lanista.games.tanks.state import DX, DY, ORIENTATIONS, Orientation, Terrain

UNALLOCATED = 9
OBSTACLES = (Terrain.DECIDUOUS, Terrain.EVERGREEN, Terrain.LAKE, Terrain.LAKE, Terrain.SWAMP)
FILL_ORDER = (Terrain.DECIDUOUS, Terrain.EVERGREEN, Terrain.LAKE, Terrain.SWAMP)
STRAIGHT = (Orientation.NORTH, Orientation.EAST, Orientation.SOUTH, Orientation.WEST)
MAX_TRIES = 100
MAJORITY = 4  # neighbours of one kind that decide a leftover cell


class Recipe(NamedTuple):
    """The size of a map and the generator settings of section 2."""

    width: int
    height: int
    field_percent: int
    obstacle_least_permille: int
    obstacle_most_permille: int
    leftover_percent: int
    lake_percent: int


def recipe_of(config: Mapping[str, int]) -> Recipe:
    """The settings that the generator uses."""
    return Recipe(**{name: config[name] for name in Recipe._fields})


def generate(recipe: Recipe, stream: Stream) -> bytes:
    """The terrain of every cell; maps with too many lakes are discarded (4.1)."""
    for _ in range(MAX_TRIES):
        cells = MapDraft(recipe, stream).finished()
        if 100 * cells.count(Terrain.LAKE) < recipe.lake_percent * len(cells):
            return cells
    raise ConfigError(
        f"expected a map with less than {recipe.lake_percent} % of lakes, got none in {MAX_TRIES} tries; "
        "raise the setting lake_percent or field_percent"
    )


class MapDraft:
    """A map under construction."""

    def __init__(self, recipe: Recipe, stream: Stream) -> None:
        self.recipe = recipe
        self.stream = stream
        self.width, self.height = recipe.width, recipe.height
        self.total = recipe.width * recipe.height
        self.cells = bytearray([UNALLOCATED]) * self.total

    def finished(self) -> bytes:
        """Run the steps of section 4.1."""
        self.put_border()
        self.put_obstacles()
        while 100 * self.put_field() >= self.recipe.leftover_percent * self.total:
            # Step 4: the region was an enclosed pocket, which becomes a lake.
            self.cells = self.cells.replace(bytes([Terrain.FIELD]), bytes([Terrain.LAKE]))
        self.fill_leftovers()
        return bytes(self.cells)

    def put_border(self) -> None:
        """Step 1: the outermost ring is swamp."""
        for cell in range(self.total):
            y, x = divmod(cell, self.width)
            if x in (0, self.width - 1) or y in (0, self.height - 1):
                self.cells[cell] = Terrain.SWAMP

    def put_obstacles(self) -> None:
        """Step 2: add rounds of five obstacles until enough of the map is allocated."""
        while True:
            for kind in OBSTACLES:
                self.put_obstacle(kind)
            if 100 * self.cells.count(UNALLOCATED) < self.recipe.field_percent * self.total:
                return

    def put_obstacle(self, kind: Terrain) -> None:
        """Put one obstacle (4.2), growing from the last cell that was placed."""
        min_size = self.recipe.obstacle_least_permille * self.total // 1000
        max_size = self.recipe.obstacle_most_permille * self.total // 1000
        last: int | None = None
        for _ in range(min_size + self.stream.below(max_size - min_size)):
            if UNALLOCATED not in self.cells:
                return
            cell = self.any_unallocated() if last is None else self.find_growth(last, kind)
            if cell is not None:
                self.cells[cell] = kind
                last = cell

    def any_unallocated(self) -> int:
        """A random unallocated cell."""
        return self.stream.choice([cell for cell, kind in enumerate(self.cells) if kind == UNALLOCATED])

    def find_growth(self, start: int, kind: Terrain) -> int | None:
        """The search of section 4.3 for an unallocated cell, which passes through the obstacle's own terrain."""
        walked: set[int] = set()
        trail = [(start, self.shuffled_directions())]
        while trail:
            cell, ways = trail[-1]
            if not ways:
                trail.pop()
                continue
            near = self.beyond(cell, ways.pop())
            if near is None:
                continue
            if near in walked:
                trail.pop()
            elif self.cells[near] == UNALLOCATED:
                return near
            elif self.cells[near] == kind:
                walked.add(near)
                trail.append((near, self.shuffled_directions()))
        return None

    def shuffled_directions(self) -> list[Orientation]:
        """North, East, South and West in random order."""
        ways = list(STRAIGHT)
        for i in range(len(ways) - 1, 0, -1):
            j = self.stream.below(i + 1)
            ways[i], ways[j] = ways[j], ways[i]
        return ways

    def beyond(self, cell: int, way: int) -> int | None:
        """The next cell in a direction, if it is on the map."""
        x, y = cell % self.width + DX[way], cell // self.width + DY[way]
        return y * self.width + x if 0 <= x < self.width and 0 <= y < self.height else None

    def neighbours(self, cell: int) -> Iterator[int]:
        """The neighbours of a cell that are on the map, clockwise from North."""
        found = (self.beyond(cell, way) for way in Orientation)
        return (near for near in found if near is not None)

    def put_field(self) -> int:
        """Step 3: turn an unallocated region into field; returns how many cells are still unallocated."""
        cells, start = self.cells, self.any_unallocated()
        # Unallocated cells are never at the edge, so all eight neighbours are on the map.
        around = [DY[way] * self.width + DX[way] for way in range(ORIENTATIONS)]
        cells[start] = Terrain.FIELD
        waiting = [start]
        while waiting:
            cell = waiting.pop()
            for offset in around:
                if cells[cell + offset] == UNALLOCATED:
                    cells[cell + offset] = Terrain.FIELD
                    waiting.append(cell + offset)
        return cells.count(UNALLOCATED)

    def fill_leftovers(self) -> None:
        """Step 5: fill row by row; each cell takes the cells filled before it into account."""
        for cell in range(self.total):
            if self.cells[cell] == UNALLOCATED:
                self.cells[cell] = self.common_neighbour(cell)

    def common_neighbour(self, cell: int) -> int:
        """The first kind found on four neighbours, otherwise the first of FILL_ORDER that occurs."""
        counts = dict.fromkeys(Terrain, 0)
        for near in self.neighbours(cell):
            kind = self.cells[near]
            if kind != UNALLOCATED:
                counts[Terrain(kind)] += 1
                if counts[Terrain(kind)] == MAJORITY:
                    return kind
        return next((kind for kind in FILL_ORDER if counts[kind]), Terrain.FIELD)
