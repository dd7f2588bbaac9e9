"""An event loop that serves clients on its own thread, until another thread takes over."""

from __future__ import annotations

import asyncio
import contextlib
import selectors
import threading
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

JOIN_SECONDS = 5.0
SETTLE_SECONDS = 0.5  # the longest wait for data that has already arrived
ROUNDS = 4  # of the event loop: to read, to handle what was read, and to handle what follows from it
MAX_ROUNDS = 100  # before a match continues, whatever clients send


class Selector(selectors.DefaultSelector):
    """Calls `on_idle`, if it is set, instead of waiting: when nothing is left to do, or after some rounds."""

    on_idle: Callable[[], None] | None = None
    rounds = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """The descriptors that are ready; the loop has something else to do if `timeout` is 0."""
        if self.on_idle is None:
            return super().select(timeout)
        ready = super().select(0)
        self.rounds -= 1
        if self.rounds <= 0 or (not ready and timeout != 0):
            self.on_idle()
        return ready


@contextlib.contextmanager
def outer_loop_aside() -> Iterator[None]:
    """Within it, a loop that runs in this thread is set aside: a notebook plays matches inside its own.

    asyncio allows only one at a time, for fear of tasks that wait for each other; these two share none.
    """
    outer = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(outer)


class ServingLoop:
    """Serves sockets and runs jobs: on a separate thread, or in `serve()` once `take_over()` was called."""

    def __init__(self) -> None:
        self.interrupt: BaseException | None = None  # Ctrl-C or SIGTERM, while a client was served
        self._selector = Selector()
        self._asyncio = asyncio.SelectorEventLoop(self._selector)
        self._jobs: list[asyncio.Task[None]] = []
        self._thread: threading.Thread | None = threading.Thread(
            target=self._asyncio.run_forever, name="signalr hub", daemon=True
        )
        self._thread.start()

    def close(self, last: Coroutine[Any, Any, None]) -> None:
        """Run all jobs and a last one to their ends, and close the loop."""
        self._end_thread()
        self._selector.on_idle = None
        try:
            with outer_loop_aside():
                self._asyncio.run_until_complete(self._end(last))
        finally:
            self._asyncio.close()

    async def _end(self, last: Coroutine[Any, Any, None]) -> None:
        for job in self._jobs:
            await job
        await last

    def take_over(self) -> int | None:
        """End the thread: the caller serves the clients, when the descriptor returned is readable or time passes.

        A match does so, because handing each message from thread to thread takes longer than all else in a turn.
        Where no descriptor stands for all clients, as on Windows, None is returned and the thread continues.
        """
        watched: Callable[[], int] | None = getattr(self._selector, "fileno", None)
        if watched is None:
            return None
        self._end_thread()
        self._selector.on_idle = self._asyncio.stop
        return watched()

    def _end_thread(self) -> None:
        thread = self._thread
        if thread is not None:
            self._asyncio.call_soon_threadsafe(self._asyncio.stop)
            thread.join(JOIN_SECONDS)
            self._thread = None

    def serve(self) -> None:
        """Handle arrived data and due jobs, on the thread that has taken over."""
        self._selector.rounds = MAX_ROUNDS
        with outer_loop_aside():
            self._asyncio.run_forever()
        interrupt, self.interrupt = self.interrupt, None
        if interrupt is not None:
            raise interrupt

    def settle(self) -> None:
        """Wait until everything that has arrived is handled, even on a slow machine."""
        if self._thread is None:
            self.serve()
            return
        settled = threading.Event()
        self._asyncio.call_soon_threadsafe(self._count_down, ROUNDS, settled.set)
        settled.wait(SETTLE_SECONDS)

    def run(self, job: Callable[..., object], *arguments: object) -> None:
        """Run a job where clients are served: on the server's thread, or at once if it was taken over."""
        if self._thread is None:
            job(*arguments)
        else:
            self._asyncio.call_soon_threadsafe(job, *arguments)

    def begin(self, job: Coroutine[Any, Any, None]) -> None:
        """Begin a job that may wait."""
        self.run(lambda: self._jobs.append(self._asyncio.create_task(job)))

    def _count_down(self, rounds: int, job: Callable[[], object]) -> None:
        """Run a job after some rounds of the event loop."""
        if rounds == 0:
            job()
        else:
            self._asyncio.call_soon(self._count_down, rounds - 1, job)
