"""Has a child think for ever in turn 3, and waits for it: its own process uses no processor time."""

import os

from common import play


def burn(turn, view):
    child = os.fork()
    while child == 0:
        pass
    os.waitpid(child, 0)


play(3, burn)
