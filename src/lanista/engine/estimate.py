"""A rough estimate of compile time, which grows with the size of the code after inlining."""

from __future__ import annotations

import dis
from collections.abc import Iterable
from functools import cache
from types import FunctionType

from lanista.engine.rule import rules_called_by

STARTUP_SECONDS = 1.0
SECONDS_PER_BYTE = 0.0006  # of inlined bytecode; measured on the rules of five games, 11 to 36 s each
LINKING_SHARE = 0.15  # the share left for a rule that this process has already compiled


def seconds_to_compile(new: Iterable[FunctionType], known: Iterable[FunctionType] = ()) -> int:
    """About how many seconds a loop over these rules takes to compile; `known` rules are already compiled."""
    size = sum(map(inlined_size, new)) + LINKING_SHARE * sum(map(inlined_size, known))
    return round(STARTUP_SECONDS + SECONDS_PER_BYTE * size)


@cache
def inlined_size(function: FunctionType) -> int:
    """The size of a rule's bytecode with every call replaced by the code of the called rule."""
    called = dict(rules_called_by(function))
    calls = (called.get(step.argval) for step in dis.get_instructions(function) if step.opname == "LOAD_GLOBAL")
    return len(function.__code__.co_code) + sum(
        inlined_size(rule) for rule in calls if rule not in (None, function)
    )
