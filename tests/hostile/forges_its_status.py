"""Writes into the pipe by which its supervisor tells the referee of it: its process is the referee's own group."""

import contextlib
import json
import os
from pathlib import Path

from common import play, tell


def forge(supervisor):
    words = Path(f"/proc/{supervisor}/cmdline").read_bytes().split(b"\0")
    status = next(int(words[at + 2]) for at, word in enumerate(words) if word.endswith(b"supervisor_process.py"))
    referee = int(Path(f"/proc/{supervisor}/stat").read_text().rpartition(")")[2].split()[1])
    pipe = os.open(f"/proc/{supervisor}/fd/{status}", os.O_WRONLY)
    for pid in (os.getpgid(referee), "x", [], 10**30):
        os.write(pipe, json.dumps({"started": pid}).encode() + b"\n")
    os.write(pipe, b'5\n[1]\n{"exit":0}\n\xff\n')


def act(turn, view):
    if turn == 3:
        with contextlib.suppress(OSError, ValueError, IndexError, StopIteration):  # it is refused
            forge(os.getppid())
    tell({"turn": turn, "move": "NOTHING"})


play(3, act)
