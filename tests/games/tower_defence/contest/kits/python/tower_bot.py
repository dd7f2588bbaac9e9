"""A bot of 2018 in the contest's manner: a new process reads the state, writes one order and ends."""

import json
import os
from typing import Any

PRICES = {0: 30, 1: 30, 2: 20}


def remember() -> int:
    """Files are the only memory; returns how many rounds this bot has seen."""
    seen = 0
    if os.path.exists("memory.txt"):
        with open("memory.txt") as file:
            seen = int(file.read())
    with open("memory.txt", "w") as file:
        file.write(str(seen + 1))
    return seen


def choose(state: dict[str, Any]) -> str:
    me = next(player for player in state["players"] if player["playerType"] == "A")
    free = [cell for row in state["gameMap"] for cell in row if cell["cellOwner"] == "A" and not cell["buildings"]]
    generators = sum(
        building["buildingType"] == "ENERGY" and building["playerType"] == "A"
        for row in state["gameMap"]
        for cell in row
        for building in cell["buildings"]
    )
    kind = 2 if generators < 4 else 1
    if not free or me["energy"] < PRICES[kind]:
        return ""
    cell = min(free, key=lambda c: c["x"]) if kind == 2 else max(free, key=lambda c: (c["x"], -c["y"]))
    return f"{cell['x']},{cell['y']},{kind}"


def main() -> None:
    with open("state.json") as file:
        state = json.load(file)
    print("round", state["gameDetails"]["round"], "memory", remember())
    with open("command.txt", "w") as file:
        file.write(choose(state) + "\n")


main()
