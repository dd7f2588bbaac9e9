"""A tank for Tanks: scans, fires at the nearest tank in sight, drives across open fields. Change `move`."""

from lanista.bot import run
from lanista.games.tanks.typed import Move, View

WAYS = {
    "North": (0, -1),
    "North-East": (1, -1),
    "East": (1, 0),
    "South-East": (1, 1),
    "South": (0, 1),
    "South-West": (-1, 1),
    "West": (-1, 0),
    "North-West": (-1, -1),
}

AGAIN = True  # `move` remembers nothing, so one process can play many matches


def move(view: View) -> Move:
    """The action for one turn: scan every other turn, and act on the result in between."""
    scan = view["scan"]
    if scan is None:
        return "SCAN OMNI"
    middle = len(scan["rows"]) // 2
    tanks = {(tank["col"] - middle, tank["row"] - middle): tank for tank in scan["tanks"]}
    targets = [spot for spot, tank in tanks.items() if tank["alive"] and tank["id"] != view["player_id"]]
    if targets:
        return fire(view, *min(targets, key=lambda spot: max(abs(spot[0]), abs(spot[1]))))
    dx, dy = WAYS[view["orientation"]]
    is_free = scan["rows"][middle + dy][middle + dx] == "." and (dx, dy) not in tanks
    if not view["mobile"]:
        return "SCAN OMNI"
    return "MOVE FORWARD" if is_free else "ROTATE CLOCKWISE"


def fire(view: View, dx: int, dy: int) -> Move:
    """A shot at a tank at an offset: cardinal if it is in line, otherwise positional."""
    if dx == 0 or dy == 0 or abs(dx) == abs(dy):
        sign = ((dx > 0) - (dx < 0), (dy > 0) - (dy < 0))
        way = next(name for name, step in WAYS.items() if step == sign)
        return f"FIRE CARDINAL {way.upper().replace('-', '_')}"
    return f"FIRE POSITIONAL {view['position']['x'] + dx} {view['position']['y'] + dy}"


if __name__ == "__main__":
    run(move)
