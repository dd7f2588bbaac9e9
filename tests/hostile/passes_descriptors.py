"""Keeps as many descriptors in flight as it may: the kernel counts those of all processes of a user together."""

import array
import contextlib
import os
import socket

from common import once

AT_ONCE = 253  # descriptors that one message may carry
pairs = []  # nobody reads


def send_all():
    sent, fds = 0, array.array("i", [os.open(os.devnull, os.O_RDONLY)] * AT_ONCE)
    with contextlib.suppress(OSError):  # no more descriptors, or no more in flight
        while True:
            pairs.append(socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM))
            pairs[-1][0].setblocking(False)
            with contextlib.suppress(BlockingIOError):
                while True:
                    pairs[-1][0].sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, fds)])
                    sent += AT_ONCE
    return sent


once(lambda: {"in_flight": send_all()})
