"""Leaves a note wherever it can and reports the notes of earlier matches: `remembers.py NAME`."""

import contextlib
import os
import sys
import tempfile

from common import play, polite, report

NAME = f"lanista-note-{sys.argv[1]}"
HERE = os.path.dirname(os.path.abspath(__file__))
FOLDERS = (".", HERE, os.path.expanduser("~"), tempfile.gettempdir(), "/tmp", "/var/tmp", "/dev/shm", "/run")


def notes():
    found, left = [], []
    for folder in dict.fromkeys(os.path.abspath(folder) for folder in FOLDERS):
        path = os.path.join(folder, NAME)
        if os.path.exists(path):
            found.append(path)
        with contextlib.suppress(OSError), open(path, "w") as file:
            file.write("seen")
            left.append(path)
    return found, left


def act(turn, view):
    if turn == 3:
        found, left = notes()
        report(found=found, left=left)
    polite(turn)


play(3, act)
