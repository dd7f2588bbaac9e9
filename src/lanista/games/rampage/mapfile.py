"""Map files in the original's format (10.1): read with checks (10.2), warned about, and written."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from lanista.engine.codec import expect_object
from lanista.errors import LoadError
from lanista.games.rampage.state import ANY_SIZE, COMPETITION, MOST_HP, MOST_PERIOD, Direction, Kind, Room

Spot = tuple[int, int]  # x, y

SHIFT = {Direction.UP: (0, -1), Direction.DOWN: (0, 1), Direction.LEFT: (-1, 0), Direction.RIGHT: (1, 0)}
NAMED_PADS = 6
BEAM = 4  # squares, unless a setting says otherwise
INITIAL_HP = 2  # D4: what a map gets that does not say
MAX_TURNS = 500
FIRE_TIME = 2
COOLDOWN_TIME = 4


class TurretSpot(NamedTuple):
    """A turret of a map."""

    x: int
    y: int
    fire: int = FIRE_TIME
    cool: int = COOLDOWN_TIME

    @property
    def spot(self) -> Spot:
        """Where it stands."""
        return self.x, self.y


class ItemSpot(NamedTuple):
    """An item of a map."""

    x: int
    y: int
    kind: Kind

    @property
    def spot(self) -> Spot:
        """Where it lies."""
        return self.x, self.y


class Map(NamedTuple):
    """A map as its file says it; a pad's number is its place in the list."""

    name: str
    width: int
    height: int
    starts: tuple[Spot, ...]
    facings: tuple[Direction, ...] = (Direction.RIGHT, Direction.LEFT)  # D38
    initial_hp: int = INITIAL_HP
    max_turns: int = MAX_TURNS
    walls: tuple[Spot, ...] = ()
    turrets: tuple[TurretSpot, ...] = ()
    items: tuple[ItemSpot, ...] = ()
    pads: tuple[Spot, ...] = ()

    def step(self, spot: Spot, direction: Direction) -> Spot:
        """The next square in a direction, round the edge."""
        dx, dy = SHIFT[direction]
        return (spot[0] + dx) % self.width, (spot[1] + dy) % self.height

    def turned(self, spot: Spot) -> Spot:
        """The square's image under a half turn of the board."""
        return self.width - 1 - spot[0], self.height - 1 - spot[1]

    def square(self, spot: Spot) -> int:
        """The square's number in the records."""
        return spot[1] * self.width + spot[0]

    def spots(self) -> Iterator[Spot]:
        """All squares, row by row."""
        return ((x, y) for y in range(self.height) for x in range(self.width))

    def blocked(self) -> set[Spot]:
        """The squares that no robot enters."""
        return {*self.walls, *(turret.spot for turret in self.turrets)}


APART = 3  # steps between good starts


# Reading a file


def read_map(text: str, name: str = "", *, any_size: bool = False) -> Map:
    """A map from the text of its file; raises LoadError with the path of what is wrong."""
    try:
        members = expect_object(msgspec.json.decode(text), "$")
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise LoadError(f"a map is one JSON object ({error}) - at $") from error
    made = map_from(members, name)
    check(made, any_size=any_size)
    return made


def map_from(members: Mapping[str, Any], name: str = "") -> Map:
    """A map from the object in its file; only what each member is has been checked."""
    return Map(
        name=_name(members, name),
        width=_number(members, "width"),
        height=_number(members, "height"),
        starts=tuple((_number(members, f"player{p}X"), _number(members, f"player{p}Y")) for p in (1, 2)),
        facings=(_facing(members, 1, Direction.RIGHT), _facing(members, 2, Direction.LEFT)),
        initial_hp=_number(members, "initialHP", INITIAL_HP),
        max_turns=_number(members, "maxTurns", MAX_TURNS),
        walls=tuple(_spots(members, "walls")),
        turrets=tuple(_turrets(members)),
        items=tuple(ItemSpot(*spot, kind) for kind in Kind for spot in _spots(members, kind.name.lower())),
        pads=tuple(_spots(members, "teleportPad")),
    )


def _name(members: Mapping[str, Any], name: str) -> str:
    value = members.get("name", name)
    if not isinstance(value, str):
        raise LoadError(f"Expected text, got {value!r} - at $.name")
    return value


def _number(members: Mapping[str, Any], key: str, default: int | None = None, path: str = "$") -> int:
    """A whole number, or a string of digits as the original accepts it."""
    value = members.get(key, default)
    if value is None:
        raise LoadError(f"Missing field `{key}` - at {path}")
    if isinstance(value, str) and len(value) < 10 and value.isascii() and value.removeprefix("-").isdigit():
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise LoadError(f"Expected a whole number, got {value!r:.40} - at {path}.{key}")
    return value


def _facing(members: Mapping[str, Any], player: int, default: Direction) -> Direction:
    key = f"player{player}Direction"
    value = members.get(key, default.name)
    if not isinstance(value, str) or value not in Direction.__members__:
        known = ", ".join(Direction.__members__)
        raise LoadError(f"Expected one of {known}, got {value!r:.40} - at $.{key}")
    return Direction[value]


