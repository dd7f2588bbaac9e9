"""Kit clients that misbehave from their third turn on: `hostile.py HOW[=FILE[=PORT]] -p PORT`."""

import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

FAULTY = 3  # the first turn that goes wrong


def turns(lines) -> Iterator[int]:
    """The number of each turn, once its state has been read."""
    number = 0
    while lines.readline().strip() == "MOVE":
        lines.readline()
        number += 1
        yield number


def late(link, lines) -> None:
    """Answer the third turn long after its timeout, with another move than the other turns."""
    for turn in turns(lines):
        if turn == FAULTY:
            time.sleep(0.6)
        say(link, "FACE_DOWN" if turn == FAULTY else "FACE_UP")


def play(link, lines, fault: str) -> None:
    """Answer normally, but misbehave in the third turn."""
    for turn in turns(lines):
        if turn != FAULTY:
            say(link, "FACE_UP")
        elif fault == "silent":
            time.sleep(30)
        elif fault == "closes":
            return
        elif fault == "crashes":
            sys.exit("about to fail")
        elif fault == "floods":
            while True:
                link.sendall(b"FORWARD\n" * 10_000)
        elif fault == "endless":
            while True:
                link.sendall(b"x" * 100_000)
        elif fault == "half":
            link.sendall(b"FORW")
            time.sleep(30)
        elif fault == "pieces":
            for byte in b"FORWARD\n":
                link.sendall(bytes([byte]))
        else:
            say(
                link,
                {
                    "twice": "FACE_UP\nFACE_UP",
                    "unknown": "JUMP",
                    "no_response": "NO_RESPONSE",
                    "empty": "",
                    "bytes": "\x1b[2J\x00",
                    "windows": "FACE_UP\r",
                    "crowds": "FACE_UP",
                    "comes_late": "FACE_UP",
                }[fault],
            )


def say(link, text: str) -> None:
    """Send one line."""
    link.sendall(text.encode() + b"\n")


def main() -> None:
    """Connect like a kit, unless the fault is not to."""
    (fault, *more), port = sys.argv[1].split("="), int(sys.argv[3])
    if fault == "crowds":
        sys.path.insert(0, str(Path(__file__).parents[3] / "bots"))
        from crowd import crowd  # type: ignore[import-not-found]

        crowd("127.0.0.1", Path(more[0]), int(more[1]))
    if fault == "comes_late":
        while not Path(more[0]).exists():
            time.sleep(0.01)
    if fault == "stays_away":
        time.sleep(30)
    with socket.create_connection(("127.0.0.1", port)) as link, link.makefile() as lines:
        if fault == "nameless":
            time.sleep(30)
        if fault == "hurries":
            say(link, "hurries\nFORWARD")
            fault = "windows"
        else:
            say(link, fault)
        if fault == "late":
            late(link, lines)
        elif fault == "deaf":
            time.sleep(30)
        else:
            play(link, lines, fault)
    time.sleep(30 if fault == "closes" else 0)


if __name__ == "__main__":
    main()
