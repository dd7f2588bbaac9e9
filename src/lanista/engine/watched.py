"""Interpreted rules that can be watched: how pictures and words learn what happened within a turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from types import FunctionType
from typing import Any, cast

from lanista.engine.rule import rules_called_by


def watched(root: Callable[..., None], around: Mapping[str, Callable[..., Any]]) -> Callable[..., None]:
    """A copy of a rule in which `around[name](rule, *arguments)` stands for every call of the rule `name`.

    A watcher calls the rule it is given, looks at the records before and after, and returns the rule's result.
    The rules stay as they are, for other threads too.
    """
    copies: dict[FunctionType, Callable[..., Any]] = {}

    def copy(rule: FunctionType) -> Callable[..., Any]:
        if rule not in copies:
            names = dict(rule.__globals__)
            made: Callable[..., Any] = FunctionType(rule.__code__, names, rule.__name__, rule.__defaults__)
            watcher = around.get(rule.__name__)
            copies[rule] = partial(watcher, made) if watcher else made
            names.update((name, copy(called)) for name, called in _calls(rule))
        return copies[rule]

    made = copy(cast(FunctionType, root))
    if unknown := set(around) - {rule.__name__ for rule in copies}:
        raise LookupError(f"{root.__name__} calls no rule named {', '.join(sorted(unknown))}")
    return made


@cache
def _calls(rule: FunctionType) -> tuple[tuple[str, FunctionType], ...]:
    """The rules that a rule calls; a module's rules never change."""
    return tuple(rules_called_by(rule))
