"""Answers turns that are over, before the start and below zero, each before the turn that was asked."""

from common import play, tell

OLD = {3: 1, 4: 0, 5: -3}


def act(turn, view):
    old = f'{{"turn":{OLD[turn]},"move":"FIX"}}\n' if turn in OLD else ""
    tell(old + f'{{"turn":{turn},"move":"NOTHING"}}')


play(3, act)
