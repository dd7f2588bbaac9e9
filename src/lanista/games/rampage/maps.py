"""Maps: the six built-in ones (10.3), map files and generated maps, and their encoding in records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from lanista.core.errors import InputError
from lanista.engine.record import closest
from lanista.games.rampage.board import ItemSpot, Map, Spot, TurretSpot, is_symmetric
from lanista.games.rampage.generator import generate
from lanista.games.rampage.mapcheck import check, warnings
from lanista.games.rampage.mapfile import map_from, read_map, write_map
from lanista.games.rampage.state import (
    DIRECTIONS,
    FLOOR,
    SEATS,
    TURRET,
    WALL,
    Config,
    Direction,
    ItemKind,
)

__all__ = [
    "MAPS",
    "ItemSpot",
    "Map",
    "Spot",
    "TurretSpot",
    "built_in",
    "check",
    "find_map",
    "generate",
    "is_symmetric",
    "map_from",
    "map_of",
    "numbers",
    "put_map",
    "read_map",
    "warnings",
    "write_map",
]

# The six maps of section 10.3


class Drawing(NamedTuple):
    """A map drawn as rows of letters, with the times of each turret letter."""

    hp: int
    turns: int
    rows: str
    times: Mapping[str, tuple[int, int]] = {}


DRAWINGS = {
    "pocket": Drawing(2, 40, "A.#L. ..S.. .#.#. ..S.. .L#.B"),
    "duel": Drawing(2, 60, "..L.T.P A...#.S #.0.1.# S.#...B P.T.L..", {"T": (1, 3)}),
    "crossroads": Drawing(
        2,
        80,
        ".#..L...# A...#..S. ..#...T.. .0..#.... #..P.P..# ....#..1. ..T...#.. .S..#...B #...L..#.",
        {"T": (2, 3)},
    ),
    "corridors": Drawing(
        2,
        100,
        "......#...... .A.##...L.0.. ...#..T...#.. .S.....#..... ###.P.....#.U ..2...#...3.. "
        "U.#.....P.### .....#.....S. ..#...T..#... ..1.L...##.B. ......#......",
        {"T": (2, 3), "U": (1, 4)},
    ),
    "citadel": Drawing(
        2,
        120,
        ".....#...#..... .A...#.L.#...S. ...T...#....... ##...#...#..##. .0..#.....#.... "
        "...#..P.U..#... .L...##.##....# #..2...S...3..# #....##.##...L. ...#..U.P..#... "
        "....#.....#..1. .##..#...#...## .......#...T... .S...#.L.#...B. .....#...#.....",
        {"T": (2, 4), "U": (3, 5)},
    ),
    "grand": Drawing(
        3,
        150,
        "....#.....#.....#.... .A..#..L..#..S..#..0. ....#.....T.....#.... ..###...#####...###.. "
        "..................... #..U..##.....##..P..# ...#..#...L...#...... ...#.....#.#.....#... "
        ".2....#..#.#..#....V. ###...#.......#..#### ....S....#P#....S.... ####..#.......#...### "
        ".V....#..#.#..#....3. ...#.....#.#.....#... ......#...L...#..#... #..P..##.....##..U..# "
        "..................... ..###...#####...###.. ....#.....T.....#.... .1..#..S..#..L..#..B. "
        "....#.....#.....#....",
        {"T": (1, 2), "U": (2, 4), "V": (4, 4)},
    ),
}
MAPS = tuple(DRAWINGS)
ITEM_LETTERS = {"L": ItemKind.LASER, "S": ItemKind.SHIELD, "P": ItemKind.TELEPORT}


@lru_cache(maxsize=len(DRAWINGS))
def built_in(name: str) -> Map:
    """One of the six built-in maps."""
    if name not in DRAWINGS:
        hint = closest(name, set(MAPS)) or f"; there are: {', '.join(MAPS)}"
        raise InputError(f"no map is called {name!r:.40}{hint}, or give the text of a map file")
    drawing = DRAWINGS[name]
    rows = drawing.rows.split()
    marks = {(x, y): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}
    map_ = Map(
        name=name,
        width=len(rows[0]),
        height=len(rows),
        starts=tuple(_marked(marks, "AB")),
        initial_hp=drawing.hp,
        max_turns=drawing.turns,
        walls=tuple(spot for spot, mark in marks.items() if mark == "#"),
        turrets=tuple(TurretSpot(*s, *drawing.times[m]) for s, m in marks.items() if m in drawing.times),
        items=tuple(
            ItemSpot(*spot, kind) for letter, kind in ITEM_LETTERS.items() for spot in _marked(marks, letter)
        ),
        pads=tuple(_marked(marks, "0123456789")),
    )
    check(map_)
    return map_


def _marked(marks: Mapping[Spot, str], letters: Iterable[str]) -> Iterator[Spot]:
    """The squares of each letter, in the order of the letters."""
    return (spot for letter in letters for spot, mark in marks.items() if mark == letter)


def find_map(name_or_text: str, *, any_size: bool = False) -> Map:
    """A built-in map by name, or the map in the text of a map file."""
    if name_or_text.lstrip().startswith("{"):
        return read_map(name_or_text, any_size=any_size)
    return built_in(name_or_text)


# The constant record


def map_warnings(map: str) -> list[str]:  # noqa: A002
    """Reasons why a map is unfair or odd (10.2)."""
    return list(warnings(find_map(map, any_size=True))) if map else []


def numbers(map_: Map) -> dict[str, int]:
    """The size of a map and the number of things on it, as fields of the constant record."""
    return {
        "seats": SEATS,
        "width": map_.width,
        "height": map_.height,
        "n_turrets": len(map_.turrets),
        "n_items": len(map_.items),
        "n_pads": len(map_.pads),
    }


def put_map(config: Config, map_: Map) -> None:
    """Write a map and the tables derived from it into a constant record that already has its numbers."""
    for seat in range(SEATS):
        config.start[seat] = map_.square(map_.starts[seat])
        config.start_facing[seat] = map_.facings[seat]
    for i, pad in enumerate(map_.pads):
        config.pads[i] = map_.square(pad)
    for spot in map_.walls:
        config.board[map_.square(spot)] = WALL
    for i, turret in enumerate(map_.turrets):
        config.board[map_.square(turret.spot)] = TURRET + i
    _put_items(config, map_)
    _put_neighbours(config, map_)
    _put_turrets(config, map_)


def _put_items(config: Config, map_: Map) -> None:
    """Items on the same square form a linked list."""
    for i, item in reversed(list(enumerate(map_.items))):
        square = map_.square(item.spot)
        config.item_square[i], config.item_kind[i] = square, item.kind
        config.item_next[i] = config.item_at[square]
        config.item_at[square] = i + 1


def _put_neighbours(config: Config, map_: Map) -> None:
    """The neighbours of every square, and the reach of beams from it."""
    for spot in map_.spots():
        square = map_.square(spot)
        config.column[square], config.row[square] = spot
        for direction in Direction:
            config.ahead[square * DIRECTIONS + direction] = map_.square(map_.step(spot, direction))
    for square in range(map_.width * map_.height):
        for direction in Direction:
            config.reach[square * DIRECTIONS + direction] = _reach(config, square, direction)


def _reach(config: Config, origin: int, direction: int) -> int:
    """The number of squares that a beam covers if no player is in the way."""
    square = origin
    for covered in range(config.laser_range):
        square = config.ahead[square * DIRECTIONS + direction]
        if config.board[square] == WALL:
            return covered
        if config.board[square] != FLOOR or square == origin:
            return covered + 1
    return config.laser_range


def _put_turrets(config: Config, map_: Map) -> None:
    for site, turret in zip(config.places, map_.turrets, strict=False):
        site.square, site.column, site.row = map_.square(turret.spot), turret.x, turret.y
        site.fire, site.cool = turret.fire, turret.cool
        for direction in range(DIRECTIONS):
            square = site.square
            site.reach[direction] = config.reach[square * DIRECTIONS + direction]
            for _ in range(site.reach[direction]):
                square = config.ahead[square * DIRECTIONS + direction]
            ends_at_turret = site.reach[direction] and config.board[square] >= TURRET
            site.sees[direction] = config.board[square] - TURRET + 1 if ends_at_turret else 0


def map_of(config: Config) -> Map:
    """The map stored in a constant record."""
    width = config.width

    def spot(square: int) -> Spot:
        return square % width, square // width

    return Map(
        name="",
        width=width,
        height=config.height,
        starts=tuple(spot(config.start[seat]) for seat in range(SEATS)),
        facings=tuple(Direction(config.start_facing[seat]) for seat in range(SEATS)),
        initial_hp=config.initial_hp,
        max_turns=config.max_turns,
        walls=tuple(spot(s) for s in range(width * config.height) if config.board[s] == WALL),
        turrets=tuple(
            TurretSpot(*spot(site.square), site.fire, site.cool) for site in config.places[: config.n_turrets]
        ),
        items=tuple(
            ItemSpot(*spot(config.item_square[i]), ItemKind(config.item_kind[i])) for i in range(config.n_items)
        ),
        pads=tuple(spot(config.pads[i]) for i in range(config.n_pads)),
    )
