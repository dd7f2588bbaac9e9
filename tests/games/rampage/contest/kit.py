"""A client like that of the Python kit of 2015, written from a description: `kit.py -p PORT [-n NAME]`.

It steps forward, shoots turrets ahead of it, and checks the message as the kit reads it, with ids as strings.
"""

import json
import socket
import sys
import uuid
from typing import Any

STEPS = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}
TURNS = ["FACE_UP", "FACE_RIGHT", "FACE_DOWN", "FACE_LEFT"]


def get_move(state: dict[str, Any]) -> str:
    """A move for a state, by rules that use every member of the message."""
    me, other, board = state["player"], state["opponent"], state["gameboard"]
    assert (state["playerID"], state["opponentID"]) == (1, 2)
    assert board["board"][me["x"]][me["y"]] == {"player": "1"}
    assert board["board"][other["x"]][other["y"]] == {"player": "2"}
    assert len(board["board"]) == board["width"]
    assert {len(column) for column in board["board"]} == {board["height"]}
    if me["numberOfPowerUps"]["laser"] and me["y"] == other["y"]:
        return "LASER"
    if me["numberOfPowerUps"]["shield"] and state["wasHitByLastTurn"] and not me["shieldActive"]:
        return "SHIELD"
    turn = int(state["currentTurn"])
    dx, dy = STEPS[me["currentDirection"]]
    ahead = board["board"][(me["x"] + dx) % board["width"]][(me["y"] + dy) % board["height"]]
    if "turret" in ahead and not ahead["turret"]["isDead"]:
        return "SHOOT"
    if "wall" in ahead or "turret" in ahead or "player" in ahead:
        return TURNS[turn % 4]
    return "FORWARD" if turn % 7 else TURNS[turn % 4]


def main() -> None:
    """Connect, send a name, answer every MOVE, leave at END."""
    options = dict(zip(sys.argv[1::2], sys.argv[2::2], strict=False))
    with socket.create_connection(("localhost", int(options["-p"])), 20) as link, link.makefile("rw") as lines:
        lines.write(f"{options.get('-n', uuid.uuid4())}\n")
        lines.flush()
        print("a kit prints to its console", flush=True)
        while (signal := lines.readline().strip()) != "END":
            if signal == "BEGIN":
                lines.write("\n")  # as the Python kit does
            elif signal == "MOVE":
                lines.write(get_move(json.loads(lines.readline())) + "\n")
            else:
                sys.exit(f"unrecognized signal {signal!r}")
            lines.flush()


if __name__ == "__main__":
    main()
