"""The polite part of the protocol, which hostile bots share."""

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


def report(**got):
    """Log what was obtained as one JSON line, which tests read."""
    sys.stderr.write(json.dumps(got) + "\n")
    sys.stderr.flush()


def polite(turn):
    tell({"turn": turn, "move": "NOTHING"})


def once(attack):
    """Attack in turn 3, report what was obtained, and play on."""

    def act(turn, view):
        if turn == 3:
            report(**attack())
        polite(turn)

    play(3, act)


def answer_late(answer):
    """Answer turn 3 only when turn 4 has been asked, then turn 4 at once."""
    start()
    waiting = []
    for turn, _ in turns():
        waiting.append(turn)
        if turn != 3:
            for number in waiting:
                tell(answer(number))
            waiting = []


def play(from_turn, misbehave):
    """Accelerate politely; from one turn on, misbehave."""
    start()
    for turn, view in turns():
        if turn >= from_turn:
            misbehave(turn, view)
        else:
            tell({"turn": turn, "move": "ACCELERATE"})
