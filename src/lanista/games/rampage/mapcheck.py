"""Checks of maps: faults that make a map unplayable, and warnings (10.2)."""

from __future__ import annotations

from collections.abc import Iterator

from lanista.core.errors import LoadError
from lanista.games.rampage.board import NAMED_PADS, Map, Spot, beams, distance, is_symmetric, reachable
from lanista.games.rampage.state import ANY_SIZE, COMPETITION, MAX_HP, MAX_PERIOD, MAX_TURNS, ItemKind

MIN_START_DISTANCE = 3  # steps; closer starts are warned about


# Faults


def check(map_: Map, *, any_size: bool = False) -> None:
    """Raise LoadError with the first fault that makes a map unplayable."""
    fault = next(_faults(map_, any_size=any_size), None)
    if fault:
        raise LoadError(fault)


def _faults(map_: Map, *, any_size: bool) -> Iterator[str]:
    yield from _size_faults(map_, any_size=any_size)
    yield from _edge_faults(map_)
    yield from _number_faults(map_, any_size=any_size)
    yield from _turret_faults(map_)
    yield from _overlap_faults(map_)


def _size_faults(map_: Map, *, any_size: bool) -> Iterator[str]:
    limits = ANY_SIZE if any_size else COMPETITION
    hint = "" if any_size else f"; the setting any_size allows {ANY_SIZE.min_side} to {ANY_SIZE.side}"
    for key, side in (("width", map_.width), ("height", map_.height)):
        if not limits.min_side <= side <= limits.side:
            yield f"Expected a side of {limits.min_side} to {limits.side} squares{hint}, got {side} - at $.{key}"


def _edge_faults(map_: Map) -> Iterator[str]:
    for path, (x, y) in _things(map_):
        if not (0 <= x < map_.width and 0 <= y < map_.height):
            yield f"Expected a square of the {map_.width} x {map_.height} board, got ({x}, {y}) - at {path}"


def _things(map_: Map) -> Iterator[tuple[str, Spot]]:
    """Everything on a map, with its JSON path."""
    for player, spot in enumerate(map_.starts, 1):
        yield f"$.player{player}X", spot
    yield from _solid(map_)
    yield from _flat(map_)


def _solid(map_: Map) -> Iterator[tuple[str, Spot]]:
    yield from ((f"$.walls[{i}]", spot) for i, spot in enumerate(map_.walls))
    yield from ((f"$.turrets[{i}]", turret.spot) for i, turret in enumerate(map_.turrets))


def _flat(map_: Map) -> Iterator[tuple[str, Spot]]:
    for kind in ItemKind:
        spots = [item.spot for item in map_.items if item.kind is kind]
        yield from ((f"$.{kind.name.lower()}[{i}]", spot) for i, spot in enumerate(spots))
    yield from ((f"$.teleportPad[{i}]", spot) for i, spot in enumerate(map_.pads))


def _number_faults(map_: Map, *, any_size: bool) -> Iterator[str]:
    limits = ANY_SIZE if any_size else COMPETITION
    ranges = {
        "initialHP": (map_.initial_hp, 1, MAX_HP, MAX_HP),
        "maxTurns": (map_.max_turns, 1, MAX_TURNS, MAX_TURNS),
        "turrets": (len(map_.turrets), 0, limits.turrets, ANY_SIZE.turrets),
        "teleportPad": (len(map_.pads), 0, limits.pads, ANY_SIZE.pads),
        "laser, shield and teleport": (len(map_.items), 0, limits.items, ANY_SIZE.items),
    }
    for key, (number, low, high, any_size_high) in ranges.items():
        if not low <= number <= high:
            hint = f"; the setting any_size allows {any_size_high}" if high < any_size_high else ""
            yield f"Expected {low} to {high}{hint}, got {number} - at $.{key}"


def _turret_faults(map_: Map) -> Iterator[str]:
    for i, turret in enumerate(map_.turrets):
        for key, value in (("fireTime", turret.fire), ("cooldownTime", turret.cool)):
            if value < 0:
                yield f"Expected 0 or more turns, got {value} - at $.turrets[{i}].{key}"
        if turret.fire + turret.cool > MAX_PERIOD:
            yield f"Expected fireTime and cooldownTime of at most {MAX_PERIOD} together - at $.turrets[{i}]"


def _overlap_faults(map_: Map) -> Iterator[str]:
    """Walls, turrets and starts need a square each, pads too; items and pads must be on the floor."""
    taken: dict[Spot, str] = {}
    for path, spot in ((f"$.player{p}X", spot) for p, spot in enumerate(map_.starts, 1)):
        yield from _claim(taken, path, spot)
    for path, spot in _solid(map_):
        yield from _claim(taken, path, spot)
    blocked = {spot: path for path, spot in _solid(map_)}
    for path, spot in _flat(map_):
        if spot in blocked:
            yield f"Expected a free square, but {blocked[spot]} is at {spot} too - at {path}"
    pads: dict[Spot, str] = {}
    for i, spot in enumerate(map_.pads):
        yield from _claim(pads, f"$.teleportPad[{i}]", spot)


def _claim(taken: dict[Spot, str], path: str, spot: Spot) -> Iterator[str]:
    if spot in taken:
        yield f"Expected a free square, but {taken[spot]} is at {spot} too - at {path}"
    taken.setdefault(spot, path)


# Warnings


def warnings(map_: Map) -> list[str]:
    """Reasons why a playable map is unfair or odd."""
    return [*_shape_warnings(map_), *_way_warnings(map_), *_fire_warnings(map_)]


def _shape_warnings(map_: Map) -> Iterator[str]:
    if len(map_.pads) > NAMED_PADS:
        yield f"{len(map_.pads)} pads, of which only the first {NAMED_PADS} can be named"
    if not is_symmetric(map_):
        yield "not symmetric under a half turn"
    if distance(map_, *map_.starts) < MIN_START_DISTANCE:
        yield "fewer than two squares between the starts"


def _way_warnings(map_: Map) -> Iterator[str]:
    reached = reachable(map_, map_.starts[0])
    if map_.starts[1] not in reached:
        yield "no way leads from one start to the other"
    cut_off = map_.width * map_.height - len(map_.blocked()) - len(reached)
    if cut_off:
        squares = "1 free square" if cut_off == 1 else f"{cut_off} free squares"
        yield f"{squares} that cannot be reached from the start of player 1"


def _fire_warnings(map_: Map) -> Iterator[str]:
    seen = {turret.spot: beams(map_, turret.spot) for turret in map_.turrets}
    fired_at = {spot for turret in map_.turrets if turret.fire for spot in seen[turret.spot]}
    yield from (f"player {p} starts under fire" for p, spot in enumerate(map_.starts, 1) if spot in fired_at)
    if any(squares & (seen.keys() - {origin}) for origin, squares in seen.items()):
        yield "turrets that can see each other"
