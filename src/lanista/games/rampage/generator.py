"""Generates maps from a seed: symmetric, connected and fair."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from lanista.engine import Stream, derive
from lanista.games.rampage.board import (
    BEAM,
    NAMED_PADS,
    ItemSpot,
    Map,
    Spot,
    TurretSpot,
    distance,
    lines,
    neighbours,
)
from lanista.games.rampage.mapcheck import MIN_START_DISTANCE, check
from lanista.games.rampage.state import ItemKind

WALL_SHARE = 0.19  # of all squares, as in the maps of section 10.3
SQUARES_PER_TURRET = 56
SQUARES_PER_ITEM = 28
SQUARES_PER_PAD = 56
MAX_TRIES = 40
Pair = tuple[Spot, Spot]  # a square and its mirror image

RHYTHMS = ((1, 2), (1, 3), (2, 3), (2, 4), (3, 5))


@lru_cache(maxsize=256)
def generate(seed: int, width: int = 15, height: int = 15) -> Map:
    """A connected map, symmetric under a half turn; no turret sees another, no start is under fire."""
    stream = Stream(derive(seed, "rampage map", width, height))
    bare = Map(f"seed {seed}", width, height, (), max_turns=4 * (width + height))
    draft = Draft(bare._replace(starts=_starts(bare, stream)), stream)
    area = width * height
    draft.add_pairs(round(area / SQUARES_PER_TURRET / 2), draft.put_turrets)
    draft.add_pairs(round(area * WALL_SHARE / 2), draft.put_walls)
    for kind in ItemKind:
        draft.add_pairs(max(1, round(area / SQUARES_PER_ITEM / 6)), draft.item_placer(kind))
    draft.add_pairs(min(NAMED_PADS // 2, max(1, round(area / SQUARES_PER_PAD / 2))), draft.put_pads)
    map_ = draft.map()
    check(map_, any_size=True)
    return map_


def _starts(bare: Map, stream: Stream) -> Pair:
    """Player 1 on the left, player 2 opposite, with two squares between them if the board is large enough."""
    best, apart = ((0, 0), bare.half_turn((0, 0))), 0
    for _ in range(MAX_TRIES):
        start = stream.below(max(2, bare.width // 3)), stream.below(max(2, bare.height // 2))
        pair = start, bare.half_turn(start)
        if distance(bare, *pair) > apart:
            best, apart = pair, distance(bare, *pair)
        if apart >= MIN_START_DISTANCE:
            break
    return best


class Draft:
    """A map under construction, connected and symmetric at every step."""

    def __init__(self, bare: Map, stream: Stream) -> None:
        self._bare = bare
        self._stream = stream
        self._near = neighbours(bare.width, bare.height)
        self._used: set[Spot] = set(bare.starts)
        self._walls: dict[Spot, None] = {}
        self._turrets: dict[Spot, TurretSpot] = {}
        self._items: list[ItemSpot] = []
        self._pads: list[Spot] = []

    def map(self) -> Map:
        """The finished map."""
        return self._bare._replace(
            walls=tuple(self._walls),
            turrets=tuple(self._turrets.values()),
            items=tuple(self._items),
            pads=tuple(self._pads),
        )

    def add_pairs(self, count: int, put: Callable[[Pair], bool]) -> None:
        """Try to put `count` things and their mirror images on free squares; `put` may refuse a pair."""
        for _ in range(count):
            for _ in range(MAX_TRIES):
                spot = self._stream.below(self._bare.width), self._stream.below(self._bare.height)
                pair = spot, self._bare.half_turn(spot)
                if spot != pair[1] and self._used.isdisjoint(pair) and put(pair):
                    self._used.update(pair)
                    break

    def put_turrets(self, pair: Pair) -> bool:
        """Put turrets, unless they would see a start or another turret, or cut the board in two."""
        fire, cool = self._stream.choice(RHYTHMS)
        grown = {**self._turrets, **{spot: TurretSpot(*spot, fire, cool) for spot in pair}}
        in_sight = lines(self._bare, pair[0], self._walls, grown, BEAM) - {pair[0]}
        if not in_sight.isdisjoint((*self._bare.starts, *grown)) or self._would_cut(pair):
            return False
        self._turrets = grown
        return True

    def put_walls(self, pair: Pair) -> bool:
        """Put walls, unless they would cut the board in two."""
        if self._would_cut(pair):
            return False
        self._walls |= dict.fromkeys(pair)
        return True

    def item_placer(self, kind: ItemKind) -> Callable[[Pair], bool]:
        """A function that puts items of a kind, which may be anywhere."""

        def put(pair: Pair) -> bool:
            self._items += [ItemSpot(*spot, kind) for spot in pair]
            return True

        return put

    def put_pads(self, pair: Pair) -> bool:
        """Put pads, which may be anywhere."""
        self._pads += pair
        return True

    def _would_cut(self, pair: Pair) -> bool:
        """Whether obstacles on these squares would disconnect the free squares.

        The board is connected and symmetric, so it stays connected if there is a path around the first square
        of the pair, or around both if they touch. Most of these paths are short, even on large boards.
        """
        around = set(self._near[pair[0]])
        if pair[1] in around:
            around |= self._near[pair[1]]
        goals = {spot for spot in around if self._is_open(spot, pair)}
        waiting = [goals.pop()] if goals else []
        found = set(waiting)
        for spot in waiting:
            if not goals:
                break
            fresh = [near for near in self._near[spot] if near not in found and self._is_open(near, pair)]
            goals.difference_update(fresh)
            found.update(fresh)
            waiting += fresh
        return bool(goals)

    def _is_open(self, spot: Spot, pair: Pair) -> bool:
        return spot not in self._walls and spot not in self._turrets and spot not in pair
