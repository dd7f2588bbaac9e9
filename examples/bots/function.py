"""The simplest style: a function from the view of a turn to a move.

lanista play overdrive examples/bots/function.py random
"""

from typing import Any


def move(view: dict[str, Any]) -> str:
    """Repair the car when it is damaged, otherwise go faster."""
    return "FIX" if view["player"]["damage"] > 1 else "ACCELERATE"
