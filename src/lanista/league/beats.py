"""A runner's heartbeat, sent from a separate thread while the runner plays."""

from __future__ import annotations

import threading
from contextlib import suppress

from lanista.core.errors import LanistaError
from lanista.league.store import LeagueStore, RunnerProcess

BEAT_SECONDS = 5.0


class Beats:
    """Sends heartbeats until it is ended. The store has a connection for each thread."""

    def __init__(self, store: LeagueStore, runner: RunnerProcess, seconds: float = BEAT_SECONDS) -> None:
        self._store = store
        self._runner = runner
        self._seconds = seconds
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="beats", daemon=True)

    def __enter__(self) -> Beats:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()

    def _run(self) -> None:
        while not self._ended.wait(self._seconds):
            with suppress(LanistaError):  # the runner itself notices when the store is gone
                self._store.beat(self._runner)
