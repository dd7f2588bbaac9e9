"""The descriptors that a match waits for, and their handlers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from lanista.bots.clock import SYSTEM_CLOCK, Clock
from lanista.bots.process.shortage import refuse_shortage
from lanista.core.errors import LanistaError
from lanista.core.system import READABLE, WRITABLE, new_poll
from lanista.core.text import describe

if TYPE_CHECKING:
    from lanista.bots.player import Watched


class _Source(NamedTuple):
    player: Watched
    name: str
    handle: Callable[[], None]


class Poller:
    """Waits for descriptors, and calls the handlers of those that are ready."""

    def __init__(self, clock: Clock = SYSTEM_CLOCK) -> None:
        self._clock = clock
        self._poll = new_poll()
        self._sources: dict[int, _Source] = {}

    def watch(
        self, fd: int, player: Watched, name: str, handle: Callable[[], None], *, writing: bool = False
    ) -> None:
        """Call `handle` whenever a descriptor is readable, or writable; `name` is for messages."""
        self._sources[fd] = _Source(player, name, handle)
        self._poll.register(fd, WRITABLE if writing else READABLE)

    def forget(self, fd: int) -> None:
        """Stop watching a descriptor."""
        if self._sources.pop(fd, None) is not None:
            self._poll.unregister(fd)

    def serve(self, seconds: float | None) -> None:
        """Wait for ready descriptors, at most `seconds`, and handle all of them."""
        for fd, _ in self._clock.poll(self._poll, seconds):
            source = self._sources.get(fd)
            if source is None:  # forgotten by a handler before it
                continue
            try:
                source.handle()
            except LanistaError:
                raise
            except Exception as error:  # noqa: BLE001 - a bot must not be able to stop its match
                refuse_shortage(error)
                _blame(source, error)


def _blame(source: _Source, error: Exception) -> None:
    """Blame an error in a handler on the player, whatever we overlooked."""
    source.player.give_up(f"what it sent on its {source.name} could not be read: {describe(error)}")
