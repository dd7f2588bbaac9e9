"""Thinks for ever in turn 3."""

from common import play


def spin(turn, view):
    while True:
        pass


play(3, spin)
