"""Sockets and folders that a supervisor hands out of a bot's jail."""

from __future__ import annotations

import contextlib
import errno
import os
import socket

import msgspec

from lanista.sandbox.jail.jail import Jail

SECONDS = 30.0  # for a supervisor to make the jail, on a busy machine
LABEL_BYTES = 64


class Handover:
    """Our end of the channel on which a supervisor sends descriptors; empty for a jail that hands nothing out."""

    def __init__(self, jail: Jail | None) -> None:
        self._ours: socket.socket | None = None
        self._theirs: socket.socket | None = None
        self._came: dict[str, int] = {}
        self.jail = jail
        if jail is not None and jail.runner and (jail.listen or jail.copy):
            self._ours, self._theirs = socket.socketpair()
            self._ours.settimeout(SECONDS)
            self.jail = msgspec.structs.replace(jail, channel=self._theirs.fileno())

    @property
    def fds(self) -> tuple[int, ...]:
        """The descriptors that the supervisor inherits."""
        return () if self._theirs is None else (self._theirs.fileno(),)

    def started(self) -> None:
        """The supervisor has its end, so ours of it can be closed."""
        if self._theirs is not None:
            self._theirs.close()

    def receive(self, label: str) -> int:
        """A descriptor, which the caller then owns; raises OSError if the jail could not be made."""
        while label not in self._came:
            fds: list[int] = []
            if self._ours is not None and hasattr(socket, "recv_fds"):
                name, fds, _, _ = socket.recv_fds(self._ours, LABEL_BYTES, 1)
            if not fds:
                raise OSError(errno.EPIPE, "its sandbox could not be made")
            self._came[name.decode()] = fds[0]
        return self._came.pop(label)

    def close(self) -> None:
        """Close the descriptors that were not received."""
        for end in (self._ours, self._theirs):
            if end is not None:
                end.close()
        while self._came:
            with contextlib.suppress(OSError):
                os.close(self._came.popitem()[1])
