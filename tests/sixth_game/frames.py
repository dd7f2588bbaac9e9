"""What is shown: everybody sees everything, so states are frames."""

from typing import Any

from lanista.engine import State, TurnLimit
from tests.sixth_game.state import LENGTH, Line


def scene(state: State[Line, TurnLimit]) -> dict[str, Any]:
    """What never changes."""
    return {"length": LENGTH}
