"""What the browser draws: the length of the line, and who is where."""

from typing import Any

from lanista.engine import State, TurnLimit
from lanista.game import Played
from tests.sixth_game.state import LENGTH, Line


def scene(state: State[Line, TurnLimit]) -> dict[str, Any]:
    """What never changes."""
    return {"length": LENGTH}


def frame(state: State[Line, TurnLimit], seat: int | None, played: Played | None) -> dict[str, Any]:
    """A moment; everybody sees everything."""
    return {"fruit": state.record.fruit, "cells": list(state.record.cells)}
