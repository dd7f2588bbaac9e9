"""Keeps memory in the buffers of local sockets, at most 512 MB: no process has it in its address space."""

import socket
import time

from common import play

BOUND = 512


def fill(turn, view):
    pairs, held = [], 0
    while held < BOUND * 2**20:
        try:
            pairs.append(socket.socketpair())
        except OSError:  # as many as it may have
            break
        for end in pairs[-1]:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8 * 2**20)
            end.setblocking(False)
            try:
                while True:
                    held += end.send(b"x" * 65536)
            except BlockingIOError:
                pass
    time.sleep(3)  # it has it now
    raise SystemExit(f"obtained {held >> 20} MB")


play(3, fill)
