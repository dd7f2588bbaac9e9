"""Draws marks in turn 3 that are nested 900 deep."""

from common import play, tell


def deep(turn, view):
    marks = "[" * 900 + "]" * 900 if turn == 3 else "[]"
    tell(f'{{"turn":{turn},"move":"NOTHING","draw":{marks}}}')


play(3, deep)
