"""Interpreted rules that can be watched: how pictures and events learn what happened within a turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import FunctionType
from typing import Any, cast

from lanista.engine.rule import rules_called_by

Watcher = Callable[..., Any]


def watched(root: Callable[..., None], around: Mapping[str, Watcher]) -> Callable[..., None]:
    """A rule that calls `around[name](rule, *arguments)` instead of each rule `name` that it calls.

    A watcher calls the rule it is given, looks at the records before and after, and returns the rule's result.
    The rules themselves do not change, so other threads may use them meanwhile.
    """
    idle = _idle_copies(cast(FunctionType, root), frozenset(around))

    def run(*arguments: Any) -> None:
        try:
            copy = idle.pop()
        except IndexError:  # other threads run all of them
            copy = _Copy(cast(FunctionType, root), frozenset(around))
        copy.watchers.update(around)
        try:
            copy.root(*arguments)
        finally:
            copy.watchers.clear()
            idle.append(copy)

    return run


class _Copy:
    """A copy of a rule and of all rules it calls; watchers can be exchanged between runs."""

    def __init__(self, root: FunctionType, names: frozenset[str]) -> None:
        self.watchers: dict[str, Watcher] = {}
        self._names = names
        self._copies: dict[FunctionType, Callable[..., Any]] = {}
        self.root = self._copy(root)
        if unknown := names - {rule.__name__ for rule in self._copies}:
            raise LookupError(f"{root.__name__} calls no rule named {', '.join(sorted(unknown))}")

    def _copy(self, rule: FunctionType) -> Callable[..., Any]:
        if rule not in self._copies:
            names = dict(rule.__globals__)
            made: Callable[..., Any] = FunctionType(rule.__code__, names, rule.__name__, rule.__defaults__)
            self._copies[rule] = self._dispatch(rule.__name__, made) if rule.__name__ in self._names else made
            names.update((name, self._copy(called)) for name, called in rules_called_by(rule))
        return self._copies[rule]

    def _dispatch(self, name: str, made: Callable[..., Any]) -> Callable[..., Any]:
        watchers = self.watchers
        return lambda *arguments: watchers[name](made, *arguments)


@cache
def _idle_copies(root: FunctionType, names: frozenset[str]) -> list[_Copy]:
    """Copies that no thread is running; making one costs more than a turn."""
    return [_Copy(root, names)]
