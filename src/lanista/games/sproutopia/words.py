"""Moves in plain words."""

from __future__ import annotations

from lanista.games.sproutopia.moves import Move
from lanista.games.sproutopia.views import Moment

NOTHING = "go on"  # without a command a farmer keeps its direction


def words(state: Moment, seat: int, move: Move) -> str:
    """Where a farmer is to go, command by command."""
    ways = ", then ".join(command.name.lower() for command, _ in move.sent())
    return f"go {ways}" if ways else NOTHING
