"""Shared by the built-in bots: a memory of everything scanned, and the actions that follow from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lanista.engine import Stream
from lanista.game import BotStart
from lanista.games.tanks.moves import ORIENTATION_OF, Move
from lanista.games.tanks.state import Action, Direction, Orientation
from lanista.games.tanks.tactics.paths import (
    Spot,
    cardinal_way,
    could_hit_cardinally,
    could_hit_positionally,
    distance,
    find_path,
    follow,
    neighbours,
    reachable,
)
from lanista.games.tanks.views import ABOVE, LEFT
from lanista.games.tanks.views import OMNI as OMNI_WAY

FIELD, UNKNOWN = ord("."), ord("?")
STALE = 3  # turns of age that make no difference
NEVER = -1000  # turn in which an unscanned cell was last seen
SCANS = {way: Move(Action.SCAN_MONO, way) for way in Orientation} | {OMNI_WAY: Move(Action.SCAN_OMNI)}
MOVES = {way: Move(Action.MOVE, way) for way in Direction}


class Sighting(NamedTuple):
    """The last sighting of a tank."""

    spot: Spot
    alive: bool
    turn: int
    still: int  # consecutive scans that found it on the same cell


class Radar:
    """One tank's memory of the world."""

    def __init__(self, start: BotStart) -> None:
        self.stream = Stream(start.seed)
        self.cardinal_reach = start.config["cardinal_shot_distance"]
        self.positional_reach = start.config["positional_shot_distance"]
        self.half = start.config["scanning_distance"] // 2
        self.tanks: dict[int, Sighting] = {}
        self.size: Spot = (0, 0)
        self.health = start.config["full_health"]
        self._plan: list[Move] = []

    # Learning

    def learn(self, view: Mapping[str, Any]) -> None:
        """Store the contents of a view."""
        if self.size == (0, 0):
            self.size = (view["world_size"]["x"], view["world_size"]["y"])
            self.cells = np.full(self.size[::-1], UNKNOWN, dtype=np.uint8)  # letters
            self.seen_at = np.full(self.size[::-1], NEVER, dtype=np.int32)
        self.turn: int = view["turn"]
        self.me: int = view["player_id"]
        self.here: Spot = (view["position"]["x"], view["position"]["y"])
        self.facing = ORIENTATION_OF[view["orientation"]]
        self.mobile: bool = view["mobile"]
        self.lost = self.health - view["health"]  # in the last turn
        self.health = view["health"]
        if view["scan"] is not None:
            self._learn_scan(view["scan"])

    def _learn_scan(self, scan: Mapping[str, Any]) -> None:
        own = next(tank for tank in scan["tanks"] if tank["id"] == self.me)
        left, top = self.here[0] - own["col"], self.here[1] - own["row"]
        rows = np.array([list(row.encode()) for row in scan["rows"]], dtype=np.uint8)
        window = self._window(left, top, len(rows))
        self.cells[window] = rows[
            window[0].start - top : window[0].stop - top, window[1].start - left : window[1].stop - left
        ]
        self.seen_at[window] = self.turn
        before, self.tanks = self.tanks, {i: s for i, s in self.tanks.items() if not self._is_in_sight(s.spot)}
        for tank in scan["tanks"]:
            if tank["id"] != self.me:
                spot, old = (left + tank["col"], top + tank["row"]), before.get(tank["id"])
                still = old.still + 1 if old is not None and old.spot == spot else 0
                self.tanks[tank["id"]] = Sighting(spot, tank["alive"], self.turn, still)

    def _window(self, left: int, top: int, side: int) -> tuple[slice, slice]:
        """The part of a square that is on the map, as slices of rows and columns."""
        width, height = self.size
        return slice(max(0, top), min(height, top + side)), slice(max(0, left), min(width, left + side))

    def _is_in_sight(self, spot: Spot) -> bool:
        """Whether a cell has just been scanned."""
        return bool(self.seen_at[spot[1], spot[0]] == self.turn)

    # What is known

    def enemies(self, age: int) -> list[Sighting]:
        """Living tanks seen at most `age` turns ago, the nearest first."""
        found = [seen for seen in self.tanks.values() if seen.alive and self.turn - seen.turn <= age]
        return sorted(found, key=lambda seen: (distance(self.here, seen.spot), seen.spot))

    def step_cost(self, spot: Spot) -> int | None:
        """Only known fields without a tank are open, since an unknown cell may be a lake."""
        is_field = self.cells[spot[1], spot[0]] == FIELD
        return 0 if is_field and all(seen.spot != spot for seen in self.tanks.values()) else None

    def frontier(self) -> list[Spot]:
        """Known fields next to unknown cells."""
        unknown = np.pad(self.cells == UNKNOWN, 1)
        near = np.zeros(self.cells.shape, dtype=np.bool_)
        height, width = self.cells.shape
        for dy in range(3):
            for dx in range(3):
                near |= unknown[dy : dy + height, dx : dx + width]
        return spots(near & (self.cells == FIELD))

    def stale_fields(self) -> list[Spot]:
        """The known fields that have gone unseen for longest."""
        fields = self.cells == FIELD
        return spots(fields & (self.seen_at <= self.seen_at.min(where=fields, initial=self.turn) + STALE))

    def look(self, max_age: int, min_cells: float = 0, at: Spot | None = None) -> Move | None:
        """The scan that refreshes the most cells, if `min_cells` of them; it must cover `at`, if given."""
        age = np.minimum(self.turn - self.seen_at, max_age)
        ways = [way for way in SCANS if at is None or self._shows(way, at)]
        worth, way = max(((int(age[self._square(way)].sum()), way) for way in ways), default=(-1, 0))
        return SCANS[way] if worth >= min_cells * max_age else None

    def _square(self, way: int) -> tuple[slice, slice]:
        """The part of the map that a scan covers."""
        x, y = self.here
        return self._window(x - LEFT[way] * self.half, y - ABOVE[way] * self.half, 2 * self.half + 1)

    def _shows(self, way: int, spot: Spot) -> bool:
        rows, columns = self._square(way)
        return spot[1] in range(rows.start, rows.stop) and spot[0] in range(columns.start, columns.stop)

    # What can be done

    def shot_at(self, spot: Spot) -> Move | None:
        """A shot that reaches a cell without hurting the tank itself, positional if possible."""
        if distance(self.here, spot) <= 1:
            return None
        if could_hit_positionally(self.here, spot, self.positional_reach):
            return Move(Action.FIRE_POSITIONAL, x=spot[0], y=spot[1])
        way = cardinal_way(self.here, spot)
        if way is None or not could_hit_cardinally(self.here, spot, self.cardinal_reach):
            return None
        return None if self._is_covered(spot, way) else Move(Action.FIRE_CARDINAL, way)

    def _is_covered(self, spot: Spot, way: Orientation) -> bool:
        """Whether another living tank was seen closer in the line of fire."""
        nearer = (seen for seen in self.enemies(1) if distance(self.here, seen.spot) < distance(self.here, spot))
        return any(cardinal_way(self.here, seen.spot) == way for seen in nearer)

    def firing_cells(self, target: Spot) -> list[Spot]:
        """The known fields from which a target is in positional range, but not adjacent."""
        reach = self.positional_reach
        window = self._window(target[0] - reach, target[1] - reach, 2 * reach + 1)
        near = np.zeros(self.cells.shape, dtype=np.bool_)
        near[window] = True
        return [spot for spot in spots(near & (self.cells == FIELD)) if distance(spot, target) > 1]

    def step_aside(self) -> Move | None:
        """Step forward or backwards onto a field, if possible."""
        if not self.mobile:
            return None
        ways = {Direction.FORWARD: self.facing, Direction.BACKWARDS: (self.facing + 4) % len(Orientation)}
        safe = [MOVES[direction] for direction, way in ways.items() if self._is_free(way)]
        return self.stream.choice(safe) if safe else None

    def _is_free(self, way: int) -> bool:
        near = follow(self.here, way, self.size)
        return near is not None and self.step_cost(near) == 0

    def travel(self, goals: Iterable[Spot]) -> Move | None:
        """The first step to the nearest reachable goal; `follow_plan` gives the following ones."""
        if not self.mobile:
            return None
        steps = reachable(self.here, self.size, self.step_cost)
        nearest = min((g for g in goals if steps.get(g, 0) > 0), key=lambda g: (steps[g], g), default=None)
        path = find_path(self.here, self.facing, nearest, self.size, self.step_cost) if nearest else None
        self._plan = path or []
        return self.follow_plan()

    def explore(self) -> Move | None:
        """Follow the plan, or head for the edge of the known world, or for the fields unseen for longest."""
        return (
            self.follow_plan() or self._peek() or self.travel(self.frontier()) or self.travel(self.stale_fields())
        )

    def _peek(self) -> Move | None:
        """Scan an unknown cell next to the tank."""
        near = (spot for spot in neighbours(self.here, self.size) if self.cells[spot[1], spot[0]] == UNKNOWN)
        unknown = next(near, None)
        return self.look(1, at=unknown) if unknown else None

    def follow_plan(self) -> Move | None:
        """The next action of the plan, if nothing blocks it."""
        if not self._plan:
            return None
        move = self._plan.pop(0)
        if not self.mobile or (move.action is Action.MOVE and not self._is_free(self.facing)):
            self._plan = []
            return None
        return move


def spots(where: npt.NDArray[np.bool_]) -> list[Spot]:
    """The cells that are set in a mask."""
    ys, xs = np.nonzero(where)
    return list(zip(xs.tolist(), ys.tolist(), strict=True))
