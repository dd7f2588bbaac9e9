"""Compiled rules that are ready to use, for processes that play many matches; nothing is compiled for them.

Importing Numba and loading compiled code takes a second or two, which a single match does not repay. So a process
uses interpreted rules until it has played matches of a series for REPAID_SECONDS, and then compiled ones where
they are in the cache. Both give the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lanista.engine.folders import LOG, cache_root, private_folder
from lanista.engine.rules import Rules

Loop = Callable[..., Any]
REPAID_SECONDS = 2.0  # about the cost of loading: whenever a series ends, at most half of its time was wasted


class Ready:
    """The compiled loops that this process uses."""

    def __init__(self) -> None:
        self.wanted = False
        self._compiling = False
        self._seconds = 0.0
        self._next_look = REPAID_SECONDS
        self._loops: dict[Any, Loop | None] = {}

    def prefer_compiled(self, *, wanted: bool = True, compiling: bool = False) -> None:
        """From now on use compiled rules where they are in the cache, or not; `compiling` fills the cache."""
        self.wanted = wanted
        self._compiling = compiling
        self._loops.clear()

    def played(self, seconds: float) -> None:
        """Count the time of a match in a series, which decides when loading compiled rules repays itself.

        What was not in the cache is looked for again whenever the time has doubled: others may have compiled it.
        """
        self._seconds += seconds
        if self._seconds < self._next_look:
            return
        self._next_look = 2 * self._seconds
        if not self.wanted:
            self.prefer_compiled()
        self._loops = {key: loop for key, loop in self._loops.items() if loop is not None}

    def loop(self, rules: Rules, template: Any, *arguments: Any) -> Loop | None:
        """A compiled loop of `loops` for arguments of these types; None if interpreted rules are to be used."""
        if not self.wanted:
            return None
        key = (rules.step, rules.state, rules.const, template)  # all of `rules` takes longer to hash than a turn
        if key not in self._loops:
            load = _compiled if self._compiling else _from_cache
            self._loops[key] = load(rules, template, arguments)
        return self._loops[key]


def _compiled(rules: Rules, template: Any, arguments: tuple[Any, ...]) -> Loop:
    from lanista.engine.native import native

    return native(rules).loop(template)


def _from_cache(rules: Rules, template: Any, arguments: tuple[Any, ...]) -> Loop | None:
    """Load a loop; whatever prevents that costs speed only."""
    names = private_folder(cache_root()).glob(f"{rules.name}_{template.__name__}-*.rules")
    if next(names, None) is None:  # without importing Numba
        return None
    try:
        return _loaded(rules, template, arguments)
    except Exception as error:  # noqa: BLE001 - the interpreted rules do the same
        LOG.info("the interpreted rules of %s are used: %s", rules.name, error)
        return None


def _loaded(rules: Rules, template: Any, arguments: tuple[Any, ...]) -> Loop | None:
    # Not a method of `Native`: its file is part of every cache key, so editing it recompiles all games.
    from lanista.engine.native import native

    twins = native(rules)
    compiled = twins._compile_loop(template, False)
    types = tuple(map(compiled.typeof_pyval, arguments))
    if not compiled._cache.contains(types, compiled.targetctx):
        return None
    compiled.compile(types)  # loads it now: the first call may be on a bot's clock
    return twins._guarded(compiled)


ready = Ready()
