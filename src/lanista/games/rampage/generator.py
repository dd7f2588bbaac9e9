"""Maps made from a seed: symmetric, connected, and fair."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from lanista.engine import Stream, derive
from lanista.games.rampage.mapfile import (
    APART,
    NAMED_PADS,
    ItemSpot,
    Map,
    Spot,
    TurretSpot,
    beams,
    check,
    distance,
    reachable,
)
from lanista.games.rampage.state import Kind

WALL_SHARE = 0.19  # of all squares, as in the maps of section 10.3
SQUARES_PER_TURRET = 56
SQUARES_PER_ITEM = 28
SQUARES_PER_PAD = 56
TRIES = 40
RHYTHMS = ((1, 2), (1, 3), (2, 3), (2, 4), (3, 5))


@lru_cache(maxsize=256)
def generate(seed: int, width: int = 15, height: int = 15) -> Map:
    """A map symmetric under a half turn: connected, no turret sees another, no start is under fire."""
    stream = Stream(derive(seed, "rampage map", width, height))
    made = _with_starts(Map(f"seed {seed}", width, height, (), max_turns=4 * (width + height)), stream)
    area = width * height
    made = _add_pairs(made, stream, round(area / SQUARES_PER_TURRET / 2), _with_turrets)
    made = _add_pairs(made, stream, round(area * WALL_SHARE / 2), _with_walls)
    for kind in (Kind.LASER, Kind.SHIELD, Kind.TELEPORT):
        made = _add_pairs(made, stream, max(1, round(area / SQUARES_PER_ITEM / 6)), _adder_of_items(kind))
    made = _add_pairs(made, stream, min(NAMED_PADS // 2, max(1, round(area / SQUARES_PER_PAD / 2))), _with_pads)
    check(made, any_size=True)
    return made


def _with_starts(made: Map, stream: Stream) -> Map:
    """Player 1 to the left, player 2 opposite, with two squares between them if the board has room."""
    for _ in range(TRIES):
        start = stream.below(max(2, made.width // 3)), stream.below(max(2, made.height // 2))
        made = made._replace(starts=(start, made.turned(start)))
        if distance(made, *made.starts) >= APART:
            break
    return made


Adder = Callable[[Map, Stream, tuple[Spot, Spot]], Map]


def _add_pairs(made: Map, stream: Stream, pairs: int, add: Adder) -> Map:
    """Put so many things and their images on free squares, as far as the map stays a good one."""
    for _ in range(pairs):
        for _ in range(TRIES):
            spot = stream.below(made.width), stream.below(made.height)
            pair = spot, made.turned(spot)
            if pair[0] == pair[1] or any(near in _used(made) for near in pair):
                continue
            grown = add(made, stream, pair)
            if _is_good(grown):
                made = grown
                break
    return made


def _used(made: Map) -> set[Spot]:
    return {*made.blocked(), *made.starts, *(item.spot for item in made.items), *made.pads}


def _is_good(made: Map) -> bool:
    """Connected, and no start or turret in sight of another turret."""
    free = made.width * made.height - len(made.blocked())
    if len(reachable(made, made.starts[0])) != free:
        return False
    kept_out = {*made.starts, *(turret.spot for turret in made.turrets)}
    return not any(beams(made, turret.spot) & (kept_out - {turret.spot}) for turret in made.turrets)


def _with_turrets(made: Map, stream: Stream, pair: tuple[Spot, Spot]) -> Map:
    fire, cool = stream.choice(RHYTHMS)
    return made._replace(turrets=(*made.turrets, *(TurretSpot(*spot, fire, cool) for spot in pair)))


def _with_walls(made: Map, stream: Stream, pair: tuple[Spot, Spot]) -> Map:
    return made._replace(walls=(*made.walls, *pair))


def _with_pads(made: Map, stream: Stream, pair: tuple[Spot, Spot]) -> Map:
    return made._replace(pads=(*made.pads, *pair))


def _adder_of_items(kind: Kind) -> Adder:
    def add(made: Map, stream: Stream, pair: tuple[Spot, Spot]) -> Map:
        return made._replace(items=(*made.items, *(ItemSpot(*spot, kind) for spot in pair)))

    return add
