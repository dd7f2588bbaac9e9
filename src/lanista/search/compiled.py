"""The compiled search of some rules: found in the cache, or compiled in the background."""

from __future__ import annotations

import threading
from typing import Any

from lanista.core.errors import LanistaError
from lanista.engine.folders import LOG
from lanista.engine.native import NativeLoop, available, native
from lanista.engine.rules import Rules
from lanista.search import loops


class CompiledSearch:
    """The loops of the search for one layout of a game's rules and one policy."""

    def __init__(self, rules: Rules, policy: str) -> None:
        self._rules = rules
        self._policy = policy
        self._thread: threading.Thread | None = None
        self.problem = ""  # why there is nothing compiled

    def loop(self, template: Any) -> NativeLoop:
        """A loop, compiled now if need be."""
        return native(self._rules).loop(template, self._policy)

    def is_ready(self, seconds: float | None = 0.0) -> bool:
        """Whether nothing has to be compiled; otherwise it is being compiled, which may be waited for."""
        if self._thread is None:
            if native(self._rules).cached_loop(loops.grow, self._policy) is not None:
                return True
            if self.problem:
                return False
            if not available():
                self.problem = "there is no C compiler"
                return False
            self._thread = threading.Thread(target=self._compile, name="compiling")
            self._thread.start()
        self._thread.join(seconds)
        if self._thread.is_alive():
            return False
        self._thread = None
        return not self.problem

    def _compile(self) -> None:
        try:
            self.loop(loops.grow)
        except LanistaError as error:
            self.problem = str(error)
            LOG.warning("%s: the search plays the policy %s instead: %s", self._rules.name, self._policy, error)
