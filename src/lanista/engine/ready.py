"""Compiled rules that are ready to use, for processes that play many matches; nothing is compiled for them.

Finding a library takes a fraction of a second, since its name is a digest of the translated rules; a single match
does not repay that. So a process uses interpreted rules until it has played matches of a series for
REPAID_SECONDS, and then compiled ones where they are shipped or in the cache. Both give the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lanista.engine.folders import LOG
from lanista.engine.rules import Rules

Loop = Callable[..., Any]
REPAID_SECONDS = 0.5  # more than the cost of loading: whenever a series ends, at most half of its time was wasted


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

    def loop(self, rules: Rules, template: Any) -> Loop | None:
        """A compiled loop of `loops`; None if interpreted rules are to be used."""
        if not self.wanted:
            return None
        key = (rules.step, rules.state, rules.const, template)  # all of `rules` takes longer to hash than a turn
        if key not in self._loops:
            load = _compiled if self._compiling else _from_cache
            self._loops[key] = load(rules, template)
        return self._loops[key]


def _compiled(rules: Rules, template: Any) -> Loop:
    from lanista.engine.native import native

    return native(rules).loop(template)


def _from_cache(rules: Rules, template: Any) -> Loop | None:
    """Load a loop; whatever prevents that costs speed only."""
    from lanista.engine.native import native

    try:
        return native(rules).cached_loop(template)
    except Exception as error:  # noqa: BLE001 - the interpreted rules do the same
        LOG.info("the interpreted rules of %s are used: %s", rules.name, error)
        return None


ready = Ready()
