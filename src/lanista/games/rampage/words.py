"""Moves in plain words."""

from __future__ import annotations

from lanista.games.rampage.moves import Move
from lanista.games.rampage.state import Direction, Word
from lanista.games.rampage.views import Moment


def words(state: Moment, seat: int, move: Move) -> str:
    """What a robot is to do; it steps and shoots where it faces."""
    if move.word <= Word.FACE_RIGHT:
        return f"turn {Direction(move.word).name.lower()}"
    if move.word >= Word.TELEPORT_0:
        return f"teleport to pad {move.word - Word.TELEPORT_0}"
    way = Direction(state.record.players[seat].facing).name.lower()
    return {
        Word.NONE: "wait",
        Word.SHOOT: f"shoot {way}",
        Word.FORWARD: f"step {way}",
        Word.SHIELD: "raise a shield",
        Word.LASER: "fire a laser",
    }[move.word]
