"""Whether a map can be played on, and what a good map does not have (10.2)."""

from __future__ import annotations

from collections.abc import Iterator

from lanista.errors import LoadError
from lanista.games.rampage.board import NAMED_PADS, Map, Spot, beams, distance, is_symmetric, reachable
from lanista.games.rampage.state import ANY_SIZE, COMPETITION, MAX_HP, MAX_PERIOD, MAX_TURNS, Kind, Room

APART = 3  # steps between good starts


# What no match can be played with


def check(made: Map, *, any_size: bool = False) -> None:
    """Raise LoadError for the first thing that no match can be played with."""
    fault = next(_faults(made, any_size=any_size), None)
    if fault:
        raise LoadError(fault)


def _faults(made: Map, *, any_size: bool) -> Iterator[str]:
    yield from _size_faults(made, any_size=any_size)
    yield from _edge_faults(made)
    yield from _number_faults(made, any_size=any_size)
    yield from _turret_faults(made)
    yield from _overlap_faults(made)


def _size_faults(made: Map, *, any_size: bool) -> Iterator[str]:
    room = ANY_SIZE if any_size else COMPETITION
    hint = "" if any_size else f"; the setting any_size allows {ANY_SIZE.min_side} to {ANY_SIZE.side}"
    for key, side in (("width", made.width), ("height", made.height)):
        if not room.min_side <= side <= room.side:
            yield f"Expected a side of {room.min_side} to {room.side} squares{hint}, got {side} - at $.{key}"


def _edge_faults(made: Map) -> Iterator[str]:
    for path, (x, y) in _things(made):
        if not (0 <= x < made.width and 0 <= y < made.height):
            yield f"Expected a square of the {made.width} x {made.height} board, got ({x}, {y}) - at {path}"


def _things(made: Map) -> Iterator[tuple[str, Spot]]:
    """Everything that stands or lies on a map, with its path in the file."""
    for player, spot in enumerate(made.starts, 1):
        yield f"$.player{player}X", spot
    yield from _solid(made)
    yield from _flat(made)


def _solid(made: Map) -> Iterator[tuple[str, Spot]]:
    yield from ((f"$.walls[{i}]", spot) for i, spot in enumerate(made.walls))
    yield from ((f"$.turrets[{i}]", turret.spot) for i, turret in enumerate(made.turrets))


def _flat(made: Map) -> Iterator[tuple[str, Spot]]:
    for kind in Kind:
        spots = [item.spot for item in made.items if item.kind is kind]
        yield from ((f"$.{kind.name.lower()}[{i}]", spot) for i, spot in enumerate(spots))
    yield from ((f"$.teleportPad[{i}]", spot) for i, spot in enumerate(made.pads))


def _number_faults(made: Map, *, any_size: bool) -> Iterator[str]:
    room: Room = ANY_SIZE if any_size else COMPETITION
    min_and_max = {
        "initialHP": (made.initial_hp, 1, MAX_HP, MAX_HP),
        "maxTurns": (made.max_turns, 1, MAX_TURNS, MAX_TURNS),
        "turrets": (len(made.turrets), 0, room.turrets, ANY_SIZE.turrets),
        "teleportPad": (len(made.pads), 0, room.pads, ANY_SIZE.pads),
        "laser, shield and teleport": (len(made.items), 0, room.items, ANY_SIZE.items),
    }
    for key, (number, least, most, ever) in min_and_max.items():
        if not least <= number <= most:
            hint = f"; the setting any_size allows {ever}" if most < ever else ""
            yield f"Expected {least} to {most}{hint}, got {number} - at $.{key}"


def _turret_faults(made: Map) -> Iterator[str]:
    for i, turret in enumerate(made.turrets):
        for key, value in (("fireTime", turret.fire), ("cooldownTime", turret.cool)):
            if value < 0:
                yield f"Expected 0 or more turns, got {value} - at $.turrets[{i}].{key}"
        if turret.fire + turret.cool > MAX_PERIOD:
            yield f"Expected fireTime and cooldownTime of at most {MAX_PERIOD} together - at $.turrets[{i}]"


def _overlap_faults(made: Map) -> Iterator[str]:
    """Walls, turrets and starts need a square each; items and pads a floor; pads one each."""
    taken: dict[Spot, str] = {}
    for path, spot in ((f"$.player{p}X", spot) for p, spot in enumerate(made.starts, 1)):
        yield from _claim(taken, path, spot)
    for path, spot in _solid(made):
        yield from _claim(taken, path, spot)
    blocked = {spot: path for path, spot in _solid(made)}
    for path, spot in _flat(made):
        if spot in blocked:
            yield f"Expected a free square, but {blocked[spot]} is at {spot} too - at {path}"
    pads: dict[Spot, str] = {}
    for i, spot in enumerate(made.pads):
        yield from _claim(pads, f"$.teleportPad[{i}]", spot)


def _claim(taken: dict[Spot, str], path: str, spot: Spot) -> Iterator[str]:
    if spot in taken:
        yield f"Expected a square of its own, but {taken[spot]} is at {spot} too - at {path}"
    taken.setdefault(spot, path)


# What is warned about


def warnings(made: Map) -> list[str]:
    """What a match can be played with, but a good map does not have."""
    return [*_shape_warnings(made), *_way_warnings(made), *_fire_warnings(made)]


def _shape_warnings(made: Map) -> Iterator[str]:
    if len(made.pads) > NAMED_PADS:
        yield f"{len(made.pads)} pads, of which only the first {NAMED_PADS} can be named"
    if not is_symmetric(made):
        yield "not symmetric under a half turn"
    if distance(made, *made.starts) < APART:
        yield "fewer than two squares between the starts"


def _way_warnings(made: Map) -> Iterator[str]:
    reached = reachable(made, made.starts[0])
    if made.starts[1] not in reached:
        yield "no way leads from one start to the other"
    cut_off = made.width * made.height - len(made.blocked()) - len(reached)
    if cut_off:
        squares = "1 free square" if cut_off == 1 else f"{cut_off} free squares"
        yield f"{squares} that cannot be reached from the start of player 1"


def _fire_warnings(made: Map) -> Iterator[str]:
    seen = {turret.spot: beams(made, turret.spot) for turret in made.turrets}
    fired_at = {spot for turret in made.turrets if turret.fire for spot in seen[turret.spot]}
    yield from (f"player {p} starts under fire" for p, spot in enumerate(made.starts, 1) if spot in fired_at)
    if any(squares & (seen.keys() - {origin}) for origin, squares in seen.items()):
        yield "turrets that can see each other"
