"""Observations say what the view says, as numbers: the same window, from the seat's own perspective."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from lanista.games.sproutopia.game import SPROUTOPIA
from lanista.games.sproutopia.learn import observation
from lanista.games.sproutopia.learn.observation import BEYOND_MAP, FARMER_BIT, SIDE, SIGHT, TRAIL, UNSEEN, WEED_BIT
from lanista.games.sproutopia.views import NEUTRAL, OUTSIDE, radius
from lanista.tools.conformance.play import RandomPlay
from tests.games.sproutopia.positions import Position

Parts = dict[str, Any]
Grid = npt.NDArray[np.int64]
OFTEN = {"PowerUpStartTick": 1, "WeedsStartTick": 1, "PowerUpSpawnRateMean": 3, "WeedSpawnRateMean": 5}


def parts_of(state: Position, seat: int) -> Parts:
    """The parts of an observation by their names."""
    row = SPROUTOPIA.observe(state, seat)
    return {part.name: values.tolist() for part, values in observation.OBSERVATION.split(row)}


def parts_of_view(state: Position, seat: int) -> Parts:
    """The same, from the view."""
    view, config = SPROUTOPIA.view(state, seat), state.const
    shares = list(view["leaderBoard"].values())
    shares = shares[seat:] + shares[:seat] + [-1] * (4 - len(shares))
    return {
        "ground": window(state, view["heroWindow"], UNSEEN, lambda code: ground(code, seat, state.seats)).tolist(),
        "things": (window(state, view["weeds"], 0, lambda weed: WEED_BIT * weed) + spots(view)).tolist(),
        "x": view["x"],
        "y": view["y"],
        "columns to home": config.spawn_x[seat] - view["x"],
        "rows to home": config.spawn_y[seat] - view["y"],
        "direction": view["directionState"],
        "power-up": view["powerUp"],
        "super power-up": view["superPowerUp"],
        **{f"{whose} share": share for whose, share in zip(observation.FARMERS, shares, strict=True)},
        "tick": view["gameTick"],
        "ticks left": config.MaxTicks - view["gameTick"],
        "columns": config.Cols,
        "rows": config.Rows,
        "seat": seat,
    }


def ground(code: int, seat: int, seats: int) -> int:
    """A code of `heroWindow` as a farmer's own: its bit is the first, then come the seats after it."""
    if code in (NEUTRAL, OUTSIDE):
        return 0 if code == NEUTRAL else BEYOND_MAP
    return (1 << (code % 4 - seat) % seats) + (TRAIL if code >= 4 else 0)


def window(state: Position, columns: list[list[int]], unseen: int, number: Callable[[int], int]) -> Grid:
    """The part of a window that an observation has, rows first."""
    far, shown = radius(state.const), np.full((SIDE, SIDE), unseen)
    near = range(-min(far, SIGHT), min(far, SIGHT) + 1)
    for y in near:
        for x in near:
            shown[y + SIGHT, x + SIGHT] = number(columns[x + far][y + far])
    return shown


def spots(view: dict[str, Any]) -> Grid:
    """Bits for the items and the other farmers in a view, as far as an observation shows them."""
    shown = np.zeros((SIDE, SIDE), dtype=np.int64)
    others = list(view["botPostions"])
    others.remove({"x": view["x"], "y": view["y"]})
    items = [(item["location"], 1 << item["type"] - 1) for item in view["powerUpLocations"]]
    for spot, bit in [*((spot, FARMER_BIT) for spot in others), *items]:
        x, y = spot["x"] - view["x"] + SIGHT, spot["y"] - view["y"] + SIGHT
        if 0 <= x < SIDE and 0 <= y < SIDE:
            shown[y, x] |= bit
    return shown


def moments(ruleset: str, seats: int, changes: Mapping[str, int]) -> Iterator[Position]:
    """States of a match of random moves with many items and weeds."""
    state = SPROUTOPIA.start(SPROUTOPIA.configure(ruleset, {**OFTEN, **changes}), seats, seats)
    play = RandomPlay(SPROUTOPIA, seats)
    for _ in range(12):
        for _ in range(8):
            SPROUTOPIA.step(state, play.moves(state))
        yield state


@pytest.mark.parametrize(
    ("ruleset", "seats", "changes"),
    [
        ("standard", 4, {}),
        ("standard", 4, {"Rows": 7, "Cols": 6, "PowerUpsMaxAmount": 20}),
        ("standard", 2, {"Rows": 12, "Cols": 40, "PlayerWindowSize": 4}),
        ("classic", 4, {"Rows": 14, "Cols": 15, "PlayerWindowSize": 16}),
        ("classic", 3, {"Rows": 9, "Cols": 8}),
        ("classic", 1, {"PlayerWindowSize": 0}),
    ],
)
def test_an_observation_says_what_the_view_says(ruleset: str, seats: int, changes: Mapping[str, int]) -> None:
    for state in moments(ruleset, seats, changes):
        for seat in range(seats):
            assert parts_of(state, seat) == parts_of_view(state, seat)
