"""What hostile bots share: the polite part of the protocol."""

import json
import sys


def start():
    """Read the start message and say ready."""
    message = json.loads(sys.stdin.readline())
    tell({"type": "ready"})
    return message


def tell(message):
    sys.stdout.write((message if isinstance(message, str) else json.dumps(message)) + "\n")
    sys.stdout.flush()


def turns():
    """The turn messages, until the end."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "end":
            return
        yield message["turn"], message["view"]


def play(from_turn, misbehave):
    """Accelerate politely; from one turn on, misbehave."""
    start()
    for turn, view in turns():
        if turn >= from_turn:
            misbehave(turn, view)
        else:
            tell({"turn": turn, "move": "ACCELERATE"})
