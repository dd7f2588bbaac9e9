"""Everything that a tank has learnt from its views: terrain, other tanks, hits, and its probable score."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from lanista.game import Config
from lanista.games.tanks.maps import CODES
from lanista.games.tanks.moves import ORIENTATION_OF, Move, move_of
from lanista.games.tanks.search.contacts import Contact, Damages, Sighting
from lanista.games.tanks.search.spots import Spot, cardinal_way, distance
from lanista.games.tanks.state import DX, DY, Action, Direction, Terrain

UNKNOWN = -1  # in place of a terrain
NEVER = -1000  # turn in which an unscanned cell was last seen
NOBODY = -1  # in place of the index of a tank that takes no part
ALARM = 4  # turns for which a hit is remembered


class Memory:
    """The knowledge of one tank. Tanks are named by their index, from 0."""

    def __init__(self, config: Config, size: Spot, seats: int) -> None:
        self.config = config
        self.damages = Damages.of(config)
        self.seats = seats
        self.size = size
        self.terrain: npt.NDArray[np.int8] = np.full(size[::-1], UNKNOWN, dtype=np.int8)
        self.seen_at: npt.NDArray[np.int32] = np.full(size[::-1], NEVER, dtype=np.int32)
        self.contacts: dict[int, Contact] = {}
        self.turn = NEVER
        self.health = self.damages.full
        self.last_hit = NEVER  # the turn in which an enemy's shell hit it
        self.score = 0.0
        self.suffered = 0  # points that others have earned by hitting it
        self._chance = Random(seats)

    def learn(self, view: Mapping[str, Any]) -> None:
        """Update by the view of a turn."""
        before = self.turn, self.health, getattr(self, "here", None)
        self.turn, self.health, self.mobile = view["turn"], view["health"], view["mobile"]
        self.me: int = view["player_id"] - 1
        self.here: Spot = (view["position"]["x"], view["position"]["y"])
        self.facing: int = ORIENTATION_OF[view["orientation"]]
        self.action: Move = move_of(view["previous_action"])
        if before[0] == self.turn - 1:
            self._note_hit(before[1] - self.health - self._own_damage(before[2] == self.here))
            self._note_shot()
        if self.me > NOBODY:
            self._know(self.here, Terrain.FIELD if self.mobile else Terrain.SWAMP)
        if view["scan"] is not None:
            self._note_scan(view["scan"])

    def _know(self, spot: Spot, terrain: Terrain) -> None:
        """Conclude the terrain of a cell that was never scanned."""
        x, y = spot
        if self.terrain[y, x] == UNKNOWN:
            self.terrain[y, x] = terrain

    # Hits

    def _own_damage(self, stayed: bool) -> int:
        """The damage that the tank's action did to itself: a collision, or a shot at a cell next to it."""
        action = self.action
        if action.action is Action.MOVE and stayed and self.mobile:
            return self._collision_damage(action.way)
        beside = action.action is Action.FIRE_POSITIONAL and distance((action.x, action.y), self.here) == 1
        return self.damages.indirect if beside else 0

    def _collision_damage(self, way: int) -> int:
        """That of a forest, if one is known to be in the way; otherwise that of a tank or the edge of the map."""
        sign = 1 if way == Direction.FORWARD else -1
        x, y = self.here[0] + sign * DX[self.facing], self.here[1] + sign * DY[self.facing]
        known = self.terrain[y, x] if 0 <= x < self.size[0] and 0 <= y < self.size[1] else UNKNOWN
        is_forest = known in (Terrain.DECIDUOUS, Terrain.EVERGREEN)
        return self.config["forest_damage" if is_forest else "tank_damage"]

    def _note_hit(self, lost: int) -> None:
        """Remember damage that only somebody's shell can have done."""
        damages = self.damages
        if lost < min(damages.direct, damages.indirect):
            return
        self.last_hit = self.turn
        self.suffered += damages.points(damages.direct if lost >= damages.direct else damages.indirect)

    def _note_shot(self) -> None:
        """Remember a shot at the tanks whose last known cells it may have reached."""
        target = self._target()
        for contact in self.contacts.values():
            if target is not None and contact.seen.alive and distance(contact.seen.spot, target) <= 1:
                contact.shots.append(target)

    def _target(self) -> Spot | None:
        """The cell at which the last action fired: a cardinal shot reaches the nearest tank in its line."""
        if self.action.action is Action.FIRE_POSITIONAL:
            return self.action.x, self.action.y
        if self.action.action is not Action.FIRE_CARDINAL:
            return None
        spots = [c.seen.spot for c in self.contacts.values() if c.seen.alive]
        ahead = [spot for spot in spots if cardinal_way(self.here, spot) == self.action.way]
        return min(ahead, key=lambda spot: distance(self.here, spot), default=None)

    # Scans

    def _note_scan(self, scan: Mapping[str, Any]) -> None:
        own = next(tank for tank in scan["tanks"] if tank["id"] == self.me + 1)
        left, top = self.here[0] - own["col"], self.here[1] - own["row"]
        side = len(scan["rows"])
        rows = np.frombuffer("".join(scan["rows"]).encode().translate(CODES), dtype=np.int8).reshape(side, side)
        first = max(0, left), max(0, top)
        last = min(self.size[0], left + side), min(self.size[1], top + side)
        window = slice(first[1], last[1]), slice(first[0], last[0])
        self.terrain[window] = rows[first[1] - top : last[1] - top, first[0] - left : last[0] - left]
        self.seen_at[window] = self.turn
        for tank in scan["tanks"]:
            if tank["id"] != own["id"]:
                self._note_tank(tank, (left + tank["col"], top + tank["row"]))

    def _note_tank(self, tank: Mapping[str, Any], spot: Spot) -> None:
        stuck = self.terrain[spot[1], spot[0]] == Terrain.SWAMP
        seen = Sighting(self.turn, spot, ORIENTATION_OF[tank["orientation"]], tank["alive"], bool(stuck))
        rivals, contact = self.seats - 2, self.contacts.get(tank["id"] - 1)
        if contact is None:
            self.contacts[tank["id"] - 1] = Contact.first(seen, self.damages.full, rivals, self._chance)
        else:
            self.score += contact.see_again(seen, self.damages, rivals, self._chance)

    # What follows

    def is_in_sight(self, spot: Spot) -> bool:
        """Whether the last scan shows a cell."""
        return bool(self.seen_at[spot[1], spot[0]] == self.turn)

    def is_under_fire(self) -> bool:
        """Whether it was hit a short while ago."""
        return self.turn - self.last_hit < ALARM

    def can_reach(self, spot: Spot) -> bool:
        """Whether a tank on a cell can fire at this one."""
        away = distance(spot, self.here)
        in_line = cardinal_way(spot, self.here) is not None and away <= self.config["cardinal_shot_distance"]
        return in_line or away <= self.config["positional_shot_distance"]
