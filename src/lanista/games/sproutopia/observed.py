"""A view as a learner's observation, and flat actions as texts; NumPy only: trained bots have a copy of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

SIGHT = 5
SIDE = 2 * SIGHT + 1
MAX_SEATS = 4
UNSEEN, BEYOND_MAP, TRAIL = -2, -1, 16
WEED_BIT, FARMER_BIT = 32, 64
OUTSIDE, NEUTRAL = 254, 255  # codes of `heroWindow`; below are land and trails, by seat
EMPTY_SEAT = -1
WORDS = ("IDLE", "UP", "DOWN", "LEFT", "RIGHT")
REVERSE = (0, 2, 1, 4, 3)
Plane = npt.NDArray[np.int16]


class Observed:
    """The views of one match, as numbers."""

    def __init__(self, start: dict[str, Any]) -> None:
        self.seat: int = start["seat"]
        self.seats: int = start["seats"]
        self.config: dict[str, int] = start["config"]
        self.far = self.config["PlayerWindowSize"] // 2
        self.codes = np.array([self._code(code) for code in range(NEUTRAL + 1)], dtype=np.int16)
        self.home = spawns(self.config["Cols"], self.config["Rows"])[self.seat]

    def _code(self, code: int) -> int:
        """A code of `heroWindow` in which farmers are counted from the bot's own."""
        if code in (OUTSIDE, NEUTRAL):
            return BEYOND_MAP if code == OUTSIDE else 0
        bit = 1 << (code % MAX_SEATS - self.seat) % self.seats
        return int(bit if code < MAX_SEATS else TRAIL + bit)

    def row(self, view: dict[str, Any]) -> npt.NDArray[np.int16]:
        """What `observe` writes: the ground and the things in the window, then single numbers."""
        ground = np.full((SIDE, SIDE), UNSEEN, dtype=np.int16)
        things = np.zeros((SIDE, SIDE), dtype=np.int16)
        near = min(SIGHT, self.far)
        inner, outer = self._middle(SIGHT, near), self._middle(self.far, near)
        ground[inner] = self.codes[np.array(view["heroWindow"])].T[outer]
        things[inner] = WEED_BIT * np.array(view["weeds"], dtype=np.int16).T[outer]
        for x, y, bit in self._things(view):
            if abs(x) <= near and abs(y) <= near:
                things[y + SIGHT, x + SIGHT] |= bit
        return np.concatenate([ground.reshape(-1), things.reshape(-1), self._numbers(view)])

    @staticmethod
    def _middle(radius: int, near: int) -> tuple[slice, slice]:
        """The middle of a window."""
        part = slice(radius - near, radius + near + 1)
        return part, part

    @staticmethod
    def _things(view: dict[str, Any]) -> list[tuple[int, int, int]]:
        """Other farmers and items: where they are, seen from the farmer, and their bits."""
        x, y = view["x"], view["y"]
        farmers = [(spot["x"] - x, spot["y"] - y, FARMER_BIT) for spot in view["botPostions"]]
        farmers.remove((0, 0, FARMER_BIT))  # the farmer itself
        items = [(item["location"], item["type"]) for item in view["powerUpLocations"]]
        return farmers + [(spot["x"] - x, spot["y"] - y, 1 << kind - 1) for spot, kind in items]

    def _numbers(self, view: dict[str, Any]) -> npt.NDArray[np.int16]:
        shares = list(view["leaderBoard"].values())
        turned = shares[self.seat :] + shares[: self.seat] + [EMPTY_SEAT] * (MAX_SEATS - self.seats)
        numbers = [
            view["x"],
            view["y"],
            self.home[0] - view["x"],
            self.home[1] - view["y"],
            view["directionState"],
            view["powerUp"],
            view["superPowerUp"],
            *turned,
            view["gameTick"],
            self.config["MaxTicks"] - view["gameTick"],
            self.config["Cols"],
            self.config["Rows"],
            self.seat,
        ]
        return np.array(numbers, dtype=np.int16)

    def mask(self, view: dict[str, Any]) -> npt.NDArray[np.bool_]:
        """Which flat actions are legal; a bot that sends one command in a tick has none waiting."""
        legal = np.ones(len(WORDS), dtype=np.bool_)
        legal[REVERSE[view["directionState"]]] = False
        legal[0] = True
        return legal

    def text(self, view: dict[str, Any], action: int) -> str:
        """The command of a flat action."""
        return WORDS[action]


def spawns(columns: int, rows: int) -> list[tuple[int, int]]:
    """The four spawn cells."""
    return [
        (columns // 4, 1),
        (columns - 2, rows // 4),
        (columns - columns // 4 - 1, rows - 2),
        (1, rows - rows // 4 - 1),
    ]
