"""Walks straight to the fruit."""

from typing import Any


def move(view: dict[str, Any]) -> str:
    """One step nearer."""
    way = view["fruit"] - view["cells"][view["seat"]]
    return "RIGHT" if way > 0 else "LEFT" if way < 0 else "STAY"
