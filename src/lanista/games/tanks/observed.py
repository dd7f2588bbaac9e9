"""A view as a learner's observation, and flat actions as texts; NumPy only: trained bots have a copy of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

SIDE = 15  # of the largest scan
LETTERS = ".DELS"
OUTSIDE = len(LETTERS) + 1
TANK = OUTSIDE + 1
WRECK = TANK + 8
STUCK = WRECK + 1
CODES = {"#": OUTSIDE, **{letter: 1 + i for i, letter in enumerate(LETTERS)}}
SWAMP = CODES["S"]
NO_SCAN = -1
ORIENTATIONS = (
    *("North", "North-East", "East", "South-East"),
    *("South", "South-West", "West", "North-West"),
)
OMNI = len(ORIENTATIONS)
# Distances from the tank to the left and top edges of its scan, in halves of its side, by orientation
LEFT = (1, 0, 0, 0, 1, 2, 2, 2, 1)
ABOVE = (2, 2, 1, 0, 0, 0, 1, 2, 1)
WAYS = {"Forward": 0, "Backwards": 1, "clockwise": 0, "counter-clockwise": 1}
IDLE, MOVE, ROTATE, SCAN_OMNI, SCAN_MONO, FIRE_CARDINAL, FIRE_POSITIONAL = range(7)
PLAIN = (
    *("IDLE", "MOVE FORWARD", "MOVE BACKWARDS", "ROTATE CLOCKWISE", "ROTATE COUNTER_CLOCKWISE", "SCAN OMNI"),
    *(f"SCAN MONO {name.upper().replace('-', '_')}" for name in ORIENTATIONS),
    *(f"FIRE CARDINAL {name.upper().replace('-', '_')}" for name in ORIENTATIONS),
)
MAX_RANGE = 7
SPAN = 2 * MAX_RANGE + 1
OWN_CELL = MAX_RANGE * SPAN + MAX_RANGE  # the offset that is skipped
FARTHEST = 32767
View = dict[str, Any]


class Observed:
    """The views of one match, as numbers."""

    def __init__(self, start: dict[str, Any]) -> None:
        self.config: dict[str, int] = start["config"]

    def row(self, view: View) -> npt.NDArray[np.int16]:
        """What `observe` writes: the scan, where the tank is in it, and single numbers."""
        return np.concatenate([self._scan(view).reshape(-1), self._numbers(view)])

    def _scan(self, view: View) -> npt.NDArray[np.int16]:
        """The scanned square, with the other tanks on their cells."""
        square = np.zeros((SIDE, SIDE), dtype=np.int16)
        scan = view["scan"]
        if scan is not None:
            side = len(scan["rows"])
            square[:side, :side] = [[CODES[letter] for letter in row] for row in scan["rows"]]
            for tank in scan["tanks"]:
                if tank["id"] != view["player_id"]:
                    at = tank["row"], tank["col"]
                    facing = ORIENTATIONS.index(tank["orientation"])
                    standing = facing + (STUCK if square[at] == SWAMP else TANK)
                    square[at] = standing if tank["alive"] else WRECK
        return square

    def _numbers(self, view: View) -> npt.NDArray[np.int16]:
        at, size = view["position"], view["world_size"]
        numbers = [
            *_own_place(view["scan"]),
            view["turn"],
            view["player_id"],
            view["health"],
            int(view["mobile"]),
            ORIENTATIONS.index(view["orientation"]),
            at["x"],
            at["y"],
            size["x"] - 1 - at["x"],
            size["y"] - 1 - at["y"],
            *_last_action(view["previous_action"], at),
        ]
        return np.array(numbers, dtype=np.int16)

    def mask(self, view: View) -> npt.NDArray[np.bool_]:
        """Which flat actions are legal."""
        legal = np.zeros(len(PLAIN) + SPAN * SPAN, dtype=np.bool_)
        if view["health"] > 0:
            legal[: len(PLAIN)] = True
            legal[1:3] = view["mobile"]
            at, size = view["position"], view["world_size"]
            rows, columns = self._reached(at["y"], size["y"]), self._reached(at["x"], size["x"])
            legal[len(PLAIN) :] = np.outer(rows, columns).reshape(-1)
        legal[0] = True
        return np.delete(legal, len(PLAIN) + OWN_CELL)

    def _reached(self, at: int, size: int) -> npt.NDArray[np.bool_]:
        """Which offsets of a positional shot are in its range and on the map."""
        offsets = np.arange(-MAX_RANGE, MAX_RANGE + 1)
        is_near = np.abs(offsets) <= self.config["positional_shot_distance"]
        found: npt.NDArray[np.bool_] = is_near & (at + offsets >= 0) & (at + offsets < size)
        return found

    def text(self, view: View, action: int) -> str:
        """The move of a flat action."""
        if action < len(PLAIN):
            return PLAIN[action]
        offset = action - len(PLAIN)
        row, column = divmod(offset if offset < OWN_CELL else offset + 1, SPAN)
        at = view["position"]
        return f"FIRE POSITIONAL {at['x'] + column - MAX_RANGE} {at['y'] + row - MAX_RANGE}"


def _own_place(scan: dict[str, Any] | None) -> tuple[int, int]:
    """The column and row of the tank in its scan."""
    if scan is None:
        return NO_SCAN, NO_SCAN
    way = OMNI if scan["type"] == "Omni" else ORIENTATIONS.index(scan["orientation"])
    half = len(scan["rows"]) // 2
    return LEFT[way] * half, ABOVE[way] * half


def _last_action(last: dict[str, Any], at: dict[str, int]) -> list[int]:
    """The last action, its way, and how far its target is."""
    name = last["action"]
    if name in ("Move", "Rotate"):
        return [
            MOVE if name == "Move" else ROTATE,
            WAYS[last["direction" if name == "Move" else "rotation"]],
            0,
            0,
        ]
    if name == "Scan":
        is_omni = last["type"] == "Omni"
        return [SCAN_OMNI, 0, 0, 0] if is_omni else [SCAN_MONO, ORIENTATIONS.index(last["orientation"]), 0, 0]
    if name == "Fire" and last["aiming"] == "Cardinal":
        return [FIRE_CARDINAL, ORIENTATIONS.index(last["orientation"]), 0, 0]
    if name == "Fire":
        away = (last["position"][axis] - at[axis] for axis in ("x", "y"))
        return [FIRE_POSITIONAL, 0, *(max(-FARTHEST, min(FARTHEST, cells)) for cells in away)]
    return [IDLE, 0, 0, 0]
