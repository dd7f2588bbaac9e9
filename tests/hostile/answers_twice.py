"""Answers turn 3 twice in one breath."""

from common import play, tell


def twice(turn, view):
    answer = f'{{"turn":{turn},"move":"NOTHING"}}'
    tell(f"{answer}\n{answer}" if turn == 3 else answer)


play(3, twice)
