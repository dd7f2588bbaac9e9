"""Descriptors that can be polled: pipes and sockets; on Windows sockets only, which a thread connects to pipes.

There a socket's number is no file descriptor, so `os.read` and its like do not know it: use the functions here.
"""

from __future__ import annotations

import os
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import IO

CHUNK = 64 * 1024

if sys.platform == "win32":

    def _borrow(fd: int) -> socket.socket:
        """A socket object for a number; it must be detached again."""
        return socket.socket(socket.AF_INET, socket.SOCK_STREAM, 0, fileno=fd)

    def read(fd: int, size: int) -> bytes:
        """Read at most `size` bytes; raises BlockingIOError if there are none yet."""
        borrowed = _borrow(fd)
        try:
            return borrowed.recv(size)
        finally:
            borrowed.detach()

    def write(fd: int, data: bytes) -> int:
        """Write as much as is taken now; returns how much that was."""
        borrowed = _borrow(fd)
        try:
            return borrowed.send(data)
        finally:
            borrowed.detach()

    def close(fd: int) -> None:
        """Close a descriptor."""
        _borrow(fd).close()

    def duplicate(fd: int) -> int:
        """Another descriptor of the same channel, non-blocking like it."""
        borrowed = _borrow(fd)
        try:
            copy = borrowed.dup()
            copy.setblocking(False)
            return copy.detach()
        finally:
            borrowed.detach()

    def new_pipe() -> tuple[int, int]:
        """A channel within this process: its end to read, and its end to write; neither blocks."""
        ours, theirs = socket.socketpair()
        for end in (ours, theirs):
            end.setblocking(False)
        return ours.detach(), theirs.detach()

else:
    read, write, close, duplicate = os.read, os.write, os.close, os.dup

    def new_pipe() -> tuple[int, int]:
        """A channel within this process: its end to read, and its end to write; neither blocks."""
        ends = os.pipe()
        for fd in ends:
            os.set_blocking(fd, False)
        return ends


class Inlet:
    """A pollable descriptor `fd` for the output of a child process; the caller still owns the stream."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._copied = sys.platform == "win32"
        self.fd = readable_socket(stream) if self._copied else stream.fileno()

    def close(self) -> None:
        """Close the descriptor, unless it is the stream's own."""
        if self._copied:
            close(self.fd)


def readable_socket(stream: IO[bytes]) -> int:
    """A non-blocking socket that receives what a thread reads from a stream, until one of them ends."""
    return _relay_socket(_read_all, stream)


def writable_socket(stream: IO[bytes]) -> int:
    """A non-blocking socket whose input a thread writes to a stream, which it closes at the end."""
    return _relay_socket(_write_all, stream)


def _relay_socket(copy: Callable[[IO[bytes], socket.socket], None], stream: IO[bytes]) -> int:
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    threading.Thread(target=copy, args=(stream, theirs), name="channel", daemon=True).start()
    return ours.detach()


def _read_all(stream: IO[bytes], target: socket.socket) -> None:
    """Copy a stream to a socket; once the reader has closed, data is dropped, so that the writer never blocks."""
    with target:
        while data := _read_some(stream):
            with suppress(OSError):
                target.sendall(data)


def _read_some(stream: IO[bytes]) -> bytes:
    """The bytes available now; empty at the end, or if the stream has been closed."""
    try:
        return os.read(stream.fileno(), CHUNK)
    except (OSError, ValueError):
        return b""


def _write_all(stream: IO[bytes], source: socket.socket) -> None:
    with suppress(OSError), stream, source:
        while data := source.recv(CHUNK):
            stream.write(data)
            stream.flush()
