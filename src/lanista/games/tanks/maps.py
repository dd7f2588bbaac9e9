"""Maps: generated from the seed in three named sizes, drawn by hand, or read from files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from lanista.core.errors import InputError, LoadError
from lanista.engine import Stream, derive
from lanista.engine.record import closest
from lanista.games.tanks.generator import Recipe, generate, recipe_of
from lanista.games.tanks.state import DX, DY, MAX_SEATS, MAX_SIDE, Config, Orientation, Terrain

LETTERS = ".DELS"  # in the order of Terrain
CODES = bytes.maketrans(LETTERS.encode(), bytes(range(len(LETTERS))))

# The presets of section 2
SIZES = {"small": (60, 30), "middle": (60, 45), "large": (120, 90)}

# Drawn by hand; the positions of the tanks are drawn from the seed, as on every map.
DRAWINGS = {
    # An open yard without forests or lakes.
    "yard": "\n".join(["S" * 24, *["S" + "." * 22 + "S"] * 10, "S" * 24]),
    # Two fields separated by a lake with two fords.
    "fords": """
SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS
S...............LLLL...............S
S..DD..........LLLLL...........E...S
S..DDD.........LLLL...........EE...S
S....D.........LLLL..........EE....S
S..................................S
S..................................S
S........SS....LLLLL.....D.........S
S.......SSS....LLLLLL...DD.........S
S........S....LLLLLL....D....SS....S
S.............LLLLL.........SSS....S
S....E.........LLLLL.........S.....S
S..................................S
S..................................S
S....EE.........LLLL..........DD...S
S...EEE.........LLLL.........DDD...S
S...E...........LLLLL..........D...S
S...............LLLL...............S
SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS
""",
    # Clearings in a forest, joined by paths.
    "clearings": """
DDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDD
D.......DDDDDD..........EEEEEE.........D
D.......DDDDDD..........EEEEEE.........D
D..............................L.......D
D.......DDD.DD....LL....EE.EEE.........D
D.......DDD.DD....LL....EE.EEE.........D
DDDD.DDDDDD.DD..........EE.EEEEEE.EEEEEE
DDDD.DDDDDD.DDDDDD..EEEEEE.EEEEEE.EEEEEE
DDDD.DDDDDD.DDDDDD..EEEEEE.EEEEEE.EEEEEE
D.......................................
D..S.................................S..
EEEE.EEEEEE.EEEEEE..DDDDDD.DDDDDD.DDDDDD
EEEE.EEEEEE.EEEEEE..DDDDDD.DDDDDD.DDDDDD
EEEE.EEEEEE.EE..........DD.DDDDDD.DDDDDD
E.......EEE.EE....LL....DD.DDD.........D
E.......EEE.EE....LL....DD.DDD.........D
E......L...............................D
E.......EEEEEE..........DDDDDD.........D
E.......EEEEEE..........DDDDDD.........D
EEEEEEEEEEEEEEEEEEEEDDDDDDDDDDDDDDDDDDDD
""",
}
MAPS = (*SIZES, *DRAWINGS)


class Map(NamedTuple):
    """The size of a map and the terrain of every cell, row by row."""

    width: int
    height: int
    cells: bytes

    def fields(self) -> list[int]:
        """The cells on which tanks can be placed."""
        return [cell for cell, kind in enumerate(self.cells) if kind == Terrain.FIELD]


def find_map(name_or_text: str, config: Mapping[str, int], seed: int) -> Map:
    """A map generated from the seed (in a named size or that of the settings), drawn by hand, or given as text."""
    if name_or_text in ("", *SIZES):
        width, height = SIZES.get(name_or_text, (config["width"], config["height"]))
        return map_from_seed(recipe_of({**config, "width": width, "height": height}), seed)
    return seedless_map(name_or_text)


@lru_cache(maxsize=256)
def map_from_seed(recipe: Recipe, seed: int) -> Map:
    """Generate a map from a seed."""
    return Map(recipe.width, recipe.height, generate(recipe, Stream(derive(seed, "tanks map", *recipe))))


@lru_cache(maxsize=64)
def seedless_map(name_or_text: str) -> Map:
    """A map that does not depend on the seed: drawn by hand, or given as text."""
    if name_or_text in DRAWINGS:
        return read_map(DRAWINGS[name_or_text])
    if "\n" not in name_or_text.strip() and not set(name_or_text.strip()) <= set(LETTERS):
        hint = closest(name_or_text, set(MAPS)) or f"; there are: {', '.join(MAPS)}"
        raise InputError(f"no map is called {name_or_text!r:.40}{hint}, or give the text of a map file")
    return read_map(name_or_text)


def read_map(text: str) -> Map:
    """Parse a map: rows of letters, the top row first (section 3)."""
    rows = [line.strip() for line in text.strip().splitlines()]
    if not rows:
        raise LoadError(f"Expected rows of the letters {' '.join(LETTERS)}, got an empty text")
    width, height = len(rows[0]), len(rows)
    for number, row in enumerate(rows, 1):
        _check_row(row, number, width)
    for side, length in (("columns", width), ("rows", height)):
        if length > MAX_SIDE:
            raise LoadError(f"Expected at most {MAX_SIDE} {side}, got {length}")
    return Map(width, height, "".join(rows).encode().translate(CODES))


def _check_row(row: str, number: int, width: int) -> None:
    wrong = next((x for x, letter in enumerate(row) if letter not in LETTERS), None)
    if wrong is not None:
        known = "`.` field, `D` and `E` forest, `L` lake or `S` swamp"
        raise LoadError(f"Expected {known}, got {row[wrong]!r} - at row {number}, column {wrong + 1}")
    if len(row) != width:
        raise LoadError(f"Expected {width} letters as in the first row, got {len(row)} - at row {number}")


def write_map(map_: Map) -> str:
    """A map as text, the inverse of `read_map`."""
    return "\n".join(rows_of(map_)) + "\n"


def rows_of(map_: Map) -> list[str]:
    """A map as rows of letters."""
    letters = "".join(LETTERS[kind] for kind in map_.cells)
    return [letters[start : start + map_.width] for start in range(0, len(letters), map_.width)]


def map_of(config: Config) -> Map:
    """The map stored in a constant record."""
    cells = bytes(config.terrain)[: config.width * config.height]
    return Map(config.width, config.height, cells)


def map_warnings(map: str) -> list[str]:  # noqa: A002
    """Warnings about a map that is not generated from the seed."""
    return list(warnings(seedless_map(map))) if map and map not in SIZES else []


def warnings(map_: Map) -> Iterator[str]:
    """Warnings about a map for those who choose it."""
    fields = map_.fields()
    if len(fields) < MAX_SEATS:
        yield f"it has {len(fields)} field cells, so at most that many tanks take part"
    if fields and len(region(map_, fields[0])) < len(fields):
        yield "its fields are not connected: some tanks may never meet"


def region(map_: Map, start: int) -> set[int]:
    """The field cells connected to a cell by fields, diagonals included."""
    found, waiting = {start}, [start]
    while waiting:
        y, x = divmod(waiting.pop(), map_.width)
        for way in Orientation:
            near_x, near_y = x + DX[way], y + DY[way]
            near = near_y * map_.width + near_x
            if not (0 <= near_x < map_.width and 0 <= near_y < map_.height) or near in found:
                continue
            if map_.cells[near] == Terrain.FIELD:
                found.add(near)
                waiting.append(near)
    return found
