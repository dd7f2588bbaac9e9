"""Answers turn 3 a million times."""

import sys

from common import play


def flood(turn, view):
    answer = f'{{"turn":{turn},"move":"NOTHING"}}\n'
    for _ in range(1000):
        sys.stdout.write(answer * 1000)


play(3, flood)
