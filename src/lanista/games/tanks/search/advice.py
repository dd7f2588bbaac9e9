"""Moves from a tank's memory: shots at tanks it has just seen, and scans for hidden ones."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lanista.games.tanks.moves import Move
from lanista.games.tanks.search.contacts import Contact
from lanista.games.tanks.search.draft import STAYS, STAYS_ON, CellWeights
from lanista.games.tanks.search.memory import Memory
from lanista.games.tanks.search.spots import Spot, cardinal_way, distance
from lanista.games.tanks.state import Action, Orientation
from lanista.games.tanks.views import ABOVE, LEFT, OMNI

FRESH = 1  # turns for which a sighting is good enough for a shot
TRACKED = 6  # turns for which a tank is looked for where it was seen
SCANS = {**{int(way): Move(Action.SCAN_MONO, int(way)) for way in Orientation}, OMNI: Move(Action.SCAN_OMNI)}
MAX_SCANS = 3  # that are suggested


class Window:
    """The cells that a scan would show."""

    def __init__(self, memory: Memory, way: int) -> None:
        half = memory.config["scanning_distance"] // 2
        width, height = memory.size
        self.last = 2 * half  # row and column
        self.left, self.top = memory.here[0] - LEFT[way] * half, memory.here[1] - ABOVE[way] * half
        self.columns = slice(max(0, self.left), min(width, self.left + self.last + 1))
        self.rows = slice(max(0, self.top), min(height, self.top + self.last + 1))

    def mass(self, weights: CellWeights) -> float:
        """The total probability of hidden tanks in it."""
        return float(np.sum(weights.each[self.rows, self.columns]))

    def margin(self, spot: Spot) -> int:
        """The distance of a cell from the nearest edge of the window; negative if it is outside."""
        column, row = spot[0] - self.left, spot[1] - self.top
        return min(column, self.last - column, row, self.last - row)


def advice(memory: Memory, weights: CellWeights) -> list[Move]:
    """Moves worth a try, the most promising first."""
    windows = {way: Window(memory, way) for way in SCANS}
    moves = [*_shots(memory), *_tracking(memory, windows)]
    by_mass = sorted(SCANS, key=lambda way: -windows[way].mass(weights))
    return [*moves, *(SCANS[way] for way in by_mass[:MAX_SCANS])]


# Shots


def _shots(memory: Memory) -> list[Move]:
    """Shots at tanks that were just seen, those first that promise most points."""
    found = [(_worth(memory, contact), contact) for contact in _living(memory, FRESH)]
    shots = [(worth, shot) for worth, c in found if (shot := shot_at(memory, c.seen.spot)) is not None]
    return [shot for _, shot in sorted(shots, key=lambda pair: -pair[0])]


def _living(memory: Memory, age: int) -> list[Contact]:
    """The living tanks that were seen at most `age` turns ago, the nearest first."""
    found = [c for c in memory.contacts.values() if c.seen.alive and memory.turn - c.seen.turn <= age]
    return sorted(found, key=lambda c: distance(memory.here, c.seen.spot))


def _worth(memory: Memory, contact: Contact) -> float:
    """The points that a shot at a tank promises."""
    damages = memory.damages
    stays = (STAYS_ON if contact.still or contact.seen.stuck else STAYS) ** (1 + memory.turn - contact.seen.turn)
    healths = [contact.health_on(contact.seen.spot, i, damages) for i in range(len(contact.healths))]
    kills = sum(0 < health <= damages.direct for health in healths) / len(healths)
    return stays * (damages.direct_points + kills * damages.final_points)


def shot_at(memory: Memory, spot: Spot) -> Move | None:
    """A shot that reaches a cell without hurting the tank itself."""
    away = distance(memory.here, spot)
    if away <= 1:
        return _shot_behind(memory, spot) if away else None
    if away <= memory.config["positional_shot_distance"]:
        return Move(Action.FIRE_POSITIONAL, x=spot[0], y=spot[1])
    way = cardinal_way(memory.here, spot)
    if way is not None and away <= memory.config["cardinal_shot_distance"]:
        return Move(Action.FIRE_CARDINAL, int(way))
    return _shot_before(memory, spot)


def _shot_before(memory: Memory, spot: Spot) -> Move | None:
    """A shot at the cell before a tank just out of range: it is hit indirectly, and seldom fires back."""
    reach, (x, y) = memory.config["positional_shot_distance"], memory.here
    if distance(memory.here, spot) > reach + 1:
        return None
    nearer = x + max(-reach, min(reach, spot[0] - x)), y + max(-reach, min(reach, spot[1] - y))
    return Move(Action.FIRE_POSITIONAL, x=nearer[0], y=nearer[1]) if distance(memory.here, nearer) > 1 else None


def _shot_behind(memory: Memory, spot: Spot) -> Move | None:
    """A shot at the cell behind a tank next to this one, where only the other one is hurt."""
    x, y = 2 * spot[0] - memory.here[0], 2 * spot[1] - memory.here[1]
    on_map = 0 <= x < memory.size[0] and 0 <= y < memory.size[1]
    is_in_range = memory.config["positional_shot_distance"] > 1
    return Move(Action.FIRE_POSITIONAL, x=x, y=y) if on_map and is_in_range else None


# Scans


def _tracking(memory: Memory, windows: dict[int, Window]) -> Iterator[Move]:
    """The scan that best covers the last cell of the nearest tank."""
    for contact in _living(memory, TRACKED)[:1]:
        way = max(SCANS, key=lambda way: windows[way].margin(contact.seen.spot))
        if windows[way].margin(contact.seen.spot) >= 0:
            yield SCANS[way]
