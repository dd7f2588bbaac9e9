"""A view as a learner's observation, and flat actions as texts; NumPy only: trained bots have a copy of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

HEIGHT, WIDTH = 8, 16  # of the largest board
HALF = WIDTH // 2
KINDS = {"DEFENSE": 1, "ATTACK": 2, "ENERGY": 3, "TESLA": 4}
UNFINISHED = len(KINDS)  # is added to the code of a building
BUILT_BY = {0: "defense", 1: "attack", 2: "energy", 4: "tesla"}  # building by type of order
DECONSTRUCT, TESLA, IRON_CURTAIN = 3, 4, 5
INT8, INT16 = 127, 32767
Board = npt.NDArray[np.int16]


class Observed:
    """The views of one match, as numbers."""

    def __init__(self, start: dict[str, Any]) -> None:
        self.config: dict[str, int] = start["config"]
        self.rounds = self.config["max_rounds"] + self.config["d4_one_extra_round"]

    def row(self, view: dict[str, Any]) -> npt.NDArray[np.int16]:
        """What `observe` writes: planes of the board, both players, and the match."""
        planes = self._planes(view)
        played = view["gameDetails"]["round"]
        numbers = [
            *self._player(view, "A", planes[0, :, : self.config["width"] // 2]),
            *self._player(view, "B", planes[0, :, self.config["width"] // 2 :]),
            played,
            max(0, self.rounds - played),
            self.config["width"],
            self.config["height"],
        ]
        return np.concatenate([planes.reshape(-1), np.array(numbers, dtype=np.int16)])

    def _planes(self, view: dict[str, Any]) -> Board:
        """Buildings, their health and the rounds until they act, and the missiles of both players."""
        planes = np.zeros((5, HEIGHT, WIDTH), dtype=np.int16)
        since = min(1, view["gameDetails"]["round"])
        for y, cells in enumerate(view["gameMap"]):
            for x, cell in enumerate(cells):
                for building in cell["buildings"]:
                    left = max(0, building["constructionTimeLeft"] + since)
                    wait = max(left, building["weaponCooldownTimeLeft"])
                    code = KINDS[building["buildingType"]] + (UNFINISHED if left else 0)
                    planes[:3, y, x] = code, min(INT8, building["health"]), min(INT8, wait)
                for missile in cell["missiles"]:
                    planes[3 if missile["playerType"] == "A" else 4, y, x] += 1
        return planes

    def _player(self, view: dict[str, Any], name: str, buildings: Board) -> list[int]:
        player = next(player for player in view["players"] if player["playerType"] == name)
        generators = int((buildings == KINDS["ENERGY"]).sum())
        income = self.config["round_income"] + self.config["energy_income"] * generators
        return [
            min(INT16, player["energy"]),
            max(-INT16, player["health"]),
            min(INT16, player["score"]),
            min(INT16, income),
            min(INT16, player["hitsTaken"]),
            int(player.get("ironCurtainAvailable", 0)),
            max(-INT16, player.get("activeIronCurtainLifetime", -1)),
        ]

    def mask(self, view: dict[str, Any]) -> npt.NDArray[np.bool_]:
        """Which flat actions are legal."""
        me = next(player for player in view["players"] if player["playerType"] == "A")
        half = range(self.config["width"] // 2)
        built = np.zeros((HEIGHT, HALF), dtype=np.bool_)
        is_cell = np.zeros((HEIGHT, HALF), dtype=np.bool_)
        is_cell[: self.config["height"], : len(half)] = True
        standing = [
            (y, x, building["buildingType"])
            for y, cells in enumerate(view["gameMap"])
            for x in half
            for building in cells[x]["buildings"]
        ]
        for y, x, _ in standing:
            built[y, x] = True
        teslas = sum(kind == "TESLA" for _, _, kind in standing)
        cells = [is_cell & (built if kind == DECONSTRUCT else ~built) for kind in range(IRON_CURTAIN)]
        allowed = [self._is_allowed(kind, me["energy"], teslas) for kind in range(IRON_CURTAIN)]
        orders = [cell.reshape(-1) & is_allowed for cell, is_allowed in zip(cells, allowed, strict=True)]
        return np.concatenate([[True], *orders, [self._may_raise_curtain(me)]])

    def _is_allowed(self, kind: int, energy: int, teslas: int) -> bool:
        """Whether an order could be carried out on a suitable cell."""
        if kind == DECONSTRUCT:
            return bool(self.config["deconstruction"])
        if kind == TESLA and teslas >= self.config["tesla_limit"]:
            return False
        return energy >= self.config[f"{BUILT_BY[kind]}_price"]

    def _may_raise_curtain(self, me: dict[str, Any]) -> bool:
        is_available = self.config["iron_curtain"] and me["ironCurtainAvailable"]
        return bool(
            is_available and me["energy"] >= self.config["curtain_price"] and me["activeIronCurtainLifetime"] < 1
        )

    def text(self, view: dict[str, Any], action: int) -> str:
        """The order of a flat action."""
        if action == 0:
            return ""
        kind, cell = divmod(action - 1, HEIGHT * HALF)
        return f"{cell % HALF},{cell // HALF},{kind}"
