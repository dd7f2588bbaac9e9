"""A bot of 2020 in the contest's manner: one process that reads a round's number and answers with a line."""

import json
from typing import Any


def choose(state: dict[str, Any]) -> str:
    car = state["player"]
    lane, block = car["position"]["y"], car["position"]["x"]
    if car["damage"] >= 2:
        return "FIX"
    if car["speed"] == 0:
        return "ACCELERATE"
    cells = [cell for cell in state["worldMap"][lane - 1] if block < cell["position"]["x"] <= block + car["speed"]]
    blocked = any(cell["surfaceObject"] in (1, 2, 6) or cell["isOccupiedByCyberTruck"] for cell in cells)
    if blocked and "LIZARD" in car["powerups"]:
        return "USE_LIZARD"
    if blocked:
        return "TURN_RIGHT" if lane < 4 else "TURN_LEFT"
    if "BOOST" in car["powerups"] and not car["boosting"]:
        return "USE_BOOST"
    return "ACCELERATE"


def main() -> None:
    while True:
        number = int(input())
        with open(f"rounds/{number}/state.json") as file:
            state = json.load(file)
        print("thinking about round", number)
        print(f"C;{number};{choose(state)}")  # input() flushes it


main()
