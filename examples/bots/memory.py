"""A class, made anew for each match: it remembers, says what it does, and may use the start message.

lanista play overdrive examples/bots/memory.py random
"""

from typing import Any


class Bot:
    """Repairs less often while the car is fast."""

    def __init__(self, start: dict[str, Any]) -> None:
        self.seat = start["seat"]
        self.repairs = 0

    def move(self, view: dict[str, Any]) -> dict[str, str]:
        """The move, with a word on it; the viewer shows both."""
        car = view["player"]
        if car["damage"] > (2 if car["speed"] > 6 else 1):
            self.repairs += 1
            return {"move": "FIX", "say": f"repair {self.repairs}"}
        return {"move": "ACCELERATE", "say": f"speed {car['speed']}"}
