"""Commands in plain words."""

from __future__ import annotations

from lanista.engine import State
from lanista.games.overdrive.moves import Move
from lanista.games.overdrive.state import Command, Config, Race

PLAIN = {
    Command.NOTHING: "drive on",
    Command.ACCELERATE: "accelerate",
    Command.DECELERATE: "brake",
    Command.TURN_LEFT: "turn left",
    Command.TURN_RIGHT: "turn right",
    Command.USE_BOOST: "boost",
    Command.USE_OIL: "spill oil",
    Command.USE_LIZARD: "jump",
    Command.USE_EMP: "fire an EMP",
    Command.FIX: "repair the car",
    Command.MISSING: "",
}


def words(state: State[Race, Config], seat: int, move: Move) -> str:
    """What a car is to do."""
    if move.command is Command.USE_TWEET:
        return f"cyber truck at lane {move.lane}, block {move.block}"
    return PLAIN[move.command]
