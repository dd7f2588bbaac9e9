"""Follows work on a contest server until nothing more happens to it by itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from lanista.core.text import inert
from lanista.serve.client import ServerError

if TYPE_CHECKING:
    from lanista.serve.client import ServerClient

PATIENCE = 1800.0  # seconds for which work is followed
PAUSE, MAX_PAUSE = 1.0, 10.0  # seconds between two questions
MAX_LOST = 10  # questions in a row without an answer


class WorkSeen(NamedTuple):
    """The state of some work, in an answer of a server."""

    says: str
    settled: bool


def follow(
    client: ServerClient,
    path: str,
    see: Callable[[Any], WorkSeen],
    seconds: float,
    say: Callable[[str], None],
    *,
    sleep: Callable[[float], None] = time.sleep,
    now: Callable[[], float] = time.monotonic,
) -> Any:
    """The answer to a question when the work has settled, or after a time; tells each change of what it is doing.

    A server that is away for a moment is asked again.
    """
    until, pause, said, lost = now() + seconds, PAUSE, "", 0
    while True:
        wait = 0.0
        try:
            answer = client.get(path)
            lost = 0
        except ServerError as error:
            lost += 1
            if not error.is_passing or lost > MAX_LOST or now() > until:
                raise
            wait = error.seconds
        else:
            seen = see(answer)
            if seen.settled or now() >= until:
                return answer
            if seen.says != said:
                said = seen.says
                say(inert(said, 200))
        sleep(max(wait, min(pause, max(0.0, until - now()))))
        pause = min(1.2 * pause, MAX_PAUSE)
