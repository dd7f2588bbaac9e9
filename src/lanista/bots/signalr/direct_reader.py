"""Reads a client at once when a match finds data, which takes a fraction of a round of the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from lanista.bots.signalr.websocket import Violation, WebSocketClosed
from lanista.core.system import channels

if TYPE_CHECKING:
    from lanista.bots.player import Watched
    from lanista.bots.poller import Poller

CHUNK = 64 * 1024


class DirectReader:
    """Reads the socket of a stream directly; the end of the connection is left to the stream's reader.

    `handle` gets the data; `serve` runs the event loop.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        transport: asyncio.WriteTransport,
        handle: Callable[[bytes], None],
        serve: Callable[[], None],
    ) -> None:
        self._reader = reader
        self._transport = transport
        self._handle = handle
        self._serve = serve
        self._poller: Poller | None = None
        self._fd = -1

    def start(self, poller: Poller, player: Watched) -> None:
        """Have a match's poller watch the socket; errors in reading it are the player's."""
        assert isinstance(self._transport, asyncio.Transport)
        self._transport.pause_reading()
        self._fd = channels.duplicate(
            self._transport.get_extra_info("socket").fileno()
        )  # ours until `stop`, even if others close theirs
        self._poller = poller
        poller.watch(self._fd, player, "connection", self._read)

    def stop(self) -> None:
        """Leave the socket alone; does nothing if it is not watched."""
        poller, self._poller = self._poller, None
        if poller is not None:
            poller.forget(self._fd)
            channels.close(self._fd)

    def give_back(self) -> None:
        """Let the stream read its socket again."""
        if self._poller is not None and isinstance(self._transport, asyncio.Transport):
            self.stop()
            self._transport.resume_reading()

    def _read(self) -> None:
        try:
            data = channels.read(self._fd, CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        try:
            if data:
                self._handle(data)
                return
            self._reader.feed_eof()
        except (Violation, WebSocketClosed) as error:
            self._reader.set_exception(error)
        self.stop()
        self._serve()
