"""Follows a version on a server until nothing more happens to it by itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lanista.core.text import inert
from lanista.serve.client import ServerError

if TYPE_CHECKING:
    from lanista.serve.client import ServerClient

PAUSE, MAX_PAUSE = 1.0, 10.0  # seconds between two questions
MAX_LOST = 10  # questions in a row without an answer


def follow(
    client: ServerClient,
    upload: dict[str, Any],
    seconds: float,
    say: Callable[[str], None],
    *,
    sleep: Callable[[float], None] = time.sleep,
    now: Callable[[], float] = time.monotonic,
) -> dict[str, Any]:
    """The report on a version when it has settled, or after a time; tells each change of what it is doing.

    A server that is away for a moment is asked again.
    """
    path = f"/api/c/{client.address.contest}/uploads/{int(upload['id'])}"
    until, pause, said, lost = now() + seconds, PAUSE, "", 0
    while True:
        wait = 0.0
        try:
            report: dict[str, Any] = client.get(path)
            lost = 0
        except ServerError as error:
            lost += 1
            if not error.is_passing or lost > MAX_LOST or now() > until:
                raise
            wait = error.seconds
        else:
            outlook = report["upload"]["outlook"]
            if outlook["settled"] or now() >= until:
                return report
            if outlook["says"] != said:
                said = outlook["says"]
                say(f"version {report['upload']['number']}: {inert(said, 200)}")
        sleep(max(wait, min(pause, max(0.0, until - now()))))
        pause = min(1.2 * pause, MAX_PAUSE)
