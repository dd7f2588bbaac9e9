"""Moves in plain words."""

from __future__ import annotations

from lanista.games.tanks.events import STEPS, WAYS
from lanista.games.tanks.moves import Move
from lanista.games.tanks.state import Action, Direction, Rotation
from lanista.games.tanks.views import Moment

TURNS = {Rotation.CLOCKWISE: "clockwise", Rotation.COUNTER_CLOCKWISE: "counter-clockwise"}


def words(state: Moment, seat: int, move: Move) -> str:
    """What a tank is to do."""
    if move.action is Action.FIRE_POSITIONAL:
        return f"fire at {move.x}, {move.y}"
    if move.action is Action.MOVE:
        return f"drive {STEPS[Direction(move.way)]}"
    if move.action is Action.ROTATE:
        return f"turn {TURNS[Rotation(move.way)]}"
    if move.action is Action.SCAN_MONO:
        return f"scan {WAYS[move.way]}"
    if move.action is Action.FIRE_CARDINAL:
        return f"fire {WAYS[move.way]}"
    return "scan all around" if move.action is Action.SCAN_OMNI else "wait"
