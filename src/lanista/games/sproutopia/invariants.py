"""What no match can come to: the checks that a loaded state must pass."""

from __future__ import annotations

from collections.abc import Iterator

from lanista.games.sproutopia.views import Moment


def broken_invariants(state: Moment) -> Iterator[str]:
    """What no match can come to."""
    yield from ()
