"""A bot for My game: walks to the gem. Change `move`."""

from lanista.bot import run
from mygame.typed import Move, View

AGAIN = True  # `move` remembers nothing, so one process can play many matches


def move(view: View) -> Move:
    """The way for one turn."""
    me, gem = view["runners"][view["seat"]], view["gem"]
    if gem["y"] != me["y"]:
        return "DOWN" if gem["y"] > me["y"] else "UP"
    if gem["x"] != me["x"]:
        return "RIGHT" if gem["x"] > me["x"] else "LEFT"
    return "STAY"


if __name__ == "__main__":
    run(move)
