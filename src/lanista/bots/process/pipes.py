"""Our ends of one bot's pipes (or sockets); nothing here blocks, whatever the bot does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from lanista.core.system import channels

if TYPE_CHECKING:
    from lanista.bots.player import Watched
    from lanista.bots.poller import Poller

CHUNK = 64 * 1024
MAX_UNREAD_BYTES = 8 * 1024 * 1024  # of input that a bot has not read


class BotPipes:
    """Descriptors by name; those with a handler are watched."""

    def __init__(self, player: Watched, handlers: Mapping[str, Callable[[], None]]) -> None:
        self._player = player
        self._handlers = handlers
        self._poller: Poller | None = None
        self._fds: dict[str, int] = {}
        self._unsent = b""

    def __contains__(self, name: str) -> bool:
        return name in self._fds

    @property
    def unsent(self) -> int:
        """The number of bytes that the bot has yet to read."""
        return len(self._unsent)

    def add(self, name: str, fd: int) -> None:
        """Take ownership of a descriptor, which must be non-blocking."""
        self._fds[name] = fd
        if name == "stdin":
            self._unsent = b""
        if self._poller is not None:
            self._watch(name)

    def rename(self, old: str, new: str) -> None:
        """Give a descriptor another name, before it is watched."""
        self._fds[new] = self._fds.pop(old)

    def watch(self, poller: Poller) -> None:
        """Register all descriptors with a poller, and those that are added later."""
        self._poller = poller
        for name in self._fds:
            self._watch(name)
        if self._unsent:
            self._watch_input()

    def close(self, *names: str) -> None:
        """Close descriptors, ignoring those that are not open."""
        for name in names:
            fd = self._fds.pop(name, None)
            if fd is not None:
                self._forget(fd)
                channels.close(fd)

    def release(self) -> dict[str, int]:
        """Give up all descriptors without closing them; the caller owns them."""
        released, self._fds = self._fds, {}
        for fd in released.values():
            self._forget(fd)
        return released

    def close_all(self) -> None:
        """Close every descriptor."""
        self.close(*list(self._fds))

    def read(self, name: str) -> bytes | None:
        """Read a pipe: b'' at its end, None if there is nothing to read now."""
        fd = self._fds.get(name)
        if fd is None:
            return None
        try:
            return channels.read(fd, CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def write(self, name: str, data: bytes) -> None:
        """Write a few bytes to a pipe; a broken or closed pipe is ignored."""
        fd = self._fds.get(name)
        if fd is not None:
            try:
                channels.write(fd, data)
            except OSError:  # the reader is gone, which shows on another pipe
                return

    def send(self, data: bytes) -> bool:
        """Send to the bot's input, now or when it is writable again; false if too much is already buffered."""
        if not self._unsent:
            self._unsent = self._write_input(data)
            if self._unsent:
                self._watch_input()
            return True
        if len(self._unsent) > MAX_UNREAD_BYTES:
            return False
        self._unsent += data
        return True

    def _write_input(self, data: bytes) -> bytes:
        """Write to the bot's input; returns the bytes that it does not accept yet."""
        fd = self._fds.get("stdin")
        if fd is None:
            return b""
        try:
            return data[channels.write(fd, data) :]
        except BlockingIOError:
            return data
        except OSError:  # the bot closed its input; its end shows on another pipe
            return b""

    def _watch_input(self) -> None:
        """Watch a full input until it is writable again."""
        fd = self._fds.get("stdin")
        if fd is not None and self._poller is not None:
            self._poller.watch(fd, self._player, "stdin", self._flush, writing=True)

    def _flush(self) -> None:
        self._unsent = self._write_input(self._unsent)
        fd = self._fds.get("stdin")
        if not self._unsent and fd is not None:
            self._forget(fd)

    def _watch(self, name: str) -> None:
        handler = self._handlers.get(name)
        if handler is not None and self._poller is not None:
            self._poller.watch(self._fds[name], self._player, name, handler)

    def _forget(self, fd: int) -> None:
        if self._poller is not None:
            self._poller.forget(fd)
