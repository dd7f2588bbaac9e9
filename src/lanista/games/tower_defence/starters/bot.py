"""A bot for Tower Defence: a generator in every row, then turrets where most are missing. Change `move`."""

from typing import Literal

from lanista.bot import run
from lanista.games.tower_defence.typed import Move, View

Kind = Literal["DEFENSE", "ATTACK", "ENERGY"]
ORDERS: dict[Kind, int] = {"DEFENSE": 0, "ATTACK": 1, "ENERGY": 2}

AGAIN = True  # `move` remembers nothing, so one process can play many matches


def move(view: View) -> Move:
    """The order for one round: x,y,type, or an empty text for no order."""
    half, rows = view["gameDetails"]["mapWidth"] // 2, range(view["gameDetails"]["mapHeight"])
    generators = {y: count(view, y, "A", "ENERGY") for y in rows}
    if sum(generators.values()) < len(rows):
        return build(view, "ENERGY", range(half), generators)
    need = {y: 2 * count(view, y, "A", "ATTACK") - count(view, y, "B") for y in rows}
    return build(view, "ATTACK", range(half - 1, -1, -1), need)


def count(view: View, y: int, player: str, kind: str = "") -> int:
    """The number of a player's buildings of a kind, or of any kind, in a row."""
    buildings = [building for cell in view["gameMap"][y] for building in cell["buildings"]]
    return sum(b["playerType"] == player and kind in ("", b["buildingType"]) for b in buildings)


def build(view: View, kind: Kind, columns: range, worth: dict[int, int]) -> Move:
    """The order to build on a free cell of the row with the lowest worth, if it is affordable."""
    energy = next(player["energy"] for player in view["players"] if player["playerType"] == "A")
    if energy < view["gameDetails"]["buildingPrices"][kind]:
        return ""
    for y in sorted(worth, key=lambda y: worth[y]):
        for x in columns:
            if not view["gameMap"][y][x]["buildings"]:
                return f"{x},{y},{ORDERS[kind]}"
    return ""


if __name__ == "__main__":
    run(move)
