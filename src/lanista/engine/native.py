"""Native twins: the same rules compiled by Numba, lazily, beside the plain functions.

A twin is the rule's own code with its names rebound to the twins of the rules it calls. Bounds checks stay on.
Compiled code is kept between runs, see `compiled`.
"""

from __future__ import annotations

import importlib.util
from collections import namedtuple
from collections.abc import Callable
from enum import IntEnum
from functools import cache
from types import FunctionType
from typing import Any

from lanista.engine.compiled import CompiledCache
from lanista.engine.estimate import seconds_to_compile
from lanista.engine.fingerprint import cache_key
from lanista.engine.folders import LOG
from lanista.engine.rule import field_uses, place, reachable, rules_called_by
from lanista.engine.rules import Rules
from lanista.errors import NativeError, RuleError

OPTIONS: dict[str, Any] = {"boundscheck": True, "nogil": True}


def available() -> bool:
    """Whether Numba is installed."""
    return importlib.util.find_spec("numba") is not None


class Native:
    """The compiled twins of one game's rules, and loops over them."""

    def __init__(self, rules: Rules) -> None:
        if not available():
            raise NativeError("native speed needs Numba; install it with: pip install 'lanista[native]'")
        rules.check()
        self.rules = rules
        self._twins: dict[FunctionType, Any] = {}
        self._loops: dict[tuple[str, bool], Callable[..., Any]] = {}

    def twin(self, function: Any) -> Any:
        """The compiled twin of a rule."""
        if function not in self._twins:
            self._twins[function] = self._make_twin(function)
        return self._twins[function]

    def _make_twin(self, function: FunctionType) -> Any:
        import numba

        if hasattr(function, "__native__"):
            return numba.njit(**OPTIONS)(function.__native__())
        bound = {name: self.twin(called) for name, called in rules_called_by(function)}
        return numba.njit(**OPTIONS, forceinline=True)(_rebound(function, bound))

    def loop(self, template: Any, *, parallel: bool = False) -> Callable[..., Any]:
        """A loop of `loops` over this game's rules, compiled and cached."""
        key = (template.__name__, parallel)
        if key not in self._loops:
            self._loops[key] = self._guarded(self._compile_loop(template, parallel))
        return self._loops[key]

    def _compile_loop(self, template: FunctionType, parallel: bool) -> Any:
        import numba

        bound = {name: self.twin(entry) for name, entry in self._entries(template).items()}
        bound |= {name: self.twin(called) for name, called in rules_called_by(template)}
        function = _rebound(template, {**bound, "prange": numba.prange if parallel else range})
        name = f"{self.rules.name}_{template.__name__}{'_parallel' if parallel else ''}"
        function.__qualname__ = name
        options = {**OPTIONS, "parallel": parallel}
        compiled = numba.njit(**options)(function)
        key = cache_key(self._entries(template), template, options)
        compiled._cache = CompiledCache(name, key, lambda: self._announce(template))
        return compiled

    def _entries(self, template: FunctionType) -> dict[str, FunctionType]:
        """The rules that a loop calls, by the names it uses for them."""
        return {name: rule for name, rule in self.rules.entries.items() if name in template.__code__.co_names}

    def _announce(self, template: FunctionType) -> None:
        """Say what takes so long, the first time only."""
        entries = self._entries(template).values()
        known = [entry for entry in entries if self.twin(entry).signatures]
        seconds = seconds_to_compile([entry for entry in entries if entry not in known], known)
        LOG.warning(
            "compiling the rules of %s (%s), about %d s, once", self.rules.name, template.__name__, seconds
        )

    def _guarded(self, compiled: Any) -> Callable[..., Any]:
        """Numba reports a field that a record lacks as a bare KeyError; say where it stands instead."""

        def call(*arguments: Any) -> Any:
            try:
                return compiled(*arguments)
            except BaseException as error:
                compiled._cache.release()
                if isinstance(error, KeyError):
                    raise self._misplaced_field(str(error.args[0])) from error
                raise

        return call

    def _misplaced_field(self, name: str) -> RuleError:
        uses = [
            place(function, line)
            for function in reachable(*self.rules.roots)
            for used, line in field_uses(function)
            if used == name
        ]
        return RuleError(f"field '{name}' is asked of a record that has none of that name: {' or '.join(uses)}")


def _rebound(function: FunctionType, names: dict[str, Any]) -> FunctionType:
    """The same code with some of its global names bound to other values, and enumerations to plain numbers."""
    numbers = {
        name: _plain_numbers(value)
        for name, value in function.__globals__.items()
        if isinstance(value, type) and issubclass(value, IntEnum) and name in function.__code__.co_names
    }
    copy = FunctionType(function.__code__, {**function.__globals__, **numbers, **names}, function.__name__)
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    return copy


@cache
def _plain_numbers(enumeration: type[IntEnum]) -> Any:
    """An enumeration's members as a tuple of integers: Numba types each enumeration apart from `int`."""
    members = {name: int(member) for name, member in enumeration.__members__.items()}
    return namedtuple(enumeration.__name__, members)(**members)


@cache
def native(rules: Rules) -> Native:
    """The native twins of a game's rules, made once per process."""
    return Native(rules)
