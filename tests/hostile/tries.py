"""Makes the attempts of Lanista's own table (`lanista sandbox`), some in each turn: `tries.py TARGETS NAME...`.

It stands in a folder next to a copy of the attempts; TARGETS is a file with what the attempts are aimed at.
"""

import importlib
import importlib.util
import json
import os
import sys

from common import play, polite, report

here = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location(
    "escapes", f"{here}/escapes/__init__.py", submodule_search_locations=[f"{here}/escapes"]
)
sys.modules["escapes"] = importlib.util.module_from_spec(spec)
program = importlib.import_module("escapes.program")
PER_TURN = 12

with open(sys.argv[1]) as file:
    targets = json.load(file)
names = sys.argv[2:]


def act(turn, view):
    for outcome in program.make(targets, names[:PER_TURN]):
        report(**outcome)
    del names[:PER_TURN]
    polite(turn)


play(3, act)