def _objects(members: Mapping[str, Any], key: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The objects of a list with their paths; a list that is absent is empty."""
    value = members.get(key, [])
    if not isinstance(value, list):
        raise LoadError(f"Expected an array of objects, got {value!r:.40} - at $.{key}")
    for i, element in enumerate(value):
        yield f"$.{key}[{i}]", expect_object(element, f"$.{key}[{i}]")


def _spots(members: Mapping[str, Any], key: str) -> Iterator[Spot]:
    for path, inner in _objects(members, key):
        yield _number(inner, "x", path=path), _number(inner, "y", path=path)


def _turrets(members: Mapping[str, Any]) -> Iterator[TurretSpot]:
    for path, inner in _objects(members, "turrets"):
        yield TurretSpot(
            _number(inner, "x", path=path),
            _number(inner, "y", path=path),
            _number(inner, "fireTime", FIRE_TIME, path),
            _number(inner, "cooldownTime", COOLDOWN_TIME, path),
        )


# Checking (10.2)


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
    hint = "" if any_size else f"; the setting any_size allows {ANY_SIZE.least_side} to {ANY_SIZE.side}"
    for key, side in (("width", made.width), ("height", made.height)):
        if not room.least_side <= side <= room.side:
            yield f"Expected a side of {room.least_side} to {room.side} squares{hint}, got {side} - at $.{key}"


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
    least_and_most = {
        "initialHP": (made.initial_hp, 1, MOST_HP, MOST_HP),
        "maxTurns": (made.max_turns, 1, room.turns, ANY_SIZE.turns),
        "turrets": (len(made.turrets), 0, room.turrets, ANY_SIZE.turrets),
        "teleportPad": (len(made.pads), 0, room.pads, ANY_SIZE.pads),
        "laser, shield and teleport": (len(made.items), 0, room.items, ANY_SIZE.items),
    }
    for key, (number, least, most, ever) in least_and_most.items():
        if not least <= number <= most:
            hint = f"; the setting any_size allows {ever}" if most < ever else ""
            yield f"Expected {least} to {most}{hint}, got {number} - at $.{key}"


def _turret_faults(made: Map) -> Iterator[str]:
    for i, turret in enumerate(made.turrets):
        for key, value in (("fireTime", turret.fire), ("cooldownTime", turret.cool)):
            if value < 0:
                yield f"Expected 0 or more turns, got {value} - at $.turrets[{i}].{key}"
        if turret.fire + turret.cool > MOST_PERIOD:
            yield f"Expected fireTime and cooldownTime of at most {MOST_PERIOD} together - at $.turrets[{i}]"


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


def is_symmetric(made: Map) -> bool:
    """Whether a half turn leads to the same map with the players exchanged (D41)."""
    turn = made.turned
    partners = [i ^ 1 if i ^ 1 < len(made.pads) else i for i in range(len(made.pads))]
    return (
        turn(made.starts[0]) == made.starts[1]
        and made.facings[0] == made.facings[1] ^ 1
        and {turn(spot) for spot in made.walls} == set(made.walls)
        and {TurretSpot(*turn(t.spot), t.fire, t.cool) for t in made.turrets} == set(made.turrets)
        and sorted(ItemSpot(*turn(item.spot), item.kind) for item in made.items) == sorted(made.items)
        and all(turn(pad) == made.pads[partner] for pad, partner in zip(made.pads, partners, strict=True))
    )


def distance(made: Map, a: Spot, b: Spot) -> int:
    """Steps from one square to another if nothing were in the way."""
    dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
    return min(dx, made.width - dx) + min(dy, made.height - dy)


def reachable(made: Map, start: Spot) -> set[Spot]:
    """The squares that a robot can walk to."""
    near, closed, waiting = neighbours(made.width, made.height), made.blocked(), [start]
    found = {start}
    while waiting:
        fresh = near[waiting.pop()] - closed - found
        found |= fresh
        waiting += fresh
    return found


@lru_cache(maxsize=32)
def neighbours(width: int, height: int) -> dict[Spot, frozenset[Spot]]:
    """The four squares around each, on a board of this size."""
    bare = Map("", width, height, ())
    return {spot: frozenset(bare.step(spot, direction) for direction in Direction) for spot in bare.spots()}


def beams(made: Map, origin: Spot, reach: int = BEAM) -> set[Spot]:
    """The squares that four beams cover when no player stands there (7a)."""
    return lines(made, origin, set(made.walls), {turret.spot for turret in made.turrets}, reach)


def lines(made: Map, origin: Spot, walls: Container[Spot], ends: Container[Spot], reach: int) -> set[Spot]:
    """The squares in four directions from an origin: before a wall, and up to a square that ends a line."""
    covered: set[Spot] = set()
    for direction in Direction:
        spot = origin
        for _ in range(reach):
            spot = made.step(spot, direction)
            if spot in walls:
                break
            covered.add(spot)
            if spot in ends:
                break
    return covered


# Writing a file


def write_map(made: Map) -> str:
    """A map as the text of its file; `read_map` gives the same map back."""
    return msgspec.json.encode(map_object(made)).decode()


def map_object(made: Map) -> dict[str, Any]:
    """A map as the object in its file."""
    members: dict[str, Any] = {"name": made.name, "width": made.width, "height": made.height}
    for player, (spot, facing) in enumerate(zip(made.starts, made.facings, strict=True), 1):
        members |= {f"player{player}X": spot[0], f"player{player}Y": spot[1]}
        members[f"player{player}Direction"] = facing.name
    members |= {"initialHP": made.initial_hp, "maxTurns": made.max_turns}
    members["turrets"] = [
        {"x": turret.x, "y": turret.y, "fireTime": turret.fire, "cooldownTime": turret.cool}
        for turret in made.turrets
    ]
    for kind in Kind:
        members[kind.name.lower()] = _as_objects(item.spot for item in made.items if item.kind is kind)
    members["teleportPad"] = _as_objects(made.pads)
    members["walls"] = _as_objects(made.walls)
    return members


def _as_objects(spots: Iterable[Spot]) -> list[dict[str, int]]:
    return [{"x": x, "y": y} for x, y in spots]
