"""Hooks of the searcher for Sproutopia: a plan is a queue of commands, of which only the first is sent."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from lanista.engine import rule
from lanista.game import Played
from lanista.game.tuning import SearchTuning
from lanista.games.sproutopia.search.proposals import propose  # noqa: F401 - `Rules.of` looks for it here
from lanista.games.sproutopia.state import DX, DY, Config, Garden, Work

TUNING = SearchTuning(
    policy="settler", turns=36, depth=1, width=20, explore=1.5, trust=0.3, rivals=False, worlds=10, loyalty=250
)

LAST_LEAD = 100  # cells ahead that are worth half a win at the end
LEAD_PER_TICK = 2  # ticks left that make one cell more of it
TRAIL_WORTH = 1  # cells that a cell of a trail brings
COLOURS = "#f5c542"


@rule
def value(garden: Garden, config: Config, seat: int, work: Work) -> int:
    """An estimate by the farmer's lead or deficit in cells, averaged over the others."""
    half = LAST_LEAD + (config.MaxTicks - garden.tick) // LEAD_PER_TICK
    mine = expected_cells(garden, seat)
    if config.seats == 1:
        return 2000 * mine // (config.Rows * config.Cols) - 1000
    total = 0
    for other in range(config.seats):
        if other != seat:
            lead = mine - expected_cells(garden, other)
            total += 1000 * lead // (abs(lead) + half)
    return total // (config.seats - 1)


@rule
def expected_cells(garden: Garden, seat: int) -> int:
    """A farmer's cells, and the expected gain of its trail."""
    return garden.farmers[seat].cells + TRAIL_WORTH * garden.farmers[seat].trail


def marks(line: Sequence[Played], seat: int) -> list[dict[str, Any]]:
    """The plan as lines between its turns."""
    if not line:
        return []
    farmer = line[0].before.record.farmers[seat]
    commands = [command for command, _ in line[0].moves[seat].sent()]
    corners = [(farmer.x, farmer.y)]
    for i, command in enumerate(commands):
        x, y = corners[-1]
        spot = (x + DX[command], y + DY[command])
        if i > 0 and command == commands[i - 1]:
            corners[-1] = spot
        else:
            corners.append(spot)
    return [{"x": x, "y": y, "to": [to_x, to_y], "colour": COLOURS} for (x, y), (to_x, to_y) in pairwise(corners)]
