"""Tries to write on the terminal and the page of its audience."""

import sys

from common import play, tell

EVIL = "\x1b]0;owned\x07\x1b[2J</script><script>alert(1)</script>[red]"


def evil(turn, view):
    print(EVIL, file=sys.stderr, flush=True)
    tell({"turn": turn, "move": EVIL, "say": EVIL, "draw": [{"text": EVIL}]})


play(3, evil)
