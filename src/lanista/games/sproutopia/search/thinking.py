"""Hooks of the searcher for Sproutopia: a plan is a queue of commands, of which only the first is sent."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from lanista.engine import rule
from lanista.game import Played
from lanista.game.tuning import SearchTuning
from lanista.games.sproutopia.search.proposals import propose  # noqa: F401 - `Rules.of` looks for it here
from lanista.games.sproutopia.search.prospects import CELL, expected_cells
from lanista.games.sproutopia.state import DX, DY, Config, Garden, Work

TUNING = SearchTuning(
    policy="settler", turns=36, depth=1, width=20, explore=1.5, trust=0.3, rivals=False, worlds=16, loyalty=50
)

LAST_LEAD = 30  # cells ahead that nearly decide the match at its end, and
LEAD_PER_TICK = 75  # ... hundredths of one more of them for each tick that is left
COLOURS = "#f5c542"


@rule
def value(garden: Garden, config: Config, seat: int, work: Work) -> int:
    """An estimate by the farmer's lead or deficit in cells, averaged over the others."""
    mine = expected_cells(garden, config, seat, work)
    if config.seats == 1:
        return 2000 * mine // (CELL * config.Rows * config.Cols) - 1000
    open_lead = CELL * LAST_LEAD + LEAD_PER_TICK * (config.MaxTicks - garden.tick)
    total = 0
    for other in range(config.seats):
        if other != seat:
            total += squash(mine - expected_cells(garden, config, other, work), open_lead)
    return total // (config.seats - 1)


@rule
def squash(lead: int, half: int) -> int:
    """A lead on the scale of rewards: a farmer who is far ahead has little to gain, but much to lose."""
    size = abs(lead)
    part = size * (size + half) * 1000 // (half * half + half * size + size * size)
    return part if lead > 0 else -part


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
