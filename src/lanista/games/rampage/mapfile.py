"""Reading and writing map files in the format of the original (10.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from lanista.core.errors import LoadError
from lanista.core.text import shown
from lanista.engine.codec import expect_object
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
from lanista.games.rampage.state import Direction, ItemKind

# Reading


def read_map(text: str, name: str = "", *, any_size: bool = False) -> Map:
    """Parse the text of a map file; raises LoadError with the JSON path of the fault."""
    try:
        members = expect_object(msgspec.json.decode(text), "$")
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise LoadError(f"a map is one JSON object ({error}) - at $") from error
    map_ = map_from(members, name)
    check(map_, any_size=any_size)
    return map_


def map_from(members: Mapping[str, Any], name: str = "") -> Map:
    """A map from the JSON object of its file; checks types, not whether the map is playable."""
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
        items=tuple(ItemSpot(*spot, kind) for kind in ItemKind for spot in _spots(members, kind.name.lower())),
        pads=tuple(_spots(members, "teleportPad")),
    )


def _name(members: Mapping[str, Any], name: str) -> str:
    value = members.get("name", name)
    if not isinstance(value, str):
        raise LoadError(f"Expected text, got {shown(value, 40)} - at $.name")
    return value


def _number(members: Mapping[str, Any], key: str, default: int | None = None, path: str = "$") -> int:
    """A whole number, or a string of digits, which the original accepts too."""
    value = members.get(key, default)
    if value is None and key not in members:
        raise LoadError(f"Missing field `{key}` - at {path}")
    if isinstance(value, str) and len(value) < 10 and value.isascii() and value.removeprefix("-").isdigit():
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) >= 2**31:
        raise LoadError(f"Expected a whole number, got {shown(value, 40)} - at {path}.{key}")
    return value


def _facing(members: Mapping[str, Any], player: int, default: Direction) -> Direction:
    key = f"player{player}Direction"
    value = members.get(key, default.name)
    if not isinstance(value, str) or value not in Direction.__members__:
        known = ", ".join(Direction.__members__)
        raise LoadError(f"Expected one of {known}, got {shown(value, 40)} - at $.{key}")
    return Direction[value]


def _objects(members: Mapping[str, Any], key: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The objects of a list with their JSON paths; a missing list is empty."""
    value = members.get(key, [])
    if not isinstance(value, list):
        raise LoadError(f"Expected an array of objects, got {shown(value, 40)} - at $.{key}")
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
    """Fire and cool-down time; one without the other is ignored, as in the original."""
    if "fireTime" not in inner or "cooldownTime" not in inner:
        return FIRE_TIME, COOLDOWN_TIME
    return _number(inner, "fireTime", path=path), _number(inner, "cooldownTime", path=path)


# Writing


def write_map(map_: Map) -> str:
    """The text of a map file, the inverse of `read_map`."""
    return msgspec.json.encode(map_object(map_)).decode()


def map_object(map_: Map) -> dict[str, Any]:
    """A map as the JSON object of its file."""
    members: dict[str, Any] = {"name": map_.name, "width": map_.width, "height": map_.height}
    for player, (spot, facing) in enumerate(zip(map_.starts, map_.facings, strict=True), 1):
        members |= {f"player{player}X": spot[0], f"player{player}Y": spot[1]}
        members[f"player{player}Direction"] = facing.name
    members |= {"initialHP": map_.initial_hp, "maxTurns": map_.max_turns}
    members["turrets"] = [
        {"x": turret.x, "y": turret.y, "fireTime": turret.fire, "cooldownTime": turret.cool}
        for turret in map_.turrets
    ]
    for kind in ItemKind:
        members[kind.name.lower()] = _as_objects(item.spot for item in map_.items if item.kind is kind)
    members["teleportPad"] = _as_objects(map_.pads)
    members["walls"] = _as_objects(map_.walls)
    return members


def _as_objects(spots: Iterable[Spot]) -> list[dict[str, int]]:
    return [{"x": x, "y": y} for x, y in spots]
