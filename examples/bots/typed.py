"""A separate program, with types: editors complete the members of views, and checkers find misspelt ones.

lanista play overdrive "python examples/bots/typed.py" random
"""

from lanista.bot import run
from lanista.games.overdrive.typed import Move, View

MUD, WALL = 1, 6


def move(view: View) -> Move:
    """Leave the lane when there is something on it right ahead."""
    car = view["player"]
    if car["damage"] > 1:
        return "FIX"
    lane, block = car["position"]["y"], car["position"]["x"]
    ahead = [one for one in view["worldMap"][lane - 1] if block < one["position"]["x"] <= block + car["speed"]]
    if any(one["surfaceObject"] in (MUD, WALL) for one in ahead):
        return "TURN_RIGHT" if lane < 4 else "TURN_LEFT"
    return "ACCELERATE"


if __name__ == "__main__":
    run(move)
