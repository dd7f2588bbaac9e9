"""A view as a learner's observation, and flat actions as texts; NumPy only: trained bots have a copy of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

LANES, LENGTH = 4, 1500
WINDOW, BEHIND = 26, 5
OFF_TRACK, TRUCK, OPPONENT = -1, 10, 11
POWERUPS = ("BOOST", "OIL", "LIZARD", "TWEET", "EMP")
COMMANDS = (
    "NOTHING",
    "ACCELERATE",
    "DECELERATE",
    "TURN_LEFT",
    "TURN_RIGHT",
    "USE_BOOST",
    "USE_OIL",
    "USE_LIZARD",
    "USE_EMP",
    "FIX",
)
TWEET_REACH = 30
INT16 = 32767
SPEED_LIMIT = (15, 9, 8, 6, 3, 0)  # by damage
TOP_SPEED = 9


class Observed:
    """The views of one match, as numbers."""

    def __init__(self, start: dict[str, Any]) -> None:
        self.seat: int = start["seat"]
        config = start["config"]
        self.is_swerve_valid = bool(config["d1_invalid_is_free"] and config["d14_off_track_is_a_turn"])

    def row(self, view: dict[str, Any]) -> npt.NDArray[np.int16]:
        """What `observe` writes: the window around the car, then both cars."""
        return np.concatenate([self._blocks(view), self._numbers(view)])

    def _blocks(self, view: dict[str, Any]) -> npt.NDArray[np.int16]:
        """The window, its middle row the car's own lane."""
        here, other = view["player"]["position"], view["opponent"]["position"]
        blocks = np.full((2 * LANES - 1, WINDOW), OFF_TRACK, dtype=np.int16)
        left = view["worldMap"][0][0]["position"]["x"] - here["x"] + BEHIND
        top = LANES - here["y"]
        for i, lane in enumerate(view["worldMap"]):
            codes = [TRUCK if block["isOccupiedByCyberTruck"] else block["surfaceObject"] for block in lane]
            blocks[top + i, left : left + len(lane)] = codes
        ahead = other["x"] - here["x"] + BEHIND
        if 0 <= ahead < WINDOW:
            blocks[top + other["y"] - 1, ahead] = OPPONENT
        return blocks.reshape(-1)

    def _numbers(self, view: dict[str, Any]) -> npt.NDArray[np.int16]:
        me, other = view["player"], view["opponent"]
        here, there = me["position"], other["position"]
        played = view["currentRound"] - 1
        numbers = [
            here["y"],
            LENGTH - here["x"],
            me["speed"],
            me["damage"],
            max(-INT16, min(INT16, me["score"])),
            me["boostCounter"],
            *(me["powerups"].count(powerup) for powerup in POWERUPS),
            there["y"],
            there["y"] - here["y"],
            there["x"] - here["x"],
            other["speed"],
            played,
            view["maxRounds"] - played,
            self.seat,
        ]
        return np.array(numbers, dtype=np.int16)

    def mask(self, view: dict[str, Any]) -> npt.NDArray[np.bool_]:
        """Which flat actions are legal."""
        me, held = view["player"], view["player"]["powerups"]
        swerves = self._swerves(me)
        plain = {
            "TURN_LEFT": me["position"]["y"] > 1 or swerves,
            "TURN_RIGHT": me["position"]["y"] < LANES or swerves,
            **{f"USE_{powerup}": powerup in held for powerup in POWERUPS},
        }
        reach = np.arange(TWEET_REACH) < LENGTH - view["opponent"]["position"]["x"]
        tweets = np.tile(reach & ("TWEET" in held), LANES)
        return np.concatenate([[plain.get(command, True) for command in COMMANDS], tweets])

    def _swerves(self, me: dict[str, Any]) -> bool:
        """Whether a turn off the track is valid."""
        if me["boosting"] and me["boostCounter"] == 1:
            return self.is_swerve_valid and min(SPEED_LIMIT[me["damage"]], TOP_SPEED) > 0
        return self.is_swerve_valid and me["speed"] > 0

    def text(self, view: dict[str, Any], action: int) -> str:
        """The command of a flat action."""
        if action < len(COMMANDS):
            return COMMANDS[action]
        lane, ahead = divmod(action - len(COMMANDS), TWEET_REACH)
        return f"USE_TWEET {lane + 1} {view['opponent']['position']['x'] + 1 + ahead}"
