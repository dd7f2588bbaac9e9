"""A view as a learner's observation, and flat actions as texts; NumPy only: trained bots have a copy of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

REACH = 4
WINDOW = 2 * REACH + 1
WALL, TURRET, FIRES_NEXT, LASER_ITEM = 1, 2, 4, 8
OWN_BULLET, OPPONENT_BULLET, OPPONENT = 16, 32, 64
DIRECTIONS = ("UP", "DOWN", "LEFT", "RIGHT")
KINDS = ("LASER", "SHIELD", "TELEPORT")
PADS = 6  # that moves can name
WORDS = (
    *(f"FACE_{way}" for way in DIRECTIONS),
    *("NONE", "SHOOT", "FORWARD", "SHIELD", "LASER"),
    *(f"TELEPORT_{i}" for i in range(PADS)),
)
INT16 = 32767
Spot = dict[str, Any]  # with x and y
Plane = npt.NDArray[np.int16]


class Observed:
    """The views of one match, as numbers."""

    def __init__(self, start: dict[str, Any]) -> None:
        self.seat: int = start["seat"]
        self.map: dict[str, Any] = start["map"]
        self.width, self.height = self.map["width"], self.map["height"]
        self.walls = np.zeros((self.height, self.width), dtype=np.int16)
        for wall in self.map["walls"]:
            self.walls[wall["y"], wall["x"]] = WALL

    def row(self, view: dict[str, Any]) -> npt.NDArray[np.int16]:
        """What `observe` writes: the squares around the robot, and single numbers."""
        me, other = view["players"][self.seat], view["players"][1 - self.seat]
        rows = np.arange(me["y"] - REACH, me["y"] + REACH + 1) % self.height
        columns = np.arange(me["x"] - REACH, me["x"] + REACH + 1) % self.width
        seen = np.ix_(rows, columns)
        planes = self._ground(view)[seen], self._moving(view, other)[seen]
        return np.concatenate([*(plane.reshape(-1) for plane in planes), self._numbers(view, me, other)])

    def _ground(self, view: dict[str, Any]) -> Plane:
        """Walls, turrets and items on the whole board."""
        board = self.walls.copy()
        for site, turret in zip(self.map["turrets"], view["turrets"], strict=True):
            code = TURRET + (0 if turret["alive"] else WALL) + (FIRES_NEXT if turret["fires_next"] else 0)
            board[site["y"], site["x"]] = code
        for item in view["items"]:
            board[item["y"], item["x"]] |= LASER_ITEM << KINDS.index(item["kind"])
        return board

    def _moving(self, view: dict[str, Any], other: Spot) -> Plane:
        """Bullets and the opponent on the whole board."""
        board = np.zeros_like(self.walls)
        for bullet in view["bullets"]:
            whose = OWN_BULLET if bullet["owner"] == self.seat + 1 else OPPONENT_BULLET
            board[bullet["y"], bullet["x"]] |= 1 << DIRECTIONS.index(bullet["dir"]) | whose
        board[other["y"], other["x"]] |= OPPONENT
        return board

    def _numbers(self, view: dict[str, Any], me: Spot, other: Spot) -> npt.NDArray[np.int16]:
        pads = self.map["teleportPad"][:PADS] if me["items"]["teleport"] > 0 else []
        numbers = [
            view["turn"] - 1,
            view["turns_left"],
            self.width,
            self.height,
            *_player(me),
            *_player(other),
            *self._way(me, other),
            *self._nearest_item(view, me),
            *(step for pad in pads for step in self._way(me, pad)),
            *[0, 0] * (PADS - len(pads)),
        ]
        return np.array(numbers, dtype=np.int16)

    def _way(self, me: Spot, target: Spot) -> tuple[int, int]:
        """Squares to the right and down, by the shorter way around the board."""
        return _shorter(target["x"] - me["x"], self.width), _shorter(target["y"] - me["y"], self.height)

    def _nearest_item(self, view: dict[str, Any], me: Spot) -> tuple[int, int, int]:
        """The kind of the nearest item and the way to it."""
        ways = [(*self._way(me, item), KINDS.index(item["kind"]) + 1) for item in view["items"]]
        right, down, kind = min(ways, key=lambda way: abs(way[0]) + abs(way[1]), default=(0, 0, 0))
        return kind, right, down

    def mask(self, view: dict[str, Any]) -> npt.NDArray[np.bool_]:
        """Which flat actions are legal."""
        held = view["players"][self.seat]["items"]
        pads = len(self.map["teleportPad"]) if held["teleport"] > 0 else 0
        legal = np.ones(len(WORDS), dtype=np.bool_)
        legal[WORDS.index("SHIELD")] = held["shield"] > 0
        legal[WORDS.index("LASER")] = held["laser"] > 0
        legal[-PADS:] = np.arange(PADS) < pads
        return legal

    def text(self, view: dict[str, Any], action: int) -> str:
        """The move of a flat action."""
        return WORDS[action]


def _player(player: Spot) -> list[int]:
    """The numbers of one player."""
    items = player["items"]
    return [
        DIRECTIONS.index(player["facing"]),
        player["hp"],
        max(-INT16, min(INT16, player["points"])),
        *(items[kind.lower()] for kind in KINDS),
        player["shield_left"],
        WORDS.index(player["last_move"]),
    ]


def _shorter(steps: int, size: int) -> int:
    """The way around the board if that is shorter; two that are equally long are counted forwards or backwards."""
    ahead = (steps + REACH) % size - REACH
    while ahead < -(size // 2):
        ahead += size
    return ahead - size if 2 * ahead > size else ahead
