"""How the searcher plays Sproutopia: a plan is a queue of commands, of which only the first is sent."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from lanista.engine import rule
from lanista.game import Played
from lanista.game.plan import Plan
from lanista.games.sproutopia.moves import MISSING, Move
from lanista.games.sproutopia.proposals import propose  # noqa: F401 - `Rules.of` looks for it here
from lanista.games.sproutopia.state import DX, DY, Config, Garden
from lanista.games.sproutopia.views import Moment

PLAN = Plan(
    policy="settler", turns=36, depth=1, width=20, explore=1.5, trust=0.3, rivals=False, worlds=10, loyalty=250
)

LAST_LEAD = 100  # cells ahead that are worth half a win at the end
LEAD_PER_TICK = 2  # ticks left that make one cell more of it
TRAIL_WORTH = 1  # cells that a cell of a trail brings
COLOURS = "#f5c542"


@rule
def value(garden: Garden, config: Config, seat: int) -> int:
    """What a farmer's lead or arrears in cells promise, averaged over the others."""
    half = LAST_LEAD + (config.MaxTicks - garden.tick) // LEAD_PER_TICK
    mine = promised(garden, seat)
    if config.seats == 1:
        return 2000 * mine // (config.Rows * config.Cols) - 1000
    total = 0
    for other in range(config.seats):
        if other != seat:
            lead = mine - promised(garden, other)
            total += 1000 * lead // (abs(lead) + half)
    return total // (config.seats - 1)


@rule
def promised(garden: Garden, seat: int) -> int:
    """A farmer's cells, and what its trail may bring."""
    return garden.farmers[seat].cells + TRAIL_WORTH * garden.farmers[seat].trail


def sent(state: Moment, seat: int, move: Move) -> Move:
    """The part of a plan that is sent now: its first command, nothing to go straight on."""
    farmer = state.record.farmers[seat]
    if not move.length or (move.commands[0] == farmer.direction == farmer.last):
        return MISSING
    return Move.of(move.commands[:1])


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
