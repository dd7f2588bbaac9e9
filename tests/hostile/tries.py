"""Makes the attempts of Lanista's own table (`lanista sandbox`), some in each turn: `tries.py TARGETS NAME...`.

It stands in a folder next to a copy of the attempts; TARGETS is a file with what the attempts are aimed at.
"""

import importlib
import json
import os
import sys
import types

from common import play, polite, report

package = types.ModuleType("sandbox")
package.__path__ = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "sandbox")]
sys.modules["sandbox"] = package
program = importlib.import_module("sandbox.escapes.program")
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
