"""Compiled rules that are ready to use, for processes that play many matches; nothing is compiled for them.

Finding a library takes a fraction of a second, since its name is a digest of the translated rules; a single match
does not repay that. So a process uses interpreted rules until it has played matches of a series for
REPAID_SECONDS, and then compiled ones where they are shipped or in the cache. Both give the same bytes.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from lanista.core.errors import LanistaError
from lanista.core.system import lower_thread_priority
from lanista.engine.folders import LOG
from lanista.engine.rules import Rules

Loop = Callable[..., Any]
NICENESS = 19  # of compiling beside a match: it must not take a core from a bot whose clock runs
REPAID_SECONDS = 0.5  # more than the cost of loading: whenever a series ends, at most half of its time was wasted


class CompiledLoops:
    """The compiled loops that this process uses."""

    def __init__(self) -> None:
        self.wanted = False
        self._compiling = False
        self._is_held = False
        self._seconds = 0.0
        self._next_look = REPAID_SECONDS
        self._loops: dict[Any, Loop | None] = {}
        self._beside: set[Any] = set()  # what other threads load or have loaded, and whether they compile it

    def prefer_compiled(self, *, wanted: bool = True, compiling: bool = False) -> None:
        """From now on use compiled rules where they are in the cache, or not; `compiling` fills the cache."""
        self.wanted = wanted
        self._compiling = compiling
        self._loops.clear()
        self._forget_looks()

    @contextmanager
    def interpreted(self) -> Iterator[None]:
        """Use interpreted rules for a time, whatever is preferred, to compare others with them."""
        was, self._is_held = self._is_held, True
        try:
            yield
        finally:
            self._is_held = was

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
        self._forget_looks()

    def _forget_looks(self) -> None:
        """Make all threads look into the cache again; each loop is still compiled only once."""
        self._beside = {(key, compiling) for key, compiling in self._beside if compiling}

    def loop(self, rules: Rules, template: Any, policy: str = "") -> Loop | None:
        """A compiled loop of `loops`; None if interpreted rules are to be used."""
        if not self.wanted or self._is_held:
            return None
        key = _key(rules, template, policy)
        if key not in self._loops:
            load = _compiled if self._compiling else _from_cache
            self._loops[key] = load(rules, template, policy)
        return self._loops[key]

    def loop_beside(
        self, rules: Rules, template: Any, policy: str = "", *, compiling: bool = False
    ) -> Loop | None:
        """The same without waiting: None until another thread has loaded it. For bots, whose clock runs.

        `compiling` asks that thread to compile what is not in the cache.
        """
        if self._compiling or self._is_held:
            return self.loop(rules, template, policy)
        key = _key(rules, template, policy)
        found = self._loops.get(key)
        if found is None and self.wanted and (key, compiling) not in self._beside:
            self._beside.add((key, compiling))
            load = partial(self._load, rules, template, policy, compiling=compiling)
            threading.Thread(target=load, name="loading").start()
        return found

    def compile_beside(self, rules: Rules, template: Any, policy: str = "") -> None:
        """Use a compiled loop as soon as it is there: from the cache, or compiled on another thread."""
        self.prefer_compiled(compiling=self._compiling)
        self.loop_beside(rules, template, policy, compiling=True)

    def _load(self, rules: Rules, template: Any, policy: str, *, compiling: bool) -> None:
        loop = _from_cache(rules, template, policy)
        if loop is None and compiling:
            lower_thread_priority(NICENESS)  # only now: who waits for a core with Python's lock keeps everybody
            try:
                loop = _compiled(rules, template, policy)
            except LanistaError as error:
                _log_interpreted(rules, error)
        self._loops[_key(rules, template, policy)] = loop


def _key(rules: Rules, template: Any, policy: str) -> tuple[Any, ...]:
    """A cheap cache key for rules: hashing all of them takes longer than a turn."""
    return rules.step, rules.state, rules.const, template, policy


def _compiled(rules: Rules, template: Any, policy: str) -> Loop:
    from lanista.engine.native import native

    return native(rules).loop(template, policy)


def _from_cache(rules: Rules, template: Any, policy: str) -> Loop | None:
    """Load a loop from the cache; failures cost only speed."""
    from lanista.engine.native import native

    try:
        return native(rules).cached_loop(template, policy)
    except Exception as error:  # noqa: BLE001 - the interpreted rules do the same
        _log_interpreted(rules, error)
        return None


def _log_interpreted(rules: Rules, error: Exception) -> None:
    LOG.info("the interpreted rules of %s are used: %s", rules.name, error)


ready = CompiledLoops()
