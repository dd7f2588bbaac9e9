"""Orders in plain words."""

from __future__ import annotations

from lanista.engine import State
from lanista.games.tower_defence.moves import Move
from lanista.games.tower_defence.state import Battle, Config, OrderType

NAMES = {
    OrderType.DEFENSE: "wall",
    OrderType.ATTACK: "turret",
    OrderType.ENERGY: "energy generator",
    OrderType.TESLA: "tesla tower",
}


def words(state: State[Battle, Config], seat: int, move: Move) -> str:
    """What a player orders; cells are named as in the order."""
    if move.type is OrderType.NOTHING:
        return "" if move.faults else "build nothing"
    if move.type is OrderType.IRON_CURTAIN:
        return "raise the iron curtain"
    if move.type is OrderType.DECONSTRUCT:
        return f"take down the building at {move.x}, {move.y}"
    return f"{NAMES[move.type]} at {move.x}, {move.y}"
