"""How long rules will take to compile, roughly: it grows with the code that is left after inlining."""

from __future__ import annotations

import dis
from collections.abc import Iterable
from functools import cache
from types import FunctionType

from lanista.engine.rule import rules_called_by

SECONDS_TO_BEGIN = 1.0
SECONDS_PER_BYTE = 0.0006  # of inlined bytecode; measured on the rules of five games, 11 to 36 s each
SHARE_OF_LINKING = 0.15  # what remains to be done for a rule that this process has compiled before


def seconds_to_compile(new: Iterable[FunctionType], known: Iterable[FunctionType] = ()) -> int:
    """About how many seconds a loop over these rules takes; `known` ones were compiled in another loop."""
    size = sum(map(inlined_size, new)) + SHARE_OF_LINKING * sum(map(inlined_size, known))
    return round(SECONDS_TO_BEGIN + SECONDS_PER_BYTE * size)


@cache
def inlined_size(function: FunctionType) -> int:
    """The bytes of a rule's code with all the rules it calls in the places of the calls."""
    called = dict(rules_called_by(function))
    calls = (called.get(step.argval) for step in dis.get_instructions(function) if step.opname == "LOAD_GLOBAL")
    return len(function.__code__.co_code) + sum(
        inlined_size(rule) for rule in calls if rule not in (None, function)
    )
