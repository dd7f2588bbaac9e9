"""What the searcher needs to know: what a battle is worth, which orders to try, and how to show its plans."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lanista.engine import Generator, Records, rule
from lanista.game import Played
from lanista.game.plan import Plan
from lanista.games.tower_defence.moves import is_affordable
from lanista.games.tower_defence.rules import own_cell
from lanista.games.tower_defence.state import Battle, Config, Order, OrderType, Work
from lanista.games.tower_defence.tactics.commander import (
    KINDS,
    NEVER,
    NOWHERE,
    column_for,
    columns_struck,
    weigh_orders,
)

PLAN = Plan(policy="commander", turns=14, depth=10, width=16, explore=0.4, worlds=4)

# What things are worth, in hundredths of a point of base health
HEALTH_WORTH = 100
ENERGY_WORTH = 15
MAX_ENERGY = 300  # that can be of use
BUILDING_WORTH = (0, 300, 900, 800, 2000)  # by kind, at full health
WIN = 1000  # the scale of `reward`
HALF_WIN = 4000  # a lead that is worth half a win

OPTIONS = 5  # of each kind that are tried
TRIED = (*KINDS, OrderType.TESLA)
TESLA_SLOT = 3

SHOWN = {  # what a mark says about an order
    OrderType.DEFENSE: "D",
    OrderType.ATTACK: "A",
    OrderType.ENERGY: "E",
    OrderType.DECONSTRUCT: "-",
    OrderType.TESLA: "T",
}


# What a battle is worth


@rule
def value(battle: Battle, config: Config, seat: int) -> int:
    """The lead in health, energy and buildings, squashed."""
    lead = standing(battle, config, seat) - standing(battle, config, 1 - seat)
    if lead < 0:
        return -(WIN * -lead // (HALF_WIN - lead))
    return WIN * lead // (HALF_WIN + lead)


@rule
def standing(battle: Battle, config: Config, seat: int) -> int:
    """What a player has."""
    player = battle.players[seat]
    worth = HEALTH_WORTH * player.health + ENERGY_WORTH * min(MAX_ENERGY, player.energy)
    for row in range(config.height):
        for x in range(config.width // 2):
            cell = own_cell(config, seat, x, row)
            kind = battle.building[cell]
            if kind:
                worth += BUILDING_WORTH[kind] * battle.health[cell] // config.full_health[kind]
    return worth


# Orders worth a try


@rule
def propose(
    battle: Battle, config: Config, seat: int, generator: Generator, moves: Records[Order], work: Work
) -> int:
    """Nothing, the iron curtain, and the best rows for each kind of building in turn."""
    weigh_orders(battle, config, work, seat)
    weigh_teslas(battle, config, work, seat)
    write_order(moves[0], OrderType.NOTHING, 0, 0)
    n = 1
    if n < len(moves) and is_affordable(battle, config, seat, OrderType.IRON_CURTAIN):
        write_order(moves[n], OrderType.IRON_CURTAIN, 0, 0)
        n += 1
    for _ in range(OPTIONS):
        for slot in range(len(TRIED)):
            if n < len(moves) and is_affordable(battle, config, seat, TRIED[slot]):
                n += take_best_row(battle, config, seat, slot, moves[n], work)
    return n


@rule
def weigh_teslas(battle: Battle, config: Config, work: Work, seat: int) -> None:
    """Weigh tesla towers in every row."""
    for row in range(config.height):
        work.weights[TESLA_SLOT, row] = columns_struck(battle, config, seat, row)


@rule
def take_best_row(battle: Battle, config: Config, seat: int, slot: int, move: Order, work: Work) -> int:
    """Write the order for the best row that is left for a kind of building; 0 if there is none."""
    best = 0
    for row in range(config.height):
        if work.weights[slot, row] > work.weights[slot, best]:
            best = row
    is_left = work.weights[slot, best] > NEVER
    work.weights[slot, best] = 2 * NEVER
    x = column_for(battle, config, seat, TRIED[slot], best)
    if not is_left or x == NOWHERE:
        return 0
    write_order(move, TRIED[slot], x, best)
    return 1


@rule
def write_order(move: Order, kind: int, x: int, y: int) -> None:
    """Write an order."""
    move.type = kind
    move.x = x
    move.y = y
    move.faults = 0


# How a plan is shown


def marks(line: Sequence[Played], seat: int) -> list[dict[str, Any]]:
    """Where the plan orders something, and in how many rounds."""
    found = []
    for turn, played in enumerate(line):
        move = played.moves[seat]
        if move.type in SHOWN:
            found.append({"x": move.x, "y": move.y, "text": f"{SHOWN[move.type]}{turn or ''}"})
    return found
