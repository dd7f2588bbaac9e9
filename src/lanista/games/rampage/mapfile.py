"""Map files in the original's format (10.1): read and written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from lanista.engine.codec import expect_object
from lanista.errors import LoadError
from lanista.games.rampage.board import (
    COOLDOWN_TIME,
    FIRE_TIME,
    INITIAL_HP,
    MAX_TURNS,
    ItemSpot,
    Map,
    Spot,
    TurretSpot,
)
from lanista.games.rampage.mapcheck import check
from lanista.games.rampage.state import Direction, Kind

# Reading


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
    if value is None and key not in members:
        raise LoadError(f"Missing field `{key}` - at {path}")
    if isinstance(value, str) and len(value) < 10 and value.isascii() and value.removeprefix("-").isdigit():
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) >= 2**31:
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
        x, y = _number(inner, "x", path=path), _number(inner, "y", path=path)
        yield TurretSpot(x, y, *_turret_times(inner, path))


def _turret_times(inner: Mapping[str, Any], path: str) -> tuple[int, int]:
    """Fire and cool-down time; one of them alone is ignored, as the original does."""
    if "fireTime" not in inner or "cooldownTime" not in inner:
        return FIRE_TIME, COOLDOWN_TIME
    return _number(inner, "fireTime", path=path), _number(inner, "cooldownTime", path=path)


# Writing


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
