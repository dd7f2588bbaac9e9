"""Our ends of one bot's pipes (or sockets instead); nothing here blocks, whatever the bot does."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lanista.bots.player import Watched
    from lanista.bots.poller import Poller

CHUNK = 64 * 1024
MAX_UNREAD_BYTES = 8 * 1024 * 1024  # that a bot may leave waiting on its input


class BotPipes:
    """Descriptors by name; those that have a handler are watched."""

    def __init__(self, player: Watched, handlers: Mapping[str, Callable[[], None]]) -> None:
        self._player = player
        self._handlers = handlers
        self._poller: Poller | None = None
        self._fds: dict[str, int] = {}
        self._unsent = b""
        self._writing = False  # whether a full input is watched for room

    def __contains__(self, name: str) -> bool:
        return name in self._fds

    @property
    def unsent(self) -> int:
        """How many bytes wait until the bot reads its input."""
        return len(self._unsent)

    def add(self, name: str, fd: int) -> None:
        """Own a descriptor, in non-blocking mode."""
        self._fds[name] = fd
        if name == "stdin":
            self._unsent, self._writing = b"", False
        if self._poller is not None:
            self._watch(name)

    def rename(self, old: str, new: str) -> None:
        """Give a descriptor another name, before it is watched."""
        self._fds[new] = self._fds.pop(old)

    def watch(self, poller: Poller) -> None:
        """Let a poller watch all descriptors, and those that are added later."""
        self._poller = poller
        for name in self._fds:
            self._watch(name)

    def close(self, *names: str) -> None:
        """Close some descriptors, those that are open."""
        for name in names:
            fd = self._fds.pop(name, None)
            if fd is not None:
                self._forget(fd)
                os.close(fd)

    def close_all(self) -> None:
        """Close every descriptor."""
        self.close(*list(self._fds))

    def read(self, name: str) -> bytes | None:
        """What a pipe holds: b'' at its end, None if there is nothing now."""
        fd = self._fds.get(name)
        if fd is None:
            return None
        try:
            return os.read(fd, CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def write(self, name: str, data: bytes) -> None:
        """Write a few bytes to a pipe that has room for them; a pipe that is broken or closed takes nothing."""
        fd = self._fds.get(name)
        if fd is not None:
            try:
                os.write(fd, data)
            except OSError:  # whoever should read it is gone, which shows on another pipe
                return

    def send(self, data: bytes) -> bool:
        """Send to the bot's input, now or when it has room again; false if too much waits there already."""
        if not self._unsent:
            self._unsent = data
            self._flush()
            return True
        if len(self._unsent) > MAX_UNREAD_BYTES:
            return False
        self._unsent += data
        return True

    def _flush(self) -> None:
        fd = self._fds.get("stdin")
        if fd is None:
            self._unsent = b""
            return
        try:
            sent = os.write(fd, self._unsent)
            self._unsent = self._unsent[sent:]
        except BlockingIOError:
            pass
        except OSError:  # the bot closed its input; its end shows on another pipe
            self._unsent = b""
        self._watch_writing(fd)

    def _watch_writing(self, fd: int) -> None:
        """Watch a full input until it has room again."""
        wanted = bool(self._unsent)
        if self._poller is None or wanted == self._writing:
            return
        self._writing = wanted
        if wanted:
            self._poller.watch(fd, self._player, "stdin", self._flush, writing=True)
        else:
            self._poller.forget(fd)

    def _watch(self, name: str) -> None:
        handler = self._handlers.get(name)
        if handler is not None and self._poller is not None:
            self._poller.watch(self._fds[name], self._player, name, handler)

    def _forget(self, fd: int) -> None:
        if self._poller is not None:
            self._poller.forget(fd)
