"""Answers turn 3 with JSON in which a string is not UTF-8."""

import sys

from common import play, tell


def odd(turn, view):
    if turn != 3:
        tell({"turn": turn, "move": "NOTHING"})
        return
    sys.stdout.buffer.write(b'{"turn":3,"move":"NOTHING","say":"\xff\xfe"}\n')
    sys.stdout.buffer.flush()


play(3, odd)
