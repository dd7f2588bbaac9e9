"""Draws marks at places that no number of a page can hold."""

from common import play, tell

MARKS = '[{"x":1e308,"y":-1e308,"text":"x"},{"x":1000000000,"y":1000000000},{"x":-1e999}]'


def act(turn, view):
    tell(f'{{"turn":{turn},"move":"NOTHING","draw":{MARKS if turn == 3 else "[]"}}}')


play(3, act)
